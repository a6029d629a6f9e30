#include "core/store/labelling/gold.h"

#include "core/store/rows.h"
#include "core/store/store_private.h"

bool gold_find(struct store *store, struct bytes name, struct gold *gold, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_GOLD_FIND);
    query_bind_bytes(&query, 1, name);
    *gold = (struct gold){GOLD_ABSENT, 0};
    if (query_next(&query)) {
        struct known_gold known = read_known_gold(&query);
        *gold = (struct gold){known.kind, known.id};
    }
    return query_end(&query, err);
}

bool gold_check(struct store *store, struct bytes name, struct err *err)
{
    struct gold gold;
    return gold_find(store, name, &gold, err) &&
           (gold.kind != GOLD_ABSENT || name.size == 0 ||
            err_set(err, ERR_USAGE,
                    "%s: no annotator and no source of judgments has the name '%.*s'; `assay agreement %s "
                    "--grades` lists the names",
                    store_path(store), BYTES_FORMAT(name), store_address(store)));
}

bool gold_check_lead(struct store *store, struct bytes lead, struct err *err)
{
    int64_t annotator_id;
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_FIND);
    query_bind_bytes(&query, 1, lead);
    if (!query_one_integer(&query, 0, &annotator_id, err))
        return false;
    return lead.size == 0 || annotator_id != 0 ||
           err_set(err, ERR_USAGE,
                   "there is no annotator '%.*s' whose votes with notes could serve as practice",
                   BYTES_FORMAT(lead));
}

static struct query start_judged(struct store *store, const struct gold *gold, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_JUDGED_CANDIDATE_LIST);
    query_bind_integer(&query, 1, gold->id);
    query_bind_integer(&query, 2, question_id);
    return query;
}

void gold_prefetch_judged(struct store *store, const struct gold *gold, int64_t question_id)
{
    struct query query = start_judged(store, gold, question_id);
    query_prefetch(&query);
}

bool gold_list_judged(struct store *store, const struct gold *gold, int64_t question_id, struct arena *arena,
                      struct graded_candidate **candidates, size_t *n, struct err *err)
{
    struct query query = start_judged(store, gold, question_id);
    *candidates = NULL;
    *n = 0;
    while (query_next(&query)) {
        struct judged_candidate row = read_judged_candidate(&query);
        ARENA_PUSH(arena, *candidates, *n) = (struct graded_candidate){row.document_id, row.grade};
    }
    return query_end(&query, err);
}
