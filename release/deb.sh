#!/bin/sh
# Builds the Debian packages assay and assay-doc from the committed sources.
#
#   sh release/deb.sh VERSION FOLDER      leaves the packages in FOLDER
#
# The build dependencies come from packages.sh and the version from the caller. The date of the changelog is that of the
# last commit, so that the same commit gives the same packages.
set -eu
version=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
source=$folder/assay-$version

rm -rf "$source" "$folder"/*.deb "$folder"/*.changes "$folder"/*.buildinfo
mkdir "$source"
git -C "$root" archive HEAD | tar -xC "$source"
cp -R "$source/release/debian" "$source/debian"
sh "$root/packages.sh" --list build | sed 's/^/ /; s/$/,/' >"$folder/depends"
sed -i -e "/@BUILD_DEPENDS@/{
r $folder/depends
d
}" "$source/debian/control"
cat >"$source/debian/changelog" <<-END
	assay ($version) unstable; urgency=medium

	  * Release $version. /usr/share/doc/assay/CHANGELOG.md tells what is new.

	 -- assay maintainers <maintainers@assay.invalid>  $(git -C "$root" log -1 --format=%cD)
END
(cd "$source" && dpkg-buildpackage -us -uc -b)
rm -rf "$source" "$folder/depends"
