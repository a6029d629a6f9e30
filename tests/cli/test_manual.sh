# The manual: what the program offers stands in it, and what can't be filled in is told.
. "$SOURCE/tests/support/tap.sh"

manual=$(dirname "$ASSAY")/man/manual
export manual
page=$(dirname "$ASSAY")/man/assay.1
template=$SOURCE/man/assay.1.in

page_has() { # text...
	for text in "$@"; do
		tap_expected=$((tap_expected + 1))
		grep -qF -e "$text" "$page" || tap_complain "in the manual: $text" 'nothing'
	done
}

# The template without these lines.
without() { # line
	grep -vxF -e "$1" "$template" >changed.in
}

for command in $("$ASSAY" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
	test_that "$command stands there with all that --help shows"
	page_has ".Cm $command"
	awk -v command="$command" '
		$0 == ".It Xo" { getline; is_head = $1 == ".Cm" && $2 == command }
		is_head
		$0 == ".Xc" { is_head = 0 }' "$page" >head
	expect_equal "$(sed -n 's/^\.Op.* -\([a-z-]*\).*/\1/p' head | sort)" \
		"$("$ASSAY" help "$command" | sed -n 's/^ *\(-[a-z], \)\{0,1\}--\([a-z-]*\) .*/\2/p' | sort)"
done

test_that 'every setting stands there'
must "$ASSAY" import t.db --documents "$SOURCE/sample-data/documents.jsonl"
"$ASSAY" set t.db --format tsv | cut -f 1 | while read -r key; do
	echo ".It Cm $key"
done >keys
while read -r line; do page_has "$line"; done <keys

test_that 'every key stands there, by its name'
"$ASSAY" keys --format tsv | cut -f 2 | sed 's/^key\.//' >names
while read -r name; do page_has "Pq Cm $name"; done <names

test_that 'every measure stands there'
"$ASSAY" measures --format tsv | cut -f 1 >names
while read -r name; do page_has ".It $name"; done <names

# mdoc takes a word that begins with a quotation mark for a quoted argument, and drops the mark.
test_that 'no literal loses its quotation marks'
expect_equal "$(grep -c '^\.Ql \(.* \)\{0,1\}"' "$page")" 0

# A macro among the arguments of another one ends at the next macro, but not the quotation marks of its own.
test_that 'a literal is closed before the next one is opened'
expect_equal "$(grep -c '^\.Pq.* Ql .* Ql ' "$page")" 0

test_that 'an option that the text does not name has what --help says'
without '.\" @option depth'
run sh -c '"$manual" <changed.in | sed -n "$1"' - '/^.It Fl -depth/,/^.El/p'
expect_stdout_line '.It Fl -depth Ar n' 'How many of each question do (default 10).'

test_that 'a setting that the text does not name has its row'
without '.\" @setting impressions'
run sh -c '"$manual" <changed.in | sed -n "$1"' - '/^.It Cm impressions/,/^.El/p'
expect_stdout_line '.It Cm impressions' 'Ballots that each candidate is to stand on: 1 to'

test_that 'an option that there is not is told with its line'
lines changed.in 'x' '.\" @command import' '.\" @option documents depht'
run sh -c '"$manual" <changed.in'
expect_refused 1 'line 3: there is no option --depht'

test_that 'a word that an option does not take is told'
lines changed.in '.\" @command export' '.\" @option grading=levels,stars'
run sh -c '"$manual" <changed.in'
expect_refused 1 "line 2: --grading does not take 'stars'"

test_that 'a command that is not described is told'
without '.\" @command help'
run sh -c '"$manual" <changed.in'
expect_refused 1 'there is no line @command help'

test_that 'keys that are not asked for are told'
without '.\" @keys'
run sh -c '"$manual" <changed.in'
expect_refused 1 '@config, @exports, @keys and @measures'

test_that 'what can not be filled in is told'
lines changed.in '.\" @kyes'
run sh -c '"$manual" <changed.in'
expect_refused 1 "line 1: there is nothing called 'kyes' to fill in"

done_testing
