/*
 * First all candidates are collected: for each question, the documents that each source names, with rank and score.
 * Then, in one transaction, those of each question are fused and stored. The number of a question is its index in
 * `pools`.
 */
#include "import/pooling.h"

#include "core/metric/fusion.h"
#include "core/store/content/documents.h"
#include "core/store/content/fill.h"
#include "core/store/content/imports.h"
#include "core/store/content/questions.h"
#include "core/store/search/search.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "import/fields/record_shape.h"
#include "import/files/file.h"
#include "import/known_texts.h"
#include "import/runs/run.h"

#include <stdlib.h>
#include <string.h>

/* A document as a source names it. There may be millions. */
struct naming {
    int64_t document_id;
    struct bytes docid;
    double score;
    int32_t rank; /* sources are not deeper */
    uint16_t source;
    /* The first source with this name, because a run may occur twice: for pooling and for its holes. */
    uint16_t named;
};

enum { SOURCES_MAX = UINT16_MAX };

enum outcome { OUTCOME_ADDED, OUTCOME_SAME, OUTCOME_LEFT_OUT };

/* All namings of a document. */
struct fused {
    struct fused_document document; /* its score is the reciprocal rank fusion, stored as candidate.prior */
    const struct naming *namings;   /* by ascending rank */
    size_t n;
    bool is_whole;
    enum outcome outcome;
};

struct collected {
    int64_t question_id;
    struct bytes qid, text;
    struct naming *namings;
    size_t n, capacity;
};

struct pooling {
    struct store *store;
    const struct pooling_request *request;
    struct pooling_summary *summary;
    struct arena *arena; /* for the names in the summary */
    struct arena memory; /* for what is collected */
    struct filling filling;
    struct put_counts known; /* rows of runs, all counted as `same` */
    size_t *named;           /* for each source, as naming.named */
    struct collected *pools;
    size_t n_pools;
    struct map by_qid;    /* qid → index in `pools` */
    bool has_ranked_anew; /* for at least one candidate */
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

/*
 * Makes room for `n` documents of this source and as many of each following one. Doubling would take twice as much
 * memory.
 */
static void make_room(struct pooling *pooling, struct collected *pool, size_t source, size_t n)
{
    if (pool->capacity - pool->n >= n)
        return;
    struct naming *before = pool->namings;
    pool->capacity = pool->n + n * (pooling->request->n_sources - source);
    pool->namings = arena_get_array(&pooling->memory, pool->capacity, sizeof *pool->namings);
    if (pool->n > 0)
        memcpy(pool->namings, before, pool->n * sizeof *before);
}

/* Adds a naming. There must be room. */
static void collect(struct pooling *pooling, struct collected *pool, const struct naming *naming)
{
    struct naming *kept = &pool->namings[pool->n++];
    *kept = *naming;
    kept->named = (uint16_t)pooling->named[naming->source];
    kept->docid = arena_copy(&pooling->memory, naming->docid);
}

static bool collect_entry(struct pooling *pooling, struct collected *pool, const struct run_entry *entry,
                          size_t source, size_t rank, struct err *err)
{
    struct naming naming = {.docid = entry->docid,
                            .source = (uint16_t)source,
                            .rank = (int32_t)rank,
                            .score = entry->score};
    if (!filling_find_document(&pooling->filling, entry->docid, &naming.document_id, err))
        return false;
    if (naming.document_id != 0) {
        collect(pooling, pool, &naming);
        pooling->known.same++;
    }
    return true;
}

/* A question of a run. Its documents are looked up together with those of others. */
struct named_question {
    const struct run_entry **ranked; /* all of its entries, allocated by malloc */
    size_t n;                        /* how many of these are collected */
    int64_t number;                  /* index in `pools` */
};

struct named_questions {
    struct arena arena;
    struct named_question *items;
    size_t n, n_entries;
};

enum { NAMINGS_AT_ONCE = 4000 };

static void add_ranked(struct pooling *pooling, size_t source, const struct run_question *question,
                       struct named_questions *questions)
{
    const size_t depth = pooling->request->sources[source].depth;
    const size_t n = question->n_entries < depth ? question->n_entries : depth;
    const int64_t number = map_find(&pooling->by_qid, question->qid);
    if (number == MAP_ABSENT) {
        unknown_add(&pooling->summary->unknown, pooling->arena, "question", question->qid, (int64_t)n);
        return;
    }
    const struct run_entry **ranked = run_question_rank(question, TIES_DOCID_DESC);
    ARENA_PUSH(&questions->arena, questions->items, questions->n) =
        (struct named_question){.ranked = ranked, .n = n, .number = number};
    questions->n_entries += n;
    for (size_t i = 0; i < n; i++)
        store_prefetch_document_number(pooling->store, ranked[i]->docid);
}

static void release_ranked(struct named_questions *questions)
{
    for (size_t i = 0; i < questions->n; i++)
        free(questions->items[i].ranked);
    arena_release(&questions->arena);
    *questions = (struct named_questions){0};
}

static bool collect_ranked(struct pooling *pooling, size_t source, struct named_questions *questions,
                           struct err *err)
{
    bool worked = true;
    for (size_t i = 0; worked && i < questions->n; i++) {
        const struct named_question *question = &questions->items[i];
        struct collected *pool = &pooling->pools[question->number];
        make_room(pooling, pool, source, question->n);
        for (size_t k = 0; worked && k < question->n; k++)
            worked = collect_entry(pooling, pool, question->ranked[k], source, k + 1, err);
    }
    store_drop_prefetched(pooling->store);
    release_ranked(questions);
    return worked;
}

static bool collect_questions(struct pooling *pooling, size_t source, const struct run *run, struct err *err)
{
    struct named_questions questions = {0};
    bool worked = true;
    for (size_t i = 0; worked && i < run->n_questions; i++) {
        add_ranked(pooling, source, &run->questions[i], &questions);
        worked = report(pooling, pooling->request->sources[source].path, i, run->n_questions, err) &&
                 (questions.n_entries < NAMINGS_AT_ONCE || collect_ranked(pooling, source, &questions, err));
    }
    worked = worked && collect_ranked(pooling, source, &questions, err);
    release_ranked(&questions);
    return worked;
}

static bool collect_run(struct pooling *pooling, size_t source, struct err *err)
{
    struct run run = {0};
    const char *path = pooling->request->sources[source].path;
    bool worked =
        import_run(path, &pooling->request->rules, &run, err) && run_refuse_reversed(run.doubt, path, err);
    pooling->summary->sources[source].doubt = run.doubt;
    worked = worked && collect_questions(pooling, source, &run, err);
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
    if (worked)
        make_room(pooling, pool, source, n);
    for (size_t i = 0; worked && i < n; i++)
        collect(pooling, pool,
                &(struct naming){.document_id = hits[i].document_id,
                                 .docid = hits[i].docid,
                                 .source = (uint16_t)source,
                                 .rank = (int32_t)i + 1,
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

/* Names the sources like import does. */
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

/* Ranks are in order within a document, so that the same ranks have the same sum whatever their sources. */
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

/* Fuses the documents of a pool, the best first; in the arena. */
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

/* --- Storing ---------------------------------------------------------------------------------- */

/* A pool that is filled together with others. */
struct filled_pool {
    struct collected *pool;
    struct fused *documents; /* the best first */
    size_t n;
};

/*
 * Returns whether this naming is the first one under its name. If a run occurs twice, the first rank and score count.
 */
static bool is_first_of_name(const struct fused *document, size_t i)
{
    return i == 0 || document->namings[i - 1].named != document->namings[i].named;
}

static struct bytes name_of(const struct pooling *pooling, const struct naming *naming)
{
    return pooling->summary->sources[naming->source].name;
}

/* Chooses the documents that fit into the pool. Those that are candidates already have their place. */
static bool choose_documents(struct pooling *pooling, struct filled_pool *filled, struct arena *arena,
                             struct err *err)
{
    struct map there = {0};
    struct tally *tallies;
    size_t n;
    int64_t most = pooling->request->size > 0 ? pooling->request->size : INT64_MAX, added = 0;
    bool listed = store_list_pool(pooling->store, filled->pool->question_id, arena, &tallies, &n, err);
    filled->n = fuse(pooling, filled->pool, arena, &filled->documents);
    for (size_t i = 0; listed && i < n; i++)
        map_put(&there, tallies[i].docid, NULL);
    for (size_t i = 0; listed && i < filled->n; i++) {
        struct fused *document = &filled->documents[i];
        bool is_there = map_find(&there, document->namings->docid) != MAP_ABSENT;
        bool has_room = (int64_t)there.size + added < most || document->is_whole;
        document->outcome = is_there ? OUTCOME_SAME : has_room ? OUTCOME_ADDED : OUTCOME_LEFT_OUT;
        added += document->outcome == OUTCOME_ADDED;
    }
    map_release(&there);
    return listed;
}

static void prefetch_documents(const struct pooling *pooling, const struct filled_pool *filled)
{
    const int64_t question_id = filled->pool->question_id;
    for (size_t i = 0; i < filled->n; i++) {
        const struct fused *document = &filled->documents[i];
        const int64_t document_id = document->namings->document_id;
        if (document->outcome == OUTCOME_LEFT_OUT)
            continue;
        store_prefetch_candidate(pooling->store, question_id, document_id);
        for (size_t k = 0; k < document->n; k++) {
            if (is_first_of_name(document, k))
                store_prefetch_origin(pooling->store, question_id, document_id,
                                      name_of(pooling, &document->namings[k]));
        }
    }
}

static bool put_document(struct pooling *pooling, const struct collected *pool, const struct fused *document,
                         struct err *err)
{
    bool is_new;
    if (!store_add_candidate(pooling->store, pool->question_id, document->namings->document_id, &is_new, err))
        return false;
    for (size_t i = 0; i < document->n; i++) {
        const struct naming *naming = &document->namings[i];
        enum stored stored;
        const struct candidate_origin origin = {.source = name_of(pooling, naming),
                                                .rank = naming->rank,
                                                .score = naming->score};
        if (!is_first_of_name(document, i))
            continue;
        if (!store_put_origin(pooling->store, pool->question_id, naming->document_id, &origin, &stored, err))
            return false;
        pooling->summary->sources[naming->source].anew += stored == STORED_REPLACED;
        pooling->has_ranked_anew |= stored == STORED_REPLACED;
    }
    return true;
}

/* Returns the first source that names the document, in the order of the request. */
static size_t first_source_of(const struct fused *document)
{
    size_t first = document->namings[0].source;
    for (size_t i = 1; i < document->n; i++)
        first = document->namings[i].source < first ? document->namings[i].source : first;
    return first;
}

static void count_sources(struct pooling *pooling, const struct fused *document)
{
    const size_t first = first_source_of(document);
    for (size_t i = 0; i < document->n; i++) {
        const size_t place = document->namings[i].source;
        struct pooled_source *source = &pooling->summary->sources[place];
        source->added += document->outcome == OUTCOME_ADDED && place == first;
        source->shared += document->outcome == OUTCOME_ADDED && place != first;
        source->same += document->outcome == OUTCOME_SAME;
        source->left_out += document->outcome == OUTCOME_LEFT_OUT;
    }
}

static bool put_documents(struct pooling *pooling, const struct filled_pool *filled, struct err *err)
{
    int64_t added = 0;
    for (size_t i = 0; i < filled->n; i++) {
        const struct fused *document = &filled->documents[i];
        if (document->outcome != OUTCOME_LEFT_OUT && !put_document(pooling, filled->pool, document, err))
            return false;
        added += document->outcome == OUTCOME_ADDED;
        count_sources(pooling, document);
    }
    pooling->summary->added += added;
    pooling->summary->questions += added > 0;
    return true;
}

/* Queries a server once for the pools of all questions, and then once for all their documents. */
static bool fill_together(struct pooling *pooling, struct filled_pool *pools, size_t n, struct arena *arena,
                          struct err *err)
{
    bool worked = true;
    for (size_t i = 0; i < n; i++)
        store_prefetch_pool(pooling->store, pools[i].pool->question_id);
    for (size_t i = 0; worked && i < n; i++)
        worked = choose_documents(pooling, &pools[i], arena, err);
    store_drop_prefetched(pooling->store);
    for (size_t i = 0; worked && i < n; i++)
        prefetch_documents(pooling, &pools[i]);
    for (size_t i = 0; worked && i < n; i++)
        worked = put_documents(pooling, &pools[i], err);
    store_drop_prefetched(pooling->store);
    return worked;
}

/* Fills a batch of pools from number `begin` on. Sets *end to the number after the last one. */
static bool fill_from(struct pooling *pooling, size_t begin, size_t *end, struct err *err)
{
    struct arena arena = {0};
    struct filled_pool *pools = NULL;
    size_t n = 0, n_namings = 0;
    for (*end = begin; *end < pooling->n_pools && n_namings < NAMINGS_AT_ONCE; ++*end) {
        struct collected *pool = &pooling->pools[*end];
        n_namings += pool->n;
        if (pool->n > 0)
            ARENA_PUSH(&arena, pools, n) = (struct filled_pool){.pool = pool};
    }
    bool worked = fill_together(pooling, pools, n, &arena, err);
    arena_release(&arena);
    return worked;
}

static bool put_all(struct pooling *pooling, struct err *err)
{
    bool worked = store_get_progress(pooling->store, &pooling->summary->before, err);
    for (size_t i = 0, end; worked && i < pooling->n_pools; i = end)
        worked = report(pooling, "candidates", i, pooling->n_pools, err) && fill_from(pooling, i, &end, err);
    return worked && settings_apply_to_unsettled(pooling->store, err) &&
           store_get_progress(pooling->store, &pooling->summary->after, err) &&
           store_find_lacking_questions(pooling->store, pooling->arena, &pooling->summary->lacking, err);
}

/* Candidates that came together can be undone together. */
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
    if (request->n_sources > SOURCES_MAX)
        return err_set(err, ERR_USAGE, "there are more than %d runs; pool them in parts", SOURCES_MAX);
    pooling.filling = (struct filling){
        .store = store,
        .arena = arena,
        .skip_unknown = request->skip_unknown,
        .unknown = &summary->unknown,
    };
    struct known_texts texts = {.store = store};
    known_texts_use(&texts);
    bool filled = collect_all(&pooling, err) && field_choice_check(record_shape_choice(), err) &&
                  known_texts_check(&texts, err) && put_in_transaction(&pooling, err);
    known_texts_release(&texts);
    map_release(&pooling.by_qid);
    arena_release(&pooling.memory);
    return filled;
}
