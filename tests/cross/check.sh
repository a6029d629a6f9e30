# The program for another processor ($PROGRAM, run by $EMULATOR) must give the same ballots, databases, labels and
# scores.
. "$SOURCE/tests/support/tap.sh"

there() { # word...
	"$EMULATOR" "$PROGRAM" "$@"
}

data=$SOURCE/sample-data
files="$data/documents.jsonl $data/questions.jsonl $data/porter.run $data/plain.run"

# Gives seven answers of maria, like a program. Uuids and times are removed, because they differ between runs.
answers() { # command database
	printf '{"vote":%s}\n' 1 2 0 3 1 1 2 | "$1" label "$2" --annotator maria --seed 7 --json |
		sed 's/"uuid":"[^"]*"//g; s/"at":[0-9]*//g'
}

here() { "$ASSAY" "$@"; }

test_that 'a database made there says here what it says there'
# shellcheck disable=SC2086 # the files are words
must there import t.db $files
answers there t.db >there.json
# shellcheck disable=SC2086
must here import h.db $files
answers here h.db >here.json
expect_same_file here.json there.json
for what in qrels relevance; do
	there export t.db $what >there.$what
	here export t.db $what >here.$what
	here export h.db $what >own.$what
	expect_same_file here.$what there.$what
	expect_same_file own.$what there.$what
done

test_that 'a database made here is right there, and the other way round'
# shellcheck disable=SC2086
must here import h.db $files
run there check h.db
expect_stdout ok
# shellcheck disable=SC2086
must there import t.db $files
run here check t.db
expect_stdout ok

# The last digits of a score depend on the C library's logarithm.
test_that 'a search there finds the same documents in the same order'
# shellcheck disable=SC2086
must here import h.db $files
there search h.db --run there.run
here search h.db --run here.run
for run in there here; do
	awk '{ print $1, $3, $4 }' $run.run >order && mv order $run.run
done
expect_same_file here.run there.run

test_that 'every measure of every question is the same to the last digit'
there eval "$data/judgments.qrels" "$data/porter.run" "$data/plain.run" -m all_trec -q --format tsv --precision 16 >there.tsv
here eval "$data/judgments.qrels" "$data/porter.run" "$data/plain.run" -m all_trec -q --format tsv --precision 16 >here.tsv
expect_same_file here.tsv there.tsv

test_that 'comparisons are the same'
there compare "$data/judgments.qrels" "$data/porter.run" "$data/plain.run" >there.txt
here compare "$data/judgments.qrels" "$data/porter.run" "$data/plain.run" >here.txt
expect_same_file here.txt there.txt

done_testing
