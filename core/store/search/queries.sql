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

-- Documents after $1, up to $2, whose visible text may differ from the stored text: they contain "<" or a soft hyphen.
-- struct: marked_up_document
--   document_id  id
--   text         view

-- name: search_marked_up_list
SELECT {marked_up_document} FROM document
 WHERE document_id > $1 AND document_id <= $2 AND (instr(text, '<') > 0 OR instr(text, char(173)) > 0);

-- name: search_text_add
INSERT INTO search_text (document_id, text) VALUES ($1, $2);

-- Gives a row if any document has field $1.
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

-- How many documents match.
-- name: search_count
SELECT count(*) FROM document_words WHERE document_words MATCH $1;

-- struct: found_document
--   document_id  id       found.document_id
--   docid        bytes    document.docid
--   score        real     -found.bm25
--   is_allowed   bool     coalesce((SELECT value FROM json_each(document.fields) WHERE key = $4)
--                                  = (SELECT value FROM question, json_each(question.fields)
--                                      WHERE question_id = $5 AND key = $4), $4 IS NULL)

-- The best $3 documents for query $1, scored by $2. The lowest bm25 is the best. "+rank" is an expression: with it, SQLite
-- keeps the best few documents; with the bare column, FTS5 would sort all of them. If $4 is given, only documents are
-- allowed whose field $4 has the same value as that of question $5.
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
