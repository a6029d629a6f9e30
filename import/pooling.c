/*
 * First everything is collected: of each question the documents that a source names, with rank and score. Then, in one
 * transaction, each question's are fused and put. A question has its place in `pools` by its number.
 */
#include "import/pooling.h"

#include "core/metric/fusion.h"
#include "core/store/documents.h"
#include "core/store/fill.h"
#include "core/store/imports.h"
#include "core/store/questions.h"
#include "core/store/search.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "import/file.h"
#include "import/run.h"

#include <stdlib.h>
#include <string.h>

/* A document as a source names it. */
struct naming {
    int64_t document_id;
    struct bytes docid;
    size_t source;
    size_t named; /* the first source of its name: a run can be there twice, pooled and for its holes */
    int64_t rank;
    double score;
};

/* All namings of a document. */
struct fused {
    struct fused_document document; /* its score: by reciprocal rank fusion, as candidate.prior has it */
    const struct naming *namings;   /* by ascending rank */
    size_t n;
    bool is_whole;
};

struct collected {
    int64_t question_id;
    struct bytes qid, text;
    struct naming *namings;
    size_t n;
};

struct pooling {
    struct store *store;
    const struct pooling_request *request;
    struct pooling_summary *summary;
    struct arena *arena; /* what the summary names */
    struct arena memory; /* what is collected */
    struct filling filling;
    struct put_counts known; /* rows of runs, all of them as `same` */
    size_t *named;           /* of each source, as naming.named */
    struct collected *pools;
    size_t n_pools;
    struct map by_qid;    /* numbers in `pools` */
    bool has_ranked_anew; /* some candidate */
};

static bool report(struct pooling *pooling, const char *subject, size_t done, size_t total, struct err *err)
{
    const struct pooling_request *request = pooling->request;
    return request->watch == NULL ||
           request->watch(request->watch_context, &(struct import_progress){.path = subject,
                                                                            .done = done,
                                                                            .total = total,
                                                                            .n = done}) ||
           err_set(err, ERR_INTERRUPTED, "stopped; no pool was changed");
}

/* --- Collecting -------------------------------------------------------------------------------- */

static bool list_questions(struct pooling *pooling, struct err *err)
{
    struct question_row *rows;
    size_t n;
    if (!store_list_questions(pooling->store, &pooling->memory, &rows, &n, err))
        return false;
    pooling->pools = arena_get_array(&pooling->memory, n, sizeof *pooling->pools);
    pooling->n_pools = n;
    for (size_t i = 0; i < n; i++) {
        pooling->pools[i] =
            (struct collected){.question_id = rows[i].question_id, .qid = rows[i].qid, .text = rows[i].text};
        map_put(&pooling->by_qid, rows[i].qid, NULL);
    }
    return true;
}

static void collect(struct pooling *pooling, struct collected *pool, const struct naming *naming)
{
    struct naming *kept = &ARENA_PUSH(&pooling->memory, pool->namings, pool->n);
    *kept = *naming;
    kept->named = pooling->named[naming->source];
    kept->docid = arena_copy(&pooling->memory, naming->docid);
}

static bool collect_entry(struct pooling *pooling, struct collected *pool, const struct run_entry *entry,
                          size_t source, size_t rank, struct err *err)
{
    struct naming naming = {.docid = entry->docid,
                            .source = source,
                            .rank = (int64_t)rank,
                            .score = entry->score};
    if (!filling_find_document(&pooling->filling, entry->docid, &naming.document_id, err))
        return false;
    if (naming.document_id != 0) {
        collect(pooling, pool, &naming);
        pooling->known.same++;
    }
    return true;
}

static bool collect_question(struct pooling *pooling, size_t source, const struct run_question *question,
                             struct err *err)
{
    size_t depth = pooling->request->sources[source].depth;
    size_t n = question->n_entries < depth ? question->n_entries : depth;
    int64_t number = map_find(&pooling->by_qid, question->qid);
    if (number == MAP_ABSENT) {
        unknown_add(&pooling->summary->unknown, pooling->arena, "question", question->qid, (int64_t)n);
        return true;
    }
    const struct run_entry **ranked = run_question_rank(question, TIES_DOCID_DESC);
    bool worked = true;
    for (size_t i = 0; worked && i < n; i++)
        worked = collect_entry(pooling, &pooling->pools[number], ranked[i], source, i + 1, err);
    free(ranked);
    return worked;
}

static bool collect_run(struct pooling *pooling, size_t source, struct err *err)
{
    struct run run = {0};
    const char *path = pooling->request->sources[source].path;
    bool worked = import_run(path, &run, err) && run_refuse_distances(run.doubt, path, err);
    pooling->summary->sources[source].doubt = run.doubt;
    for (size_t i = 0; worked && i < run.n_questions; i++)
        worked = report(pooling, path, i, run.n_questions, err) &&
                 collect_question(pooling, source, &run.questions[i], err);
    run_release(&run);
    return worked && filling_check_known(&pooling->filling, "candidate", path, &pooling->known, err);
}

static bool search_question(struct pooling *pooling, size_t source, struct collected *pool, struct err *err)
{
    struct arena arena = {0};
    struct pooling_summary *summary = pooling->summary;
    struct search_hit *hits;
    size_t n;
    bool worked = search_find(pooling->request->searcher, pool->text, pool->question_id,
                              pooling->request->sources[source].depth, &arena, &hits, &n, err);
    for (size_t i = 0; worked && i < n; i++)
        collect(pooling, pool,
                &(struct naming){.document_id = hits[i].document_id,
                                 .docid = hits[i].docid,
                                 .source = source,
                                 .rank = (int64_t)i + 1,
                                 .score = hits[i].score});
    if (worked && n == 0 && summary->n_unfound++ < LACKING_NAMED)
        summary->unfound[summary->n_unfound - 1] = arena_copy(pooling->arena, pool->qid);
    arena_release(&arena);
    return worked;
}

static bool collect_search(struct pooling *pooling, size_t source, struct err *err)
{
    bool worked = true;
    for (size_t i = 0; worked && i < pooling->n_pools; i++)
        worked = report(pooling, "search", i, pooling->n_pools, err) &&
                 search_question(pooling, source, &pooling->pools[i], err);
    return worked;
}

/* The names of the sources, as import has them. */
static void name_sources(struct pooling *pooling)
{
    const struct pooling_request *request = pooling->request;
    const char **paths = arena_get_array(&pooling->memory, request->n_sources, sizeof(char *));
    size_t *firsts = arena_get_array(&pooling->memory, request->n_sources, sizeof *firsts);
    size_t n = 0;
    pooling->named = arena_get_array(&pooling->memory, request->n_sources, sizeof *pooling->named);
    for (size_t i = 0; i < request->n_sources; i++) {
        const char *path = request->sources[i].path != NULL ? request->sources[i].path : "search";
        size_t place = 0;
        while (place < n && strcmp(paths[place], path) != 0)
            place++;
        if (place == n) {
            paths[n] = path;
            firsts[n++] = i;
        }
        pooling->named[i] = firsts[place];
    }
    for (size_t place = 0; place < n; place++)
        pooling->summary->sources[firsts[place]].name = file_distinct_name(paths, n, place);
    for (size_t i = 0; i < request->n_sources; i++)
        pooling->summary->sources[i].name = pooling->summary->sources[pooling->named[i]].name;
}

static bool collect_all(struct pooling *pooling, struct err *err)
{
    const struct pooling_request *request = pooling->request;
    bool worked = list_questions(pooling, err);
    pooling->summary->sources =
        arena_get_array(pooling->arena, request->n_sources, sizeof *pooling->summary->sources);
    name_sources(pooling);
    for (size_t i = 0; worked && i < request->n_sources; i++)
        worked =
            request->sources[i].path != NULL ? collect_run(pooling, i, err) : collect_search(pooling, i, err);
    return worked;
}

/* --- Fusing ------------------------------------------------------------------------------------ */

/* Ranks in their order, so that the same ranks have the same sum wherever they come from. */
static int compare_namings(const void *left, const void *right)
{
    const struct naming *a = left, *b = right;
    int order = bytes_compare(a->docid, b->docid);
    if (order != 0)
        return order;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return (a->named > b->named) - (a->named < b->named);
}

static int compare_fused(const void *left, const void *right)
{
    const struct fused *a = left, *b = right;
    return fused_document_compare(&a->document, &b->document);
}

/* The documents of a pool, the best first; in the arena. */
static size_t fuse(const struct pooling *pooling, struct collected *pool, struct arena *arena,
                   struct fused **documents)
{
    size_t n = 0;
    *documents = NULL;
    if (pool->n > 0)
        qsort(pool->namings, pool->n, sizeof *pool->namings, compare_namings);
    for (size_t i = 0; i < pool->n; i++) {
        const struct naming *naming = &pool->namings[i];
        if (n == 0 || naming->document_id != (*documents)[n - 1].namings->document_id)
            ARENA_PUSH(arena, *documents, n) =
                (struct fused){.document = {.docid = naming->docid}, .namings = naming};
        struct fused *document = &(*documents)[n - 1];
        if (document->n++ == 0 || naming[-1].named != naming->named)
            document->document.score += fusion_reciprocal_rank(FUSION_K, naming->rank);
        document->is_whole = document->is_whole || pooling->request->sources[naming->source].is_whole;
    }
    if (n > 0)
        qsort(*documents, n, sizeof **documents, compare_fused);
    return n;
}

/* --- Putting ----------------------------------------------------------------------------------- */

/* The docids that are candidates of a question. */
static bool read_pool(struct pooling *pooling, const struct collected *pool, struct arena *arena,
                      struct map *docids, struct err *err)
{
    struct tally *tallies;
    size_t n;
    if (!store_list_candidates(pooling->store, pool->question_id, arena, &tallies, &n, err))
        return false;
    for (size_t i = 0; i < n; i++)
        map_put(docids, tallies[i].docid, NULL);
    return true;
}

static bool put_document(struct pooling *pooling, const struct collected *pool, const struct fused *document,
                         struct err *err)
{
    for (size_t i = 0; i < document->n; i++) {
        const struct naming *naming = &document->namings[i];
        enum stored stored;
        const struct candidate_origin origin = {.source = pooling->summary->sources[naming->source].name,
                                                .rank = naming->rank,
                                                .score = naming->score};
        if (!store_put_candidate(pooling->store, pool->question_id, naming->document_id, &origin, &stored,
                                 err))
            return false;
        pooling->summary->sources[naming->source].anew += stored == STORED_REPLACED;
        pooling->has_ranked_anew |= stored == STORED_REPLACED;
    }
    return true;
}

enum outcome { OUTCOME_ADDED, OUTCOME_SAME, OUTCOME_LEFT_OUT };

static void count_sources(struct pooling *pooling, const struct fused *document, enum outcome outcome)
{
    for (size_t i = 0; i < document->n; i++) {
        struct pooled_source *source = &pooling->summary->sources[document->namings[i].source];
        source->added += outcome == OUTCOME_ADDED;
        source->same += outcome == OUTCOME_SAME;
        source->left_out += outcome == OUTCOME_LEFT_OUT;
    }
}

static bool fill_pool(struct pooling *pooling, struct collected *pool, struct arena *arena, struct map *there,
                      struct err *err)
{
    struct fused *documents;
    size_t n = fuse(pooling, pool, arena, &documents);
    int64_t most = pooling->request->size > 0 ? pooling->request->size : INT64_MAX, added = 0;
    if (!read_pool(pooling, pool, arena, there, err))
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct fused *document = &documents[i];
        bool is_there = map_find(there, document->namings->docid) != MAP_ABSENT;
        bool has_room = (int64_t)there->size + added < most || document->is_whole;
        enum outcome outcome = is_there ? OUTCOME_SAME : has_room ? OUTCOME_ADDED : OUTCOME_LEFT_OUT;
        if (outcome != OUTCOME_LEFT_OUT && !put_document(pooling, pool, document, err))
            return false;
        added += outcome == OUTCOME_ADDED;
        count_sources(pooling, document, outcome);
    }
    pooling->summary->added += added;
    pooling->summary->questions += added > 0;
    return true;
}

static bool put_all(struct pooling *pooling, struct err *err)
{
    bool worked = store_get_progress(pooling->store, &pooling->summary->before, err);
    for (size_t i = 0; worked && i < pooling->n_pools; i++) {
        struct arena arena = {0};
        struct map there = {0};
        worked = report(pooling, "candidates", i, pooling->n_pools, err) &&
                 (pooling->pools[i].n == 0 || fill_pool(pooling, &pooling->pools[i], &arena, &there, err));
        map_release(&there);
        arena_release(&arena);
    }
    return worked && settings_apply_to_unsettled(pooling->store, err) &&
           store_get_progress(pooling->store, &pooling->summary->after, err) &&
           store_find_lacking_questions(pooling->store, pooling->arena, &pooling->summary->lacking, err);
}

/* What came in together can be taken back together. */
static bool begin_import(struct pooling *pooling, struct err *err)
{
    const struct pooling_summary *summary = pooling->summary;
    struct buffer names = {0};
    for (size_t i = 0; i < pooling->request->n_sources; i++) {
        if (pooling->named[i] == i)
            buffer_add_format(&names, "%s%.*s", names.size == 0 ? "" : ", ",
                              BYTES_FORMAT(summary->sources[i].name));
    }
    bool begun = store_begin_import(pooling->store, buffer_bytes(&names), pooling->request->now, err);
    buffer_release(&names);
    return begun;
}

static bool end_import(struct pooling *pooling, struct err *err)
{
    return pooling->summary->added > 0 || pooling->has_ranked_anew ||
           store_forget_import(pooling->store, err);
}

static bool put_in_transaction(struct pooling *pooling, struct err *err)
{
    if (!store_begin(pooling->store, err))
        return false;
    if (begin_import(pooling, err) && put_all(pooling, err) && end_import(pooling, err) &&
        store_commit(pooling->store, err))
        return true;
    store_rollback(pooling->store);
    return false;
}

bool pooling_fill(struct store *store, const struct pooling_request *request, struct arena *arena,
                  struct pooling_summary *summary, struct err *err)
{
    struct pooling pooling = {.store = store, .request = request, .summary = summary, .arena = arena};
    *summary = (struct pooling_summary){0};
    pooling.filling = (struct filling){
        .store = store,
        .arena = arena,
        .skip_unknown = request->skip_unknown,
        .unknown = &summary->unknown,
    };
    bool filled = collect_all(&pooling, err) && put_in_transaction(&pooling, err);
    map_release(&pooling.by_qid);
    arena_release(&pooling.memory);
    return filled;
}
