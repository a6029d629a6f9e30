#include "import/items.h"

#include <string.h>

/* id TAB text; further tabs belong to the text. */
bool tsv_read_item(enum item_kind kind, struct bytes line, struct arena *arena, struct item *item,
                   struct err *err)
{
    (void)arena;
    const char *tab = memchr(line.data, '\t', line.size);
    if (tab == NULL)
        return err_set(
            err, ERR_INPUT,
            "no tab and no JSON object; a %s is a line `id TAB text`, or {\"_id\": …, \"text\": …}",
            item_kind_name(kind));
    size_t id_size = (size_t)(tab - line.data);
    item->id = (struct bytes){.data = line.data, .size = id_size};
    item->text = (struct bytes){.data = tab + 1, .size = line.size - id_size - 1};
    return memchr(line.data, '\0', line.size) == NULL ||
           err_set(err, ERR_INPUT, "it holds a NUL byte; is this a binary file?");
}
