#!/bin/sh
# Checks what compilers do not check: who includes whom, the code style, a second compiler without a warning, the
# manual. Called by `make lint`:
#
#   CC=clang FLAGS='…' sh tests/lint.sh FILE.c... FILE.h...
#
# Ends with "N passed, N failed".

passed=0
failed=0

result() { # name, findings
	if [ -z "$2" ]; then
		passed=$((passed + 1))
		echo "ok      lint: $1"
	else
		failed=$((failed + 1))
		echo "FAILED  lint: $1"
		echo "$2" | head -n 40 | sed 's/^/    /'
	fi
}

# The layers: each folder may include the folders named after it.
layers='
core/base     core/base
core/text     core/base core/text
core/judge    core/base core/judge
core/metric   core/base core/metric
core/match    core/base core/text core/match
core/markup   core/base core/text core/markup
core/store    core/base core/text core/judge core/markup core/metric core/store
core/session  core/base core/text core/judge core/markup core/metric core/store core/session
import        core import
import/fields core import/field_names.h import/text/json_fields.h import/text/json_scan.h import/text/python_text.h import/text/table_row.h import/fields
import/items  core import/fields import/field_names.h import/files/file.h import/files/foreign.h import/files/mapped.h import/text/json_fields.h import/text/json_scan.h import/text/table_row.h import/files/unpack.h import/text/yaml_text.h import/items
import/records core import/fields import/field_names.h import/files/file.h import/text/json_fields.h import/text/json_scan.h import/text/table_row.h import/items import/records
export        core export
live          core import export live
faces         core import export live tui/text faces
tui/keys      core tui/keys
tui/text      core tui/text
tui/widget    core tui/keys tui/text tui/widget
tui/terminal  core tui/keys tui/text tui/widget tui/terminal
tui/screens   core import live tui/keys tui/text tui/widget tui/screens
tui/app       core import live tui
'
rooms='core import export live faces tui'
found=$(echo "$layers" | while read -r folder allowed; do
	[ -z "$folder" ] && continue
	grep -rn '^#include "' "$folder" --include='*.[ch]' | while IFS= read -r line; do
		included=${line##*#include \"}
		ok=no
		for layer in $allowed; do
			case $included in "$layer"[\"/]*) ok=yes ;; esac
		done
		[ $ok = no ] && echo "$line"
	done
done)
result 'no layer includes one above it' "$found"

# The rooms of core/store: the other rooms that each may include, besides database/ and the files that all rooms share.
store_rooms='
content     labelling/gold labelling/dockets votes/answer_change votes/tallies votes/votes
search      content upkeep/project_copy
models      content labelling upkeep
labelling   content votes upkeep/kept upkeep/sound
votes       content labelling upkeep/check upkeep/kept upkeep/sound
upkeep      content labelling votes sqlite postgresql
database    votes/votes.h
sqlite
postgresql
'
found=$(echo "$store_rooms" | while read -r room allowed; do
	[ -z "$room" ] && continue
	grep -rnE '^#include "core/store/[a-z]+/' "core/store/$room" --include='*.[ch]' | while IFS= read -r line; do
		included=${line##*#include \"core/store/}
		ok=no
		for other in $room database $allowed; do
			case $included in "$other"[/\".]*) ok=yes ;; esac
		done
		[ $ok = no ] && echo "$line"
	done
done)
result 'no room of core/store includes one that it must not know' "$found"

# A source file and its headers, including the private one, are one unit.
circles=$(grep -rn '^#include "' $rooms cli --include='*.[ch]' |
	sed 's/^\([^:]*\)\.[ch]:[0-9]*:#include "\(.*\)\.h".*/\1 \2/; s/_private//g' |
	awk '$1 != $2' | sort -u | tsort 2>&1 >/dev/null)
result 'no units include each other in a circle' "$circles"

# Prints the symbols that objects of the product define and use: "build/dev/core/base/err.o:… T err_set".
symbols() { # FILE.c...
	for file in "$@"; do
		case $file in core/* | import/* | export/* | live/* | faces/* | tui/* | cli/* | man/*) echo "build/dev/${file%.c}.o" ;; esac
	done | xargs nm -A -g
}

# If one object uses a symbol that another one defines as a function, it calls that function or takes its address.
calls() { # FILE.c...: prints the pairs of units of which the first calls the second
	symbols "$@" | awk '{
		unit = $1
		sub(/^build\/dev\//, "", unit)
		sub(/\.o:.*/, "", unit)
		if ($(NF - 1) == "T")
			home[$NF] = unit
		else if ($(NF - 1) == "U") {
			n++
			caller[n] = unit
			name[n] = $NF
		}
	}
	END {
		for (i = 1; i <= n; i++)
			if (name[i] in home && home[name[i]] != caller[i])
				print caller[i], home[name[i]]
	}' | sort -u
}

circles_of() { # pairs on standard input; prints one line for each set of units that reach each other
	awk '{
		called[$1] = called[$1] " " $2
		units[$1]
	}
	function visit(start, unit,   n, i, next_units) {
		n = split(called[unit], next_units, " ")
		for (i = 1; i <= n; i++)
			if (!((start, next_units[i]) in reached)) {
				reached[start, next_units[i]]
				visit(start, next_units[i])
			}
	}
	END {
		for (unit in units)
			visit(unit, unit)
		for (unit in units) {
			if (!((unit, unit) in reached))
				continue
			first = unit
			for (other in units)
				if ((unit, other) in reached && (other, unit) in reached && other < first)
					first = other
			print first, unit
		}
	}' | sort | awk '$1 != first { printf "%s%s", first == "" ? "" : "\n", $2; first = $1; next }
		{ printf " %s", $2 }
		END { if (NR > 0) print "" }'
}

# shellcheck disable=SC2046 # a file is a word
result 'no units call each other in a circle' "$(calls $(printf '%s\n' "$@" | grep '\.c$') | circles_of)"

# Finds functions that no other file of the product calls. A function is accepted if its own file uses it and a test
# tests it separately. The excepted functions are called by tests only, or by nobody: they choose among the ways of
# searching that processors have, or count trips.
excepted=' main looks_limit store_count_trips '
# shellcheck disable=SC2046 # a file is a word
result 'a function is called by other files than its own, or static, and not by tests alone' "$(
	symbols $(printf '%s\n' "$@" | grep '\.c$') | awk '
		$(NF - 1) == "T" { home[$NF] = $1 }
		$(NF - 1) == "U" { called[$NF] }
		END { for (name in home) if (!(name in called)) print home[name], name }' |
		sed 's#^build/dev/##; s#\.o:[0-9a-f]* #.c #' | sort | while read -r file name; do
		case $excepted in *" $name "*) continue ;; esac
		[ "$(grep -cw "$name" "$file")" -gt 1 ] && grep -qrw "$name" tests --include='*.[ch]' && continue
		echo "$file: $name"
	done
)"

result 'no tag of a struct, enum or union is defined twice' \
	"$(grep -rhoE '\b(struct|enum|union) [a-z_0-9]+ \{' --include='*.[ch]' $rooms cli | sort | uniq -d)"

only_in() { # header, pattern of the files that may include it
	grep -rln "^#include <$1>" $rooms cli --include='*.[ch]' | grep -vE "^($2)\$"
}
result 'one file alone includes <ncurses.h>' "$(only_in ncurses.h 'tui/terminal/curses\.c')"
result 'one folder alone knows SQLite' "$(
	only_in sqlite3.h 'core/store/sqlite/sqlite_db\.h'
	grep -rl 'sqlite/sqlite_db\.h' $rooms cli --include='*.[ch]' | grep -v '^core/store/sqlite/'
)"
result 'one file alone includes <libpq-fe.h>' "$(only_in libpq-fe.h 'core/store/postgresql/libpq\.h')"
result 'one file alone includes <zlib.h> and <zstd.h>' "$(only_in 'z[a-z]*\.h' 'import/files/unpack\.c')"
result 'one file alone includes <minizip/unzip.h>' "$(only_in minizip/unzip.h 'import/office/zipped\.c')"
result 'one file alone includes <expat.h>' "$(only_in expat.h 'import/office/xml\.c')"
result 'one file alone includes <yaml.h>' "$(only_in yaml.h 'import/text/yaml_text\.c')"
result 'one file alone includes <libstemmer.h>' "$(only_in libstemmer.h 'core/text/stemmer\.c')"
result 'one file alone includes <md5.h>' "$(only_in md5.h 'core/base/digest\.c')"
result 'one file alone includes <fribidi.h>' "$(only_in fribidi.h 'tui/text/visual_order\.c')"
result 'one file each of core/markup and tui/text includes <md4c.h>' "$(only_in md4c.h 'core/markup/markdown_text\.c|tui/text/markup/markdown_render\.c')"
result 'one file each of import/ and export/ includes <cJSON.h>' "$(only_in cJSON.h 'import/text/json_fields\.c|export/forms/json\.c')"

result 'nothing below cli/ prints, exits, or reads the environment or the clock' \
	"$(grep -rnE '\b(printf|puts|putchar|exit|getenv|time|clock_gettime|gettimeofday|getrandom|rand|srand|random)\(' \
		--include='*.c' $rooms | grep -vE 'core/base/bug\.c')"
result 'no atoi, sscanf, strtok, sprintf, gets, strcpy or strcat, and no letters by the locale' \
	"$(grep -rnE '\b(atoi|atol|atof|sscanf|strtok|sprintf|gets|strcpy|strcat|tolower|toupper)\(' \
		--include='*.[ch]' $rooms cli)"
result 'core/store reads columns by the rows of queries.sql, not by number' \
	"$(grep -nE '\bquery_(integer|real|bytes)\(' $(find core/store -name '*.[ch]' -not -path '*/database/*' -not -path '*/sqlite/*' -not -path '*/postgresql/*'))"
result 'nothing is left unfinished' \
	"$(grep -rnE '\b(TODO|FIXME|XXX|HACK)\b|#if 0' --include='*.[ch]' --include='*.sql' --include='*.awk' $rooms cli man tests Makefile)"

# Some files per call; as many calls at once as there are processors.
each_of() { # command that takes files, which come on standard input
	xargs -P "${JOBS:-$(nproc)}" -n 16 "$@" 2>&1
}
result 'clang-format' "$(printf '%s\n' "$@" | each_of clang-format --dry-run -Werror)"

# The driver would start a process for each file, which takes longer than reading it. So this takes the driver's command
# for one file, and gives it many.
clang_reads() { # files on standard input
	# shellcheck disable=SC2086 # the flags are words
	eval "set -- $("$CC" $FLAGS -fsyntax-only '-###' core/base/arena.c 2>&1 | sed -n '$s| "core/base/arena.c"$||p')"
	xargs -P "${JOBS:-$(nproc)}" -n 64 "$@" 2>&1
}
result 'clang compiles everything without a warning' "$(printf '%s\n' "$@" | grep '\.c$' | clang_reads)"

result 'zsh and fish read their completions' "$(for shell in zsh fish; do
	build/dev/assay completion $shell | $shell -n
done 2>&1)"

# Texts for people: no sentence without a question mark begins with "Who" or "What", and decimals have a leading zero.
# Titles and questions of the sample data are excepted.
riddles() { # FILE... or standard input
	grep -HnE '(^[^A-Za-z0-9#|[]*|[a-z`)”][.!] )(Who|What|Whoever|Whatever) [^?]*$|[ (=]\.[0-9]' "$@" |
		grep -vE 'What a hose is|What dose of|What does A3 mean'
}
result 'sentences say who acts, and decimals have a zero' "$(
	riddles README.md CHANGELOG.md CONTRIBUTING.md docs/*.md ./*/README.md man/assay.1.in tests/messages.txt tests/screens/*.screen
	for command in $(build/dev/assay help | awk '/^  [a-z]/ { print $1 }'); do
		build/dev/assay help "$command" | riddles --label="assay help $command"
	done
)"

result 'tests/messages.txt lists the texts of the program (make messages)' "$(diff -U 0 tests/messages.txt build/messages.txt | sed 1,2d)"

result 'the manual is clean' "$(mandoc -T lint -W style build/dev/man/*.[157] 2>&1 | grep -v "referenced manual not found")"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
