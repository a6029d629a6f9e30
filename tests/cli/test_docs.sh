# Every command in README.md and in docs/, a page at a time, in a copy of the sample data. Whoever labels there votes for the
# first document, then for the second one, and quits.
. "$SOURCE/tests/support/tap.sh"

# Makes page.sh of a page's commands.
script_of() { # page
	cp -R "$SOURCE"/sample-data/. .
	{
		cat <<-'END'
			set -e
			assay() {
				if [ "$1" = label ]; then
					printf '1\n2\nq\n' | "$ASSAY" "$@" --plain
				else
					"$ASSAY" "$@"
				fi
			}
		END
		awk -f "$SOURCE/tests/support/page.awk" "$1"
	} >page.sh
}

for page in README.md docs/README.md $(cd "$SOURCE" && ls docs/*.md | grep -v README.md); do
	grep -q -e '^```sh' -e '^```console' "$SOURCE/$page" || continue
	test_that "the commands of $page"
	script_of "$SOURCE/$page"
	if grep -q 'postgresql://host/labels' page.sh; then
		new_database || continue
		sed -i "s|postgresql://host/labels|'$url'|g" page.sh
	fi
	run sh page.sh
	expect_status 0
done

test_that 'a page whose output is another one fails'
lines page.md '```console' '$ echo one' 'two' '```'
awk -f "$SOURCE/tests/support/page.awk" page.md >page.sh
run sh -e page.sh
expect_status 1

test_that 'every page is linked from the index, and no link leads nowhere'
broken=
for page in README.md CONTRIBUTING.md SECURITY.md $(cd "$SOURCE" && ls docs/*.md); do
	for link in $(grep -o ']([^)#]*' "$SOURCE/$page" | sed 's/](//' | grep -v '^https\?:'); do
		[ -e "$SOURCE/$(dirname "$page")/$link" ] || broken="$broken $page:$link"
	done
done
for page in $(cd "$SOURCE/docs" && ls ./*.md); do
	[ "$page" = ./README.md ] || grep -qF "(${page#./})" "$SOURCE/docs/README.md" || broken="$broken $page"
done
expect_equal "$broken" ''

done_testing
