-- Valid answers -------------------------------------------------------------
-- These statements read all valid answers, each table in its own order: see standing.c.

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
--   second        integer   CASE WHEN EXISTS (SELECT 1 FROM addition) THEN {said_second} END

-- Includes withdrawn answers, because the index of uuids includes them, too.
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

-- A slot of a vote, or of an answer to a control.
-- struct: standing_slot
--   question_id   id        ballot.question_id
--   answer_id     id        answer.answer_id
--   annotator_id  id        answer.annotator_id
--   control       view      answer.control
--   chosen        position  answer.position
--   position      count     slot.position
--   document_id   id        slot.document_id
--   candidate_id  id        coalesce(merged.into_id, slot.document_id)
--   second        integer   CASE WHEN EXISTS (SELECT 1 FROM addition) THEN {said_second} END

-- What the statements above read from several tables, in one list for a server: by question, in the order of its ballots.
-- name: standing_slot_list
-- long
SELECT {standing_slot}
  FROM ballot JOIN answer ON answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL AND answer.skip IS NULL
              JOIN slot ON slot.ballot_id = ballot.ballot_id
              LEFT JOIN merged_candidate AS merged ON merged.question_id = ballot.question_id
                                                  AND merged.document_id = slot.document_id
 ORDER BY ballot.question_id, ballot.deal, slot.position;

-- Votes ---------------------------------------------------------------------
-- The valid votes: those on one question, or a part of all votes (held_votes_reading.c).

-- struct: cast_slot
--   answer_id     id     answer.answer_id
--   annotator_id  count  answer.annotator_id
--   candidate_id  id     {slot_candidate}
--   is_chosen     bool   answer.position IS NOT DISTINCT FROM slot.position
--   position      count    slot.position
--   second        integer  coalesce((SELECT position FROM second_choice WHERE second_choice.ballot_id = ballot.ballot_id), 0)

-- The slots of the votes on question $1 up to answer $2, in the order of dealing. CROSS JOIN keeps the order of the tables,
-- so that each is reached through an index.
-- name: cast_slot_list
SELECT {cast_slot}
  FROM any_ballot AS ballot CROSS JOIN ordered_answer AS answer CROSS JOIN slot
 WHERE ballot.question_id = $1 AND answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
   AND answer.skip IS NULL AND answer.control IS NULL AND answer.answer_id <= $2 AND slot.ballot_id = ballot.ballot_id
 ORDER BY ballot.deal, slot.position;

-- A candidate that an annotator kept or dropped.
-- struct: glance
--   annotator_id  count  answer.annotator_id
--   candidate_id  id     {slot_candidate}
--   is_kept       bool   answer.position IS NOT NULL

-- The glances of question $1, in the order of dealing.
-- name: glance_list
SELECT {glance}
  FROM any_ballot AS ballot CROSS JOIN ordered_answer AS answer CROSS JOIN slot
 WHERE ballot.question_id = $1 AND ballot.control = 'glance' AND answer.ballot_id = ballot.ballot_id
   AND answer.withdrawn_at IS NULL AND answer.skip IS NULL AND slot.ballot_id = ballot.ballot_id
 ORDER BY ballot.deal;

-- struct: glance_sum
--   glances  count  count(*)
--   kept     count  count(position)

-- How many of the newest $1 glances kept their candidate.
-- name: glance_sum
SELECT {glance_sum}
  FROM (SELECT ballot_id FROM any_ballot AS ballot WHERE control = 'glance' ORDER BY ballot_id DESC LIMIT $1) AS newest
       JOIN any_answer AS answer ON answer.ballot_id = newest.ballot_id AND answer.withdrawn_at IS NULL AND answer.skip IS NULL;

-- name: question_last
SELECT coalesce(max(question_id), 0) FROM question;

-- A vote up to answer $2, with its ballot.
-- struct: dealt_vote
--   ballot_id     id        ballot.ballot_id
--   question_id   id        ballot.question_id
--   answer_id     id        answer.answer_id
--   annotator_id  id        answer.annotator_id
--   position      position  answer.position
--   second        integer   coalesce((SELECT position FROM second_choice WHERE second_choice.ballot_id = ballot.ballot_id), 0)

-- Up to $3 votes after ballot $1. They come in the order of their ballots, so that each table is read from its beginning to
-- its end.
-- name: dealt_vote_after
SELECT {dealt_vote}
  FROM any_ballot AS ballot CROSS JOIN ordered_answer AS answer
 WHERE ballot.ballot_id > $1 AND answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
   AND answer.skip IS NULL AND answer.control IS NULL AND answer.answer_id <= $2
 ORDER BY ballot.ballot_id LIMIT $3;

-- The candidate that a slot shows, as in slot_candidate. The slot's ballot is read only if any candidate is merged.
-- struct: slot_in_order
--   ballot_id     id     slot.ballot_id
--   position      count  slot.position
--   candidate_id  id     coalesce(CASE WHEN EXISTS (SELECT 1 FROM merged_candidate)
--                                      THEN (SELECT into_id FROM any_ballot AS ballot CROSS JOIN merged_candidate AS merged
--                                             WHERE ballot.ballot_id = slot.ballot_id
--                                               AND merged.question_id = ballot.question_id
--                                               AND merged.document_id = slot.document_id)
--                                 END, slot.document_id)

-- The slots of ballots $1 to $2.
-- name: slot_in_order_list
-- long
SELECT {slot_in_order} FROM slot WHERE ballot_id BETWEEN $1 AND $2 ORDER BY ballot_id, position;

-- Stored sums ---------------------------------------------------------------
-- The stored sums of questions $1 to $2, each table in its own order: see upkeep/kept.c.

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
--   prior        real
--   fused        real   fused
--   is_gone      bool   document_id IN (SELECT document_id FROM gone_document)

-- `fused` is what `prior` must be, computed once for each candidate from its ranks. Both tables have the same order.
-- name: kept_candidate_list
-- long
SELECT {kept_candidate}
  FROM (SELECT question_id, document_id, prior,
               coalesce((SELECT sum(1.0 / (60 + rank)) FROM candidate_source AS source
                          WHERE source.question_id = candidate.question_id AND source.document_id = candidate.document_id),
                        0.0) AS fused
          FROM candidate WHERE question_id BETWEEN $1 AND $2) AS fused_candidate
 ORDER BY question_id, document_id;
-- postgresql:
SELECT {kept_candidate}
  FROM (SELECT candidate.question_id, candidate.document_id, prior, CAST(coalesce(ranked.fused, 0) AS DOUBLE PRECISION) AS fused
          FROM candidate
               LEFT JOIN (SELECT question_id, document_id, sum(1 / CAST(60 + rank AS DOUBLE PRECISION)) AS fused
                            FROM candidate_source GROUP BY question_id, document_id) AS ranked
                 ON ranked.question_id = candidate.question_id AND ranked.document_id = candidate.document_id
         WHERE candidate.question_id BETWEEN $1 AND $2) AS fused_candidate
 ORDER BY question_id, document_id;

-- name: kept_twin_list
SELECT {kept_twin} FROM merged_candidate WHERE question_id BETWEEN $1 AND $2 ORDER BY question_id, document_id;

-- Goes through the index of answers from one annotator to the next, instead of reading every answer.
-- name: check_annotators
WITH RECURSIVE given(annotator_id) AS (
    SELECT min(annotator_id) FROM answer WHERE withdrawn_at IS NULL
     UNION ALL
    SELECT (SELECT min(annotator_id) FROM answer WHERE withdrawn_at IS NULL AND annotator_id > given.annotator_id)
      FROM given WHERE given.annotator_id IS NOT NULL)
SELECT 'annotator ' || annotator_id || ': there are answers, but no such annotator'
  FROM given WHERE annotator_id IS NOT NULL AND annotator_id NOT IN (SELECT annotator_id FROM annotator);

-- About how many rows the votes and candidates have. More than 2000 questions are 1e15, because their rows would be too
-- many for the caller anyway, and counting them takes longer than the rest of the check.
-- name: kept_size
SELECT CAST(CASE WHEN count(*) > 2000 OR sum(rows) > 1e15 THEN 1e15 ELSE coalesce(sum(rows), 0) END AS BIGINT)
  FROM (SELECT CAST(candidates AS DOUBLE PRECISION) + 5.0 * ballots_done AS rows
          FROM question ORDER BY question_id LIMIT 2001) AS question;

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

-- Reads the last column, too. Then SQLite notices a row that is shorter or longer than its columns.
-- name: document_name_list
-- long
SELECT {whole_document_name} FROM document ORDER BY document_id;

-- The documents that are in pools.
-- name: pooled_document_name_list
-- long
SELECT {document_name} FROM document WHERE document_id IN (SELECT document_id FROM candidate) ORDER BY document_id;

-- The same from the index that finds documents by their docid.
-- name: document_name_sorted
-- long
SELECT {document_name} FROM document ORDER BY docid;

-- The $2 documents that follow docid $1.
-- name: document_name_after
SELECT {document_name} FROM document WHERE docid > $1 ORDER BY docid LIMIT $2;

-- name: document_docid
SELECT docid FROM document WHERE document_id = $1;

-- Raters --------------------------------------------------------------------

-- row: rater
--   rater_id  id
--   name      key

-- name: rater_annotator_list
SELECT {rater} FROM (SELECT annotator_id AS rater_id, name FROM annotator) AS rater ORDER BY name;

-- name: rater_source_list
SELECT {rater} FROM (SELECT source_id AS rater_id, name FROM judgment_source) AS rater ORDER BY name;

-- name: rater_model_list
SELECT {rater}
  FROM (SELECT model_id AS rater_id, name FROM model
         WHERE EXISTS (SELECT 1 FROM model_vote WHERE model_vote.model_id = model.model_id)) AS rater
 ORDER BY name;

-- The votes of model $2 on question $1, as rows of cast_slot without an annotator. Repeated ballots are left out, so each
-- ballot counts once.
-- name: rater_model_vote_list
SELECT shown.deal, 0, coalesce(merged.into_id, shown.document_id), shown.is_chosen, shown.position, 0
  FROM (SELECT deal, 1 AS position, document_1 AS document_id, position = 1 AS is_chosen FROM model_vote
         WHERE model_id = $2 AND question_id = $1 AND position IS NOT NULL AND repeats IS NULL
         UNION ALL
        SELECT deal, 2, document_2, position = 2 FROM model_vote
         WHERE model_id = $2 AND question_id = $1 AND position IS NOT NULL AND repeats IS NULL
           AND document_2 IS NOT NULL
         UNION ALL
        SELECT deal, 3, document_3, position = 3 FROM model_vote
         WHERE model_id = $2 AND question_id = $1 AND position IS NOT NULL AND repeats IS NULL
           AND document_3 IS NOT NULL) AS shown
       LEFT JOIN merged_candidate AS merged ON merged.question_id = $1 AND merged.document_id = shown.document_id
 ORDER BY shown.deal, shown.position;

-- struct: recent_votes
--   annotator_id  id
--   votes         count  count(*)

-- The valid votes since time $1, counted by annotator.
-- name: recent_votes_list
SELECT {recent_votes} FROM answer
 WHERE given_at >= $1 AND withdrawn_at IS NULL AND skip IS NULL AND control IS NULL
 GROUP BY annotator_id ORDER BY annotator_id;

-- The question as an answer saw it: the version that the first import after the answer replaced, or else the current one.
-- struct: seen_question
--   question_id  id
--   qid          bytes
--   text         bytes  coalesce(seen.text, question.text)
--   is_earlier   bool   seen.import_id IS NOT NULL

-- name: seen_question_get
SELECT {seen_question}
  FROM (SELECT ballot.question_id AS asked_id FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
         WHERE answer.answer_id = $1) AS asked
       JOIN (SELECT question_id, qid, text FROM question) AS question ON question.question_id = asked_id
       LEFT JOIN (SELECT import_id, question_id AS seen_id, text FROM replaced_question) AS seen
         ON seen_id = asked_id
        AND import_id = (SELECT min(later.import_id)
                           FROM replaced_question AS later JOIN import ON import.import_id = later.import_id
                          WHERE later.question_id = asked_id AND import.last_answer >= $1);

-- struct: seen_slot
--   docid       bytes
--   title       bytes  coalesce(seen.title, document.title)
--   text        bytes  coalesce(seen.text, document.text)
--   is_earlier  bool   seen.import_id IS NOT NULL

-- The documents as answer $1 saw them, in the order of positions.
-- name: seen_slot_list
SELECT {seen_slot}
  FROM answer JOIN slot ON slot.ballot_id = answer.ballot_id
              JOIN document ON document.document_id = slot.document_id
              LEFT JOIN replaced_document AS seen
                ON seen.document_id = slot.document_id
               AND seen.import_id = (SELECT min(later.import_id)
                                       FROM replaced_document AS later JOIN import ON import.import_id = later.import_id
                                      WHERE later.document_id = slot.document_id AND import.last_answer >= $1)
 WHERE answer.answer_id = $1 ORDER BY slot.position;
