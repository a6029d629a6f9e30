-- What brings a database of the version before to each version: tables alone, since
-- triggers.sql is run after the last step. A step must not change a column that a
-- trigger watches; the old triggers are still there. Foreign keys are not looked at
-- meanwhile: a table can be made anew under the same name.

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

-- version: 3
-- Votes and skips become answers: the votes in their order, the skips after the vote that their annotator had cast
-- last by then, in the same millisecond by the order of dealing. Of a skip that was taken back, or whose ballot came
-- back, nobody wrote down when: it stands behind all others, at the time of dealing. A uuid (RFC 9562, version 8) is
-- made of the ballot's, the answer's number among those to that ballot, and its time: copies of one database get the
-- same. The triggers go first: all sums stay what they are.
DROP TRIGGER IF EXISTS vote_is_cast;
DROP TRIGGER IF EXISTS vote_is_withdrawn;
DROP TRIGGER IF EXISTS vote_is_never_deleted;
DROP TRIGGER IF EXISTS vote_is_never_changed;
DROP TRIGGER IF EXISTS question_work_changes;
CREATE TABLE answer (
    answer_id    INTEGER PRIMARY KEY,
    uuid         TEXT NOT NULL UNIQUE,
    ballot_id    INTEGER NOT NULL REFERENCES ballot,
    annotator_id INTEGER NOT NULL REFERENCES annotator,
    position     INTEGER,
    skip         TEXT CHECK (skip IN ('later', 'cannot tell')),
    given_at     INTEGER NOT NULL,
    elapsed_ms   INTEGER CHECK (elapsed_ms >= 0),
    note         TEXT,
    withdrawn_at INTEGER,
    withdrawn_by TEXT CHECK (withdrawn_by IN ('undo', 'return')),
    FOREIGN KEY (ballot_id, position) REFERENCES slot(ballot_id, position),
    CHECK (skip IS NULL OR position IS NULL),
    CHECK (skip IS NOT NULL OR elapsed_ms IS NOT NULL),
    CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL))
) STRICT;
INSERT INTO answer (answer_id, uuid, ballot_id, annotator_id, position, skip, given_at, elapsed_ms, note,
                    withdrawn_at, withdrawn_by)
WITH given AS (
    SELECT vote_id, ballot_id, annotator_id, position, NULL AS skip, cast_at AS given_at, elapsed_ms, note,
           withdrawn_at, iif(withdrawn_at IS NULL, NULL, 'undo') AS withdrawn_by
      FROM vote
     UNION ALL
    SELECT NULL, ballot_id, annotator_id, NULL, skip_reason, skipped_at, NULL, skip_note, NULL, NULL
      FROM ballot WHERE skipped_at IS NOT NULL
     UNION ALL
    SELECT NULL, ballot_id, annotator_id, NULL, coalesce(withdrawn_skip, 'later'), dealt_at, NULL, skip_note,
           dealt_at, iif(withdrawn_skip IS NULL, 'return', 'undo')
      FROM ballot WHERE skipped_at IS NULL AND (withdrawn_skip IS NOT NULL OR skip_note IS NOT NULL)),
placed AS (
    SELECT given.*, vote_id IS NULL AND withdrawn_at IS NOT NULL AS is_last,
           coalesce(vote_id, max(vote_id) OVER (PARTITION BY annotator_id
                                                ORDER BY given_at, ballot_id, vote_id IS NULL
                                                ROWS UNBOUNDED PRECEDING), 0) AS after_vote
      FROM given),
numbered AS (
    SELECT placed.*,
           row_number() OVER (ORDER BY is_last, after_vote, vote_id IS NULL, given_at, ballot_id) AS answer_id
      FROM placed),
counted AS (
    SELECT numbered.*, row_number() OVER (PARTITION BY ballot_id ORDER BY answer_id) AS nth FROM numbered)
SELECT counted.answer_id,
       substr(ballot.uuid, 1, 14) || '8' || substr(ballot.uuid, 16, 5)
           || printf('%03x-%012x', counted.nth, counted.given_at),
       counted.ballot_id, counted.annotator_id, counted.position, counted.skip, counted.given_at,
       counted.elapsed_ms, counted.note, counted.withdrawn_at, counted.withdrawn_by
  FROM counted JOIN ballot ON ballot.ballot_id = counted.ballot_id
 ORDER BY counted.answer_id;
DROP TABLE vote;
CREATE TABLE ballot_of_version_3 (
    ballot_id    INTEGER PRIMARY KEY,
    uuid         TEXT NOT NULL UNIQUE,
    question_id  INTEGER NOT NULL REFERENCES question,
    deal         INTEGER NOT NULL,
    annotator_id INTEGER NOT NULL REFERENCES annotator,
    dealt_at     INTEGER NOT NULL,
    lease_until  INTEGER,
    UNIQUE (question_id, deal)
) STRICT;
INSERT INTO ballot_of_version_3 (ballot_id, uuid, question_id, deal, annotator_id, dealt_at, lease_until)
SELECT ballot_id, uuid, question_id, row_number() OVER (PARTITION BY question_id ORDER BY ballot_id),
       annotator_id, dealt_at, lease_until
  FROM ballot ORDER BY ballot_id;
DROP TABLE ballot;
ALTER TABLE ballot_of_version_3 RENAME TO ballot;
CREATE INDEX ballot_by_question ON ballot(question_id, annotator_id);
CREATE INDEX ballot_by_annotator ON ballot(annotator_id, ballot_id);
CREATE INDEX ballot_open ON ballot(annotator_id, ballot_id) WHERE lease_until IS NOT NULL;
CREATE INDEX ballot_leased ON ballot(question_id, lease_until) WHERE lease_until IS NOT NULL;
CREATE UNIQUE INDEX answer_standing ON answer(ballot_id) WHERE withdrawn_at IS NULL;
CREATE INDEX answer_of_annotator ON answer(annotator_id, answer_id) WHERE withdrawn_at IS NULL;
CREATE INDEX answer_skipped ON answer(annotator_id, skip, answer_id) WHERE skip IS NOT NULL AND withdrawn_at IS NULL;
CREATE INDEX answer_withdrawn ON answer(ballot_id, answer_id) WHERE withdrawn_at IS NOT NULL;
ALTER TABLE progress ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE question ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
UPDATE progress SET changes = (SELECT coalesce(max(answer_id), 0) FROM answer);
UPDATE question SET changed = newest.answer_id
  FROM (SELECT ballot.question_id, max(answer.answer_id) AS answer_id
          FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
         GROUP BY ballot.question_id) AS newest
 WHERE newest.question_id = question.question_id;
CREATE INDEX question_changed ON question(changed);

-- version: 4
-- The sources of candidates. Of one that was there, its only source is known, and its rank among what that source brought.
CREATE TABLE candidate_source (
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    source      TEXT NOT NULL,
    rank        INTEGER NOT NULL CHECK (rank > 0),
    score       REAL NOT NULL,
    PRIMARY KEY (question_id, document_id, source),
    FOREIGN KEY (question_id, document_id) REFERENCES candidate ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO candidate_source (question_id, document_id, source, rank, score)
SELECT candidate.question_id, candidate.document_id, candidate.source,
       row_number() OVER (PARTITION BY candidate.question_id, candidate.source
                          ORDER BY candidate.prior DESC, document.docid DESC),
       candidate.prior
  FROM candidate JOIN document ON document.document_id = candidate.document_id;
UPDATE candidate SET prior = round(1.0 / (60 + candidate_source.rank), 15)
  FROM candidate_source
 WHERE candidate_source.question_id = candidate.question_id
   AND candidate_source.document_id = candidate.document_id;
ALTER TABLE candidate DROP COLUMN source;
-- Search.
CREATE TABLE search_index (
    index_id      INTEGER PRIMARY KEY CHECK (index_id = 1),
    tokenizer     TEXT NOT NULL,
    last_document INTEGER NOT NULL,
    is_stale      INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE search_field (
    place INTEGER PRIMARY KEY CHECK (place BETWEEN 1 AND 8),
    name  TEXT NOT NULL UNIQUE
) STRICT;
CREATE VIEW search_document AS
SELECT document_id, title, text,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 1 AND field.key = search_field.name) AS field_1,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 2 AND field.key = search_field.name) AS field_2,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 3 AND field.key = search_field.name) AS field_3,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 4 AND field.key = search_field.name) AS field_4,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 5 AND field.key = search_field.name) AS field_5,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 6 AND field.key = search_field.name) AS field_6,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 7 AND field.key = search_field.name) AS field_7,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 8 AND field.key = search_field.name) AS field_8
  FROM document;

-- What each vote wrote and nobody needed goes: the uuids of ballots, indexes, and the number of the last change of each
-- question. The triggers go first, since they name the columns.
DROP TRIGGER IF EXISTS answer_is_given;
DROP TRIGGER IF EXISTS answer_is_withdrawn;
DROP TRIGGER IF EXISTS answer_is_never_deleted;
DROP TRIGGER IF EXISTS answer_is_never_changed;
DROP TRIGGER IF EXISTS question_sums_change;
DROP INDEX question_changed;
ALTER TABLE question DROP COLUMN changed;
ALTER TABLE progress DROP COLUMN changes;
CREATE TABLE ballot_of_version_4 (
    ballot_id    INTEGER PRIMARY KEY,
    question_id  INTEGER NOT NULL REFERENCES question,
    deal         INTEGER NOT NULL,
    annotator_id INTEGER NOT NULL REFERENCES annotator,
    dealt_at     INTEGER NOT NULL,
    lease_until  INTEGER
) STRICT;
INSERT INTO ballot_of_version_4 (ballot_id, question_id, deal, annotator_id, dealt_at, lease_until)
SELECT ballot_id, question_id, deal, annotator_id, dealt_at, lease_until FROM ballot ORDER BY ballot_id;
DROP TABLE ballot;
ALTER TABLE ballot_of_version_4 RENAME TO ballot;
CREATE UNIQUE INDEX ballot_by_question ON ballot(question_id, deal);
CREATE INDEX ballot_open ON ballot(annotator_id, ballot_id) WHERE lease_until IS NOT NULL;
CREATE INDEX ballot_leased ON ballot(question_id, lease_until) WHERE lease_until IS NOT NULL;
CREATE TABLE slot_of_version_4 (
    ballot_id   INTEGER NOT NULL REFERENCES ballot,
    position    INTEGER NOT NULL CHECK (position BETWEEN 1 AND 3),
    document_id INTEGER NOT NULL REFERENCES document,
    PRIMARY KEY (ballot_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO slot_of_version_4 (ballot_id, position, document_id)
SELECT ballot_id, position, document_id FROM slot ORDER BY ballot_id, position;
DROP TABLE slot;
ALTER TABLE slot_of_version_4 RENAME TO slot;
CREATE TABLE withdrawal (
    withdrawal_id INTEGER PRIMARY KEY,
    answer_id     INTEGER NOT NULL REFERENCES answer
) STRICT;

-- Imports and judgments. What was there before belongs to no import that could be taken back.
CREATE TABLE import (
    import_id     INTEGER PRIMARY KEY,
    imported_at   INTEGER NOT NULL,
    what          TEXT NOT NULL,
    last_document INTEGER NOT NULL,
    last_question INTEGER NOT NULL,
    last_answer   INTEGER NOT NULL,
    votes         INTEGER NOT NULL DEFAULT 0
) STRICT;
ALTER TABLE candidate_source ADD COLUMN import_id INTEGER;
CREATE TABLE judgment_source (
    source_id INTEGER PRIMARY KEY,
    name      TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE judgment (
    source_id   INTEGER NOT NULL REFERENCES judgment_source ON DELETE CASCADE,
    question_id INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
    document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    grade       REAL NOT NULL,
    import_id   INTEGER NOT NULL REFERENCES import,
    PRIMARY KEY (source_id, question_id, document_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX judgment_by_question ON judgment(question_id);
CREATE INDEX judgment_by_document ON judgment(document_id);
CREATE TABLE replaced_document (
    import_id   INTEGER NOT NULL REFERENCES import ON DELETE CASCADE,
    document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    title       TEXT NOT NULL,
    text        TEXT NOT NULL,
    fields      TEXT,
    PRIMARY KEY (document_id, import_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE replaced_question (
    import_id   INTEGER NOT NULL REFERENCES import ON DELETE CASCADE,
    question_id INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
    text        TEXT NOT NULL,
    fields      TEXT,
    PRIMARY KEY (question_id, import_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE replaced_judgment (
    import_id   INTEGER NOT NULL REFERENCES import ON DELETE CASCADE,
    source_id   INTEGER NOT NULL,
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    grade       REAL NOT NULL,
    PRIMARY KEY (source_id, question_id, document_id, import_id),
    FOREIGN KEY (source_id, question_id, document_id) REFERENCES judgment ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE doomed (
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    PRIMARY KEY (question_id, document_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE question_gap (
    question_id INTEGER PRIMARY KEY
) STRICT;

-- Documents that are not in the collection any more.
ALTER TABLE import ADD COLUMN is_carry INTEGER NOT NULL DEFAULT 0;
CREATE TABLE gone_document (
    document_id INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE
) STRICT;

-- version: 5
-- Ranks that an import replaced are kept.
CREATE TABLE replaced_source (
    import_id   INTEGER NOT NULL REFERENCES import ON DELETE CASCADE,
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    source      TEXT NOT NULL,
    rank        INTEGER NOT NULL,
    score       REAL NOT NULL,
    PRIMARY KEY (question_id, document_id, source, import_id),
    FOREIGN KEY (question_id, document_id, source) REFERENCES candidate_source ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
-- Models that vote beside the annotators.
CREATE TABLE model (
    model_id INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE model_vote (
    model_id    INTEGER NOT NULL REFERENCES model ON DELETE CASCADE,
    question_id INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
    deal        INTEGER NOT NULL,
    document_1  INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    document_2  INTEGER REFERENCES document ON DELETE CASCADE,
    document_3  INTEGER REFERENCES document ON DELETE CASCADE,
    position    INTEGER,
    repeats     INTEGER,
    given_at    INTEGER NOT NULL,
    elapsed_ms  INTEGER NOT NULL CHECK (elapsed_ms >= 0),
    note        TEXT,
    PRIMARY KEY (model_id, question_id, deal),
    CHECK (document_2 IS NOT NULL OR document_3 IS NULL),
    CHECK (position BETWEEN 0 AND 1 + (document_2 IS NOT NULL) + (document_3 IS NOT NULL)),
    CHECK (repeats < deal)
) STRICT, WITHOUT ROWID;
CREATE INDEX model_vote_by_question ON model_vote(question_id);
CREATE INDEX model_vote_by_document_1 ON model_vote(document_1);
CREATE INDEX model_vote_by_document_2 ON model_vote(document_2) WHERE document_2 IS NOT NULL;
CREATE INDEX model_vote_by_document_3 ON model_vote(document_3) WHERE document_3 IS NOT NULL;

-- version: 6
-- Questions have a place in the order of dealing: the one they had, since what was labelled so far was dealt in it.
DROP INDEX question_with_work;
ALTER TABLE question ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
UPDATE question SET place = placed.place
  FROM (SELECT question_id, row_number() OVER (ORDER BY question_id) AS place FROM question WHERE candidates > 0) AS placed
 WHERE placed.question_id = question.question_id;
CREATE INDEX question_with_work ON question(ballots_done, place) WHERE ballots_left > 0;
INSERT INTO setting (key, value) SELECT 'order', 'import' WHERE EXISTS (SELECT 1 FROM question);
-- Notes that are typed and not given with an answer yet.
CREATE TABLE note_draft (
    ballot_id INTEGER PRIMARY KEY REFERENCES ballot ON DELETE CASCADE,
    note      TEXT NOT NULL
) STRICT;
-- Ballots that are asked to learn about the annotator.
ALTER TABLE ballot ADD COLUMN control TEXT CHECK (control IN ('repeat', 'gold'));
ALTER TABLE answer ADD COLUMN control TEXT CHECK (control IN ('repeat', 'gold'));

-- version: 7
-- What of the chosen document decided.
ALTER TABLE answer ADD COLUMN evidence TEXT CHECK (evidence IS NULL OR position IS NOT NULL);
ALTER TABLE answer ADD COLUMN evidence_start INTEGER CHECK ((evidence_start IS NULL) = (evidence IS NULL) AND coalesce(evidence_start, 0) >= 0);
-- Why a vote was given.
CREATE TABLE reason (
    reason_id INTEGER PRIMARY KEY,
    answer_id INTEGER NOT NULL REFERENCES answer,
    reason    TEXT NOT NULL
) STRICT;
CREATE INDEX reason_of_answer ON reason(answer_id, reason_id);

-- version: 8
-- Documents of the same words, and candidates that one of those stands for.
CREATE TABLE twin (
    document_id INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE,
    twins       INTEGER NOT NULL
) STRICT;
CREATE INDEX twin_by_twins ON twin(twins);
CREATE TABLE merged_candidate (
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    into_id     INTEGER NOT NULL,
    PRIMARY KEY (question_id, document_id),
    FOREIGN KEY (question_id, document_id) REFERENCES candidate ON DELETE CASCADE,
    FOREIGN KEY (question_id, into_id) REFERENCES candidate(question_id, document_id) ON DELETE CASCADE,
    CHECK (into_id <> document_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX merged_candidate_by_document ON merged_candidate(document_id);
CREATE INDEX merged_candidate_into ON merged_candidate(into_id, question_id);
CREATE VIEW pooled_candidate AS
SELECT question_id, document_id, prior, impressions, wins
  FROM candidate
 WHERE document_id NOT IN (SELECT document_id FROM gone_document)
   AND (NOT EXISTS (SELECT 1 FROM merged_candidate)
        OR NOT EXISTS (SELECT 1 FROM merged_candidate AS merged
                        WHERE merged.question_id = candidate.question_id AND merged.document_id = candidate.document_id));

-- version: 9
-- Evidence that is marked and not given with an answer yet.
CREATE TABLE evidence_draft (
    ballot_id      INTEGER PRIMARY KEY REFERENCES ballot ON DELETE CASCADE,
    position       INTEGER CHECK (position BETWEEN 1 AND 3),
    evidence       TEXT CHECK ((evidence IS NULL) = (position IS NULL)),
    evidence_start INTEGER CHECK ((evidence_start IS NULL) = (evidence IS NULL) AND coalesce(evidence_start, 0) >= 0)
) STRICT;

-- Sums of whole 1e-15 now.
UPDATE candidate
   SET prior = CAST((SELECT sum((1000000000000000 + (60 + rank) / 2) / (60 + rank)) FROM candidate_source
                      WHERE candidate_source.question_id = candidate.question_id
                        AND candidate_source.document_id = candidate.document_id) AS DOUBLE PRECISION) / 1e15
 WHERE (question_id, document_id) IN (SELECT question_id, document_id FROM candidate_source);

-- version: 10
-- Of documents in HTML what they say is indexed. The next search makes the index anew.
DELETE FROM search_index;
ALTER TABLE search_index ADD COLUMN format TEXT NOT NULL DEFAULT 'auto';
CREATE TABLE search_text (
    document_id INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE,
    text        TEXT NOT NULL
) STRICT;
DROP VIEW search_document;
CREATE VIEW search_document AS
SELECT document_id, title,
       coalesce((SELECT said.text FROM search_text AS said WHERE said.document_id = document.document_id),
                document.text) AS text,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 1 AND field.key = search_field.name) AS field_1,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 2 AND field.key = search_field.name) AS field_2,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 3 AND field.key = search_field.name) AS field_3,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 4 AND field.key = search_field.name) AS field_4,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 5 AND field.key = search_field.name) AS field_5,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 6 AND field.key = search_field.name) AS field_6,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 7 AND field.key = search_field.name) AS field_7,
       (SELECT field.value FROM search_field CROSS JOIN json_each(document.fields) AS field
         WHERE search_field.place = 8 AND field.key = search_field.name) AS field_8
  FROM document;
