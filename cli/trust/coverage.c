/*
 * Compares the questions of the database and the questions of users as two sets of texts (core/match/mixing.h).
 */
#include "cli/commands.h"

#include "cli/shared/database.h"
#include "cli/collect/mapping.h"
#include "cli/shared/output.h"
#include "core/base/map.h"
#include "core/base/memory.h"
#include "core/base/random.h"
#include "core/base/unicode.h"
#include "core/match/mixing.h"
#include "core/store/content/documents.h"
#include "core/store/store.h"
#include "export/forms/json.h"
#include "import/files/file.h"
#include "import/items/item_file.h"
#include "import/recognise.h"
#include "import/vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CLUSTERS_MAX = 100,
    PERMUTATIONS_DEFAULT = 1000,
    PERMUTATIONS_MAX = 100000,
    TEXTS_MAX = 5000, /* of each set; larger sets are sampled */
};

/* A set of questions, or a sample of it. */
struct question_set {
    const char *path;
    struct bytes *texts, *qids;
    size_t n;
    size_t n_read;
    struct random_source random;
    struct arena arena;
};

/* Questions of one side in clusters that lack the other side beyond chance. */
struct lacking {
    size_t n_clusters, n_questions;
};

struct coverage_report {
    struct question_set own, real;
    struct mapping_options mapping_options;
    struct item_mapping mapping; /* of the real questions */
    const char *vectors_path;    /* NULL: compare words */
    struct vectors vectors;
    struct mixing_plan plan;
    struct mixing mixing;
    struct lacking missing;    /* real questions that the database lacks */
    struct lacking perhaps;    /* likewise, but perhaps by chance */
    struct lacking only_yours; /* questions of the database that no user asks */
    size_t format;
};

static const struct option options[] = {
    TEXT_OPTION("vectors", "FILE", struct coverage_report, vectors_path,
                .help = "compare these vectors, not words: lines {\"id\", \"vector\"}"),
    INTEGER_OPTION("clusters", "N", struct coverage_report, plan.n_clusters, 2, CLUSTERS_MAX, 0,
                   .help = "number of clusters (default: by the number of questions)"),
    INTEGER_OPTION("permutations", "N", struct coverage_report, plan.permutations, 1, PERMUTATIONS_MAX,
                   PERMUTATIONS_DEFAULT, .help = "permutations of the test (default 1000)"),
    INTEGER_OPTION("seed", "N", struct coverage_report, plan.seed, 0, INT64_MAX, 1,
                   .help = "seed of the random numbers (default 1)"),
    MAPPING_OPTION_ROWS(struct coverage_report, mapping_options),
    OPTION_ROW_FORMAT(struct coverage_report),
};

/* --- Reading -------------------------------------------------------------- */

/* Each question so far has the same chance to be in the sample (Vitter, ACM TOMS 11, 1985: algorithm R). */
static void add_question(struct question_set *set, const struct item *item)
{
    size_t place = set->n_read++;
    if (set->n == 0) {
        set->texts = arena_get_array(&set->arena, TEXTS_MAX, sizeof *set->texts);
        set->qids = arena_get_array(&set->arena, TEXTS_MAX, sizeof *set->qids);
    }
    if (set->n < TEXTS_MAX)
        set->n++;
    else
        place = (size_t)random_below(&set->random, place + 1);
    if (place >= TEXTS_MAX)
        return;
    set->texts[place] = arena_copy(&set->arena, item->text);
    set->qids[place] = arena_copy(&set->arena, item->id);
}

static bool add_own(void *context, const struct item *item, struct err *err)
{
    (void)err;
    add_question(context, item);
    return true;
}

static bool add_real(void *context, const struct item *item, size_t line, size_t bytes_read, struct err *err)
{
    (void)line, (void)bytes_read, (void)err;
    add_question(context, item);
    return true;
}

static bool read_own(struct question_set *set, struct world *world, struct err *err)
{
    struct store *store = NULL;
    bool done =
        database_open(&store, set->path, STORE_READING, world, err) &&
        store_visit_questions(store, add_own, set, err) &&
        (set->n > 0 || err_set(err, ERR_INPUT, "%s: it has no questions; import some first", set->path));
    store_close(store);
    return done;
}

/* Many other files could be read as questions, one per line. */
static bool check_questions(const char *path, struct bytes bytes, struct err *err)
{
    const struct content found = content_recognise(bytes);
    const bool is_other = found.kind == CONTENT_RUN || found.kind == CONTENT_QRELS ||
                          found.kind == CONTENT_VOTES || found.kind == CONTENT_DOCUMENTS;
    return !is_other || content_fail_other(&found, path, CONTENT_QUESTIONS, err);
}

static bool read_real(struct question_set *set, struct item_mapping *mapping, struct err *err)
{
    struct file file = {0};
    struct item_fields fields = {.kind = ITEM_QUESTION, .mapping = mapping};
    bool done = file_open(&file, set->path, err) && check_questions(set->path, file.bytes, err) &&
                item_file_read(&fields, set->path, file.bytes, add_real, set, err);
    file_close(&file);
    item_fields_release(&fields);
    return done;
}

/* A qid identifies a vector, so two questions can't share one. */
static bool check_qids(const struct coverage_report *report, const struct bytes *qids,
                       const struct bytes *texts, size_t n, struct err *err)
{
    struct map map = {0};
    bool done = true;
    size_t *first = memory_get_zeroed(n, sizeof *first);
    for (size_t i = 0; done && i < n; i++) {
        bool is_new;
        int64_t number = map_put(&map, qids[i], &is_new);
        if (is_new)
            first[number] = i;
        done = bytes_equal(texts[first[number]], texts[i]) ||
               err_set(err, ERR_INPUT,
                       "%s and %s: two questions have the qid '%.*s', so %s can't tell them apart; rename "
                       "one of them",
                       report->own.path, file_label(report->real.path), BYTES_FORMAT(qids[i]),
                       file_label(report->vectors_path));
    }
    map_release(&map);
    free(first);
    return done;
}

static struct bytes *join(struct coverage_report *report, const struct bytes *own, const struct bytes *real)
{
    size_t n_own = report->own.n, n_real = report->real.n;
    struct bytes *all = arena_get_array(&report->own.arena, n_own + n_real, sizeof *all);
    memcpy(all, own, n_own * sizeof *all);
    memcpy(all + n_own, real, n_real * sizeof *all);
    return all;
}

static bool read_vectors(struct coverage_report *report, struct mixing_vectors *out, struct err *err)
{
    size_t n = report->own.n + report->real.n;
    const struct bytes *qids = join(report, report->own.qids, report->real.qids);
    const struct bytes *texts = join(report, report->own.texts, report->real.texts);
    if (!check_qids(report, qids, texts, n, err) ||
        !vectors_read(&report->vectors, report->vectors_path, qids, n, err))
        return false;
    *out = (struct mixing_vectors){.of = report->vectors.of, .length = report->vectors.length};
    return true;
}

static void release(struct coverage_report *report)
{
    arena_release(&report->own.arena);
    arena_release(&report->real.arena);
    vectors_release(&report->vectors);
    mixing_release(&report->mixing);
}

/* --- Writing -------------------------------------------------------------- */

/* For people, only the beginning is shown. */
static void add_example(struct table *table, struct bytes example, size_t format)
{
    enum { EXAMPLE_CHARACTERS = 80 };
    struct buffer text = {0};
    if (table_format_is_for_people((enum table_format)format))
        unicode_add_beginning(&text, example, EXAMPLE_CHARACTERS);
    else
        buffer_add(&text, example);
    table_add_text(table, buffer_bytes(&text));
    buffer_release(&text);
}

static const char *missing_word(const struct mixing *mixing, const struct mixing_cluster *cluster)
{
    static const char *const words[] = {
        [MIXING_ENOUGH] = "", [MIXING_SCARCE] = "perhaps", [MIXING_MISSING] = "yes"};
    return mixing_lack_of_other(mixing, cluster) == MIXING_MISSING
               ? "only yours"
               : words[mixing_lack_of_own(mixing, cluster)];
}

static void fill_clusters(const struct mixing *mixing, size_t format, struct table *table)
{
    table_add_column(table, "own", ALIGN_RIGHT);
    table_add_column(table, "real", ALIGN_RIGHT);
    table_add_column(table, "own %", ALIGN_RIGHT);
    table_add_column(table, "missing", ALIGN_LEFT);
    table_add_column(table, "words", ALIGN_LEFT);
    table_add_column(table, "example", ALIGN_LEFT);
    for (size_t i = 0; i < mixing->n_clusters; i++) {
        const struct mixing_cluster *cluster = &mixing->clusters[i];
        struct buffer words = {0};
        for (size_t k = 0; k < cluster->n_words; k++) {
            buffer_add_string(&words, k > 0 ? " " : "");
            buffer_add(&words, cluster->words[k]);
        }
        table_add_integer(table, (int64_t)cluster->n_own);
        table_add_integer(table, (int64_t)cluster->n_other);
        table_add_real(table, 100 * (double)cluster->n_own / (double)(cluster->n_own + cluster->n_other), 0);
        table_add_text(table, bytes_of(missing_word(mixing, cluster)));
        table_add_text(table, buffer_bytes(&words));
        add_example(table, cluster->example, format);
        buffer_release(&words);
    }
}

/* A few questions may have such neighbours by chance. With fewer on either side there is no verdict. */
enum { VERDICT_LEAST = 10 };

static bool is_too_few(const struct mixing *mixing)
{
    return mixing->n_own < VERDICT_LEAST || mixing->n_other < VERDICT_LEAST;
}

static const char *verdict_of(const struct coverage_report *report)
{
    const struct mixing *mixing = &report->mixing;
    if (is_too_few(mixing))
        return "cannot tell: each side needs at least ten questions";
    if (!isfinite(mixing->z))
        return "cannot tell: hardly any two questions share a word";
    if (mixing->p < MIXING_P)
        return "your questions differ from those of users";
    return report->missing.n_clusters + report->only_yours.n_clusters > 0 ? "alike, but not in all subjects"
                                                                          : "mixed";
}

static void add_lacking(struct lacking *lacking, size_t n_questions)
{
    lacking->n_clusters++;
    lacking->n_questions += n_questions;
}

static void count_lacking(struct coverage_report *report)
{
    const struct mixing *mixing = &report->mixing;
    for (size_t i = 0; !is_too_few(mixing) && i < mixing->n_clusters; i++) {
        const struct mixing_cluster *cluster = &mixing->clusters[i];
        const enum mixing_lack lack = mixing_lack_of_own(mixing, cluster);
        if (lack == MIXING_MISSING)
            add_lacking(&report->missing, cluster->n_other);
        else if (mixing_lack_of_other(mixing, cluster) == MIXING_MISSING)
            add_lacking(&report->only_yours, cluster->n_own);
        else if (lack == MIXING_SCARCE)
            add_lacking(&report->perhaps, cluster->n_other);
    }
}

static void print_lacking(const char *name, const char *whose, const struct lacking *lacking, FILE *out)
{
    if (lacking->n_clusters > 0)
        fprintf(out, "%s  %zu %s question%s, in %zu cluster%s\n", name, lacking->n_questions, whose,
                lacking->n_questions == 1 ? "" : "s", lacking->n_clusters,
                lacking->n_clusters == 1 ? "" : "s");
}

static void print_verdict(const struct coverage_report *report, struct world *world)
{
    const struct mixing *mixing = &report->mixing;
    FILE *out = world->out;
    fprintf(out, "questions   %zu own, %zu real\n", report->own.n_read, report->real.n_read);
    if (isfinite(mixing->z))
        fprintf(out, "neighbours  %.0f %% of the nearest are of the same side; by chance %.0f %%\n",
                100 * mixing->same, 100 * mixing->expected);
    fprintf(out, "verdict     %s", verdict_of(report));
    if (isfinite(mixing->z) && !is_too_few(mixing))
        fprintf(out, ": z %.1f, p %.4f", mixing->z, mixing->p);
    fputc('\n', out);
    print_lacking("missing   ", "real", &report->missing, out);
    print_lacking("perhaps   ", "real", &report->perhaps, out);
    print_lacking("only yours", "own", &report->only_yours, out);
}

static void print_coverage_json(const struct coverage_report *report, const struct table *table,
                                struct world *world)
{
    const struct mixing *mixing = &report->mixing;
    struct json *root = json_object();
    json_add_integer(root, "own", (int64_t)report->own.n_read);
    json_add_integer(root, "real", (int64_t)report->real.n_read);
    json_add_text(root, "verdict", bytes_of(verdict_of(report)));
    json_add_real(root, "same", mixing->same);
    json_add_real(root, "expected", mixing->expected);
    json_add_real(root, "z", mixing->z);
    json_add_real(root, "p", mixing->p);
    json_add_integer(root, "missing", (int64_t)report->missing.n_questions);
    json_add_integer(root, "perhaps_missing", (int64_t)report->perhaps.n_questions);
    json_add_integer(root, "only_yours", (int64_t)report->only_yours.n_questions);
    table_add_to_json(table, json_add_array(root, "clusters"));
    output_json(root, world);
}

static void print_coverage(const struct coverage_report *report, struct world *world)
{
    struct table table = {0};
    fill_clusters(&report->mixing, report->format, &table);
    if (report->format == TABLE_JSON) {
        print_coverage_json(report, &table, world);
    } else {
        if (report->format == TABLE_PEOPLE) {
            print_verdict(report, world);
            fputc('\n', world->out);
        }
        output_table(&table, report->format, world);
    }
    table_release(&table);
    if (report->own.n_read > report->own.n || report->real.n_read > report->real.n)
        output_remark(world, "only %d questions of each side were compared, drawn at random", TEXTS_MAX);
}

/* --- The command ---------------------------------------------------------- */

static bool read_coverage_options(const struct arguments *arguments, struct coverage_report *report,
                                  struct world *world, struct err *err)
{
    const uint64_t seed = report->plan.seed;
    report->plan.interrupted = world->interrupted;
    report->own = (struct question_set){.path = arguments->operands[0], .random = random_from(seed, 1)};
    report->real = (struct question_set){.path = arguments->operands[1], .random = random_from(seed, 2)};
    return mapping_take(&report->mapping_options, &report->real.arena, &report->mapping, err);
}

static bool run_coverage(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct coverage_report *report = arguments->filled;
    struct mixing_vectors vectors;
    bool done = read_coverage_options(arguments, report, world, err) && read_own(&report->own, world, err) &&
                read_real(&report->real, &report->mapping, err);
    if (done && report->vectors_path != NULL) {
        done = read_vectors(report, &vectors, err);
        report->plan.vectors = &vectors;
    }
    if (done)
        done = mixing_make(&report->mixing, report->own.texts, report->own.n, report->real.texts,
                           report->real.n, &report->plan) ||
               err_set(err, ERR_INTERRUPTED, "stopped before all was compared");
    if (done) {
        count_lacking(report);
        print_coverage(report, world);
    }
    release(report);
    return done;
}

const struct command coverage_command = {
    .name = "coverage",
    .group = "Trust",
    .summary = "Compare your questions with the questions of users",
    .example = "assay coverage labels.db real-questions.txt",
    .operands = "DB REAL-QUESTIONS",
    .least_operands = 2,
    .most_operands = 2,
    OPTIONS_FILL(struct coverage_report),
    .details =
        "REAL-QUESTIONS is a file of questions in any format that import reads, such as one per line.\n"
        "Texts are compared by their words, or by the vectors of --vectors. If both sets are alike, the\n"
        "nearest neighbours of a question come from either set. z is the number of standard deviations by\n"
        "which too many come from its own set; p is the probability of this by chance.\n"
        "\n"
        "missing: users ask about this subject, but hardly any of your questions do (yes: beyond chance;\n"
        "or perhaps). only yours: you ask about this subject, but users hardly do. coverage also looks at\n"
        "finer clusters, to find small subjects.\n",
    .run = run_coverage,
};
