#include "core/store/votes/set_aside.h"

#include "core/base/memory.h"
#include "core/store/content/field_list.h"
#include "core/store/store_private.h"

/* *annotator_id = 0: nobody has the name. */
static bool find(struct store *store, struct bytes name, int64_t *annotator_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_FIND);
    query_bind_bytes(&query, 1, name);
    return query_one_integer(&query, 0, annotator_id, err);
}

bool set_aside_check(struct store *store, struct bytes names, struct err *err)
{
    struct bytes name;
    int64_t annotator_id;
    while (field_list_next(&names, &name)) {
        if (!find(store, name, &annotator_id, err))
            return false;
        if (annotator_id == 0)
            return err_set(err, ERR_INPUT, "there is no annotator '%.*s'; `assay annotators %s` lists them",
                           BYTES_FORMAT(name), store_address(store));
    }
    return true;
}

bool set_aside_take(struct store *store, struct bytes names, struct err *err)
{
    struct bytes name;
    int64_t annotator_id;
    store->set_aside.n = 0;
    while (field_list_next(&names, &name)) {
        if (!find(store, name, &annotator_id, err))
            return false;
        if (annotator_id != 0)
            annotator_set_put(&store->set_aside, annotator_id);
    }
    return true;
}

void set_aside_rename(struct bytes names, struct bytes old, struct bytes new, struct buffer *list)
{
    struct bytes name;
    const size_t start = list->size;
    while (field_list_next(&names, &name)) {
        buffer_add_string(list, list->size > start ? "," : "");
        buffer_add(list, bytes_equal(name, old) ? new : name);
    }
}

bool annotator_set_has(const struct annotator_set *set, int64_t annotator_id)
{
    size_t i = 0;
    while (i < set->n && set->ids[i] != annotator_id)
        i++;
    return i < set->n;
}

void annotator_set_put(struct annotator_set *set, int64_t annotator_id)
{
    if (!annotator_set_has(set, annotator_id))
        VECTOR_PUSH(set->ids, set->n, set->capacity) = annotator_id;
}
