# Runs all commands in README.md and docs/, except those about a server (tests/postgresql/test_docs.sh).
. "$SOURCE/tests/support/tap.sh"
. "$SOURCE/tests/support/pages.sh"

for page in $(pages no); do
	test_page "$page"
done

test_that 'a page fails if its commands print something else'
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
