-- What was decided, for good: see DecisionLog. Hashes are lower-case hexadecimal.
CREATE TABLE decision_log (
  seq            BIGINT NOT NULL PRIMARY KEY,
  logged_at      BIGINT NOT NULL,
  kind           TEXT   NOT NULL,
  about          TEXT   NOT NULL,
  actor_email    TEXT   NOT NULL,
  actor_name     TEXT   NOT NULL,
  actor_groups   TEXT   NOT NULL,
  reason         TEXT,
  payload_sha256 TEXT,
  hash           TEXT   NOT NULL
);

CREATE INDEX decision_log_by_subject ON decision_log (about, seq);

-- The newest entry's number and hash, in the one row that all writers change.
CREATE TABLE decision_log_head (
  id   INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  seq  BIGINT  NOT NULL,
  hash TEXT    NOT NULL
);

INSERT INTO decision_log_head (id, seq, hash)
VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');

-- Settled reviews go in this order when their time is up.
CREATE INDEX settled_reviews_by_end ON reviews (ended_at) WHERE status NOT IN ('PENDING', 'APPROVED');
