#!/bin/sh
# make-runs.sh - make the three runs of the sample collection.
#
#   cd sample-data && sh make-runs.sh
#
# Reads documents.jsonl and questions.jsonl, rewrites porter.run, plain.run
# and titles.run byte for byte. Needs nothing but sqlite3, the command line
# tool of SQLite (3.38 or newer), built with FTS5 as it normally is.
#
# How a question is searched
#   The question is cut into words by FTS5's own unicode61 tokenizer (lower
#   case, accents removed, split at everything that is not a letter or digit).
#   Each different word is quoted, and the words are joined by OR. Two runs
#   leave out the words of the short list below; the plain run leaves out none.
#
# How a document is scored
#   score = -bm25(), so that more is better, with 6 decimals. Ordered by that
#   score (as printed), descending; equal scores by document id, descending.
#   The first 20 documents are kept.
#
# Output: TREC run format, "qid Q0 docid rank score tag".

set -eu
LC_ALL=C
export LC_ALL

here=$(dirname "$0")
cd "$here"

trap 'rm -f porter.run.tmp plain.run.tmp titles.run.tmp' EXIT

# Words that porter.run and titles.run do not search for.
stopwords='
  a an and any anything are as be but by can could do does doesn down ever every
  for from get had has have how i if in into is it its just m me my now of on or
  our out own s she so some something such t than that the their then there they
  this to up ve was we what when where which will with would you your
'

# run NAME TOKENIZER STOPWORDS TITLE_WEIGHT TEXT_WEIGHT
run() {
    sqlite3 -batch -bail -init /dev/null -list -separator ' ' -noheader :memory: >"$1.run.tmp" <<SQL
-- One JSON object a line: put commas between the lines and read an array.
-- (A newline inside a text is written \n in JSON, so every real one is an end
-- of line.)
CREATE TEMP TABLE json_file(name TEXT PRIMARY KEY, body TEXT);
INSERT INTO json_file
  SELECT column1,
         '[' || replace(rtrim(CAST(readfile(column1) AS TEXT), char(10)),
                        char(10), ',') || ']'
  FROM (VALUES ('documents.jsonl'), ('questions.jsonl'));

-- The documents, in the order of the file.
CREATE VIRTUAL TABLE document USING fts5(
  docid UNINDEXED, title, text, tokenize = '$2');
INSERT INTO document(rowid, docid, title, text)
  SELECT key + 1,
         json_extract(value, '\$._id'),
         json_extract(value, '\$.title'),
         json_extract(value, '\$.text')
  FROM json_each((SELECT body FROM json_file WHERE name = 'documents.jsonl'))
  ORDER BY key;

-- The stopwords, one a row: the list is cut into words as a question is.
CREATE VIRTUAL TABLE stopword_text USING fts5(text, tokenize = 'unicode61');
CREATE VIRTUAL TABLE stopword USING fts5vocab(stopword_text, row);
INSERT INTO stopword_text(text) VALUES ('$3');

-- The questions, cut into words by a small index of their own.
CREATE TABLE question(id INTEGER PRIMARY KEY, qid TEXT, query TEXT);
CREATE VIRTUAL TABLE question_text USING fts5(text, tokenize = 'unicode61');
CREATE VIRTUAL TABLE question_word USING fts5vocab(question_text, instance);
INSERT INTO question(id, qid)
  SELECT key + 1, json_extract(value, '\$._id')
  FROM json_each((SELECT body FROM json_file WHERE name = 'questions.jsonl'));
INSERT INTO question_text(rowid, text)
  SELECT key + 1, json_extract(value, '\$.text')
  FROM json_each((SELECT body FROM json_file WHERE name = 'questions.jsonl'));
UPDATE question SET query = (
  SELECT group_concat('"' || term || '"', ' OR ')
  FROM (SELECT DISTINCT term FROM question_word
        WHERE doc = question.id
          AND term NOT IN (SELECT term FROM stopword)
        ORDER BY term));

-- Search, round, rank, print. The weights are those of docid, title, text.
WITH hit AS (
  SELECT question.qid AS qid,
         document.docid AS docid,
         round(-bm25(document, 0.0, $4, $5), 6) AS score
  FROM question JOIN document ON document MATCH question.query
), ranked AS (
  SELECT qid, docid, score,
         row_number() OVER (PARTITION BY qid
                            ORDER BY score DESC, docid DESC) AS rank
  FROM hit
)
SELECT qid, 'Q0', docid, rank, printf('%.6f', score), '$1'
FROM ranked
WHERE rank <= 20
ORDER BY qid, rank;
SQL
    mv "$1.run.tmp" "$1.run"
}

run porter 'porter unicode61' "$stopwords"  1.0 1.0
run plain  'unicode61'        ''            1.0 1.0
run titles 'unicode61'        "$stopwords" 10.0 0.02
