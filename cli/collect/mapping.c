#include "cli/collect/mapping.h"

static void take_names(const struct text_list *names, enum item_role role, struct arena *arena,
                       struct item_mapping *mapping)
{
    for (size_t i = 0; i < names->n; i++)
        ARENA_PUSH(arena, mapping->names[role], mapping->n_names[role]) =
            (struct item_name){.name = names->items[i]};
}

bool mapping_take(const struct mapping_options *options, struct arena *arena, struct item_mapping *mapping,
                  struct err *err)
{
    take_names(&options->id, ITEM_ROLE_ID, arena, mapping);
    take_names(&options->text, ITEM_ROLE_TEXT, arena, mapping);
    take_names(&options->title, ITEM_ROLE_TITLE, arena, mapping);
    for (size_t i = 0; i < options->make_id.n; i++) {
        struct id_recipe recipe;
        if (!id_recipe_parse(options->make_id.items[i], arena, &recipe, err))
            return false;
        ARENA_PUSH(arena, mapping->recipes, mapping->n_recipes) = recipe;
    }
    mapping->id_length = options->id_length;
    return true;
}
