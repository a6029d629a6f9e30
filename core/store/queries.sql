-- Every statement that assay runs, by name. statements.awk makes an enum of the
-- names; db.h prepares each once and keeps it. Parameters: $1, $2, ...

-- Settings ------------------------------------------------------------------

-- name: setting_get
SELECT value FROM setting WHERE key = $1;

-- name: setting_put
INSERT INTO setting (key, value) VALUES ($1, $2)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value;

-- Documents and questions ---------------------------------------------------

-- name: document_find
SELECT document_id, title, text, fields FROM document WHERE docid = $1;

-- name: document_add
INSERT INTO document (docid, title, text, fields) VALUES ($1, $2, $3, $4);

-- name: document_replace
UPDATE document SET title = $2, text = $3, fields = $4 WHERE document_id = $1;

-- What a document is called where there is one line for it.
-- name: document_title
SELECT coalesce(nullif(title, ''), substr(text, 1, 200)) FROM document WHERE docid = $1;

-- name: document_count
SELECT count(*) FROM document;

-- name: document_beginning
SELECT substr(text, 1, 200) FROM document WHERE docid = $1;

-- name: question_find
SELECT question_id, text, fields FROM question WHERE qid = $1;

-- name: question_add
INSERT INTO question (qid, text, fields) VALUES ($1, $2, $3);

-- name: question_replace
UPDATE question SET text = $2, fields = $3 WHERE question_id = $1;

-- name: question_list
SELECT question_id, qid, text, candidates, target, ballots_done, ballots_left, none_votes
  FROM question ORDER BY question_id;

-- Questions with a vote that is newer than vote $1.
-- name: question_voted_list
SELECT question_id, qid, text, candidates, target, ballots_done, ballots_left, none_votes FROM question
 WHERE question_id IN (SELECT ballot.question_id FROM vote JOIN ballot ON ballot.ballot_id = vote.ballot_id
                        WHERE vote.vote_id > $1)
 ORDER BY question_id;

-- Questions $1 to $2 that have a vote.
-- name: question_begun_list
SELECT question_id, qid FROM question
 WHERE question_id BETWEEN $1 AND $2 AND ballots_done > 0
 ORDER BY question_id;

-- name: vote_newest
SELECT coalesce(max(vote_id), 0) FROM vote;

-- Questions are numbered without a gap, and never deleted: the last number is how many there are.
-- name: question_count
SELECT coalesce(max(question_id), 0) FROM question;

-- name: question_without_candidates_count
SELECT count(*) FROM question WHERE target = 0;

-- name: question_without_candidates_first
SELECT qid FROM question WHERE target = 0 ORDER BY question_id LIMIT $1;

-- name: question_states
SELECT coalesce(sum(target > 0 AND ballots_left = 0), 0),
       coalesce(sum(ballots_left > 0 AND ballots_done > 0), 0),
       coalesce(sum(ballots_left > 0 AND ballots_done = 0), 0),
       coalesce(sum(none_votes), 0)
  FROM question;

-- name: question_get
SELECT question_id, qid, text, candidates, target, ballots_done, ballots_left, none_votes
  FROM question WHERE question_id = $1;

-- Candidates ----------------------------------------------------------------

-- name: candidate_find
SELECT prior, source FROM candidate WHERE question_id = $1 AND document_id = $2;

-- name: candidate_add
INSERT INTO candidate (question_id, document_id, prior, source) VALUES ($1, $2, $3, $4);

-- name: candidate_replace
UPDATE candidate SET prior = $3, source = $4 WHERE question_id = $1 AND document_id = $2;

-- name: candidate_count
SELECT count(*) FROM candidate;

-- name: candidate_pool_sizes
SELECT question.question_id, count(candidate.document_id)
  FROM question LEFT JOIN candidate ON candidate.question_id = question.question_id
 GROUP BY question.question_id;

-- name: candidate_list
SELECT document.docid, candidate.prior, candidate.source, candidate.impressions, candidate.wins,
       document.title
  FROM candidate JOIN document ON document.document_id = candidate.document_id
 WHERE candidate.question_id = $1
 ORDER BY document.docid;

-- name: question_set_target
UPDATE question SET candidates = $2, target = $3, slots = $4 WHERE question_id = $1;

-- Annotators ----------------------------------------------------------------

-- name: annotator_find
SELECT annotator_id FROM annotator WHERE name = $1;

-- name: annotator_add
INSERT INTO annotator (name) VALUES ($1);

-- name: annotator_list
SELECT annotator_id, name FROM annotator ORDER BY annotator_id;

-- name: vote_time_list
SELECT annotator_id, cast_at, elapsed_ms, position IS NULL FROM vote
 WHERE withdrawn_at IS NULL ORDER BY vote_id;

-- name: annotator_skip_count
SELECT count(*) FROM ballot WHERE annotator_id = $1 AND skipped_at IS NOT NULL;

-- All votes, with those of one annotator on one question next to each other. Each table is reached through
-- an index in turn: nothing is sorted, whatever the number of votes.
-- name: choice_list
SELECT ballot.question_id, ballot.annotator_id, ballot.ballot_id, vote.position, slot.document_id
  FROM ballot CROSS JOIN vote ON vote.ballot_id = ballot.ballot_id AND vote.withdrawn_at IS NULL
              CROSS JOIN slot ON slot.ballot_id = ballot.ballot_id
 ORDER BY ballot.question_id, ballot.annotator_id, ballot.ballot_id, slot.position;

-- Dealing -------------------------------------------------------------------

-- name: ballot_open_list
SELECT ballot_id, question_id, lease_until FROM ballot
 WHERE annotator_id = $1 AND lease_until IS NOT NULL
 ORDER BY ballot_id;

-- name: annotator_holds_ballot
SELECT 1 FROM ballot WHERE annotator_id = $1 AND lease_until IS NOT NULL AND lease_until > $2 LIMIT 1;

-- name: ballot_later_list
SELECT ballot_id, question_id, 0 FROM ballot
 WHERE annotator_id = $1 AND skipped_at IS NOT NULL AND skip_reason = 'later'
 ORDER BY skipped_at, ballot_id;

-- name: question_in_hand
SELECT question_id FROM ballot WHERE annotator_id = $1 ORDER BY ballot_id DESC LIMIT 1;

-- name: question_with_work_list
SELECT question_id, ballots_done,
       (SELECT count(*) FROM ballot WHERE ballot.question_id = question.question_id AND ballot.lease_until > $1)
  FROM question WHERE ballots_left > 0
 ORDER BY ballots_done, question_id;

-- name: question_work
SELECT target, slots FROM question WHERE question_id = $1;

-- name: candidate_impressions
SELECT candidate.document_id,
       candidate.impressions
           + (SELECT count(*) FROM ballot
               WHERE ballot.question_id = $1 AND ballot.lease_until > $2 AND ballot.ballot_id <> $3
                 AND EXISTS (SELECT 1 FROM slot WHERE slot.ballot_id = ballot.ballot_id
                                AND slot.document_id = candidate.document_id))
  FROM candidate WHERE candidate.question_id = $1
 ORDER BY candidate.document_id;

-- Sets of a question that annotator $2 was asked or put aside, or that somebody holds at $3.
-- name: slot_taken_list
SELECT ballot.ballot_id, slot.document_id
  FROM ballot JOIN slot ON slot.ballot_id = ballot.ballot_id
 WHERE ballot.question_id = $1
   AND (ballot.lease_until > $3
        OR (ballot.annotator_id = $2
            AND (ballot.skipped_at IS NOT NULL
                 OR EXISTS (SELECT 1 FROM vote
                             WHERE vote.ballot_id = ballot.ballot_id AND vote.withdrawn_at IS NULL))))
 ORDER BY ballot.ballot_id, slot.document_id;

-- name: slot_document_list
SELECT document_id FROM slot WHERE ballot_id = $1 ORDER BY position;

-- Whether another ballot with the same documents as ballot $1 is held by anybody at $2.
-- name: ballot_held_twice
SELECT 1 FROM ballot AS other JOIN ballot AS own ON own.ballot_id = $1
 WHERE other.question_id = own.question_id AND other.ballot_id <> own.ballot_id AND other.lease_until > $2
   AND NOT EXISTS (SELECT document_id FROM slot WHERE ballot_id = own.ballot_id
                   EXCEPT SELECT document_id FROM slot WHERE ballot_id = other.ballot_id)
 LIMIT 1;

-- name: ballot_next_id
SELECT coalesce(max(ballot_id), 0) + 1 FROM ballot;

-- name: ballot_add
INSERT INTO ballot (ballot_id, uuid, question_id, annotator_id, dealt_at, lease_until)
VALUES ($1, $2, $3, $4, $5, $6);

-- name: slot_add
INSERT INTO slot (ballot_id, position, document_id) VALUES ($1, $2, $3);

-- name: ballot_lease
UPDATE ballot SET lease_until = $2, skipped_at = NULL, skip_reason = NULL WHERE ballot_id = $1;

-- name: ballot_withdraw_skip
UPDATE ballot SET lease_until = $2, withdrawn_skip = skip_reason, skipped_at = NULL, skip_reason = NULL
 WHERE ballot_id = $1;

-- name: ballot_end_lease
UPDATE ballot SET lease_until = $3 WHERE ballot_id = $1 AND annotator_id = $2 AND lease_until > $3;

-- name: ballot_close
UPDATE ballot SET lease_until = NULL, skip_note = NULL, withdrawn_skip = NULL WHERE ballot_id = $1;

-- name: ballot_end_leases
UPDATE ballot SET lease_until = $2 WHERE annotator_id = $1 AND lease_until IS NOT NULL AND lease_until > $2;

-- name: ballot_show
SELECT ballot.uuid, ballot.question_id, question.qid, question.text, ballot.skip_note,
       coalesce(ballot.withdrawn_skip, '')
  FROM ballot JOIN question ON question.question_id = ballot.question_id
 WHERE ballot.ballot_id = $1;

-- name: slot_show
SELECT slot.position, document.docid, document.title, document.text, candidate.prior, candidate.source
  FROM slot JOIN document ON document.document_id = slot.document_id
            JOIN ballot ON ballot.ballot_id = slot.ballot_id
            JOIN candidate ON candidate.question_id = ballot.question_id
                          AND candidate.document_id = slot.document_id
 WHERE slot.ballot_id = $1 ORDER BY slot.position;

-- Answers -------------------------------------------------------------------

-- name: ballot_is_open
SELECT 1 FROM ballot WHERE ballot_id = $1 AND annotator_id = $2 AND lease_until IS NOT NULL;

-- name: vote_add
INSERT INTO vote (ballot_id, annotator_id, position, cast_at, elapsed_ms, note)
VALUES ($1, $2, $3, $4, $5, $6);

-- name: vote_withdraw
UPDATE vote SET withdrawn_at = $2 WHERE vote_id = $1;

-- name: ballot_skip
UPDATE ballot SET skipped_at = $2, skip_reason = $3, skip_note = $4, withdrawn_skip = NULL, lease_until = NULL
 WHERE ballot_id = $1;

-- name: vote_last
SELECT vote_id, ballot_id, cast_at FROM vote
 WHERE annotator_id = $1 AND withdrawn_at IS NULL ORDER BY vote_id DESC LIMIT 1;

-- name: skip_last
SELECT ballot_id, skipped_at FROM ballot
 WHERE annotator_id = $1 AND skipped_at IS NOT NULL ORDER BY skipped_at DESC, ballot_id DESC LIMIT 1;

-- name: vote_last_withdrawn
SELECT position, elapsed_ms, note FROM vote
 WHERE ballot_id = $1 AND withdrawn_at IS NOT NULL ORDER BY vote_id DESC LIMIT 1;

-- The votes on a question, a row for each slot.
-- name: vote_list
SELECT vote.vote_id, annotator.name, vote.cast_at, vote.elapsed_ms, vote.position, vote.note, document.docid
  FROM ballot JOIN vote ON vote.ballot_id = ballot.ballot_id AND vote.withdrawn_at IS NULL
              JOIN annotator ON annotator.annotator_id = vote.annotator_id
              JOIN slot ON slot.ballot_id = ballot.ballot_id
              JOIN document ON document.document_id = slot.document_id
 WHERE ballot.question_id = $1
 ORDER BY vote.vote_id, slot.position;

-- The slots of the votes on question $1 that stand, up to vote $2.
-- name: vote_slot_list
SELECT vote.vote_id, document.docid, vote.position IS slot.position
  FROM ballot CROSS JOIN vote ON vote.ballot_id = ballot.ballot_id AND vote.withdrawn_at IS NULL
              CROSS JOIN slot ON slot.ballot_id = ballot.ballot_id
              CROSS JOIN document ON document.document_id = slot.document_id
 WHERE ballot.question_id = $1 AND vote.vote_id <= $2
 ORDER BY vote.vote_id, slot.position;

-- name: vote_after
SELECT vote_id FROM vote WHERE vote_id > $1 AND withdrawn_at IS NULL ORDER BY vote_id LIMIT 1 OFFSET $2;

-- Sums ----------------------------------------------------------------------

-- name: progress_get
SELECT ballots_done, ballots_left FROM progress WHERE progress_id = 1;

-- Check ---------------------------------------------------------------------
-- Each gives a row, what is wrong in words, for whatever does not hold.

-- name: check_candidates
WITH recomputed AS (
    SELECT ballot.question_id, slot.document_id, count(*) AS impressions,
           sum(vote.position IS slot.position) AS wins
      FROM vote JOIN ballot ON ballot.ballot_id = vote.ballot_id
                JOIN slot ON slot.ballot_id = vote.ballot_id
     WHERE vote.withdrawn_at IS NULL
     GROUP BY ballot.question_id, slot.document_id)
SELECT 'question ' || question.qid || ', document ' || document.docid || ': '
       || candidate.wins || ' wins of ' || candidate.impressions || ' impressions are kept, the votes say '
       || coalesce(recomputed.wins, 0) || ' of ' || coalesce(recomputed.impressions, 0)
  FROM candidate
  JOIN question ON question.question_id = candidate.question_id
  JOIN document ON document.document_id = candidate.document_id
  LEFT JOIN recomputed ON recomputed.question_id = candidate.question_id
                      AND recomputed.document_id = candidate.document_id
 WHERE candidate.impressions <> coalesce(recomputed.impressions, 0)
    OR candidate.wins <> coalesce(recomputed.wins, 0);

-- name: check_slots
SELECT 'ballot ' || ballot.uuid || ': document ' || document.docid || ' is not in the pool of question '
       || question.qid
  FROM slot JOIN ballot ON ballot.ballot_id = slot.ballot_id
            JOIN document ON document.document_id = slot.document_id
            JOIN question ON question.question_id = ballot.question_id
 WHERE NOT EXISTS (SELECT 1 FROM candidate WHERE candidate.question_id = ballot.question_id
                                             AND candidate.document_id = slot.document_id);

-- name: check_ballots
SELECT 'ballot ' || ballot.uuid || ': it has a vote and is still open or skipped'
  FROM ballot JOIN vote ON vote.ballot_id = ballot.ballot_id AND vote.withdrawn_at IS NULL
 WHERE ballot.lease_until IS NOT NULL OR ballot.skipped_at IS NOT NULL;

-- name: check_questions
WITH votes AS (
    SELECT ballot.question_id, count(*) AS ballots_done, sum(vote.position IS NULL) AS none_votes
      FROM vote JOIN ballot ON ballot.ballot_id = vote.ballot_id
     WHERE vote.withdrawn_at IS NULL
     GROUP BY ballot.question_id),
recomputed AS (
    SELECT question.question_id, coalesce(votes.ballots_done, 0) AS ballots_done,
           coalesce(votes.none_votes, 0) AS none_votes,
           (SELECT coalesce(max((sum(max(0, question.target - impressions)) + question.slots - 1) / question.slots,
                                max(max(0, question.target - impressions))), 0)
              FROM candidate WHERE candidate.question_id = question.question_id) AS ballots_left
      FROM question LEFT JOIN votes ON votes.question_id = question.question_id)
SELECT 'question ' || question.qid || ': ' || question.ballots_done || ' ballots done, '
       || question.none_votes || ' of them none, and ' || question.ballots_left || ' left are kept, the votes say '
       || recomputed.ballots_done || ', ' || recomputed.none_votes || ' and ' || recomputed.ballots_left
  FROM question JOIN recomputed ON recomputed.question_id = question.question_id
 WHERE question.ballots_done <> recomputed.ballots_done OR question.ballots_left <> recomputed.ballots_left
    OR question.none_votes <> recomputed.none_votes;

-- name: check_pools
SELECT 'question ' || question.qid || ': ' || question.candidates || ' candidates are kept, its pool has '
       || count(candidate.document_id)
  FROM question LEFT JOIN candidate ON candidate.question_id = question.question_id
 GROUP BY question.question_id
HAVING question.candidates <> count(candidate.document_id);

-- name: check_progress
SELECT 'progress: ' || progress.ballots_done || ' ballots done and ' || progress.ballots_left
       || ' left are kept, the questions say ' || sums.done || ' and ' || sums.remaining
  FROM progress,
       (SELECT coalesce(sum(ballots_done), 0) AS done, coalesce(sum(ballots_left), 0) AS remaining FROM question) AS sums
 WHERE progress.ballots_done <> sums.done OR progress.ballots_left <> sums.remaining;

-- name: check_integrity
PRAGMA integrity_check;

-- name: check_foreign_keys
SELECT 'table ' || "table" || ', row ' || coalesce(rowid, '?') || ': it refers to a missing row of ' || parent
  FROM pragma_foreign_key_check;
