-- How much is at stake, in the sidecar's word, and why. Without both: a sidecar told nothing of it.
ALTER TABLE review_contexts ADD COLUMN risk_level TEXT;
ALTER TABLE review_contexts ADD COLUMN risk_why TEXT;
