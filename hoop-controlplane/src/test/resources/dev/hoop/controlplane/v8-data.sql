-- What a plane of the eighth version may have kept besides: what is due of a freeze, which is of no review.
INSERT INTO notifications (id, channel, event, review_id, told, created_at, next_at, attempts, error, given_up_at)
VALUES ('delivery-3', '${channel}', 'frozen', NULL, '{"event":"frozen","freeze":{"id":"freeze-1"}}', 1790690500000,
  1790690500002, 0, NULL, NULL);
