#!/bin/sh
# Documents with the same words: counted at import, merged in the pools, and separated again.
. "$SOURCE/tests/support/tap.sh"

document() { # id, text
	printf '{"id":"%s","text":"%s"}\n' "$1" "$2"
}

vote() { # question, shown, chosen
	printf '{"question":"%s","shown":[%s],"chosen":"%s","annotator":"ann"}\n' "$1" "$2" "$3"
}

# a, c and e are duplicates. a and c are in the pool of q1, only c in that of q2, e in none.
with_twins() {
	{
		document a 'the same words'
		document b 'other words'
		document c 'the same words'
		document d 'third words'
		document e 'the same words'
	} >documents.jsonl
	lines questions.tsv 'q1	what?' 'q2	which?'
	lines one.run 'q1 Q0 a 1 5 one' 'q1 Q0 b 2 4 one' 'q1 Q0 c 3 3 one' 'q1 Q0 d 4 2 one' \
		'q2 Q0 c 1 5 one' 'q2 Q0 b 2 4 one' 'q2 Q0 d 3 3 one'
	must "$ASSAY" import new.db --documents documents.jsonl --questions questions.tsv --candidates one.run
}

# The second duplicate wins a ballot that shows both; then each is shown alone.
with_votes() {
	with_twins
	{
		vote q1 '"a","c","b"' c
		vote q1 '"a","b","d"' a
		vote q1 '"c","b","d"' b
	} >votes.jsonl
	must "$ASSAY" import new.db --votes votes.jsonl
}

test_that 'an import counts documents with the same text and suggests what to do'
document a 'the same' >documents.jsonl
document b 'the same' >>documents.jsonl
run "$ASSAY" import new.db --documents documents.jsonl
expect_stderr_has "1 document has the same text as a document before it; the first is 'b'; \`assay pool DB --merge-identical\`"

test_that 'candidates with the same text are merged, and fewer ballots are left'
prepared with_twins
run "$ASSAY" pool new.db --merge-identical
expect_status 0
expect_stdout 'documents   3 have the same title and text as another document
candidates  1 in 1 pool merged into a candidate with the same text
ballots     2 left, 3 fewer than before; under a minute at an assumed 25 s a ballot'
must "$ASSAY" status new.db
expect_stdout_line 'candidates  6'
run "$ASSAY" check new.db
expect_stdout ok

test_that 'votes on identical documents count for one, each ballot once'
prepared with_votes
must "$ASSAY" pool new.db --merge-identical
run "$ASSAY" relevance new.db --question q1
expect_stdout_line 'q1   a         2            3     0.6667      2  0.2077  0.9385'
expect_stdout_line 'q1   b         1            3     0.3333      1  0.0615  0.7923'
run "$ASSAY" check new.db
expect_stdout ok

test_that 'all identical documents get the same grade, even outside the pool'
prepared with_votes
must "$ASSAY" pool new.db --merge-identical
run "$ASSAY" export new.db qrels -o -
expect_stdout 'q1 0 a 2
q1 0 b 1
q1 0 c 2
q1 0 d 0
q1 0 e 2'
run "$ASSAY" export new.db qrels --grading best -o -
expect_stdout_line 'q1 0 a 1'
expect_stdout_line 'q1 0 e 1'

test_that 'a run is scored alike whichever identical document it returns'
prepared with_votes
must "$ASSAY" pool new.db --merge-identical
lines first.run 'q1 Q0 a 1 2 first' 'q1 Q0 b 2 1 first'
lines twin.run 'q1 Q0 e 1 2 twin' 'q1 Q0 b 2 1 twin'
must "$ASSAY" eval new.db first.run -m nDCG@10 --format tsv
first=$(stdout | sed 's/first/X/g')
run "$ASSAY" eval new.db twin.run -m nDCG@10 --format tsv
expect_stdout "$(printf '%s' "$first" | sed 's/X/twin/g')"

test_that '--without also leaves out the votes of merged candidates'
prepared with_votes
vote q1 '"c","a","d"' d | sed 's/"ann"/"bob"/' >bob.jsonl
must "$ASSAY" import new.db --votes bob.jsonl
must "$ASSAY" pool new.db --merge-identical
run "$ASSAY" relevance new.db --question q1 --without bob
expect_stdout_line 'q1   a         2            3     0.6667      2  0.2077  0.9385'

test_that 'labels of an annotator and of a model hold for all identical documents'
prepared with_votes
vote q1 '"c","b","d"' c | sed 's/"ann"/"bob"/' >bob.jsonl
lines gold.qrels 'q1 0 e 1' 'q1 0 b 0'
must "$ASSAY" import new.db --votes bob.jsonl --judgments gold.qrels --as gold
must "$ASSAY" pool new.db --merge-identical
run "$ASSAY" agreement new.db --grades --format tsv
expect_stdout_has "ann${TAB}bob${TAB}1${TAB}5" "ann${TAB}gold${TAB}1${TAB}2"

test_that 'a preference holds for all identical documents and never among them'
prepared with_votes
must "$ASSAY" pool new.db --merge-identical
run "$ASSAY" export new.db preferences -o -
expect_equal "$(stdout | head -n 5)" 'q1 v1 1 a 2
q1 v1 1 c 2
q1 v1 1 e 2
q1 v1 1 b 1
q1 v2 1 a 2'
run "$ASSAY" export new.db preferences --format csv -o -
expect_stdout_has q1,e,b,2
expect_stdout_has q1,b,e,1
expect_equal "$(stdout | cut -d , -f 2,3 | grep -c '[ace].[ace]')" 0
lines first.run 'q1 Q0 a 1 2 first' 'q1 Q0 b 2 1 first'
lines twin.run 'q1 Q0 e 1 2 twin' 'q1 Q0 b 2 1 twin'
must "$ASSAY" eval new.db first.run -m prefs_simp --format tsv
first=$(stdout | sed 's/first/X/g')
run "$ASSAY" eval new.db twin.run -m prefs_simp --format tsv
expect_stdout "$(printf '%s' "$first" | sed 's/X/twin/g')"

test_that 'training data has each text once and never against itself'
prepared with_votes
must "$ASSAY" pool new.db --merge-identical
run "$ASSAY" export new.db dpo -o -
expect_equal "$(stdout | grep -c .) $(stdout | grep -c '"the same words".*"the same words"')" '5 0'
run "$ASSAY" export new.db triples -o -
expect_equal "$(stdout | sort | uniq -d)" ''

test_that 'evidence is exported for all identical documents'
prepared with_twins
printf '{"question":"q1","shown":["c","b","d"],"chosen":"c","annotator":"ann","evidence":{"start":4,"text":"same"}}\n' >votes.jsonl
must "$ASSAY" import new.db --votes votes.jsonl
must "$ASSAY" pool new.db --merge-identical
run "$ASSAY" export new.db passages --format trec -o -
expect_stdout 'q1 a 4 4 3
q1 c 4 4 3
q1 e 4 4 3'
expect_stderr_has '3 passages of 1 vote'

# Adds f, so that the pool of q1 gives more than one ballot.
with_four() {
	with_twins
	document f 'fourth words' >fourth.jsonl
	lines fourth.run 'q1 Q0 f 1 5 fourth'
	must "$ASSAY" import new.db --documents fourth.jsonl --candidates fourth.run
}

test_that 'a ballot with identical documents counts as a ballot of their candidate'
with_four
{
	vote q1 '"a","c","b"' c
	vote q1 '"b","d","f"' b
	vote q1 '"d","f","b"' b
} >votes.jsonl
must "$ASSAY" import new.db --votes votes.jsonl
must "$ASSAY" set new.db impressions 2
must "$ASSAY" pool new.db --merge-identical
must "$ASSAY" status new.db
expect_stdout_line 'questions   2: 0 done, 1 begun, 1 untouched' 'ballots     3 done, 2 left'
run "$ASSAY" check new.db
expect_stdout ok

test_that 'a set is not asked again with an identical document in it'
with_four
{
	vote q1 '"c","b","d"' b
	for beside in a b d; do vote q1 "\"f\",\"$beside\"" f | sed 's/"ann"/"bob"/'; done
} >votes.jsonl
must "$ASSAY" import new.db --votes votes.jsonl
must "$ASSAY" set new.db impressions 3
must "$ASSAY" pool new.db --merge-identical
give '{"goto":"q1"}' '{"quit":true}'
run "$ASSAY" label new.db --annotator ann --json
expect_stdout_has '"docid":"f"'

test_that 'votes for identical documents on otherwise equal ballots agree'
prepared with_twins
{
	vote q1 '"a","b","d"' a
	vote q1 '"c","b","d"' c | sed 's/"ann"/"bob"/'
	vote q1 '"d","c","b"' c | sed 's/}$/,"control":"repeat"}/'
} >votes.jsonl
must "$ASSAY" import new.db --votes votes.jsonl
must "$ASSAY" annotators new.db --format json
expect_equal "$(stdout | grep -c '"\(again\|shared\)":	0,')" 4
must "$ASSAY" pool new.db --merge-identical
must "$ASSAY" annotators new.db --format json
expect_stdout_has '"again":	1,' '"alike %":	100,'
expect_equal "$(stdout | grep -c '"shared":	1,')$(stdout | grep -c '"agrees %":	100,')" 22
must "$ASSAY" agreement new.db
expect_stdout_has 'ballots that two or more annotators answered: 1, on 1 question'

test_that 'the right answer for a document is right for an identical one'
prepared with_twins
{
	vote q1 '"a","b","d"' a | sed 's/"ann"/"lead"/'
	vote q1 '"d","c","b"' c | sed 's/}$/,"control":"gold"}/'
} >votes.jsonl
must "$ASSAY" import new.db --votes votes.jsonl
must "$ASSAY" set new.db gold lead
must "$ASSAY" pool new.db --merge-identical
must "$ASSAY" annotators new.db --format json
expect_stdout_has '"gold":	1,' '"right %":	100,'

test_that 'reading a document counts as reading an identical one'
with_four
{
	vote q1 '"c","b","d"' b
	vote q1 '"a","b","d"' a | sed 's/"ann"/"bob"/'
	vote q1 '"b","d"' b | sed 's/"ann"/"eve"/'
} >votes.jsonl
must "$ASSAY" import new.db --votes votes.jsonl
must "$ASSAY" pool new.db --merge-identical
give 'b q1' q
run "$ASSAY" label new.db --annotator ann --plain
expect_stdout_has 'the same words' 'fourth words'
expect_equal "$(stdout | grep -c 'read before')" 2

test_that 'splitting restores everything'
prepared with_votes
must "$ASSAY" export new.db qrels -o before.qrels
must "$ASSAY" status new.db
before=$(stdout)
must "$ASSAY" pool new.db --merge-identical
run "$ASSAY" pool new.db --split-identical
expect_stdout 'candidates  1 in 1 pool is separate again
ballots     2 left, 1 more than before; under a minute at an assumed 25 s a ballot'
must "$ASSAY" export new.db qrels -o after.qrels
run cmp before.qrels after.qrels
expect_status 0
run "$ASSAY" status new.db
expect_stdout "$before"
run "$ASSAY" check new.db
expect_stdout ok

test_that 'merging a second time changes nothing'
prepared with_votes
must "$ASSAY" pool new.db --merge-identical
must "$ASSAY" export new.db qrels -o once.qrels
run "$ASSAY" pool new.db --merge-identical
expect_stdout_line 'ballots     1 left, as before; under a minute at an assumed 25 s a ballot'
must "$ASSAY" export new.db qrels -o twice.qrels
run cmp once.qrels twice.qrels
expect_status 0

test_that 'a ballot never shows two of them'
prepared with_twins
must "$ASSAY" pool new.db --merge-identical
give '{"vote":1}' '{"vote":1}' '{"vote":1}' '{"vote":1}' '{"quit":true}'
run "$ASSAY" label new.db --annotator bob --json
expect_status 0
run sh -c 'grep -c "\"docid\":\"a\".*\"docid\":\"c\"\|\"docid\":\"c\".*\"docid\":\"a\""' <"$tap_folder/stdout"
expect_stdout 0
run "$ASSAY" check new.db
expect_stdout ok

test_that 'a later candidate joins the identical one in the pool'
prepared with_votes
must "$ASSAY" pool new.db --merge-identical
lines two.run 'q1 Q0 e 1 5 two' 'q2 Q0 a 1 5 two'
must "$ASSAY" pool new.db two.run
run "$ASSAY" status new.db
expect_stdout_line 'candidates  6'
run "$ASSAY" check new.db
expect_stdout ok

test_that 'a document with a new text becomes a candidate of its own'
prepared with_votes
must "$ASSAY" pool new.db --merge-identical
document c 'corrected words' >corrected.jsonl
must "$ASSAY" import new.db --documents corrected.jsonl --replace --keep-votes
run "$ASSAY" export new.db qrels -o -
expect_stdout 'q1 0 a 2
q1 0 b 1
q1 0 c 2
q1 0 d 0
q1 0 e 2'
must "$ASSAY" status new.db
expect_stdout_line 'candidates  7'
run "$ASSAY" check new.db
expect_stdout ok

# Three documents of one text in one pool: `a` represents the others, until it has another text or leaves the pool.
three_of_one_text() {
	for document in a b c; do document $document 'the same words'; done >documents.jsonl
	document d 'other words' >>documents.jsonl
	lines questions.tsv "q1${TAB}what?"
	lines one.run 'q1 Q0 a 1 4 one' 'q1 Q0 b 2 3 one' 'q1 Q0 c 3 2 one' 'q1 Q0 d 4 1 one'
	must "$ASSAY" import new.db --documents documents.jsonl --questions questions.tsv --candidates one.run
	must "$ASSAY" pool new.db --merge-identical
}

expect_b_and_c_are_one() {
	run "$ASSAY" check new.db
	expect_stdout ok
	run "$ASSAY" status new.db
	expect_stdout_line "candidates  $1"
	give '{"vote":1}' '{"quit":true}'
	must "$ASSAY" label new.db --annotator ann --json --run one.run
	run sh -c 'grep -c "\"docid\":\"b\".*\"docid\":\"c\"\|\"docid\":\"c\".*\"docid\":\"b\""' <"$tap_folder/stdout"
	expect_stdout 0
	run "$ASSAY" eval new.db one.run
	expect_status 0
}

test_that 'candidates stay merged when the one that represents them gets another text'
three_of_one_text
document a 'corrected words' >corrected.jsonl
must "$ASSAY" import new.db --documents corrected.jsonl --replace
expect_b_and_c_are_one 3

test_that 'undoing an import of another text merges the document again'
three_of_one_text
document a 'corrected words' >corrected.jsonl
must "$ASSAY" import new.db --documents corrected.jsonl --replace
must "$ASSAY" import new.db --undo
expect_b_and_c_are_one 2

test_that 'candidates stay merged when the one that represents them leaves the pool'
three_of_one_text
must "$ASSAY" remove new.db candidates q1 a
expect_b_and_c_are_one 2

test_that 'candidates stay merged when the document that represents them is gone'
three_of_one_text
grep -v '"a"' documents.jsonl >next.jsonl
must "$ASSAY" carry new.db --documents next.jsonl --write
expect_b_and_c_are_one 2

test_that 'a candidate that a carry adds joins the identical one in the pool'
three_of_one_text
must "$ASSAY" remove new.db candidates q1 a
grep -v '"c"' documents.jsonl >next.jsonl
must "$ASSAY" carry new.db --documents next.jsonl --write
run "$ASSAY" check new.db
expect_stdout ok
run "$ASSAY" status new.db
expect_stdout_line 'candidates  2'

test_that 'a removed document leaves its votes to an identical one without votes'
prepared with_votes
must "$ASSAY" pool new.db --merge-identical
must "$ASSAY" relevance new.db --question q1 --format tsv
before=$(stdout | grep -v "${TAB}a${TAB}")
grep -v '"a"' documents.jsonl >next.jsonl
must "$ASSAY" carry new.db --documents next.jsonl --write
must "$ASSAY" relevance new.db --question q1 --format tsv
expect_equal "$(stdout | sort)" "$(echo "$before" | sort)"
run "$ASSAY" check new.db
expect_stdout ok

test_that 'an identical document with votes of its own keeps only these'
prepared with_votes
must "$ASSAY" pool new.db --merge-identical
grep -v '"[ae]"' documents.jsonl >next.jsonl
must "$ASSAY" carry new.db --documents next.jsonl --write
run "$ASSAY" relevance new.db --question q1
expect_stdout_line 'q1   c         1            2     0.5000      2  0.0945  0.9055'
run "$ASSAY" check new.db
expect_stdout ok

test_that 'a merged database merges candidates if one of its files did'
of_files 'only files are merged'
with_votes
cp new.db other.db
must "$ASSAY" pool other.db --merge-identical
must "$ASSAY" export other.db qrels -o one.qrels
run "$ASSAY" merge whole.db new.db other.db
expect_status 0
must "$ASSAY" export whole.db qrels -o whole.qrels
run cmp one.qrels whole.qrels
expect_status 0
run "$ASSAY" check whole.db
expect_stdout ok

test_that 'an empty document is like no other one'
document a '' >documents.jsonl
document b '' >>documents.jsonl
must "$ASSAY" import new.db --documents documents.jsonl
run "$ASSAY" pool new.db --merge-identical
expect_stdout_line 'documents   0 have the same title and text as another document'

test_that 'documents of one text and two titles are two'
lines documents.jsonl '{"id":"a","title":"one","text":"the same"}' '{"id":"b","title":"two","text":"the same"}'
must "$ASSAY" import new.db --documents documents.jsonl
run "$ASSAY" pool new.db --merge-identical
expect_stdout_line 'documents   0 have the same title and text as another document'

test_that 'merging and splitting take no other options'
prepared with_twins
run "$ASSAY" pool new.db one.run --merge-identical
expect_refused 2 '--merge-identical takes only the database; fill the pools first, with a command of its own'
run "$ASSAY" pool new.db --merge-identical --split-identical
expect_refused 2 "--merge-identical can't be combined with other options; leave out --split-identical"

done_testing
