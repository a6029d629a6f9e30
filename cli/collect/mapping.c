#include "cli/collect/mapping.h"

static void take_names(const struct arguments *arguments, size_t option, enum item_role role,
                       struct arena *arena, struct item_mapping *mapping)
{
    for (size_t i = 0; i < arguments->n_values[option]; i++)
        ARENA_PUSH(arena, mapping->names[role], mapping->n_names[role]) =
            (struct item_name){.name = arguments->values[option][i]};
}

bool mapping_take(const struct arguments *arguments, size_t first, struct arena *arena,
                  struct item_mapping *mapping, struct err *err)
{
    int64_t length;
    take_names(arguments, first + MAPPING_ID, ITEM_ROLE_ID, arena, mapping);
    take_names(arguments, first + MAPPING_TEXT, ITEM_ROLE_TEXT, arena, mapping);
    take_names(arguments, first + MAPPING_TITLE, ITEM_ROLE_TITLE, arena, mapping);
    for (size_t i = 0; i < arguments->n_values[first + MAPPING_MAKE_ID]; i++) {
        struct id_recipe recipe;
        if (!id_recipe_parse(arguments->values[first + MAPPING_MAKE_ID][i], arena, &recipe, err))
            return false;
        ARENA_PUSH(arena, mapping->recipes, mapping->n_recipes) = recipe;
    }
    if (!argument_integer(arguments, first + MAPPING_ID_LENGTH, ID_LENGTH_LEAST, ID_LENGTH_MOST,
                          ID_LENGTH_DEFAULT, &length, err))
        return false;
    mapping->id_length = (size_t)length;
    return true;
}
