# Reading with as few rights as possible: nothing is written, and nothing is left behind that disturbs the owner.
. "$SOURCE/tests/support/tap.sh"

# Runs a command as a user who may write only what is open to all. Root becomes another user; all other users have
# removed their own rights to the file. The stranger may write temporary files, also those of valgrind and gcov.
if [ "$(id -u)" -eq 0 ]; then
	chmod 755 "$tap_folder"
	mkdir -m 777 "$tap_folder/temporary"
	stranger() {
		setpriv --reuid 65534 --regid 65534 --clear-groups \
			env TMPDIR="$tap_folder/temporary" GCOV_PREFIX="$tap_folder/temporary" "$@"
	}
else
	stranger() { "$@"; }
fi

# Makes a database in a folder of its own, which all strangers may read.
database() {
	mkdir shared
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3" "d4${TAB}4"
	lines q.tsv "q1${TAB}one?" "q2${TAB}two?" "q3${TAB}three?"
	lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d3 3 7 a' 'q2 Q0 d2 1 9 a' 'q2 Q0 d4 2 8 a' \
		'q3 Q0 d2 1 9 a' 'q3 Q0 d4 2 8 a'
	must "$ASSAY" import shared/t.db --documents d.tsv --questions q.tsv --candidates a.run
	give '{"vote":1}'
	must "$ASSAY" label shared/t.db --json --annotator eve
	chmod 644 shared/t.db
	chmod 755 .
	chmod 644 a.run
}

can_try_strangers() {
	stranger "$ASSAY" --version >/dev/null 2>&1 || { skip 'another user can not run the program' && false; }
}

# Each command that reads must give the stranger the same output as the owner.
expect_reading_works() {
	for words in 'status shared/t.db' 'relevance shared/t.db' 'export shared/t.db qrels' 'check shared/t.db' \
		'set shared/t.db' 'set shared/t.db impressions' 'eval shared/t.db a.run' 'compare shared/t.db a.run b.run'; do
		cp a.run b.run
		# shellcheck disable=SC2086 # the words are arguments
		must "$ASSAY" $words
		stdout >expected
		# shellcheck disable=SC2086
		run stranger "$ASSAY" $words
		expect_status 0
		expect_stdout "$(cat expected)"
	done
}

test_that 'a database can be read without write access to file and folder'
prepared database
if can_try_strangers; then
	chmod 444 shared/t.db
	chmod 555 shared
	expect_reading_works
	expect_equal "$(ls shared)" 't.db'
	chmod 755 shared
fi

test_that 'reading leaves nothing in a folder that is open to all'
prepared database
if can_try_strangers; then
	chmod 777 shared
	chmod 444 shared/t.db
	for words in 'status shared/t.db' 'export shared/t.db qrels' 'check shared/t.db'; do
		# shellcheck disable=SC2086
		run stranger "$ASSAY" $words
		expect_status 0
		expect_equal "$(ls shared)" 't.db'
	done
fi

test_that 'a refused write leaves nothing in a folder that is open to all'
prepared database
if can_try_strangers; then
	chmod 777 shared
	chmod 444 shared/t.db
	for words in 'search shared/t.db one' 'set shared/t.db overlap 0.1' 'label shared/t.db --plain --annotator kim' \
		'import shared/t.db --documents d.tsv' 'check shared/t.db --repair'; do
		# shellcheck disable=SC2086
		run stranger "$ASSAY" $words
		expect_refused 1 "the database can't be written; check the permissions of the file and its folder"
		expect_equal "$(ls shared)" 't.db'
	done
fi

test_that 'an unwritable file beside the database is named'
prepared database
if can_try_strangers; then
	chmod 777 shared
	chmod 666 shared/t.db
	echo x >shared/t.db-wal # SQLite makes an empty file of its owner writable
	chmod 444 shared/t.db-wal
	run stranger "$ASSAY" set shared/t.db overlap 0.1
	expect_refused 1 "shared/t.db can't be written, because " "t.db-wal is not writable; ask the owner of that file for the permission"
fi

test_that 'a reader without write access can search if the index exists'
prepared database
if can_try_strangers; then
	must "$ASSAY" search shared/t.db 'one'
	must "$ASSAY" search shared/t.db '4'
	stdout >expected
	chmod 444 shared/t.db
	chmod 555 shared
	run stranger "$ASSAY" search shared/t.db '4'
	expect_status 0
	expect_stdout "$(cat expected)"
	expect_equal "$(ls shared)" 't.db'
	run stranger "$ASSAY" search shared/t.db '4' --tokenizer trigram
	expect_refused 1 'the index of the documents is missing or out of date: shared/t.db: the database can' 'check the permissions'
	chmod 755 shared
fi

test_that 'a search writes nothing if the index is up to date'
prepared database
must "$ASSAY" search shared/t.db 'one'
cp shared/t.db before.db
must "$ASSAY" search shared/t.db '4'
must "$ASSAY" search shared/t.db --run shared.run
run cmp shared/t.db before.db
expect_status 0

# Prints the owners of the files beside the database.
owners() {
	ls -ln shared | awk '{ print $1, $3, $9 }'
}

# Starts a session of bob, casts a vote, and leaves it running. It reads from descriptor 3 and ends with it.
begin_session() {
	mkfifo requests answers
	"$ASSAY" label shared/t.db --json --annotator bob <requests >answers &
	session=$!
	exec 3>requests 4<answers
	read -r _ <&4
	echo '{"vote":1}' >&3
	read -r saved <&4
	expect_equal "${saved%%:*}" '{"saved"'
	read -r _ <&4
}

end_session() {
	exec 3>&- 4<&-
	wait "$session"
}

test_that 'a stranger can read the votes of a running session'
prepared database
if can_try_strangers; then
	begin_session
	chmod 444 shared/t.db shared/t.db-wal shared/t.db-shm
	chmod 555 shared
	run stranger "$ASSAY" status shared/t.db
	expect_status 0
	expect_stdout_line 'votes       2, none: 0%'
	chmod 755 shared
	end_session
fi

test_that 'a stranger can read the votes of a killed session, and the owner continues'
prepared database
if can_try_strangers; then
	begin_session
	kill -9 "$session"
	end_session 2>/dev/null
	chmod 444 shared/t.db shared/t.db-wal shared/t.db-shm
	chmod 777 shared
	before=$(owners)
	run stranger "$ASSAY" status shared/t.db
	expect_status 0
	expect_stdout_line 'votes       2, none: 0%'
	expect_equal "$(owners)" "$before"
	chmod 644 shared/t.db shared/t.db-wal shared/t.db-shm
	run "$ASSAY" check shared/t.db
	expect_stdout 'ok'
fi

test_that 'votes that a stranger cannot read are reported, not ignored'
prepared database
if can_try_strangers; then
	begin_session
	kill -9 "$session"
	end_session 2>/dev/null
	rm shared/t.db-shm
	chmod 444 shared/t.db shared/t.db-wal
	chmod 777 shared
	run stranger "$ASSAY" status shared/t.db
	expect_refused 1 'shared/t.db: the newest changes are in a file beside it' 'ask the owner to run `assay check shared/t.db`'
	expect_equal "$(ls shared | tr '\n' ' ')" 't.db t.db-wal '
fi

test_that 'a database can be read on a full disk'
prepared database
if unshare -rm true 2>/dev/null; then
	must unshare -rm sh -c 'mkdir full && mount -t tmpfs -o size=400k none full && cp shared/t.db full/ &&
		! dd if=/dev/zero of=full/rest bs=4096 2>/dev/null && "$1" export full/t.db qrels && "$1" status full/t.db' \
		sh "$ASSAY"
	expect_stdout_line 'votes       1, none: 0%'
else
	skip 'no disk can be mounted here'
fi

# --- Owners of a database --------------------------------------------------

rights() { # file
	stat -c '%a %g' "$1"
}

test_that 'a new database is its owner'"'"'s alone'
lines d.tsv "d1${TAB}1"
for umask in 022 027 077; do
	must sh -c 'umask "$2"; "$1" import "t$2.db" --documents d.tsv' sh "$ASSAY" "$umask"
	expect_equal "$(stat -c %a "t$umask.db")" 600
done

test_that 'a new database is writable for its group if the umask allows it'
lines d.tsv "d1${TAB}1"
for umask in 002 007 000; do
	must sh -c 'umask "$2"; "$1" import "t$2.db" --documents d.tsv' sh "$ASSAY" "$umask"
	expect_equal "$(stat -c %a "t$umask.db")" 660
done

test_that 'the files beside a database belong to its group, whoever creates them'
prepared database
if [ "$(id -u)" -eq 0 ] && can_try_strangers; then
	chgrp 4321 shared/t.db
	chmod 660 shared/t.db
	chmod 777 . shared
	must mkfifo requests answers
	chmod 666 requests answers
	setpriv --reuid 65534 --regid 65534 --groups 4321 \
		env TMPDIR="$tap_folder/temporary" GCOV_PREFIX="$tap_folder/temporary" \
		"$ASSAY" label shared/t.db --json --annotator bob <requests >answers &
	session=$!
	exec 3>requests 4<answers
	read -r _ <&4
	expect_equal "$(rights shared/t.db-wal), $(rights shared/t.db-shm)" '660 4321, 660 4321'
	end_session
else
	skip 'only root can be several users'
fi

done_testing
