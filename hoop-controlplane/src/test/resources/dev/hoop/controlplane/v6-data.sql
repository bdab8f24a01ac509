-- What a plane of the sixth version may have kept besides: what is due, and what was given up.
INSERT INTO notifications (id, channel, event, review_id, told, created_at, next_at, attempts, error, given_up_at)
VALUES ('delivery-2', '${channel}', 'filed', '00000000-0000-4000-8000-000000000002',
  '{"event":"filed","review":{"id":"00000000-0000-4000-8000-000000000002"}}', 1790690500000, 1790690500003, 1, NULL, NULL);
INSERT INTO notifications (id, channel, event, review_id, told, created_at, next_at, attempts, error, given_up_at)
VALUES ('delivery-1', 'slack-of-before', 'filed', '00000000-0000-4000-8000-000000000004', '{"event":"filed"}', 1790690500000,
  1790690500000, 20, 'it answered 404', 1790690500001);
