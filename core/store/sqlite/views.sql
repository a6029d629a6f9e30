-- The parts of a document that are indexed.
CREATE VIEW search_document AS
SELECT document_id, title,
       coalesce((SELECT said.text FROM search_text AS said WHERE said.document_id = document.document_id),
                document.text) AS text,
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

-- The candidates that annotators are asked about. Usually none is merged, which SQLite looks up only once.
CREATE VIEW pooled_candidate AS
SELECT question_id, document_id, prior
  FROM candidate
 WHERE document_id NOT IN (SELECT document_id FROM gone_document)
   AND (NOT EXISTS (SELECT 1 FROM merged_candidate)
        OR NOT EXISTS (SELECT 1 FROM merged_candidate AS merged
                        WHERE merged.question_id = candidate.question_id AND merged.document_id = candidate.document_id));

-- The numbers of the next answer and the next ballot.
CREATE VIEW step_numbers AS
SELECT coalesce((SELECT max(answer_id) FROM answer), 0) + 1 AS next_answer,
       coalesce((SELECT max(ballot_id) FROM ballot), 0) + 1 AS next_ballot;

-- The second choice of the valid vote on a ballot: a position, or -1 for none of the rest. NULL: no second choice was made.
-- Usually there are none at all, which SQLite looks up only once.
CREATE VIEW second_choice AS
SELECT ballot_id,
       (SELECT number FROM addition WHERE addition.answer_id = answer.answer_id AND addition.kind = 'second'
         ORDER BY addition_id DESC LIMIT 1) AS position
  FROM answer
 WHERE withdrawn_at IS NULL AND EXISTS (SELECT 1 FROM addition);
