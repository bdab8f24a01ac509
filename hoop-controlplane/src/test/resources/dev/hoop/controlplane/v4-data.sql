-- What a plane of the fourth version may have kept besides: what a reviewer is told of a statement.
INSERT INTO review_contexts (review_id, filed_seq, protocol, guardrail, why, operation, database_name, shape, shape_key,
  parameters)
SELECT id, seq, 'postgres', 'no-reads', 'reads need a look', 'SELECT', 'shop', 'SELECT ?', <<0401>>, '["$1 = 4"]'
FROM reviews WHERE id = '00000000-0000-4000-8000-000000000004';
