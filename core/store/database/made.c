#include "core/store/database/made.h"

#include "core/base/digest.h"
#include "core/base/version.h"
#include "core/store/database/statements.h"

#include <stdlib.h>
#include <string.h>

/* In the order in which they are made. The functions that write come after the views. */
static const struct made_part {
    const char *name;
    const char *const *lines;
} file_parts[] = {{"tables", sqlite_tables}, {"triggers", sqlite_triggers}, {"views", sqlite_views}, {0}},
  server_parts[] = {{"helpers", postgresql_functions},
                    {"tables", postgresql_tables},
                    {"triggers", postgresql_triggers},
                    {"views", postgresql_views},
                    {"functions", postgresql_acts},
                    {"rights", postgresql_rights},
                    {0}};

static const struct made_part *parts_of(bool is_on_server)
{
    return is_on_server ? server_parts : file_parts;
}

static bool is_part(const struct made_part *part, const char *name)
{
    return strcmp(part->name, name) == 0;
}

static void add_lines(struct buffer *sql, const char *const *lines)
{
    for (size_t i = 0; lines[i] != NULL; i++)
        buffer_add_string(sql, lines[i]);
}

/* --- Digests ------------------------------------------------------------------------------------- */

static void add_digest(struct buffer *text, const struct made_part *part)
{
    enum { DIGITS = 16 };
    char hex[DIGEST_HEX_SIZE];
    struct buffer sql = {0};
    add_lines(&sql, part->lines);
    digest_hex(buffer_bytes(&sql), hex);
    buffer_release(&sql);
    buffer_add_format(text, " %s=%.*s", part->name, DIGITS, hex);
}

/* Adds the digests of the parts from which this program makes such databases. */
static void made_add_digests(struct buffer *made_of, bool is_on_server, bool has_rights)
{
    buffer_add_format(made_of, "assay=%s", ASSAY_VERSION);
    for (const struct made_part *part = parts_of(is_on_server); part->name != NULL; part++) {
        if (has_rights || !is_part(part, "rights"))
            add_digest(made_of, part);
    }
}

struct bytes made_word(struct bytes made_of, const char *name)
{
    struct bytes word, rest = made_of, found, value;
    for (bool goes_on = made_of.size > 0; goes_on; made_of = rest) {
        goes_on = bytes_split(made_of, ' ', &word, &rest);
        if (!goes_on)
            word = made_of;
        if (bytes_split(word, '=', &found, &value) && bytes_equal(found, bytes_of(name)))
            return value;
    }
    return (struct bytes){0};
}

bool made_has_rights(struct bytes made_of)
{
    return made_word(made_of, "rights").size > 0;
}

/* Returns the number before the first point, and cuts it and the point off. */
static long next_number(struct bytes *version)
{
    char digits[16] = "";
    struct bytes number = *version, rest = {0};
    bytes_split(*version, '.', &number, &rest);
    if (number.size < sizeof digits)
        memcpy(digits, number.data, number.size);
    *version = rest;
    return strtol(digits, NULL, 10);
}

bool made_by_later(struct bytes made_of)
{
    enum { NUMBERS = 3 };
    struct bytes theirs = made_word(made_of, "assay"), own = bytes_of(ASSAY_VERSION);
    for (int i = 0; i < NUMBERS; i++) {
        long their_number = next_number(&theirs), own_number = next_number(&own);
        if (their_number != own_number)
            return their_number > own_number;
    }
    return false;
}

const char *made_list_other_parts(struct bytes made_of, bool is_on_server, bool *tables, struct arena *arena)
{
    struct buffer own = {0};
    const char *others = "";
    made_add_digests(&own, is_on_server, made_has_rights(made_of));
    *tables = false;
    for (const struct made_part *part = parts_of(is_on_server); part->name != NULL; part++) {
        if (bytes_equal(made_word(made_of, part->name), made_word(buffer_bytes(&own), part->name)))
            continue;
        *tables = *tables || is_part(part, "tables");
        others = arena_format(arena, "%s%s%s", others, others[0] != '\0' ? ", " : "", part->name);
    }
    buffer_release(&own);
    return others;
}

/* --- SQL ----------------------------------------------------------------------------------------- */

static void add_made_of(struct buffer *sql, bool is_on_server, bool has_rights)
{
    struct buffer made_of = {0};
    made_add_digests(&made_of, is_on_server, has_rights);
    buffer_add_string(sql, "DELETE FROM assay_schema;\n");
    if (is_on_server)
        buffer_add_format(sql, "INSERT INTO assay_schema (version, made_of) VALUES (%d, '%s');\n",
                          schema_version, buffer_string(&made_of));
    else
        buffer_add_format(sql,
                          "INSERT INTO assay_schema (made_of) VALUES ('%s');\nPRAGMA user_version = %d;\n",
                          buffer_string(&made_of), schema_version);
    buffer_release(&made_of);
}

static void add_parts(struct buffer *sql, bool is_on_server, bool has_tables, bool has_rights)
{
    for (const struct made_part *part = parts_of(is_on_server); part->name != NULL; part++) {
        if ((has_tables || !is_part(part, "tables")) && (has_rights || !is_part(part, "rights")))
            add_lines(sql, part->lines);
    }
    add_made_of(sql, is_on_server, has_rights);
}

void made_add_all(struct buffer *sql, bool is_on_server)
{
    add_parts(sql, is_on_server, true, false);
}

void made_add_parts(struct buffer *sql, bool is_on_server, bool has_rights)
{
    add_parts(sql, is_on_server, false, has_rights);
}

/* Each view's DROP is a line of its own before its CREATE. */
void made_add_view_drops(struct buffer *sql)
{
    for (size_t i = 0; postgresql_views[i] != NULL; i++) {
        if (bytes_starts_with(bytes_of(postgresql_views[i]), "DROP VIEW "))
            buffer_add_string(sql, postgresql_views[i]);
    }
}

void made_add_steps(struct buffer *sql, bool is_on_server, int64_t version)
{
    const char *const *const *steps = is_on_server ? postgresql_steps : sqlite_steps;
    for (int64_t next = version + 1; next <= schema_version; next++)
        add_lines(sql, steps[next]);
}

int made_add_trigger_names(struct buffer *names)
{
    static const char beginning[] = "CREATE OR REPLACE TRIGGER ";
    int n = 0;
    for (size_t i = 0; postgresql_triggers[i] != NULL; i++) {
        struct bytes line = bytes_of(postgresql_triggers[i]), name, rest;
        if (!bytes_starts_with(line, beginning) ||
            !bytes_split(bytes_from(line, strlen(beginning)), ' ', &name, &rest))
            continue;
        buffer_add_format(names, "%s'%.*s'", n > 0 ? ", " : "", BYTES_FORMAT(name));
        n++;
    }
    return n;
}
