#!/bin/sh
# An account that can only label: its key in authorized_keys names the command, as in docs/kiosk.md.

. "$SOURCE/tests/support/tap.sh"

port=$((20000 + $$ % 20000))

begin_sshd() { # with one key, of maria; false: sshd does not start
	ssh-keygen -q -t ed25519 -N '' -f host
	ssh-keygen -q -t ed25519 -N '' -f maria
	printf 'command="%s label %s/labels.db --kiosk --plain --annotator maria",restrict,pty %s\n' "$ASSAY" "$PWD" "$(cat maria.pub)" >keys
	printf '[127.0.0.1]:%s %s\n' "$port" "$(cat host.pub)" >known
	lines sshd_config "Port $port" 'ListenAddress 127.0.0.1' "HostKey $PWD/host" "AuthorizedKeysFile $PWD/keys" \
		'StrictModes no' 'PermitRootLogin yes' 'PasswordAuthentication no' 'UsePAM no' "PidFile $PWD/sshd.pid"
	mkdir -p /run/sshd
	/usr/sbin/sshd -f "$PWD/sshd_config" -E "$PWD/log"
}

log_in() { # word...: arguments of ssh; standard input is what is typed
	ssh -F none -i maria -p "$port" -o "UserKnownHostsFile=$PWD/known" -o BatchMode=yes "$(id -un)@127.0.0.1" "$@"
}

test_that 'an annotator can label over ssh and run nothing else'
lines documents.jsonl '{"_id": "d1", "text": "one"}' '{"_id": "d2", "text": "two"}'
lines questions.jsonl '{"_id": "q1", "text": "Which?"}'
lines pool.run 'q1 Q0 d1 1 2 x' 'q1 Q0 d2 2 1 x'
"$ASSAY" import labels.db documents.jsonl questions.jsonl --candidates pool.run >/dev/null 2>&1
lines typed 1 q
if [ "$(id -u)" != 0 ]; then
	skip 'sshd lets nobody in unless it is run by root'
elif begin_sshd; then
	log_in 'id; cat /etc/passwd' <typed >seen 2>said
	expect_equal "$(grep -c 'Which?\|saved: document 1' seen)" 2
	expect_equal "$(grep -c 'uid=\|root:x' seen)" 0
	run "$ASSAY" export labels.db votes
	expect_stdout_has '"annotator":"maria"'
	kill "$(cat sshd.pid)"
else
	expect_equal "$(cat log)" 'sshd to begin'
fi

done_testing
