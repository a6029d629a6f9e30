# Completions: what bash offers, called as a shell does. `make lint` checks that zsh and fish can read theirs.
. "$SOURCE/tests/support/tap.sh"

# Prints what bash offers for the last word.
offered() { # word...
	run bash -c 'source <("$ASSAY" completion bash)
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		_assay
		echo ${COMPREPLY[@]}' bash "$@"
}

test_that 'commands are completed'
offered assay ex
expect_stdout export
offered assay re
expect_stdout 'remove report relevance'

test_that 'options of the command are completed, and no others'
offered assay gate --l
expect_stdout '--level --looks'
offered assay status --l
expect_stdout ''

test_that 'the words that an option takes are completed'
offered assay eval --ties docid
expect_stdout 'docid-desc docid-asc'

test_that 'names of exports and settings are completed'
offered assay export labels.db q
expect_stdout 'qrels quepid'
offered assay set labels.db ball
expect_stdout ballot_size

test_that 'elsewhere bash completes files'
offered assay eval lab
expect_stdout ''

test_that 'each shell gets each command and each option'
for shell in bash zsh fish; do
	must "$ASSAY" completion $shell
	expect_stdout_has annotators disagreements 'docid-desc'
done

test_that 'another shell is refused'
run "$ASSAY" completion csh
expect_refused 2 "the shell is bash, zsh or fish, not 'csh'"

done_testing
