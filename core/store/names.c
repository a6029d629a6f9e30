/* Checks the names of annotators, models and sources of judgments. */
#include "core/store/store_private.h"

#include "core/base/unicode.h"

bool name_check(const char *whose, struct bytes name, struct err *err)
{
    if (name.size == 0)
        return err_set(err, ERR_INPUT, "the name of %s is empty; give one", whose);
    return !unicode_has_control(name) ||
           err_set(err, ERR_INPUT,
                   "the name '%.*s' of %s has a control character, which a terminal could obey; remove it",
                   BYTES_FORMAT(name), whose);
}

bool name_fail_is_model(const struct store *store, const char *whose, struct bytes name, struct err *err)
{
    return err_set(err, ERR_INPUT, "%s: '%.*s' is a model; give %s another name", store_path(store),
                   BYTES_FORMAT(name), whose);
}

bool name_check_is_no_model(struct store *store, const char *whose, struct bytes name, struct err *err)
{
    int64_t is_model;
    struct query query = query_start(store->db, STATEMENT_NAME_IS_MODEL);
    query_bind_bytes(&query, 1, name);
    return query_one_integer(&query, 0, &is_model, err) &&
           (is_model == 0 || name_fail_is_model(store, whose, name, err));
}
