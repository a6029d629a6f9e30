/*
 * Qrels are made whole in memory, then written at once.
 */
#include "cli/commands.h"

#include "cli/database.h"
#include "cli/output.h"
#include "core/store/labels.h"
#include "core/store/store.h"
#include "export/qrels.h"

#include <string.h>

enum { OPTION_FORMAT, OPTION_GRADING, OPTION_LEVELS, OPTION_MIN_IMPRESSIONS, OPTION_OUTPUT };

static const struct option options[] = {
    [OPTION_FORMAT] = {.name = "format", .argument = "FORMAT", .words = &qrels_format_words},
    [OPTION_GRADING] = {.name = "grading", .argument = "RULE", .words = &grading_words},
    [OPTION_LEVELS] = {.name = "levels",
                       .argument = "L",
                       .help = "levels of grading `levels` (default 4: 0 to 3)"},
    [OPTION_MIN_IMPRESSIONS] = {.name = "min-impressions",
                                .argument = "N",
                                .help = "leave out candidates with fewer (default 1)"},
    [OPTION_OUTPUT] = {.name = "output",
                       .letter = 'o',
                       .argument = "FILE",
                       .help = "write to FILE, at once and whole (default: standard output)"},
};

enum { RATE_DECIMALS = 6 };

static bool read_rule(const struct arguments *arguments, struct grading_rule *rule, struct err *err)
{
    size_t grading;
    *rule = grading_rule_default();
    if (!argument_choice(arguments, OPTION_GRADING, &grading, err))
        return false;
    rule->grading = (enum grading)grading;
    if (argument_given(arguments, OPTION_LEVELS) && rule->grading != GRADING_LEVELS)
        return err_set(err, ERR_USAGE, "--levels goes with --grading levels only");
    return argument_integer(arguments, OPTION_LEVELS, GRADING_LEVELS_MIN, GRADING_LEVELS_MAX, rule->levels,
                            &rule->levels, err) &&
           argument_integer(arguments, OPTION_MIN_IMPRESSIONS, 1, INT64_MAX, rule->min_impressions,
                            &rule->min_impressions, err);
}

static size_t count_judgments(const struct qrels *qrels)
{
    size_t n = 0;
    for (size_t i = 0; i < qrels->n_questions; i++)
        n += qrels->questions[i].n_judgments;
    return n;
}

static bool export_qrels(struct store *store, const struct arguments *arguments, struct world *world,
                         struct err *err)
{
    size_t format;
    struct grading_rule rule;
    struct qrels qrels = {0};
    struct buffer text = {0};
    struct label_base base;
    if (!argument_choice(arguments, OPTION_FORMAT, &format, err) || !read_rule(arguments, &rule, err))
        return false;
    bool done = store_read_qrels(store, &rule, &qrels, &base, err);
    if (done) {
        qrels_write(&qrels, format, rule.grading == GRADING_RATE ? RATE_DECIMALS : 0, &text);
        done = output_file(&text, argument_value(arguments, OPTION_OUTPUT), world, err);
    }
    if (done)
        output_remark(world, "%zu judgments on %zu of %lld questions", count_judgments(&qrels),
                      qrels.n_questions, (long long)base.questions);
    buffer_release(&text);
    qrels_release(&qrels);
    return done;
}

static bool run_export(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct store *store = NULL;
    if (strcmp(arguments->operands[1], "qrels") != 0)
        return err_set(err, ERR_USAGE, "'%s' can't be exported; usage: assay export DB qrels",
                       arguments->operands[1]);
    if (!database_open(&store, arguments->operands[0], STORE_READING, world, err))
        return false;
    bool done = export_qrels(store, arguments, world, err);
    store_close(store);
    return done;
}

const struct command export_command = {
    .name = "export",
    .summary = "Writes the labels as graded qrels",
    .operands = "DB qrels",
    .least_operands = 2,
    .most_operands = 2,
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .details =
        "Gradings of relevance = wins / impressions:\n"
        "  levels  the nearest of L evenly spaced levels, 0 to L-1\n"
        "  rank    1, 2, 3 … for the distinct positive relevances of a question, ascending; 0 stays 0\n"
        "  best    1 for the one best document of a question, 0 for the others\n"
        "  rate    the relevance itself, six decimals\n",
    .run = run_export,
};
