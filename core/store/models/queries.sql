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

-- The documents are in the order of slots. position = -1 means that the model could not tell. second, third and repeats are
-- 0 if there is none.
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

-- name: model_vote_count
SELECT count(*) FROM model_vote WHERE model_id = $1;

-- The ballot gets the model's next number in the question.
-- name: model_vote_add
INSERT INTO model_vote (model_id, question_id, deal, document_1, document_2, document_3, position, repeats, given_at,
                        elapsed_ms)
VALUES ($1, $2, (SELECT coalesce(max(deal), 0) + 1 FROM model_vote WHERE model_id = $1 AND question_id = $2),
        $3, $4, $5, $6, $7, $8, $9);

-- name: model_vote_add_note
UPDATE model_vote SET note = $4 WHERE model_id = $1 AND question_id = $2 AND deal = $3;

-- name: model_vote_count_all
SELECT count(*) FROM model_vote;

-- Deletes the answers of models to questions and documents that import $1 replaced.
-- name: model_vote_forget_replaced
DELETE FROM model_vote
 WHERE question_id IN (SELECT question_id FROM replaced_question WHERE import_id = $1)
    OR document_1 IN (SELECT document_id FROM replaced_document WHERE import_id = $1)
    OR document_2 IN (SELECT document_id FROM replaced_document WHERE import_id = $1)
    OR document_3 IN (SELECT document_id FROM replaced_document WHERE import_id = $1);

-- name: question_from
SELECT question_id FROM question WHERE question_id >= $1 AND candidates > 0 ORDER BY question_id LIMIT 1;
