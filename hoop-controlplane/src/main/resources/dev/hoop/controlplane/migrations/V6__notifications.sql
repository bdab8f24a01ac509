-- Deliveries that are due. A row is written in the transaction that changes its review and removed when it was delivered.
-- channel is a digest of where it goes. next_at is when it is tried next; who tries it moves next_at on first, so that
-- nobody else does meanwhile, and another one does after a crash. given_up_at: it is not tried any more.
CREATE TABLE notifications (
  seq         ${sequence},
  id          TEXT    NOT NULL UNIQUE,
  channel     TEXT    NOT NULL,
  event       TEXT    NOT NULL,
  review_id   TEXT    NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  told        TEXT    NOT NULL,
  created_at  BIGINT  NOT NULL,
  next_at     BIGINT  NOT NULL,
  attempts    INTEGER NOT NULL,
  error       TEXT,
  given_up_at BIGINT
);

CREATE INDEX notifications_due ON notifications (channel, next_at) WHERE given_up_at IS NULL;
CREATE INDEX notifications_of_review ON notifications (review_id);
