#!/bin/sh
# Runs each fuzz target for so many seconds. It starts from its seeds in tests/fuzz/seeds and from the inputs that it
# found earlier.
#
#   sh tests/fuzz.sh BUILD SECONDS TARGET...
#
# Ends with "N passed, N failed". A target fails if it finds a crash, which is kept in BUILD/crashes. The options for
# libFuzzer are in tests/fuzz/TARGET.flags. Reports do not have the whole stacks of allocations and frees, because these
# would take most of the time; they appear if you repeat a crash by hand. The targets' own folders lie in one common
# folder, in memory if possible. The script deletes it, because a target that crashes leaves its folder behind.

fuzz=$(pwd)/tests/fuzz
build=$(cd "$1" && pwd) # because a target may change the current folder
seconds=$2
shift 2
ASAN_OPTIONS=malloc_context_size=0:quarantine_size_mb=2:thread_local_quarantine_size_kb=64
export ASAN_OPTIONS
memory=$([ ! -w /dev/shm ] || echo /dev/shm)
FUZZ_FOLDER=$(mktemp -d -p "${memory:-/tmp}" assay-fuzz-XXXXXX)
export FUZZ_FOLDER
trap 'rm -rf "$FUZZ_FOLDER"' EXIT
trap 'exit 1' INT TERM # do not go on with the next target
passed=0
failed=0
mkdir -p "$build/crashes"
for target in "$@"; do
	name=$(basename "$target")
	corpus=$build/corpus/$name
	mkdir -p "$corpus"
	[ ! -d "$fuzz/seeds/$name" ] || cp -n "$fuzz/seeds/$name"/* "$corpus"
	flags=
	[ ! -f "$fuzz/$name.flags" ] || flags=$(cat "$fuzz/$name.flags")
	# shellcheck disable=SC2086 # flags are words
	if "$target" $flags -max_total_time="$seconds" -artifact_prefix="$build/crashes/" -print_final_stats=1 "$corpus" \
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
