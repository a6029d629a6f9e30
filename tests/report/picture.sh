#!/bin/sh
# Makes the picture of the report in the README: what a browser shows of the sample data, labelled by three invented
# annotators.
#
#   sh tests/report/picture.sh ASSAY PICTURE.png
#
# They know the judgments and sometimes err.

set -eu
assay=$(realpath "$1")
picture=$(realpath -m "$2")
sample=$(realpath sample-data)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
cd "$folder"

# Prints an annotator's answer to a ballot, a line of JSON: the document with the highest grade, or none if all have 0.
vote() { # ballot number share-of-errors
	printf '%s\n' "$1" | awk -v seed="$2" -v errors="$3" -v judgments="$sample/judgments.qrels" '{
		while ((getline line <judgments) > 0) {
			split(line, words, " ")
			grade[words[1], words[3]] = words[4]
		}
		match($0, /"qid":"[^"]*"/)
		qid = substr($0, RSTART + 7, RLENGTH - 8)
		for (rest = $0; match(rest, /"docid":"[^"]*"/); rest = substr(rest, RSTART + RLENGTH)) {
			slot++
			here = grade[qid, substr(rest, RSTART + 9, RLENGTH - 10)]
			if (here > best) {
				best = here
				chosen = slot
			}
		}
		srand(seed)
		rand() # the first number of mawk hardly depends on the seed
		if (rand() < errors)
			chosen = int(rand() * (slot + 1))
		print "{\"vote\":" chosen + 0 "}"
	}'
}

annotate() { # name ballots share-of-errors
	number=0
	while [ $number -lt "$2" ]; do
		number=$((number + 1))
		ballot=$("$assay" label help-desk.db --json --annotator "$1" --seed "$2" </dev/null | head -n 1)
		vote "$ballot" $((number * 1000 + $2)) "$3" | "$assay" label help-desk.db --json --annotator "$1" --seed "$2" >/dev/null
	done
}

"$assay" import help-desk.db "$sample/documents.jsonl" "$sample/questions.jsonl" "$sample/porter.run" "$sample/plain.run" \
	"$sample/titles.run" --depth 5 >/dev/null
annotate maria 170 0.05
annotate tomasz 120 0.1
annotate eve 80 0.2
"$assay" report help-desk.db "$sample/porter.run" "$sample/plain.run" "$sample/titles.run" --title 'Help desk: labels and runs' \
	-o report.html 2>/dev/null
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/profile" \
	--host-resolver-rules='MAP * ~NOTFOUND' --window-size=1200,1330 --screenshot="$picture" "file://$folder/report.html" 2>/dev/null
