-- Annotators ----------------------------------------------------------------

-- name: annotator_find
SELECT annotator_id FROM annotator WHERE name = $1;

-- Does nothing if an annotator or a model already has this name.
-- name: annotator_add
-- function
INSERT INTO annotator (name)
SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM annotator WHERE name = $1)
            AND NOT EXISTS (SELECT 1 FROM model JOIN model_vote ON model_vote.model_id = model.model_id WHERE model.name = $1);

-- A model takes its name with its first answer.
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

-- The votes of annotator $1, counted by question.
-- name: annotator_vote_list
SELECT {annotator_votes}
  FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
 WHERE answer.annotator_id = $1 AND answer.skip IS NULL AND answer.control IS NULL AND answer.withdrawn_at IS NULL
 GROUP BY ballot.question_id ORDER BY ballot.question_id;

-- Dealing -------------------------------------------------------------------

-- An existing ballot that the annotator may take up again. lease_until = 0 means that it was skipped.
-- struct: kept_ballot
--   ballot_id    id       ballot.ballot_id
--   question_id  id       ballot.question_id
--   lease_until  integer  ballot.lease_until

-- Each step of labelling begins with this statement. It gives one row for each open ballot of annotator $1, or a single row
-- with ballot_id = 0 if there is none. Each row also has the numbers of the next answer and the next ballot, and in_hand:
-- the question of the annotator's newest valid answer. Controls other than glances do not count as that answer. On a server,
-- stamp is that of a step that is read ahead and answers a ballot of question $2; it is 0 if $2 is NULL. If a server gets the
-- number of a ballot as $3, it gives no row if this ballot has an answer: a session that knows the step behind its answer to
-- the ballot reads it only if the server has refused the answer.
-- struct: step_start
--   next_answer  id
--   next_ballot  id
--   in_hand      count    coalesce((SELECT ballot.question_id
--                                     FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
--                                    WHERE answer.annotator_id BETWEEN $1 AND $1 AND answer.withdrawn_at IS NULL
--                                      AND coalesce(answer.control, 'glance') = 'glance'
--                                    ORDER BY answer.annotator_id DESC, answer.answer_id DESC LIMIT 1), 0)
--   ballot_id    count    coalesce(kept.ballot_id, 0)
--   question_id  count    coalesce(kept.question_id, 0)
--   lease_until  integer  coalesce(kept.lease_until, 0)
--   stamp        integer  (SELECT step_stamp($1, $2))

-- name: step_start
-- function 3 of rows
SELECT {step_start}
  FROM step_numbers AS next
       LEFT JOIN ballot AS kept
              ON kept.annotator_id = $1 AND kept.lease_until IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM any_answer AS answer WHERE answer.ballot_id = kept.ballot_id AND answer.withdrawn_at IS NULL)
 ORDER BY kept.ballot_id;

-- name: question_open_list
SELECT question_id FROM ballot WHERE annotator_id = $1 AND lease_until IS NOT NULL ORDER BY ballot_id;

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

-- The first questions with ballots left. The limit is a number of the text (WORK_FIRST in work.c), not a parameter: a server
-- that does not know it would expect a third of all questions, and sort them. A subquery counts the held ballots once, not
-- for each question. Otherwise a server whose statistics are from a time when nobody labelled would read an index of all
-- held ballots for each question.
-- name: question_with_work_first
SELECT {question_with_work}
  FROM (SELECT question_id, ballots_done, place FROM question
         WHERE ballots_left > 0 ORDER BY ballots_done, place LIMIT 32) AS page
       LEFT JOIN (SELECT question_id AS held_id, count(*) AS ballots FROM any_ballot AS ballot
                   WHERE ballot.lease_until > $1 GROUP BY question_id) AS held ON held_id = question_id
 ORDER BY ballots_done, place;

-- The next ones (WORK_BEHIND), after the one with $2 votes at place $3.
-- name: question_with_work_behind
SELECT {question_with_work}
  FROM (SELECT question_id, ballots_done, place FROM question
         WHERE ballots_left > 0 AND (ballots_done, place) > ($2, $3) ORDER BY ballots_done, place LIMIT 500) AS page
       LEFT JOIN (SELECT question_id AS held_id, count(*) AS ballots FROM any_ballot AS ballot
                   WHERE ballot.lease_until > $1 GROUP BY question_id) AS held ON held_id = question_id
 ORDER BY ballots_done, place;

-- The docket of a question (core/judge/docket.h) is one list of three parts, each in its own order. Part 0 is the question
-- itself, with the last import, which may have replaced a text.
-- struct: docket_question
--   part         count    0
--   number       count    0
--   prior        real     0.0
--   target       count    question.target
--   slots        count    question.slots
--   place        count    question.place
--   version      count    question_version
--   import_id    count    coalesce(last.import_id, 0)
--   imported_at  integer  coalesce(last.imported_at, 0)
--   question_id  integer  question.question_id

-- Part 1 is the candidates, and the documents that another candidate represents: into_id is that candidate, or 0.
-- struct: docket_candidate
--   part         count  1
--   document_id  count  candidate.document_id
--   prior        real   candidate.prior
--   into_id      count  coalesce(merged.into_id, 0)

-- Part 2 is all ballots of the question, each with its valid answer. lease_until = 0 means that the ballot is closed;
-- second or third = 0 that it has no such slot. Ballots without slots, or with a number that no question can reach, are
-- left out: `assay check` reports them as damage.
-- struct: dealt_ballot
--   part          count    2
--   deal          count    ballot.deal
--   prior         real     0.0
--   ballot_id     id       ballot.ballot_id
--   annotator_id  id       ballot.annotator_id
--   lease_until   integer  coalesce(ballot.lease_until, 0)
--   control       count    CASE WHEN ballot.control IS NULL THEN 0 WHEN ballot.control = 'glance' THEN 2 ELSE 1 END
--   is_answered   count    CASE WHEN answer.ballot_id IS NULL THEN 0 ELSE 1 END
--   is_skip       count    CASE WHEN answer.skip IS NULL THEN 0 ELSE 1 END
--   position      count    coalesce(answer.position, 0)
--   first         id       first_slot.document_id
--   second        count    coalesce(second_slot.document_id, 0)
--   third         count    coalesce(third_slot.document_id, 0)
--   next_best     integer  coalesce((SELECT position FROM second_choice WHERE second_choice.ballot_id = ballot.ballot_id), 0)

-- A server has a function that gives the rows, which it plans once for this and the next statement. Its $2 is like $3 of
-- step_start.
-- name: docket_list
-- function 2 of rows
SELECT {docket_question}, 0, 0, 0, 0
  FROM question LEFT JOIN import AS last ON last.import_id = (SELECT max(import_id) FROM import)
 WHERE question_id = $1
UNION ALL
SELECT {docket_candidate}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  FROM candidate LEFT JOIN merged_candidate AS merged ON merged.question_id = candidate.question_id
                                                     AND merged.document_id = candidate.document_id
 WHERE candidate.question_id = $1 AND candidate.document_id NOT IN (SELECT document_id FROM gone_document)
UNION ALL
SELECT {dealt_ballot}
  FROM any_ballot AS ballot
       LEFT JOIN any_answer AS answer ON answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
       JOIN slot AS first_slot ON first_slot.ballot_id = ballot.ballot_id AND first_slot.position = 1
       LEFT JOIN slot AS second_slot ON second_slot.ballot_id = ballot.ballot_id AND second_slot.position = 2
       LEFT JOIN slot AS third_slot ON third_slot.ballot_id = ballot.ballot_id AND third_slot.position = 3
 WHERE ballot.question_id = $1 AND ballot.deal < 1099511627776
 ORDER BY 1, 2;

-- The docket of the question with the least labelling done at time $1, after $2 others, of the first ones with ballots left:
-- the one that work.c finds in question_with_work_first.
-- name: docket_least_list
WITH asked AS (
    SELECT question_id
      FROM (SELECT question_id, ballots_done, place FROM question
             WHERE ballots_left > 0 ORDER BY ballots_done, place LIMIT 32) AS page
           LEFT JOIN (SELECT question_id AS held_id, count(*) AS ballots FROM any_ballot AS ballot
                       WHERE ballot.lease_until > $1 GROUP BY question_id) AS held ON held_id = question_id
     ORDER BY ballots_done + coalesce(held.ballots, 0), ballots_done, place LIMIT 1 OFFSET $2)
-- text: docket_list (SELECT question_id FROM asked)

-- The candidate that a slot of a ballot shows: the slot's document, or the candidate that represents it. The database looks
-- up only once whether any candidate is merged.
-- struct: slot_candidate
--   document_id  id  coalesce(CASE WHEN EXISTS (SELECT 1 FROM merged_candidate)
--                                  THEN (SELECT into_id FROM merged_candidate AS merged
--                                         WHERE merged.question_id = ballot.question_id AND merged.document_id = slot.document_id)
--                             END, slot.document_id)

-- Controls are ballots that tell something about the annotator. Answers to them are not votes.

-- A slot of the drawn vote, or of a ballot in the same question that the annotator was asked before.
-- struct: drawn_slot
--   ballot_id    id
--   question_id  id
--   is_drawn     bool
--   is_whole     bool
--   next_deal    count
--   document_id  id

-- Draws a vote that annotator $1 can be asked again. The draw is $2 of 2147483648: the share of the votes to pass over,
-- beginning with the newest. If $3 is 0, it draws from the annotator's own newest thousand votes, except those with fewer
-- than $4 later answers of the annotator. Otherwise it draws from the votes of the annotator whom the setting `gold` names.
-- The rows of the drawn vote come first, with its question and the number of the next ballot there. Rows of the ballots
-- that annotator $1 was asked in this question follow: only controls if $3 is 0, else all ballots.
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
                  WHERE CAST($3 AS BIGINT) <> 0
                    AND annotator_id = (SELECT min(annotator_id) FROM annotator JOIN setting ON key = 'gold'
                                         WHERE name = value OR 'annotator:' || name = value)
                    AND withdrawn_at IS NULL AND skip IS NULL AND control IS NULL),
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

-- Lists the questions in the sample in which source $1 judged two or more candidates, and gives the one after the first $2.
-- name: judged_question_at
SELECT question_id FROM judgment JOIN candidate USING (question_id, document_id) JOIN question USING (question_id)
 WHERE source_id = $1 AND place > 0 GROUP BY question_id HAVING count(*) > 1 ORDER BY question_id LIMIT 1 OFFSET $2;

-- struct: known_gold
--   kind  count
--   id    id

-- The annotator or the source of judgments that is called $1; the annotator if both exist. `kind` is enum gold_kind.
-- name: gold_find
SELECT {known_gold}
  FROM (SELECT 1 AS kind, annotator_id AS id FROM annotator WHERE name = $1 OR 'annotator:' || name = $1
         UNION ALL
        SELECT 2, source_id FROM judgment_source WHERE name = $1 OR 'judgments:' || name = $1) AS gold
 ORDER BY kind LIMIT 1;

-- The same for the name in the setting `gold`. For a source, `judged` counts the questions in the sample in which it judged
-- two or more candidates.
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

-- The grades that source $1 gave to the candidates of question $2. A candidate that it did not judge gets the best grade of
-- its twins.
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

-- The questions on which at least two annotators other than $1 have voted.
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

-- The first $2 questions after question $1 that have ballots. Gives no rows if the setting `overlap` is 0.
-- name: question_deals_list
SELECT {question_deals} FROM any_ballot
 WHERE question_id > $1 AND EXISTS (SELECT 1 FROM setting WHERE key = 'overlap' AND value <> '0')
 GROUP BY question_id ORDER BY question_id LIMIT $2;

-- The first $1 questions of which ballots were dealt.
-- name: question_dealt_list
SELECT {question_deals} FROM any_ballot GROUP BY question_id ORDER BY question_id LIMIT $1;

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

-- row: glanced_candidate
--   document_id  id     document.document_id
--   docid        bytes  document.docid
--   title        bytes  document.title
--   text         bytes  document.text
--   answer_id    count  coalesce(glance.answer_id, 0)
--   is_kept      bool   glance.position IS NOT NULL

-- The pool of question $1 in the order of screening, with what the annotator called $2 kept and dropped.
-- name: glanced_candidate_list
SELECT {glanced_candidate}
  FROM pooled_candidate AS candidate
       JOIN document ON document.document_id = candidate.document_id
       LEFT JOIN (SELECT max(answer.answer_id) AS answer_id, max(answer.position) AS position, slot.document_id
                    FROM ballot CROSS JOIN answer CROSS JOIN slot
                   WHERE ballot.question_id = $1 AND ballot.control = 'glance'
                     AND ballot.annotator_id = (SELECT annotator_id FROM annotator WHERE name = $2)
                     AND answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL AND answer.skip IS NULL
                     AND slot.ballot_id = ballot.ballot_id
                   GROUP BY slot.document_id) AS glance ON glance.document_id = candidate.document_id
 WHERE candidate.question_id = $1
 ORDER BY candidate.prior DESC, candidate.document_id;

-- name: ballot_next_id
-- function
SELECT coalesce(max(ballot_id), 0) + 1 FROM ballot;

-- name: ballot_add
-- function 10
INSERT INTO ballot (question_id, deal, annotator_id, dealt_at, lease_until, control, ballot_id)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- The ballot gets the next number in its question. It is closed, so nobody holds it.
-- name: ballot_add_closed
-- function
INSERT INTO ballot (question_id, deal, annotator_id, dealt_at, control, ballot_id)
VALUES ($1, (SELECT coalesce(max(deal), 0) + 1 FROM any_ballot WHERE question_id = $1), $2, $3, $4, $5);

-- Adds the slots of ballot $1. $2, $3 and $4 are the documents at positions 1 to 3; NULL means that there is no such slot.
-- name: slot_add_all
INSERT INTO slot (ballot_id, position, document_id)
SELECT CAST($1 AS BIGINT), position, document_id
  FROM (SELECT 1 AS position, CAST($2 AS BIGINT) AS document_id
        UNION ALL SELECT 2, CAST($3 AS BIGINT)
        UNION ALL SELECT 3, CAST($4 AS BIGINT)) AS shown
 WHERE document_id IS NOT NULL;

-- Changes the lease of an open ballot, or closes the ballot if $2 is NULL. On a server, the statement may wait for another
-- session of the annotator that is about to commit an answer and close the ballot. After the wait, the server checks the
-- condition again with the new row of this ballot, but not with new rows of other tables. That is why the condition looks
-- at the ballot alone.
-- name: ballot_lease
-- function
UPDATE ballot SET lease_until = $2 WHERE ballot_id = $1 AND lease_until IS NOT NULL;

-- Runs after the ballot's answer was withdrawn. The ballot stays closed if another answer was given in the meantime.
-- name: ballot_reopen
UPDATE ballot SET lease_until = $2
 WHERE ballot_id = $1
   AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL);

-- name: ballot_end_leases
-- function
UPDATE ballot SET lease_until = $2 WHERE annotator_id = $1 AND lease_until IS NOT NULL AND lease_until > $2;

-- Ends all leases that would last longer than $1, of any annotator. They end at $2.
-- name: ballot_end_stray_leases
-- function
UPDATE ballot SET lease_until = $2 WHERE lease_until IS NOT NULL AND lease_until > $1;

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

-- The import that gave the document its current text, or 0.
-- struct: text_version
--   import_id  count  coalesce((SELECT max(import_id) FROM replaced_document AS replaced
--                                WHERE replaced.document_id = document.document_id AND replaced.text <> document.text), 0)

-- How far the labelling is. The number of questions follows from the highest number and the gaps, without counting rows.
-- row: progress
--   ballots_done   count    progress.done
--   ballots_left   count    progress.remaining
--   questions      count    progress.last_question - (SELECT count(*) FROM question_gap)
--   last_question  count    progress.last_question

-- name: progress_get
-- function of rows
SELECT {progress}
  FROM (SELECT CAST(coalesce(sum(ballots_done), 0) AS BIGINT) AS done, CAST(coalesce(sum(ballots_left), 0) AS BIGINT) AS remaining,
               (SELECT coalesce(max(question_id), 0) FROM question) AS last_question
          FROM progress) AS progress;

-- A slot of a ballot, with the ballot's question and the progress of the labelling.
-- struct: shown_slot
--   question_id    id       ballot.question_id
--   number         count    question.question_id - (SELECT count(*) FROM question_gap
--                                                   WHERE question_gap.question_id < question.question_id)
--   qid            view     question.qid
--   text           view     question.text
--   before_ms      count    coalesce((SELECT max(elapsed_ms) FROM answer
--                                      WHERE answer.ballot_id = ballot.ballot_id AND withdrawn_at IS NOT NULL), 0)
--   is_glance      bool     coalesce(ballot.control, '') = 'glance'
--   position       integer  slot.position
--   candidate_id   id       {slot_candidate}
--   text_version   count    {text_version}
--   document       {ballot_document}
--   progress       {progress}

-- For the subquery that finds the question see ballot_field_list. "+ 0" guards against a server's statistics from a time
-- when slots had only low document ids. With them, the server would read all documents up to the one that is shown.
-- `progress` comes last, because SQLite does not know that it has one row. In the first place it would make SQLite sort
-- the slots, and copy each text to do so. If a server gets the number of an import as $2 (0: none), and that is still the last
-- one, it gives a single row, with position 0 and the progress: a session that has shown the documents with other ballots knows
-- the rest.
-- name: ballot_show
-- function 2 of rows
SELECT {shown_slot}
  FROM any_ballot AS ballot
       JOIN question ON question.question_id = (SELECT question_id FROM any_ballot AS shown WHERE shown.ballot_id = $1)
       JOIN slot ON slot.ballot_id = ballot.ballot_id
       JOIN document ON document.document_id = slot.document_id + 0
       JOIN candidate ON candidate.question_id = ballot.question_id AND candidate.document_id = slot.document_id
       CROSS JOIN (SELECT CAST(coalesce(sum(ballots_done), 0) AS BIGINT) AS done,
                          CAST(coalesce(sum(ballots_left), 0) AS BIGINT) AS remaining,
                          (SELECT coalesce(max(question_id), 0) FROM question) AS last_question
                     FROM progress) AS progress
 WHERE ballot.ballot_id = $1 ORDER BY slot.position;

-- The text_version of the text that the answer in `answer` saw, or -1 if that is not the current text.
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

-- The documents on the ballots of question $1 that annotator $2 has answered. Glances are left out, because nobody reads
-- the whole text at a glance.
-- name: slot_seen_list
SELECT {seen_document}
  FROM ballot CROSS JOIN answer CROSS JOIN slot CROSS JOIN document
 WHERE ballot.question_id = $1 AND ballot.annotator_id = $2
   AND coalesce(ballot.control, '') <> 'glance'
   AND answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
   AND slot.ballot_id = ballot.ballot_id AND document.document_id = slot.document_id
 ORDER BY ballot.deal, slot.position;

-- Answers -------------------------------------------------------------------

-- The question of ballot $1 if the ballot is open and belongs to annotator $2.
-- name: ballot_open_question
SELECT question_id FROM ballot WHERE ballot_id = $1 AND annotator_id = $2 AND lease_until IS NOT NULL;

-- name: answer_next_id
-- function
SELECT coalesce(max(answer_id), 0) + 1 FROM answer;

-- name: answer_add
-- function 27 of rows
INSERT INTO answer (answer_id, uuid, ballot_id, annotator_id, position, skip, given_at, elapsed_ms, note, evidence,
                    evidence_start, control)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, (SELECT control FROM ballot WHERE ballot_id = $3));

-- row: quotation
--   start  count  {said_evidence_start}
--   text   bytes  {said_evidence}

-- struct: said_beside
--   kind    view     addition.kind
--   said    view     addition.said
--   number  integer  addition.number

-- The newest addition of kind $2 to vote $1, if the vote is valid. The columns are NULL if the vote has no such addition.
-- name: addition_of_vote
SELECT {said_beside}
  FROM answer LEFT JOIN addition ON addition.answer_id = answer.answer_id AND addition.kind = $2
 WHERE answer.answer_id = $1 AND answer.withdrawn_at IS NULL AND answer.skip IS NULL
 ORDER BY addition.addition_id DESC LIMIT 1;

-- All additions to the answer with uuid $1, the oldest first.
-- name: addition_list
SELECT {said_beside}
  FROM answer JOIN addition ON addition.answer_id = answer.answer_id WHERE answer.uuid = $1 ORDER BY addition.addition_id;

-- name: addition_add
-- function
INSERT INTO addition (answer_id, kind, said, number) VALUES ($1, $2, $3, $4);

-- The number of valid votes of annotator $1. Each count reads an index alone.
-- name: annotator_vote_count
SELECT (SELECT count(*) FROM answer WHERE annotator_id = $1 AND withdrawn_at IS NULL)
     - (SELECT count(*) FROM answer WHERE annotator_id = $1 AND skip IS NOT NULL AND withdrawn_at IS NULL)
     - (SELECT count(*) FROM answer WHERE annotator_id = $1 AND control = 'glance' AND skip IS NULL AND withdrawn_at IS NULL);

-- row: note_draft
--   ballot_id  id     note_draft.ballot_id
--   note       bytes  note_draft.note

-- The drafts of annotator $1. Some are of answered ballots, for another answer.
-- name: note_draft_list
SELECT {note_draft} FROM note_draft JOIN ballot ON ballot.ballot_id = note_draft.ballot_id
 WHERE ballot.annotator_id = $1 ORDER BY note_draft.ballot_id;

-- name: note_draft_put
-- function
INSERT INTO note_draft (ballot_id, note) VALUES ($1, $2) ON CONFLICT (ballot_id) DO UPDATE SET note = excluded.note;

-- name: note_draft_remove
-- function
DELETE FROM note_draft WHERE ballot_id = $1;

-- struct: drafted_evidence
--   ballot_id  id           evidence_draft.ballot_id
--   position   position     evidence_draft.position
--   start      count        evidence_draft.evidence_start
--   text       bytes        evidence_draft.evidence

-- name: evidence_draft_list
SELECT {drafted_evidence} FROM evidence_draft JOIN ballot ON ballot.ballot_id = evidence_draft.ballot_id
 WHERE ballot.annotator_id = $1 ORDER BY evidence_draft.ballot_id;

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

-- The valid answers to ballots with the document whose docid is $1. The next statement gives those to the question whose
-- qid is $1.
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

-- The answer with uuid $1, with the documents of its ballot by position.
-- struct: known_answer
--   answer_id     id        answer.answer_id
--   question_id   id        ballot.question_id
--   annotator_id  id        answer.annotator_id
--   position      position  answer.position
--   skip          view      answer.skip
--   control       view      answer.control
--   is_withdrawn  bool      answer.withdrawn_at IS NOT NULL
--   note          view      answer.note
--   start         count     answer.evidence_start
--   evidence      view      answer.evidence
--   n_slots       count     (SELECT count(*) FROM slot WHERE slot.ballot_id = answer.ballot_id)
--   first         integer   (SELECT document_id FROM slot WHERE slot.ballot_id = answer.ballot_id AND slot.position = 1)
--   second        integer   (SELECT document_id FROM slot WHERE slot.ballot_id = answer.ballot_id AND slot.position = 2)
--   third         integer   (SELECT document_id FROM slot WHERE slot.ballot_id = answer.ballot_id AND slot.position = 3)
--   next_best     integer   {said_second}

-- name: answer_find
SELECT {known_answer}
  FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id WHERE answer.uuid = $1;

-- Withdraws the skip of a ballot that was skipped as "later" and now returns.
-- name: answer_return
-- function 3
UPDATE answer SET withdrawn_at = $2, withdrawn_by = 'return' WHERE ballot_id = $1 AND withdrawn_at IS NULL;

-- struct: last_answer
--   answer_id    id       answer.answer_id
--   ballot_id    id       answer.ballot_id
--   question_id  id       ballot.question_id
--   is_vote      bool     answer.skip IS NULL

-- name: answer_last
SELECT {last_answer}
  FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
 WHERE answer.annotator_id BETWEEN $1 AND $1 AND answer.answer_id < $2 AND answer.withdrawn_at IS NULL
 ORDER BY answer.annotator_id DESC, answer.answer_id DESC LIMIT 1;

-- name: answer_own
SELECT {last_answer}
  FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
 WHERE answer.annotator_id = $1 AND answer.withdrawn_at IS NULL AND answer.answer_id = $2;

-- A valid answer of an annotator. `document` is the chosen document's title, or the beginning of its text.
-- row: own_answer
--   answer_id  id        answer.answer_id
--   question   bytes     question.text
--   position   position  answer.position
--   skip       bytes     answer.skip
--   document   bytes     CASE document.title WHEN '' THEN substr(CAST(document.text AS CHARACTERS), 1, 200) ELSE document.title END
--   shown      count     (SELECT count(*) FROM slot AS shown WHERE shown.ballot_id = answer.ballot_id)
--   other      bytes     coalesce((SELECT CASE other.title WHEN '' THEN substr(CAST(other.text AS CHARACTERS), 1, 200) ELSE other.title END FROM slot AS tied JOIN document AS other ON other.document_id = tied.document_id WHERE tied.ballot_id = answer.ballot_id AND tied.position = {said_second} - 3), '')
--   is_glance  bool      coalesce(answer.control, '') = 'glance'
--   note       bytes  {said_note}
--   evidence   {quotation}
--   reason     bytes     {said_reason}
--   second     integer   {said_second}

-- The newest $2 answers, the newest first.
-- name: answer_own_list
SELECT {own_answer}
  FROM answer JOIN ballot ON ballot.ballot_id = answer.ballot_id
              JOIN question ON question.question_id = ballot.question_id
              LEFT JOIN slot ON slot.ballot_id = answer.ballot_id
                            AND slot.position = CASE answer.control WHEN 'glance' THEN 1 ELSE answer.position END
              LEFT JOIN document ON document.document_id = slot.document_id
 WHERE answer.annotator_id BETWEEN $1 AND $1 AND answer.withdrawn_at IS NULL
 ORDER BY answer.annotator_id DESC, answer.answer_id DESC LIMIT $2;

-- struct: withdrawn_answer
--   position    position
--   skip        view
--   elapsed_ms  count
--   note        bytes     {said_note}
--   is_undone   bool      withdrawn_at IS NULL OR withdrawn_by = 'undo'
--   evidence    {quotation}
--   reason      bytes     {said_reason}
--   second      integer   {said_second}

-- name: answer_standing
SELECT {withdrawn_answer} FROM answer WHERE ballot_id = $1 AND withdrawn_at IS NULL;

-- The newest answer comes first.
-- name: answer_withdrawn_list
SELECT {withdrawn_answer} FROM answer
 WHERE ballot_id = $1 AND withdrawn_at IS NOT NULL ORDER BY answer_id DESC;

-- struct: practice_answer
--   ballot_id  id        answer.ballot_id
--   position   position  answer.position
--   note       bytes  {said_note}
--   evidence   {quotation}
--   reason     bytes     {said_reason}
--   second     integer   {said_second}

-- Up to $2 valid votes with a note, of the annotator called $1.
-- name: practice_list
SELECT {practice_answer}
  FROM annotator JOIN answer ON answer.annotator_id = annotator.annotator_id AND answer.withdrawn_at IS NULL
 WHERE annotator.name = $1 AND answer.skip IS NULL AND answer.control IS NULL AND {said_note} IS NOT NULL
 ORDER BY answer.answer_id LIMIT $2;

-- A slot of a vote, with everything about the vote. docid is that of the candidate that the slot shows.
-- struct: vote_slot
--   answer_id   id        answer.answer_id
--   annotator   view      annotator.name
--   given_at    time      answer.given_at
--   elapsed_ms  count     answer.elapsed_ms
--   position    position  answer.position
--   note        view  {said_note}
--   evidence    {quotation}
--   reason      view      {said_reason}
--   second      integer   {said_second}
--   docid       bytes     document.docid

-- The votes on question $1, one row for each slot.
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

-- row: quotation_row
--   docid      bytes  document.docid
--   quotation  {quotation}
--   stands     bool   CAST({said_evidence} AS BLOB) =
--                     substr(CAST(document.text AS BLOB), {said_evidence_start} + 1, length(CAST({said_evidence} AS BLOB)))

-- struct: told_quotation
--   row           {quotation_row}
--   annotator_id  id             answer.annotator_id

-- The evidence of the votes on question $1. Votes without evidence are left out.
-- name: quotation_list
SELECT {told_quotation}
  FROM ballot CROSS JOIN answer CROSS JOIN slot CROSS JOIN document
 WHERE ballot.question_id = $1 AND answer.ballot_id = ballot.ballot_id AND answer.withdrawn_at IS NULL
   AND {said_evidence} IS NOT NULL AND answer.control IS NULL
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

-- Most databases have no additions. The database looks up only once whether there is any, instead of five times for each
-- answer.
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
--   note          view      CASE WHEN EXISTS (SELECT 1 FROM addition) THEN {said_note} ELSE answer.note END
--   is_withdrawn  bool      answer.withdrawn_at IS NOT NULL
--   withdrawn_at  integer   answer.withdrawn_at
--   withdrawn_by  view      answer.withdrawn_by
--   control       view      answer.control
--   reason        view      CASE WHEN EXISTS (SELECT 1 FROM addition) THEN {said_reason} END
--   second        integer   CASE WHEN EXISTS (SELECT 1 FROM addition) THEN {said_second} END

-- struct: told_answer
--   answer          {answer_row}
--   evidence_start  count  CASE WHEN EXISTS (SELECT 1 FROM addition) THEN {said_evidence_start} ELSE answer.evidence_start END
--   evidence_text   view   CASE WHEN EXISTS (SELECT 1 FROM addition) THEN {said_evidence} ELSE answer.evidence END
--   n_slots         count  CASE WHEN slot_3.position IS NOT NULL THEN 3 WHEN slot_2.position IS NOT NULL THEN 2 ELSE 1 END
--   docid_1         view   document_1.docid
--   docid_2         view   document_2.docid
--   docid_3         view   document_3.docid
--   lacks_slot      bool   slot_2.position IS NULL AND slot_3.position IS NOT NULL
--   has_other       bool   other.position IS NOT NULL
--   is_complete     bool   annotator.name IS NOT NULL AND question.qid IS NOT NULL
--                          AND document_1.docid IS NOT NULL
--                          AND (slot_2.position IS NULL OR document_2.docid IS NOT NULL)
--                          AND (slot_3.position IS NULL OR document_3.docid IS NOT NULL)

-- Every answer, valid or withdrawn. An answer that refers to a missing row is listed, too, so that the reader can report
-- it.
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

-- The same for the answers that were given after answer $1, withdrawn after withdrawal $2, or got an addition after
-- addition $3.
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
                            SELECT answer_id FROM addition WHERE addition_id > $3)
 ORDER BY answer.answer_id;

-- Progress ------------------------------------------------------------------

-- name: progress_votes
SELECT CAST(coalesce(sum(ballots_done), 0) AS BIGINT) FROM progress;

-- row: activity
--   leases      count
--   annotators  count
--   last_vote   time

-- name: activity_get
SELECT {activity}
  FROM (SELECT count(*) AS leases, count(DISTINCT annotator_id) AS annotators,
               (SELECT given_at FROM answer WHERE withdrawn_at IS NULL ORDER BY answer_id DESC LIMIT 1) AS last_vote
          FROM any_ballot WHERE lease_until > $1) AS activity;
