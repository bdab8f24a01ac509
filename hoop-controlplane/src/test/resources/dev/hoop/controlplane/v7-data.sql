-- What a plane of the seventh version may have kept besides: how much is at stake.
INSERT INTO review_contexts (review_id, filed_seq, protocol, guardrail, why, operation, database_name, shape, shape_key,
  parameters, risk_level, risk_why)
SELECT id, seq, 'http', NULL, NULL, NULL, NULL, NULL, NULL, '[]', 'high', 'changes what the path names'
FROM reviews WHERE id = '00000000-0000-4000-8000-000000000002';
