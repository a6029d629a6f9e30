# Removing data again: `assay import --undo`, `assay remove`, and replaced texts.
. "$SOURCE/tests/support/tap.sh"

# Four documents, three questions. The pool of q1 is d1 to d3, that of q2 is d4, and q3 has none.
import_small() {
	lines documents.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three" "d4${TAB}four"
	lines questions.tsv "q1${TAB}one?" "q2${TAB}two?" "q3${TAB}three?"
	lines bm25.run 'q1 Q0 d1 1 3 x' 'q1 Q0 d2 2 2 x' 'q1 Q0 d3 3 1 x' 'q2 Q0 d4 1 2 x'
	must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
}

# Imports more of everything, and another text for d1.
import_more() {
	lines more.tsv "d1${TAB}ONE" "d5${TAB}five"
	lines more-questions.tsv "q4${TAB}four?"
	lines dense.run 'q1 Q0 d5 1 3 x' 'q1 Q0 d1 2 2 x' 'q4 Q0 d1 1 3 x' 'q4 Q0 d5 2 2 x'
	lines gold.qrels 'q1 0 d1 2' 'q4 0 d5 1'
	must "$ASSAY" import t.db --documents more.tsv --questions more-questions.tsv --candidates dense.run \
		--judgments gold.qrels --as gold --replace
}

# One vote for d1 on a ballot with the whole pool of q1.
vote_on_q1() {
	lines votes.jsonl '{"question":"q1","shown":["d1","d2","d3"],"chosen":"d1","annotator":"ann"}'
	must "$ASSAY" import t.db --votes votes.jsonl
}

expect_sound() {
	run "$ASSAY" check t.db
	expect_stdout ok
}

# --- The last import -------------------------------------------------------------

test_that 'undo removes an import and restores what it replaced'
prepared import_small
must "$ASSAY" relevance t.db --format tsv
before=$(stdout)
import_more
run "$ASSAY" import t.db --undo
expect_status 0
expect_stdout 'undone: the import of more.tsv, more-questions.tsv, dense.run, gold.qrels
documents   1 deleted
questions   1 deleted
candidates  3 deleted
judgments   2 deleted
texts       1 as they were before'
expect_equal "$("$ASSAY" relevance t.db --format tsv)" "$before"
must "$ASSAY" status t.db
expect_stdout_line 'questions   3: 0 done, 0 begun, 2 untouched, 1 without candidates (q3)' 'documents   4'
expect_stdout_lacks gold
expect_sound

test_that 'undo restores an earlier text'
prepared import_small
lines one.tsv "d1${TAB}ONE"
must "$ASSAY" import t.db --documents one.tsv --replace
must "$ASSAY" import t.db --undo
run "$ASSAY" import t.db --documents documents.tsv
expect_stdout_line 'documents   0 added, 4 already there'

test_that 'an undone import can be imported again'
prepared import_small
import_more
must "$ASSAY" import t.db --undo
import_more
run "$ASSAY" status t.db
expect_stdout_has 'questions   4:' 'judgments   2 of gold'
expect_sound

test_that 'imports are undone one after another, back to the first'
prepared import_small
import_more
must "$ASSAY" import t.db --undo
must "$ASSAY" import t.db --undo
must "$ASSAY" status t.db
expect_stdout_line 'documents   0' 'candidates  0' 'ballots     0 done, 0 left'
expect_sound
run "$ASSAY" import t.db --undo
expect_refused 1 't.db: there is no import to undo'

test_that 'an import that added nothing is not one to undo'
prepared import_small
must "$ASSAY" import t.db --documents documents.tsv
run "$ASSAY" import t.db --undo
expect_stdout_line 'undone: the import of documents.tsv, questions.tsv, bm25.run'

test_that 'undo removes what assay pool added and keeps the import before it'
of_files 'only in a file are documents searched'
import_small
lines dense.run 'q1 Q0 d4 1 3 x' 'q1 Q0 d1 2 2 x' 'q3 Q0 d2 1 1 x'
must "$ASSAY" pool t.db dense.run --search
run "$ASSAY" import t.db --undo
expect_stdout_line 'candidates  4 deleted' 'undone: the import of dense.run, search' # two from each
expect_sound
must sh -c '"$1" relevance t.db --format tsv >stdout.tsv' sh "$ASSAY"
expect_equal "$(wc -l <stdout.tsv)" 4

test_that 'a pool that only adds sources to candidates is undone separately'
prepared import_small
lines dense.run 'q1 Q0 d3 1 3 x'
must "$ASSAY" pool t.db dense.run
run "$ASSAY" import t.db --undo
expect_stdout_line 'undone: the import of dense.run'
run "$ASSAY" import t.db --undo
expect_stdout_line 'candidates  4 deleted'

test_that 'undo restores a rank that a later run of the same name replaced'
prepared import_small
before=$(origins)
expect_equal "$before" 'd1, from bm25.run 1
d2, from bm25.run 2
d3, from bm25.run 3'
lines bm25.run 'q1 Q0 d2 1 9 x' 'q1 Q0 d1 2 8 x' 'q1 Q0 d3 3 1 x'
run "$ASSAY" import t.db --candidates bm25.run
expect_status 0
expect_stdout_line 'candidates  0 added, 2 replaced, 1 already there'
expect_stderr_has 'assay: bm25.run: 2 candidates had another rank or score in a run of this name' '--undo'
expect_equal "$(origins)" 'd1, from bm25.run 2
d2, from bm25.run 1
d3, from bm25.run 3'
run "$ASSAY" import t.db --undo
expect_stdout_line 'ranks       2 as they were before'
expect_equal "$(origins)" "$before"
expect_sound

test_that 'undo restores a rank that assay pool replaced'
prepared import_small
before=$(origins)
lines bm25.run 'q1 Q0 d2 1 9 x' 'q1 Q0 d1 2 8 x'
run "$ASSAY" pool t.db bm25.run
expect_stdout_line '  bm25.run: 0 added, 2 already there, 2 of them with a new rank'
run "$ASSAY" import t.db --undo
expect_stdout_line 'ranks       2 as they were before' 'undone: the import of bm25.run'
expect_equal "$(origins)" "$before"
expect_sound

test_that 'importing the same run again changes no rank'
prepared import_small
before=$(origins)
run "$ASSAY" import t.db --candidates bm25.run
expect_no_stderr
expect_stdout_line 'candidates  0 added, 4 already there'
expect_equal "$(origins)" "$before"
run "$ASSAY" import t.db --undo
expect_stdout_line 'undone: the import of documents.tsv, questions.tsv, bm25.run'

test_that 'undo restores a replaced grade'
prepared import_small
lines gold.qrels 'q1 0 d1 2' 'q1 0 d2 0'
must "$ASSAY" import t.db --judgments gold.qrels --as gold
lines other.qrels 'q1 0 d1 3' 'q1 0 d3 1'
must "$ASSAY" import t.db --judgments other.qrels --as gold --replace
run "$ASSAY" import t.db --undo
expect_stdout_line 'judgments   1 deleted' 'grades      1 as they were before'
expect_equal "$("$ASSAY" export t.db qrels --judgments gold 2>/dev/null)" 'q1 0 d1 2
q1 0 d2 0'

test_that 'items with votes stay, and the error says how many and where'
prepared import_small
give '{"vote":1}' '{"quit":true}'
must "$ASSAY" label t.db --json --annotator eve
before=$("$ASSAY" relevance t.db)
run "$ASSAY" import t.db --undo
expect_refused 1 't.db: 1 answer' 'in question q' 'assay deletes nothing that has answers'
expect_equal "$("$ASSAY" relevance t.db)" "$before"
expect_sound

test_that 'an item with an undone vote stays, too'
prepared import_small
give '{"vote":1}' '{"undo":true}' '{"quit":true}'
must "$ASSAY" label t.db --json --annotator eve
run "$ASSAY" import t.db --undo
expect_refused 1 't.db: 1 answer' 'also undone ones'

test_that 'undo deletes a ballot that was dealt but not answered'
prepared import_small
must "$ASSAY" label t.db --json --annotator eve
run "$ASSAY" import t.db --undo
expect_status 0
expect_stdout_line 'ballots     1 deleted, which nobody had answered'
expect_sound

test_that 'votes on other items do not prevent an undo'
prepared import_small
vote_on_q1
lines more.tsv "d5${TAB}five"
must "$ASSAY" import t.db --documents more.tsv
run "$ASSAY" import t.db --undo
expect_status 0
expect_sound

test_that 'a replaced text that has got votes stays'
prepared import_small
lines one.tsv "d1${TAB}ONE"
must "$ASSAY" import t.db --documents one.tsv --replace
give '{"vote":1}' '{"vote":1}' '{"vote":1}' '{"vote":1}'
must "$ASSAY" label t.db --json --annotator eve
run "$ASSAY" import t.db --undo
expect_refused 1 'assay deletes nothing that has answers'

test_that 'undo does not remove imported votes'
prepared import_small
vote_on_q1
run "$ASSAY" import t.db --undo
expect_refused 1 'added 1 answer, and only'

test_that '--undo goes with --dry-run only'
prepared import_small
run "$ASSAY" import t.db --undo --replace
expect_refused 2 '--undo goes with --dry-run only, not with --replace'

test_that '--undo --dry-run says what would be deleted and deletes nothing'
prepared import_small
lines more.tsv "d5${TAB}five"
must "$ASSAY" import t.db --documents more.tsv
run "$ASSAY" import t.db --undo --dry-run
expect_status 0
expect_stdout 'to be undone: the import of more.tsv
documents   1 deleted
nothing was written: this was a dry run'
run "$ASSAY" import t.db --undo
expect_stdout 'undone: the import of more.tsv
documents   1 deleted'

# --- Removing by name ------------------------------------------------------------

test_that 'a removed document leaves all pools'
prepared import_small
run "$ASSAY" remove t.db documents d3 d4
expect_status 0
expect_stdout 'documents   2 deleted
candidates  2 deleted'
expect_equal "$("$ASSAY" relevance t.db --format tsv | cut -f 1,2 | tr '\t' ' ')" 'q1 d1
q1 d2'
expect_sound

test_that 'questions go with their pools, and the others keep their order'
prepared import_small
run "$ASSAY" remove t.db questions q1
expect_stdout 'questions   1 deleted
candidates  3 deleted'
run "$ASSAY" label t.db --plain --annotator eve
expect_stdout_has 'Question no. 1'
expect_sound

test_that 'a question is reached by its present place'
prepared import_small
must "$ASSAY" import t.db --candidates bm25.run
lines q3.run 'q3 Q0 d1 1 3 x' 'q3 Q0 d2 2 2 x'
must "$ASSAY" import t.db --candidates q3.run
must "$ASSAY" remove t.db questions q2
give 'b 2' 'q'
run "$ASSAY" label t.db --plain --annotator eve
expect_stdout_has 'three?' 'Question no. 2'

test_that 'a question imported later gets a place of its own'
prepared import_small
must "$ASSAY" remove t.db questions q2 q3
lines again.tsv "q2${TAB}two?" "q5${TAB}five?"
must "$ASSAY" import t.db --questions again.tsv
run "$ASSAY" status t.db
expect_stdout_has 'questions   3:'
expect_sound

test_that 'candidates go, the documents stay'
prepared import_small
run "$ASSAY" remove t.db candidates q1 d1 d3
expect_stdout 'candidates  2 deleted'
must "$ASSAY" status t.db
expect_stdout_line 'documents   4' 'candidates  2'
expect_sound

test_that 'judgments go with their source'
prepared import_small
lines gold.qrels 'q1 0 d1 2' 'q1 0 d2 0'
must "$ASSAY" import t.db --judgments gold.qrels --as gold
run "$ASSAY" remove t.db judgments gold
expect_stdout 'judgments   2 deleted'
run "$ASSAY" remove t.db judgments gold
expect_refused 1 "no judgments of 'gold'"

test_that 'judgments of a document are deleted with it'
prepared import_small
lines gold.qrels 'q1 0 d1 2' 'q1 0 d2 0'
must "$ASSAY" import t.db --judgments gold.qrels --as gold
run "$ASSAY" remove t.db documents d1
expect_stdout_line 'judgments   1 deleted'
expect_sound

test_that 'ids can come from a file and may begin with @'
prepared import_small
lines at.tsv "@d${TAB}at"
must "$ASSAY" import t.db --documents at.tsv
lines gone d1 '' d2
run "$ASSAY" remove t.db documents @gone @@d
expect_stdout_line 'documents   3 deleted'

test_that 'an unknown id is an error, and nothing goes'
prepared import_small
run "$ASSAY" remove t.db documents d1 d9
expect_refused 1 "t.db: there is no document 'd9'; nothing was deleted"
run "$ASSAY" remove t.db candidates q2 d1
expect_refused 1 "document 'd1' is not a candidate of question 'q2'"
must "$ASSAY" status t.db
expect_stdout_line 'documents   4' 'candidates  4'

test_that 'documents, questions and candidates that were voted on stay'
prepared import_small
vote_on_q1
for what in 'documents d2' 'questions q1' 'candidates q1 d2'; do
	# shellcheck disable=SC2086 # words
	run "$ASSAY" remove t.db $what
	expect_refused 1 't.db: 1 answer' 'in question q1'
done
run "$ASSAY" remove t.db documents d4
expect_status 0
expect_sound

test_that 'the ballots left follow the pools'
prepared import_small
must "$ASSAY" set t.db impressions 1
must "$ASSAY" remove t.db questions q2
run "$ASSAY" status t.db
expect_stdout_line 'ballots     0 done, 1 left'
expect_sound

test_that 'an incomplete call says what can be removed'
prepared import_small
run "$ASSAY" remove t.db votes v1
expect_refused 2 'documents, questions, candidates or judgments'
run "$ASSAY" remove t.db candidates q1
expect_refused 2 'QID DOCID'
: >nothing
run "$ASSAY" remove t.db documents @nothing
expect_refused 1 'no id'

# --- Gold answers ----------------------------------------------------------------

test_that 'judgments used as gold cannot be deleted'
prepared import_small
lines g.qrels 'q1 0 d1 1'
must "$ASSAY" import t.db --judgments g.qrels --as experts
must "$ASSAY" set t.db gold experts
run "$ASSAY" remove t.db judgments experts
expect_refused 1 "the setting gold needs 'experts', which would be deleted"
run "$ASSAY" import t.db --undo
expect_refused 1 "the setting gold needs 'experts'"
must "$ASSAY" set t.db gold ''
must "$ASSAY" remove t.db judgments experts

# --- Texts with votes ------------------------------------------------------------

test_that 'a text with votes is replaced only with an explicit option'
prepared import_small
vote_on_q1
lines one.tsv "d1${TAB}ONE"
run "$ASSAY" import t.db --documents one.tsv --replace
expect_refused 1 "one.tsv:1: document 'd1' differs from the text that 1 vote saw: text 'ONE' here, 'one' there" \
	'--replace --keep-votes if it still stands, else with --replace --withdraw-votes'
expect_sound

test_that '--keep-votes replaces a text, and check lists the votes that saw another'
prepared import_small
vote_on_q1
lines one.tsv "d1${TAB}ONE"
run "$ASSAY" import t.db --documents one.tsv --replace --keep-votes
expect_stdout_line 'documents   0 added, 1 replaced'
expect_stderr_has 'votes on replaced texts: 1; they still count, and `assay check` lists them'
run "$ASSAY" check t.db
expect_status 0
expect_stdout ok
expect_stderr_has 'document d1: 1 vote saw another text than the present text'

test_that 'importing the original text again removes the remark on its votes'
prepared import_small
vote_on_q1
lines one.tsv "d1${TAB}ONE"
must "$ASSAY" import t.db --documents one.tsv --replace --keep-votes
lines again.tsv "d1${TAB}one"
must "$ASSAY" import t.db --documents again.tsv --replace --keep-votes
run "$ASSAY" check t.db
expect_stdout ok
expect_no_stderr

test_that 'votes after a replacement saw the present text'
prepared import_small
lines one.tsv "d1${TAB}ONE"
must "$ASSAY" import t.db --documents one.tsv --replace
vote_on_q1
run "$ASSAY" check t.db
expect_no_stderr

test_that 'a question with votes is replaced only with an explicit option, too'
prepared import_small
vote_on_q1
lines one.tsv "q1${TAB}ONE?"
run "$ASSAY" import t.db --questions one.tsv --replace
expect_refused 1 "question 'q1' differs from the text that 1 vote saw: text 'ONE?' here, 'one?' there"
must "$ASSAY" import t.db --questions one.tsv --replace --withdraw-votes --dry-run
must "$ASSAY" import t.db --questions one.tsv --replace --keep-votes
run "$ASSAY" check t.db
expect_stderr_has 'question q1: 1 vote saw another text than the present text'

test_that 'a vote that saw two replaced documents counts once'
prepared import_small
vote_on_q1
sed 's/$/ and more/' documents.tsv >more.tsv
run "$ASSAY" import t.db --documents more.tsv --replace --keep-votes
expect_stderr_has 'votes on replaced texts: 1; they still count'

test_that '--withdraw-votes withdraws votes on a replaced text and asks again'
prepared import_small
"$ASSAY" status t.db >before
vote_on_q1
lines one.tsv "d1${TAB}ONE"
run "$ASSAY" import t.db --documents one.tsv --replace --withdraw-votes
expect_stdout_line 'documents   0 added, 1 replaced'
expect_stderr_has 'votes on replaced texts: 1; they are withdrawn, and these ballots are asked again'
expect_equal "$("$ASSAY" status t.db | grep -E '^(ballots|votes|questions)')" "$(grep -E '^(ballots|votes|questions)' before)"
expect_equal "$("$ASSAY" export t.db votes | grep -c '"withdrawn_by":"undo"')" 1
expect_sound
run "$ASSAY" check t.db
expect_stdout ok
expect_no_stderr

test_that 'skips are withdrawn, too, and votes on other texts stay'
prepared import_small
vote_on_q1
printf '%s\n' '{"skip":"cannot tell"}' | "$ASSAY" label t.db --annotator b --json >/dev/null
lines one.tsv "d4${TAB}FOUR"
must "$ASSAY" import t.db --documents one.tsv --replace --withdraw-votes
expect_equal "$("$ASSAY" export t.db votes | grep -c '"skip":.*"withdrawn_by"')" 1
expect_equal "$("$ASSAY" export t.db votes | grep -c '"chosen":.*"withdrawn_by"')" 0
expect_sound

test_that 'undo restores the earlier text, but not its withdrawn votes'
prepared import_small
vote_on_q1
lines one.tsv "d1${TAB}ONE"
must "$ASSAY" import t.db --documents one.tsv --replace --withdraw-votes
run "$ASSAY" import t.db --undo
expect_status 0
expect_equal "$("$ASSAY" status t.db --format json | grep -c '^	"votes":	0')" 1
expect_sound

test_that '--keep-votes and --withdraw-votes need --replace and exclude each other'
prepared import_small
run "$ASSAY" import t.db --documents documents.tsv --keep-votes
expect_refused 2 '--keep-votes needs --replace'
run "$ASSAY" import t.db --documents documents.tsv --withdraw-votes
expect_refused 2 '--withdraw-votes needs --replace'
run "$ASSAY" import t.db --documents documents.tsv --replace --withdraw-votes --keep-votes
expect_refused 2 'exclude each other; leave one out'

# The ranks of candidates, and how alike their texts are, decide when a question is settled.
ranked() { # first rank, step: a pool of d1 to d6 for each of twelve questions
	for q in 1 2 3 4 5 6 7 8 9 10 11 12; do
		for d in 1 2 3 4 5 6; do echo "q$q Q0 d$d $(($1 + $2 * d)) $((9 - $1 - $2 * d)) a"; done
	done
}

test_that 'another rank or text settles questions of adaptive dealing or opens them again, and so does the undo'
for d in 1 2 3 4 5 6; do echo "{\"_id\":\"d$d\",\"text\":\"number $d of words w$d\"}"; done >d.jsonl
for q in 1 2 3 4 5 6 7 8 9 10 11 12; do printf 'q%d\twhat %d?\n' $q $q; done >q.tsv
ranked 0 1 >a.run
must "$ASSAY" import t.db --documents d.jsonl --questions q.tsv --candidates a.run
must "$ASSAY" set t.db dealing adaptive
# shellcheck disable=SC2046
give $(awk 'BEGIN { for (x = 2; i++ < 75;) { x = (x * 75 + 74) % 65537; print "{\"vote\":" x % 4 "}" } }')
must "$ASSAY" label t.db --json --annotator ann --seed 1
ranked 7 -1 >a.run
must "$ASSAY" import t.db --candidates a.run
expect_sound
must "$ASSAY" import t.db --undo
expect_sound
for d in 1 2 3 4; do echo "{\"_id\":\"d$d\",\"text\":\"all the same words in one long text for all $d\"}"; done >e.jsonl
must "$ASSAY" import t.db --documents e.jsonl --replace --keep-votes
expect_sound
must "$ASSAY" import t.db --undo
expect_sound

done_testing
