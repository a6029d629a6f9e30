/*
 * The truth is read first, like in `assay eval`. Then the questions and the documents of the collection are visited
 * once. Findings are counted and listed one per line.
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/shared/output.h"
#include "cli/shared/truth.h"
#include "core/base/memory.h"
#include "core/match/lint.h"
#include "core/store/votes/annotators.h"
#include "core/store/upkeep/check.h"
#include "core/store/content/judgments.h"
#include "core/store/content/documents.h"
#include "core/store/votes/raters.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "import/files/file.h"

#include <stdlib.h>

/* Exit status of a truth with findings; 1 and 2 mean that it was not checked. */
enum { STATUS_FINDINGS = 3 };

struct lint_report {
    struct text_list only, except; /* kinds */
    size_t format;
    struct lint lint;
    struct truth_choice choice;
    struct truth truth;
    bool has_truth;         /* false: only the questions and documents are checked */
    const char *collection; /* path of the database with the texts; NULL: none */
    struct store *store;    /* that database, open while everything is read as of one moment */
    struct lint_question *questions;
    size_t n_questions, questions_capacity;
    struct map by_qid; /* of the questions */
    struct lint_judged *judged;
    struct lint_documents documents;
    struct arena arena;
};

static const struct option options[] = {
    TEXT_OPTION("collection", "DB", struct lint_report, collection,
                .help = "database with the questions and documents of QRELS"),
    TEXT_OPTION("judgments", "NAME", struct lint_report, choice.source,
                .help = "check this source's judgments, not the votes"),
    TEXTS_OPTION("only", "KIND", struct lint_report, only, .help = "look only for this kind of finding"),
    TEXTS_OPTION("except", "KIND", struct lint_report, except, .help = "leave out this kind of finding"),
    OPTION_ROW_FORMAT(struct lint_report),
};

static void release_questions(struct lint_report *report)
{
    free(report->questions);
    map_release(&report->by_qid);
    report->questions = NULL;
}

static void release(struct lint_report *report)
{
    lint_release(&report->lint);
    lint_documents_release(&report->documents);
    release_questions(report);
    truth_release(&report->truth);
    store_close(report->store);
    arena_release(&report->arena);
}

/* --- Reading -------------------------------------------------------------- */

static bool add_question(void *context, const struct item *item, struct err *err)
{
    struct lint_report *report = context;
    (void)err;
    struct lint_question question = {arena_copy(&report->arena, item->id),
                                     arena_copy(&report->arena, item->text)};
    VECTOR_PUSH(report->questions, report->n_questions, report->questions_capacity) = question;
    map_put(&report->by_qid, question.id, NULL);
    return true;
}

static bool add_document(void *context, const struct item *item, struct err *err)
{
    struct lint_report *report = context;
    (void)err;
    lint_visit_document(&report->lint, &report->documents, item->id, item->title, item->text);
    return true;
}

/* Gathers the questions of the truth, with their texts if the collection has them. */
static void gather_judged(struct lint_report *report)
{
    const struct qrels *qrels = &report->truth.qrels;
    report->judged = arena_get_array(&report->arena, qrels->n_questions, sizeof *report->judged);
    for (size_t q = 0; q < qrels->n_questions; q++) {
        const struct qrels_question *question = &qrels->questions[q];
        int64_t number = map_find(&report->by_qid, question->qid);
        report->judged[q] = (struct lint_judged){
            .id = question->qid,
            .text = number == MAP_ABSENT ? (struct bytes){0} : report->questions[number].text,
            .is_unknown = report->collection != NULL && number == MAP_ABSENT,
            .judgments = question->judgments,
            .n = question->n_judgments,
        };
    }
}

static bool read_annotators(struct lint_report *report, struct err *err)
{
    struct rater *raters;
    size_t n;
    if (!report->lint.wanted[LINT_TEST_VOTES])
        return true;
    bool read = store_list_raters(report->store, &report->arena, &raters, &n, err);
    for (size_t i = 0; read && i < n; i++) {
        int64_t votes;
        if (raters[i].kind != RATER_ANNOTATOR)
            continue;
        read = store_count_votes_of(report->store, raters[i].rater_id, &votes, err);
        if (read)
            lint_annotator(&report->lint, raters[i].name, votes);
    }
    return read;
}

static bool wants_documents(const struct lint *lint)
{
    bool wants = false;
    for (size_t kind = 0; kind < LINT_KIND_COUNT; kind++)
        wants =
            wants || (lint->wanted[kind] && lint_kind_reads((enum lint_kind)kind) == LINT_READS_DOCUMENTS);
    return wants;
}

/* The data kept about documents may be larger than the findings, so it is released before they are printed. */
static bool read_documents(struct lint_report *report, struct err *err)
{
    const size_t n_judged = report->truth.qrels.n_questions;
    lint_documents_expect(&report->documents, report->judged, n_judged);
    if (n_judged > 0 && !store_visit_documents(report->store, add_document, report, err))
        return false;
    lint_documents_finish(&report->lint, &report->documents);
    lint_documents_release(&report->documents);
    return true;
}

static bool read_collection(struct lint_report *report, struct err *err)
{
    if (!store_visit_questions(report->store, add_question, report, err))
        return false;
    lint_questions(&report->lint, report->questions, report->n_questions);
    gather_judged(report);
    release_questions(report);
    lint_judgments(&report->lint, report->judged, report->truth.qrels.n_questions);
    return !wants_documents(&report->lint) || read_documents(report, err);
}

/* Checks a file without a collection. */
static void look_at_judgments(struct lint_report *report)
{
    gather_judged(report);
    lint_judgments(&report->lint, report->judged, report->truth.qrels.n_questions);
}

/* --- The truth ------------------------------------------------------------ */

/* Sums that were checked against all votes when the reading began need not be checked again during it. */
static bool open_collection(struct lint_report *report, struct world *world, struct err *err)
{
    return report->collection == NULL ||
           (database_open(&report->store, report->collection, STORE_READING, world, err) &&
            store_begin_reading_sums(report->store, err));
}

static bool find_collection(struct lint_report *report, const struct arguments *arguments, bool *is_database,
                            struct err *err)
{
    const char *path = arguments->operands[0];
    if (!truth_is_database(path, is_database, err))
        return false;
    if (*is_database && report->collection != NULL)
        return err_set(err, ERR_USAGE,
                       "%s: a database has its own questions and documents; --collection goes with qrels",
                       path);
    if (*is_database)
        report->collection = path;
    return true;
}

/* A database without votes has questions to check, but no truth. */
static bool find_truth(struct lint_report *report, const char *source, struct err *err)
{
    struct progress progress = {0};
    report->has_truth = true;
    if (report->truth.store == NULL || source != NULL)
        return true;
    bool done = store_get_progress(report->store, &progress, err);
    report->has_truth = progress.ballots_done > 0;
    return done;
}

static bool read_truth(struct lint_report *report, const struct arguments *arguments, struct world *world,
                       struct err *err)
{
    struct measure_list measures = {0};
    bool is_database;
    if (!find_collection(report, arguments, &is_database, err) || !open_collection(report, world, err))
        return false;
    report->truth.store = is_database ? report->store : NULL;
    bool done = find_truth(report, report->choice.source, err) &&
                (!report->has_truth ||
                 truth_open(&report->truth, arguments->operands[0], &report->choice, &measures, world, err));
    measure_list_release(&measures);
    return done;
}

/* --- Findings ------------------------------------------------------------- */

static void print_counts(const struct lint *lint, struct world *world)
{
    struct table table = {0};
    table_add_column(&table, "findings", ALIGN_RIGHT);
    table_add_column(&table, "kind", ALIGN_LEFT);
    table_add_column(&table, "what", ALIGN_LEFT);
    for (size_t kind = 0; kind < LINT_KIND_COUNT; kind++) {
        size_t count = lint_count(lint, (enum lint_kind)kind);
        if (count == 0)
            continue;
        table_add_integer(&table, (int64_t)count);
        table_add_text(&table, bytes_of(words_at(&lint_kind_words, kind)));
        table_add_text(&table, bytes_of(lint_kind_help((enum lint_kind)kind)));
    }
    output_table(&table, TABLE_PEOPLE, world);
    table_release(&table);
}

static void print_findings(const struct lint *lint, size_t format, struct world *world)
{
    struct table table = {0};
    table_add_column(&table, "kind", ALIGN_LEFT);
    table_add_column(&table, "id", ALIGN_LEFT);
    table_add_column(&table, "other", ALIGN_LEFT);
    table_add_column(&table, "detail", ALIGN_LEFT);
    for (size_t i = 0; i < lint->n; i++) {
        const struct lint_finding *finding = &lint->findings[i];
        table_add_text(&table, bytes_of(words_at(&lint_kind_words, finding->kind)));
        table_add_text(&table, finding->id);
        table_add_text(&table, finding->other);
        table_add_text(&table, finding->detail);
    }
    output_table(&table, format, world);
    table_release(&table);
}

/* Names the sources of judgments that could replace the missing votes. */
static bool remark_no_truth(struct lint_report *report, struct world *world, struct err *err)
{
    struct judgment_source *sources;
    struct buffer text = {0};
    size_t n;
    if (report->has_truth)
        return true;
    bool done = store_list_judgment_sources(report->store, &report->arena, &sources, &n, err);
    buffer_add_format(&text, "%s: no question has a vote yet: only questions and documents were checked",
                      store_path(report->store));
    for (size_t i = 0; done && i < n; i++)
        buffer_add_format(&text, "%s%.*s", i == 0 ? "; --judgments NAME checks the judgments of " : ", ",
                          BYTES_FORMAT(sources[i].name));
    if (done)
        output_remark(world, "%s", buffer_string(&text));
    buffer_release(&text);
    return done;
}

static void print_lint(const struct lint_report *report, struct world *world)
{
    const size_t format = report->format;
    const struct lint *lint = &report->lint;
    if (lint->n > 0 && format == TABLE_PEOPLE) {
        print_counts(lint, world);
        fputc('\n', world->out);
    }
    if (lint->n > 0 || !table_format_is_for_people((enum table_format)format))
        print_findings(lint, format, world);
    else
        fputs("nothing found\n", world->out);
    if (report->collection == NULL)
        output_remark(world,
                      "%s: only the judgments were checked; name the database of their questions and "
                      "documents with --collection DB",
                      file_label(report->truth.path));
}

/* --- The command ---------------------------------------------------------- */

static bool mark_kinds(const struct text_list *kinds, const char *option, bool wanted, struct lint *lint,
                       struct err *err)
{
    for (size_t i = 0; i < kinds->n; i++) {
        size_t kind;
        if (!words_choose(&lint_kind_words, option, bytes_of(kinds->items[i]), &kind, err))
            return false;
        lint->wanted[kind] = wanted;
    }
    return true;
}

static bool read_kinds(struct lint_report *report, struct err *err)
{
    struct lint *lint = &report->lint;
    for (size_t kind = 0; kind < LINT_KIND_COUNT; kind++)
        lint->wanted[kind] = report->only.n == 0;
    if (!mark_kinds(&report->only, "--only", true, lint, err) ||
        !mark_kinds(&report->except, "--except", false, lint, err))
        return false;
    for (size_t kind = 0; kind < LINT_KIND_COUNT; kind++) {
        if (lint->wanted[kind])
            return true;
    }
    return err_set(err, ERR_USAGE, "--only and --except leave nothing to look for");
}

/* If the user asks for a kind that can't be checked, that is an error: "nothing found" would be wrong. */
static bool check_kinds(const struct lint_report *report, struct err *err)
{
    if (report->collection != NULL || report->only.n == 0)
        return true;
    for (size_t kind = 0; kind < LINT_KIND_COUNT; kind++) {
        if (report->lint.wanted[kind] && lint_kind_reads((enum lint_kind)kind) != LINT_READS_JUDGMENTS)
            return err_set(err, ERR_USAGE,
                           "--only %s: this kind of finding needs questions and documents; name the database "
                           "of %s with --collection DB",
                           words_at(&lint_kind_words, kind), file_label(report->truth.path));
    }
    return true;
}

static bool look(struct lint_report *report, struct err *err)
{
    if (report->store == NULL) {
        look_at_judgments(report);
        return true;
    }
    store_let_held_go(report->store);
    return read_annotators(report, err) && read_collection(report, err);
}

static bool run_lint(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct lint_report *report = arguments->filled;
    bool done = read_kinds(report, err) && read_truth(report, arguments, world, err) &&
                check_kinds(report, err) && look(report, err);
    if (done) {
        lint_finish(&report->lint);
        print_lint(report, world);
        world->verdict = report->lint.n > 0 ? STATUS_FINDINGS : 0;
        done = remark_no_truth(report, world, err);
    }
    release(report);
    return done;
}

static void add_kinds(struct buffer *out)
{
    buffer_add_string(out, "Kinds:\n");
    for (size_t kind = 0; kind < LINT_KIND_COUNT; kind++)
        buffer_add_format(out, "  %-18s%s\n", words_at(&lint_kind_words, kind),
                          lint_kind_help((enum lint_kind)kind));
}

const struct command lint_command = {
    .name = "lint",
    .group = "Trust",
    .summary = "Find what looks wrong in questions and judgments",
    .example = "assay lint labels.db",
    .operands = "QRELS|DB",
    .least_operands = 1,
    .most_operands = 1,
    OPTIONS_FILL(struct lint_report),
    .add_details = add_kinds,
    .details =
        "Look at each finding: not every finding is a mistake. Exit status: 0 nothing found, 3 findings.\n",
    .run = run_lint,
};
