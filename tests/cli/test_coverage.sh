# `assay coverage`: questions against those that users ask.
. "$SOURCE/tests/support/tap.sh"

# Questions on subjects of words of their own: a line each.
ask() { # subject count first
	awk -v subject="$1" -v n="$2" -v first="$3" 'BEGIN {
		for (i = first; i < first + n; i++)
			print "does the " subject (i % 5) " " subject (i * 3 % 7 + 5) " need a " subject (i * 5 % 11 + 12) "?"
	}'
}

database() { # question files...
	lines d.tsv "d1${TAB}text"
	cat "$@" | awk '{ print "q" NR "\t" $0 }' >q.tsv
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv
}

test_that 'questions on other subjects are a world of their own, and what is missing is listed first'
ask hose 40 1 >hoses
ask filter 40 1 >filters
database hoses
run "$ASSAY" coverage t.db filters
expect_status 0
expect_stdout_has 'questions   40 own, 40 real' 'your questions are a world of their own: z '
run "$ASSAY" coverage t.db filters --format tsv
expect_equal "$(stdout | head -n 1 | cut -f 1,3,4)" "0${TAB}0${TAB}yes"
expect_equal "$(stdout | head -n 1 | cut -f 5 | grep -c filter)" 1

test_that 'questions of one source are mixed, and nothing is missing'
{ ask hose 60 1; ask filter 60 1; } | sort >all
awk 'NR % 2 == 0' all >even
awk 'NR % 2 == 1' all >odd
database even
run "$ASSAY" coverage t.db odd
expect_status 0
expect_stdout_has 'verdict     mixed: z '
expect_stdout_lacks ' yes '

test_that 'JSON has the verdict beside the clusters'
ask hose 20 1 >hoses
ask filter 20 1 >filters
database hoses
run "$ASSAY" coverage t.db filters --format json
expect_stdout_has '"verdict":' '"z":' '"clusters":'

test_that 'questions without a common word can not be told apart'
echo 'apples' >one
echo 'pears' >two
database one
run "$ASSAY" coverage t.db two
expect_stdout_has 'cannot tell'

test_that 'a database without questions is refused'
lines d.tsv "d1${TAB}text"
must "$ASSAY" import t.db --documents d.tsv
echo 'why?' >real
run "$ASSAY" coverage t.db real
expect_refused 1 't.db' 'no questions'

test_that 'a file that is not there is named'
ask hose 5 1 >hoses
database hoses
run "$ASSAY" coverage t.db missing.txt
expect_refused 1 'missing.txt'

done_testing
