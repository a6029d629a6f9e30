#!/bin/sh
# Parts of runs: the data for the scores is computed file by file and then takes the place of the runs.
. "$SOURCE/tests/support/tap.sh"

data=$SOURCE/sample-data
truth=$data/judgments.qrels

# Splits the questions of a run into three files, makes a part from each, and joins these parts: parts/RUN.tsv.
make_parts() { # run...
	mkdir -p shards parts
	for tap_run in "$@"; do
		awk -v to="shards/$tap_run" '!($1 in shard) { shard[$1] = n++ % 3 } { print >(to shard[$1] ".run") }' "$data/$tap_run.run"
		for tap_shard in 0 1 2; do
			must "$ASSAY" eval "$truth" "shards/$tap_run$tap_shard.run" --partial
			expect_equal "$(stderr)" ''
			stdout >"shards/$tap_run$tap_shard.tsv"
		done
		must "$ASSAY" eval "$truth" --run "$tap_run" "shards/$tap_run"?.tsv --partial
		stdout >"parts/$tap_run.tsv"
	done
}

# The parts must give the same as the runs.
expect_the_same() { # command option...
	tap_words=$1
	shift
	must "$ASSAY" "$tap_words" "$truth" "$data/porter.run" "$data/plain.run" "$@"
	stdout >whole
	stderr >whole-remarks
	run "$ASSAY" "$tap_words" "$truth" parts/porter.tsv parts/plain.tsv "$@"
	expect_status 0
	stdout >part
	stderr >part-remarks
	expect_same_file whole part
	expect_same_file whole-remarks part-remarks
}

test_that 'parts give exactly the scores of the runs, by any measure named later'
make_parts porter plain
expect_the_same eval --precision 17
expect_the_same eval -q --precision 17 -m nDCG@20,AP,RBP,NumRet,Judged@5,infAP,Bpref
expect_the_same eval --judged-only -l 2 --precision 17
expect_the_same eval --depth 5 --precision 17
expect_the_same eval --interval --precision 17
expect_the_same eval --failures
expect_the_same plan

test_that 'parts are compared like the runs'
make_parts porter plain
expect_the_same compare --seed 1
must "$ASSAY" compare "$truth" "$data/porter.run" "$data/titles.run"
stdout >whole
run "$ASSAY" compare "$truth" parts/porter.tsv "$data/titles.run"
expect_stdout "$(cat whole)"

test_that 'gate gives the same verdict on parts as on the runs'
make_parts porter titles
run "$ASSAY" gate "$truth" "$data/porter.run" "$data/titles.run"
stdout >whole
status=$tap_status
run "$ASSAY" gate "$truth" parts/porter.tsv parts/titles.tsv
expect_status "$status"
expect_stdout "$(cat whole)"

test_that 'parts of shards are one run'
make_parts porter
must "$ASSAY" eval "$truth" "$data/porter.run" --precision 17
stdout >whole
run "$ASSAY" eval "$truth" --run porter shards/porter?.tsv --precision 17
expect_status 0
expect_stdout "$(cat whole)"

test_that 'intervals over votes equal those of the whole run'
must "$ASSAY" import t.db "$data/documents.jsonl" "$data/questions.jsonl" "$data/porter.run"
for vote in 1 2 0 1 3 2 1 0 2 1 1 2; do
	echo "{\"vote\":$vote}{\"vote\":1}" | sed 's/}{/}\n{/'
done >votes
"$ASSAY" label t.db --json --annotator eve <votes >/dev/null 2>&1
must "$ASSAY" eval t.db "$data/porter.run" --partial
stdout >porter.tsv
must "$ASSAY" eval t.db "$data/porter.run" --interval --precision 17
stdout >whole
run "$ASSAY" eval t.db porter.tsv --interval --precision 17
expect_stdout_has votes
expect_stdout "$(cat whole)"

test_that 'changed grades are accepted; other judged documents need a new part'
lines run.run 'q1 Q0 a 1 3 x' 'q1 Q0 b 2 2 x' 'q1 Q0 c 3 1 x'
lines old.qrels 'q1 0 a 0' 'q1 0 c 1'
lines new.qrels 'q1 0 a 2' 'q1 0 c 0'
lines more.qrels 'q1 0 a 0' 'q1 0 b 0' 'q1 0 c 1'
must "$ASSAY" eval old.qrels run.run --partial
stdout >run.tsv
run "$ASSAY" eval new.qrels run.tsv -m RR --format tsv
expect_stdout "RR${TAB}1.0000"
run "$ASSAY" eval more.qrels run.tsv
expect_refused 1 "run.tsv:2: the judged documents of question 'q1' have changed since the part was made; make the part again"

test_that 'options that would change the order of documents are refused'
make_parts porter
run "$ASSAY" eval "$truth" parts/porter.tsv --ties docid-asc
expect_refused 1 'parts/porter.tsv:1: it was made with --ties docid-desc, but this command has docid-asc; use the same'
run "$ASSAY" eval "$truth" parts/porter.tsv --scores float32
expect_refused 1 'parts/porter.tsv:1: it was made with --scores float64, but this command has float32; use the same'
run "$ASSAY" eval "$truth" parts/porter.tsv --drop-self
expect_refused 1 'it was made without such options, but this command has --drop-self; use the same'
run "$ASSAY" eval "$truth" "$data/porter.run" --partial --depth 5
expect_refused 2 "--partial can't be combined with --depth; leave it out"
run "$ASSAY" eval "$truth" "$data/porter.run" "$data/plain.run" --partial
expect_refused 2 '--partial takes one run; if the files are parts of one run, name the run with --run NAME'

test_that 'an incomplete or changed part is refused'
make_parts porter
head -n 3 parts/porter.tsv >cut.tsv
run "$ASSAY" eval "$truth" cut.tsv
expect_refused 1 'cut.tsv holds 2 of the 48 questions that were written; make the part again'
for edit in 's/ 2:/ 3:/' 's/ 10:[^ ]* /&/; s/ 10:.*//' '2s/1:[^ ]*/1:/' 's/ 11:/ 9:/' '2s/	20	/	x	/'; do
	sed "$edit" parts/porter.tsv >changed.tsv
	run "$ASSAY" eval "$truth" changed.tsv
	expect_refused 1 'changed.tsv:' 'this line is not from `assay eval --partial`; make the part again'
done
sed 's/part	1/part	2/' parts/porter.tsv >later.tsv
run "$ASSAY" eval "$truth" later.tsv
expect_refused 1 'later.tsv:1: this part was made by another version of assay; make it again'

test_that 'a question in two parts is refused, and a run among parts'
make_parts porter
run "$ASSAY" eval "$truth" --run porter shards/porter0.tsv shards/porter0.tsv
expect_refused 1 'shards/porter0.tsv:2: question ' ' is in two parts; put all lines of a question into one file'
run "$ASSAY" eval "$truth" --run porter shards/porter0.tsv shards/porter1.run
expect_refused 1 'shards/porter1.run is a run, but shards/porter0.tsv is a part of the same run'

test_that 'a shard without labelled questions is an empty part'
lines odd.run 'x Q0 a 1 3 x'
must "$ASSAY" eval "$truth" odd.run --partial
expect_equal "$(stdout | wc -l)" 1
expect_no_stderr

test_that 'commands that need all documents refuse a part; the report leaves those out'
make_parts porter plain
run "$ASSAY" fuse parts/porter.tsv parts/plain.tsv
expect_refused 1 'parts/porter.tsv: this is a part that `assay eval --partial` has written, so it does not have all documents; name the run itself'
must "$ASSAY" report "$truth" parts/porter.tsv parts/plain.tsv -o report.html
grep -c 'The hardest questions' report.html >count
expect_equal "$(cat count)" 0
expect_equal "$(grep -c 'Question by question' report.html)" 2

done_testing
