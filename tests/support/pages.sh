# pages.sh - runs the commands of a page of the documentation as a test.
#
#   . "$SOURCE/tests/support/tap.sh"
#   . "$SOURCE/tests/support/pages.sh"
#   test_page docs/gate.md
#
# The commands of a page run one after the other in a copy of the sample data. `assay label` votes for the first
# document, then for the second one, and quits.

server_address=postgresql://host/labels # as the pages write it

# Prints the pages with commands: those that use a server (yes) or the others (no).
pages() { # yes|no
	for page in README.md $(cd "$SOURCE" && ls docs/*.md); do
		grep -q -e '^```sh' -e '^```console' "$SOURCE/$page" || continue
		! awk -f "$SOURCE/tests/support/page.awk" "$SOURCE/$page" | grep -qF "$server_address"
		[ $? = "$([ "$1" = yes ] && echo 1 || echo 0)" ] && echo "$page"
	done
}

# Replaces the server's address in page.sh. Other databases that the page makes are named after the first one.
use_server() { # address
	database=${1%%\?*} settings=${1#*\?}
	sed -i "s|${server_address}_\([a-z]*\)|'${database}_\1?$settings'|g; s|$server_address|'$1'|g
		s|labels_\([a-z]*\)'|${database##*/}_\1'|g" page.sh
}

test_page() { # page [address]
	test_that "the commands of $1"
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
		awk -f "$SOURCE/tests/support/page.awk" "$SOURCE/$1"
	} >page.sh
	[ $# -lt 2 ] || use_server "$2"
	run sh page.sh
	expect_status 0
}
