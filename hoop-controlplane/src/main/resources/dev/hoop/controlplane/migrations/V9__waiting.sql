-- What waits, in its order: a page of it, the count and the next one are read from here, however much waits, and however long the
-- statements are, behind which SQLite keeps the columns that say whether one waits.
CREATE INDEX waiting_reviews ON reviews (seq, expires_at, status) WHERE status = 'PENDING';
