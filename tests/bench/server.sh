#!/bin/sh
# Measures labelling, what it costs the server, exports, and waits beside a long writer, on a PostgreSQL server and on a file. Prints
# tables, and writes them to build/bench/server.md.
#
#   sh tests/bench/server.sh BUILD
#
# Called by `make server-bench`. The script starts its own server on this machine, with flushes; the annotators share
# the processors with it. Each row is measured SERVER_BENCH_ROUNDS (3) times, alternately on the file and on the server,
# so that other work of the machine disturbs both alike. The median of each column counts. A disk that reports a flush
# at once says little about one that really flushes. So the votes are also measured with 5 ms per flush (slow_flush.c).
# The script prints figures and never fails because of one.

set -eu
build=$1
tools=$build/tests/bench
data=build/bench
rounds=${SERVER_BENCH_ROUNDS:-3}
questions=${SERVER_BENCH_QUESTIONS:-100000}
seconds=12

psql=$(sh tests/support/postgresql.sh --programs)/psql
temporary=$(mktemp -d)
server=
finish() {
	[ -z "$server" ] || { kill -QUIT "$server" && wait "$server"; } 2>/dev/null || :
	rm -rf "$temporary"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM
chmod 755 "$temporary"
mkdir -p "$data"

# --- The loads ---

FLUSH_DELAY=$temporary/flush-ms
export FLUSH_DELAY
slowly="env LD_PRELOAD=$(readlink -f "$tools/slow_flush.so")"
set_flush() { # ms
	echo "$1" >"$FLUSH_DELAY"
	chmod 644 "$FLUSH_DELAY"
}

# If two hundred connect at once, they may wait for more than the usual ten seconds where starting a process is
# expensive.
url="postgresql://assay@/assay?host=$temporary/server&connect_timeout=60"
sql() { # statement
	"$psql" -qXAt "$url" -c "$1"
}

change_server() { # setting, value
	sql "ALTER SYSTEM SET $1 = $2"
	sql 'SELECT pg_reload_conf()' >/dev/null
}

set_flush 0
$slowly sh tests/support/postgresql.sh "$temporary/server" fsync=on full_page_writes=on shared_buffers=512MB \
	max_wal_size=4GB shared_preload_libraries=pg_stat_statements &
server=$!
until "$psql" -qXAt "postgresql://assay@/postgres?host=$temporary/server" -c 'CREATE DATABASE assay' 2>/dev/null; do
	kill -0 "$server"
	sleep 0.2
done

file=$temporary/file.db
echo "  MAKE  $questions questions, in a file and on a server" >&2
"$tools/bench_database" "$questions" "$file" >/dev/null
"$build/assay" set "$file" guide '' # so that no guide is shown
"$build/assay" set "$file" impressions 9
"$build/assay" copy "$file" "$url" 2>/dev/null
sql 'CREATE EXTENSION pg_stat_statements'
change_server pg_stat_statements.track none
sql 'VACUUM ANALYZE'

# 64,000 documents and as many votes, of which all are written anew while somebody votes.
small=$temporary/small.db
small_url="postgresql://assay@/small?host=$temporary/server&connect_timeout=60"
"$tools/bench_database" 6400 "$small" >/dev/null
"$build/assay" set "$small" guide ''
"$build/assay" set "$small" impressions 9
"$build/assay" export "$small" votes --output "$temporary/votes.jsonl"
sql 'CREATE DATABASE small'
"$build/assay" copy "$small" "$small_url" 2>/dev/null

# --- The measurements ---
# Each measurement is a line "name place figure..." of $data/server.

measure_votes() { # name, annotators, think_ms, flush_ms
	set_flush "$4"
	for place in file server; do
		[ $place = file ] && database=$file || database=$url
		echo "$1 $place $($slowly "$tools/bench_sites" "$database" "$2" "$3" "$seconds")"
	done
	set_flush 0
}

measure_export() { # what, SQL for the same rows
	echo "$1 file $("$tools/bench_measure" "$build/assay" export "$file" "$1")"
	echo "$1 server $("$tools/bench_measure" "$build/assay" export "$url" "$1")"
	echo "$1 copy $("$tools/bench_measure" "$psql" -qX "$url" -c "\\copy ($2) TO '$temporary/copied'")"
}

# The longest wait of a voter, who thinks for 20 ms, while the command runs, and how long that takes.
measure_beside() { # name, place, database, command...
	beside=$1 place=$2 database=$3
	shift 3
	: >"$temporary/waits"
	"$tools/bench_measure" "$@" >"$temporary/measured" &
	writer=$!
	while kill -0 "$writer" 2>/dev/null; do
		"$tools/bench_sites" "$database" 1 20 1 >>"$temporary/waits"
	done
	wait "$writer"
	echo "$beside $place $(awk '$6 > most { most = $6 } END { print most + 0 }' "$temporary/waits")" \
		"$(cut -d ' ' -f 1 "$temporary/measured")"
}

# Each round finds other documents and votes, and nobody is beside the voter first: the floor.
measure_writers() {
	"$build/assay" export "$small" beir --output "$temporary/beir"
	sed "s/hose/hose $round/" "$temporary/beir/corpus.jsonl" >"$temporary/replaced.jsonl"
	sed "s/handle/handle $round/" "$temporary/replaced.jsonl" >"$temporary/carried.jsonl"
	sed "s/^{\"uuid\":\"[^\"]*\",/{/; s/\"annotator\":\"/&guest $round /" "$temporary/votes.jsonl" >"$temporary/given.jsonl"
	sed -n '1~20p' "$temporary/given.jsonl" >"$temporary/few.jsonl"
	for place in file server; do
		[ $place = file ] && database=$small || database=$small_url
		echo "beside-nobody $place $("$tools/bench_sites" "$database" 1 20 8 | cut -d ' ' -f 6) 8000"
		measure_beside beside-import "$place" "$database" "$build/assay" import "$database" \
			--documents "$temporary/replaced.jsonl" --replace --keep-votes
		measure_beside beside-carry "$place" "$database" "$build/assay" carry "$database" \
			--documents "$temporary/carried.jsonl" --alike 0.5 --write
		measure_beside beside-few "$place" "$database" "$build/assay" import "$database" \
			--votes "$temporary/few.jsonl"
		measure_beside beside-votes "$place" "$database" "$build/assay" import "$database" \
			--votes "$temporary/given.jsonl"
	done
	rm -rf "$temporary/beir"
}

# Prints the processor time that the server has used, with the sessions that have ended, in ms.
server_ms() {
	for process in "$server" $(ps -o pid= --ppid "$server"); do
		cat "/proc/$process/stat" 2>/dev/null || :
	done | awk -v server="$server" -v ticks="$(getconf CLK_TCK)" \
		'{ n += $14 + $15 + ($1 == server ? $16 + $17 : 0) } END { printf "%.0f\n", n * 1000 / ticks }'
}

# What a vote of a single annotator and a start cost the server: statements, ms and bytes of WAL for a vote, ms for a start.
measure_costs() {
	starts=20
	change_server pg_stat_statements.track top
	sql 'SELECT pg_stat_statements_reset()' >/dev/null
	wal=$(sql 'SELECT pg_current_wal_flush_lsn()')
	before=$(server_ms)
	votes=$("$tools/bench_sites" "$url" 1 0 "$seconds" | awk -v seconds="$seconds" '{ print $3 * seconds }')
	after=$(server_ms)
	wal=$("$(dirname "$psql")/pg_waldump" -z -p "$temporary/server/data/pg_wal" -s "$wal" \
		-e "$(sql 'SELECT pg_current_wal_flush_lsn()')" | awk '$1 == "Total" { print $3 }') # without full pages
	statements=$(sql 'SELECT sum(calls) FROM pg_stat_statements')
	change_server pg_stat_statements.track none
	begin=$(server_ms)
	"$tools/bench_sites" "$url" "$starts" 0 0 2>/dev/null || : # nobody votes, which it complains about
	end=$(server_ms)
	echo "costs server $statements $after $before $wal $end $begin $votes" | awk -v starts="$starts" \
		'{ print $1, $2, $3 / $9, ($4 - $5) / $9, $6 / $9, ($7 - $8) / starts }'
}

judged='SELECT convert_from(qid, $$UTF8$$), 0, convert_from(docid, $$UTF8$$),
 count(*) FILTER (WHERE answer.position = slot.position), count(*)
 FROM answer JOIN ballot USING (ballot_id) JOIN slot USING (ballot_id) JOIN question USING (question_id)
 JOIN document USING (document_id) WHERE withdrawn_at IS NULL AND skip IS NULL
 GROUP BY question_id, qid, document_id, docid ORDER BY question_id, document_id'
voted='SELECT convert_from(qid, $$UTF8$$), deal, slot.position, convert_from(docid, $$UTF8$$), convert_from(name, $$UTF8$$),
 answer.position, given_at, elapsed_ms, note FROM answer JOIN ballot USING (ballot_id) JOIN slot USING (ballot_id)
 JOIN question USING (question_id) JOIN document USING (document_id)
 JOIN annotator ON annotator.annotator_id = answer.annotator_id ORDER BY answer_id, slot.position'

: >"$data/server"
round=1
while [ "$round" -le "$rounds" ]; do
	[ -t 2 ] && printf '  RUN   round %d of %d\r' "$round" "$rounds" >&2
	{
		measure_export qrels "$(echo "$judged" | tr '\n' ' ')"
		measure_export votes "$(echo "$voted" | tr '\n' ' ')"
		measure_votes one 1 0 0
		measure_votes twenty 20 0 0
		measure_votes twenty-flushed 20 0 5
		measure_votes thinking 200 5000 0
		measure_writers
		measure_costs
		echo "away server $("$tools/bench_sites" "$url" 1 0 "$seconds" 10)"
		echo "away-thinking server $("$tools/bench_sites" "$url" 60 5000 "$seconds" 10)"
	} 2>>"$data/remarks" >>"$data/server"
	round=$((round + 1))
done

# --- The tables ---

# Reads lines "name place figure...". Prints one line for each name and place, with the median of each figure.
medians() {
	awk '
		{ key = $1 " " $2; n[key]++; columns[key] = NF; for (i = 3; i <= NF; i++) figure[key, i, n[key]] = $i }
		END {
			for (key in n) {
				line = key
				for (i = 3; i <= columns[key]; i++) {
					for (a = 1; a <= n[key]; a++) sorted[a] = figure[key, i, a] + 0
					for (a = 2; a <= n[key]; a++)
						for (b = a; b > 1 && sorted[b - 1] > sorted[b]; b--) {
							held = sorted[b]; sorted[b] = sorted[b - 1]; sorted[b - 1] = held
						}
					line = line " " sorted[int((n[key] + 1) / 2)]
				}
				print line
			}
		}
	' "$data/server"
}

{
	echo "From a vote to the next ballot, medians of $rounds rounds:"
	echo
	medians | awk '
		{ key = $1 " " $2; votes[key] = $5; p50[key] = $6; p99[key] = $7 }
		function row(name, what, asked) {
			if (!votes[name " server"]) {
				printf "| %s | not measured: see '"$data"'/remarks | | | | | %s |\n", what, asked
				return
			}
			printf "| %s | %s | %s | %d | %.1f / %.1f ms | %s | %s |\n", what,
				votes[name " file"] ? sprintf("%d", votes[name " file"]) : "",
				votes[name " file"] ? sprintf("%.1f / %.1f ms", p50[name " file"], p99[name " file"]) : "",
				votes[name " server"], p50[name " server"], p99[name " server"],
				votes[name " file"] ? sprintf("%.2f × votes, %.2f × 99 %%", votes[name " server"] / votes[name " file"],
					p99[name " server"] / p99[name " file"]) : "", asked
		}
		END {
			print "| annotators | file: votes/s | median / 99 % | server: votes/s | median / 99 % | server ÷ file | |"
			print "| --- | --: | --: | --: | --: | --- | --- |"
			row("one", "1, without a pause", "")
			row("twenty", "20, without a pause", "99 % at most 300 ms")
			row("twenty-flushed", "… on a disk that takes 5 ms to flush", "twice the votes")
			row("thinking", "200, who think 5 s", "99 % at most 150 ms, and 5 × the file'\''s")
			row("away", "1, without a pause, 20 ms away", "median at most 60 ms")
			row("away-thinking", "60, who think 5 s, 20 ms away", "median at most 60 ms")
		}
	'
	echo
	echo "What it costs the server:"
	echo
	medians | awk '
		$1 == "costs" {
			print "| | | at most |"
			print "| --- | --: | --: |"
			printf "| statements of a vote | %.1f | 8 |\n", $3
			printf "| processor time of a vote | %.2f ms | 1.2 ms |\n", $4
			printf "| WAL of a vote, without full pages | %.1f kB | 3.5 kB |\n", $5 / 1e3
			printf "| processor time of a start | %.0f ms | 20 ms |\n", $6
		}
	'
	echo
	echo "The longest wait of a voter while somebody else writes, at most 300 ms, and how long the other takes:"
	echo
	medians | awk '
		{ wait[$1 " " $2] = $3; ms[$1 " " $2] = $4 }
		function row(name, what) {
			printf "| %s | %d ms | %.1f s | %s |\n", what, wait[name " file"], ms[name " file"] / 1e3,
				ms[name " server"] ? sprintf("%d ms | %.1f s", wait[name " server"], ms[name " server"] / 1e3) : "|"
		}
		END {
			print "| | on a file | | on a server | |"
			print "| --- | --: | --: | --: | --: |"
			row("beside-nobody", "nobody")
			row("beside-import", "import --replace of 64,000 documents")
			row("beside-carry", "carry --write of 64,000 documents")
			row("beside-few", "import --votes of 3,200 votes")
			row("beside-votes", "import --votes of 64,000 votes")
		}
	'
	echo
	echo "Exports of $questions questions:"
	echo
	medians | awk '
		{ ms[$1 " " $2] = $3 }
		function row(name) {
			printf "| %s | %.2f s | %.2f s | %.2f s | %.1f × |\n", name, ms[name " file"] / 1e3, ms[name " server"] / 1e3,
				ms[name " copy"] / 1e3, ms[name " server"] / ms[name " copy"]
		}
		END {
			print "| | from a file | from a server | `\\copy` of the same rows | server ÷ `\\copy` |"
			print "| --- | --: | --: | --: | --: |"
			row("qrels")
			row("votes")
		}
	'
} >"$data/server.md"
cat "$data/server.md"
