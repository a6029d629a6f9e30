# The kinds of files that people bring: what becomes of each, and what is said where assay can't tell.
. "$SOURCE/tests/support/tap.sh"

collection() {
	lines docs.jsonl '{"id":"d1","title":"Hose","text":"Unplug the cleaner and pull the hose off. Clear the blockage with a long brush."}' \
		'{"id":"d2","title":"Filter","text":"Rinse the filter under cold water and let it dry for a day."}' \
		'{"id":"d3","title":"Bag","text":"A full bag lowers the suction. Change it once a month."}'
	lines run.json '{"How do I unblock the hose?":["d1","d3"],"How do I wash the filter?":["d3","d2"]}'
}

# --- What a file can't say by itself --------------------------------------------

test_that 'a field with one relevant document in each record is a truth, as a list of one is'
collection
lines gt.csv 'question,answer,relevant_docs' 'How do I unblock the hose?,Pull,d1' 'How do I wash the filter?,Rinse,d2'
run "$ASSAY" eval gt.csv run.json -m RR --format tsv
expect_stdout "RR${TAB}0.7500"
expect_stderr_has 'gt.csv: no grades in it'
must "$ASSAY" import t.db docs.jsonl gt.csv
run "$ASSAY" eval t.db --judgments gt.csv run.json -m RR --format tsv
expect_stdout "RR${TAB}0.7500"

test_that 'eval names the option for a field that may be the truth, or the ranking'
collection
lines gold.json '[{"question":"How do I unblock the hose?","gold":"d1"}]'
run "$ASSAY" eval gold.json run.json -m RR
expect_refused 1 'gold.json: these are questions, not qrels; if "gold" names the relevant documents, say --truth gold'
lines out.jsonl '{"question":"How do I unblock the hose?","output_ids":["d3","d1"]}'
run "$ASSAY" eval gold.json out.jsonl -m RR --truth gold
expect_refused 1 'out.jsonl: these are questions, not a run; if "output_ids" names the retrieved documents, say --hits output_ids'
run "$ASSAY" eval gold.json out.jsonl -m RR --truth gold --hits output_ids --format tsv
expect_stdout "RR${TAB}0.5000"

test_that 'eval says which field of a run has known documents and is not read'
collection
lines gold.jsonl '{"question":"How do I unblock the hose?","gold":["d1"]}'
must "$ASSAY" import t.db docs.jsonl gold.jsonl
lines out.jsonl '{"query":"How do I unblock the hose?","results":["d2"],"answer_ids":["d1","d3"]}'
run "$ASSAY" eval t.db --judgments gold.jsonl out.jsonl -m RR
expect_stderr_has 'out.jsonl: "answer_ids" names documents of the collection and is not used'

test_that 'a dry run that is refused shows what stands in the files'
collection
lines worth.csv 'query,docid,worth' 'Why?,d1,3' 'Why?,d2,0'
run "$ASSAY" import t.db worth.csv --dry-run
expect_status 1
expect_stdout_line 'worth.csv  query  words                  the question' 'worth.csv  worth  whole numbers, 0 to 3'
expect_stderr_has 'worth.csv: "worth" may be a grade or a score'

done_testing
