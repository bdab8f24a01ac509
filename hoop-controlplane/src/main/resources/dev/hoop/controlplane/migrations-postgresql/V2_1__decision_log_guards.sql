CREATE FUNCTION decision_log_is_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the decision log is only added to';
END
$$;

CREATE TRIGGER decision_log_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON decision_log
  FOR EACH STATEMENT EXECUTE FUNCTION decision_log_is_only_added_to();

CREATE TRIGGER decision_log_head_no_delete BEFORE DELETE OR TRUNCATE ON decision_log_head
  FOR EACH STATEMENT EXECUTE FUNCTION decision_log_is_only_added_to();
