#include "core/store/content/field_list.h"

#include "core/base/unicode.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

enum { NAME_CHARACTERS = 40 }; /* shown of a name in an error */

static const char no_field[] = "there is no field";

bool field_list_next(struct bytes *rest, struct bytes *name)
{
    *rest = bytes_trim(*rest);
    if (rest->size == 0)
        return false;
    if (!bytes_split(*rest, ',', name, rest)) {
        *name = *rest;
        *rest = (struct bytes){0};
    }
    *name = bytes_trim(*name);
    return true;
}

/* Adds the name and its counts: "section (948 documents, 40 questions)". */
static void add_counts(const struct field_count *count, struct buffer *out)
{
    unicode_add_beginning(out, count->name, NAME_CHARACTERS);
    buffer_add_string(out, " (");
    if (count->documents > 0)
        buffer_add_format(out, "%lld document%s", (long long)count->documents,
                          count->documents == 1 ? "" : "s");
    if (count->questions > 0)
        buffer_add_format(out, "%s%lld question%s", count->documents > 0 ? ", " : "",
                          (long long)count->questions, count->questions == 1 ? "" : "s");
    buffer_add_byte(out, ')');
}

bool field_list_fail(struct store *store, const char *before, struct bytes name, const char *behind,
                     struct err *err)
{
    enum { MOST = 12 };
    struct buffer there = {0};
    size_t n = 0;
    struct query query = query_start(store->db, STATEMENT_FIELD_COUNT_LIST);
    query_bind_integer(&query, 1, MOST + 1);
    while (query_next(&query)) {
        struct field_count count = read_field_count(&query);
        buffer_add_string(&there, n == 0 ? "the fields are " : ", ");
        if (n++ == MOST)
            buffer_add_string(&there, "…");
        else
            add_counts(&count, &there);
    }
    if (n == 0)
        buffer_add_string(&there, "the only fields are id, title and text");
    if (query_end(&query, err))
        err_set(err, ERR_USAGE, "%s '%.*s'%s; %s", before, BYTES_FORMAT(name), behind, buffer_string(&there));
    buffer_release(&there);
    return false;
}

static bool find_field(struct store *store, enum statement statement, struct bytes name, bool *found,
                       struct err *err)
{
    int64_t exists;
    struct query query = query_start(store->db, statement);
    query_bind_bytes(&query, 1, name);
    bool worked = query_one_integer(&query, 0, &exists, err);
    *found = exists != 0;
    return worked;
}

bool field_list_has(struct store *store, struct bytes name, bool *has, struct err *err)
{
    return find_field(store, STATEMENT_FIELD_FIND, name, has, err);
}

bool field_list_check(struct store *store, struct bytes names, struct err *err)
{
    struct bytes name;
    while (field_list_next(&names, &name)) {
        bool found;
        if (!find_field(store, STATEMENT_FIELD_FIND, name, &found, err))
            return false;
        if (!found)
            return field_list_fail(store, no_field, name, "", err);
    }
    return true;
}

bool field_check_of_questions(struct store *store, struct bytes name, struct err *err)
{
    bool found = name.size == 0, is_of_documents;
    if (!found && !find_field(store, STATEMENT_QUESTION_FIELD_FIND, name, &found, err))
        return false;
    if (found)
        return true;
    if (!find_field(store, STATEMENT_FIELD_FIND, name, &is_of_documents, err))
        return false;
    return is_of_documents
               ? field_list_fail(store, "documents have a field", name, ", but no question has it", err)
               : field_list_fail(store, no_field, name, "", err);
}
