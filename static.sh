#!/bin/sh
# Two libraries of which Debian has no archive to link statically, cJSON and MD4C, from the same sources that Debian's
# packages are made of.
#
#   sh static.sh FOLDER      makes FOLDER/libcjson.a and FOLDER/libmd4c.a
#
# The sources are fetched by apt-get, which checks their signatures, from the mirrors that this machine uses; the lists of
# sources that it needs stay in the folder, so that neither root nor a change to the system is needed.
set -eu

mkdir -p "$1"
folder=$(cd "$1" && pwd)
CC=${CC:-gcc}
flags='-O2 -g -D_FORTIFY_SOURCE=2 -fstack-protector-strong'

fail() { # what
	echo "assay: $1" >&2
	exit 1
}

command -v apt-get >/dev/null 2>&1 || fail 'make static fetches sources by apt-get, which is not here; use Debian or Ubuntu.'

cd "$folder"
mkdir -p sources.list.d lists/partial cache/archives/partial

# The mirrors of the machine, asked for sources.
for file in /etc/apt/sources.list.d/*.sources; do
	[ ! -e "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file" >"sources.list.d/$(basename "$file")"
done
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
	[ ! -e "$file" ] || sed -n 's/^deb /deb-src /p' "$file" >>sources.list.d/lines.list
done

apt() { # word...
	apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$folder/sources.list.d" \
		-o Dir::State::Lists="$folder/lists" -o Dir::Cache="$folder/cache" -o APT::Sandbox::User=root "$@"
}

apt update || fail 'the lists of source packages could not be fetched: is there a network?'
[ -e cjson-source ] || {
	apt source --download-only cjson
	dpkg-source -x cjson_*.dsc cjson-source >/dev/null
}
# What Debian adds to MD4C is packaging.
[ -e md4c-source ] || {
	apt source --tar-only md4c
	mkdir md4c-source
	tar -xzf md4c_*.orig.tar.gz -C md4c-source --strip-components=1
}

# shellcheck disable=SC2086 # one word a flag
{
	$CC $flags -c cjson-source/cJSON.c -o cJSON.o
	$CC $flags -DMD4C_USE_UTF8 -c md4c-source/src/md4c.c -o md4c.o
}
rm -f libcjson.a libmd4c.a
ar rcs libcjson.a cJSON.o
ar rcs libmd4c.a md4c.o
