# `assay judge`: models that vote besides the annotators.
. "$SOURCE/tests/support/tap.sh"

database() {
	lines documents.tsv "d1${TAB}one" "d2${TAB}two" "d3${TAB}three" "d4${TAB}four"
	lines questions.tsv "q1${TAB}one?" "q2${TAB}two?"
	lines bm25.run 'q1 Q0 d1 1 4 x' 'q1 Q0 d2 2 3 x' 'q1 Q0 d3 3 2 x' 'q1 Q0 d4 4 1 x' \
		'q2 Q0 d1 1 4 x' 'q2 Q0 d2 2 3 x' 'q2 Q0 d3 3 2 x' 'q2 Q0 d4 4 1 x'
	must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
}

# Prints a judge that answers each ballot with a shell function of its line. awk would read ahead.
judge_by() { # body of a function that prints the answer to "$1"
	printf '{ answer() { %s; }; while IFS= read -r line; do case $line in *\\"ballot\\":*) answer "$line" ;; esac; done; }' "$1"
}
# A judge that chooses d2 if it is there, otherwise none.
# shellcheck disable=SC2016 # expanded by the judge's shell
d2=$(judge_by 'slot=$(printf "%s" "$1" | sed -n "s/.*\"slot\":\([123]\),\"docid\":\"d2\".*/\1/p"); echo "{\"vote\":${slot:-0}}"')
# A judge that always chooses the first slot.
first=$(judge_by 'echo "{\"vote\":1}"')

unchanged() { # command...: runs it and checks that annotators see no change
	"$ASSAY" status t.db --format json >before
	"$ASSAY" relevance t.db --format tsv >>before
	run "$@"
	"$ASSAY" status t.db --format json >after
	"$ASSAY" relevance t.db --format tsv >>after
}

test_that 'a model votes until no ballot is left, and its preferences are kept'
prepared database
run "$ASSAY" judge t.db gpt "$d2" --repeats 0
expect_status 0
expect_stdout ''
expect_stderr_has 'gpt: 8 ballots answered, 0 left; the answers are kept'
run "$ASSAY" agreement t.db:gpt t.db:gpt --format tsv
expect_status 0

test_that 'a model'\''s votes do not count for labels, progress and pools'
prepared database
must "$ASSAY" label t.db --json --annotator ann </dev/null
unchanged "$ASSAY" judge t.db gpt "$d2"
expect_status 0
expect_same_file before after
run "$ASSAY" check t.db
expect_stdout ok

test_that 'a model'\''s votes are not in exported votes, qrels and scores'
prepared database
must "$ASSAY" judge t.db gpt "$d2"
run "$ASSAY" export t.db votes
expect_stdout ''
run "$ASSAY" eval t.db bm25.run
expect_refused 1 'no question has a vote yet'

test_that 'a model'\''s labels are read by its name'
prepared database
lines expert.qrels 'q1 0 d1 0' 'q1 0 d2 3' 'q2 0 d1 0' 'q2 0 d2 3'
must "$ASSAY" judge t.db gpt "$d2"
run "$ASSAY" agreement expert.qrels t.db:gpt --format tsv
expect_equal "$(stdout | head -n 1 | cut -f 1,2)" "agreement${TAB}1.000"
run "$ASSAY" eval expert.qrels bm25.run --with t.db:gpt -m RR --format tsv
expect_status 0
expect_equal "$(stdout | cut -f 1-4)" "bm25${TAB}${TAB}RR${TAB}0.5000"

test_that 'the list shows how a model votes: repeats without a flip'
prepared database
must "$ASSAY" judge t.db gpt "$d2" --repeats 100
run "$ASSAY" judge t.db --format tsv
expect_status 0
expect_equal "$(stdout | cut -f 1-3,5,7,8)" "gpt${TAB}2${TAB}8${TAB}0${TAB}8${TAB}0"

test_that 'a model that prefers a slot flips each time and is shown as biased'
prepared database
must "$ASSAY" judge t.db slot "$first" --repeats 100
run "$ASSAY" judge t.db --format tsv
expect_equal "$(stdout | cut -f 7,8)" "8${TAB}100"
expect_equal "$(stdout | awk -F '\t' '{ print ($9 < 0.01) }')" 1

test_that 'a model that answers every line it reads gives each ballot its own answer'
prepared database
must "$ASSAY" judge t.db gpt 'while IFS= read -r line; do sleep 0.02
	slot=$(printf "%s" "$line" | sed -n "s/.*\"slot\":\([123]\),\"docid\":\"d2\".*/\1/p"); echo "{\"vote\":${slot:-0}}"; done' --repeats 100
run "$ASSAY" judge t.db --format tsv
expect_equal "$(stdout | cut -f 1-3,7,8)" "gpt${TAB}2${TAB}8${TAB}8${TAB}0"

test_that 'a stopped run resumes'
prepared database
run "$ASSAY" judge t.db gpt "$d2" --ballots 3
expect_stderr_has 'gpt: 3 ballots answered'
must "$ASSAY" judge t.db gpt "$d2" --repeats 0
run "$ASSAY" judge t.db --format tsv
expect_equal "$(stdout | cut -f 1-3)" "gpt${TAB}2${TAB}8"

test_that 'if no ballot is left, the model is asked nothing'
prepared database
must "$ASSAY" judge t.db gpt "$d2"
run "$ASSAY" judge t.db gpt 'echo started >started; cat >asked'
expect_status 0
expect_equal "$(cat asked)" ''

test_that 'the same seed asks the same ballots'
prepared database
cp t.db u.db
must "$ASSAY" judge t.db gpt "tee t.asked | $d2" --seed 7
must "$ASSAY" judge u.db gpt "tee u.asked | $d2" --seed 7
expect_same_file t.asked u.asked

test_that 'a model can quit, and its votes are kept'
prepared database
run "$ASSAY" judge t.db gpt "$(judge_by 'n=$((n + 1)); [ $n -lt 3 ] && echo "{\"vote\":0}" || echo "{\"quit\":true}"')"
expect_status 0
expect_stderr_has 'gpt: 2 ballots answered'

test_that 'a ballot that the model cannot tell is asked once'
prepared database
run "$ASSAY" judge t.db gpt "$(judge_by 'echo "{\"skip\":\"cannot tell\"}"')"
expect_status 0
run "$ASSAY" judge t.db --format tsv
expect_equal "$(stdout | cut -f 3,5)" "0${TAB}8"

# --- Failures ------------------------------------------------------------------------------------

test_that 'invalid answers are reported to the model; the third in a row ends the run'
prepared database
run "$ASSAY" judge t.db gpt 'while read -r line; do printf "%s\n" "$line" >>asked; case $line in *\"ballot\":*) echo "yes, the second one" ;; esac; done'
expect_status 1
expect_stderr_has 'gpt: 3 answers in a row were invalid'
expect_equal "$(grep -c error asked)" 2

for answer in '{"vote":4}' '{"vote":-1}' '{"vote":1.5}' '{"vote":1,"vote":2}' '{"undo":true}' '{"goto":"q2"}' \
	'{"skip":"later"}' '{"vote":1,"ballot":99}' ''; do
	test_that "no answer: $answer"
	database
	printf '%s\n' "$answer" >answer
	run "$ASSAY" judge t.db gpt "$(judge_by 'cat answer')"
	expect_status 1
	expect_stderr_has 'gpt: 3 answers in a row were invalid'
	run "$ASSAY" judge t.db --format tsv
	expect_stdout ''
done

test_that 'a crash is reported in one line, and votes are kept'
prepared database
run "$ASSAY" judge t.db gpt "read -r line; echo '{\"vote\":1}'; echo 'no more credit' >&2; exit 7"
expect_status 1
expect_stderr_has 'no more credit' 'gpt: 1 ballot answered' 'assay: gpt: the program ended before it answered, with exit status 7'

test_that 'a missing command is reported in one line'
prepared database
run "$ASSAY" judge t.db gpt ./no-such-program
expect_status 1
expect_stderr_has 'assay: gpt: the program ended before it answered, with exit status 127'

test_that 'a model that ended before its first vote is not listed'
prepared database
lines expert.qrels 'q1 0 d1 1'
run "$ASSAY" judge t.db dead ./no-such-program
must "$ASSAY" judge t.db gpt "$d2"
run "$ASSAY" judge t.db --format tsv
expect_equal "$(stdout | cut -f 1)" gpt
run "$ASSAY" eval expert.qrels bm25.run --with t.db:dead
expect_refused 1 "t.db: nobody with the name 'dead' has graded anything; the names are gpt"

test_that 'a model that could tell nothing is refused for --with'
prepared database
lines expert.qrels 'q1 0 d1 1'
must "$ASSAY" judge t.db gpt "$(judge_by 'echo "{\"skip\":\"cannot tell\"}"')"
run "$ASSAY" eval expert.qrels bm25.run --with t.db:gpt
expect_refused 1 't.db:gpt has judged nothing so far'

test_that 'a model that hangs is ended with all its processes'
prepared database
run "$ASSAY" judge t.db gpt 'sleep 1000 & echo $! >pid; wait' --timeout 1
expect_status 1
expect_stderr_has 'assay: gpt: the program gave no answer for 1 seconds'
case $(cut -d ' ' -f 3 "/proc/$(cat pid)/stat" 2>/dev/null) in
'' | Z) expect_equal ended ended ;; # a zombie only waits for its new parent
*) expect_equal 'it runs on' ended ;;
esac

test_that 'a second line for one ballot does not answer the next one'
prepared database
run "$ASSAY" judge t.db gpt "$(judge_by 'printf "{\"vote\":1}\n{\"vote\":2}\n"')"
expect_status 1
expect_stderr_has 'gpt: the program answered a ballot with more than one line'

test_that 'an endless line is cut off with an error'
prepared database
run "$ASSAY" judge t.db gpt 'tr "\0" x </dev/zero'
expect_status 1
expect_stderr_has 'gpt: the program wrote a line of more than 1048576 bytes'

test_that 'a model can read a document that is larger than a pipe'
awk 'BEGIN { printf "d1\t"; for (i = 0; i < 100000; i++) printf "long "; print ""; print "d2\tshort" }' >documents.tsv
lines questions.tsv "q1${TAB}one?"
lines bm25.run 'q1 Q0 d1 1 4 x' 'q1 Q0 d2 2 3 x'
must "$ASSAY" import t.db --documents documents.tsv --questions questions.tsv --candidates bm25.run
run "$ASSAY" judge t.db gpt "$d2"
expect_status 0
run "$ASSAY" judge t.db --format tsv
expect_equal "$(stdout | cut -f 1-3)" "gpt${TAB}1${TAB}1"

test_that 'a database stores no command; each call must give it'
prepared database
must "$ASSAY" judge t.db gpt "touch ran; $d2"
run sh -c "strings t.db t.db-wal 2>/dev/null | grep -c 'touch ran'"
expect_equal "$(stdout)" 0
run "$ASSAY" judge t.db gpt
expect_refused 2 'the command of gpt is missing: assay judge DB NAME COMMAND'

test_that 'a name that is taken by judgments is refused'
prepared database
lines gold.qrels 'q1 0 d1 1'
must "$ASSAY" import t.db --judgments gold.qrels --as gold
run "$ASSAY" judge t.db gold "$d2"
expect_refused 1 "t.db: 'gold' is a source of judgments; give the model another name"

test_that 'a name that is taken by an annotator is refused'
prepared database
must "$ASSAY" label t.db --json --annotator ana </dev/null
run "$ASSAY" judge t.db ana "$d2"
expect_refused 1 "t.db: 'ana' is an annotator; give the model another name"
run "$ASSAY" judge t.db --format tsv
expect_stdout ''

test_that 'an annotator cannot have the name of a model'
prepared database
must "$ASSAY" judge t.db gpt "$d2" --ballots 1
run "$ASSAY" label t.db --json --annotator gpt
expect_refused 1 "t.db: 'gpt' is a model; give the annotator another name"
lines votes.jsonl '{"question":"q1","shown":["d1","d2"],"chosen":"d1","annotator":"gpt"}'
run "$ASSAY" import t.db --votes votes.jsonl
expect_refused 1 "'gpt' is a model; give the annotator another name"

test_that 'a source of judgments cannot have the name of a model'
prepared database
must "$ASSAY" judge t.db gpt "$d2" --ballots 1
lines other.qrels 'q1 0 d1 1'
run "$ASSAY" import t.db --judgments other.qrels --as gpt
expect_refused 1 "'gpt' is a model; give a source of judgments another name"

# Of the four documents of a question, three are on a ballot, so each document is on three of four ballots.
test_that 'a model'\''s votes on replaced texts are deleted and asked again'
prepared database
must "$ASSAY" judge t.db gpt "$d2" --repeats 0
lines one.tsv "d1${TAB}ONE"
cp t.db kept.db
run "$ASSAY" import t.db --documents one.tsv --replace
expect_stderr_has 'votes of models on replaced texts: 6; they are deleted, and `assay judge` asks the models again'
run "$ASSAY" judge t.db gpt "$d2" --repeats 0
expect_stderr_has 'gpt: 8 ballots answered, 0 left'
lines other.tsv "q1${TAB}ONE?"
run "$ASSAY" import t.db --questions other.tsv --replace
expect_stderr_has 'votes of models on replaced texts: 4'
run "$ASSAY" import kept.db --documents one.tsv --replace --keep-votes
expect_stderr_lacks 'votes of models'
run "$ASSAY" check t.db
expect_stdout ok

test_that 'removing a document or a question deletes a model'\''s votes, and says so'
prepared database
must "$ASSAY" judge t.db gpt "$d2" --repeats 0
run "$ASSAY" remove t.db documents d1
expect_stdout_line 'model votes 6 deleted'
run "$ASSAY" remove t.db questions q1
expect_stdout_line 'model votes 1 deleted'
lines new.tsv "q3${TAB}three?"
lines new.run 'q3 Q0 d2 1 2 x' 'q3 Q0 d3 2 1 x'
must "$ASSAY" import t.db --questions new.tsv --candidates new.run
must "$ASSAY" judge t.db gpt "$d2" --repeats 0
run "$ASSAY" import t.db --undo --dry-run
expect_stdout_has 'model votes '
run "$ASSAY" check t.db
expect_stdout ok

test_that 'the name of a model that never answered can be used'
prepared database
run "$ASSAY" judge t.db dead ./no-such-program
run "$ASSAY" label t.db --json --annotator dead
expect_status 0

test_that 'a name with a colon is wrong usage'
prepared database
run "$ASSAY" judge t.db a:b "$d2"
expect_refused 2 "a model's name is 1 to 200 bytes long, without colons"

test_that 'deleting a document deletes the model'\''s votes on it'
prepared database
must "$ASSAY" judge t.db gpt "$d2" --repeats 0
run "$ASSAY" remove t.db documents d4
expect_status 0
run "$ASSAY" check t.db
expect_stdout ok
run "$ASSAY" agreement t.db:gpt t.db:gpt
expect_stdout_has '6 documents of 2 questions'

done_testing
