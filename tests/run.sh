#!/bin/sh
# Runs test programs and scripts, each of which speaks TAP, and sums them up.
#
#   sh tests/run.sh BUILD TEST...
#
# BUILD is the variant's folder: scripts find the program in $ASSAY. A test that
# ends without having run all it planned counts as failed; one that was skipped
# counts as neither, and its reason is shown. The last line is "N passed, N failed",
# with ", N skipped" where there are any; the exit status is 1 when any failed. With TORTURE in the environment tests try
# more, and what they counted ("# figure: ...") stands before that.

build=$1
shift
ASSAY=$(pwd)/$build/assay
SOURCE=$(pwd)
export ASSAY SOURCE
export CMOCKA_MESSAGE_OUTPUT=TAP LC_ALL=C.UTF-8 ASAN_OPTIONS=detect_leaks=1:abort_on_error=1
umask 022 # tests of other umasks set them
unset NO_COLOR XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME

passed=0
failed=0
skipped=0
work=$(mktemp -d)
chmod 711 "$work" # tests of what another user may do
HOME=$work/scratch # nobody's own preferences take part, or are written
export HOME
trap 'rm -rf "$work"' EXIT INT TERM

for test in "$@"; do
	rm -rf "$work/scratch"
	mkdir "$work/scratch"
	case $test in
	*.sh) TMPDIR=$work/scratch sh "$test" >"$work/out" 2>&1 </dev/null ;;
	*) TMPDIR=$work/scratch "$test" >"$work/out" 2>&1 </dev/null ;;
	esac
	status=$?
	sed -i 's/^not ok \([0-9]*\) # SKIP \(.*\)/ok \1 - \2 # SKIP by the test itself/' "$work/out" # as cmocka says it
	left_out=$(grep -c '^ok .* # SKIP ' "$work/out")
	ok=$(($(grep -c '^ok ' "$work/out") - left_out))
	bad=$(grep -c '^not ok ' "$work/out")
	planned=$(sed -n 's/^1\.\.\([0-9][0-9]*\)$/\1/p' "$work/out" | awk '{ sum += $1 } END { print sum + 0 }')
	if [ "$((ok + bad + left_out))" -lt "$planned" ] || [ "$planned" -eq 0 ] || { [ $status -ne 0 ] && [ "$bad" -eq 0 ]; }; then
		bad=$((bad + 1))
		echo "# ended with status $status after $((ok + bad - 1)) of $planned tests" >>"$work/out"
	fi
	passed=$((passed + ok))
	failed=$((failed + bad))
	skipped=$((skipped + left_out))
	if [ "$bad" -gt 0 ]; then
		printf 'FAILED  %-44s %4d passed, %d failed\n' "$test" "$ok" "$bad"
		grep -v '^ok ' "$work/out" | sed 's/^/    /'
	else
		printf 'ok      %-44s %4d\n' "${test#"$build"/}" "$ok"
	fi
	sed -n 's/^# figure: //p' "$work/out" >>"$work/figures"
	sed -n 's/^ok [0-9]* - \(.*\) # SKIP \(.*\)/        skipped: \1 (\2)/p' "$work/out"
done

[ -z "${TORTURE:-}" ] || cat "$work/figures"
echo "$passed passed, $failed failed$([ "$skipped" -eq 0 ] || echo ", $skipped skipped")"
[ "$failed" -eq 0 ]
