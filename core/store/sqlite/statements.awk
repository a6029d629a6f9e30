# Turns the SQL of this folder into C. The files to read are those with sections: queries.sql, migrations.sql.
#   part=header: enum statement, one value a query
#   part=source: the texts of the queries in that order, their names, the lines of the steps by version, and
#                those of the files without sections (-v schema=FILE -v triggers=FILE)
#   part=rows:   a function a row that makes a C struct of a query's columns
# A query begins with "-- name: answer_add", a step with "-- version: 2", and ends where the next one begins;
# comments are left out.
# A row begins with "-- row: question_row", which is the name of the struct; then a line a column: the struct's
# member, its type (integer, real, bool, bytes) and, where it is not called like the member, what is selected.
# "SELECT {question_row} FROM …" selects its columns, before others.

# The SQL has no backslashes, so double quotes alone need care.
function quoted(text) {
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

# A C string is at most 4,095 bytes long, so a whole file is an array of its lines, and so is a step.
function print_lines(name, file,    line) {
    print "const char *const " name "[] = {"
    while ((getline line < file) > 0) {
        line = without_comment(line)
        if (line != "")
            print "    " quoted_line(line) ","
    }
    print "    NULL,\n};"
}

# The columns of all rows named in the line, in their place.
function with_rows(line,    row) {
    while (match(line, /\{[a-z_]+\}/)) {
        row = substr(line, RSTART + 1, RLENGTH - 2)
        if (!(row in selected)) {
            print FILENAME ":" FNR ": there is no row " row > "/dev/stderr"
            exit failed = 1
        }
        line = substr(line, 1, RSTART - 1) selected[row] substr(line, RSTART + RLENGTH)
    }
    return line
}

# How a column of the query is read.
function reading(type, column) {
    if (type == "bytes")
        return "arena_copy(arena, query_bytes(query, " column "))"
    return "query_" (type == "real" ? "real" : "integer") "(query, " column ")" (type == "bool" ? " != 0" : "")
}

/^-- row: / {
    section = ""
    row = $3
    rows[++row_count] = row
    next
}

row != "" && /^--   / {
    type = $3
    member = $2
    if (type !~ /^(integer|real|bool|bytes)$/) {
        print FILENAME ":" FNR ": row " row " has a column of type " type > "/dev/stderr"
        exit failed = 1
    }
    what = member
    if (NF > 3) {
        what = $0
        sub(/^--[ ]+[a-z_]+[ ]+[a-z]+[ ]+/, "", what)
    }
    members[row] = members[row] "        ." member " = " reading(type, 0 + columns[row]++) ",\n"
    selected[row] = selected[row] (selected[row] != "" ? ", " : "") what
    has_bytes[row] = has_bytes[row] || type == "bytes"
    next
}

{
    row = ""
}

/^-- name: / {
    section = ++count
    names[count] = $3
    next
}

/^-- version: / {
    section = "version " $3
    newest = $3
    next
}

section != "" {
    line = with_rows(without_comment($0))
    if (line != "")
        texts[section] = texts[section] "\n        " quoted_line(line) (section ~ /^version/ ? "," : "")
}

END {
    if (failed)
        exit 1
    print "/* Generated from the SQL in core/store. */"
    if (part == "rows") {
        print "#ifndef ASSAY_CORE_STORE_ROWS_H\n#define ASSAY_CORE_STORE_ROWS_H\n"
        print "#include \"core/store/questions.h\"\n#include \"core/store/sqlite/db.h\"\n#include \"core/store/votes.h\""
        for (i = 1; i <= row_count; i++) {
            row = rows[i]
            print "\nenum { " toupper(row) "_COLUMNS = " columns[row] " };"
            print "\nstatic inline struct " row " read_" row "(struct query *query" \
                  (has_bytes[row] ? ", struct arena *arena" : "") ")\n{"
            print "    return (struct " row "){\n" members[row] "    };\n}"
        }
        print "\n#endif"
        exit
    }
    if (part == "header") {
        print "#ifndef ASSAY_CORE_STORE_STATEMENTS_H\n#define ASSAY_CORE_STORE_STATEMENTS_H\n\nenum statement {"
        for (i = 1; i <= count; i++)
            print "    STATEMENT_" toupper(names[i]) ","
        print "    STATEMENT_COUNT\n};\n"
        print "extern const char *const statement_texts[STATEMENT_COUNT];"
        print "extern const char *const statement_names[STATEMENT_COUNT];"
        print "/* migrations[v] makes version v out of the one before. */"
        print "enum { SCHEMA_VERSION = " newest " };"
        print "/* Lines, with NULL at the end. */"
        print "extern const char *const *const migrations[SCHEMA_VERSION + 1];"
        print "extern const char *const schema_lines[];\nextern const char *const trigger_lines[];\n\n#endif"
        exit
    }
    print "#include \"core/store/sqlite/statements.h\"\n\n#include <stddef.h>\n"
    print "const char *const statement_texts[STATEMENT_COUNT] = {"
    for (i = 1; i <= count; i++)
        print "    [STATEMENT_" toupper(names[i]) "] =" texts[i] ","
    print "};\n\nconst char *const statement_names[STATEMENT_COUNT] = {"
    for (i = 1; i <= count; i++)
        print "    [STATEMENT_" toupper(names[i]) "] = " quoted(names[i]) ","
    print "};\n"
    for (i = 2; i <= newest; i++)
        print "static const char *const migration_" i "[] = {" texts["version " i] "\n    NULL,\n};\n"
    print "const char *const *const migrations[SCHEMA_VERSION + 1] = {"
    for (i = 2; i <= newest; i++)
        print "    [" i "] = migration_" i ","
    print "};\n"
    print_lines("schema_lines", schema)
    print ""
    print_lines("trigger_lines", triggers)
}
