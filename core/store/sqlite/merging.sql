-- What a merge knows about the files that it reads. The tables are in a temporary database, which is deleted when the
-- connection closes. Files have the numbers 1, 2, 3, ...; preferred files come first. Documents, questions, annotators,
-- sources and models are referred to by their numbers in the new database, except in columns that say "in the file".

CREATE TEMP TABLE merged_import (
    file          INTEGER NOT NULL,
    import_id     INTEGER NOT NULL, -- in the file
    imported_at   INTEGER NOT NULL,
    what          TEXT NOT NULL,
    last_document INTEGER NOT NULL,
    last_question INTEGER NOT NULL,
    votes         INTEGER NOT NULL,
    is_carry      INTEGER NOT NULL,
    is_continued  INTEGER NOT NULL,
    number        INTEGER,          -- 1, 2, 3, ... in the order of time
    PRIMARY KEY (file, import_id)
) WITHOUT ROWID;

-- The documents, questions, annotators, sources of judgments and models of each file.
CREATE TEMP TABLE merged_item (
    kind    TEXT NOT NULL,
    file    INTEGER NOT NULL,
    item_id INTEGER NOT NULL, -- in the file
    id      TEXT NOT NULL,
    digest  TEXT NOT NULL,    -- of its whole content
    import  INTEGER NOT NULL, -- number of the import that brought it; 0: unknown
    place   INTEGER NOT NULL, -- position in the import, or in the file if import is 0; 0: of no use (merge_item_order)
    number  INTEGER,
    PRIMARY KEY (kind, file, item_id)
) WITHOUT ROWID;

CREATE INDEX merged_item_by_id ON merged_item(kind, id, file);

-- Each item of merged_item once, with its number in the new database.
CREATE TEMP TABLE merged_name (
    kind   TEXT NOT NULL,
    id     TEXT NOT NULL,
    import INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) WITHOUT ROWID;

CREATE INDEX merged_name_by_number ON merged_name(kind, import, number);

-- Ballots of several files that are the same ballot form a class. `class` is the least number of its ballots.
CREATE TEMP TABLE merged_ballot (
    number           INTEGER PRIMARY KEY,
    file             INTEGER NOT NULL,
    ballot_id        INTEGER NOT NULL, -- in the file
    question_id      INTEGER NOT NULL,
    annotator_id     INTEGER NOT NULL,
    dealt_at         INTEGER NOT NULL,
    is_open          INTEGER NOT NULL,
    control          TEXT,
    document_1       INTEGER NOT NULL, -- document_1 to document_3: by slot
    document_2       INTEGER,
    document_3       INTEGER,
    is_born_answered INTEGER NOT NULL, -- it was added with its answer, so it was open in no file
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

-- `withdrawal` is one number for when and why the answer was withdrawn; NULL: it is valid. The lowest bit is 1 for an undo,
-- and the bits above it are the time. 1 << 60 is added if the only reason is a later answer to the same ballot in another
-- file. If files differ, the least number counts.
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

-- Each answer of merged_answer once.
CREATE TEMP TABLE merged_known (
    uuid       TEXT PRIMARY KEY NOT NULL,
    class      INTEGER NOT NULL,
    file       INTEGER NOT NULL, -- the file whose row is taken
    given_at   INTEGER NOT NULL,
    has_stood  INTEGER NOT NULL, -- a file has it as valid, or withdrew it only for a later answer
    withdrawal INTEGER
) WITHOUT ROWID;

CREATE INDEX merged_known_by_class ON merged_known(class, given_at);

CREATE TEMP TABLE merged_addition (
    uuid        TEXT NOT NULL,
    kind        TEXT NOT NULL,
    file        INTEGER NOT NULL,
    addition_id INTEGER NOT NULL, -- in the file
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
    deal        INTEGER NOT NULL, -- in the file
    document_1  INTEGER NOT NULL,
    document_2  INTEGER,
    document_3  INTEGER,
    position    INTEGER,
    repeats     INTEGER,          -- in the file
    given_at    INTEGER NOT NULL,
    elapsed_ms  INTEGER NOT NULL,
    note        TEXT,
    PRIMARY KEY (file, model_id, question_id, deal)
) WITHOUT ROWID;

CREATE TEMP TABLE merged_model_deal (
    file        INTEGER NOT NULL,
    model_id    INTEGER NOT NULL,
    question_id INTEGER NOT NULL,
    deal        INTEGER NOT NULL, -- in the file
    number      INTEGER NOT NULL, -- in the new database
    PRIMARY KEY (file, model_id, question_id, deal)
) WITHOUT ROWID;
