#!/bin/sh
# The sample files as C, for `assay demo`: sh sample-data/as-source.sh FILE... >demo_files.c
set -eu
echo '#include "cli/label/demo_files.h"'
n=0
for file in "$@"; do
	printf 'static const unsigned char bytes_%d[] = {\n' $n
	od -v -An -tu1 "$file" | sed 's/  *\([0-9]\)/\1/; s/ \{1,\}/,/g; s/$/,/'
	echo '};'
	n=$((n + 1))
done
echo 'const struct demo_file demo_files[] = {'
n=0
for file in "$@"; do
	printf '    {"%s", bytes_%d, sizeof bytes_%d},\n' "$(basename "$file")" $n $n
	n=$((n + 1))
done
echo '};'
echo 'const size_t n_demo_files = sizeof demo_files / sizeof *demo_files;'
