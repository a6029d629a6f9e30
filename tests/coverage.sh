#!/bin/sh
# Prints the line coverage per source file, and at the end per folder, from the output of gcov for a build folder.
#
#   sh tests/coverage.sh build/cov

build=$1
find "$build" -name '*.gcda' -not -path '*/tests/*' | sort | while IFS= read -r data; do
	gcov -n -o "$data" "${data%.gcda}" 2>/dev/null
done | awk '
	function tell(covered, lines, name) {
		printf "%6.1f%%  %5d lines  %s\n", lines ? 100 * covered / lines : 0, lines, name
	}
	/^File / { file = $2; gsub(/'"'"'/, "", file) }
	/^Lines executed:/ {
		split($0, part, /[:% ]+/)
		if (file ~ /\.c$/ && file !~ /^\//) { # headers and system files are not counted
			covered = part[3] * part[5] / 100
			tell(covered, part[5], file)
			folder = file
			sub(/\/.*/, "", folder)
			if (!(folder in folder_lines))
				folders[++n_folders] = folder
			folder_covered[folder] += covered
			folder_lines[folder] += part[5]
			all_covered += covered
			all_lines += part[5]
		}
		file = ""
	}
	END {
		for (i = 1; i <= n_folders; i++)
			tell(folder_covered[folders[i]], folder_lines[folders[i]], folders[i])
		tell(all_covered, all_lines, "all")
	}'
