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

-- struct: recent_votes
--   annotator_id  id
--   votes         count  count(*)

-- Votes that stand and were given at $1 or later.
-- name: recent_votes_list
SELECT {recent_votes} FROM answer
 WHERE given_at >= $1 AND withdrawn_at IS NULL AND skip IS NULL AND control IS NULL
 GROUP BY annotator_id ORDER BY annotator_id;

-- What an answer saw: what the first import behind it replaced, or what is there now.
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

-- By position.
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
