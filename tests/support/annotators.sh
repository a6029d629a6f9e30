# annotators.sh - many annotators on one database, through `--json`. Source it after tap.sh.
#
#   begin_labelling 8 "$address"
#   wait_for_votes 50
#   end_labelling
#   expect_every_vote_once
#
# Each annotator answers without a pause until end_labelling and records which answers were acknowledged. If a server
# goes away, only assay itself reacts to it.

annotating=

# Imports a collection with some thousand ballots. The documents are short because the shell reads them.
import_for_many() { # address
	awk 'BEGIN { for (d = 1; d <= 60; d++) print "d" d "\tdocument " d }' >documents.tsv
	awk 'BEGIN { for (q = 1; q <= 400; q++) print "q" q "\tquestion " q "?" }' >questions.tsv
	awk 'BEGIN { for (q = 1; q <= 400; q++) for (r = 1; r <= 12; r++) print "q" q, "Q0", "d" (q * 7 + r * 5) % 60 + 1, r, 20 - r, "x" }' >first.run
	must "$ASSAY" import "$1" --documents documents.tsv --questions questions.tsv --candidates first.run
	must "$ASSAY" set "$1" impressions 8
}

annotate() { # name, address
	mkfifo "answers.$1"
	"$ASSAY" label "$2" --json --annotator "$1" <"answers.$1" 2>"said.$1" | {
		exec 3>"answers.$1"
		while read -r line; do
			case $line in
			'{"saved":'*) echo "$1 $line" >>"saved.$1" ;;
			'{"ballot":'*) if [ -e labelling ]; then echo '{"vote":1}'; else echo '{"quit":true}'; fi >&3 ;;
			esac
		done
	}
}

begin_labelling() { # number, address
	: >labelling
	for tap_number_of in $(seq "$1"); do
		: >"saved.a$tap_number_of"
		annotate "a$tap_number_of" "$2" &
		annotating="$annotating $!"
	done
}

count_saved() {
	cat saved.* | wc -l
}

# Waits until so many more votes were acknowledged.
wait_for_votes() { # number
	tap_awaited=$(($(count_saved) + $1))
	tap_looks=0
	until [ "$(count_saved)" -ge "$tap_awaited" ]; do
		tap_looks=$((tap_looks + 1))
		if [ $tap_looks -eq 1200 ]; then
			tap_complain "$1 more votes within two minutes" "$(($1 - tap_awaited + $(count_saved)))"
			return
		fi
		sleep 0.1
	done
}

end_labelling() {
	rm labelling
	# shellcheck disable=SC2086 # each word is an argument
	wait $annotating
	annotating=
}

# Annotators who waited long were told so; there was no other message.
expect_only_waits() {
	expect_equal "$(cat said.* | grep -v '^assay: waiting for \(the standby of \|connection [0-9]* of .*, which keeps a lock in \)*localhost/labels' | sort -u)" ''
}

# Each acknowledged answer is in the database, each answer in the database was acknowledged, and no ballot has two
# answers.
expect_every_vote_once() { # address
	sed 's/^\([^ ]*\) {"saved":\([0-9]*\).*/\1 \2/' saved.* | sort >acknowledged
	sql "SELECT convert_from(annotator.name, 'UTF8') || ' ' || answer.ballot_id FROM answer JOIN annotator USING (annotator_id)" "$1" | sort >there
	expect_equal "$(comm -23 acknowledged there | wc -l) votes lost" '0 votes lost'
	expect_equal "$(comm -13 acknowledged there | wc -l) votes that nobody was told of, or doubled" '0 votes that nobody was told of, or doubled'
	tap_stop=$(sql 'SELECT round(max(stop) / 1000.0, 2) FROM (SELECT given_at - lag(given_at) OVER (ORDER BY given_at) AS stop FROM answer) AS stops' "$1")
	echo "# figure: $(wc -l <acknowledged) votes acknowledged, $(comm -23 acknowledged there | wc -l) lost, $(comm -13 acknowledged there | wc -l) doubled; longest stop $tap_stop s"
	run "$ASSAY" check "$1"
	expect_stdout ok
}
