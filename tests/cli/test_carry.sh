# `assay carry`: carries votes over to a new state of the collection.
. "$SOURCE/tests/support/tap.sh"

# Prints fifty words that are different for each number: text 3 is "w301 w302 … w350".
text() { # number, first and last word of the fifty (1 50)
	seq "$(($1 * 100 + ${2:-1}))" "$(($1 * 100 + ${3:-50}))" | sed 's/^/w/' | tr '\n' ' ' | sed 's/ $//'
}

# Six documents; one vote for d1 on a ballot of q1 with d1 to d3, and one for d6 on a ballot of q2 with d4 to d6.
import_voted() {
	lines documents.tsv "d1${TAB}$(text 1)" "d2${TAB}$(text 2)" "d3${TAB}$(text 3)" "d4${TAB}$(text 4)" \
		"d5${TAB}$(text 5)" "d6${TAB}$(text 6)" "d7${TAB}$(text 7)"
	lines questions.tsv "q1${TAB}one?" "q2${TAB}two?"
	lines bm25.run 'q1 Q0 d1 1 3 x' 'q1 Q0 d2 2 2 x' 'q1 Q0 d3 3 1 x' 'q2 Q0 d4 1 3 x' 'q2 Q0 d5 2 2 x' 'q2 Q0 d6 3 1 x'
	lines votes.jsonl '{"question":"q1","shown":["d1","d2","d3"],"chosen":"d1","annotator":"ann"}' \
		'{"question":"q2","shown":["d4","d5","d6"],"chosen":"d6","annotator":"ann"}'
	must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run \
		--votes votes.jsonl
}

# d1 moved, d2 in two halves, d3 and d4 merged, d5 gone, d6 changed in one of fifty words, d7 the same, n6 new.
write_new_state() {
	lines new.tsv "n1${TAB}$(text 1)" "n2${TAB}$(text 2 1 25)" "n3${TAB}$(text 2 26 50)" \
		"n4${TAB}$(text 3) $(text 4)" "d6${TAB}$(text 6 1 49) other" "d7${TAB}$(text 7)" "n6${TAB}$(text 8)"
}

expect_sound() {
	run "$ASSAY" check t.db
	expect_stdout ok
}

# --- What became of each document -------------------------------------------------

# 50 words are 46 shingles, a half is 21, and two documents together are 96.
test_that 'the table shows what became of each document'
prepared import_voted
write_new_state
run "$ASSAY" carry t.db --documents new.tsv --format tsv
expect_status 0
expect_stdout "moved${TAB}d1${TAB}n1${TAB}1.00${TAB}1.00${TAB}1.00${TAB}1
split${TAB}d2${TAB}n2${TAB}0.46${TAB}1.00${TAB}0.46${TAB}1
split${TAB}d2${TAB}n3${TAB}0.46${TAB}1.00${TAB}0.46${TAB}1
merged${TAB}d3${TAB}n4${TAB}1.00${TAB}0.48${TAB}0.48${TAB}1
merged${TAB}d4${TAB}n4${TAB}1.00${TAB}0.48${TAB}0.48${TAB}1
gone${TAB}d5${TAB}${TAB}${TAB}${TAB}${TAB}1
changed${TAB}d6${TAB}d6${TAB}0.98${TAB}0.98${TAB}0.96${TAB}1
new${TAB}${TAB}n6${TAB}${TAB}${TAB}${TAB}"

test_that 'totals follow the table, and nothing is written'
prepared import_voted
write_new_state
before=$(cksum <t.db)
run "$ASSAY" carry t.db --documents new.tsv
expect_stdout_line 'documents   1 same, 1 moved, 1 changed, 2 merged, 1 split, 1 gone, 1 new; 7 in the new collection' \
	'impressions 1 of 6 are on documents that can be carried over'
expect_stderr_has 'nothing was written'
expect_equal "$(cksum <t.db)" "$before"

# 2,500 documents: more rows than are written in one part.
test_that 'a long table is a single one in formats for programs'
seq 2500 | sed "s/.*/x&${TAB}text &/" >documents.tsv
seq 2500 | sed "s/.*/y&${TAB}text &/" >new.tsv
must "$ASSAY" import t.db --documents documents.tsv
must "$ASSAY" carry t.db --documents new.tsv --format csv
expect_equal "$(stdout | grep -c '^moved,x')" 2500
expect_equal "$(stdout | wc -l)" 2501
must "$ASSAY" carry t.db --documents new.tsv --format json
expect_equal "$(stdout | tr -d '\n' | grep -o '"kind"' | wc -l)" 2500

# --- Writing ------------------------------------------------------------------------

test_that 'an unchanged text keeps its votes under its new id'
prepared import_voted
write_new_state
must "$ASSAY" carry t.db --documents new.tsv --write
must "$ASSAY" relevance t.db --format tsv
expect_equal "$(stdout | cut -f -6)" "q1${TAB}n1${TAB}1${TAB}1${TAB}1.0000${TAB}3"
expect_sound

test_that 'a sufficiently similar document keeps its votes and gets the new text'
prepared import_voted
write_new_state
must "$ASSAY" carry t.db --documents new.tsv --write --alike 0.9
must "$ASSAY" relevance t.db --question q2 --format tsv
expect_equal "$(stdout | cut -f -6)" "q2${TAB}d6${TAB}1${TAB}1${TAB}1.0000${TAB}3"
run "$ASSAY" check t.db
expect_stdout ok
expect_stderr_has 'document d6: 1 vote saw another text than the present text'

test_that 'votes on deleted documents are kept, and these are asked about no more'
prepared import_voted
write_new_state
must "$ASSAY" carry t.db --documents new.tsv --write
expect_stdout_line 'written     1 with a new id, 0 with a new text, 5 added, 0 deleted, 5 kept as ~gone with 5 impressions'
must "$ASSAY" export t.db votes
expect_stdout_has '"shown":["n1","d2~gone","d3~gone"],"chosen":"n1"'
must "$ASSAY" status t.db
expect_stdout_line 'documents   7' 'votes       2, none: 0%'
must "$ASSAY" search t.db w201
expect_stdout_lacks gone
expect_sound

# Eve is to answer ann's ballots, too. She puts the one of q1 aside; then d2, which it shows, leaves the collection.
test_that 'a ballot that was skipped for later does not come back with a deleted document'
prepared import_voted
must "$ASSAY" set t.db impressions 1
must "$ASSAY" set t.db overlap 1
lines requests.jsonl '{"goto":"q1"}' '{"skip":"later"}' '{"quit":true}'
tap_stdin=requests.jsonl
must "$ASSAY" label t.db --json --annotator eve
grep -v '^d2' documents.tsv >new.tsv
must "$ASSAY" carry t.db --documents new.tsv --write
lines requests.jsonl '{"vote":1}' '{"vote":1}'
tap_stdin=requests.jsonl
must "$ASSAY" label t.db --json --annotator eve
expect_stdout_line '{"done":true}'
expect_stdout_lacks gone
expect_sound

test_that 'a vote for a deleted document says nothing about those beside it'
prepared import_voted
must "$ASSAY" set t.db estimator luce
grep -v -e '^d1' -e '^d6' documents.tsv >new.tsv
must "$ASSAY" carry t.db --documents new.tsv --write
must "$ASSAY" relevance t.db --format tsv
expect_equal "$(stdout | cut -f -2,5)" "q1${TAB}d2${TAB}0.5000
q1${TAB}d3${TAB}0.5000
q2${TAB}d4${TAB}0.5000
q2${TAB}d5${TAB}0.5000"

test_that '--queue adds new texts to the pools of the old ones'
prepared import_voted
write_new_state
must "$ASSAY" carry t.db --documents new.tsv --write --queue
expect_stdout_line 'queued      5 candidates to be voted on'
must "$ASSAY" relevance t.db --format tsv
expect_equal "$(stdout | cut -f -6)" "q1${TAB}n1${TAB}1${TAB}1${TAB}1.0000${TAB}3
q1${TAB}n2${TAB}0${TAB}0${TAB}${TAB}
q1${TAB}n3${TAB}0${TAB}0${TAB}${TAB}
q1${TAB}n4${TAB}0${TAB}0${TAB}${TAB}
q2${TAB}n4${TAB}0${TAB}0${TAB}${TAB}
q2${TAB}d6${TAB}0${TAB}0${TAB}${TAB}"
expect_sound

test_that 'documents that swap ids keep their own votes'
prepared import_voted
lines new.tsv "d2${TAB}$(text 1)" "d3${TAB}$(text 2)" "d1${TAB}$(text 3)" "d4${TAB}$(text 4)" "d5${TAB}$(text 5)" \
	"d6${TAB}$(text 6)" "d7${TAB}$(text 7)"
must "$ASSAY" carry t.db --documents new.tsv --write
must "$ASSAY" relevance t.db --question q1 --format tsv
expect_equal "$(stdout | cut -f -6)" "q1${TAB}d2${TAB}1${TAB}1${TAB}1.0000${TAB}3
q1${TAB}d3${TAB}0${TAB}1${TAB}0.0000${TAB}0
q1${TAB}d1${TAB}0${TAB}1${TAB}0.0000${TAB}0"
expect_sound

test_that 'a text that returns gets its votes back'
prepared import_voted
write_new_state
must "$ASSAY" relevance t.db --format tsv
before=$(stdout)
must "$ASSAY" carry t.db --documents new.tsv --write
must "$ASSAY" carry t.db --documents documents.tsv --write
expect_equal "$("$ASSAY" relevance t.db --format tsv)" "$before"
expect_sound

test_that 'white space does not change a text'
prepared import_voted
sed 's/ /   /g' documents.tsv >new.tsv
run "$ASSAY" carry t.db --documents new.tsv
expect_stdout_line 'documents   7 same, 0 moved, 0 changed, 0 merged, 0 split, 0 gone, 0 new; 7 in the new collection'

test_that 'carrying to the same collection changes nothing'
prepared import_voted
must "$ASSAY" carry t.db --documents documents.tsv --write
expect_stdout_line 'written     0 with a new id, 0 with a new text, 0 added, 0 deleted'
expect_sound

test_that 'carry cannot be undone as an import'
prepared import_voted
write_new_state
must "$ASSAY" carry t.db --documents new.tsv --write
run "$ASSAY" import t.db --undo
expect_refused 1 'the last import was an `assay carry` ('

test_that 'importing a deleted document again says how its votes come back'
prepared import_voted
must "$ASSAY" relevance t.db --format tsv
before=$(stdout)
grep -v "^d1$TAB" documents.tsv >without.tsv
must "$ASSAY" carry t.db --documents without.tsv --write
run "$ASSAY" import t.db --documents documents.tsv
expect_stdout_line 'documents   1 added, 6 already there'
expect_stderr_has "1 document that \`assay carry\` put away is back, without the kept votes; the first is 'd1'; delete it with \`assay remove\`"
must "$ASSAY" remove t.db documents d1
must "$ASSAY" carry t.db --documents documents.tsv --write
expect_equal "$("$ASSAY" relevance t.db --format tsv)" "$before"
expect_sound

test_that 'the remark on votes of a duplicate document is true'
lines documents.tsv "d1${TAB}same text" "d2${TAB}same text" "d3${TAB}another"
lines questions.tsv "q1${TAB}what?"
lines votes.jsonl '{"question":"q1","shown":["d1","d3"],"chosen":"d3","annotator":"a"}' \
	'{"question":"q1","shown":["d2","d3"],"chosen":"d2","annotator":"a"}'
must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --votes votes.jsonl
grep -v "^d2$TAB" documents.tsv >without.tsv
run "$ASSAY" carry t.db --documents without.tsv --write
expect_stderr_has '1 impression stands on deleted documents whose texts other documents'
expect_stderr_lacks '--alike'

test_that 'votes and pool places of a deleted document move to its duplicate'
lines documents.tsv "d1${TAB}same text" "d2${TAB}same text" "d3${TAB}another"
lines questions.tsv "q1${TAB}what?" "q2${TAB}which?"
lines bm25.run 'q2 Q0 d2 1 2 x' 'q2 Q0 d3 2 1 x'
lines votes.jsonl '{"question":"q1","shown":["d1","d3"],"chosen":"d1","annotator":"a"}'
must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run --votes votes.jsonl
grep -v "^d1$TAB" documents.tsv >without.tsv
run "$ASSAY" carry t.db --documents without.tsv --write
expect_stdout_line 'impressions 2 of 2 are on documents that were carried over'
expect_stdout_line 'queued      1 candidate to be voted on'
expect_stderr_lacks 'stand on'
must "$ASSAY" relevance t.db --format tsv
expect_equal "$(stdout | cut -f 1-3 | tr '\t\n' '  ')" 'q1 d2 1 q1 d3 0 q2 d2 0 q2 d3 0 '
expect_sound

test_that 'for votes on slightly changed texts, carry suggests --alike'
prepared import_voted
sed "s/^\(d[0-9]*${TAB}.*\)\$/\1!/" documents.tsv >new.tsv
run "$ASSAY" carry t.db --documents new.tsv
expect_stderr_has '--alike 0.9 carries texts that hardly changed'
expect_stderr_lacks 'whose texts others have still'

# --- A real collection ----------------------------------------------------------------

# Each document of the sample is cut into two halves, the second one with an id of its own.
test_that 'each document that is cut in halves is split, and both halves are found'
must "$ASSAY" import t.db "$SOURCE/sample-data/documents.jsonl"
must "$ASSAY" export t.db beir -o whole
awk '{ gsub(/\\[nt"]/, " ") } 1' whole/corpus.jsonl | awk -F'"text":"' '{
	id = $0; sub(/.*"_id":"/, "", id); sub(/".*/, "", id)
	text = $2; sub(/".*/, "", text)
	n = split(text, w, " "); first = second = ""
	for (i = 1; i <= n; i++) if (i <= n / 2) first = first " " w[i]; else second = second " " w[i]
	if (n >= 20) { print "a-" id "\t" first; print "b-" id "\t" second }
}' >halves.tsv
lines_cut=$(($(wc -l <halves.tsv) / 2))
expect_equal "$([ "$lines_cut" -gt 100 ] && echo many)" many
must "$ASSAY" carry t.db --documents halves.tsv --format tsv
expect_equal "$(stdout | awk -F'\t' '$1 == "split" && ($3 == "a-" $2 || $3 == "b-" $2)' | wc -l)" "$((2 * lines_cut))"
expect_equal "$(stdout | grep -c "^new${TAB}")" 0

# --- Scores -------------------------------------------------------------------------

# The first three documents of one run are voted on, for the last of them. Another run is scored before, and afterwards
# with the new ids.
test_that 'scores stay what they are when all ids are new'
awk '$4 <= 3 { shown[$1] = shown[$1] (shown[$1] == "" ? "" : ",") "\"" $3 "\""; chosen[$1] = $3 }
	END { for (q in shown) printf "{\"question\":\"%s\",\"shown\":[%s],\"chosen\":\"%s\",\"annotator\":\"ann\"}\n", q, shown[q], chosen[q] }' \
	"$SOURCE/sample-data/porter.run" >votes.jsonl
must "$ASSAY" import t.db --documents "$SOURCE/sample-data/documents.jsonl" \
	--questions "$SOURCE/sample-data/questions.jsonl" --candidates "$SOURCE/sample-data/porter.run" --votes votes.jsonl
cp "$SOURCE/sample-data/plain.run" plain.run
must "$ASSAY" eval t.db plain.run --format tsv
before=$(stdout)
sed 's/"_id": "/&new-/' "$SOURCE/sample-data/documents.jsonl" >new.jsonl
must "$ASSAY" carry t.db --documents new.jsonl --write
awk '{ $3 = "new-" $3 } 1' "$SOURCE/sample-data/plain.run" >plain.run
must "$ASSAY" eval t.db plain.run --format tsv
expect_equal "$(stdout)" "$before"
expect_sound

# --- Wrong calls ------------------------------------------------------------------------

test_that 'two texts of one id are refused, with file and line'
prepared import_voted
lines new.tsv "n1${TAB}one" "n1${TAB}two"
run "$ASSAY" carry t.db --documents new.tsv --write
expect_refused 1 "assay: new.tsv:2: document 'n1' appears twice in the files, with different texts; keep one of them"

test_that 'an incomplete or invalid call is refused'
prepared import_voted
run "$ASSAY" carry t.db
expect_refused 2 '--documents FILE'
run "$ASSAY" carry t.db --documents documents.tsv --queue
expect_refused 2 '--queue needs --write'
run "$ASSAY" carry t.db --documents documents.tsv --alike 2
expect_refused 2 "--alike is a number above 0, at most 1, as in 0.95, not '2'"

done_testing
