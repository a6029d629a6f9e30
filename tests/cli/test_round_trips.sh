# `assay import` reads again what `assay export` writes, or refuses it by name: the table in docs/formats.md says which.
# Each row of it is tried here, in a database with only the documents and questions, and in the original one.
. "$SOURCE/tests/support/tap.sh"

# For q1, d1 wins 2 of 2, d2 1 of 2 and d3 0 of 2, which gives the grades 3, 2 and 0. For q2, d3 wins over d2.
labelled() {
	lines d.jsonl '{"_id":"d1","text":"Replace the hose when it leaks."}' '{"_id":"d2","text":"Call us before noon."}' \
		'{"_id":"d3","text":"The warranty lasts \"two\" years."}'
	lines q.jsonl '{"_id":"q1","text":"How do I fix it?"}' '{"_id":"q2","text":"Is it, still, covered?"}'
	lines votes.jsonl \
		'{"question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"eva","evidence":{"text":"the hose"}}' \
		'{"question":"q1","shown":["d3","d1"],"chosen":"d1","annotator":"eva"}' \
		'{"question":"q1","shown":["d2","d3"],"chosen":"d2","annotator":"eva"}' \
		'{"question":"q2","shown":["d2","d3"],"chosen":"d3","annotator":"eva"}'
	must "$ASSAY" import texts.db --documents d.jsonl --questions q.jsonl
	must "$ASSAY" import t.db --documents d.jsonl --questions q.jsonl --votes votes.jsonl
	must "$ASSAY" export t.db votes -o votes.out
}

graded='q1 0 d1 3
q1 0 d2 2
q1 0 d3 0
q2 0 d2 0
q2 0 d3 3'
relevant='q1 0 d1 1
q1 0 d2 1
q2 0 d3 1'

rows() { # prints one line for each row of the table: kind, format, result
	awk -F ' *\\| *' '/^## / { is_it = /What assay exports/ } is_it && $2 ~ /^`/ {
		gsub(/`/, "")
		print $2 " " $3 " " $4
	}' "$SOURCE/docs/formats.md"
}

# Exports to the file or folder `back`.
exported() { # kind, format
	rm -rf back
	case $1 in
	elasticsearch) must "$ASSAY" export t.db "$1" --format "$2" --index help -o back ;;
	*) must "$ASSAY" export t.db "$1" --format "$2" -o back ;;
	esac
}

judged_as() { # database, qrels
	run "$ASSAY" export "$1" qrels --judgments "${source:-back}"
	expect_stdout "$2"
}

votes_are_those_of_t() { # database
	run "$ASSAY" export "$1" votes
	expect_stdout "$(cat votes.out)"
}

# Imports into the database with the texts, and into the original one, whose votes must stay.
comes_back_as() { # qrels
	cp texts.db own_texts.db
	cp t.db own.db
	for database in own_texts.db own.db; do
		run "$ASSAY" import "$database" back
		expect_status 0
		expect_stderr_lacks 'is not used'
		judged_as "$database" "$1"
	done
	votes_are_those_of_t own.db
	rm -f own_texts.db own.db
}

try_row() { # kind, format, result
	exported "$1" "$2"
	case $3 in
	'judgments with the same grades') comes_back_as "$graded" ;;
	'judgments of grade 1') comes_back_as "$relevant" ;;
	'the same votes')
		cp texts.db new.db
		must "$ASSAY" import new.db back
		votes_are_those_of_t new.db
		run "$ASSAY" import t.db back
		votes_are_those_of_t t.db
		rm -f new.db
		;;
	'documents, questions and judgments with the same grades') source=test.tsv collection_comes_back "$graded" ;;
	'documents, questions and judgments of grade 1') source=back collection_comes_back "$relevant" ;;
	refused*)
		for database in none.db texts.db t.db; do
			run "$ASSAY" import "$database" back
			expect_status 1
			expect_stderr_has "${3#refused: }"
			expect_equal "$(stderr | wc -l | tr -d ' ')" 1
		done
		expect_missing none.db
		;;
	*) expect_equal "$1 $2: $3" 'something that is known here' ;;
	esac
}

collection_comes_back() { # qrels
	run "$ASSAY" import new.db back
	expect_status 0
	expect_stderr_lacks 'is not used'
	judged_as new.db "$1"
	for what in documents questions; do
		expect_equal "$("$ASSAY" status new.db 2>&1 | grep "^$what")" "$("$ASSAY" status texts.db 2>&1 | grep "^$what")"
	done
	rm -f new.db
	comes_back_as "$1"
}

test_that 'the table has every kind and format of export'
rows | awk '{ print $1, $2 }' | sort >in_table
"$ASSAY" help export | awk '/^WHAT is one of these/ { is_it = 1; next } is_it && /^$/ { exit }
	is_it && /^  [^ ]/ { kind = $1 } is_it && /^    [^ ]/ { print kind, $1 }' | sort >in_help
expect_equal "$(cat in_table)" "$(cat in_help)"

rows >"$tap_folder/rows"
while read -r kind format outcome; do
	test_that "$kind as $format: $outcome"
	of_files 'it copies them'
	labelled
	try_row "$kind" "$format" "$outcome"
done <"$tap_folder/rows"

# --- Similar files ------------------------------------------------------------

judge() { # line...
	lines d.jsonl '{"_id":"1","text":"a hose"}' '{"_id":"2","text":"a pump"}' '{"_id":"3","text":"a filter"}'
	lines q.jsonl '{"_id":"q1","text":"How do I fix it?"}'
	lines judged "$@"
	run "$ASSAY" import new.db --documents d.jsonl --questions q.jsonl --judgments judged
}

test_that 'an iteration may look like a document'\''s id'
judge 'q1 1 1 2' 'q1 1 2 0'
expect_status 0
expect_stdout_line 'judgments   2 added'

test_that 'an iteration may be a word'
labelled
lines judged 'q1 first d1 2' 'q1 second d2 0'
run "$ASSAY" import texts.db --judgments judged
expect_status 0
expect_stdout_line 'judgments   2 added'

test_that 'a rated request of Elasticsearch judges the question with its id'
labelled
lines rated '{"requests":[{"id":"q1","request":{"query":{"match":{"body":{"query":"pump leaks"}}}},
"ratings":[{"_index":"help","_id":"d2","rating":1},{"_index":"help","_id":"d1","rating":0}]}]}'
run "$ASSAY" import texts.db rated
expect_status 0
source=rated judged_as texts.db 'q1 0 d1 0
q1 0 d2 1'

test_that 'buyers'\'' ratings of a product are not judgments'
lines products.jsonl '{"id":"p1","title":"Pump","text":"It pumps.","ratings":[{"id":"r1","rating":5},{"id":"r2","rating":1}]}' \
	'{"id":"p2","title":"Hose","text":"It bends.","ratings":[{"id":"r3","rating":4}]}'
run "$ASSAY" import new.db products.jsonl
expect_status 0
expect_stdout_line 'documents   2 added'
expect_stdout_lacks 'judgments'

test_that 'a long list of winners and losers is refused by its name, too'
labelled
{
	echo '['
	seq -f '{"qid":"q1","winner":"a rather long id %g","loser":"d0","count":1},' 1500
	echo '{"qid":"q1","winner":"d1","loser":"d2","count":1}]'
} >pairs.json
run "$ASSAY" import texts.db pairs.json
expect_refused 1 'pairs.json: this is a list of winners and losers'

test_that 'eval names a file that cannot be the truth'
labelled
must "$ASSAY" export t.db triples -o triples.jsonl
lines a.run 'q1 Q0 d1 1 3 a'
run "$ASSAY" eval triples.jsonl a.run
expect_refused 1 'triples.jsonl: this is training data for embeddings'

done_testing
