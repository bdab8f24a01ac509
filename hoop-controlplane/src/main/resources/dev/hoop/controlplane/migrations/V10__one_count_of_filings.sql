-- What a requester filed in the last minute is counted among what its sidecar did: this index was written three times for each
-- review, with every state that it is in, and is read by nobody any more.
DROP INDEX reviews_of_requester;
