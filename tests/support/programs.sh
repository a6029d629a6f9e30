#!/bin/sh
# Fills a folder with links to the programs that tests may call: those of Debian's required packages, of gcc, make and
# git, and of some groups of packages.sh, with all their dependencies. A machine on which `make check` has installed the
# missing packages has these programs, and perhaps no others.
#
#   sh tests/support/programs.sh FOLDER GROUP...
#
# Prints the value for PATH: the folder, or the current PATH if the system does not use Debian's packages.

folder=$1
shift
command -v dpkg-query >/dev/null || {
	echo "$PATH"
	exit 0
}
mkdir -p "$folder"
wanted="gcc make git $(sh packages.sh --list "$@")"

# If a package is one of several alternatives, or provides another one, it counts as a dependency if it is installed.
# shellcheck disable=SC2016 # the fields of dpkg-query
packages=$(dpkg-query -W -f '${Package}\t${binary:Package}\t${db:Status-Status}\t${Essential}\t${Priority}\t${Pre-Depends}, ${Depends}\t${Provides}\n' |
	awk -F '\t' -v wanted="$wanted" '
		# Removes versions and architectures, so that only names remain.
		function names(text) {
			gsub(/\([^)]*\)|:[a-z0-9]+/, "", text)
			gsub(/[,| ]+/, " ", text)
			return text
		}
		$3 == "installed" {
			called[$1] = $2
			depends[$1] = depends[$1] " " names($6)
			n = split(names($7), provided, " ")
			for (i = 1; i <= n; i++)
				providers[provided[i]] = providers[provided[i]] " " $1
			if ($4 == "yes" || $5 == "required")
				wanted = wanted " " $1
		}
		END {
			n = split(wanted, queue, " ")
			for (i = 1; i <= n; i++) {
				package = queue[i]
				if (seen[package]++)
					continue
				more = split(depends[package] " " providers[package], next_ones, " ")
				for (j = 1; j <= more; j++)
					queue[++n] = next_ones[j]
				if (package in called)
					print called[package]
			}
		}')

# shellcheck disable=SC2086 # each word is an argument
programs=$(dpkg-query -L $packages | grep -E '^(/usr)?/s?bin/[^/]+$')

# If several packages offer a program of one name, such as awk, the name is a link through /etc/alternatives.
alternatives=$(find /usr/bin /usr/sbin -lname '/etc/alternatives/*' | while read -r link; do
	target=$(readlink -f "$link")
	printf '%s\n%s\n' "$target" "$link"
done | paste - - | awk -F '\t' -v programs="$programs" '
	BEGIN {
		n = split(programs, each, "\n")
		for (i = 1; i <= n; i++) {
			sub(/^(\/usr)?/, "/usr", each[i])
			known[each[i]] = 1
		}
	}
	$1 in known { print $2 }')

# shellcheck disable=SC2086
ln -sf $programs $alternatives "$folder"
echo "$folder"
