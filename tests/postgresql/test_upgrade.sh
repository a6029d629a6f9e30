#!/bin/sh
# Databases on a server that another version of assay has made: the owner upgrades them, in one transaction; all other
# users are told who can do it.

. "$SOURCE/tests/support/tap.sh"

next=$(dirname "$ASSAY")/tests/upgrade/next       # its tables have version 2
patched=$(dirname "$ASSAY")/tests/upgrade/patched # it has another trigger, view and right

# Makes a project with some votes, and with rights for maria and anna.
project() { # program
	new_database || return 1
	for tap_role in anna maria; do
		sql "DO \$\$ BEGIN CREATE ROLE $tap_role LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END \$\$"
	done
	must "$1" import "$url" --documents "$SOURCE/sample-data/documents.jsonl" --questions "$SOURCE/sample-data/questions.jsonl" \
		--candidates "$SOURCE/sample-data/plain.run"
	must "$1" set "$url" --grant-annotator maria --grant-lead anna
	vote "$1" maria '{"vote":1}' '{"vote":2,"note":"why"}' '{"skip":"later"}'
	expect_status 0
}

vote() { # program, role, request...
	program=$1
	role=$2
	shift 2
	give "$@"
	run "$program" label "$(url_as "$role")" --json
}

exports() { # program
	"$1" export "$url" votes 2>&1 && "$1" export "$url" qrels 2>&1
}

# Prints tables, triggers, functions, views and rights as SQL.
schema() { # url
	"$(dirname "$tap_psql")/pg_dump" -s "$1" | sed "s/test_[0-9]*/NAME/g; /restrict/d"
}

test_that 'every command names the upgrade command and who can run it'
if project "$ASSAY"; then
	exports "$ASSAY" >before
	for command in status lint check set; do
		run "$next" $command "$url"
		expect_refused 1 "made by an older assay (schema 1, this assay has 2); upgrade it with \`assay upgrade $url\`"
	done
	for role in maria anna; do
		vote "$next" $role '{"vote":1}'
		expect_refused 1 'made by an older assay (schema 1, this assay has 2); the owner of the database upgrades it with `assay upgrade ADDRESS`'
		run "$next" upgrade "$(url_as $role)"
		expect_refused 1 'only the owner of the database and its tables can upgrade it, and you are not the owner'
	done
	exports "$ASSAY" >after
	expect_same_file before after
fi

test_that 'the owner upgrades a database; nothing is lost, and all rights stay'
if project "$ASSAY"; then
	exports "$ASSAY" >before
	run "$next" upgrade "$url"
	expect_status 0
	expect_stdout_has 'upgraded from schema 1 to 2'
	exports "$next" >after
	expect_same_file before after
	run "$next" check "$url"
	expect_stdout ok
	expect_equal "$(sql "SELECT DISTINCT convert_from(hue, 'UTF8') FROM question")" red
	vote "$next" maria '{"vote":3}'
	expect_stdout_has '"saved"'
	run "$next" relevance "$(url_as anna)"
	expect_status 0
	run "$next" upgrade "$url"
	expect_stdout_has 'up to date (schema 2)'
	vote "$ASSAY" maria '{"vote":3}'
	expect_refused 1 'made by a newer assay (schema 2, this assay knows 1); update this assay'
fi

test_that 'an upgrade, like the SQL of a dry run, gives the tables of a new database'
if project "$ASSAY"; then
	upgraded=$url
	must "$next" upgrade "$upgraded"
	if project "$next"; then
		schema "$url" >wanted
		schema "$upgraded" >said
		expect_same_file wanted said
	fi
	if project "$ASSAY"; then
		schema "$url" >before
		run "$next" upgrade "$url" --dry-run
		expect_status 0
		stdout >upgrade.sql
		schema "$url" >after
		expect_same_file before after
		"$tap_psql" -qX -v ON_ERROR_STOP=1 "$url" -f upgrade.sql >said 2>&1 || cat said >&2
		schema "$url" >said
		expect_same_file wanted said
		run "$next" check "$url"
		expect_stdout ok
	fi
fi

test_that 'an upgrade is refused while others are connected'
if project "$ASSAY"; then
	mkfifo in
	"$ASSAY" label "$(url_as maria)" --json <in >out 2>&1 &
	exec 3>in
	printf '{"vote":1}\n' >&3
	while ! grep -q '"saved"' out; do :; done
	schema "$url" >before
	run "$next" upgrade "$url"
	expect_refused 1 'others are connected (maria); nothing was changed; try again when they have ended their sessions'
	schema "$url" >after
	expect_same_file before after
	exec 3>&-
	wait %%
	must "$next" upgrade "$url"
fi

test_that 'a failed upgrade leaves everything unchanged'
if project "$ASSAY"; then
	sql 'CREATE VIEW of_the_team AS SELECT question_id FROM pooled_candidate'
	schema "$url" >before
	run "$next" upgrade "$url"
	expect_refused 1 'the database could not be upgraded, and is unchanged: ' 'drop these views or tables, and create them again afterwards'
	schema "$url" >after
	expect_same_file before after
fi

test_that 'only the owner'\''s session updates triggers, views and rights of another assay'
if project "$ASSAY"; then
	for role in maria anna; do
		vote "$patched" $role '{"vote":1}'
		expect_refused 1 'another version of assay has made its triggers, views, rights; the owner of the database upgrades it with `assay upgrade ADDRESS`'
	done
	run "$patched" status "$url"
	expect_refused 1 "another version of assay has made its triggers, views, rights; upgrade it with \`assay upgrade $url\`"
	run "$patched" set "$url" impressions 3
	expect_status 0
	expect_stderr_has ' updated for this assay: triggers, views, rights'
	vote "$patched" maria '{"vote":1}'
	expect_stdout_has '"saved"'
	run "$patched" check "$url"
	expect_stdout ok
	expect_equal "$(sql "SELECT has_table_privilege('maria', 'seen_setting', 'SELECT')")" t
	vote "$ASSAY" maria '{"vote":1}'
	expect_refused 1 'another version of assay has made its triggers, views, rights; the owner'
	run "$ASSAY" upgrade "$url"
	expect_stdout_has 'updated: triggers, views, rights'
	vote "$ASSAY" maria '{"vote":1}'
	expect_stdout_has '"saved"'
fi

test_that 'triggers and views of another assay are updated while others vote'
if project "$ASSAY"; then
	mkfifo in
	"$ASSAY" label "$(url_as maria)" --json <in >out 2>&1 &
	exec 3>in
	printf '{"vote":1}\n' >&3
	while ! grep -q '"saved"' out; do :; done
	must "$patched" set "$url" impressions 3
	printf '{"vote":2}\n' >&3
	exec 3>&-
	wait %%
	expect_equal "$(grep -c '"saved"' out)" 2
	run "$patched" check "$url"
	expect_stdout ok
fi

test_that 'an earlier assay does not replace triggers of a later one'
if project "$patched"; then
	sql "UPDATE assay_schema SET made_of = replace(made_of, 'assay=1.', 'assay=10.')"
	for command in upgrade lint; do
		run "$ASSAY" $command "$url"
		expect_refused 1 ': assay 10.' ' has made its triggers, views, rights; update this assay'
	done
fi

test_that 'a missing or disabled trigger is found before a write; the owner repairs it'
if project "$ASSAY"; then
	exports "$ASSAY" >before
	for damage in 'DROP TRIGGER answer_is_never_changed ON answer' 'ALTER TABLE answer DISABLE TRIGGER answer_is_never_deleted'; do
		sql "$damage"
		vote "$ASSAY" maria '{"vote":1}'
		expect_refused 1 'triggers are missing or turned off; the owner of the database recreates them, and all counts, with `assay check ADDRESS --repair`'
		run "$ASSAY" status "$(url_as maria)"
		expect_status 0
		run "$ASSAY" check "$url"
		expect_status 1
		expect_stderr_has 'triggers are missing or turned off' 'check ADDRESS --repair'
		run "$ASSAY" check "$url" --repair
		expect_stdout ok
		expect_stderr_has 'mended: triggers are missing or turned off'
		run "$ASSAY" check "$url"
		expect_stdout ok
	done
	exports "$ASSAY" >after
	expect_same_file before after
	vote "$ASSAY" maria '{"vote":1}'
	expect_stdout_has '"saved"'
fi

test_that 'a trigger of the server'\''s administrator is left alone'
if project "$ASSAY"; then
	sql 'CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
		CREATE TRIGGER audit AFTER INSERT ON answer FOR EACH ROW EXECUTE FUNCTION audit()'
	vote "$ASSAY" maria '{"vote":1}'
	expect_stdout_has '"saved"'
	must "$patched" set "$url" impressions 3
	expect_equal "$(sql "SELECT count(*) FROM pg_trigger WHERE tgname = 'audit'")" 1
fi

done_testing
