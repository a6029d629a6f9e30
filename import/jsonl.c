#include "import/item_fields.h"

bool jsonl_read_item(const struct item_source *source, struct bytes line, struct arena *arena,
                     struct item *item, struct err *err)
{
    struct json_object *object = NULL;
    if (!json_object_parse(&object, line, err))
        return false;
    bool taken = item_take_fields(source->kind, object, arena, item, err);
    json_object_free(object);
    return taken;
}
