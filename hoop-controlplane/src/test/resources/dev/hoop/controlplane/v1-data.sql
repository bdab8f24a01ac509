-- What a plane of the first version may have kept. <<..>> is hexadecimal bytes.
INSERT INTO sidecars (name, token_hash, configuration, configuration_at, last_seen_at, declared, created_at)
VALUES ('payments', <<${payments}>>, NULL, NULL, 1790690531500, 1, 1790690000000);
INSERT INTO sidecars (name, token_hash, configuration, configuration_at, last_seen_at, declared, created_at)
VALUES ('gone', NULL, '{"listeners":[]}', 1790690000000, NULL, 0, 1790690000000);
INSERT INTO users (email, name, declared, created_at) VALUES ('ana@example.com', 'Ana', 1, 1790690000000);
INSERT INTO users (email, name, declared, created_at) VALUES ('made@example.com', 'Made by hand', 0, 1790690000000);
INSERT INTO user_groups (email, group_name) VALUES ('ana@example.com', 'billing');
INSERT INTO user_tokens (token_hash, email, created_at) VALUES (<<${ana}>>, 'ana@example.com', 1790690000000);
INSERT INTO sessions (token_hash, email, expires_at) VALUES (<<0102>>, 'ana@example.com', 1790700000000);
INSERT INTO sign_in_links (token_hash, email, expires_at) VALUES (<<0103>>, 'ana@example.com', 1790700000000);
INSERT INTO approval_rules (name, min_approvals, all_groups, allow_self, pending_ttl_sec, approval_ttl_sec, declared, created_at)
VALUES ('billing-approvers', 1, 0, 0, 1800, 900, 1, 1790690000000);
INSERT INTO approval_rule_groups (rule, group_name, forces) VALUES ('billing-approvers', 'billing', 0);
INSERT INTO reviews (id, sidecar, listener_name, approval_rule, payload, payload_sha256, status, created_at, expires_at,
  decided_at, decided_by, rejection_reason, ended_at, min_approvals, all_groups, allow_self, approval_ttl_sec)
VALUES ('00000000-0000-4000-8000-000000000001', 'payments', 'billing-api', 'billing-approvers', <<53454c4543542031>>,
  <<e004ebd5b5532a4b85984a62f8ad48a81aa3460c1ca07701f386135d72cdecf5>>, 'EXECUTED', 1790690000000, NULL,
  1790690100000, 'Ana', NULL, 1790690200000, 1, 0, 0, 900);
INSERT INTO reviews (id, sidecar, listener_name, approval_rule, payload, payload_sha256, status, created_at, expires_at,
  decided_at, decided_by, rejection_reason, ended_at, min_approvals, all_groups, allow_self, approval_ttl_sec)
VALUES ('00000000-0000-4000-8000-000000000002', 'payments', 'billing-api', 'billing-approvers', <<53454c4543542032>>,
  <<0c6e8fb0ab1dc3ae0a8ae12ecf2ac7b7bbb8c5b94bd0f4dbbbf4d0d2b3a2c1d0>>, 'PENDING', 1790690500000, 1790693531500,
  NULL, NULL, NULL, NULL, 1, 0, 0, 900);
INSERT INTO reviews (id, sidecar, listener_name, approval_rule, payload, payload_sha256, status, created_at, expires_at,
  decided_at, decided_by, rejection_reason, ended_at, min_approvals, all_groups, allow_self, approval_ttl_sec)
VALUES ('00000000-0000-4000-8000-000000000003', 'payments', 'billing-api', 'billing-approvers', <<53454c4543542033>>,
  <<0d6e8fb0ab1dc3ae0a8ae12ecf2ac7b7bbb8c5b94bd0f4dbbbf4d0d2b3a2c1d0>>, 'REJECTED', 1790690000000, NULL,
  1790690100000, 'Ana', 'not on a Friday', 1790690100000, 1, 0, 0, 900);
INSERT INTO review_groups (review_id, group_name, forces) VALUES ('00000000-0000-4000-8000-000000000001', 'billing', 0);
INSERT INTO review_groups (review_id, group_name, forces) VALUES ('00000000-0000-4000-8000-000000000002', 'billing', 0);
INSERT INTO review_groups (review_id, group_name, forces) VALUES ('00000000-0000-4000-8000-000000000003', 'billing', 0);
INSERT INTO review_requesters (review_id, subject, email, peer_addr, method, asked_at)
VALUES ('00000000-0000-4000-8000-000000000002', 'agent-7', '', '10.0.3.7:51234', 'peer', 1790690500000);
INSERT INTO review_decisions (review_id, position, email, name, decision, reason, decided_at)
VALUES ('00000000-0000-4000-8000-000000000001', 0, 'ana@example.com', 'Ana', 'APPROVED', NULL, 1790690100000);
INSERT INTO review_decisions (review_id, position, email, name, decision, reason, decided_at)
VALUES ('00000000-0000-4000-8000-000000000003', 0, 'ana@example.com', 'Ana', 'REJECTED', 'not on a Friday', 1790690100000);
INSERT INTO review_decision_groups (review_id, position, group_name)
VALUES ('00000000-0000-4000-8000-000000000001', 0, 'billing');
