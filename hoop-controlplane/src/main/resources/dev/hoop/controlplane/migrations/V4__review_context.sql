-- What a reviewer is told besides the payload. Kept apart: a review binds to nothing of it.
-- filed_seq is the review's seq; shape_key is the digest of sidecar, listener and shape, none where there is no shape;
-- parameters is an array of strings in JSON.
CREATE TABLE review_contexts (
  review_id     TEXT   NOT NULL PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  filed_seq     BIGINT NOT NULL,
  protocol      TEXT,
  guardrail     TEXT,
  why           TEXT,
  operation     TEXT,
  database_name TEXT,
  shape         TEXT,
  shape_key     ${bytes},
  parameters    TEXT   NOT NULL
);

CREATE INDEX review_contexts_by_shape ON review_contexts (shape_key, filed_seq);
