-- What is told of a freeze is of no review: review_id may be missing. SQLite cannot change a column, so the table is made anew.
CREATE TABLE notifications_anew (
  seq         ${sequence},
  id          TEXT    NOT NULL UNIQUE,
  channel     TEXT    NOT NULL,
  event       TEXT    NOT NULL,
  review_id   TEXT    REFERENCES reviews (id) ON DELETE CASCADE,
  told        TEXT    NOT NULL,
  created_at  BIGINT  NOT NULL,
  next_at     BIGINT  NOT NULL,
  attempts    INTEGER NOT NULL,
  error       TEXT,
  given_up_at BIGINT
);

INSERT INTO notifications_anew (id, channel, event, review_id, told, created_at, next_at, attempts, error, given_up_at)
SELECT id, channel, event, review_id, told, created_at, next_at, attempts, error, given_up_at FROM notifications ORDER BY seq;

DROP TABLE notifications;

ALTER TABLE notifications_anew RENAME TO notifications;

CREATE INDEX notifications_due ON notifications (channel, next_at) WHERE given_up_at IS NULL;
CREATE INDEX notifications_of_review ON notifications (review_id);
