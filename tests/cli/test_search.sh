#!/bin/sh
# `assay search` and `assay pool`: candidates without a run.
. "$SOURCE/tests/support/tap.sh"

# The FAQ of a course: the heading is a field, and the answer is the text.
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

test_that 'search: hits have rank, score, docid and title, with a passage below'
prepared faq
run "$ASSAY" search t.db 'installing docker'
expect_status 0
expect_equal "$(stdout | sed -n 's/ [0-9.]*  f/ SCORE f/p')" '  1    SCORE f1  How do I install Docker?
  2    SCORE f4  Where is the homework?'
expect_stdout_line '     On the page of each module. Docker is not needed.'

# Word's HTML pages write each letter beyond ASCII as an entity and have more tags than words.
pages() {
	mkdir pages
	lines pages/a.html '<html><head><style>p.MsoNormal {margin:0cm}</style><title>x</title></head><body class=Section>' \
		'<h1>Ma&szlig;e &amp; mehr</h1><p class=MsoNormal>Gr&ouml;&szlig;e pr&uuml;fen: <b>Hepa</b>rin an Pa&shy;ti&shy;enten.</p>' \
		'<table><tr><td>Dosis</td><td>fest</td></tr></table><img src="x.png" alt="Skizze &uuml;ber alles"></body></html>'
	lines pages/b.html '<html><body><h1>Andere</h1><p class=MsoNormal>Nichts davon.</p></body></html>'
	lines pages/c.md '# Codes' '' 'Write `<table>` for one, and use tables sparingly:' '' '- a' '- b'
	must "$ASSAY" import t.db --documents pages
}

found() { # word...
	"$ASSAY" search t.db "$@" --format tsv 2>/dev/null | cut -f 3 | tr '\n' ' '
}

test_that 'search: the text of HTML pages is found'
prepared pages
for word in Größe prüfen Heparin Patienten Dosis fest Skizze über Maße; do
	expect_equal "$word: $(found $word)" "$word: a.html "
done
run "$ASSAY" search t.db prüfen
expect_stdout_line '     Maße & mehr Größe prüfen: Heparin an Patienten. Dosis fest Skizze über alles'
expect_equal "$(found --tokenizer trigram üfen)" 'a.html '

test_that 'search: tags of HTML are not found, text about tags is'
prepared pages
for word in MsoNormal Section szlig body margin src; do
	expect_equal "$word: $(found $word)" "$word: "
done
expect_equal "$(found table)" 'c.md '

test_that 'search: very small and very large weights are accepted'
prepared pages
expect_equal "$(found Codes --fields 'title^0.00001,text') $(found Codes --fields 'title,text^1e15')" 'c.md  c.md '

test_that 'search: the index follows the setting format'
prepared pages
expect_equal "$(found MsoNormal)" ''
must "$ASSAY" set t.db format plain
expect_equal "$(found MsoNormal | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/^ //')" 'a.html b.html '
must "$ASSAY" set t.db format auto
expect_equal "$(found MsoNormal)" ''
expect_equal "$(found Nichts)" 'b.html '
run "$ASSAY" check t.db
expect_stdout ok

test_that 'search: a replaced page is indexed again'
prepared pages
expect_equal "$(found Heparin)" 'a.html '
lines pages/a.html '<html><body><p>Insulin &uuml;ber alles</p></body></html>'
must "$ASSAY" import t.db --documents pages --replace
expect_equal "$(found Heparin)$(found Insulin)" 'a.html '

test_that 'search: lines for programs are a table'
prepared faq
run "$ASSAY" search t.db docker --depth 1 --format csv
expect_status 0
expect_equal "$(stdout | tr -d '\r' | sed 's/,[0-9.]*,/,SCORE,/')" 'rank,score,docid,title,excerpt
1,SCORE,f1,How do I install Docker?,"Download it, then restart."'

test_that 'search: words need no quotation marks'
prepared faq
run "$ASSAY" search t.db installing docker --format csv
expect_status 0
both=$(stdout)
run "$ASSAY" search t.db 'installing docker' --format csv
expect_stdout "$both"

test_that 'search: a remark says that very common words order nothing'
prepared faq
run "$ASSAY" search t.db the docker
expect_no_stderr
run "$ASSAY" search t.db the
expect_status 0
expect_stderr_has 'assay: each of these words is in at least half of the documents'

test_that 'search: no byte of a document steers the terminal'
printf '{"id": "d", "title": "a\\u001b[31m hose", "text": "hose \\u001b]0;x\\u0007 \\u0002 \\u0003 \\u0002 end"}\n' >documents.jsonl
must "$ASSAY" import t.db --documents documents.jsonl
run "$ASSAY" search t.db hose
expect_status 0
expect_equal "$(stdout | tr -d '\n' | LC_ALL=C grep -c '[[:cntrl:]]')" 0

test_that 'search: a remark says that no document has any of the words'
prepared faq
run "$ASSAY" search t.db 'xyzzy'
expect_status 0
expect_stdout ''
expect_stderr_has 'assay: no document has any of these words'

test_that 'search: all questions become a run, and those without a document are named'
prepared faq
run "$ASSAY" search t.db --run bm25.run --depth 2
expect_status 0
expect_stderr_has 'assay: 4 documents for 2 of 3 questions' 'assay: 1 question without a word that any document has (q3)'
expect_equal "$(cut -d' ' -f1-4,6 bm25.run)" 'q1 Q0 f1 1 bm25
q1 Q0 f4 2 bm25
q2 Q0 f2 1 bm25
q2 Q0 f3 2 bm25'

test_that 'search: a question whose lines would be comments is refused for a run'
lines documents.jsonl '{"id": "d", "text": "garden hose"}'
lines questions.jsonl '{"id": "#1", "text": "Which hose?"}'
must "$ASSAY" import t.db --documents documents.jsonl --questions questions.jsonl
run "$ASSAY" search t.db --run bm25.run
expect_refused 1 "question '#1': its lines in a run would be comments, because the id begins with #; give the question another id"

test_that 'search: a run replaces only a run of the same name'
prepared faq
cp questions.jsonl before
run "$ASSAY" search t.db --run questions.jsonl
expect_refused 2 'questions.jsonl: this file is not a run, so assay does not overwrite it; name another file'
expect_same_file questions.jsonl before
must "$ASSAY" search t.db --run bm25.run
must "$ASSAY" search t.db --run bm25.run --depth 1
: >empty.run
must "$ASSAY" search t.db --run empty.run
echo 'q1 Q0 f1 1 0.9 dense' >mine.run
cp mine.run before
run "$ASSAY" search t.db --run mine.run
expect_refused 2 "mine.run: the run in this file has another name than 'bm25', so assay does not overwrite it; name another file"
expect_same_file mine.run before
must "$ASSAY" search t.db --run mine.run --tag dense

test_that 'search: --match finds only documents with the question'\''s value of the field'
prepared faq
must "$ASSAY" search t.db --run - --match course --tag same-course
expect_equal "$(stdout | cut -d' ' -f1-4,6)" 'q1 Q0 f1 1 same-course
q2 Q0 f3 1 same-course'

test_that 'search, pool: --match needs a field of documents and questions'
prepared faq
run "$ASSAY" pool t.db --search --match section
expect_refused 2 "documents have a field 'section', but no question has it; the fields are course (6 documents, 3 questions), section (6 documents)"
run "$ASSAY" search t.db --run - --match section
expect_refused 2 "documents have a field 'section', but no question has it; the fields are course"
lines questions.jsonl '{"id": "q1", "text": "docker will not install", "course": "de", "term": "2"}'
must "$ASSAY" import t.db --questions questions.jsonl --replace
run "$ASSAY" pool t.db --search --match term
expect_refused 2 "no document has the field 'term', only questions have it; the fields are course"

test_that 'search: --fields says where to look'
prepared faq
must "$ASSAY" search t.db homework --fields section --format tsv
expect_equal "$(stdout | cut -f3)" 'f4'
run "$ASSAY" search t.db homework --fields sektion
expect_refused 2 "assay: there is no field 'sektion'; the fields are course (6 documents, 3 questions), section (6 documents)"

test_that 'search: the run is the same each time, byte for byte'
prepared faq
must "$ASSAY" search t.db --run a.run
must "$ASSAY" search t.db --run b.run
expect_equal "$(cmp a.run b.run && echo same)" same

test_that 'search: a database is not written over by a run'
prepared faq
run "$ASSAY" search t.db --run t.db
expect_refused 2 'assay: t.db: this is a database, so assay does not overwrite it; name another file'

test_that 'search: wrong calls'
prepared faq
run "$ASSAY" search t.db
expect_refused 2 'assay: nothing to search for; give words, or --run FILE for all questions'
run "$ASSAY" search t.db hose --run a.run
expect_refused 2 'leave out one of them'
run "$ASSAY" search t.db hose --match course
expect_refused 2 'words have no fields'
run "$ASSAY" search t.db --run a.run --tag 'two words'
expect_refused 2 'a tag must be one word'
run "$ASSAY" search t.db hose --tokenizer chars
expect_refused 2 "assay: --tokenizer is porter, unicode61 or trigram, not 'chars'"

# --- Pools -----------------------------------------------------------------

# Prints each question with its candidates, the best ranks first.
pools() { "$ASSAY" relevance t.db --format tsv | awk '{ pool[$1] = pool[$1] " " $2 } END { for (q in pool) print q pool[q] }' | sort; }

test_that 'pool: --search alone fills pools for labelling'
prepared faq
run "$ASSAY" pool t.db --search --depth 3
expect_status 0
expect_stdout_has 'candidates  4 added to the pools of 2 questions' '  search: 4 added' \
	'ballots     2 left, 2 more than before; under a minute at an assumed 25 s a ballot' 'questions left without candidates: 1 (q3)'
expect_stderr_has 'assay: 1 question without a word that any document has (q3)'
expect_equal "$(pools)" 'q1 f1 f4
q2 f2 f3'
must "$ASSAY" check t.db

# f1 is first and second, f4 second and first, so they are equally good. f5 and f6 are third once: the higher docid
# enters.
test_that 'pool: --size takes the best by reciprocal rank and keeps all their sources'
prepared faq
lines a.run 'q1 Q0 f1 1 9 a' 'q1 Q0 f4 2 8 a' 'q1 Q0 f5 3 7 a'
lines b.run 'q1 Q0 f4 1 0.9 b' 'q1 Q0 f1 2 0.8 b' 'q1 Q0 f6 3 0.7 b'
run "$ASSAY" pool t.db a.run b.run --size 3
expect_status 0
expect_stdout_has 'candidates  3 added' '  a.run: 2 added, 1 left out because the pool was full' '  b.run: 1 added, 2 already added by an earlier source'
expect_equal "$(pools)" 'q1 f1 f4 f6'
expect_equal "$(origins)" 'f1, from a.run 1, b.run 2
f4, from a.run 2, b.run 1
f6, from b.run 3'

test_that 'pool: the counts of the sources add up to the total'
prepared faq
lines a.run 'q1 Q0 f1 1 9 a' 'q1 Q0 f4 2 8 a' 'q2 Q0 f2 1 9 a'
lines b.run 'q1 Q0 f4 1 0.9 b' 'q1 Q0 f5 2 0.8 b' 'q2 Q0 f3 1 0.7 b'
run "$ASSAY" pool t.db a.run b.run --search --holes a.run@1
expect_equal "$(stdout | awk '/^candidates/ { all = $2 } /^  / { sum += $2 } END { print (all == sum), (sum > 4) }')" '1 1'
expect_stdout_line '  b.run: 2 added, 1 already added by an earlier source'

test_that 'pool: existing candidates stay, count for the size and get the new sources'
prepared faq
lines a.run 'q1 Q0 f5 1 9 a' 'q1 Q0 f6 2 8 a'
lines b.run 'q1 Q0 f1 1 9 b' 'q1 Q0 f2 2 8 b' 'q1 Q0 f5 3 7 b'
must "$ASSAY" pool t.db a.run
run "$ASSAY" pool t.db b.run --size 3
expect_stdout_has 'candidates  1 added to the pools of 1 question' '  b.run: 1 added, 1 already there, 1 left out because the pool was full'
expect_equal "$(origins)" 'f1, from b.run 1
f5, from a.run 1, b.run 3
f6, from a.run 2'

test_that 'pool: repeating a pool changes nothing'
prepared faq
lines a.run 'q1 Q0 f5 1 9 a' 'q1 Q0 f6 2 8 a'
must "$ASSAY" pool t.db a.run --search
before=$(pools; origins)
run "$ASSAY" pool t.db a.run --search
expect_stdout_has 'candidates  0 added to the pools of 0 questions'
expect_equal "$(pools; origins)" "$before"

test_that 'pool: --holes adds the first documents of a run even to full pools'
prepared faq
lines a.run 'q1 Q0 f1 1 9 a' 'q1 Q0 f2 2 8 a'
lines new.run 'q1 Q0 f5 1 9 n' 'q1 Q0 f1 2 8 n' 'q1 Q0 f6 3 7 n'
must "$ASSAY" pool t.db a.run
run "$ASSAY" pool t.db --holes new.run@2 --size 2
expect_stdout_has '  new.run: 1 added, 1 already there'
expect_equal "$(pools)" 'q1 f1 f5 f2'
run "$ASSAY" pool t.db --holes new.run@x
expect_refused 2 "--holes 'new.run@x' is not a run and a number of documents, such as RUN@10"

test_that 'pool: --holes needs a number of documents'
prepared faq
lines new.run 'q1 Q0 f5 1 9 n'
run "$ASSAY" pool t.db --holes new.run
expect_refused 2 "--holes 'new.run' is not a run and a number of documents, such as RUN@10"

test_that 'pool: says how long the ballots take at the time that the votes took'
prepared faq
must "$ASSAY" pool t.db --search
for name in ann bob eve joe kim lea max ned ola pia; do
	printf '{"question":"q1","shown":["f1","f4"],"chosen":"f1","annotator":"%s","elapsed_ms":4000}\n' "$name"
done >votes.jsonl
must "$ASSAY" import t.db --votes votes.jsonl
lines a.run 'q3 Q0 f1 1 9 a' 'q3 Q0 f2 2 8 a'
run "$ASSAY" pool t.db a.run
expect_equal "$(stdout | grep -c '^ballots     [0-9]* left, [0-9]* more than before; under a minute at 4 s a ballot$')" 1

test_that 'pool: an unknown document is an error that changes nothing'
prepared faq
lines a.run 'q1 Q0 f1 1 9 a' 'q1 Q0 f99 2 8 a'
run "$ASSAY" pool t.db a.run --search
expect_refused 1 "assay: a.run: 1 candidate names what is not in the database (document 'f99'); import it too, or skip these with --skip-unknown"
expect_equal "$(pools)" ''
run "$ASSAY" pool t.db a.run --skip-unknown
expect_status 0
expect_equal "$(pools)" 'q1 f1'

test_that 'pool: two runs of one name are distinguished by their folders'
prepared faq
mkdir x y
lines x/r.run 'q1 Q0 f1 1 9 a'
lines y/r.run 'q1 Q0 f1 2 9 a' 'q1 Q0 f2 1 10 a'
must "$ASSAY" pool t.db x/r.run y/r.run
expect_equal "$(origins)" 'f1, from x/r.run 1, y/r.run 2
f2, from y/r.run 1'

test_that 'import and status say how to get candidates'
lines questions.jsonl '{"id": "q1", "text": "docker will not install"}'
hint='assay: no question has candidates yet: `assay pool t.db --search` finds some, `assay pool t.db RUN` takes the documents of a run'
run "$ASSAY" import t.db --questions questions.jsonl
expect_stdout_has 'questions left without candidates: 1 (q1)'
expect_equal "$(stderr)" "$hint"
run "$ASSAY" status t.db
expect_equal "$(stderr)" "$hint"

# If a.run counts once, f2 is the best (1/62 + 1/61); if it counted twice, f1 would be (2/61 + 1/63).
test_that 'pool: a run that is named twice counts once'
prepared faq
mkdir x
lines x/a.run 'q1 Q0 f1 1 9 a' 'q1 Q0 f2 2 8 a'
lines b.run 'q1 Q0 f2 1 9 b' 'q1 Q0 f3 2 8 b' 'q1 Q0 f1 3 7 b'
must "$ASSAY" pool t.db x/a.run b.run x/a.run --size 1
expect_equal "$(pools)" 'q1 f2'
must "$ASSAY" pool t.db --holes x/a.run@1
expect_equal "$(origins)" 'f1, from a.run 1
f2, from a.run 2, b.run 1'

test_that 'pool: wrong calls'
prepared faq
run "$ASSAY" pool t.db
expect_refused 2 'no candidates to pool; name runs, --search or --holes'
run "$ASSAY" pool t.db a.run --fields text
expect_refused 2 '--fields needs --search'
run "$ASSAY" pool t.db --search --size 0
expect_refused 2 '--size'

done_testing
