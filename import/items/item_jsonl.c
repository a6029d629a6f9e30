#include "import/items/item_file.h"

bool item_jsonl_read(const struct item_layout *layout, struct bytes line, struct arena *arena,
                     struct item *item, struct err *err)
{
    struct json_fields *object = NULL;
    if (!json_fields_parse(&object, line, "{\"_id\": …, \"text\": …}", err))
        return false;
    bool taken = item_take_fields(layout->fields, object, arena, item, err);
    json_fields_free(object);
    return taken;
}
