-- The tables of assay's database; triggers.sql has its triggers, views.sql its views, and steps.sql leads here from older versions.
--
-- The answers are the truth: rows of `answer` are added and withdrawn, never changed
-- or deleted. All sums below are kept from them in the same transaction, what is left
-- of a question by the stop rule (core/judge/stop_rule.h), the others by triggers;
-- `assay check` computes them again and compares.
-- Times are milliseconds since 1970-01-01 UTC.
--
-- A vote costs the pages that it writes: fourteen, half of them of indexes whose newest entries lie together.
-- Another index on ballot, slot or answer is another page of each vote. Therefore a ballot has no uuid, a trigger
-- says what a unique index could say of slots, and the uuid of an answer begins with its time.

PRAGMA application_id = 0x61736179; -- "asay", see sqlite.h

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

-- question_id is the order of import: 1, 2, 3 ... A question that was taken out leaves its number in question_gap.
CREATE TABLE question (
    question_id  INTEGER PRIMARY KEY,
    qid          TEXT NOT NULL UNIQUE,
    text         TEXT NOT NULL,
    fields       TEXT,
    target       INTEGER NOT NULL DEFAULT 0, -- impressions that each candidate needs; 0 without candidates
    slots        INTEGER NOT NULL DEFAULT 1, -- slots on each of its ballots
    ballots_done INTEGER NOT NULL DEFAULT 0, -- votes that stand
    ballots_left INTEGER NOT NULL DEFAULT 0,
    none_votes   INTEGER NOT NULL DEFAULT 0, -- those of ballots_done that chose none
    candidates   INTEGER NOT NULL DEFAULT 0, -- the size of its pool, as of the import that changed it last
    place        INTEGER NOT NULL DEFAULT 0  -- in the order of dealing, from 1; 0: no candidates, or not in the sample
) STRICT;

CREATE INDEX question_with_work ON question(ballots_done, place) WHERE ballots_left > 0;

-- One pair open to judgment. prior: what its sources say together, see candidate_source.
CREATE TABLE candidate (
    question_id INTEGER NOT NULL REFERENCES question,
    document_id INTEGER NOT NULL REFERENCES document,
    prior       REAL NOT NULL,
    PRIMARY KEY (question_id, document_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX candidate_by_document ON candidate(document_id);

CREATE TABLE annotator (
    annotator_id INTEGER PRIMARY KEY,
    name         TEXT NOT NULL UNIQUE
) STRICT;

-- lease_until: NULL once the ballot is answered or given up; otherwise it is open, and
-- until that moment its work is nobody else's.
CREATE TABLE ballot (
    ballot_id    INTEGER PRIMARY KEY,
    question_id  INTEGER NOT NULL REFERENCES question,
    deal         INTEGER NOT NULL, -- 1, 2, 3 ... in its question
    annotator_id INTEGER NOT NULL REFERENCES annotator,
    dealt_at     INTEGER NOT NULL,
    lease_until  INTEGER,
    control      TEXT CHECK (control IN ('repeat', 'gold', 'glance')) -- NULL: its vote counts; else its answer is none
) STRICT;

CREATE UNIQUE INDEX ballot_by_question ON ballot(question_id, deal);
CREATE INDEX ballot_open ON ballot(annotator_id, ballot_id) WHERE lease_until IS NOT NULL;
CREATE INDEX ballot_leased ON ballot(question_id, lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX ballot_glance ON ballot(ballot_id) WHERE control = 'glance';

CREATE TABLE slot (
    ballot_id   INTEGER NOT NULL REFERENCES ballot,
    position    INTEGER NOT NULL CHECK (position BETWEEN 1 AND 3),
    document_id INTEGER NOT NULL REFERENCES document,
    PRIMARY KEY (ballot_id, position)
) STRICT, WITHOUT ROWID;

-- What was said to a ballot: a vote, or a skip. In the order of answer_id, whatever the
-- clocks of those who answered said. One at most of a ballot stands.
CREATE TABLE answer (
    answer_id    INTEGER PRIMARY KEY,
    uuid         TEXT NOT NULL UNIQUE, -- begins with the time, so that its index grows at the end
    ballot_id    INTEGER NOT NULL REFERENCES ballot,
    annotator_id INTEGER NOT NULL REFERENCES annotator,
    position     INTEGER, -- of the slot that was chosen; NULL: none of them
    skip         TEXT CHECK (skip IN ('later', 'cannot tell')), -- NULL: a vote
    given_at     INTEGER NOT NULL,
    elapsed_ms   INTEGER CHECK (elapsed_ms >= 0), -- NULL: a skip of a database before version 3; 0: not known
    note         TEXT,
    withdrawn_at INTEGER,
    withdrawn_by TEXT CHECK (withdrawn_by IN ('undo', 'return')), -- return: a ballot skipped as later came back
    control      TEXT CHECK (control IN ('repeat', 'gold', 'glance')), -- as the ballot's; with one it is no vote
    -- What of the chosen document's text decided, as that was then, and how many of its bytes stand before it.
    evidence       TEXT CHECK (evidence IS NULL OR position IS NOT NULL),
    evidence_start INTEGER CHECK ((evidence_start IS NULL) = (evidence IS NULL) AND coalesce(evidence_start, 0) >= 0),
    FOREIGN KEY (ballot_id, position) REFERENCES slot(ballot_id, position),
    CHECK (skip IS NULL OR position IS NULL),
    CHECK (skip IS NOT NULL OR elapsed_ms IS NOT NULL),
    CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL))
) STRICT;

CREATE UNIQUE INDEX answer_standing ON answer(ballot_id) WHERE withdrawn_at IS NULL;
CREATE INDEX answer_of_annotator ON answer(annotator_id, answer_id) WHERE withdrawn_at IS NULL;
CREATE INDEX answer_skipped ON answer(annotator_id, skip, answer_id) WHERE skip IS NOT NULL AND withdrawn_at IS NULL;
CREATE INDEX answer_withdrawn ON answer(ballot_id, answer_id) WHERE withdrawn_at IS NOT NULL;
CREATE INDEX answer_glance ON answer(annotator_id) WHERE control = 'glance' AND skip IS NULL AND withdrawn_at IS NULL;

-- The answers that were taken back, in that order, for who looks what has changed. Of those that were before
-- version 4 nothing is noted.
CREATE TABLE withdrawal (
    withdrawal_id INTEGER PRIMARY KEY,
    answer_id     INTEGER NOT NULL REFERENCES answer
) STRICT;

-- What is said beside a vote that stands, after it. Rows are added, and the newest of a kind counts: in the place of an older
-- one, and of what the answer was given with. It goes with its answer when that is taken back.
CREATE TABLE addition (
    addition_id INTEGER PRIMARY KEY,
    answer_id   INTEGER NOT NULL REFERENCES answer,
    kind        TEXT NOT NULL CHECK (kind IN ('note', 'evidence', 'reason', 'second')),
    said        TEXT NOT NULL,           -- the note, the part of the chosen document's text that decided, the reason in a word
    -- Of evidence the bytes of the text before it; of a second choice the slot's position, -1: none of those left; else 0.
    number      INTEGER NOT NULL CHECK (number >= CASE kind WHEN 'second' THEN -1 ELSE 0 END)
) STRICT;

CREATE INDEX addition_to_answer ON addition(answer_id, kind, addition_id);

-- The note that is typed to an open ballot, until an answer takes it along: so that nothing that is typed is lost.
CREATE TABLE note_draft (
    ballot_id INTEGER PRIMARY KEY REFERENCES ballot ON DELETE CASCADE,
    note      TEXT NOT NULL
) STRICT;

-- The evidence that is marked for the next answer to an open ballot, until an answer takes it along or goes without it.
CREATE TABLE evidence_draft (
    ballot_id      INTEGER PRIMARY KEY REFERENCES ballot ON DELETE CASCADE,
    position       INTEGER CHECK (position BETWEEN 1 AND 3), -- of the slot; NULL: nothing is marked any more
    evidence       TEXT CHECK ((evidence IS NULL) = (position IS NULL)),
    evidence_start INTEGER CHECK ((evidence_start IS NULL) = (evidence IS NULL) AND coalesce(evidence_start, 0) >= 0)
) STRICT;

-- One row: the sums over all questions.
CREATE TABLE progress (
    progress_id  INTEGER PRIMARY KEY CHECK (progress_id = 1),
    ballots_done INTEGER NOT NULL,
    ballots_left INTEGER NOT NULL
) STRICT;

INSERT INTO progress (progress_id, ballots_done, ballots_left) VALUES (1, 0, 0);

-- The runs and searches that put a document into a pool, and its rank in each. Scores of different sources can't be
-- compared, ranks can: candidate.prior is the sum of 1 / (60 + rank), kept by triggers (reciprocal rank fusion; Cormack,
-- Clarke, Büttcher, SIGIR 2009). It is added up in whole 1e-15, so that the same ranks make the same prior everywhere.
CREATE TABLE candidate_source (
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    source      TEXT NOT NULL,    -- the name of the run
    rank        INTEGER NOT NULL CHECK (rank > 0),
    score       REAL NOT NULL,    -- as the source gave it
    import_id   INTEGER,          -- that brought it; NULL: of a database before version 4
    PRIMARY KEY (question_id, document_id, source),
    FOREIGN KEY (question_id, document_id) REFERENCES candidate ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The index of the documents' words is made by the first search: an FTS5 table, document_words. This row says what it
-- was made of; without it there is none. It is derived from `document`, and made anew when it is stale.
CREATE TABLE search_index (
    index_id      INTEGER PRIMARY KEY CHECK (index_id = 1),
    tokenizer     TEXT NOT NULL,
    last_document INTEGER NOT NULL,           -- all up to this one are in it
    is_stale      INTEGER NOT NULL DEFAULT 0, -- one of them was replaced or removed
    format        TEXT NOT NULL DEFAULT 'auto' -- what they were written in: the setting, as it was
) STRICT;

-- The fields of documents that are in the index beside title and text.
CREATE TABLE search_field (
    place INTEGER PRIMARY KEY CHECK (place BETWEEN 1 AND 8),
    name  TEXT NOT NULL UNIQUE
) STRICT;

-- What documents say that are written in HTML: it is indexed in the place of their text.
CREATE TABLE search_text (
    document_id INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE,
    text        TEXT NOT NULL
) STRICT;

-- Imports, one after the other: the last one can be taken back. What a table had before it tells which documents and
-- questions it brought; sources of candidates and judgments carry its number.
CREATE TABLE import (
    import_id     INTEGER PRIMARY KEY,
    imported_at   INTEGER NOT NULL,
    what          TEXT NOT NULL,              -- its files
    last_document INTEGER NOT NULL,           -- before it
    last_question INTEGER NOT NULL,           -- before it
    last_answer   INTEGER NOT NULL,           -- before it: later ones saw what it brought
    votes         INTEGER NOT NULL DEFAULT 0, -- answers that it brought
    is_carry      INTEGER NOT NULL DEFAULT 0, -- it also gave documents new ids, and can't be taken back
    is_continued  INTEGER NOT NULL DEFAULT 0  -- it continues the one before it, with which it is taken back
) STRICT;

-- Graded judgments of named sources (earlier qrels, a language model, a gold standard), beside the votes.
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

-- What an import replaced, as it was before.
CREATE TABLE replaced_document (
    import_id   INTEGER NOT NULL REFERENCES import ON DELETE CASCADE,
    document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    title       TEXT NOT NULL,
    text        TEXT NOT NULL,
    fields      TEXT,
    PRIMARY KEY (document_id, import_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX replaced_document_of ON replaced_document(import_id);

CREATE TABLE replaced_question (
    import_id   INTEGER NOT NULL REFERENCES import ON DELETE CASCADE,
    question_id INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
    text        TEXT NOT NULL,
    fields      TEXT,
    PRIMARY KEY (question_id, import_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX replaced_question_of ON replaced_question(import_id);

CREATE TABLE replaced_judgment (
    import_id   INTEGER NOT NULL REFERENCES import ON DELETE CASCADE,
    source_id   INTEGER NOT NULL,
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    grade       REAL NOT NULL,
    PRIMARY KEY (source_id, question_id, document_id, import_id),
    FOREIGN KEY (source_id, question_id, document_id) REFERENCES judgment ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Candidates that are about to be taken out: filled and emptied in one transaction.
CREATE TABLE doomed (
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    PRIMARY KEY (question_id, document_id)
) STRICT, WITHOUT ROWID;

-- Numbers below the last question's that are no question's any more.
CREATE TABLE question_gap (
    question_id INTEGER PRIMARY KEY
) STRICT;

-- Documents that are not in the collection any more, and stay for their votes. They are in no pool and no label.
CREATE TABLE gone_document (
    document_id INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE
) STRICT;

-- Documents that are word for word the same, as of the last merging: those of one number.
CREATE TABLE twin (
    document_id INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE,
    twins       INTEGER NOT NULL
) STRICT;

CREATE INDEX twin_by_twins ON twin(twins);

-- Candidates that another one of the same words stands for. They are not asked about any more; votes on them are votes
-- on that one.
CREATE TABLE merged_candidate (
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    into_id     INTEGER NOT NULL, -- document_id of the one that stands for it
    PRIMARY KEY (question_id, document_id),
    FOREIGN KEY (question_id, document_id) REFERENCES candidate ON DELETE CASCADE,
    FOREIGN KEY (question_id, into_id) REFERENCES candidate(question_id, document_id) ON DELETE CASCADE,
    CHECK (into_id <> document_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX merged_candidate_by_document ON merged_candidate(document_id);
CREATE INDEX merged_candidate_into ON merged_candidate(into_id, question_id);

-- The ranks that an import put others in the place of.
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

-- Models that vote beside the annotators. Nothing of what they say is in any sum, impression, label or progress of above: it
-- is read where a model is asked for by its name.
CREATE TABLE model (
    model_id INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE
) STRICT;

-- What a model answered to a ballot: a vote, or that it can't tell. No open ballots: what was not answered is dealt again.
CREATE TABLE model_vote (
    model_id    INTEGER NOT NULL REFERENCES model ON DELETE CASCADE,
    question_id INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
    deal        INTEGER NOT NULL, -- 1, 2, 3 ... of the model in the question
    document_1  INTEGER NOT NULL REFERENCES document ON DELETE CASCADE, -- by slot
    document_2  INTEGER REFERENCES document ON DELETE CASCADE,
    document_3  INTEGER REFERENCES document ON DELETE CASCADE,
    position    INTEGER, -- of the slot that was chosen, 0: none of them; NULL: it can't tell
    repeats     INTEGER, -- the deal of the ballot that was asked again, shuffled anew; NULL: it is none
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

-- Names of annotators who have another one now, and are to be forgotten: a merge gives votes under the old name to the new one
-- (core/store/upkeep/forgetting.h).
CREATE TABLE forgotten_name (
    digest        TEXT PRIMARY KEY,
    salt          TEXT NOT NULL,
    name          TEXT NOT NULL, -- the new one
    without_notes INTEGER NOT NULL
) STRICT;

-- Who has changed what, beside votes: a row for each command, written in its first transaction (core/store/log.h).
CREATE TABLE event (
    event_id INTEGER PRIMARY KEY,
    at       INTEGER NOT NULL,
    who      TEXT NOT NULL, -- the user's name on the machine, on a server the one there
    what     TEXT NOT NULL  -- the command as it was typed
) STRICT;

-- Who made all this, and of what: see core/store/database/made.h. The version of the tables is the file's user_version.
CREATE TABLE assay_schema (
    made_of TEXT NOT NULL
) STRICT;
