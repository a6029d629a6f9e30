# `assay merge` with databases on a server.
. "$SOURCE/tests/support/tap.sh"
. "$SOURCE/tests/support/labelled_apart.sh"

# Copies a.db, b.db and c.db to a server: $server_a, $server_b, $server_c.
put_on_servers() {
	for name in a b c; do
		new_database || return 1
		eval "server_$name=\$url"
		must "$ASSAY" copy $name.db "$url"
	done
}

test_that 'three databases merge alike in any order, in files or on servers'
if new_database; then
	label_apart
	wanted=$(merged a.db b.db c.db)
	put_on_servers
	expect_equal "$(merged "$server_a" b.db c.db)" "$wanted"
	expect_equal "$(merged "$server_a" c.db b.db)" "$wanted"
	expect_equal "$(merged b.db "$server_a" c.db)" "$wanted"
	expect_equal "$(merged c.db "$server_a" b.db)" "$wanted"
	expect_equal "$(merged b.db c.db "$server_a")" "$wanted"
	expect_equal "$(merged c.db b.db "$server_a")" "$wanted"
	expect_equal "$(merged "$server_c" "$server_b" "$server_a")" "$wanted"
	expect_equal "$(merged "$server_a" a.db b.db c.db)" "$wanted"
fi

test_that 'a merge into a server equals one into a file and can be merged again'
if new_database; then
	label_apart
	wanted=$(merged a.db b.db c.db)
	run "$ASSAY" merge "$url" c.db a.db b.db
	expect_status 0
	expect_stdout_line 'documents   6' 'answers     23, from 35 in 3 files'
	must "$ASSAY" check "$url"
	expect_equal "$(exports "$url")" "$wanted"
	expect_equal "$(merged "$url" b.db)" "$wanted"
	put_on_servers
	new_database
	must "$ASSAY" merge "$url" "$server_b" "$server_c" "$server_a"
	expect_equal "$(exports "$url")" "$wanted"
	answer "$url" ann 9 '{"vote":1}'
	must "$ASSAY" check "$url"
fi

test_that '--prefer and --rename take the address of a database'
if new_database; then
	database a.db
	must "$ASSAY" copy a.db "$url"
	lines new.tsv "d4${TAB}four"
	must "$ASSAY" import "$url" --documents new.tsv --replace
	name=localhost/${url#*@/}
	name=${name%%\?*}
	run "$ASSAY" merge ab.db a.db "$url"
	expect_status 1
	expect_stderr_has "document d4: a.db and $name have other contents" 'nothing was written'
	expect_missing ab.db
	must "$ASSAY" merge ab.db a.db "$url" --prefer "$url"
	must "$ASSAY" export ab.db beir --output folder
	expect_equal "$(grep -c '"text":"four"' folder/corpus.jsonl)" 1
	run "$ASSAY" merge renamed.db a.db "$url" --rename "$url:d4=d4b"
	expect_status 0
	expect_stdout_line 'documents   7'
fi

test_that 'a failed or refused merge leaves the server unchanged'
if new_database; then
	database a.db
	cp a.db b.db
	must "$ASSAY" set b.db impressions 5
	tables="SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
	run "$ASSAY" merge "$url" a.db b.db
	expect_status 1
	expect_stderr_has 'setting impressions' 'nothing was written'
	expect_equal "$(sql "$tables")" 0
	sql 'CREATE TABLE other ()' >/dev/null
	run "$ASSAY" merge "$url" a.db
	expect_refused 1 'name an empty database'
	sql 'DROP TABLE other' >/dev/null
	must "$ASSAY" copy a.db "$url"
	before=$(exports "$url")
	run "$ASSAY" merge "$url" a.db
	expect_refused 1 'this database already'
	expect_equal "$(exports "$url")" "$before"
fi

test_that 'a user who sees only their own answers cannot merge'
if new_database; then
	database a.db
	must "$ASSAY" copy a.db "$url"
	sql 'CREATE ROLE ann_of_merge LOGIN'
	must "$ASSAY" set "$url" --grant-annotator ann_of_merge
	run "$ASSAY" merge ab.db a.db "$(url_as ann_of_merge)"
	expect_refused 1 'a merge'
	expect_missing ab.db
	must "$ASSAY" set "$url" --revoke ann_of_merge
fi

done_testing
