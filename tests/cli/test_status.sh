# `assay status`, `relevance`, `check` and `set`.
. "$SOURCE/tests/support/tap.sh"

# q1 has four candidates, which are four ballots; q2 three, which are one; q3 none.
database() {
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3" "d4${TAB}4" "e1${TAB}5" "e2${TAB}6" "e3${TAB}7"
	lines q.tsv "q1${TAB}one?" "q2${TAB}two?" "q3${TAB}three?"
	lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d3 3 7 a' 'q1 Q0 d4 4 6 a' \
		'q2 Q0 e1 1 9 a' 'q2 Q0 e2 2 8 a' 'q2 Q0 e3 3 7 a'
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run
}

# Prefers d1 to d2 to none.
prefers() {
	case " $* " in
	*' d1 '*) echo d1 ;;
	*' d2 '*) echo d2 ;;
	esac
}

votes() { # annotator, vote...
	annotator=$1
	shift
	give "$@"
	must "$ASSAY" label t.db --json --annotator "$annotator"
}

# --- status ----------------------------------------------------------------

test_that 'status: before the first vote'
prepared database
run "$ASSAY" status t.db
expect_status 0
expect_no_stderr
expect_stdout 'questions   3: 0 done, 0 begun, 2 untouched, 1 without candidates (q3)
documents   7
candidates  7
ballots     0 done, 5 left
votes       0, none: –'

test_that 'status: in the middle, with looking at the figures of each annotator'
prepared database
votes eve '{"vote":1}' '{"vote":0}'
votes bob '{"vote":2}' # for q2, of which the least was done
run "$ASSAY" status t.db
expect_stdout_line 'questions   3: 1 done, 1 begun, 0 untouched, 1 without candidates (q3)' \
	'ballots     3 done, 2 left' 'votes       3, none: 33%'
expect_equal "$(stdout | sed -n '/^annotator/,$p' | awk '{ print $1, $2, $3 }')" 'annotator votes none
bob 1 0
eve 2 50'

# The sets of q1 are 123, 124, 134 and 234. d1 is chosen over d2, d3 and d4 twice each, d2 once over d3 and d4.
test_that 'status: skips and pairs decided again'
prepared database
label_by prefers 4
votes eve '{"skip":"cannot tell"}'
run "$ASSAY" status t.db
expect_equal "$(stdout | sed -n '/^annotator/p' | tr -s ' ')" \
	'annotator votes none % median seconds quick per hour skip % consistent % slot bias'
expect_equal "$(stdout | awk '/^eve/ { print $5, $6, $7 }')" '4 20 ' # from ten votes on there is a pace
run "$ASSAY" status t.db --format json
expect_stdout_has '"skip_share":	0.2,' '"pairs_again":	3,' '"agreement":	1,' '"slot_bias_p":	null'

# Fifteen candidates give fifteen ballots of three; by chance each slot wins five of them.
test_that 'status: an annotator who always presses 1 is marked'
for i in 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do
	printf 'd%s\t%s\n' $i $i >>d.tsv
	printf 'q1 Q0 d%s 1 %s a\n' $i $((34 - i)) >>a.run
done
lines q.tsv "q1${TAB}one?"
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run --depth 15
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
	printf '{"vote":1}\n'
done >answers
run sh -c '"$1" label t.db --json --annotator eve <answers' sh "$ASSAY"
run "$ASSAY" status t.db
expect_equal "$(stdout | sed -n '/^eve/p' | tr -s ' ' | sed 's/.* //')" 'yes'

test_that 'status: at the end'
prepared database
label_by prefers
run "$ASSAY" status t.db
expect_stdout_line 'questions   3: 2 done, 0 begun, 0 untouched, 1 without candidates (q3)' \
	'ballots     5 done, 0 left' 'votes       5, none: 20%'

test_that 'status: a skip is not a vote, and its ballot is still left'
prepared database
votes eve '{"skip":"later"}' '{"skip":"cannot tell"}'
run "$ASSAY" status t.db
expect_stdout_line 'ballots     0 done, 5 left' 'votes       0, none: –'

test_that 'status: an annotator without votes has no share of none and no median'
prepared database
votes eve '{"skip":"cannot tell"}'
run "$ASSAY" status t.db --format json
expect_stdout_has '"votes":	0,' '"none_share":	null,' '"median_seconds":	null,' '"skip_share":	1,'
run "$ASSAY" status t.db --format csv
expect_equal "$(stdout | sed -n 's/\r$//; /^eve/p')" 'eve,0,,,,,100,,'

test_that 'status: an undone vote does not count'
prepared database
votes eve '{"vote":1}' '{"vote":0}' '{"undo":true}' '{"undo":true}'
run "$ASSAY" status t.db
expect_stdout_line 'questions   3: 0 done, 0 begun, 2 untouched, 1 without candidates (q3)' \
	'ballots     0 done, 5 left' 'votes       0, none: –'

test_that 'status --format json says the same'
prepared database
votes eve '{"vote":1}' '{"vote":0}'
run "$ASSAY" status t.db --format json
expect_equal "$(stdout | tr -d ' \t\n' | sed 's/"median_seconds":[0-9.]*/"median_seconds":N/
	s/"per_hour":[0-9.nul]*/"per_hour":N/; s/"hours":[0-9.e+nul-]*/"hours":N/')" \
	'{"questions":{"total":3,"done":0,"begun":1,"untouched":1,"not_in_sample":0,"without_candidates":1},"documents":7,"candidates":7,"ballots":{"done":2,"left":3},"forecast":{"questions_ended":0,"ballots":{"expected":3,"low":3,"high":3},"hours":N},"votes":2,"none_share":0.5,"smallest_difference":null,"annotators":[{"name":"eve","votes":2,"none_share":0.5,"median_seconds":N,"quick_votes":2,"per_hour":N,"skip_share":0,"pairs_again":0,"agreement":null,"slot_bias_p":null}],"judgments":[]}'

test_that 'status --format csv is the table of the annotators'
prepared database
votes eve '{"vote":1}' '{"vote":0}'
run "$ASSAY" status t.db --format csv
expect_status 0
expect_equal "$(stdout | tr -d '\r' | cut -d , -f 1-3)" 'annotator,votes,none %
eve,2,50'

test_that 'status --format markdown: a list, then a table'
prepared database
votes eve '{"vote":1}' '{"vote":0}'
run "$ASSAY" status t.db --format markdown
expect_status 0
expect_stdout_line '- questions 3: 0 done, 1 begun, 1 untouched, 1 without candidates (q3)' '- documents 7' \
	'- ballots 2 done, 3 left' '- votes 2, none: 50%' '| --- | --: | --: | --: | --: | --: | --: | --: | --- |'

# --- relevance -------------------------------------------------------------

test_that 'relevance: wins, impressions, relevance and grade of each candidate, the best first'
prepared database
label_by prefers 5
run "$ASSAY" relevance t.db --format tsv
expect_status 0
expect_no_stderr
expect_stdout "q1${TAB}d1${TAB}3${TAB}3${TAB}1.0000${TAB}3${TAB}0.4385${TAB}1.0000
q1${TAB}d2${TAB}1${TAB}3${TAB}0.3333${TAB}1${TAB}0.0615${TAB}0.7923
q1${TAB}d3${TAB}0${TAB}3${TAB}0.0000${TAB}0${TAB}0.0000${TAB}0.5615
q1${TAB}d4${TAB}0${TAB}3${TAB}0.0000${TAB}0${TAB}0.0000${TAB}0.5615
q2${TAB}e1${TAB}0${TAB}1${TAB}0.0000${TAB}0${TAB}0.0000${TAB}0.7935
q2${TAB}e2${TAB}0${TAB}1${TAB}0.0000${TAB}0${TAB}0.0000${TAB}0.7935
q2${TAB}e3${TAB}0${TAB}1${TAB}0.0000${TAB}0${TAB}0.0000${TAB}0.7935"

test_that 'relevance --question: of this question alone'
prepared database
label_by prefers
run "$ASSAY" relevance t.db --question q2 --format tsv
expect_equal "$(stdout | cut -f 1 | sort -u)" q2
expect_equal "$(stdout | wc -l | tr -d ' ')" 3

test_that 'relevance: a candidate without an impression has neither relevance nor grade'
prepared database
run "$ASSAY" relevance t.db --question q2 --format tsv
expect_stdout "q2${TAB}e1${TAB}0${TAB}0${TAB}${TAB}${TAB}${TAB}
q2${TAB}e2${TAB}0${TAB}0${TAB}${TAB}${TAB}${TAB}
q2${TAB}e3${TAB}0${TAB}0${TAB}${TAB}${TAB}${TAB}"

test_that 'relevance: a question without candidates has no rows'
prepared database
run "$ASSAY" relevance t.db --question q3 --format tsv
expect_status 0
expect_stdout ''

test_that 'relevance for people has a header'
prepared database
label_by prefers
run "$ASSAY" relevance t.db
expect_equal "$(stdout | head -n 2 | tr -s ' ')" 'qid docid wins impressions relevance grade low high
q1 d1 3 3 1.0000 3 0.4385 1.0000'

test_that 'relevance --format csv'
prepared database
label_by prefers
run "$ASSAY" relevance t.db --format csv
expect_equal "$(stdout | head -n 2 | tr -d '\r')" 'qid,docid,wins,impressions,relevance,grade,low,high
q1,d1,3,3,1.0000,3,0.4385,1.0000'

test_that 'relevance --format json'
prepared database
run "$ASSAY" relevance t.db --question q2 --format json
expect_equal "$(stdout | tr -d ' \t\n' | sed 's/},.*//')" \
	'[{"qid":"q2","docid":"e1","wins":0,"impressions":0,"relevance":null,"grade":null,"low":null,"high":null'

# --- check -----------------------------------------------------------------

test_that 'check: ok before the first vote'
prepared database
run "$ASSAY" check t.db
expect_status 0
expect_no_stderr
expect_stdout ok

test_that 'check: ok after votes, skips, undo and redo'
prepared database
votes eve '{"vote":1}' '{"skip":"later"}' '{"undo":true}' '{"undo":true}' '{"redo":true}' '{"vote":0}' \
	'{"skip":"cannot tell"}'
run "$ASSAY" check t.db
expect_stdout ok

# --- set -------------------------------------------------------------------

test_that 'set: a remark says that relevance is now estimated in another way'
prepared database
must "$ASSAY" set t.db dealing adaptive
expect_equal "$(stderr)" ''
must "$ASSAY" set t.db dealing balanced
votes ann '{"vote":1}'
must "$ASSAY" set t.db dealing adaptive
expect_equal "$(stderr)" "assay: relevance, labels and scores are now estimated by 'luce', no longer by 'rate'; see the setting estimator"
must "$ASSAY" set t.db confidence 0.9
expect_equal "$(stderr)" ''

# Labels of q2, whose three candidates have all lost to none on one ballot: by the votes alone, and with the order of the runs.
label_both_ways() {
	database
	must "$ASSAY" set t.db estimator luce
	votes ann '{"vote":0}' '{"vote":0}' '{"vote":0}' '{"vote":0}' '{"vote":0}'
	must "$ASSAY" relevance t.db --question q2 --format tsv
	stdout >by-votes
	must "$ASSAY" set t.db prior learned
	must "$ASSAY" relevance t.db --question q2 --format tsv
	stdout >learned
}

test_that 'prior learned: where votes are equal, labels follow the order of the runs'
label_both_ways
expect_equal "$(cut -f 5 by-votes | uniq | wc -l | tr -d ' ')" 1
expect_equal "$(sort -r -k 5 learned | cut -f 2 | tr '\n' ' ')" 'e1 e2 e3 '
expect_equal "$(cut -f 5 learned | uniq | wc -l | tr -d ' ')" 3

test_that 'prior learned: intervals follow from the votes alone'
label_both_ways
expect_equal "$(cut -f 7,8 learned)" "$(cut -f 7,8 by-votes)"

test_that 'prior learned: status says how far labels rely on the order of the runs'
label_both_ways
run "$ASSAY" status t.db
expect_equal "$(stdout | sed -n '/^prior/s/[0-9.]\{4\}/W/p')" \
	'prior       weight W in labels, learned from 2 questions: how far they rely on the order of the runs'

test_that 'set prior learned: a remark says what such labels favour'
prepared database
must "$ASSAY" set t.db estimator luce
must "$ASSAY" set t.db prior learned
expect_stderr_has 'while votes are few, they favour the runs that filled the pools'

test_that 'set prior learned: a remark says that it needs Luce'\''s model'
prepared database
must "$ASSAY" set t.db prior learned
expect_stderr_has '`prior learned` needs Luce'

test_that 'set lists every setting with its default'
prepared database
run "$ASSAY" set t.db --format tsv
expect_status 0
expect_equal "$(stdout | cut -f 1,2 | sed '/^guide/s/most relevant.*//')" "ballot_size${TAB}3
impressions${TAB}3
guide${TAB}Choose the document that is 
measures${TAB}nDCG@10,RR@10,Success@5,P@5,R@10,F1@5,AP,Judged@10
blind${TAB}1
reasons${TAB}
second_choice${TAB}off
ties${TAB}off
practice${TAB}
format${TAB}auto
language${TAB}english
show${TAB}
journal${TAB}
dealing${TAB}balanced
aim${TAB}top
confidence${TAB}0.95
budget${TAB}40
estimator${TAB}auto
prior${TAB}dealing
screening${TAB}off
overlap${TAB}0
repeats${TAB}0
gold${TAB}
set_aside${TAB}
order${TAB}random
strata${TAB}
sample${TAB}all
seed${TAB}1
reliability${TAB}off"

test_that 'set guide reads a file and drops its last line ends'
prepared database
printf '1. **Correct** first\n2. dense\n\n' >guide.md
must "$ASSAY" set t.db guide @guide.md
run "$ASSAY" set t.db guide
expect_stdout '1. **Correct** first
2. dense'

test_that 'set guide refuses an empty file and says how to remove the guide'
prepared database
must "$ASSAY" set t.db guide 'Correct first.'
printf ' \n\n' >empty.md
run "$ASSAY" set t.db guide @empty.md
expect_status 1
expect_equal "$(stderr)" "assay: empty.md: the file is empty; write into it how to choose (guide '' means no guide)"
run "$ASSAY" set t.db guide
expect_stdout 'Correct first.'

test_that 'set guide refuses a file that is not there, and the guide stays'
prepared database
must "$ASSAY" set t.db guide 'Correct first.'
run "$ASSAY" set t.db guide @missing.md
expect_refused 1 'missing.md: there is no such file; check the path'
run "$ASSAY" set t.db guide
expect_stdout 'Correct first.'

# A database with fields of documents, of questions, and of both.
database_with_fields() {
	lines d.jsonl '{"id":"d1","text":"one","section":"General","course":"ml"}' '{"id":"d2","text":"two","course":"de"}'
	lines q.jsonl '{"id":"q1","text":"Why?","course":"ml","asked":14}'
	must "$ASSAY" import t.db --documents d.jsonl --questions q.jsonl
}

test_that 'set show takes names of existing fields, or nothing'
database_with_fields
for value in section 'section,course' ' asked , section ' ''; do
	must "$ASSAY" set t.db show "$value"
	run "$ASSAY" set t.db show
	expect_stdout "$value"
done

test_that 'for people set prints each setting with an explanation below'
prepared database
run "$ASSAY" set t.db
expect_stdout_line 'ballot_size  3' '             documents shown together on a ballot: 2 or 3'

test_that 'set show refuses a name that nothing has, and says which names there are'
database_with_fields
run "$ASSAY" set t.db show 'section,corse'
expect_refused 2 "there is no field 'corse'; the fields are course (2 documents, 1 question), asked (1 question), section (1 document)"
run "$ASSAY" set t.db show
expect_stdout ''

test_that 'set show says that there are no other fields'
lines d.tsv "d1${TAB}one"
must "$ASSAY" import t.db --documents d.tsv
run "$ASSAY" set t.db show section
expect_refused 2 "there is no field 'section'; the only fields are id, title and text"

test_that 'set overlap takes a share, with an optional number of annotators'
prepared database
for value in 0 0.1 1 0.25x3; do
	must "$ASSAY" set t.db overlap "$value"
	run "$ASSAY" set t.db overlap
	expect_stdout "$value"
done
for value in 1.5 0.1x1 0.1x many; do
	run "$ASSAY" set t.db overlap "$value"
	expect_refused 2 "overlap is a share from 0 to 1, such as 0.1, or 0.1x3 for three annotators (at most 100), not '$value'"
done

test_that 'set format takes only its four values'
prepared database
run "$ASSAY" set t.db format markdown
expect_status 0
run "$ASSAY" set t.db format xml
expect_status 2
expect_equal "$(stderr)" "assay: format is auto, markdown, html or plain, not 'xml'"

test_that 'set KEY shows one setting'
prepared database
run "$ASSAY" set t.db impressions
expect_status 0
expect_stdout 3

test_that 'set KEY VALUE changes it for good, and no other'
prepared database
run "$ASSAY" set t.db impressions 5
expect_status 0
expect_stdout ''
expect_equal "$("$ASSAY" set t.db impressions) $("$ASSAY" set t.db ballot_size)" '5 3'

test_that 'the guide may have several lines'
prepared database
must "$ASSAY" set t.db guide 'one
two'
run "$ASSAY" set t.db guide
expect_stdout 'one
two'

# With two documents per ballot, four candidates are in three pairs each (12 / 2 = 6 ballots), three in two each (3).
test_that 'ballot_size changes what is left to do'
prepared database
must "$ASSAY" set t.db ballot_size 2
run "$ASSAY" status t.db
expect_stdout_line 'ballots     0 done, 9 left'

# Four candidates with one impression each: two ballots of three.
test_that 'impressions changes the number of ballots left'
prepared database
must "$ASSAY" set t.db impressions 1
run "$ASSAY" status t.db
expect_stdout_line 'ballots     0 done, 3 left'

test_that 'more impressions than possible sets ask each set once'
prepared database
must "$ASSAY" set t.db impressions 100
run "$ASSAY" status t.db
expect_stdout_line 'ballots     0 done, 5 left'

test_that 'a setting also applies to questions imported later'
prepared database
must "$ASSAY" set t.db impressions 1
lines more.run 'q3 Q0 d1 1 9 a' 'q3 Q0 d2 2 8 a' 'q3 Q0 d3 3 7 a' 'q3 Q0 d4 4 6 a'
must "$ASSAY" import t.db --candidates more.run
run "$ASSAY" status t.db
expect_stdout_line 'ballots     0 done, 5 left'

# --- Metrics, and looking again ---------------------------------------------

# Prints what is wrong by the grammar of OpenMetrics 1.0, as far as it is about gauges, one line each.
wrong_metrics() {
	awk '
		ended { print "behind the end: " $0 }
		/^# EOF$/ { ended = 1; next }
		/^# TYPE [a-z_]+ gauge$/ { if ($3 in known) print "twice: " $0; known[$3] = 1; family = $3; next }
		/^# UNIT [a-z_]+ seconds$/ { if ($3 != family || $3 !~ /_seconds$/) print "another family: " $0; next }
		/^# HELP [a-z_]+ .+$/ { if ($3 != family) print "another family: " $0; next }
		/^[a-z_]+({[a-z]+="([^"\\]|\\["\\])*"})? -?[0-9.]+(e[+-]?[0-9]+)?$/ {
			name = $0
			sub(/[{ ].*/, "", name)
			if (name != family) print "another family: " $0
			next
		}
		{ print "no line of OpenMetrics: " $0 }
		END { if (!ended) print "no # EOF" }' "$tap_folder/stdout"
}

test_that 'status: metrics are valid OpenMetrics with the right figures'
prepared database
votes 'e"v\e' '{"vote":0}' '{"skip":"later"}'
votes max '{"vote":1}'
run "$ASSAY" status t.db --format openmetrics
expect_status 0
expect_no_stderr
expect_equal "$(wrong_metrics)" ''
expect_equal "$(stdout | tail -n 1)" '# EOF'
expect_stdout_line 'assay_ballots{state="done"} 2' 'assay_ballots{state="left"} 3' 'assay_votes{choice="none"} 1' \
	'assay_votes{choice="document"} 1' 'assay_annotator_votes{annotator="e\"v\\e"} 1' 'assay_annotator_skips{annotator="e\"v\\e"} 1' \
	'assay_questions{state="without candidates"} 1' 'assay_leases 0' 'assay_annotators_active 0'
seconds=$(stdout | sed -n 's/^assay_last_vote_timestamp_seconds //p')
expect_equal "$(echo "$seconds $(date +%s)" | awk '{ print ($2 - $1 < 600 && $1 <= $2 + 1) }')" 1

test_that 'status: metrics show active sessions'
of_files 'a session is killed'
database
mkfifo in
"$ASSAY" label t.db --json --annotator eve <in >out &
exec 3>in
printf '{"vote":1}\n' >&3
while ! grep -q '"saved"' out; do :; done
run "$ASSAY" status t.db --format openmetrics
expect_stdout_line 'assay_leases 1' 'assay_annotators_active 1'
exec 3>&-
wait

test_that 'status: --watch repeats until Ctrl-C and flushes each output'
of_files 'it is ended by a signal'
database
mkfifo looks
"$ASSAY" status t.db --watch 1 --format openmetrics >looks &
exec 3<looks
read_look() {
	while read -r line <&3 && [ "$line" != '# EOF' ]; do
		case $line in *'ballots{state="done"}'*) echo "${line##* }" ;; esac
	done
}
expect_equal "$(read_look)" 0
votes eve '{"vote":1}'
while [ "$(read_look)" != 1 ]; do :; done
kill -INT $!
exec 3<&-
wait $!
expect_equal $? 0

test_that 'status: --watch with JSON writes one object per line'
of_files 'it is a pipe of one program'
database
"$ASSAY" status t.db --watch 1 --format json | head -n 2 >looks
expect_equal "$(grep -c '^{"questions":{"total":3,.*}$' looks)" 2

test_that 'status: --watch ends when the reader closes the pipe'
of_files 'it is a pipe of one program'
database
"$ASSAY" status t.db --watch 1 2>said | head -n 1 >first
expect_equal "$(cat first)" 'questions   3: 0 done, 0 begun, 2 untouched, 1 without candidates (q3)'

done_testing
