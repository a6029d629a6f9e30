# The manual has everything that the program offers, and a template that cannot be filled in gives an error.
. "$SOURCE/tests/support/tap.sh"

manual=$(dirname "$ASSAY")/man/manual
export manual
pages=$(dirname "$ASSAY")/man
template=$SOURCE/man/assay.1.in

page_has() { # page text...
	page=$1
	shift
	for text in "$@"; do
		tap_expected=$((tap_expected + 1))
		grep -qF -e "$text" "$pages/$page" || tap_complain "in $page: $text" 'nothing'
	done
}

# Writes the template without these lines.
without() { # line
	grep -vxF -e "$1" "$template" >changed.in
}

# Makes the pages from changed.in.
make_pages() {
	run sh -c '"$manual" . <changed.in'
}

for command in $("$ASSAY" help | sed -n 's/^  \([a-z_]*\) .*/\1/p'); do
	test_that "$command has a page with all that --help shows"
	page_has assay.1 ".It Cm $command"
	awk '$0 == ".Sh SYNOPSIS" { is_head = 1 } $0 == ".Sh DESCRIPTION" { is_head = 0 } is_head' \
		"$pages/assay-$command.1" >head
	expect_equal "$(sed -n 's/^\.Op.* -\([A-Za-z_-]*\).*/\1/p' head | sort)" \
		"$("$ASSAY" help "$command" | sed -n 's/^ *\(-[A-Za-z], \)\{0,1\}--\([A-Za-z_-]*\) .*/\2/p' | sort)"
	page_has "assay-$command.1" "$("$ASSAY" help "$command" | sed -n 's/^Example: /.Dl /p')"
done

test_that 'assay(1) has at most 300 lines'
expect_equal "$(awk 'END { print NR <= 300 }' "$pages/assay.1")" 1

test_that 'references lead to existing pages, and assay(1) refers to all other topics'
sed -n 's/^\.Xr \(assay[a-z_-]*\) \([157]\).*/\1.\2/p' "$pages"/*.[157] | sort -u >named
expect_equal "$(while read -r page; do [ -e "$pages/$page" ] || echo "$page"; done <named)" ''
for page in "$pages"/assay-*.[57]; do
	name=$(basename "$page")
	page_has assay.1 ".Xr ${name%.?} ${name##*.}"
done

test_that 'every setting is described'
must "$ASSAY" import t.db --documents "$SOURCE/sample-data/documents.jsonl"
"$ASSAY" set t.db --format tsv | cut -f 1 | while read -r key; do
	echo ".It Cm $key"
done >keys
while read -r line; do page_has assay-set.1 "$line"; done <keys

test_that 'every key is described by its name'
"$ASSAY" keys --format tsv | cut -f 2 | sed 's/^key\.//' >names
while read -r name; do page_has assay-config.5 "Pq Cm $name"; done <names

test_that 'every measure is described'
"$ASSAY" measures --format tsv | cut -f 1 >names
while read -r name; do page_has assay-measures.7 ".It $name"; done <names

# mdoc takes a word that begins with a quotation mark as a quoted argument and drops the mark.
test_that 'no literal loses its quotation marks'
expect_equal "$(cat "$pages"/*.[157] | grep -c '^\.Ql \(.* \)\{0,1\}"')" 0

# A macro among the arguments of another one ends at the next macro, but its own quotation marks do not.
test_that 'a literal is closed before the next one is opened'
expect_equal "$(cat "$pages"/*.[157] | grep -c '^\.Pq.* Ql .* Ql ')" 0

test_that 'an option without a text gets that of --help'
without '.\" @option depth'
make_pages
run sed -n '/^.It Fl -depth/,/^.El/p' assay-import.1
expect_stdout_line '.It Fl -depth Ar n' 'Documents per question to take from each run'

test_that 'a setting without a text gets its row'
without '.\" @setting impressions'
make_pages
run sed -n '/^.It Cm impressions/,/^.El/p' assay-set.1
expect_stdout_line '.It Cm impressions' 'How often each candidate is shown: 1 to 1000; 3 at'

test_that 'an unknown option is refused with its line'
lines changed.in '.\" @command import' 'x' '.\" @option documents depht'
make_pages
expect_refused 1 'line 3: there is no option --depht'

test_that 'a word that an option does not take is refused with its line'
lines changed.in '.\" @command export' '.\" @option grading=levels,stars'
make_pages
expect_refused 1 "line 2: --grading does not take 'stars'"

test_that 'a missing command is reported'
without '.\" @command help'
make_pages
expect_refused 1 'there is no line @command help'

test_that 'a missing list of keys is reported'
without '.\" @keys'
make_pages
expect_refused 1 '@commands, @config, @exports, @keys and @measures'

test_that 'an unknown instruction is reported with its line'
lines changed.in '.\" @kyes'
make_pages
expect_refused 1 "line 1: there is nothing called 'kyes' to fill in"

test_that 'an unknown section is reported'
{
	cat "$template"
	echo '.Sx How to fly .'
} >changed.in
make_pages
expect_refused 1 "assay: no page has a section 'How to fly'"

test_that 'a reference inside a line is reported'
lines changed.in '.\" @page assay-json 5 one' '.Pq see Sx KEYS'
make_pages
expect_refused 1 'line 2: a reference to a section, .Sx, has a line of its own'

test_that 'a second beginning of a page is reported'
lines changed.in '.\" @page assay-json 5 one' '.\" @page assay-json 5 two'
make_pages
expect_refused 1 'line 2: page assay-json 5 is there already'

done_testing
