/*
 * The first bytes of the file distinguish a database from qrels. In both cases the truth becomes a struct qrels. A
 * database is closed again at once: the labels are those of one moment.
 */
#include "cli/shared/truth.h"

#include "cli/shared/database.h"
#include "cli/shared/fields.h"
#include "cli/shared/output.h"
#include "core/metric/measures/measure_check.h"
#include "core/metric/measures/measure_name.h"
#include "core/store/content/judgments.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "core/store/votes/vote_groups.h"
#include "import/files/file.h"
#include "import/grouped_qrels.h"
#include "import/qrels.h"

#include <math.h>

/* Judgments of a source take the place of votes only where the user says so. */
static bool fail_unlabelled(struct store *store, const struct truth *truth, struct err *err)
{
    struct arena arena = {0};
    struct buffer left_out = {0};
    struct judgment_source *sources;
    size_t n;
    left_out_add(&truth->left_out, &left_out);
    buffer_add(&left_out, buffer_bytes(&truth->set_aside));
    if (store_list_judgment_sources(store, &arena, &sources, &n, err))
        err_set(err, ERR_INPUT, "%s: no question has a vote yet%s; label some first: assay label %s%s",
                truth->path, buffer_string(&left_out), truth->path,
                n == 0 ? ""
                       : arena_format(&arena, "; or use the judgments that are there: --judgments %.*s",
                                      BYTES_FORMAT(sources[0].name)));
    buffer_release(&left_out);
    arena_release(&arena);
    return false;
}

static bool read_labels(struct store *store, struct truth *truth, struct err *err)
{
    struct grading_rule rule = grading_rule_default();
    return left_out_add_set_aside(store, &truth->set_aside, err) &&
           store_read_qrels(store, &rule, truth->keeps_votes, &truth->qrels, &truth->base, err) &&
           (truth->qrels.n_questions > 0 || fail_unlabelled(store, truth, err));
}

/*
 * Reads the preferences. Judgments have none. The votes then can't be drawn anew, because the preferences would have to
 * be drawn, too.
 */
static bool add_preferences(struct store *store, struct truth *truth, struct err *err)
{
    truth->base.kept = NULL;
    return truth->source != NULL || store_read_vote_groups(store, &truth->qrels, err);
}

/* If the call has no measures, those of the database are used. */
static bool read_database(struct store *store, struct truth *truth, struct measure_list *measures,
                          struct err *err)
{
    struct arena arena = {0};
    struct bytes list;
    bool ok = truth->source != NULL ? store_read_judgments(store, bytes_of(truth->source), &truth->qrels, err)
                                    : read_labels(store, truth, err);
    if (ok && measures->count == 0)
        ok = setting_get(store, SETTING_MEASURES, &arena, &list, err) &&
             measure_list_parse(list, measures, err);
    arena_release(&arena);
    return ok && (measures_truth(measures) != TRUTH_PREFERENCES || add_preferences(store, truth, err));
}

static bool open_database(struct truth *truth, struct measure_list *measures, struct world *world,
                          struct err *err)
{
    struct store *store = NULL;
    if (truth->store != NULL)
        return read_database(truth->store, truth, measures, err);
    if (!database_open(&store, truth->path, STORE_READING, world, err))
        return false;
    bool ok = left_out_apply(&truth->left_out, store, err) && read_database(store, truth, measures, err);
    store_close(store);
    return ok;
}

static bool open_qrels(struct truth *truth, struct measure_list *measures, struct err *err)
{
    if (truth->source != NULL)
        return err_set(err, ERR_USAGE, "%s: not a database; --judgments names a source in one", truth->path);
    if (truth->left_out.n > 0)
        return err_set(err, ERR_USAGE, "%s: not a database; --without names an annotator in one",
                       truth->path);
    if (measures->count == 0 && !measure_list_parse(bytes_of(MEASURES_DEFAULT), measures, err))
        return false;
    const enum measure_truth needed = measures_truth(measures);
    const enum grouping grouping = needed == TRUTH_PREFERENCES ? GROUPING_PREFERENCES : GROUPING_SUBTOPICS;
    return needed == TRUTH_GRADES ? import_qrels(truth->path, &truth->qrels, &truth->form, err)
                                  : import_grouped_qrels(truth->path, grouping, &truth->qrels, err);
}

bool truth_is_database(const char *path, bool *is_database, struct err *err)
{
    char beginning[16];
    size_t size;
    *is_database = store_is_address(path);
    if (*is_database)
        return true;
    if (!file_peek(path, beginning, sizeof beginning, &size, err))
        return false;
    *is_database = store_is_database((struct bytes){.data = beginning, .size = size});
    return true;
}

bool truth_open(struct truth *truth, const char *path, const struct truth_choice *choice,
                struct measure_list *measures, struct world *world, struct err *err)
{
    *truth = (struct truth){.path = path,
                            .source = choice->source,
                            .left_out = choice->left_out,
                            .keeps_votes = choice->keeps_votes,
                            .store = truth->store,
                            .form = {.has_grades = true}};
    if (choice->source != NULL && choice->left_out.n > 0)
        return err_set(err, ERR_USAGE, "--without is for votes; the judgments of a source are not votes");
    /* The file of an open database is not examined, because closing it again would release SQLite's locks. */
    truth->is_database = truth->store != NULL;
    if (!truth->is_database && !truth_is_database(path, &truth->is_database, err))
        return false;
    return truth->is_database ? open_database(truth, measures, world, err) : open_qrels(truth, measures, err);
}

void truth_release(struct truth *truth)
{
    qrels_release(&truth->qrels);
    buffer_release(&truth->set_aside);
}

bool truth_check(const struct truth *truth, const struct measure_list *measures, struct err *err)
{
    for (size_t i = 0; i < measures->count; i++) {
        if (!measure_check(&measures->items[i], &truth->qrels, err))
            return err_context(err, "%s", file_label(truth->path));
    }
    return true;
}

bool truth_has_one_subtopic(const struct truth *truth)
{
    for (size_t q = 0; q < truth->qrels.n_questions; q++) {
        const struct judgment_groups *groups = truth->qrels.questions[q].groups;
        if (groups == NULL || groups->names.size > 1)
            return false;
    }
    return true;
}

static bool has_relevant(const struct qrels_question *question)
{
    for (size_t i = 0; i < question->n_judgments; i++) {
        if (question->judgments[i].grade > 0)
            return true;
    }
    return false;
}

bool truth_has_relevant(const struct truth *truth)
{
    for (size_t q = 0; q < truth->qrels.n_questions; q++) {
        if (has_relevant(&truth->qrels.questions[q]))
            return true;
    }
    return false;
}

/*
 * In simulations, nDCG@10 is then 0.05 to 0.18 too low (docs/statistics.md). With few questions, other errors are
 * larger.
 */
static void remark_few_votes(const struct truth *truth, struct world *world)
{
    enum { QUESTIONS_MIN = 10, IMPRESSIONS_MIN = 2 };
    const struct label_base *base = &truth->base;
    if (truth->qrels.n_questions >= QUESTIONS_MIN && base->impressions < IMPRESSIONS_MIN * base->documents)
        output_remark(
            world,
            "%s: each labelled document was shown %.1f times on average. Below %d, scores are too low "
            "and runs look more alike than they are; more votes help",
            truth->path, (double)base->impressions / (double)base->documents, IMPRESSIONS_MIN);
}

/* A cell like "alpha, beta" of a list without grades can be one id or two. */
static void remark_commas(const struct truth *truth, struct world *world)
{
    for (size_t q = 0; !truth->form.has_grades && q < truth->qrels.n_questions; q++) {
        const struct qrels_question *question = &truth->qrels.questions[q];
        for (size_t i = 0; i < question->n_judgments; i++) {
            const struct bytes docid = question->judgments[i].docid;
            if (docid.size == 0 || memchr(docid.data, ',', docid.size) == NULL)
                continue;
            output_remark(world, "%s: '%.*s' counts as one document; write several like d1;d2",
                          file_label(truth->path), BYTES_FORMAT(docid));
            return;
        }
    }
}

void truth_remark(const struct truth *truth, struct world *world)
{
    struct buffer left_out = {0};
    remark_commas(truth, world);
    fields_remark_judgments(truth->form.has_grades ? NULL : truth->path,
                            truth->form.is_rate ? truth->path : NULL, truth->form.n_open, world);
    left_out_add(&truth->left_out, &left_out);
    buffer_add(&left_out, buffer_bytes(&truth->set_aside));
    if (truth->source != NULL)
        output_remark(world, "%s: the scores use the judgments of %s, on %zu question%s", truth->path,
                      truth->source, truth->qrels.n_questions, truth->qrels.n_questions == 1 ? "" : "s");
    else if (truth->is_database)
        output_remark(world,
                      "%s: the scores use the %zu of %lld question%s that have a vote, and %lld vote%s%s",
                      truth->path, truth->qrels.n_questions, (long long)truth->base.questions,
                      truth->base.questions == 1 ? "" : "s", (long long)truth->base.votes,
                      truth->base.votes == 1 ? "" : "s", buffer_string(&left_out));
    if (truth->is_database && truth->source == NULL)
        remark_few_votes(truth, world);
    buffer_release(&left_out);
}

/*
 * Returns whether the labelled questions are the first ones. Let n of N questions have labels. At least nine tenths of
 * the first n must be labelled, and three standard deviations more than by chance. In n draws without replacement, n^2
 * / N are expected among the first n.
 */
static bool first_are_labelled(const struct truth *truth)
{
    const double all = (double)truth->base.questions;
    const double n = (double)truth->qrels.n_questions;
    const double first = (double)truth->base.first_labelled;
    const double deviation = n / all * (all - n) / sqrt(all - 1);
    return n < all && first >= 0.9 * n && first - n * n / all > 3 * deviation;
}

void truth_remark_order(const struct truth *truth, struct world *world)
{
    if (truth->is_database && truth->source == NULL && first_are_labelled(truth))
        output_remark(world,
                      "%s: in the order of import, the first %zu questions include %zu with labels, the "
                      "other %lld questions %zu; the intervals hold for all questions only if the order of "
                      "import is random; otherwise label the other questions, too",
                      truth->path, truth->qrels.n_questions, truth->base.first_labelled,
                      (long long)truth->base.questions - (long long)truth->qrels.n_questions,
                      truth->qrels.n_questions - truth->base.first_labelled);
}
