/*
 * The runs are scored like in `assay eval`. Then the sections are made one after the other. The page is written when it
 * is complete.
 */
#include "cli/report/report.h"

#include "cli/commands.h"
#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "cli/shared/pairing.h"
#include "core/base/version.h"
#include "core/store/rights.h"
#include "core/store/store.h"
#include "export/file.h"
#include "import/files/file.h"
#include "import/runs/run.h"

#include <string.h>
#include <time.h>

static const struct option options[] = {
    SCORES_OPTION_ROWS(struct report, scores),
    OPTION_ROW_OUTPUT(struct report),
    TEXT_OPTION("title", "TEXT", struct report, title,
                .help = "title of the page (default: the file's name)"),
    TEXT_OPTION("baseline", "RUN", struct report, baseline_name,
                .help = "one of the runs: add whether the others may replace it (`assay gate`)"),
    OPTION_ROW_MARGIN(struct report),
    CHOICE_OPTION("format", "FORMAT", struct report, page.format, .words = &page_format_words),
};

/* In the order of the page. A section without content is left out. */
static const struct {
    struct page_section section;
    bool (*applies)(const struct report *report);
    void (*add)(struct report *report);
} sections[] = {
    {{"runs", "Runs"}, report_has_runs, report_add_runs},
    {{"baseline", "Against the baseline"}, report_has_baseline, report_add_baseline},
    {{"questions", "Question by question"}, report_has_runs, report_add_questions},
    {{"votes", "Scores over the votes"}, report_has_history, report_add_history},
    {{"progress", "Progress"}, report_has_database, report_add_progress},
    {{"labels", "Labels"}, report_has_labels, report_add_labels},
    {{"annotators", "Annotators"}, report_has_annotators, report_add_annotators},
    {{"agreement", "Agreement"}, report_has_agreement, report_add_agreement},
    {{"hard", "The hardest questions"}, report_has_rankings, report_add_hard},
};

enum { N_SECTIONS = sizeof sections / sizeof *sections };

/* --- Reading -------------------------------------------------------------- */

/* Runs are read twice: for their scores, then for their documents. */
static bool check_standard_input(const struct arguments *arguments, struct err *err)
{
    for (size_t i = 1; i < arguments->n_operands; i++) {
        if (strcmp(arguments->operands[i], "-") == 0)
            return err_set(
                err, ERR_USAGE,
                "a report reads each run twice, but standard input can be read only once; name a file");
    }
    return true;
}

/* If several runs have the name, each must be named by its path. */
static bool find_named(const struct arguments *arguments, const char *name, size_t *run, struct err *err)
{
    const size_t n_runs = arguments->n_operands - 1;
    size_t n_found = 0;
    for (size_t i = 0; i < n_runs; i++) {
        if (!bytes_equal(run_file_name(arguments->operands[i + 1]), bytes_of(name)))
            continue;
        *run = i;
        n_found++;
    }
    if (n_found > 1)
        return err_set(err, ERR_USAGE,
                       "--baseline '%s': %zu runs have this name; give the path of the baseline", name,
                       n_found);
    return n_found == 1 ||
           err_set(err, ERR_USAGE,
                   "--baseline '%s': this is not one of the report's runs; name it among the runs, too",
                   name);
}

/* Finds the baseline by its path, or by its name in the tables. */
static bool find_baseline(const struct arguments *arguments, const char *word, size_t *run, struct err *err)
{
    for (size_t i = 1; i < arguments->n_operands; i++) {
        if (strcmp(arguments->operands[i], word) == 0) {
            *run = i - 1;
            return true;
        }
    }
    return find_named(arguments, word, run, err);
}

static bool read_baseline(const struct arguments *arguments, struct report *report, struct err *err)
{
    const char *word = report->baseline_name;
    report->baseline = arguments->n_operands - 1;
    if (word == NULL && argument_given(arguments, &report->margin))
        return err_set(err, ERR_USAGE, "--margin needs a baseline; add --baseline RUN");
    return word == NULL || find_baseline(arguments, word, &report->baseline, err);
}

/* Returns whether there is a truth. A database without votes has progress, but nothing to score by. */
static bool has_truth(const struct report *report, const struct arguments *arguments)
{
    return !report->has_database || report->status.votes > 0 || arguments->n_operands > 1 ||
           report->scores.choice.source != NULL;
}

static bool read_status(struct report *report, struct err *err)
{
    return store_require_all(report->store, "a report", err) &&
           store_get_status(report->store, &report->arena, &report->status, err) &&
           report_read_agreement(report, report->store, err);
}

/*
 * Scoring uses the same database connection, because a program must not open a database twice. Everything is read as of
 * one moment. The reading ends when the store is closed.
 */
static bool open_truth(struct report *report, const struct arguments *arguments, struct world *world,
                       struct err *err)
{
    const char *path = arguments->operands[0];
    if (!truth_is_database(path, &report->has_database, err))
        return false;
    if (!report->has_database)
        return true;
    bool opened = database_open(&report->store, path, STORE_READING, world, err);
    report->scores.truth.store = report->store;
    return opened && left_out_apply(&report->scores.choice.left_out, report->store, err) &&
           store_begin_reading(report->store, err) && read_status(report, err);
}

static bool read_runs(struct report *report, const struct arguments *arguments, struct world *world,
                      struct err *err)
{
    return arguments->n_operands == 1 || report_prepare_runs(report, report->store, world, err);
}

static bool read_report(struct report *report, const struct arguments *arguments, struct world *world,
                        struct err *err)
{
    return scores_read_options(&report->scores, err) && check_standard_input(arguments, err) &&
           pairing_check_runs(arguments, err) &&
           output_check_inputs(report->output, arguments->operands, arguments->n_operands, err) &&
           read_baseline(arguments, report, err) && open_truth(report, arguments, world, err) &&
           (!has_truth(report, arguments) || (scores_make(&report->scores, NULL, arguments, world, err) &&
                                              pairing_check_means(&report->scores, err) &&
                                              pairing_check_margin(&report->scores, report->margin, err) &&
                                              read_runs(report, arguments, world, err)));
}

/* --- Writing -------------------------------------------------------------- */

static void add_time(int64_t milliseconds, struct buffer *text)
{
    time_t seconds = (time_t)(milliseconds / 1000);
    struct tm moment;
    char written[64];
    strftime(written, sizeof written, "%Y-%m-%d %H:%M UTC", gmtime_r(&seconds, &moment));
    buffer_add_string(text, written);
}

static void begin_page(struct report *report, const struct arguments *arguments, struct world *world)
{
    struct page_section links[N_SECTIONS];
    size_t n = 0;
    struct buffer subtitle = {0};
    buffer_add_string(&subtitle,
                      "The ground truth, and how the runs score on it. Made by assay " ASSAY_VERSION " on ");
    add_time(world->clock.now(world->clock.context), &subtitle);
    buffer_add_string(&subtitle, ".");
    for (size_t i = 0; i < N_SECTIONS; i++) {
        if (sections[i].applies(report))
            links[n++] = sections[i].section;
    }
    page_begin(&report->page,
               bytes_of(report->title != NULL ? report->title : file_label(arguments->operands[0])),
               buffer_bytes(&subtitle), links, n);
    buffer_release(&subtitle);
}

static void add_page(struct report *report, const struct arguments *arguments, struct world *world)
{
    begin_page(report, arguments, world);
    report_add_summary(report);
    for (size_t i = 0; i < N_SECTIONS; i++) {
        if (!sections[i].applies(report))
            continue;
        page_add_section(&report->page, &sections[i].section);
        sections[i].add(report);
    }
    page_end(&report->page);
}

static bool write_report(struct report *report, const struct arguments *arguments, struct world *world,
                         struct err *err)
{
    struct file_writer file;
    if (!output_open(&file, report->output, world, err))
        return false;
    report->page.out = &file.text;
    add_page(report, arguments, world);
    bool written = file_writer_finish(&file, err);
    file_writer_release(&file);
    return written;
}

/* Readers of the page have not seen the remarks on standard error. */
static void remark(struct report *report, struct world *world)
{
    if (!report_has_labels(report))
        return;
    world->remarks = &report->remarks;
    scores_remark(&report->scores, world);
    if (report_has_runs(report)) {
        scores_remark_unjudged(&report->scores, world);
        truth_remark_order(&report->scores.truth, world);
    }
    world->remarks = NULL;
}

static bool run_report(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct report *report = arguments->filled;
    report->scores.redraws_votes = arguments->n_operands > 1;
    bool done = read_report(report, arguments, world, err);
    store_close(report->store);
    if (done) {
        remark(report, world);
        done = write_report(report, arguments, world, err);
    }
    buffer_release(&report->remarks);
    report_release_runs(report);
    report_release_agreement(report);
    scores_release(&report->scores);
    arena_release(&report->arena);
    return done;
}

const struct command report_command = {
    .name = "report",
    .group = "Score",
    .summary = "Write one page about labels, annotators and runs",
    .example = "assay report labels.db bm25.run dense.run -o report.html",
    .operands = "QRELS|DB [RUN…]",
    .least_operands = 1,
    .most_operands = SIZE_MAX,
    OPTIONS_FILL(struct report),
    .details =
        "The page is one HTML file that loads nothing and runs no script; it suits light and dark screens\n"
        "and paper. The first measure decides the order of the runs and is shown in the charts. The\n"
        "format markdown gives a page of text without charts.\n",
    .run = run_report,
};
