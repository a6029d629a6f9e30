#!/bin/sh
# The program of a release for the action: downloads it, compares its digest, and says where it is.
#
#   sh action/fetch.sh FOLDER
#
# RELEASES is the address of the releases' files (https://…/releases/download), RELEASE the name of the release, ARCH the
# processor as `uname -m` calls it. The file is FOLDER/assay, and its path the only line on standard output. Exit status 1
# and nothing there: there is no such file, for example because RELEASE is a branch. Exit status 2: the file is not the one
# that the release has listed, or cannot be compared, and must not be run.
set -u
name=assay-linux-$ARCH
mkdir -p "$1"
curl --fail --silent --location --output "$1/SHA256SUMS" "$RELEASES/$RELEASE/SHA256SUMS" &&
	curl --fail --silent --location --output "$1/$name" "$RELEASES/$RELEASE/$name" || {
	rm -f "$1/SHA256SUMS" "$1/$name"
	exit 1
}
(cd "$1" && grep "  $name\$" SHA256SUMS >expected && sha256sum --check --status expected) || {
	echo "$RELEASES/$RELEASE/$name is not the file that SHA256SUMS lists; report this, and do not use it" >&2
	rm -f "$1/$name"
	exit 2
}
mv "$1/$name" "$1/assay" && chmod +x "$1/assay" && echo "$1/assay"
