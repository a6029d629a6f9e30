# Turns queries.sql and schema.sql into C.
#   part=header: enum statement, one value a query
#   part=source: the texts of the queries in that order, their names, and the schema's lines (-v schema=FILE)
# A query begins with "-- name: vote_add" and ends at the next one; comments are left out.

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

/^-- name: / {
    names[++count] = $3
    next
}

count > 0 {
    line = without_comment($0)
    if (line != "")
        texts[count] = texts[count] "\n        " quoted_line(line)
}

END {
    print "/* Generated from core/store/queries.sql and schema.sql. */"
    if (part == "header") {
        print "#ifndef ASSAY_CORE_STORE_STATEMENTS_H\n#define ASSAY_CORE_STORE_STATEMENTS_H\n\nenum statement {"
        for (i = 1; i <= count; i++)
            print "    STATEMENT_" toupper(names[i]) ","
        print "    STATEMENT_COUNT\n};\n"
        print "extern const char *const statement_texts[STATEMENT_COUNT];"
        print "extern const char *const statement_names[STATEMENT_COUNT];"
        print "extern const char *const schema_lines[]; /* NULL at the end */\n\n#endif"
        exit
    }
    print "#include \"core/store/statements.h\"\n\n#include <stddef.h>\n"
    print "const char *const statement_texts[STATEMENT_COUNT] = {"
    for (i = 1; i <= count; i++)
        print "    [STATEMENT_" toupper(names[i]) "] =" texts[i] ","
    print "};\n\nconst char *const statement_names[STATEMENT_COUNT] = {"
    for (i = 1; i <= count; i++)
        print "    [STATEMENT_" toupper(names[i]) "] = " quoted(names[i]) ","
    print "};\n\nconst char *const schema_lines[] = {"
    while ((getline line < schema) > 0) {
        line = without_comment(line)
        if (line != "")
            print "    " quoted_line(line) ","
    }
    print "    NULL,\n};"
}
