/*
 * The outcome for each document is printed first, as a table and as counts, whether it is then written or not.
 * Unchanged documents have no row.
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/collect/mapping.h"
#include "cli/shared/output.h"
#include "cli/shared/progress.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "import/carrying.h"

#include <float.h>
#include <stdlib.h>

struct carry_call {
    struct text_list documents;
    struct carry_request request;
    bool is_written;
    struct mapping_options mapping;
    size_t format;
};

static const struct option options[] = {
    TEXTS_OPTION("documents", "FILE", struct carry_call, documents, .takes_words = true,
                 .help = "all documents of the new collection"),
    REAL_OPTION("alike", "X", struct carry_call, request.alike, DBL_TRUE_MIN, 1, 1,
                "a number above 0, at most 1, as in 0.95",
                .help = "also carry documents with this similarity, e.g. 0.95 (default 1)"),
    FLAG_OPTION("queue", struct carry_call, request.queue,
                .help = "with --write: add the new texts to the pools of the old ones"),
    FLAG_OPTION("write", struct carry_call, is_written,
                .help = "write the changes (default: only print what would change)"),
    MAPPING_OPTION_ROWS(struct carry_call, mapping),
    OPTION_ROW_FORMAT(struct carry_call),
};

/* --- Results ---------------------------------------------------------------------------------- */

static void add_columns(struct table *table)
{
    table_add_column(table, "kind", ALIGN_LEFT);
    table_add_column(table, "old", ALIGN_LEFT);
    table_add_column(table, "new", ALIGN_LEFT);
    table_add_column(table, "old_in_new", ALIGN_RIGHT);
    table_add_column(table, "new_in_old", ALIGN_RIGHT);
    table_add_column(table, "alike", ALIGN_RIGHT);
    table_add_column(table, "impressions", ALIGN_RIGHT);
}

static void end_row(const struct output_rows *rows)
{
    enum { ROWS_AT_ONCE = 1000 };
    if (table_row_count(rows->table) == ROWS_AT_ONCE)
        output_rows_made(rows);
}

static void add_pair(const struct output_rows *rows, const struct carrying *carrying,
                     const struct match_overlap *overlap)
{
    struct table *table = rows->table;
    const struct match_document *old = &carrying->before.documents[overlap->before];
    table_add_text(table, bytes_of(match_kind_name((enum match_kind)overlap->kind)));
    table_add_text(table, match_state_id(&carrying->before, overlap->before));
    table_add_text(table, match_state_id(&carrying->after, overlap->after));
    table_add_real(table, match_contained(overlap), 2);
    table_add_real(table, match_covering(overlap), 2);
    table_add_real(table, match_alike(overlap), 2);
    table_add_integer(table, old->votes);
    end_row(rows);
}

static void add_moved(const struct output_rows *rows, const struct carrying *carrying, size_t before)
{
    const struct match_overlap moved = {.before = (uint32_t)before,
                                        .after = carrying->before.documents[before].partner,
                                        .common = 1,
                                        .n_old = 1,
                                        .n_new = 1,
                                        .kind = MATCH_MOVED};
    add_pair(rows, carrying, &moved);
}

static void add_empty(struct table *table, size_t n)
{
    for (size_t i = 0; i < n; i++)
        table_add_empty(table);
}

static void add_gone(const struct output_rows *rows, const struct match_state *before, size_t old)
{
    struct table *table = rows->table;
    table_add_text(table, bytes_of(match_kind_name(MATCH_GONE)));
    table_add_text(table, match_state_id(before, old));
    add_empty(table, 4);
    table_add_integer(table, before->documents[old].votes);
    end_row(rows);
}

static void add_new(const struct output_rows *rows, const struct match_state *after, size_t new)
{
    struct table *table = rows->table;
    table_add_text(table, bytes_of(match_kind_name(MATCH_NEW)));
    table_add_empty(table);
    table_add_text(table, match_state_id(after, new));
    add_empty(table, 4);
    end_row(rows);
}

static int compare_overlaps(const void *left, const void *right)
{
    const struct match_overlap *a = left, *b = right;
    if (a->before != b->before)
        return a->before < b->before ? -1 : 1;
    return (a->after > b->after) - (a->after < b->after);
}

/* Adds the old documents in their order, each with everything that it became, then the new ones. */
static bool make_rows(const void *context, const struct output_rows *rows, struct err *err)
{
    (void)err;
    const struct carrying *carrying = context;
    const struct match_overlaps *overlaps = &carrying->overlaps;
    size_t next = 0;
    for (size_t i = 0; i < carrying->before.n; i++) {
        const struct match_document *old = &carrying->before.documents[i];
        if (old->kind == MATCH_GONE && !old->is_absent)
            add_gone(rows, &carrying->before, i);
        if (old->kind == MATCH_MOVED)
            add_moved(rows, carrying, i);
        for (; next < overlaps->n && overlaps->items[next].before == i; next++)
            add_pair(rows, carrying, &overlaps->items[next]);
    }
    for (size_t i = 0; i < carrying->after.n; i++) {
        if (carrying->after.documents[i].kind == MATCH_NEW)
            add_new(rows, &carrying->after, i);
    }
    output_rows_made(rows);
    return true;
}

/*
 * Number of documents of each kind. New documents are counted for the kind "new", old documents for all others.
 */
struct carry_counts {
    int64_t documents[MATCH_KIND_COUNT];
    int64_t votes, votes_carried;
};

static struct carry_counts count_kinds(const struct carrying *carrying)
{
    struct carry_counts counts = {0};
    for (size_t i = 0; i < carrying->before.n; i++) {
        const struct match_document *old = &carrying->before.documents[i];
        enum match_kind kind = (enum match_kind)old->kind;
        if (kind == MATCH_GONE && old->is_absent)
            continue;
        counts.documents[kind]++;
        counts.votes += old->votes;
        counts.votes_carried += old->partner != MATCH_NONE ? old->votes : 0;
    }
    for (size_t i = 0; i < carrying->after.n; i++)
        counts.documents[MATCH_NEW] += carrying->after.documents[i].kind == MATCH_NEW;
    return counts;
}

static void print_counts(const struct carrying *carrying, const struct carry_counts *counts, bool is_written,
                         struct world *world)
{
    fprintf(world->out, "documents   ");
    for (size_t kind = 0; kind < MATCH_KIND_COUNT; kind++)
        fprintf(world->out, "%s%lld %s", kind == 0 ? "" : ", ", (long long)counts->documents[kind],
                match_kind_name((enum match_kind)kind));
    fprintf(world->out, "; %zu in the new collection\n", carrying->after.n);
    fprintf(world->out, "impressions %lld of %lld are on documents that %s carried over\n",
            (long long)counts->votes_carried, (long long)counts->votes, is_written ? "were" : "can be");
}

static void print_written(const struct carry_summary *summary, bool is_queued, struct world *world)
{
    FILE *out = world->out;
    fprintf(out, "written     %lld with a new id, %lld with a new text, %lld added, %lld deleted",
            (long long)summary->renamed, (long long)summary->replaced, (long long)summary->added,
            (long long)summary->removed);
    if (summary->put_away > 0)
        fprintf(out, ", %lld kept as ~gone with %lld impression%s", (long long)summary->put_away,
                (long long)summary->votes_left, summary->votes_left == 1 ? "" : "s");
    fputc('\n', out);
    if (is_queued || summary->candidates > 0)
        fprintf(out, "queued      %lld candidate%s to be voted on\n", (long long)summary->candidates,
                summary->candidates == 1 ? "" : "s");
}

static bool print_found(struct carrying *carrying, enum table_format format, bool is_written,
                        struct world *world, struct err *err)
{
    struct table table = {0};
    const struct carry_counts counts = count_kinds(carrying);
    if (carrying->overlaps.n > 1)
        qsort(carrying->overlaps.items, carrying->overlaps.n, sizeof *carrying->overlaps.items,
              compare_overlaps);
    add_columns(&table);
    const bool printed = output_rows_of(make_rows, carrying, &table, format, world, err);
    if (printed && table_format_is_for_people(format))
        print_counts(carrying, &counts, is_written, world);
    table_release(&table);
    return printed;
}

/* Counts impressions of documents that left, if another continuing document has the same text. */
static int64_t count_left_with_twins(const struct carrying *carrying)
{
    int64_t left = 0;
    uint32_t last = MATCH_NONE;
    for (size_t i = 0; i < carrying->overlaps.n; i++) {
        const struct match_overlap *overlap = &carrying->overlaps.items[i];
        const struct match_document *old = &carrying->before.documents[overlap->before];
        bool has_twin = match_is_copy(&carrying->before, &carrying->after, overlap);
        if (has_twin && overlap->before != last)
            left += old->votes;
        last = has_twin ? overlap->before : last;
    }
    return left;
}

/* Prints what is not carried, and how it could be. */
static void remark_left(const struct carrying *carrying, bool is_written, bool is_queued, struct world *world)
{
    const struct carry_counts counts = count_kinds(carrying);
    int64_t with_twins = count_left_with_twins(carrying);
    int64_t left = counts.votes - counts.votes_carried - with_twins;
    if (!is_written)
        output_remark(
            world,
            "nothing was written; make a copy with `assay backup`, then repeat the command with --write");
    if (left > 0 && !is_queued)
        output_remark(world,
                      "%lld impression%s stand%s on texts that no longer exist; --alike 0.9 carries texts "
                      "that hardly changed, --queue adds the new texts to the pools",
                      (long long)left, left == 1 ? "" : "s", left == 1 ? "s" : "");
    if (with_twins > 0)
        output_remark(world,
                      "%lld impression%s stand%s on deleted documents whose texts other documents with votes "
                      "or judgments still have: they no longer count until the deleted documents come back",
                      (long long)with_twins, with_twins == 1 ? "" : "s", with_twins == 1 ? "s" : "");
}

/* --- The command ----------------------------------------------------------- */

static bool make_plan(const struct text_list *documents, struct import_plan *plan, struct err *err)
{
    for (size_t i = 0; i < documents->n; i++) {
        if (!import_plan_add(plan, documents->items[i], CONTENT_DOCUMENTS, err))
            return false;
    }
    return documents->n > 0
               ? import_plan_hold(plan, err)
               : err_set(err, ERR_USAGE,
                         "no new documents; name all documents of the new collection: --documents FILE…");
}

/*
 * A journal names documents by the ids that they had. With two states in one file, it would give votes to the wrong
 * documents.
 */
static bool check_no_journal(struct store *store, struct err *err)
{
    struct arena arena = {0};
    struct bytes file;
    bool is_fine =
        setting_get(store, SETTING_JOURNAL, &arena, &file, err) &&
        (file.size == 0 || err_set(err, ERR_INPUT,
                                   "%s: the journal %.*s names documents by their present ids; end it first "
                                   "with `assay set DB journal ''`, and start another file afterwards",
                                   store_path(store), BYTES_FORMAT(file)));
    arena_release(&arena);
    return is_fine;
}

static bool carry(struct store *store, struct carry_call *call, struct world *world, struct err *err)
{
    struct carry_request *request = &call->request;
    struct carrying carrying = {0};
    struct carry_summary summary;
    struct progress_line line = {.world = world};
    const enum table_format format = (enum table_format)call->format;
    request->watch = progress_watch;
    request->watch_context = &line;
    bool done = carrying_find(store, request, &carrying, err) &&
                (!call->is_written || carrying_write(store, request, &carrying, &summary, err));
    progress_end(&line);
    world->is_saved = done && call->is_written;
    done = done && print_found(&carrying, format, call->is_written, world, err);
    if (done) {
        if (call->is_written && table_format_is_for_people(format))
            print_written(&summary, request->queue, world);
        remark_left(&carrying, call->is_written, request->queue, world);
    }
    carrying_release(&carrying);
    return done;
}

static bool run_carry(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct carry_call *call = arguments->filled;
    struct carry_request *request = &call->request;
    struct arena arena = {0};
    struct store *store = NULL;
    struct import_plan plan = {0};
    struct item_mapping mapping = {0};
    request->mapping = &mapping;
    request->plan = &plan;
    request->clock = world->clock;
    request->now = world->clock.now(world->clock.context);
    bool done = (call->is_written || !request->queue || err_set(err, ERR_USAGE, "--queue needs --write")) &&
                mapping_take(&call->mapping, &arena, &mapping, err) &&
                make_plan(&call->documents, &plan, err);
    if (done) {
        request->documents = import_plan_paths(&plan, CONTENT_DOCUMENTS, &request->n_documents);
        done = database_open(&store, arguments->operands[0],
                             call->is_written ? STORE_EXISTING : STORE_READING, world, err) &&
               (!call->is_written || check_no_journal(store, err)) && carry(store, call, world, err);
    }
    store_close(store);
    import_plan_release(&plan);
    arena_release(&arena);
    return done;
}

const struct command carry_command = {
    .name = "carry",
    .group = "Collect",
    .summary = "Keep votes when documents are cut anew, edited or moved",
    .example = "assay carry labels.db --documents new.jsonl",
    .operands = "DB",
    .least_operands = 1,
    .most_operands = 1,
    .meant = "documents",
    OPTIONS_FILL(struct carry_call),
    .details =
        "Each document is one of: same, moved (the same text under another id), changed, merged, split,\n"
        "gone or new. With --write, documents with the same text keep their votes under their new ids.\n"
        "Documents that are gone keep their votes as ID~gone; they are no longer dealt and count in no\n"
        "score. Nothing can undo --write, so make a copy with `assay backup` first.\n",
    .is_logged = true,
    .run = run_carry,
};
