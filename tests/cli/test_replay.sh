# `assay label --replay NAME --plain`: what an annotator saw and answered, step by step.
. "$SOURCE/tests/support/tap.sh"

# t.db: two questions, two documents; eve votes for d2 with a note, undoes that, and votes for none.
collection() {
	lines d.jsonl '{"_id":"d1","title":"Tape","text":"Cut the split end off."}' \
		'{"_id":"d2","title":"Glue","text":"Glue the hose."}'
	lines q.tsv "q1${TAB}how do I mend it?" "q2${TAB}how do I mend that?"
	lines r.run 'q1 Q0 d1 1 2 r' 'q1 Q0 d2 2 1 r' 'q2 Q0 d1 1 2 r' 'q2 Q0 d2 2 1 r'
	must "$ASSAY" import t.db --documents d.jsonl --questions q.tsv --candidates r.run
	must "$ASSAY" set t.db ballot_size 2
	must "$ASSAY" label t.db --json --annotator eve </dev/null
	slot=$(stdout | docids | awk '{ print ($1 == "d2") ? 1 : 2; exit }')
	give "{\"vote\":$slot,\"note\":\"as the guide says\"}" '{"undo":true}' '{"vote":0}'
	must "$ASSAY" label t.db --json --annotator eve
}

replay() { # word...
	run "$ASSAY" label t.db --replay eve --plain "$@"
}

test_that 'answers are shown in order, with time, note and later undo'
prepared collection
replay
expect_status 0
expect_no_stderr
expect_stdout_has "Step 1 of 2. Chose $slot in "
expect_equal "$(stdout | grep -c ' UTC; undone (undo)\.$')" 1
expect_stdout_has 'Note: as the guide says'
expect_stdout_has 'Step 2 of 2. Chose none of 2 in '
expect_stdout_has 'Question: how do I mend '

test_that 'documents appear in the order in which they were shown'
prepared collection
replay
expect_equal "$(stdout | sed -n 's/^(docid \(.*\))$/\1/p' | head -n 2 | tr '\n' ' ' | sed 's/ $//')" \
	"$(if [ "$slot" = 1 ]; then echo 'd2 d1'; else echo 'd1 d2'; fi)"

test_that 'a text that was replaced later is shown as it was'
prepared collection
lines new.jsonl '{"_id":"d2","title":"Glue","text":"Never glue the hose."}'
must "$ASSAY" import t.db --documents new.jsonl --replace --keep-votes
replay
expect_stdout_has "$slot as shown then; an import has replaced it since."
expect_equal "$(stdout | grep -c '^Glue the hose\.$')" 2
expect_equal "$(stdout | grep -c 'Never glue')" 0

test_that 'a replay writes nothing and creates no annotator'
prepared collection
cp t.db before.db
replay
expect_same_file before.db t.db

test_that 'a name without answers is refused with the names that have some'
prepared collection
run "$ASSAY" label t.db --replay evee --plain
expect_refused 1 "t.db: 'evee' has answered nothing; there are answers of eve"

test_that 'options for labelling are refused'
prepared collection
for option in '--annotator ann' '--adjudicate' '--json' '--seed 3' '--run r.run' '--measures AP' '--decide r.run'; do
	# shellcheck disable=SC2086 # the option and its value
	run "$ASSAY" label t.db --replay eve $option
	expect_refused 2 "--replay only shows answers; leave out ${option%% *}"
done

done_testing
