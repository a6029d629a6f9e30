/*
 * The export reads the database as of one moment. It is written in parts into a temporary file, which replaces the old
 * file at the end. The row of each kind (export/exporter.h) tells which options it uses; others are refused.
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/left_out.h"
#include "cli/shared/output.h"
#include "core/store/upkeep/check.h"
#include "core/store/store.h"
#include "export/export.h"
#include "import/files/file.h"

#include <float.h>
#include <string.h>

struct export_call {
    struct export_options wanted;
    const char *format; /* NULL: the first format of the kind */
    struct text_list left_out;
    const char *output;
};

/*
 * The forms of the command are the kinds of exports: an option belongs to the kinds that use it (enum export_takes).
 */
static const struct option options[] = {
    TEXT_OPTION("format", "FORMAT", struct export_call, format,
                .help = "format, from the list below (default: the first)"),
    CHOICE_OPTION("questions", "WHICH", struct export_call, wanted.questions, .forms = TAKES_QUESTIONS,
                  .help = "only questions that have a vote, or that are done",
                  .words = &export_questions_words),
    CHOICE_OPTION("grading", "RULE", struct export_call, wanted.rule.grading, .forms = TAKES_GRADES,
                  .words = &grading_words),
    INTEGER_OPTION("levels", "L", struct export_call, wanted.rule.levels, GRADING_LEVELS_MIN,
                   GRADING_LEVELS_MAX, GRADING_LEVELS_DEFAULT, .forms = TAKES_GRADES,
                   .help = "number of grades of `levels` (default 4: 0 to 3)"),
    INTEGER_OPTION("min-impressions", "N", struct export_call, wanted.rule.min_impressions, 0, INT64_MAX, 0,
                   .forms = TAKES_GRADES,
                   .help = "leave out candidates with fewer impressions; 1 also leaves out inferred grades"),
    REAL_OPTION("positive", "GRADE", struct export_call, wanted.positive, -DBL_MAX, DBL_MAX, 0,
                "a grade, a number", .forms = TAKES_POSITIVE,
                .help = "lowest relevant grade (default: above 0, or --negative)"),
    REAL_OPTION("negative", "GRADE", struct export_call, wanted.negative, -DBL_MAX, DBL_MAX, 0,
                "a grade, a number", .forms = TAKES_NEGATIVES,
                .help = "triples: highest grade of a negative (default 0)"),
    INTEGER_OPTION("negatives", "N", struct export_call, wanted.negatives, 1, EXPORT_NEGATIVES_MAX,
                   EXPORT_NEGATIVES_DEFAULT, .forms = TAKES_NEGATIVES,
                   .help = "triples: number of negatives per positive (default 1)"),
    FLAG_OPTION("anonymous", struct export_call, wanted.is_anonymous, .forms = TAKES_ANONYMOUS,
                .help = "votes: call annotators a1, a2 … and leave out notes"),
    FLAG_OPTION("notes", struct export_call, wanted.has_notes, .forms = TAKES_ANONYMOUS,
                .help = "with --anonymous: keep the notes"),
    TEXT_OPTION("index", "NAME", struct export_call, wanted.index, .forms = TAKES_INDEX,
                .help = "elasticsearch: name of the index of the documents"),
    TEXT_OPTION("name", "NAME", struct export_call, wanted.name, .forms = TAKES_NAME,
                .help = "opensearch: name of the judgments (default: the database)"),
    TEXT_OPTION("judgments", "NAME", struct export_call, wanted.source, .forms = TAKES_JUDGMENTS,
                .help = "qrels: export this source's judgments, not the votes"),
    OPTION_ROW_WITHOUT(struct export_call, left_out),
    OPTION_ROW_OUTPUT(struct export_call),
};

/* --- The options of a call ------------------------------------------------ */

/* Sets "--index goes with elasticsearch, not with qrels". */
static bool fail_meaningless(const struct option *option, const struct export_kind *kind, struct err *err)
{
    struct buffer kinds = {0};
    for (size_t i = 0; i < n_export_kinds; i++) {
        if ((export_kinds[i]->takes & option->forms) != 0)
            buffer_add_format(&kinds, "%s%s", kinds.size > 0 ? ", " : "", export_kinds[i]->name);
    }
    err_set(err, ERR_USAGE, "--%s goes with %s, not with %s", option->name, buffer_string(&kinds),
            kind->name);
    buffer_release(&kinds);
    return false;
}

static bool check_options(const struct arguments *arguments, const struct export_kind *kind,
                          const struct export_options *wanted, struct err *err)
{
    const struct option *meaningless = arguments_find_misplaced(arguments, kind->takes);
    if (meaningless != NULL)
        return fail_meaningless(meaningless, kind, err);
    if (argument_given(arguments, &wanted->rule.levels) && wanted->rule.grading != GRADING_LEVELS)
        return err_set(err, ERR_USAGE, "--levels needs --grading levels");
    if (wanted->has_positive && wanted->positive <= wanted->negative)
        return err_set(err, ERR_USAGE,
                       "--positive must be above the highest grade of a negative, which is %g",
                       wanted->negative);
    return !wanted->has_notes || wanted->is_anonymous ||
           err_set(err, ERR_USAGE,
                   "--notes needs --anonymous; without --anonymous notes are always exported");
}

static bool check_grades(const struct export_kind *kind, const struct export_options *wanted, struct err *err)
{
    const struct export_format *format = &kind->formats[wanted->format];
    return !format->has_whole_grades || wanted->rule.grading != GRADING_RATE ||
           err_set(err, ERR_USAGE,
                   "the format %s of %s takes whole grades, but --grading rate makes fractions; choose "
                   "another grading or format",
                   format->name, kind->name);
}

/* Judgments have their own grades: no rule makes them, and no votes are behind them. */
static bool check_judgments(const struct arguments *arguments, const struct export_call *call,
                            struct err *err)
{
    const struct export_options *wanted = &call->wanted;
    const struct {
        const void *variable;
        const char *name;
    } of_votes[] = {{&wanted->questions, "questions"},
                    {&wanted->rule.grading, "grading"},
                    {&wanted->rule.levels, "levels"},
                    {&wanted->rule.min_impressions, "min-impressions"},
                    {&call->left_out, "without"}};
    for (size_t i = 0; wanted->source != NULL && i < sizeof of_votes / sizeof *of_votes; i++) {
        if (argument_given(arguments, of_votes[i].variable))
            return err_set(err, ERR_USAGE, "--%s is for votes; judgments already have grades",
                           of_votes[i].name);
    }
    return true;
}

static bool read_options(const struct arguments *arguments, const struct export_kind *kind,
                         struct export_call *call, struct err *err)
{
    const struct words formats = export_format_words(kind);
    struct export_options *wanted = &call->wanted;
    wanted->has_positive = argument_given(arguments, &wanted->positive);
    return (call->format == NULL ||
            words_choose(&formats, "--format", bytes_of(call->format), &wanted->format, err)) &&
           check_options(arguments, kind, wanted, err) && check_judgments(arguments, call, err) &&
           check_grades(kind, wanted, err);
}

/* --- Destinations ----------------------------------------------------------------------------- */

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

/* --- Remarks ---------------------------------------------------------------------------------- */

static void say_what_was_written(const struct exporter *exporter, struct world *world)
{
    struct bytes rest = buffer_bytes(&exporter->remarks), line;
    output_remark(world, "%s", buffer_string(&exporter->summary));
    while (bytes_next_line(&rest, &line))
        output_remark(world, "%.*s", (int)line.size, line.data);
    if (exporter->format->is_for_trec_eval && exporter->options->rule.grading == GRADING_RATE)
        output_remark(
            world,
            "trec_eval cuts off fractions, so each rate below 1 becomes 0; in `assay eval`, P, AP, RR and "
            "similar measures count grades of at least 1 as relevant, unless rel= sets another grade");
    output_remark_formulas(world, exporter->n_formulas, buffer_bytes(&exporter->formula));
}

static bool export_kind(struct store *store, const struct export_kind *kind, const struct export_call *call,
                        struct world *world, struct err *err)
{
    struct exporter exporter = {.store = store,
                                .options = &call->wanted,
                                .format = &kind->formats[call->wanted.format],
                                .interrupted = world->interrupted};
    if (!(kind->is_of_answers ? store_begin_reading : store_begin_reading_sums)(store, err))
        return false;
    bool written = kind->is_folder ? write_folder(&exporter, kind, call->output, err)
                                   : write_file(&exporter, kind, call->output, world, err);
    store_end_reading(store);
    if (written) {
        left_out_add(&call->left_out, &exporter.summary);
        written = kind->is_of_answers || call->wanted.source != NULL ||
                  left_out_add_set_aside(store, &exporter.summary, err);
    }
    if (written)
        say_what_was_written(&exporter, world);
    buffer_release(&exporter.summary);
    buffer_release(&exporter.remarks);
    buffer_release(&exporter.formula);
    return written;
}

/* Adds the name of a database: its file, without folder and ending. On a server it has neither. */
static void add_database_name(const struct store *store, struct buffer *name)
{
    const struct bytes base = file_base_name(store_path(store));
    struct bytes stem, ending;
    bool has_ending = !store_is_on_server(store) && bytes_split(base, '.', &stem, &ending) && stem.size > 0;
    buffer_add(name, has_ending ? stem : base);
}

static bool run_export(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct export_call *call = arguments->filled;
    const struct export_kind *kind;
    struct store *store = NULL;
    if (!export_find(arguments->operands[1], &kind, err) || !read_options(arguments, kind, call, err) ||
        !database_open(&store, arguments->operands[0], STORE_READING, world, err))
        return false;
    struct buffer name = {0};
    add_database_name(store, &name);
    if (call->wanted.name == NULL)
        call->wanted.name = buffer_string(&name);
    bool done = left_out_apply(&call->left_out, store, err) && export_kind(store, kind, call, world, err);
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
    OPTIONS_FILL(struct export_call),
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
