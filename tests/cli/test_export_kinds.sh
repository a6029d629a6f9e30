# `assay export DB WHAT`: compares each kind and format with text written by hand, on the smallest possible data. Each
# test names where the format is documented.
. "$SOURCE/tests/support/tap.sh"

# Two documents on each ballot, so that each pair of q1 is a ballot: d1 wins 2 of 2, d2 1 of 2, d3 0 of 2, which gives
# the grades 3, 2 and 0. q2 has one ballot, and no document was right.
prefers() {
	case " $* " in
	*' d1 '*) echo d1 ;;
	' d2 d3 ') [ -f q1_is_done ] || echo d2 ;;
	esac
}

unlabelled() {
	lines d.jsonl '{"_id":"d1","title":"Hose","text":"Replace the hose.","section":"water"}' \
		'{"_id":"d2","text":"Call us."}' \
		'{"_id":"d3","text":"Warranty: \"two\" years."}'
	lines q.jsonl '{"_id":"q1","text":"How do I fix it?","course":"pumps"}' \
		'{"_id":"q2","text":"Is it, still, covered?"}'
	lines a.run 'q1 Q0 d1 1 3 a' 'q1 Q0 d2 2 2 a' 'q1 Q0 d3 3 1 a' 'q2 Q0 d2 1 2 a' 'q2 Q0 d3 2 1 a'
	must "$ASSAY" import t.db --documents d.jsonl --questions q.jsonl --candidates a.run
	must "$ASSAY" set t.db ballot_size 2
}

labelled() {
	unlabelled
	label_by prefers 3
	touch q1_is_done
	label_by prefers
}

crlf() { # line...
	printf '%s\r\n' "$@"
}

# --- relevance -------------------------------------------------------------

test_that 'relevance: every candidate, the best of its question first'
prepared labelled
run "$ASSAY" export t.db relevance
expect_stdout "$(crlf qid,docid,wins,impressions,relevance,grade,low,high q1,d1,2,2,1.0000,3,0.3424,1.0000 \
	q1,d2,1,2,0.5000,2,0.0945,0.9055 q1,d3,0,2,0.0000,0,0.0000,0.6576 q2,d2,0,1,0.0000,0,0.0000,0.7935 \
	q2,d3,0,1,0.0000,0,0.0000,0.7935)"

test_that 'relevance equals the output of assay relevance'
prepared labelled
"$ASSAY" relevance t.db --format json >said
"$ASSAY" export t.db relevance --format json >exported 2>err
expect_same_file said exported

test_that 'relevance: a candidate with too few impressions has no grade'
prepared labelled
run "$ASSAY" export t.db relevance --format tsv --min-impressions 2
expect_stdout "q1${TAB}d1${TAB}2${TAB}2${TAB}1.0000${TAB}3${TAB}0.3424${TAB}1.0000
q1${TAB}d2${TAB}1${TAB}2${TAB}0.5000${TAB}2${TAB}0.0945${TAB}0.9055
q1${TAB}d3${TAB}0${TAB}2${TAB}0.0000${TAB}0${TAB}0.0000${TAB}0.6576"

# --- votes -----------------------------------------------------------------

# Gives three answers and an undo. Writes the documents of the ballots to `shown`.
answered() {
	unlabelled
	give '{"vote":1,"note":"as \"Ann\" says"}' '{"skip":"later"}' '{"vote":0}' '{"undo":true}'
	"$ASSAY" label t.db --json --annotator eve <"$tap_stdin" >face
	docids <face >shown
}

# Print the docids of a ballot as JSON, and the first one of them.
shown_on() { sed -n "$1s/ /\",\"/p" shown; }
first_on() { sed -n "$1s/ .*//p" shown; }

# Clocks and random numbers differ between runs, so uuids become U, times T, and milliseconds N.
timeless() {
	sed 's/"uuid":"[0-9a-f-]\{36\}"/"uuid":"U"/; s/"[0-9]\{4\}-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]\.[0-9]\{3\}Z"/"T"/g; s/"elapsed_ms":[0-9][0-9]*/"elapsed_ms":N/'
}

test_that 'votes: every answer in order, with the documents shown and any undo'
prepared answered
run "$ASSAY" export t.db votes
expect_equal "$(stdout | timeless)" "$(printf '%s\n' \
	"{\"uuid\":\"U\",\"question\":\"q1\",\"shown\":[\"$(shown_on 1)\"],\"chosen\":\"$(first_on 1)\",\"annotator\":\"eve\",\"time\":\"T\",\"elapsed_ms\":N,\"note\":\"as \\\"Ann\\\" says\"}" \
	"{\"uuid\":\"U\",\"question\":\"q1\",\"shown\":[\"$(shown_on 2)\"],\"skip\":\"later\",\"annotator\":\"eve\",\"time\":\"T\",\"elapsed_ms\":N}" \
	"{\"uuid\":\"U\",\"question\":\"q1\",\"shown\":[\"$(shown_on 3)\"],\"chosen\":null,\"annotator\":\"eve\",\"time\":\"T\",\"elapsed_ms\":N,\"withdrawn\":\"T\",\"withdrawn_by\":\"undo\"}")"

test_that 'votes: every answer has its own uuid'
prepared answered
run "$ASSAY" export t.db votes
expect_equal "$(stdout | sed 's/^{"uuid":"\([^"]*\)".*/\1/' | sort -u | wc -l | tr -d ' ')" 3

test_that 'votes: a remark counts the exported answers'
prepared answered
run "$ASSAY" export t.db votes
expect_stderr_has 'assay: votes: 1, skips: 1, undone: 1'

test_that 'votes --anonymous: neither names nor notes'
prepared answered
run "$ASSAY" export t.db votes --anonymous
expect_stdout_has '"annotator":"a1"'
expect_stdout_lacks eve Ann note

test_that 'votes --anonymous --notes keeps the notes'
prepared answered
run "$ASSAY" export t.db votes --anonymous --notes
expect_stdout_has '"annotator":"a1"' '"note":"as \"Ann\" says"'
expect_stdout_lacks eve

test_that '--notes without --anonymous is refused: it would change nothing'
prepared answered
run "$ASSAY" export t.db votes --notes
expect_refused 2 '--notes needs --anonymous'

test_that 'votes of a database without any'
unlabelled
run "$ASSAY" export t.db votes
expect_status 0
expect_stdout ''

# --- Lines that would be comments ------------------------------------------

test_that 'preferences, passages: a question whose id begins with # is refused'
lines d.tsv "d1${TAB}one" "d2${TAB}two"
lines q.jsonl '{"id":"#1","text":"what"}'
lines v.jsonl '{"question":"#1","shown":["d1","d2"],"chosen":"d1","annotator":"v","evidence":{"start":0,"text":"one"}}'
must "$ASSAY" import t.db --documents d.tsv --questions q.jsonl --votes v.jsonl
for kind in 'preferences' 'passages --format trec'; do
	# shellcheck disable=SC2086 # two words
	run "$ASSAY" export t.db $kind
	expect_refused 1 "an id that begins with #, like a comment"
done
run "$ASSAY" export t.db preferences --format csv
expect_stdout_has '#1,d1,d2,1'

# --- preferences -----------------------------------------------------------

# trec_eval's get_prefs.c: "qid ujg ujsubg docno rel_level"; all preferences within one ujg must agree.
test_that 'preferences: each vote with a preference is a group of trec_eval'
prepared labelled
run "$ASSAY" export t.db preferences
expect_equal "$(stdout | sed 's/ v[123] / v /' | sort)" 'q1 v 1 d1 2
q1 v 1 d1 2
q1 v 1 d2 1
q1 v 1 d2 2
q1 v 1 d3 1
q1 v 1 d3 1'

test_that 'preferences: each vote has its own group'
prepared labelled
run "$ASSAY" export t.db preferences
expect_equal "$(stdout | cut -d ' ' -f 2 | sort | uniq -c | tr -s ' ')" ' 2 v1
 2 v2
 2 v3'

test_that 'preferences: the file and the votes score a run alike'
prepared labelled
lines worse.run 'q1 Q0 d2 1 3 a' 'q1 Q0 d1 2 2 a'
must "$ASSAY" export t.db preferences -o exported
"$ASSAY" eval exported worse.run -m all_prefs -q --format tsv 2>err | grep ^q1 >of_the_file
"$ASSAY" eval t.db worse.run -m all_prefs -q --format tsv 2>err | grep ^q1 >of_the_votes
expect_same_file of_the_file of_the_votes
# Of d1 > d2, d1 > d3 and d2 > d3 the first is not fulfilled, and d3 was not retrieved.
expect_equal "$(grep prefs_simp of_the_votes)" "q1${TAB}prefs_simp${TAB}0.6667
q1${TAB}prefs_simp_ret${TAB}0.0000
q1${TAB}prefs_simp_imp${TAB}0.6667"

test_that 'preferences as a table: winner, loser, how often'
prepared labelled
run "$ASSAY" export t.db preferences --format csv
expect_stdout "$(crlf qid,winner,loser,count q1,d1,d2,1 q1,d1,d3,1 q1,d2,d3,1)"
expect_stderr_has 'assay: 3 preferences on 1 of 2 questions'

# --- passages --------------------------------------------------------------

# Two votes on q1 point at the same part of d1, one at another part. The undone vote counts nowhere.
pointed() {
	unlabelled
	vote='{"question":"q1","shown":["d1","d2"],"chosen":"d1"'
	lines votes.jsonl "$vote,\"annotator\":\"ann\",\"evidence\":{\"text\":\"Replace\"}}" \
		"$vote,\"annotator\":\"bob\",\"evidence\":{\"text\":\"Replace\"}}" \
		"$vote,\"annotator\":\"cem\",\"evidence\":{\"text\":\"the hose.\"}}" \
		"$vote,\"annotator\":\"dan\"}" \
		"$vote,\"annotator\":\"eve\",\"evidence\":{\"text\":\"hose\"},\"withdrawn\":\"2026-11-21T20:31:05Z\"}"
	must "$ASSAY" import t.db --votes votes.jsonl
}

test_that 'passages: the evidence of votes, with byte positions and text'
prepared pointed
run "$ASSAY" export t.db passages
expect_stdout '{"question":"q1","document":"d1","start":0,"end":7,"text":"Replace","votes":2,"grade":3}
{"question":"q1","document":"d1","start":8,"end":17,"text":"the hose.","votes":1,"grade":3}'
expect_stderr_has 'assay: 2 passages of 3 votes on 1 of 2 questions'

# TREC Genomics 2006, the gold standard: topic, PMID, offset, length; here with the grade of the document.
test_that 'passages --format trec: question, document, offset, length, grade'
prepared pointed
run "$ASSAY" export t.db passages --format trec
expect_stdout 'q1 d1 0 7 3
q1 d1 8 9 3'

test_that 'passages: evidence missing from the text is left out with a remark'
prepared pointed
lines new.jsonl '{"_id":"d1","title":"Hose","text":"Replace a hose.","section":"water"}'
must "$ASSAY" import t.db --documents new.jsonl --replace --keep-votes
run "$ASSAY" export t.db passages --format trec
expect_stdout 'q1 d1 0 7 3'
expect_stderr_has 'left out: the evidence of 1 vote, because the texts no longer contain it'

test_that 'passages --without: what others point at'
prepared pointed
run "$ASSAY" export t.db passages --format trec --without cem
expect_stdout 'q1 d1 0 7 3'

# --- triples and dpo -------------------------------------------------------

# sentence-transformers reads the columns of each row in order: anchor, positive, one or more negatives.
test_that 'triples: question, relevant document, and one that was shown and lost'
prepared labelled
run "$ASSAY" export t.db triples
expect_stdout '{"anchor":"How do I fix it?","positive":"Hose\nReplace the hose.","negative_1":"Warranty: \"two\" years."}
{"anchor":"How do I fix it?","positive":"Call us.","negative_1":"Warranty: \"two\" years."}'

test_that 'triples: a remark counts questions without a positive'
prepared labelled
run "$ASSAY" export t.db triples
expect_stderr_has '2 lines of 1 of 2 questions' \
	'questions with a vote, but without a positive or enough negatives: 1'

test_that 'triples --positive 3: grade 2 is neither a positive nor a negative'
prepared labelled
run "$ASSAY" export t.db triples --positive 3
expect_stdout '{"anchor":"How do I fix it?","positive":"Hose\nReplace the hose.","negative_1":"Warranty: \"two\" years."}'

test_that 'triples --negatives 2: the hardest negative comes first'
prepared labelled
run "$ASSAY" export t.db triples --negative 2 --negatives 2
expect_stdout '{"anchor":"How do I fix it?","positive":"Hose\nReplace the hose.","negative_1":"Call us.","negative_2":"Warranty: \"two\" years."}'

test_that 'triples: grades of positives and negatives must not overlap'
prepared labelled
run "$ASSAY" export t.db triples --positive 1 --negative 1
expect_refused 2 '--positive must be above the highest grade of a negative, which is 1'

# TRL's preference data: prompt, chosen, rejected.
test_that 'dpo: each document that was not chosen, beside the one that was'
prepared labelled
run "$ASSAY" export t.db dpo
expect_equal "$(stdout | sort)" '{"prompt":"How do I fix it?","chosen":"Call us.","rejected":"Warranty: \"two\" years."}
{"prompt":"How do I fix it?","chosen":"Hose\nReplace the hose.","rejected":"Call us."}
{"prompt":"How do I fix it?","chosen":"Hose\nReplace the hose.","rejected":"Warranty: \"two\" years."}'

test_that 'triples and dpo: HTML is reduced to its text, as the setting format says'
lines d.jsonl '{"id":"d1","title":"One","text":"<p>Replace the <b>ho</b>se &amp; go.</p>"}' '{"id":"d2","text":"<p>Call</p>"}'
lines q.tsv "q1${TAB}What?"
lines v.jsonl '{"question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"v"}'
must "$ASSAY" import t.db --documents d.jsonl --questions q.tsv --votes v.jsonl
run "$ASSAY" export t.db dpo
expect_stdout '{"prompt":"What?","chosen":"One\nReplace the hose & go.","rejected":"Call"}'
run "$ASSAY" export t.db triples
expect_stdout '{"anchor":"What?","positive":"One\nReplace the hose & go.","negative_1":"Call"}'
must "$ASSAY" set t.db format plain
run "$ASSAY" export t.db dpo
expect_stdout_has '<b>ho</b>se'

test_that 'dpo: two pairs of a vote on three documents'
unlabelled
must "$ASSAY" set t.db ballot_size 3
label_by prefers 1
run "$ASSAY" export t.db dpo
expect_equal "$(stdout | sort)" '{"prompt":"How do I fix it?","chosen":"Hose\nReplace the hose.","rejected":"Call us."}
{"prompt":"How do I fix it?","chosen":"Hose\nReplace the hose.","rejected":"Warranty: \"two\" years."}'

test_that 'dpo and preferences: a question with only votes for none does not count'
lines d.tsv "d1${TAB}one" "d2${TAB}two"
lines q.tsv "q1${TAB}why?" "q2${TAB}how?"
lines a.run 'q1 Q0 d1 1 2 a' 'q1 Q0 d2 2 1 a' 'q2 Q0 d1 1 2 a' 'q2 Q0 d2 2 1 a'
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
lines votes.jsonl '{"question":"q1","shown":["d1","d2"],"chosen":"d1"}' '{"question":"q2","shown":["d1","d2"],"chosen":null}'
must "$ASSAY" import t.db --votes votes.jsonl --annotator eve
run "$ASSAY" export t.db dpo
expect_stderr_has 'assay: 1 pair of 1 of 2 questions'
run "$ASSAY" export t.db preferences
expect_stderr_has 'assay: 1 preference on 1 of 2 questions'

test_that 'dpo and preferences: a second choice is preferred to the rest'
lines d.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three"
lines q.tsv "q1${TAB}why?"
lines votes.jsonl '{"question":"q1","shown":["d3","d1","d2"],"chosen":"d1","second":"d2"}'
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --votes votes.jsonl --annotator eve
run "$ASSAY" export t.db dpo
expect_stdout '{"prompt":"why?","chosen":"one","rejected":"three"}
{"prompt":"why?","chosen":"one","rejected":"two"}
{"prompt":"why?","chosen":"two","rejected":"three"}'
run "$ASSAY" export t.db preferences --format csv
expect_stdout "$(crlf qid,winner,loser,count q1,d1,d2,1 q1,d1,d3,1 q1,d2,d3,1)"
run "$ASSAY" export t.db preferences --format trec
expect_stdout 'q1 v1 1 d3 1
q1 v1 1 d1 3
q1 v1 1 d2 2'

# d1 and d3 are equally good, and both better than d2.
tied() {
	lines d.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three"
	lines q.tsv "q1${TAB}why?"
	lines votes.jsonl '{"question":"q1","shown":["d3","d2","d1"],"chosen":"d3","tie":"d1"}'
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --votes votes.jsonl --annotator eve
}

test_that 'dpo: both documents of a tie beat the third and are not a pair'
tied
run "$ASSAY" export t.db dpo
expect_stdout '{"prompt":"why?","chosen":"three","rejected":"two"}
{"prompt":"why?","chosen":"one","rejected":"two"}'

test_that 'preferences: both documents of a tie beat the third and are not a pair'
tied
run "$ASSAY" export t.db preferences --format csv
expect_stdout "$(crlf qid,winner,loser,count q1,d1,d2,1 q1,d3,d2,1)"
run "$ASSAY" export t.db preferences --format trec
expect_equal "$(stdout | sort)" 'q1 v1 1 d1 2
q1 v1 1 d2 1
q1 v1 1 d3 2'

test_that 'triples: both documents of a tie are positives, neither is a negative'
tied
run "$ASSAY" export t.db triples
expect_equal "$(stdout | sort)" '{"anchor":"why?","positive":"one","negative_1":"two"}
{"anchor":"why?","positive":"three","negative_1":"two"}'

# --- beir ------------------------------------------------------------------

# BEIR's GenericDataLoader: _id, title and text of each line; a table with a header and whole grades.
test_that 'beir: documents with all of their fields'
prepared labelled
must "$ASSAY" export t.db beir -o out
expect_equal "$(cat out/corpus.jsonl)" '{"_id":"d1","title":"Hose","text":"Replace the hose.","section":"water"}
{"_id":"d2","title":"","text":"Call us."}
{"_id":"d3","title":"","text":"Warranty: \"two\" years."}'

test_that 'beir: questions with all of their fields'
prepared labelled
must "$ASSAY" export t.db beir -o out
expect_equal "$(cat out/queries.jsonl)" '{"_id":"q1","text":"How do I fix it?","course":"pumps"}
{"_id":"q2","text":"Is it, still, covered?"}'

test_that 'beir: qrels follow the votes'
prepared labelled
run "$ASSAY" export t.db beir -o out
expect_equal "$(cat out/qrels/test.tsv)" "query-id${TAB}corpus-id${TAB}score
q1${TAB}d1${TAB}3
q1${TAB}d2${TAB}2
q1${TAB}d3${TAB}0
q2${TAB}d2${TAB}0
q2${TAB}d3${TAB}0"
expect_stderr_has '5 judgments on 2 of 2 questions'

test_that 'beir: an import of the folder has the same documents and questions'
prepared labelled
must "$ASSAY" export t.db beir -o out
must "$ASSAY" import new.db --documents out/corpus.jsonl --questions out/queries.jsonl
must "$ASSAY" export new.db beir -o again
expect_same_file out/corpus.jsonl again/corpus.jsonl
expect_same_file out/queries.jsonl again/queries.jsonl

test_that 'beir: the folder has no other files, and the rights that the umask leaves'
prepared labelled
must sh -c 'umask 027; "$1" export t.db beir -o out' sh "$ASSAY"
expect_equal "$(find out | sort | tr '\n' ' ')" 'out out/corpus.jsonl out/qrels out/qrels/test.tsv out/queries.jsonl '
expect_equal "$(ls -ld out | cut -c 1-10)" 'drwxr-x---'

test_that 'beir: an existing folder is refused and not changed'
prepared labelled
mkdir out
run "$ASSAY" export t.db beir -o out
expect_refused 1 'out already exists'
expect_equal "$(find out)" out

test_that 'beir: a failed export leaves no folder'
lines d.tsv "\"d1\"${TAB}one" "d2${TAB}two"
lines q.tsv "q1${TAB}one?"
lines a.run 'q1 Q0 "d1" 1 2 a' 'q1 Q0 d2 2 1 a'
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
mkdir there
run "$ASSAY" export t.db beir -o there/out
expect_refused 1 "document '\"d1\"'" 'begins with a quotation mark'
expect_equal "$(find there)" there

test_that 'beir without a folder'
prepared labelled
run "$ASSAY" export t.db beir
expect_refused 2 'beir is a folder of files; name a new one with -o FOLDER'

# --- ground-truth ----------------------------------------------------------

test_that 'ground-truth: the text of a question, a relevant document'
prepared labelled
run "$ASSAY" export t.db ground-truth
expect_stdout "$(crlf question,document 'How do I fix it?,d1' 'How do I fix it?,d2')"
expect_stderr_has '2 relevant documents of 1 of 2 questions' \
	'questions with a vote, but without a relevant document, left out: 1'

test_that 'ground-truth: two questions with the same text are refused'
lines d.tsv "d1${TAB}one" "d2${TAB}two"
lines q.tsv "t1${TAB}Same?" "t2${TAB}Same?"
lines v.jsonl '{"question":"t1","shown":["d1","d2"],"chosen":"d1","annotator":"v"}' \
	'{"question":"t2","shown":["d1","d2"],"chosen":"d2","annotator":"v"}'
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --votes v.jsonl
run "$ASSAY" export t.db ground-truth
expect_refused 1 "questions 't1' and 't2' have the same text, but the format csv tells questions"

test_that 'ground-truth --grading best: the one best document'
prepared labelled
run "$ASSAY" export t.db ground-truth --grading best
expect_stdout "$(crlf question,document 'How do I fix it?,d1')"

test_that 'ground-truth --positive 3'
prepared labelled
run "$ASSAY" export t.db ground-truth --positive 3
expect_stdout "$(crlf question,document 'How do I fix it?,d1')"

# LlamaIndex's EmbeddingQAFinetuneDataset: queries, corpus, relevant_docs, mode.
test_that 'ground-truth for LlamaIndex: with the whole corpus'
prepared labelled
run "$ASSAY" export t.db ground-truth --format llamaindex
expect_stdout '{"queries": {
"q1": "How do I fix it?"
},
"corpus": {
"d1": "Hose\nReplace the hose.",
"d2": "Call us.",
"d3": "Warranty: \"two\" years."
},
"relevant_docs": {
"q1": ["d1","d2"]
},
"mode": "text"}'

test_that 'ground-truth for LlamaIndex comes back by import'
prepared labelled
must "$ASSAY" export t.db ground-truth --format llamaindex -o truth.json
run "$ASSAY" import back.db truth.json
expect_status 0
expect_stdout_line 'documents   3 added' 'questions   1 added' 'judgments   2 added'
run "$ASSAY" export back.db qrels --judgments truth.json
expect_stdout 'q1 0 d1 1
q1 0 d2 1'

# --- Search engines --------------------------------------------------------

test_that 'quepid: query,docid,rating'
prepared labelled
run "$ASSAY" export t.db quepid
expect_stdout "$(crlf query,docid,rating 'How do I fix it?,d1,3' 'How do I fix it?,d2,2' 'How do I fix it?,d3,0' \
	'"Is it, still, covered?",d2,0' '"Is it, still, covered?",d3,0')"

test_that 'quepid: two questions of one text are refused, since the text is the query'
lines d.tsv "d1${TAB}one" "d2${TAB}two"
lines q.tsv "q1${TAB}why?" "q2${TAB}why?"
lines a.run 'q1 Q0 d1 1 2 a' 'q1 Q0 d2 2 1 a' 'q2 Q0 d1 1 2 a' 'q2 Q0 d2 2 1 a'
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
label_by prefers
run "$ASSAY" export t.db quepid
expect_refused 1 "questions 'q1' and 'q2' have the same text"

# OpenSearch's documentation, "Importing judgments": ratings are texts.
test_that 'opensearch: the body of a request that imports judgments'
prepared labelled
run "$ASSAY" export t.db opensearch
expect_stdout '{"name": "t", "description": "Judgments made with assay", "type": "IMPORT_JUDGMENT", "judgmentRatings": [
{"query":"How do I fix it?","ratings":[{"docId":"d1","rating":"3.0"},{"docId":"d2","rating":"2.0"},{"docId":"d3","rating":"0.0"}]},
{"query":"Is it, still, covered?","ratings":[{"docId":"d2","rating":"0.0"},{"docId":"d3","rating":"0.0"}]}
]}'

test_that 'opensearch --name'
prepared labelled
run "$ASSAY" export t.db opensearch --name 'help desk'
expect_stdout_has '{"name": "help desk", '

# OpenSearch's TextValidationUtil: 50 characters, and none of " \ < >.
test_that 'opensearch: a name that it does not take is refused'
prepared labelled
run "$ASSAY" export t.db opensearch --name 'labels <2026>'
expect_refused 2 "does not accept judgments with the name 'labels <2026>'" '--name'
cp t.db this-is-a-very-long-name-of-a-database-of-our-help-desk.db
run "$ASSAY" export this-is-a-very-long-name-of-a-database-of-our-help-desk.db opensearch
expect_refused 2 'name of 1 to 50 characters' '--name'

# Elasticsearch's documentation, "Ranking evaluation".
test_that 'elasticsearch: the body of a request that evaluates'
prepared labelled
run "$ASSAY" export t.db elasticsearch --index help
expect_stdout '{"requests": [
{"id":"q1","request":{"query":{"multi_match":{"query":"How do I fix it?"}}},"ratings":[{"_index":"help","_id":"d1","rating":3},{"_index":"help","_id":"d2","rating":2},{"_index":"help","_id":"d3","rating":0}]},
{"id":"q2","request":{"query":{"multi_match":{"query":"Is it, still, covered?"}}},"ratings":[{"_index":"help","_id":"d2","rating":0},{"_index":"help","_id":"d3","rating":0}]}
], "metric": {"dcg": {"k": 10, "normalize": true}}}'

test_that 'elasticsearch without an index'
prepared labelled
run "$ASSAY" export t.db elasticsearch
expect_refused 2 'elasticsearch needs --index NAME'

# RankLib's file format: <target> qid:<qid> <feature>:<value> … # <info>. It skips empty lines and lines that begin with
# #. The judgments of Elasticsearch LTR's tools begin with lines "# qid:<qid>: <keywords>"; the first other line is
# discarded.
test_that 'ltr: lines of RankLib with numbered questions, listed in comments above'
prepared labelled
run "$ASSAY" export t.db ltr
expect_stdout '# qid:1: How do I fix it?
# qid:2: Is it, still, covered?

3 qid:1 # d1 How do I fix it?
2 qid:1 # d2 How do I fix it?
0 qid:1 # d3 How do I fix it?
0 qid:2 # d2 Is it, still, covered?
0 qid:2 # d3 Is it, still, covered?'

test_that 'ltr: a question of several lines is written on one line'
lines d.tsv "d1${TAB}one" "d2${TAB}two"
lines q.jsonl '{"_id":"q1","text":"a\nb\tc"}'
lines a.run 'q1 Q0 d1 1 2 a' 'q1 Q0 d2 2 1 a'
must "$ASSAY" import t.db --documents d.tsv --questions q.jsonl --candidates a.run
label_by prefers
run "$ASSAY" export t.db ltr
expect_stdout_line '3 qid:1 # d1 a b c'

# --- Limits of formats -----------------------------------------------------

test_that 'fractions where whole grades are read are refused'
prepared labelled
for what in 'qrels --format beir' 'beir -o out' 'elasticsearch --index help' ltr; do
	# shellcheck disable=SC2086 # words
	run "$ASSAY" export t.db $what --grading rate
	expect_refused 2 'takes whole grades, but --grading rate makes fractions'
done

test_that 'a remark on rates in TREC qrels says that trec_eval cuts fractions'
prepared labelled
run "$ASSAY" export t.db qrels --grading rate
expect_status 0
expect_stderr_has 'trec_eval cuts off fractions, so each rate below 1 becomes 0; in `assay eval`, P, AP, RR and similar measures count grades of at least 1 as relevant, unless rel= sets another grade'

test_that 'rates in a format with fractions need no remark'
prepared labelled
run "$ASSAY" export t.db qrels --grading rate --format json
expect_equal "$(stderr)" 'assay: 5 judgments on 2 of 2 questions'

broken_id() {
	printf 'd\377\tone\nd2\ttwo\n' >d.tsv
	lines q.tsv "q1${TAB}one?"
	printf 'q1 Q0 d\377 1 2 a\nq1 Q0 d2 2 1 a\n' >a.run
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
	give '{"vote":1}'
	must "$ASSAY" label t.db --json --annotator eve
}

test_that 'an id that is not UTF-8 is refused where JSON would change it'
broken_id
for what in 'qrels --format json' votes 'relevance --format json' opensearch; do
	# shellcheck disable=SC2086 # words
	run "$ASSAY" export t.db $what
	expect_refused 1 "document 'd" "can't hold an id that is not UTF-8"
	expect_stdout ''
done

test_that 'an id that is not UTF-8 is exported unchanged in formats of bytes'
broken_id
"$ASSAY" export t.db qrels --format csv 2>err | cut -d , -f 2 | sort >ids
printf 'd2\ndocid\nd\377\n' | LC_ALL=C sort >expected
LC_ALL=C sort -o ids ids
expect_same_file expected ids

test_that 'a remark warns of cells that a spreadsheet takes for formulas'
lines d.tsv "=1+1${TAB}one" "@d2${TAB}two" "d3${TAB}three"
lines q.tsv "q1${TAB}one?"
lines a.run 'q1 Q0 =1+1 1 3 a' 'q1 Q0 @d2 2 2 a' 'q1 Q0 d3 3 1 a'
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
give '{"vote":0}'
must "$ASSAY" label t.db --json --annotator eve
run "$ASSAY" export t.db qrels --format csv
expect_stdout "$(crlf qid,docid,grade q1,=1+1,0 q1,@d2,0 q1,d3,0)"
expect_stderr_has "a spreadsheet could run some cells as formulas, such as '=1+1' (2 in all)"
run "$ASSAY" relevance t.db --format csv
expect_stdout_has 'q1,=1+1,'
expect_stderr_has "a spreadsheet could run some cells as formulas, such as '=1+1' (2 in all)"
run "$ASSAY" relevance t.db --format tsv
expect_no_stderr

# --- Which questions, and options ------------------------------------------

test_that '--questions done exports only finished questions'
unlabelled
label_by prefers 1
"$ASSAY" export t.db qrels --questions done >done 2>err
"$ASSAY" export t.db qrels --questions begun >begun 2>err
expect_equal "$(wc -l <done | tr -d ' ')" 0
expect_equal "$(wc -l <begun | tr -d ' ')" 2

test_that '--questions done exports everything when all is done'
prepared labelled
"$ASSAY" export t.db qrels --questions done >done 2>err
"$ASSAY" export t.db qrels >begun 2>err
expect_same_file begun done

test_that 'an option that does not fit the kind of export is refused'
prepared labelled
run "$ASSAY" export t.db qrels --index help
expect_refused 2 '--index goes with elasticsearch, not with qrels'
run "$ASSAY" export t.db votes --levels 3
expect_refused 2 '--levels goes with qrels, relevance, passages, triples, beir, ground-truth'

test_that 'an unsuitable format is refused with the suitable ones'
prepared labelled
run "$ASSAY" export t.db ground-truth --format trec
expect_refused 2 "--format is csv or llamaindex, not 'trec'"

test_that 'the exported lines come before the remark on them'
prepared labelled
"$ASSAY" export t.db qrels >both 2>&1
expect_equal "$(tail -n 1 both)" 'assay: 5 judgments on 2 of 2 questions'

test_that 'help says what can be exported, in which formats'
run "$ASSAY" help export
expect_stdout_has 'qrels           graded judgments' "trec            lines 'qid 0 docid grade'" 'ltr '

test_that 'remarks on one item use the singular'
lines one.jsonl '{"_id":"q1","text":"Which?"}'
lines one.run 'q1 Q0 d1 1 2 a' 'q1 Q0 d2 2 1 a'
lines d.jsonl '{"_id":"d1","text":"One."}' '{"_id":"d2","text":"Two."}'
must "$ASSAY" import t.db --documents d.jsonl --questions one.jsonl --candidates one.run
must "$ASSAY" set t.db ballot_size 2
label_by prefers 1
while read -r what said; do
	run "$ASSAY" export t.db "$what"
	expect_stderr_has "assay: $said"
done <<'END'
triples 1 line of 1 of 1 question
ground-truth 1 relevant document of 1 of 1 question
dpo 1 pair of 1 of 1 question
preferences 1 preference on 1 of 1 question
quepid 2 judgments on 1 of 1 question
END
run "$ASSAY" search t.db --run found.run
expect_stderr_has 'assay: 0 documents for 0 of 1 question'

done_testing
