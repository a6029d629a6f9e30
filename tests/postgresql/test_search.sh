# A database on a server is searched in a copy of its documents, which lies in the user's cache folder.
. "$SOURCE/tests/support/tap.sh"

samples=$SOURCE/sample-data
XDG_CACHE_HOME=$tap_folder/cache
export XDG_CACHE_HOME

# Makes the same project in a file and on the server.
both() {
	rm -rf "$XDG_CACHE_HOME"
	must "$ASSAY" import t.db "$samples"
	must "$ASSAY" copy t.db "$url"
}

runs_are_the_same() {
	must "$ASSAY" search t.db --run file.run
	must "$ASSAY" search "$url" --run server.run
	expect_same_file file.run server.run
}

test_that 'a search on a server finds the same as in a file, with the same scores'
if new_database; then
	both
	runs_are_the_same
	expect_equal "$(wc -l <server.run | awk '{ print ($1 > 100) }')" 1
	run "$ASSAY" search "$url" split hose --format tsv
	cp "$tap_folder/stdout" said
	run "$ASSAY" search t.db split hose --format tsv
	expect_same_file "$tap_folder/stdout" said
fi

test_that 'a search follows imports, replacements and deletions; votes change nothing'
if new_database; then
	both
	runs_are_the_same
	copy=$(echo "$XDG_CACHE_HOME"/assay/search-*.db)
	lines more.jsonl '{"_id": "new1", "title": "Xylophone", "text": "A xylophone is no hose."}'
	for database in t.db "$url"; do must "$ASSAY" import $database --documents more.jsonl; done
	runs_are_the_same
	run "$ASSAY" search "$url" xylophone --format tsv
	expect_stdout_has new1
	lines more.jsonl '{"_id": "new1", "title": "Zither", "text": "A zither is no hose."}'
	for database in t.db "$url"; do must "$ASSAY" import $database --documents more.jsonl --replace; done
	runs_are_the_same
	for database in t.db "$url"; do must "$ASSAY" remove $database documents new1; done
	runs_are_the_same
	run "$ASSAY" search "$url" zither
	expect_stderr_has 'no document has any of these words'
	before=$(sqlite3 "$copy" 'SELECT max(event_id) FROM event')
	give '{"vote":1}'
	must "$ASSAY" label "$url" --json --annotator ana
	must "$ASSAY" search "$url" hose
	expect_equal "$(sqlite3 "$copy" 'SELECT max(event_id) FROM event')" "$before"
fi

test_that 'pool --search adds the same candidates as in a file'
if new_database; then
	both
	for database in t.db "$url"; do must "$ASSAY" pool $database --search --depth 7; done
	must "$ASSAY" copy "$url" back.db
	sources='SELECT question_id, document_id, source, rank, score FROM candidate_source'
	expect_equal "$(sqlite3 back.db "$sources" | cksum)" "$(sqlite3 t.db "$sources" | cksum)"
fi

test_that 'only the user can read the local copy'
if new_database; then
	both
	must "$ASSAY" search "$url" hose
	expect_equal "$(stat -c %a "$XDG_CACHE_HOME/assay" "$XDG_CACHE_HOME"/assay/search-*.db | sort -u | tr '\n' ' ')" '600 700 '
fi

test_that 'without a folder for the local copy the search says what to set'
if new_database; then
	both
	run env XDG_CACHE_HOME= HOME= "$ASSAY" search "$url" hose
	expect_refused 2 'set HOME or XDG_CACHE_HOME'
fi

done_testing
