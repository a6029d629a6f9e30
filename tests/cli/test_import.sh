# `assay import`: what is read, under which names and formats; pools; and that imports are transactions.
. "$SOURCE/tests/support/tap.sh"

# Four documents, three questions, and a run that answers two of them.
small_files() {
	lines documents.tsv "d1${TAB}Press the two grey buttons." "d2${TAB}Rinse the filter." \
		"d3${TAB}Turn it off first." "d4${TAB}Call us."
	lines questions.tsv "q1${TAB}How does the hose come off?" "q2${TAB}Why is it so loud?" "q3${TAB}Is it dear?"
	lines bm25.run 'q1 Q0 d1 1 9.5 x' 'q1 Q0 d2 2 8.5 x' 'q1 Q0 d3 3 7.5 x' 'q2 Q0 d4 1 3.25 x'
}

import_small() {
	small_files
	must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
}

documents() { # line...: a database of these documents alone
	lines given "$@"
	must "$ASSAY" import t.db --documents given
}

# The next ballot of a database, as `label --json` writes it.
run_ballot() { run "$ASSAY" label t.db --json --annotator eve; }

# Prints qid and docid of each candidate, sorted.
pools() { "$ASSAY" relevance t.db --format tsv | cut -f 1,2 | tr '\t' ' ' | sort; }

# --- Output ----------------------------------------------------------------

test_that 'a new database is made, and what was added is counted'
small_files
run "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
expect_status 0
expect_no_stderr
expect_stdout 'documents.tsv: id from column 1, text from column 2
questions.tsv: id from column 1, text from column 2
documents   4 added
questions   3 added
candidates  4 added
questions left without candidates: 1 (q3)'

test_that 'the first questions without candidates are named, in the order of import and visibly'
lines q.tsv "q9${TAB}9?" "q$(printf '\342\200\256')2${TAB}2?" "q5${TAB}5?" "q1${TAB}1?"
run "$ASSAY" import t.db --questions q.tsv
expect_stdout_has 'questions left without candidates: 4 (q9, q' '2, q5, …)'
expect_equal "$(stdout | grep -c "$(printf '\342\200\256')")" 0

test_that 'an existing empty file becomes the database'
small_files
: >t.db
run "$ASSAY" import t.db --documents documents.tsv
expect_stdout_line 'documents   4 added'

test_that 'importing the same again adds nothing and says so'
prepared import_small
run "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
expect_status 0
expect_stdout 'documents.tsv: id from column 1, text from column 2
questions.tsv: id from column 1, text from column 2
documents   0 added, 4 already there
questions   0 added, 3 already there
candidates  0 added, 4 already there
questions left without candidates: 1 (q3)'

test_that 'importing the same again leaves votes and pools as they are'
prepared import_small
give '{"vote":2}' '{"quit":true}'
must "$ASSAY" label t.db --json --annotator eve
before=$("$ASSAY" relevance t.db)
must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
expect_equal "$("$ASSAY" relevance t.db)" "$before"

test_that 'documents, questions and candidates can come one after the other'
small_files
must "$ASSAY" import t.db --documents documents.tsv
must "$ASSAY" import t.db --questions questions.tsv
run "$ASSAY" import t.db --candidates bm25.run
expect_stdout_line 'candidates  4 added'

test_that 'an option given several times takes several files'
lines one.tsv "d1${TAB}one"
lines two.tsv "d2${TAB}two"
run "$ASSAY" import t.db --documents one.tsv --documents two.tsv
expect_stdout_line 'documents   2 added'

# --- Recognising files by their content -------------------------------------

test_that 'files are recognised by their content, in any order, and listed first'
small_files
run "$ASSAY" import t.db bm25.run questions.tsv documents.tsv
expect_status 0
expect_no_stderr
expect_stdout 'bm25.run       candidates (TREC run), 4 lines
questions.tsv  questions (TSV), 3 lines
documents.tsv  documents (TSV), 4 lines
documents.tsv: id from column 1, text from column 2
questions.tsv: id from column 1, text from column 2
documents   4 added
questions   3 added
candidates  4 added
questions left without candidates: 1 (q3)'

test_that '--dry-run prints the same, writes nothing and makes no database'
small_files
run "$ASSAY" import t.db bm25.run questions.tsv documents.tsv --dry-run
expect_status 0
expect_stdout_line 'bm25.run       candidates (TREC run), 4 lines' 'candidates  4 added' \
	'nothing was written: this was a dry run'
expect_missing t.db

test_that '--dry-run leaves a database byte for byte as it was'
prepared import_small
lines new.tsv "d9${TAB}A new one." "d1${TAB}Another text."
cp t.db before.db
run "$ASSAY" import t.db --documents new.tsv --replace --dry-run
expect_stdout_line 'new.tsv  documents (TSV)' 'documents   1 added, 1 replaced'
expect_same_file before.db t.db

test_that '--dry-run ends with the error of the real import'
small_files
run "$ASSAY" import t.db --questions questions.tsv --candidates bm25.run --dry-run
expect_status 1
expect_stderr_has 'bm25.run: 4 candidates name what is not in the database'

test_that 'one option takes several files, up to the next one'
lines d1.tsv "d1${TAB}one"
lines d2.tsv "d2${TAB}two"
lines q.tsv "q1${TAB}Why?"
run "$ASSAY" import t.db --documents d*.tsv --questions q.tsv
expect_status 0
expect_stdout_line 'documents   2 added' 'questions   1 added'

test_that 'before the database an option takes one file'
small_files
run "$ASSAY" import --documents documents.tsv t.db
expect_stdout_line 'documents   4 added'

test_that 'a folder'\''s data is imported with its subfolders; other files are listed'
small_files
mkdir -p data/runs
mv documents.tsv questions.tsv data
mv bm25.run data/runs
lines data/README.md '# About' 'These are ours.'
lines data/.hidden 'q1 Q0 d9 1 1 x'
run "$ASSAY" import t.db data
expect_status 0
expect_stdout_line 'data/runs/bm25.run  candidates (TREC run), 4 lines' \
	'data/README.md      left out: an unknown kind of file' 'candidates  4 added'
expect_stdout_lacks hidden

test_that "BEIR's folder is one path"
mkdir -p scifact/qrels
lines scifact/corpus.jsonl '{"_id":"d1","title":"Hose","text":"Press it.","metadata":{}}' '{"_id":"d2","title":"","text":"Rinse."}'
lines scifact/queries.jsonl '{"_id":"q1","text":"hose off","metadata":{}}'
lines scifact/qrels/test.tsv "query-id${TAB}corpus-id${TAB}score" "q1${TAB}d1${TAB}1"
run "$ASSAY" import t.db scifact
expect_status 0
expect_stdout_line 'documents   2 added' 'questions   1 added' \
	'scifact/qrels/test.tsv  judgments (a table with a header), 2 lines'

test_that "LlamaIndex's object of queries, corpus and relevant_docs is one file, pretty or not, piped or not"
give '{"queries": {"q1": "Why?"}, "corpus": {"d1": "Because.", "d2": "Just so."}, "relevant_docs": {"q1": ["d2"]}, "mode": "text"}'
run "$ASSAY" import t.db -
expect_stdout_line 'standard input  documents (JSON)' 'standard input  questions (JSON)' \
	'standard input  judgments (JSON)' \
	'documents   2 added' 'questions   1 added' 'judgments   1 added'
lines dataset.json '{' '    "queries": {' '        "q1": "Why?"' '    },' '    "corpus": {' '        "d1": "Because.",' \
	'        "d2": "Just so."' '    },' '    "relevant_docs": {"q1": ["d2"]}' '}'
run "$ASSAY" import t.db dataset.json
expect_stdout_line 'documents   0 added, 2 already there' 'questions   0 added, 1 already there' \
	'judgments   1 added'
lines a.run 'q1 Q0 d1 1 2 a' 'q1 Q0 d2 2 1 a'
run "$ASSAY" eval dataset.json a.run -m RR --format tsv
expect_stdout "RR${TAB}0.5000"

test_that 'records without ids are refused, and the error suggests --make-id'
lines faq.json '[{"question": "Can I join late?", "text": "Yes.", "course": "ml"}]'
run "$ASSAY" import t.db faq.json
expect_status 1
expect_stderr_has 'faq.json:1: there is no id' '--make-id'
run "$ASSAY" import t.db faq.json --make-id course,question
expect_stdout_line 'faq.json  documents (JSON)' 'documents   1 added'

test_that 'a table of questions and answering documents gives questions and judgments'
lines faq.jsonl '{"id": "d1", "question": "Can I join late?", "text": "Yes."}'
lines truth.csv 'question,course,document' 'Can I still join when it has begun?,ml,d1'
run "$ASSAY" import t.db faq.jsonl truth.csv
expect_status 0
expect_stdout_line 'truth.csv  questions (a table with a header)' 'truth.csv  judgments (a table with a header)' \
	'questions   1 added' 'judgments   1 added'
run "$ASSAY" export t.db qrels --judgments truth.csv --format json
expect_stdout_has '"d1": 1'
run "$ASSAY" import t.db truth.csv
expect_stdout_line 'questions   0 added, 1 already there' 'judgments   0 added, 1 already there'

test_that 'a ground truth may list a question with several documents, also twice'
lines faq.jsonl '{"id": "d1", "text": "Yes."}' '{"id": "d2", "text": "Also late."}'
lines truth.csv 'question,course,document' 'May I join?,ml,d1' 'May I join?,ml,d2' 'May I join?,ml,d1'
must "$ASSAY" import t.db --documents faq.jsonl
run "$ASSAY" import t.db truth.csv
expect_stdout_line 'questions   1 added, 2 repeated in the files' 'judgments   2 added'

test_that 'the course tells questions of one text apart, fields of documents do not'
lines faq.jsonl '{"id": "d1", "text": "Yes.", "course": "ml"}' '{"id": "d2", "text": "Also late.", "course": "de"}' \
	'{"id": "d3", "text": "Soon.", "course": "ml"}'
lines truth.csv 'question,course,title,document' 'May I join?,ml,A,d1' 'May I join?,ml,B,d3' 'May I join?,de,C,d2'
must "$ASSAY" import t.db --documents faq.jsonl
run "$ASSAY" import t.db truth.csv
expect_status 0
expect_stdout_line 'questions   2 added, 1 repeated in the files' 'judgments   3 added'
run "$ASSAY" export t.db qrels --judgments truth.csv
expect_equal "$(stdout)" "$(printf 'May I join?-ml' | md5sum | cut -c 1-8) 0 d1 1
$(printf 'May I join?-ml' | md5sum | cut -c 1-8) 0 d3 1
$(printf 'May I join?-de' | md5sum | cut -c 1-8) 0 d2 1"
run "$ASSAY" import t.db truth.csv --replace --documents faq.jsonl
expect_stdout_line 'questions   0 added, 2 already there, 1 repeated in the files' 'judgments   0 added, 3 already there'

test_that 'documents and ground truth of a course come in by one command, and again'
lines documents.json '[{"text":"Yes.","section":"General","question":"Can I still join?","course":"de","id":"c1"},' \
	'{"text":"Yes, also late.","section":"General","question":"Can I still join?","course":"ml","id":"c2"},' \
	'{"text":"On Monday.","section":"Homework","question":"When is it due?","course":"ml","id":"c3"}]'
lines ground-truth.csv question,course,document 'May I enroll?,de,c1' 'May I enroll?,ml,c2' 'When do I hand it in?,ml,c3' 'When do I hand it in?,ml,c2'
run "$ASSAY" import t.db documents.json ground-truth.csv --replace
expect_status 0
expect_stdout_line 'documents   3 added' 'questions   3 added, 1 repeated in the files' 'judgments   4 added'
run "$ASSAY" import t.db documents.json ground-truth.csv --replace
expect_stdout_line 'documents   0 added, 3 already there' 'questions   0 added, 3 already there, 1 repeated in the files' 'judgments   0 added, 4 already there'

test_that 'a column that differs between judgments makes no new questions'
lines documents.tsv "d1${TAB}Yes." "d2${TAB}Also late."
lines questions.tsv "q1${TAB}May I join?"
lines truth.csv 'question,document,rating,judge' 'May I join?,d1,3,anna' 'May I join?,d2,1,ben'
must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv
run "$ASSAY" import t.db truth.csv
expect_status 1
expect_stderr_has 'truth.csv: "judge" differs between the rows of one question; remove it from the file, or use --make-id question,judge if each "judge" has questions of its own'
run "$ASSAY" import t.db truth.csv --make-id question
expect_status 0
expect_stdout_line 'questions   1 added, 1 repeated in the files' 'judgments   2 added'
run "$ASSAY" import u.db --documents documents.tsv
run "$ASSAY" import u.db truth.csv --make-id question,judge
expect_stdout_line 'questions   2 added' 'judgments   2 added'
cut -d , -f 1-3 truth.csv >without.csv
must "$ASSAY" import v.db --documents documents.tsv --questions questions.tsv
must "$ASSAY" import v.db without.csv
run "$ASSAY" export v.db qrels --judgments without.csv
expect_stdout_line 'q1 0 d1 3' 'q1 0 d2 1'

test_that 'a ground truth reuses an existing question with the same text'
lines documents.tsv "d1${TAB}Yes." "d2${TAB}Also late."
lines questions.tsv "q1${TAB}May I join?"
lines truth.csv 'question,document' 'May I join?,d1' 'May I join?,d2' 'May I leave?,d2'
must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv
run "$ASSAY" import t.db truth.csv
expect_status 0
expect_stdout_line 'questions   1 added, 1 already there, 1 repeated in the files' 'judgments   3 added'
run "$ASSAY" export t.db qrels --judgments truth.csv
expect_stdout_line 'q1 0 d1 1' 'q1 0 d2 1'
expect_equal "$(stdout | wc -l)" 3
run "$ASSAY" import t.db truth.csv --make-id question
expect_stdout_line 'questions   1 added, 1 already there, 1 repeated in the files'

test_that 'a ground truth may give grades, in a table or in JSON'
lines faq.jsonl '{"id": "d1", "text": "Yes."}' '{"id": "d2", "text": "Also late."}'
lines truth.csv 'question,document,label' 'May I join?,d1,2' 'May I join?,d2,0' 'May I join?,d1,2'
lines truth.jsonl '{"id": "q1", "question": "May I leave?", "doc_id": "d2", "relevance": 3}'
run "$ASSAY" import t.db --documents faq.jsonl
run "$ASSAY" import t.db truth.csv truth.jsonl
expect_status 0
expect_stderr_lacks 'no grades'
expect_stdout_line 'truth.jsonl  judgments (JSON)' 'questions   2 added, 2 repeated in the files'
expect_stdout_line 'truth.csv: id made from "text", text from "question", documents from "document", grade from "label"'
qid=$(printf 'May I join?' | md5sum | cut -c 1-8)
run "$ASSAY" export t.db qrels --judgments truth.csv
expect_stdout "$qid 0 d1 2
$qid 0 d2 0"
run "$ASSAY" export t.db qrels --judgments truth.jsonl
expect_stdout 'q1 0 d2 3'

test_that 'a ground truth that gives a document two grades is refused'
lines faq.jsonl '{"id": "d1", "text": "Yes."}'
must "$ASSAY" import t.db --documents faq.jsonl
lines truth.csv 'question,document,grade' 'May I join?,d1,2' 'May I join?,d1,1'
run "$ASSAY" import t.db truth.csv
expect_status 1
expect_stderr_has "truth.csv:3: document 'd1' of question" 'has grade 1 here, and 2 in an earlier record'
lines truth.csv 'question,document,grade' 'May I join?,d1,2' 'May I go?,d1,yes'
run "$ASSAY" import t.db truth.csv
expect_stderr_has "truth.csv:3: the grade 'yes' is not a finite number"

test_that 'a label that is not a number is a field of the question'
lines faq.jsonl '{"id": "d1", "text": "Yes."}'
lines truth.csv 'question,document,label' 'May I join?,d1,billing'
must "$ASSAY" import t.db --documents faq.jsonl
run "$ASSAY" import t.db truth.csv
expect_status 0
expect_stdout_line 'truth.csv: id made from "text", text from "question", documents from "document"; other fields: label' 'judgments   1 added'

test_that 'a ground truth may list all documents that answer a question'
lines faq.jsonl '{"id": "d1", "text": "Yes."}' '{"id": "d2", "text": "Also late."}'
lines truth.jsonl '{"question": "May I join?", "answer": "Yes.", "relevant_doc_ids": ["d1", "d2"]}' \
	'{"question": "Who won?", "answer": "I do not know.", "relevant_doc_ids": []}'
must "$ASSAY" import t.db --documents faq.jsonl
run "$ASSAY" import t.db truth.jsonl
expect_status 0
expect_stdout_line 'questions   2 added' 'judgments   2 added'
lines truth.jsonl '{"question": "May I go?", "relevant_docs": ["d1"]}' '{"question": "Why?", "relevant_docs": {"d1": 1}}'
run "$ASSAY" import t.db truth.jsonl
expect_status 1
expect_stderr_has 'truth.jsonl:2: "relevant_docs" is not a list of ids'

test_that 'any list of known documents is a truth, and texts may name documents'
lines faq.jsonl '{"id": "d1", "text": "Unplug the cleaner and pull the hose off the handle, then clear it with a long brush."}' \
	'{"id": "d2", "text": "Rinse it in cold water."}'
must "$ASSAY" import t.db --documents faq.jsonl
lines ids.jsonl '{"question": "Why is it loud?", "answer_pids": ["d1"], "tags": ["a"]}'
run "$ASSAY" import t.db ids.jsonl
expect_stdout_line 'judgments   1 added' 'ids.jsonl: id made from "text", text from "question", documents from "answer_pids"; other fields: tags'
lines texts.jsonl '{"user_input": "How is it cleaned?", "reference_contexts": ["Rinse  it in cold\nwater."], "retrieved_contexts": ["Pull it.", "Rinse it in cold water."]}' \
	'{"user_input": "How is it unblocked?", "reference_contexts": ["pull the hose off the handle, then clear it", "unplug the cleaner and pull"], "retrieved_contexts": ["Unplug the cleaner and pull the hose off", "clear it with a long brush."]}'
run "$ASSAY" import t.db texts.jsonl --skip-unknown
expect_stdout_line 'judgments   2 added'
expect_stderr_has 'texts.jsonl: "retrieved_contexts" names documents of the collection and is not used' \
	'--candidates texts.jsonl --hits "retrieved_contexts"' '1 row left out' "document 'unplug%20the%20cleaner%20and%20pull'"
run "$ASSAY" eval t.db texts.jsonl --judgments texts.jsonl -m RR --format tsv
expect_stdout "RR${TAB}0.7500"
run "$ASSAY" import t.db --candidates texts.jsonl --hits retrieved_contexts --skip-unknown
expect_stdout_line 'candidates  2 added'

test_that 'hits may name their question by its text'
lines documents.tsv "d1${TAB}Yes." "d2${TAB}Also late."
lines questions.tsv "q1${TAB}May I join?"
lines hits.jsonl '{"query": "May I join?", "hits": [{"_id": "d2", "_score": 3}, {"_id": "d1", "_score": 1}]}'
lines run.json '{"May I join?": {"d1": 2, "d2": 1}}'
run "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates hits.jsonl
expect_stdout_line 'candidates  2 added'
run "$ASSAY" pool t.db run.json
expect_stdout_has 'run.json: 0 added'

test_that 'an id may have blanks where the format can hold them, and is written with %20'
mkdir pages
lines 'pages/My Hose.md' '# Hose'
lines documents.json '[{"id": "Document 1", "text": "Yes."}]'
lines questions.tsv "q1${TAB}May I join?"
lines run.csv 'qid,docid,score' 'q1,My Hose.md,2' 'q1,Document 1,1'
run "$ASSAY" import t.db pages documents.json --questions questions.tsv --candidates run.csv
expect_stdout_line 'candidates  2 added'
run "$ASSAY" export t.db relevance --format tsv
expect_status 0

test_that 'a column per rater is a source per rater; clicks become a rate'
lines documents.tsv "d1${TAB}Yes." "d2${TAB}Also late."
lines book.csv 'query,docid,Joe,Ana' 'May I join?,d1,3,2' 'May I join?,d2,0,'
lines clicks.csv 'query,docid,clicks,impressions' 'May I join?,d1,30,40' 'May I join?,d2,0,40'
run "$ASSAY" import t.db book.csv clicks.csv --documents documents.tsv
expect_status 0
expect_stdout_line 'judgments   5 added' 'book.csv: id made from "text", text from "query", documents from "docid", grades of 2 raters'
expect_stderr_has 'clicks.csv: each grade is clicks / impressions' '1 document without a grade left out'
qid=$(printf 'May I join?' | md5sum | cut -c 1-8)
run "$ASSAY" export t.db qrels --judgments Joe
expect_stdout "$qid 0 d1 3
$qid 0 d2 0"
run "$ASSAY" export t.db qrels --judgments Ana
expect_stdout "$qid 0 d1 2"
run "$ASSAY" export t.db qrels --judgments clicks.csv
expect_stdout_has "$qid 0 d1 0.75"

test_that 'a field that no file has is an error'
lines documents.tsv "d1${TAB}Yes."
lines truth.csv 'query,docid,worth' 'May I join?,d1,3'
run "$ASSAY" import t.db truth.csv --documents documents.tsv --grade wort
expect_status 1
run "$ASSAY" import t.db truth.csv --documents documents.tsv --grade worth --score price
expect_status 1
expect_stderr_has '--score price: no file has this field; correct its name or leave it out'
lines a.qrels 'q1 0 d1 1'
lines a.run 'q1 Q0 d1 1 2 a'
run "$ASSAY" eval a.qrels a.run --grade worth
expect_refused 1 '--grade worth: no file has this field'

test_that 'a dry run says of each field what it looks like, and what it is taken for'
lines documents.jsonl '{"id": "d1", "title": "Hose", "text": "Unplug it.", "updated": "2026-01-02"}'
lines asked.jsonl '{"question": "Why is it loud?", "source_ids": ["d1"], "level": 2}'
lines hits.jsonl '{"query": "Why is it loud?", "hits": [{"_id": "d1", "_score": 3}]}'
run "$ASSAY" import t.db asked.jsonl hits.jsonl --documents documents.jsonl --dry-run
expect_stdout_line 'file             field       looks like                         taken as' \
	'documents.jsonl  updated     dates                              a field' \
	'asked.jsonl      question    texts                              the text' \
	'asked.jsonl      source_ids  lists of documents that are there  the documents' \
	'asked.jsonl      level       whole numbers, 2 to 2              a field' \
	'hits.jsonl       hits        lists of objects with an id        the documents: "_id", and the score: "_score"'

test_that 'a folder of Parquet files with a card is not taken for texts'
mkdir -p set/corpus
printf 'PAR1\025\004\025\020' >set/corpus/corpus-0.parquet
lines set/README.md '# Data set card'
run "$ASSAY" import t.db set
expect_refused 1 'set/corpus/corpus-0.parquet: this is a Parquet file; convert it to JSON lines first, for example with: duckdb -c'
lines pointer.jsonl 'version https://git-lfs.github.com/spec/v1' 'oid sha256:0' 'size 3'
run "$ASSAY" import t.db pointer.jsonl
expect_refused 1 'pointer.jsonl: this is a Git LFS pointer instead of the file; get the file: git lfs pull'

test_that 'an ambiguous number is refused until an option says what it is'
lines documents.tsv "d1${TAB}Yes." "d2${TAB}Also late."
lines unclear.csv 'query,docid,price' 'May I join?,d1,3.5' 'May I join?,d2,9'
run "$ASSAY" import t.db unclear.csv --documents documents.tsv
expect_refused 1 'unclear.csv: "price" may be a grade or a score'
run "$ASSAY" import t.db unclear.csv --documents documents.tsv --grade price
expect_stdout_line 'judgments   2 added'

test_that 'YAML is read like JSON with the same values'
lines documents.yaml '- id: d1' '  title: Hose' '  text: |' '    Unplug it.' '    Pull it off.' '- {id: d2, text: "Rinse: it."}'
lines golden.yaml '- question: How does the hose come off?' '  relevant_docs: [d1]' '- question: How is it cleaned?' '  relevant_docs: [d2]'
run "$ASSAY" import t.db documents.yaml golden.yaml
expect_status 0
expect_stdout_line 'documents   2 added' 'questions   2 added' 'judgments   2 added'
lines run.yml 'How does the hose come off?: [d1]' 'How is it cleaned?: [d1, d2]'
run "$ASSAY" eval golden.yaml run.yml -m RR --format tsv
expect_stdout "RR${TAB}0.7500"
lines broken.yaml '- question: How?' '  relevant_docs: [d1'
run "$ASSAY" import t.db broken.yaml
expect_status 1
expect_stderr_has 'broken.yaml:3: this is not YAML'
lines wrong.yaml '- qid: q1' '  docid: d1' '  grade: 1' '- qid: q1' '  docid: d2' '  grade: x'
run "$ASSAY" import t.db --judgments wrong.yaml
expect_status 1
expect_stderr_has "wrong.yaml:5: the grade 'x' is not a finite number"
lines alias.yaml '- &a {id: d1, text: x}' '- *a'
run "$ASSAY" import t.db alias.yaml
expect_status 1
expect_stderr_has 'alias.yaml:2: an alias; write its value instead'

test_that 'questions and answers of a FAQ become documents titled by their questions'
lines faq.txt 'Q: Why is it loud?' 'A: The bag is full.' '' 'Change it.' 'Q: How is it cleaned?' 'A: Rinse it.'
run "$ASSAY" import t.db faq.txt
expect_status 0
expect_stdout_line 'faq.txt  documents (questions and answers)' 'documents   2 added' 'questions   0 added'
expect_stdout_line 'faq.txt: id from "_id", title from "question", text from "answer"'

test_that 'an empty question in a file of documents is refused with a hint'
lines corpus.jsonl '{"_id": "d1", "title": "One", "text": "Rinse it."}' '{"_id": "d2", "title": "Two", "text": ""}'
run "$ASSAY" import t.db --questions corpus.jsonl
expect_refused 1 "corpus.jsonl:2: question 'd2' has an empty text; these look like documents"

test_that 'a table whose questions are ids is read as judgments only'
lines faq.jsonl '{"id": "d1", "text": "Yes."}'
lines questions.jsonl '{"id": "q1", "question": "May I join?"}'
lines pairs.csv 'query,document' 'q1,d1'
must "$ASSAY" import t.db --documents faq.jsonl --questions questions.jsonl
run "$ASSAY" import t.db pairs.csv
expect_status 0
expect_stdout_line 'questions   0 added' 'judgments   1 added'

test_that 'the documents of a ground truth that are not there are named'
lines truth.csv 'question,document' 'Can I still join when it has begun?,d9'
run "$ASSAY" import t.db truth.csv
expect_status 1
expect_stderr_has "truth.csv: 1 judgment names what is not in the database (document 'd9')" '--skip-unknown'
run "$ASSAY" import t.db --questions truth.csv
expect_status 0
expect_stdout_line 'questions   1 added'

test_that 'a folder without data is refused'
mkdir data
lines data/build.log 'done'
run "$ASSAY" import t.db data
expect_refused 1 'data: no file in this folder holds documents, questions or a run'
expect_missing t.db

test_that 'a link to a folder is not followed: it may lead back'
mkdir data
lines data/corpus.jsonl '{"_id":"d1","title":"One","text":"Rinse it."}'
ln -s .. data/back
run "$ASSAY" import t.db data
expect_status 0
expect_stdout_line 'documents   1 added'

test_that 'a collection of LlamaIndex is documents, questions and judgments'
lines c.json '{"queries": {"q1": "Why?"}, "corpus": {"d1": "Rinse it.", "d2": "Call us."},' \
	' "relevant_docs": {"q1": ["d1"]}}'
run "$ASSAY" import t.db c.json
expect_status 0
expect_stdout_line 'documents   2 added' 'questions   1 added' 'judgments   1 added'
run "$ASSAY" import t.db --documents c.json --questions c.json
expect_status 0
expect_stdout_line 'documents   0 added, 2 already there' 'questions   0 added, 1 already there'

test_that 'a binary file is reported by its format'
printf '%%PDF-1.7\n' >a.pdf
run "$ASSAY" import t.db a.pdf
expect_refused 1 'a.pdf: this PDF is damaged; get the file again'

test_that 'a folder of texts is recognised as documents'
mkdir -p texts/more
lines texts/about.md '# About' 'It is loud.'
lines texts/more/call.txt 'Call us.'
run "$ASSAY" import t.db texts
expect_status 0
expect_stdout_has 'documents (a folder of texts)'
expect_stdout_line 'documents   2 added'

test_that 'next to data files, texts in a folder are left out'
mkdir data
lines data/corpus.jsonl '{"_id":"d1","title":"One","text":"Rinse it."}'
lines data/README.md '# About'
run "$ASSAY" import t.db data
expect_stdout_line 'documents   1 added'

test_that 'the folder may contain the database itself'
small_files
must "$ASSAY" import t.db .
run "$ASSAY" import t.db .
expect_stdout_line 'documents   0 added, 4 already there'

test_that 'a file of documents or questions is refused, and both options are named'
lines a.tsv "1${TAB}hose split" "2${TAB}filter care"
run "$ASSAY" import t.db a.tsv
expect_refused 1 'a.tsv: it could be documents or questions; use --documents or --questions'
expect_missing t.db

test_that 'a file that may be a run or qrels is refused'
lines a.txt 'q1 d1 1' 'q2 d4 1'
run "$ASSAY" import t.db a.txt
expect_refused 1 'a.txt: it could be a run or judgments; use --candidates or --judgments'

test_that 'databases and notes are refused by their kind'
prepared import_small
cp t.db other.db
run "$ASSAY" import t.db other.db
expect_refused 1 'other.db: a database'
lines note.txt 'Just a note.'
run "$ASSAY" import t.db note.txt
expect_refused 1 'note.txt: its beginning does not look like documents, questions, a run or judgments' '--candidates'

test_that 'a file of the wrong kind for its option is refused with the right option'
small_files
run "$ASSAY" import t.db --documents bm25.run
expect_refused 1 'bm25.run: a TREC run, not documents; give it to --candidates'
lines d.jsonl '{"docid":"d1","text":"Press it."}'
run "$ASSAY" import t.db --candidates d.jsonl
expect_refused 1 'd.jsonl: these are documents, not a run; give them to --documents'

test_that 'questions given as documents are imported with a remark'
lines questions.tsv "q1${TAB}Why is it so loud?"
run "$ASSAY" import t.db --documents questions.tsv
expect_stdout_line 'documents   1 added'
expect_stderr_has 'questions.tsv: imported as documents, as the option says, although it seems to hold questions'

test_that 'the fields of a group apply to each of its documents'
lines faq.json '[{"course": "ml", "documents": [{"section": "s", "question": "Can I join?", "text": "Yes."},' \
	'  {"course": "own", "question": "When?", "text": "Now."}]},' \
	' {"documents": [{"question": "Why?", "text": "So."}], "course": "de", "year": 2024}]'
run "$ASSAY" import t.db faq.json --make-id course,question
expect_status 0
expect_stdout_line 'faq.json  documents (JSON)' 'documents   3 added' \
	'faq.json: id made from "course" and "question", title from "question", text from "text"; other fields: section (1 of 3), course, year (1 of 3)'
lines same.jsonl '{"section":"s","question":"Can I join?","text":"Yes.","course":"ml"}' \
	'{"course":"own","question":"When?","text":"Now."}' '{"question":"Why?","text":"So.","course":"de","year":2024}'
run "$ASSAY" import t.db --documents same.jsonl --make-id course,question
expect_stdout_line 'documents   0 added, 3 already there'

test_that 'groups of questions are recognised'
lines all.json '[{"course": "ml", "questions": [{"id": "q1", "text": "Why?"}, {"id": "q2", "text": "How?"}]}]'
run "$ASSAY" import t.db all.json
expect_stdout_line 'all.json  questions (JSON)' 'questions   2 added' \
	'all.json: id from "id", text from "text"; other fields: course'

test_that 'a record with a list of documents and a text of its own is not a group'
lines rag.json '[{"id": "d1", "documents": [{"id": "x", "text": "inside"}], "text": "Yes."}]'
run "$ASSAY" import t.db --documents rag.json
expect_stdout_line 'documents   1 added' 'rag.json: id from "id", text from "text"; other fields: documents'

test_that 'a fault in a group is reported with its line'
lines faq.json '[{"course": "ml", "documents": [{"id": "d1", "text": "Yes."}]},' ' {"course": "de", "course": "x",' \
	'  "documents": [{"id": "d2", "text": "No."}]}]'
run "$ASSAY" import t.db --documents faq.json
expect_refused 1 'faq.json:2: "course" is given twice'
lines faq.json '[{"course": "ml", "documents": [{"id": "d1", "text": "Yes."},' '  {"id": "d2" "text": "No."}]}]'
run "$ASSAY" import t.db --documents faq.json
expect_refused 1 'faq.json:2: this is not JSON'
printf '[{"course": "ml", "documents": [{"id": "d1", "text": "Yes."}' >faq.json
run "$ASSAY" import t.db --documents faq.json
expect_refused 1 'faq.json:1: ' 'is the file cut short?'

test_that '--questions accepts a table of questions and answers'
lines generated.csv 'question,answer' 'How do I clean it?,Rinse it.'
run "$ASSAY" import t.db --questions generated.csv
expect_stdout_line 'questions   1 added'
expect_equal "$(stderr | grep -c 'seems to hold')" 0

test_that 'the contents of one object are recognised by its names, in any order'
lines o.json '{"documents": [{"id": "d1", "text": "Rinse it."}], "n": 1}'
run "$ASSAY" import t.db o.json
expect_stdout_line 'o.json  documents (JSON)' 'documents   1 added' 'questions   0 added'
lines o.json '{"questions": [{"id": "q1", "text": "Why?"}], "documents": [{"id": "d1", "text": "Rinse it."}]}'
run "$ASSAY" import t.db o.json
expect_stdout_line 'documents   0 added, 1 already there' 'questions   1 added'
lines o.json '{"corpus": {"d2": "Call us."}, "queries": {"q2": "Who?"}}'
run "$ASSAY" import t.db o.json
expect_stdout_line 'documents   1 added' 'questions   1 added'
lines o.json '{"queries": {"q2": "Who?"}, "relevant_docs": {"q2": ["d2"]}}'
run "$ASSAY" import t.db o.json
expect_stdout_line 'questions   0 added, 1 already there' 'judgments   1 added'

test_that 'questions after 70 MB of documents are found'
{
	megabyte=$(head -c 1000000 /dev/zero | tr '\0' a)
	printf '{"documents": ['
	for i in $(seq 70); do
		printf '{"id": "d%d", "text": "%s"},\n' "$i" "$megabyte"
	done
	printf '{"id": "d0", "text": "Rinse it."}], "questions": [{"id": "q1", "text": "Why?"}]}'
} >o.json
run "$ASSAY" import t.db o.json
expect_stdout_line 'documents   71 added' 'questions   1 added'

test_that 'a document with a field of questions is not a file of questions'
lines documents.json '{"id": "d1", "text": "Rinse it.", "questions": [{"text": "Why?"}]}'
run "$ASSAY" import t.db documents.json
expect_stdout_line 'documents   1 added' 'questions   0 added'

test_that 'an object of several things that is cut off or followed by text is refused'
printf '{"queries": {"q1": "Why?"}, "corpus": {"d1": "Rinse' >o.json
run "$ASSAY" import t.db o.json
expect_refused 1 'o.json:1: ' 'is the file cut short?'
lines o.json '{"queries": {"q1": "Why?"}, "corpus": {"d1": "Rinse it."}}' '{}'
run "$ASSAY" import t.db o.json
expect_refused 1 'o.json: more text follows the object with documents, questions or judgments'

test_that 'a dump of an index is recognised as documents'
lines bulk.ndjson '{"index":{"_id":"d1"}}' '{"text":"Rinse it."}'
lines dump.jsonl '{"_id":"d2","_source":{"text":"Call us."}}' '{"_id":"d3","_source":{"text":"Wait."}}'
run "$ASSAY" import t.db bulk.ndjson dump.jsonl
expect_stdout_line 'documents   3 added'
lines topics.ndjson '{"index":{"_id":"q1"}}' '{"query":"Why?"}'
run "$ASSAY" import t.db topics.ndjson
expect_stdout_line 'questions   1 added'

test_that 'standard input is recognised by its content and can be named only once'
prepared import_small
give 'q2 Q0 d1 1 2.5 x'
run "$ASSAY" import t.db -
expect_stdout_line 'standard input  candidates (TREC run), 1 line' 'candidates  1 added'
give 'q2 Q0 d1 1 2.5 x'
run "$ASSAY" import t.db - --documents -
expect_refused 2 'standard input, which can be read only once'

test_that 'a pipe that is slow does not keep others from voting'
prepared import_small
mkfifo pipe voted
(
	exec 3>pipe
	echo 'q2 Q0 d1 1 2.5 x' >&3
	read -r _ <voted
) &
"$ASSAY" import t.db --candidates pipe >imported 2>&1 &
give '{"vote":1}' '{"quit":true}'
run "$ASSAY" label t.db --json --annotator eve
echo >voted
wait
expect_stdout_has '"saved"'
expect_equal "$(grep candidates imported | head -n 1)" 'candidates  1 added'

test_that 'a compressed file is recognised by its content'
small_files
gzip documents.tsv
run "$ASSAY" import t.db documents.tsv.gz
expect_stdout_line 'documents.tsv.gz  documents (TSV), 4 lines'

# --- Names and formats -----------------------------------------------------
# Two lines have the same content if the second is "already there".

for name in _id id docid doc_id pid; do
	test_that "a document's id may be called $name"
	documents "{\"$name\":\"d1\",\"text\":\"Rinse it.\"}"
	lines same.tsv "d1${TAB}Rinse it."
	run "$ASSAY" import t.db --documents same.tsv
	expect_stdout_line 'documents   0 added, 1 already there'
done

for name in text contents body answer query question; do
	test_that "a document's text may be called $name"
	documents "{\"_id\":\"d1\",\"$name\":\"Rinse it.\"}"
	lines same.tsv "d1${TAB}Rinse it."
	run "$ASSAY" import t.db --documents same.tsv
	expect_stdout_line 'documents   0 added, 1 already there'
done

for name in text answer; do
	test_that "the question above a document's $name is its title"
	documents "{\"id\":\"a1\",\"question\":\"Can I join late?\",\"$name\":\"Yes.\",\"course\":\"ml\"}"
	lines same.jsonl '{"_id":"a1","title":"Can I join late?","text":"Yes.","course":"ml"}'
	run "$ASSAY" import t.db --documents same.jsonl
	expect_stdout_line 'documents   0 added, 1 already there'
done

test_that 'a document that has a title keeps its question among the other fields'
documents '{"id":"a1","title":"Late","question":"Can I join late?","answer":"Yes."}'
lines same.jsonl '{"_id":"a1","title":"Late","text":"Yes.","question":"Can I join late?"}'
lines other.jsonl '{"_id":"a1","title":"Late","text":"Yes."}'
run "$ASSAY" import t.db --documents same.jsonl
expect_stdout_line 'documents   0 added, 1 already there'
run "$ASSAY" import t.db --documents other.jsonl
expect_status 1

for name in _id id qid query_id question_id; do
	test_that "a question's id may be called $name"
	lines q.jsonl "{\"$name\":\"q1\",\"text\":\"Why?\"}"
	lines same.tsv "q1${TAB}Why?"
	must "$ASSAY" import t.db --questions q.jsonl
	run "$ASSAY" import t.db --questions same.tsv
	expect_stdout_line 'questions   0 added, 1 already there'
done

for name in text query question contents body; do
	test_that "a question's text may be called $name"
	lines q.jsonl "{\"_id\":\"q1\",\"$name\":\"Why?\"}"
	lines same.tsv "q1${TAB}Why?"
	must "$ASSAY" import t.db --questions q.jsonl
	run "$ASSAY" import t.db --questions same.tsv
	expect_stdout_line 'questions   0 added, 1 already there'
done

test_that 'a whole number is an id, too'
documents '{"id":1048576,"text":"Rinse it."}'
lines same.tsv "1048576${TAB}Rinse it."
run "$ASSAY" import t.db --documents same.tsv
expect_stdout_line 'documents   0 added, 1 already there'

# --- Roles of fields -------------------------------------------------------------

for name in content Content page_content passage chunk document; do
	test_that "a document's text may be called $name"
	documents "{\"id\":\"d1\",\"$name\":\"Rinse it.\"}"
	lines same.tsv "d1${TAB}Rinse it."
	run "$ASSAY" import t.db --documents same.tsv
	expect_stdout_line 'documents   0 added, 1 already there'
done

for name in user_input 'Query Text' content; do
	test_that "a question's text may be called $name"
	lines q.jsonl "{\"_id\":\"q1\",\"$name\":\"Why?\"}"
	lines same.tsv "q1${TAB}Why?"
	must "$ASSAY" import t.db --questions q.jsonl
	run "$ASSAY" import t.db --questions same.tsv
	expect_stdout_line 'questions   0 added, 1 already there'
done

test_that 'the fields used for each file are listed, with the other fields'
lines faq.jsonl '{"doc_id":"a1","section":"General","question":"Late?","answer":"Yes.","course":"ml"}' \
	'{"doc_id":"a2","question":"Where?","answer":"Here.","year":2025}'
lines q.tsv "query-id${TAB}query" "q1${TAB}Why?"
run "$ASSAY" import t.db --documents faq.jsonl --questions q.tsv
expect_stdout_line \
	'faq.jsonl: id from "doc_id", title from "question", text from "answer"; other fields: section (1 of 2), course (1 of 2), year (1 of 2)' \
	'q.tsv: id from "query-id", text from "query"'

test_that 'all names of a field are listed'
documents '{"id":"d1","text":"one"}' '{"id":"d2","body":"two"}'
expect_stdout_line 'given: id from "id", text from "text" or "body"'

test_that 'the names of fields are harmless on the terminal'
documents '{"id":"d1","text":"one","a\u001b[31m":1}'
expect_stdout_line 'given: id from "id", text from "text"; other fields: a␛[31m'

test_that '--id, --text and --title say which field is what, whatever else is there'
lines d.jsonl '{"id":1,"Key":"d1","name":"Hose","text":"x","description":"Press it."}'
run "$ASSAY" import t.db --documents d.jsonl --id key --text description --title name
expect_stdout_line 'd.jsonl: id from "Key", title from "name", text from "description"; other fields: id, text'
lines same.jsonl '{"_id":"d1","title":"Hose","body":"Press it.","id":1,"text":"x"}'
run "$ASSAY" import t.db --documents same.jsonl --text body
expect_stdout_line 'documents   0 added, 1 already there'

test_that 'of several given names a file uses the first that it has'
lines d.jsonl '{"id":"no","key":"d1","text":"one"}'
lines q.jsonl '{"id":"no","number":"q1","text":"Why?"}'
run "$ASSAY" import t.db --documents d.jsonl --questions q.jsonl --id number --id key
expect_stdout_line 'd.jsonl: id from "key", text from "text"; other fields: id' \
	'q.jsonl: id from "number", text from "text"; other fields: id'

test_that 'an option naming a field that no file has is refused'
lines d.jsonl '{"id":"d1","text":"one"}'
run "$ASSAY" import t.db --documents d.jsonl --id key
expect_refused 1 '--id key: no file has this field'

test_that 'a record without the field that was named is refused'
lines d.jsonl '{"key":"d1","text":"one"}' '{"id":"d2","text":"two"}'
run "$ASSAY" import t.db --documents d.jsonl --id key
expect_refused 1 'd.jsonl:2: no "key", which --id names; the fields here are "id", "text"'

test_that 'a record without the field named by --text is refused even with a title'
lines d.jsonl '{"id":"d1","title":"One","words":"one"}' '{"id":"d2","title":"Two","text":"two"}'
run "$ASSAY" import t.db --documents d.jsonl --text words
expect_refused 1 'd.jsonl:2: no "words", which --text names; the fields here are'

test_that 'a repeated key or half a character is reported with its line'
lines d.json '[{"id":"d1",' '"text":"one",' '"text":"two"}]'
for option in --documents ''; do
	run "$ASSAY" import t.db $option d.json
	expect_refused 1 'd.json:3: "text" is given twice'
done
lines d.json '[{"id":"d1",' '"text":"one \ud800"}]'
run "$ASSAY" import t.db d.json
expect_refused 1 'd.json:2: the escape \ud800 is half a character'
lines d.json '{"corpus":{"d1":' '"one \ud800"}}'
run "$ASSAY" import t.db --documents d.json
expect_refused 1 'd.json:2: the escape \ud800 is half a character'

test_that 'faulty JSON is reported as such, whatever the file holds'
lines d.json '[{"id"' ' "d1","text":"one"}]'
run "$ASSAY" import t.db d.json
expect_refused 1 'd.json:2: this is not JSON'
lines v.jsonl '{"question":"q1","question":"q2","shown":["d1","d2"],"chosen":"d1"}'
run "$ASSAY" import t.db v.jsonl
expect_refused 1 'v.jsonl:1: "question" is given twice'

# --- Ids ---------------------------------------------------------------------------

test_that 'whole numbers up to 2^53 are ids, all of them distinct'
documents '{"id":9007199254740992,"text":"one"}' '{"id":9007199254740990,"text":"two"}' '{"id":12345678901,"text":"3"}'
lines same.tsv "9007199254740992${TAB}one" "9007199254740990${TAB}two" "12345678901${TAB}3"
run "$ASSAY" import t.db --documents same.tsv
expect_stdout_line 'documents   0 added, 3 already there'

for number in 9007199254740993 9007199254740991.4 9007199254740994 -1 1.5 1e300; do
	test_that "$number is not an id"
	lines d.jsonl "{\"id\":$number,\"text\":\"one\"}"
	run "$ASSAY" import t.db --documents d.jsonl
	expect_refused 1 'd.jsonl:1: the number under "id" is not a whole number up to 9007199254740992'
done

test_that 'an id may have 4,096 bytes'
long=$(printf '%04096d' 0)
documents "$long${TAB}one"
lines q.tsv "$long${TAB}why?"
lines a.run "$long Q0 $long 1 1 a"
must "$ASSAY" import t.db --questions q.tsv --candidates a.run
expect_equal "$(pools)" "$long $long"

test_that 'all digits of a number in another field are kept'
documents '{"id":"d1","text":"one","sku":1234567890123456789,"of":[{"n":9007199254740993}]}'
lines q.jsonl '{"id":"q1","text":"Which?"}'
lines a.run 'q1 Q0 d1 1 1 a'
must "$ASSAY" import t.db q.jsonl a.run
must "$ASSAY" set t.db show sku,of
run_ballot
expect_stdout_has '1234567890123456789' '[{"n":9007199254740993}]'

test_that 'hits of Typesense and rows of CouchDB are unwrapped'
lines hits.json '{"found": 1, "hits": [{"document": {"id": "d1", "text": "Rinse it."}, "highlights": [], "text_match": 5}]}'
run "$ASSAY" import t.db --documents hits.json
expect_stdout_line 'hits.json: id from "id", text from "text"' 'documents   1 added'
lines rows.json '{"total_rows": 1, "rows": [{"id": "d2", "key": "d2", "value": {"rev": "1-a"}, "doc": {"_id": "d2", "body": "Cut it."}}]}'
run "$ASSAY" import t.db --documents rows.json
expect_stdout_line 'rows.json: id from "_id", text from "body"' 'documents   1 added'

test_that 'a list or an object instead of a text is reported as such'
lines d.json '[{"id": "d1", "text": ["one", "two"]}]'
run "$ASSAY" import t.db --documents d.json
expect_refused 1 'd.json:1: "text" is a list, not a text; make it one text, or choose another field with --id, --text or --title'
lines d.json '[{"id": "d1", "text": {"en": "one"}}]'
run "$ASSAY" import t.db --documents d.json
expect_refused 1 'd.json:1: "text" is an object, not a text'

test_that 'a score with a decimal comma is refused, except among semicolons'
lines a.tsv "qid${TAB}docid${TAB}score" "q1${TAB}d1${TAB}0,5"
run "$ASSAY" import t.db --candidates a.tsv
expect_refused 1 "a.tsv:2: the score '0,5' is not a finite number; write the number alone, with a point for decimals"

test_that "an id of MongoDB is the text in it"
documents '{"_id":{"$oid":"507f1f77bcf86cd799439011"},"text":"one"}'
lines same.tsv "507f1f77bcf86cd799439011${TAB}one"
run "$ASSAY" import t.db --documents same.tsv
expect_stdout_line 'documents   0 added, 1 already there'

# Prints the id that md5sum makes from the bytes.
digits() { printf '%s' "$1" | md5sum | cut -c "1-${2:-8}"; }

test_that '--make-id joins fields with - and counts characters, not bytes'
lines d.jsonl '{"text":"Schöne Grüße zu später Stunde","section":"General","question":"Can I join?","course":"ml","week":3}'
run "$ASSAY" import t.db --documents d.jsonl --make-id 'course,question,text:10'
expect_stdout_line 'd.jsonl: id made from "course", "question" and the first 10 characters of "text", title from "question", text from "text"; other fields: section, course, week'
lines same.jsonl "{\"id\":\"$(digits 'ml-Can I join?-Schöne Grü')\",\"title\":\"Can I join?\",\"text\":\"Schöne Grüße zu später Stunde\",\"section\":\"General\",\"course\":\"ml\",\"week\":3}"
run "$ASSAY" import t.db --documents same.jsonl
expect_stdout_line 'documents   0 added, 1 already there'
lines q.jsonl '{"text":"Late?","week":3}'
run "$ASSAY" import t.db --questions q.jsonl --make-id week,text:2 --id-length 32
expect_stdout_has "($(digits 3-La 32))"

test_that "--make-id gives the ids that the course's Python code makes"
lines d.jsonl '{"text":"The purpose of this document is to capture frequently asked technical questions","section":"General course-related questions","question":"Course - When will the course start?","course":"data-engineering-zoomcamp"}'
lines a.run 'q1 Q0 c02e79ef 1 1 a'
lines q.tsv "q1${TAB}When does it start?"
run "$ASSAY" import t.db --documents d.jsonl --questions q.tsv --make-id 'course,question,text:10' --candidates a.run
expect_stdout_line 'candidates  1 added'

test_that '--make-id replaces an existing id, which stays as a field'
lines d.jsonl '{"id":"my document","text":"one"}'
run "$ASSAY" import t.db --documents d.jsonl --make-id id
expect_stdout_line 'd.jsonl: id made from "id", text from "text"; other fields: id'

test_that 'documents without ids are refused, with the option to type'
lines d.jsonl '{"text":"Yes, you can.","section":"General","question":"Can I join?","course":"ml"}'
run "$ASSAY" import t.db --documents d.jsonl
expect_refused 1 'd.jsonl:1: there is no id' "make ids: --make-id 'section,course,question,text:10'"

test_that 'questions without ids get ids made from their text'
lines q.jsonl '{"question":"Can I join?","course":"ml"}' '{"question":"Late?","course":"ml"}'
run "$ASSAY" import t.db --questions q.jsonl
expect_status 0
expect_stdout_line 'q.jsonl: id made from "text", text from "question"; other fields: course' \
	"questions left without candidates: 2 ($(digits 'Can I join?'), $(digits 'Late?'))"

test_that 'a question with an id is refused if the first one has none'
lines q.jsonl '{"question":"Can I join?"}' '{"id":"q2","question":"Late?"}'
run "$ASSAY" import t.db --questions q.jsonl
expect_refused 1 'q.jsonl:2: it has an id, "id", and the first one in the file has none'

test_that 'two documents with one made id are refused, both are shown, with or without --replace'
lines d.jsonl '{"course":"ml","title":"One","text":"first"}' '{"course":"ml","title":"Two","text":"second"}'
run "$ASSAY" import t.db --documents d.jsonl --make-id course
expect_refused 1 "d.jsonl:2: two documents get the id '$(digits ml)', made from \"course\": title 'Two' here, 'One' at d.jsonl:1;" \
	'remove one from the file' '--make-id' '--id-length'
run "$ASSAY" import t.db --documents d.jsonl --make-id course --replace
expect_refused 1 "'Two' here, 'One' at d.jsonl:1"

test_that 'two documents with one made id and one title are refused, and their texts are shown'
lines d.jsonl '{"course":"ml","title":"One","text":"first"}' '{"course":"ml","title":"One","text":"second"}'
run "$ASSAY" import t.db --documents d.jsonl --make-id course
expect_refused 1 "'second' here, 'first' at d.jsonl:1;"

test_that 'two questions with one made id are refused, too'
lines q.jsonl '{"text":"Can I join?","course":"ml"}' '{"text":"Can I join?","course":"de"}'
run "$ASSAY" import t.db --questions q.jsonl
expect_refused 1 "q.jsonl:2: two questions get the id '$(digits 'Can I join?')', made from \"text\": \"course\" 'de' here, 'ml' at q.jsonl:1"

test_that 'identical records with one made id are one'
lines d.jsonl '{"text":"first"}' '{"text":"second"}' '{"text":"first"}'
run "$ASSAY" import t.db --documents d.jsonl --make-id text
expect_stdout_line 'documents   2 added, 1 repeated in the files'

test_that 'a recipe with a field that a file or record lacks is refused'
lines d.jsonl '{"id":"d1","text":"one"}'
run "$ASSAY" import t.db --documents d.jsonl --make-id text,cours
expect_refused 1 '--make-id: no file has all its fields ("text" is missing)'
lines d.jsonl '{"course":"ml","text":"one"}' '{"text":"two"}'
run "$ASSAY" import t.db --documents d.jsonl --make-id cours,text
expect_refused 1 'd.jsonl:1: no "cours", which --make-id names; the fields here are "course", "text"'
run "$ASSAY" import t.db --documents d.jsonl --make-id course,text
expect_refused 1 'd.jsonl:2: no "course", which ids are made from'

test_that 'a number that JSON readers do not tell from others makes no id'
lines d.jsonl '{"n":9007199254740991,"text":"one"}' '{"n":9007199254740993,"text":"two"}'
run "$ASSAY" import t.db --documents d.jsonl --make-id n
expect_refused 1 'd.jsonl:2: the number under "n", which ids are made from, is above 9007199254740992'

test_that 'a list makes no id'
lines d.jsonl '{"n":[1],"text":"one"}'
run "$ASSAY" import t.db --documents d.jsonl --make-id n
expect_refused 1 'd.jsonl:1: "n", which ids are made from, is neither a text nor a number'

for recipe in '' , 'course,' ':10' 'text:' 'text:0' 'text:99999999999'; do
	test_that "--make-id '$recipe' is wrong usage"
	lines d.jsonl '{"text":"one"}'
	run "$ASSAY" import t.db --documents d.jsonl --make-id "$recipe"
	expect_refused 2 '--make-id'
done

for length in 3 33 x; do
	test_that "--id-length $length is wrong usage"
	run "$ASSAY" import t.db --documents d.jsonl --make-id text --id-length "$length"
	expect_refused 2 '--id-length'
done

# --- TSV ---------------------------------------------------------------------------

test_that 'in TSV, more columns than two are refused without a header'
lines d.tsv "d1${TAB}hose" "d2${TAB}hose${TAB}35 mm"
run "$ASSAY" import t.db --documents d.tsv
expect_refused 1 'd.tsv:2: there are 3 columns and no header' 'id TAB title TAB text' 'JSON lines'

test_that 'a header of TSV names the columns, in any order; the others are kept'
documents "url${TAB}Title${TAB}body${TAB}docid" "http://a${TAB}Hose${TAB}Press it.${TAB}d1" \
	"http://b${TAB}${TAB}Rinse it.${TAB}d2"
expect_stdout_line 'documents   2 added'
lines same.jsonl '{"_id":"d1","title":"Hose","text":"Press it.","url":"http://a"}' \
	'{"_id":"d2","title":"","text":"Rinse it.","url":"http://b"}'
run "$ASSAY" import t.db --documents same.jsonl
expect_stdout_line 'documents   0 added, 2 already there'

for header in "id${TAB}text" "_id${TAB}text" "qid${TAB}question" "query_id${TAB}query" "ID${TAB}Text"; do
	test_that "'$header' is a header of questions and no question"
	lines q.tsv "$header" "q1${TAB}Why?"
	must "$ASSAY" import t.db --questions q.tsv
	lines same.tsv "q1${TAB}Why?"
	run "$ASSAY" import t.db --questions same.tsv
	expect_stdout_line 'questions   0 added, 1 already there' 'questions left without candidates: 1 (q1)'
done

for name in docid doc_id corpus-id corpus_id Document_ID passage_id pid doc document docno DOCNO; do
	test_that "'$name' is the id of documents, in TSV and in JSON lines"
	documents "$name${TAB}text" "d1${TAB}one"
	expect_stdout_line 'documents   1 added'
	lines same.jsonl "{\"$name\": \"d1\", \"text\": \"one\"}"
	run "$ASSAY" import t.db --documents same.jsonl
	expect_stdout_line 'documents   0 added, 1 already there'
done

for name in qid query-id query_id QueryID question_id topic topic_id; do
	test_that "'$name' is the id of questions, in TSV and in JSON lines"
	lines q.tsv "$name${TAB}text" "q1${TAB}Why?"
	must "$ASSAY" import t.db --questions q.tsv
	lines same.jsonl "{\"$name\": \"q1\", \"text\": \"Why?\"}"
	run "$ASSAY" import t.db --questions same.jsonl
	expect_stdout_line 'questions   0 added, 1 already there' 'questions left without candidates: 1 (q1)'
done

for header in "number${TAB}text" "key${TAB}Title" "entry-key${TAB}body" "nr${TAB}question"; do
	test_that "'$header' is a header without an id, not a document"
	lines d.tsv "$header" "d1${TAB}one"
	run "$ASSAY" import t.db --documents d.tsv
	expect_refused 1 'd.tsv:1: this header names no id' \
		'if this is a document, put a header `id TAB text` above it'
done

test_that 'names of three columns are a header, for which ids can be made'
lines d.tsv "key${TAB}Title${TAB}text" "d1${TAB}one${TAB}two"
run "$ASSAY" import t.db --documents d.tsv
expect_refused 1 'd.tsv:2: there is no id' "--make-id 'key,Title,text:10'"
run "$ASSAY" import t.db --documents d.tsv --make-id 'key,Title,text:10'
expect_stdout_line 'documents   1 added'

test_that 'a header of questions that names no id is refused, too'
lines q.tsv "number${TAB}query" "q1${TAB}Why?"
run "$ASSAY" import t.db --questions q.tsv
expect_refused 1 'q.tsv:1: this header names no id'

test_that 'below a header a text may equal a column name'
documents "id${TAB}text" "one${TAB}text"
expect_stdout_line 'documents   1 added'

test_that 'a question named like a column is not a header'
lines q.tsv "q1${TAB}id" "q2${TAB}text"
run "$ASSAY" import t.db --questions q.tsv
expect_stdout_line 'questions   2 added'

test_that 'a line that has not as many columns as the header is refused'
lines d.tsv "id${TAB}text" "d1${TAB}one" "d2${TAB}two${TAB}three"
run "$ASSAY" import t.db --documents d.tsv
expect_refused 1 'd.tsv:3: 3 columns where the header has 2'

test_that 'a header without a text, or with another kind of id, is refused'
lines d.tsv "id${TAB}blurb" "d1${TAB}one"
run "$ASSAY" import t.db --documents d.tsv
expect_refused 1 'd.tsv:2: there is no text'
lines q.tsv "docid${TAB}text" "d1${TAB}one"
run "$ASSAY" import t.db --questions q.tsv
expect_refused 1 'q.tsv:2: there is no id'

test_that 'a header with a name twice is refused'
lines d.tsv "id${TAB}text${TAB}Text" "d1${TAB}one${TAB}two"
run "$ASSAY" import t.db --documents d.tsv
expect_refused 1 "d.tsv:1: two columns of the header have the name 'Text'"

test_that 'a header alone is not a document'
lines d.tsv "id${TAB}text"
run "$ASSAY" import t.db --documents d.tsv
expect_refused 1 'd.tsv: the file has no document'

# The same collection in the formats in which people have it. (tests/unit/test_items.c has the content of each.)
same_as_pairs() { # file
	lines pairs "d1${TAB}Rinse it." "d2${TAB}Call us."
	must "$ASSAY" import t.db --documents "$1"
	run "$ASSAY" import t.db --documents pairs
	expect_stdout_line 'documents   0 added, 2 already there'
}

test_that 'documents are read from a JSON array, packed or not'
printf '[\n  {"id": "d1", "text": "Rinse it."},\n  {"id": "d2", "text": "Call us."}\n]\n' >d.json
same_as_pairs d.json
gzip d.json
same_as_pairs d.json.gz

test_that 'documents are read from CSV'
printf 'text,id\r\n"Rinse it.",d1\r\nCall us.,d2\r\n' >d.csv
same_as_pairs d.csv

test_that 'documents are read from a search of Elasticsearch'
lines hits.json '{"hits":{"hits":[{"_id":"d1","_source":{"text":"Rinse it."}},{"_id":"d2","_source":{"text":"Call us."}}]}}'
same_as_pairs hits.json

test_that 'a control character in a file name becomes its number in the id'
mkdir texts
printf 'Call us.' >"texts/a$(printf '\033[2J\302\233')é.txt"
must "$ASSAY" import t.db --documents texts
lines same.jsonl '{"id":"a%1B[2J%C2%9Bé.txt","text":"Call us."}'
run "$ASSAY" import t.db --documents same.jsonl
expect_stdout_line 'documents   0 added, 1 already there'

test_that 'documents are read from a folder, each file one'
mkdir -p texts/more
printf '# Filters\n\nRinse it.\n' >texts/filter.md
printf 'Call us.' >'texts/more/by phone.txt'
printf 'x' >texts/logo.png
run "$ASSAY" import t.db --documents texts
expect_status 0
expect_stdout_has 'texts: one document per file, per page of a PDF, per chapter of an EPUB: id from the path'
expect_stdout_line 'documents   2 added'
expect_stderr_has "1 file left out; the first is 'logo.png': its name does not end in .md, .txt, .html"
lines same.jsonl '{"id":"filter.md","title":"Filters","text":"# Filters\n\nRinse it.\n"}' \
	'{"id":"more/by%20phone.txt","text":"Call us."}'
run "$ASSAY" import t.db --documents same.jsonl
expect_stdout_line 'documents   0 added, 2 already there'

test_that 'files of one name in two folders need the folder that contains both'
mkdir -p two/a two/b
echo aaa >two/a/x.txt
echo bbb >two/b/x.txt
run "$ASSAY" import t.db --documents two/a --documents two/b
expect_refused 1 "document 'x.txt' has other content" 'import the folder that contains both folders'
must "$ASSAY" import t.db --documents two
expect_equal "$(sqlite3 t.db 'SELECT group_concat(docid) FROM document')" 'a/x.txt,b/x.txt'

test_that 'a changed document of a folder is refused with its file name'
mkdir texts
printf 'new' >texts/d1.txt
documents '{"id":"d1.txt","text":"old"}'
run "$ASSAY" import t.db --documents texts
expect_refused 1 "texts/d1.txt: document 'd1.txt' has other content than in t.db" '--replace'

test_that 'questions are read from topics of TREC'
lines topics '<top>' '<num> Number: 7' '<title> Why?' '<desc> Description:' 'It is loud.' '</top>'
lines same.jsonl '{"qid":"7","text":"Why?","desc":"It is loud."}'
must "$ASSAY" import t.db --questions topics
run "$ASSAY" import t.db --questions same.jsonl
expect_stdout_line 'questions   0 added, 1 already there'

test_that 'blank lines are passed over'
documents '' "d1${TAB}one" '   ' "d2${TAB}two" ''
expect_stdout_line 'documents   2 added'

test_that 'the first byte tells JSON lines where the name of the file does not'
documents '{"_id":"d1","text":"Rinse it."}'
expect_stdout_line 'documents   1 added'

test_that 'lines that end in CRLF are read as those that end in LF'
printf 'd1\tRinse it.\r\nd2\tCall us.\r\n' >crlf.tsv
lines lf.tsv "d1${TAB}Rinse it." "d2${TAB}Call us."
must "$ASSAY" import t.db --documents crlf.tsv
run "$ASSAY" import t.db --documents lf.tsv
expect_stdout_line 'documents   0 added, 2 already there'

test_that 'a byte order mark is not part of the first id'
printf '\357\273\277d1\tRinse it.\n' >marked.tsv
lines plain.tsv "d1${TAB}Rinse it."
must "$ASSAY" import t.db --documents marked.tsv
run "$ASSAY" import t.db --documents plain.tsv
expect_stdout_line 'documents   0 added, 1 already there'

test_that 'a remark points out questions whose ids begin like a comment in TREC'
lines d.jsonl '{"_id":"#d","text":"no question"}'
lines q.tsv "#16${TAB}How?" "q2${TAB}Why?" "#17${TAB}When?"
run "$ASSAY" import t.db --documents d.jsonl --questions q.tsv
expect_status 0
expect_stdout_line 'questions   3 added'
expect_stderr_has "2 questions have an id that begins with #; the first is '#16'"

test_that 'bytes that are not UTF-8 are kept unchanged'
printf 'd1\tcaf\351\n' >latin.tsv
printf 'd1\tcaf\350\n' >other.tsv
run "$ASSAY" import t.db --documents latin.tsv
expect_status 0
expect_stderr_has '1 document or question is not valid UTF-8; the first is at latin.tsv:1;' 'iconv'
run "$ASSAY" import t.db --documents latin.tsv
expect_stdout_line 'documents   0 added, 1 already there'
run "$ASSAY" import t.db --documents other.tsv
expect_status 1

test_that 'valid UTF-8 needs no remark'
lines d.tsv "d1${TAB}Wie hält man das Wasser aus der Pumpe?" "d2${TAB}0123456€" "d3${TAB}泵里的水" "d4${TAB}"
run "$ASSAY" import t.db --documents d.tsv
expect_equal "$(stderr | grep -c UTF-8)" 0

test_that 'invalid UTF-8 in other fields is counted, too, with its first place'
printf '{"id":"d1","text":"one"}\n{"id":"d2","text":"two","of":"caf\351"}\n{"id":"d3","text":"caf\351"}\n' >d.jsonl
run "$ASSAY" import t.db --documents d.jsonl
expect_stderr_has '2 documents or questions are not valid UTF-8; the first is at d.jsonl:2;'

test_that 'the last line may lack its line end'
printf 'd1\tone\nd2\ttwo' >cut.tsv
run "$ASSAY" import t.db --documents cut.tsv
expect_stdout_line 'documents   2 added'

test_that '- is standard input'
give "d1${TAB}one" "d2${TAB}two" "d3${TAB}three"
run "$ASSAY" import t.db --documents -
expect_stdout_line 'documents   3 added'

test_that 'a document with only a title is kept, with a remark'
documents '{"_id":"d1","text":"one"}' '{"_id":"d2","title":"Filters"}'
expect_status 0
expect_stdout_line 'documents   2 added'
expect_equal "$(stderr)" "assay: 1 document without text; the first is 'd2'"

test_that 'if no document has a text, a remark suggests --text'
lines t.csv 'id,title,blurb' 'd1,Hose,It carries water.' 'd2,Belt,It turns the drum.'
run "$ASSAY" import t.db --documents t.csv
expect_stderr_has "2 documents without text; the first is 'd1'; if another field is the text, name it: --text FIELD"

test_that 'descriptions and abstracts are texts'
lines t.csv 'id,title,price,description' 'd1,Hose,9,It carries water.'
run "$ASSAY" import t.db --documents t.csv
expect_stdout_has 't.csv: id from "id", title from "title", text from "description"; other fields: price'
lines t.jsonl '{"id":"d2","title":"Hose","abstract":"We bend hoses."}'
run "$ASSAY" import t.db --documents t.jsonl
expect_stdout_has 'title from "title", text from "abstract"'

test_that 'a document with an empty text is kept, with a remark'
documents "d1${TAB}" "d2${TAB}two" "d3${TAB}"
expect_stdout_line 'documents   3 added'
expect_stderr_has "2 documents without text; the first is 'd1'"

test_that 'documents with the same text as another are counted'
documents "d1${TAB}one" "d2${TAB}two" "d3${TAB}one" "d4${TAB}" "d5${TAB}"
expect_stdout_line 'documents   5 added'
expect_stderr_has "1 document has the same text as a document before it; the first is 'd3'"

test_that 'a ballot shows title and text as they were imported'
lines d.jsonl '{"_id":"d1","title":"Hose \"500\"","text":"Cut it.\n\nScrew it back in."}'
lines q.tsv "q1${TAB}My hose has split – what now?"
lines a.run 'q1 Q0 d1 1 1 a'
must "$ASSAY" import t.db --documents d.jsonl --questions q.tsv --candidates a.run
run_ballot
expect_stdout_has '"question":{"qid":"q1","text":"My hose has split – what now?"}' \
	'"docid":"d1","title":"Hose \"500\"","text":"Cut it.\n\nScrew it back in."'

test_that 'an id beyond ASCII comes out byte for byte, a no-break space in it, too'
id=$(printf '#\303\274ber/d:1\302\240z')
lines d.tsv "$id${TAB}one"
lines q.tsv "q#1${TAB}Why?"
lines a.run "q#1 Q0 $id 1 1 a"
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
expect_equal "$(pools)" "q#1 $id"

# --- The same id with other content ----------------------------------------

test_that 'different content under one id in a file is refused, naming both lines'
lines d.tsv "d1${TAB}one" "d2${TAB}two" "d1${TAB}another"
run "$ASSAY" import t.db --documents d.tsv
expect_refused 1 'd.tsv:3:' 'd.tsv:1' "'d1'" '--replace'

test_that 'both contents are shown, and how to go on'
lines d.tsv "d1${TAB}one" "d1${TAB}another"
run "$ASSAY" import t.db --documents d.tsv
expect_refused 1 "d.tsv:1: text 'another' here, 'one' there;" '--replace' '--make-id'

test_that 'for long contents the error shows where they differ'
same=$(printf '%0300d' 0)
lines d.tsv "d1${TAB}${same}one" "d1${TAB}${same}another"
run "$ASSAY" import t.db --documents d.tsv
expect_refused 1 "'…00000000000000000000another' here, '…00000000000000000000one' there;"

test_that 'if titles and texts are equal, the error shows the field that differs'
lines d.jsonl '{"id":"d1","text":"one","year":1}' '{"id":"d1","text":"one","year":1,"course":"ml"}'
run "$ASSAY" import t.db --documents d.jsonl
expect_refused 1 "\"course\" 'ml' here, nothing there;"

test_that 'an error about two contents cannot control the terminal'
lines d.jsonl '{"id":"d1","text":"one"}' '{"id":"d1","text":"\u001b]0;x\u0007"}'
run "$ASSAY" import t.db --documents d.jsonl
expect_refused 1 "'␛]0;x␇' here, 'one' there;"

test_that 'different content under one id in two files is refused, naming both files'
lines a.tsv "d1${TAB}one"
lines b.tsv "d2${TAB}two" "d1${TAB}another"
run "$ASSAY" import t.db --documents a.tsv --documents b.tsv
expect_refused 1 'b.tsv:2:' 'a.tsv:1' "'d1'"

test_that 'different content in the database is refused, naming file and database'
prepared import_small
lines b.tsv "d2${TAB}Do not rinse the filter."
run "$ASSAY" import t.db --documents b.tsv
expect_refused 1 'b.tsv:1:' 't.db' "'d2'" "'Do not rinse the filter.' here, 'Rinse the filter.' there;" '--replace'

test_that 'another text of a question is refused, too'
prepared import_small
lines b.tsv "q2${TAB}Why is it so quiet?"
run "$ASSAY" import t.db --questions b.tsv
expect_refused 1 'b.tsv:1:' "question 'q2'"

test_that 'another title is other content'
documents '{"_id":"d1","title":"Filters","text":"Rinse it."}'
lines b.jsonl '{"_id":"d1","title":"Filter","text":"Rinse it."}'
run "$ASSAY" import t.db --documents b.jsonl
expect_refused 1 'b.jsonl:1:'

test_that 'unused fields are kept, and another value counts as other content'
documents '{"_id":"d1","text":"Rinse it.","updated":"2025-03-11"}'
run "$ASSAY" import t.db --documents given
expect_stdout_line 'documents   0 added, 1 already there'
lines b.jsonl '{"_id":"d1","text":"Rinse it.","updated":"2025-03-12"}'
run "$ASSAY" import t.db --documents b.jsonl
expect_refused 1 'b.jsonl:1:'

test_that 'a repeated line is not a conflict'
documents "d1${TAB}one" "d1${TAB}one"
expect_stdout_line 'documents   1 added, 1 repeated in the files'

test_that '--replace replaces the old content'
prepared import_small
lines b.tsv "d4${TAB}Write to us."
run "$ASSAY" import t.db --documents b.tsv --replace
expect_stdout_line 'documents   0 added, 1 replaced'
run "$ASSAY" import t.db --documents b.tsv
expect_stdout_line 'documents   0 added, 1 already there'

test_that 'with --replace the last of several wins'
lines b.tsv "d1${TAB}first" "d1${TAB}last"
lines last.tsv "d1${TAB}last"
must "$ASSAY" import t.db --documents b.tsv --replace
run "$ASSAY" import t.db --documents last.tsv
expect_stdout_line 'documents   0 added, 1 already there'

# --- Pools -----------------------------------------------------------------

pool_files() {
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3" "d4${TAB}4" "d5${TAB}5"
	lines q.tsv "q1${TAB}one?" "q2${TAB}two?"
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv
}

test_that 'a pool is the union of the best --depth documents of each run'
prepared pool_files
lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d3 3 7 a'
lines b.run 'q1 Q0 d2 1 9 b' 'q1 Q0 d4 2 8 b' 'q1 Q0 d5 3 7 b'
run "$ASSAY" import t.db --candidates a.run --candidates b.run --depth 2
expect_stdout_line 'candidates  3 added, 1 already there'
expect_equal "$(pools)" 'q1 d1
q1 d2
q1 d4'

test_that 'the best documents are those with the highest scores, whatever rank and line say'
prepared pool_files
lines a.run 'q1 Q0 d1 1 -20 a' 'q1 Q0 d2 2 1e1 a' 'q1 Q0 d3 3 9 a' 'q1 Q0 d4 4 10.5 a'
must "$ASSAY" import t.db --candidates a.run --depth 2
expect_equal "$(pools)" 'q1 d2
q1 d4'

test_that 'a third column without ranks counts as scores, with a remark'
prepared pool_files
lines a.run 'q1 d1 7' 'q1 d2 6.5' 'q1 d3 6'
run "$ASSAY" import t.db --candidates a.run --depth 2
expect_status 0
expect_stderr_has 'assay: a.run: the third column does not hold ranks (whole numbers that rise with each line of a question)' 'the highest first'
expect_equal "$(pools)" 'q1 d1
q1 d2'

test_that 'scores that look like distances are refused for a pool'
prepared pool_files
lines trec.run 'q1 Q0 d1 1 0.1 a' 'q1 Q0 d2 2 0.2 a'
lines table.run 'qid docid rank score' 'q1 d1 1 0.1' 'q1 d2 2 0.2'
lines three.run 'q1 d1 0.1' 'q1 d2 0.2'
lines fine.run 'q1 Q0 d3 1 2 a'
advice='like distances, but the highest would count as the best; negate them, or list the hits with the highest score first if it is the best'
for file in trec.run table.run three.run; do
	run "$ASSAY" import t.db --candidates fine.run --candidates $file
	expect_status 1
	how='where the ranks do'
	[ $file != three.run ] || how='line by line'
	expect_stderr_has "assay: $file: the scores rise $how, $advice"
	expect_equal "$(pools)" ''
done
awk 'BEGIN { print "qid,docid,score"; for (i = 1; i <= 5; i++) print "q1,d" i "," i / 10 }' >table.csv
run "$ASSAY" import t.db --candidates fine.run --candidates table.csv
expect_refused 1 'table.csv: the scores rise line by line, like distances, but the highest would count as the best; negate them, or name the field distance, or list the hits with the highest score first if it is the best'
expect_equal "$(pools)" ''

test_that 'swapped ranks and scores are refused for a pool'
prepared pool_files
lines swapped.run 'q1 Q0 d1 0.9 1 a' 'q1 Q0 d2 0.8 2 a'
run "$ASSAY" import t.db --candidates swapped.run
expect_refused 1 'swapped.run: the ranks fall and are not whole numbers, the scores are whole numbers and rise, so the last document of each question counts as the best' 'swap the two columns'
expect_equal "$(pools)" ''

test_that 'of equal scores the larger docid ranks first, as everywhere'
prepared pool_files
lines a.run 'q1 Q0 d1 1 5 a' 'q1 Q0 d3 2 5 a' 'q1 Q0 d2 3 5 a'
must "$ASSAY" import t.db --candidates a.run --depth 2
expect_equal "$(pools)" 'q1 d2
q1 d3'

test_that 'runs with the same file name are distinguished by their folders'
prepared pool_files
mkdir -p a/x b/x
lines a/x/run.txt 'q1 Q0 d1 1 9 a'
lines b/x/run.txt 'q1 Q0 d2 1 9 b'
lines other.run 'q1 Q0 d3 1 9 c'
must "$ASSAY" import t.db --candidates a/x/run.txt b/x/run.txt other.run
must "$ASSAY" set t.db blind 0
give q
run "$ASSAY" label t.db --plain --annotator eve
expect_stdout_has 'a/x/run.txt' 'b/x/run.txt' 'other.run'
expect_stdout_lacks '/other.run'

test_that 'it is an error if --skip-unknown leaves no candidate'
prepared pool_files
lines a.run 'x1 Q0 d1 1 9 a' 'q1 Q0 d99 1 9 a'
run "$ASSAY" import t.db --candidates a.run --skip-unknown
expect_refused 1 "no candidate is known: all 2 name a question or a document that is not in the database" "question 'x1'" "document 'd99'"

test_that 'the depth counts for each question'
prepared pool_files
lines a.run 'q2 Q0 d5 1 1 a' 'q1 Q0 d1 1 9 a' 'q2 Q0 d4 1 2 a' 'q1 Q0 d2 2 8 a'
must "$ASSAY" import t.db --candidates a.run --depth 1
expect_equal "$(pools)" 'q1 d1
q2 d4'

test_that 'the default depth is ten documents'
for i in 01 02 03 04 05 06 07 08 09 10 11 12; do
	printf 'd%s\ttext\n' $i >>d.tsv
	printf 'q1 Q0 d%s 1 -%s a\n' $i $i >>a.run
done
lines q.tsv "q1${TAB}Why?"
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
expect_stdout_line 'candidates  10 added'
expect_equal "$(pools | tail -n 1)" 'q1 d10'

test_that 'a later run adds to the pool'
prepared import_small
lines more.run 'q1 Q0 d4 1 1 b' 'q3 Q0 d1 1 1 b'
run "$ASSAY" import t.db --candidates more.run
expect_stdout_line 'candidates  2 added' 'questions left without candidates: 0'

test_that 'a candidate keeps its votes when the pool grows'
prepared import_small
give '{"vote":1}' '{"quit":true}'
must "$ASSAY" label t.db --json --annotator eve
lines more.run 'q1 Q0 d4 1 1 b'
must "$ASSAY" import t.db --candidates more.run
expect_equal "$("$ASSAY" relevance t.db --question q1 --format tsv | cut -f 4 | tr '\n' ' ')" '1 1 1 0 '

# --- Candidates that nobody knows ------------------------------------------

test_that 'an unknown document in a run is refused, counted and named'
prepared import_small
lines b.run 'q1 Q0 d9 1 1 b' 'q2 Q0 d8 1 1 b'
run "$ASSAY" import t.db --candidates b.run
expect_refused 1 'b.run: 2 candidates' "document 'd9'" "document 'd8'" '--skip-unknown'

test_that 'an unknown question in a run is refused, counted and named'
prepared import_small
lines b.run 'q9 Q0 d1 1 2 b' 'q9 Q0 d2 2 1 b'
run "$ASSAY" import t.db --candidates b.run
expect_refused 1 'b.run: 2 candidates' "question 'q9'" '--skip-unknown'

test_that 'with --skip-unknown the rest is imported, and what is left out is named'
prepared import_small
lines b.run 'q1 Q0 d9 1 3 b' 'q1 Q0 d4 2 2 b' 'q9 Q0 d1 1 2 b' 'q9 Q0 d2 2 1 b'
run "$ASSAY" import t.db --candidates b.run --skip-unknown
expect_status 0
expect_stdout_line 'candidates  1 added'
expect_stderr_has '3 candidates left out' "document 'd9', question 'q9'"

test_that 'documents below the depth may be unknown'
prepared import_small
lines b.run 'q1 Q0 d4 1 9 b' 'q1 Q0 d9 2 8 b'
run "$ASSAY" import t.db --candidates b.run --depth 1
expect_status 0

# --- Transactions ----------------------------------------------------------

test_that 'a failed import leaves no new database behind'
small_files
lines broken.run 'q1 Q0 d1 1 9.5 x' 'q1 Q0 d2 2 high x'
run "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates broken.run
expect_status 1
expect_missing t.db t.db-wal t.db-shm t.db-journal

test_that 'a large import that fails late leaves no new database behind'
awk 'BEGIN { for (i = 0; i < 60000; i++) printf "n%d\t%s %d\n", i, "the hose comes off with the two grey buttons", i
             print "no tab" }' >many.tsv
run "$ASSAY" import t.db --documents many.tsv
expect_refused 1 'many.tsv:60001:'
expect_missing t.db t.db-wal t.db-shm t.db-journal

test_that 'a failed import does not harm another that makes the same database'
small_files
lines broken.tsv "d1${TAB}one" 'no tab'
for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	"$ASSAY" import "$round.db" --documents broken.tsv >/dev/null 2>&1 &
	must "$ASSAY" import "$round.db" --documents documents.tsv
	wait $!
	expect_equal "status $?" 'status 1'
	run "$ASSAY" status "$round.db"
	expect_stdout_has 'documents   4'
done

test_that 'an import that waits for a failed one makes the database instead'
small_files
mkfifo pipe
"$ASSAY" import t.db --documents pipe >/dev/null 2>&1 &
exec 3>pipe
"$ASSAY" import t.db --documents documents.tsv >out 2>&1 3>&- &
printf 'no tab\n' >&3
exec 3>&-
wait $!
expect_equal "status $?" 'status 0'
run "$ASSAY" status t.db
expect_stdout_has 'documents   4'

test_that 'the name of a database is always a file name'
small_files
must "$ASSAY" import :memory: --documents documents.tsv
must "$ASSAY" import 'file:x.db?mode=memory' --documents documents.tsv
expect_equal "$(ls | grep -cF -e ':memory:' -e 'file:x.db?mode=memory')" 2

test_that 'a database without a name is refused'
small_files
run "$ASSAY" import '' --documents documents.tsv
expect_refused 2 'name a file'

test_that 'an import that fails leaves an empty file empty'
small_files
: >t.db
lines broken.tsv 'no tab'
run "$ASSAY" import t.db --documents broken.tsv
expect_refused 1 'broken.tsv:1:'
expect_equal "$(wc -c <t.db | tr -d ' ')" 0
expect_missing t.db-wal t.db-shm

test_that 'an import that fails leaves an existing database byte for byte'
prepared import_small
cp t.db before.db
lines more.tsv "d5${TAB}five" "d6${TAB}six" 'no tab'
run "$ASSAY" import t.db --documents more.tsv
expect_refused 1 'more.tsv:3:'
expect_same_file before.db t.db
expect_missing t.db-wal t.db-shm

test_that 'a fault in the last file undoes the import of the first'
prepared import_small
lines more.tsv "d5${TAB}five"
lines broken.run 'q1 Q0 d5'
before=$("$ASSAY" status t.db)
run "$ASSAY" import t.db --documents more.tsv --candidates broken.run
expect_refused 1 'broken.run:1:'
expect_equal "$("$ASSAY" status t.db)" "$before"

test_that 'a large import that fails late leaves an existing database as it was'
prepared import_small
sqlite3 t.db .dump | grep -v 'INTO event' >before # the log shows the failed attempt
awk 'BEGIN { for (i = 0; i < 20000; i++) printf "n%d\t%s %d\n", i, "the hose comes off with the two grey buttons", i
             print "no tab" }' >many.tsv
run "$ASSAY" import t.db --documents many.tsv
expect_refused 1 'many.tsv:20001:'
sqlite3 t.db .dump | grep -v 'INTO event' >after
expect_same_file before after

test_that 'a database that hits the size limit is reported'
prepared import_small
awk 'BEGIN { for (i = 0; i < 9000; i++) printf "n%d\t%s %d\n", i, "the hose comes off with the two grey buttons", i }' >many.tsv
run sh -c 'ulimit -f 600; "$1" import t.db --documents many.tsv' sh "$ASSAY"
expect_refused 1 't.db: the file would become larger than allowed (see `ulimit -f`); nothing was saved' \
	'the parts of the import before that are stored'
run "$ASSAY" check t.db
expect_status 0
must "$ASSAY" import t.db --documents many.tsv
expect_equal "$(sqlite3 t.db 'SELECT count(*) FROM document')" 9004

test_that 'compressed documents that do not fit into TMPDIR leave nothing half done'
prepared import_small
cp t.db before.db
awk 'BEGIN { for (i = 0; i < 40000; i++) printf "n%d\t%s %d\n", i, "the hose comes off with the two grey buttons", i }' |
	gzip >many.tsv.gz
before=$(ls)
run sh -c 'ulimit -f 600; TMPDIR=$PWD "$1" import t.db --documents many.tsv.gz' sh "$ASSAY"
expect_refused 1 "many.tsv.gz: a temporary file does not fit into $PWD (File too large); free some space"
expect_same_file before.db t.db
expect_equal "$(ls)" "$before"

# exec returns when the pipe is open at both ends, so the import is running then.
test_that 'Ctrl-C stops an import with nothing half done'
prepared import_small
cp t.db before.db
mkfifo pipe
"$ASSAY" import t.db --documents pipe >out 2>err &
exec 3>pipe
printf 'd9\tnine\n' >&3
kill -INT $!
exec 3>&-
wait $!
expect_equal "status $?" 'status 1'
expect_equal "$(grep -c '^assay: .*stopped' err) $(wc -c <out | tr -d ' ')" '1 0'
expect_same_file before.db t.db

done_testing
