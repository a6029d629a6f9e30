#!/bin/sh
# assay search and assay pool: candidates without a run. Called by tests/run.sh with ASSAY and SOURCE set.
. "$SOURCE/tests/support/tap.sh"

# The FAQ of a course: the heading is a field, the answer the text.
faq() {
	lines faq.jsonl \
		'{"id": "f1", "title": "How do I install Docker?", "text": "Download it, then restart.", "section": "setup", "course": "de"}' \
		'{"id": "f2", "title": "Can I still join?", "text": "Yes, also after the start date.", "section": "general", "course": "de"}' \
		'{"id": "f3", "title": "Can I still join?", "text": "Until the first deadline.", "section": "general", "course": "ml"}' \
		'{"id": "f4", "title": "Where is the homework?", "text": "On the page of each module. Docker is not needed.", "section": "homework", "course": "ml"}' \
		'{"id": "f5", "title": "How are projects graded?", "text": "By three peers.", "section": "projects", "course": "ml"}' \
		'{"id": "f6", "title": "Is there a certificate?", "text": "For those who pass two projects.", "section": "general", "course": "de"}'
	lines questions.jsonl \
		'{"id": "q1", "text": "docker will not install", "course": "de"}' \
		'{"id": "q2", "text": "May I join after it has started?", "course": "ml"}' \
		'{"id": "q3", "text": "xyzzy?", "course": "ml"}'
	must "$ASSAY" import t.db --documents faq.jsonl --questions questions.jsonl
}

test_that 'search: hits have rank, score, docid and title, and what was found stands below'
faq
run "$ASSAY" search t.db 'installing docker'
expect_status 0
expect_equal "$(stdout | sed -n 's/ [0-9.]*  f/ SCORE f/p')" '  1    SCORE f1  How do I install Docker?
  2    SCORE f4  Where is the homework?'
expect_stdout_line '     On the page of each module. Docker is not needed.'

test_that 'search: lines for programs are a table'
faq
run "$ASSAY" search t.db docker --depth 1 --format csv
expect_status 0
expect_equal "$(stdout | tr -d '\r' | sed 's/,[0-9.]*,/,SCORE,/')" 'rank,score,docid,title,excerpt
1,SCORE,f1,How do I install Docker?,"Download it, then restart."'

test_that 'search: no byte of a document steers the terminal'
printf '{"id": "d", "title": "a\\u001b[31m hose", "text": "hose \\u001b]0;x\\u0007 \\u0002 \\u0003 \\u0002 end"}\n' >documents.jsonl
must "$ASSAY" import t.db --documents documents.jsonl
run "$ASSAY" search t.db hose
expect_status 0
expect_equal "$(stdout | tr -d '\n' | LC_ALL=C grep -c '[[:cntrl:]]')" 0

test_that 'search: words that no document has are said so'
faq
run "$ASSAY" search t.db 'xyzzy'
expect_status 0
expect_stdout ''
expect_stderr_has 'assay: no document has any of these words'

test_that 'search: all questions become a run, and those without a document are named'
faq
run "$ASSAY" search t.db --run bm25.run --depth 2
expect_status 0
expect_stderr_has 'assay: 4 documents for 2 of 3 questions' 'assay: 1 question no document has a word of (q3)'
expect_equal "$(cut -d' ' -f1-4,6 bm25.run)" 'q1 Q0 f1 1 bm25
q1 Q0 f4 2 bm25
q2 Q0 f2 1 bm25
q2 Q0 f3 2 bm25'

test_that 'search: --match keeps to documents with the field of the question'
faq
must "$ASSAY" search t.db --run - --match course --tag same-course
expect_equal "$(stdout | cut -d' ' -f1-4,6)" 'q1 Q0 f1 1 same-course
q2 Q0 f3 1 same-course'

test_that 'search: --fields says where to look'
faq
must "$ASSAY" search t.db homework --fields section --format tsv
expect_equal "$(stdout | cut -f3)" 'f4'
run "$ASSAY" search t.db homework --fields sektion
expect_refused 2 "assay: there is no field 'sektion'; there are course (6 documents, 3 questions), section (6 documents)"

test_that 'search: the run is the same each time, byte for byte'
faq
must "$ASSAY" search t.db --run a.run
must "$ASSAY" search t.db --run b.run
expect_equal "$(cmp a.run b.run && echo same)" same

test_that 'search: a database is not written over by a run'
faq
run "$ASSAY" search t.db --run t.db
expect_refused 2 'assay: t.db: a database, which is not written over; name another file'

test_that 'search: wrong calls'
faq
run "$ASSAY" search t.db
expect_refused 2 'assay: nothing to search for; give words, or --run FILE for all questions'
run "$ASSAY" search t.db hose --run a.run
expect_refused 2 'leave out one of them'
run "$ASSAY" search t.db hose --match course
expect_refused 2 'words have no fields'
run "$ASSAY" search t.db --run a.run --tag 'two words'
expect_refused 2 'a tag is one word'
run "$ASSAY" search t.db hose --tokenizer chars
expect_refused 2 "assay: --tokenizer is porter, unicode61 or trigram, not 'chars'"

done_testing
