-- A database of assay, version 2, as assay 0.1.0 left it and SQLite's .dump writes it: what test_migration.c brings
-- up to date. Three annotators have labelled in it:
--   ann: voted on ballot 1 (with a note) and 2 (none, taken back; then 2), put 3 aside for later and 4 as "cannot tell"
--        (both with notes), voted on 5 (with a note) and took it back; was asked 6, of before and after it.
--   cem: put 7 aside for later (with a note), voted on 8 to 16, and was asked 7 again.
--   bob: put 17 aside as "cannot tell" (with a note) and took that back; was asked 18 meanwhile.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE setting (
    key   TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
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
    candidates   INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO question VALUES(1,'q1','question 1?',NULL,3,3,4,0,0,4);
INSERT INTO question VALUES(2,'q2','question 2?',NULL,3,3,3,1,1,4);
INSERT INTO question VALUES(3,'q3','question 3?',NULL,3,3,4,0,1,4);
CREATE TABLE candidate (
    question_id INTEGER NOT NULL REFERENCES question,
    document_id INTEGER NOT NULL REFERENCES document,
    prior       REAL NOT NULL,
    source      TEXT NOT NULL,
    impressions INTEGER NOT NULL DEFAULT 0,
    wins        INTEGER NOT NULL DEFAULT 0 CHECK (wins BETWEEN 0 AND impressions),
    PRIMARY KEY (question_id, document_id)
) STRICT, WITHOUT ROWID;
INSERT INTO candidate VALUES(1,1,8.0,'pool.run',3,2);
INSERT INTO candidate VALUES(1,2,7.0,'pool.run',3,2);
INSERT INTO candidate VALUES(1,3,6.0,'pool.run',3,0);
INSERT INTO candidate VALUES(1,4,5.0,'pool.run',3,0);
INSERT INTO candidate VALUES(2,1,8.0,'pool.run',2,1);
INSERT INTO candidate VALUES(2,2,7.0,'pool.run',2,0);
INSERT INTO candidate VALUES(2,3,6.0,'pool.run',3,1);
INSERT INTO candidate VALUES(2,4,5.0,'pool.run',2,0);
INSERT INTO candidate VALUES(3,1,8.0,'pool.run',3,1);
INSERT INTO candidate VALUES(3,2,7.0,'pool.run',3,1);
INSERT INTO candidate VALUES(3,3,6.0,'pool.run',3,0);
INSERT INTO candidate VALUES(3,4,5.0,'pool.run',3,1);
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
    annotator_id INTEGER NOT NULL REFERENCES annotator,
    dealt_at     INTEGER NOT NULL,
    lease_until  INTEGER,
    skipped_at   INTEGER,
    skip_reason  TEXT CHECK (skip_reason IN ('later', 'cannot tell')),
    skip_note    TEXT,
    withdrawn_skip TEXT CHECK (withdrawn_skip IN ('later', 'cannot tell')),
    CHECK ((skipped_at IS NULL) = (skip_reason IS NULL))
) STRICT;
INSERT INTO ballot VALUES(1,'97b22ed1-dde3-489e-816b-8b9ba887f930',1,1,1795293925189,NULL,NULL,NULL,NULL,NULL);
INSERT INTO ballot VALUES(2,'1f74a267-c991-45b4-b745-8f2948dc6533',1,1,1795293925190,NULL,NULL,NULL,NULL,NULL);
INSERT INTO ballot VALUES(3,'fc9d55bb-511c-4104-81e0-4bbcf299d9fd',1,1,1795293925191,NULL,1795293925192,'later','ask Eve',NULL);
INSERT INTO ballot VALUES(4,'c7bc1e96-182f-47c9-8b7a-7920802516c1',1,1,1795293925192,NULL,1795293925193,'cannot tell','both',NULL);
INSERT INTO ballot VALUES(5,'eca8d6c7-cd2b-4e3c-81a4-93da914f2282',2,1,1795293925193,1795293925194,NULL,NULL,NULL,NULL);
INSERT INTO ballot VALUES(6,'9968e700-e5f8-4efa-aeba-a5686395a6b4',2,1,1795293925193,1795293925194,NULL,NULL,NULL,NULL);
INSERT INTO ballot VALUES(7,'d5320f2f-31ea-42dd-8cab-2929c3373d6c',2,2,1795293944202,1795293944208,NULL,NULL,'from later',NULL);
INSERT INTO ballot VALUES(8,'35d98d0f-592c-4778-85cb-ac60e17009e9',2,2,1795293944203,NULL,NULL,NULL,NULL,NULL);
INSERT INTO ballot VALUES(9,'d9b6ea49-c5fc-4c68-a7d8-3fcd2f2501bf',2,2,1795293944204,NULL,NULL,NULL,NULL,NULL);
INSERT INTO ballot VALUES(10,'4ba23dd7-1fae-4aed-9a7a-3e1310ba7dbb',2,2,1795293944204,NULL,NULL,NULL,NULL,NULL);
INSERT INTO ballot VALUES(11,'c67e6785-bc3c-496f-9e8a-54dd2e888ada',3,2,1795293944205,NULL,NULL,NULL,NULL,NULL);
INSERT INTO ballot VALUES(12,'a39d3df9-1be5-4c18-8e83-9facbb2d962e',3,2,1795293944205,NULL,NULL,NULL,NULL,NULL);
INSERT INTO ballot VALUES(13,'7b602b17-0cae-448a-92ca-8268adea63ba',3,2,1795293944206,NULL,NULL,NULL,NULL,NULL);
INSERT INTO ballot VALUES(14,'f7eef8eb-5b26-40eb-9fef-7cbef516307b',3,2,1795293944206,NULL,NULL,NULL,NULL,NULL);
INSERT INTO ballot VALUES(15,'0a57e8aa-cf7e-400b-8009-0d22e672492b',1,2,1795293944206,NULL,NULL,NULL,NULL,NULL);
INSERT INTO ballot VALUES(16,'ab2db616-b531-4bfa-a392-ea3e5188e647',1,2,1795293944207,NULL,NULL,NULL,NULL,NULL);
INSERT INTO ballot VALUES(17,'3f795201-e699-434b-87e4-c08015684dd4',2,3,1795293961434,1795293961436,NULL,NULL,'undone skip','cannot tell');
INSERT INTO ballot VALUES(18,'f68148a2-03c6-46df-b2ec-08274bf74d64',2,3,1795293961435,1795293961436,NULL,NULL,NULL,NULL);
CREATE TABLE slot (
    ballot_id   INTEGER NOT NULL REFERENCES ballot,
    position    INTEGER NOT NULL CHECK (position BETWEEN 1 AND 3),
    document_id INTEGER NOT NULL REFERENCES document,
    PRIMARY KEY (ballot_id, position),
    UNIQUE (ballot_id, document_id)
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
INSERT INTO slot VALUES(5,1,1);
INSERT INTO slot VALUES(5,2,4);
INSERT INTO slot VALUES(5,3,3);
INSERT INTO slot VALUES(6,1,3);
INSERT INTO slot VALUES(6,2,4);
INSERT INTO slot VALUES(6,3,2);
INSERT INTO slot VALUES(7,1,4);
INSERT INTO slot VALUES(7,2,1);
INSERT INTO slot VALUES(7,3,2);
INSERT INTO slot VALUES(8,1,1);
INSERT INTO slot VALUES(8,2,3);
INSERT INTO slot VALUES(8,3,2);
INSERT INTO slot VALUES(9,1,1);
INSERT INTO slot VALUES(9,2,3);
INSERT INTO slot VALUES(9,3,4);
INSERT INTO slot VALUES(10,1,3);
INSERT INTO slot VALUES(10,2,4);
INSERT INTO slot VALUES(10,3,2);
INSERT INTO slot VALUES(11,1,1);
INSERT INTO slot VALUES(11,2,2);
INSERT INTO slot VALUES(11,3,4);
INSERT INTO slot VALUES(12,1,2);
INSERT INTO slot VALUES(12,2,3);
INSERT INTO slot VALUES(12,3,4);
INSERT INTO slot VALUES(13,1,2);
INSERT INTO slot VALUES(13,2,3);
INSERT INTO slot VALUES(13,3,1);
INSERT INTO slot VALUES(14,1,1);
INSERT INTO slot VALUES(14,2,4);
INSERT INTO slot VALUES(14,3,3);
INSERT INTO slot VALUES(15,1,4);
INSERT INTO slot VALUES(15,2,1);
INSERT INTO slot VALUES(15,3,3);
INSERT INTO slot VALUES(16,1,2);
INSERT INTO slot VALUES(16,2,4);
INSERT INTO slot VALUES(16,3,1);
INSERT INTO slot VALUES(17,1,2);
INSERT INTO slot VALUES(17,2,1);
INSERT INTO slot VALUES(17,3,4);
INSERT INTO slot VALUES(18,1,3);
INSERT INTO slot VALUES(18,2,2);
INSERT INTO slot VALUES(18,3,4);
CREATE TABLE vote (
    vote_id      INTEGER PRIMARY KEY,
    ballot_id    INTEGER NOT NULL REFERENCES ballot,
    annotator_id INTEGER NOT NULL REFERENCES annotator,
    position     INTEGER,
    cast_at      INTEGER NOT NULL,
    elapsed_ms   INTEGER NOT NULL CHECK (elapsed_ms >= 0),
    note         TEXT,
    withdrawn_at INTEGER,
    FOREIGN KEY (ballot_id, position) REFERENCES slot(ballot_id, position)
) STRICT;
INSERT INTO vote VALUES(1,1,1,1,1795293925190,0,'first',NULL);
INSERT INTO vote VALUES(2,2,1,NULL,1795293925191,0,NULL,1795293925191);
INSERT INTO vote VALUES(3,2,1,2,1795293925192,0,NULL,NULL);
INSERT INTO vote VALUES(4,5,1,3,1795293925193,0,'third',1795293925193);
INSERT INTO vote VALUES(5,8,2,1,1795293944204,1,NULL,NULL);
INSERT INTO vote VALUES(6,9,2,NULL,1795293944204,0,NULL,NULL);
INSERT INTO vote VALUES(7,10,2,1,1795293944205,0,NULL,NULL);
INSERT INTO vote VALUES(8,11,2,2,1795293944205,0,NULL,NULL);
INSERT INTO vote VALUES(9,12,2,3,1795293944206,0,NULL,NULL);
INSERT INTO vote VALUES(10,13,2,NULL,1795293944206,0,NULL,NULL);
INSERT INTO vote VALUES(11,14,2,1,1795293944206,0,NULL,NULL);
INSERT INTO vote VALUES(12,15,2,2,1795293944207,0,NULL,NULL);
INSERT INTO vote VALUES(13,16,2,3,1795293944207,0,NULL,NULL);
CREATE TABLE progress (
    progress_id  INTEGER PRIMARY KEY CHECK (progress_id = 1),
    ballots_done INTEGER NOT NULL,
    ballots_left INTEGER NOT NULL
) STRICT;
INSERT INTO progress VALUES(1,11,1);
CREATE INDEX question_with_work ON question(ballots_done, question_id) WHERE ballots_left > 0;
CREATE INDEX candidate_by_document ON candidate(document_id);
CREATE INDEX ballot_by_question ON ballot(question_id, annotator_id);
CREATE INDEX ballot_by_annotator ON ballot(annotator_id, ballot_id);
CREATE INDEX ballot_open ON ballot(annotator_id, ballot_id) WHERE lease_until IS NOT NULL;
CREATE INDEX ballot_leased ON ballot(question_id, lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX ballot_skipped ON ballot(annotator_id, skipped_at, ballot_id) WHERE skipped_at IS NOT NULL;
CREATE UNIQUE INDEX vote_standing ON vote(ballot_id) WHERE withdrawn_at IS NULL;
CREATE INDEX vote_of_annotator ON vote(annotator_id, vote_id) WHERE withdrawn_at IS NULL;
CREATE INDEX vote_withdrawn ON vote(ballot_id, vote_id) WHERE withdrawn_at IS NOT NULL;
CREATE TRIGGER vote_is_cast AFTER INSERT ON vote
BEGIN
    UPDATE candidate
       SET impressions = impressions + 1,
           wins = wins + (document_id IS (SELECT slot.document_id FROM slot
                                           WHERE slot.ballot_id = NEW.ballot_id AND slot.position = NEW.position))
     WHERE question_id = (SELECT question_id FROM ballot WHERE ballot_id = NEW.ballot_id)
       AND document_id IN (SELECT document_id FROM slot WHERE ballot_id = NEW.ballot_id);
    UPDATE question SET ballots_done = ballots_done + 1, none_votes = none_votes + (NEW.position IS NULL)
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
    UPDATE question SET ballots_done = ballots_done - 1, none_votes = none_votes - (NEW.position IS NULL)
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
COMMIT;
PRAGMA application_id = 0x61736179;
PRAGMA user_version = 2;
