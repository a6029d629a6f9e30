-- What a merge knows of the files that it reads, in a temporary database that goes with the connection. A file is known by
-- its number: 1, 2, 3 ... , first those that are preferred. Rows refer to documents, questions, annotators ... by the numbers
-- that these have in the new database.

CREATE TEMP TABLE merged_import (
    file          INTEGER NOT NULL,
    import_id     INTEGER NOT NULL, -- there
    imported_at   INTEGER NOT NULL,
    what          TEXT NOT NULL,
    last_document INTEGER NOT NULL,
    last_question INTEGER NOT NULL,
    votes         INTEGER NOT NULL,
    is_carry      INTEGER NOT NULL,
    is_continued  INTEGER NOT NULL,
    number        INTEGER,          -- in the order of time
    PRIMARY KEY (file, import_id)
) WITHOUT ROWID;

-- Documents, questions, annotators, sources of judgments, models.
CREATE TEMP TABLE merged_item (
    kind    TEXT NOT NULL,
    file    INTEGER NOT NULL,
    item_id INTEGER NOT NULL, -- there
    id      TEXT NOT NULL,
    digest  TEXT NOT NULL,    -- of all that it holds
    import  INTEGER NOT NULL, -- that brought it; 0: that is not known
    place   INTEGER NOT NULL, -- in it, from 1; 0: that says nothing
    number  INTEGER,
    PRIMARY KEY (kind, file, item_id)
) WITHOUT ROWID;

CREATE INDEX merged_item_by_id ON merged_item(kind, id, file);

-- The same, each once.
CREATE TEMP TABLE merged_name (
    kind   TEXT NOT NULL,
    id     TEXT NOT NULL,
    import INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) WITHOUT ROWID;

CREATE INDEX merged_name_by_number ON merged_name(kind, import, number);

-- Ballots of several files that are one are in one class, which is the least number of theirs.
CREATE TEMP TABLE merged_ballot (
    number           INTEGER PRIMARY KEY,
    file             INTEGER NOT NULL,
    ballot_id        INTEGER NOT NULL, -- there
    question_id      INTEGER NOT NULL,
    annotator_id     INTEGER NOT NULL,
    dealt_at         INTEGER NOT NULL,
    is_open          INTEGER NOT NULL,
    control          TEXT,
    document_1       INTEGER NOT NULL, -- by slot
    document_2       INTEGER,
    document_3       INTEGER,
    is_born_answered INTEGER NOT NULL, -- it came with its answer, and was open in no file
    class            INTEGER,          -- NULL: its own number
    UNIQUE (file, ballot_id)
);

CREATE TEMP TABLE merged_dealt (
    class     INTEGER PRIMARY KEY,
    ballot_id INTEGER NOT NULL, -- in the new database
    deal      INTEGER NOT NULL,
    dealt_at  INTEGER NOT NULL,
    is_open   INTEGER NOT NULL
);

-- withdrawal: when and by what, as one number, of which the least counts; NULL: it stands. The lowest bit says whether by
-- undo, above it is the time; 1 << 60 is added where the only reason is a later answer to the same ballot in another file.
CREATE TEMP TABLE merged_answer (
    uuid           TEXT NOT NULL,
    file           INTEGER NOT NULL,
    ballot         INTEGER NOT NULL, -- merged_ballot.number
    position       INTEGER,
    skip           TEXT,
    given_at       INTEGER NOT NULL,
    elapsed_ms     INTEGER,
    note           TEXT,
    evidence       TEXT,
    evidence_start INTEGER,
    withdrawal     INTEGER,
    PRIMARY KEY (uuid, file)
) WITHOUT ROWID;

-- The same, each once.
CREATE TEMP TABLE merged_known (
    uuid       TEXT PRIMARY KEY NOT NULL,
    class      INTEGER NOT NULL,
    file       INTEGER NOT NULL, -- as which it is taken over
    given_at   INTEGER NOT NULL,
    has_stood  INTEGER NOT NULL, -- in one of the files
    withdrawal INTEGER
) WITHOUT ROWID;

CREATE INDEX merged_known_by_class ON merged_known(class, given_at);

CREATE TEMP TABLE merged_addition (
    uuid        TEXT NOT NULL,
    kind        TEXT NOT NULL,
    file        INTEGER NOT NULL,
    addition_id INTEGER NOT NULL, -- there
    said        TEXT NOT NULL,
    number      INTEGER NOT NULL,
    PRIMARY KEY (uuid, kind, file, addition_id)
) WITHOUT ROWID;

CREATE TEMP TABLE merged_note_draft (
    ballot INTEGER PRIMARY KEY, -- merged_ballot.number
    note   TEXT NOT NULL
);

CREATE TEMP TABLE merged_evidence_draft (
    ballot         INTEGER PRIMARY KEY, -- merged_ballot.number
    position       INTEGER,
    evidence       TEXT,
    evidence_start INTEGER
);

CREATE TEMP TABLE merged_judgment (
    source_id   INTEGER NOT NULL,
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    file        INTEGER NOT NULL,
    grade       REAL NOT NULL,
    import_id   INTEGER NOT NULL,
    PRIMARY KEY (source_id, question_id, document_id, file)
) WITHOUT ROWID;

CREATE TEMP TABLE merged_model_vote (
    file        INTEGER NOT NULL,
    model_id    INTEGER NOT NULL,
    question_id INTEGER NOT NULL,
    deal        INTEGER NOT NULL, -- there
    document_1  INTEGER NOT NULL,
    document_2  INTEGER,
    document_3  INTEGER,
    position    INTEGER,
    repeats     INTEGER,          -- there
    given_at    INTEGER NOT NULL,
    elapsed_ms  INTEGER NOT NULL,
    note        TEXT,
    PRIMARY KEY (file, model_id, question_id, deal)
) WITHOUT ROWID;

CREATE TEMP TABLE merged_model_deal (
    file        INTEGER NOT NULL,
    model_id    INTEGER NOT NULL,
    question_id INTEGER NOT NULL,
    deal        INTEGER NOT NULL, -- there
    number      INTEGER NOT NULL, -- in the new database
    PRIMARY KEY (file, model_id, question_id, deal)
) WITHOUT ROWID;
