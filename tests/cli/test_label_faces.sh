# `assay label --plain` and `--json` through a pipe.
. "$SOURCE/tests/support/tap.sh"

# q1 has four candidates, which are four ballots. q2 has three, which are one ballot. q3 has one, which is one ballot
# with one slot. There are six ballots in all.
database() {
	lines d.jsonl '{"_id":"d1","title":"Hose","text":"Press the buttons."}' \
		'{"_id":"d2","title":"Filter","text":"Rinse it."}' \
		'{"_id":"d3","title":"Noise","text":"Turn it off."}' \
		'{"_id":"d4","title":"Service","text":"Call us."}'
	lines q.tsv "q1${TAB}How does the hose come off?" "q2${TAB}Why is it so loud?" "q3${TAB}Is it dear?"
	lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d3 3 7 a' 'q1 Q0 d4 4 6 a' \
		'q2 Q0 d1 1 9 a' 'q2 Q0 d2 2 8 a' 'q2 Q0 d3 3 7 a' 'q3 Q0 d1 1 9 a'
	must "$ASSAY" import t.db --documents d.jsonl --questions q.tsv --candidates a.run
	must "$ASSAY" set t.db order import
}

one_set() { # one question of three candidates: a single ballot
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3"
	lines q.tsv "q1${TAB}one?"
	lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d3 3 7 a'
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
}

json() { # line...: eve's answers
	give "$@"
	run "$ASSAY" label t.db --json --annotator eve
}

plain() { # word...
	give "$@"
	run "$ASSAY" label t.db --plain --annotator eve
}

# Prints the kinds of the lines in order: "ballot saved ballot done".
kinds() { stdout | sed 's/^{"\([a-z]*\)":.*/\1/' | tr '\n' ' ' | sed 's/ $//'; }
# Print the ballots that were asked, and those whose answers were saved or undone.
asked() { stdout | sed -n 's/^{"ballot":\([0-9]*\),.*/\1/p'; }
saved() { stdout | sed -n 's/^{"\(saved\|undone\)":\([0-9]*\)[,}].*/\2/p'; }
nth() { sed -n "$1p"; }
progress() { stdout | sed -n 's/.*"progress":{"done":\([0-9]*\),"total":\([0-9]*\)[},].*/\1 of \2/p' | tr '\n' ' '; }
# Prints votes and the share of "none".
votes() {
	"$ASSAY" status t.db --format json | tr -d ' \t\n' |
		sed 's/.*"votes":\([0-9]*\),"none_share":\([^,]*\),.*/\1 \2/'
}

# --- JSON: a line out, a line in -------------------------------------------

test_that 'json: a ballot names question, documents by slot, and progress'
prepared database
json
expect_status 0
expect_no_stderr
expect_equal "$(stdout | sed 's/"docid":"\(d.\)","title":"[A-Z][a-z]*","text":"[^"]*"/D/g')" \
	'{"ballot":1,"question":{"qid":"q1","text":"How does the hose come off?"},"documents":[{"slot":1,D},{"slot":2,D},{"slot":3,D}],"progress":{"done":0,"total":6}}'

test_that 'json: a document has the title and the text that were imported'
prepared database
json
for docid in $(stdout | docids); do
	expect_stdout_has "$(sed -n "s/^{\"_id\":\"$docid\",\(.*\)}\$/\"docid\":\"$docid\",\1/p" d.jsonl)"
done

# One ballot with one document, which has fields of all kinds.
database_with_fields() {
	lines d.jsonl '{"_id":"d1","title":"Hose","text":"Press it.","section":"General\u001b[31m","year":2025,"tags":["a",{"b":1.5}],"old":false,"gone":null}'
	lines q.jsonl '{"_id":"q1","text":"How?","course":"ml"}'
	lines a.run 'q1 Q0 d1 1 9 a'
	must "$ASSAY" import t.db --documents d.jsonl --questions q.jsonl --candidates a.run
}

test_that 'json: the fields named by show appear in its order, with their values'
database_with_fields
must "$ASSAY" set t.db show tags,year,old,gone,course,section
json
expect_stdout_has '"text":"How?","fields":{"course":"ml"}}' \
	'"text":"Press it.","fields":{"tags":["a",{"b":1.5}],"year":2025,"old":false,"section":"General\u001b[31m"}}]'

test_that 'json: goto asks its question to the end, then the open ballot returns'
prepared database
json '{"goto":"q2"}' '{"vote":1}'
expect_equal "$(kinds)" 'ballot ballot saved ballot'
expect_equal "$(stdout | sed -n 's/.*"question":{"qid":"\([^"]*\)".*/\1/p' | tr '\n' ' ')" 'q1 q2 q1 '
expect_equal "$(asked | nth 3)" "$(asked | nth 1)"

test_that 'json: goto to an unknown or finished question asks the same ballot again'
prepared database
json '{"goto":"q3"}' '{"vote":1}' '{"goto":"q3"}' '{"goto":"q9"}' '{"goto":2}' '{"goto":"q2","note":"x"}'
expect_equal "$(kinds)" 'ballot ballot saved ballot error ballot error ballot error ballot error ballot'
expect_stdout_has '{"error":"this question is done' "{\"error\":\"there is no question 'q9'\"}" \
	'{"error":"\"goto\" must be the qid of a question, as a text"}' '{"error":"\"note\" must be a text, and goes with a vote, a skip, a redo or an add"}'
expect_equal "$(asked | sed -n '3,$p' | sort -u | wc -l | tr -d ' ')" 1

test_that 'json: without the setting show there are no fields'
database_with_fields
json
expect_equal "$(stdout | grep -c '"fields"')" 0

test_that 'json: a vote is saved under its ballot, and the next one is asked'
prepared database
json '{"vote":2}'
expect_equal "$(kinds)" 'ballot saved ballot'
expect_equal "$(saved)" "$(asked | nth 1)"
expect_equal "$(progress)" '0 of 6 1 of 6 '

test_that 'json: the vote is for the document in that slot'
prepared database
json '{"vote":2}'
second=$(stdout | docids | nth 1 | cut -d ' ' -f 2)
expect_equal "$("$ASSAY" relevance t.db --format tsv | awk -F '\t' '$3 > 0 { print $1, $2, $3, $4 }')" "q1 $second 1 1"

test_that 'json: a vote of 0 chooses none'
prepared database
json '{"vote":0}'
expect_equal "$(votes)" '1 1'
expect_equal "$("$ASSAY" relevance t.db --format tsv | awk -F '\t' '{ wins += $3; seen += $4 } END { print wins, seen }')" '0 3'

test_that 'json: after the last ballot it says done'
prepared one_set
json '{"vote":1}'
expect_equal "$(kinds)" 'ballot saved done'
expect_stdout_line '{"done":true}'

test_that 'json: with nothing to do it says done at once'
prepared one_set
json '{"vote":1}'
json
expect_stdout '{"done":true}'

test_that 'json: quit ends the session without an answer'
prepared database
json '{"quit":true}' '{"vote":1}'
expect_status 0
expect_equal "$(kinds)" 'ballot'
expect_equal "$(votes)" '0 null'

test_that 'json: the end of the input quits'
prepared database
json '{"vote":1}'
expect_status 0
expect_equal "$(votes)" '1 0'

test_that 'json: a last line without a line end counts'
prepared database
printf '{"vote":1}' >answers
run sh -c '"$1" label t.db --json --annotator eve <answers' sh "$ASSAY"
expect_equal "$(kinds)" 'ballot saved ballot'

test_that 'json: lines may end in CRLF'
prepared database
json "$(printf '{"vote":1}\r')"
expect_equal "$(kinds)" 'ballot saved ballot'

# --- JSON: wrong lines -----------------------------------------------------

wrong_line() { # line, text of the error
	test_that "json: $1 is answered, and the ballot asked again"
	database
	json "$1" '{"vote":1}'
	expect_equal "$(kinds)" 'ballot error ballot saved ballot'
	expect_equal "$(asked | nth 2)" "$(asked | nth 1)"
	expect_stdout_has "$2"
	expect_equal "$(votes)" '1 0'
}

wrong_line 'vote 1' 'not JSON at column 1'
wrong_line '' 'not JSON'
wrong_line '[]' 'not an object; each line must be an object like {\"vote\": 2}'
wrong_line 'null' 'not an object; each line must be an object like {\"vote\": 2}'
wrong_line '1' 'not an object; each line must be an object like {\"vote\": 2}'
wrong_line '{}' 'vote, tie, skip, keep, drop, ballots, undo, redo, add, goto or quit'
wrong_line '{"answer":1}' 'vote, tie, skip, keep, drop, ballots, undo, redo, add, goto or quit'
wrong_line '{"vote":2,"Note":"x"}' 'there is no key \"Note\"; did you mean \"note\"?'
wrong_line '{"vote":2,"colour":"red"}' 'there is no key \"colour\"; a line asks for one thing: vote, tie, skip'
wrong_line '{"vote":1,"vote":2}' '\"vote\" is given twice'
wrong_line '{"vote":1,"note":"a","note":"b"}' '\"note\" is given twice'
wrong_line '{"vote":1,"quit":true}' 'vote, tie, skip, keep, drop, ballots, undo, redo, add, goto or quit'
wrong_line '{"vote":4}' '1 to 3, or 0 for none'
wrong_line '{"vote":-1}' '1 to 3, or 0 for none'
wrong_line '{"vote":1.5}' '1 to 3, or 0 for none'
wrong_line '{"vote":"1"}' '1 to 3, or 0 for none'
wrong_line '{"vote":null}' '1 to 3, or 0 for none'
wrong_line '{"skip":"maybe"}' '\"later\" or \"cannot tell\"'
wrong_line '{"skip":true}' '\"later\" or \"cannot tell\"'
wrong_line '{"undo":false}' 'must be true'
wrong_line '{"redo":1}' 'must be true'
wrong_line '{"quit":"yes"}' 'must be true'
wrong_line '{"undo":true,"ballot":1}' '\"ballot\" must be a number, and goes with a vote, a skip, a redo or an add'
wrong_line '{"vote":1,"ballot":"1"}' '\"ballot\" must be a number, and goes with a vote, a skip, a redo or an add'
wrong_line '{"vote":1,"ballot":7}' "not 7; nothing was saved"
wrong_line '{"skip":"later","ballot":1.5}' "not 1.5; nothing was saved"
wrong_line '{"redo":true,"ballot":0}' "not 0; nothing was saved"
wrong_line '{"undo":true}' 'nothing to undo'
wrong_line '{"redo":true}' 'nothing to redo'

# --- JSON: skip, undo, redo ------------------------------------------------

test_that 'json: a ballot skipped as later is not a vote and comes again at the end'
prepared database
json '{"skip":"later"}' '{"vote":0}' '{"vote":0}' '{"vote":0}' '{"vote":0}' '{"vote":0}' '{"vote":0}'
expect_equal "$(asked | nth 7)" "$(asked | nth 1)"
expect_equal "$(progress)" '0 of 6 0 of 6 1 of 6 2 of 6 3 of 6 4 of 6 5 of 6 '
expect_equal "$(kinds | sed 's/.* //')" 'done'

test_that 'json: a ballot that nobody can tell is not a vote and is not asked again'
prepared one_set
json '{"skip":"cannot tell"}'
expect_equal "$(kinds)" 'ballot saved done'
json
expect_stdout '{"done":true}'
expect_equal "$(votes)" '0 null'

test_that 'json: undo returns the same ballot with the same slots, without its vote'
prepared database
json '{"vote":1}' '{"undo":true}'
expect_equal "$(kinds)" 'ballot saved ballot undone ballot'
expect_equal "$(asked | nth 3)" "$(asked | nth 1)"
expect_equal "$(stdout | docids | nth 3)" "$(stdout | docids | nth 1)"
expect_equal "$(saved | nth 2)" "$(asked | nth 1)"
expect_equal "$(votes)" '0 null'

test_that 'json: repeated undo goes back across questions'
prepared database
json '{"vote":1}' '{"vote":2}' '{"vote":3}' '{"vote":0}' '{"vote":1}' \
	'{"undo":true}' '{"undo":true}' '{"undo":true}' '{"undo":true}' '{"undo":true}' '{"undo":true}'
there=$(asked | sed -n '1,5p')
back=$(asked | sed -n '7,11p' | awk '{ line[NR] = $0 } END { for (i = NR; i > 0; i--) print line[i] }')
expect_equal "$back" "$there"
expect_stdout_has 'nothing to undo'
expect_equal "$(votes)" '0 null'

test_that 'json: undo takes a skip back, too'
prepared database
json '{"skip":"later"}' '{"undo":true}'
expect_equal "$(asked | nth 3)" "$(asked | nth 1)"

test_that 'json: undo works in the next session'
prepared database
json '{"vote":1}'
first=$(saved)
json '{"undo":true}'
expect_equal "$(saved)" "$first"
expect_equal "$(votes)" '0 null'

test_that "json: one annotator's undo does not touch another's vote"
prepared database
json '{"vote":1}'
give '{"undo":true}'
run "$ASSAY" label t.db --json --annotator bob
expect_stdout_has 'nothing to undo'
expect_equal "$(votes)" '1 0'

test_that 'json: redo restores the undone answer'
prepared database
json '{"vote":2}' '{"undo":true}' '{"redo":true}'
second=$(stdout | docids | nth 1 | cut -d ' ' -f 2)
expect_equal "$(saved | nth 3)" "$(asked | nth 1)"
expect_equal "$("$ASSAY" relevance t.db --format tsv | awk -F '\t' '$3 > 0 { print $2 }')" "$second"

test_that 'json: a note is kept, and redo gives it again'
prepared database
json '{"vote":2,"note":"a \u2192 b"}' '{"undo":true}' '{"redo":true}'
expect_equal "$(kinds)" 'ballot saved ballot undone ballot saved ballot'
plain u
expect_stdout_line 'Your note: a → b'

test_that 'json: redo with a note replaces the note, also by an empty one'
prepared database
json '{"skip":"later","note":"first"}' '{"undo":true}' '{"redo":true,"note":"second"}'
plain u
expect_stdout_line 'Your note: second'
json '{"redo":true,"note":""}'
plain u
expect_equal "$(stdout | grep -c '^Your note')" 0

# A session that ends without an answer leaves its ballot to the next one.
test_that 'json: an answer may name its ballot'
prepared database
json
json "{\"vote\":2,\"ballot\":$(asked)}"
expect_equal "$(kinds)" 'ballot saved ballot'

test_that 'json: an answer for the previous ballot is not taken for the next one'
prepared database
json
first=$(asked)
json "{\"vote\":2,\"ballot\":$first}" "{\"vote\":3,\"ballot\":$first}"
expect_equal "$(kinds)" 'ballot saved ballot error ballot'
expect_stdout_has "the present ballot is $(asked | nth 2), not $first; nothing was saved"
expect_equal "$(votes)" '1 0'

test_that 'json: a note must be a text beside an answer'
prepared database
json '{"vote":1,"note":5}' '{"undo":true,"note":"x"}' '{"note":"x"}' \
	"{\"vote\":1,\"note\":\"$(printf '%04001d' 0)\"}"
expect_equal "$(kinds)" 'ballot error ballot error ballot error ballot error ballot'
expect_equal "$(votes)" '0 null'

# Prints the evidence of the valid votes.
evidence() { "$ASSAY" export t.db votes | grep -v withdrawn | sed -n 's/.*"evidence":\({[^}]*}\).*/\1/p'; }

# ö and ß have two bytes each.
long_texts() {
	one_set
	for number in 1 2 3; do
		printf '{"_id":"d%d","text":"Größe: Rinse it. Rinse it."}\n' $number
	done >long.jsonl
	must "$ASSAY" import t.db --documents long.jsonl --replace
}

test_that 'json: evidence is the first occurrence of a text in the chosen document'
long_texts
json '{"vote":1,"evidence":{"text":"Rinse it."}}'
expect_equal "$(evidence)" '{"start":9,"text":"Rinse it."}'

test_that 'json: start gives the place of evidence in bytes'
long_texts
json '{"vote":2,"evidence":{"start":19,"text":"Rinse it."}}'
expect_equal "$(evidence)" '{"start":19,"text":"Rinse it."}'

test_that 'json: evidence that the document does not have is refused, and nothing is saved'
prepared database
json '{"vote":1,"evidence":{"text":"nowhere"}}' '{"vote":1,"evidence":"Rinse it."}' '{"vote":0,"evidence":{"text":"it"}}' \
	'{"vote":1,"evidence":{"start":3,"text":"nowhere"}}' '{"undo":true,"evidence":{"text":"it"}}' \
	'{"skip":"later","evidence":{"text":"it"}}'
expect_equal "$(kinds)" 'ballot error ballot error ballot error ballot error ballot error ballot error ballot'
expect_stdout_has 'at the place given by its start'
expect_equal "$(votes)" '0 null'

# Prints the reasons of the valid votes.
reasons() { "$ASSAY" export t.db votes | grep -v withdrawn | sed -n 's/.*"reason":"\([^"]*\)".*/\1/p' | tr '\n' ' '; }

test_that 'json: a reason must be one of the setting, beside a vote'
prepared database
must "$ASSAY" set t.db reasons 'correct, up to date'
json '{"vote":1,"reason":"Up to date"}' '{"vote":2,"reason":"nice"}' '{"skip":"later","reason":"correct"}' '{"vote":0,"reason":"correct"}'
expect_equal "$(kinds)" 'ballot saved ballot error ballot error ballot saved ballot'
expect_stdout_has "'nice' is not a reason; choose one of correct, up to date"
expect_equal "$(reasons)" 'up to date correct '

seconds() { "$ASSAY" export t.db votes | grep -v withdrawn | grep -o '"second":[^,}]*' | tr '\n' ' '; }

test_that 'json: a second choice comes with its vote or is added later'
prepared database
json '{"vote":1,"second":2}' '{"vote":1,"second":1}' '{"vote":0,"second":1}' '{"vote":2}' '{"add":true,"second":0,"note":"later"}'
expect_stdout_has 'must be the slot of another document than the chosen one, or 0 for none'
expect_equal "$(seconds | wc -w) $("$ASSAY" export t.db votes | grep -c '"second":null')" '2 1'
expect_equal "$("$ASSAY" export t.db votes | grep -c '"note":"later"')" '1'
expect_equal "$("$ASSAY" export t.db preferences | awk '$5 == 3' | wc -l | tr -d ' ')" '1'

ties() { "$ASSAY" export t.db votes | grep -v withdrawn | grep -c '"tie":"'; }

test_that 'json: a tie is one vote, half a win for each of two, and comes back after an undo'
prepared database
must "$ASSAY" set t.db ties on
json '{"tie":[3,1]}' '{"undo":true}' '{"redo":true}'
expect_equal "$(kinds)" 'ballot saved ballot undone ballot saved ballot'
expect_equal "$(ties)" 1
expect_equal "$("$ASSAY" relevance t.db --format tsv | awk -F '\t' '$4 > 0 { print $3, $4 }' | sort | tr '\n' ' ')" '0 1 0.5 1 0.5 1 '

test_that 'json: without the setting a tie is refused, and the session goes on'
prepared one_set
json '{"tie":[1,2]}' '{"vote":1}'
expect_equal "$(kinds)" 'ballot error ballot saved done'
expect_stdout_has 'two documents can be equally good only if the setting ties is on'

test_that 'json: a tie needs two different slots of the ballot'
prepared one_set
must "$ASSAY" set t.db ties on
json '{"tie":[1,1]}' '{"tie":[1]}' '{"tie":[0,1]}' '{"tie":[2,4]}' '{"tie":[1,2,3]}' '{"tie":[1.5,2]}' '{"tie":2}' '{"tie":[1,2],"vote":1}'
expect_equal "$(stdout | grep -c '"tie\\" must be two slots of this ballot')" 7
expect_equal "$(stdout | grep -c '"error":"a line asks for one thing')" 1
expect_equal "$(votes)" '0 null'

test_that 'json: a tie takes no second choice, neither with it nor later'
prepared database
must "$ASSAY" set t.db ties on
json '{"tie":[1,2],"second":3}' '{"tie":[1,2]}' '{"add":true,"second":3}' '{"undo":true}' '{"redo":true,"second":3}' '{"redo":true,"note":"alike"}'
expect_equal "$(kinds)" 'ballot error ballot saved ballot error ballot undone ballot error ballot saved ballot'
expect_equal "$(ties) $(seconds)" '1 '
expect_equal "$("$ASSAY" export t.db votes | grep -c '"note":"alike","tie":"')" 1

test_that 'plain: after a vote a second choice is asked for; 0 or Enter chooses none'
prepared database
must "$ASSAY" set t.db second_choice on
plain 1 2 2 '' 1 u q
expect_stdout_has 'Which of the others is next best? 2 or 3; 0 or Enter for neither' 'saved: document 2 is next best' \
	'saved: none of the others is next best'
expect_equal "$(seconds | wc -w) $("$ASSAY" export t.db votes | grep -v withdrawn | grep -c uuid)" '2 2'

test_that 'plain: while the next best is asked for, the documents can be read again'
prepared database
must "$ASSAY" set t.db second_choice on
plain 1 '2?' /rinse 0 q
expect_equal "$(stdout | grep -c 'Which of the others')" 3
expect_stdout_has 'saved: none of the others is next best'

test_that 'json: without the setting reasons a reason is refused'
prepared database
json '{"vote":1,"reason":"correct"}'
expect_stdout_has 'there are no reasons to choose from; set some with `assay set DB reasons'
expect_equal "$(votes)" '0 null'

test_that 'json: undo removes the reason with its vote, and redo restores it'
prepared database
must "$ASSAY" set t.db reasons 'correct, complete'
json '{"vote":1,"reason":"correct"}' '{"undo":true}' '{"redo":true}' '{"undo":true}' '{"redo":true,"reason":"complete"}'
expect_equal "$(reasons)" 'complete '

test_that 'the journal gets one more line when a vote gets its reason'
prepared database
must "$ASSAY" set t.db reasons 'a \"b\", complete'
must "$ASSAY" set t.db journal votes.jsonl
plain 1 'w complete' 'w complete' 'w a \"b\"' 2
expect_equal "$(grep -c . votes.jsonl) $(grep -c '"reason"' votes.jsonl)" '4 2'
plain q
expect_equal "$(grep -c . votes.jsonl)" 4
rm votes.jsonl
plain q
expect_equal "$(grep -c . votes.jsonl) $(grep -c '"reason"' votes.jsonl)" '2 1'
lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3" "d4${TAB}4"
must "$ASSAY" import again.db --documents d.tsv --questions q.tsv --candidates a.run
must "$ASSAY" import again.db --votes votes.jsonl
expect_equal "$("$ASSAY" export again.db votes)" "$("$ASSAY" export t.db votes)"

test_that 'json: after an undo another vote counts in its place'
prepared database
json '{"vote":1}' '{"undo":true}' '{"vote":3}'
third=$(stdout | docids | nth 1 | cut -d ' ' -f 3)
expect_equal "$("$ASSAY" relevance t.db --format tsv | awk -F '\t' '$3 > 0 { print $2, $3 }')" "$third 1"

# --- Sessions --------------------------------------------------------------

test_that 'a returning annotator gets the ballot that was open'
prepared database
json '{"vote":1}' '{"quit":true}'
open=$(asked | nth 2)
json
expect_equal "$(asked)" "$open"

test_that 'the same seed on the same database deals the same ballots'
prepared database
cp t.db copy.db
json_of() { yes '{"vote":1}' | "$ASSAY" label "$1" --json --annotator eve --seed "$2"; }
json_of t.db 42 | sed 's/,"forecast":.*//' >first # without the remaining time
json_of copy.db 42 | sed 's/,"forecast":.*//' >second
expect_same_file first second

test_that 'another seed deals others'
prepared database
cp t.db copy.db
json_of t.db 42 | docids >first
json_of copy.db 43 | docids >second
expect_equal "$(cmp -s first second && echo same || echo other)" other

test_that 'two annotators never hold the same set at once'
prepared one_set
mkfifo answers ballots
"$ASSAY" label t.db --json --annotator bob <answers >ballots 2>err &
exec 3>answers 4<ballots
read -r held <&4
json
expect_stdout '{"done":true}' # bob has all there is
echo '{"quit":true}' >&3
wait $!
json
expect_equal "$(stdout | cut -c 1-10)" '{"ballot":' # and returned it
expect_equal "${held%%:*}" '{"ballot"'
exec 3>&- 4<&-

test_that 'a ballot that another annotator answered meanwhile is not asked again'
prepared one_set
json
give '{"vote":1}'
must "$ASSAY" label t.db --json --annotator bob
json
expect_stdout '{"done":true}'

test_that 'a question is done when its candidates have enough votes of anybody'
prepared database
give '{"vote":1}' '{"vote":1}' '{"vote":1}'
must "$ASSAY" label t.db --json --annotator bob
json '{"vote":1}' '{"vote":1}' '{"vote":1}' '{"vote":1}'
expect_equal "$(kinds)" 'ballot saved ballot saved ballot saved done'

test_that 'the default annotator is the login name'
prepared database
give '{"vote":1}'
run "$ASSAY" label t.db --json
run "$ASSAY" status t.db --format json
expect_stdout_has "\"$(id -un)\""

test_that 'ballot_size 2 shows two documents'
prepared database
must "$ASSAY" set t.db ballot_size 2
json
expect_equal "$(stdout | docids | wc -w | tr -d ' ')" 2

test_that 'a pool of one candidate gives a ballot with one slot'
prepared database
json '{"vote":1}' '{"vote":1}' '{"vote":1}' '{"vote":1}' '{"vote":1}' '{"vote":2}' '{"vote":1}'
expect_equal "$(stdout | docids | nth 6)" d1
expect_stdout_has '1 to 1, or 0 for none'
expect_stdout_line '{"done":true}'

test_that 'bytes that are not UTF-8 are shown as U+FFFD'
printf 'd1\tcaf\351 au lait\n' >d.tsv
lines q.tsv "q1${TAB}one?"
lines a.run 'q1 Q0 d1 1 1 a'
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
json
expect_stdout_has "$(printf '"text":"caf\357\277\275 au lait"')"

# --- Scores ----------------------------------------------------------------
# By hand: d1 is right. It is first in one run and second in the other.

scored() {
	lines d.tsv "d1${TAB}1" "d2${TAB}2"
	lines q.tsv "q1${TAB}one?"
	lines pool.run 'q1 Q0 d1 1 9 a'
	lines good.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a'
	lines poor.run 'q1 Q0 d2 1 9 a' 'q1 Q0 d1 2 8 a'
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates pool.run
}

test_that 'json: with runs each answer comes with their scores'
scored
give '{"vote":1}'
run "$ASSAY" label t.db --json --annotator eve --run good.run --run poor.run --measures RR,P@1
expect_stdout_has '"scores":{"good":{"RR":1,"P@1":1},"poor":{"RR":0.5,"P@1":0}}}'

test_that 'json: an undo changes the scores back'
scored
lines more.tsv "q2${TAB}two?"
lines more.run 'q2 Q0 d1 1 9 a'
must "$ASSAY" import t.db --questions more.tsv --candidates more.run
give '{"vote":0}' '{"undo":true}'
run "$ASSAY" label t.db --json --annotator eve --run good.run --measures Judged@1
expect_equal "$(stdout | sed -n 's/.*"scores"://p' | tr '\n' ' ')" \
	'{"good":{"Judged@1":1}}} {"good":{"Judged@1":0}}} '

test_that 'json: the default measures are those of the database'
scored
must "$ASSAY" set t.db measures R@1
give '{"vote":1}'
run "$ASSAY" label t.db --json --annotator eve --run poor.run
expect_stdout_has '"scores":{"poor":{"R@1":0}}}'

test_that 'plain: a lead sees the scores below the answer'
scored
give 1
run "$ASSAY" label t.db --plain --annotator eve --lead --run good.run --run poor.run --measures RR,P@1
expect_stdout_line 'good: RR 1.0000, P@1 1.0000' 'poor: RR 0.5000, P@1 0.0000'

test_that 'plain: an annotator who votes is shown no scores'
scored
give 1
run "$ASSAY" label t.db --plain --annotator eve --run good.run --measures RR
expect_stdout_lacks 'good: RR'

# The session waits between the ballot and its answer; the command runs then.
answer_after() { # command...
	mkfifo in out
	"$ASSAY" label t.db --json --annotator eve --run good.run --measures RR <in >out &
	exec 3>in 4<out
	read -r ballot <&4
	"$@"
	echo '{"vote":1}' >&3
	read -r saved <&4
	exec 3>&- 4<&-
	wait
}

test_that 'json: a changed run file is read again'
scored
answer_after cp poor.run good.run
expect_equal "$(echo "$saved" | sed 's/.*"scores"://')" '{"good":{"RR":0.5}}}'

# By hand: good.run is right for q1 (1) and finds nothing for q2 (0).
test_that 'json: the scores follow the votes of others'
scored
lines more.tsv "q2${TAB}two?"
lines more.run 'q2 Q0 d1 1 9 a'
lines third.tsv "q3${TAB}three?"
lines third.run 'q3 Q0 d1 1 9 a'
must "$ASSAY" import t.db --questions more.tsv --questions third.tsv --candidates more.run --candidates third.run
others_vote() {
	echo '{"vote":1}' | "$ASSAY" label t.db --json --annotator bob >/dev/null
}
answer_after others_vote
expect_equal "$(echo "$saved" | sed 's/.*"scores"://')" '{"good":{"RR":0.5}}}'

test_that 'json: the scores of a deleted run file stay, with a warning'
scored
answer_after rm good.run
expect_equal "$(echo "$saved" | sed 's/.*"scores"://')" \
	'{"good":{"RR":1}},"warning":"the scores are the old ones: good.run: there is no such file; check the path"}'

test_that 'plain: a run is marked as old after its file was deleted'
scored
mkfifo in out
"$ASSAY" label t.db --plain --annotator eve --lead --run good.run --measures RR <in >out &
exec 3>in 4<out
read -r _ <&4 # when it asks, the run has been read
rm good.run
echo 1 >&3
exec 3>&-
expect_equal "$(grep '^good' <&4)" 'good (old): RR 1.0000'
exec 4<&-
wait

test_that 'json: a run without a question of the database comes with a warning, once'
scored
lines strange.run '1 Q0 d1 1 9 a'
give '{"vote":1}' '{"undo":true}'
run "$ASSAY" label t.db --json --annotator eve --run strange.run --measures RR
expect_equal "$(stdout | grep -c '"warning":"strange.run: none of its questions is in this database')" 1

test_that 'json: a run of no document of the database comes with a warning, once'
scored
lines renamed.run 'q1 Q0 x1 1 9 a' 'q1 Q0 x2 2 8 a'
give '{"vote":1}' '{"undo":true}'
run "$ASSAY" label t.db --json --annotator eve --run renamed.run --measures RR
expect_equal "$(stdout | grep -c '"warning":"renamed.run: none of its documents is in this database')" 1

unfit() { # like scored, with a run of other questions and one of distances
	scored
	lines strange.run '1 Q0 d1 1 9 a'
	lines distances.run 'q1 Q0 d1 1 0.1 a' 'q1 Q0 d2 2 0.2 a'
	none_of_its='strange.run: none of its questions is in this database'
	are_distances='distances.run: the scores rise with the ranks, and the highest score counts as the best'
}

test_that 'json: warnings about two runs are both given'
unfit
give '{"vote":1}'
run "$ASSAY" label t.db --json --annotator eve --run strange.run --run distances.run --measures RR
expect_stdout_has "$none_of_its" "$are_distances"
expect_equal "$(stdout | grep -c '"warning":"[^"]*; [^"]*"')" 1

test_that 'plain: warnings about runs come once, before the first ballot'
unfit
give 1
run "$ASSAY" label t.db --plain --annotator eve --run strange.run --run distances.run --measures RR
expect_equal "$(stdout | sed '/^Question/,$d' | grep -c "$none_of_its")" 1
expect_equal "$(stdout | sed '/^Question/,$d' | grep -c "$are_distances")" 1
expect_equal "$(stdout | grep -c -e "$none_of_its" -e "$are_distances")" 1

# --- Plain -----------------------------------------------------------------

test_that 'plain: question, documents by number, prompt'
lines d.jsonl '{"_id":"d1","title":"Hose","text":"Press the buttons.\nPull."}'
lines q.tsv "q1${TAB}How does the hose come off?"
lines a.run 'q1 Q0 d1 1 9 a'
must "$ASSAY" import t.db --documents d.jsonl --questions q.tsv --candidates a.run
plain
expect_status 0
expect_no_stderr
expect_stdout 'Choose the document that is most relevant to the question. Compare correctness first, then information density, then level of detail.

- Correctness: does the document answer this question, for the case that the question is about? The manual of another model is not correct.
- Information density: of two correct documents, prefer the one with less text to read. A page about the question beats a book.
- Level of detail: then prefer the document that tells more of what the reader needs. “2 tablets, 6 hours apart” beats “2 tablets”.

Choose none if no document answers the question. If two documents are equally good, choose either: their places are drawn at random.

Question no. 1, ballot 1 of 1
How does the hose come off?

Document 1: Hose (4 words)
Press the buttons.
Pull.

1, 0 none, s later, c cannot tell, u undo, i guide, ? help, q quit > '

test_that 'plain: the fields named by show appear below the question and the titles'
database_with_fields
must "$ASSAY" set t.db show section,tags,year,course
plain q
expect_equal "$(stdout | sed -n '/^How/,/^Press/p')" 'How?
course: ml

Document 1: Hose (2 words)
section: General␛[31m
tags: ["a",{"b":1.5}]
year: 2025
Press it.'

# Makes t.db, in which eve has answered a ballot with three of four documents in so many milliseconds.
read_in() {
	lines d.jsonl \
		'{"_id":"d1","title":"Hose","text":"Keep it in the dry cellar, out of the sun, and away from the dog. Pull the hose off the handle. Then let it rest for a day in the shed behind the house."}' \
		'{"_id":"d2","title":"Bag","text":"Bags are thrown away."}' '{"_id":"d3","title":"Wheel","text":"Wheels roll."}' \
		'{"_id":"d4","title":"Lamp","text":"Lamps shine."}'
	lines q.tsv "q1${TAB}How does the hose come off the handle?"
	lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d3 3 7 a' 'q1 Q0 d4 4 6 a'
	lines votes.jsonl '{"question":"q1","shown":["d1","d2","d3"],"chosen":null,"annotator":"eve","elapsed_ms":'"$1}"
	must "$ASSAY" import t.db --documents d.jsonl --questions q.tsv --candidates a.run
	must "$ASSAY" import t.db --votes votes.jsonl
}

test_that 'plain: a text read before shrinks to its best passage; f shows all of it'
read_in 9000
plain f 0 f 0 f q
expect_stdout_has ': Hose (34 words, read before)' 'u undo, 1? all of 1, f all, p passages, /TEXT find, i guide, ? help'
expect_equal "$(stdout | grep -A 3 'Hose (34 words' | sed -n 2,4p)" '[15 words hidden: read before]
Pull the hose off the handle.
[13 words hidden: read before]'
expect_stdout_has 'Keep it in the dry cellar'

test_that 'plain: a text answered too quickly does not count as read before'
read_in 500
plain 0 0 q
expect_equal "$(stdout | grep -c 'read before')" 0

# Makes a database with two documents of one question on the ballot.
import_two() { # question, text, text
	lines q.tsv "q1${TAB}$1"
	lines d.jsonl "{\"_id\":\"d1\",\"title\":\"A\",\"text\":\"$2\"}" "{\"_id\":\"d2\",\"title\":\"B\",\"text\":\"$3\"}"
	lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a'
	must "$ASSAY" import t.db --documents d.jsonl --questions q.tsv --candidates a.run
}

# Two manuals of more than 600 words. In the first one, the words of the question occur together in one sentence; in
# both, they occur singly.
import_manuals() {
	filler=$(i=0 && while [ $i -lt 150 ]; do printf 'Sentence %d says nothing. ' $i && i=$((i + 1)); done)
	import_two 'Which clamp closes the tube?' "${filler}The clamp of steel is old. ${filler}The red clamp closes the tube. Then wait." \
		"${filler}Any clamp will do. ${filler}"
}

test_that 'plain: a long document is shown by title, size and best passage'
prepared import_manuals
plain q
expect_stdout_has 'A (1,214 words, ' 'B (1,204 words, ' 'The red clamp closes the tube.'
expect_equal "$(stdout | grep -c 'Sentence 100 ')" 0
expect_stdout_has 'u undo, 1? all of 1, f all, p passages, /TEXT find, i guide'

test_that 'plain: all of one document is read on demand'
prepared import_manuals
plain '2?' q
expect_equal "$(stdout | grep -c 'Sentence 100 ')" 1
expect_stdout_has 'Any clamp will do.'
plain '3?' q
expect_stdout_line '1 2, 0 none, s later, c cannot tell, u undo, 1? all of 1, f all, p passages, /TEXT find, i guide, ? help, q quit > this ballot has no document 3'

test_that 'plain: p shows further passages with words of the question'
import_two 'Which clamp closes the tube?' 'The red clamp closes the tube. One. Two. Three. Four. Five. Six. The blue clamp closes a tube.' 'None.'
plain p p p q
expect_stdout_has ', passage 2 of 2' 'no document has another passage; p starts again with the best passages' ', passage 1 of 2'
expect_equal "$(stdout | grep -c '^The blue clamp closes a tube.$')" 1

test_that 'plain: / finds text in all documents, in either case, with its sentences'
prepared import_manuals
plain '/CLAMP' '/ closes  the' '/nowhere' / q
expect_stdout_line '- The clamp of steel is old.' '- Any clamp will do.'
expect_equal "$(stdout | grep -c '^- The red clamp closes the tube.$')" 2
expect_stdout_has ': found 2 times' ': found 1 time' 'write the text to find after the slash, as in `/clamp`'
expect_equal "$(stdout | grep -c ': not found$')" 3

test_that 'plain: of many sentences that match a search, five are shown'
prepared import_manuals
plain '/says nothing' q
expect_stdout_has 'found 300 times' '- and 295 more times'
expect_equal "$(stdout | grep -c '^- Sentence [0-9]* says nothing.$')" 10

test_that 'plain: common sentences of two long, similar documents are hidden'
rules=$(i=0 && while [ $i -lt 60 ]; do printf 'Rule %d is for all. ' $i && i=$((i + 1)); done)
import_two 'How high is the rent?' "$rules Rent is 500 a month." "$rules Rent is 600 a month."
plain q
for other in 1 2; do
	expect_equal "$(stdout | grep -A 2 "% same as $other)\$" | sed 's/^Document .*, //; s/[56]00 a/N a/')" "99 % same as $other)
[295 words hidden: same as in $other]
Rule 59 is for all.  Rent is N a month."
done
expect_equal "$(stdout | grep -c '^Differences: document [123]: “is [56]00 a”, document [123]: “is [56]00 a”\.$')" 1

test_that 'plain: a missing "not" is shown as a difference'
care='Take the filter out of the machine and hold it under cold water.'
dry='Let it dry for a day in the open air before you put it back.'
import_two 'How is it cleaned?' "$care Do not use soap. $dry" "$care Do use soap. $dry"
plain q
expect_stdout_has 'Do not use soap.' 'Do use soap.'
expect_equal "$(stdout | grep -c '^Differences: only in document [12]: “Do not use”\.$')" 1

test_that 'plain: for reordered words the sentence is shown with its whole numbers'
little='1.5 mg in 10 ml of saline over 5 minutes in all'
much='15 mg in 100 ml of saline over 10 minutes'
import_two 'What dose does a child get?' "The dose for a child is $much; for an adult it is $little." \
	"The dose for a child is $little; for an adult it is $much."
plain q
expect_stdout_has 'The dose for a child is 15 mg' 'The dose for a child is 1.5 mg'

test_that 'plain: a document that shares nothing gets no list of differences'
lines q.tsv "q1${TAB}How high is the rent?"
lines d.jsonl "{\"_id\":\"d1\",\"title\":\"A\",\"text\":\"$rules Rent is 500 a month.\"}" \
	"{\"_id\":\"d2\",\"title\":\"B\",\"text\":\"$rules Rent is 600 a month.\"}" \
	'{"_id":"d3","title":"C","text":"Pets need a consent of 1 page."}'
lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d3 3 7 a'
must "$ASSAY" import t.db --documents d.jsonl --questions q.tsv --candidates a.run
plain q
expect_stdout_has 'Pets need a consent of 1 page.'
expect_equal "$(stdout | grep -c '^Only here: ')" 0
expect_equal "$(stdout | grep -c '^Differences: document [123]: “is [56]00 a”, document [123]: “is [56]00 a”\.$')" 1

test_that 'plain: HTML is rendered'
lines q.tsv "q1${TAB}What care does it need?"
lines d.jsonl '{"_id":"d1","title":"Care","text":"<h1>Care</h1><ul><li>Rinse &amp; dry</li></ul>"}'
lines a.run 'q1 Q0 d1 1 9 a'
must "$ASSAY" import t.db --documents d.jsonl --questions q.tsv --candidates a.run
plain q
expect_equal "$(stdout | grep -A 1 '^Care$')" 'Care
• Rinse & dry'

test_that 'plain: a ballot of three has a prompt of three'
prepared database
plain
expect_stdout_has '1 2 3, 0 none, s later, c cannot tell, u undo, i guide, ? help, q quit > '

test_that 'plain: a ballot of two has a prompt of two'
prepared database
must "$ASSAY" set t.db ballot_size 2
plain
expect_stdout_has '1 2, 0 none, s later, c cannot tell, u undo, i guide, ? help, q quit > '

test_that 'plain: each answer is confirmed, and so is the end'
prepared database
plain 1 0 0 2 3 1
expect_stdout_has 'saved: document 1 · 1 of 6 done' 'saved: none of them · 2 of 6 done' 'saved: none of them · 3 of 6 done' \
	'saved: document 2 · 4 of 6 done' 'saved: document 3 · 5 of 6 done' 'saved: document 1 · 6 of 6 done'
expect_stdout_line 'Everything is done: 6 of 6. Thank you.'
expect_equal "$(votes)" '6 0.3333333333333333'

test_that 'plain: the very last vote can still be undone'
scored
plain 1 u 0
expect_stdout_has 'u undo, q quit > undone · 0 of 1 done' 'saved: none of them · 1 of 1 done'

test_that 'plain: after the last ballot a vote is refused'
scored
plain 1 2
expect_stdout_has 'u undo, q quit > there is no ballot left to answer'

test_that 'plain: s skips for later, c skips for good'
prepared one_set
plain s c
expect_stdout_has 'skipped, for later · 0 of 1 done'
expect_stdout_has 'Nothing is left for you'
expect_equal "$(votes)" '0 null'

test_that 'plain: undo shows the ballot with the undone answer, and redo restores it'
prepared database
plain 2 u r
expect_stdout_has 'undone · 0 of 6 done' 'Your undone answer was 2; r restores it.'
expect_equal "$(stdout | grep -c 'saved: document 2 · 1 of 6 done')" 2

test_that 'plain: undo with nothing before it'
prepared database
plain u
expect_stdout_has 'nothing to undo'

test_that 'plain: redo with nothing before it'
prepared database
plain r
expect_stdout_has 'nothing to redo on this ballot'

test_that 'plain: an unknown answer is reported, and only the prompt comes again'
prepared database
plain yes
expect_stdout_has 'assay does not know this answer; ? lists all answers'
expect_equal "$(stdout | grep -c 'Question no. 1') $(stdout | grep -o 'q quit >' | wc -l | tr -d ' ')" '1 2'
expect_equal "$(votes)" '0 null'

test_that 'plain: a document that is not on the ballot'
prepared database
must "$ASSAY" set t.db ballot_size 2
plain 3
expect_stdout_has 'this ballot has no document 3'
expect_equal "$(votes)" '0 null'

test_that 'plain: blanks and capitals do not matter'
prepared database
plain ' 1 ' ' 0' S Q
expect_stdout_has 'saved: document 1 · 1 of 6 done' 'saved: none of them · 2 of 6 done' 'skipped'

test_that 'plain: n is not an answer, as on the screen'
prepared database
plain n N
expect_equal "$(votes)" '0 null'

test_that 'plain: ? lists all answers'
prepared database
plain '?'
for word in 1 2 3 0 s c 'e TEXT' u r 'b QUESTION' m i '[?]' q; do
	expect_equal "$(stdout | tr '>' '\n' | sed 's/^ *//' | grep -c "^$word  ")" 1
done

test_that 'blanks around an annotator'\''s name are removed, and a blank name is refused'
prepared database
give '{"vote":1}'
must "$ASSAY" label t.db --json --annotator ' eve '
expect_equal "$("$ASSAY" export t.db votes | sed 's/.*"annotator":"\([^"]*\)".*/[\1]/')" '[eve]'
run "$ASSAY" label t.db --json --annotator ' '
expect_refused 2 "--annotator ' ' is not a name"

test_that 'plain: a new annotator sees the guide first, a returning one does not'
prepared database
must "$ASSAY" set t.db guide 'Which one is true?'
plain 1
expect_equal "$(stdout | head -n 1)" 'Which one is true?'
plain 1
expect_stdout_lacks 'Which one is true?'

test_that 'plain: i shows the guide of the database'
prepared database
must "$ASSAY" set t.db guide 'Which one is true?
Then: which one is short?'
plain i
expect_stdout_has 'Which one is true?' 'Then: which one is short?'

test_that 'plain: a note returns with the undone answer'
prepared database
plain 'e  the second is newer ' 2 u
expect_stdout_has 'note kept; it will be saved with your answer' 'Your undone answer was 2; r restores it.'
expect_stdout_line 'Your note: the second is newer'

test_that 'plain: redo keeps the note, which can be changed or removed before'
prepared database
plain 'e first' 2 u r u 'e second' r u e r u
expect_equal "$(stdout | sed -n 's/^Your note: //p' | tr '\n' ' ')" 'first first second '
expect_stdout_has 'no note is kept'

test_that 'plain: a note belongs to one ballot'
prepared database
plain 'e of the first' 1 2 u
expect_equal "$(stdout | grep -c '^Your note')" 0

test_that 'plain: a note that is too long is refused'
prepared database
plain "e $(printf '%04001d' 0)" 1 u
expect_stdout_has 'a note can have at most 4000 bytes, but this note has 4001; shorten it'
expect_equal "$(stdout | grep -c '^Your note')" 0

test_that 'plain: terminal commands in a note are shown as symbols'
prepared database
plain "$(printf 'e a \033[31mred')" 1 u
expect_stdout_line 'Your note: a ␛[31mred'

test_that 'plain: v numbers sentences, and the chosen ones go with a vote'
long_texts
plain 'v 1' 'v 1 2-3' 1 u q
expect_stdout_line '2. Rinse it.'
expect_stdout_has '> 1. Größe: Rinse it.' 'document 1 has sentences 1 to 2; v 1 lists them with their numbers'
plain 'v 1 2' 1
expect_stdout_has 'the evidence will be saved with a vote for document 1'
expect_equal "$(evidence)" '{"start":19,"text":"Rinse it."}'

test_that 'plain: evidence returns with the undone answer and goes with redo'
prepared database
plain 'v 2 1' 2 u r u v r
expect_equal "$(stdout | grep -c '^Your evidence for 2: ')" 2
expect_stdout_has 'nothing is marked'
expect_equal "$(evidence)" ''

test_that 'plain: an unsent note and evidence return in the next session'
prepared database
plain 'e why not' 'v 2 1'
plain q
expect_stdout_line 'Your note: why not'
expect_equal "$(stdout | grep -c '^Your evidence for 2: ')" 1
plain 2
expect_equal "$(stdout | grep -c '^Your note: ') $(evidence | grep -c start)" '1 1'
plain q
expect_equal "$(stdout | grep -c '^Your')" 0

test_that 'plain: evidence goes only with a vote for its own document'
prepared database
plain 'v 2 1' 1 'v 1 1' 0
expect_equal "$(stdout | grep -c 'the evidence will be saved with a vote') $(evidence)" '2 '
expect_stdout_line 'your evidence is not saved, because it is in document 2; u undoes the vote' \
	'your evidence is not saved, because it is in document 1; u undoes the vote'

test_that 'plain: evidence in another document replaces the first one, and says so'
prepared database
plain 'v 2 1' 'v 1 1' 1
expect_stdout_line 'document 2 has no evidence any more'
expect_equal "$(evidence | grep -c start)" 1

test_that 'plain: a ballot shared with others is shown as an extra ballot'
prepared one_set
must "$ASSAY" set t.db impressions 1
must "$ASSAY" set t.db overlap 1
plain 1
expect_stdout_has 'ballot 1 of 1'
give q
run "$ASSAY" label t.db --plain --annotator ada
expect_stdout_has 'ballot 2, an extra ballot'

test_that 'plain: evidence keeps the marked sentence when the ballot is shown again'
long_texts
plain 'v 2 1' u u 2
expect_stdout_has 'nothing to undo'
expect_equal "$(evidence)" '{"start":0,"text":"Größe: Rinse it."}'
run "$ASSAY" check t.db
expect_no_stderr

test_that 'plain: after a vote w gives a reason, one of those in the setting'
prepared database
must "$ASSAY" set t.db reasons 'correct, complete'
plain 'w correct' 1 w 'w nice' 'w Complete' 2 s 'w correct'
expect_equal "$(stdout | grep -c 'why? w correct, w complete')" 3
expect_stdout_has 'why? w correct, w complete' 'there is no vote to give a reason for' \
	'saved: the reason for your last vote is complete' "is not a reason; choose one of correct, complete"
expect_equal "$(reasons)" 'complete '

# lena is a lead; two of her three votes have a note.
practice() {
	database
	must "$ASSAY" set t.db reasons 'correct, complete'
	give '{"vote":1,"note":"It \u001b names it.","reason":"correct"}' '{"vote":2}' '{"vote":0,"note":"None does."}' '{"quit":true}'
	must "$ASSAY" label t.db --json --annotator lena
	must "$ASSAY" set t.db practice lena
}

test_that 'json: a new annotator practises on the lead'\''s votes with notes, unsaved'
prepared practice
before=$("$ASSAY" export t.db votes)
json '{"vote":2}' '{"undo":true}' '{"vote":0}' '{"quit":true}'
expect_equal "$(kinds)" 'ballot practice ballot error ballot practice ballot'
expect_stdout_has '"practice":{"number":1,"of":2}}' '{"practice":{"vote":1,"note":"It \u001b names it.","reason":"correct"}}' \
	'"practice":{"number":2,"of":2}}' '{"practice":{"vote":0,"note":"None does."}}'
expect_equal "$("$ASSAY" export t.db votes)" "$before"

test_that 'json: annotators who have voted, and leads, do not practise'
prepared practice
json '{"vote":2}' '{"vote":0}' '{"vote":1}' '{"quit":true}'
json '{"quit":true}'
expect_stdout_lacks '"practice"'
give '{"quit":true}'
run "$ASSAY" label t.db --json --annotator lena
expect_stdout_lacks '"practice"'

test_that 'practice names an annotator with notes, or nobody'
prepared practice
run "$ASSAY" set t.db practice nobody
expect_refused 2 "there is no annotator 'nobody' whose votes with notes could serve as practice"
must "$ASSAY" set t.db practice ''
json '{"quit":true}'
expect_stdout_lacks '"practice"'

test_that 'plain: practice says what the lead chose, and why'
prepared practice
plain 2 0 q
expect_stdout_line 'Practice 1 of 2; practice does not count' 'Practice 2 of 2; practice does not count'
expect_stdout_has 'The lead chose 1, because: correct. It ␛ names it.' 'The lead chose none. None does.'

# lena is a lead; her vote with a note is a tie.
tied_practice() {
	database
	must "$ASSAY" set t.db ties on
	give '{"tie":[2,3],"note":"Both name it."}' '{"quit":true}'
	must "$ASSAY" label t.db --json --annotator lena
	must "$ASSAY" set t.db practice lena
}

test_that 'json: practice names both documents if the lead chose two'
tied_practice
json '{"tie":[1,2]}' '{"quit":true}'
expect_stdout_has '{"practice":{"tie":[2,3],"note":"Both name it."}}'

test_that 'plain: practice names both documents if the lead chose two'
tied_practice
plain 2 q
expect_stdout_has 'The lead chose 2 and 3, equally good. Both name it.'

test_that 'plain: t says that two documents are equally good, and comes back after an undo'
prepared database
must "$ASSAY" set t.db ties on
plain 't 3 1' u r
expect_stdout_has 'saved: documents 1 and 3, equally good' 'Your undone answer was 1 and 3, equally good; r restores it.'
expect_equal "$("$ASSAY" export t.db votes | grep -v withdrawn | grep -c '"tie":"')" 1

test_that 'plain: with two documents t needs no numbers'
prepared database
must "$ASSAY" set t.db ties on
must "$ASSAY" set t.db ballot_size 2
plain t
expect_stdout_has 't both best' 'saved: documents 1 and 2, equally good'

test_that 'plain: t needs two documents that the ballot has'
prepared database
must "$ASSAY" set t.db ties on
plain t 't 1' 't 1 1' 't 1 4' 't 0 1' 't 1 2 3'
expect_equal "$(stdout | grep -c 't needs two documents of the ballot, as in `t 1 2`')" 6
expect_equal "$("$ASSAY" export t.db votes | wc -l)" 0

test_that 'plain: t is accepted and listed only with the setting ties'
prepared database
must "$ASSAY" set t.db ties on
plain '?'
expect_stdout_has '  t 1 2  documents 1 and 2 are the best, equally good'
must "$ASSAY" set t.db ties off
plain '?' 't 1 2'
expect_stdout_lacks 't 1 2'
expect_stdout_has 'assay does not know this answer'
expect_equal "$("$ASSAY" export t.db votes | wc -l)" 0

test_that 'plain: the guide on equal documents follows the setting ties'
prepared database
plain q
expect_stdout_has 'equally good, choose either'
must "$ASSAY" set t.db ties on
plain q
expect_stdout_has 'equally good, say so'

test_that 'plain: sentences of HTML are rendered, and evidence keeps the source'
for number in 1 2 3; do
	printf '{"_id":"d%d","text":"<p>Take <b>one</b> a day.</p><p>Not 4&nbsp;g.</p>"}\n' $number
done >h.jsonl
lines q.tsv "q1${TAB}one?"
lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d3 3 7 a'
must "$ASSAY" import t.db --documents h.jsonl --questions q.tsv --candidates a.run
must "$ASSAY" set t.db format html
plain 'v 1 1-2' 1
expect_equal "$(evidence)" '{"start":3,"text":"Take <b>one</b> a day.</p><p>Not 4&nbsp;g."}'

# Three documents with the same content about two hoses: in Markdown, in HTML, and as plain text.
tables() {
	cat >t.jsonl <<'END'
{"_id":"d1","text":"# Hoses\n\n| hose | price |\n|---|---:|\n| SC-1 | 12 |\n| SC-2 | 9 |\n\n> No tape.\n\n---\n"}
{"_id":"d2","text":"<table><tr><th>hose</th><th>price</th></tr><tr><td>SC-1</td><td>12</td></tr></table><hr>"}
{"_id":"d3","text":"hose  price\n----  -----\nSC-1  12\n"}
END
	lines q.tsv "q1${TAB}one?"
	lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d3 3 7 a'
	must "$ASSAY" import t.db --documents t.jsonl --questions q.tsv --candidates a.run
}

test_that 'plain: a row of a table is a line, its cells with their headers, without drawing characters'
tables
plain q
expect_stdout_line 'hose: SC-1; price: 12' 'hose: SC-2; price: 9' 'SC-1  12' '> No tape.'
expect_equal "$(stdout | grep -c -e '[│─┼|]' -e '---')" 0

test_that 'plain: passages and finds tell whole rows of a table'
tables
plain p '/SC-2' q
expect_equal "$(stdout | grep -c '^- hose: SC-2; price: 9$')" 1
expect_equal "$(stdout | grep -c '^price: ')" 0

test_that 'plain: redo skips a skipped ballot again'
prepared database
plain c u r
expect_stdout_has 'You skipped this ballot, and undid that; r skips it again.'
expect_equal "$(stdout | grep -c 'skipped.* · 0 of 6')" 2

test_that 'plain: b goes to a question, and the open ballot comes after it'
prepared database
plain 'b q2' 1
expect_equal "$(stdout | sed -n 's/^Question no. \([0-9]\),.*/\1/p' | tr '\n' ' ')" '1 2 1 '

test_that 'plain: b goes to a question by its number'
prepared database
plain 'b 2'
expect_equal "$(stdout | sed -n 's/^Question no. \([0-9]\),.*/\1/p' | tr '\n' ' ')" '1 2 '

test_that 'plain: a number is taken as a qid before it is taken as a place'
prepared database
lines more.tsv "2${TAB}Is it light?"
lines more.run '2 Q0 d1 1 9 a'
must "$ASSAY" import t.db --questions more.tsv --candidates more.run
plain 'b 2'
expect_equal "$(stdout | sed -n 's/^Question no. \([0-9]\),.*/\1/p' | tr '\n' ' ')" '1 4 '

test_that 'plain: b without a question, or with a wrong number, is refused'
prepared database
plain b 'b 4' 'b 0'
expect_stdout_has 'b needs the number of a question, as in `b 2`, or its qid' \
	'there is no question 4 among the 3' 'there is no question 0 among the 3'

test_that 'plain: b says why it cannot go to a question'
prepared database
plain 'b q9' 'b q2' 1 'b q2'
expect_stdout_has 'there is no question q9' 'this question is done: it needs no more votes'

test_that 'plain: m shows the scores'
scored
give m
run "$ASSAY" label t.db --plain --annotator eve --run good.run --measures RR
expect_stdout_has 'good: RR 0.0000'

test_that 'plain: m without runs says how to see some'
prepared database
plain m
expect_stdout_has 'no runs are scored'

test_that 'plain: without blinding, each document shows its origin'
prepared database
plain
expect_equal "$(stdout | grep -c 'docid')" 0
must "$ASSAY" set t.db blind 0
plain
expect_equal "$(stdout | grep -c '^(docid d[1-4], from a.run [1-4])$')" 3

test_that 'plain: q quits, and the next session resumes there'
prepared database
plain 1 q 2
expect_equal "$(votes)" '1 0'
second=$(stdout | sed -n '/ballot 2 of 6/,/quit >/p' | sed 's/quit > .*/quit > /')
expect_stdout_has 'quit > Everything is saved; you have given 1 vote so far. The same command goes on from here.'
plain
expect_equal "$(stdout | sed 1d)" "$second"

test_that 'plain: terminal commands in a text are shown as symbols'
printf 'd1\ta \033[31mred\007 one\n' >d.tsv
lines q.tsv "q1${TAB}one?"
lines a.run 'q1 Q0 d1 1 1 a'
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
plain
expect_stdout_line 'a ␛[31mred␇ one'

# --- Nothing to label yet --------------------------------------------------

bare() { # has the questions and documents of `database`, without candidates
	lines d.tsv "d1${TAB}1"
	lines q.tsv "q1${TAB}one?" "q2${TAB}two?"
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv
}

test_that 'plain: without candidates it says how to get some, not that all is done'
bare
plain 1 q
expect_status 0
expect_stdout_line 'no question has candidates yet: `assay pool t.db --search` finds some, `assay pool t.db RUN` takes the documents of a run'
expect_equal "$(stdout | grep -c -e 'All is done' -e 'Thank you')" 0

test_that 'json: without candidates the last line has a warning'
bare
json
expect_status 0
expect_stdout '{"done":true,"warning":"no question has candidates yet: `assay pool t.db --search` finds some, `assay pool t.db RUN` takes the documents of a run"}'

test_that 'without questions the session says how to import some'
lines d.tsv "d1${TAB}1"
must "$ASSAY" import t.db --documents d.tsv
json
expect_stdout '{"done":true,"warning":"there is no question yet: import some with `assay import t.db --questions FILE`"}'

done_testing
