-- Portable SQL: what SQLite and PostgreSQL spell differently comes as a placeholder.
-- Times are milliseconds since 1970 UTC. Flags are 0 or 1. "declared" says that the configuration file owns the row.

CREATE TABLE sidecars (
  name             TEXT    NOT NULL PRIMARY KEY,
  token_hash       ${bytes} UNIQUE,
  configuration    TEXT,
  configuration_at BIGINT,
  last_seen_at     BIGINT,
  declared         INTEGER NOT NULL,
  created_at       BIGINT  NOT NULL
);

CREATE TABLE users (
  email      TEXT    NOT NULL PRIMARY KEY,
  name       TEXT    NOT NULL,
  declared   INTEGER NOT NULL,
  created_at BIGINT  NOT NULL
);

CREATE TABLE user_groups (
  email      TEXT NOT NULL REFERENCES users (email) ON DELETE CASCADE,
  group_name TEXT NOT NULL,
  PRIMARY KEY (email, group_name)
);

CREATE TABLE user_tokens (
  token_hash ${bytes} NOT NULL PRIMARY KEY,
  email      TEXT     NOT NULL REFERENCES users (email) ON DELETE CASCADE,
  created_at BIGINT   NOT NULL
);

CREATE TABLE sessions (
  token_hash ${bytes} NOT NULL PRIMARY KEY,
  email      TEXT     NOT NULL REFERENCES users (email) ON DELETE CASCADE,
  expires_at BIGINT   NOT NULL
);

CREATE TABLE sign_in_links (
  token_hash ${bytes} NOT NULL PRIMARY KEY,
  email      TEXT     NOT NULL REFERENCES users (email) ON DELETE CASCADE,
  expires_at BIGINT   NOT NULL
);

CREATE TABLE approval_rules (
  name             TEXT    NOT NULL PRIMARY KEY,
  min_approvals    INTEGER NOT NULL CHECK (min_approvals >= 1),
  all_groups       INTEGER NOT NULL,
  allow_self       INTEGER NOT NULL,
  pending_ttl_sec  BIGINT,
  approval_ttl_sec BIGINT,
  declared         INTEGER NOT NULL,
  created_at       BIGINT  NOT NULL
);

CREATE TABLE approval_rule_groups (
  rule       TEXT    NOT NULL REFERENCES approval_rules (name) ON DELETE CASCADE,
  group_name TEXT    NOT NULL,
  forces     INTEGER NOT NULL,
  PRIMARY KEY (rule, group_name, forces)
);

-- The terms of the rule (min_approvals .. approval_ttl_sec, and review_groups) are those of the moment of filing.
CREATE TABLE reviews (
  seq               ${sequence},
  id                TEXT     NOT NULL UNIQUE,
  sidecar           TEXT     NOT NULL REFERENCES sidecars (name),
  listener_name     TEXT     NOT NULL,
  approval_rule     TEXT     NOT NULL,
  payload           ${bytes} NOT NULL,
  payload_sha256    ${bytes} NOT NULL,
  status            TEXT     NOT NULL
    CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED', 'REVOKED', 'EXECUTED', 'EXPIRED')),
  created_at        BIGINT   NOT NULL,
  expires_at        BIGINT,
  decided_at        BIGINT,
  decided_by        TEXT,
  rejection_reason  TEXT,
  ended_at          BIGINT,
  min_approvals     INTEGER  NOT NULL,
  all_groups        INTEGER  NOT NULL,
  allow_self        INTEGER  NOT NULL,
  approval_ttl_sec  BIGINT
);

-- The promise that one question has one live review is kept here, whatever the code above does.
CREATE UNIQUE INDEX one_live_review ON reviews (sidecar, listener_name, approval_rule, payload_sha256)
  WHERE status IN ('PENDING', 'APPROVED');

CREATE INDEX reviews_of_sidecar ON reviews (sidecar, seq);
CREATE INDEX live_reviews_by_end ON reviews (expires_at) WHERE status IN ('PENDING', 'APPROVED');

CREATE TABLE review_groups (
  review_id  TEXT    NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  group_name TEXT    NOT NULL,
  forces     INTEGER NOT NULL,
  PRIMARY KEY (review_id, group_name, forces)
);

-- Everyone who asked for the same statement: none of them may decide about it.
CREATE TABLE review_requesters (
  review_id TEXT   NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  subject   TEXT   NOT NULL,
  email     TEXT   NOT NULL,
  peer_addr TEXT   NOT NULL,
  method    TEXT   NOT NULL,
  asked_at  BIGINT NOT NULL,
  PRIMARY KEY (review_id, subject, email)
);

-- Names and addresses are copied: a decision is kept as it was made, whatever becomes of the user.
CREATE TABLE review_decisions (
  review_id  TEXT    NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  position   INTEGER NOT NULL,
  email      TEXT    NOT NULL,
  name       TEXT    NOT NULL,
  decision   TEXT    NOT NULL CHECK (decision IN ('APPROVED', 'REJECTED', 'REVOKED')),
  reason     TEXT,
  decided_at BIGINT  NOT NULL,
  PRIMARY KEY (review_id, position),
  UNIQUE (review_id, email, decision)
);

CREATE TABLE review_decision_groups (
  review_id  TEXT    NOT NULL,
  position   INTEGER NOT NULL,
  group_name TEXT    NOT NULL,
  PRIMARY KEY (review_id, position, group_name),
  FOREIGN KEY (review_id, position) REFERENCES review_decisions (review_id, position) ON DELETE CASCADE
);
