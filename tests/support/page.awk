# The commands of a page in Markdown as a script: blocks marked `sh` as they are, of blocks marked `console` the lines
# behind "$ ", each compared with the output that the page shows. Blocks of other kinds are left out.

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
