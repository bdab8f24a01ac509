-- What a plane of the third version may have kept besides: people with passwords and sessions, freezes, limits.
-- Eve's password is `a long password`, with the least cost.
INSERT INTO users (email, name, declared, created_at, disabled_at, password_hash, from_provider)
VALUES ('eve@example.com', 'Eve', 0, 1790690000000, NULL, '$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$z73xz5M1XKzL/eTfmEVdTMnqYA5Y6JuATjNsoqs4ZXg', 0);
INSERT INTO users (email, name, declared, created_at, disabled_at, password_hash, from_provider)
VALUES ('fay@example.com', 'Fay', 0, 1790690000000, 1790690400000, NULL, 1);
INSERT INTO user_groups (email, group_name) VALUES ('eve@example.com', 'billing');
INSERT INTO user_capabilities (email, capability) VALUES ('eve@example.com', 'review');
INSERT INTO user_capabilities (email, capability) VALUES ('eve@example.com', 'admin');
INSERT INTO user_capabilities (email, capability) VALUES ('eve@example.com', 'audit');
INSERT INTO user_identities (issuer, subject, email) VALUES ('https://login.example.com', 'sub-fay', 'fay@example.com');
INSERT INTO user_tokens (token_hash, email, created_at, id, name, expires_at, last_used_at)
VALUES (<<${eve}>>, 'eve@example.com', 1790690000000, 'token-1', 'watch', 1790800000000, 1790690400000);
INSERT INTO sessions (token_hash, id, email, method, personal_token, created_at, last_seen_at, expires_at)
VALUES (<<${session}>>, 'session-1', 'eve@example.com', 'password', NULL, 1790690000000, 1790690400000, 1790700000000);
INSERT INTO sessions (token_hash, id, email, method, personal_token, created_at, last_seen_at, expires_at)
VALUES (<<0302>>, 'session-2', 'eve@example.com', 'token', 'token-1', 1790690000000, 1790690400000, 1790700000000);
INSERT INTO sidecars (name, token_hash, configuration, configuration_at, last_seen_at, declared, created_at, version, token_at,
  old_token_hash, old_token_ends_at, disabled_at, deleted_at)
VALUES ('reports', <<0303>>, NULL, NULL, NULL, 0, 1790690000000, '1.2.0', 1790690100000, <<${reports}>>, 1790700000000, NULL,
  NULL);
INSERT INTO sidecars (name, token_hash, configuration, configuration_at, last_seen_at, declared, created_at, version, token_at,
  old_token_hash, old_token_ends_at, disabled_at, deleted_at)
VALUES ('away', NULL, NULL, NULL, NULL, 0, 1790690000000, NULL, NULL, NULL, NULL, 1790690100000, 1790690200000);
INSERT INTO freezes (id, kind, target, sidecar, listener_name, requester, reason, started_at, started_by, ended_at, ended_by,
  end_reason)
VALUES ('freeze-1', 'requester', 'requester
agent-9', NULL, NULL, 'agent-9', 'it loops', 1790690300000, 'Eve', NULL, NULL, NULL);
INSERT INTO freezes (id, kind, target, sidecar, listener_name, requester, reason, started_at, started_by, ended_at, ended_by,
  end_reason)
VALUES ('freeze-2', 'listener', 'listener
reports
nightly', 'reports', 'nightly', NULL, 'it is slow', 1790690300000, 'Eve', 1790690400000, 'Eve', 'mended');
INSERT INTO sign_in_attempts (subject, failures, last_at, free_at)
VALUES ('account fay@example.com', 6, 1790690400000, 1790690410000);
INSERT INTO reviews (id, sidecar, listener_name, approval_rule, payload, payload_sha256, status, created_at, expires_at,
  decided_at, decided_by, rejection_reason, ended_at, min_approvals, all_groups, allow_self, approval_ttl_sec, requester)
VALUES ('00000000-0000-4000-8000-000000000004', 'reports', 'nightly', 'billing-approvers', <<53454c4543542034>>,
  <<0e6e8fb0ab1dc3ae0a8ae12ecf2ac7b7bbb8c5b94bd0f4dbbbf4d0d2b3a2c1d0>>, 'PENDING', 1790690500000, 1790693531500,
  NULL, NULL, NULL, NULL, 1, 0, 0, 900, 'name agent-8');
INSERT INTO review_groups (review_id, group_name, forces) VALUES ('00000000-0000-4000-8000-000000000004', 'billing', 0);
INSERT INTO review_requesters (review_id, subject, email, peer_addr, method, asked_at)
VALUES ('00000000-0000-4000-8000-000000000004', 'agent-8', '', '10.0.3.8:51234', 'peer', 1790690500000);
