#!/bin/sh
# Makes the static site of the documentation: README, the pages of docs/ and of the manual, and their pictures.
#
#   sh docs/site.sh MANUAL FOLDER      MANUAL is the folder of the manual's pages
set -eu
manual=$1
mkdir -p "$2/manual" "$2/pictures"
site=$(cd "$2" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)

# A page around what stands on standard input. `up` leads from the page to the site's first one.
page() { # title up
	printf '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
	printf '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
	printf '<title>%s</title>\n<link rel="stylesheet" href="%ssite.css">\n</head>\n<body>\n' "$1" "$2"
	printf '<nav><a href="%sindex.html">assay</a> <a href="%sdocs.html">Documentation</a> ' "$2" "$2"
	printf '<a href="%smanual/assay.1.html">Manual</a></nav>\n<main>\n' "$2"
	cat
	printf '</main>\n</body>\n</html>\n'
}

# Markdown as HTML. Pages lie side by side in the site: README is its first page, the index of docs/ is docs.html.
markdown() { # file
	cmark-gfm --extension table "$1" | sed -E \
		-e 's|href="(\.\./)?README\.md"|href="index.html"|g' \
		-e 's|href="docs/README\.md"|href="docs.html"|g' -e 's|href="tests/README\.md"|href="tests.html"|g' \
		-e 's|href="(\.\./)?(docs/)?([A-Za-z-]+)\.md(#[^"]*)?"|href="\3.html\4"|g' \
		-e 's|src="(\.\./)?tests/screenshots/|src="pictures/|g'
}

title_of() { # file
	sed -n 's/^# //p' "$1" | head -n 1
}

for file in README CONTRIBUTING SECURITY CHANGELOG; do
	[ $file = README ] && name=index || name=$file
	markdown "$root/$file.md" | page "$(title_of "$root/$file.md")" '' >"$site/$name.html"
done
markdown "$root/tests/README.md" | page 'The tests of assay' '' >"$site/tests.html"
for file in "$root"/docs/*.md; do
	name=$(basename "$file" .md)
	# The index.
	if [ "$name" = README ]; then
		markdown "$file" | page 'The documentation of assay' '' >"$site/docs.html"
	else
		markdown "$file" | page "$(title_of "$file")" '' >"$site/$name.html"
	fi
done
for file in "$manual"/*.[157]; do
	name=$(basename "$file")
	mandoc -T html -O fragment,man=%N.%S.html "$file" | page "${name%.*}(${name##*.})" '../' >"$site/manual/$name.html"
done
cp "$root"/tests/screenshots/*.svg "$root"/tests/screenshots/*.png "$site/pictures/"
cp "$root/docs/site.css" "$site/"
