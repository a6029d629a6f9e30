#include "core/store/search/search_copy.h"

#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"
#include "core/store/upkeep/project_copy.h"

static bool read_state(struct store *store, struct collection_state *state, struct err *err)
{
    *state = (struct collection_state){0};
    struct query query = query_start(store->db, STATEMENT_COLLECTION_STATE);
    if (query_next(&query))
        *state = read_collection_state(&query);
    return query_end(&query, err);
}

/* Each command that changes anything except votes is an event in the log. */
static bool is_up_to_date(struct store *copy, struct store *server, bool *is, struct err *err)
{
    struct collection_state here, there;
    *is = false;
    if (copy->is_new)
        return true;
    if (!read_state(copy, &here, err) || !read_state(server, &there, err))
        return false;
    *is = here.last_event == there.last_event && here.last_event_at == there.last_event_at &&
          here.documents == there.documents && here.questions == there.questions;
    return true;
}

struct told {
    search_watch *watch;
    void *context;
};

static bool tell(void *context, const char *path, int64_t done, int64_t total)
{
    const struct told *told = context;
    return told->watch == NULL || told->watch(told->context, path, (size_t)done, (size_t)total);
}

static bool bring_up_to_date(struct store *copy, struct store *server, struct told *told, struct err *err)
{
    bool is;
    return is_up_to_date(copy, server, &is, err) &&
           (is || store_copy_collection(server, copy, tell, told, err));
}

bool search_copy_open(struct store **copy, struct store *server, const char *path, search_watch *watch,
                      void *watch_context, struct err *err)
{
    struct told told = {watch, watch_context};
    *copy = NULL;
    if (!store_require_all(server, "a search", err) || !store_begin_reading(server, err))
        return false;
    bool opened = store_open(copy, path, STORE_CREATE, err) && bring_up_to_date(*copy, server, &told, err);
    store_end_reading(server);
    if (opened)
        return true;
    store_close(*copy);
    *copy = NULL;
    return err_context(err, "the copy in which a server's documents are searched (%s; it can be deleted)",
                       path);
}
