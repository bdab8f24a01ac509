CREATE TRIGGER decision_log_no_update BEFORE UPDATE ON decision_log
BEGIN
  SELECT RAISE(ABORT, 'the decision log is only added to');
END;

CREATE TRIGGER decision_log_no_delete BEFORE DELETE ON decision_log
BEGIN
  SELECT RAISE(ABORT, 'the decision log is only added to');
END;

CREATE TRIGGER decision_log_head_no_delete BEFORE DELETE ON decision_log_head
BEGIN
  SELECT RAISE(ABORT, 'the decision log is only added to');
END;

-- INSERT OR REPLACE removes a row without its delete trigger.
CREATE TRIGGER decision_log_no_replace BEFORE INSERT ON decision_log
WHEN EXISTS (SELECT 1 FROM decision_log WHERE seq = NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'the decision log is only added to');
END;
