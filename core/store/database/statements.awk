# Turns the SQL of this folder into C. The file to read is queries.sql.
#   part=header: enum statement, one value a query
#   part=source: the texts of the queries in that order, their names, and the lines of
#                the files without sections (-v sql_files="sqlite_tables=FILE sqlite_views=FILE,FILE …"), and of the steps between
#                versions (-v sql_steps="sqlite_steps=FILE …"), each of which begins with "-- version: 2" or a later one
#   part=rows:   a function a row that makes a C struct of a query's columns, and the structs nobody else has
# A query begins with "-- name: answer_add", and ends where the next one begins;
# comments are left out. Under "-- postgresql:" behind a query is its text for PostgreSQL, where that needs another one;
# "-- function" behind a name says that a server does it by the function of this name, with the same parameters, "-- function 10"
# with ten of them, and "of rows" behind that, that this function gives its rows. "-- sqlite: REASON" behind its name, or behind the heading of a part, says why SQLite alone can be asked; "-- long" behind
# a name, that a server gives the rows a part at a time, "-- alone", that it gives them as one stream: nothing else is asked then. "-- view: NAME TABLE" says of a view of PostgreSQL's which table is SQLite's.
# "-- text: NAME VALUE" in a query is the text of the query NAME above it, with VALUE in the place of its $1; a server calls the
# function that gives its rows. In a file without sections it is always the text. "VALUE; VALUE" are those of $1 and $2.
# A row begins with "-- row: question_row", which is the name of a struct of some header, or with "-- struct: vote_time":
# then the struct is made too. A line a column follows: the struct's member, its kind (integer, real, bool, bytes, view,
# position: see BEGIN) and, where it is not called like the member, what is selected; that can go on in lines that are
# indented deeper. A kind "{tally}" is all columns of that row, in a member that is its struct. An empty line ends a row.
# "SELECT {question_row} FROM …" selects its columns; a row that begins with another's can be read as that one, too.

BEGIN {
    SECOND_TEXTS_MAX = 8
    type["integer"] = "int64_t "
    type["id"] = "int64_t "           # the number of a row
    type["count"] = "int64_t "        # a number that is not below 0
    type["time"] = "int64_t "         # milliseconds since 1970, up to the year 9999
    type["real"] = "double "
    type["bool"] = "bool "
    type["bytes"] = "struct bytes "   # copied into the arena
    type["key"] = "struct bytes "     # the same, and it must be there
    type["view"] = "struct bytes "    # not copied: it stays until the next step
    type["position"] = "int64_t "     # VOTE_NONE for NULL, which SQLite gives as 0
    reading["integer"] = reading["position"] = "query_integer(query, %d)"
    reading["id"] = "query_id(query, %d)"
    reading["count"] = "query_count(query, %d)"
    reading["time"] = "query_time(query, %d)"
    reading["real"] = "query_real(query, %d)"
    reading["bool"] = "query_integer(query, %d) != 0"
    reading["bytes"] = "arena_copy(arena, query_bytes(query, %d))"
    reading["key"] = "arena_copy(arena, query_key(query, %d))"
    reading["view"] = "query_bytes(query, %d)"
}

function fail(where, message) {
    print where ": " message > "/dev/stderr"
    exit failed = 1
}

function quoted(text) {
    gsub(/\\/, "&&", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}

function quoted_line(text) {
    text = quoted(text)
    return substr(text, 1, length(text) - 1) "\\n\""
}

function without_comment(line) {
    sub(/(^|[ \t]+)-- .*$/, "", line)
    return line
}

# The text of the query that the line "-- text: NAME VALUE" names.
function included(line, where,    word, value, text, n, i) {
    split(line, word, " ")
    if (texts[word[3] " of"] == "")
        fail(where, "there is no statement " word[3] " above this line")
    sub(/^-- text: [a-z_]+ ?/, "", line)
    n = split(line, value, "; ")
    text = texts[word[3] " of"]
    for (i = 1; i <= n; i++)
        gsub("[$]" i, value[i], text)
    return text
}

# A C string is at most 4,095 bytes long, so whole files are an array of their lines, and so is a step.
function print_lines(name, files,    line, file, n, i) {
    print "const char *const " name "[] = {"
    n = split(files, file, ",")
    for (i = 1; i <= n; i++) {
        while ((getline line < file[i]) > 0) {
            if (line ~ /^-- text: /)
                print "    " substr(included(line, file[i]), 10) ","
            line = without_comment(line)
            if (line != "")
                print "    " quoted_line(line) ","
        }
        close(file[i])
    }
    print "    NULL,\n};"
}

# The steps of a file by the version that each leads to: name[2] are the lines of the first one. All files know the same versions.
function print_steps(name, file,    line, version, i) {
    version = 1
    while ((getline line < file) > 0) {
        if (line ~ /^-- version: /) {
            if (version > 1)
                print "    NULL,\n};"
            version++
            if (line != "-- version: " version)
                fail(file, "\"" line "\" is not the step to version " version)
            print "static const char *const " name "_" version "[] = {"
        } else if (without_comment(line) != "") {
            print "    " quoted_line(without_comment(line)) ","
        }
    }
    if (version > 1)
        print "    NULL,\n};"
    print "const char *const *const " name "[] = {\n    NULL,\n    NULL,"
    for (i = 2; i <= version; i++)
        print "    " name "_" i ","
    print "};\n"
    if (newest != "" && newest != version)
        fail(file, "it leads to version " version ", and another one to " newest)
    newest = version
}

# The columns of the row that is named in braces.
function columns_of(braced,    name) {
    name = substr(braced, 2, length(braced) - 2)
    if (!(name in selected))
        fail(FILENAME ":" FNR, "there is no row " name " above this line")
    is_used[name] = 1
    return selected[name]
}

# The columns of all rows named in the line, in their place.
function with_rows(line) {
    while (match(line, /\{[a-z_]+\}/))
        line = substr(line, 1, RSTART - 1) columns_of(substr(line, RSTART, RLENGTH)) substr(line, RSTART + RLENGTH)
    return line
}

# SQLite has the table in the place of a view. Before 3.39 it does not know IS DISTINCT FROM, which is its IS NOT.
function for_sqlite(text,    view) {
    for (view in table_of)
        gsub(view, table_of[view], text)
    gsub(/IS NOT DISTINCT FROM/, "IS", text)
    gsub(/IS DISTINCT FROM/, "IS NOT", text)
    return text
}

# "": the same as SQLite's.
function for_postgresql(i) {
    if (("postgresql " i) in texts)
        return texts["postgresql " i]
    if (i in server_texts)
        return server_texts[i]
    if (i in calls)
        return call_of(i)
    return for_sqlite(texts[i]) != texts[i] ? texts[i] : ""
}

# The call of the function that does it there.
function call_of(i,    parameters, n, most, k) {
    most = calls[i]
    for (k = 1; most == "" && index(texts[i], "$" k) > 0; k++)
        n = k
    most = most == "" ? n : most
    for (k = 1; k <= most; k++)
        parameters = parameters (k > 1 ? ", " : "") "$" k
    return "\n        " quoted_line("SELECT " (names[i] in gives_rows ? "* FROM " : "") names[i] "(" parameters ");")
}

function add_column(row, member, kind) {
    members[row, ++columns[row]] = member
    kinds[row, columns[row]] = kind
    has_bytes[row] = has_bytes[row] || kind == "bytes" || kind == "key"
}

function print_row(row,    i) {
    if (row in declared)
        print "\nstruct " row " {\n" declared[row] "};"
    print "\nstatic inline struct " row " read_" row "(struct query *query" \
          (has_bytes[row] ? ", struct arena *arena" : "") ")\n{\n    return (struct " row "){"
    for (i = 1; i <= columns[row]; i++)
        printf "        .%s = " reading[kinds[row, i]] ",\n", members[row, i], i - 1
    print "    };\n}"
}

/^-- (row|struct): / {
    section = ""
    row = $3
    if (row in selected)
        fail(FILENAME ":" FNR, "there is a row " row " above")
    rows[++row_count] = row
    place[row] = FILENAME ":" FNR
    selected[row] = ""
    if ($2 == "struct:")
        declared[row] = ""
    next
}

columns[row] > 0 && /^--      / {
    sub(/^--[ ]+/, "")
    selected[row] = selected[row] " " $0
    next
}

row != "" && /^--   / {
    member = $2
    kind = $3
    what = member
    if (kind ~ /^\{[a-z_]+\}$/) {
        what = columns_of(kind)
        inner = substr(kind, 2, length(kind) - 2)
        for (i = 1; i <= columns[inner]; i++)
            add_column(row, member "." members[inner, i], kinds[inner, i])
    } else {
        if (!(kind in type))
            fail(FILENAME ":" FNR, "row " row ": there is no kind " kind "; statements.awk lists them")
        add_column(row, member, kind)
        if (NF > 3) {
            what = $0
            sub(/^--[ ]+[a-z_0-9]+[ ]+[a-z]+[ ]+/, "", what)
        }
    }
    if (row in declared)
        declared[row] = declared[row] "    " (kind in type ? type[kind] : "struct " inner " ") member ";\n"
    selected[row] = selected[row] (selected[row] != "" ? ", " : "") what
    next
}

row != "" && NF > 0 {
    fail(FILENAME ":" FNR, "this is no column of row " row ", which an empty line would end")
}

{
    row = ""
}

/^-- view: / {
    table_of[$3] = $4
    next
}

/^-- name: / {
    section = ++count
    names[count] = $3
    reasons[count] = reason_of_part
    next
}

/^-- sqlite: / {
    reason = $0
    sub(/^-- sqlite: /, "", reason)
    if (section in names)
        reasons[section] = reason
    else
        reason_of_part = reason
    next
}

/^-- function( [0-9]+)?( of rows)?$/ {
    if (/ of rows$/)
        gives_rows[names[section]] = 1
    calls[section] = $3 == "of" ? "" : $3
    next
}

/^-- (long|alone)$/ {
    arrival[section] = "ROWS_" toupper($2)
    next
}

/^-- postgresql:$/ {
    section = "postgresql " count
    if (++second_texts > SECOND_TEXTS_MAX)
        fail(FILENAME ":" FNR, "more than " SECOND_TEXTS_MAX " statements have a second text; say " names[count] \
                               " so that both databases take it, or let the drivers do it")
    next
}

/^-- text: / {
    if ($3 in gives_rows) {
        value = $0
        sub(/^-- text: [a-z_]+ /, "", value)
        server_texts[section] = texts[section] "\n        " quoted_line("SELECT * FROM " $3 "(" value ");")
    }
    texts[section] = texts[section] included($0, FILENAME ":" FNR)
    next
}

/^-- .* -----+$/ {
    section = reason_of_part = ""
    next
}

section != "" {
    line = with_rows(without_comment($0))
    if (line != "")
        texts[section] = texts[section] "\n        " quoted_line(line)
    if (section in names)
        texts[names[section] " of"] = texts[section]
}

END {
    if (failed)
        exit 1
    for (i = 1; i <= row_count; i++) {
        if (!(rows[i] in is_used))
            fail(place[rows[i]], "no statement selects {" rows[i] "}")
    }
    print "/* Generated from the SQL in core/store. */"
    if (part == "rows") {
        print "#pragma once\n"
        print "#include \"core/judge/stop_rule.h\"\n#include \"core/store/votes/annotators.h\"\n#include \"core/store/labelling/answers.h\""
        print "#include \"core/store/upkeep/backup.h\"\n#include \"core/store/content/carrying.h\"\n#include \"core/store/labelling/drafts.h\"\n#include \"core/store/labelling/glances.h\""
        print "#include \"core/store/content/fill.h\"\n#include \"core/store/log.h\"\n#include \"core/store/upkeep/forgetting.h\""
        print "#include \"core/store/content/judgments.h\"\n#include \"core/store/upkeep/merging.h\"\n#include \"core/store/models/models.h\"\n#include \"core/store/content/questions.h\""
        print "#include \"core/store/upkeep/project_copy.h\"\n#include \"core/store/votes/raters.h\"\n#include \"core/store/rights.h\""
        print "#include \"core/store/database/db.h\"\n#include \"core/store/labelling/status.h\"\n#include \"core/store/content/twins.h\""
        print "#include \"core/store/votes/votes.h\"\n"
        print "_Static_assert(VOTE_NONE == 0, \"a position that is NULL is read as 0\");"
        for (i = 1; i <= row_count; i++)
            print_row(rows[i])
        exit
    }
    if (part == "header") {
        print "#pragma once\n\n#include <stdbool.h>\n\nenum statement {"
        for (i = 1; i <= count; i++)
            print "    STATEMENT_" toupper(names[i]) ","
        print "    STATEMENT_COUNT\n};\n"
        print "extern const char *const statement_texts[STATEMENT_COUNT];"
        print "extern const char *const statement_names[STATEMENT_COUNT];"
        print "/* Texts for PostgreSQL where it needs other words or its views, else NULL. */"
        print "extern const char *const postgresql_texts[STATEMENT_COUNT];"
        print "/* Why SQLite alone can be asked; NULL: a server, too. */"
        print "extern const char *const sqlite_reasons[STATEMENT_COUNT];"
        print "/* How a server gives the rows: all at once, a part at a time, or as a stream, during which nothing else is asked. */"
        print "extern const enum rows_arrival { ROWS_AT_ONCE, ROWS_LONG, ROWS_ALONE } statement_rows[STATEMENT_COUNT];"
        print "/* Lines, with NULL at the end. */"
        n = split(sql_files, text, " ")
        for (i = 1; i <= n; i++)
            print "extern const char *const " substr(text[i], 1, index(text[i], "=") - 1) "[];"
        print "/* Of the tables; and the steps by the version that each makes out of the one before: none makes 1. */"
        print "extern const int schema_version;"
        n = split(sql_steps, text, " ")
        for (i = 1; i <= n; i++)
            print "extern const char *const *const " substr(text[i], 1, index(text[i], "=") - 1) "[];"
        exit
    }
    print "#include \"core/store/database/statements.h\"\n\n#include <stddef.h>\n"
    print "const char *const statement_texts[STATEMENT_COUNT] = {"
    for (i = 1; i <= count; i++)
        print "    [STATEMENT_" toupper(names[i]) "] =" for_sqlite(texts[i]) ","
    print "};\n\nconst char *const statement_names[STATEMENT_COUNT] = {"
    for (i = 1; i <= count; i++)
        print "    [STATEMENT_" toupper(names[i]) "] = " quoted(names[i]) ","
    print "};\n"
    print "const char *const postgresql_texts[STATEMENT_COUNT] = {"
    for (i = 1; i <= count; i++) {
        if (for_postgresql(i) != "")
            print "    [STATEMENT_" toupper(names[i]) "] =" for_postgresql(i) ","
    }
    print "};\n\nconst char *const sqlite_reasons[STATEMENT_COUNT] = {"
    for (i = 1; i <= count; i++) {
        if (reasons[i] != "")
            print "    [STATEMENT_" toupper(names[i]) "] = " quoted(reasons[i]) ","
    }
    print "};\n\nconst enum rows_arrival statement_rows[STATEMENT_COUNT] = {"
    for (i = 1; i <= count; i++) {
        if (arrival[i] != "")
            print "    [STATEMENT_" toupper(names[i]) "] = " arrival[i] ","
    }
    print "};\n"
    n = split(sql_files, text, " ")
    for (i = 1; i <= n; i++) {
        print_lines(substr(text[i], 1, index(text[i], "=") - 1), substr(text[i], index(text[i], "=") + 1))
        print ""
    }
    n = split(sql_steps, text, " ")
    for (i = 1; i <= n; i++)
        print_steps(substr(text[i], 1, index(text[i], "=") - 1), substr(text[i], index(text[i], "=") + 1))
    print "const int schema_version = " newest ";"
}
