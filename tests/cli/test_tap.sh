# The library of the tests of whole commands: tests/support/tap.sh.
. "$SOURCE/tests/support/tap.sh"

test_that 'a script that is terminated stops at once and leaves nothing behind'
mkdir temporary
cat >script.sh <<'END'
. "$SOURCE/tests/support/tap.sh"
test_that 'it is told to end'
kill -TERM $$
echo 'it went on'
END
run env TMPDIR="$PWD/temporary" sh script.sh
expect_status 1
expect_stdout ''
expect_equal "$(ls temporary)" ''

done_testing
