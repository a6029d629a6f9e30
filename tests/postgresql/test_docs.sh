# Runs all commands in the pages of docs/ about servers.
. "$SOURCE/tests/support/tap.sh"
. "$SOURCE/tests/support/pages.sh"

for page in $(pages yes); do
	new_database && test_page "$page" "$url"
done

done_testing
