#include "import/items/item_id.h"

#include "core/base/unicode.h"

#include <string.h>

bool item_id_check_size(enum item_kind kind, struct bytes id, struct err *err)
{
    enum { SHOWN = 40 };
    struct buffer beginning = {0};
    if (id.size <= ID_SIZE_MAX)
        return true;
    unicode_add_beginning(&beginning, id, SHOWN);
    err_set(err, ERR_INPUT,
            "the %s's id '%s' has %zu bytes, more than the %d that an id may have; is it a text?",
            item_kind_name(kind), buffer_string(&beginning), id.size, ID_SIZE_MAX);
    buffer_release(&beginning);
    return false;
}

/* Most ids are visible ASCII and need no further check. */
static bool is_visible_ascii(struct bytes id)
{
    for (size_t i = 0; i < id.size; i++) {
        if (id.data[i] <= ' ' || id.data[i] >= 127)
            return false;
    }
    return true;
}

bool item_id_check(enum item_kind kind, struct bytes id, const char *remedy, struct err *err)
{
    if (id.size == 0)
        return err_set(err, ERR_INPUT, "the %s's id is empty; give each one an id", item_kind_name(kind));
    if (!item_id_check_size(kind, id, err))
        return false;
    if (is_visible_ascii(id))
        return true;
    for (size_t i = 0; i < id.size; i++) {
        if (strchr(" \t\r\n\v\f", id.data[i]) != NULL) /* NUL too: strchr finds it */
            return err_set(err, ERR_INPUT,
                           "the id '%.*s' has white space, which qrels and runs can't hold; %s",
                           BYTES_FORMAT(id), remedy);
    }
    return !unicode_has_control(id) ||
           err_set(err, ERR_INPUT, "the id '%.*s' has a control character, which could steer terminals; %s",
                   BYTES_FORMAT(id), remedy);
}
