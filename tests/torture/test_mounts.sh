# Real file systems, made for the test: a full one, and one whose disk is copied in the middle of labelling, like a
# power cut. If the user may not mount file systems, the tests are skipped with that reason.
. "$SOURCE/tests/support/tap.sh"

figure() { echo "# figure: $*"; }

mounted=
unmount() { [ -z "$mounted" ] || umount "$mounted"; mounted=; }
trap 'cd /; unmount; rm -rf "$tap_folder"' EXIT

mount_on() { # folder, mount's words...
	mkdir "$1"
	tap_mount=$1
	shift
	mount "$@" "$tap_mount" 2>/dev/null || { skip 'nothing may be mounted here' && return 1; }
	mounted=$PWD/$tap_mount
}

make_sample() { # database
	must "$ASSAY" import "$1" --documents "$SOURCE/sample-data/documents.jsonl" \
		--questions "$SOURCE/sample-data/questions.jsonl" --candidates "$SOURCE/sample-data/porter.run"
}

votes_in() { "$ASSAY" status "$1" | sed -n 's/^votes  *\([0-9]*\),.*/\1/p'; }

# Votes until assay accepts no more. Counts the acknowledged votes.
vote_on() { # database, how many
	awk -v n="$2" 'BEGIN { while (n-- > 0) print "{\"vote\":1}" }' |
		"$ASSAY" label "$1" --json --annotator eve >said 2>why
	tap_status=$?
	saved=$(grep -c '^{"saved"' said)
}

# Reads up to the next acknowledgement. Fails if there is none.
hear_saved() {
	while read -r line; do
		case $line in '{"saved"'*) return 0 ;; esac
	done
	return 1
}

test_that 'a full disk loses no vote, and labelling resumes when there is room'
if mount_on small -t tmpfs -o size=2m tmpfs; then
	make_sample small/t.db
	dd if=/dev/zero of=small/filler bs=1k count=$(($(df -k --output=avail small | tail -n 1) - 200)) 2>/dev/null
	vote_on small/t.db 400
	expect_equal "status $tap_status" 'status 1'
	run cat why
	expect_stdout_has 'the disk is full'
	expect_equal "$(votes_in small/t.db)" "$saved"
	rm small/filler
	before=$saved
	vote_on small/t.db 10
	expect_equal "$saved saved" '10 saved'
	expect_equal "$(votes_in small/t.db)" "$((before + 10))"
	run "$ASSAY" check small/t.db
	expect_stdout ok
	figure "a full disk: $before votes until it was full, 0 lost"
	unmount
fi

# The file of the device contains only what ext4 has written to it. Everything else is lost with the power.
test_that 'a power cut on a real file system loses no acknowledged vote'
cuts=$([ -n "${TORTURE:-}" ] && echo 40 || echo 3)
truncate -s 24M disk
if ! command -v mkfs.ext4 >/dev/null || ! mkfs.ext4 -q -F disk; then
	skip 'there is no mkfs.ext4'
elif mount_on before -o loop,commit=300 disk; then
	total=0
	make_sample before/t.db
	sync
	for cut in $(seq "$cuts"); do
		mkfifo requests answers
		"$ASSAY" label before/t.db --json --annotator eve <requests >answers 2>/dev/null &
		labelling=$!
		exec 3>requests 4<answers
		i=0
		while [ $i -lt $((cut % 7 + 3)) ] && echo '{"vote":1}' >&3; do
			i=$((i + 1))
			hear_saved <&4 || break
		done
		kill -STOP $labelling
		cp --sparse=always disk copy
		kill -CONT $labelling
		exec 3>&- 4<&-
		wait $labelling
		rm requests answers
		total=$((total + i))
		mkdir after
		mount -o loop copy after
		expect_equal "$(votes_in after/t.db) of $total votes" "$total of $total votes"
		run "$ASSAY" check after/t.db
		expect_stdout ok
		umount after
		rmdir after
	done
	figure "power cuts on ext4: $cuts, $total votes, 0 lost"
	unmount
fi

done_testing
