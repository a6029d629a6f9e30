-- A database of assay, version 3, as the last program of that version left it and SQLite's .dump writes it: what
-- test_migration.c brings up to date. Three annotators have labelled in it:
--   ann: voted on ballot 1 (with a note) and 2 (none, taken back; then 2), put 3 aside for later and 4 as "cannot tell"
--        (both with notes), voted on 5 (with a note) and took it back; was asked 6, of before and after it.
--   cem: put 7 aside for later (with a note), voted on 8 to 15, and was asked 16.
--   bob: put 17 aside as "cannot tell" (with a note) and took that back; was asked 18 meanwhile.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE setting (
    key   TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO setting VALUES('impressions','3');
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
INSERT INTO document VALUES(4,'d4','','document 4',NULL);
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
    candidates   INTEGER NOT NULL DEFAULT 0,
    changed      INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO question VALUES(1,'q1','question 1?',NULL,3,3,3,1,0,4,19);
INSERT INTO question VALUES(2,'q2','question 2?',NULL,3,3,3,1,0,4,12);
INSERT INTO question VALUES(3,'q3','question 3?',NULL,3,3,4,0,1,4,16);
CREATE TABLE candidate (
    question_id INTEGER NOT NULL REFERENCES question,
    document_id INTEGER NOT NULL REFERENCES document,
    prior       REAL NOT NULL,
    source      TEXT NOT NULL,
    impressions INTEGER NOT NULL DEFAULT 0,
    wins        INTEGER NOT NULL DEFAULT 0 CHECK (wins BETWEEN 0 AND impressions),
    PRIMARY KEY (question_id, document_id)
) STRICT, WITHOUT ROWID;
INSERT INTO candidate VALUES(1,1,8.0,'pool.run',2,1);
INSERT INTO candidate VALUES(1,2,7.0,'pool.run',3,1);
INSERT INTO candidate VALUES(1,3,6.0,'pool.run',2,0);
INSERT INTO candidate VALUES(1,4,5.0,'pool.run',2,1);
INSERT INTO candidate VALUES(2,1,8.0,'pool.run',2,0);
INSERT INTO candidate VALUES(2,2,7.0,'pool.run',2,1);
INSERT INTO candidate VALUES(2,3,6.0,'pool.run',3,2);
INSERT INTO candidate VALUES(2,4,5.0,'pool.run',2,0);
INSERT INTO candidate VALUES(3,1,8.0,'pool.run',3,2);
INSERT INTO candidate VALUES(3,2,7.0,'pool.run',3,1);
INSERT INTO candidate VALUES(3,3,6.0,'pool.run',3,0);
INSERT INTO candidate VALUES(3,4,5.0,'pool.run',3,0);
CREATE TABLE annotator (
    annotator_id INTEGER PRIMARY KEY,
    name         TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO annotator VALUES(1,'ann');
INSERT INTO annotator VALUES(2,'cem');
INSERT INTO annotator VALUES(3,'bob');
CREATE TABLE ballot (
    ballot_id    INTEGER PRIMARY KEY,
    uuid         TEXT NOT NULL UNIQUE,
    question_id  INTEGER NOT NULL REFERENCES question,
    deal         INTEGER NOT NULL,
    annotator_id INTEGER NOT NULL REFERENCES annotator,
    dealt_at     INTEGER NOT NULL,
    lease_until  INTEGER,
    UNIQUE (question_id, deal)
) STRICT;
INSERT INTO ballot VALUES(1,'1ce44f92-c79d-49e9-bb68-15a6dc06649b',1,1,1,1795305046617,NULL);
INSERT INTO ballot VALUES(2,'075a2080-ec72-4d47-acf1-6185fce8ce67',1,2,1,1795305046619,NULL);
INSERT INTO ballot VALUES(3,'df1ea3bd-b30d-44ea-a67a-59a0ae27f4bf',1,3,1,1795305046620,NULL);
INSERT INTO ballot VALUES(4,'7f9dfd0c-1ac1-47e6-ba0a-d5c13a9f46c0',1,4,1,1795305046623,NULL);
INSERT INTO ballot VALUES(5,'ab704149-41a8-42dc-8cd0-bc19a21f7ea8',2,1,1,1795305046623,1795305046626);
INSERT INTO ballot VALUES(6,'1378572b-d725-4c85-98ef-4da580e51d6e',2,2,1,1795305046624,1795305046626);
INSERT INTO ballot VALUES(7,'af2fdfd9-a4d1-41e4-968e-9d3015133eae',2,3,2,1795305046634,NULL);
INSERT INTO ballot VALUES(8,'67758153-ce0e-475c-b5bf-4ce895971c6a',2,4,2,1795305046637,NULL);
INSERT INTO ballot VALUES(9,'cbf6bdfe-fdeb-4fd8-84b1-70c65d8e647a',2,5,2,1795305046639,NULL);
INSERT INTO ballot VALUES(10,'82957a0c-0953-4bb3-9729-86977ed4d628',2,6,2,1795305046640,NULL);
INSERT INTO ballot VALUES(11,'e78de7bd-8483-4625-b6a3-985cfbbbf16d',3,1,2,1795305046641,NULL);
INSERT INTO ballot VALUES(12,'dcc54725-7a7c-4626-9232-3b51fcc34585',3,2,2,1795305046642,NULL);
INSERT INTO ballot VALUES(13,'83084a2c-c218-4393-a86e-9c75e47419f9',3,3,2,1795305046643,NULL);
INSERT INTO ballot VALUES(14,'1d5ac15e-45e3-48b7-a34b-9c5c94484937',3,4,2,1795305046643,NULL);
INSERT INTO ballot VALUES(15,'b68c41fe-a885-4ddd-8eda-7719cdd1eddb',1,5,2,1795305046644,NULL);
INSERT INTO ballot VALUES(16,'1cb46fc3-da8d-485a-a312-3aa75c576398',1,6,2,1795305046645,1795305046646);
INSERT INTO ballot VALUES(17,'5e5c63ec-fcfa-4604-b2bb-e22c0fb71707',1,7,3,1795305046657,1795305046663);
INSERT INTO ballot VALUES(18,'41d985fb-a37a-40f9-be34-dfaebb059b64',1,8,3,1795305046660,1795305046663);
CREATE TABLE slot (
    ballot_id   INTEGER NOT NULL REFERENCES ballot,
    position    INTEGER NOT NULL CHECK (position BETWEEN 1 AND 3),
    document_id INTEGER NOT NULL REFERENCES document,
    PRIMARY KEY (ballot_id, position),
    UNIQUE (ballot_id, document_id)
) STRICT, WITHOUT ROWID;
INSERT INTO slot VALUES(1,1,2);
INSERT INTO slot VALUES(1,2,1);
INSERT INTO slot VALUES(1,3,4);
INSERT INTO slot VALUES(2,1,3);
INSERT INTO slot VALUES(2,2,1);
INSERT INTO slot VALUES(2,3,2);
INSERT INTO slot VALUES(3,1,4);
INSERT INTO slot VALUES(3,2,3);
INSERT INTO slot VALUES(3,3,1);
INSERT INTO slot VALUES(4,1,2);
INSERT INTO slot VALUES(4,2,3);
INSERT INTO slot VALUES(4,3,4);
INSERT INTO slot VALUES(5,1,1);
INSERT INTO slot VALUES(5,2,3);
INSERT INTO slot VALUES(5,3,4);
INSERT INTO slot VALUES(6,1,4);
INSERT INTO slot VALUES(6,2,1);
INSERT INTO slot VALUES(6,3,2);
INSERT INTO slot VALUES(7,1,1);
INSERT INTO slot VALUES(7,2,2);
INSERT INTO slot VALUES(7,3,4);
INSERT INTO slot VALUES(8,1,3);
INSERT INTO slot VALUES(8,2,2);
INSERT INTO slot VALUES(8,3,4);
INSERT INTO slot VALUES(9,1,3);
INSERT INTO slot VALUES(9,2,2);
INSERT INTO slot VALUES(9,3,1);
INSERT INTO slot VALUES(10,1,4);
INSERT INTO slot VALUES(10,2,1);
INSERT INTO slot VALUES(10,3,3);
INSERT INTO slot VALUES(11,1,1);
INSERT INTO slot VALUES(11,2,2);
INSERT INTO slot VALUES(11,3,3);
INSERT INTO slot VALUES(12,1,1);
INSERT INTO slot VALUES(12,2,3);
INSERT INTO slot VALUES(12,3,4);
INSERT INTO slot VALUES(13,1,1);
INSERT INTO slot VALUES(13,2,2);
INSERT INTO slot VALUES(13,3,4);
INSERT INTO slot VALUES(14,1,2);
INSERT INTO slot VALUES(14,2,4);
INSERT INTO slot VALUES(14,3,3);
INSERT INTO slot VALUES(15,1,4);
INSERT INTO slot VALUES(15,2,2);
INSERT INTO slot VALUES(15,3,3);
INSERT INTO slot VALUES(16,1,3);
INSERT INTO slot VALUES(16,2,1);
INSERT INTO slot VALUES(16,3,4);
INSERT INTO slot VALUES(17,1,4);
INSERT INTO slot VALUES(17,2,3);
INSERT INTO slot VALUES(17,3,1);
INSERT INTO slot VALUES(18,1,2);
INSERT INTO slot VALUES(18,2,1);
INSERT INTO slot VALUES(18,3,3);
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
INSERT INTO answer VALUES(1,'292f9940-687f-4502-9d35-0adb8533c61c',1,1,1,NULL,1795305046619,1,'first',NULL,NULL);
INSERT INTO answer VALUES(2,'26982314-3865-42b1-be4b-2d0fc6e0ca40',2,1,NULL,NULL,1795305046620,0,NULL,1795305046621,'undo');
INSERT INTO answer VALUES(3,'c3b3ae28-8e1d-4b51-bb07-482614ba2ab7',2,1,2,NULL,1795305046622,0,NULL,NULL,NULL);
INSERT INTO answer VALUES(4,'b6faf947-e0be-4b4c-a7fe-84969ed12500',3,1,NULL,'later',1795305046623,0,'ask Eve',NULL,NULL);
INSERT INTO answer VALUES(5,'baaab49b-2f86-4cdf-924b-81bba51cd4be',4,1,NULL,'cannot tell',1795305046623,0,'both',NULL,NULL);
INSERT INTO answer VALUES(6,'cc9945ac-f4ba-45ec-9ffd-8438307d4fd5',5,1,3,NULL,1795305046624,0,'third',1795305046625,'undo');
INSERT INTO answer VALUES(7,'572a300d-eebc-4808-bd2f-a5866dca39aa',7,2,NULL,'later',1795305046637,0,'from later',NULL,NULL);
INSERT INTO answer VALUES(8,'e8ac5712-e8d9-45a3-8660-230b1ab6d1e5',8,2,1,NULL,1795305046639,0,NULL,NULL,NULL);
INSERT INTO answer VALUES(9,'630941a6-6b02-48a1-ba19-b697a24692d3',9,2,2,NULL,1795305046640,0,NULL,NULL,NULL);
INSERT INTO answer VALUES(10,'afd46475-781d-4a2d-b9e9-ef857a893cb1',10,2,3,NULL,1795305046641,0,NULL,NULL,NULL);
INSERT INTO answer VALUES(11,'1b713ecf-4b97-404e-8a57-ac7bbc05b8bb',11,2,NULL,NULL,1795305046642,0,NULL,NULL,NULL);
INSERT INTO answer VALUES(12,'2405e045-dc21-4edf-85e5-0eab28c361cb',12,2,1,NULL,1795305046643,1,NULL,NULL,NULL);
INSERT INTO answer VALUES(13,'d8bdf3ff-3443-42d9-aae1-da8b8a480fc6',13,2,1,NULL,1795305046643,0,NULL,NULL,NULL);
INSERT INTO answer VALUES(14,'fe531d67-d1b2-4abe-8ea1-ee13f962afbf',14,2,1,NULL,1795305046644,0,NULL,NULL,NULL);
INSERT INTO answer VALUES(15,'2d189027-99f6-48af-ba21-b47054b83323',15,2,1,NULL,1795305046645,0,NULL,NULL,NULL);
INSERT INTO answer VALUES(16,'b8d23274-5b4c-4344-8ffa-032774bc4877',17,3,NULL,'cannot tell',1795305046660,0,'undone skip',1795305046662,'undo');
CREATE TABLE progress (
    progress_id  INTEGER PRIMARY KEY CHECK (progress_id = 1),
    ballots_done INTEGER NOT NULL,
    ballots_left INTEGER NOT NULL,
    changes      INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO progress VALUES(1,10,2,19);
CREATE INDEX question_with_work ON question(ballots_done, question_id) WHERE ballots_left > 0;
CREATE INDEX question_changed ON question(changed);
CREATE INDEX candidate_by_document ON candidate(document_id);
CREATE INDEX ballot_by_question ON ballot(question_id, annotator_id);
CREATE INDEX ballot_by_annotator ON ballot(annotator_id, ballot_id);
CREATE INDEX ballot_open ON ballot(annotator_id, ballot_id) WHERE lease_until IS NOT NULL;
CREATE INDEX ballot_leased ON ballot(question_id, lease_until) WHERE lease_until IS NOT NULL;
CREATE UNIQUE INDEX answer_standing ON answer(ballot_id) WHERE withdrawn_at IS NULL;
CREATE INDEX answer_of_annotator ON answer(annotator_id, answer_id) WHERE withdrawn_at IS NULL;
CREATE INDEX answer_skipped ON answer(annotator_id, skip, answer_id) WHERE skip IS NOT NULL AND withdrawn_at IS NULL;
CREATE INDEX answer_withdrawn ON answer(ballot_id, answer_id) WHERE withdrawn_at IS NOT NULL;
CREATE TRIGGER answer_is_given AFTER INSERT ON answer
WHEN NEW.withdrawn_at IS NULL
BEGIN
    UPDATE progress SET changes = changes + 1;
    UPDATE question
       SET changed = (SELECT changes FROM progress),
           ballots_done = ballots_done + (NEW.skip IS NULL),
           none_votes = none_votes + (NEW.skip IS NULL AND NEW.position IS NULL)
     WHERE question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id);
    UPDATE candidate
       SET impressions = impressions + 1,
           wins = wins + (document_id IS (SELECT slot.document_id FROM slot
                                           WHERE slot.ballot_id = NEW.ballot_id AND slot.position = NEW.position))
     WHERE NEW.skip IS NULL
       AND question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id)
       AND document_id IN (SELECT document_id FROM slot WHERE ballot_id = NEW.ballot_id);
END;
CREATE TRIGGER answer_is_withdrawn AFTER UPDATE OF withdrawn_at ON answer
WHEN OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
BEGIN
    UPDATE progress SET changes = changes + 1;
    UPDATE question
       SET changed = (SELECT changes FROM progress),
           ballots_done = ballots_done - (NEW.skip IS NULL),
           none_votes = none_votes - (NEW.skip IS NULL AND NEW.position IS NULL)
     WHERE question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id);
    UPDATE candidate
       SET impressions = impressions - 1,
           wins = wins - (document_id IS (SELECT slot.document_id FROM slot
                                           WHERE slot.ballot_id = NEW.ballot_id AND slot.position = NEW.position))
     WHERE NEW.skip IS NULL
       AND question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id)
       AND document_id IN (SELECT document_id FROM slot WHERE ballot_id = NEW.ballot_id);
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
BEGIN
    SELECT RAISE(ABORT, 'an answer is withdrawn, never changed');
END;
CREATE TRIGGER question_sums_change AFTER UPDATE OF ballots_done, ballots_left ON question
WHEN NEW.ballots_done <> OLD.ballots_done OR NEW.ballots_left <> OLD.ballots_left
BEGIN
    UPDATE progress
       SET ballots_done = ballots_done + NEW.ballots_done - OLD.ballots_done,
           ballots_left = ballots_left + NEW.ballots_left - OLD.ballots_left;
END;
COMMIT;
PRAGMA application_id = 0x61736179;
PRAGMA user_version = 3;
