# The report in a browser: it renders, wide and narrow, writes nothing to the console and loads nothing else.
. "$SOURCE/tests/support/tap.sh"

# Makes a report of the sample data, labelled by somebody who knows the judgments.
page() { # file
	sample=$SOURCE/sample-data
	must "$ASSAY" import t.db "$sample/documents.jsonl" "$sample/questions.jsonl" "$sample/porter.run" \
		--judgments "$sample/judgments.qrels"
	must "$ASSAY" report t.db "$sample/porter.run" "$sample/plain.run" "$sample/titles.run" --judgments judgments.qrels -o "$1"
}

# Prints what the browser reports about a page, and the page after its layout. No host name can be resolved, so that the
# browser's own requests to its makers stay on this machine.
browse() { # page
	run timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" --window-size=1600,2000 \
		--host-resolver-rules='MAP * ~NOTFOUND, EXCLUDE 127.0.0.1' --enable-logging=stderr \
		--log-net-log="$PWD/requests" --dump-dom "file://$PWD/$1"
	expect_status 0
}

# Prints what the page requested, without the browser's own requests.
requests() {
	sed -n '/"initiator":"not an origin"/d; s/.*"initiator":.*"url":"\([^"]*\)".*/\1/p' requests | sort -u
}

# Copies the page with a script, which the page's own policy would forbid, and puts the copy into a frame. The script
# reports the width of the page to the frame.
framed() { # page width frame
	script='parent.postMessage(document.documentElement.scrollWidth, "*")'
	sed "/Content-Security-Policy/d; s|</body>|<script>$script</script></body>|" "$1" >measured.html
	printf '<!DOCTYPE html><script>onmessage = (e) => document.title = "as wide as " + e.data</script>
		<iframe src="measured.html" width="%s" height="1500" style="border: 0"></iframe>' "$2" >"$3"
}

test_that 'a report writes nothing to the console and sends no request'
page page.html
browse page.html
expect_stdout_has '<h2>Runs</h2>' '</html>'
expect_equal "$(stderr | grep -c CONSOLE)" 0
expect_equal "$(requests)" ''

test_that 'the test notices a page that writes to the console and sends a request'
printf '<!DOCTYPE html><img src="http://127.0.0.1:9/x"><script>console.log("hello")</script>' >talking.html
browse talking.html
expect_stderr_has CONSOLE
expect_equal "$(requests)" http://127.0.0.1:9/x

# The frame's scroll bar takes 15 pixels.
for width in 400 1400; do
	test_that "a report fits into $width pixels"
	page page.html
	framed page.html "$width" frame.html
	browse frame.html
	expect_stdout_has "<title>as wide as $((width - 15))</title>"
done

test_that 'a script in a report would not run'
page page.html
sed 's|</body>|<script>document.title = "ran"</script></body>|' page.html >scripted.html
browse scripted.html
expect_equal "$(stdout | grep -c '<title>ran')" 0
expect_stderr_has 'Content Security Policy'

done_testing
