# Turns the SQL of this folder into C. The files to read are those with sections: queries.sql, migrations.sql.
#   part=header: enum statement, one value a query
#   part=source: the texts of the queries in that order, their names, the lines of the steps by version, and
#                those of the files without sections (-v schema=FILE -v triggers=FILE)
# A query begins with "-- name: answer_add", a step with "-- version: 2", and ends where the next one begins;
# comments are left out.

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
    line = without_comment($0)
    if (line != "")
        texts[section] = texts[section] "\n        " quoted_line(line) (section ~ /^version/ ? "," : "")
}

END {
    print "/* Generated from the SQL in core/store. */"
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
    print "#include \"core/store/statements.h\"\n\n#include <stddef.h>\n"
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
