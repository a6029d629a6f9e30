# `--without ANNOTATOR`: labels, scores and figures without an annotator's votes. All commands must print the same as
# for a database that never had these votes.
. "$SOURCE/tests/support/tap.sh"

database() { # file
	lines documents.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three" "d4${TAB}four"
	lines questions.tsv "q1${TAB}one?" "q2${TAB}two?" "q3${TAB}three?"
	lines bm25.run 'q1 Q0 d1 1 4 x' 'q1 Q0 d2 2 3 x' 'q1 Q0 d3 3 2 x' 'q1 Q0 d4 4 1 x' 'q2 Q0 d1 1 3 x' \
		'q2 Q0 d2 2 2 x' 'q2 Q0 d3 3 1 x' 'q3 Q0 d1 1 3 x' 'q3 Q0 d2 2 2 x'
	lines reverse.run 'q1 Q0 d4 1 4 y' 'q1 Q0 d3 2 3 y' 'q1 Q0 d2 3 2 y' 'q1 Q0 d1 4 1 y' 'q2 Q0 d2 1 3 y' 'q2 Q0 d1 2 2 y'
	must "$ASSAY" import "$1" --documents documents.tsv --questions questions.tsv --candidates bm25.run
}

# Cem votes at random, and is the only one to vote on q3.
votes_of() { # annotator...
	for annotator in "$@"; do
		case $annotator in
		cem)
			winners='"d4" null "d2" "d2"' ;;
		*)
			winners='"d1" "d1" "d1" ' ;;
		esac
		# shellcheck disable=SC2086 # the winners are words
		set -- $winners
		echo "{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\",\"d4\"],\"chosen\":$1,\"annotator\":\"$annotator\"}"
		echo "{\"question\":\"q1\",\"shown\":[\"d3\",\"d2\",\"d1\"],\"chosen\":$2,\"annotator\":\"$annotator\"}"
		echo "{\"question\":\"q2\",\"shown\":[\"d1\",\"d2\",\"d3\"],\"chosen\":$3,\"annotator\":\"$annotator\"}"
		[ $# -lt 4 ] || echo "{\"question\":\"q3\",\"shown\":[\"d1\",\"d2\"],\"chosen\":$4,\"annotator\":\"$annotator\"}"
	done
}

# all.db has the votes of three annotators, two.db those of ana and ben.
databases() {
	database all.db
	database two.db
	votes_of ana ben cem >three.jsonl
	grep -v cem three.jsonl >two.jsonl
	must "$ASSAY" import all.db --votes three.jsonl
	must "$ASSAY" import two.db --votes two.jsonl
}

same() { # arguments after the command's name and its database
	name=$1
	shift
	must "$ASSAY" "$name" two.db "$@"
	stdout >expected
	must "$ASSAY" "$name" all.db "$@" --without cem
	expect_equal "$(stdout)" "$(cat expected)"
}

for estimator in rate luce; do
	test_that "labels follow the votes of the others ($estimator)"
	databases
	must "$ASSAY" set all.db estimator $estimator
	must "$ASSAY" set two.db estimator $estimator
	same relevance --format tsv
	same export qrels
	same export relevance --format csv
done

test_that 'preferences follow the votes of the others'
prepared databases
same export preferences

test_that 'scores follow the votes of the others'
prepared databases
same eval bm25.run --format tsv
same eval bm25.run --interval --format tsv
same compare bm25.run reverse.run --format tsv

test_that 'agreement and annotators'\'' figures follow the votes of the others'
prepared databases
same agreement --format tsv
same status --format csv

test_that 'with adaptive dealing, too, the need of questions follows from all votes'
prepared databases
must "$ASSAY" set all.db dealing adaptive
must "$ASSAY" set two.db dealing adaptive
same agreement --format tsv
same relevance --format tsv

test_that 'exported votes are those of the others'
prepared databases
must "$ASSAY" export all.db votes --without cem
expect_equal "$(stdout | grep -c '"annotator":"cem"')" 0
expect_equal "$(stdout | grep -c '"annotator":"')" 6

test_that 'a verdict follows the votes of the others'
prepared databases
run "$ASSAY" gate two.db bm25.run reverse.run --format json
stdout | grep -v ballots >expected # the number of remaining ballots follows from all votes
expect_stdout_has verdict
run "$ASSAY" gate all.db bm25.run reverse.run --format json --without cem
expect_equal "$(stdout | grep -v ballots)" "$(cat expected)"

test_that 'several annotators can be left out'
prepared databases
must "$ASSAY" relevance all.db --format tsv --without cem --without ben
expect_equal "$(stdout | awk -F '\t' '$1 == "q1" && $2 == "d1" { print $3, $4 }')" '2 2'

test_that 'remarks name the annotators whose votes are left out'
prepared databases
run "$ASSAY" eval all.db bm25.run --without cem --without ben
expect_stderr_has 'and 3 votes, except cem, ben'
run "$ASSAY" export all.db qrels --without cem
expect_stderr_has '7 judgments on 2 of 3 questions, except cem'
must "$ASSAY" report all.db bm25.run --without cem -o page.html
expect_equal "$(grep -c ', except cem' page.html)" 1

test_that '--without changes nothing in the database'
prepared databases
must "$ASSAY" relevance all.db --format tsv
stdout >before
must "$ASSAY" relevance all.db --format tsv --without cem
must "$ASSAY" relevance all.db --format tsv
expect_equal "$(stdout)" "$(cat before)"

test_that 'an unknown name is an error that lists the annotators'
prepared databases
for command in 'relevance all.db' 'export all.db qrels' 'eval all.db bm25.run' 'status all.db' 'agreement all.db'; do
	# shellcheck disable=SC2086 # words
	run "$ASSAY" $command --without dea
	expect_refused 1 "all.db: there is no annotator 'dea'; the annotators are ana, ben, cem"
done

test_that '--without is refused for qrels and for judgments'
prepared databases
lines q.qrels 'q1 0 d1 1'
run "$ASSAY" eval q.qrels bm25.run --without cem
expect_refused 2 'q.qrels: not a database; --without names an annotator in one'
must "$ASSAY" import all.db --judgments q.qrels --as gold
run "$ASSAY" eval all.db bm25.run --judgments gold --without cem
expect_refused 2 '--without is for votes'
run "$ASSAY" export all.db qrels --judgments gold --without cem
expect_refused 2 '--without is for votes'

test_that 'without any annotator there are no labels'
prepared databases
run "$ASSAY" eval all.db bm25.run --without ana --without ben --without cem
expect_refused 1 'all.db: no question has a vote yet, except ana, ben, cem'

done_testing
