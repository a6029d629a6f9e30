#!/bin/sh
# Candidates that are kept or dropped before the ballots of their question: what is asked, stored, merged, exported,
# counted.
. "$SOURCE/tests/support/tap.sh"

# Two questions with pools of ten.
with_pools() {
	lines documents.tsv 'id	title	text'
	: >one.run
	for i in 01 02 03 04 05 06 07 08 09 10; do
		printf 'd%s\ttitle %s\ttext of document %s.\n' "$i" "$i" "$i" >>documents.tsv
		for q in q1 q2; do
			echo "$q Q0 d$i ${i#0} $((20 - ${i#0})) one" >>one.run
		done
	done
	lines questions.tsv 'q1	what?' 'q2	which?'
	must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates one.run
	must "$ASSAY" set t.db dealing adaptive
	must "$ASSAY" set t.db screening on
}

label() { # annotator, then lines
	annotator=$1
	shift
	lines requests "$@"
	"$ASSAY" label t.db --json --annotator "$annotator" --seed 1 <requests >replies 2>/dev/null
}

keep='{"keep":true}' drop='{"drop":true}'

# Keeps the first document and drops the nine others.
look_through() { # annotator, then lines
	annotator=$1
	shift
	label "$annotator" "$keep" "$drop" "$drop" "$drop" "$drop" "$drop" "$drop" "$drop" "$drop" "$drop" "$@"
}

exported() { # database, file
	"$ASSAY" export "$1" votes >"$2" 2>/dev/null
}

test_that 'a question begins with its candidates in rank order, then has ballots'
prepared with_pools
look_through ana '{"vote":1}'
grep -c '"glance":true' replies >glances
sed -n 1p replies | grep -o '"docid":"[^"]*"' >first
run cat glances first
expect_stdout '10
"docid":"d01"'
run "$ASSAY" status t.db
expect_status 0

test_that 'unseen dropped candidates are exported with grade 0 and a remark'
prepared with_pools
look_through ana '{"vote":1}'
"$ASSAY" relevance t.db --question q1 --format tsv | awk -F '\t' '$4 == 0 && $6 == 0 { print $2, 0 }' | sort >inferred
"$ASSAY" relevance t.db --question q1 --format tsv | awk -F '\t' '$4 > 0 { print $2 }' | sort >shown
"$ASSAY" export t.db qrels 2>said | awk '{ print $3, $4 }' | sort >exported
run grep -c . inferred
expect_stdout 7
run join -v 1 exported shown
expect_stdout "$(cat inferred)"
run cat said
expect_stdout_has '7 of them are inferred: dropped at a glance, never shown'
run "$ASSAY" export t.db qrels --min-impressions 1
expect_equal "$(stdout | awk '{ print $3 }' | sort)" "$(cat shown)"

test_that 'the export of votes counts keeps and drops apart from answers to checks'
prepared with_pools
look_through ana '{"vote":1}'
run "$ASSAY" export t.db votes
expect_stderr_has 'votes: 1, skips: 0, undone: 0, kept or dropped at a glance: 10'
expect_stderr_lacks 'checks'

test_that 'a drop does not become a label with the estimator rate'
prepared with_pools
must "$ASSAY" set t.db estimator rate
look_through ana '{"vote":1}'
run "$ASSAY" export t.db qrels
expect_equal "$(stdout | grep -c .)" 3

test_that 'keeps and drops do not count as votes, impressions or progress'
prepared with_pools
look_through ana
run "$ASSAY" relevance t.db --question q1 --format tsv
expect_stdout_has 'q1	d01	0	0	'
run "$ASSAY" check t.db
expect_stdout ok

test_that 'keeps and drops are exported and imported, once'
prepared with_pools
look_through ana '{"vote":1}' '{"vote":1}'
exported t.db votes.jsonl
run grep -c '"control":"glance"' votes.jsonl
expect_stdout 10
cp votes.jsonl again.jsonl
must "$ASSAY" import t.db --votes again.jsonl
exported t.db after.jsonl
run cmp votes.jsonl after.jsonl
expect_status 0

test_that 'a merge has the keeps and drops of both files, each once'
of_files 'a merge reads files'
with_pools
cp t.db ben.db
look_through ana '{"vote":1}'
cp t.db ana.db
cp ben.db t.db
look_through ben '{"vote":1}'
cp t.db ben.db
must "$ASSAY" merge all.db ana.db ben.db
must "$ASSAY" check all.db
exported all.db all.jsonl
run grep -c '"control":"glance"' all.jsonl
expect_stdout 20

test_that 'an undo reverses a drop, even after the first ballot'
prepared with_pools
look_through ana '{"undo":true}' "$keep"
exported t.db votes.jsonl
run grep -c '"control":"glance".*"chosen":"d\|"chosen":"d.*"control":"glance"' votes.jsonl
expect_stdout 2

test_that 'the annotator can end the list'
prepared with_pools
label ana "$keep" '{"ballots":true}' '{"vote":1}'
run grep -c '"glance":true' replies
expect_stdout 2
run grep -c '"slot":3' replies
expect_stdout 2
run grep -c '^{"ballots":true}' replies
expect_stdout 1

test_that 'a remark says that screening needs adaptive dealing'
prepared with_pools
must "$ASSAY" set t.db dealing balanced
run "$ASSAY" set t.db screening on
expect_stderr_has 'screening needs adaptive dealing'
must "$ASSAY" set t.db dealing adaptive
run "$ASSAY" set t.db screening on
expect_no_stderr

test_that 'a ballot is neither kept nor dropped'
prepared with_pools
label ana '{"ballots":true}' "$drop"
run grep '"error"' replies
expect_stdout_has 'this ballot is answered by'

test_that 'a dropped document cannot be removed'
prepared with_pools
look_through ana
run "$ASSAY" remove t.db documents d05
expect_status 1
expect_stderr_has 'assay deletes nothing that has answers'

test_that 'annotators counts keeps and drops, and which drops were wrong'
prepared with_pools
look_through ana '{"vote":3}' '{"vote":2}' '{"vote":1}'
run "$ASSAY" annotators t.db
expect_stdout_has 'kept  dropped  shown  wrong'
run "$ASSAY" annotators t.db --format tsv
expect_stdout_has '	1	9	7	1	quick'

test_that 'without the setting there is no screening and no column'
prepared with_pools
must "$ASSAY" set t.db screening off
label ana '{"vote":1}'
run grep -c '"glance":true' replies
expect_stdout 0
run "$ASSAY" annotators t.db
expect_stdout_lacks 'dropped'

test_that 'if nearly everything was kept, a question begins with ballots'
prepared with_pools
for i in 1 2 3 4 5 6 7 8 9; do
	printf '{"question":"q1","shown":["d0%s"],"chosen":"d0%s","annotator":"eve","control":"glance"}\n' "$i" "$i"
done >kept.jsonl
for round in 1 2 3 4 5 6 7; do
	sed "s/eve/eve$round/" kept.jsonl
done >all.jsonl
must "$ASSAY" import t.db --votes all.jsonl
label ana '{"vote":1}'
run grep -c '"glance":true' replies
expect_stdout 0

test_that 'the plain face keeps and drops by letters'
prepared with_pools
lines requests k d da q
"$ASSAY" label t.db --plain --annotator ana --seed 1 <requests >plain 2>/dev/null
run cat plain
expect_stdout_has 'keep or drop this candidate'
expect_stdout_has 'saved: kept'
expect_stdout_has 'saved: dropped'
run grep -c 'ballot 1 of' plain
expect_stdout 1

test_that 'the plain face says what was undone, and does it again'
prepared with_pools
lines requests d u r q
"$ASSAY" label t.db --plain --annotator ana --seed 1 <requests >plain 2>/dev/null
run cat plain
expect_stdout_line 'You dropped it, and undid that; r drops it again.'
run grep -c 'saved: dropped' plain
expect_stdout 2

test_that 'the letters of the plain face that keep and drop are no votes'
prepared with_pools
"$ASSAY" set t.db screening off
lines requests k d q
"$ASSAY" label t.db --plain --annotator ana --seed 1 <requests >plain 2>/dev/null
run grep -c 'no candidate is to be kept or dropped here' plain
expect_stdout 2
run grep -c 'saved: ' plain
expect_stdout 0

done_testing
