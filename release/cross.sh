#!/bin/sh
# Builds the program from the committed sources for another processor, with Debian's cross compiler.
#
#   sh release/cross.sh ARCHITECTURE FOLDER [static|release]
#
# ARCHITECTURE is Debian's name: arm64, armhf, i386, s390x. The result is FOLDER/assay: `static` (the default) needs no
# library, `release` needs those in FOLDER/root. The libraries are Debian's packages for that architecture. apt-get
# fetches them with package lists of its own, and they are unpacked into FOLDER/root, so nothing is installed on this
# machine.
set -eu
architecture=$1
variant=${3:-static}
mkdir -p "$2"
folder=$(cd "$2" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
case $architecture in
arm64) triplet=aarch64-linux-gnu compiler=$triplet ;;
armhf) triplet=arm-linux-gnueabihf compiler=$triplet ;;
i386) triplet=i386-linux-gnu compiler=i686-linux-gnu ;;
*) triplet=$architecture-linux-gnu compiler=$triplet ;;
esac
command -v "$compiler-gcc" >/dev/null || {
	echo "assay: there is no $compiler-gcc; install gcc-$compiler" >&2
	exit 1
}

apt() { # word...
	apt-get -qq -o APT::Architecture="$architecture" -o APT::Architectures::="$architecture" \
		-o Dir::State::Lists="$folder/lists" -o Dir::State::status="$folder/status" -o Dir::Cache="$folder/cache" \
		-o APT::Sandbox::User=root "$@"
}

if [ ! -e "$folder/root/usr/include" ]; then
	mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial" "$folder/root"
	: >"$folder/status"
	apt update || : # the next command reports what is missing then
	# shellcheck disable=SC2046 # each package is a word; programs must run on this machine
	apt install --no-install-recommends --download-only -y libc6-dev libgcc-12-dev \
		$(sh "$root/packages.sh" --list build | grep -v '^pkg-config$')
	for package in "$folder"/cache/archives/*.deb; do
		dpkg -x "$package" "$folder/root"
	done
fi

rm -rf "$folder/source"
mkdir "$folder/source"
git -C "$root" archive HEAD | tar -xC "$folder/source"
export PKG_CONFIG_LIBDIR="$folder/root/usr/lib/$triplet/pkgconfig:$folder/root/usr/share/pkgconfig"
export PKG_CONFIG_SYSROOT_DIR="$folder/root"
export CC="$compiler-gcc --sysroot=$folder/root"
make -C "$folder/source" -j"$(nproc)" CC="$CC" build/$variant/assay
cp "$folder/source/build/$variant/assay" "$folder/assay"
"$compiler-strip" "$folder/assay"
