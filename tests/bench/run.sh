#!/bin/sh
# Measures speed and size, prints a table, and writes it to build/bench/report.md.
#
#   sh tests/bench/run.sh BUILD
#
# Called by `make bench`. The data is made once, below build/bench: 2.2 GB, and 2.7 GB more with BENCH_LARGE=1, which
# adds the run of 70 million lines. The floor, a program that maps the standard run and counts its newlines, is measured
# alternately with everything else. The best of BENCH_ROUNDS (5) rounds counts, so that other work of the machine
# disturbs both alike. The time of eval on one core is processor time, the smallest of four pairs per round with the
# floor; other work hardly changes it. The waiting times at the labelling screen are measured once, over hundreds of
# keys. So is search: over 100,000 documents, with BENCH_LARGE=1 a million. The script prints times and never fails
# because of one.

set -eu
build=$1
tools=$build/tests/bench
data=build/bench
rounds=${BENCH_ROUNDS:-5}
large=${BENCH_LARGE:-}
two=nDCG@10,RR@10
twenty=nDCG@5,10,20,100,nDCG,RR@10,RR,AP@10,AP,P@5,10,20,R@10,100,F1@10,Success@1,5,10,Judged@10,infAP

# --- The loads ---

make_load() { # name, questions, depth, order
	if [ ! "$data/$1.done" -nt "$tools/bench_generate" ]; then
		echo "  MAKE  $data/$1.run" >&2
		"$tools/bench_generate" "$2" "$3" "$4" "$data/$1.run" "$data/$1.qrels"
		touch "$data/$1.done"
	fi
}

mkdir -p "$data"
make_load standard 6980 1000 ordered
make_load shuffled 6980 1000 shuffled
make_load tenth 698 1000 ordered
make_load small 100 100 ordered
make_load shallow 6980 10 ordered
make_load track 53 100 ordered
if [ ! "$data/label.done" -nt "$tools/bench_database" ]; then
	echo "  MAKE  $data/label.db" >&2
	"$tools/bench_database" 100000 "$data/label.db" "$data/label-1.run" "$data/label-2.run" "$data/label-3.run" \
		"$data/label-4.run" "$data/label-5.run"
	touch "$data/label.done"
fi
[ -z "$large" ] || make_load tenfold 69800 1000 ordered
# Two annotators graded the same million documents with four grades; they differ on every fifth document.
if [ ! "$data/second.qrels" -nt "$0" ]; then
	awk -v first="$data/first.qrels" -v second="$data/second.qrels" 'BEGIN {
		for (i = 0; i < 1000000; i++) {
			print "q" int(i / 50) " 0 d" i " " i * 7 % 11 % 4 >first
			print "q" int(i / 50) " 0 d" i " " (i % 5 == 0 ? i * 3 % 13 : i * 7 % 11) % 4 >second
		}
	}'
fi

# The labels from the votes: a million judgments of 100,000 questions.
if [ ! "$data/label.qrels" -nt "$data/label.done" ]; then
	"$build/assay" export "$data/label.db" qrels -o "$data/label.qrels" 2>/dev/null
fi
labelled="$data/label-1.run $data/label-2.run $data/label-3.run"

# --- The measurements ---
# Each measurement is a line "name wall_ms peak_KiB cpu_ms" of $data/times. Each round makes all of them.

evaluate() { # name, load, measures, prefix of the command...
	name=$1 load=$2 measures=$3
	shift 3
	echo "$name $("$@" "$tools/bench_measure" "$build/assay" eval -m "$measures" "$data/$load.qrels" "$data/$load.run")"
}

many() { # name, load, runs, options...: eval with the same run several times, by twenty measures
	name=$1 load=$2 runs=$3
	shift 3
	while [ "$runs" -gt 0 ]; do
		set -- "$@" "$data/$load.run"
		runs=$((runs - 1))
	done
	echo "$name $("$tools/bench_measure" "$build/assay" eval -m $twenty "$data/$load.qrels" "$@")"
}

floor() { # name, load, prefix of the command...
	name=$1 load=$2
	shift 2
	echo "$name $("$@" "$tools/bench_measure" "$tools/bench_floor" "$data/$load.run")"
}

: >"$data/times"
round=1
while [ "$round" -le "$rounds" ]; do
	[ -t 2 ] && printf '  RUN   round %d of %d\r' "$round" "$rounds" >&2
	{
		evaluate standard standard $two env
		# shellcheck disable=SC2016 # the inner shell expands them
		echo "two-floors $("$tools/bench_measure" sh -c '"$0" "$1" & "$0" "$1"; wait' "$tools/bench_floor" "$data/standard.run")"
		for pair in 1 2 3 4; do
			floor floor standard taskset -c 0
			evaluate one-core standard $two taskset -c 0
		done
		evaluate twenty standard $twenty env
		evaluate shuffled shuffled $two env
		evaluate shuffled-one-core shuffled $two taskset -c 0
		evaluate tenth tenth $two env
		evaluate small small $two env
		echo "agree $("$tools/bench_measure" "$build/assay" agreement "$data/first.qrels" "$data/second.qrels")"
		echo "lint $("$tools/bench_measure" "$build/assay" lint "$data/first.qrels")"
		# shellcheck disable=SC2086 # each run is a word
		echo "report $("$tools/bench_measure" "$build/assay" report "$data/label.qrels" $labelled -o "$data/report.html")"
		many five shallow 5
		many five-intervals shallow 5 --interval
		many track track 63
		many track-intervals track 63 --interval
		echo "live $("$tools/bench_scoreboard")"
		echo "differences $("$tools/bench_differences")"
		if [ -n "$large" ]; then
			floor tenfold-floor tenfold env
			evaluate tenfold tenfold $two env
		fi
	} 2>>"$data/remarks" >>"$data/times"
	round=$((round + 1))
done

# Only once, because they look at each of a million votes.
echo "check $("$tools/bench_measure" "$build/assay" check "$data/label.db")" 2>>"$data/remarks" >>"$data/times"
# shellcheck disable=SC2086
echo "report-votes $("$tools/bench_measure" "$build/assay" report "$data/label.db" $labelled -o "$data/report-votes.html")" \
	2>>"$data/remarks" >>"$data/times"
echo "eval-votes $("$tools/bench_measure" "$build/assay" eval "$data/label.db" "$data/label-1.run")" \
	2>>"$data/remarks" >>"$data/times"
echo "compare-votes $("$tools/bench_measure" "$build/assay" compare "$data/label.db" "$data/label-1.run" "$data/label-2.run")" \
	2>>"$data/remarks" >>"$data/times"
echo "lint-votes $("$tools/bench_measure" "$build/assay" lint "$data/label.db")" 2>>"$data/remarks" >>"$data/times"
echo "lint-collection $("$tools/bench_measure" "$build/assay" lint "$data/label.qrels" --collection "$data/label.db")" \
	2>>"$data/remarks" >>"$data/times"
echo "agree-votes $("$tools/bench_measure" "$build/assay" agreement "$data/label.db" "$data/label.qrels")" \
	2>>"$data/remarks" >>"$data/times"
echo "agree-all $("$tools/bench_measure" "$build/assay" agreement "$data/label.db" --grades)" 2>>"$data/remarks" >>"$data/times"
rm -f "$data"/merged.db*
echo "merge $("$tools/bench_measure" "$build/assay" merge "$data/merged.db" "$data/label.db")" \
	2>>"$data/remarks" >>"$data/times"
rm -f "$data"/merged.db*

# Lines "name p50 p99", on a copy, because votes are cast.
cp "$data/label.db" "$data/labelled.db"
"$build/assay" set "$data/labelled.db" guide '' # so that no guide is shown
"$tools/bench_app" "$build/assay" "$data/labelled.db" "$data/label-1.run" "$data/label-2.run" "$data/label-3.run" \
	"$data/label-4.run" "$data/label-5.run" >"$data/app"
for load in '1 0' '20 0' '200 5000'; do
	# shellcheck disable=SC2086 # annotators, and their thinking time
	"$tools/bench_sites" "$data/labelled.db" $load 20
done >"$data/sites"
rm -rf "$data/labelled.db" "$data/labelled.db-wal" "$data/labelled.db-shm" "$data/labelled.db.home"

# --- Search ---
# Each measurement is a line "name wall_ms peak_KiB": imports, an index, and pools for 300 questions, with assay and
# without. The floor of the import is SQLite's shell. Both are measured twice, alternately, and the better time counts.

documents=100000
[ -z "$large" ] || documents=1000000
search=$data/search-$documents
if [ ! "$search/done" -nt "$tools/bench_search" ]; then
	echo "  MAKE  $search" >&2
	mkdir -p "$search"
	"$tools/bench_search" load $documents 300 "$search"
	rm -f "$search"/bare.db*
	"$build/assay" import "$search/bare.db" --documents "$search/documents.jsonl" --questions "$search/questions.jsonl" \
		>"$search/import" 2>&1
	sed 's/"id": "/&new-/' "$search/documents.jsonl" >"$search/renamed.jsonl"
	awk -F '"' '{
		middle = length($12) / 2
		printf "{\"id\": \"a-%s\", \"text\": \"%s\"}\n", $4, substr($12, 1, middle)
		printf "{\"id\": \"b-%s\", \"text\": \"%s\"}\n", $4, substr($12, middle + 1)
	}' "$search/documents.jsonl" >"$search/halves.jsonl"
	touch "$search/done"
fi
rm -f "$search"/labels.db*
cp "$search/bare.db" "$search/labels.db"

import() { # name, program, words...
	rm -f "$search"/import.db*
	name=$1
	shift
	echo "$name $("$tools/bench_measure" "$@")"
}

{
	for round in 1 2; do
		import floor-import sqlite3 -cmd "CREATE TABLE document (id, title, text, section, year)" "$search/import.db" \
			".import --csv --skip 1 $search/documents.csv document"
		import import "$build/assay" import "$search/import.db" "$search/documents.jsonl"
		import import-table "$build/assay" import "$search/import.db" --documents "$search/documents.csv"
	done
	rm -f "$search"/import.db*
	echo "floor-index $("$tools/bench_measure" "$tools/bench_search" index "$search/labels.db" "$search/floor.db")"
	echo "index $("$tools/bench_measure" "$build/assay" search "$search/labels.db" xyzzy)"
	echo "floor-query $("$tools/bench_measure" "$tools/bench_search" query "$search/labels.db" "$search/floor.db")"
	echo "query $("$tools/bench_measure" "$build/assay" pool "$search/labels.db" --search)"
	for state in renamed halves; do
		echo "$state $("$tools/bench_measure" "$build/assay" carry "$search/labels.db" --documents \
			"$search/$state.jsonl" --format tsv 2>/dev/null)"
	done
} >"$data/search"

# --- The tables ---

size() {
	wc -c <"$data/$1.run"
}

machine() {
	sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1
}

{
	echo "Best of $rounds rounds on $(date +%Y-%m-%d): $(machine), $(nproc) cores, warm cache, $("$build/assay" --version)."
	echo
	awk -v standard_size="$(size standard)" -v labelled_size="$(size label-1)" \
		-v judged_size="$(wc -c <"$data/label.qrels")" -v page_size="$(wc -c <"$data/report.html")" '
		NF < 2 { next } # the command failed
		!($1 in wall) || $2 < wall[$1] { wall[$1] = $2 }
		NF > 2 && $3 > peak[$1] { peak[$1] = $3 }
		NF > 3 && (!($1 in cpu) || $4 < cpu[$1]) { cpu[$1] = $4 }
		function row(what, name, ratio) {
			if (name in wall)
				printf "| %s | %.0f ms | %.0f ms | %.0f MiB | %s |\n", what, wall[name], cpu[name], peak[name] / 1024, ratio
			else
				printf "| %s | failed | | | |\n", what
		}
		function times(name, other, of, most) {
			return sprintf("%.2f × %s (at most %s)", cpu[name] / cpu[other], of, most)
		}
		function growth(name, factor) {
			return sprintf("%.2f × as long a line", cpu[name] / cpu["standard"] / factor)
		}
		function beside(name, runs, qrels) {
			return sprintf("%.0f MB beside the bytes of %s (at most 150)", \
				(peak[name] * 1024 - runs * labelled_size - qrels * judged_size) / 1e6, qrels > 0 ? "the qrels" : "the runs")
		}
		END {
			print "| load | time | processor time | peak memory | |"
			print "| --- | --: | --: | --: | --- |"
			row("floor: map 6.98 M lines, " int(standard_size / 1e6) " MB, count newlines", "floor", "")
			row("… two of it at once", "two-floors", sprintf("time %.2f × one: what two cores slow each other down", \
				wall["two-floors"] / wall["floor"]))
			row("standard: the same lines, nDCG@10 and RR@10, on one core", "one-core", \
				times("one-core", "floor", "the floor", 2.2))
			row("… on all cores", "standard", sprintf("time %.2f × one core (at most 0.6 on two), memory at most %d MiB", \
				wall["standard"] / wall["one-core"], standard_size / 1048576 + 64))
			row("… twenty measures", "twenty", times("twenty", "standard", "two measures", 1.3))
			row("… lines shuffled", "shuffled", times("shuffled", "floor", "the floor", 8) ", memory at most 150 MB")
			row("… lines shuffled, on one core", "shuffled-one-core", times("shuffled-one-core", "floor", "the floor", 7))
			row("0.7 M lines", "tenth", growth("tenth", 0.1))
			if ("tenfold" in wall)
				row("70 M lines", "tenfold", growth("tenfold", 10))
			row("100 questions × 100", "small", "process start included (at most 10 ms)")
			row("agreement: a million documents graded by both, all intervals", "agree", "at most 5 s")
			row("lint: a million judgments", "lint", "at most 5 s")
			row("report: 100,000 questions, a million judgments, 3 runs", "report", \
				sprintf("at most 5 s; %.1f MB (at most 5 MB); %s", page_size / 1e6, beside("report", 3)))
			row("… of a database, with a million votes", "report-votes", beside("report-votes", 3))
			row("eval of it, a run", "eval-votes", beside("eval-votes", 1))
			row("compare of it, two runs", "compare-votes", beside("compare-votes", 2))
			row("lint of it", "lint-votes", beside("lint-votes", 0))
			row("lint of qrels of a million, with it as their collection", "lint-collection", beside("lint-collection", 0, 1))
			row("agreement: it beside qrels of a million", "agree-votes", beside("agree-votes", 0, 1))
			row("agreement --grades of it: 20 annotators, each beside each", "agree-all", beside("agree-all", 0))
			row("merge of it into a new one", "merge", beside("merge", 0))
			row("check: 100,000 questions, a million documents, a million votes", "check", "at most 20 s")
			row("6,980 questions × 10, 5 runs, 20 measures", "five", "")
			row("… with intervals", "five-intervals", \
				sprintf("%.1f s more (at most 2 s on two free cores), %.1f × the floor more of processor time", \
				(wall["five-intervals"] - wall["five"]) / 1000, (cpu["five-intervals"] - cpu["five"]) / cpu["floor"]))
			row("53 questions × 100, 63 runs, 20 measures", "track", "")
			row("… with intervals", "track-intervals", "at most 5 s")
			printf "| differences of two texts of 100 kB | %.1f ms | | | at most 50 ms |\n", wall["differences"]
			printf "| a vote scored again, 5 runs × 1,000, 20 measures | %.3f ms | | | at most 1 ms |\n", wall["live"]
		}
	' "$data/times"
	echo
	echo "Import of and search over $documents documents of 500 characters and two more fields, with words as frequent"
	echo "as those of a language:"
	echo
	awk '
		!($1 in wall) || $2 < wall[$1] { wall[$1] = $2; peak[$1] = $3 }
		function row(what, name, ratio) {
			printf "| %s | %.1f s | %.0f MiB | %s |\n", what, wall[name] / 1000, peak[name] / 1024, ratio
		}
		function rate(name, floor, least) {
			return sprintf("%.2f × as fast (at least %.1f), memory at most 200 MB", wall[floor] / wall[name], least)
		}
		END {
			print "| load | time | peak memory | |"
			print "| --- | --: | --: | --- |"
			row("floor: `.import` of the same rows as CSV by the sqlite3 shell", "floor-import", "")
			row("import of JSON lines", "import", rate("import", "floor-import", 0.5))
			row("import of CSV", "import-table", rate("import-table", "floor-import", 0.5))
			row("floor: a bare FTS5 index, document by document", "floor-index", "")
			row("the index, by the first search", "index", rate("index", "floor-index", 0.8))
			row("floor: 300 questions of 8 words, asked of the bare index", "floor-query", "")
			row("a pool of the same 300 questions", "query", rate("query", "floor-query", 0.8))
			row("assay carry: the same documents under other ids", "renamed", "")
			row("assay carry: each document in halves", "halves", "")
		}
	' "$data/search"
	echo
	echo "The screens, 120x40, in a pseudo-terminal: 100,000 questions, a million documents, a million votes,"
	echo "five runs of a million lines."
	echo
	awk '
		{ p50[$1] = $2; p99[$1] = $3 }
		function row(what, name, most) {
			printf "| %s | %.2f ms | %.2f ms | %s |\n", what, p50[name], p99[name], most
		}
		END {
			print "| from | median | 99 % | |"
			print "| --- | --: | --: | --- |"
			row("floor: a key through a pseudo-terminal and back", "echo", "")
			row("floor: 4 KiB appended and made durable", "sync", "")
			row("key to vote on the disk to next ballot on the screen", "vote", sprintf("%.1f × the second floor (at most 5 ms, 30 ms)", p50["vote"] / p50["sync"]))
			row("… while runs are read and labels scored", "vote-early", "")
			row("scroll by a line", "scroll-line", "at most 16 ms")
			row("scroll by a page", "scroll-page", "at most 16 ms")
			row("first page of a document of 5 MB, with the vote before it", "first-page", "at most 50 ms")
			row("start to first ballot", "start", "at most 150 ms")
			printf "| start to all scores | %.1f s | | beside the votes |\n", p50["loaded"] / 1000
			row("another layout", "layout", "")
			row("help", "help", "")
			row("candidates", "candidates", "")
			row("questions", "questions", "says that it reads")
			row("… a letter of the filter", "questions-filter", "")
			row("… sorted", "questions-sort", "")
			row("scores", "scores", "")
			row("… a key while their history is replayed", "history-key", "")
			printf "| … the history of a sample of the questions | %.1f s | | beside the keys |\n", p50["history-sample"] / 1000
			printf "| … the whole history | %.1f s | | at most 5 s; %.1f s of processor time |\n", \
				p50["history"] / 1000, p50["history-processor"] / 1000
			row("a run, question by question", "run", "says that it reads")
			row("a ranking", "ranking", "")
			row("annotators, with how many votes each cast", "annotators", "at most 200 ms; the rest beside the keys")
			printf "| memory, at its peak | %.0f MB | | at most 150 MB |\n", p50["memory-screens"] * 1024 / 1e6
		}
	' "$data/app"
	echo
	echo "Annotators at once, each a process of its own, on the same database, from a vote to the next ballot:"
	echo
	awk '
		BEGIN {
			print "| annotators | they think | votes/s | median | 99 % | most | |"
			print "| --: | --: | --: | --: | --: | --: | --- |"
		}
		{
			printf "| %d | %s | %d | %.1f ms | %.1f ms | %.1f ms | %s |\n", $1, $2 ? $2 / 1000 " s" : "not", $3, $4, $5, $6,
				$1 == 20 ? "99 % at most 300 ms" : ""
		}
	' "$data/sites"
} >"$data/report.md"
cat "$data/report.md"
