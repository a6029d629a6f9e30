#!/bin/sh
# Runs each fuzz target for so many seconds, from an empty corpus beside it.
#
#   sh tests/fuzz.sh BUILD SECONDS TARGET...
#
# Ends in "N passed, N failed": a target fails when it finds a crash, which is
# kept in BUILD/crashes.

build=$(cd "$1" && pwd) # a target may change the folder
seconds=$2
shift 2
passed=0
failed=0
mkdir -p "$build/crashes"
for target in "$@"; do
	corpus=$build/corpus/$(basename "$target")
	mkdir -p "$corpus"
	if "$target" -max_total_time="$seconds" -artifact_prefix="$build/crashes/" -print_final_stats=1 "$corpus" \
		>"$target.log" 2>&1; then
		passed=$((passed + 1))
		echo "ok      $target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$target.log") inputs"
	else
		failed=$((failed + 1))
		echo "FAILED  $target"
		tail -n 30 "$target.log"
	fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
