# The documentation as a site: no link is broken, and every page fits a telephone.
. "$SOURCE/tests/support/tap.sh"

site=$SOURCE/build/site

test_that 'every link leads to a page, and every picture is there'
cd "$site" || exit 1
find . -name '*.html' | while read -r page; do
	grep -oE '(href|src)="[^"#]+' "$page" | sed 's/.*="//' | grep -vE '^(https?|mailto):' | sort -u | while read -r link; do
		[ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
	done
done >"$tap_folder/broken"
expect_equal "$(cat "$tap_folder/broken")" ''

test_that 'every link into a page leads to a place in it'
cd "$site" || exit 1
find . -name '*.html' | while read -r page; do
	grep -oE 'href="[^"]*#[^"]+' "$page" | sed 's/href="//' | grep -vE '^https?:' | sort -u | while read -r link; do
		target=$(dirname "$page")/${link%%#*}
		[ -n "${link%%#*}" ] || target=$page
		grep -qF "id=\"${link##*#}\"" "$target" || echo "$page: $link"
	done
done >"$tap_folder/broken"
expect_equal "$(cat "$tap_folder/broken")" ''

# Each page is in a frame that is 400 pixels wide, and reports how wide it wants to be.
test_that 'every page fits 400 pixels'
cp -R "$site" site
find site -name '*.html' | while read -r page; do
	sed -i 's|</body>|<script>parent.postMessage(location.pathname + " " + document.documentElement.scrollWidth, "*")</script></body>|' "$page"
	echo "<iframe src=\"$page\" width=\"400\" height=\"300\"></iframe>"
done >frames
{
	printf '%s\n' '<!DOCTYPE html><pre id="said"></pre><script>onmessage = (e) => said.append(e.data + "\n")</script>'
	cat frames
} >all.html
run timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" --window-size=1000,2000 \
	--host-resolver-rules='MAP * ~NOTFOUND, EXCLUDE 127.0.0.1' --virtual-time-budget=20000 --dump-dom "file://$PWD/all.html"
expect_status 0
stdout | sed -n '/id="said"/,/<\/pre>/p' | grep -o '[^/ ]*\.html [0-9]*' >widths
expect_equal "$(wc -l <widths)" "$(wc -l <frames)"
expect_equal "$(awk '$2 > 400' widths)" ''

done_testing
