/*
 * The call becomes one pooling_request. import/pooling.h does the work, everything or nothing. What was added, and its
 * cost in ballots, is printed on standard output. What was left out is a remark on standard error.
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/fields.h"
#include "cli/shared/output.h"
#include "cli/collect/pool_twins.h"
#include "cli/shared/run_options.h"
#include "cli/shared/vote_budget.h"
#include "cli/collect/searching.h"
#include "core/base/number.h"
#include "core/base/unicode.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "import/pooling.h"

#include <math.h>
#include <string.h>

enum { DEPTH_MAX = 1000 * 1000 };

/* The forms of the command, as bits. */
enum { SEARCHING = 1, OF_RUNS = 2 };

struct pool_call {
    struct searching_options searching;
    bool searches;
    size_t depth;
    struct text_list holes;
    bool merges, splits;
    struct field_options fields;
    struct pooling_request request;
};

static const struct option options[] = {
    SEARCH_OPTION_ROWS(struct pool_call, searching, SEARCHING),
    FLAG_OPTION("search", struct pool_call, searches, .help = "also add the documents that search finds"),
    INTEGER_OPTION("depth", "N", struct pool_call, depth, 1, DEPTH_MAX, DEPTH_DEFAULT,
                   .help = "documents per question to take from each source (default 10)"),
    INTEGER_OPTION("size", "M", struct pool_call, request.size, 1, DEPTH_MAX, 0,
                   .help = "largest pool; the best by reciprocal rank fusion enter it"),
    TEXTS_OPTION("holes", "RUN@K", struct pool_call, holes,
                 .help = "always add the first K documents of RUN"),
    OPTION_ROW_KEEP_BEST(struct pool_call, request.rules),
    OPTION_ROW_BY_DOCUMENT(struct pool_call, request.rules),
    FLAG_OPTION("skip-unknown", struct pool_call, request.skip_unknown,
                .help = "skip candidates with an unknown question or document"),
    FLAG_OPTION("merge-identical", struct pool_call, merges,
                .help = "make one candidate of documents with the same text"),
    FLAG_OPTION("split-identical", struct pool_call, splits, .help = "undo --merge-identical"),
    FIELD_OPTION_ROWS(struct pool_call, fields),
};

/* --- The call ---------------------------------------------------------------------------------- */

/* Reads "RUN@10". */
static bool read_holes(const char *value, struct arena *arena, struct pooling_source *source, struct err *err)
{
    const char *at = strrchr(value, '@');
    int64_t depth;
    *source = (struct pooling_source){.is_whole = true};
    if (at == NULL || at == value || !number_parse_integer(bytes_of(at + 1), 1, DEPTH_MAX, &depth))
        return err_set(err, ERR_USAGE, "--holes '%s' is not a run and a number of documents, such as RUN@10",
                       value);
    source->path = arena_copy(arena, (struct bytes){.data = value, .size = (size_t)(at - value)}).data;
    source->depth = (size_t)depth;
    return true;
}

static bool read_request(const struct arguments *arguments, struct arena *arena, struct pool_call *call,
                         struct err *err)
{
    struct pooling_source *sources = NULL;
    size_t n = 0;
    for (size_t i = 1; i < arguments->n_operands; i++)
        ARENA_PUSH(arena, sources, n) =
            (struct pooling_source){.path = arguments->operands[i], .depth = call->depth};
    if (call->searches)
        ARENA_PUSH(arena, sources, n) = (struct pooling_source){.depth = call->depth};
    for (size_t i = 0; i < call->holes.n; i++) {
        struct pooling_source source;
        if (!read_holes(call->holes.items[i], arena, &source, err))
            return false;
        ARENA_PUSH(arena, sources, n) = source;
    }
    call->request.sources = sources;
    call->request.n_sources = n;
    return n > 0 || err_set(err, ERR_USAGE, "no candidates to pool; name runs, --search or --holes");
}

/* Options without effect are an error, because the user meant something else. */
static bool check_search_options(const struct arguments *arguments, bool searches, struct err *err)
{
    const struct option *misplaced = arguments_find_misplaced(arguments, searches ? SEARCHING : OF_RUNS);
    return misplaced == NULL || err_set(err, ERR_USAGE, "--%s needs --search", misplaced->name);
}

/* --- Results ---------------------------------------------------------------------------------- */

static void print_source(const struct pooled_source *source, struct buffer *text)
{
    buffer_add_string(text, "  ");
    unicode_add_visible(text, source->name);
    buffer_add_format(text, ": %lld added", (long long)source->added);
    if (source->shared > 0)
        buffer_add_format(text, ", %lld already added by an earlier source", (long long)source->shared);
    if (source->same > 0)
        buffer_add_format(text, ", %lld already there", (long long)source->same);
    if (source->anew > 0)
        buffer_add_format(text, ", %lld of them with a new rank", (long long)source->anew);
    if (source->left_out > 0)
        buffer_add_format(text, ", %lld left out because the pool was full", (long long)source->left_out);
    buffer_add_byte(text, '\n');
}

static void print_ballots(const struct pooling_summary *summary, double vote_ms, struct buffer *text)
{
    int64_t left = summary->after.ballots_left, more = left - summary->before.ballots_left;
    buffer_add_format(text, "%-11s %lld left, %lld more than before", "ballots", (long long)left,
                      (long long)more);
    if (left > 0) {
        const struct ballot_time time = ballot_time_of(NAN, vote_ms);
        buffer_add_string(text, "; ");
        vote_budget_add_time(&time, (double)left, text);
    }
    buffer_add_byte(text, '\n');
}

static void print_summary(const struct pooling_request *request, const struct pooling_summary *summary,
                          double vote_ms, struct world *world)
{
    struct buffer text = {0};
    buffer_add_format(&text, "%-11s %lld added to the pools of %lld question%s\n", "candidates",
                      (long long)summary->added, (long long)summary->questions,
                      summary->questions == 1 ? "" : "s");
    for (size_t i = 0; i < request->n_sources; i++)
        print_source(&summary->sources[i], &text);
    print_ballots(summary, vote_ms, &text);
    buffer_add_format(&text, "questions left without candidates: %lld", (long long)summary->lacking.count);
    output_add_some(&text, summary->lacking.qids, summary->lacking.n_qids, summary->lacking.count);
    buffer_add_byte(&text, '\n');
    output_text(&text, world);
    buffer_release(&text);
}

static void print_remarks(const struct pooling_request *request, const struct pooling_summary *summary,
                          struct world *world)
{
    struct buffer named = {0};
    for (size_t i = 0; i < request->n_sources; i++)
        if (request->sources[i].path != NULL)
            output_remark_run(world, request->sources[i].path, summary->sources[i].doubt);
    const struct unknown_ids *unknown = &summary->unknown;
    if (unknown->rows > 0) {
        output_add_some(&named, unknown->named, unknown->n_named, unknown->rows);
        output_remark(world, "%lld candidate%s left out whose question or document is unknown%s",
                      (long long)unknown->rows, unknown->rows == 1 ? "" : "s", buffer_string(&named));
    }
    buffer_clear(&named);
    if (summary->n_unfound > 0) {
        size_t n = summary->n_unfound < LACKING_NAMED ? summary->n_unfound : LACKING_NAMED;
        output_add_some(&named, summary->unfound, n, (int64_t)summary->n_unfound);
        output_remark(world,
                      "%zu question%s without a word that any document has%s; a run can add candidates: "
                      "assay pool DB RUN",
                      summary->n_unfound, summary->n_unfound == 1 ? "" : "s", buffer_string(&named));
    }
    buffer_release(&named);
}

static bool fill_pools(struct store *store, struct pool_call *call, struct world *world, struct err *err)
{
    struct pooling_request *request = &call->request;
    struct arena arena = {0};
    struct pooling_summary summary;
    struct searcher *searcher = NULL;
    struct progress_line line = {.world = world};
    double vote_ms;
    if (call->searches && !searching_open(&searcher, store, &call->searching, world, err))
        return false;
    request->searcher = searcher;
    request->watch = progress_watch;
    request->watch_context = &line;
    bool filled =
        store_read_vote_time(store, &vote_ms, err) && pooling_fill(store, request, &arena, &summary, err);
    progress_end(&line);
    search_close(searcher);
    world->is_saved = filled;
    if (filled) {
        print_summary(request, &summary, vote_ms, world);
        print_remarks(request, &summary, world);
    }
    arena_release(&arena);
    return filled;
}

/* --- Identical documents ---------------------------------------------------------------------- */

/* Pools are filled by a separate call before this one. */
static bool check_alone(const struct arguments *arguments, const bool *variable, const char *name,
                        struct err *err)
{
    const struct option *other = arguments_find_other(arguments, variable, NULL);
    if (other != NULL)
        return err_set(err, ERR_USAGE, "--%s can't be combined with other options; leave out --%s", name,
                       other->name);
    return arguments->n_operands == 1 ||
           err_set(err, ERR_USAGE,
                   "--%s takes only the database; fill the pools first, with a command of its own", name);
}

static bool change_twins(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct pool_call *call = arguments->filled;
    struct store *store = NULL;
    bool changed = (call->merges ? check_alone(arguments, &call->merges, "merge-identical", err)
                                 : check_alone(arguments, &call->splits, "split-identical", err)) &&
                   database_open(&store, arguments->operands[0], STORE_EXISTING, world, err) &&
                   pool_change_twins(store, call->merges ? TWINS_MERGE : TWINS_SPLIT, world, err);
    store_close(store);
    return changed;
}

/* --- The command ------------------------------------------------------------------------------- */

static bool run_pool(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct pool_call *call = arguments->filled;
    if (call->merges || call->splits)
        return change_twins(arguments, world, err);
    struct arena arena = {0};
    struct store *store = NULL;
    call->request.now = world->clock.now(world->clock.context);
    bool done = fields_choose(&call->fields, err) && arguments_check_standard_input(arguments, err) &&
                check_search_options(arguments, call->searches, err) &&
                read_request(arguments, &arena, call, err) &&
                database_open(&store, arguments->operands[0], STORE_EXISTING, world, err) &&
                fill_pools(store, call, world, err);
    store_close(store);
    arena_release(&arena);
    return done;
}

const struct command pool_command = {
    .name = "pool",
    .group = "Collect",
    .summary = "Add candidates from runs and search to the pools",
    .example = "assay pool labels.db new.run --search --depth 20",
    .operands = "DB [RUN…]",
    .least_operands = 1,
    .most_operands = SIZE_MAX,
    OPTIONS_FILL(struct pool_call),
    .details =
        "Candidates that are in a pool stay there. Each candidate keeps the names of all runs that\n"
        "retrieved it, with its ranks. If you have no run, use: assay pool DB --search\n"
        "\n"
        "Documents with the same title and text: assay pool DB --merge-identical makes one of them the\n"
        "candidate for all. Votes on any of them count for it, and all of them get its grade in exports.\n",
    .is_logged = true,
    .run = run_pool,
};
