-- What brings a database of the version before to each version: tables alone, since
-- triggers.sql is run after the last step. A step must not change a column that a
-- trigger watches; the old triggers are still there.

-- version: 2
-- Sums for the list of questions; notes on skips, and what an undone skip was.
ALTER TABLE question ADD COLUMN none_votes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE question ADD COLUMN candidates INTEGER NOT NULL DEFAULT 0;
UPDATE question SET none_votes = sums.none_votes
  FROM (SELECT ballot.question_id, count(*) AS none_votes
          FROM vote JOIN ballot ON ballot.ballot_id = vote.ballot_id
         WHERE vote.position IS NULL AND vote.withdrawn_at IS NULL
         GROUP BY ballot.question_id) AS sums
 WHERE sums.question_id = question.question_id;
UPDATE question SET candidates = sums.candidates
  FROM (SELECT question_id, count(*) AS candidates FROM candidate GROUP BY question_id) AS sums
 WHERE sums.question_id = question.question_id;
ALTER TABLE ballot ADD COLUMN skip_note TEXT;
ALTER TABLE ballot ADD COLUMN withdrawn_skip TEXT CHECK (withdrawn_skip IN ('later', 'cannot tell'));
