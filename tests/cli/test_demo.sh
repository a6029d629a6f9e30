# The sample collection inside the program. (tests/bare/test_bare.sh tries it in a terminal.)
. "$SOURCE/tests/support/tap.sh"

test_that 'demo makes a folder with the sample files and a database of them'
run env TMPDIR="$PWD" "$ASSAY" demo
expect_status 0
expect_no_stderr
folder=$(ls -d assay-demo-*)
expect_stdout_has "The labels are in $PWD/$folder/labels.db"
for file in documents.jsonl questions.jsonl judgments.qrels porter.run plain.run titles.run; do
	expect_same_file "$SOURCE/sample-data/$file" "$folder/$file"
done

test_that 'the commands that demo names work'
run env TMPDIR="$PWD" "$ASSAY" demo
stdout | grep '^  ' | grep -v '^  assay label' >commands
expect_equal "$(wc -l <commands)" 5
run sh -e ./commands
expect_status 0

test_that 'a program that is found by its name needs no alias'
run env TMPDIR="$PWD" PATH="$(dirname "$ASSAY"):$PATH" assay demo
expect_status 0
expect_equal "$(stdout | grep -c alias)" 0

test_that 'documents answer the first question of the demo'
must env TMPDIR="$PWD" "$ASSAY" demo
run "$ASSAY" label assay-demo-*/labels.db --json --annotator maria
qid=$(stdout | sed -n '1s/.*"qid":"\([^"]*\)".*/\1/p')
expect_equal "$(awk -v qid="$qid" '$1 == qid && $4 == 3' assay-demo-*/judgments.qrels | wc -l)" 1

test_that 'each demo has a folder of its own'
must env TMPDIR="$PWD" "$ASSAY" demo
must env TMPDIR="$PWD" "$ASSAY" demo
expect_equal "$(ls -d assay-demo-* | wc -l)" 2

test_that 'a missing folder is named'
run env TMPDIR="$PWD/none" "$ASSAY" demo
expect_refused 1 "$PWD/none/assay-demo-" 'TMPDIR'

done_testing
