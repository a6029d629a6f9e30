/*
 * The call becomes one pooling_request; import/pooling.h does the work, all of it or nothing. What was added and what it
 * costs in ballots stands on standard output; what was left out is remarked on standard error.
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/fields.h"
#include "cli/shared/output.h"
#include "cli/collect/pool_twins.h"
#include "cli/shared/run_options.h"
#include "cli/collect/searching.h"
#include "core/base/number.h"
#include "core/base/unicode.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "import/pooling.h"

#include <math.h>
#include <string.h>

enum {
    OPTION_SEARCH = SEARCH_OPTION_COUNT,
    OPTION_DEPTH,
    OPTION_SIZE,
    OPTION_HOLES,
    OPTION_KEEP_BEST,
    OPTION_BY_DOCUMENT,
    OPTION_SKIP_UNKNOWN,
    OPTION_MERGE,
    OPTION_SPLIT,
    OPTION_OF_RECORDS,
};

enum { DEPTH_MAX = 1000 * 1000 };

static const struct option options[] = {
    SEARCH_OPTION_ROWS,
    [OPTION_SEARCH] = {.name = "search", .help = "also add the documents that search finds"},
    [OPTION_DEPTH] = {.name = "depth",
                      .argument = "N",
                      .help = "documents per question to take from each source (default 10)"},
    [OPTION_SIZE] = {.name = "size",
                     .argument = "M",
                     .help = "largest pool; the best by reciprocal rank fusion enter it"},
    [OPTION_HOLES] = {.name = "holes",
                      .argument = "RUN@K",
                      .repeats = true,
                      .help = "always add the first K documents of RUN"},
    [OPTION_KEEP_BEST] = OPTION_ROW_KEEP_BEST,
    [OPTION_BY_DOCUMENT] = OPTION_ROW_BY_DOCUMENT,
    [OPTION_SKIP_UNKNOWN] = {.name = "skip-unknown",
                             .help = "skip candidates with an unknown question or document"},
    [OPTION_MERGE] = {.name = "merge-identical",
                      .help = "make one candidate of documents with the same text"},
    [OPTION_SPLIT] = {.name = "split-identical", .help = "undo --merge-identical"},
    FIELD_OPTION_ROWS(OPTION_OF_RECORDS),
};

/* --- The call ---------------------------------------------------------------------------------- */

/* "RUN@10" */
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

static bool read_request(const struct arguments *arguments, struct arena *arena,
                         struct pooling_request *request, struct err *err)
{
    int64_t depth;
    struct pooling_source *sources = NULL;
    size_t n = 0;
    if (!argument_integer(arguments, OPTION_DEPTH, 1, DEPTH_MAX, DEPTH_DEFAULT, &depth, err) ||
        !argument_integer(arguments, OPTION_SIZE, 1, DEPTH_MAX, 0, &request->size, err))
        return false;
    for (size_t i = 1; i < arguments->n_operands; i++)
        ARENA_PUSH(arena, sources, n) =
            (struct pooling_source){.path = arguments->operands[i], .depth = (size_t)depth};
    if (argument_given(arguments, OPTION_SEARCH))
        ARENA_PUSH(arena, sources, n) = (struct pooling_source){.depth = (size_t)depth};
    for (size_t i = 0; i < arguments->n_values[OPTION_HOLES]; i++) {
        struct pooling_source source;
        if (!read_holes(arguments->values[OPTION_HOLES][i], arena, &source, err))
            return false;
        ARENA_PUSH(arena, sources, n) = source;
    }
    request->sources = sources;
    request->rules.keep_best = argument_given(arguments, OPTION_KEEP_BEST);
    if (!run_options_read_separator(arguments, OPTION_BY_DOCUMENT, &request->rules, err))
        return false;
    request->n_sources = n;
    request->skip_unknown = argument_given(arguments, OPTION_SKIP_UNKNOWN);
    return n > 0 || err_set(err, ERR_USAGE, "no candidates to pool; name runs, --search or --holes");
}

/* Options that would do nothing were meant otherwise. */
static bool check_search_options(const struct arguments *arguments, struct err *err)
{
    for (size_t i = 0; i < SEARCH_OPTION_COUNT; i++)
        if (argument_given(arguments, i) && !argument_given(arguments, OPTION_SEARCH))
            return err_set(err, ERR_USAGE, "--%s needs --search", options[i].name);
    return true;
}

/* --- What came of it --------------------------------------------------------------------------- */

static void print_source(const struct pooled_source *source, struct buffer *text)
{
    buffer_add_string(text, "  ");
    unicode_add_visible(text, source->name);
    buffer_add_format(text, ": %lld added", (long long)source->added);
    if (source->shared > 0)
        buffer_add_format(text, ", %lld added above", (long long)source->shared);
    if (source->same > 0)
        buffer_add_format(text, ", %lld there already", (long long)source->same);
    if (source->anew > 0)
        buffer_add_format(text, ", %lld of them ranked anew", (long long)source->anew);
    if (source->left_out > 0)
        buffer_add_format(text, ", %lld left out of full pools", (long long)source->left_out);
    buffer_add_byte(text, '\n');
}

static void print_ballots(const struct pooling_summary *summary, double per_hour, struct buffer *text)
{
    int64_t left = summary->after.ballots_left, more = left - summary->before.ballots_left;
    buffer_add_format(text, "%-11s %lld left, %lld more than before", "ballots", (long long)left,
                      (long long)more);
    if (!isnan(per_hour)) {
        buffer_add_string(text, "; ");
        forecast_add_hours((double)left / per_hour, text);
        buffer_add_format(text, " at %.0f votes per hour", per_hour);
    }
    buffer_add_byte(text, '\n');
}

static void print_summary(const struct pooling_request *request, const struct pooling_summary *summary,
                          double per_hour, struct world *world)
{
    struct buffer text = {0};
    buffer_add_format(&text, "%-11s %lld added to the pools of %lld question%s\n", "candidates",
                      (long long)summary->added, (long long)summary->questions,
                      summary->questions == 1 ? "" : "s");
    for (size_t i = 0; i < request->n_sources; i++)
        print_source(&summary->sources[i], &text);
    print_ballots(summary, per_hour, &text);
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
        output_remark(world, "%zu question%s no document has a word of%s", summary->n_unfound,
                      summary->n_unfound == 1 ? "" : "s", buffer_string(&named));
    }
    buffer_release(&named);
}

static bool fill_pools(struct store *store, const struct arguments *arguments,
                       struct pooling_request *request, struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct pooling_summary summary;
    struct searcher *searcher = NULL;
    struct progress_line line = {.world = world};
    double vote_ms;
    if (argument_given(arguments, OPTION_SEARCH) && !searching_open(&searcher, store, arguments, world, err))
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
        print_summary(request, &summary, vote_time_per_hour(vote_ms), world);
        print_remarks(request, &summary, world);
    }
    arena_release(&arena);
    return filled;
}

/* --- Twins ------------------------------------------------------------------------------------- */

/* What fills pools goes before it, in a call of its own. */
static bool check_alone(const struct arguments *arguments, size_t option, struct err *err)
{
    for (size_t i = 0; i < arguments->n_options; i++) {
        if (i != option && argument_given(arguments, i))
            return err_set(err, ERR_USAGE, "--%s goes with no other option, and there is --%s",
                           options[option].name, options[i].name);
    }
    return arguments->n_operands == 1 ||
           err_set(err, ERR_USAGE, "--%s takes the database alone; fill its pools first, in a call before it",
                   options[option].name);
}

static bool change_twins(const struct arguments *arguments, struct world *world, struct err *err)
{
    const bool merges = argument_given(arguments, OPTION_MERGE);
    struct store *store = NULL;
    bool changed = check_alone(arguments, merges ? OPTION_MERGE : OPTION_SPLIT, err) &&
                   database_open(&store, arguments->operands[0], STORE_EXISTING, world, err) &&
                   pool_change_twins(store, merges ? TWINS_MERGE : TWINS_SPLIT, world, err);
    store_close(store);
    return changed;
}

/* --- The command ------------------------------------------------------------------------------- */

static bool run_pool(const struct arguments *arguments, struct world *world, struct err *err)
{
    if (argument_given(arguments, OPTION_MERGE) || argument_given(arguments, OPTION_SPLIT))
        return change_twins(arguments, world, err);
    struct arena arena = {0};
    struct store *store = NULL;
    struct pooling_request request = {.now = world->clock.now(world->clock.context)};
    bool done = fields_choose(arguments, OPTION_OF_RECORDS, err) &&
                arguments_check_standard_input(arguments, err) && check_search_options(arguments, err) &&
                read_request(arguments, &arena, &request, err) &&
                database_open(&store, arguments->operands[0], STORE_EXISTING, world, err) &&
                fill_pools(store, arguments, &request, world, err);
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
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .details =
        "Candidates that are in a pool stay there. Each candidate keeps the names of all runs that\n"
        "retrieved it, with its ranks. If you have no run, use: assay pool DB --search\n"
        "\n"
        "Documents with the same title and text: assay pool DB --merge-identical makes one of them the\n"
        "candidate for all. Votes on any of them count for it, and all of them get its grade in exports.\n",
    .run = run_pool,
};
