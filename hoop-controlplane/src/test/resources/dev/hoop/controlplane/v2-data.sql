-- What a plane of the second version may have kept besides: a log whose hashes fit.
INSERT INTO decision_log (seq, logged_at, kind, about, actor_email, actor_name, actor_groups, reason, payload_sha256, hash)
VALUES (1, 1790690100000, 'review.approved', '00000000-0000-4000-8000-000000000001', 'ana@example.com', 'Ana', 'billing', NULL,
  NULL, '9e8626396a51b7b107b89969eb9a64e7c4ae132481932825db7f1a1ecb0c0e4a');
INSERT INTO decision_log (seq, logged_at, kind, about, actor_email, actor_name, actor_groups, reason, payload_sha256, hash)
VALUES (2, 1790690100000, 'review.rejected', '00000000-0000-4000-8000-000000000003', 'ana@example.com', 'Ana', 'billing
oncall', 'not on a Friday', '0d6e8fb0ab1dc3ae0a8ae12ecf2ac7b7bbb8c5b94bd0f4dbbbf4d0d2b3a2c1d0',
  '83307282639bd6af9e17b4f0b04cd57360c307c52f984e80f3cfcd9109500454');
UPDATE decision_log_head SET seq = 2, hash = '83307282639bd6af9e17b4f0b04cd57360c307c52f984e80f3cfcd9109500454' WHERE id = 1;
