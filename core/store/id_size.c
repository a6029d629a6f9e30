#include "core/store/id_size.h"

#include "core/base/unicode.h"
#include "core/store/database/db.h"
#include "core/store/postgresql/server.h"

static bool fail_too_long(const char *what, struct bytes id, struct err *err)
{
    enum { CHARACTERS_SAID = 40 };
    struct buffer beginning = {0};
    unicode_add_beginning(&beginning, id, CHARACTERS_SAID);
    err_set(
        err, ERR_INPUT,
        "%s '%s' is %zu bytes long; on a server an id is at most 2,000 bytes long: shorten it, or keep the "
        "project in a file",
        what, buffer_string(&beginning), id.size);
    buffer_release(&beginning);
    return false;
}

bool id_require_size(const struct db *db, const char *what, struct bytes id, struct err *err)
{
    return !db_is_on_server(db) || id.size <= SERVER_ID_SIZE_MAX || fail_too_long(what, id, err);
}
