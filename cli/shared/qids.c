/* Qrels know a question by its labels. A database is queried for batches of questions, as for docids. */
#include "cli/shared/qids.h"

#include "cli/shared/database.h"
#include "core/store/content/questions.h"
#include "core/store/content/fill.h"
#include "core/store/store.h"

/* Keeps the unknown ones from `begin` up to, not including, `end`, looked up together. */
static bool keep_some(struct bytes *qids, size_t begin, size_t end, size_t *n_kept, struct store *store,
                      struct err *err)
{
    bool done = true;
    for (size_t i = begin; i < end; i++)
        store_prefetch_question_number(store, qids[i]);
    for (size_t i = begin; done && i < end; i++) {
        int64_t question_id = 0;
        done = store_find_question(store, qids[i], &question_id, err);
        if (question_id == 0)
            qids[(*n_kept)++] = qids[i];
    }
    store_drop_prefetched(store);
    return done;
}

static bool keep_unknown_of_store(struct bytes *qids, size_t *n, struct store *store, struct err *err)
{
    enum { AT_ONCE = 1000 };
    size_t n_kept = 0;
    bool done = true;
    for (size_t i = 0; done && i < *n; i += AT_ONCE)
        done = keep_some(qids, i, i + AT_ONCE < *n ? i + AT_ONCE : *n, &n_kept, store, err);
    *n = n_kept;
    return done;
}

bool qids_keep_unknown(struct bytes *qids, size_t *n, const struct truth *truth, struct world *world,
                       struct err *err)
{
    struct store *store = NULL;
    if (*n == 0 || !truth->is_database)
        return true;
    if (truth->store != NULL)
        return keep_unknown_of_store(qids, n, truth->store, err);
    bool done = database_open(&store, truth->path, STORE_READING, world, err) &&
                keep_unknown_of_store(qids, n, store, err);
    store_close(store);
    return done;
}
