/*
 * The texts are never all in memory. Each leaves a digest, and equal digests show texts that are the same. A sample of
 * the shingles of the remaining old texts is indexed. The remaining new texts are read again and looked up. Each pair
 * that may overlap is compared shingle by shingle, with the old text read from the database.
 *
 * All this is found without blocking votes. Writing first gives the continuing documents their new ids. An import that
 * replaces then finds them under these ids. This is committed in parts, between which annotators vote. Each part leaves
 * texts by which carrying_find finds again what is left to do.
 */
#include "import/carrying.h"

#include "core/base/map.h"
#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/match/shingle_index.h"
#include "core/store/content/documents.h"
#include "core/store/content/fill.h"
#include "core/store/content/imports.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "import/items/item_file.h"
#include "import/items/item_folder.h"
#include "import/files/spool.h"

#include <stdlib.h>

enum {
    WATCH_INTERVAL = 256,         /* documents between two calls of the watch */
    OVERLAPS_IN_MEMORY = 1 << 20, /* bytes */
};

void carrying_release(struct carrying *carrying)
{
    match_state_release(&carrying->before);
    match_state_release(&carrying->after);
    free(carrying->overlaps.items);
    free(carrying->document_ids);
    *carrying = (struct carrying){0};
}

/* The state while visiting documents, one after the other. */
struct carrier {
    struct store *store;
    const struct carry_request *request;
    struct carrying *carrying;
    const char *path; /* what is being read */
    size_t size, done;
    const struct file *file; /* NULL: a folder, or the database */
    size_t dropped;          /* bytes of the file that are not needed any more */
    size_t n_read;           /* documents read from it */
    size_t next;             /* the number of the next document */
    struct buffer text;      /* of one document */
    struct shingles shingles, other;
    /* Overlaps found so far; in a spool, because the index takes the memory meanwhile. */
    struct spool overlaps;
    size_t n_overlaps;
    /* What a stopped carry has set aside, by the ids that it had. */
    struct map aside;
    uint32_t *aside_documents;
    size_t n_aside;
    struct arena arena; /* of these */
    struct shingle_index index;
    uint32_t *indexed; /* document number of each text in the index */
    size_t n_indexed, indexed_capacity;
    struct carry_summary *summary;
    size_t next_overlap; /* that is queued */
    bool is_in_parts;
};

static void release_index(struct carrier *carrier)
{
    shingle_index_release(&carrier->index);
    free(carrier->indexed);
    carrier->indexed = NULL;
    carrier->n_indexed = carrier->indexed_capacity = 0;
}

static void release_carrier(struct carrier *carrier)
{
    buffer_release(&carrier->text);
    shingles_release(&carrier->shingles);
    shingles_release(&carrier->other);
    spool_release(&carrier->overlaps);
    map_release(&carrier->aside);
    arena_release(&carrier->arena);
    release_index(carrier);
}

static bool ask_watch(struct carrier *carrier, struct err *err)
{
    const struct carry_request *request = carrier->request;
    const struct import_progress progress = {.path = carrier->path,
                                             .done = carrier->done,
                                             .total = carrier->size,
                                             .n = carrier->n_read};
    return request->watch == NULL || request->watch(request->watch_context, &progress) ||
           err_set(err, ERR_INTERRUPTED, "stopped; the database is as it was");
}

static bool report_progress(struct carrier *carrier, size_t done, struct err *err)
{
    carrier->done = done;
    return carrier->n_read++ % WATCH_INTERVAL != 0 || ask_watch(carrier, err);
}

/* --- The documents of the files ----------------------------------------------------------------- */

static bool read_folder(struct carrier *carrier, const char *path, item_sink *sink, struct err *err)
{
    struct arena arena = {0};
    struct item_folder_rest rest = {0};
    carrier->size = 0;
    bool worked = item_folder_read(path, NULL, sink, carrier, &arena, &rest, err);
    arena_release(&arena);
    return worked;
}

static bool read_file(struct carrier *carrier, const char *path, item_sink *sink, struct err *err)
{
    struct file file = {0};
    struct item_fields fields = {.kind = ITEM_DOCUMENT, .mapping = carrier->request->mapping};
    bool worked = import_plan_open(carrier->request->plan, path, &file, err);
    carrier->file = &file;
    carrier->dropped = 0;
    carrier->size = file.bytes.size;
    worked = worked && item_file_read(&fields, path, file.bytes, sink, carrier, err);
    carrier->file = NULL;
    worked = file_confirm(&file, path, worked, err);
    file_close(&file);
    item_fields_release(&fields);
    return worked;
}

static bool read_files(struct carrier *carrier, item_sink *sink, struct err *err)
{
    const struct carry_request *request = carrier->request;
    carrier->next = 0;
    for (size_t i = 0; i < request->n_documents; i++) {
        carrier->path = request->documents[i];
        carrier->n_read = 0;
        if (!(item_folder_is(carrier->path) ? read_folder : read_file)(carrier, carrier->path, sink, err))
            return false;
    }
    return true;
}

/*
 * Finds the number of a document. *is_first = false: an earlier document of the files has this id and is the same.
 * First occurrences come in order, so only repeated ones need the index of ids.
 */
static bool find_number(struct carrier *carrier, struct bytes id, size_t *number, bool *is_first,
                        struct err *err)
{
    struct match_state *after = &carrier->carrying->after;
    *number = carrier->next;
    *is_first = *number < after->n && bytes_equal(match_state_id(after, *number), id);
    carrier->next += *is_first;
    return *is_first || match_state_find(after, id) != MATCH_NONE ||
           err_set(err, ERR_INPUT,
                   "document '%.*s' was not in the file a moment ago; is another program writing the file?",
                   BYTES_FORMAT(id));
}

/* --- The same texts ------------------------------------------------------------------------------ */

static struct digest digest_text(struct carrier *carrier, struct bytes title, struct bytes text)
{
    buffer_clear(&carrier->text);
    text_add_squeezed(&carrier->text, title);
    buffer_add_byte(&carrier->text, '\n');
    text_add_squeezed(&carrier->text, text);
    return digest_of(buffer_bytes(&carrier->text));
}

static void add_aside(struct carrier *carrier, struct bytes docid, size_t number)
{
    const struct bytes former = store_former_id(docid);
    bool is_new = false;
    if (former.size < docid.size)
        map_put(&carrier->aside, arena_copy(&carrier->arena, former), &is_new);
    if (is_new)
        ARENA_PUSH(&carrier->arena, carrier->aside_documents, carrier->n_aside) = (uint32_t)number;
}

static bool add_before(void *context, const struct carried_document *document, struct err *err)
{
    struct carrier *carrier = context;
    struct carrying *carrying = carrier->carrying;
    struct match_state *before = &carrying->before;
    if (document->votes > UINT32_MAX)
        return err_set(err, ERR_DATABASE,
                       "%s: document '%.*s' can't have %lld votes; `assay check` says more",
                       store_path(carrier->store), BYTES_FORMAT(document->docid), (long long)document->votes);
    VECTOR_PUSH(carrying->document_ids, carrying->n_document_ids, carrying->document_ids_capacity) =
        document->document_id;
    struct match_document *added =
        match_state_add(before, document->docid, digest_text(carrier, document->title, document->text));
    add_aside(carrier, document->docid, before->n - 1);
    added->votes = (uint32_t)document->votes;
    added->is_judged = document->is_judged;
    added->is_absent = document->is_gone;
    return report_progress(carrier, before->n, err);
}

static bool add_after(void *context, const struct item *item, size_t line, size_t bytes_read, struct err *err)
{
    struct carrier *carrier = context;
    struct match_state *after = &carrier->carrying->after;
    (void)line;
    const struct digest digest = digest_text(carrier, item->title, item->text);
    uint32_t number = match_state_find(after, item->id);
    if (number != MATCH_NONE) {
        const struct digest *first = &after->digests[number];
        return bytes_equal((struct bytes){(const char *)first, sizeof *first},
                           (struct bytes){(const char *)&digest, sizeof digest}) ||
               err_set(err, ERR_INPUT,
                       "document '%.*s' appears twice in the files, with different texts; keep one of them",
                       BYTES_FORMAT(item->id));
    }
    match_state_add(after, item->id, digest);
    file_drop_read(carrier->file, bytes_read, &carrier->dropped);
    return report_progress(carrier, bytes_read, err);
}

/* --- Texts that overlap -------------------------------------------------------------------------- */

static bool has_left(const struct match_state *state)
{
    size_t i = 0;
    while (i < state->n && (state->documents[i].partner != MATCH_NONE || state->documents[i].is_absent))
        i++;
    return i < state->n;
}

static struct bytes shingled_text(struct bytes title, struct bytes text)
{
    return text.size > 0 ? text : title;
}

static bool index_before(void *context, const struct carried_document *document, struct err *err)
{
    struct carrier *carrier = context;
    size_t number = carrier->next++;
    const struct match_document *known = &carrier->carrying->before.documents[number];
    if (known->partner == MATCH_NONE && !known->is_absent) {
        shingles_read(&carrier->shingles, shingled_text(document->title, document->text));
        shingle_index_add(&carrier->index, &carrier->shingles);
        VECTOR_PUSH(carrier->indexed, carrier->n_indexed, carrier->indexed_capacity) = (uint32_t)number;
    }
    return report_progress(carrier, number, err);
}

static bool add_overlap(struct carrier *carrier, const struct match_overlap *overlap, struct err *err)
{
    carrier->n_overlaps++;
    return spool_add(&carrier->overlaps,
                     (struct bytes){.data = (const char *)overlap, .size = sizeof *overlap}, err);
}

static bool take_overlaps(struct carrier *carrier, struct err *err)
{
    struct match_overlaps *overlaps = &carrier->carrying->overlaps;
    size_t n = overlaps->n + carrier->n_overlaps;
    overlaps->items = memory_grow(overlaps->items, &overlaps->capacity, n, sizeof *overlaps->items);
    bool taken =
        spool_end(&carrier->overlaps, err) && spool_read(&carrier->overlaps, overlaps->items + overlaps->n,
                                                         carrier->n_overlaps * sizeof *overlaps->items, err);
    overlaps->n = taken ? n : overlaps->n;
    spool_release(&carrier->overlaps);
    return taken;
}

/* Compares a new document, whose shingles are in `carrier`, with an old one. */
static bool compare_texts(struct carrier *carrier, size_t before, size_t after, bool is_same_id,
                          struct err *err)
{
    struct carrying *carrying = carrier->carrying;
    const struct shingles *new = &carrier->shingles, *old = &carrier->other;
    if (!store_read_document_text(carrier->store, carrying->document_ids[before], &carrier->text, err))
        return false;
    shingles_read(&carrier->other, buffer_bytes(&carrier->text));
    struct match_overlap overlap = {.before = (uint32_t)before,
                                    .after = (uint32_t)after,
                                    .common = shingles_count_common(old, new) & MATCH_COMMON_MOST,
                                    .n_old = (uint32_t)old->n,
                                    .n_new = (uint32_t) new->n};
    if (is_same_id || match_contained(&overlap) >= MATCH_LEAST || match_covering(&overlap) >= MATCH_LEAST)
        return add_overlap(carrier, &overlap, err);
    return true;
}

/* Finds the number of the old document with this id and no partner, or MATCH_NONE. */
static bool find_same_id(struct carrier *carrier, struct bytes id, uint32_t *number, struct err *err)
{
    const struct carrying *carrying = carrier->carrying;
    const int64_t aside = map_find(&carrier->aside, id);
    int64_t document_id;
    size_t i;
    *number = MATCH_NONE;
    if (!store_find_document(carrier->store, id, &document_id, err))
        return false;
    LOWER_BOUND(i, carrying->before.n, carrying->document_ids[i] < document_id);
    if (document_id == 0 && aside != MAP_ABSENT)
        i = carrier->aside_documents[aside];
    else if (i == carrying->before.n || carrying->document_ids[i] != document_id)
        return true;
    if (carrying->before.documents[i].partner == MATCH_NONE && !carrying->before.documents[i].is_absent)
        *number = (uint32_t)i;
    return true;
}

static bool compare_found(struct carrier *carrier, const struct item *item, size_t number, struct err *err)
{
    uint32_t same_id;
    size_t n;
    if (!find_same_id(carrier, item->id, &same_id, err))
        return false;
    shingles_read(&carrier->shingles, shingled_text(item->title, item->text));
    const uint32_t *found = shingle_index_find(&carrier->index, &carrier->shingles, &n);
    bool is_compared = same_id == MATCH_NONE;
    for (size_t i = 0; i < n; i++) {
        uint32_t before = carrier->indexed[found[i]];
        is_compared = is_compared || before == same_id;
        if (!compare_texts(carrier, before, number, before == same_id, err))
            return false;
    }
    return is_compared || compare_texts(carrier, same_id, number, true, err);
}

static bool compare_after(void *context, const struct item *item, size_t line, size_t bytes_read,
                          struct err *err)
{
    struct carrier *carrier = context;
    size_t number = 0;
    bool is_first = false;
    (void)line;
    if (!find_number(carrier, item->id, &number, &is_first, err))
        return false;
    if (is_first && carrier->carrying->after.documents[number].partner == MATCH_NONE &&
        !compare_found(carrier, item, number, err))
        return false;
    file_drop_read(carrier->file, bytes_read, &carrier->dropped);
    return report_progress(carrier, bytes_read, err);
}

static bool visit_database(struct carrier *carrier, carried_visit *visit, struct err *err)
{
    carrier->path = store_path(carrier->store);
    carrier->size = (size_t)carrier->carrying->state.documents;
    carrier->n_read = 0;
    carrier->next = 0;
    return store_visit_carried(carrier->store, visit, carrier, err);
}

static bool find_overlaps(struct carrier *carrier, struct err *err)
{
    struct carrying *carrying = carrier->carrying;
    match_state_drop_index(&carrying->after);
    if (!has_left(&carrying->before) || !has_left(&carrying->after))
        return true;
    if (!visit_database(carrier, index_before, err))
        return false;
    shingle_index_seal(&carrier->index);
    carrier->overlaps.most_in_memory = OVERLAPS_IN_MEMORY;
    bool found = read_files(carrier, compare_after, err);
    release_index(carrier);
    return found && take_overlaps(carrier, err);
}

static bool find_all(struct carrier *carrier, struct err *err)
{
    struct carrying *carrying = carrier->carrying;
    const struct carry_request *request = carrier->request;
    if (!store_get_documents_state(carrier->store, &carrying->state, err) ||
        !visit_database(carrier, add_before, err) || !read_files(carrier, add_after, err) ||
        (request->mapping != NULL && !item_mapping_check_used(request->mapping, err)))
        return false;
    match_equal(&carrying->before, &carrying->after, &carrying->overlaps);
    if (!find_overlaps(carrier, err))
        return false;
    match_classify(&carrying->before, &carrying->after, &carrying->overlaps, request->alike);
    return true;
}

bool carrying_find(struct store *store, const struct carry_request *request, struct carrying *carrying,
                   struct err *err)
{
    struct carrier carrier = {.store = store, .request = request, .carrying = carrying};
    *carrying = (struct carrying){0};
    if (!store_begin_reading(store, err))
        return false;
    bool found = find_all(&carrier, err);
    store_end_reading(store);
    release_carrier(&carrier);
    return found;
}

/* --- Writing ------------------------------------------------------------------------------------- */

/* What is written about an old document. */
enum fate { FATE_STAYS, FATE_IS_RENAMED, FATE_GOES };

static enum fate fate_of(struct carrying *carrying, size_t before)
{
    const struct match_document *document = &carrying->before.documents[before];
    const struct bytes id = match_state_id(&carrying->before, before);
    if (document->partner != MATCH_NONE)
        return bytes_equal(id, match_state_id(&carrying->after, document->partner)) ? FATE_STAYS
                                                                                    : FATE_IS_RENAMED;
    /* A document that was absent before stays as it is, unless its id is needed. */
    return document->is_absent && match_state_find(&carrying->after, id) == MATCH_NONE ? FATE_STAYS
                                                                                       : FATE_GOES;
}

static bool check_state(struct store *store, const struct carrying *carrying, struct err *err)
{
    struct documents_state now;
    if (!store_get_documents_state(store, &now, err))
        return false;
    return (now.imports == carrying->state.imports && now.documents == carrying->state.documents) ||
           err_set(err, ERR_INPUT,
                   "%s: documents were added or deleted meanwhile; nothing was written; try again",
                   store_path(store));
}

static bool begin_carry(struct carrier *carrier, struct err *err)
{
    const struct carry_request *request = carrier->request;
    struct buffer names = {0};
    for (size_t i = 0; i < request->n_documents; i++)
        buffer_add_format(&names, "%s%s", i == 0 ? "" : ", ", file_label(request->documents[i]));
    bool begun = store_begin_carry(carrier->store, buffer_bytes(&names), request->now, err);
    buffer_release(&names);
    return begun;
}

static bool begin_next_part(struct carrier *carrier, struct err *err)
{
    const struct clock *clock = &carrier->request->clock;
    bool follows = false;
    return store_continue_import(carrier->store, true, clock->now(clock->context), err) &&
           ask_watch(carrier, err) && store_import_part_follows(carrier->store, &follows, err) &&
           (follows ||
            err_set(err, ERR_INPUT, "%s: somebody else has imported meanwhile", store_path(carrier->store)));
}

/* Begins the next part if this one is full. */
static bool heed_parts(struct carrier *carrier, size_t n, size_t size, struct err *err)
{
    return !carrier->is_in_parts || !store_import_fills_part(carrier->store, n, size) ||
           begin_next_part(carrier, err);
}

/* Then ends the part: in a file so many deletions take as long as a part may. */
static bool delete_documents(struct carrier *carrier, const int64_t *ids, size_t n, struct err *err)
{
    carrier->summary->removed += (int64_t)n;
    return n == 0 || (store_delete_unused_documents(carrier->store, ids, n, err) &&
                      (!carrier->is_in_parts || begin_next_part(carrier, err)));
}

/* Deletes those that nothing refers to; is_kept[] says which of the others stay. */
static bool remove_unused(struct carrier *carrier, bool *is_kept, struct err *err)
{
    const struct carrying *carrying = carrier->carrying;
    struct arena arena = {0};
    int64_t *unused = arena_get_array(&arena, carrying->before.n + 1, sizeof *unused);
    size_t n = 0;
    bool worked = true;
    for (size_t i = 0; worked && i < carrying->before.n; i++) {
        is_kept[i] = true;
        if (fate_of(carrier->carrying, i) != FATE_GOES)
            continue;
        worked = store_document_is_used(carrier->store, carrying->document_ids[i], &is_kept[i], err);
        if (worked && !is_kept[i])
            unused[n++] = carrying->document_ids[i];
        if (worked && carrier->is_in_parts && n == IMPORT_PART_ROWS) {
            worked = delete_documents(carrier, unused, n, err);
            n = 0;
        }
    }
    worked = worked && delete_documents(carrier, unused, n, err);
    arena_release(&arena);
    return worked;
}

/* Sets those aside whose ids others get. */
static bool set_aside(struct carrier *carrier, const bool *is_kept, struct err *err)
{
    struct carrying *carrying = carrier->carrying;
    for (size_t i = 0; i < carrying->before.n; i++) {
        const struct bytes id = match_state_id(&carrying->before, i);
        if (!is_kept[i] || fate_of(carrying, i) == FATE_STAYS ||
            match_state_find(&carrying->after, id) == MATCH_NONE)
            continue;
        if (!store_set_document_aside(carrier->store, carrying->document_ids[i], id, err) ||
            !heed_parts(carrier, 1, 0, err))
            return false;
    }
    return true;
}

static bool rename_all(struct carrier *carrier, struct err *err)
{
    struct carrying *carrying = carrier->carrying;
    for (size_t i = 0; i < carrying->before.n; i++) {
        const struct match_document *document = &carrying->before.documents[i];
        if (document->partner != MATCH_NONE)
            carrier->summary->votes_carried += document->votes;
        if (fate_of(carrying, i) != FATE_IS_RENAMED)
            continue;
        if (!store_carry_document(carrier->store, carrying->document_ids[i],
                                  match_state_id(&carrying->after, document->partner), err) ||
            !heed_parts(carrier, 1, 0, err))
            return false;
        carrier->summary->renamed++;
    }
    return true;
}

/*
 * A pair that continues as one document needs no queueing. A copy that left gives its places to the other document.
 */
static bool queue_overlap(struct carrier *carrier, const struct match_overlap *overlap, struct err *err)
{
    const struct carrying *carrying = carrier->carrying;
    int64_t document_id;
    if (carrying->before.documents[overlap->before].partner == overlap->after ||
        (!carrier->request->queue && !match_is_copy(&carrying->before, &carrying->after, overlap)))
        return true;
    return store_find_document(carrier->store, match_state_id(&carrying->after, overlap->after), &document_id,
                               err) &&
           store_inherit_candidates(carrier->store, carrying->document_ids[overlap->before], document_id,
                                    match_contained(overlap), &carrier->summary->candidates, err);
}

static int compare_new(const void *left, const void *right)
{
    const struct match_overlap *a = left, *b = right;
    if (a->after != b->after)
        return a->after < b->after ? -1 : 1;
    return (a->before > b->before) - (a->before < b->before);
}

/* The new documents come in order, and so do their overlaps. */
static bool queue_new(struct carrier *carrier, size_t number, struct err *err)
{
    const struct match_overlaps *overlaps = &carrier->carrying->overlaps;
    while (carrier->next_overlap < overlaps->n && overlaps->items[carrier->next_overlap].after == number) {
        if (!queue_overlap(carrier, &overlaps->items[carrier->next_overlap++], err))
            return false;
    }
    return true;
}

/* A new document is in the same part as its places in pools: one that is there is not compared with old ones again. */
static bool put_after(void *context, const struct item *item, size_t line, size_t bytes_read, struct err *err)
{
    struct carrier *carrier = context;
    size_t number = 0;
    bool is_first = false;
    enum stored stored;
    (void)line;
    if (!find_number(carrier, item->id, &number, &is_first, err) ||
        !store_put_document(carrier->store, item, REPLACE_KEEPING_VOTES, &stored, err) ||
        (is_first && !queue_new(carrier, number, err)))
        return false;
    carrier->summary->added += stored == STORED_NEW;
    carrier->summary->replaced += stored == STORED_REPLACED;
    file_drop_read(carrier->file, bytes_read, &carrier->dropped);
    return heed_parts(carrier, 1, item->title.size + item->text.size + item->fields.size, err) &&
           report_progress(carrier, bytes_read, err);
}

static bool put_away(struct carrier *carrier, const bool *is_kept, struct err *err)
{
    struct carrying *carrying = carrier->carrying;
    for (size_t i = 0; i < carrying->before.n; i++) {
        const struct match_document *document = &carrying->before.documents[i];
        if (!is_kept[i] || fate_of(carrying, i) != FATE_GOES)
            continue;
        if (!store_put_document_away(carrier->store, carrying->document_ids[i],
                                     match_state_id(&carrying->before, i), err) ||
            !heed_parts(carrier, 1, 0, err))
            return false;
        carrier->summary->put_away += !document->is_absent;
        carrier->summary->votes_left += document->is_absent ? 0 : document->votes;
    }
    return true;
}

static bool put_all(struct carrier *carrier, struct err *err)
{
    struct match_overlaps *overlaps = &carrier->carrying->overlaps;
    if (overlaps->n > 1)
        qsort(overlaps->items, overlaps->n, sizeof *overlaps->items, compare_new);
    return read_files(carrier, put_after, err);
}

/* Ends the last part first, because on a server this takes longer than others should wait. */
static bool settle(struct carrier *carrier, struct err *err)
{
    struct store *store = carrier->store;
    if (!carrier->is_in_parts)
        return settings_apply(store, err);
    return begin_next_part(carrier, err) && settings_apply_to_unsettled(store, err) &&
           store_forget_import(store, err);
}

static bool write_all(struct carrier *carrier, bool *is_kept, struct err *err)
{
    return check_state(carrier->store, carrier->carrying, err) && begin_carry(carrier, err) &&
           remove_unused(carrier, is_kept, err) && set_aside(carrier, is_kept, err) &&
           rename_all(carrier, err) && put_all(carrier, err) && put_away(carrier, is_kept, err) &&
           settle(carrier, err);
}

static void tell_of_parts(struct err *err)
{
    const struct err failure = *err;
    const bool is_stopped = failure.code == ERR_INTERRUPTED;
    err_set(err, is_stopped ? ERR_INPUT : failure.code,
            "%s; the parts of the carry before that are stored; repeat the command to write the rest",
            is_stopped ? "stopped" : failure.text);
}

bool carrying_write(struct store *store, const struct carry_request *request, struct carrying *carrying,
                    struct carry_summary *summary, struct err *err)
{
    struct carrier carrier = {.store = store,
                              .request = request,
                              .carrying = carrying,
                              .path = store_path(store),
                              .summary = summary};
    struct arena arena = {0};
    bool *is_kept = arena_get_array(&arena, carrying->before.n + 1, sizeof *is_kept);
    *summary = (struct carry_summary){0};
    carrier.is_in_parts = request->clock.now != NULL && store_import_is_in_parts(store);
    bool written = store_begin(store, err);
    if (written) {
        written = write_all(&carrier, is_kept, err) && store_commit(store, err);
        if (!written)
            store_rollback(store);
        if (!written && store_import_has_parts(store))
            tell_of_parts(err);
    }
    arena_release(&arena);
    release_carrier(&carrier);
    return written;
}
