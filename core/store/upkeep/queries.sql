-- Reading files to merge ----------------------------------------------------
-- A statement "..._from" reads the rows of a file to be merged. Each row is bound to the statement "..._add" below, as $2,
-- $3, ...; $1 is the number of the file.

-- About how many rows a file has, for the progress line.
-- name: merge_size
SELECT (SELECT count(*) FROM document) + (SELECT count(*) FROM question) + (SELECT count(*) FROM candidate)
     + (SELECT count(*) FROM candidate_source) + (SELECT count(*) FROM ballot) + (SELECT count(*) FROM answer)
     + (SELECT count(*) FROM judgment) + (SELECT count(*) FROM model_vote);

-- name: merge_event_from
SELECT at, who, what FROM event ORDER BY event_id;

-- name: merge_import_from
SELECT import_id, imported_at, what, last_document, last_question, votes, is_carry, is_continued FROM import
 ORDER BY import_id;

-- Something with an id or a name, with all its content.
-- struct: merged_item
--   item_id  id
--   id       view
--   title    view
--   text     view
--   fields   view
--   is_gone  bool

-- name: merge_document_list
-- long
SELECT {merged_item}
  FROM (SELECT document_id AS item_id, docid AS id, title, text, fields,
               document_id IN (SELECT document_id FROM gone_document) AS is_gone FROM document) AS item
 ORDER BY item_id;

-- name: merge_question_list
-- long
SELECT {merged_item}
  FROM (SELECT question_id AS item_id, qid AS id, '' AS title, text, fields, 0 AS is_gone FROM question) AS item
 ORDER BY item_id;

-- name: merge_annotator_list
SELECT {merged_item}
  FROM (SELECT annotator_id AS item_id, name AS id, '' AS title, '' AS text, NULL AS fields, 0 AS is_gone FROM annotator) AS item
 ORDER BY item_id;

-- name: merge_source_list
SELECT {merged_item}
  FROM (SELECT source_id AS item_id, name AS id, '' AS title, '' AS text, NULL AS fields, 0 AS is_gone
          FROM judgment_source) AS item
 ORDER BY item_id;

-- name: merge_model_list
SELECT {merged_item}
  FROM (SELECT model_id AS item_id, name AS id, '' AS title, '' AS text, NULL AS fields, 0 AS is_gone FROM model) AS item
 ORDER BY item_id;

-- name: merge_document_from
-- long
SELECT document_id, title, text, fields FROM document ORDER BY document_id;

-- name: merge_gone_from
SELECT document_id FROM gone_document ORDER BY document_id;

-- name: merge_question_from
-- long
SELECT question_id, text, fields FROM question ORDER BY question_id;

-- name: merge_candidate_from
-- long
SELECT question_id, document_id, prior FROM candidate ORDER BY question_id, document_id;

-- name: merge_candidate_source_from
-- long
SELECT question_id, document_id, source, rank, score, import_id FROM candidate_source
 ORDER BY question_id, document_id, source;

-- struct: merge_ballot
--   ballot_id     id
--   question_id   id
--   annotator_id  id
--   dealt_at      integer
--   is_open       bool     lease_until IS NOT NULL
--   control       view
--   has_draft     bool     ballot_id IN (SELECT ballot_id FROM note_draft) OR ballot_id IN (SELECT ballot_id FROM evidence_draft)

-- name: merge_ballot_from
-- long
SELECT {merge_ballot} FROM ballot ORDER BY ballot_id;

-- struct: merge_slot
--   ballot_id    id
--   position     count
--   document_id  id

-- name: merge_slot_from
-- long
SELECT {merge_slot} FROM slot ORDER BY ballot_id, position;

-- A time at which an annotator was dealt more than one ballot. Such a time does not identify a ballot.
-- struct: merge_doubtful_ballot
--   annotator_id  id
--   dealt_at      integer

-- name: merge_doubtful_ballot_list
SELECT {merge_doubtful_ballot} FROM ballot GROUP BY annotator_id, dealt_at HAVING count(*) > 1
 ORDER BY annotator_id, dealt_at;

-- struct: merge_answer
--   ballot_id  id
--   given_at   integer

-- merging_votes.c copies the columns after these two as they are.
-- name: merge_answer_from
-- long
SELECT {merge_answer}, uuid, position, skip, elapsed_ms, note, evidence, evidence_start,
       withdrawn_at * 2 + CASE WHEN withdrawn_by = 'undo' THEN 1
                               WHEN skip IS NULL OR withdrawn_at = given_at THEN 1152921504606846976 ELSE 0 END
  FROM answer ORDER BY ballot_id, answer_id;

-- name: merge_addition_from
-- long
SELECT answer.uuid, addition.kind, addition.addition_id, addition.said, addition.number
  FROM addition JOIN answer ON answer.answer_id = addition.answer_id ORDER BY addition.addition_id;

-- name: merge_note_draft_from
SELECT ballot_id, note FROM note_draft ORDER BY ballot_id;

-- name: merge_evidence_draft_from
SELECT ballot_id, position, evidence, evidence_start FROM evidence_draft ORDER BY ballot_id;

-- name: merge_judgment_from
-- long
SELECT source_id, question_id, document_id, grade, import_id FROM judgment
 ORDER BY source_id, question_id, document_id;

-- The versions that imports replaced. Copies of a database have the same ones. If files differ, the merge takes the same
-- row in whatever order they are merged.
-- name: merge_replaced_document_from
-- long
SELECT import_id, document_id, title, text, fields FROM replaced_document ORDER BY document_id, import_id;

-- name: merge_replaced_question_from
-- long
SELECT import_id, question_id, text, fields FROM replaced_question ORDER BY question_id, import_id;

-- name: merge_replaced_judgment_from
-- long
SELECT import_id, source_id, question_id, document_id, grade FROM replaced_judgment
 ORDER BY source_id, question_id, document_id, import_id;

-- name: merge_replaced_source_from
-- long
SELECT import_id, question_id, document_id, source, rank, score FROM replaced_source
 ORDER BY question_id, document_id, source, import_id;

-- name: merge_model_vote_from
-- long
SELECT model_id, question_id, deal, document_1, document_2, document_3, position, repeats, given_at, elapsed_ms, note
  FROM model_vote ORDER BY model_id, question_id, deal;

-- Copying -------------------------------------------------------------------
-- Each statement lists all rows of a table, to be added to the same columns of the same table elsewhere. project_copy.c reads
-- the names of both from the text, so the text must begin with SELECT columns FROM table. It copies the tables in an order in
-- which rows refer only to rows that are there already.

-- How many rows the large tables have.
-- name: copy_size
SELECT (SELECT count(*) FROM document) + (SELECT count(*) FROM question) + (SELECT count(*) FROM candidate)
     + (SELECT count(*) FROM candidate_source) + (SELECT count(*) FROM ballot) + (SELECT count(*) FROM slot)
     + (SELECT count(*) FROM answer) + (SELECT count(*) FROM judgment) + (SELECT count(*) FROM model_vote);

-- name: collection_size
SELECT (SELECT count(*) FROM document) + (SELECT count(*) FROM question);

-- These numbers change whenever a command changes documents, questions or settings.
-- struct: collection_state
--   last_event     integer  coalesce((SELECT max(event_id) FROM event), 0)
--   last_event_at  integer  coalesce((SELECT max(at) FROM event), 0)
--   documents      count    (SELECT count(*) FROM document)
--   questions      count    (SELECT count(*) FROM question)

-- name: collection_state
SELECT {collection_state};

-- row: project_counts
--   documents    count  (SELECT count(*) FROM document)
--   questions    count  (SELECT count(*) FROM question)
--   answers      count  (SELECT count(*) FROM answer)
--   votes        count  (SELECT CAST(coalesce(sum(ballots_done), 0) AS BIGINT) FROM question)
--   has_journal  bool   (SELECT count(*) FROM setting WHERE key = 'journal' AND value <> '')

-- name: copy_count
SELECT {project_counts};

-- A journal belongs to one database. If the copy had the setting, two databases would write to the same journal.
-- name: copy_setting
-- alone
SELECT key, value FROM setting WHERE key <> 'journal' ORDER BY key;

-- name: copy_document
-- alone
SELECT document_id, docid, title, text, fields FROM document ORDER BY document_id;

-- name: copy_question
-- alone
SELECT question_id, qid, text, fields, target, slots, ballots_done, ballots_left, none_votes, candidates, place FROM question
 ORDER BY question_id;

-- name: copy_annotator
-- alone
SELECT annotator_id, name FROM annotator ORDER BY annotator_id;

-- name: copy_forgotten_name
-- alone
SELECT digest, salt, name, blanked_until FROM forgotten_name ORDER BY digest;

-- name: copy_event
-- alone
SELECT event_id, at, who, what FROM event ORDER BY event_id;

-- name: copy_import
-- alone
SELECT import_id, imported_at, what, last_document, last_question, last_answer, votes, is_carry, is_continued FROM import
 ORDER BY import_id;

-- name: copy_candidate
-- alone
SELECT question_id, document_id, prior FROM candidate ORDER BY question_id, document_id;

-- name: copy_candidate_source
-- alone
SELECT question_id, document_id, source, rank, score, import_id FROM candidate_source
 ORDER BY question_id, document_id, source;

-- name: copy_gone_document
-- alone
SELECT document_id FROM gone_document ORDER BY document_id;

-- name: copy_twin
-- alone
SELECT document_id, twins FROM twin ORDER BY document_id;

-- name: copy_merged_candidate
-- alone
SELECT question_id, document_id, into_id FROM merged_candidate ORDER BY question_id, document_id;

-- name: copy_question_gap
-- alone
SELECT question_id FROM question_gap ORDER BY question_id;

-- name: copy_ballot
-- alone
SELECT ballot_id, question_id, deal, annotator_id, dealt_at, lease_until, control FROM ballot ORDER BY ballot_id;

-- name: copy_slot
-- alone
SELECT ballot_id, position, document_id FROM slot ORDER BY ballot_id, position;

-- name: copy_answer
-- alone
SELECT answer_id, uuid, ballot_id, annotator_id, position, skip, given_at, elapsed_ms, note, withdrawn_at, withdrawn_by, control,
       evidence, evidence_start FROM answer ORDER BY answer_id;

-- name: copy_withdrawal
-- alone
SELECT withdrawal_id, answer_id FROM withdrawal ORDER BY withdrawal_id;

-- name: copy_addition
-- alone
SELECT addition_id, answer_id, kind, said, number FROM addition ORDER BY addition_id;

-- name: copy_note_draft
-- alone
SELECT ballot_id, note FROM note_draft ORDER BY ballot_id;

-- name: copy_evidence_draft
-- alone
SELECT ballot_id, position, evidence, evidence_start FROM evidence_draft ORDER BY ballot_id;

-- name: copy_judgment_source
-- alone
SELECT source_id, name FROM judgment_source ORDER BY source_id;

-- name: copy_judgment
-- alone
SELECT source_id, question_id, document_id, grade, import_id FROM judgment ORDER BY source_id, question_id, document_id;

-- name: copy_replaced_document
-- alone
SELECT import_id, document_id, title, text, fields FROM replaced_document ORDER BY document_id, import_id;

-- name: copy_replaced_question
-- alone
SELECT import_id, question_id, text, fields FROM replaced_question ORDER BY question_id, import_id;

-- name: copy_replaced_judgment
-- alone
SELECT import_id, source_id, question_id, document_id, grade FROM replaced_judgment
 ORDER BY source_id, question_id, document_id, import_id;

-- name: copy_replaced_source
-- alone
SELECT import_id, question_id, document_id, source, rank, score FROM replaced_source
 ORDER BY question_id, document_id, source, import_id;

-- name: copy_model
-- alone
SELECT model_id, name FROM model ORDER BY model_id;

-- name: copy_model_vote
-- alone
SELECT model_id, question_id, deal, document_1, document_2, document_3, position, repeats, given_at, elapsed_ms, note FROM model_vote
 ORDER BY model_id, question_id, deal;

-- Merging -------------------------------------------------------------------
-- sqlite: what is merged becomes a new file
-- merging.sql defines the tables merged_...

-- Deletes events that became equal when a forgotten name was replaced.
-- name: merge_event_once
DELETE FROM event
 WHERE EXISTS (SELECT 1 FROM event AS other
                WHERE other.at = event.at AND other.who = event.who AND other.what = event.what AND other.event_id < event.event_id);

-- name: merge_forgotten_name_add
INSERT INTO forgotten_name (digest, salt, name, blanked_until) VALUES ($1, $2, $3, $4)
ON CONFLICT (digest) DO UPDATE SET blanked_until = max(blanked_until, excluded.blanked_until);

-- If one file has blanked the notes of an annotator, the notes of that time from the other files are blanked, too.
-- name: merge_notes_blank
UPDATE merged_answer SET note = NULL
 WHERE note IS NOT NULL
   AND given_at <= (SELECT max(forgotten_name.blanked_until) FROM forgotten_name
                      JOIN merged_name AS name ON name.kind = 'annotator' AND name.id = forgotten_name.name
                      JOIN merged_ballot AS dealt ON dealt.annotator_id = name.number
                     WHERE dealt.number = merged_answer.ballot);

-- name: merge_added_notes_blank
DELETE FROM merged_addition
 WHERE kind = 'note'
   AND uuid IN (SELECT answer.uuid FROM merged_answer AS answer
                  JOIN merged_ballot AS dealt ON dealt.number = answer.ballot
                  JOIN merged_name AS name ON name.kind = 'annotator' AND name.number = dealt.annotator_id
                  JOIN forgotten_name ON forgotten_name.name = name.id
                 WHERE answer.given_at <= forgotten_name.blanked_until);

-- name: merge_note_drafts_blank
DELETE FROM merged_note_draft
 WHERE ballot IN (SELECT dealt.number FROM merged_ballot AS dealt
                    JOIN merged_name AS name ON name.kind = 'annotator' AND name.number = dealt.annotator_id
                    JOIN forgotten_name ON forgotten_name.name = name.id
                   WHERE dealt.dealt_at <= forgotten_name.blanked_until);

-- Adds an event that several copies of a database have only once.
-- name: merge_event_add
INSERT INTO event (at, who, what)
SELECT $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM event WHERE at = $2 AND who = $3 AND what = $4);

-- name: merge_import_add
INSERT INTO merged_import (file, import_id, imported_at, what, last_document, last_question, votes, is_carry, is_continued)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- Imports with the same time and files are the same import, in copies of a database.
-- name: merge_import_number
UPDATE merged_import SET number = ranked.number
  FROM (SELECT file, import_id, dense_rank() OVER (ORDER BY imported_at, what) AS number FROM merged_import) AS ranked
 WHERE ranked.file = merged_import.file AND ranked.import_id = merged_import.import_id;

-- struct: merged_import
--   number         id
--   last_document  count
--   last_question  count

-- name: merge_import_list
SELECT {merged_import} FROM merged_import WHERE file = $1 ORDER BY import_id;

-- name: merge_item_add
INSERT INTO merged_item (kind, file, item_id, id, digest, import, place) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- An id that one file has twice because of a rename.
-- name: merge_item_twice
SELECT id FROM merged_item WHERE kind = $1 GROUP BY id, file HAVING count(*) > 1 LIMIT 1;

-- Items whose import is unknown keep their place if all files with such items agree on it. Otherwise place 0 lets the ids
-- decide the order.
-- name: merge_item_order
UPDATE merged_item SET place = 0
 WHERE kind = $1 AND import = 0
   AND EXISTS (SELECT 1 FROM merged_item AS same WHERE same.kind = $1 AND same.import = 0 GROUP BY same.id
               HAVING min(same.place) <> max(same.place)
                   OR count(*) <> (SELECT count(DISTINCT holder.file) FROM merged_item AS holder
                                    WHERE holder.kind = $1 AND holder.import = 0));

-- Numbers items in the order of imports, and within an import in the order of places, with the gaps between them. So the
-- numbers do not depend on the order in which files are merged.
-- name: merge_item_number
INSERT INTO merged_name (kind, id, import, number)
  WITH first AS (SELECT id, min(import << 41 | place) AS origin FROM merged_item WHERE kind = $1 GROUP BY id),
       ranked AS (SELECT id, origin >> 41 AS import, origin & (1 << 41) - 1 AS place,
                         row_number() OVER (PARTITION BY origin >> 41 ORDER BY origin, id) AS nth FROM first),
       placed AS (SELECT id, import,
                         nth + max(0, max(place - nth) OVER (PARTITION BY import ORDER BY nth)) AS position FROM ranked),
       spans AS (SELECT import, max(position) AS size FROM placed GROUP BY import),
       bases AS (SELECT import, sum(size) OVER (ORDER BY import) - size AS base FROM spans)
SELECT $1, placed.id, placed.import, bases.base + placed.position
  FROM placed JOIN bases ON bases.import = placed.import ORDER BY placed.id;

-- name: merge_item_set_number
UPDATE merged_item
   SET number = (SELECT number FROM merged_name WHERE merged_name.kind = merged_item.kind AND merged_name.id = merged_item.id)
 WHERE kind = $1;

-- struct: merged_number
--   item_id  id
--   number   id

-- name: merge_number_list
SELECT {merged_number} FROM merged_item WHERE kind = $2 AND file = $1 ORDER BY item_id;

-- name: merge_import_number_list
SELECT {merged_number}
  FROM (SELECT import_id AS item_id, number FROM merged_import WHERE file = $1 AND number IS NOT NULL) AS numbered
 ORDER BY item_id;

-- name: merge_carry_count
SELECT count(*) FROM merged_import WHERE is_carry;

-- A difference between two files: what kind of item differs, and its id.
-- struct: merge_difference
--   what   bytes
--   id     bytes
--   file   id
--   other  id

-- Gives a row if an item is not the same in all files that have it.
-- name: merge_item_unlike
SELECT 1 FROM merged_item GROUP BY kind, id HAVING min(digest) <> max(digest) LIMIT 1;

-- The first $1 files are preferred: where one of them has the item, a difference does not matter. Here and below, INDEXED
-- BY makes SQLite look only at the items with the id. Otherwise it looks at all items of the other files.
-- name: merge_item_differences
SELECT {merge_difference}
  FROM (SELECT first.kind AS what, first.id AS id, first.file AS file, other.file AS other
          FROM merged_item AS first
               JOIN merged_item AS other INDEXED BY merged_item_by_id
                 ON other.kind = first.kind AND other.id = first.id AND other.file > first.file
                AND other.digest <> first.digest
         WHERE first.file > $1
           AND first.file = (SELECT min(least.file) FROM merged_item AS least
                              WHERE least.kind = first.kind AND least.id = first.id))
 ORDER BY what, id, other;

-- A model that has the same name as an annotator or a source of judgments.
-- name: merge_model_names
SELECT {merge_difference}
  FROM (SELECT 'model' AS what, named.id AS id, min(model.file) AS file, min(named.file) AS other
          FROM merged_item AS model JOIN merged_item AS named ON named.id = model.id
         WHERE model.kind = 'model' AND named.kind IN ('annotator', 'source')
         GROUP BY named.id)
 ORDER BY id;

-- If several files have the document, the first of them counts. No file is before the first, so the index is not read for it.
-- name: merge_document_add
INSERT INTO document (document_id, docid, title, text, fields)
SELECT number, id, $3, $4, $5 FROM merged_item AS item
 WHERE kind = 'document' AND file = $1 AND item_id = $2
   AND (file = 1
        OR NOT EXISTS (SELECT 1 FROM merged_item AS earlier INDEXED BY merged_item_by_id
                        WHERE earlier.kind = item.kind AND earlier.id = item.id AND earlier.file < item.file));

-- name: merge_gone_add
INSERT INTO gone_document (document_id)
SELECT number FROM merged_item AS item
 WHERE kind = 'document' AND file = $1 AND item_id = $2
   AND NOT EXISTS (SELECT 1 FROM merged_item AS earlier INDEXED BY merged_item_by_id
                    WHERE earlier.kind = item.kind AND earlier.id = item.id AND earlier.file < item.file);

-- name: merge_question_add
INSERT INTO question (question_id, qid, text, fields)
SELECT number, id, $3, $4 FROM merged_item AS item
 WHERE kind = 'question' AND file = $1 AND item_id = $2
   AND (file = 1
        OR NOT EXISTS (SELECT 1 FROM merged_item AS earlier INDEXED BY merged_item_by_id
                        WHERE earlier.kind = item.kind AND earlier.id = item.id AND earlier.file < item.file));

-- name: merge_annotators
INSERT INTO annotator (annotator_id, name) SELECT number, id FROM merged_name WHERE kind = 'annotator' ORDER BY number;

-- name: merge_sources
INSERT INTO judgment_source (source_id, name) SELECT number, id FROM merged_name WHERE kind = 'source' ORDER BY number;

-- name: merge_models
INSERT INTO model (model_id, name) SELECT number, id FROM merged_name WHERE kind = 'model' ORDER BY number;

-- name: merge_imports
INSERT INTO import (import_id, imported_at, what, last_document, last_question, last_answer, votes, is_carry, is_continued)
SELECT number, imported_at, what,
       coalesce((SELECT name.number FROM merged_name AS name
                  WHERE name.kind = 'document' AND name.import < merged_import.number
                  ORDER BY name.import DESC, name.number DESC LIMIT 1), 0),
       coalesce((SELECT name.number FROM merged_name AS name
                  WHERE name.kind = 'question' AND name.import < merged_import.number
                  ORDER BY name.import DESC, name.number DESC LIMIT 1), 0),
       0, max(votes), max(is_carry), max(is_continued)
  FROM merged_import GROUP BY number ORDER BY number;

-- last_answer is the number of answers that were given before the import, by the clock.
-- name: merge_import_answers
UPDATE import SET last_answer = counted.answers
  FROM (SELECT import_id, sum(is_answer) OVER (ORDER BY at, is_answer ROWS UNBOUNDED PRECEDING) AS answers
          FROM (SELECT given_at AS at, NULL AS import_id, 1 AS is_answer FROM answer
                 UNION ALL
                SELECT imported_at, import_id, 0 FROM import)) AS counted
 WHERE counted.import_id = import.import_id;

-- name: merge_candidate_add
INSERT OR IGNORE INTO candidate (question_id, document_id, prior) VALUES ($2, $3, $4);

-- If two imports give different ranks in a run of one name, the later import counts.
-- name: merge_candidate_source_add
INSERT INTO candidate_source (question_id, document_id, source, rank, score, import_id)
VALUES ($2,
        $3, $4, $5, $6, $7)
    ON CONFLICT (question_id, document_id, source)
    DO UPDATE SET rank = excluded.rank, score = excluded.score, import_id = excluded.import_id
 WHERE (coalesce(excluded.import_id, 0), -excluded.rank, excluded.score)
     > (coalesce(candidate_source.import_id, 0), -candidate_source.rank, candidate_source.score);

-- name: merge_ballot_add
INSERT INTO merged_ballot (file, ballot_id, question_id, annotator_id, dealt_at, is_open, control,
                           document_1, document_2, document_3, is_born_answered)
VALUES ($1, $2, $3,
        $4, $5, $6, $7,
        $8,
        $9,
        $10, $11);

-- name: merge_answer_add
INSERT INTO merged_answer (file, ballot, given_at, uuid, position, skip, elapsed_ms, note, evidence, evidence_start,
                           withdrawal)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: merge_addition_add
INSERT INTO merged_addition (file, uuid, kind, addition_id, said, number) VALUES ($1, $2, $3, $4, $5, $6);

-- name: merge_note_draft_add
INSERT INTO merged_note_draft (ballot, note)
VALUES ((SELECT number FROM merged_ballot WHERE file = $1 AND ballot_id = $2), $3);

-- name: merge_evidence_draft_add
INSERT INTO merged_evidence_draft (ballot, position, evidence, evidence_start)
VALUES ((SELECT number FROM merged_ballot WHERE file = $1 AND ballot_id = $2), $3, $4, $5);

-- The ballots of a group are one ballot, if no two of them are from the same file.
-- struct: merge_link
--   in_group  id
--   file      id
--   ballot    id

-- A ballot that was open when a file was copied is the same ballot in both. It is recognised by its time: an annotator is
-- not dealt two ballots in one millisecond.
-- name: merge_ballot_link_list
SELECT {merge_link}
  FROM (SELECT dense_rank() OVER (ORDER BY question_id, annotator_id, dealt_at, control, document_1, document_2, document_3)
               AS in_group, file, number AS ballot
          FROM merged_ballot WHERE NOT is_born_answered)
 ORDER BY in_group, file;

-- Ballots with the same answer are the same ballot, too.
-- name: merge_answer_link_list
SELECT {merge_link}
  FROM (SELECT dense_rank() OVER (ORDER BY uuid) AS in_group, file, ballot FROM merged_answer
         WHERE uuid IN (SELECT uuid FROM merged_answer GROUP BY uuid HAVING count(*) > 1))
 ORDER BY in_group, file;

-- name: merge_ballot_count
SELECT coalesce(max(number), 0) FROM merged_ballot;

-- name: merge_class_set
UPDATE merged_ballot SET class = $2 WHERE number = $1;

-- Answers with the same uuid that choose something else, or that belong to another ballot.
-- name: merge_answer_differences
SELECT {merge_difference}
  FROM (SELECT 'answer' AS what, first.uuid AS id, first.file AS file, other.file AS other
          FROM merged_answer AS first
               CROSS JOIN merged_answer AS other ON other.uuid = first.uuid AND other.file > first.file
               CROSS JOIN merged_ballot AS shown ON shown.number = first.ballot
               CROSS JOIN merged_ballot AS also ON also.number = other.ballot
         WHERE first.uuid IN (SELECT uuid FROM merged_answer GROUP BY uuid HAVING count(*) > 1)
           AND first.file > $1
           AND first.file = (SELECT min(least.file) FROM merged_answer AS least WHERE least.uuid = first.uuid)
           AND (other.position IS NOT first.position OR other.skip IS NOT first.skip
                OR also.question_id <> shown.question_id OR also.annotator_id <> shown.annotator_id
                OR also.control IS NOT shown.control OR also.document_1 <> shown.document_1
                OR also.document_2 IS NOT shown.document_2 OR also.document_3 IS NOT shown.document_3))
 ORDER BY id, other;

-- Files may differ in details of an answer, such as its time and its note. Preferred files count first. Otherwise the
-- content decides, so that the result does not depend on the order of files.
-- Most answers have one row, and need no comparison.
-- name: merge_known
INSERT INTO merged_known (uuid, class, file, given_at, has_stood, withdrawal)
  WITH alone AS (SELECT uuid, ballot, file, given_at, withdrawal FROM merged_answer GROUP BY uuid HAVING count(*) = 1)
SELECT uuid, coalesce(ballot.class, ballot.number), alone.file, given_at, coalesce(withdrawal >= 1 << 60, 1), withdrawal
  FROM alone CROSS JOIN merged_ballot AS ballot ON ballot.number = alone.ballot
 UNION ALL
SELECT uuid, class, file, given_at, has_stood, withdrawal
  FROM (SELECT answer.uuid, coalesce(ballot.class, ballot.number) AS class, answer.file, answer.given_at,
               max(coalesce(answer.withdrawal >= 1 << 60, 1)) OVER same AS has_stood,
               min(answer.withdrawal) OVER same AS withdrawal,
               row_number() OVER (PARTITION BY answer.uuid
                                  ORDER BY min(answer.file, $1 + 1), answer.given_at, answer.elapsed_ms DESC,
                                           answer.note DESC, answer.evidence DESC, answer.evidence_start DESC) AS nth
          FROM merged_answer AS answer CROSS JOIN merged_ballot AS ballot ON ballot.number = answer.ballot
         WHERE answer.uuid IN (SELECT uuid FROM merged_answer GROUP BY uuid HAVING count(*) > 1)
        WINDOW same AS (PARTITION BY answer.uuid))
 WHERE nth = 1;

-- If a ballot has several valid answers, the last one stays valid. The others count as withdrawn when they were given.
-- name: merge_supersede
UPDATE merged_known SET withdrawal = (1 << 60) + given_at * 2
 WHERE uuid IN (SELECT uuid FROM (SELECT uuid, row_number() OVER (PARTITION BY class ORDER BY given_at DESC, uuid DESC) AS nth
                                    FROM merged_known
                                   WHERE withdrawal IS NULL
                                     AND class IN (SELECT class FROM merged_known GROUP BY class HAVING count(*) > 1))
                 WHERE nth > 1);

-- Numbers ballots in the order of the times at which they were dealt. For equal times, the content decides, so that the
-- result does not depend on the order of files.
-- name: merge_deal
INSERT INTO merged_dealt (class, ballot_id, deal, dealt_at, is_open)
SELECT class, row_number() OVER (ORDER BY dealt_at, question_id, deal), deal, dealt_at, is_open
  FROM (SELECT one.class, one.dealt_at, one.is_open, first.question_id,
               row_number() OVER (PARTITION BY first.question_id
                                  ORDER BY one.dealt_at, first.annotator_id, first.document_1, first.document_2,
                                           first.document_3, first.control,
                                           (SELECT min(uuid) FROM merged_known WHERE merged_known.class = one.class)) AS deal
          FROM (SELECT coalesce(class, number) AS class, min(dealt_at) AS dealt_at, max(is_open) AS is_open
                  FROM merged_ballot GROUP BY 1) AS one
               CROSS JOIN merged_ballot AS first ON first.number = one.class)
 ORDER BY class;

-- The lease of an open ballot ended when it was dealt, so nobody has the ballot in hand.
-- name: merge_ballots
INSERT INTO ballot (ballot_id, question_id, deal, annotator_id, dealt_at, lease_until, control)
SELECT dealt.ballot_id, first.question_id, dealt.deal, first.annotator_id, dealt.dealt_at,
       CASE WHEN dealt.is_open
             AND NOT EXISTS (SELECT 1 FROM merged_known WHERE merged_known.class = dealt.class
                                                          AND merged_known.withdrawal IS NULL) THEN dealt.dealt_at END,
       first.control
  FROM merged_dealt AS dealt CROSS JOIN merged_ballot AS first ON first.number = dealt.class
 ORDER BY dealt.ballot_id;

-- name: merge_slots
INSERT INTO slot (ballot_id, position, document_id)
SELECT ballot_id, position, document_id
  FROM (SELECT dealt.ballot_id, place.position,
               CASE place.position WHEN 1 THEN first.document_1 WHEN 2 THEN first.document_2 ELSE first.document_3 END
               AS document_id
          FROM merged_dealt AS dealt CROSS JOIN merged_ballot AS first ON first.number = dealt.class
               CROSS JOIN (SELECT 1 AS position UNION ALL SELECT 2 UNION ALL SELECT 3) AS place)
 WHERE document_id IS NOT NULL ORDER BY ballot_id, position;

-- name: merge_answers
INSERT INTO answer (uuid, ballot_id, annotator_id, position, skip, given_at, elapsed_ms, note, withdrawn_at, withdrawn_by,
                    control, evidence, evidence_start)
SELECT answer.uuid, dealt.ballot_id, first.annotator_id, answer.position, answer.skip, answer.given_at, answer.elapsed_ms,
       answer.note, (known.withdrawal & (1 << 60) - 1) >> 1,
       CASE known.withdrawal & 1 WHEN 1 THEN 'undo' WHEN 0 THEN 'return' END,
       first.control, answer.evidence, answer.evidence_start
  FROM merged_known AS known
       CROSS JOIN merged_answer AS answer ON answer.uuid = known.uuid AND answer.file = known.file
       CROSS JOIN merged_dealt AS dealt ON dealt.class = known.class
       CROSS JOIN merged_ballot AS first ON first.number = known.class
 ORDER BY known.given_at, known.uuid;

-- name: merge_withdrawals
INSERT INTO withdrawal (answer_id)
SELECT answer_id FROM answer WHERE withdrawn_at IS NOT NULL ORDER BY withdrawn_at, answer_id;

-- If several files have additions to an answer, for each kind those of the file with the most additions are taken.
-- name: merge_additions
INSERT INTO addition (answer_id, kind, said, number)
SELECT answer.answer_id, given.kind, given.said, given.number
  FROM merged_addition AS given CROSS JOIN answer ON answer.uuid = given.uuid
 WHERE given.file = (SELECT file FROM merged_addition AS other WHERE other.uuid = given.uuid AND other.kind = given.kind
                      GROUP BY file ORDER BY count(*) DESC, group_concat(said || ' ' || number, char(10)) DESC, file LIMIT 1)
 ORDER BY answer.answer_id, given.addition_id, given.kind;

-- If a ballot has several drafts of a note, the longest is taken.
-- name: merge_note_drafts
INSERT INTO note_draft (ballot_id, note)
SELECT ballot_id, note
  FROM (SELECT dealt.ballot_id, draft.note,
               row_number() OVER (PARTITION BY dealt.ballot_id ORDER BY length(draft.note) DESC, draft.note) AS nth
          FROM merged_note_draft AS draft JOIN merged_ballot AS ballot ON ballot.number = draft.ballot
                                          JOIN merged_dealt AS dealt ON dealt.class = coalesce(ballot.class, ballot.number))
 WHERE nth = 1;

-- If a ballot has several drafts of evidence, the longest is taken.
-- name: merge_evidence_drafts
INSERT INTO evidence_draft (ballot_id, position, evidence, evidence_start)
SELECT ballot_id, position, evidence, evidence_start
  FROM (SELECT dealt.ballot_id, draft.position, draft.evidence, draft.evidence_start,
               row_number() OVER (PARTITION BY dealt.ballot_id
                                      ORDER BY coalesce(length(draft.evidence), 0) DESC, draft.evidence, draft.position,
                                               draft.evidence_start) AS nth
          FROM merged_evidence_draft AS draft JOIN merged_ballot AS ballot ON ballot.number = draft.ballot
                                              JOIN merged_dealt AS dealt ON dealt.class = coalesce(ballot.class, ballot.number))
 WHERE nth = 1;

-- name: merge_judgment_add
INSERT INTO merged_judgment (file, source_id, question_id, document_id, grade, import_id)
VALUES ($1, $2, $3, $4, $5, $6);

-- Different grades: one row for each source and pair of files.
-- name: merge_judgment_differences
SELECT {merge_difference}
  FROM (SELECT 'judgments' AS what, merged_name.id AS id, first.file AS file, other.file AS other
          FROM merged_judgment AS first
               CROSS JOIN merged_judgment AS other
                 ON other.source_id = first.source_id AND other.question_id = first.question_id
                AND other.document_id = first.document_id AND other.file > first.file
               CROSS JOIN merged_name ON merged_name.kind = 'source' AND merged_name.number = first.source_id
         WHERE first.file > $1 AND other.grade <> first.grade
           AND first.file = (SELECT min(least.file) FROM merged_judgment AS least
                              WHERE least.source_id = first.source_id AND least.question_id = first.question_id
                                AND least.document_id = first.document_id)
         GROUP BY merged_name.id, first.file, other.file)
 ORDER BY id, file, other;

-- name: merge_judgments
INSERT INTO judgment (source_id, question_id, document_id, grade, import_id)
SELECT first.source_id, first.question_id, first.document_id, first.grade,
       (SELECT max(same.import_id) FROM merged_judgment AS same
         WHERE same.source_id = first.source_id AND same.question_id = first.question_id
           AND same.document_id = first.document_id)
  FROM merged_judgment AS first
 WHERE first.file = (SELECT min(least.file) FROM merged_judgment AS least
                      WHERE least.source_id = first.source_id AND least.question_id = first.question_id
                        AND least.document_id = first.document_id);

-- name: merge_replaced_document_add
INSERT INTO replaced_document (import_id, document_id, title, text, fields)
VALUES ((SELECT number FROM merged_import WHERE file = $1 AND import_id = $2),
        $3, $4, $5, $6)
    ON CONFLICT (document_id, import_id)
    DO UPDATE SET title = excluded.title, text = excluded.text, fields = excluded.fields
 WHERE (excluded.title, excluded.text, coalesce(excluded.fields, ''))
     > (replaced_document.title, replaced_document.text, coalesce(replaced_document.fields, ''));

-- name: merge_replaced_question_add
INSERT INTO replaced_question (import_id, question_id, text, fields)
VALUES ((SELECT number FROM merged_import WHERE file = $1 AND import_id = $2),
        $3, $4, $5)
    ON CONFLICT (question_id, import_id) DO UPDATE SET text = excluded.text, fields = excluded.fields
 WHERE (excluded.text, coalesce(excluded.fields, '')) > (replaced_question.text, coalesce(replaced_question.fields, ''));

-- name: merge_replaced_judgment_add
INSERT INTO replaced_judgment (import_id, source_id, question_id, document_id, grade)
VALUES ((SELECT number FROM merged_import WHERE file = $1 AND import_id = $2),
        $3,
        $4,
        $5, $6)
    ON CONFLICT (source_id, question_id, document_id, import_id) DO UPDATE SET grade = excluded.grade
 WHERE excluded.grade > replaced_judgment.grade;

-- name: merge_replaced_source_add
INSERT INTO replaced_source (import_id, question_id, document_id, source, rank, score)
VALUES ((SELECT number FROM merged_import WHERE file = $1 AND import_id = $2),
        $3,
        $4, $5, $6, $7)
    ON CONFLICT (question_id, document_id, source, import_id) DO UPDATE SET rank = excluded.rank, score = excluded.score
 WHERE (excluded.rank, excluded.score) > (replaced_source.rank, replaced_source.score);

-- name: merge_model_vote_add
INSERT INTO merged_model_vote (file, model_id, question_id, deal, document_1, document_2, document_3, position, repeats,
                               given_at, elapsed_ms, note)
VALUES ($1, $2,
        $3, $4,
        $5,
        $6,
        $7, $8, $9, $10, $11, $12);

-- An answer of a model that several files have is one answer. Repeated ballots come after all others.
-- name: merge_model_deals
INSERT INTO merged_model_deal (file, model_id, question_id, deal, number)
SELECT file, model_id, question_id, deal,
       dense_rank() OVER (PARTITION BY model_id, question_id
                          ORDER BY repeats IS NOT NULL, given_at, document_1, document_2, document_3, position, elapsed_ms,
                                   note)
  FROM merged_model_vote;

-- name: merge_model_votes
INSERT INTO model_vote (model_id, question_id, deal, document_1, document_2, document_3, position, repeats, given_at,
                        elapsed_ms, note)
SELECT vote.model_id, vote.question_id, dealt.number, vote.document_1, vote.document_2, vote.document_3, vote.position,
       min(asked.number), vote.given_at, vote.elapsed_ms, vote.note
  FROM merged_model_deal AS dealt
       JOIN merged_model_vote AS vote ON vote.file = dealt.file AND vote.model_id = dealt.model_id
                                     AND vote.question_id = dealt.question_id AND vote.deal = dealt.deal
       LEFT JOIN merged_model_deal AS asked ON asked.file = vote.file AND asked.model_id = vote.model_id
                                           AND asked.question_id = vote.question_id AND asked.deal = vote.repeats
 GROUP BY dealt.model_id, dealt.question_id, dealt.number;

-- The annotators that several files have, each with these files.
-- struct: shared_annotator
--   name  bytes
--   file  id

-- name: merge_shared_annotator_list
SELECT {shared_annotator}
  FROM (SELECT id AS name, file FROM merged_item
         WHERE kind = 'annotator' AND id IN (SELECT id FROM merged_item WHERE kind = 'annotator' GROUP BY id HAVING count(*) > 1))
 ORDER BY name, file;

-- Annotators whose names differ only in upper and lower case, each with the first file that has the name.
-- struct: like_annotators
--   name        bytes
--   file        id
--   other       bytes
--   other_file  id

-- name: merge_like_annotator_list
WITH named(name, file) AS (SELECT id, min(file) FROM merged_item WHERE kind = 'annotator' GROUP BY id)
SELECT {like_annotators}
  FROM (SELECT own.name, own.file, alike.name AS other, alike.file AS other_file
          FROM named AS own JOIN named AS alike ON lower(alike.name) = lower(own.name) AND alike.name > own.name)
 ORDER BY name, other;

-- A ballot with several answers: a file has withdrawn the last one, and no file has withdrawn an earlier one.
-- struct: undecided_ballot
--   qid        bytes
--   annotator  bytes

-- name: merge_undecided_list
SELECT {undecided_ballot}
  FROM (SELECT question.qid, annotator.name AS annotator, dealt.ballot_id
          FROM (SELECT class, withdrawal,
                       row_number() OVER (PARTITION BY class ORDER BY given_at DESC, uuid DESC) AS nth,
                       max(withdrawal IS NULL OR withdrawal >= 1 << 60) OVER (PARTITION BY class) AS is_kept
                  FROM merged_known
                 WHERE has_stood AND class IN (SELECT class FROM merged_known GROUP BY class HAVING count(*) > 1)) AS last
               JOIN merged_dealt AS dealt ON dealt.class = last.class
               JOIN ballot ON ballot.ballot_id = dealt.ballot_id
               JOIN question ON question.question_id = ballot.question_id
               JOIN annotator ON annotator.annotator_id = ballot.annotator_id
         WHERE last.nth = 1 AND last.is_kept AND last.withdrawal < 1 << 60)
 ORDER BY ballot_id;

-- Documents that have left the collection in one file, which keeps them for their votes, and are still in another file's
-- collection.
-- struct: returned_document
--   n       count  count(*)
--   docid   bytes  coalesce(min(document.docid), '')
--   gone    bytes  coalesce(min(former.docid), '')

-- name: merge_returned_document
SELECT {returned_document}
  FROM gone_document JOIN document AS former ON former.document_id = gone_document.document_id
                     JOIN document ON document.docid = substr(former.docid, 1, instr(former.docid, '~gone') - 1)
 WHERE document.text = former.text AND document.title IS former.title
   AND document.document_id NOT IN (SELECT document_id FROM gone_document);

-- Texts that each file has once, but under different ids, because a carry gave new ids.
-- struct: moved_document
--   n       count  count(*)
--   docid   bytes  coalesce(min(one), '')
--   other   bytes  coalesce(min(two), '')

-- name: merge_moved_document
SELECT {moved_document}
  FROM (SELECT min(id) AS one, max(id) AS two FROM merged_item
         WHERE kind = 'document' AND EXISTS (SELECT 1 FROM merged_import WHERE is_carry)
         GROUP BY digest HAVING count(DISTINCT id) > 1 AND count(*) = count(DISTINCT file)) AS moved;

-- Valid votes that come only from files whose document or question has another content than the one that was taken.
-- struct: seen_apart
--   votes  count  count(*)
--   kind   bytes  coalesce(min(kind), '')
--   id     bytes  coalesce(min(id), '')

-- name: merge_seen_apart
SELECT {seen_apart}
  FROM (WITH apart AS MATERIALIZED (
            SELECT item.kind, item.file, item.number, item.id
              FROM merged_item AS item
             WHERE item.kind IN ('document', 'question')
               AND item.digest <> (SELECT taken.digest FROM merged_item AS taken
                                    WHERE taken.kind = item.kind AND taken.id = item.id
                                    ORDER BY taken.file LIMIT 1)),
        known AS MATERIALIZED (
            SELECT coalesce(class, number) AS class, file, 'question' AS kind, question_id AS number FROM merged_ballot
             UNION ALL
            SELECT coalesce(class, number), file, 'document', document_1 FROM merged_ballot
             UNION ALL
            SELECT coalesce(class, number), file, 'document', document_2 FROM merged_ballot WHERE document_2 IS NOT NULL
             UNION ALL
            SELECT coalesce(class, number), file, 'document', document_3 FROM merged_ballot WHERE document_3 IS NOT NULL)
        SELECT min(seen.kind) AS kind, min(seen.id) AS id
          FROM (SELECT known.class, known.kind, min(apart.id) AS id
                  FROM known LEFT JOIN apart ON apart.file = known.file AND apart.kind = known.kind
                                            AND apart.number = known.number
                 GROUP BY known.class, known.kind, known.number
                HAVING count(*) = count(apart.id)) AS seen
               JOIN merged_dealt AS dealt ON dealt.class = seen.class
               JOIN answer ON answer.ballot_id = dealt.ballot_id AND answer.withdrawn_at IS NULL
                          AND answer.skip IS NULL AND answer.control IS NULL
         GROUP BY answer.answer_id) AS vote;

-- row: merge_summary
--   documents   count  (SELECT count(*) FROM document)
--   questions   count  (SELECT count(*) FROM question)
--   candidates  count  (SELECT count(*) FROM candidate)
--   judgments   count  (SELECT count(*) FROM judgment)
--   annotators  count  (SELECT count(*) FROM annotator)
--   answers     count  (SELECT count(*) FROM answer)
--   votes       count  (SELECT coalesce(sum(ballots_done), 0) FROM question)

-- name: merge_summarise
SELECT {merge_summary};

-- Check ---------------------------------------------------------------------
-- Each statement gives one row for each problem: the description of the problem.

-- Also checks that the ballot of each slot exists and that its document is a candidate, because check_foreign_keys leaves
-- slots to this statement.
-- name: check_slots
SELECT 'ballot ' || slot.ballot_id || ': '
       || CASE WHEN slot.question_id IS NULL THEN 'it is missing, and has slots'
               ELSE 'document ' || coalesce(document.docid, 'number ' || slot.document_id)
                    || ' is not in the pool of question ' || coalesce(question.qid, 'number ' || slot.question_id) END
  FROM (SELECT slot.ballot_id, slot.document_id, ballot.question_id
          FROM slot LEFT JOIN ballot ON ballot.ballot_id = slot.ballot_id
         WHERE NOT EXISTS (SELECT 1 FROM candidate WHERE candidate.question_id = ballot.question_id
                                                     AND candidate.document_id = slot.document_id)) AS slot
       LEFT JOIN document ON document.document_id = slot.document_id
       LEFT JOIN question ON question.question_id = slot.question_id;

-- $1 is a day from now. A lease that ends later comes from a clock that was far ahead.
-- name: check_ballots
SELECT 'ballot ' || ballot.ballot_id || ': it has an answer and is still open'
  FROM ballot JOIN answer ON answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
 WHERE ballot.lease_until IS NOT NULL
 UNION ALL
SELECT 'ballot ' || ballot.ballot_id || ': it belongs to one annotator, and an answer to it to another'
  FROM ballot JOIN answer ON answer.ballot_id = ballot.ballot_id
 WHERE answer.annotator_id <> ballot.annotator_id
 UNION ALL
SELECT 'ballot ' || ballot.ballot_id || ': its control is ' || coalesce(ballot.control, 'none') || ', its answer''s '
       || coalesce(answer.control, 'none')
  FROM ballot JOIN answer ON answer.ballot_id = ballot.ballot_id
 WHERE answer.control IS DISTINCT FROM ballot.control
 UNION ALL
SELECT 'ballot ' || ballot_id || ': its lease ends in more than a day'
  FROM ballot WHERE lease_until > $1
 UNION ALL
SELECT 'ballot ' || min(ballot_id) || ': another ballot of its question has the same number, ' || deal
  FROM ballot GROUP BY question_id, deal HAVING count(*) > 1
 UNION ALL
SELECT 'ballot ' || ballot_id || ': its number within its question cannot be ' || deal
  FROM ballot WHERE deal NOT BETWEEN 1 AND 4294967295;

-- name: check_standing_answers
SELECT 'ballot ' || ballot_id || ': ' || count(*) || ' of its answers count, instead of one'
  FROM answer WHERE withdrawn_at IS NULL GROUP BY ballot_id HAVING count(*) > 1
 UNION ALL
SELECT 'answer ' || answer_id || ': this number is out of range' FROM answer WHERE answer_id < 1 OR answer_id > 1099511627776;

-- name: check_ballot_slots
SELECT 'ballot ' || ballot.ballot_id || ': it has no slots'
  FROM ballot WHERE NOT EXISTS (SELECT 1 FROM slot WHERE slot.ballot_id = ballot.ballot_id)
 UNION ALL
SELECT 'ballot ' || ballot_id || ': its slots are not numbered from 1 without gaps, up to 3'
  FROM slot GROUP BY ballot_id HAVING min(position) <> 1 OR max(position) <> count(*) OR count(*) > 3
 UNION ALL
SELECT 'ballot ' || ballot_id || ': it shows a document twice'
  FROM slot GROUP BY ballot_id
HAVING min(CASE position WHEN 1 THEN document_id END) = min(CASE position WHEN 2 THEN document_id END)
    OR min(CASE position WHEN 1 THEN document_id END) = min(CASE position WHEN 3 THEN document_id END)
    OR min(CASE position WHEN 2 THEN document_id END) = min(CASE position WHEN 3 THEN document_id END);

-- 253402300799999 is the last millisecond of the year 9999: ANSWER_TIME_MAX of votes.h. A second choice above 3 is a tie:
-- see SECOND_TIED of ballot.h.
-- name: check_answers
SELECT 'answer ' || answer_id || ': its time is out of range'
  FROM answer
 WHERE given_at NOT BETWEEN 0 AND 253402300799999 OR withdrawn_at NOT BETWEEN 0 AND 253402300799999
 UNION ALL
SELECT 'answer ' || answer_id || ': it was undone, but still counts'
  FROM withdrawal JOIN answer USING (answer_id) WHERE answer.withdrawn_at IS NULL
 UNION ALL
SELECT 'answer ' || answer_id || ': its second choice or tie names a slot that its ballot does not have'
  FROM addition JOIN answer USING (answer_id)
 WHERE kind = 'second' AND number > 0
   AND NOT EXISTS (SELECT 1 FROM slot WHERE slot.ballot_id = answer.ballot_id
                                        AND slot.position = number - CASE WHEN number > 3 THEN 3 ELSE 0 END);

-- Other programs would read an id with white space as two words. check_control_ids reports control characters in ids.
-- name: check_ids
SELECT kind || ' ' || number || ': its id ' || CASE WHEN id = '' THEN 'is empty' ELSE 'has white space' END
  FROM (SELECT 'document' AS kind, document_id AS number, docid AS id FROM document
         UNION ALL
        SELECT 'question', question_id, qid FROM question)
 WHERE id = '' OR id GLOB '*[ ' || char(9) || '-' || char(13) || ']*'
 UNION ALL
SELECT kind || ' ' || number || ': the name ' || CASE WHEN name = '' THEN 'is empty'
                                                      ELSE 'has control characters' END
  FROM (SELECT 'annotator' AS kind, annotator_id AS number, name FROM annotator
         UNION ALL
        SELECT 'source of judgments', source_id, name FROM judgment_source)
 WHERE name = '' OR name GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || ']*';
-- postgresql:
SELECT kind || ' ' || number || ': its id ' || CASE WHEN id = '' THEN 'is empty' ELSE 'has white space' END
  FROM (SELECT 'document' AS kind, document_id AS number, docid AS id FROM document
         UNION ALL
        SELECT 'question', question_id, qid FROM question) AS item
 WHERE id = '' OR encode(id, 'hex') ~ '^(..)*(09|0[a-d]|20)'
 UNION ALL
SELECT kind || ' ' || number || ': the name ' || CASE WHEN name = '' THEN 'is empty'
                                                      ELSE 'has control characters' END
  FROM (SELECT 'annotator' AS kind, annotator_id AS number, name FROM annotator
         UNION ALL
        SELECT 'source of judgments', source_id, name FROM judgment_source) AS named
 WHERE name = '' OR encode(name, 'hex') ~ '^(..)*([01].|7f|c2[89].)';

-- name: check_fields
SELECT kind || ' ' || id || ': its fields are not a JSON object'
  FROM (SELECT 'document' AS kind, docid AS id, fields FROM document
         UNION ALL
        SELECT 'question', qid, fields FROM question) AS item
 WHERE fields IS NOT NULL AND CASE WHEN json_valid(fields) THEN json_type(fields) <> 'object' ELSE true END;

-- The largest finite grade is DBL_MAX.
-- name: check_judgments
SELECT 'judgment by ' || judgment_source.name || ' of document ' || document.docid || ' under question ' || question.qid
       || ': its grade is not finite'
  FROM judgment JOIN judgment_source USING (source_id) JOIN question USING (question_id)
                JOIN document ON document.document_id = judgment.document_id
 WHERE abs(judgment.grade) > 1.7976931348623157e308;

-- A candidate represents only documents with the same text, and is not merged itself.
-- name: check_merged
SELECT 'question ' || question.qid || ', document ' || document.docid || ': it is merged into document ' || into_document.docid
       || CASE WHEN chain.into_id IS NULL THEN ', whose text differs' ELSE ', which is merged into another one' END
  FROM merged_candidate AS merged
       JOIN question ON question.question_id = merged.question_id
       JOIN document ON document.document_id = merged.document_id
       JOIN document AS into_document ON into_document.document_id = merged.into_id
       LEFT JOIN merged_candidate AS chain ON chain.question_id = merged.question_id
                                          AND chain.document_id = merged.into_id
 WHERE chain.into_id IS NOT NULL OR document.title <> into_document.title OR document.text <> into_document.text
 UNION ALL
SELECT 'question ' || question.qid || ', document ' || document.docid || ': it should be merged with another candidate of the same text'
  FROM twin CROSS JOIN twin AS first CROSS JOIN pooled_candidate AS candidate CROSS JOIN pooled_candidate AS other
       CROSS JOIN question CROSS JOIN document
 WHERE first.twins = twin.twins AND first.document_id < twin.document_id AND candidate.document_id = twin.document_id
   AND other.document_id = first.document_id AND other.question_id = candidate.question_id
   AND question.question_id = candidate.question_id AND document.document_id = candidate.document_id;

-- name: search_exists
-- sqlite: the index of words is a table of FTS5
SELECT count(*) FROM sqlite_schema WHERE name = 'document_words' AND rootpage = 0; -- a virtual table has no page

-- name: search_is_known
-- sqlite: the index of words is a table of FTS5
SELECT count(*) FROM search_index;

-- name: check_search_index
-- sqlite: the index of words is a table of FTS5
SELECT 'the index of documents has an unknown tokenizer'
  FROM search_index WHERE tokenizer NOT IN ('porter', 'unicode61', 'trigram');

-- Questions are numbered without gaps, except for the numbers of removed questions, which question_gap keeps.
-- name: check_question_numbers
SELECT 'questions: there are ' || rows.n || ', and ' || gaps.n || ' were removed, but the highest number is '
       || rows.last
  FROM (SELECT count(*) AS n, coalesce(max(question_id), 0) AS last, coalesce(min(question_id), 1) AS first
          FROM question) AS rows,
       (SELECT count(*) AS n FROM question_gap) AS gaps
 WHERE rows.n + gaps.n <> rows.last OR rows.first < 1
    OR EXISTS (SELECT 1 FROM question_gap JOIN question USING (question_id))
 UNION ALL
SELECT 'document ' || document_id || ': this number is out of range'
  FROM document WHERE document_id < 1 OR document_id > 9007199254740992
 UNION ALL
SELECT 'doomed: ' || n || ' candidates are left from an unfinished removal' FROM (SELECT count(*) AS n FROM doomed) AS counted WHERE n > 0;

-- name: check_progress_rows
-- sqlite: a server has 64 of them
SELECT 'progress: there are ' || n || ' rows instead of one'
  FROM (SELECT count(*) AS n, min(progress_id) AS least FROM progress) AS counted WHERE n <> 1 OR least <> 1;

-- name: check_progress
SELECT 'progress: ' || progress.ballots_done || ' ballots done and ' || progress.ballots_left
       || ' left are stored, but the questions have ' || sums.done || ' and ' || sums.remaining
  FROM (SELECT CAST(coalesce(sum(ballots_done), 0) AS BIGINT) AS ballots_done,
               CAST(coalesce(sum(ballots_left), 0) AS BIGINT) AS ballots_left
          FROM progress) AS progress,
       (SELECT CAST(coalesce(sum(ballots_done), 0) AS BIGINT) AS done, CAST(coalesce(sum(ballots_left), 0) AS BIGINT) AS remaining
          FROM question) AS sums
 WHERE progress.ballots_done <> sums.done OR progress.ballots_left <> sums.remaining;

-- Control characters in ids are allowed, because an earlier version of assay imported them, but the user should know about
-- them. A carry that was stopped leaves such ids, too: until it is repeated, a document that it has set aside has its
-- number and its id there, each behind the character 31 (store_set_document_aside).
-- name: check_control_ids
WITH control(pattern, aside) AS (
    SELECT '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || ']*',
           char(31) || '[0-9]*' || char(31) || '*'),
     found(kind, id) AS (
    SELECT CASE WHEN docid GLOB aside THEN 'aside' ELSE 'document' END,
           CASE WHEN docid GLOB aside THEN substr(docid, instr(substr(docid, 2), char(31)) + 2) ELSE docid END
      FROM document, control WHERE docid GLOB pattern
     UNION ALL
    SELECT 'question', qid FROM question, control WHERE qid GLOB pattern)
SELECT CASE kind WHEN 'aside' THEN 'documents that a stopped carry has set aside: '
                 ELSE kind || 's with control characters in their ids: ' END
       || count(*) || ', the first is ''' || min(id)
       || CASE kind WHEN 'aside' THEN '''; repeat the carry to give them their new ids'
                    ELSE '''; terminals could obey them, so import them again under other ids' END
  FROM found GROUP BY kind ORDER BY kind;
-- postgresql:
WITH control(pattern, aside) AS (SELECT '^(..)*([01].|7f|c2[89].)', '^1f(3[0-9])+1f'),
     found(kind, id) AS (
    SELECT CASE WHEN encode(docid, 'hex') ~ aside THEN 'aside' ELSE 'document' END,
           CASE WHEN encode(docid, 'hex') ~ aside
                THEN substr(docid, position(decode('1f', 'hex') IN substr(docid, 2)) + 2) ELSE docid END
      FROM document, control WHERE encode(docid, 'hex') ~ pattern
     UNION ALL
    SELECT 'question', qid FROM question, control WHERE encode(qid, 'hex') ~ pattern),
     counted(kind, n, first) AS (SELECT kind, count(*), (array_agg(id ORDER BY id))[1] FROM found GROUP BY kind)
SELECT CASE kind WHEN 'aside' THEN 'documents that a stopped carry has set aside: '
                 ELSE kind || 's with control characters in their ids: ' END
       || n || ', the first is ''' || first
       || CASE kind WHEN 'aside' THEN '''; repeat the carry to give them their new ids'
                    ELSE '''; terminals could obey them, so import them again under other ids' END
  FROM counted ORDER BY kind;

-- name: check_integrity
-- sqlite: it reads the pages of a file
PRAGMA integrity_check;

-- Does not compare the indexes with their tables.
-- name: check_integrity_of_rows
-- sqlite: it reads the pages of a file
PRAGMA quick_check;

-- Checks table $1 only.
-- name: check_integrity_of_table
-- sqlite: it reads the pages of a file
SELECT integrity_check FROM pragma_integrity_check($1);

-- Checks candidates only if $1 is true, because a comparison of the stored sums finds such candidates itself (kept.c).
-- Slots are left to check_slots, which takes less time.
-- name: check_foreign_keys
-- sqlite: a server lets nobody switch them off
SELECT 'table ' || violation."table" || ', row ' || coalesce(violation.rowid, '?')
       || ': it refers to a missing row of ' || violation.parent
  FROM sqlite_schema AS checked CROSS JOIN pragma_foreign_key_check(checked.name) AS violation
 WHERE checked.type = 'table' AND checked.name <> 'slot'
   AND ($1 OR checked.name <> 'candidate');

-- Repair --------------------------------------------------------------------
-- These statements recompute everything that follows from other rows.

-- name: repair_merged
DELETE FROM merged_candidate
 WHERE (question_id, into_id) IN (SELECT question_id, document_id FROM merged_candidate)
    OR (SELECT (document.title, document.text) <> (into_document.title, into_document.text)
          FROM document, document AS into_document
         WHERE document.document_id = merged_candidate.document_id
           AND into_document.document_id = merged_candidate.into_id);

-- Merges the candidates of the same text that are not merged, into the one that represents others already.
-- name: repair_merged_add
INSERT INTO merged_candidate (question_id, document_id, into_id)
SELECT question_id, document_id, into_id
  FROM (SELECT candidate.question_id, candidate.document_id,
               first_value(candidate.document_id)
                   OVER (PARTITION BY candidate.question_id, twin.twins
                         ORDER BY (SELECT count(*) FROM merged_candidate AS merged
                                    WHERE merged.question_id = candidate.question_id
                                      AND merged.into_id = candidate.document_id) DESC, candidate.document_id) AS into_id
          FROM twin JOIN pooled_candidate AS candidate ON candidate.document_id = twin.document_id) AS ranked
 WHERE into_id <> document_id;

-- The prior that the ranks of a candidate in its sources give.
-- struct: fused_prior
--   prior  real  coalesce((SELECT CAST(sum((1000000000000000 + (60 + rank) / 2) / (60 + rank)) AS DOUBLE PRECISION) / 1e15
--                            FROM candidate_source
--                           WHERE candidate_source.question_id = candidate.question_id
--                             AND candidate_source.document_id = candidate.document_id), 0)

-- name: repair_prior
UPDATE candidate SET prior = {fused_prior} WHERE prior IS DISTINCT FROM {fused_prior};

-- name: repair_question_clear
UPDATE question SET ballots_done = 0, none_votes = 0 WHERE ballots_done IS DISTINCT FROM 0 OR none_votes IS DISTINCT FROM 0;

-- name: repair_question
UPDATE question SET ballots_done = votes.ballots_done, none_votes = votes.none_votes
  FROM (SELECT ballot.question_id, count(*) AS ballots_done, count(*) FILTER (WHERE answer.position IS NULL) AS none_votes
          FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
         WHERE answer.skip IS NULL AND answer.control IS NULL AND answer.withdrawn_at IS NULL
         GROUP BY ballot.question_id) AS votes
 WHERE question.question_id = votes.question_id;

-- name: repair_progress_clear
DELETE FROM progress;

-- name: repair_progress
INSERT INTO progress (progress_id, ballots_done, ballots_left)
SELECT 1, coalesce(sum(ballots_done), 0), coalesce(sum(ballots_left), 0) FROM question;

-- name: repair_answered_ballot
UPDATE ballot SET lease_until = NULL
 WHERE lease_until IS NOT NULL
   AND EXISTS (SELECT 1 FROM answer WHERE answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL);

-- name: repair_question_gap_clear
DELETE FROM question_gap;

-- Does nothing if the highest number is 10 million or more.
-- name: repair_question_gap
INSERT INTO question_gap (question_id)
  WITH RECURSIVE number(n) AS (SELECT 1 WHERE (SELECT max(question_id) FROM question) < 10000000
                                UNION ALL
                               SELECT n + 1 FROM number WHERE n < (SELECT max(question_id) FROM question))
SELECT n FROM number WHERE n NOT IN (SELECT question_id FROM question);

-- name: search_index_clear
-- sqlite: the index of words is a table of FTS5
DELETE FROM search_index;

-- name: repair_search_text_clear
-- sqlite: the index of words is a table of FTS5
DELETE FROM search_text;

-- name: repair_indexes
-- sqlite: it reads the pages of a file
REINDEX;

-- Forgetting an annotator ---------------------------------------------------

-- row: forgotten_name
--   digest         bytes
--   salt           bytes
--   name           bytes
--   blanked_until  integer

-- name: forgotten_name_list
SELECT {forgotten_name} FROM forgotten_name ORDER BY digest;

-- name: forgotten_name_add
INSERT INTO forgotten_name (digest, salt, name, blanked_until) VALUES ($1, $2, $3, $4);

-- name: forgotten_name_rename
UPDATE forgotten_name SET name = $2 WHERE name = $1;

-- name: annotator_rename
UPDATE annotator SET name = $2 WHERE name = $1;

-- The settings that name an annotator.
-- name: setting_rename
UPDATE setting SET value = $2 WHERE value = $1 AND key IN ('gold', 'practice');

-- name: event_rename
UPDATE event SET who = $2 WHERE who = $1;

-- struct: event_what
--   event_id  id
--   what      bytes

-- name: event_what_list
SELECT {event_what} FROM event ORDER BY event_id;

-- name: event_set_what
UPDATE event SET what = $2 WHERE event_id = $1;

-- name: notes_blank
UPDATE answer SET note = NULL WHERE annotator_id = $1 AND note IS NOT NULL;

-- name: added_notes_blank
DELETE FROM addition WHERE kind = 'note' AND answer_id IN (SELECT answer_id FROM answer WHERE annotator_id = $1);

-- name: note_drafts_blank
DELETE FROM note_draft WHERE ballot_id IN (SELECT ballot_id FROM ballot WHERE annotator_id = $1);
