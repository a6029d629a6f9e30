# How reliable each annotator is, and what controls change in exported votes.
. "$SOURCE/tests/support/tap.sh"

database() { # file
	lines documents.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three"
	lines questions.tsv "q1${TAB}one?" "q2${TAB}two?"
	lines bm25.run 'q1 Q0 d1 1 3 x' 'q1 Q0 d2 2 2 x' 'q1 Q0 d3 3 1 x' 'q2 Q0 d1 1 3 x' 'q2 Q0 d2 2 2 x' 'q2 Q0 d3 3 1 x'
	lines gold.qrels 'q1 0 d1 2' 'q1 0 d2 1' 'q1 0 d3 0' 'q2 0 d1 0' 'q2 0 d2 0'
	must "$ASSAY" import "$1" --documents documents.tsv --questions questions.tsv --candidates bm25.run \
		--judgments gold.qrels --as gold
}

# Ana answers q1 again in the same way, and is right twice; ben answers differently, and is right once.
answers() {
	lines votes.jsonl '{"question":"q1","shown":["d1","d2","d3"],"chosen":"d1","annotator":"ana","elapsed_ms":9000}' \
		'{"question":"q1","shown":["d3","d2","d1"],"chosen":"d1","annotator":"ana","control":"repeat"}' \
		'{"question":"q1","shown":["d2","d1"],"chosen":"d1","annotator":"ana","control":"gold"}' \
		'{"question":"q2","shown":["d2","d1"],"chosen":null,"annotator":"ana","control":"gold"}' \
		'{"question":"q1","shown":["d1","d2","d3"],"chosen":"d2","annotator":"ben","elapsed_ms":1000}' \
		'{"question":"q1","shown":["d3","d2","d1"],"chosen":"d1","annotator":"ben","control":"repeat"}' \
		'{"question":"q1","shown":["d2","d1"],"chosen":"d1","annotator":"ben","control":"gold"}' \
		'{"question":"q2","shown":["d2","d1"],"chosen":"d2","annotator":"ben","control":"gold"}'
}

filled() {
	database t.db
	answers
	must "$ASSAY" import t.db --votes votes.jsonl
	must "$ASSAY" set t.db gold gold
}

test_that 'each annotator has a row with repeats, gold ballots and shared answers'
prepared filled
run "$ASSAY" annotators t.db --format json
expect_status 0
expect_equal "$(stdout | grep -E '"(annotator|votes|again|alike %|gold|right %|shared|agrees %)"' | tr -d '\t\n')" \
	'"annotator":"ana","votes":1,"again":1,"alike %":100,"gold":2,"right %":100,"shared":1,"agrees %":0,"annotator":"ben","votes":1,"again":1,"alike %":0,"gold":2,"right %":50,"shared":1,"agrees %":0,'

test_that 'answers to controls do not count as votes'
prepared filled
run "$ASSAY" relevance t.db --format tsv
expect_equal "$(stdout | awk -F '\t' '{ n += $4 } END { print n }')" 6
run "$ASSAY" check t.db
expect_stdout ok

test_that 'controls are exported and imported as controls'
prepared filled
must "$ASSAY" export t.db votes
expect_stderr_has 'votes: 2, skips: 0, undone: 0, answers to checks: 6'
stdout >all.jsonl
expect_equal "$(grep -c '"control":"repeat"' all.jsonl)" 2
database u.db
must "$ASSAY" import u.db --votes all.jsonl
must "$ASSAY" set u.db gold gold
must "$ASSAY" annotators t.db --format csv
stdout >expected
must "$ASSAY" annotators u.db --format csv
expect_equal "$(stdout)" "$(cat expected)"
run "$ASSAY" check u.db
expect_stdout ok

test_that 'a control of another kind is refused'
database t.db
lines votes.jsonl '{"question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"ana","control":"silver"}'
run "$ASSAY" import t.db --votes votes.jsonl
expect_refused 1 "votes.jsonl:1: \"control\" must be 'repeat' or 'gold', not 'silver'"

# Cem casts 50 of 60 votes fast, and does not choose "none" in 40. All choose the first document.
test_that 'habits beyond chance are named'
database t.db
for annotator in ana ben cem; do
	for i in $(seq 60); do
		ms=9000 chosen='"d1"'
		if [ $annotator = cem ]; then
			[ "$i" -gt 50 ] || ms=500
			[ "$i" -gt 40 ] || chosen=null
		fi
		echo "{\"question\":\"q1\",\"shown\":[\"d1\",\"d2\"],\"chosen\":$chosen,\"annotator\":\"$annotator\",\"elapsed_ms\":$ms,\"time\":\"2026-01-01T00:$i:00Z\"}"
	done
done | sed 's/T00:\([0-9]\):/T00:0\1:/; s/T00:60:/T01:00:/' >votes.jsonl
must "$ASSAY" import t.db --votes votes.jsonl
run "$ASSAY" annotators t.db --format csv
expect_equal "$(stdout | grep '^cem' | cut -d , -f 3,4)" 50,83
expect_stdout_has 'quick, fast, slot, none'
expect_equal "$(stdout | grep '^ana' | grep -c 'fast')" 0

test_that 'repeats takes a share, gold an existing annotator or source'
database t.db
must "$ASSAY" set t.db repeats 0.05
run "$ASSAY" set t.db repeats 0.6
expect_refused 2 "repeats is a share from 0 to 0.5, not '0.6'"
must "$ASSAY" set t.db gold gold
must "$ASSAY" set t.db gold ''
run "$ASSAY" set t.db gold silver
expect_refused 2 "t.db: no annotator and no source of judgments has the name 'silver'"

test_that 'with reliability on, lapses and thresholds are shown'
prepared filled
must "$ASSAY" annotators t.db --format csv
expect_equal "$(stdout | head -n 1 | cut -d , -f 18,19)" 'lapses %,threshold'
expect_equal "$(stdout | grep '^ana' | cut -d , -f 18,19)" ,
must "$ASSAY" set t.db reliability on
must "$ASSAY" annotators t.db --format csv
expect_equal "$(stdout | grep '^ana' | cut -d , -f 18 | grep -c '^[0-9]')" 1

test_that 'without a vote there is nothing to show'
lines documents.tsv "d1${TAB}one"
must "$ASSAY" import t.db --documents documents.tsv
run "$ASSAY" annotators t.db
expect_refused 1 't.db: nobody has voted yet'

# --- An annotator who is forgotten ------------------------------------------

project() {
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3" "d4${TAB}4"
	lines q.tsv "q1${TAB}one?" "q2${TAB}two?"
	for question in 1 2; do
		for document in 1 2 3 4; do echo "q$question Q0 d$document $document $((9 - document)) a"; done
	done >a.run
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
	give '{"vote":1,"note":"a secret"}' '{"vote":2,"note":"taken back"}' '{"undo":true}' '{"vote":0}'
	must "$ASSAY" label t.db --json --annotator maria
	must "$ASSAY" set t.db gold maria
}

votes_without() { # database, sed expression
	"$ASSAY" export "$1" votes 2>/dev/null | sed "$2"
}

test_that 'a renamed annotator keeps all votes, and the old name disappears'
prepared project
votes_without t.db 's/"annotator":"maria"/"annotator":"p17"/' >wanted
run "$ASSAY" annotators t.db --rename maria=p17
expect_status 0
expect_stderr_has "'maria' is now 'p17'; all votes are kept, and so are the notes"
votes_without t.db '' >said
expect_same_file wanted said
run "$ASSAY" set t.db
expect_stdout_line 'gold         p17'
run "$ASSAY" log t.db --format tsv
expect_stdout_lacks maria
expect_stdout_has 'annotators t.db --rename …=p17'
run "$ASSAY" check t.db
expect_stdout ok
give '{"undo":true}'
must "$ASSAY" label t.db --json --annotator p17

test_that '--blank-notes also deletes the notes, and nothing else'
prepared project
votes_without t.db 's/"annotator":"maria"/"annotator":"p17"/; s/,"note":"[^"]*"//' >wanted
run "$ASSAY" annotators t.db --rename maria=p17 --blank-notes
expect_status 0
expect_stderr_has "'maria' is now 'p17'; all votes are kept, and the notes are deleted"
votes_without t.db '' >said
expect_same_file wanted said
run "$ASSAY" check t.db
expect_stdout ok

test_that 'no byte of a renamed annotator'\''s name or notes stays in the file'
of_files 'the bytes of the file are read'
project
expect_equal "$(cat t.db* | grep -c -a -e maria -e 'a secret' | sed 's/[1-9].*/some/')" some
must "$ASSAY" annotators t.db --rename maria=p17 --blank-notes
expect_equal "$(cat t.db* | grep -c -a -e maria -e 'a secret' -e 'taken back')" 0

test_that 'a merge with an older copy does not bring the name or the notes back'
prepared project
must "$ASSAY" copy t.db old.db
give '{"vote":3,"note":"a later secret"}'
must "$ASSAY" label old.db --json --annotator maria
must "$ASSAY" annotators t.db --rename maria=p17 --blank-notes
for files in 't.db old.db' 'old.db t.db'; do
	# shellcheck disable=SC2086 # two names
	must "$ASSAY" merge merged.db $files
	run "$ASSAY" annotators merged.db --format tsv
	expect_equal "$(stdout | cut -f 1,2)" "p17${TAB}3"
	run "$ASSAY" export merged.db votes
	expect_stdout_lacks maria secret
	run "$ASSAY" log merged.db
	expect_stdout_lacks maria
	run "$ASSAY" check merged.db
	expect_stdout ok
	[ -n "${ASSAY_TEST_SERVER:-}" ] && break
	expect_equal "$(cat merged.db* | grep -c -a -e maria -e secret)" 0
	mv merged.db again.db
	must "$ASSAY" merge third.db again.db old.db
	run "$ASSAY" annotators third.db --format tsv
	expect_equal "$(stdout | cut -f 1,2)" "p17${TAB}3"
	rm -f third.db again.db
done

test_that 'a merge keeps the notes that a renamed annotator gives later'
of_files 'a merge of files'
project
must "$ASSAY" backup t.db old.db
must "$ASSAY" annotators t.db --rename maria=p17 --blank-notes
give '{"vote":1,"note":"a new one"}' '{"vote":2}' '{"add":true,"note":"added"}'
must "$ASSAY" label t.db --json --annotator p17
must "$ASSAY" merge merged.db t.db old.db
run "$ASSAY" export merged.db votes
expect_stdout_has '"note":"a new one"' '"note":"added"'
expect_stdout_lacks secret

test_that 'an unknown name, a taken name and a model'\''s name are refused'
prepared project
give '{"vote":1}'
must "$ASSAY" label t.db --json --annotator ben
run "$ASSAY" annotators t.db --rename nobody=p17
expect_refused 1 "there is no annotator 'nobody'"
run "$ASSAY" annotators t.db --rename maria=ben
expect_refused 1 "another annotator has the name 'ben'; choose another name"
run "$ASSAY" annotators t.db --rename maria=
expect_refused 1 'the name of an annotator is empty; give one'
run "$ASSAY" annotators t.db --rename maria
expect_refused 2 'write OLD=NEW'
run "$ASSAY" annotators t.db --blank-notes
expect_refused 2 '--blank-notes needs --rename OLD=NEW'
run "$ASSAY" annotators t.db --format tsv
expect_equal "$(stdout | cut -f 1 | tr '\n' ' ')" 'ben maria '

done_testing
