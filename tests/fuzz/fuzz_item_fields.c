/*
 * Options about fields, on fields with any names. The first line of the input is the recipe for ids, the second one the
 * name that is given to each role, and the others are records.
 */
#include "core/base/bug.h"
#include "import/items/item_file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool take(void *context, const struct item *item, size_t line, size_t bytes_read, struct err *err)
{
    const struct item_fields *fields = context;
    (void)line;
    (void)bytes_read;
    (void)err;
    BUG_UNLESS(fields->recipe == NULL || item->id.size == ID_LENGTH_DEFAULT);
    return true;
}

static void read_with(struct item_mapping *mapping, enum item_kind kind, struct bytes records)
{
    struct err err = {0};
    struct buffer said = {0};
    struct item_fields fields = {.kind = kind, .mapping = mapping};
    if (!item_file_read(&fields, "x.jsonl", records, take, &fields, &err))
        BUG_UNLESS(err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
    item_fields_describe(&fields, &said);
    item_fields_release(&fields);
    buffer_release(&said);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct id_recipe recipe;
    struct item_name names[ITEM_ROLES] = {{0}};
    struct item_mapping mapping = {.recipes = &recipe, .n_recipes = 1};
    struct bytes line, rest = {.data = (const char *)data, .size = size};
    struct err err = {0};
    if (!bytes_next_line(&rest, &line))
        return 0;
    if (!id_recipe_parse(arena_copy(&arena, line).data, &arena, &recipe, &err))
        mapping.n_recipes = 0;
    if (bytes_next_line(&rest, &line) && line.size > 0) {
        for (size_t role = ITEM_ROLE_ID; role < ITEM_ROLES; role++) {
            names[role].name = arena_copy(&arena, line).data;
            mapping.names[role] = &names[role];
            mapping.n_names[role] = 1;
        }
    }
    read_with(&mapping, ITEM_DOCUMENT, rest);
    read_with(&mapping, ITEM_QUESTION, rest);
    if (!item_mapping_check_used(&mapping, &err))
        BUG_UNLESS(err.text[0] != '\0');
    arena_release(&arena);
    return 0;
}
