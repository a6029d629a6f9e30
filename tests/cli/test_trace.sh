# ASSAY_TRACE: reports the database statements in addition to a command's output.
. "$SOURCE/tests/support/tap.sh"

filled() {
	lines documents.tsv "d1${TAB}one" "d2${TAB}two"
	lines questions.tsv "q1${TAB}one?"
	lines bm25.run 'q1 Q0 d1 1 3 x' 'q1 Q0 d2 2 2 x'
	must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
}

# A line is "3.456 ms  0 trips  answer_add" and nothing else.
are_lines='^assay: +[0-9]+\.[0-9]{3} ms +[0-9]+ trips?  +[A-Za-z_, ]+$'

test_that 'a trace lists the statements of a vote by name, with time and trips'
filled
lines answers '{"vote": 1}' '{"quit": true}'
tap_stdin=answers
run env ASSAY_TRACE=1 "$ASSAY" label t.db --annotator ana --json
expect_status 0
expect_equal "$(stderr | grep -cvE "$are_lines")" 0
expect_equal "$(stderr | sed 's/.* trips\{0,1\}  *//' | grep -xE 'answer_add|COMMIT' | grep -A 1 answer_add | tr '\n' ' ')" \
	'answer_add COMMIT '
if [ -n "${ASSAY_TEST_SERVER:-}" ]; then
	expect_equal "$(stderr | grep -c ' [1-9][0-9]* trip')" "$(stderr | grep -vc ' 0 trips')"
	expect_equal "$(stderr | grep -c ' 1 trip  *COMMIT$' | grep -c '[1-9]')" 1
else
	expect_equal "$(stderr | grep -vc ' 0 trips')" 0
fi

test_that 'the output stays the same, and without the variable there is no trace'
filled
run "$ASSAY" status t.db
stdout >plain
expect_equal "$(stderr | grep -cE "$are_lines")" 0
run env ASSAY_TRACE=1 "$ASSAY" status t.db
expect_equal "$(stdout)" "$(cat plain)"
run env ASSAY_TRACE= "$ASSAY" status t.db
expect_equal "$(stderr | grep -cE "$are_lines")" 0

done_testing
