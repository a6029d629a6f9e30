# `assay keys`, the config file, and what assay remembers.
. "$SOURCE/tests/support/tap.sh"

XDG_CONFIG_HOME=
XDG_STATE_HOME=
HOME=$tap_folder/home
export XDG_CONFIG_HOME XDG_STATE_HOME HOME

configure() { # line...
	mkdir -p "$HOME/.config/assay"
	lines "$HOME/.config/assay/config" "$@"
}

test_that 'keys lists the keys of every table with the options that change them'
run "$ASSAY" keys --format tsv
expect_status 0
expect_stdout_line "u${TAB}key.label.undo${TAB}Undo your last answer; press again for the answer before it"
expect_stdout_has 'key.skip.later' 'key.find.keep' 'key.help.'

test_that 'keys shows the changes of the config file'
configure 'key.label.undo = Backspace u'
run "$ASSAY" keys --format tsv
expect_stdout_line "Backspace u${TAB}key.label.undo${TAB}Undo your last answer; press again for the answer before it"

test_that 'XDG_CONFIG_HOME sets the folder of the config file unless it is relative'
configure 'key.label.undo = Backspace'
mkdir -p elsewhere/assay
lines elsewhere/assay/config 'key.label.undo = K'
XDG_CONFIG_HOME=$PWD/elsewhere
run "$ASSAY" keys --format tsv
expect_stdout_has "K${TAB}key.label.undo"
XDG_CONFIG_HOME=elsewhere
run "$ASSAY" keys --format tsv
expect_stdout_has "Backspace${TAB}key.label.undo"
XDG_CONFIG_HOME=

test_that 'a broken config file is refused with its name and the line'
configure '# mine' 'layuot = auto'
run "$ASSAY" keys
expect_refused 1 "$HOME/.config/assay/config:2:" 'layuot' 'perhaps layout'

test_that 'an action can have no key unless its keys mean different things'
configure 'key.copy = none'
run "$ASSAY" keys --format tsv
expect_stdout_line "${TAB}key.label.copy${TAB}Copy the focused document's text to the clipboard"
configure 'key.label.vote = none'
run "$ASSAY" keys
expect_refused 1 "'none' is not a key"

test_that 'two actions with one key are refused'
configure 'key.label.undo = i'
run "$ASSAY" keys
expect_refused 1 "$HOME/.config/assay/config:1:" 'i would mean both undo and guide in label'

test_that 'without a home directory the default keys apply'
HOME= run "$ASSAY" keys --format tsv
expect_status 0
expect_stdout_has "u${TAB}key.label.undo"

done_testing
