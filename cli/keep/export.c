/*
 * What is exported is read as of one moment and written little by little, into a file beside the one that it replaces at the
 * end.
 *
 * Which options mean something to what is exported, its row says (export/exporter.h); others are refused.
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/left_out.h"
#include "cli/shared/output.h"
#include "core/base/number.h"
#include "core/store/upkeep/check.h"
#include "core/store/store.h"
#include "export/export.h"
#include "import/files/file.h"

#include <string.h>

enum {
    OPTION_FORMAT,
    OPTION_QUESTIONS,
    OPTION_GRADING,
    OPTION_LEVELS,
    OPTION_MIN_IMPRESSIONS,
    OPTION_POSITIVE,
    OPTION_NEGATIVE,
    OPTION_NEGATIVES,
    OPTION_ANONYMOUS,
    OPTION_NOTES,
    OPTION_INDEX,
    OPTION_NAME,
    OPTION_JUDGMENTS,
    OPTION_WITHOUT,
    OPTION_OUTPUT,
    N_OPTIONS,
};

static const struct option options[] = {
    [OPTION_FORMAT] = {.name = "format",
                       .argument = "FORMAT",
                       .help = "format, from the list below (default: the first)"},
    [OPTION_QUESTIONS] = {.name = "questions",
                          .argument = "WHICH",
                          .help = "questions that have a vote, or that are done",
                          .words = &export_questions_words},
    [OPTION_GRADING] = {.name = "grading", .argument = "RULE", .words = &grading_words},
    [OPTION_LEVELS] = {.name = "levels",
                       .argument = "L",
                       .help = "number of grades of `levels` (default 4: 0 to 3)"},
    [OPTION_MIN_IMPRESSIONS] = {.name = "min-impressions",
                                .argument = "N",
                                .help = "leave out candidates with fewer impressions (default 1)"},
    [OPTION_POSITIVE] = {.name = "positive",
                         .argument = "GRADE",
                         .help = "lowest relevant grade (default: above 0, or --negative)"},
    [OPTION_NEGATIVE] = {.name = "negative",
                         .argument = "GRADE",
                         .help = "triples: highest grade of a negative (default 0)"},
    [OPTION_NEGATIVES] = {.name = "negatives",
                          .argument = "N",
                          .help = "triples: number of negatives per positive (default 1)"},
    [OPTION_ANONYMOUS] = {.name = "anonymous", .help = "votes: call annotators a1, a2 … and leave out notes"},
    [OPTION_NOTES] = {.name = "notes", .help = "with --anonymous: keep the notes"},
    [OPTION_INDEX] = {.name = "index",
                      .argument = "NAME",
                      .help = "elasticsearch: name of the index of the documents"},
    [OPTION_NAME] = {.name = "name",
                     .argument = "NAME",
                     .help = "opensearch: name of the judgments (default: the database)"},
    [OPTION_JUDGMENTS] = {.name = "judgments",
                          .argument = "NAME",
                          .help = "qrels: export this source's judgments, not the votes"},
    [OPTION_WITHOUT] = OPTION_ROW_WITHOUT,
    [OPTION_OUTPUT] = {.name = "output",
                       .letter = 'o',
                       .argument = "FILE",
                       .help = "write to FILE (default: standard output)"},
};

/* --- The options of a call ------------------------------------------------ */

/* What a kind must take for the option to mean something; 0: every kind. */
static const unsigned option_takes[N_OPTIONS] = {
    [OPTION_QUESTIONS] = TAKES_QUESTIONS, [OPTION_GRADING] = TAKES_GRADES,
    [OPTION_LEVELS] = TAKES_GRADES,       [OPTION_MIN_IMPRESSIONS] = TAKES_GRADES,
    [OPTION_POSITIVE] = TAKES_POSITIVE,   [OPTION_NEGATIVE] = TAKES_NEGATIVES,
    [OPTION_NEGATIVES] = TAKES_NEGATIVES, [OPTION_ANONYMOUS] = TAKES_ANONYMOUS,
    [OPTION_NOTES] = TAKES_ANONYMOUS,     [OPTION_INDEX] = TAKES_INDEX,
    [OPTION_NAME] = TAKES_NAME,           [OPTION_JUDGMENTS] = TAKES_JUDGMENTS,
};

/* "--index goes with elasticsearch, not with qrels" */
static bool fail_meaningless(size_t option, const struct export_kind *kind, struct err *err)
{
    struct buffer kinds = {0};
    for (size_t i = 0; i < n_export_kinds; i++) {
        if ((export_kinds[i]->takes & option_takes[option]) != 0)
            buffer_add_format(&kinds, "%s%s", kinds.size > 0 ? ", " : "", export_kinds[i]->name);
    }
    err_set(err, ERR_USAGE, "--%s goes with %s, not with %s", options[option].name, buffer_string(&kinds),
            kind->name);
    buffer_release(&kinds);
    return false;
}

static bool check_meanings(const struct arguments *arguments, const struct export_kind *kind, struct err *err)
{
    for (size_t i = 0; i < N_OPTIONS; i++) {
        if (argument_given(arguments, i) && option_takes[i] != 0 && (kind->takes & option_takes[i]) == 0)
            return fail_meaningless(i, kind, err);
    }
    return true;
}

static bool read_format(const struct arguments *arguments, const struct export_kind *kind, size_t *format,
                        struct err *err)
{
    const struct words words = export_format_words(kind);
    const char *word = argument_value(arguments, OPTION_FORMAT);
    *format = 0;
    return word == NULL || words_choose(&words, "--format", bytes_of(word), format, err);
}

static bool read_rule(const struct arguments *arguments, struct grading_rule *rule, struct err *err)
{
    size_t grading;
    *rule = grading_rule_default();
    if (!argument_choice(arguments, OPTION_GRADING, &grading, err))
        return false;
    rule->grading = (enum grading)grading;
    if (argument_given(arguments, OPTION_LEVELS) && rule->grading != GRADING_LEVELS)
        return err_set(err, ERR_USAGE, "--levels needs --grading levels");
    return argument_integer(arguments, OPTION_LEVELS, GRADING_LEVELS_MIN, GRADING_LEVELS_MAX, rule->levels,
                            &rule->levels, err) &&
           argument_integer(arguments, OPTION_MIN_IMPRESSIONS, 1, INT64_MAX, rule->min_impressions,
                            &rule->min_impressions, err);
}

static bool read_grade(const struct arguments *arguments, size_t option, double *grade, struct err *err)
{
    const char *word = argument_value(arguments, option);
    return word == NULL || number_parse_real(bytes_of(word), grade) ||
           err_set(err, ERR_USAGE, "--%s is a grade, a number, not '%s'", options[option].name, word);
}

static bool read_examples(const struct arguments *arguments, struct export_options *wanted, struct err *err)
{
    wanted->has_positive = argument_given(arguments, OPTION_POSITIVE);
    if (!read_grade(arguments, OPTION_POSITIVE, &wanted->positive, err) ||
        !read_grade(arguments, OPTION_NEGATIVE, &wanted->negative, err) ||
        !argument_integer(arguments, OPTION_NEGATIVES, 1, EXPORT_NEGATIVES_MAX, EXPORT_NEGATIVES_DEFAULT,
                          &wanted->negatives, err))
        return false;
    return !wanted->has_positive || wanted->positive > wanted->negative ||
           err_set(err, ERR_USAGE, "--positive has to be above the highest grade of a negative, which is %g",
                   wanted->negative);
}

static bool check_grades(const struct export_kind *kind, const struct export_options *wanted, struct err *err)
{
    const struct export_format *format = &kind->formats[wanted->format];
    return !format->has_whole_grades || wanted->rule.grading != GRADING_RATE ||
           err_set(err, ERR_USAGE,
                   "the format %s of %s takes whole grades, and those of --grading rate are fractions; "
                   "choose another grading or format",
                   format->name, kind->name);
}

/* The grades of judgments are their own, no rule makes them, and no vote is behind them. */
static bool check_judgments(const struct arguments *arguments, struct err *err)
{
    static const size_t of_votes[] = {OPTION_QUESTIONS, OPTION_GRADING, OPTION_LEVELS, OPTION_MIN_IMPRESSIONS,
                                      OPTION_WITHOUT};
    for (size_t i = 0; i < sizeof of_votes / sizeof *of_votes; i++) {
        if (argument_given(arguments, OPTION_JUDGMENTS) && argument_given(arguments, of_votes[i]))
            return err_set(err, ERR_USAGE, "--%s is for votes; judgments have grades of their own",
                           options[of_votes[i]].name);
    }
    return true;
}

static bool read_options(const struct arguments *arguments, const struct export_kind *kind,
                         struct export_options *wanted, struct err *err)
{
    size_t questions;
    if (!check_meanings(arguments, kind, err) || !read_format(arguments, kind, &wanted->format, err) ||
        !argument_choice(arguments, OPTION_QUESTIONS, &questions, err) ||
        !read_rule(arguments, &wanted->rule, err) || !read_examples(arguments, wanted, err))
        return false;
    wanted->questions = (enum export_questions)questions;
    wanted->is_anonymous = argument_given(arguments, OPTION_ANONYMOUS);
    wanted->has_notes = argument_given(arguments, OPTION_NOTES);
    wanted->index = argument_value(arguments, OPTION_INDEX);
    wanted->name = argument_value(arguments, OPTION_NAME);
    wanted->source = argument_value(arguments, OPTION_JUDGMENTS);
    if (wanted->has_notes && !wanted->is_anonymous)
        return err_set(err, ERR_USAGE, "--notes goes with --anonymous; without it notes are always there");
    return check_judgments(arguments, err) && check_grades(kind, wanted, err);
}

/* --- Where it goes -------------------------------------------------------- */

static bool write_file(struct exporter *exporter, const struct export_kind *kind, const char *path,
                       struct world *world, struct err *err)
{
    struct file_writer file;
    if (!output_open(&file, path, world, err))
        return false;
    exporter->file = &file;
    bool written = kind->write(exporter, err) && file_writer_finish(&file, err);
    file_writer_release(&file);
    return written;
}

static bool write_folder(struct exporter *exporter, const struct export_kind *kind, const char *path,
                         struct err *err)
{
    if (path == NULL || strcmp(path, "-") == 0)
        return err_set(err, ERR_USAGE, "%s is a folder of files; name a new one with -o FOLDER", kind->name);
    exporter->folder = path;
    return kind->write(exporter, err);
}

/* --- What is said of it --------------------------------------------------- */

static void say_what_was_written(const struct exporter *exporter, struct world *world)
{
    struct bytes rest = buffer_bytes(&exporter->remarks), line;
    output_remark(world, "%s", buffer_string(&exporter->summary));
    while (bytes_next_line(&rest, &line))
        output_remark(world, "%.*s", (int)line.size, line.data);
    if (exporter->format->is_for_trec_eval && exporter->options->rule.grading == GRADING_RATE)
        output_remark(world,
                      "trec_eval cuts off fractions, so each rate below 1 becomes 0; in `assay eval`, P, AP, "
                      "RR and others count grades from 1 on as relevant, unless rel= sets another grade");
    output_remark_formulas(world, exporter->n_formulas, buffer_bytes(&exporter->formula));
}

static bool export_kind(struct store *store, const struct export_kind *kind,
                        const struct export_options *wanted, const char *path,
                        const struct left_out *left_out, struct world *world, struct err *err)
{
    struct exporter exporter = {.store = store,
                                .options = wanted,
                                .format = &kind->formats[wanted->format],
                                .interrupted = world->interrupted};
    if (!(kind->is_of_answers ? store_begin_reading : store_begin_reading_sums)(store, err))
        return false;
    bool written = kind->is_folder ? write_folder(&exporter, kind, path, err)
                                   : write_file(&exporter, kind, path, world, err);
    store_end_reading(store);
    if (written) {
        left_out_add(left_out, &exporter.summary);
        say_what_was_written(&exporter, world);
    }
    buffer_release(&exporter.summary);
    buffer_release(&exporter.remarks);
    buffer_release(&exporter.formula);
    return written;
}

/* What a database is called: its file, without folder and ending; on a server it has neither. */
static void add_database_name(const struct store *store, struct buffer *name)
{
    const struct bytes base = file_base_name(store_path(store));
    struct bytes stem, ending;
    bool has_ending = !store_is_on_server(store) && bytes_split(base, '.', &stem, &ending) && stem.size > 0;
    buffer_add(name, has_ending ? stem : base);
}

static bool run_export(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct left_out left_out = left_out_of(arguments, OPTION_WITHOUT);
    const char *path = arguments->operands[0];
    const struct export_kind *kind;
    struct export_options wanted = {0};
    struct store *store = NULL;
    if (!export_find(arguments->operands[1], &kind, err) || !read_options(arguments, kind, &wanted, err) ||
        !database_open(&store, path, STORE_READING, world, err))
        return false;
    struct buffer name = {0};
    add_database_name(store, &name);
    if (wanted.name == NULL)
        wanted.name = buffer_string(&name);
    bool done =
        left_out_apply(&left_out, store, err) &&
        export_kind(store, kind, &wanted, argument_value(arguments, OPTION_OUTPUT), &left_out, world, err);
    buffer_release(&name);
    store_close(store);
    return done;
}

const struct command export_command = {
    .name = "export",
    .group = "Keep",
    .summary = "Write qrels, votes and training data for other programs",
    .example = "assay export labels.db qrels -o labels.qrels",
    .operands = "DB WHAT",
    .least_operands = 2,
    .most_operands = 2,
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .add_details = export_add_help,
    .details =
        "Gradings. relevance is wins / impressions, or the estimate of Luce's model (setting\n"
        "`estimator`):\n"
        "  levels  the nearest of L evenly spaced levels, 0 to L-1; an estimate below 0.5 is 0\n"
        "  rank    1, 2, 3 … for the distinct positive relevances of a question, ascending; 0 stays 0\n"
        "  best    1 for the best document of a question, 0 for the others\n"
        "  rate    the relevance itself, with six decimals\n",
    .run = run_export,
};
