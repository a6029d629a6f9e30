# The setting `set_aside`: the votes of these annotators count nowhere as long as they are named in it.
. "$SOURCE/tests/support/tap.sh"

# t.db: two questions with two documents. Ana votes for d1 for q1, ben and eve for d2, and eve for d2 for q2.
database() {
	lines d.jsonl '{"_id":"d1","text":"Tape it."}' '{"_id":"d2","text":"Glue it."}'
	lines q.tsv "q1${TAB}how do I mend it?" "q2${TAB}how do I mend that?"
	lines r.run 'q1 Q0 d1 1 2 r' 'q1 Q0 d2 2 1 r' 'q2 Q0 d1 1 2 r' 'q2 Q0 d2 2 1 r'
	lines v.jsonl '{"question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"ana"}' \
		'{"question":"q1","shown":["d1","d2"],"chosen":"d2","annotator":"ben"}' \
		'{"question":"q1","shown":["d1","d2"],"chosen":"d2","annotator":"eve"}' \
		'{"question":"q2","shown":["d1","d2"],"chosen":"d2","annotator":"eve"}'
	must "$ASSAY" import t.db --documents d.jsonl --questions q.tsv --candidates r.run --votes v.jsonl
}

labels() { # option...
	run "$ASSAY" export t.db qrels "$@"
	expect_status 0
	stdout
}

test_that 'setting an annotator aside removes their votes from labels, reversibly'
prepared database
all=$(labels)
others=$(labels --without eve)
must "$ASSAY" set t.db set_aside eve
expect_equal "$(labels)" "$others"
expect_equal "$(labels --without ben)" "$(labels --without eve --without ben)"
must "$ASSAY" set t.db set_aside ''
expect_equal "$(labels)" "$all"
expect_equal "$(printf '%s\n' "$all" | grep -c '^q2 ')" 2
expect_equal "$(printf '%s\n' "$others" | grep -c '^q2 ')" 0

test_that 'several annotators can be set aside, separated by commas and blanks'
prepared database
both=$(labels --without eve --without ben)
must "$ASSAY" set t.db set_aside 'eve, ben'
expect_equal "$(labels)" "$both"

test_that 'the votes stay: they are exported, and the annotators are listed'
prepared database
"$ASSAY" export t.db votes >before.jsonl
must "$ASSAY" set t.db set_aside eve
"$ASSAY" export t.db votes >after.jsonl
expect_same_file after.jsonl before.jsonl
run "$ASSAY" annotators t.db --format tsv
expect_equal "$(stdout | grep -c '^eve')" 1
run "$ASSAY" check t.db
expect_status 0

test_that 'an unknown annotator is refused, and nothing is set'
prepared database
run "$ASSAY" set t.db set_aside eva
expect_refused 1 "there is no annotator 'eva'; \`assay annotators t.db\` lists them"
run "$ASSAY" set t.db set_aside
expect_stdout_lacks eva

test_that 'scores, labels, the report, status and annotators say who is set aside'
prepared database
must "$ASSAY" set t.db set_aside eve
run "$ASSAY" eval t.db r.run
expect_stderr_has 'and 2 votes; set aside: eve'
run "$ASSAY" eval t.db r.run --without ben
expect_stderr_has 'and 1 vote, except ben; set aside: eve'
run "$ASSAY" export t.db qrels
expect_stderr_has 'on 1 of 2 questions; set aside: eve'
run "$ASSAY" report t.db r.run --format markdown
expect_stdout_has 'and 2 votes; set aside: eve'
for command in status annotators; do
	run "$ASSAY" $command t.db
	expect_stderr_has 't.db: set aside: eve; no label or score counts their votes'
done
must "$ASSAY" set t.db set_aside ana,ben,eve
run "$ASSAY" eval t.db r.run
expect_refused 1 't.db: no question has a vote yet; set aside: ana,ben,eve; label some first'

test_that 'an annotator who is renamed stays set aside'
prepared database
others=$(labels --without ben --without eve)
must "$ASSAY" set t.db set_aside ben,eve
must "$ASSAY" annotators t.db --rename eve=zoe
expect_equal "$(labels)" "$others"

done_testing
