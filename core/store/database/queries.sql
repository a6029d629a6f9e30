-- Every statement that assay runs, by name. statements.awk makes an enum of the
-- names; db.h prepares each once and keeps it. Parameters: $1, $2, ...
-- What two columns or more are in C is said once, as a row; {its_name} selects them.
--
-- SQLite and PostgreSQL prepare the same texts, and give the same rows in the same order. There text is BYTEA, which is
-- cut and counted by CAST(... AS BLOB) or CAST(... AS CHARACTERS), never unsaid; a sum of whole numbers is cast to BIGINT;
-- CROSS JOIN has its condition behind WHERE (SQLite keeps the order of its tables). Where PostgreSQL needs other words, they
-- stand under "-- postgresql:" behind the text. What no server can be asked has a line "-- sqlite:" that says why. A list
-- of whatever is there, or of which seldom more than the first rows are looked at, has a line "-- long": a server gives it
-- a part at a time.
--
-- The newest answers of an annotator are those BETWEEN their number and the same, in the order of the index: asked for by
-- answer_id alone, a server that knows of few annotators reads everybody's backwards until it has them. What EXISTS ... IS TRUE
-- asks, a server looks up row by row, as SQLite does; else it may begin at the other end, with all answers.
--
-- Where a server gives rights its tables show an annotator their own rows of `annotator`, `ballot` and `answer` alone. What needs
-- others' asks for them by a view of postgresql/views.sql; in a file that is the table itself:
-- view: any_ballot ballot
-- view: any_answer answer
-- view: ordered_answer answer
-- view: control_answer answer
--
-- There an annotator writes to no table either. What a session writes has a line "-- function": a server does it by the function
-- of the statement's name in postgresql/acts.sql, which checks what a session checks, and may take more parameters.
--
-- A question on a server has another version whenever its votes or its pool have changed. In a file nobody else writes meanwhile:
-- view: question_version 0
--
-- The two databases differ where nobody expects it. On PostgreSQL an INTEGER has 32 bits, a sum is NUMERIC, CAST(…
-- AS TEXT) of bytes gives hexadecimal digits, 1 << 40 is 256, and NULL sorts last. test_statements compares what
-- every statement reads and writes on both, cell by cell.

-- Schema --------------------------------------------------------------------

-- struct: schema_object
--   type      bytes
--   name      bytes
--   of_table  bytes  tbl_name
--   sql       bytes

-- What has no text are indexes that a table brings along.
-- name: schema_list
-- sqlite: it reads the schema of a file
SELECT {schema_object} FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name;

-- Rights --------------------------------------------------------------------

-- Who this session is, and what it may. In a file who may write to it may do everything, and nobody is anybody.
-- struct: session_rights
--   sees_all  bool   sees_all
--   owns      bool   owns
--   name      bytes  name
--   made_of   bytes  made_of

-- name: session_rights
SELECT {session_rights} FROM (SELECT 1 AS sees_all, 1 AS owns, '' AS name, '' AS made_of) AS session;
-- postgresql:
SELECT {session_rights}
  FROM (SELECT NOT row_security_active(answer.oid)
               OR EXISTS (SELECT 1 FROM pg_roles WHERE rolname = current_database() || '_lead'
                                                   AND pg_has_role(session_user, pg_roles.oid, 'MEMBER')) AS sees_all,
               pg_has_role(answer.relowner, 'USAGE') AND pg_has_role(pg_database.datdba, 'USAGE') AS owns,
               convert_to(CASE WHEN relrowsecurity THEN session_user ELSE '' END, 'UTF8') AS name,
               convert_to(coalesce(obj_description(to_regprocedure('sees_all()'), 'pg_proc'), ''), 'UTF8') AS made_of
          FROM pg_class AS answer, pg_database
         WHERE answer.oid = CAST('answer' AS REGCLASS) AND datname = current_database()) AS session;

-- row: granted
--   name     bytes  name
--   is_lead  bool   is_lead

-- Whose rights were given, by name.
-- name: rights_list
SELECT {granted} FROM (SELECT '' AS name, 0 AS is_lead WHERE 0 = 1) AS member ORDER BY name;
-- postgresql:
SELECT {granted}
  FROM (SELECT convert_to(member.rolname, 'UTF8') AS name, given.rolname = current_database() || '_lead' AS is_lead
          FROM pg_auth_members JOIN pg_roles AS given ON given.oid = roleid
                               JOIN pg_roles AS member ON member.oid = pg_auth_members.member
         WHERE given.rolname IN (current_database() || '_annotator', current_database() || '_lead')
           AND EXISTS (SELECT 1 FROM pg_class WHERE oid = CAST('answer' AS REGCLASS)
                                                AND relrowsecurity AND NOT pg_has_role(member.oid, relowner, 'MEMBER'))) AS member
 ORDER BY name;

-- Settings ------------------------------------------------------------------

-- struct: kept_setting
--   key    bytes
--   value  bytes

-- name: setting_list
SELECT {kept_setting} FROM setting ORDER BY key;

-- name: setting_remove
DELETE FROM setting WHERE key = $1;

-- name: setting_get
SELECT value FROM setting WHERE key = $1;

-- name: setting_put
INSERT INTO setting (key, value) VALUES ($1, $2)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value;

-- Documents and questions ---------------------------------------------------

-- name: document_newest
SELECT coalesce(max(document_id), 0) FROM document;

-- A document as it is kept, or a question, which has no title.
-- struct: kept_item
--   item_id  id
--   title    view
--   text     view
--   fields   view

-- One of the other fields of a document or a question.
-- struct: item_field
--   name     view  field.key
--   value    view  CASE field.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'
--                                  ELSE field.value || '' END
--   is_text  bool  field.type = 'text'

-- name: document_field_list
SELECT {item_field} FROM document, json_each(document.fields) AS field
 WHERE document.docid = $1 AND field.type <> 'null';

-- name: question_field_list
SELECT {item_field} FROM question, json_each(question.fields) AS field
 WHERE question.question_id = $1 AND field.type <> 'null';

-- One of those of what a ballot shows: of its question at position 0, else of the document that stands there.
-- struct: ballot_field
--   position  integer  item.position
--   field     {item_field}

-- None where none are to be shown: they are asked for before that is known.
-- name: ballot_field_list
SELECT {ballot_field}
  FROM (SELECT 0 AS position, question.fields
          FROM any_ballot AS ballot JOIN question ON question.question_id = ballot.question_id
         WHERE ballot.ballot_id = $1
         UNION ALL
        SELECT slot.position, document.fields
          FROM slot JOIN document ON document.document_id = slot.document_id
         WHERE slot.ballot_id = $1) AS item, json_each(item.fields) AS field
 WHERE field.type <> 'null' AND EXISTS (SELECT 1 FROM setting WHERE key = 'show' AND value <> '');

-- What a question has in one of its fields.
-- row: question_value
--   qid    bytes
--   value  bytes  CASE field.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'
--                                 ELSE field.value || '' END

-- name: question_value_list
SELECT {question_value} FROM question, json_each(question.fields) AS field
 WHERE field.key = $1 AND field.type <> 'null' ORDER BY question.question_id;

-- name: question_field_names
SELECT DISTINCT field.key FROM question, json_each(question.fields) AS field WHERE field.type <> 'null' ORDER BY 1;

-- Whether anything has a field of this name.
-- name: field_find
SELECT EXISTS (SELECT 1 FROM document, json_each(document.fields) AS field WHERE field.key = $1)
    OR EXISTS (SELECT 1 FROM question, json_each(question.fields) AS field WHERE field.key = $1);

-- struct: field_count
--   name       view     name
--   documents  count    sum(documents)
--   questions  count    sum(questions)

-- The $1 fields that most have.
-- name: field_count_list
SELECT {field_count}
  FROM (SELECT field.key AS name, 1 AS documents, 0 AS questions
          FROM document, json_each(document.fields) AS field
         UNION ALL
        SELECT field.key, 0, 1 FROM question, json_each(question.fields) AS field) AS found
 GROUP BY name ORDER BY count(*) DESC, name LIMIT $1;

-- name: document_find
SELECT {kept_item}
  FROM (SELECT document_id AS item_id, title, text, fields FROM document WHERE docid = $1) AS item;

-- name: document_number
SELECT document_id FROM document WHERE docid = $1;

-- name: question_number
SELECT question_id FROM question WHERE qid = $1;

-- The whole of a document or a question, as fill.h has it.
-- row: item
--   id      view
--   title   view
--   text    view
--   fields  view

-- name: document_all
-- long
SELECT {item} FROM (SELECT document_id, docid AS id, title, text, fields FROM document) AS item
 WHERE document_id NOT IN (SELECT document_id FROM gone_document) ORDER BY document_id;

-- name: question_all
-- long
SELECT {item} FROM (SELECT question_id, qid AS id, '' AS title, text, fields FROM question) AS item ORDER BY question_id;

-- What is there already stays as it is.
-- name: document_add
INSERT INTO document (docid, title, text, fields) VALUES ($1, $2, $3, $4) ON CONFLICT (docid) DO NOTHING;

-- name: document_replace
UPDATE document SET title = $2, text = $3, fields = $4 WHERE document_id = $1;

-- What a document is called where there is one line for it.
-- name: document_title
SELECT coalesce(nullif(title, ''), substr(CAST(text AS CHARACTERS), 1, 200)) FROM document WHERE docid = $1;

-- name: document_count
SELECT (SELECT count(*) FROM document) - (SELECT count(*) FROM gone_document);

-- name: document_beginning
SELECT substr(CAST(text AS CHARACTERS), 1, 200) FROM document WHERE docid = $1;

-- name: question_find
SELECT {kept_item}
  FROM (SELECT question_id AS item_id, '' AS title, text, fields FROM question WHERE qid = $1) AS item;

-- name: question_add
INSERT INTO question (qid, text, fields) VALUES ($1, $2, $3) ON CONFLICT (qid) DO NOTHING;

-- name: question_replace
UPDATE question SET text = $2, fields = $3 WHERE question_id = $1;

-- row: question_row
--   question_id  id
--   qid          bytes
--   text         bytes
--   candidates   count
--   target       count
--   ballots_done count
--   ballots_left count
--   none_votes   count
--   place        count

-- row: question_name
--   question_id  id
--   qid          bytes

-- name: question_list
-- long
SELECT {question_row} FROM question ORDER BY question_id;

-- Questions of the answers that were given after answer $1, or taken back after withdrawal $2.
-- name: question_changed_list
SELECT {question_name} FROM question
 WHERE question_id IN (SELECT ballot.question_id
                         FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
                        WHERE answer.answer_id > $1
                        UNION ALL
                       SELECT ballot.question_id
                         FROM withdrawal JOIN answer ON answer.answer_id = withdrawal.answer_id
                                         JOIN ballot ON ballot.ballot_id = answer.ballot_id
                        WHERE withdrawal.withdrawal_id > $2)
 ORDER BY question_id;
-- postgresql:
SELECT {question_name} FROM changed_questions($1, $2) AS found (question_id) JOIN question USING (question_id)
 ORDER BY question_id;

-- row: answer_change
--   answer_id      count    coalesce((SELECT max(answer_id) FROM answer), 0)
--   withdrawal_id  count    coalesce((SELECT max(withdrawal_id) FROM withdrawal), 0)
--   reason_id      count    coalesce((SELECT max(reason_id) FROM reason), 0)

-- name: change_newest
SELECT {answer_change};
-- postgresql:
SELECT oldest, seal, oldest FROM newest_change();

-- row: question_count
--   done       count  ballots_done
--   left       count  ballots_left
--   questions  count  count(*)

-- struct: timed_vote
--   annotator_id  id
--   elapsed_ms    count

-- The votes among the newest $1 answers, as far as it is known how long they took.
-- name: timed_vote_newest
SELECT {timed_vote}
  FROM (SELECT annotator_id, elapsed_ms, skip, control, withdrawn_at FROM answer ORDER BY answer_id DESC LIMIT $1) AS newest
 WHERE skip IS NULL AND control IS NULL AND withdrawn_at IS NULL AND elapsed_ms > 0
 ORDER BY elapsed_ms, annotator_id;
-- postgresql:
SELECT {timed_vote} FROM newest_times($1);

-- Those that are labelled or to be labelled, by how far they are.
-- name: question_count_list
SELECT {question_count} FROM question WHERE place > 0 GROUP BY ballots_done, ballots_left ORDER BY ballots_done, ballots_left;

-- struct: alike_pools
--   candidates  count  candidates
--   slots       count  slots
--   target      count  target
--   questions   count  count(*)

-- How many questions have pools of a size, in the sample or not.
-- name: question_pool_size_list
SELECT {alike_pools} FROM question WHERE candidates > 0 GROUP BY candidates, slots, target ORDER BY candidates, slots, target;

-- struct: begun_question
--   name   {question_name}
--   votes  count            ballots_done

-- Questions $1 to $2 that have a vote.
-- name: question_begun_list
SELECT {begun_question} FROM question
 WHERE question_id BETWEEN $1 AND $2 AND ballots_done > 0
 ORDER BY question_id;

-- name: question_without_candidates_count
SELECT count(*) FROM question WHERE target = 0;

-- name: question_without_candidates_first
SELECT qid FROM question WHERE target = 0 ORDER BY question_id LIMIT $1;

-- struct: question_states
--   done        count    count(*) FILTER (WHERE place > 0 AND ballots_left = 0)
--   begun       count    count(*) FILTER (WHERE ballots_left > 0 AND ballots_done > 0)
--   untouched   count    count(*) FILTER (WHERE ballots_left > 0 AND ballots_done = 0)
--   left_out    count    count(*) FILTER (WHERE place = 0 AND candidates > 0)
--   outside     count    count(*) FILTER (WHERE place = 0 AND candidates > 0 AND ballots_done = 0)
--   labelled    count    count(*) FILTER (WHERE ballots_done > 0)
--   none_votes  count    CAST(coalesce(sum(none_votes), 0) AS BIGINT)

-- name: question_states
SELECT {question_states} FROM question;

-- A question in the order of import, and what it has in field $1; NULL: in none.
-- struct: question_in_order
--   question_id  integer
--   qid          bytes
--   place        count
--   has_pool     bool   candidates > 0
--   stratum      bytes  CASE WHEN fields <> $1
--                            THEN CASE WHEN json_valid(fields)
--                                      THEN (SELECT CASE field.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'
--                                                                   ELSE field.value || '' END
--                                              FROM json_each(question.fields) AS field
--                                             WHERE field.key = $1 AND field.type <> 'null' LIMIT 1) END END

-- name: question_left_out_count
SELECT count(*) FROM question WHERE place = 0 AND candidates > 0;

-- Those that have a place, or are to have one.
-- name: question_order_list
-- long
SELECT {question_in_order} FROM question WHERE candidates > 0 OR place > 0 ORDER BY question_id;

-- row: stratum
--   value      bytes  value
--   questions  count  count(*)
--   labelled   count  count(*) FILTER (WHERE is_labelled)

-- How much of each value of field $1 is labelled.
-- name: stratum_list
SELECT {stratum}
  FROM (SELECT ballots_done > 0 AS is_labelled,
               CASE WHEN json_valid(fields)
                    THEN coalesce((SELECT CASE field.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'
                                                          ELSE field.value || '' END
                                     FROM json_each(question.fields) AS field
                                    WHERE field.key = $1 AND field.type <> 'null' LIMIT 1), '') ELSE '' END AS value
          FROM question WHERE candidates > 0) AS valued
 GROUP BY value ORDER BY value = '', value;

-- name: question_set_place
UPDATE question SET place = $2 WHERE question_id = $1;

-- Whether a question has a field of this name.
-- name: question_field_find
SELECT EXISTS (SELECT 1 FROM question, json_each(question.fields) AS field
                WHERE field.key = $1 AND field.type <> 'null');

-- The question that stands at place $1, from 1.
-- name: question_at
SELECT question_id FROM question ORDER BY question_id LIMIT 1 OFFSET CAST($1 AS BIGINT) - 1;

-- name: question_get
SELECT {question_row} FROM question WHERE question_id = $1;

-- Candidates ----------------------------------------------------------------

-- name: candidate_find
SELECT 1 FROM candidate WHERE question_id = $1 AND document_id = $2;

-- What its sources make of its prior the triggers say.
-- name: candidate_add
INSERT INTO candidate (question_id, document_id, prior) VALUES ($1, $2, 0);

-- struct: kept_origin
--   rank   count
--   score  real

-- name: candidate_source_find
SELECT {kept_origin} FROM candidate_source WHERE question_id = $1 AND document_id = $2 AND source = $3;

-- name: candidate_source_put
INSERT INTO candidate_source (question_id, document_id, source, rank, score, import_id)
VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (question_id, document_id, source) DO UPDATE SET rank = excluded.rank, score = excluded.score;

-- name: candidate_source_keep
INSERT INTO replaced_source (import_id, question_id, document_id, source, rank, score)
SELECT CAST($4 AS BIGINT), question_id, document_id, source, rank, score FROM candidate_source
 WHERE question_id = $1 AND document_id = $2 AND source = $3 AND $4 <> 0
    ON CONFLICT DO NOTHING;

-- name: candidate_count
SELECT CAST(coalesce(sum(candidates), 0) AS BIGINT) FROM question;

-- struct: pool_size
--   question_id   integer  question.question_id
--   n_candidates  count    count(candidate.document_id)

-- name: candidate_pool_sizes
SELECT {pool_size}
  FROM question LEFT JOIN candidate ON candidate.question_id = question.question_id
                                   AND candidate.document_id NOT IN (SELECT document_id FROM gone_document)
                                   AND NOT EXISTS (SELECT 1 FROM merged_candidate AS merged
                                                    WHERE merged.question_id = candidate.question_id
                                                      AND merged.document_id = candidate.document_id)
 GROUP BY question.question_id ORDER BY question.question_id;

-- name: candidate_pool_size
SELECT count(*) FROM pooled_candidate WHERE question_id = $1;

-- row: tally
--   docid        key      document.docid
--   prior        real     candidate.prior
--   impressions  count    candidate.impressions
--   wins         count    candidate.wins
--   document_id  id       candidate.document_id

-- name: candidate_tally_list
SELECT {tally}
  FROM pooled_candidate AS candidate LEFT JOIN document ON document.document_id = candidate.document_id
 WHERE candidate.question_id = $1
 ORDER BY document.docid;

-- struct: candidate_tally
--   document_id  id
--   prior        real
--   impressions  count
--   wins         count

-- The same for who has the ids of documents already (document_names.h).
-- name: candidate_tally_list_unnamed
SELECT {candidate_tally} FROM pooled_candidate WHERE question_id = $1 ORDER BY document_id;

-- name: candidate_without_document
SELECT count(*) FROM candidate
 WHERE question_id = $1
   AND NOT EXISTS (SELECT 1 FROM document
                    WHERE document.document_id = candidate.document_id AND typeof(title) = 'text' AND typeof(text) = 'text');

-- row: candidate_row
--   tally    {tally}
--   title    bytes  document.title
--   sources  bytes  (SELECT group_concat(source || ' ' || rank, ', ') FROM candidate_source
--                     WHERE candidate_source.question_id = candidate.question_id
--                       AND candidate_source.document_id = candidate.document_id)

-- name: candidate_list
SELECT {candidate_row}
  FROM pooled_candidate AS candidate LEFT JOIN document ON document.document_id = candidate.document_id
 WHERE candidate.question_id = $1
 ORDER BY document.docid;

-- name: question_set_target
UPDATE question SET candidates = $2, target = $3, slots = $4 WHERE question_id = $1;

-- What is left of a question is the stop rule's to say.
-- name: question_set_ballots_left
-- function
UPDATE question SET ballots_left = $2 WHERE question_id = $1;

-- Imports -------------------------------------------------------------------

-- name: import_add
INSERT INTO import (imported_at, what, last_document, last_question, last_answer)
SELECT $1, $2, (SELECT coalesce(max(document_id), 0) FROM document),
       (SELECT coalesce(max(question_id), 0) FROM question),
       (SELECT coalesce(max(answer_id), 0) FROM answer);

-- What import $2 replaces is kept, but for what it has brought itself.
-- name: document_keep
INSERT INTO replaced_document (import_id, document_id, title, text, fields)
SELECT import.import_id, document.document_id, document.title, document.text, document.fields
  FROM document JOIN import ON import.import_id = $2
 WHERE document.document_id = $1 AND document.document_id <= import.last_document
    ON CONFLICT DO NOTHING;

-- name: question_keep
INSERT INTO replaced_question (import_id, question_id, text, fields)
SELECT import.import_id, question.question_id, question.text, question.fields
  FROM question JOIN import ON import.import_id = $2
 WHERE question.question_id = $1 AND question.question_id <= import.last_question
    ON CONFLICT DO NOTHING;

-- name: judgment_keep
INSERT INTO replaced_judgment (import_id, source_id, question_id, document_id, grade)
SELECT $4, source_id, question_id, document_id, grade
  FROM judgment WHERE source_id = $1 AND question_id = $2 AND document_id = $3
    ON CONFLICT DO NOTHING;

-- Who has such a ballot in hand sees the earlier text, and answers another one.
-- name: document_close_ballots
UPDATE ballot SET lease_until = NULL
 WHERE lease_until IS NOT NULL AND question_id IN (SELECT question_id FROM candidate WHERE document_id = $1)
   AND EXISTS (SELECT 1 FROM slot WHERE slot.ballot_id = ballot.ballot_id AND slot.document_id = $1);

-- name: question_close_ballots
UPDATE ballot SET lease_until = NULL WHERE lease_until IS NOT NULL AND question_id = $1;

-- name: document_votes
SELECT CAST(coalesce(sum(impressions), 0) AS BIGINT) FROM candidate WHERE document_id = $1;

-- name: question_votes
SELECT ballots_done FROM question WHERE question_id = $1;

-- struct: seen_otherwise
--   id     bytes
--   votes  count

-- Votes on a document that saw another text than the one there now: what the first import after them replaced. CROSS: what
-- was replaced comes first, mostly nothing.
-- name: document_seen_otherwise
SELECT {seen_otherwise}
  FROM (SELECT document.docid AS id, count(*) AS votes
          FROM (SELECT DISTINCT document_id FROM replaced_document) AS replaced
               CROSS JOIN document CROSS JOIN candidate CROSS JOIN ballot CROSS JOIN slot
               JOIN answer ON answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
                          AND answer.skip IS NULL AND answer.control IS NULL
               JOIN replaced_document AS seen
                 ON seen.document_id = replaced.document_id
                AND seen.import_id = (SELECT min(later.import_id)
                                        FROM replaced_document AS later
                                             JOIN import ON import.import_id = later.import_id
                                       WHERE later.document_id = replaced.document_id
                                         AND import.last_answer >= answer.answer_id)
         WHERE document.document_id = replaced.document_id AND candidate.document_id = replaced.document_id
           AND ballot.question_id = candidate.question_id
           AND slot.ballot_id = ballot.ballot_id AND slot.document_id = replaced.document_id
           AND (seen.title <> document.title OR seen.text <> document.text
                OR seen.fields IS DISTINCT FROM document.fields)
         GROUP BY document.document_id) AS seen;

-- name: question_seen_otherwise
SELECT {seen_otherwise}
  FROM (SELECT question.qid AS id, count(*) AS votes
          FROM (SELECT DISTINCT question_id FROM replaced_question) AS replaced
               CROSS JOIN question CROSS JOIN ballot
               JOIN answer ON answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
                          AND answer.skip IS NULL AND answer.control IS NULL
               JOIN replaced_question AS seen
                 ON seen.question_id = replaced.question_id
                AND seen.import_id = (SELECT min(later.import_id)
                                        FROM replaced_question AS later
                                             JOIN import ON import.import_id = later.import_id
                                       WHERE later.question_id = replaced.question_id
                                         AND import.last_answer >= answer.answer_id)
         WHERE question.question_id = replaced.question_id AND ballot.question_id = replaced.question_id
           AND (seen.text <> question.text OR seen.fields IS DISTINCT FROM question.fields)
         GROUP BY question.question_id) AS seen;

-- Votes that stand and saw what import $1 replaced.
-- name: import_replaced_votes
SELECT count(*)
  FROM (SELECT answer.answer_id
          FROM replaced_document AS seen CROSS JOIN import CROSS JOIN candidate CROSS JOIN ballot CROSS JOIN slot
               CROSS JOIN answer
         WHERE seen.import_id = $1 AND import.import_id = $1 AND candidate.document_id = seen.document_id
           AND ballot.question_id = candidate.question_id
           AND slot.ballot_id = ballot.ballot_id AND slot.document_id = seen.document_id
           AND answer.ballot_id = ballot.ballot_id AND answer.answer_id <= import.last_answer
           AND answer.withdrawn_at IS NULL AND answer.skip IS NULL AND answer.control IS NULL
         UNION
        SELECT answer.answer_id
          FROM replaced_question AS seen CROSS JOIN import CROSS JOIN ballot CROSS JOIN answer
         WHERE seen.import_id = $1 AND import.import_id = $1 AND ballot.question_id = seen.question_id
           AND answer.ballot_id = ballot.ballot_id AND answer.answer_id <= import.last_answer
           AND answer.withdrawn_at IS NULL AND answer.skip IS NULL AND answer.control IS NULL) AS votes;

-- Answers that stand and whose evidence is not in the text of the chosen document as it is now, by document.
-- name: evidence_elsewhere
SELECT {seen_otherwise}
  FROM (SELECT document.docid AS id, count(*) AS votes
          FROM answer JOIN slot ON slot.ballot_id = answer.ballot_id AND slot.position = answer.position
                      JOIN document ON document.document_id = slot.document_id
         WHERE answer.evidence IS NOT NULL AND answer.withdrawn_at IS NULL
           AND substr(CAST(document.text AS BLOB), answer.evidence_start + 1, length(CAST(answer.evidence AS BLOB)))
               <> CAST(answer.evidence AS BLOB)
         GROUP BY document.document_id) AS seen;

-- name: import_set_votes
UPDATE import SET votes = $2 WHERE import_id = $1;

-- A candidate that was there may have got another source.
-- name: import_forget
DELETE FROM import
 WHERE import_id = $1 AND NOT EXISTS (SELECT 1 FROM candidate_source WHERE candidate_source.import_id = $1);

-- struct: kept_import
--   import_id      id
--   what           bytes
--   last_document  count
--   last_question  count
--   last_answer    count
--   votes          count
--   is_carry       bool

-- name: import_last
SELECT {kept_import} FROM import ORDER BY import_id DESC LIMIT 1;

-- What a backup has that nobody answered: imports, and votes of models.
-- struct: dated_import
--   imported_at  time
--   what         view

-- name: dated_import_list
SELECT {dated_import} FROM import ORDER BY import_id;

-- name: dated_import_find
SELECT EXISTS (SELECT 1 FROM import WHERE imported_at = $1 AND what = $2);

-- struct: dated_model_vote
--   model     view   model.name
--   qid       view   question.qid
--   deal      count  model_vote.deal
--   given_at  time   model_vote.given_at

-- name: dated_model_vote_list
SELECT {dated_model_vote}
  FROM model_vote JOIN model ON model.model_id = model_vote.model_id
                  JOIN question ON question.question_id = model_vote.question_id
 ORDER BY model_vote.model_id, model_vote.question_id, model_vote.deal;

-- name: dated_model_vote_find
SELECT EXISTS (SELECT 1 FROM model_vote JOIN model ON model.model_id = model_vote.model_id
                                        JOIN question ON question.question_id = model_vote.question_id
                WHERE model.name = $1 AND question.qid = $2 AND model_vote.deal = $3 AND model_vote.given_at = $4);

-- Taking out ----------------------------------------------------------------
-- What goes are candidates: those of `doomed`, and with them what only they hold. A document or a question that goes
-- takes all its candidates along.

-- Candidates that import $1 alone has brought, and those of documents above $2 and of questions above $3.
-- name: doom_import
INSERT INTO doomed (question_id, document_id)
SELECT question_id, document_id FROM candidate_source AS brought
 WHERE import_id = $1
   AND NOT EXISTS (SELECT 1 FROM candidate_source AS other
                    WHERE other.question_id = brought.question_id AND other.document_id = brought.document_id
                      AND other.import_id IS DISTINCT FROM $1)
 UNION ALL
SELECT question_id, document_id FROM candidate WHERE document_id > $2
 UNION ALL
SELECT question_id, document_id FROM candidate WHERE question_id > $3
    ON CONFLICT DO NOTHING;

-- name: doom_document
INSERT INTO doomed (question_id, document_id)
SELECT question_id, document_id FROM candidate WHERE document_id = $1
    ON CONFLICT DO NOTHING;

-- name: doom_question
INSERT INTO doomed (question_id, document_id)
SELECT question_id, document_id FROM candidate WHERE question_id = $1
    ON CONFLICT DO NOTHING;

-- name: doom_candidate
INSERT INTO doomed (question_id, document_id) VALUES ($1, $2)
    ON CONFLICT DO NOTHING;

-- struct: in_the_way
--   qid    bytes
--   count  count

-- Answers, standing or not, to ballots that a doomed candidate is on.
-- name: doomed_answers
SELECT {in_the_way}
  FROM (SELECT question.qid, count(*) AS count
          FROM (SELECT DISTINCT question_id FROM doomed) AS touched
               JOIN question ON question.question_id = touched.question_id
               JOIN ballot ON ballot.question_id = touched.question_id
               JOIN answer ON answer.ballot_id = ballot.ballot_id
         WHERE EXISTS (SELECT 1 FROM slot JOIN doomed ON doomed.document_id = slot.document_id
                        WHERE slot.ballot_id = ballot.ballot_id AND doomed.question_id = ballot.question_id)
         GROUP BY question.question_id) AS counted;

-- Answers that saw what import $1 put in place of something; the last one before it was $2.
-- name: replaced_answers
SELECT {in_the_way}
  FROM (SELECT question.qid, count(*) AS count
          FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
                      JOIN question ON question.question_id = ballot.question_id
         WHERE answer.answer_id > $2
           AND (EXISTS (SELECT 1 FROM replaced_question
                         WHERE replaced_question.question_id = ballot.question_id
                           AND replaced_question.import_id = $1)
                OR EXISTS (SELECT 1 FROM slot JOIN replaced_document
                                                ON replaced_document.document_id = slot.document_id
                            WHERE slot.ballot_id = ballot.ballot_id AND replaced_document.import_id = $1))
         GROUP BY question.question_id) AS counted;

-- struct: holder
--   annotator  bytes
--   qid        bytes

-- Who has a ballot in hand at $1 that a doomed candidate is on.
-- name: doomed_in_hand
SELECT {holder}
  FROM (SELECT annotator.name AS annotator, question.qid
          FROM ballot JOIN annotator ON annotator.annotator_id = ballot.annotator_id
                      JOIN question ON question.question_id = ballot.question_id
         WHERE ballot.lease_until > $1 AND ballot.question_id IN (SELECT question_id FROM doomed)
           AND EXISTS (SELECT 1 FROM slot JOIN doomed ON doomed.document_id = slot.document_id
                        WHERE slot.ballot_id = ballot.ballot_id AND doomed.question_id = ballot.question_id)
         ORDER BY ballot.ballot_id LIMIT 1) AS holder;

-- name: doomed_slots_delete
DELETE FROM slot
 WHERE ballot_id IN (SELECT ballot.ballot_id
                       FROM ballot JOIN slot AS shown ON shown.ballot_id = ballot.ballot_id
                                   JOIN doomed ON doomed.question_id = ballot.question_id
                                              AND doomed.document_id = shown.document_id
                      WHERE ballot.question_id IN (SELECT question_id FROM doomed));

-- name: doomed_ballots_delete
DELETE FROM ballot
 WHERE question_id IN (SELECT question_id FROM doomed)
   AND NOT EXISTS (SELECT 1 FROM slot WHERE slot.ballot_id = ballot.ballot_id);

-- name: doomed_candidates_delete
DELETE FROM candidate WHERE (question_id, document_id) IN (SELECT question_id, document_id FROM doomed);

-- name: doomed_clear
DELETE FROM doomed;

-- name: candidate_source_restore
UPDATE candidate_source SET rank = replaced.rank, score = replaced.score
  FROM replaced_source AS replaced
 WHERE replaced.import_id = $1 AND replaced.question_id = candidate_source.question_id
   AND replaced.document_id = candidate_source.document_id AND replaced.source = candidate_source.source;

-- name: candidate_source_take_back
DELETE FROM candidate_source WHERE import_id = $1;

-- name: judgment_take_back
DELETE FROM judgment WHERE import_id = $1;

-- name: judgment_restore
UPDATE judgment SET grade = replaced.grade
  FROM replaced_judgment AS replaced
 WHERE replaced.import_id = $1 AND replaced.source_id = judgment.source_id
   AND replaced.question_id = judgment.question_id AND replaced.document_id = judgment.document_id;

-- name: judgment_source_delete_empty
DELETE FROM judgment_source
 WHERE NOT EXISTS (SELECT 1 FROM judgment WHERE judgment.source_id = judgment_source.source_id);

-- name: document_restore
UPDATE document SET title = replaced.title, text = replaced.text, fields = replaced.fields
  FROM replaced_document AS replaced
 WHERE replaced.import_id = $1 AND replaced.document_id = document.document_id;

-- name: question_restore
UPDATE question SET text = replaced.text, fields = replaced.fields
  FROM replaced_question AS replaced
 WHERE replaced.import_id = $1 AND replaced.question_id = question.question_id;

-- name: document_delete_after
DELETE FROM document WHERE document_id > $1;

-- name: question_delete_after
DELETE FROM question WHERE question_id > $1;

-- name: document_delete
DELETE FROM document WHERE document_id = $1;

-- name: question_delete
DELETE FROM question WHERE question_id = $1;

-- name: question_gap_add
INSERT INTO question_gap (question_id) VALUES ($1)
    ON CONFLICT DO NOTHING;

-- Numbers above the last question are given again.
-- name: question_gap_trim
DELETE FROM question_gap WHERE question_id > (SELECT coalesce(max(question_id), 0) FROM question);

-- Its judgments go with it.
-- name: judgment_source_delete
DELETE FROM judgment_source WHERE source_id = $1;

-- Judgments -----------------------------------------------------------------

-- name: judgment_source_find
SELECT source_id FROM judgment_source WHERE name = $1;

-- name: judgment_source_add
INSERT INTO judgment_source (name) VALUES ($1);

-- name: judgment_find
SELECT grade FROM judgment WHERE source_id = $1 AND question_id = $2 AND document_id = $3;

-- name: judgment_put
INSERT INTO judgment (source_id, question_id, document_id, grade, import_id)
VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (source_id, question_id, document_id) DO UPDATE SET grade = excluded.grade;

-- name: judgment_count
SELECT count(*) FROM judgment;

-- row: judgment_source
--   name       bytes
--   judgments  count
--   questions  count

-- name: judgment_source_list
SELECT {judgment_source}
  FROM (SELECT name, count(question_id) AS judgments, count(DISTINCT question_id) AS questions
          FROM judgment_source LEFT JOIN judgment ON judgment.source_id = judgment_source.source_id
         GROUP BY judgment_source.source_id) AS source
 ORDER BY name;

-- struct: kept_judgment
--   qid    view  question.qid
--   docid  bytes  document.docid
--   grade  real  judgment.grade

-- The questions in the order of import, the documents of each by their ids.
-- name: judgment_list
-- long
SELECT {kept_judgment}
  FROM judgment JOIN question ON question.question_id = judgment.question_id
                JOIN document ON document.document_id = judgment.document_id
 WHERE judgment.source_id = $1 AND judgment.document_id NOT IN (SELECT document_id FROM gone_document)
 ORDER BY judgment.question_id, document.docid;

-- Carrying ------------------------------------------------------------------
-- A document that has gone from the collection stays for its votes, in gone_document: it is in no pool and no label.

-- row: carried_document
--   document_id  integer
--   docid        view
--   title        view
--   text         view
--   votes        integer
--   is_judged    bool
--   is_gone      bool

-- name: carried_document_list
-- long
SELECT {carried_document}
  FROM (SELECT document.document_id, docid, title, text,
               (SELECT CAST(coalesce(sum(impressions), 0) AS BIGINT) FROM candidate
                 WHERE candidate.document_id = document.document_id) AS votes,
               EXISTS (SELECT 1 FROM judgment WHERE judgment.document_id = document.document_id) AS is_judged,
               gone_document.document_id IS NOT NULL AS is_gone
          FROM document LEFT JOIN gone_document ON gone_document.document_id = document.document_id) AS item
 ORDER BY document_id;

-- name: document_text
SELECT coalesce(nullif(text, ''), title) FROM document WHERE document_id = $1;

-- What labels follow from beside answers and settings: documents that came or went, candidates that were merged, and twins of
-- them, which are judged alike also in no pool.
-- struct: labels_origin
--   imports      integer  coalesce((SELECT max(import_id) FROM import), 0)
--   imported_at  integer  coalesce((SELECT imported_at FROM import ORDER BY import_id DESC LIMIT 1), 0)
--   merged       integer  (SELECT count(*) FROM merged_candidate)
--   twins        integer  (SELECT count(*) FROM twin)

-- name: labels_origin_get
SELECT {labels_origin};

-- row: documents_state
--   imports    integer  coalesce((SELECT max(import_id) FROM import), 0)
--   documents  integer  (SELECT count(*) FROM document)

-- name: documents_state_get
SELECT {documents_state};

-- name: import_set_carry
UPDATE import SET is_carry = 1 WHERE import_id = $1;

-- Whether anything but the collection has document $1.
-- name: document_is_used
SELECT EXISTS (SELECT 1 FROM candidate WHERE document_id = $1)
    OR EXISTS (SELECT 1 FROM judgment WHERE document_id = $1);

-- Whether document $1, which has gone, has this title and text.
-- name: gone_document_is
SELECT EXISTS (SELECT 1 FROM document JOIN gone_document ON gone_document.document_id = document.document_id
                WHERE document.docid = $1 AND document.title = $2 AND document.text = $3);

-- name: gone_document_count
SELECT count(*) FROM gone_document;

-- name: document_rename
UPDATE document SET docid = $2 WHERE document_id = $1;

-- name: document_mark_gone
INSERT INTO gone_document (document_id) VALUES ($1) ON CONFLICT DO NOTHING;

-- name: document_mark_present
DELETE FROM gone_document WHERE document_id = $1;

-- Document $2 becomes a candidate wherever document $1 is one.
-- name: candidate_inherit
INSERT INTO candidate (question_id, document_id, prior)
SELECT question_id, $2, 0 FROM candidate WHERE document_id = $1
    ON CONFLICT DO NOTHING;

-- At the best rank that document $1 has there; $3: how much of it is in document $2.
-- name: candidate_source_inherit
INSERT INTO candidate_source (question_id, document_id, source, rank, score, import_id)
SELECT question_id, $2, 'carry',
       coalesce((SELECT min(rank) FROM candidate_source
                  WHERE candidate_source.question_id = candidate.question_id
                    AND candidate_source.document_id = $1), 1), $3, $4
  FROM candidate WHERE document_id = $1
    ON CONFLICT (question_id, document_id, source)
    DO UPDATE SET rank = CASE WHEN excluded.rank < candidate_source.rank THEN excluded.rank ELSE candidate_source.rank END,
                  score = CASE WHEN excluded.score > candidate_source.score THEN excluded.score
                               ELSE candidate_source.score END;

-- Twins ---------------------------------------------------------------------
-- Documents of the same words: in each pool one of them is the candidate for all, see twins.h.

-- name: twin_clear
DELETE FROM twin;

-- name: twin_add
INSERT INTO twin (document_id, twins) VALUES ($1, $2);

-- name: merged_clear
DELETE FROM merged_candidate;

-- name: merged_add
INSERT INTO merged_candidate (question_id, document_id, into_id) VALUES ($1, $2, $3);

-- Of a new candidate: the one that stands for its twins in this pool already, or a twin that now stands for it.
-- name: merged_add_new
INSERT INTO merged_candidate (question_id, document_id, into_id)
SELECT $1, $2, candidate.document_id
  FROM twin AS own JOIN twin AS other ON other.twins = own.twins AND other.document_id <> own.document_id
                   JOIN pooled_candidate AS candidate ON candidate.question_id = $1
                                                     AND candidate.document_id = other.document_id
 WHERE own.document_id = $2 LIMIT 1;

-- name: merged_question_list
SELECT DISTINCT question_id FROM merged_candidate ORDER BY question_id;

-- Questions whose pools change when document $1 has another text.
-- name: merged_question_of_document_list
SELECT question_id FROM merged_candidate WHERE document_id = $1
 UNION
SELECT question_id FROM merged_candidate WHERE into_id = $1
 ORDER BY question_id;

-- row: twin_counts
--   documents   count  (SELECT count(*) FROM twin)
--   candidates  count  (SELECT count(*) FROM merged_candidate)
--   pools       count  (SELECT count(DISTINCT question_id) FROM merged_candidate)

-- name: twin_count
SELECT {twin_counts};

-- name: twin_any
SELECT EXISTS (SELECT 1 FROM twin);

-- Whether question $1 has votes on a candidate that another one stands for.
-- name: merged_has_votes
SELECT EXISTS (SELECT 1 FROM merged_candidate AS merged JOIN candidate USING (question_id, document_id)
                WHERE merged.question_id = $1 AND candidate.impressions > 0);

-- struct: twin_of_pool
--   document_id  id     twin.document_id
--   twins        count  twin.twins
--   question_id  id     candidate.question_id
--   impressions  count  candidate.impressions

-- Every candidate that has twins, those of a pool side by side: of twins the one with the most votes first, then the first
-- that came in.
-- name: twin_of_pool_list
SELECT {twin_of_pool}
  FROM twin CROSS JOIN candidate
 WHERE candidate.document_id = twin.document_id AND twin.document_id NOT IN (SELECT document_id FROM gone_document)
 ORDER BY candidate.question_id, twin.twins, candidate.impressions DESC, twin.document_id;

-- struct: twin_name
--   candidate_id  id   own.document_id
--   docid         key  document.docid

-- The documents that are word for word as a candidate of question $1.
-- name: twin_name_list
SELECT {twin_name}
  FROM pooled_candidate AS candidate CROSS JOIN twin AS own CROSS JOIN twin AS other CROSS JOIN document
 WHERE candidate.question_id = $1 AND own.document_id = candidate.document_id
   AND other.twins = own.twins AND other.document_id <> own.document_id AND document.document_id = other.document_id
   AND other.document_id NOT IN (SELECT document_id FROM gone_document)
 ORDER BY document.docid, own.document_id;

-- Annotators ----------------------------------------------------------------

-- name: annotator_find
SELECT annotator_id FROM annotator WHERE name = $1;

-- Nothing where one is called so, or a model.
-- name: annotator_add
-- function
INSERT INTO annotator (name)
SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM annotator WHERE name = $1)
            AND NOT EXISTS (SELECT 1 FROM model JOIN model_vote ON model_vote.model_id = model.model_id WHERE model.name = $1);

-- A model is one from its first answer on.
-- name: name_is_model
SELECT 1 FROM model
 WHERE name = $1 AND EXISTS (SELECT 1 FROM model_vote WHERE model_vote.model_id = model.model_id);

-- row: annotator_row
--   annotator_id  id
--   name          bytes

-- name: annotator_list
SELECT {annotator_row} FROM annotator ORDER BY annotator_id;

-- struct: annotator_votes
--   question_id  id     ballot.question_id
--   votes        count  count(*)
--   none_votes   count  count(*) FILTER (WHERE answer.position IS NULL)

-- By question, those of annotator $1.
-- name: annotator_vote_list
SELECT {annotator_votes}
  FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
 WHERE answer.annotator_id = $1 AND answer.skip IS NULL AND answer.control IS NULL AND answer.withdrawn_at IS NULL
 GROUP BY ballot.question_id;

-- What stands ---------------------------------------------------------------
-- All of it, each table in its own order: see standing.c.

-- struct: answered_ballot
--   ballot_id  id
--   answer_id  id

-- name: answered_ballot_list
-- long
SELECT {answered_ballot} FROM answer WHERE withdrawn_at IS NULL ORDER BY ballot_id;

-- struct: standing_answer
--   answer_id     id
--   uuid          view
--   is_standing   bool      withdrawn_at IS NULL
--   ballot_id     id
--   annotator_id  id
--   position      position
--   is_vote       bool      skip IS NULL
--   control       view
--   is_whole      bool      withdrawn_by IS NULL AND (evidence IS NULL) = (evidence_start IS NULL)
--   given_at      time
--   elapsed_ms    count     CASE WHEN skip IS NULL THEN coalesce(elapsed_ms, -1) ELSE 0 END

-- With those that were taken back: the index of uuids has them, too.
-- name: standing_answer_list
-- long
SELECT {standing_answer} FROM answer ORDER BY answer_id;

-- struct: answer_uuid
--   answer_id  id
--   uuid       view

-- name: answer_uuid_list
-- long
SELECT {answer_uuid} FROM answer ORDER BY uuid;

-- struct: ballot_owner
--   ballot_id     id
--   question_id   id
--   annotator_id  id

-- name: ballot_owner_list
-- long
SELECT {ballot_owner} FROM ballot ORDER BY ballot_id;

-- struct: dealt_slot
--   ballot_id    id
--   position     count
--   document_id  id

-- name: dealt_slot_list
-- long
SELECT {dealt_slot} FROM slot ORDER BY ballot_id, position;

-- struct: ballot_place
--   question_id  id
--   ballot_id    id

-- name: ballot_place_list
-- long
SELECT {ballot_place} FROM ballot ORDER BY question_id, deal;

-- struct: kept_twin
--   question_id  id
--   document_id  id
--   into_id      id

-- name: standing_twin_list
SELECT {kept_twin} FROM merged_candidate ORDER BY question_id, document_id;

-- Sums ----------------------------------------------------------------------
-- What is kept of the votes on questions $1 to $2, each table in its own order: see sums.c.

-- struct: kept_question
--   question_id   id
--   qid           view
--   target        integer
--   slots         integer
--   ballots_done  integer
--   ballots_left  integer
--   none_votes    integer
--   candidates    integer
--   place         integer

-- name: kept_question_list
-- long
SELECT {kept_question} FROM question WHERE question_id BETWEEN $1 AND $2 ORDER BY question_id;

-- struct: kept_candidate
--   question_id  id
--   document_id  id
--   impressions  count
--   wins         count
--   prior        real
--   is_gone      bool   document_id IN (SELECT document_id FROM gone_document)

-- name: kept_candidate_list
-- long
SELECT {kept_candidate} FROM candidate
 WHERE question_id BETWEEN $1 AND $2 ORDER BY question_id, document_id;

-- name: kept_twin_list
SELECT {kept_twin} FROM merged_candidate WHERE question_id BETWEEN $1 AND $2 ORDER BY question_id, document_id;

-- struct: kept_rank
--   question_id  id
--   document_id  id
--   rank         count

-- name: kept_rank_list
-- long
SELECT {kept_rank} FROM candidate_source WHERE question_id BETWEEN $1 AND $2
 ORDER BY question_id, document_id, source;

-- A server adds up by itself what all votes say, and what is kept of them: each figure of a candidate or a question times a
-- factor that it alone has, so that the sums differ where any figure does. Whatever is multiplied is below 2^31, and so is a
-- sum, modulo 2^31 - 1.
-- struct: sum_of_figures
--   candidates  integer  CAST(coalesce(sum(candidate_key * candidate_key % 2147483647 * 1664525 % 2147483629
--                                          * (candidate_figure % 2147483647) % 2147483647), 0) AS BIGINT) % 2147483647
--   questions   integer  CAST(coalesce(sum(question_key * question_key % 2147483647 * 1664525 % 2147483629
--                                          * (question_figure % 2147483647) % 2147483647), 0) AS BIGINT) % 2147483647

-- struct: figure_key
--   question   integer  question_id % 2147483647 * 1103515245 % 2147483647 AS question_key
--   candidate  integer  (question_id % 2147483647 * 1103515245 + document_id % 2147483647) % 2147483647 AS candidate_key

-- Of the slots of votes; those of the votes themselves are with their first one. What was chosen, and a vote for none, is a
-- million more.
-- name: sum_of_votes
SELECT {sum_of_figures}
  FROM (SELECT {figure_key}, CASE WHEN slot.position = answer.position THEN 1000001 ELSE 1 END AS candidate_figure,
               CASE WHEN slot.position > 1 THEN 0 WHEN answer.position IS NULL THEN 1000001 ELSE 1 END AS question_figure
          FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
                      JOIN slot ON slot.ballot_id = answer.ballot_id
         WHERE answer.skip IS NULL AND answer.control IS NULL AND answer.withdrawn_at IS NULL) AS shown;

-- What triggers.sql makes of ranks is whole until it is divided.
-- name: sum_of_ranks
SELECT {sum_of_figures}
  FROM (SELECT {figure_key}, (1000000000000000 + (60 + rank) / 2) / (60 + rank) % 2147483647 * 1000003 AS candidate_figure,
               0 AS question_figure
          FROM candidate_source) AS ranked;

-- name: sum_of_kept
SELECT {sum_of_figures}
  FROM (SELECT {figure_key}, 0 AS question_figure,
               impressions % 2147483647 + wins % 2147483647 * 1000000
               + CASE WHEN prior BETWEEN 0 AND 1000 THEN CAST(round(prior * 1e15) AS BIGINT) % 2147483647 ELSE -1 END
                 * 1000003 AS candidate_figure
          FROM candidate
         UNION ALL
        SELECT {figure_key}, ballots_done % 2147483647 + none_votes % 2147483647 * 1000000, 0
          FROM (SELECT question_id, 0 AS document_id, ballots_done, none_votes FROM question) AS question) AS kept;

-- Of how many questions something else is left than their candidates need, or other candidates are kept than their pool has.
-- name: question_otherwise_count
SELECT count(*)
  FROM (SELECT question.place, question.ballots_left, question.candidates - count(candidate.document_id) AS missing,
               (CAST(coalesce(sum(CASE WHEN impressions < target THEN target - impressions ELSE 0 END), 0) AS BIGINT) + slots - 1)
               / nullif(slots, 0) AS filled,
               coalesce(max(CASE WHEN impressions < target THEN target - impressions ELSE 0 END), 0) AS most
          FROM question LEFT JOIN pooled_candidate AS candidate ON candidate.question_id = question.question_id
         GROUP BY question.question_id) AS needed
 WHERE missing <> 0 OR ballots_left IS DISTINCT FROM CASE WHEN place = 0 THEN 0 WHEN filled > most THEN filled ELSE most END;

-- What a question needs, as it is kept: many need the same.
-- struct: kept_need
--   pool_size  integer  candidates
--   target     integer
--   slots      integer

-- name: kept_need_list
SELECT DISTINCT {kept_need} FROM question ORDER BY candidates, target, slots;

-- From one annotator of answers to the next one, in their index.
-- name: check_annotators
WITH RECURSIVE given(annotator_id) AS (
    SELECT min(annotator_id) FROM answer WHERE withdrawn_at IS NULL
     UNION ALL
    SELECT (SELECT min(annotator_id) FROM answer WHERE withdrawn_at IS NULL AND annotator_id > given.annotator_id)
      FROM given WHERE given.annotator_id IS NOT NULL)
SELECT 'annotator ' || annotator_id || ': answers are there, and no such annotator is'
  FROM given WHERE annotator_id IS NOT NULL AND annotator_id NOT IN (SELECT annotator_id FROM annotator);

-- About how many rows all votes and candidates are; of more questions than that is asked for, those of the first ones.
-- name: sums_size
SELECT CAST(CASE WHEN sum(rows) > 1e15 THEN 1e15 ELSE coalesce(sum(rows), 0) END AS BIGINT)
  FROM (SELECT CAST(candidates AS DOUBLE PRECISION) + 5.0 * ballots_done AS rows
          FROM question ORDER BY question_id LIMIT 20001) AS question;

-- name: pooled_document_list
-- long
SELECT DISTINCT document_id FROM candidate ORDER BY document_id;

-- struct: document_name
--   document_id  id
--   docid        view

-- struct: whole_document_name
--   name      {document_name}
--   is_whole  bool             typeof(docid) = 'text' AND typeof(title) = 'text' AND typeof(text) = 'text'
--                              AND typeof(fields) IN ('text', 'null')

-- The last column is looked at, too: SQLite then notices a row whose length is not that of its columns.
-- name: document_name_list
-- long
SELECT {whole_document_name} FROM document ORDER BY document_id;

-- Those that stand in pools.
-- name: pooled_document_name_list
-- long
SELECT {document_name} FROM document WHERE document_id IN (SELECT document_id FROM candidate) ORDER BY document_id;

-- The same out of the index by which documents are found.
-- name: document_name_sorted
-- long
SELECT {document_name} FROM document ORDER BY docid;

-- The next $2 behind $1.
-- name: document_name_after
SELECT {document_name} FROM document WHERE docid > $1 ORDER BY docid LIMIT $2;

-- name: document_docid
SELECT docid FROM document WHERE document_id = $1;

-- struct: candidate_number
--   question_id  id
--   document_id  id

-- The candidates of questions $1 to $2.
-- name: candidate_number_list
SELECT {candidate_number} FROM pooled_candidate WHERE question_id BETWEEN $1 AND $2 ORDER BY question_id, document_id;

-- Raters --------------------------------------------------------------------

-- row: rater
--   rater_id  id
--   name      key

-- name: rater_annotator_list
SELECT {rater} FROM (SELECT annotator_id AS rater_id, name FROM annotator) AS rater ORDER BY name;

-- name: rater_source_list
SELECT {rater} FROM (SELECT source_id AS rater_id, name FROM judgment_source) AS rater ORDER BY name;

-- Wins and impressions on question $1 by the votes of annotator $2.
-- name: rater_tally_list
SELECT {tally}
  FROM (SELECT coalesce(merged.into_id, slot.document_id) AS document_id, CAST(0 AS DOUBLE PRECISION) AS prior,
               count(DISTINCT ballot.ballot_id) AS impressions, count(*) FILTER (WHERE answer.position = slot.position) AS wins
          FROM ballot CROSS JOIN answer CROSS JOIN slot
                      LEFT JOIN merged_candidate AS merged ON merged.question_id = ballot.question_id
                                                          AND merged.document_id = slot.document_id
         WHERE ballot.question_id = $1 AND answer.ballot_id = ballot.ballot_id AND slot.ballot_id = ballot.ballot_id
           AND answer.withdrawn_at IS NULL AND answer.skip IS NULL AND answer.control IS NULL AND answer.annotator_id = $2
           AND slot.document_id NOT IN (SELECT document_id FROM gone_document)
         GROUP BY 1) AS candidate
       LEFT JOIN document ON document.document_id = candidate.document_id
 ORDER BY document.docid;

-- name: rater_model_list
SELECT {rater}
  FROM (SELECT model_id AS rater_id, name FROM model
         WHERE EXISTS (SELECT 1 FROM model_vote WHERE model_vote.model_id = model.model_id)) AS rater
 ORDER BY name;

-- The same by the votes of model $2; what was asked again counts once.
-- name: rater_model_tally_list
SELECT {tally}
  FROM (SELECT coalesce(merged.into_id, shown.document_id) AS document_id, CAST(0 AS DOUBLE PRECISION) AS prior,
               count(DISTINCT deal) AS impressions, count(*) FILTER (WHERE is_chosen) AS wins
          FROM (SELECT deal, document_1 AS document_id, position = 1 AS is_chosen FROM model_vote
                 WHERE model_id = $2 AND question_id = $1 AND position IS NOT NULL AND repeats IS NULL
                 UNION ALL
                SELECT deal, document_2, position = 2 FROM model_vote
                 WHERE model_id = $2 AND question_id = $1 AND position IS NOT NULL AND repeats IS NULL
                   AND document_2 IS NOT NULL
                 UNION ALL
                SELECT deal, document_3, position = 3 FROM model_vote
                 WHERE model_id = $2 AND question_id = $1 AND position IS NOT NULL AND repeats IS NULL
                   AND document_3 IS NOT NULL) AS shown
               LEFT JOIN merged_candidate AS merged ON merged.question_id = $1
                                                   AND merged.document_id = shown.document_id
         WHERE shown.document_id NOT IN (SELECT document_id FROM gone_document)
         GROUP BY 1) AS candidate
       LEFT JOIN document ON document.document_id = candidate.document_id
 ORDER BY document.docid;

-- Models --------------------------------------------------------------------

-- name: model_find
SELECT model_id FROM model WHERE name = $1;

-- name: model_add
INSERT INTO model (name) VALUES ($1);

-- row: model_row
--   model_id  id
--   name      key

-- name: model_list
SELECT {model_row} FROM model
 WHERE EXISTS (SELECT 1 FROM model_vote WHERE model_vote.model_id = model.model_id)
 ORDER BY name;

-- The documents by slot. The position is -1 where it could not tell; the others are 0 where there is none.
-- struct: kept_model_vote
--   deal        count
--   first       id       document_1
--   second      count    coalesce(document_2, 0)
--   third       count    coalesce(document_3, 0)
--   position    integer  coalesce(position, -1)
--   repeats     count    coalesce(repeats, 0)
--   elapsed_ms  count

-- name: model_vote_list
SELECT {kept_model_vote} FROM model_vote WHERE model_id = $1 AND question_id = $2 ORDER BY deal;

-- name: model_vote_last
SELECT coalesce(max(deal), 0) FROM model_vote WHERE model_id = $1 AND question_id = $2;

-- name: model_vote_count
SELECT count(*) FROM model_vote WHERE model_id = $1;

-- Its number is the next one of the model in the question.
-- name: model_vote_add
INSERT INTO model_vote (model_id, question_id, deal, document_1, document_2, document_3, position, repeats, given_at,
                        elapsed_ms)
VALUES ($1, $2, (SELECT coalesce(max(deal), 0) + 1 FROM model_vote WHERE model_id = $1 AND question_id = $2),
        $3, $4, $5, $6, $7, $8, $9);

-- name: model_vote_add_note
UPDATE model_vote SET note = $4 WHERE model_id = $1 AND question_id = $2 AND deal = $3;

-- name: model_vote_count_all
SELECT count(*) FROM model_vote;

-- What models said of what import $1 replaced.
-- name: model_vote_forget_replaced
DELETE FROM model_vote
 WHERE question_id IN (SELECT question_id FROM replaced_question WHERE import_id = $1)
    OR document_1 IN (SELECT document_id FROM replaced_document WHERE import_id = $1)
    OR document_2 IN (SELECT document_id FROM replaced_document WHERE import_id = $1)
    OR document_3 IN (SELECT document_id FROM replaced_document WHERE import_id = $1);

-- name: question_from
SELECT question_id FROM question WHERE question_id >= $1 AND candidates > 0 ORDER BY question_id LIMIT 1;

-- Dealing -------------------------------------------------------------------

-- A ballot that exists already and might be taken up again; lease_until = 0: it was skipped.
-- struct: kept_ballot
--   ballot_id    id       ballot.ballot_id
--   question_id  id       ballot.question_id
--   lease_until  integer  ballot.lease_until

-- name: ballot_open_list
SELECT {kept_ballot} FROM ballot
 WHERE annotator_id = $1 AND lease_until IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM any_answer AS answer WHERE answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL)
 ORDER BY ballot_id;

-- name: annotator_holds_ballot
SELECT 1 FROM ballot WHERE annotator_id = $1 AND lease_until IS NOT NULL AND lease_until > $2 LIMIT 1;

-- name: ballot_later_list
SELECT {kept_ballot}
  FROM answer JOIN (SELECT ballot_id, question_id, 0 AS lease_until FROM ballot) AS ballot
                ON ballot.ballot_id = answer.ballot_id
 WHERE answer.annotator_id = $1 AND answer.skip = 'later' AND answer.withdrawn_at IS NULL
 ORDER BY answer.answer_id;

-- struct: question_with_work
--   question_id   id
--   ballots_done  count
--   place         count
--   ballots_held  count    coalesce(held.ballots, 0)

-- The first $4 behind the one with $2 ballots at place $3. What is held is counted once, and not for each of them: a server that has
-- counted its rows while nobody labelled would take an index of all that is held for each.
-- name: question_with_work_list
SELECT {question_with_work}
  FROM question LEFT JOIN (SELECT question_id AS held_id, count(*) AS ballots FROM any_ballot AS ballot
                            WHERE ballot.lease_until > $1 GROUP BY question_id) AS held ON held_id = question_id
 WHERE ballots_left > 0 AND (ballots_done, place) > ($2, $3)
 ORDER BY ballots_done, place LIMIT $4;

-- struct: question_needs
--   target   count
--   slots    count
--   place    count
--   version  count  question_version
--   dealing  view   (SELECT value FROM setting WHERE key = 'dealing')

-- name: question_needs
SELECT {question_needs} FROM question WHERE question_id = $1;

-- Which of the question's ballots the next one is, and what is dealt beside those that the question needs.
-- struct: next_ballot
--   deal     count  coalesce((SELECT max(deal) FROM any_ballot WHERE question_id = $1), 0) + 1
--   overlap  view   (SELECT value FROM setting WHERE key = 'overlap')
--   repeats  view   (SELECT value FROM setting WHERE key = 'repeats')
--   gold     view   (SELECT value FROM setting WHERE key = 'gold')

-- name: ballot_next
SELECT {next_ballot};

-- The candidate that a slot of a ballot shows: the one that stands for its document. Whether any is merged is looked up once.
-- struct: slot_candidate
--   document_id  id  coalesce(CASE WHEN EXISTS (SELECT 1 FROM merged_candidate)
--                                  THEN (SELECT into_id FROM merged_candidate AS merged
--                                         WHERE merged.question_id = ballot.question_id AND merged.document_id = slot.document_id)
--                             END, slot.document_id)

-- A slot of a ballot that was voted on or that is in somebody's hands, or that annotator $2 answered in any way.
-- struct: asked_slot
--   deal          count    ballot.deal
--   annotator_id  id       ballot.annotator_id
--   is_vote       bool     answer.ballot_id IS NOT NULL AND answer.skip IS NULL AND answer.control IS NULL
--   is_held       bool     ballot.lease_until IS NOT NULL AND ballot.lease_until > $3
--   document_id   id       {slot_candidate}

-- Those of question $1, in the order of its ballots; but for ballot $4. It is asked with each vote: where nothing is shared
-- a server looks at none of them.
-- name: slot_asked_list
SELECT {asked_slot}
  FROM any_ballot AS ballot
              LEFT JOIN any_answer AS answer ON answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
              CROSS JOIN slot
 WHERE ballot.question_id = $1 AND ballot.ballot_id <> $4 AND slot.ballot_id = ballot.ballot_id
   AND ((answer.ballot_id IS NOT NULL AND (answer.skip IS NULL OR ballot.annotator_id = $2))
        OR ballot.lease_until > $3)
   AND EXISTS (SELECT 1 FROM setting WHERE key = 'overlap' AND value <> '0')
 ORDER BY ballot.deal, slot.position;

-- Controls: ballots that are asked to learn about the annotator, and no votes.

-- A slot of a vote that is drawn, or of a ballot in its question that somebody was asked.
-- struct: drawn_slot
--   ballot_id    id
--   question_id  id
--   is_drawn     bool
--   is_whole     bool
--   next_deal    count
--   document_id  id

-- Of the votes that annotator $1 can be asked again the one behind which $2 of 2147483648 parts of them were given. These are votes of
-- annotator $3; or, where that is 0, their own newest thousand that $4 answers of theirs have followed. In what question it is, and
-- what the next ballot there is called; behind it what they were asked in that question: as a control, or of another's votes in any way.
-- name: vote_drawn
WITH own AS (SELECT answer_id, ballot_id FROM answer
              WHERE CAST($3 AS BIGINT) = 0 AND annotator_id BETWEEN $1 AND $1
                AND withdrawn_at IS NULL AND skip IS NULL AND control IS NULL
                AND answer_id <= (SELECT answer_id FROM answer AS newest
                                   WHERE annotator_id BETWEEN $1 AND $1 AND withdrawn_at IS NULL
                                   ORDER BY annotator_id DESC, answer_id DESC LIMIT 1 OFFSET $4)
              ORDER BY annotator_id DESC, answer_id DESC LIMIT 1000),
     earlier AS (SELECT answer_id, ballot_id FROM own
                  UNION ALL
                 SELECT answer_id, ballot_id FROM control_answer
                  WHERE annotator_id = $3 AND withdrawn_at IS NULL AND skip IS NULL AND control IS NULL),
     drawn AS (SELECT ballot_id, question_id FROM any_ballot
                WHERE ballot_id = (SELECT ballot_id FROM earlier ORDER BY answer_id DESC
                                    LIMIT 1 OFFSET (SELECT count(*) * CAST($2 AS BIGINT) / 2147483648 FROM earlier)))
SELECT {drawn_slot}
  FROM (SELECT ballot.ballot_id, ballot.question_id, ballot.deal, slot.position, TRUE AS is_drawn,
               NOT EXISTS (SELECT 1 FROM slot JOIN gone_document ON gone_document.document_id = slot.document_id
                            WHERE slot.ballot_id = ballot.ballot_id)
               AND (SELECT place FROM question WHERE question.question_id = ballot.question_id) > 0 AS is_whole,
               (SELECT max(deal) FROM any_ballot AS other WHERE other.question_id = ballot.question_id) + 1
               AS next_deal, {slot_candidate} AS document_id
          FROM any_ballot AS ballot JOIN slot ON slot.ballot_id = ballot.ballot_id
         WHERE ballot.ballot_id = (SELECT ballot_id FROM drawn)
        UNION ALL
        SELECT ballot.ballot_id, ballot.question_id, ballot.deal, slot.position, FALSE, FALSE, 0, {slot_candidate}
          FROM ballot JOIN slot ON slot.ballot_id = ballot.ballot_id
         WHERE ballot.question_id = (SELECT question_id FROM drawn) AND ballot.annotator_id = $1
           AND (CAST($3 AS BIGINT) <> 0 OR ballot.control IS NOT NULL)) AS shown
 ORDER BY is_drawn DESC, deal, position;

-- struct: set_slot
--   ballot_id    id  ballot.ballot_id
--   document_id  id  {slot_candidate}

-- Sets of question $1 that annotator $2 was asked in any way.
-- name: slot_of_annotator_list
SELECT {set_slot} FROM ballot JOIN slot ON slot.ballot_id = ballot.ballot_id
 WHERE ballot.question_id = $1 AND ballot.annotator_id = $2
 ORDER BY ballot.deal, slot.position;

-- Of the questions that are labelled, and of which source $1 judged two candidates or more, the one that $2 go before.
-- name: judged_question_at
SELECT question_id FROM judgment JOIN candidate USING (question_id, document_id) JOIN question USING (question_id)
 WHERE source_id = $1 AND place > 0 GROUP BY question_id HAVING count(*) > 1 ORDER BY question_id LIMIT 1 OFFSET $2;

-- struct: known_gold
--   kind  count
--   id    id

-- Who is called $1, annotators first: enum gold_kind.
-- name: gold_find
SELECT {known_gold}
  FROM (SELECT 1 AS kind, annotator_id AS id FROM annotator WHERE name = $1 OR 'annotator:' || name = $1
         UNION ALL
        SELECT 2, source_id FROM judgment_source WHERE name = $1 OR 'judgments:' || name = $1) AS gold
 ORDER BY kind LIMIT 1;

-- The same of who the setting says; of a source the questions of which it judged two candidates.
-- struct: gold_source
--   kind    count
--   id      id
--   judged  count  CASE kind WHEN 1 THEN 0
--                  ELSE (SELECT count(*)
--                          FROM (SELECT 1 FROM judgment JOIN candidate USING (question_id, document_id)
--                                                      JOIN question USING (question_id)
--                                 WHERE source_id = gold.id AND place > 0
--                                 GROUP BY question_id HAVING count(*) > 1) AS judged) END

-- name: gold_source
SELECT {gold_source}
  FROM (SELECT 1 AS kind, annotator_id AS id FROM annotator JOIN setting ON key = 'gold'
         WHERE name = value OR 'annotator:' || name = value
         UNION ALL
        SELECT 2, source_id FROM judgment_source JOIN setting ON key = 'gold'
         WHERE name = value OR 'judgments:' || name = value) AS gold
 ORDER BY kind LIMIT 1;

-- struct: judged_candidate
--   document_id  id    candidate.document_id
--   grade        real  coalesce(own.grade, max(other.grade))

-- Of candidates that were not judged themselves what was judged best of their twins.
-- name: judged_candidate_list
SELECT {judged_candidate}
  FROM pooled_candidate AS candidate
       LEFT JOIN judgment AS own ON own.source_id = $1 AND own.question_id = $2 AND own.document_id = candidate.document_id
       LEFT JOIN twin ON twin.document_id = candidate.document_id AND own.grade IS NULL
       LEFT JOIN twin AS other_twin ON other_twin.twins = twin.twins
       LEFT JOIN judgment AS other ON other.source_id = $1 AND other.question_id = $2
                                  AND other.document_id = other_twin.document_id
 WHERE candidate.question_id = $2 AND (own.grade IS NOT NULL OR other.grade IS NOT NULL)
 GROUP BY candidate.document_id, own.grade
 ORDER BY candidate.document_id;

-- name: question_slots
SELECT slots FROM question WHERE question_id = $1;

-- The question that annotator $1 answered last but for controls, 0: none; and what is shared of all.
-- struct: question_in_hand
--   question_id  count  coalesce((SELECT ballot.question_id FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
--                                  WHERE answer.annotator_id BETWEEN $1 AND $1
--                                    AND answer.withdrawn_at IS NULL AND answer.control IS NULL
--                                  ORDER BY answer.annotator_id DESC, answer.answer_id DESC LIMIT 1), 0)
--   overlap      view   (SELECT value FROM setting WHERE key = 'overlap')

-- name: question_in_hand
SELECT {question_in_hand};

-- name: overlap_get
SELECT value FROM setting WHERE key = 'overlap';

-- A slot of an answer that stands: a vote, or a skip. Controls are none of it.
-- struct: decided_slot
--   ballot_id     id    ballot.ballot_id
--   annotator_id  id    ballot.annotator_id
--   is_vote       bool  answer.skip IS NULL
--   is_chosen     bool  slot.position IS NOT DISTINCT FROM answer.position
--   document_id   id    {slot_candidate}

-- Those of question $1, in the order of its ballots, but for what has a document that is gone.
-- name: decided_slot_list
SELECT {decided_slot}
  FROM ballot JOIN answer ON answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
                         AND answer.control IS NULL
              JOIN slot ON slot.ballot_id = ballot.ballot_id
 WHERE ballot.question_id = $1
   AND NOT EXISTS (SELECT 1 FROM slot AS shown JOIN gone_document ON gone_document.document_id = shown.document_id
                    WHERE shown.ballot_id = ballot.ballot_id)
 ORDER BY ballot.deal, slot.position;

-- Questions on which two annotators beside $1 have voted.
-- name: question_of_several_list
SELECT question_id FROM question
 WHERE ballots_done > 1
   AND (SELECT count(DISTINCT ballot.annotator_id)
          FROM ballot JOIN answer ON answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
                                 AND answer.skip IS NULL AND answer.control IS NULL
         WHERE ballot.question_id = question.question_id AND ballot.annotator_id <> $1) > 1
 ORDER BY place, question_id;

-- struct: question_deals
--   question_id  id
--   deals        count  max(deal)

-- The first $2 questions behind $1, where any ballots are shared.
-- name: question_deals_list
SELECT {question_deals} FROM any_ballot
 WHERE question_id > $1 AND EXISTS (SELECT 1 FROM setting WHERE key = 'overlap' AND value <> '0')
 GROUP BY question_id ORDER BY question_id LIMIT $2;

-- Impressions of votes, and of ballots but $3 that are leased at $2.
-- struct: counted_candidate
--   document_id  id       candidate.document_id
--   impressions  count    CASE WHEN NOT EXISTS (SELECT 1 FROM merged_candidate AS merged
--                                                WHERE merged.question_id = $1 AND merged.into_id = candidate.document_id)
--                              THEN candidate.impressions
--                              ELSE (SELECT count(*) FROM any_ballot AS ballot
--                                     WHERE ballot.question_id = $1
--                                       AND EXISTS (SELECT 1 FROM any_answer AS answer WHERE answer.ballot_id = ballot.ballot_id
--                                                      AND answer.withdrawn_at IS NULL AND answer.skip IS NULL
--                                                      AND answer.control IS NULL)
--                                       AND EXISTS (SELECT 1 FROM slot WHERE slot.ballot_id = ballot.ballot_id
--                                                      AND {slot_candidate} = candidate.document_id)) END
--   held         count    (SELECT count(*) FROM any_ballot AS ballot
--                           WHERE ballot.question_id = $1 AND ballot.lease_until > $2 AND ballot.ballot_id <> $3
--                             AND ballot.control IS NULL
--                             AND EXISTS (SELECT 1 FROM slot WHERE slot.ballot_id = ballot.ballot_id
--                                            AND {slot_candidate} = candidate.document_id))
--   prior        real     candidate.prior

-- name: candidate_impressions
SELECT {counted_candidate} FROM pooled_candidate AS candidate WHERE candidate.question_id = $1
 ORDER BY candidate.document_id;

-- A slot of a vote, or of a ballot that is in somebody's hands; the candidate is the one that stands for the document.
-- struct: known_slot
--   ballot_id    id       ballot.ballot_id
--   deal         count    ballot.deal
--   document_id  id       slot.document_id
--   candidate_id id       {slot_candidate}
--   is_vote      bool     answer.ballot_id IS NOT NULL
--   is_chosen    bool     slot.position IS NOT DISTINCT FROM answer.position
--   annotator_id id       ballot.annotator_id

-- Those of question $1: votes, then ballots but $3 that are leased at $2; each in the order of the question's ballots.
-- name: known_slot_list
SELECT {known_slot}
  FROM any_ballot AS ballot
              LEFT JOIN any_answer AS answer ON answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
                              AND answer.skip IS NULL AND answer.control IS NULL
              CROSS JOIN slot
 WHERE ballot.question_id = $1 AND slot.ballot_id = ballot.ballot_id
   AND (answer.ballot_id IS NOT NULL
        OR (ballot.lease_until > $2 AND ballot.ballot_id <> $3 AND ballot.control IS NULL))
 ORDER BY answer.ballot_id IS NULL, ballot.deal, slot.position;

-- struct: read_slot
--   deal         count  ballot.deal
--   document_id  id     {slot_candidate}

-- The documents on the $3 ballots of question $1 that annotator $2 was dealt last of those they have voted on, the last one first.
-- name: slot_read_last
SELECT {read_slot} FROM ballot JOIN slot ON slot.ballot_id = ballot.ballot_id
 WHERE ballot.ballot_id IN (SELECT ballot_id FROM ballot
                             WHERE question_id = $1 AND annotator_id = $2
                               AND EXISTS (SELECT 1 FROM any_answer AS answer WHERE answer.ballot_id = ballot.ballot_id
                                              AND answer.withdrawn_at IS NULL AND answer.skip IS NULL) IS TRUE
                             ORDER BY deal DESC LIMIT $3)
 ORDER BY ballot.deal DESC, slot.position;

-- struct: candidate_text
--   document_id  id    document.document_id
--   title        view  document.title
--   text         view  document.text

-- name: candidate_text_list
SELECT {candidate_text}
  FROM pooled_candidate AS candidate JOIN document ON document.document_id = candidate.document_id
 WHERE candidate.question_id = $1
 ORDER BY candidate.document_id;

-- name: document_text_list
SELECT {candidate_text} FROM document
 WHERE text <> '' AND document_id NOT IN (SELECT document_id FROM gone_document) ORDER BY document_id;

-- What may have replaced a text since.
-- struct: import_mark
--   import_id    integer
--   imported_at  integer

-- name: import_mark_get
SELECT {import_mark} FROM import ORDER BY import_id DESC LIMIT 1;

-- struct: taken_slot
--   ballot_id    id       ballot.ballot_id
--   document_id  id       {slot_candidate}

-- Sets of a question that annotator $2 was asked or put aside, or that somebody holds at $3.
-- name: slot_taken_list
SELECT {taken_slot} FROM any_ballot AS ballot JOIN slot ON slot.ballot_id = ballot.ballot_id
 WHERE ballot.question_id = $1 AND ballot.lease_until > $3
 UNION ALL
SELECT {taken_slot} FROM ballot JOIN slot ON slot.ballot_id = ballot.ballot_id
 WHERE ballot.question_id = $1 AND ballot.annotator_id = $2
   AND EXISTS (SELECT 1 FROM any_answer AS answer WHERE answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL) IS TRUE
 ORDER BY 1, 2;

-- name: slot_document_list
SELECT {slot_candidate} FROM any_ballot AS ballot JOIN slot ON slot.ballot_id = ballot.ballot_id
 WHERE ballot.ballot_id = $1 ORDER BY slot.position;

-- Whether another ballot with the same documents as ballot $1 is held by anybody at $2.
-- name: ballot_held_twice
SELECT 1 FROM any_ballot AS other JOIN ballot AS own ON own.ballot_id = $1
 WHERE other.question_id = own.question_id AND other.ballot_id <> own.ballot_id AND other.lease_until > $2
   AND NOT EXISTS (SELECT {slot_candidate} FROM any_ballot AS ballot JOIN slot ON slot.ballot_id = ballot.ballot_id
                    WHERE ballot.ballot_id = own.ballot_id
                   EXCEPT
                   SELECT {slot_candidate} FROM any_ballot AS ballot JOIN slot ON slot.ballot_id = ballot.ballot_id
                    WHERE ballot.ballot_id = other.ballot_id)
 LIMIT 1;

-- name: ballot_next_id
-- function
SELECT coalesce(max(ballot_id), 0) + 1 FROM ballot;

-- name: ballot_add
-- function 10
INSERT INTO ballot (question_id, deal, annotator_id, dealt_at, lease_until, control, ballot_id)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- The next one of its question, which nobody has in hand.
-- name: ballot_add_closed
INSERT INTO ballot (question_id, deal, annotator_id, dealt_at, control, ballot_id)
VALUES ($1, (SELECT coalesce(max(deal), 0) + 1 FROM any_ballot WHERE question_id = $1), $2, $3, $4, $5);

-- All slots of ballot $1, by position; NULL: it has no such.
-- name: slot_add_all
INSERT INTO slot (ballot_id, position, document_id)
SELECT CAST($1 AS BIGINT), position, document_id
  FROM (SELECT 1 AS position, CAST($2 AS BIGINT) AS document_id
        UNION ALL SELECT 2, CAST($3 AS BIGINT)
        UNION ALL SELECT 3, CAST($4 AS BIGINT)) AS shown
 WHERE document_id IS NOT NULL;

-- One that is open stays so, unless it is closed: NULL. On a server it may be answered and closed while this waits for it, by a session of the annotator
-- whose COMMIT was still on its way: what stands in its row is looked at again then, and in no other table.
-- name: ballot_lease
-- function
UPDATE ballot SET lease_until = $2 WHERE ballot_id = $1 AND lease_until IS NOT NULL;

-- The answer to it was taken back; perhaps another one was given meanwhile.
-- name: ballot_reopen
UPDATE ballot SET lease_until = $2
 WHERE ballot_id = $1
   AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL);

-- name: ballot_end_leases
-- function
UPDATE ballot SET lease_until = $2 WHERE annotator_id = $1 AND lease_until IS NOT NULL AND lease_until > $2;

-- Leases of anybody that end after $1 end at $2.
-- name: ballot_end_stray_leases
-- function
UPDATE ballot SET lease_until = $2 WHERE lease_until IS NOT NULL AND lease_until > $1;

-- struct: shown_ballot
--   question_id  id       ballot.question_id
--   number       count    question.question_id - (SELECT count(*) FROM question_gap
--                                                 WHERE question_gap.question_id < question.question_id)
--   qid          bytes    question.qid
--   text         bytes    question.text
--   before_ms    count    coalesce((SELECT max(elapsed_ms) FROM answer
--                                    WHERE answer.ballot_id = ballot.ballot_id AND withdrawn_at IS NOT NULL), 0)

-- name: ballot_show
SELECT {shown_ballot}
  FROM any_ballot AS ballot JOIN question ON question.question_id = ballot.question_id
 WHERE ballot.ballot_id = $1;

-- row: ballot_document
--   docid    bytes  document.docid
--   title    bytes  document.title
--   text     bytes  document.text
--   sources  bytes  (SELECT group_concat(source || ' ' || rank, ', ') FROM candidate_source
--                     WHERE candidate_source.question_id = candidate.question_id
--                       AND candidate_source.document_id = candidate.document_id)

-- name: candidate_show
SELECT {ballot_document}
  FROM candidate JOIN document ON document.document_id = candidate.document_id
 WHERE candidate.question_id = $1 AND candidate.document_id = $2;

-- The import that gave the document the text that it has.
-- struct: text_version
--   import_id  count  coalesce((SELECT max(import_id) FROM replaced_document AS replaced
--                                WHERE replaced.document_id = document.document_id AND replaced.text <> document.text), 0)

-- struct: shown_slot
--   position      integer  slot.position
--   candidate_id  id       {slot_candidate}
--   text_version  count    {text_version}
--   document      {ballot_document}

-- name: slot_show
SELECT {shown_slot}
  FROM slot JOIN document ON document.document_id = slot.document_id
            JOIN any_ballot AS ballot ON ballot.ballot_id = slot.ballot_id
            JOIN candidate ON candidate.question_id = ballot.question_id
                          AND candidate.document_id = slot.document_id
 WHERE slot.ballot_id = $1 ORDER BY slot.position;

-- That of the text that answer `answer` saw, -1 where that is not the text of now.
-- struct: seen_version
--   import_id  integer  CASE WHEN EXISTS (SELECT 1 FROM replaced_document AS seen
--                                          WHERE seen.document_id = document.document_id AND seen.text <> document.text
--                                            AND seen.import_id =
--                                                (SELECT min(later.import_id) FROM replaced_document AS later
--                                                   JOIN import ON import.import_id = later.import_id
--                                                  WHERE later.document_id = document.document_id
--                                                    AND import.last_answer >= answer.answer_id))
--                            THEN -1 ELSE {text_version} END

-- row: seen_document
--   ballot_id     id       ballot.ballot_id
--   candidate_id  id       {slot_candidate}
--   text_version  integer  {seen_version}
--   size          count    length(CAST(document.text AS BLOB))
--   elapsed_ms    count    coalesce(answer.elapsed_ms, 0)
--   before_ms     count    coalesce((SELECT max(elapsed_ms) FROM answer AS before
--                                     WHERE before.ballot_id = ballot.ballot_id AND before.withdrawn_at IS NOT NULL), 0)

-- Documents on the ballots of question $1 that annotator $2 answered.
-- name: slot_seen_list
SELECT {seen_document}
  FROM ballot CROSS JOIN answer CROSS JOIN slot CROSS JOIN document
 WHERE ballot.question_id = $1 AND ballot.annotator_id = $2
   AND answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
   AND slot.ballot_id = ballot.ballot_id AND document.document_id = slot.document_id
 ORDER BY ballot.deal, slot.position;

-- Answers -------------------------------------------------------------------

-- The question of ballot $1 where that is open for annotator $2.
-- name: ballot_open_question
SELECT question_id FROM ballot WHERE ballot_id = $1 AND annotator_id = $2 AND lease_until IS NOT NULL;

-- struct: open_slot
--   question_id  id     ballot.question_id
--   deal         count  ballot.deal
--   is_control   bool   ballot.control IS NOT NULL
--   document_id  id     {slot_candidate}

-- The same ballot, by its slots.
-- name: open_slot_list
SELECT {open_slot} FROM ballot JOIN slot ON slot.ballot_id = ballot.ballot_id
 WHERE ballot.ballot_id = $1 AND ballot.annotator_id = $2 AND ballot.lease_until IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM any_answer AS answer WHERE answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL)
 ORDER BY slot.position;

-- name: answer_next_id
-- function
SELECT coalesce(max(answer_id), 0) + 1 FROM answer;

-- name: answer_add
-- function 14
INSERT INTO answer (answer_id, uuid, ballot_id, annotator_id, position, skip, given_at, elapsed_ms, note, evidence,
                    evidence_start, control)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, (SELECT control FROM ballot WHERE ballot_id = $3));

-- row: quotation
--   start  count  evidence_start
--   text   bytes  evidence

-- struct: vote_reason
--   reason  view  (SELECT reason.reason FROM reason WHERE reason.answer_id = answer.answer_id ORDER BY reason_id DESC LIMIT 1)

-- Of a vote, if that stands.
-- name: reason_of_vote
SELECT {vote_reason} FROM answer WHERE answer_id = $1 AND withdrawn_at IS NULL AND skip IS NULL;

-- name: reason_add
-- function
INSERT INTO reason (answer_id, reason) VALUES ($1, $2);

-- The votes of annotator $1 that stand: by indexes alone.
-- name: annotator_vote_count
SELECT (SELECT count(*) FROM answer WHERE annotator_id = $1 AND withdrawn_at IS NULL)
     - (SELECT count(*) FROM answer WHERE annotator_id = $1 AND skip IS NOT NULL AND withdrawn_at IS NULL);

-- row: note_draft
--   ballot_id  id     note_draft.ballot_id
--   note       bytes  note_draft.note

-- Those of an annotator's open ballots.
-- name: note_draft_list
SELECT {note_draft} FROM note_draft JOIN ballot ON ballot.ballot_id = note_draft.ballot_id
 WHERE ballot.annotator_id = $1 AND ballot.lease_until IS NOT NULL ORDER BY note_draft.ballot_id;

-- name: note_draft_put
-- function
INSERT INTO note_draft (ballot_id, note) VALUES ($1, $2) ON CONFLICT (ballot_id) DO UPDATE SET note = excluded.note;

-- name: note_draft_remove
-- function
DELETE FROM note_draft WHERE ballot_id = $1;

-- struct: drafted_evidence
--   ballot_id  id           evidence_draft.ballot_id
--   position   position     evidence_draft.position
--   evidence   {quotation}

-- Those of an annotator's open ballots.
-- name: evidence_draft_list
SELECT {drafted_evidence} FROM evidence_draft JOIN ballot ON ballot.ballot_id = evidence_draft.ballot_id
 WHERE ballot.annotator_id = $1 AND ballot.lease_until IS NOT NULL ORDER BY evidence_draft.ballot_id;

-- name: evidence_draft_put
-- function
INSERT INTO evidence_draft (ballot_id, position, evidence, evidence_start) VALUES ($1, $2, $3, $4)
    ON CONFLICT (ballot_id) DO UPDATE SET position = excluded.position, evidence = excluded.evidence,
                                          evidence_start = excluded.evidence_start;

-- name: evidence_draft_remove
-- function
DELETE FROM evidence_draft WHERE ballot_id = $1;

-- name: answer_withdraw
-- function 3
UPDATE answer SET withdrawn_at = $2, withdrawn_by = 'undo' WHERE answer_id = $1;

-- name: answer_withdraw_as
UPDATE answer SET withdrawn_at = $2, withdrawn_by = $3 WHERE answer_id = $1;

-- struct: answer_on_item
--   answer_id    id    answer.answer_id
--   question_id  id    ballot.question_id
--   is_vote      bool  answer.skip IS NULL AND answer.control IS NULL

-- What was said of the document called $1, and to the question called $1, and stands.
-- name: document_answer_list
SELECT {answer_on_item}
  FROM document CROSS JOIN candidate CROSS JOIN ballot CROSS JOIN slot CROSS JOIN answer
 WHERE document.docid = $1 AND candidate.document_id = document.document_id
   AND ballot.question_id = candidate.question_id
   AND slot.ballot_id = ballot.ballot_id AND slot.document_id = document.document_id
   AND answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
 ORDER BY answer.answer_id;

-- name: question_answer_list
SELECT {answer_on_item}
  FROM question CROSS JOIN ballot CROSS JOIN answer
 WHERE question.qid = $1 AND ballot.question_id = question.question_id
   AND answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
 ORDER BY answer.answer_id;

-- An answer as it is known by its uuid $1, the documents of its ballot by position, and whether reason $2 stood with it before.
-- struct: known_answer
--   answer_id     id        answer.answer_id
--   question_id   id        ballot.question_id
--   annotator_id  id        answer.annotator_id
--   position      position  answer.position
--   skip          view      answer.skip
--   control       view      answer.control
--   is_withdrawn  bool      answer.withdrawn_at IS NOT NULL
--   reason        view      (SELECT reason.reason FROM reason WHERE reason.answer_id = answer.answer_id ORDER BY reason_id DESC LIMIT 1)
--   had_reason    bool      EXISTS (SELECT 1 FROM reason WHERE reason.answer_id = answer.answer_id AND reason.reason = $2)
--   n_slots       count     (SELECT count(*) FROM slot WHERE slot.ballot_id = answer.ballot_id)
--   first         integer   (SELECT document_id FROM slot WHERE slot.ballot_id = answer.ballot_id AND slot.position = 1)
--   second        integer   (SELECT document_id FROM slot WHERE slot.ballot_id = answer.ballot_id AND slot.position = 2)
--   third         integer   (SELECT document_id FROM slot WHERE slot.ballot_id = answer.ballot_id AND slot.position = 3)

-- name: answer_find
SELECT {known_answer}
  FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id WHERE answer.uuid = $1;

-- A ballot that was skipped as later comes back.
-- name: answer_return
-- function 3
UPDATE answer SET withdrawn_at = $2, withdrawn_by = 'return' WHERE ballot_id = $1 AND withdrawn_at IS NULL;

-- struct: last_answer
--   answer_id    id       answer.answer_id
--   ballot_id    id       answer.ballot_id
--   question_id  id       ballot.question_id
--   is_vote      bool     answer.skip IS NULL
--   dealing      view     (SELECT value FROM setting WHERE key = 'dealing')

-- name: answer_last
SELECT {last_answer}
  FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
 WHERE answer.annotator_id BETWEEN $1 AND $1 AND answer.withdrawn_at IS NULL
 ORDER BY answer.annotator_id DESC, answer.answer_id DESC LIMIT 1;

-- name: answer_own
SELECT {last_answer}
  FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
 WHERE answer.annotator_id = $1 AND answer.withdrawn_at IS NULL AND answer.answer_id = $2;

-- An answer of an annotator that stands; the document is the one that was chosen, by its title or its beginning.
-- row: own_answer
--   answer_id  id        answer.answer_id
--   question   bytes     question.text
--   position   position  answer.position
--   skip       bytes     answer.skip
--   document   bytes     CASE document.title WHEN '' THEN substr(CAST(document.text AS CHARACTERS), 1, 200) ELSE document.title END
--   shown      count     (SELECT count(*) FROM slot AS shown WHERE shown.ballot_id = answer.ballot_id)
--   note       bytes     answer.note
--   evidence   {quotation}
--   reason     bytes     (SELECT reason.reason FROM reason WHERE reason.answer_id = answer.answer_id ORDER BY reason_id DESC LIMIT 1)

-- The newest $2 first.
-- name: answer_own_list
SELECT {own_answer}
  FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
              JOIN question ON question.question_id = ballot.question_id
              LEFT JOIN slot ON slot.ballot_id = answer.ballot_id AND slot.position = answer.position
              LEFT JOIN document ON document.document_id = slot.document_id
 WHERE answer.annotator_id BETWEEN $1 AND $1 AND answer.withdrawn_at IS NULL
 ORDER BY answer.annotator_id DESC, answer.answer_id DESC LIMIT $2;

-- struct: withdrawn_answer
--   position    position
--   skip        view
--   elapsed_ms  count
--   note        bytes
--   is_undone   bool      withdrawn_by = 'undo'
--   evidence    {quotation}
--   reason      bytes     (SELECT reason.reason FROM reason WHERE reason.answer_id = answer.answer_id ORDER BY reason_id DESC LIMIT 1)

-- The newest first.
-- name: answer_withdrawn_list
SELECT {withdrawn_answer} FROM answer
 WHERE ballot_id = $1 AND withdrawn_at IS NOT NULL ORDER BY answer_id DESC;

-- struct: practice_answer
--   ballot_id  id        answer.ballot_id
--   position   position  answer.position
--   note       bytes     answer.note
--   evidence   {quotation}
--   reason     bytes     (SELECT reason.reason FROM reason WHERE reason.answer_id = answer.answer_id ORDER BY reason_id DESC LIMIT 1)

-- Votes of the annotator called $1 that stand and have a note, $2 at most.
-- name: practice_list
SELECT {practice_answer}
  FROM annotator JOIN answer ON answer.annotator_id = annotator.annotator_id AND answer.withdrawn_at IS NULL
 WHERE annotator.name = $1 AND answer.skip IS NULL AND answer.control IS NULL AND answer.note IS NOT NULL
 ORDER BY answer.answer_id LIMIT $2;

-- A slot of a vote, with all about the vote; the document is the candidate that it shows.
-- struct: vote_slot
--   answer_id   id        answer.answer_id
--   annotator   view      annotator.name
--   given_at    time      answer.given_at
--   elapsed_ms  count     answer.elapsed_ms
--   position    position  answer.position
--   note        view      answer.note
--   evidence    {quotation}
--   reason      view      (SELECT reason.reason FROM reason WHERE reason.answer_id = answer.answer_id ORDER BY reason_id DESC LIMIT 1)
--   docid       bytes     document.docid

-- The votes on a question, a row for each slot.
-- name: vote_list
-- long
SELECT {vote_slot}
  FROM ballot JOIN answer ON answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
                         AND answer.skip IS NULL AND answer.control IS NULL
              JOIN annotator ON annotator.annotator_id = answer.annotator_id
              JOIN slot ON slot.ballot_id = ballot.ballot_id
              JOIN document ON document.document_id = {slot_candidate}
 WHERE ballot.question_id = $1
 ORDER BY answer.answer_id, slot.position;

-- row: choice_row
--   answer_id    id       answer.answer_id
--   docid        bytes    document.docid
--   is_chosen    bool     answer.position IS NOT DISTINCT FROM slot.position

-- struct: told_choice
--   choice        {choice_row}
--   annotator_id  id            answer.annotator_id

-- The slots of the votes on question $1 that stand, up to answer $2. In this order: so each table is reached
-- through an index.
-- name: vote_slot_list
-- long
SELECT {told_choice}
  FROM any_ballot AS ballot CROSS JOIN ordered_answer AS answer CROSS JOIN slot CROSS JOIN document
 WHERE ballot.question_id = $1 AND answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
   AND answer.skip IS NULL AND answer.control IS NULL AND answer.answer_id <= $2
   AND slot.ballot_id = ballot.ballot_id AND slot.document_id NOT IN (SELECT document_id FROM gone_document)
   AND document.document_id = {slot_candidate}
 ORDER BY answer.answer_id, slot.position;

-- struct: cast_slot
--   question_id   id    ballot.question_id
--   answer_id     id    answer.answer_id
--   annotator_id  id    answer.annotator_id
--   candidate_id  id    {slot_candidate}
--   is_chosen     bool  answer.position IS NOT DISTINCT FROM slot.position

-- The same of questions $1 to $2 by the numbers of candidates, in the order of dealing: nothing is sorted, and no document is
-- looked up.
-- name: cast_slot_list
-- long
SELECT {cast_slot}
  FROM any_ballot AS ballot CROSS JOIN ordered_answer AS answer CROSS JOIN slot
 WHERE ballot.question_id BETWEEN $1 AND $2 AND answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
   AND answer.skip IS NULL AND answer.control IS NULL AND answer.answer_id <= $3 AND slot.ballot_id = ballot.ballot_id
 ORDER BY ballot.question_id, ballot.deal, slot.position;

-- A vote up to answer $2, as it was dealt.
-- struct: dealt_vote
--   ballot_id     id        ballot.ballot_id
--   question_id   id        ballot.question_id
--   answer_id     id        answer.answer_id
--   annotator_id  id        answer.annotator_id
--   position      position  answer.position

-- Those behind ballot $1, in the order of their ballots, so that tables are read from their beginning to their end; no more
-- than $3.
-- name: dealt_vote_after
SELECT {dealt_vote}
  FROM any_ballot AS ballot CROSS JOIN ordered_answer AS answer
 WHERE ballot.ballot_id > $1 AND answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
   AND answer.skip IS NULL AND answer.control IS NULL AND answer.answer_id <= $2
 ORDER BY ballot.ballot_id LIMIT $3;

-- A slot's candidate likewise: a ballot is looked up where any candidate is merged.
-- struct: slot_in_order
--   ballot_id     id     slot.ballot_id
--   position      count  slot.position
--   candidate_id  id     coalesce(CASE WHEN EXISTS (SELECT 1 FROM merged_candidate)
--                                      THEN (SELECT into_id FROM any_ballot AS ballot CROSS JOIN merged_candidate AS merged
--                                             WHERE ballot.ballot_id = slot.ballot_id
--                                               AND merged.question_id = ballot.question_id
--                                               AND merged.document_id = slot.document_id)
--                                 END, slot.document_id)

-- Those of ballots $1 to $2.
-- name: slot_in_order_list
-- long
SELECT {slot_in_order} FROM slot WHERE ballot_id BETWEEN $1 AND $2 ORDER BY ballot_id, position;

-- row: quotation_row
--   docid      bytes  document.docid
--   quotation  {quotation}
--   stands     bool   CAST(answer.evidence AS BLOB) =
--                     substr(CAST(document.text AS BLOB), answer.evidence_start + 1, length(CAST(answer.evidence AS BLOB)))

-- struct: told_quotation
--   row           {quotation_row}
--   annotator_id  id             answer.annotator_id

-- The same order of tables, as far as votes point at something.
-- name: quotation_list
SELECT {told_quotation}
  FROM ballot CROSS JOIN answer CROSS JOIN slot CROSS JOIN document
 WHERE ballot.question_id = $1 AND answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
   AND answer.evidence IS NOT NULL AND answer.control IS NULL
   AND slot.ballot_id = ballot.ballot_id AND slot.position = answer.position
   AND document.document_id = slot.document_id
 ORDER BY answer.answer_id;

-- name: vote_after
SELECT answer_id FROM ordered_answer WHERE answer_id > $1 AND skip IS NULL AND control IS NULL AND withdrawn_at IS NULL
 ORDER BY answer_id LIMIT 1 OFFSET $2;

-- struct: told_vote
--   answer_id     id
--   annotator_id  id

-- name: vote_after_list
SELECT {told_vote} FROM ordered_answer
 WHERE answer_id > $1 AND skip IS NULL AND control IS NULL AND withdrawn_at IS NULL ORDER BY answer_id;

-- row: answer_row
--   answer_id     id        answer.answer_id
--   uuid          view      answer.uuid
--   qid           view      question.qid
--   annotator_id  id        answer.annotator_id
--   annotator     view      annotator.name
--   position      position  answer.position
--   skip          view      answer.skip
--   given_at      integer   answer.given_at
--   is_timed      bool      coalesce(answer.elapsed_ms, 0) > 0
--   elapsed_ms    count     answer.elapsed_ms
--   note          view      answer.note
--   is_withdrawn  bool      answer.withdrawn_at IS NOT NULL
--   withdrawn_at  integer   answer.withdrawn_at
--   withdrawn_by  view      answer.withdrawn_by
--   control       view      answer.control
--   evidence      {quotation}
--   reason        view      CASE WHEN EXISTS (SELECT 1 FROM reason)
--                                THEN (SELECT reason.reason FROM reason WHERE reason.answer_id = answer.answer_id ORDER BY reason_id DESC LIMIT 1) END

-- struct: told_answer
--   answer       {answer_row}
--   n_slots      count  CASE WHEN slot_3.position IS NOT NULL THEN 3 WHEN slot_2.position IS NOT NULL THEN 2 ELSE 1 END
--   docid_1      view   document_1.docid
--   docid_2      view   document_2.docid
--   docid_3      view   document_3.docid
--   lacks_slot   bool   slot_2.position IS NULL AND slot_3.position IS NOT NULL
--   has_other    bool   other.position IS NOT NULL
--   is_complete  bool   annotator.name IS NOT NULL AND question.qid IS NOT NULL
--                       AND document_1.docid IS NOT NULL
--                       AND (slot_2.position IS NULL OR document_2.docid IS NOT NULL)
--                       AND (slot_3.position IS NULL OR document_3.docid IS NOT NULL)

-- Every answer, whatever became of it. One that refers to nothing has a row all the same, for who reads it to say so.
-- name: answer_all
-- alone
SELECT {told_answer}
  FROM answer LEFT JOIN annotator ON annotator.annotator_id = answer.annotator_id
              LEFT JOIN ballot ON ballot.ballot_id = answer.ballot_id
              LEFT JOIN question ON question.question_id = ballot.question_id
              LEFT JOIN slot AS slot_1 ON slot_1.ballot_id = answer.ballot_id AND slot_1.position = 1
              LEFT JOIN slot AS slot_2 ON slot_2.ballot_id = answer.ballot_id AND slot_2.position = 2
              LEFT JOIN slot AS slot_3 ON slot_3.ballot_id = answer.ballot_id AND slot_3.position = 3
              LEFT JOIN slot AS other ON other.ballot_id = answer.ballot_id AND other.position NOT BETWEEN 1 AND 3
              LEFT JOIN document AS document_1 ON document_1.document_id = slot_1.document_id
              LEFT JOIN document AS document_2 ON document_2.document_id = slot_2.document_id
              LEFT JOIN document AS document_3 ON document_3.document_id = slot_3.document_id
 ORDER BY answer.answer_id;

-- The same of the answers that were given after answer $1, taken back after withdrawal $2, or got a reason after reason $3.
-- name: answer_changed
-- sqlite: a journal lies beside a file
SELECT {told_answer}
  FROM answer LEFT JOIN annotator ON annotator.annotator_id = answer.annotator_id
              LEFT JOIN ballot ON ballot.ballot_id = answer.ballot_id
              LEFT JOIN question ON question.question_id = ballot.question_id
              LEFT JOIN slot AS slot_1 ON slot_1.ballot_id = answer.ballot_id AND slot_1.position = 1
              LEFT JOIN slot AS slot_2 ON slot_2.ballot_id = answer.ballot_id AND slot_2.position = 2
              LEFT JOIN slot AS slot_3 ON slot_3.ballot_id = answer.ballot_id AND slot_3.position = 3
              LEFT JOIN slot AS other ON other.ballot_id = answer.ballot_id AND other.position NOT BETWEEN 1 AND 3
              LEFT JOIN document AS document_1 ON document_1.document_id = slot_1.document_id
              LEFT JOIN document AS document_2 ON document_2.document_id = slot_2.document_id
              LEFT JOIN document AS document_3 ON document_3.document_id = slot_3.document_id
 WHERE answer.answer_id IN (SELECT answer_id FROM answer WHERE answer_id > $1
                             UNION ALL
                            SELECT answer_id FROM withdrawal WHERE withdrawal_id > $2
                             UNION ALL
                            SELECT answer_id FROM reason WHERE reason_id > $3)
 ORDER BY answer.answer_id;

-- The whole file -----------------------------------------------------------

-- name: database_copy
-- sqlite: it copies a file
VACUUM INTO $1;

-- row: backup_counts
--   answers  integer  (SELECT count(*) FROM answer)
--   votes    integer  (SELECT CAST(coalesce(sum(ballots_done), 0) AS BIGINT) FROM progress)

-- name: backup_count
SELECT {backup_counts};

-- Sums ----------------------------------------------------------------------

-- row: progress
--   ballots_done   count    CAST(coalesce(sum(ballots_done), 0) AS BIGINT)
--   ballots_left   count    CAST(coalesce(sum(ballots_left), 0) AS BIGINT)
--   questions      count    (SELECT coalesce(max(question_id), 0) FROM question) - (SELECT count(*) FROM question_gap)
--   last_question  count    (SELECT coalesce(max(question_id), 0) FROM question)

-- name: progress_votes
SELECT CAST(coalesce(sum(ballots_done), 0) AS BIGINT) FROM progress;

-- Questions are not counted, they are numbered: only those that were taken out leave gaps.
-- name: progress_get
SELECT {progress} FROM progress;

-- Search --------------------------------------------------------------------
-- sqlite: the index of words is a table of FTS5

-- struct: kept_search_index
--   tokenizer      bytes
--   last_document  count
--   is_stale       bool
--   format         bytes

-- name: search_index_get
SELECT {kept_search_index} FROM search_index WHERE index_id = 1;

-- name: search_index_put
INSERT INTO search_index (index_id, tokenizer, last_document, format) VALUES (1, $1, 0, $2)
    ON CONFLICT (index_id) DO UPDATE SET tokenizer = excluded.tokenizer, last_document = 0, is_stale = 0,
                                         format = excluded.format;

-- name: search_index_advance
UPDATE search_index SET last_document = $1;

-- name: search_field_list
SELECT name FROM search_field ORDER BY place;

-- name: search_field_clear
DELETE FROM search_field;

-- name: search_field_add
INSERT INTO search_field (place, name) VALUES ($1, $2);

-- name: search_text_clear
DELETE FROM search_text;

-- Documents after $1, up to $2, that may say something else than their text has: tags and soft hyphens.
-- struct: marked_up_document
--   document_id  id
--   text         view

-- name: search_marked_up_list
SELECT {marked_up_document} FROM document
 WHERE document_id > $1 AND document_id <= $2 AND (instr(text, '<') > 0 OR instr(text, char(173)) > 0);

-- name: search_text_add
INSERT INTO search_text (document_id, text) VALUES ($1, $2);

-- Whether any document has the field $1.
-- name: document_has_field
SELECT 1 FROM document, json_each(document.fields) AS field WHERE field.key = $1 LIMIT 1;

-- name: search_drop
DROP TABLE IF EXISTS document_words;

-- name: search_make_porter
CREATE VIRTUAL TABLE IF NOT EXISTS document_words USING fts5(
    title, text, field_1, field_2, field_3, field_4, field_5, field_6, field_7, field_8,
    content = 'search_document', content_rowid = 'document_id', tokenize = 'bigrams porter unicode61 remove_diacritics 2');

-- name: search_make_unicode61
CREATE VIRTUAL TABLE IF NOT EXISTS document_words USING fts5(
    title, text, field_1, field_2, field_3, field_4, field_5, field_6, field_7, field_8,
    content = 'search_document', content_rowid = 'document_id', tokenize = 'bigrams unicode61 remove_diacritics 2');

-- name: search_make_trigram
CREATE VIRTUAL TABLE IF NOT EXISTS document_words USING fts5(
    title, text, field_1, field_2, field_3, field_4, field_5, field_6, field_7, field_8,
    content = 'search_document', content_rowid = 'document_id', tokenize = 'trigram');

-- The last of the next $2 documents after document $1.
-- name: search_batch_end
SELECT max(document_id) FROM (SELECT document_id FROM document WHERE document_id > $1 ORDER BY document_id LIMIT $2);

-- name: search_add_documents
INSERT INTO document_words (rowid, title, text, field_1, field_2, field_3, field_4, field_5, field_6, field_7, field_8)
SELECT document_id, title, text, field_1, field_2, field_3, field_4, field_5, field_6, field_7, field_8
  FROM search_document
 WHERE document_id > $1 AND document_id <= $2 AND document_id NOT IN (SELECT document_id FROM gone_document);

-- How many documents have what is looked for.
-- name: search_count
SELECT count(*) FROM document_words WHERE document_words MATCH $1;

-- struct: found_document
--   document_id  id       found.document_id
--   docid        bytes    document.docid
--   score        real     -found.bm25
--   is_allowed   bool     coalesce((SELECT value FROM json_each(document.fields) WHERE key = $4)
--                                  = (SELECT value FROM question, json_each(question.fields)
--                                      WHERE question_id = $5 AND key = $4), $4 IS NULL)

-- The best $3 documents for $1, scored by $2; the lowest bm25 is the best. It is an expression, so that SQLite keeps
-- the best few rather than have FTS5 sort all. With $4 those alone are allowed whose field is question $5's.
-- name: search_documents
SELECT {found_document}
  FROM (SELECT rowid AS document_id, +rank AS bm25 FROM document_words
         WHERE document_words MATCH $1 AND rank MATCH $2
         ORDER BY bm25 LIMIT $3) AS found
  CROSS JOIN document ON document.document_id = found.document_id;

-- struct: found_excerpt
--   title    bytes
--   excerpt  bytes

-- name: search_excerpt
SELECT {found_excerpt}
  FROM (SELECT document.title, excerpt(document_words, 1, $3, $4, $1) AS excerpt
          FROM document_words JOIN document ON document.document_id = document_words.rowid
         WHERE document_words MATCH $1 AND document_words.rowid = $2);

-- What is merged ------------------------------------------------------------
-- Of a statement "…_from" of a file that is merged each row goes into the statement "…_add" of the next section, as $2,
-- $3 … ; there $1 is the number of the file.

-- All rows of a file, about: for the progress line.
-- name: merge_size
SELECT (SELECT count(*) FROM document) + (SELECT count(*) FROM question) + (SELECT count(*) FROM candidate)
     + (SELECT count(*) FROM candidate_source) + (SELECT count(*) FROM ballot) + (SELECT count(*) FROM answer)
     + (SELECT count(*) FROM judgment) + (SELECT count(*) FROM model_vote);

-- name: merge_import_from
SELECT import_id, imported_at, what, last_document, last_question, votes, is_carry FROM import ORDER BY import_id;

-- What has an id or a name, with all that it holds.
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
SELECT question_id, document_id FROM candidate ORDER BY question_id, document_id;

-- name: merge_candidate_source_from
-- long
SELECT question_id, document_id, source, rank, score, import_id FROM candidate_source
 ORDER BY question_id, document_id, source;

-- name: merge_ballot_from
-- long
SELECT ballot_id, question_id, annotator_id, dealt_at, lease_until IS NOT NULL, control,
       (SELECT document_id FROM slot WHERE slot.ballot_id = ballot.ballot_id AND slot.position = 1),
       (SELECT document_id FROM slot WHERE slot.ballot_id = ballot.ballot_id AND slot.position = 2),
       (SELECT document_id FROM slot WHERE slot.ballot_id = ballot.ballot_id AND slot.position = 3),
       EXISTS (SELECT 1 FROM answer WHERE answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
                                      AND answer.given_at = ballot.dealt_at)
       OR EXISTS (SELECT 1 FROM answer WHERE answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NOT NULL
                                         AND answer.given_at = ballot.dealt_at)
  FROM ballot ORDER BY ballot_id;

-- name: merge_answer_from
-- long
SELECT uuid, ballot_id, position, skip, given_at, elapsed_ms, note, evidence, evidence_start,
       withdrawn_at * 2 + CASE WHEN withdrawn_by = 'undo' THEN 1
                               WHEN skip IS NULL OR withdrawn_at = given_at THEN 1152921504606846976 ELSE 0 END
  FROM answer ORDER BY answer_id;

-- name: merge_reason_from
-- long
SELECT answer.uuid, reason.reason_id, reason.reason FROM reason JOIN answer ON answer.answer_id = reason.answer_id
 ORDER BY reason.reason_id;

-- name: merge_note_draft_from
SELECT ballot_id, note FROM note_draft ORDER BY ballot_id;

-- name: merge_evidence_draft_from
SELECT ballot_id, position, evidence, evidence_start FROM evidence_draft ORDER BY ballot_id;

-- name: merge_judgment_from
-- long
SELECT source_id, question_id, document_id, grade, import_id FROM judgment
 ORDER BY source_id, question_id, document_id;

-- What imports replaced. It is the same in copies of a database; where not, the same is taken however files are merged.
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
-- All rows of a table, which go into the same columns of the same table elsewhere: each is SELECT columns FROM table, and
-- what comes behind that (core/store/project_copy.c). In this order, so that what a row refers to is there before it.

-- Rows, but for those of small tables.
-- name: copy_size
SELECT (SELECT count(*) FROM document) + (SELECT count(*) FROM question) + (SELECT count(*) FROM candidate)
     + (SELECT count(*) FROM candidate_source) + (SELECT count(*) FROM ballot) + (SELECT count(*) FROM slot)
     + (SELECT count(*) FROM answer) + (SELECT count(*) FROM judgment) + (SELECT count(*) FROM model_vote);

-- row: project_counts
--   documents    count  (SELECT count(*) FROM document)
--   questions    count  (SELECT count(*) FROM question)
--   answers      count  (SELECT count(*) FROM answer)
--   votes        count  (SELECT CAST(coalesce(sum(ballots_done), 0) AS BIGINT) FROM question)
--   has_journal  bool   (SELECT count(*) FROM setting WHERE key = 'journal' AND value <> '')

-- name: copy_count
SELECT {project_counts};

-- The journal is one database's, and two must not write one.
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

-- name: copy_import
-- alone
SELECT import_id, imported_at, what, last_document, last_question, last_answer, votes, is_carry FROM import
 ORDER BY import_id;

-- name: copy_candidate
-- alone
SELECT question_id, document_id, prior, impressions, wins FROM candidate ORDER BY question_id, document_id;

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

-- name: copy_reason
-- alone
SELECT reason_id, answer_id, reason FROM reason ORDER BY reason_id;

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
-- The tables merged_… are those of merging.sql.

-- name: merge_import_add
INSERT INTO merged_import (file, import_id, imported_at, what, last_document, last_question, votes, is_carry)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- Imports of one moment and one name are the same one, in copies of a database.
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

-- An id that one file has twice, since something was renamed.
-- name: merge_item_twice
SELECT id FROM merged_item WHERE kind = $1 GROUP BY id, file HAVING count(*) > 1 LIMIT 1;

-- Of what no import is known the files' order is kept where all that have such say the same; else it is that of the ids.
-- name: merge_item_order
UPDATE merged_item SET place = 0
 WHERE kind = $1 AND import = 0
   AND EXISTS (SELECT 1 FROM merged_item AS same WHERE same.kind = $1 AND same.import = 0 GROUP BY same.id
               HAVING min(same.place) <> max(same.place)
                   OR count(*) <> (SELECT count(DISTINCT holder.file) FROM merged_item AS holder
                                    WHERE holder.kind = $1 AND holder.import = 0));

-- In the order of imports, and in each import of places, which leave the gaps that they had: so it is the same in whatever
-- order files are merged.
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
SELECT {merged_number} FROM merged_item WHERE kind = $1 AND file = $2 ORDER BY item_id;

-- What two files do not have alike, by what it is and by its id.
-- struct: merge_difference
--   what   bytes
--   id     bytes
--   file   id
--   other  id

-- The first $1 files are preferred to the others. INDEXED BY, here and below: without it SQLite looks at all items of the
-- other files, instead of at those of the id.
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

-- Nothing else may be called like a model.
-- name: merge_model_names
SELECT {merge_difference}
  FROM (SELECT 'model' AS what, named.id AS id, min(model.file) AS file, min(named.file) AS other
          FROM merged_item AS model JOIN merged_item AS named ON named.id = model.id
         WHERE model.kind = 'model' AND named.kind IN ('annotator', 'source')
         GROUP BY named.id)
 ORDER BY id;

-- Of several files' the first one's.
-- name: merge_document_add
INSERT INTO document (document_id, docid, title, text, fields)
SELECT number, id, $3, $4, $5 FROM merged_item AS item
 WHERE kind = 'document' AND file = $1 AND item_id = $2
   AND NOT EXISTS (SELECT 1 FROM merged_item AS earlier INDEXED BY merged_item_by_id
                    WHERE earlier.kind = item.kind AND earlier.id = item.id AND earlier.file < item.file);

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
   AND NOT EXISTS (SELECT 1 FROM merged_item AS earlier INDEXED BY merged_item_by_id
                    WHERE earlier.kind = item.kind AND earlier.id = item.id AND earlier.file < item.file);

-- name: merge_annotators
INSERT INTO annotator (annotator_id, name) SELECT number, id FROM merged_name WHERE kind = 'annotator' ORDER BY number;

-- name: merge_sources
INSERT INTO judgment_source (source_id, name) SELECT number, id FROM merged_name WHERE kind = 'source' ORDER BY number;

-- name: merge_models
INSERT INTO model (model_id, name) SELECT number, id FROM merged_name WHERE kind = 'model' ORDER BY number;

-- name: merge_imports
INSERT INTO import (import_id, imported_at, what, last_document, last_question, last_answer, votes, is_carry)
SELECT number, imported_at, what,
       coalesce((SELECT name.number FROM merged_name AS name
                  WHERE name.kind = 'document' AND name.import < merged_import.number
                  ORDER BY name.import DESC, name.number DESC LIMIT 1), 0),
       coalesce((SELECT name.number FROM merged_name AS name
                  WHERE name.kind = 'question' AND name.import < merged_import.number
                  ORDER BY name.import DESC, name.number DESC LIMIT 1), 0),
       0, max(votes), max(is_carry)
  FROM merged_import GROUP BY number ORDER BY number;

-- What was answered before an import, by the clock.
-- name: merge_import_answers
UPDATE import SET last_answer = counted.answers
  FROM (SELECT import_id, sum(is_answer) OVER (ORDER BY at, is_answer ROWS UNBOUNDED PRECEDING) AS answers
          FROM (SELECT given_at AS at, NULL AS import_id, 1 AS is_answer FROM answer
                 UNION ALL
                SELECT imported_at, import_id, 0 FROM import)) AS counted
 WHERE counted.import_id = import.import_id;

-- name: merge_candidate_add
INSERT OR IGNORE INTO candidate (question_id, document_id, prior)
VALUES ($2,
        $3, 0);

-- Of two ranks in a run of one name the one that was imported last.
-- name: merge_candidate_source_add
INSERT INTO candidate_source (question_id, document_id, source, rank, score, import_id)
VALUES ($2,
        $3, $4, $5, $6,
        (SELECT number FROM merged_import WHERE file = $1 AND import_id = $7))
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
INSERT INTO merged_answer (uuid, file, ballot, position, skip, given_at, elapsed_ms, note, evidence, evidence_start,
                           withdrawal)
VALUES ($2, $1, (SELECT number FROM merged_ballot WHERE file = $1 AND ballot_id = $3), $4, $5, $6, $7, $8, $9, $10, $11);

-- name: merge_reason_add
INSERT INTO merged_reason (file, uuid, reason_id, reason) VALUES ($1, $2, $3, $4);

-- name: merge_note_draft_add
INSERT INTO merged_note_draft (ballot, note)
VALUES ((SELECT number FROM merged_ballot WHERE file = $1 AND ballot_id = $2), $3);

-- name: merge_evidence_draft_add
INSERT INTO merged_evidence_draft (ballot, position, evidence, evidence_start)
VALUES ((SELECT number FROM merged_ballot WHERE file = $1 AND ballot_id = $2), $3, $4, $5);

-- Ballots of one group are one, if they are of several files.
-- struct: merge_link
--   in_group  id
--   file      id
--   ballot    id

-- A ballot that was open when a file was copied is the same in both: to one annotator no two are dealt in one millisecond.
-- name: merge_ballot_link_list
SELECT {merge_link}
  FROM (SELECT dense_rank() OVER (ORDER BY question_id, annotator_id, dealt_at, control, document_1, document_2, document_3)
               AS in_group, file, number AS ballot
          FROM merged_ballot WHERE NOT is_born_answered)
 ORDER BY in_group, file;

-- And those with an answer that is the same.
-- name: merge_answer_link_list
SELECT {merge_link}
  FROM (SELECT dense_rank() OVER (ORDER BY uuid) AS in_group, file, ballot FROM merged_answer)
 ORDER BY in_group, file;

-- name: merge_ballot_count
SELECT coalesce(max(number), 0) FROM merged_ballot;

-- name: merge_class_set
UPDATE merged_ballot SET class = $2 WHERE number = $1;

-- Answers of one uuid that say something else, or to another ballot.
-- name: merge_answer_differences
SELECT {merge_difference}
  FROM (SELECT 'answer' AS what, first.uuid AS id, first.file AS file, other.file AS other
          FROM merged_answer AS first
               CROSS JOIN merged_answer AS other ON other.uuid = first.uuid AND other.file > first.file
               CROSS JOIN merged_ballot AS shown ON shown.number = first.ballot
               CROSS JOIN merged_ballot AS also ON also.number = other.ballot
         WHERE first.file > $1
           AND first.file = (SELECT min(least.file) FROM merged_answer AS least WHERE least.uuid = first.uuid)
           AND (other.position IS NOT first.position OR other.skip IS NOT first.skip
                OR also.question_id <> shown.question_id OR also.annotator_id <> shown.annotator_id
                OR also.control IS NOT shown.control OR also.document_1 <> shown.document_1
                OR also.document_2 IS NOT shown.document_2 OR also.document_3 IS NOT shown.document_3))
 ORDER BY id, other;

-- Where files say something else of an answer that makes no other one of it (its time, its note), the same is taken in
-- whatever order they are merged.
-- name: merge_known
INSERT INTO merged_known (uuid, class, file, given_at, has_stood, withdrawal)
SELECT uuid, class, file, given_at, has_stood, withdrawal
  FROM (SELECT answer.uuid, coalesce(ballot.class, ballot.number) AS class, answer.file, answer.given_at,
               max(coalesce(answer.withdrawal >= 1 << 60, 1)) OVER same AS has_stood,
               min(answer.withdrawal) OVER same AS withdrawal,
               row_number() OVER (PARTITION BY answer.uuid
                                  ORDER BY min(answer.file, $1 + 1), answer.given_at, answer.elapsed_ms DESC,
                                           answer.note DESC, answer.evidence DESC, answer.evidence_start DESC) AS nth
          FROM merged_answer AS answer CROSS JOIN merged_ballot AS ballot ON ballot.number = answer.ballot
        WINDOW same AS (PARTITION BY answer.uuid))
 WHERE nth = 1;

-- Of several answers to a ballot that stand the last one does; the others count as withdrawn when they were given.
-- name: merge_supersede
UPDATE merged_known SET withdrawal = (1 << 60) + given_at * 2
 WHERE uuid IN (SELECT uuid FROM (SELECT uuid, row_number() OVER (PARTITION BY class ORDER BY given_at DESC, uuid DESC) AS nth
                                    FROM merged_known WHERE withdrawal IS NULL)
                 WHERE nth > 1);

-- By the moments at which they were dealt; those of one moment in an order that is the same however files are merged.
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

-- An open one is nobody's in hand.
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

-- Where another reason was given in several files: those of the file that has most.
-- name: merge_reasons
INSERT INTO reason (answer_id, reason)
SELECT answer.answer_id, given.reason
  FROM merged_reason AS given CROSS JOIN answer ON answer.uuid = given.uuid
 WHERE given.file = (SELECT file FROM merged_reason AS other WHERE other.uuid = given.uuid GROUP BY file
                      ORDER BY count(*) DESC, group_concat(reason, char(10)) DESC, file LIMIT 1)
 ORDER BY answer.answer_id, given.reason_id;

-- Of several drafts of a note the longest.
-- name: merge_note_drafts
INSERT INTO note_draft (ballot_id, note)
SELECT ballot_id, note
  FROM (SELECT dealt.ballot_id, draft.note,
               row_number() OVER (PARTITION BY dealt.ballot_id ORDER BY length(draft.note) DESC, draft.note) AS nth
          FROM merged_note_draft AS draft JOIN merged_ballot AS ballot ON ballot.number = draft.ballot
                                          JOIN merged_dealt AS dealt ON dealt.class = coalesce(ballot.class, ballot.number))
 WHERE nth = 1;

-- Of several marks the longest.
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
VALUES ($1, $2,
        $3,
        $4, $5,
        (SELECT number FROM merged_import WHERE file = $1 AND import_id = $6));

-- Grades that differ: a row for each source and two files.
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

-- A model has answered a ballot once, whatever files have it; what was asked again comes behind all else.
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

-- Annotators that several files have, each with those files.
-- struct: shared_annotator
--   name  bytes
--   file  id

-- name: merge_shared_annotator_list
SELECT {shared_annotator}
  FROM (SELECT id AS name, file FROM merged_item
         WHERE kind = 'annotator' AND id IN (SELECT id FROM merged_item WHERE kind = 'annotator' GROUP BY id HAVING count(*) > 1))
 ORDER BY name, file;

-- Annotators whose names differ by the case of their letters alone, each with the first file that has it.
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

-- A ballot with several answers of which the last was taken back in some file, and an earlier one in none.
-- struct: undecided_ballot
--   qid        bytes
--   annotator  bytes

-- name: merge_undecided_list
SELECT {undecided_ballot}
  FROM (SELECT question.qid, annotator.name AS annotator, dealt.ballot_id
          FROM (SELECT class, withdrawal,
                       row_number() OVER (PARTITION BY class ORDER BY given_at DESC, uuid DESC) AS nth,
                       max(withdrawal IS NULL OR withdrawal >= 1 << 60) OVER (PARTITION BY class) AS is_kept
                  FROM merged_known WHERE has_stood) AS last
               JOIN merged_dealt AS dealt ON dealt.class = last.class
               JOIN ballot ON ballot.ballot_id = dealt.ballot_id
               JOIN question ON question.question_id = ballot.question_id
               JOIN annotator ON annotator.annotator_id = ballot.annotator_id
         WHERE last.nth = 1 AND last.is_kept AND last.withdrawal < 1 << 60)
 ORDER BY ballot_id;

-- Documents that went from one file, which keeps them for their votes, and stand in another one.
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

-- Texts that each file has once, and under other ids than another file, where a carry has given new ones.
-- struct: moved_document
--   n       count  count(*)
--   docid   bytes  coalesce(min(one), '')
--   other   bytes  coalesce(min(two), '')

-- name: merge_moved_document
SELECT {moved_document}
  FROM (SELECT min(id) AS one, max(id) AS two FROM merged_item
         WHERE kind = 'document' AND EXISTS (SELECT 1 FROM merged_import WHERE is_carry)
         GROUP BY digest HAVING count(DISTINCT id) > 1 AND count(*) = count(DISTINCT file)) AS moved;

-- Votes that stand, of files alone whose document or question of that id has another content than was taken.
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
--   read        count  (SELECT count(*) FROM merged_answer)
--   answers     count  (SELECT count(*) FROM answer)
--   votes       count  (SELECT coalesce(sum(ballots_done), 0) FROM question)

-- name: merge_summarise
SELECT {merge_summary};

-- Check ---------------------------------------------------------------------
-- Each gives a row, what is wrong in words, for whatever does not hold.

-- name: check_candidates
WITH recomputed AS (
    SELECT ballot.question_id, slot.document_id, count(*) AS impressions,
           count(*) FILTER (WHERE answer.position = slot.position) AS wins
      FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
                  JOIN slot ON slot.ballot_id = answer.ballot_id
     WHERE answer.skip IS NULL AND answer.control IS NULL AND answer.withdrawn_at IS NULL
     GROUP BY ballot.question_id, slot.document_id)
SELECT 'question ' || question.qid || ', document ' || document.docid || ': '
       || candidate.wins || ' wins of ' || candidate.impressions || ' impressions are kept, the votes say '
       || coalesce(recomputed.wins, 0) || ' of ' || coalesce(recomputed.impressions, 0)
  FROM candidate
  JOIN question ON question.question_id = candidate.question_id
  JOIN document ON document.document_id = candidate.document_id
  LEFT JOIN recomputed ON recomputed.question_id = candidate.question_id
                      AND recomputed.document_id = candidate.document_id
 WHERE candidate.impressions <> coalesce(recomputed.impressions, 0)
    OR candidate.wins <> coalesce(recomputed.wins, 0);

-- name: check_priors
WITH fused AS (
    SELECT question_id, document_id, prior,
           coalesce((SELECT CAST(sum((1000000000000000 + (60 + rank) / 2) / (60 + rank)) AS DOUBLE PRECISION) / 1e15
                     FROM candidate_source
                      WHERE candidate_source.question_id = candidate.question_id
                        AND candidate_source.document_id = candidate.document_id), 0) AS expected
      FROM candidate)
SELECT 'question ' || question.qid || ', document ' || document.docid || ': the prior '
       || fused.prior || ' is kept, the ranks in its sources say ' || fused.expected
  FROM fused CROSS JOIN question CROSS JOIN document
 WHERE question.question_id = fused.question_id AND document.document_id = fused.document_id
   AND abs(fused.prior - fused.expected) > 1e-12;

-- Of a slot the ballot is looked for here, and its document among the candidates: check_foreign_keys leaves both to this.
-- name: check_slots
SELECT 'ballot ' || slot.ballot_id || ': '
       || CASE WHEN ballot.ballot_id IS NULL THEN 'it is missing, and has slots'
               ELSE 'document ' || coalesce(document.docid, 'number ' || slot.document_id)
                    || ' is not in the pool of question ' || coalesce(question.qid, 'number ' || ballot.question_id) END
  FROM slot LEFT JOIN ballot ON ballot.ballot_id = slot.ballot_id
            LEFT JOIN document ON document.document_id = slot.document_id
            LEFT JOIN question ON question.question_id = ballot.question_id
 WHERE NOT EXISTS (SELECT 1 FROM candidate WHERE candidate.question_id = ballot.question_id
                                             AND candidate.document_id = slot.document_id);

-- A lease that ends after $1 is of a clock that was far ahead.
-- name: check_ballots
SELECT 'ballot ' || ballot.ballot_id || ': it has an answer and is still open'
  FROM ballot JOIN answer ON answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
 WHERE ballot.lease_until IS NOT NULL
 UNION ALL
SELECT 'ballot ' || ballot.ballot_id || ': an answer to it is another annotator''s'
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
SELECT 'ballot ' || min(ballot_id) || ': another one of its question has its number, ' || deal
  FROM ballot GROUP BY question_id, deal HAVING count(*) > 1
 UNION ALL
SELECT 'ballot ' || ballot_id || ': its number in its question is ' || deal
  FROM ballot WHERE deal NOT BETWEEN 1 AND 4294967295;

-- name: check_standing_answers
SELECT 'ballot ' || ballot_id || ': ' || count(*) || ' answers to it stand'
  FROM answer WHERE withdrawn_at IS NULL GROUP BY ballot_id HAVING count(*) > 1
 UNION ALL
SELECT 'answer ' || answer_id || ': its number can''t be' FROM answer WHERE answer_id < 1 OR answer_id > 1099511627776;

-- name: check_ballot_slots
SELECT 'ballot ' || ballot.ballot_id || ': it has no slots'
  FROM ballot WHERE NOT EXISTS (SELECT 1 FROM slot WHERE slot.ballot_id = ballot.ballot_id)
 UNION ALL
SELECT 'ballot ' || ballot_id || ': its slots do not count from 1 to 3 at most'
  FROM slot GROUP BY ballot_id HAVING min(position) <> 1 OR max(position) <> count(*) OR count(*) > 3
 UNION ALL
SELECT 'ballot ' || slot.ballot_id || ': a document stands on it twice'
  FROM slot CROSS JOIN slot AS other
 WHERE other.ballot_id = slot.ballot_id AND other.position > slot.position AND other.document_id = slot.document_id
 GROUP BY slot.ballot_id;

-- The last moment that there is, of the year 9999, is ANSWER_TIME_MAX of votes.h.
-- name: check_answers
SELECT 'answer ' || answer_id || ': it has a time that no calendar has'
  FROM answer
 WHERE given_at NOT BETWEEN 0 AND 253402300799999 OR withdrawn_at NOT BETWEEN 0 AND 253402300799999
 UNION ALL
SELECT 'answer ' || answer_id || ': it was taken back, and it stands'
  FROM withdrawal JOIN answer USING (answer_id) WHERE answer.withdrawn_at IS NULL;

-- What would be two words to other programs. Of control characters in ids check_control_ids says.
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
SELECT kind || ' ' || id || ': its other fields are no JSON object'
  FROM (SELECT 'document' AS kind, docid AS id, fields FROM document
         UNION ALL
        SELECT 'question', qid, fields FROM question) AS item
 WHERE fields IS NOT NULL AND CASE WHEN json_valid(fields) THEN json_type(fields) <> 'object' ELSE true END;

-- The largest number that a grade can be is DBL_MAX: beyond it is the infinite one.
-- name: check_judgments
SELECT 'judgment by ' || judgment_source.name || ' of document ' || document.docid || ' under question ' || question.qid
       || ': its grade is not finite'
  FROM judgment JOIN judgment_source USING (source_id) JOIN question USING (question_id)
                JOIN document ON document.document_id = judgment.document_id
 WHERE abs(judgment.grade) > 1.7976931348623157e308;

-- A candidate stands for those of its own words, and for itself.
-- name: check_merged
SELECT 'question ' || question.qid || ', document ' || document.docid || ': it is merged into document ' || into_document.docid
       || CASE WHEN chain.into_id IS NULL THEN ', which has other words' ELSE ', which is merged itself' END
  FROM merged_candidate AS merged
       JOIN question ON question.question_id = merged.question_id
       JOIN document ON document.document_id = merged.document_id
       JOIN document AS into_document ON into_document.document_id = merged.into_id
       LEFT JOIN merged_candidate AS chain ON chain.question_id = merged.question_id
                                          AND chain.document_id = merged.into_id
 WHERE chain.into_id IS NOT NULL OR document.title <> into_document.title OR document.text <> into_document.text;

-- name: search_exists
-- sqlite: the index of words is a table of FTS5
SELECT count(*) FROM sqlite_schema WHERE name = 'document_words' AND rootpage = 0; -- a virtual table has no page

-- name: search_is_known
-- sqlite: the index of words is a table of FTS5
SELECT count(*) FROM search_index;

-- name: check_search_index
-- sqlite: the index of words is a table of FTS5
SELECT 'the index of documents has an unknown tokenizer'
  FROM search_index WHERE tokenizer NOT IN ('bigrams porter', 'bigrams unicode61', 'trigram', 'porter', 'unicode61');

-- Questions are numbered, and of those that were taken out the numbers are kept.
-- name: check_question_numbers
SELECT 'questions: ' || rows.n || ' are there, their numbers and those of ' || gaps.n || ' taken out go up to '
       || rows.last
  FROM (SELECT count(*) AS n, coalesce(max(question_id), 0) AS last, coalesce(min(question_id), 1) AS first
          FROM question) AS rows,
       (SELECT count(*) AS n FROM question_gap) AS gaps
 WHERE rows.n + gaps.n <> rows.last OR rows.first < 1
    OR EXISTS (SELECT 1 FROM question_gap JOIN question USING (question_id))
 UNION ALL
SELECT 'document ' || document_id || ': its number can''t be'
  FROM document WHERE document_id < 1 OR document_id > 9007199254740992
 UNION ALL
SELECT 'doomed: ' || n || ' candidates were left behind' FROM (SELECT count(*) AS n FROM doomed) AS counted WHERE n > 0;

-- name: check_questions
WITH votes AS (
    SELECT ballot.question_id, count(*) AS ballots_done, count(*) FILTER (WHERE answer.position IS NULL) AS none_votes
      FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
     WHERE answer.skip IS NULL AND answer.control IS NULL AND answer.withdrawn_at IS NULL
     GROUP BY ballot.question_id)
SELECT 'question ' || question.qid || ': ' || question.ballots_done || ' ballots done, '
       || question.none_votes || ' of them none, are kept, the votes say '
       || coalesce(votes.ballots_done, 0) || ' and ' || coalesce(votes.none_votes, 0)
  FROM question LEFT JOIN votes ON votes.question_id = question.question_id
 WHERE question.ballots_done <> coalesce(votes.ballots_done, 0)
    OR question.none_votes <> coalesce(votes.none_votes, 0);

-- struct: kept_needs
--   question_id   integer
--   qid           view
--   pool_size     count    (SELECT count(*) FROM pooled_candidate WHERE pooled_candidate.question_id = question.question_id)
--   is_readable   bool     NOT EXISTS (SELECT 1 FROM candidate WHERE candidate.question_id = question.question_id
--                                         AND impressions NOT BETWEEN 0 AND 1099511627776)
--   target        integer
--   slots         integer
--   ballots_left  integer

-- For the settings and the stop rule to say whether they are right.
-- name: check_needs
SELECT {kept_needs} FROM question ORDER BY question_id;

-- name: check_pools
SELECT 'question ' || question.qid || ': ' || question.candidates || ' candidates are kept, its pool has '
       || count(candidate.document_id)
  FROM question LEFT JOIN candidate ON candidate.question_id = question.question_id
                                   AND candidate.document_id NOT IN (SELECT document_id FROM gone_document)
                                   AND NOT EXISTS (SELECT 1 FROM merged_candidate AS merged
                                                    WHERE merged.question_id = candidate.question_id
                                                      AND merged.document_id = candidate.document_id)
 GROUP BY question.question_id
HAVING question.candidates <> count(candidate.document_id);

-- name: check_progress_rows
-- sqlite: a server has 64 of them
SELECT 'progress: ' || n || ' rows are there, one must be'
  FROM (SELECT count(*) AS n, min(progress_id) AS least FROM progress) AS counted WHERE n <> 1 OR least <> 1;

-- name: check_progress
SELECT 'progress: ' || progress.ballots_done || ' ballots done and ' || progress.ballots_left
       || ' left are kept, the questions say ' || sums.done || ' and ' || sums.remaining
  FROM (SELECT CAST(coalesce(sum(ballots_done), 0) AS BIGINT) AS ballots_done,
               CAST(coalesce(sum(ballots_left), 0) AS BIGINT) AS ballots_left
          FROM progress) AS progress,
       (SELECT CAST(coalesce(sum(ballots_done), 0) AS BIGINT) AS done, CAST(coalesce(sum(ballots_left), 0) AS BIGINT) AS remaining
          FROM question) AS sums
 WHERE progress.ballots_done <> sums.done OR progress.ballots_left <> sums.remaining;

-- Allowed, since an earlier assay imported such ids, and to be known.
-- name: check_control_ids
WITH control(pattern) AS (SELECT '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || ']*'),
     found(kind, id) AS (
    SELECT 'document', docid FROM document, control WHERE docid GLOB pattern
     UNION ALL
    SELECT 'question', qid FROM question, control WHERE qid GLOB pattern)
SELECT kind || 's with control characters in their ids: ' || count(*) || ', the first is ''' || min(id)
       || '''; terminals could obey them, so import them anew under other ids'
  FROM found GROUP BY kind ORDER BY kind;
-- postgresql:
WITH found(kind, id) AS (
    SELECT 'document', docid FROM document WHERE encode(docid, 'hex') ~ '^(..)*([01].|7f|c2[89].)'
     UNION ALL
    SELECT 'question', qid FROM question WHERE encode(qid, 'hex') ~ '^(..)*([01].|7f|c2[89].)'),
     counted(kind, n, first) AS (SELECT kind, count(*), (array_agg(id ORDER BY id))[1] FROM found GROUP BY kind)
SELECT kind || 's with control characters in their ids: ' || n || ', the first is ''' || first
       || '''; terminals could obey them, so import them anew under other ids'
  FROM counted ORDER BY kind;

-- name: check_integrity
-- sqlite: it reads the pages of a file
PRAGMA integrity_check;

-- Of table $1 alone.
-- name: check_integrity_of_table
-- sqlite: it reads the pages of a file
SELECT integrity_check FROM pragma_integrity_check($1);

-- Of candidates and their sources only where $1 says so. Those of slots check_slots looks at, in less time.
-- name: check_foreign_keys
-- sqlite: a server lets nobody switch them off
SELECT 'table ' || violation."table" || ', row ' || coalesce(violation.rowid, '?')
       || ': it refers to a missing row of ' || violation.parent
  FROM sqlite_schema AS checked CROSS JOIN pragma_foreign_key_check(checked.name) AS violation
 WHERE checked.type = 'table' AND checked.name <> 'slot'
   AND ($1 OR checked.name NOT IN ('candidate', 'candidate_source'));

-- Repair --------------------------------------------------------------------
-- Whatever follows from other rows, made anew from those.

-- name: repair_candidate_clear
UPDATE candidate SET impressions = 0, wins = 0 WHERE impressions IS DISTINCT FROM 0 OR wins IS DISTINCT FROM 0;

-- name: repair_candidate
UPDATE candidate SET impressions = votes.impressions, wins = votes.wins
  FROM (SELECT ballot.question_id, slot.document_id, count(*) AS impressions,
               count(*) FILTER (WHERE answer.position = slot.position) AS wins
          FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
                      JOIN slot ON slot.ballot_id = answer.ballot_id
         WHERE answer.skip IS NULL AND answer.control IS NULL AND answer.withdrawn_at IS NULL
         GROUP BY ballot.question_id, slot.document_id) AS votes
 WHERE candidate.question_id = votes.question_id AND candidate.document_id = votes.document_id;

-- name: repair_merged
DELETE FROM merged_candidate
 WHERE (question_id, into_id) IN (SELECT question_id, document_id FROM merged_candidate)
    OR (SELECT (document.title, document.text) <> (into_document.title, into_document.text)
          FROM document, document AS into_document
         WHERE document.document_id = merged_candidate.document_id
           AND into_document.document_id = merged_candidate.into_id);

-- name: repair_prior
UPDATE candidate
   SET prior = coalesce((SELECT CAST(sum((1000000000000000 + (60 + rank) / 2) / (60 + rank)) AS DOUBLE PRECISION) / 1e15
                         FROM candidate_source
                          WHERE candidate_source.question_id = candidate.question_id
                            AND candidate_source.document_id = candidate.document_id), 0);

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

-- Not where a number is absurdly high.
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
