-- A database of assay, version 9, as the last program of that version left it and SQLite's .dump writes it: what
-- test_migration.c brings up to date. It is the one of version 8, brought up to date; then a document in HTML came, eve voted,
-- fay marked a passage and left, and somebody searched.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE setting (
    key   TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO setting VALUES('dealing','balanced');
INSERT INTO setting VALUES('impressions','3');
INSERT INTO setting VALUES('order','import');
INSERT INTO setting VALUES('reasons','correct, complete');
CREATE TABLE document (
    document_id INTEGER PRIMARY KEY,
    docid       TEXT NOT NULL UNIQUE,
    title       TEXT NOT NULL,
    text        TEXT NOT NULL,
    fields      TEXT
) STRICT;
INSERT INTO document VALUES(1,'d1','','document 1',NULL);
INSERT INTO document VALUES(2,'d2','','document 2',NULL);
INSERT INTO document VALUES(3,'d3','','document 3',NULL);
INSERT INTO document VALUES(4,'d4','','document four',NULL);
INSERT INTO document VALUES(5,'d5','','document 1',NULL);
INSERT INTO document VALUES(6,'d6','','<p>Gr&ouml;&szlig;e</p><p>zwei</p>',NULL);
CREATE TABLE question (
    question_id  INTEGER PRIMARY KEY,
    qid          TEXT NOT NULL UNIQUE,
    text         TEXT NOT NULL,
    fields       TEXT,
    target       INTEGER NOT NULL DEFAULT 0,
    slots        INTEGER NOT NULL DEFAULT 1,
    ballots_done INTEGER NOT NULL DEFAULT 0,
    ballots_left INTEGER NOT NULL DEFAULT 0,
    none_votes   INTEGER NOT NULL DEFAULT 0,
    candidates   INTEGER NOT NULL DEFAULT 0
, place INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO question VALUES(1,'q1','one?',NULL,3,3,4,0,1,4,1);
INSERT INTO question VALUES(2,'q2','two?',NULL,3,3,3,1,0,4,2);
CREATE TABLE candidate (
    question_id INTEGER NOT NULL REFERENCES question,
    document_id INTEGER NOT NULL REFERENCES document,
    prior       REAL NOT NULL,
    impressions INTEGER NOT NULL DEFAULT 0,
    wins        INTEGER NOT NULL DEFAULT 0 CHECK (wins BETWEEN 0 AND impressions),
    PRIMARY KEY (question_id, document_id)
) STRICT, WITHOUT ROWID;
INSERT INTO candidate VALUES(1,1,0.032522474881015998871,3,2);
INSERT INTO candidate VALUES(1,2,0.032522474881015998871,3,1);
INSERT INTO candidate VALUES(1,3,0.015873015873016000504,3,0);
INSERT INTO candidate VALUES(1,4,0.015625,3,0);
INSERT INTO candidate VALUES(1,5,0.016393442622951000936,0,0);
INSERT INTO candidate VALUES(2,1,0.016393442622951000936,2,0);
INSERT INTO candidate VALUES(2,2,0.016129032258065001403,2,1);
INSERT INTO candidate VALUES(2,3,0.015873015873016000504,3,2);
INSERT INTO candidate VALUES(2,4,0.015625,2,0);
CREATE TABLE annotator (
    annotator_id INTEGER PRIMARY KEY,
    name         TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO annotator VALUES(1,'ann');
INSERT INTO annotator VALUES(2,'bob');
INSERT INTO annotator VALUES(3,'cat');
INSERT INTO annotator VALUES(4,'dan');
INSERT INTO annotator VALUES(5,'eve');
INSERT INTO annotator VALUES(6,'fay');
CREATE TABLE ballot (
    ballot_id    INTEGER PRIMARY KEY,
    question_id  INTEGER NOT NULL REFERENCES question,
    deal         INTEGER NOT NULL,
    annotator_id INTEGER NOT NULL REFERENCES annotator,
    dealt_at     INTEGER NOT NULL,
    lease_until  INTEGER
, control TEXT CHECK (control IN ('repeat', 'gold'))) STRICT;
INSERT INTO ballot VALUES(1,1,1,1,1795318364272,NULL,NULL);
INSERT INTO ballot VALUES(2,1,2,1,1795318364287,NULL,NULL);
INSERT INTO ballot VALUES(3,1,3,1,1795318364289,NULL,NULL);
INSERT INTO ballot VALUES(4,1,4,1,1795318364303,1795340223017,NULL);
INSERT INTO ballot VALUES(5,2,1,2,1795318364359,NULL,NULL);
INSERT INTO ballot VALUES(6,2,2,2,1795318364371,NULL,NULL);
INSERT INTO ballot VALUES(7,2,3,2,1795318364379,1795339922899,NULL);
INSERT INTO ballot VALUES(8,2,4,2,1795339922895,1795339922899,NULL);
INSERT INTO ballot VALUES(9,1,5,2,1795293065123,NULL,'gold');
INSERT INTO ballot VALUES(10,1,6,3,1795353236440,NULL,NULL);
INSERT INTO ballot VALUES(11,1,7,3,1795353263685,1795353263695,NULL);
INSERT INTO ballot VALUES(12,2,5,4,1795363844965,NULL,NULL);
INSERT INTO ballot VALUES(13,2,6,4,1795363844983,1795850823029,NULL);
INSERT INTO ballot VALUES(14,1,8,5,1795850823138,NULL,NULL);
INSERT INTO ballot VALUES(15,2,7,5,1795850823141,1795850823143,NULL);
INSERT INTO ballot VALUES(16,2,8,6,1795850835858,1795850835863,NULL);
CREATE TABLE slot (
    ballot_id   INTEGER NOT NULL REFERENCES ballot,
    position    INTEGER NOT NULL CHECK (position BETWEEN 1 AND 3),
    document_id INTEGER NOT NULL REFERENCES document,
    PRIMARY KEY (ballot_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO slot VALUES(1,1,2);
INSERT INTO slot VALUES(1,2,3);
INSERT INTO slot VALUES(1,3,1);
INSERT INTO slot VALUES(2,1,3);
INSERT INTO slot VALUES(2,2,2);
INSERT INTO slot VALUES(2,3,4);
INSERT INTO slot VALUES(3,1,3);
INSERT INTO slot VALUES(3,2,4);
INSERT INTO slot VALUES(3,3,1);
INSERT INTO slot VALUES(4,1,4);
INSERT INTO slot VALUES(4,2,2);
INSERT INTO slot VALUES(4,3,1);
INSERT INTO slot VALUES(5,1,4);
INSERT INTO slot VALUES(5,2,3);
INSERT INTO slot VALUES(5,3,2);
INSERT INTO slot VALUES(6,1,3);
INSERT INTO slot VALUES(6,2,4);
INSERT INTO slot VALUES(6,3,1);
INSERT INTO slot VALUES(7,1,1);
INSERT INTO slot VALUES(7,2,2);
INSERT INTO slot VALUES(7,3,4);
INSERT INTO slot VALUES(8,1,2);
INSERT INTO slot VALUES(8,2,3);
INSERT INTO slot VALUES(8,3,1);
INSERT INTO slot VALUES(9,1,2);
INSERT INTO slot VALUES(9,2,1);
INSERT INTO slot VALUES(9,3,3);
INSERT INTO slot VALUES(10,1,4);
INSERT INTO slot VALUES(10,2,1);
INSERT INTO slot VALUES(10,3,3);
INSERT INTO slot VALUES(11,1,4);
INSERT INTO slot VALUES(11,2,1);
INSERT INTO slot VALUES(11,3,2);
INSERT INTO slot VALUES(12,1,2);
INSERT INTO slot VALUES(12,2,1);
INSERT INTO slot VALUES(12,3,3);
INSERT INTO slot VALUES(13,1,1);
INSERT INTO slot VALUES(13,2,2);
INSERT INTO slot VALUES(13,3,4);
INSERT INTO slot VALUES(14,1,1);
INSERT INTO slot VALUES(14,2,4);
INSERT INTO slot VALUES(14,3,2);
INSERT INTO slot VALUES(15,1,2);
INSERT INTO slot VALUES(15,2,4);
INSERT INTO slot VALUES(15,3,1);
INSERT INTO slot VALUES(16,1,2);
INSERT INTO slot VALUES(16,2,1);
INSERT INTO slot VALUES(16,3,4);
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
    withdrawn_by TEXT CHECK (withdrawn_by IN ('undo', 'return')), control TEXT CHECK (control IN ('repeat', 'gold')), evidence TEXT CHECK (evidence IS NULL OR position IS NOT NULL), evidence_start INTEGER CHECK ((evidence_start IS NULL) = (evidence IS NULL) AND coalesce(evidence_start, 0) >= 0),
    FOREIGN KEY (ballot_id, position) REFERENCES slot(ballot_id, position),
    CHECK (skip IS NULL OR position IS NULL),
    CHECK (skip IS NOT NULL OR elapsed_ms IS NOT NULL),
    CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL))
) STRICT;
INSERT INTO answer VALUES(1,'01a20150-387f-7638-9029-0eb832fd877b',1,1,1,NULL,1795318364287,1,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO answer VALUES(2,'01a20150-3881-703f-96cf-974a2f2bfd87',2,1,2,NULL,1795318364289,1,'both',1795318364291,'undo',NULL,NULL,NULL);
INSERT INTO answer VALUES(3,'01a20150-3887-7959-b1f9-c34b40396ac4',2,1,NULL,NULL,1795318364295,1,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO answer VALUES(4,'01a20150-388f-7ff3-b77f-07156eba3602',3,1,NULL,'later',1795318364303,1,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO answer VALUES(5,'01a20150-38d3-76a1-91a5-de3f5dd7682d',5,2,2,NULL,1795318364371,1,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO answer VALUES(6,'01a20150-38db-757e-a8e9-c3ea326d5ede',6,2,1,NULL,1795318364379,1,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO answer VALUES(7,'01a20299-2dcf-7b62-9f09-407239c0d25a',7,2,1,NULL,1795339922895,1,'of version 6',1795339922899,'undo',NULL,NULL,NULL);
INSERT INTO answer VALUES(8,'288d2548-13c7-819c-91fd-e46ad65c8acb',9,2,2,NULL,1795293065123,1200,NULL,NULL,NULL,'gold',NULL,NULL);
INSERT INTO answer VALUES(9,'01a20364-be45-7f08-85f9-d489ed8e8759',10,3,2,NULL,1795353263685,1,'of version 7',NULL,NULL,NULL,'document',0);
INSERT INTO answer VALUES(10,'01a20406-3377-700a-a498-f091c68ddbb0',12,4,1,NULL,1795363844983,1,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO answer VALUES(11,'01a2210c-e5e5-700b-aa1b-d1f4e93b1bd3',14,5,1,NULL,1795850823141,1,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE withdrawal (
    withdrawal_id INTEGER PRIMARY KEY,
    answer_id     INTEGER NOT NULL REFERENCES answer
) STRICT;
INSERT INTO withdrawal VALUES(1,2);
INSERT INTO withdrawal VALUES(2,7);
CREATE TABLE progress (
    progress_id  INTEGER PRIMARY KEY CHECK (progress_id = 1),
    ballots_done INTEGER NOT NULL,
    ballots_left INTEGER NOT NULL
) STRICT;
INSERT INTO progress VALUES(1,7,1);
CREATE TABLE candidate_source (
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    source      TEXT NOT NULL,
    rank        INTEGER NOT NULL CHECK (rank > 0),
    score       REAL NOT NULL,
    import_id   INTEGER,
    PRIMARY KEY (question_id, document_id, source),
    FOREIGN KEY (question_id, document_id) REFERENCES candidate ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO candidate_source VALUES(1,1,'a.run',1,8.0,1);
INSERT INTO candidate_source VALUES(1,1,'b.run',2,4.0,5);
INSERT INTO candidate_source VALUES(1,2,'a.run',2,7.0,1);
INSERT INTO candidate_source VALUES(1,2,'b.run',1,9.0,5);
INSERT INTO candidate_source VALUES(1,3,'a.run',3,6.0,1);
INSERT INTO candidate_source VALUES(1,4,'a.run',4,5.0,1);
INSERT INTO candidate_source VALUES(1,5,'c.run',1,2.0,8);
INSERT INTO candidate_source VALUES(2,1,'a.run',1,8.0,1);
INSERT INTO candidate_source VALUES(2,2,'a.run',2,7.0,1);
INSERT INTO candidate_source VALUES(2,3,'a.run',3,6.0,1);
INSERT INTO candidate_source VALUES(2,4,'a.run',4,5.0,1);
CREATE TABLE search_index (
    index_id      INTEGER PRIMARY KEY CHECK (index_id = 1),
    tokenizer     TEXT NOT NULL,
    last_document INTEGER NOT NULL,
    is_stale      INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO search_index VALUES(1,'porter',6,0);
CREATE TABLE search_field (
    place INTEGER PRIMARY KEY CHECK (place BETWEEN 1 AND 8),
    name  TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE import (
    import_id     INTEGER PRIMARY KEY,
    imported_at   INTEGER NOT NULL,
    what          TEXT NOT NULL,
    last_document INTEGER NOT NULL,
    last_question INTEGER NOT NULL,
    last_answer   INTEGER NOT NULL,
    votes         INTEGER NOT NULL DEFAULT 0,
    is_carry      INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO import VALUES(1,1795318363970,'d.tsv, q.tsv, a.run',0,0,0,0,0);
INSERT INTO import VALUES(2,1795318364028,'d4.tsv',4,2,0,0,0);
INSERT INTO import VALUES(3,1795318364070,'gold.qrels',4,2,0,0,0);
INSERT INTO import VALUES(4,1795318364126,'gold2.qrels',4,2,0,0,0);
INSERT INTO import VALUES(5,1795318364197,'b.run',4,2,0,0,0);
INSERT INTO import VALUES(6,1795328670025,'b.run',4,2,6,0,0);
INSERT INTO import VALUES(7,1795339922925,'v.jsonl',4,2,7,1,0);
INSERT INTO import VALUES(8,1795363844801,'d5.jsonl, c.run',4,2,9,0,0);
INSERT INTO import VALUES(9,1795850823061,'d.jsonl',5,2,10,0,0);
CREATE TABLE judgment_source (
    source_id INTEGER PRIMARY KEY,
    name      TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO judgment_source VALUES(1,'gold.qrels');
CREATE TABLE judgment (
    source_id   INTEGER NOT NULL REFERENCES judgment_source ON DELETE CASCADE,
    question_id INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
    document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    grade       REAL NOT NULL,
    import_id   INTEGER NOT NULL REFERENCES import,
    PRIMARY KEY (source_id, question_id, document_id)
) STRICT, WITHOUT ROWID;
INSERT INTO judgment VALUES(1,1,1,1.0,3);
INSERT INTO judgment VALUES(1,1,2,0.0,3);
CREATE TABLE replaced_document (
    import_id   INTEGER NOT NULL REFERENCES import ON DELETE CASCADE,
    document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    title       TEXT NOT NULL,
    text        TEXT NOT NULL,
    fields      TEXT,
    PRIMARY KEY (document_id, import_id)
) STRICT, WITHOUT ROWID;
INSERT INTO replaced_document VALUES(2,4,'','document 4',NULL);
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
INSERT INTO replaced_judgment VALUES(4,1,1,1,2.0);
CREATE TABLE doomed (
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    PRIMARY KEY (question_id, document_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE question_gap (
    question_id INTEGER PRIMARY KEY
) STRICT;
CREATE TABLE gone_document (
    document_id INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE
) STRICT;
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
INSERT INTO replaced_source VALUES(6,1,1,'b.run',2,8.0);
CREATE TABLE model (
    model_id INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO model VALUES(1,'echo');
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
INSERT INTO model_vote VALUES(1,1,1,4,3,1,1,NULL,1795328670197,142,NULL);
INSERT INTO model_vote VALUES(1,1,2,4,2,3,1,NULL,1795328670198,0,NULL);
CREATE TABLE note_draft (
    ballot_id INTEGER PRIMARY KEY REFERENCES ballot ON DELETE CASCADE,
    note      TEXT NOT NULL
) STRICT;
INSERT INTO note_draft VALUES(4,'typed');
CREATE TABLE reason (
    reason_id INTEGER PRIMARY KEY,
    answer_id INTEGER NOT NULL REFERENCES answer,
    reason    TEXT NOT NULL
) STRICT;
INSERT INTO reason VALUES(1,9,'correct');
CREATE TABLE twin (
    document_id INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE,
    twins       INTEGER NOT NULL
) STRICT;
INSERT INTO twin VALUES(1,1);
INSERT INTO twin VALUES(5,1);
CREATE TABLE merged_candidate (
    question_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL,
    into_id     INTEGER NOT NULL,
    PRIMARY KEY (question_id, document_id),
    FOREIGN KEY (question_id, document_id) REFERENCES candidate ON DELETE CASCADE,
    FOREIGN KEY (question_id, into_id) REFERENCES candidate(question_id, document_id) ON DELETE CASCADE,
    CHECK (into_id <> document_id)
) STRICT, WITHOUT ROWID;
INSERT INTO merged_candidate VALUES(1,5,1);
CREATE TABLE evidence_draft (
    ballot_id      INTEGER PRIMARY KEY REFERENCES ballot ON DELETE CASCADE,
    position       INTEGER CHECK (position BETWEEN 1 AND 3),
    evidence       TEXT CHECK ((evidence IS NULL) = (position IS NULL)),
    evidence_start INTEGER CHECK ((evidence_start IS NULL) = (evidence IS NULL) AND coalesce(evidence_start, 0) >= 0)
) STRICT;
INSERT INTO evidence_draft VALUES(16,1,'document 2',0);
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','document_words','document_words',0,'CREATE VIRTUAL TABLE document_words USING fts5(
    title, text, field_1, field_2, field_3, field_4, field_5, field_6, field_7, field_8,
    content = ''search_document'', content_rowid = ''document_id'', tokenize = ''porter unicode61 remove_diacritics 2'')');
CREATE TABLE IF NOT EXISTS 'document_words_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO document_words_data VALUES(1,X'0600130000000000000000');
INSERT INTO document_words_data VALUES(10,X'000000000101010001010101');
INSERT INTO document_words_data VALUES(137438953473,X'0000008d02303101060101030406010103010132020601010301013303060101030108646f63756d656e740106010102010601010201060101020106010102010601010201016506060101060104666f7572040601010301026772060601010301046f756d6c0606010104010170060c0101020703040105737a6c6967060601010501047a7765690606010109040d080823080b090b0b0c');
CREATE TABLE IF NOT EXISTS 'document_words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO document_words_idx VALUES(1,X'',2);
CREATE TABLE IF NOT EXISTS 'document_words_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO document_words_docsize VALUES(1,X'00020000000000000000');
INSERT INTO document_words_docsize VALUES(2,X'00020000000000000000');
INSERT INTO document_words_docsize VALUES(3,X'00020000000000000000');
INSERT INTO document_words_docsize VALUES(4,X'00020000000000000000');
INSERT INTO document_words_docsize VALUES(5,X'00020000000000000000');
INSERT INTO document_words_docsize VALUES(6,X'00090000000000000000');
CREATE TABLE IF NOT EXISTS 'document_words_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO document_words_config VALUES('version',4);
CREATE INDEX candidate_by_document ON candidate(document_id);
CREATE UNIQUE INDEX ballot_by_question ON ballot(question_id, deal);
CREATE INDEX ballot_open ON ballot(annotator_id, ballot_id) WHERE lease_until IS NOT NULL;
CREATE INDEX ballot_leased ON ballot(question_id, lease_until) WHERE lease_until IS NOT NULL;
CREATE UNIQUE INDEX answer_standing ON answer(ballot_id) WHERE withdrawn_at IS NULL;
CREATE INDEX answer_of_annotator ON answer(annotator_id, answer_id) WHERE withdrawn_at IS NULL;
CREATE INDEX answer_skipped ON answer(annotator_id, skip, answer_id) WHERE skip IS NOT NULL AND withdrawn_at IS NULL;
CREATE INDEX answer_withdrawn ON answer(ballot_id, answer_id) WHERE withdrawn_at IS NOT NULL;
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
CREATE INDEX judgment_by_question ON judgment(question_id);
CREATE INDEX judgment_by_document ON judgment(document_id);
CREATE INDEX model_vote_by_question ON model_vote(question_id);
CREATE INDEX model_vote_by_document_1 ON model_vote(document_1);
CREATE INDEX model_vote_by_document_2 ON model_vote(document_2) WHERE document_2 IS NOT NULL;
CREATE INDEX model_vote_by_document_3 ON model_vote(document_3) WHERE document_3 IS NOT NULL;
CREATE INDEX question_with_work ON question(ballots_done, place) WHERE ballots_left > 0;
CREATE INDEX reason_of_answer ON reason(answer_id, reason_id);
CREATE INDEX twin_by_twins ON twin(twins);
CREATE INDEX merged_candidate_by_document ON merged_candidate(document_id);
CREATE INDEX merged_candidate_into ON merged_candidate(into_id, question_id);
CREATE VIEW pooled_candidate AS
SELECT question_id, document_id, prior, impressions, wins
  FROM candidate
 WHERE document_id NOT IN (SELECT document_id FROM gone_document)
   AND (NOT EXISTS (SELECT 1 FROM merged_candidate)
        OR NOT EXISTS (SELECT 1 FROM merged_candidate AS merged
                        WHERE merged.question_id = candidate.question_id AND merged.document_id = candidate.document_id));
CREATE TRIGGER answer_is_given AFTER INSERT ON answer
WHEN NEW.withdrawn_at IS NULL AND NEW.control IS NULL
BEGIN
    UPDATE question
       SET ballots_done = ballots_done + (NEW.skip IS NULL),
           none_votes = none_votes + (NEW.skip IS NULL AND NEW.position IS NULL)
     WHERE question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id);
    UPDATE candidate SET impressions = impressions + 1, wins = wins + (NEW.position IS 1)
     WHERE NEW.skip IS NULL
       AND (question_id, document_id) = (SELECT ballot.question_id, slot.document_id
                                           FROM slot JOIN ballot ON ballot.ballot_id = slot.ballot_id
                                          WHERE slot.ballot_id = NEW.ballot_id AND slot.position = 1);
    UPDATE candidate SET impressions = impressions + 1, wins = wins + (NEW.position IS 2)
     WHERE NEW.skip IS NULL
       AND (question_id, document_id) = (SELECT ballot.question_id, slot.document_id
                                           FROM slot JOIN ballot ON ballot.ballot_id = slot.ballot_id
                                          WHERE slot.ballot_id = NEW.ballot_id AND slot.position = 2);
    UPDATE candidate SET impressions = impressions + 1, wins = wins + (NEW.position IS 3)
     WHERE NEW.skip IS NULL
       AND (question_id, document_id) = (SELECT ballot.question_id, slot.document_id
                                           FROM slot JOIN ballot ON ballot.ballot_id = slot.ballot_id
                                          WHERE slot.ballot_id = NEW.ballot_id AND slot.position = 3);
END;
CREATE TRIGGER answer_is_withdrawn AFTER UPDATE OF withdrawn_at ON answer
WHEN OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
BEGIN
    INSERT INTO withdrawal (answer_id) VALUES (NEW.answer_id);
    UPDATE question
       SET ballots_done = ballots_done - (NEW.skip IS NULL),
           none_votes = none_votes - (NEW.skip IS NULL AND NEW.position IS NULL)
     WHERE NEW.control IS NULL AND question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id);
    UPDATE candidate SET impressions = impressions - 1, wins = wins - (NEW.position IS 1)
     WHERE NEW.skip IS NULL AND NEW.control IS NULL
       AND (question_id, document_id) = (SELECT ballot.question_id, slot.document_id
                                           FROM slot JOIN ballot ON ballot.ballot_id = slot.ballot_id
                                          WHERE slot.ballot_id = NEW.ballot_id AND slot.position = 1);
    UPDATE candidate SET impressions = impressions - 1, wins = wins - (NEW.position IS 2)
     WHERE NEW.skip IS NULL AND NEW.control IS NULL
       AND (question_id, document_id) = (SELECT ballot.question_id, slot.document_id
                                           FROM slot JOIN ballot ON ballot.ballot_id = slot.ballot_id
                                          WHERE slot.ballot_id = NEW.ballot_id AND slot.position = 2);
    UPDATE candidate SET impressions = impressions - 1, wins = wins - (NEW.position IS 3)
     WHERE NEW.skip IS NULL AND NEW.control IS NULL
       AND (question_id, document_id) = (SELECT ballot.question_id, slot.document_id
                                           FROM slot JOIN ballot ON ballot.ballot_id = slot.ballot_id
                                          WHERE slot.ballot_id = NEW.ballot_id AND slot.position = 3);
END;
CREATE TRIGGER answer_is_never_deleted BEFORE DELETE ON answer
BEGIN
    SELECT RAISE(ABORT, 'an answer is withdrawn, never deleted');
END;
CREATE TRIGGER answer_is_never_changed BEFORE UPDATE ON answer
WHEN OLD.withdrawn_at IS NOT NULL
  OR NEW.answer_id IS NOT OLD.answer_id OR NEW.uuid IS NOT OLD.uuid
  OR NEW.ballot_id IS NOT OLD.ballot_id OR NEW.annotator_id IS NOT OLD.annotator_id
  OR NEW.position IS NOT OLD.position OR NEW.skip IS NOT OLD.skip
  OR NEW.given_at IS NOT OLD.given_at OR NEW.elapsed_ms IS NOT OLD.elapsed_ms OR NEW.note IS NOT OLD.note
  OR NEW.control IS NOT OLD.control
  OR NEW.evidence IS NOT OLD.evidence OR NEW.evidence_start IS NOT OLD.evidence_start
BEGIN
    SELECT RAISE(ABORT, 'an answer is withdrawn, never changed');
END;
CREATE TRIGGER slot_is_of_another_document BEFORE INSERT ON slot
WHEN EXISTS (SELECT 1 FROM slot WHERE ballot_id = NEW.ballot_id AND document_id = NEW.document_id)
BEGIN
    SELECT RAISE(ABORT, 'a document stands on a ballot once');
END;
CREATE TRIGGER question_sums_change AFTER UPDATE OF ballots_done, ballots_left ON question
WHEN NEW.ballots_done <> OLD.ballots_done OR NEW.ballots_left <> OLD.ballots_left
BEGIN
    UPDATE progress
       SET ballots_done = ballots_done + NEW.ballots_done - OLD.ballots_done,
           ballots_left = ballots_left + NEW.ballots_left - OLD.ballots_left;
END;
CREATE TRIGGER source_is_added AFTER INSERT ON candidate_source
BEGIN
    UPDATE candidate
       SET prior = (SELECT CAST(sum((1000000000000000 + (60 + rank) / 2) / (60 + rank)) AS DOUBLE PRECISION) / 1e15
                    FROM candidate_source
                     WHERE question_id = NEW.question_id AND document_id = NEW.document_id)
     WHERE question_id = NEW.question_id AND document_id = NEW.document_id;
END;
CREATE TRIGGER source_is_changed AFTER UPDATE OF rank ON candidate_source
BEGIN
    UPDATE candidate
       SET prior = (SELECT CAST(sum((1000000000000000 + (60 + rank) / 2) / (60 + rank)) AS DOUBLE PRECISION) / 1e15
                    FROM candidate_source
                     WHERE question_id = NEW.question_id AND document_id = NEW.document_id)
     WHERE question_id = NEW.question_id AND document_id = NEW.document_id;
END;
CREATE TRIGGER source_is_removed AFTER DELETE ON candidate_source
BEGIN
    UPDATE candidate
       SET prior = coalesce((SELECT CAST(sum((1000000000000000 + (60 + rank) / 2) / (60 + rank)) AS DOUBLE PRECISION) / 1e15
                             FROM candidate_source
                              WHERE question_id = OLD.question_id AND document_id = OLD.document_id), 0)
     WHERE question_id = OLD.question_id AND document_id = OLD.document_id;
END;
CREATE TRIGGER indexed_document_changes AFTER UPDATE ON document
BEGIN
    UPDATE search_index SET is_stale = 1 WHERE last_document >= OLD.document_id AND is_stale = 0;
END;
CREATE TRIGGER indexed_document_is_removed AFTER DELETE ON document
BEGIN
    UPDATE search_index SET is_stale = 1 WHERE last_document >= OLD.document_id AND is_stale = 0;
END;
CREATE TRIGGER question_is_taken_out AFTER DELETE ON question
WHEN OLD.ballots_left <> 0
BEGIN
    UPDATE progress SET ballots_left = ballots_left - OLD.ballots_left;
END;
CREATE TRIGGER twin_changes AFTER UPDATE OF title, text ON document
BEGIN
    DELETE FROM merged_candidate WHERE document_id = OLD.document_id;
    DELETE FROM merged_candidate WHERE into_id = OLD.document_id;
    DELETE FROM twin WHERE document_id = OLD.document_id;
END;
CREATE TRIGGER twin_is_gone AFTER INSERT ON gone_document
BEGIN
    DELETE FROM merged_candidate WHERE document_id = NEW.document_id;
    DELETE FROM merged_candidate WHERE into_id = NEW.document_id;
    DELETE FROM twin WHERE document_id = NEW.document_id;
END;
PRAGMA writable_schema=OFF;
COMMIT;
PRAGMA application_id = 0x61736179;
PRAGMA user_version = 9;
