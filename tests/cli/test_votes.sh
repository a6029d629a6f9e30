# Votes from elsewhere: `assay import --votes` reads JSON lines, which become votes like all others.
. "$SOURCE/tests/support/tap.sh"

import_small() {
	lines documents.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three"
	lines questions.tsv "q1${TAB}one?" "q2${TAB}two?"
	lines bm25.run 'q1 Q0 d1 1 3 x' 'q1 Q0 d2 2 2 x' 'q1 Q0 d3 3 1 x' 'q2 Q0 d1 1 2 x'
	must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
}

import_votes() { # line...
	lines votes.jsonl "$@"
	run "$ASSAY" import t.db --votes votes.jsonl
}

# qid docid wins impressions
tallies() { "$ASSAY" relevance t.db --format tsv | awk -F '\t' '{ print $1, $2, $3, $4 }' | sort; }

expect_sound() {
	run "$ASSAY" check t.db
	expect_stdout ok
}

vote='{"question":"q1","shown":["d1","d2"],"chosen":"d2","annotator":"ann","time":"2026-11-21T20:31:05.123Z"}'

test_that 'an imported vote counts like one cast here'
prepared import_small
import_votes "$vote"
expect_status 0
expect_no_stderr
expect_stdout_line 'votes       1 added'
expect_equal "$(tallies)" 'q1 d1 0 1
q1 d2 1 1
q1 d3 0 0
q2 d1 0 0'
expect_sound

test_that 'votes are recognised by their content'
prepared import_small
lines given.jsonl "$vote"
run "$ASSAY" import t.db given.jsonl
expect_status 0
expect_stdout_line 'given.jsonl  votes' 'votes       1 added'

test_that 'null means a vote for none'
prepared import_small
import_votes '{"question":"q1","shown":["d1","d2","d3"],"chosen":null,"annotator":"ann"}'
expect_status 0
expect_equal "$(tallies | head -n 3)" 'q1 d1 0 1
q1 d2 0 1
q1 d3 0 1'
run "$ASSAY" status t.db
expect_stdout_has 'votes       1, none: 100%'
expect_sound

test_that 'votes without a known time do not count for the pace'
prepared import_small
import_votes "$vote" '{"question":"q1","shown":["d1","d2"],"chosen":"d2","annotator":"ann","time":"2026-11-21T20:31:06Z"}'
run "$ASSAY" status t.db --format tsv
expect_stdout_line "ann${TAB}2${TAB}0${TAB}${TAB}${TAB}${TAB}0${TAB}${TAB}"
for minute in 32 33 34 35 36 37 38 39 40 41 42; do
	printf '{"question":"q1","shown":["d2","d3"],"chosen":"d2","annotator":"ann","elapsed_ms":4000,"time":"2026-11-21T20:%s:04Z"}\n' $minute
done >votes.jsonl
run "$ASSAY" import t.db --votes votes.jsonl
run "$ASSAY" status t.db --format tsv
expect_stdout_line "ann${TAB}13${TAB}0${TAB}4.0${TAB}0${TAB}66${TAB}0${TAB}100${TAB}no"

test_that 'an unknown duration is not exported'
prepared import_small
import_votes "$vote"
run "$ASSAY" export t.db votes
expect_status 0
expect_stdout_has '"annotator":"ann","time":"2026-11-21T20:31:05.123Z"}'

test_that 'a repeated line is one vote, and a repeated file adds nothing'
prepared import_small
import_votes "$vote" "$vote"
expect_stdout_line 'votes       1 added, 1 already there'
import_votes "$vote"
expect_stdout_line 'votes       0 added, 1 already there'
expect_equal "$(tallies | head -n 1)" 'q1 d1 0 1'

test_that 'a vote at another time is a different vote'
prepared import_small
import_votes "$vote" '{"question":"q1","shown":["d1","d2"],"chosen":"d2","annotator":"ann","time":"2026-11-21T20:31:05.124Z"}'
expect_stdout_line 'votes       2 added'

test_that 'one moment written in two zones is one vote'
prepared import_small
import_votes "$vote" '{"question":"q1","shown":["d1","d2"],"chosen":"d2","annotator":"ann","time":"2026-11-21T21:31:05.123+01:00"}'
expect_stdout_line 'votes       1 added, 1 already there'

test_that 'uuids are compared without regard to case'
prepared import_small
import_votes \
	'{"uuid":"0190a6c0-0000-7000-8000-00000000000a","question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"ann"}' \
	'{"uuid":"0190A6C0-0000-7000-8000-00000000000A","question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"ann"}'
expect_stdout_line 'votes       1 added, 1 already there'

test_that 'another answer with a known uuid is an error, and nothing is imported'
prepared import_small
import_votes \
	'{"uuid":"0190a6c0-0000-7000-8000-00000000000a","question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"ann"}' \
	'{"uuid":"0190a6c0-0000-7000-8000-00000000000a","question":"q1","shown":["d1","d2"],"chosen":"d2","annotator":"ann"}'
expect_refused 1 'votes.jsonl:2: another answer has the uuid 0190a6c0-0000-7000-8000-00000000000a'
expect_equal "$(tallies | head -n 1)" 'q1 d1 0 0'

test_that '--annotator gives a name to votes without one'
prepared import_small
lines votes.jsonl '{"question":"q1","shown":["d1","d2"],"chosen":"d1"}'
run "$ASSAY" import t.db --votes votes.jsonl --annotator shop
expect_status 0
run "$ASSAY" status t.db --format csv
expect_stdout_has 'shop,1,'

test_that 'a line without an annotator is refused, and the error says what to do'
prepared import_small
import_votes '{"question":"q1","shown":["d1","d2"],"chosen":"d1"}'
expect_refused 1 'votes.jsonl:1: no "annotator"' '--annotator NAME'

test_that 'a document that was shown but is not a candidate becomes one, with a remark'
prepared import_small
import_votes '{"question":"q2","shown":["d3","d2"],"chosen":"d3","annotator":"ann"}'
expect_stdout_line 'documents of these votes added to the pools: 2'
expect_equal "$(tallies | tail -n 3)" 'q2 d1 0 0
q2 d2 0 1
q2 d3 1 1'
expect_sound

test_that 'unknown ids are an error that names them'
prepared import_small
import_votes "$vote" '{"question":"q9","shown":["d1","d2"],"chosen":"d1","annotator":"ann"}' \
	'{"question":"q1","shown":["d1","d9"],"chosen":"d1","annotator":"ann"}'
expect_refused 1 'votes.jsonl: 2 votes' "question 'q9', document 'd9'" --skip-unknown
expect_equal "$(tallies | head -n 1)" 'q1 d1 0 0'

test_that 'with --skip-unknown those votes are left out and counted'
prepared import_small
lines votes.jsonl "$vote" '{"question":"q9","shown":["d1","d2"],"chosen":"d1","annotator":"ann"}'
run "$ASSAY" import t.db --votes votes.jsonl --skip-unknown
expect_status 0
expect_stdout_line 'votes       1 added'
expect_stderr_has "1 row left out whose question or document is unknown (question 'q9')"

test_that 'a withdrawn vote does not count, and a later line can withdraw a vote'
prepared import_small
gone='{"uuid":"0190a6c0-0000-7000-8000-00000000000b","question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"ann","withdrawn":"2026-11-21T20:32:00Z","withdrawn_by":"undo"}'
import_votes "$gone"
expect_stdout_line 'votes       1 added'
expect_equal "$(tallies | head -n 1)" 'q1 d1 0 0'
standing='{"uuid":"0190a6c0-0000-7000-8000-00000000000c","question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"ann"}'
import_votes "$standing"
expect_equal "$(tallies | head -n 1)" 'q1 d1 1 1'
import_votes "$(printf '%s' "$standing" | sed 's/}$/,"withdrawn":"2026-11-21T20:32:00Z"}/')"
expect_stdout_line 'votes       0 added, 1 undone or added to since'
expect_equal "$(tallies | head -n 1)" 'q1 d1 0 0'
import_votes "$standing"
expect_stdout_line 'votes       0 added, 1 already there'
expect_sound

test_that 'a skip is not a vote, and one as later comes back to its annotator'
prepared import_small
import_votes '{"question":"q1","shown":["d2","d3"],"skip":"later","annotator":"ann","note":"ask Eve"}'
expect_status 0
expect_equal "$(tallies | head -n 3)" 'q1 d1 0 0
q1 d2 0 0
q1 d3 0 0'
run "$ASSAY" status t.db --format csv
expect_stdout_has 'ann,0,'
expect_sound

test_that 'the ballots left are as if the votes had been cast here'
prepared import_small
must "$ASSAY" set t.db impressions 1
must "$ASSAY" status t.db
before=$(stdout | grep ballots)
import_votes '{"question":"q1","shown":["d1","d2","d3"],"chosen":"d1","annotator":"ann"}'
must "$ASSAY" status t.db
expect_equal "$before / $(stdout | grep ballots)" 'ballots     0 done, 2 left / ballots     1 done, 1 left'

test_that 'an imported vote can be undone where its annotator labels'
prepared import_small
import_votes '{"question":"q1","shown":["d1","d2","d3"],"chosen":"d1","annotator":"eve"}'
give '{"undo":true}' '{"quit":true}'
must "$ASSAY" label t.db --json --annotator eve
expect_equal "$(tallies | head -n 1)" 'q1 d1 0 0'
expect_sound

test_that 'exported votes are imported with the same relevance and the same lines'
prepared import_small
give '{"vote":1}' '{"vote":0,"note":"neither"}' '{"undo":true}' '{"vote":2}' '{"skip":"cannot tell"}' '{"quit":true}'
must "$ASSAY" label t.db --json --annotator eve
must "$ASSAY" export t.db votes -o out.jsonl
must "$ASSAY" relevance t.db --format tsv
expected=$(stdout)
must "$ASSAY" import again.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
run "$ASSAY" import again.db --votes out.jsonl
expect_status 0
run "$ASSAY" relevance again.db --format tsv
expect_stdout "$expected"
must "$ASSAY" export again.db votes -o twice.jsonl
expect_same_file out.jsonl twice.jsonl
run "$ASSAY" import t.db --votes twice.jsonl
expect_stdout_has 'votes       0 added'
run "$ASSAY" check again.db
expect_stdout ok

# --- Evidence ---------------------------------------------------------------------

# The text of d2 is "two": "wo" begins behind one byte.
evidence_vote='{"question":"q1","shown":["d1","d2"],"chosen":"d2","annotator":"ann","time":"2026-11-21T20:31:05.123Z","evidence":'

test_that 'evidence is imported and exported with its vote, also without a start'
prepared import_small
import_votes "$evidence_vote{\"text\":\"wo\"}}"
expect_status 0
run "$ASSAY" export t.db votes
expect_stdout_has '"evidence":{"start":1,"text":"wo"}}'
must "$ASSAY" export t.db votes -o out.jsonl
must "$ASSAY" import again.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
must "$ASSAY" import again.db --votes out.jsonl
must "$ASSAY" export again.db votes -o twice.jsonl
expect_same_file out.jsonl twice.jsonl
expect_sound

test_that 'check reports evidence from a replaced text'
prepared import_small
import_votes "$evidence_vote{\"text\":\"wo\"}}"
lines new.tsv "d2${TAB}dos"
must "$ASSAY" import t.db --documents new.tsv --replace --keep-votes
run "$ASSAY" check t.db
expect_status 0
expect_stderr_has 'document d2: 1 vote points at evidence in another text than the present text'

test_that 'evidence from another copy is kept, and check reports it'
prepared import_small
import_votes "$evidence_vote{\"start\":7,\"text\":\"of another copy\"}}"
expect_status 0
run "$ASSAY" export t.db votes
expect_stdout_has '"evidence":{"start":7,"text":"of another copy"}}'
run "$ASSAY" check t.db
expect_stderr_has '1 vote points at evidence in another text'

# --- Reasons ----------------------------------------------------------------------

test_that 'a reason can come with its vote or later; the newest is exported'
prepared import_small
reason_vote="${vote%\}},\"uuid\":\"00000000-0000-4000-8000-000000000001\""
import_votes "$reason_vote}"
import_votes "$reason_vote,\"reason\":\"correct\"}"
expect_stdout_line 'votes       0 added, 1 undone or added to since'
import_votes "$reason_vote,\"reason\":\"complete, too\"}"
run "$ASSAY" export t.db votes
expect_stdout_has '"reason":"complete, too"}'
must "$ASSAY" export t.db votes -o out.jsonl
must "$ASSAY" import again.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
must "$ASSAY" import again.db --votes out.jsonl
must "$ASSAY" export again.db votes -o twice.jsonl
expect_same_file out.jsonl twice.jsonl
run "$ASSAY" import again.db --votes out.jsonl
expect_stdout_line 'votes       0 added, 1 already there'
expect_sound

test_that 'old reasons that are imported again change nothing'
prepared import_small
printf '%s\n' "$reason_vote,\"reason\":\"older\"}" "$reason_vote,\"reason\":\"newer\"}" > both.jsonl
printf '%s\n' "$reason_vote,\"reason\":\"older\"}" > older.jsonl
must "$ASSAY" import t.db --votes both.jsonl
must "$ASSAY" export t.db votes -o out.jsonl
for again in both older; do
    run "$ASSAY" import t.db --votes "$again.jsonl"
    expect_stdout_has 'votes       0 added, ' ' already there'
    expect_stdout_lacks 'added to since'
    must "$ASSAY" export t.db votes -o twice.jsonl
    expect_same_file out.jsonl twice.jsonl
done

test_that 'a reason given, changed and given again is the newest'
prepared import_small
printf '%s\n' "$reason_vote,\"reason\":\"first\"}" "$reason_vote,\"reason\":\"then\"}" \
    "$reason_vote,\"reason\":\"first\"}" > changed.jsonl
must "$ASSAY" import t.db --votes changed.jsonl
run "$ASSAY" export t.db votes
expect_stdout_has '"reason":"first"}'

# --- Ties ------------------------------------------------------------------------

tie='{"question":"q1","shown":["d3","d1","d2"],"chosen":"d1","tie":"d3","annotator":"ann","time":"2026-11-21T20:31:05.123Z"}'

test_that 'a tie counts half a win for both documents'
prepared import_small
import_votes "$tie"
expect_equal "$(tallies | head -n 3)" 'q1 d1 0.5 1
q1 d2 0 1
q1 d3 0.5 1'
expect_sound

test_that 'ties come back from an export byte for byte'
prepared import_small
import_votes "$tie" "$vote"
"$ASSAY" export t.db votes >first.jsonl
must "$ASSAY" import new.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
must "$ASSAY" import new.db --votes first.jsonl
"$ASSAY" export new.db votes >again.jsonl
expect_same_file first.jsonl again.jsonl
expect_equal "$(grep -c '"chosen":"d3",.*"tie":"d1"}$' again.jsonl)" 1

test_that 'a tie is the same vote whichever document is called chosen'
prepared import_small
import_votes "$tie" '{"question":"q1","shown":["d3","d1","d2"],"chosen":"d3","tie":"d1","annotator":"ann","time":"2026-11-21T20:31:05.123Z"}'
expect_stdout_line 'votes       1 added, 1 already there'

test_that 'a vote without a uuid differs from the tie of the same moment'
prepared import_small
import_votes "$tie" '{"question":"q1","shown":["d3","d1","d2"],"chosen":"d3","annotator":"ann","time":"2026-11-21T20:31:05.123Z"}'
expect_stdout_line 'votes       2 added'

named='{"uuid":"0190a6c0-0000-7000-8000-00000000000a","question":"q1","shown":["d1","d2","d3"],"chosen":"d1","annotator":"ann"'

test_that 'a tie and another answer cannot share a uuid'
prepared import_small
for pair in ',|,"tie":"d2",' ',"tie":"d2",|,' ',"tie":"d2",|,"tie":"d3",' ',"tie":"d2",|,"second":"d3",'; do
	first=${pair%|*} then=${pair#*|}
	import_votes "$named${first%,}}" "$named${then%,}}"
	expect_refused 1 'votes.jsonl:2: another answer has the uuid 0190a6c0-0000-7000-8000-00000000000a'
done

# --- Lines that are wrong --------------------------------------------------------

# Each line and the error about it, separated by a tab.
bad_lines="{\"question\":\"q1\"}${TAB}\"shown\" must name two or three documents, as in {\"question\": \"q1\", \"shown\": [\"d1\", \"d2\"], \"chosen\": \"d1
{\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\"}${TAB}no \"question\"
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\",\"d3\",\"d4\"],\"chosen\":\"d1\"}${TAB}\"shown\" must name two or three documents, as in {\"question\": \"q1\", \"shown\": [\"d1\", \"d2\"], \"chosen\": \"d1
{\"question\":\"q1\",\"shown\":[\"d1\",\"d1\"],\"chosen\":\"d1\"}${TAB}\"shown\" names 'd1' twice
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"]}${TAB}no \"chosen\"
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d3\"}${TAB}'d3', but that document was not shown
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\",\"skip\":\"later\"}${TAB}keep one of them
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"skip\":\"never\"}${TAB}'later' or 'cannot tell', not 'never'
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\",\"annotator\":\"a\",\"time\":\"yesterday\"}${TAB}write it as 2026-
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\",\"annotator\":\"a\",\"time\":\"2026-02-30T00:00:00Z\"}${TAB}write it as 2026-
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\",\"annotator\":\"a\",\"elapsed_ms\":-5}${TAB}is not a number of milliseconds
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\",\"annotator\":\"a\",\"uuid\":\"7\"}${TAB}leave it out, and assay makes one
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\",\"annotator\":7}${TAB}\"annotator\" is not a text
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\",\"annotator\":\"a\",\"withdrawn_by\":\"undo\"}${TAB}\"withdrawn_by\" needs \"withdrawn\", the time of the undo
$evidence_vote\"wo\"}${TAB}\"evidence\" must look like {\"text\": \"words of the document\"}
$evidence_vote{\"start\":-1,\"text\":\"wo\"}}${TAB}\"evidence\" must look like {\"text\": \"words of the document\"}
$evidence_vote{\"text\":\"three\"}}${TAB}the evidence is not in the document's text
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":null,\"annotator\":\"a\",\"evidence\":{\"text\":\"wo\"}}${TAB}belongs to the chosen document
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\",\"tie\":\"d1\",\"annotator\":\"a\"}${TAB}\"tie\" is 'd1', which must be another shown document than the chosen one
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\",\"tie\":\"d3\",\"annotator\":\"a\"}${TAB}\"tie\" is 'd3', which must be another shown document than the chosen one
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":null,\"tie\":\"d1\",\"annotator\":\"a\"}${TAB}\"tie\" is 'd1', which must be another shown document than the chosen one
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d1\",\"tie\":null,\"annotator\":\"a\"}${TAB}\"tie\" is '', which must be another shown document than the chosen one
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\",\"d3\"],\"chosen\":\"d1\",\"tie\":\"d2\",\"second\":\"d3\",\"annotator\":\"a\"}${TAB}the line has \"second\" and \"tie\"; keep one of them
{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":\"d2\",\"tie\":\"d1\",\"annotator\":\"a\",\"evidence\":{\"text\":\"wo\"}}${TAB}make this one \"chosen\"
q1 d1 d2${TAB}not JSON at column 1"
printf '%s\n' "$bad_lines" >"$tap_folder/bad_lines"
while IFS=$TAB read -r line said; do
	test_that "refused, with file and line: $line"
	import_small
	import_votes "$vote" "$line"
	expect_refused 1 "votes.jsonl:2: " "$said"
done <"$tap_folder/bad_lines"

test_that 'documents instead of votes are recognised and refused'
prepared import_small
lines given.jsonl '{"_id":"d9","title":"Nine","text":"nine"}'
run "$ASSAY" import t.db --votes given.jsonl
expect_refused 1 'assay: given.jsonl: these are documents, not votes; give them to --documents'

test_that 'an empty file of votes is refused with the expected fields'
prepared import_small
: >empty
run "$ASSAY" import t.db --votes empty
expect_refused 1 'empty: the file is empty' '"shown"'
lines blank '' ''
run "$ASSAY" import t.db --votes blank
expect_refused 1 'blank: the file is empty' '"shown"'

test_that 'a file of votes may begin with a byte order mark'
prepared import_small
printf '\357\273\277{"question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"ann"}\n' >votes.jsonl
run "$ASSAY" import t.db --votes votes.jsonl
expect_status 0

test_that 'an annotator without votes is a wrong call'
prepared import_small
run "$ASSAY" import t.db --questions questions.tsv --annotator ann
expect_refused 2 '--annotator is for votes'

done_testing
