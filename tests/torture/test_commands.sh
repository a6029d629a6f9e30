#!/bin/sh
# Commands in random order, with random files, beside a session that stays open: after each of them check must find
# nothing, and a database must score a run as its exported qrels do. A vote that the session has called saved must be
# exported, and it must be on the documents' present texts. A failure shows the seed and the last commands. $SEED and
# $COMMANDS choose a seed and the number of commands.
. "$SOURCE/tests/support/tap.sh"

# --- Random numbers and files ---------------------------------------------------

random() { # limit: a number below it, in $drawn
	state=$(((state * 1103515245 + 12345) % 2147483648))
	drawn=$((state / 65536 % $1))
}

choose() { # word...: one of them, in $chosen
	random $#
	shift "$drawn"
	chosen=$1
}

# Documents are numbers. Document d has the id name_d and version_d of its text. Some documents have the same text.
document() { # number
	eval "echo $1 \$version_$1 \$name_$1"
}

put_documents() { # reads "number version id"
	awk -v seed="$SEED" '
		function draw(limit) { state = (state * 75 + 74) % 65537; return state % limit }
		BEGIN { n = split("pump filter case water clean hour day noise battery kettle lid valve motor seal brush hose", words, " ") }
		{
			state = (seed * 7919 + $1 * 31 + $2 * 104729) % 65537
			for (mixed = 0; mixed < 3; mixed++)
				draw(1)
			if (draw(3) == 0)
				state = seed # the same text as others
			text = ""
			for (size = 3 + draw(30); size > 0; size--)
				text = text " " words[1 + draw(n)]
			printf "{\"id\":\"%s\",\"title\":\"%s\",\"text\":\"%s.\"}\n", $3, words[1 + draw(n)], substr(text, 2)
		}'
}

some_documents() { # how many
	for _ in $(seq "$1"); do
		random "$documents"
		document "$drawn"
	done | sort -u
}

new_documents() { # how many
	for _ in $(seq "$1"); do
		eval "version_$documents=0 name_$documents=d$documents"
		document "$documents"
		documents=$((documents + 1))
	done
}

new_questions() { # how many
	for _ in $(seq "$1"); do
		echo "{\"id\":\"q$questions\",\"text\":\"how is number $questions cleaned?\",\"course\":\"c$((questions % 2))\"}"
		questions=$((questions + 1))
	done
}

a_run() { # how many documents of each question, at most
	for question in $(seq 0 $((questions - 1))); do
		random 2 # the next line draws in a shell of its own
		rank=0
		some_documents "$1" | sort -k 3 | while read -r _ _ name; do
			rank=$((rank + 1))
			echo "q$question Q0 $name $rank $((100 - rank)) r"
		done
	done
}

some_qrels() {
	for question in $(seq 0 $((questions - 1))); do
		random 2 # the next line draws in a shell of its own
		some_documents 4 | while read -r number _ name; do
			echo "q$question 0 $name $(((number + state) % 4))"
		done
	done
}

answers() { # how many
	for _ in $(seq "$1"); do
		choose '"vote":1' '"vote":2' '"vote":1' '"vote":2' '"vote":3' '"vote":0' '"vote":1,"note":"n"' '"vote":2,"second":1' \
			'"tie":[1,2]' '"skip":"later"' '"skip":"cannot tell"' '"undo":true' '"undo":true' '"redo":true' \
			'"add":true,"note":"m"' '"keep":true' '"drop":true' '"keep":true' '"ballots":true' '"goto":"q1"'
		echo "{$chosen}"
	done
}

# --- Commands -------------------------------------------------------------------

# A command may refuse what it is asked for, but it never crashes and never calls the file damaged.
try() { # command...
	echo "$*" >>history
	run "$ASSAY" "$@"
	case $tap_status:$(stderr) in
	*damaged*) : ;;
	[0-4]:*) return ;;
	esac
	failed "status $tap_status: $(stderr)"
}

failed() { # what
	is_failed=1
	expect_equal "SEED=$SEED: $1
$(tail -n 12 history)" 'nothing wrong'
}

label() { # database
	random 20
	answers $((drawn + 1)) >answers
	choose ana ben eve
	tap_stdin=answers
	try label "$1" --json --annotator "$chosen" --seed "$drawn"
}

# --- A session that stays open --------------------------------------------------

session= # its process

# Reads what the session says, up to its next $ballot or its end.
listen() {
	ballot=
	is_saved=
	while read -r heard <&4; do
		echo "  $heard" >>history
		case $heard in
		'{"saved":'*) is_saved=1 ;;
		'{"ballot":'*) ballot=$heard && return ;;
		'{"done":'*) break ;;
		esac
	done
	leave
}

leave() {
	[ -n "$session" ] || return
	exec 3>&- 4<&-
	wait "$session"
	tap_status=$?
	session=
	case $tap_status:$(cat said) in
	*damaged*) : ;;
	[0-4]:*) return ;;
	esac
	failed "a session: status $tap_status: $(cat said)"
}

enter() {
	choose ana ben eve
	annotator=$chosen
	echo "a session of $annotator" >>history
	mkfifo requests replies
	"$ASSAY" label t.db --json --annotator "$annotator" --seed 1 <requests >replies 2>said &
	session=$!
	exec 3>requests 4<replies
	rm requests replies
	listen
}

votes_of_session() {
	"$ASSAY" export t.db votes 2>/dev/null | grep -c "\"annotator\":\"$annotator\""
}

# Whether the project has documents with all the texts that the ballot shows. Their ids may be others by now. A ballot
# that an undo brought back may also show a document that has left, and says so.
is_of_today() { # ballot
	case $1 in *~gone*) return ;; esac
	rm -rf today
	"$ASSAY" export t.db beir -o today >said_of_export 2>&1
	echo "$1" | grep -o '"title":"[^"]*","text":"[^"]*"' >shown
	while read -r document; do
		grep -qF "$document" today/corpus.jsonl || return
	done <shown
}

give_vote() { # number
	echo "  vote $1" >>history
	answered=$ballot
	before=$(votes_of_session)
	echo "{\"vote\":$1}" >&3
	listen
	[ -n "$is_saved" ] || return
	[ "$(votes_of_session)" -eq $((before + 1)) ] || failed 'a vote that was called saved is not exported'
	is_of_today "$answered" || failed 'a vote on a text that has been replaced was saved'
}

talk() {
	[ -n "$session" ] || enter
	for _ in 1 2; do
		[ -n "$session" ] || return
		give_vote 1
		[ -n "$session" ] || return
		answers 1 >answer
		echo "  $(cat answer)" >>history
		cat answer >&3
		listen
	done
}

set_any() {
	choose 'ballot_size 2' 'ballot_size 3' 'impressions 1' 'impressions 3' 'dealing adaptive' 'dealing adaptive' 'dealing balanced' \
		'aim all' 'aim top' 'confidence 0.8' 'budget 6' 'estimator luce' 'estimator auto' 'prior learned' 'screening on' \
		'screening off' 'overlap 0.3' 'overlap 0' 'repeats 0.2' 'gold ana' 'gold source' 'set_aside ben' 'order import' \
		'order random' 'strata course' 'sample 3' 'sample all' 'reliability on' 'ties on' 'second_choice on'
	# shellcheck disable=SC2086 # two words
	try set t.db $chosen
}

import_documents() {
	random 3
	if [ "$drawn" -eq 0 ]; then
		new_documents 2 >numbers
	else
		some_documents 3 >numbers
		while read -r number version _; do eval "version_$number=$((version + 1))"; done <numbers
		cut -d ' ' -f 1 numbers | while read -r number; do document "$number"; done >changed
		mv changed numbers
	fi
	put_documents <numbers >new.jsonl
	choose --keep-votes --keep-votes --withdraw-votes ''
	# shellcheck disable=SC2086 # no word, or one
	try import t.db --documents new.jsonl --replace $chosen
}

import_run() {
	choose one.run two.run
	a_run 6 >"$chosen"
	try import t.db --candidates "$chosen" --skip-unknown --depth 5
}

pool() {
	a_run 5 >pool.run
	choose --search --merge-identical --merge-identical --split-identical 'pool.run --size 6 --skip-unknown'
	# shellcheck disable=SC2086 # some words
	try pool t.db $chosen
}

import_judgments() {
	some_qrels >source.qrels
	choose --replace --pool
	try import t.db --judgments source.qrels --as source --skip-unknown "$chosen"
}

remove() {
	random "$documents"
	eval "name=\$name_$drawn"
	random "$questions"
	choose "documents $name" "questions q$drawn" "candidates q$drawn $name" "candidates q$drawn $name" 'judgments source'
	# shellcheck disable=SC2086 # some words
	try remove t.db $chosen
}

carry() {
	for number in $(seq 0 $((documents - 1))); do
		random 12
		case $drawn in
		0) continue ;;
		1) eval "name_$number=e${number}_$state" ;;
		2) eval "version_$number=\$((version_$number + 1))" ;;
		esac
		document "$number"
	done >numbers
	put_documents <numbers >next.jsonl
	choose '' --queue '--alike 0.8'
	# shellcheck disable=SC2086 # some words
	try carry t.db --documents next.jsonl --write $chosen
}

is_in_files() {
	[ -z "${ASSAY_TEST_SERVER:-}" ]
}

copy() {
	is_in_files || return
	leave # the file gets another name
	try copy t.db copy.db
	for what in votes qrels relevance; do
		"$ASSAY" export t.db $what >first 2>/dev/null
		"$ASSAY" export copy.db $what >second 2>/dev/null
		cmp -s first second || failed "a copy exports other $what"
	done
	mv copy.db t.db
}

merge() {
	is_in_files || return
	leave # the file gets another name
	try backup t.db other.db
	label t.db
	label other.db
	try merge merged.db t.db other.db
	if [ "$tap_status" -eq 0 ]; then
		try merge again.db other.db t.db
		"$ASSAY" export merged.db qrels >first 2>/dev/null
		"$ASSAY" export again.db qrels >second 2>/dev/null
		cmp -s first second || failed 'the order of a merge changes qrels'
		mv merged.db t.db
		rm again.db
	fi
	rm -f other.db
}

look() {
	a_run 8 >look.run
	choose 'status t.db' 'report t.db look.run' 'eval t.db look.run -q' 'eval t.db look.run --twins one' 'agreement t.db --grades' \
		'annotators t.db' 'lint t.db' 'contradictions t.db' 'export t.db preferences' 'export t.db triples'
	# shellcheck disable=SC2086 # some words
	try $chosen
}

scores_are_those_of_qrels() {
	a_run 8 >look.run
	"$ASSAY" export t.db qrels >t.qrels 2>/dev/null && [ -s t.qrels ] || return
	try eval t.db look.run -q --format tsv -m nDCG@5,AP,P@3
	stdout >first
	"$ASSAY" eval t.qrels look.run -q --format tsv -m nDCG@5,AP,P@3 >second 2>/dev/null || return # no document in common
	cmp -s first second || failed "eval scores t.db and its qrels differently: $(diff first second | head -n 5)"
}

# --- Tests ----------------------------------------------------------------------

commands_in_any_order() { # seed, number of commands
	SEED=$1
	state=$1
	is_failed=
	documents=0
	questions=0
	new_documents 14 >numbers
	put_documents <numbers >documents.jsonl
	new_questions 5 >questions.jsonl
	a_run 6 >one.run
	try import t.db --documents documents.jsonl --questions questions.jsonl --candidates one.run
	for _ in $(seq "$2"); do
		choose 'label t.db' 'label t.db' 'label t.db' talk talk talk talk talk set_any set_any set_any import_documents \
			import_documents import_run pool pool import_judgments 'try import t.db --undo' remove carry copy merge look look
		$chosen
		run "$ASSAY" check t.db
		[ "$(stdout)" = ok ] || failed "check: $(stderr)"
		[ -z "$is_failed" ] && scores_are_those_of_qrels
		[ -z "$is_failed" ] || break
	done
	leave
	expect_equal "$is_failed" ''
}

for seed in ${SEED:-$([ -n "${TORTURE:-}" ] && seq 10 || echo 6)}; do
	test_that "commands in any order leave a sound database (seed $seed)"
	commands_in_any_order "$seed" "${COMMANDS:-$([ -n "${TORTURE:-}" ] && echo 200 || echo 40)}"
done

done_testing
