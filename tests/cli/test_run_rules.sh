# --drop-self, --keep-best and --by-document: what happens to the documents of a run before they are ranked.
. "$SOURCE/tests/support/tap.sh"

# --- Questions that are documents ----------------------------------------------------------------

# In each run, the question itself comes before its answer.
self_files() {
	lines truth.qrels 'a1 0 a9 1' 'a2 0 a8 1'
	lines self.run 'a1 Q0 a1 1 9 r' 'a1 Q0 a9 2 8 r' 'a2 Q0 a2 1 9 r' 'a2 Q0 a8 2 8 r'
	lines self.json '{"a1": {"a1": 9, "a9": 8}, "a2": {"a2": 9, "a8": 8}}'
	lines mixed.run 'a1 Q0 a1 1 9 r' 'a2 Q0 a8 2 8 r' 'a1 Q0 a9 2 8 r' 'a2 Q0 a2 1 9 r'
}

test_that '--drop-self: documents with the id of the question do not count; without it a remark says so'
self_files
for run in self.run self.json mixed.run; do
	run "$ASSAY" eval truth.qrels $run -m RR,NumRet --format tsv
	expect_stdout "RR${TAB}0.5000
NumRet${TAB}4.0000"
	expect_stderr_has '2 of 2 questions have a document with their own id among the first 10; --drop-self'
	run "$ASSAY" eval truth.qrels $run -m RR,NumRet --drop-self --format tsv
	expect_stdout "RR${TAB}1.0000
NumRet${TAB}2.0000"
	expect_stderr_lacks 'drop-self'
done

test_that 'one question that finds itself needs no remark'
lines truth.qrels 'q1 0 d1 1' 'q2 0 d2 1'
lines a.run 'q1 Q0 q1 1 9 r' 'q1 Q0 d1 2 8 r' 'q2 Q0 d2 1 9 r'
run "$ASSAY" eval truth.qrels a.run -m RR
expect_stderr_lacks 'drop-self'

# --- Repeated documents --------------------------------------------------------------------------

twice_files() {
	lines truth.qrels 'q1 0 a 1' 'q2 0 b 1'
	lines twice.run 'q1 Q0 x 1 9 r' 'q1 Q0 a 2 8 r' 'q1 Q0 x 3 7 r' 'q1 Q0 a 4 6 r' 'q2 Q0 c 1 5 r' 'q2 Q0 b 2 4 r'
	lines late.run 'q1 Q0 a 4 6 r' 'q2 Q0 c 1 5 r' 'q1 Q0 x 1 9 r' 'q1 Q0 x 3 7 r' 'q2 Q0 b 2 4 r' 'q1 Q0 a 2 8 r'
	lines hits.jsonl '{"qid": "q1", "hits": [{"_id": "x", "_score": 9}, {"_id": "a", "_score": 8}, {"_id": "a", "_score": 7}]}' \
		'{"qid": "q2", "hits": [{"_id": "c", "_score": 5}, {"_id": "b", "_score": 4}]}'
}

test_that '--keep-best: the entry with the highest score counts, wherever it stands; else it is refused, with the option'
twice_files
for run in twice.run late.run hits.jsonl; do
	run "$ASSAY" eval truth.qrels $run -m RR
	expect_refused 1 'is already under question q1' 'remove one of them, or add --keep-best to count the best entry'
	run "$ASSAY" eval truth.qrels $run -m RR,NumRet --keep-best --format tsv
	expect_stdout "RR${TAB}0.5000
NumRet${TAB}4.0000"
done

test_that '--keep-best of several files of one run'
lines truth.qrels 'q1 0 a 1'
lines one.run 'q1 Q0 x 1 5 r' 'q1 Q0 a 2 4 r'
lines two.run 'q1 Q0 a 1 9 r'
run "$ASSAY" eval truth.qrels one.run two.run --run both -m RR
expect_refused 1 'document a of question q1 is in two files' '--keep-best'
run "$ASSAY" eval truth.qrels one.run two.run --run both -m RR --keep-best --format tsv
expect_stdout "RR${TAB}1.0000"

# --- Chunks ----------------------------------------------------------------------------------------

chunk_files() {
	lines truth.qrels 'q1 0 d1 1' 'q2 0 d2 1'
	lines chunks.run 'q1 Q0 d1#0 1 9 r' 'q1 Q0 d1#2 2 8 r' 'q1 Q0 d3#1 3 7 r' 'q2 Q0 d3#1 1 9 r' 'q2 Q0 d3#2 2 8 r' 'q2 Q0 d2#4 3 7 r'
	lines other.run 'q1 Q0 d3#1 1 9 r' 'q1 Q0 d1#2 2 8 r' 'q2 Q0 d3#1 1 9 r' 'q2 Q0 d2#0 2 8 r'
}

# d1 is first. d2 is second after d3, whose second chunk does not count.
test_that '--by-document: the best chunk of each document counts'
chunk_files
run "$ASSAY" eval truth.qrels chunks.run -m RR,NumRet --by-document '#' --format tsv
expect_stdout "RR${TAB}0.7500
NumRet${TAB}4.0000"
run "$ASSAY" compare truth.qrels chunks.run other.run -m RR --by-document '#' --format csv
expect_stdout_has 'other,RR,0.7500,0.5000'
run "$ASSAY" gate truth.qrels chunks.run other.run -m RR --by-document '#' --margin 0.9
expect_stdout_has '-0.2500'
run "$ASSAY" eval truth.qrels chunks.run --by-document ''
expect_refused 2 "as in --by-document '#'"

test_that 'the last separator counts, of any length; an id without one is a document'
lines truth.qrels 'q1 0 a_chunk_b 1' 'q2 0 plain 1'
lines a.run 'q1 Q0 a_chunk_b_chunk_7 1 9 r' 'q2 Q0 plain 1 9 r'
run "$ASSAY" eval truth.qrels a.run -m RR --by-document _chunk_ --format tsv
expect_stdout "RR${TAB}1.0000"

test_that 'without --by-document a remark suggests it if few documents are known'
chunk_files
run "$ASSAY" eval truth.qrels chunks.run -m RR
expect_stderr_has "look like chunks of documents that are; --by-document '#' counts the best chunk of each"

test_that 'without --by-document the error suggests it if no document is known'
awk 'BEGIN { for (i = 1; i <= 10; i++) print "q" i " 0 doc-" i " 1" >"truth.qrels"
	for (i = 1; i <= 10; i++) for (k = 1; k <= 3; k++) print "q" i " Q0 doc-" i "_chunk_" k " " k " " 9 - k " r" >"a.run" }'
run "$ASSAY" eval truth.qrels a.run -m RR
expect_refused 1 "look like chunks of documents that are: --by-document '_chunk_' counts the best chunk of each"
run "$ASSAY" eval truth.qrels a.run -m RR --by-document _chunk_ --format tsv
expect_stdout "RR${TAB}1.0000"

test_that 'renamed documents are not taken for chunks'
awk 'BEGIN { for (i = 1; i <= 10; i++) print "q" i " 0 doc-" i " 1" >"truth.qrels"
	for (i = 1; i <= 10; i++) print "q" i " Q0 other-" i " 1 9 r" >"a.run" }'
run "$ASSAY" eval truth.qrels a.run -m RR
expect_refused 1 'were the documents renamed?'

# --- Documents with the same text ----------------------------------------------------------------------

# a and b have the same words, and so do x and y. c has the same text with a title.
same_files() {
	lines documents.jsonl '{"id": "a", "text": "one"}' '{"id": "x", "text": "two"}' '{"id": "b", "text": "one"}' \
		'{"id": "y", "text": "two"}' '{"id": "c", "title": "new", "text": "one"}'
	lines questions.jsonl '{"id": "q1", "text": "which?"}' '{"id": "q2", "text": "what?"}'
	lines gold.qrels 'q1 0 a 1' 'q1 0 b 2' 'q1 0 x 0' 'q2 0 x 1'
	lines one.run 'q1 Q0 b 1 9 r' 'q2 Q0 y 1 9 r'
	lines both.run 'q1 Q0 c 1 9 r' 'q1 Q0 b 2 8 r' 'q1 Q0 a 3 7 r' 'q2 Q0 x 1 9 r' 'q2 Q0 y 2 8 r'
	must "$ASSAY" import t.db documents.jsonl questions.jsonl --judgments gold.qrels --as gold
}

test_that '--twins one: identical documents count once, with the highest grade'
same_files
run "$ASSAY" eval t.db one.run --judgments gold -m R@5,nDCG,NumRel --format tsv # one of two found, and none
expect_stdout_has "R@5${TAB}0.2500" "NumRel${TAB}3.0000"
run "$ASSAY" eval t.db one.run --judgments gold -m R@5,nDCG,NumRel,NumRet,'RR(rel=2)' --twins one --format tsv
expect_stdout "R@5${TAB}1.0000
nDCG${TAB}1.0000
NumRel${TAB}2.0000
NumRet${TAB}2.0000
RR(rel=2)${TAB}0.5000"
run "$ASSAY" eval t.db both.run --judgments gold -m R@5,RR,NumRet --twins one --format tsv
expect_stdout "R@5${TAB}1.0000
RR${TAB}0.7500
NumRet${TAB}3.0000"
run "$ASSAY" compare t.db one.run both.run --judgments gold -m RR --twins one --format csv
expect_stdout_has 'both,RR,1.0000,0.7500'

test_that '--twins one needs a database and measures of grades'
same_files
run "$ASSAY" eval gold.qrels one.run --twins one
expect_refused 2 'gold.qrels: not a database' '--twins one needs a database'
run "$ASSAY" eval t.db one.run --judgments gold --twins one --with gold
expect_refused 2 'leave out --twins one'
run "$ASSAY" eval t.db one.run --judgments gold --twins two
expect_refused 2 "--twins is all or one, not 'two'"

# --- Other commands ----------------------------------------------------------------------------------

test_that 'gate: the options of a saved baseline must be given again'
self_files
must "$ASSAY" gate truth.qrels self.run --save base.jsonl -m RR --drop-self
run "$ASSAY" gate truth.qrels base.jsonl mixed.run -m RR
expect_refused 1 'base.jsonl: it was saved with --drop-self, but this command has no such options'
run "$ASSAY" gate truth.qrels base.jsonl mixed.run -m RR --drop-self
expect_stdout_has '1.0000'
sed -i 's/--drop-self/--keep-best/' base.jsonl
run "$ASSAY" gate truth.qrels base.jsonl mixed.run -m RR --keep-best
expect_refused 1 'it was changed after it was saved'

test_that 'gate: -l must be the same for a saved baseline'
self_files
lines truth.qrels 'a1 0 a9 2' 'a2 0 a8 2'
must "$ASSAY" gate truth.qrels self.run --save base.jsonl -m RR -l 2
run "$ASSAY" gate truth.qrels base.jsonl mixed.run -m RR -l 2
expect_stdout_has 'RR(rel=2)'
run "$ASSAY" gate truth.qrels base.jsonl mixed.run -m RR
expect_refused 1 'it was saved with RR(rel=2), without RR'

test_that 'pool --by-document: documents become candidates by their best chunks'
lines documents.jsonl '{"id": "d1", "text": "one"}' '{"id": "d2", "text": "two"}' '{"id": "d3", "text": "three"}'
lines questions.jsonl '{"id": "q1", "text": "which?"}'
lines chunks.run 'q1 Q0 d2#1 1 9 r' 'q1 Q0 d2#0 2 8 r' 'q1 Q0 d1#5 3 7 r'
must "$ASSAY" import t.db documents.jsonl questions.jsonl
must "$ASSAY" pool t.db chunks.run --by-document '#' --depth 2
run "$ASSAY" relevance t.db --question q1 --format tsv
expect_stdout_has d1 d2
expect_stdout_lacks d3

# --- Candidates that are chunks ------------------------------------------------

with_documents() { # run line...
	lines d.jsonl '{"_id":"d1","text":"a hose"}' '{"_id":"d2","text":"a pump"}'
	lines q.jsonl '{"_id":"q1","text":"How do I fix it?"}'
	must "$ASSAY" import t.db --documents d.jsonl --questions q.jsonl
	lines chunks.run "$@"
}

test_that 'pool and import suggest --by-document if candidates look like chunks'
with_documents 'q1 Q0 d1_chunk_0 1 3 a' 'q1 Q0 d1_chunk_1 2 2 a' 'q1 Q0 d2_chunk_0 3 1 a'
run "$ASSAY" pool t.db chunks.run
expect_refused 1 'chunks.run: 3 candidates name what is not in the database' "--by-document '_chunk_'"
run "$ASSAY" import t.db --candidates chunks.run
expect_status 1
expect_stderr_has "\`assay pool\` with --by-document '_chunk_'"
run "$ASSAY" pool t.db chunks.run --by-document _chunk_
expect_status 0
expect_stdout_has 'candidates  2 added'

test_that 'pool does not suggest --by-document if unknown documents are not chunks'
with_documents 'q1 Q0 d1#0 1 3 a' 'q1 Q0 e1#1 2 2 a'
run "$ASSAY" pool t.db chunks.run
expect_refused 1 '--skip-unknown'
expect_stderr_lacks '--by-document'

done_testing
