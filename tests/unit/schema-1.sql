-- The database of assay, version 1, as it was: what test_migration.c brings up to date.
--
-- The votes are the truth: rows of `vote` are added and withdrawn, never changed
-- or deleted. All other sums below are kept from them by triggers, in the same
-- transaction; `assay check` computes them again and compares.
-- Times are milliseconds since 1970-01-01 UTC.

CREATE TABLE setting (
    key   TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE document (
    document_id INTEGER PRIMARY KEY,
    docid       TEXT NOT NULL UNIQUE, -- byte for byte as given
    title       TEXT NOT NULL,        -- '' when it has none
    text        TEXT NOT NULL,
    fields      TEXT                  -- the other fields of its line, as a JSON object
) STRICT;

-- Questions are never deleted, so question_id is also the place in the order of
-- import: 1, 2, 3 ...
CREATE TABLE question (
    question_id  INTEGER PRIMARY KEY,
    qid          TEXT NOT NULL UNIQUE,
    text         TEXT NOT NULL,
    fields       TEXT,
    target       INTEGER NOT NULL DEFAULT 0, -- impressions that each candidate needs; 0 without candidates
    slots        INTEGER NOT NULL DEFAULT 1, -- slots on each of its ballots
    ballots_done INTEGER NOT NULL DEFAULT 0, -- votes that stand
    ballots_left INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX question_with_work ON question(ballots_done, question_id) WHERE ballots_left > 0;

-- One pair open to judgment. prior and source: the score and the run that put it in the pool first.
CREATE TABLE candidate (
    question_id INTEGER NOT NULL REFERENCES question,
    document_id INTEGER NOT NULL REFERENCES document,
    prior       REAL NOT NULL,
    source      TEXT NOT NULL,
    impressions INTEGER NOT NULL DEFAULT 0,
    wins        INTEGER NOT NULL DEFAULT 0 CHECK (wins BETWEEN 0 AND impressions),
    PRIMARY KEY (question_id, document_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX candidate_by_document ON candidate(document_id);

CREATE TABLE annotator (
    annotator_id INTEGER PRIMARY KEY,
    name         TEXT NOT NULL UNIQUE
) STRICT;

-- lease_until: NULL once the ballot is answered, skipped or given up; otherwise it
-- is open, and until that moment its work is nobody else's.
CREATE TABLE ballot (
    ballot_id    INTEGER PRIMARY KEY,
    uuid         TEXT NOT NULL UNIQUE,
    question_id  INTEGER NOT NULL REFERENCES question,
    annotator_id INTEGER NOT NULL REFERENCES annotator,
    dealt_at     INTEGER NOT NULL,
    lease_until  INTEGER,
    skipped_at   INTEGER,
    skip_reason  TEXT CHECK (skip_reason IN ('later', 'cannot tell')),
    CHECK ((skipped_at IS NULL) = (skip_reason IS NULL))
) STRICT;

CREATE INDEX ballot_by_question ON ballot(question_id, annotator_id);
CREATE INDEX ballot_by_annotator ON ballot(annotator_id, ballot_id);
CREATE INDEX ballot_open ON ballot(annotator_id, ballot_id) WHERE lease_until IS NOT NULL;
CREATE INDEX ballot_leased ON ballot(question_id, lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX ballot_skipped ON ballot(annotator_id, skipped_at, ballot_id) WHERE skipped_at IS NOT NULL;

CREATE TABLE slot (
    ballot_id   INTEGER NOT NULL REFERENCES ballot,
    position    INTEGER NOT NULL CHECK (position BETWEEN 1 AND 3),
    document_id INTEGER NOT NULL REFERENCES document,
    PRIMARY KEY (ballot_id, position),
    UNIQUE (ballot_id, document_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE vote (
    vote_id      INTEGER PRIMARY KEY,
    ballot_id    INTEGER NOT NULL REFERENCES ballot,
    annotator_id INTEGER NOT NULL REFERENCES annotator,
    position     INTEGER, -- NULL: none of them
    cast_at      INTEGER NOT NULL,
    elapsed_ms   INTEGER NOT NULL CHECK (elapsed_ms >= 0),
    note         TEXT,
    withdrawn_at INTEGER,
    FOREIGN KEY (ballot_id, position) REFERENCES slot(ballot_id, position)
) STRICT;

CREATE UNIQUE INDEX vote_standing ON vote(ballot_id) WHERE withdrawn_at IS NULL;
CREATE INDEX vote_of_annotator ON vote(annotator_id, vote_id) WHERE withdrawn_at IS NULL;
CREATE INDEX vote_withdrawn ON vote(ballot_id, vote_id) WHERE withdrawn_at IS NOT NULL;

-- One row: the sums over all questions.
CREATE TABLE progress (
    progress_id  INTEGER PRIMARY KEY CHECK (progress_id = 1),
    ballots_done INTEGER NOT NULL,
    ballots_left INTEGER NOT NULL
) STRICT;

INSERT INTO progress (progress_id, ballots_done, ballots_left) VALUES (1, 0, 0);

CREATE TRIGGER vote_is_cast AFTER INSERT ON vote
BEGIN
    UPDATE candidate
       SET impressions = impressions + 1,
           wins = wins + (document_id IS (SELECT slot.document_id FROM slot
                                           WHERE slot.ballot_id = NEW.ballot_id AND slot.position = NEW.position))
     WHERE question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id)
       AND document_id IN (SELECT document_id FROM slot WHERE ballot_id = NEW.ballot_id);
    UPDATE question SET ballots_done = ballots_done + 1
     WHERE question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id);
END;

CREATE TRIGGER vote_is_withdrawn AFTER UPDATE OF withdrawn_at ON vote
WHEN OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
BEGIN
    UPDATE candidate
       SET impressions = impressions - 1,
           wins = wins - (document_id IS (SELECT slot.document_id FROM slot
                                           WHERE slot.ballot_id = NEW.ballot_id AND slot.position = NEW.position))
     WHERE question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id)
       AND document_id IN (SELECT document_id FROM slot WHERE ballot_id = NEW.ballot_id);
    UPDATE question SET ballots_done = ballots_done - 1
     WHERE question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id);
END;

CREATE TRIGGER vote_is_never_deleted BEFORE DELETE ON vote
BEGIN
    SELECT RAISE(ABORT, 'a vote is withdrawn, never deleted');
END;

CREATE TRIGGER vote_is_never_changed BEFORE UPDATE ON vote
WHEN OLD.withdrawn_at IS NOT NULL
  OR NEW.vote_id IS NOT OLD.vote_id OR NEW.ballot_id IS NOT OLD.ballot_id
  OR NEW.annotator_id IS NOT OLD.annotator_id OR NEW.position IS NOT OLD.position
  OR NEW.cast_at IS NOT OLD.cast_at OR NEW.elapsed_ms IS NOT OLD.elapsed_ms OR NEW.note IS NOT OLD.note
BEGIN
    SELECT RAISE(ABORT, 'a vote is withdrawn, never changed');
END;

-- What is left of a question follows from its candidates: each ballot gives one
-- impression to each of its slots, and to a candidate at most one.
CREATE TRIGGER question_work_changes AFTER UPDATE OF ballots_done, target, slots ON question
BEGIN
    UPDATE question
       SET ballots_left = (SELECT coalesce(max((sum(max(0, NEW.target - impressions)) + NEW.slots - 1) / NEW.slots,
                                               max(max(0, NEW.target - impressions))), 0)
                             FROM candidate WHERE candidate.question_id = NEW.question_id)
     WHERE question_id = NEW.question_id;
    UPDATE progress
       SET ballots_done = ballots_done + NEW.ballots_done - OLD.ballots_done,
           ballots_left = ballots_left - OLD.ballots_left
                        + (SELECT ballots_left FROM question WHERE question_id = NEW.question_id);
END;
