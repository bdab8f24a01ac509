-- What people may do and how they come in, what sidecars tell of themselves, what is frozen, and what is counted for limits.
-- Times are milliseconds since 1970 UTC. Flags are 0 or 1.

CREATE TABLE user_capabilities (
  email      TEXT NOT NULL REFERENCES users (email) ON DELETE CASCADE,
  capability TEXT NOT NULL CHECK (capability IN ('review', 'admin', 'audit')),
  PRIMARY KEY (email, capability)
);
INSERT INTO user_capabilities (email, capability) SELECT email, 'review' FROM users;

ALTER TABLE users ADD COLUMN disabled_at BIGINT;
ALTER TABLE users ADD COLUMN password_hash TEXT;
-- Name and groups are those that an identity provider told at the last sign-in.
ALTER TABLE users ADD COLUMN from_provider INTEGER NOT NULL DEFAULT 0;

-- Who an identity provider's subject is. An address may pass to another person there; a subject does not.
CREATE TABLE user_identities (
  issuer  TEXT NOT NULL,
  subject TEXT NOT NULL,
  email   TEXT NOT NULL REFERENCES users (email) ON DELETE CASCADE,
  PRIMARY KEY (issuer, subject)
);

-- A user has one token that the file or the program gave (without an id), and any number of personal ones.
ALTER TABLE user_tokens ADD COLUMN id TEXT;
ALTER TABLE user_tokens ADD COLUMN name TEXT;
ALTER TABLE user_tokens ADD COLUMN expires_at BIGINT;
ALTER TABLE user_tokens ADD COLUMN last_used_at BIGINT;
CREATE UNIQUE INDEX user_tokens_by_id ON user_tokens (id);

-- Sessions begin anew: those of before know nothing of their use.
DROP TABLE sessions;
CREATE TABLE sessions (
  token_hash     ${bytes} NOT NULL PRIMARY KEY,
  id             TEXT     NOT NULL UNIQUE,
  email          TEXT     NOT NULL REFERENCES users (email) ON DELETE CASCADE,
  method         TEXT     NOT NULL CHECK (method IN ('token', 'link', 'password', 'provider')),
  -- The personal token that began it, with which it ends.
  personal_token TEXT,
  created_at     BIGINT   NOT NULL,
  last_seen_at   BIGINT   NOT NULL,
  expires_at     BIGINT   NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (email);

ALTER TABLE sidecars ADD COLUMN version TEXT;
ALTER TABLE sidecars ADD COLUMN token_at BIGINT;
ALTER TABLE sidecars ADD COLUMN old_token_hash ${bytes};
-- Without an end while the file declares it.
ALTER TABLE sidecars ADD COLUMN old_token_ends_at BIGINT;
ALTER TABLE sidecars ADD COLUMN disabled_at BIGINT;
ALTER TABLE sidecars ADD COLUMN deleted_at BIGINT;
CREATE UNIQUE INDEX sidecars_by_old_token ON sidecars (old_token_hash);

CREATE TABLE freezes (
  id            TEXT   NOT NULL PRIMARY KEY,
  kind          TEXT   NOT NULL CHECK (kind IN ('requester', 'listener', 'sidecar')),
  -- What is frozen, in one text that is the same for the same thing.
  target        TEXT   NOT NULL,
  sidecar       TEXT,
  listener_name TEXT,
  requester     TEXT,
  reason        TEXT   NOT NULL,
  started_at    BIGINT NOT NULL,
  started_by    TEXT   NOT NULL,
  ended_at      BIGINT,
  ended_by      TEXT,
  end_reason    TEXT
);
CREATE UNIQUE INDEX one_freeze_of_a_thing ON freezes (target) WHERE ended_at IS NULL;

-- Attempts to sign in, by account and by address, counted before each is judged.
CREATE TABLE sign_in_attempts (
  subject  TEXT    NOT NULL PRIMARY KEY,
  failures INTEGER NOT NULL,
  last_at  BIGINT  NOT NULL,
  free_at  BIGINT  NOT NULL
);

-- Who filed it, in one text, for the limits of a requester.
ALTER TABLE reviews ADD COLUMN requester TEXT;
CREATE INDEX reviews_of_requester ON reviews (sidecar, requester, created_at);
CREATE INDEX reviews_by_filing ON reviews (sidecar, created_at);
CREATE INDEX pending_reviews ON reviews (sidecar, requester) WHERE status = 'PENDING';
