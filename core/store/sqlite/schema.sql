-- The tables of assay's database. triggers.sql has the triggers, views.sql the views, and steps.sql the steps from older
-- versions.
--
-- The answers are the truth: rows of `answer` are added and withdrawn, never changed or deleted. All sums below are kept up
-- to date in the same transaction: the stop rule (core/judge/stop_rule.h) computes what is left of a question, and triggers
-- keep the other sums. `assay check` computes all of them again and compares.
-- Times are milliseconds since 1970-01-01 UTC.
--
-- The cost of a vote is the pages that it writes: fourteen, half of them pages of indexes whose newest entries lie
-- together. Another index on ballot, slot or answer would be another page for each vote. Therefore a ballot has no uuid, a
-- trigger replaces a unique index on slots, and the uuid of an answer begins with the time.

PRAGMA application_id = 0x61736179; -- "asay", see sqlite.h

CREATE TABLE setting (
    key   TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE document (
    document_id INTEGER PRIMARY KEY,
    docid       TEXT NOT NULL UNIQUE, -- byte for byte as imported
    title       TEXT NOT NULL,        -- '' if it has none
    text        TEXT NOT NULL,
    fields      TEXT                  -- its additional fields, as a JSON object
) STRICT;

-- question_id follows the order of import: 1, 2, 3, ... A removed question leaves its number in question_gap.
CREATE TABLE question (
    question_id  INTEGER PRIMARY KEY,
    qid          TEXT NOT NULL UNIQUE,
    text         TEXT NOT NULL,
    fields       TEXT,
    target       INTEGER NOT NULL DEFAULT 0, -- impressions that each candidate needs; 0: no candidates
    slots        INTEGER NOT NULL DEFAULT 1, -- slots on each of its ballots
    ballots_done INTEGER NOT NULL DEFAULT 0, -- valid votes
    ballots_left INTEGER NOT NULL DEFAULT 0,
    none_votes   INTEGER NOT NULL DEFAULT 0, -- valid votes that chose none
    candidates   INTEGER NOT NULL DEFAULT 0, -- the size of its pool after the last import that changed it
    place        INTEGER NOT NULL DEFAULT 0  -- in the order of dealing, from 1; 0: no candidates, or not in the sample
) STRICT;

CREATE INDEX question_with_work ON question(ballots_done, place) WHERE ballots_left > 0;

-- A document in the pool of a question. `prior` follows from its sources: see candidate_source.
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

-- lease_until is NULL if the ballot is closed: answered or given up. Otherwise it is open, and until that time assay does
-- not give its work to anybody else.
CREATE TABLE ballot (
    ballot_id    INTEGER PRIMARY KEY,
    question_id  INTEGER NOT NULL REFERENCES question,
    deal         INTEGER NOT NULL, -- its number in the question: 1, 2, 3, ...
    annotator_id INTEGER NOT NULL REFERENCES annotator,
    dealt_at     INTEGER NOT NULL,
    lease_until  INTEGER,
    control      TEXT CHECK (control IN ('repeat', 'gold', 'glance')) -- NULL: the answer is a vote; else it is not
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

-- An answer to a ballot: a vote or a skip. The order is that of answer_id, because clocks differ. At most one answer to a
-- ballot is valid.
CREATE TABLE answer (
    answer_id    INTEGER PRIMARY KEY,
    uuid         TEXT NOT NULL UNIQUE, -- begins with the time, so that its index grows at the end
    ballot_id    INTEGER NOT NULL REFERENCES ballot,
    annotator_id INTEGER NOT NULL REFERENCES annotator,
    position     INTEGER, -- of the chosen slot; NULL: none of them
    skip         TEXT CHECK (skip IN ('later', 'cannot tell')), -- NULL: not skipped
    given_at     INTEGER NOT NULL,
    elapsed_ms   INTEGER CHECK (elapsed_ms >= 0), -- NULL: a skip of unknown duration; 0: a vote of unknown duration
    note         TEXT,
    withdrawn_at INTEGER,
    withdrawn_by TEXT CHECK (withdrawn_by IN ('undo', 'return')), -- return: the ballot was skipped as "later" and was dealt again
    control      TEXT CHECK (control IN ('repeat', 'gold', 'glance')), -- as in the ballot; if set, the answer is not a vote
    -- The part of the chosen document's text that decided, as the text was then, and the number of bytes before it.
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

-- The withdrawn answers in the order of withdrawal, for code that looks for changes.
CREATE TABLE withdrawal (
    withdrawal_id INTEGER PRIMARY KEY,
    answer_id     INTEGER NOT NULL REFERENCES answer
) STRICT;

-- What an annotator adds to a valid vote afterwards. Rows are only added. The newest of a kind counts, instead of older
-- ones and of the value that the answer was given with. If the answer is withdrawn, its additions no longer count.
CREATE TABLE addition (
    addition_id INTEGER PRIMARY KEY,
    answer_id   INTEGER NOT NULL REFERENCES answer,
    kind        TEXT NOT NULL CHECK (kind IN ('note', 'evidence', 'reason', 'second')),
    said        TEXT NOT NULL,           -- the note, the evidence (a part of the chosen text), or the reason (a word)
    -- Evidence: bytes of text before it. Second choice: position of the slot, or -1 for none of the rest; 3 + position
    -- is a tie of this slot with the chosen one, which has the smaller position. Else 0.
    number      INTEGER NOT NULL CHECK (number >= CASE kind WHEN 'second' THEN -1 ELSE 0 END)
) STRICT;

CREATE INDEX addition_to_answer ON addition(answer_id, kind, addition_id);

-- The note that an annotator has typed for an open ballot, until the answer takes it over. So nothing typed is lost.
CREATE TABLE note_draft (
    ballot_id INTEGER PRIMARY KEY REFERENCES ballot ON DELETE CASCADE,
    note      TEXT NOT NULL
) STRICT;

-- The evidence that an annotator has marked on an open ballot, until the ballot is answered.
CREATE TABLE evidence_draft (
    ballot_id      INTEGER PRIMARY KEY REFERENCES ballot ON DELETE CASCADE,
    position       INTEGER CHECK (position BETWEEN 1 AND 3), -- of the slot; NULL: the mark was removed
    evidence       TEXT CHECK ((evidence IS NULL) = (position IS NULL)),
    evidence_start INTEGER CHECK ((evidence_start IS NULL) = (evidence IS NULL) AND coalesce(evidence_start, 0) >= 0)
) STRICT;

-- A single row with the sums over all questions.
CREATE TABLE progress (
    progress_id  INTEGER PRIMARY KEY CHECK (progress_id = 1),
    ballots_done INTEGER NOT NULL,
    ballots_left INTEGER NOT NULL
) STRICT;

INSERT INTO progress (progress_id, ballots_done, ballots_left) VALUES (1, 0, 0);

-- The runs and searches that put a document into a pool, with its rank in each. Scores of different sources can't be
-- compared, but ranks can: candidate.prior is the sum of 1 / (60 + rank), kept by triggers (reciprocal rank fusion;
-- Cormack, Clarke, Büttcher, SIGIR 2009). The sum is computed in integers of 1e-15, so that the same ranks always give the
-- same prior.
CREATE TABLE candidate_source (
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    source      TEXT NOT NULL,    -- the name of the run
    rank        INTEGER NOT NULL CHECK (rank > 0),
    score       REAL NOT NULL,    -- as the source gave it
    import_id   INTEGER,          -- the import that brought it; NULL: none
    PRIMARY KEY (question_id, document_id, source),
    FOREIGN KEY (question_id, document_id) REFERENCES candidate ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The first search creates the index of the documents' words: the FTS5 table document_words. This row says what the index
-- was made from; without the row there is no index. It is derived from `document`, and created again when it is stale.
CREATE TABLE search_index (
    index_id      INTEGER PRIMARY KEY CHECK (index_id = 1),
    tokenizer     TEXT NOT NULL,
    last_document INTEGER NOT NULL,           -- all documents up to this one are indexed
    is_stale      INTEGER NOT NULL DEFAULT 0, -- 1: one of them was replaced or removed
    format        TEXT NOT NULL DEFAULT 'auto' -- the setting `format` when the index was made
) STRICT;

-- The additional fields of documents that are indexed besides title and text.
CREATE TABLE search_field (
    place INTEGER PRIMARY KEY CHECK (place BETWEEN 1 AND 8),
    name  TEXT NOT NULL UNIQUE
) STRICT;

-- The visible text of documents whose stored text has markup or soft hyphens. It is indexed instead of the stored text.
CREATE TABLE search_text (
    document_id INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE,
    text        TEXT NOT NULL
) STRICT;

-- The imports in their order; the last one can be undone. The last numbers before it tell which documents and questions it
-- brought. Candidate sources and judgments have the number of their import.
CREATE TABLE import (
    import_id     INTEGER PRIMARY KEY,
    imported_at   INTEGER NOT NULL,
    what          TEXT NOT NULL,              -- its files
    last_document INTEGER NOT NULL,           -- the last one before it
    last_question INTEGER NOT NULL,           -- the last one before it
    last_answer   INTEGER NOT NULL,           -- the last one before it; later answers saw what it brought
    votes         INTEGER NOT NULL DEFAULT 0, -- answers that it brought
    is_carry      INTEGER NOT NULL DEFAULT 0, -- 1: it also gave documents new ids, so it can't be undone
    is_continued  INTEGER NOT NULL DEFAULT 0  -- 1: it continues the import before it; both are undone together
) STRICT;

-- Graded judgments that do not come from votes, each from a named source: earlier qrels, a language model, a gold standard.
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

-- The versions of rows before an import replaced them.
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

-- The candidates that are about to be removed. A transaction fills this table and empties it again.
CREATE TABLE doomed (
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    PRIMARY KEY (question_id, document_id)
) STRICT, WITHOUT ROWID;

-- The numbers of removed questions that are below the number of the last question.
CREATE TABLE question_gap (
    question_id INTEGER PRIMARY KEY
) STRICT;

-- The documents that have left the collection, but stay because votes refer to them. They are in no pool and have no label.
CREATE TABLE gone_document (
    document_id INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE
) STRICT;

-- Documents with the same text, as of the last time that twins were merged. Those with the same number are twins.
CREATE TABLE twin (
    document_id INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE,
    twins       INTEGER NOT NULL
) STRICT;

CREATE INDEX twin_by_twins ON twin(twins);

-- Candidates that another candidate with the same text represents. Annotators no longer see them, and votes on them count
-- as votes on the other candidate.
CREATE TABLE merged_candidate (
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    into_id     INTEGER NOT NULL, -- document_id of the candidate that represents it
    PRIMARY KEY (question_id, document_id),
    FOREIGN KEY (question_id, document_id) REFERENCES candidate ON DELETE CASCADE,
    FOREIGN KEY (question_id, into_id) REFERENCES candidate(question_id, document_id) ON DELETE CASCADE,
    CHECK (into_id <> document_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX merged_candidate_by_document ON merged_candidate(document_id);
CREATE INDEX merged_candidate_into ON merged_candidate(into_id, question_id);

-- The ranks that an import replaced.
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

-- Models that vote besides the annotators. Their answers never count in a sum, an impression, a label or the progress. They
-- are read only where the user asks for a model by name.
CREATE TABLE model (
    model_id INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE
) STRICT;

-- A model's answer to a ballot: a vote, or "cannot tell". There are no open ballots: a ballot without an answer is dealt
-- again.
CREATE TABLE model_vote (
    model_id    INTEGER NOT NULL REFERENCES model ON DELETE CASCADE,
    question_id INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
    deal        INTEGER NOT NULL, -- its number for the model in the question: 1, 2, 3, ...
    document_1  INTEGER NOT NULL REFERENCES document ON DELETE CASCADE, -- document_1 to document_3: by slot
    document_2  INTEGER REFERENCES document ON DELETE CASCADE,
    document_3  INTEGER REFERENCES document ON DELETE CASCADE,
    position    INTEGER, -- of the chosen slot; 0: none of them; NULL: cannot tell
    repeats     INTEGER, -- the deal of the ballot that this one repeats with other slots; NULL: no repeat
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

-- The names of annotators who were renamed to be forgotten. A merge gives votes under an old name to the new one
-- (core/store/upkeep/forgetting.h).
CREATE TABLE forgotten_name (
    digest        TEXT PRIMARY KEY,
    salt          TEXT NOT NULL,
    name          TEXT NOT NULL, -- the new name
    blanked_until INTEGER NOT NULL -- a merge deletes notes of answers that were given until then; 0: it keeps all notes
) STRICT;

-- The log of changes except votes: a row for each command, written in its first transaction (core/store/log.h).
CREATE TABLE event (
    event_id INTEGER PRIMARY KEY,
    at       INTEGER NOT NULL,
    who      TEXT NOT NULL, -- the user's name on the machine, or on the server
    what     TEXT NOT NULL  -- the command as it was typed
) STRICT;

-- What made this database: see core/store/database/made.h. The version of the tables is the file's user_version.
CREATE TABLE assay_schema (
    made_of TEXT NOT NULL
) STRICT;
