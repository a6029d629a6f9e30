#!/bin/sh
# Line coverage per source file, from what gcov says of a build folder.
#
#   sh tests/coverage.sh build/cov

build=$1
find "$build" -name '*.gcda' -not -path '*/tests/*' | sort | while IFS= read -r data; do
	gcov -n -o "$data" "${data%.gcda}" 2>/dev/null
done | awk '
	/^File / { file = $2; gsub(/'"'"'/, "", file) }
	/^Lines executed:/ {
		split($0, part, /[:% ]+/)
		if (file ~ /\.c$/ && file !~ /^\//) { # a header, or the system, is not ours to cover
			covered += part[3] * part[5] / 100
			lines += part[5]
			printf "%6.1f%%  %5d lines  %s\n", part[3], part[5], file
		}
		file = ""
	}
	END { printf "%6.1f%%  %5d lines  all\n", lines ? 100 * covered / lines : 0, lines }'
