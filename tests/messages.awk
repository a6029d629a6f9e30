# Prints the texts of the program that people may read, sorted, each on a line below the name of its file:
#
#   awk -f tests/messages.awk FILE... > tests/messages.txt          (make messages)
#
# `make lint` compares the lists, so that new and changed texts show up in review. Texts are the string literals of C
# and SQL. Adjacent literals of C are joined (a macro between them as {NAME}, one of <inttypes.h> as d). A literal
# counts if two words remain when conversions (%s), escapes, markup (<b>) and links are removed; outside of core/ one
# word with a capital first letter is enough. Left out are comments, the texts of BUG, #error and _Static_assert, which
# are for programmers, and texts that only programs read: JSON (it begins with { or contains ": ), CSS and SQL.

BEGIN {
	RS = "\001" # reads a whole file as one record
}

# Returns whether people read this text.
function is_message(text,   rest) {
	if (text ~ /^\)?[ ;]*(ALTER|ANALYZE|ATTACH|BEGIN|CALL|COMMIT|COPY|CREATE|DECLARE|DELETE|DETACH|DO|DROP|EXPLAIN|FETCH|GRANT|INSERT|LOCK|PRAGMA|REVOKE|SAVEPOINT|SELECT|SET|UPDATE|VACUUM|WITH)([;]| [$A-Za-z_%*(])/)
		return 0
	if (text ~ /^[{[]+\\"|\\":|[{][a-z-]+:[^ {}]*[;}]/)
		return 0
	rest = text
	gsub(/\\n|\\t|\\r|\\x[0-9a-fA-F][0-9a-fA-F]|\\[0-7][0-7][0-7]|\\./, " ", rest)
	gsub(/<[^<>]*>|https?:[^ ]*/, " ", rest)
	gsub(/%[-+ #0]*[0-9*]*(\.[0-9*]+)?(hh|h|ll|l|z|j|t)?[a-zA-Z]/, " ", rest)
	gsub(/[{][A-Z_0-9]+[}]/, " ", rest)
	if (file !~ /^core\// && rest ~ /(^|[^A-Za-z0-9_.-])[A-Z][a-z]+([^A-Za-z0-9_=.\/-]|$)/)
		return 1
	return rest ~ /(^|[^a-zA-Z_0-9])[A-Za-z][A-Za-z'’-]*[,.:;)]* ([^A-Za-z]* )?["“(‘]*[A-Za-z][A-Za-z'’-]+/
}

function add(text) {
	if (is_message(text) && !(text in seen)) {
		seen[text]
		texts[++n] = text
	}
}

function print_texts(   i, j, text) {
	if (n == 0)
		return
	print file
	for (i = 2; i <= n; i++) {
		text = texts[i]
		for (j = i - 1; j >= 1 && texts[j] > text; j--)
			texts[j + 1] = texts[j]
		texts[j + 1] = text
	}
	for (i = 1; i <= n; i++)
		print "    " texts[i]
}

# Drops the first n_bytes of the remaining text.
function take(n_bytes) {
	left = substr(left, n_bytes + 1)
}

function read_c(   text, name, joined) {
	while (match(left, /["'\/]|#include[^\n]*|#error[^\n]*|(BUG|BUG_UNLESS|_Static_assert|static_assert)\(/)) {
		name = substr(left, RSTART, RLENGTH)
		take(RSTART - 1)
		if (name ~ /^#/)
			take(RLENGTH)
		else if (name ~ /\($/) {
			match(left, /\)[;,]|\)[ \\]*\n/)
			take(RSTART)
		} else if (name == "'") {
			match(left, /^'(\\.[^']*|[^'])'/)
			take(RLENGTH > 0 ? RLENGTH : 1)
		} else if (name == "/") {
			if (!comment())
				take(1)
		} else {
			text = ""
			do {
				match(left, /^"([^"\\]|\\.)*"/)
				text = text substr(left, 2, RLENGTH - 2)
				take(RLENGTH)
				blanks()
				joined = 0
				if (match(left, /^PRI[a-z][0-9A-Z]+/)) {
					text = text "d"
					take(RLENGTH)
					blanks()
				} else if (match(left, /^[A-Z][A-Z_0-9]*[ \t\n\\]+"/)) {
					name = substr(left, 1, RLENGTH - 1)
					sub(/[ \t\n\\]+$/, "", name)
					text = text "{" name "}"
					take(RLENGTH - 1)
				}
			} while (substr(left, 1, 1) == "\"")
			add(text)
		}
	}
}

function comment() {
	if (substr(left, 1, 2) == "//")
		match(left, /\n/)
	else if (substr(left, 1, 2) == "/*") {
		RSTART = index(left, "*/") + 1
	} else
		return 0
	take(RSTART)
	return 1
}

function blanks() {
	do {
		if (match(left, /^([ \t\n]|\\\n)+/))
			take(RLENGTH)
	} while (left ~ /^\/[*\/]/ && comment())
}

function read_sql(   text) {
	while (match(left, /--[^\n]*|'([^']|'')*'/)) {
		text = substr(left, RSTART + 1, RLENGTH - 2)
		if (substr(left, RSTART, 1) == "'" && text !~ /^[a-z_ ]+,|[a-z_]+\(|_[a-z]/) {
			gsub(/''/, "'", text)
			add(text)
		}
		take(RSTART + RLENGTH - 1)
	}
}

{
	file = FILENAME
	n = 0
	split("", seen)
	left = $0
	if (FILENAME ~ /\.sql$/)
		read_sql()
	else
		read_c()
	print_texts()
}
