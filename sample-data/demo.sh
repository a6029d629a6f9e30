#!/bin/sh
# Builds a database from the sample collection under the user's data folder, the
# first time, and opens the labelling screen on it with the three runs loaded.
#
#   sh sample-data/demo.sh ASSAY

set -e
assay=$1
here=$(dirname "$0")
folder=${XDG_DATA_HOME:-$HOME/.local/share}/assay
database=$folder/demo.db

mkdir -p "$folder"
if [ ! -e "$database" ]; then
	"$assay" import "$database" --documents "$here/documents.jsonl" --questions "$here/questions.jsonl" \
		--candidates "$here/porter.run" --candidates "$here/plain.run" --candidates "$here/titles.run" \
		--depth 5
fi
status=0
"$assay" label "$database" --run "$here/porter.run" --run "$here/plain.run" --run "$here/titles.run" || status=$?
echo "The labels are in $database. To see what they say:"
echo "  $assay status $database"
echo "  $assay export $database qrels"
exit $status
