-- Documents and questions ---------------------------------------------------

-- name: document_newest
SELECT coalesce(max(document_id), 0) FROM document;

-- A stored document, or a question; a question has no title.
-- struct: kept_item
--   item_id  id
--   title    view
--   text     view
--   fields   view

-- One additional field of a document or a question.
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

-- One field of what a ballot shows. Position 0 stands for the ballot's question, 1 to 3 for the document in that slot.
-- struct: ballot_field
--   position  integer  item.position
--   field     {item_field}

-- Gives no rows if the setting `show` is empty: a caller asks before it knows the setting. The statement uses subqueries
-- instead of joins because a server plans by its statistics. If they are missing, or are from a time with few ballots, the
-- server would join by reading all documents, or all questions up to this one.
-- name: ballot_field_list
SELECT {ballot_field}
  FROM (SELECT 0 AS position, fields
          FROM question WHERE question_id = (SELECT question_id FROM any_ballot AS ballot WHERE ballot_id = $1)
         UNION ALL
        SELECT slot.position, (SELECT fields FROM document WHERE document.document_id = slot.document_id)
          FROM slot WHERE slot.ballot_id = $1) AS item, json_each(item.fields) AS field
 WHERE field.type <> 'null' AND EXISTS (SELECT 1 FROM setting WHERE key = 'show' AND value <> '');

-- A question and the value of one of its fields.
-- row: question_value
--   qid    bytes
--   value  bytes  CASE field.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'
--                                 ELSE field.value || '' END

-- name: question_value_list
SELECT {question_value} FROM question, json_each(question.fields) AS field
 WHERE field.key = $1 AND field.type <> 'null' ORDER BY question.question_id;

-- name: question_field_names
SELECT DISTINCT field.key FROM question, json_each(question.fields) AS field WHERE field.type <> 'null' ORDER BY 1;

-- Whether any document or question has a field of this name.
-- name: field_find
SELECT EXISTS (SELECT 1 FROM document, json_each(document.fields) AS field WHERE field.key = $1)
    OR EXISTS (SELECT 1 FROM question, json_each(question.fields) AS field WHERE field.key = $1);

-- struct: field_count
--   name       view     name
--   documents  count    sum(documents)
--   questions  count    sum(questions)

-- The $1 fields that most documents and questions have.
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

-- A document or a question with all its fields: struct item of fill.h.
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

-- An existing document stays as it is.
-- name: document_add
INSERT INTO document (docid, title, text, fields) VALUES ($1, $2, $3, $4) ON CONFLICT (docid) DO NOTHING;

-- name: document_replace
UPDATE document SET title = $2, text = $3, fields = $4 WHERE document_id = $1;

-- A one-line name for a document: its title, or the beginning of its text.
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

-- The questions with answers given after answer $1, or withdrawn after withdrawal $2.
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
--   addition_id    count    coalesce((SELECT max(addition_id) FROM addition), 0)

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

-- The votes among the newest $1 answers whose duration is known. Controls are not counted: the glances at one pool are
-- often more than $1.
-- name: timed_vote_newest
SELECT {timed_vote}
  FROM (SELECT annotator_id, elapsed_ms, skip, withdrawn_at FROM answer
         WHERE control IS NULL ORDER BY answer_id DESC LIMIT $1) AS newest
 WHERE skip IS NULL AND withdrawn_at IS NULL AND elapsed_ms > 0
 ORDER BY elapsed_ms, annotator_id;
-- postgresql:
SELECT {timed_vote} FROM newest_times($1);

-- The questions in the sample, counted by how many votes they have and how many are left.
-- name: question_count_list
SELECT {question_count} FROM question WHERE place > 0 GROUP BY ballots_done, ballots_left ORDER BY ballots_done, ballots_left;

-- struct: alike_pools
--   candidates  count  candidates
--   slots       count  slots
--   target      count  target
--   questions   count  count(*)

-- How many questions have pools of the same size, in the sample or not.
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

-- A question in the order of import. `stratum` is its value in field $1, or NULL if it has none.
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

-- The questions that have a place in the order of dealing, or need one.
-- name: question_order_list
-- long
SELECT {question_in_order} FROM question WHERE candidates > 0 OR place > 0 ORDER BY question_id;

-- row: stratum
--   value      bytes  value
--   questions  count  count(*)
--   labelled   count  count(*) FILTER (WHERE is_labelled)

-- For each value of field $1, how many questions there are and how many of them are labelled.
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

-- Whether any question has a field of this name.
-- name: question_field_find
SELECT EXISTS (SELECT 1 FROM question, json_each(question.fields) AS field
                WHERE field.key = $1 AND field.type <> 'null');

-- The question at place $1 in the order of import, counted from 1.
-- name: question_at
SELECT question_id FROM question ORDER BY question_id LIMIT 1 OFFSET CAST($1 AS BIGINT) - 1;

-- name: question_get
SELECT {question_row} FROM question WHERE question_id = $1;

-- Candidates ----------------------------------------------------------------

-- name: candidate_find
SELECT 1 FROM candidate WHERE question_id = $1 AND document_id = $2;

-- Triggers compute `prior` from the candidate's sources.
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
--   document_id  id       candidate.document_id

-- name: candidate_tally_list
SELECT {tally}
  FROM pooled_candidate AS candidate LEFT JOIN document ON document.document_id = candidate.document_id
 WHERE candidate.question_id = $1
 ORDER BY document.docid;

-- struct: candidate_tally
--   document_id  id
--   prior        real

-- The same for callers that already know the ids of the documents (document_names.h).
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

-- Changes nothing, but on a server nobody else can vote on the question until the transaction ends.
-- name: question_lock
UPDATE question SET ballots_left = ballots_left WHERE question_id = $1;

-- name: question_set_target
UPDATE question SET candidates = $2, target = $3, slots = $4 WHERE question_id = $1;

-- The stop rule (core/judge/stop_rule.h) decides how many ballots are left.
-- name: question_set_ballots_left
-- function
UPDATE question SET ballots_left = $2 WHERE question_id = $1;

-- Imports -------------------------------------------------------------------

-- name: import_add
INSERT INTO import (imported_at, what, is_continued, last_document, last_question, last_answer)
SELECT $1, $2, $3, (SELECT coalesce(max(document_id), 0) FROM document),
       (SELECT coalesce(max(question_id), 0) FROM question),
       (SELECT coalesce(max(answer_id), 0) FROM answer);

-- Keeps the version of document $1 that import $2 is about to replace, unless this import itself added the document.
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

-- Closes the ballots with a text that import $1 or a later one has replaced, or with a document that has left the
-- collection. An annotator who has such a ballot in hand saw the other text, and must answer another ballot instead.
-- name: import_close_ballots
UPDATE ballot SET lease_until = NULL
 WHERE lease_until IS NOT NULL
   AND (EXISTS (SELECT 1 FROM replaced_question AS replaced
                 WHERE replaced.question_id = ballot.question_id AND replaced.import_id >= $1)
        OR EXISTS (SELECT 1 FROM slot
                    WHERE slot.ballot_id = ballot.ballot_id
                      AND (EXISTS (SELECT 1 FROM replaced_document AS replaced
                                    WHERE replaced.document_id = slot.document_id AND replaced.import_id >= $1)
                           OR EXISTS (SELECT 1 FROM gone_document WHERE gone_document.document_id = slot.document_id))));

-- name: document_votes
SELECT count(*)
  FROM candidate CROSS JOIN ballot CROSS JOIN answer CROSS JOIN slot
 WHERE candidate.document_id = $1 AND ballot.question_id = candidate.question_id
   AND answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL AND answer.skip IS NULL AND answer.control IS NULL
   AND slot.ballot_id = ballot.ballot_id AND slot.document_id = $1;

-- name: question_votes
SELECT ballots_done FROM question WHERE question_id = $1;

-- struct: seen_otherwise
--   id     bytes
--   votes  count

-- For each document, how many votes saw another text than the current one. An answer saw the version that the first import
-- after it replaced. CROSS JOIN makes SQLite begin with the replaced documents; usually there are none.
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

-- How many valid votes saw something that import $1, or an import that continues it, replaced.
-- name: import_replaced_votes
SELECT count(*)
  FROM (SELECT answer.answer_id
          FROM replaced_document AS seen CROSS JOIN import CROSS JOIN candidate CROSS JOIN ballot CROSS JOIN slot
               CROSS JOIN answer
         WHERE seen.import_id >= $1 AND import.import_id = seen.import_id AND candidate.document_id = seen.document_id
           AND ballot.question_id = candidate.question_id
           AND slot.ballot_id = ballot.ballot_id AND slot.document_id = seen.document_id
           AND answer.ballot_id = ballot.ballot_id AND answer.answer_id <= import.last_answer
           AND answer.withdrawn_at IS NULL AND answer.skip IS NULL AND answer.control IS NULL
         UNION
        SELECT answer.answer_id
          FROM replaced_question AS seen CROSS JOIN import CROSS JOIN ballot CROSS JOIN answer
         WHERE seen.import_id >= $1 AND import.import_id = seen.import_id AND ballot.question_id = seen.question_id
           AND answer.ballot_id = ballot.ballot_id AND answer.answer_id <= import.last_answer
           AND answer.withdrawn_at IS NULL AND answer.skip IS NULL AND answer.control IS NULL) AS votes;

-- For each document, how many valid answers have evidence that is no longer in the text of the chosen document.
-- name: evidence_elsewhere
SELECT {seen_otherwise}
  FROM (SELECT document.docid AS id, count(*) AS votes
          FROM answer JOIN slot ON slot.ballot_id = answer.ballot_id AND slot.position = answer.position
                      JOIN document ON document.document_id = slot.document_id
         WHERE {said_evidence} IS NOT NULL AND answer.withdrawn_at IS NULL
           AND substr(CAST(document.text AS BLOB), {said_evidence_start} + 1, length(CAST({said_evidence} AS BLOB)))
               <> CAST({said_evidence} AS BLOB)
         GROUP BY document.document_id) AS seen ORDER BY seen.id;

-- The answers that were given while import $1 was under way saw the texts before it, too, because nobody sees an import before
-- its end. In a file there are none. An import that brings answers itself is left out: they follow what it brought.
-- name: import_note_answers
UPDATE import SET last_answer = (SELECT coalesce(max(answer_id), 0) FROM answer) WHERE import_id = $1 AND votes = 0;

-- name: import_set_votes
UPDATE import SET votes = $2 WHERE import_id = $1;

-- name: import_forget
DELETE FROM import WHERE import_id = $1;

-- name: import_forget_from
DELETE FROM import WHERE import_id >= $1;

-- struct: kept_import
--   import_id      id
--   what           bytes
--   last_document  count
--   last_question  count
--   last_answer    count
--   votes          count
--   is_carry       bool
--   is_continued   bool

-- name: import_last
SELECT {kept_import} FROM import WHERE import_id < $1 ORDER BY import_id DESC LIMIT 1;

-- What a backup may contain besides answers: imports and the votes of models.
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
-- These statements delete the candidates in `doomed`, with the ballots that show them. A removed document or question takes
-- all its candidates with it.

-- Dooms the candidates that only import $1 and its continuations brought, those of documents above $2, and those of
-- questions above $3.
-- name: doom_import
INSERT INTO doomed (question_id, document_id)
SELECT question_id, document_id FROM candidate_source AS brought
 WHERE import_id >= $1
   AND NOT EXISTS (SELECT 1 FROM candidate_source AS other
                    WHERE other.question_id = brought.question_id AND other.document_id = brought.document_id
                      AND coalesce(other.import_id, 0) < $1)
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

-- For each question, how many answers were given to ballots with a doomed candidate. Withdrawn answers count, too.
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

-- For each question, how many answers saw a text that import $1 or a continuation brought in place of another. Answer $2 is
-- the last one before the import.
-- name: replaced_answers
SELECT {in_the_way}
  FROM (SELECT question.qid, count(*) AS count
          FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
                      JOIN question ON question.question_id = ballot.question_id
         WHERE answer.answer_id > $2
           AND (EXISTS (SELECT 1 FROM replaced_question
                         WHERE replaced_question.question_id = ballot.question_id
                           AND replaced_question.import_id >= $1)
                OR EXISTS (SELECT 1 FROM slot JOIN replaced_document
                                                ON replaced_document.document_id = slot.document_id
                            WHERE slot.ballot_id = ballot.ballot_id AND replaced_document.import_id >= $1))
         GROUP BY question.question_id) AS counted;

-- struct: holder
--   annotator  bytes
--   qid        bytes

-- An annotator who at time $1 has a ballot with a doomed candidate in hand.
-- name: doomed_in_hand
SELECT {holder}
  FROM (SELECT annotator.name AS annotator, question.qid
          FROM ballot JOIN annotator ON annotator.annotator_id = ballot.annotator_id
                      JOIN question ON question.question_id = ballot.question_id
         WHERE ballot.lease_until > $1 AND ballot.question_id IN (SELECT question_id FROM doomed)
           AND EXISTS (SELECT 1 FROM slot JOIN doomed ON doomed.document_id = slot.document_id
                        WHERE slot.ballot_id = ballot.ballot_id AND doomed.question_id = ballot.question_id)
         ORDER BY ballot.ballot_id LIMIT 1) AS holder;

-- The questions up to $2 whose needs may change because import $1 and its continuations are undone: they lose a candidate,
-- twins in them get another text, or, under adaptive dealing, any candidate gets another text or another rank.
-- name: unsettled_by_removal_list
SELECT question_id FROM doomed WHERE question_id <= $2
 UNION
SELECT question_id FROM merged_candidate AS merged
 WHERE question_id <= $2
   AND EXISTS (SELECT 1 FROM replaced_document AS replaced
                WHERE replaced.document_id IN (merged.document_id, merged.into_id) AND replaced.import_id >= $1)
 UNION
SELECT question_id
  FROM (SELECT question_id FROM candidate
         WHERE document_id IN (SELECT document_id FROM replaced_document WHERE import_id >= $1)
         UNION ALL
        SELECT question_id FROM candidate_source WHERE import_id >= $1
         UNION ALL
        SELECT question_id FROM replaced_source WHERE import_id >= $1) AS changed
 WHERE question_id <= $2 AND EXISTS (SELECT 1 FROM setting WHERE key = 'dealing' AND value = 'adaptive')
 ORDER BY question_id;

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

-- The following statements undo import $1 and the imports that continue it. Each value returns to what the first of these
-- imports kept.

-- name: candidate_source_restore
UPDATE candidate_source SET rank = replaced.rank, score = replaced.score
  FROM replaced_source AS replaced
 WHERE replaced.import_id = (SELECT min(first.import_id) FROM replaced_source AS first
                              WHERE first.question_id = replaced.question_id AND first.document_id = replaced.document_id
                                AND first.source = replaced.source AND first.import_id >= $1)
   AND replaced.question_id = candidate_source.question_id
   AND replaced.document_id = candidate_source.document_id AND replaced.source = candidate_source.source;

-- name: candidate_source_take_back
DELETE FROM candidate_source WHERE import_id >= $1;

-- name: judgment_take_back
DELETE FROM judgment WHERE import_id >= $1;

-- name: judgment_restore
UPDATE judgment SET grade = replaced.grade
  FROM replaced_judgment AS replaced
 WHERE replaced.import_id = (SELECT min(first.import_id) FROM replaced_judgment AS first
                              WHERE first.source_id = replaced.source_id AND first.question_id = replaced.question_id
                                AND first.document_id = replaced.document_id AND first.import_id >= $1)
   AND replaced.source_id = judgment.source_id
   AND replaced.question_id = judgment.question_id AND replaced.document_id = judgment.document_id;

-- name: judgment_source_delete_empty
DELETE FROM judgment_source
 WHERE NOT EXISTS (SELECT 1 FROM judgment WHERE judgment.source_id = judgment_source.source_id);

-- name: document_restore
UPDATE document SET title = replaced.title, text = replaced.text, fields = replaced.fields
  FROM replaced_document AS replaced
 WHERE replaced.import_id = (SELECT min(first.import_id) FROM replaced_document AS first
                              WHERE first.document_id = replaced.document_id AND first.import_id >= $1)
   AND replaced.document_id = document.document_id;

-- name: question_restore
UPDATE question SET text = replaced.text, fields = replaced.fields
  FROM replaced_question AS replaced
 WHERE replaced.import_id = (SELECT min(first.import_id) FROM replaced_question AS first
                              WHERE first.question_id = replaced.question_id AND first.import_id >= $1)
   AND replaced.question_id = question.question_id;

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

-- The numbers above the last question will be used again, so they are not gaps.
-- name: question_gap_trim
DELETE FROM question_gap WHERE question_id > (SELECT coalesce(max(question_id), 0) FROM question);

-- The source's judgments are deleted with it.
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

-- Questions come in the order of import, the documents of each question in the order of their ids.
-- name: judgment_list
-- long
SELECT {kept_judgment}
  FROM judgment JOIN question ON question.question_id = judgment.question_id
                JOIN document ON document.document_id = judgment.document_id
 WHERE judgment.source_id = $1 AND judgment.document_id NOT IN (SELECT document_id FROM gone_document)
 ORDER BY judgment.question_id, document.docid;

-- Carrying ------------------------------------------------------------------
-- A document that leaves the collection keeps its row, because votes refer to it, and is listed in gone_document. It is then in
-- no pool and has no label.

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
  FROM (SELECT document.document_id, docid, title, text, coalesce(seen.votes, 0) AS votes,
               EXISTS (SELECT 1 FROM judgment WHERE judgment.document_id = document.document_id) AS is_judged,
               gone_document.document_id IS NOT NULL AS is_gone
          FROM document LEFT JOIN gone_document ON gone_document.document_id = document.document_id
                        LEFT JOIN (SELECT slot.document_id, count(*) AS votes
                                     FROM answer JOIN slot ON slot.ballot_id = answer.ballot_id
                                    WHERE answer.withdrawn_at IS NULL AND answer.skip IS NULL AND answer.control IS NULL
                                    GROUP BY slot.document_id) AS seen ON seen.document_id = document.document_id) AS item
 ORDER BY document_id;

-- name: document_text
SELECT coalesce(nullif(text, ''), title) FROM document WHERE document_id = $1;

-- Besides answers and settings, labels depend on imports, which add documents and put others away, on merged candidates, and
-- on their twins, which share the label even if they are in no pool.
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

-- name: import_before
SELECT coalesce(max(import_id), 0) FROM import WHERE import_id < $1;

-- name: import_set_carry
UPDATE import SET is_carry = 1 WHERE import_id = $1;

-- Whether document $1 is a candidate or has a judgment.
-- name: document_is_used
SELECT EXISTS (SELECT 1 FROM candidate WHERE document_id = $1)
    OR EXISTS (SELECT 1 FROM judgment WHERE document_id = $1);

-- Whether a document that has left the collection has id $1, title $2 and text $3.
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

-- name: candidate_question_list
SELECT question_id FROM candidate WHERE document_id = $1 ORDER BY question_id;

-- Makes document $2 a candidate wherever document $1 is one.
-- name: candidate_inherit
INSERT INTO candidate (question_id, document_id, prior)
SELECT question_id, $2, 0 FROM candidate WHERE document_id = $1
    ON CONFLICT DO NOTHING;

-- Gives document $2 the best rank that document $1 has in each question, for import $4. $3 is how much of document $1 is in
-- document $2, from 0 to 1.
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
-- Twins are documents with the same text. In each pool one of them is the candidate that represents all of them (twins.h).

-- name: twin_clear
DELETE FROM twin;

-- name: twin_add
INSERT INTO twin (document_id, twins) VALUES ($1, $2);

-- name: merged_clear
DELETE FROM merged_candidate;

-- name: merged_add
INSERT INTO merged_candidate (question_id, document_id, into_id) VALUES ($1, $2, $3);

-- Merges the new candidate $3 of the questions $1 to $2 with its twin in their pools. The twin represents it.
-- name: merged_add_new
INSERT INTO merged_candidate (question_id, document_id, into_id)
SELECT added.question_id, added.document_id, min(candidate.document_id)
  FROM twin AS own CROSS JOIN twin AS other CROSS JOIN pooled_candidate AS candidate CROSS JOIN pooled_candidate AS added
 WHERE own.document_id = $3 AND other.twins = own.twins AND other.document_id <> own.document_id
   AND candidate.document_id = other.document_id AND candidate.question_id BETWEEN $1 AND $2
   AND added.question_id = candidate.question_id AND added.document_id = own.document_id
 GROUP BY added.question_id, added.document_id;

-- name: merged_question_list
SELECT DISTINCT question_id FROM merged_candidate ORDER BY question_id;

-- The questions whose needs may change when document $1 gets another text: their candidates may no longer be identical, and
-- adaptive dealing compares the texts of candidates.
-- name: question_of_text_list
SELECT question_id FROM candidate
 WHERE document_id = $1
   AND (EXISTS (SELECT 1 FROM setting WHERE key = 'dealing' AND value = 'adaptive')
        OR EXISTS (SELECT 1 FROM merged_candidate AS merged
                    WHERE merged.question_id = candidate.question_id AND $1 IN (merged.document_id, merged.into_id)))
 ORDER BY question_id;

-- row: twin_counts
--   documents   count  (SELECT count(*) FROM twin)
--   candidates  count  (SELECT count(*) FROM merged_candidate)
--   pools       count  (SELECT count(DISTINCT question_id) FROM merged_candidate)

-- name: twin_count
SELECT {twin_counts};

-- name: twin_any
SELECT EXISTS (SELECT 1 FROM twin);

-- struct: twin_of_pool
--   document_id  id     twin.document_id
--   twins        count  twin.twins
--   question_id  id     candidate.question_id
--   votes        count  (SELECT count(*)
--                          FROM ballot CROSS JOIN answer CROSS JOIN slot
--                         WHERE ballot.question_id = candidate.question_id AND answer.ballot_id = ballot.ballot_id
--                           AND answer.withdrawn_at IS NULL AND answer.skip IS NULL AND answer.control IS NULL
--                           AND slot.ballot_id = ballot.ballot_id AND slot.document_id = candidate.document_id)

-- Every candidate that has twins. The twins in a pool follow each other: first the one with the most votes, then by the
-- order of import.
-- name: twin_of_pool_list
SELECT {twin_of_pool}
  FROM twin CROSS JOIN candidate
 WHERE candidate.document_id = twin.document_id AND twin.document_id NOT IN (SELECT document_id FROM gone_document)
 ORDER BY 3, 2, 4 DESC, 1;

-- struct: twin_name
--   candidate_id  id   own.document_id
--   document_id   id   other.document_id
--   docid         key  document.docid

-- The documents that have the same words as a candidate of question $1.
-- name: twin_name_list
SELECT {twin_name}
  FROM pooled_candidate AS candidate CROSS JOIN twin AS own CROSS JOIN twin AS other CROSS JOIN document
 WHERE candidate.question_id = $1 AND own.document_id = candidate.document_id
   AND other.twins = own.twins AND other.document_id <> own.document_id AND document.document_id = other.document_id
   AND other.document_id NOT IN (SELECT document_id FROM gone_document)
 ORDER BY document.docid, own.document_id;
