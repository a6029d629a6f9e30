#!/bin/sh
# The test runner: tests/run.sh, and the programs that tests can find.
. "$SOURCE/tests/support/tap.sh"

# Runs a test with these lines.
run_test() { # line of the script...
	lines test_one.sh "$@"
	run env -u ASSAY_TEST_SERVER sh -c 'cd "$SOURCE" && exec sh tests/run.sh build/dev "$1"' sh "$PWD/test_one.sh"
}

test_that 'a failed test is shown with the command to run it again'
run_test 'echo "# because"' 'echo "not ok 1 - it holds"' 'echo 1..1'
expect_status 1
expect_stdout_line '    # because' '    not ok 1 - it holds' '0 passed, 1 failed'
expect_stdout_has '    again: make test T='

test_that 'a skipped script or test is listed with its reason'
run_test 'echo "ok 1 - it holds # SKIP no disk"' 'echo "# skipped: no terminal"' 'echo "not ok 2 # SKIP it_shows"' 'echo 1..2'
expect_status 0
expect_stdout_line '        skipped: it holds (no disk)' '        skipped: it_shows (no terminal)' '0 passed, 0 failed, 2 skipped'

test_that 'tests cannot see programs of packages that make check does not install'
mkdir elsewhere
printf '#!/bin/sh\nexit 0\n' >elsewhere/one-of-elsewhere
chmod +x elsewhere/one-of-elsewhere
lines test_path.sh 'command -v one-of-elsewhere && echo "not ok 1 - it was found" || echo "ok 1 - it was not found"' 'echo 1..1'
if command -v dpkg-query >dpkg; then
	run env PATH="$PWD/elsewhere:$PATH" sh -c 'cd "$SOURCE" && exec sh tests/run.sh build/dev "$1"' sh "$PWD/test_path.sh"
	expect_status 0
	expect_stdout_line '1 passed, 0 failed'
else
	skip 'packages are not of Debian'
fi

test_that 'the programs are those of the requested packages, also alternatives'
if command -v dpkg-query >dpkg; then
	cd "$SOURCE" || exit 1
	tap_links=$tap_folder/$tap_number
	must sh tests/support/programs.sh "$tap_links/build" build
	must sh tests/support/programs.sh "$tap_links/check" build check
	for tap_program in gcc make git sed awk pkg-config; do
		[ -x "$tap_links/build/$tap_program" ] || tap_complain "$tap_program among the links" none
	done
	expect_missing "$tap_links/build/curl"
	run test -x "$tap_links/check/curl"
	expect_status 0
else
	skip 'packages are not of Debian'
fi

done_testing
