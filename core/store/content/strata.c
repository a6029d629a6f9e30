#include "core/store/content/strata.h"

#include "core/base/unicode.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

enum { STRATA_NAMED = 8, NAME_CHARACTERS = 20 };

bool store_read_strata(struct store *store, struct arena *arena, struct strata *strata, struct err *err)
{
    *strata = (struct strata){0};
    if (!setting_get(store, SETTING_STRATA, arena, &strata->field, err))
        return false;
    if (strata->field.size == 0)
        return true;
    struct query query = query_start(store->db, STATEMENT_STRATUM_LIST);
    query_bind_bytes(&query, 1, strata->field);
    while (query_next(&query))
        ARENA_PUSH(arena, strata->items, strata->n) = read_stratum(&query, arena);
    return query_end(&query, err);
}

/* Adds the name of a stratum for people. */
static void stratum_add_name(const struct stratum *stratum, struct buffer *text)
{
    if (stratum->value.size > 0)
        unicode_add_beginning(text, stratum->value, NAME_CHARACTERS);
    else
        buffer_add_string(text, "(none)");
}

void strata_add(const struct strata *strata, struct buffer *text)
{
    if (strata->n == 0)
        return;
    unicode_add_beginning(text, strata->field, NAME_CHARACTERS);
    for (size_t i = 0; i < strata->n && i < STRATA_NAMED; i++) {
        buffer_add_string(text, i == 0 ? ": " : ", ");
        stratum_add_name(&strata->items[i], text);
        buffer_add_format(text, " %lld of %lld", (long long)strata->items[i].labelled,
                          (long long)strata->items[i].questions);
    }
    if (strata->n > STRATA_NAMED)
        buffer_add_string(text, ", …");
}
