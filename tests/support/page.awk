# Turns the commands of a Markdown page into a script. Blocks marked `sh` are copied. From blocks marked `console` the
# lines after "$ " are taken, and the output of each is compared with the output on the page. Other blocks are left out.

/^```/ {
	if (block == "console") compare()
	block = block == "" ? substr($0, 4) : ""
	if (block == "") next
	if (block == "sh" || block == "console") print "# line " NR
	next
}
block == "sh" { print }
block == "console" && /^\$ / {
	compare()
	command = substr($0, 3)
	expected = ""
	next
}
block == "console" { expected = expected $0 "\n" }

function compare() {
	if (command == "") return
	print command " >shown.txt 2>/dev/null"
	print "diff -u - shown.txt >&2 <<'END_OF_PAGE'"
	printf "%s", expected
	print "END_OF_PAGE"
	command = ""
}
