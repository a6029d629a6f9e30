# Input that assay cannot take gives one line that names the place and the remedy, status 1 (2 for wrong usage), and
# nothing on standard output. The database stays as it was.
. "$SOURCE/tests/support/tap.sh"

files() {
	lines documents.tsv "d1${TAB}Press the two grey buttons." "d2${TAB}Rinse the filter." "d3${TAB}Turn it off."
	lines questions.tsv "q1${TAB}How does the hose come off?"
	lines a.run 'q1 Q0 d1 1 9.5 x' 'q1 Q0 d2 2 8.5 x' 'q1 Q0 d3 3 7.5 x'
	lines truth.qrels 'q1 0 d1 1' 'q1 0 d2 0'
}

database() {
	files
	must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates a.run
}

# A line of documents.jsonl after a good one, and the error about it.
refused_document() { # what, line, text...
	test_that "a document: $1"
	lines documents.jsonl '{"_id":"d1","text":"good"}' "$2"
	shift 2
	run "$ASSAY" import t.db --documents documents.jsonl
	expect_refused 1 'documents.jsonl:2: ' "$@"
	expect_missing t.db
}

# A line of a run after a good one, and the error about it, by import and by eval.
refused_run() { # what, line, text...
	test_that "a run for eval: $1"
	files
	lines b.run 'q1 Q0 d1 1 9.5 x' "$2"
	shift 2
	run "$ASSAY" eval truth.qrels b.run
	expect_refused 1 'b.run:2: ' "$@"
}

refused_candidates() { # what, line, text...
	test_that "a run for import: $1"
	database
	cp t.db before.db
	lines b.run 'q1 Q0 d1 1 9.5 x' "$2"
	shift 2
	run "$ASSAY" import t.db --candidates b.run
	expect_refused 1 'b.run:2: ' "$@"
	expect_same_file before.db t.db
}

refused_qrels() { # what, line, text...
	test_that "qrels: $1"
	files
	lines truth.qrels 'q1 0 d1 1' "$2"
	shift 2
	run "$ASSAY" eval truth.qrels a.run
	expect_refused 1 'truth.qrels:2: ' "$@"
}

# --- Files -----------------------------------------------------------------

for option in documents questions candidates; do
	test_that "a missing file of --$option"
	run "$ASSAY" import t.db --$option gone.txt
	expect_refused 1 'gone.txt: ' 'no such file' 'check the path'
	expect_missing t.db

	test_that "a folder for --$option"
	mkdir folder
	run "$ASSAY" import t.db --$option folder
	case $option in
	documents) expect_refused 1 'folder: ' 'there is no text in this folder' 'put files' ;;
	*) expect_refused 1 'folder: ' 'is a folder' 'name a file in it' ;;
	esac

	test_that "an empty file for --$option"
	: >empty.txt
	run "$ASSAY" import t.db --$option empty.txt
	expect_refused 1 'empty.txt: '
	expect_missing t.db

	test_that "an address for --$option"
	run "$ASSAY" import t.db --$option https://example.org/a.jsonl
	expect_refused 1 'https://example.org/a.jsonl: ' 'an address, not a file' 'name the file'
	expect_missing t.db
done

test_that 'a damaged PDF for documents, packed or not, is called that'
printf '%%PDF-1.7\n' >a.pdf
run "$ASSAY" import t.db --documents a.pdf
expect_refused 1 'a.pdf: this PDF is damaged; get the file again'
gzip a.pdf
run "$ASSAY" import t.db --documents a.pdf.gz
expect_refused 1 'a.pdf.gz: this PDF is damaged; get the file again'

test_that 'a faulty row of CSV creates no database'
lines d.csv 'id,text' 'd1,one' 'd2,"two'
run "$ASSAY" import t.db --documents d.csv
expect_refused 1 'd.csv:3: the quotation mark of this cell is not closed'
expect_missing t.db

test_that 'a missing run for eval'
files
run "$ASSAY" eval truth.qrels gone.run
expect_refused 1 'gone.run: ' 'no such file' 'check the path'

test_that 'missing qrels for eval'
files
run "$ASSAY" eval gone.qrels a.run
expect_refused 1 'gone.qrels: ' 'no such file' 'check the path'

test_that 'a folder for qrels'
files
mkdir folder
run "$ASSAY" eval folder a.run
expect_refused 1 'folder: ' 'is a folder' 'name a file in it'

test_that 'empty qrels'
files
: >truth.qrels
run "$ASSAY" eval truth.qrels a.run
expect_refused 1 'truth.qrels: ' 'is empty' 'qid iteration docid grade'

# Files that are no qrels are named by what they are.
for ending in run run.gz; do
	test_that "a TREC run ($ending) where the qrels belong"
	files
	gzip -k a.run
	run "$ASSAY" eval a.$ending truth.qrels
	expect_refused 1 "a.$ending: a TREC run, not qrels; name the judgments first"
done

json_items() {
	files
	lines documents.jsonl '{"_id":"d1","title":"one","text":"Press it."}' '{"_id":"d2","text":"Rinse."}'
	lines questions.jsonl '{"qid":"q1","query":"How?"}' '{"qid":"q2","query":"Why?"}'
}

for items in documents questions; do
	test_that "$items where a run belongs"
	json_items
	run "$ASSAY" eval truth.qrels $items.jsonl
	expect_refused 1 "$items.jsonl: these are $items, not a run; \`assay import\` takes them"

	test_that "$items where the qrels belong"
	json_items
	run "$ASSAY" eval $items.jsonl a.run
	expect_refused 1 "$items.jsonl: these are $items, not qrels; \`assay import\` takes them"
done

test_that 'qrels where a run belongs'
files
run "$ASSAY" eval truth.qrels truth.qrels
expect_refused 1 'truth.qrels: these are qrels, not a run; name the judgments first, then the runs'

test_that 'an address is refused as a file and as a database'
files
for option in documents questions candidates; do
	run "$ASSAY" import t.db --$option https://example.org/a.jsonl
	expect_refused 1 'https://example.org/a.jsonl: this is an address, not a file'
done
run "$ASSAY" eval https://example.org/a.qrels a.run
expect_refused 1 'https://example.org/a.qrels: this is an address, not a file'
run "$ASSAY" status https://example.org/labels.db
expect_refused 1 'https://example.org/labels.db: this is an address, not a file; a database is a file on this machine'

test_that 'a missing run for label'
prepared database
run "$ASSAY" label t.db --json --annotator eve --run gone.run
expect_refused 1 'gone.run: there is no such file; check the path'

test_that 'a measure in the place of a run'
files
run "$ASSAY" eval truth.qrels a.run nDCG@10
expect_refused 2 'assay: nDCG@10: this is a measure, and there is no such file; name measures with -m'
cp a.run AP
run "$ASSAY" eval truth.qrels AP
expect_status 0

# A file that even root cannot read: the memory of a process, from its start.
if [ -e /proc/self/mem ]; then
	test_that 'a file that cannot be read'
	run "$ASSAY" import t.db --documents /proc/self/mem
	expect_refused 1 '/proc/self/mem: ' 'cannot be read'
fi

test_that 'a run that is binary'
files
printf 'q1 Q0 d1 1 9.5 x\n\000\001\002' >b.run
run "$ASSAY" eval truth.qrels b.run
expect_refused 1 'b.run: ' 'binary file' 'not packed by gzip or zstd'

test_that 'an address of PostgreSQL in another form makes no file'
lines d.tsv "d1${TAB}hoses"
for address in postgresql:l2 postgres:l2 'host=x dbname=y' dbname=y; do
	run "$ASSAY" import "$address" --documents d.tsv
	expect_refused 1 "$address: a database of PostgreSQL is named postgresql://HOST/NAME; a file ./$address"
	expect_missing "$address"
done

test_that 'a password in another kind of address appears in no message'
for address in mysql://owner:secret@h/l2 POSTGRESQL://owner:secret@h/l2; do
	run "$ASSAY" status "$address"
	expect_refused 1 "${address%%:*}://owner@h/l2: this is an address, not a file"
done

test_that 'a backup is a file'
prepared database
run "$ASSAY" backup t.db postgresql://h/l2
expect_refused 2 'postgresql://h/l2: a backup is a file; `assay copy` moves a database to a server'

test_that 'a run in UTF-16 is recognised as such'
lines truth.qrels 'q1 0 a 1'
printf '\377\376q\0001\000 \000' >wide.run
run "$ASSAY" eval truth.qrels wide.run
expect_refused 1 'wide.run: this is text in UTF-16; save it as UTF-8, or convert it: iconv -f UTF-16'

test_that 'an unknown binary file'
printf '\000\001\002abc' >unknown.bin
run "$ASSAY" import t.db unknown.bin
expect_refused 1 'unknown.bin: an unknown binary file; name text files'

test_that 'a document file that is binary'
printf 'd1\tone\nd2\ttwo\000three\n' >d.tsv
run "$ASSAY" import t.db --documents d.tsv
expect_refused 1 'd.tsv:2: ' 'NUL'

test_that 'a fault on standard input is named as such'
give "d1${TAB}one" 'two'
run "$ASSAY" import t.db --documents -
expect_refused 1 'standard input:2: ' 'no tab'

test_that 'an id of judgments that is longer than any id'
lines pairs "q1 d1" "q1 $(printf '%04097d' 0)"
run "$ASSAY" import t.db --judgments pairs
expect_refused 1 "pairs:2: the document's id '0000" 'has 4097 bytes'

long=$(printf "%04097d" 0)
test_that 'an id in a line of a run or of qrels that is longer than any id'
lines a.qrels 'q1 0 d1 1' 'q2 0 d1 1'
lines long.run 'q1 Q0 d1 1 2 a' "q1 Q0 $long 2 1 a"
run "$ASSAY" eval a.qrels long.run
expect_refused 1 "long.run:2: the document's id '0000" 'has 4097 bytes, more than the 4096 that an id may have'
lines long.qrels 'q1 0 d1 1' "$long 0 d1 1"
lines a.run 'q1 Q0 d1 1 2 a'
run "$ASSAY" eval long.qrels a.run
expect_refused 1 "long.qrels:2: the question's id '0000" 'has 4097 bytes'

test_that 'a ground truth by texts and a run by ids have no question in common'
lines truth.csv 'question,document' 'How do I clean it?,d1'
lines a.run 'q1 Q0 d1 1 2 a'
run "$ASSAY" eval truth.csv a.run
expect_refused 1 "a.run has no question in common with truth.csv: the labels have questions such as 'How do I clean it?', the run such as 'q1'"

test_that 'a long tag makes no long id'
lines a.qrels 'q1 0 d1 1'
lines tag.run "q1 Q0 d1 1 2 $long"
run "$ASSAY" eval a.qrels tag.run
expect_status 0

test_that 'an id in JSON of a run that is longer than any id'
lines long.json '{"q1":{"d1":2,' "\"$(printf '%04097d' 0)\":1}}"
lines a.qrels 'q1 0 d1 1'
run "$ASSAY" eval a.qrels long.json
expect_refused 1 "long.json:2: the document's id '0000" 'has 4097 bytes'

# --- Documents and questions -----------------------------------------------

refused_document 'not JSON' '{"_id":"d2","text":' 'not JSON' 'each line must be one JSON object'
refused_document 'more behind the object' '{"_id":"d2","text":"two"} trailing' 'not JSON at column' 'each line must be one JSON object'
refused_document 'an array' '["d2","two"]' 'not an object' '"_id"'
refused_document 'a text alone' '"two"' 'not an object'
refused_document 'no id' '{"text":"two"}' 'no id' '"_id", "id" or "docid"'
refused_document 'no text' '{"_id":"d2"}' 'no text' '"text"'
refused_document 'a text of null' '{"_id":"d2","text":null}' 'no text'
refused_document 'a text that is a number' '{"_id":"d2","text":7}' '"text" is not a text' 'quotation marks'
refused_document 'a text that is an array' '{"_id":"d2","text":["two"]}' '"text" is a list, not a text'
refused_document 'an empty id' '{"_id":"","text":"two"}' 'id is empty'
refused_document 'an id with a tab' '{"_id":"d\t2","text":"two"}' 'white space' 'remove it'
refused_document 'an id with an escape' '{"_id":"d\u001b]52;c;x","text":"two"}' "'d␛]52;c;x'" 'a control character' 'remove it'
refused_document 'an id with a C1 control' '{"_id":"d\u009b2","text":"two"}' 'a control character'
refused_document 'an id with a delete character' '{"_id":"d\u007f2","text":"two"}' 'a control character'
refused_document 'an id with a bare byte of C1' "$(printf '{"_id":"d\2332","text":"two"}')" 'a control character'
refused_document 'an id of more than 4,096 bytes' "{\"_id\":\"$long\",\"text\":\"two\"}" "the document's id '0000" "…' has 4097 bytes, more than the 4096 that an id may have"
refused_document 'an id with a line end' '{"_id":"d\n2","text":"two"}' 'white space'
refused_document 'an id that is a fraction' '{"_id":2.5,"text":"two"}' 'not a whole number up to 9007199254740992' 'write it as a text'
refused_document 'an id that is a number below 0' '{"_id":-2,"text":"two"}' 'write it as a text'
refused_document 'an id too large to be kept as a number' '{"_id":9007199254740993,"text":"two"}' 'write it as a text'
refused_document 'an id that is an object' '{"_id":{"a":1},"text":"two"}' '"_id" is an object, not a text'
refused_document 'a key that is there twice' '{"_id":"d2","text":"two","text":"three"}' '"text" is given twice'
refused_document 'a key that stands twice further in' '{"_id":"d2","text":"two","of":[{"k":1,"k":1}]}' '"k" is given twice'
refused_document 'the first half of a character' '{"_id":"d2","text":"a \ud83d b"}' 'the escape \ud83d is half a character' 'remove it'
refused_document 'the second half of a character' '{"_id":"d2","text":"a \ude00"}' 'the escape \ude00 is half a character'
refused_document 'an escape without its digits' '{"_id":"d2","text":"a \uzz"}' 'is half a character'
refused_document '\u0000 in a text' '{"_id":"d2","text":"two\u0000three"}' '\u0000' 'remove it'

test_that 'an escaped backslash before u0000 is not a NUL'
lines d.jsonl '{"_id":"d2","text":"two\\u0000three"}'
run "$ASSAY" import t.db --documents d.jsonl
expect_status 0

test_that 'a line of TSV without a tab'
lines d.tsv "d1${TAB}one" 'd2 two'
run "$ASSAY" import t.db --documents d.tsv
expect_refused 1 'd.tsv:2: ' 'no tab' 'id TAB text'

test_that 'a line of TSV without an id'
lines d.tsv "d1${TAB}one" "${TAB}two"
run "$ASSAY" import t.db --documents d.tsv
expect_refused 1 'd.tsv:2: ' 'id is empty'

test_that 'a question without a text'
lines q.jsonl '{"_id":"q1","text":"Why?"}' '{"_id":"q2","title":"Why?"}'
run "$ASSAY" import t.db --questions q.jsonl
expect_refused 1 'q.jsonl:2: ' 'no text'

test_that 'a question with an empty text'
lines q.tsv "q1${TAB}Why?" "q2${TAB}"
run "$ASSAY" import t.db --questions q.tsv
expect_refused 1 'q.tsv:2: ' "question 'q2'" 'empty text'

test_that 'an error message contains no terminal commands'
printf '{"_id":"d\033[31m 1","text":"x"}\n' >d.jsonl
printf 'd\033[31m 1\tx\n' >d.tsv
run "$ASSAY" import t.db --documents d.tsv
expect_refused 1 'd.tsv:1: ' "'d␛[31m 1'"

# --- Runs and qrels --------------------------------------------------------

for reader in refused_run refused_candidates; do
	$reader 'too few columns' 'q1 Q0 d2 2 8.5' '5 columns' 'qid Q0 docid rank score tag'
	$reader 'one column' 'q1' '1 column '
	$reader 'a score that is no number' 'q1 Q0 d2 2 high x' "score 'high'" 'finite number' 'correct or remove'
	$reader 'a score with something behind it' 'q1 Q0 d2 2 8.5x x' "score '8.5x'"
	$reader 'a score of nan' 'q1 Q0 d2 2 nan x' "score 'nan'"
	$reader 'a score of inf' 'q1 Q0 d2 2 -inf x' "score '-inf'"
	$reader 'a score too large for a number' 'q1 Q0 d2 2 1e999 x' "score '1e999'"
	$reader 'a document twice under a question' 'q1 Q0 d1 2 8.5 x' 'd1' 'q1' 'line 1' 'remove one'
done

refused_qrels 'too few columns' 'q1 0 d2' '3 columns' 'qid iteration docid grade'
refused_qrels 'a run in their place' 'q1 Q0 d2 2 8.5 x' '6 columns' 'qid iteration docid grade'
refused_qrels 'a grade that is no number' 'q1 0 d2 good' "grade 'good'" 'finite number'
refused_qrels 'a document twice under a question' 'q1 0 d1 0' 'd1' 'q1' 'line 1' 'remove one'

# --- Databases -------------------------------------------------------------

for command in 'set' 'label --json --annotator eve' 'status' 'relevance' 'export qrels' 'check'; do
	name=${command%% *}
	rest=${command#"$name"}

	test_that "$name: a database that is not there"
	# shellcheck disable=SC2086 # the rest are words
	run "$ASSAY" $name gone.db $rest
	expect_refused 1 'gone.db: ' 'no such file' 'assay import gone.db'
	expect_missing gone.db

	test_that "$name: a text in the place of the database"
	files
	# shellcheck disable=SC2086
	run "$ASSAY" $name documents.tsv $rest
	expect_refused 1 'documents.tsv: ' 'not a database' 'assay import'

	test_that "$name: an empty file in the place of the database"
	: >t.db
	# shellcheck disable=SC2086
	run "$ASSAY" $name t.db $rest
	expect_refused 1 't.db: ' 'is empty' 'assay import t.db'

	test_that "$name: a folder in the place of the database"
	mkdir t.db
	# shellcheck disable=SC2086
	run "$ASSAY" $name t.db $rest
	expect_refused 1 't.db: ' 'not a file' 'name a database'
done

test_that 'import into a text file is refused, and the file stays unchanged'
files
cp documents.tsv before.tsv
run "$ASSAY" import documents.tsv --questions questions.tsv
expect_refused 2 'documents.tsv: ' 'not a database'
expect_same_file before.tsv documents.tsv

test_that 'a database with a second name, a hard link, is refused'
prepared database
ln t.db other.db
run "$ASSAY" status other.db
expect_refused 1 'other.db: ' 'hard link' 'symbolic'

test_that 'import into a folder is refused'
files
mkdir t.db
run "$ASSAY" import t.db --questions questions.tsv
expect_refused 1 't.db: ' 'not a file' 'name a database'

test_that 'import into a missing folder is refused'
files
run "$ASSAY" import gone/t.db --questions questions.tsv
expect_refused 1 'gone/t.db: its folder does not exist'

test_that 'gzip data may be filled up with NULs, as gzip has it'
lines truth.qrels 'q1 0 d1 1'
lines a.run 'q1 Q0 d1 1 2 t'
gzip -c a.run >padded.gz
head -c 512 /dev/zero >>padded.gz
run "$ASSAY" eval truth.qrels padded.gz -m RR -q
expect_status 0
printf 'x' >>padded.gz
run "$ASSAY" eval truth.qrels padded.gz -m RR -q
expect_refused 1 'the gzip data is followed by 513 other bytes'

test_that 'standard input is named once'
lines truth.qrels 'q1 0 d1 1'
for command in 'rbo - -' 'agreement - -' 'eval - -'; do
	# shellcheck disable=SC2086 # words
	run "$ASSAY" $command </dev/null
	expect_refused 2 '- is standard input, which can be read only once'
done

test_that 'the name of a run is text in Markdown'
lines truth.qrels 'q1 0 d1 1'
lines '![x](y)<b>' 'q1 Q0 d1 1 2 t'
cp '![x](y)<b>' b.run
run "$ASSAY" compare truth.qrels '![x](y)<b>' b.run -m RR --format markdown
expect_stdout_lacks 'baseline: ![x](y)<b>'

test_that 'an existing folder without write access is not reported as missing'
lines d.tsv "d1${TAB}one"
run "$ASSAY" import /proc/t.db --documents d.tsv
expect_status 1
expect_stderr_has "/proc/t.db can't be made: you may not write to its folder; name another folder"

test_that 'a database without a vote cannot be the truth'
prepared database
run "$ASSAY" eval t.db a.run
expect_refused 1 't.db: ' 'no question has a vote' 'assay label t.db'

test_that 'a question that is not in the database'
prepared database
run "$ASSAY" relevance t.db --question q9
expect_refused 1 't.db: ' "'q9'" 'assay relevance t.db'

# --- Output ----------------------------------------------------------------

if [ -c /dev/full ]; then
	test_that 'standard output that is full'
	database
	run sh -c '"$1" status t.db >/dev/full' sh "$ASSAY"
	expect_refused 1 'standard output' "can't be written" 'No space left'

	test_that 'if only the report cannot be written, the error says so'
	database
	run sh -c '"$1" remove t.db documents d2 >/dev/full' sh "$ASSAY"
	expect_refused 1 'standard output' 'No space left' 'the command was carried out, but its output is lost'
	expect_equal "$("$ASSAY" status t.db | awk '/^documents/ { print $2 }')" 2

	test_that 'a reading command does not claim that something was carried out'
	database
	for call in 'set t.db' 'judge t.db' 'carry t.db --documents documents.tsv' 'import t.db questions.tsv --dry-run'; do
		run sh -c '"$1" $2 >/dev/full' sh "$ASSAY" "$call"
		expect_status 1
		expect_stderr_has 'No space left'
		expect_stderr_lacks 'it was done'
	done

	test_that 'standard output that is full, while labelling'
	database
	run sh -c '"$1" label t.db --json --annotator eve >/dev/full' sh "$ASSAY"
	expect_refused 1 'standard output' "can't be written" 'every vote so far is stored'

	test_that 'an -o file that is full'
	database
	give '{"vote":1}'
	must "$ASSAY" label t.db --json --annotator eve
	run "$ASSAY" export t.db qrels -o /dev/full
	expect_refused 1 '/dev/full ' "can't be written" 'No space left'
fi

# --- Usage -----------------------------------------------------------------

test_that 'no command'
run "$ASSAY"
expect_refused 2 'no command' 'assay help'

test_that 'an unknown command, with the nearest one'
run "$ASSAY" imprt t.db
expect_refused 2 "'imprt'" "'import'"

test_that 'an unknown command like no other'
run "$ASSAY" frobnicate
expect_refused 2 "'frobnicate'" 'assay help'

test_that 'help for an unknown command, with the nearest one'
run "$ASSAY" help relevence
expect_refused 2 "'relevence'" "'relevance'"

test_that 'an unknown option, with the nearest one'
run "$ASSAY" import t.db --document d.tsv
expect_refused 2 '--document;' '--documents?'
expect_missing t.db
run "$ASSAY" eval t.qrels r.run --metric nDCG
expect_refused 2 '--metric;' '--measures?'

test_that 'an unknown option like no other'
run "$ASSAY" status t.db --frobnicate
expect_refused 2 '--frobnicate' '--help'

test_that 'an unknown option of one letter'
run "$ASSAY" export t.db qrels -z
expect_refused 2 '-z' '--help'

test_that 'an option without its argument'
run "$ASSAY" import t.db --documents
expect_refused 2 '--documents needs an argument' '--documents FILE'

test_that 'an argument for an option that takes none'
run "$ASSAY" import t.db --replace=yes --documents d.tsv
expect_refused 2 '--replace takes no argument'

test_that 'an option twice'
run "$ASSAY" import t.db --depth 3 --depth 4 --documents d.tsv
expect_refused 2 '--depth is given twice' 'once'

test_that 'an import without its database'
files
lines documents.jsonl '{"docid":"d1","text":"Press it."}'
run "$ASSAY" import documents.jsonl a.run
expect_refused 2 'documents.jsonl: not a database, but documents' 'database first: assay import DB documents.jsonl'
run "$ASSAY" import --documents documents.tsv documents.jsonl t.db
expect_refused 2 'documents.jsonl: not a database, but documents'

test_that 'an import of nothing'
run "$ASSAY" import t.db
expect_refused 2 'nothing to import' '--documents, --questions, --candidates'
expect_missing t.db

for depth in 0 -1 ten 2.5 99999999999999999999; do
	test_that "a depth of $depth"
	run "$ASSAY" import t.db --candidates a.run --depth=$depth
	expect_refused 2 '--depth is a whole number from 1' "'$depth'"
	expect_missing t.db
done

for command in import set label status relevance check; do
	test_that "$command without a database"
	run "$ASSAY" $command
	expect_refused 2 "which database? usage: assay $command DB"
done

test_that 'export without saying what'
run "$ASSAY" export t.db
expect_refused 2 'usage: assay export DB WHAT'

test_that 'export of what is not exported'
prepared database
run "$ASSAY" export t.db votez
expect_refused 2 "'votez' can't be exported; did you mean 'votes'?"

test_that 'export of an unknown kind unlike any other'
prepared database
run "$ASSAY" export t.db spreadsheet
expect_refused 2 "'spreadsheet' can't be exported; choose one of qrels, relevance, votes"

test_that 'eval without a run'
run "$ASSAY" eval t.db
expect_refused 2 'which run? usage: assay eval QRELS|DB RUN'

test_that 'a comparison without a baseline, or without anything'
run "$ASSAY" compare t.db
expect_refused 2 'which run is the baseline? usage: assay compare QRELS|DB BASELINE RUN'
run "$ASSAY" compare
expect_refused 2 'which qrels, or which database? usage: assay compare QRELS|DB BASELINE RUN'

test_that 'a name without its option is refused with the option'
run "$ASSAY" label t.db maria
expect_refused 2 "'maria' is one argument too many; did you mean --annotator maria? usage: assay label DB"
run "$ASSAY" relevance t.db q01
expect_refused 2 "'q01' is one argument too many; did you mean --question q01? usage: assay relevance DB"

test_that 'an unknown theme, even if there are no colours'
prepared database
run "$ASSAY" label t.db --plain --annotator eve --theme solarized
expect_refused 2 "--theme is dark, light or monochrome, not 'solarized'"

test_that 'a word too many'
run "$ASSAY" status t.db now
expect_refused 2 "'now'" 'usage: assay status DB'

# A name that could steer a terminal, and the error about it.
refused_name() { # what, text, command...
	test_that "refuses $1, and nothing is written"
	database
	lines votes.jsonl '{"question":"q1","shown":["d1"],"chosen":"d1","annotator":"e\u001b[31mve"}'
	lines gold.qrels 'q1 0 d1 1'
	text=$2
	shift 2
	run "$ASSAY" "$@"
	expect_refused 1 "$text"
	expect_equal "$("$ASSAY" export t.db votes | wc -l)" 0
	run "$ASSAY" check t.db
	expect_stdout ok
}
escape=$(printf '\033')
refused_name 'an annotator with an escape' "the name 'e␛[31mve' of an annotator has a control character" \
	label t.db --json --annotator "e$escape[31mve"
refused_name 'an annotator with a bare byte of C1' 'has a control character' \
	label t.db --json --annotator "$(printf 'e\233ve')"
refused_name 'votes of an annotator with an escape' 'votes.jsonl:1: ' import t.db --votes votes.jsonl
refused_name 'a source of judgments with a line end' "of a source of judgments has a control character" \
	import t.db --judgments gold.qrels --as "$(printf 'gold\nold')"
refused_name 'a source of judgments without a name' "the name of a source of judgments is empty" \
	import t.db --judgments gold.qrels --as ''

# A wrong word after an option, and the error about it.
refused_word() { # option, word, command...
	test_that "$3: $1 $2"
	database
	option=$1 word=$2
	shift 2
	run "$ASSAY" "$@" "$option" "$word"
}

refused_word --format xml status t.db
expect_refused 2 "'xml'" 'table, tsv, json, csv, markdown or openmetrics'
refused_word --format xml relevance t.db
expect_refused 2 "'xml'" 'table, tsv, json, csv or markdown'
refused_word --format xml set t.db
expect_refused 2 "'xml'" 'table, tsv, json, csv or markdown'
refused_word --format xml export t.db qrels
expect_refused 2 "'xml'" 'trec, beir, json or csv'
refused_word --grading stars export t.db qrels
expect_refused 2 "'stars'" 'levels, rank, best or rate'
refused_word --levels 1 export t.db qrels
expect_refused 2 '--levels is a whole number from 2' "'1'"
refused_word --min-impressions -1 export t.db qrels
expect_refused 2 '--min-impressions is a whole number from 0' "'-1'"
refused_word --format xml eval truth.qrels a.run
expect_refused 2 "'xml'" 'table, tsv, json, csv, markdown or trec_eval'
refused_word --format xml compare truth.qrels a.run a.run
expect_refused 2 "'xml'" 'table, tsv, json, csv or markdown'
refused_word --permutations 0 compare truth.qrels a.run a.run
expect_refused 2 '--permutations is a whole number from 1' "'0'"
refused_word --format xml measures
expect_refused 2 "'xml'" 'table, tsv, json, csv'
refused_word --ties random eval truth.qrels a.run
expect_refused 2 "'random'" 'docid-desc, docid-asc, input or average'
refused_word --questions some eval truth.qrels a.run
expect_refused 2 "'some'" 'all or both'
refused_word --precision 18 eval truth.qrels a.run
expect_refused 2 '--precision is a whole number from 0 to 17' "'18'"
refused_word -m nDGC@10 eval truth.qrels a.run
expect_refused 2 'nDGC' 'nDCG'
refused_word -m P@0 eval truth.qrels a.run
expect_refused 2 'P@0'
refused_word --measures nDGC@10 label t.db --json --annotator eve
expect_refused 2 'nDGC' 'nDCG'
refused_word --seed x label t.db --json --annotator eve
expect_refused 2 '--seed is a whole number from 0' "'x'"
refused_word --annotator '' label t.db --json
expect_refused 2 '--annotator NAME'

once_only='- is standard input, which can be read only once'
test_that 'standard input as qrels and as a run'
files
give 'q1 0 d1 1'
run "$ASSAY" eval - -
expect_refused 2 "$once_only"

test_that 'standard input as two runs'
files
give 'q1 Q0 d1 1 9.5 x'
run "$ASSAY" eval truth.qrels - -
expect_refused 2 "$once_only"

test_that 'standard input as qrels and as the baseline'
files
give 'q1 0 d1 1'
run "$ASSAY" compare - - a.run
expect_refused 2 "$once_only"

test_that '--levels without --grading levels'
prepared database
run "$ASSAY" export t.db qrels --grading rank --levels 3
expect_refused 2 '--levels needs --grading levels'

test_that 'two faces at once'
prepared database
run "$ASSAY" label t.db --plain --json
expect_refused 2 '--plain and --json' 'choose one'

test_that 'the labelling screen without a terminal'
prepared database
run "$ASSAY" label t.db
expect_refused 2 'needs a terminal' '--plain'

# --- Settings --------------------------------------------------------------

refused_setting() { # key, value, text...
	test_that "set $1 $2"
	database
	before=$("$ASSAY" set t.db --format tsv)
	run "$ASSAY" set t.db "$1" "$2"
	shift 2
	expect_refused 2 "$@"
	expect_equal "$("$ASSAY" set t.db --format tsv)" "$before"
}

refused_setting ballot_sise 2 "'ballot_sise'" "did you mean 'ballot_size'?"
refused_setting ballot_size 1 'ballot_size is 2 or 3' "'1'"
refused_setting ballot_size 4 'ballot_size is 2 or 3' "'4'"
refused_setting ballot_size two 'ballot_size is 2 or 3' "'two'"
refused_setting impressions 0 'impressions is a whole number from 1 to 1000' "'0'"
refused_setting impressions -3 'impressions is a whole number' "'-3'"
refused_setting measures nDGC@10 'nDGC' 'nDCG'
refused_setting measures '' 'measure'

test_that 'for a null text no other field is suggested'
files
lines null.jsonl '{"_id":"1","text":"Why?"}' '{"_id":"2","text":null}'
run "$ASSAY" import t.db --documents documents.tsv --questions null.jsonl
expect_refused 1 'null.jsonl:2: "text" is null, so there is no text'
expect_stderr_lacks '--text'

test_that 'the database after the name of a setting or export'
of_files 'a server has no file to be missing'
database
for words in 'search hose' 'set overlap' 'export qrels'; do
	run "$ASSAY" $words t.db
	expect_refused 2 't.db is a database; name the database first: assay '"${words% *} DB"
done

test_that 'a misspelt setting gets a suggestion'
prepared database
run "$ASSAY" set t.db ballotsize 2
expect_refused 2 "there is no setting 'ballotsize'; did you mean 'ballot_size'?"
run "$ASSAY" set t.db ballot-size 2
expect_refused 2 "did you mean 'ballot_size'?"
run "$ASSAY" set t.db zzzzzz 2
expect_refused 2 "there is no setting 'zzzzzz'; there are "

done_testing
