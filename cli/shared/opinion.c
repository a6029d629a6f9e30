#include "cli/shared/opinion.h"

#include "cli/shared/database.h"
#include "core/base/bytes.h"
#include "core/metric/measures/measure_check.h"
#include "core/store/upkeep/check.h"
#include "import/files/file.h"
#include "import/runs/run_evaluate.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Reads the current labels of a database, or a file of qrels. */
static bool read_whole(struct opinion *opinion, const char *path, struct world *world, struct err *err)
{
    struct measure_list unused = {0};
    const struct truth_choice labels = {0};
    struct truth truth = {0};
    bool read = truth_open(&truth, path, &labels, &unused, world, err);
    measure_list_release(&unused);
    opinion->qrels = truth.qrels;
    opinion->database = truth.is_database ? path : NULL;
    truth.qrels = (struct qrels){0}; /* the opinion owns them */
    truth_release(&truth);
    return read;
}

/* --- A name in a database -------------------------------------------------------------------- */

static bool fail_unknown(const struct rater *raters, size_t n, const char *path, struct bytes name,
                         struct err *err)
{
    struct buffer names = {0};
    for (size_t i = 0; i < n; i++)
        buffer_add_format(&names, "%s%.*s", i == 0 ? "the names are " : ", ", BYTES_FORMAT(raters[i].name));
    err_set(err, ERR_INPUT, "%s: nobody with the name '%.*s' has graded anything; %s", path,
            BYTES_FORMAT(name), n > 0 ? buffer_string(&names) : "nobody has graded anything yet");
    buffer_release(&names);
    return false;
}

/* The remedy repeats what precedes the name in the word: the path of the database, or nothing. */
static bool fail_ambiguous(const char *path, const char *word, struct bytes name, const struct rater *one,
                           const struct rater *other, struct err *err)
{
    const int n_before = (int)(strlen(word) - name.size);
    const char *kind = words_at(&rater_kind_words, one->kind);
    const char *other_kind = words_at(&rater_kind_words, other->kind);
    return err_set(err, ERR_INPUT, "%s: '%.*s' is the name of %s and of %s; write %.*s%s:%.*s or %.*s%s:%.*s",
                   path, BYTES_FORMAT(name), kind, other_kind, n_before, word, kind, BYTES_FORMAT(name),
                   n_before, word, other_kind, BYTES_FORMAT(name));
}

/* `word`: as written, with the name at its end. */
static bool find_rater(struct rater *raters, size_t n, const char *path, const char *word, struct bytes name,
                       struct rater **found, struct err *err)
{
    *found = NULL;
    for (size_t i = 0; i < n; i++) {
        if (!rater_is_called(&raters[i], name))
            continue;
        if (*found != NULL)
            return fail_ambiguous(path, word, name, *found, &raters[i], err);
        *found = &raters[i];
    }
    return *found != NULL || fail_unknown(raters, n, path, name, err);
}

static bool read_rater(struct opinion *opinion, const char *path, struct bytes name, struct world *world,
                       struct err *err)
{
    struct store *store = NULL;
    struct rater *raters;
    size_t n;
    const struct grading_rule rule = grading_rule_default();
    if (!database_open(&store, path, STORE_READING, world, err))
        return false;
    bool read = store_begin_reading_sums(store, err);
    if (read) {
        store_let_held_go(store);
        read = store_list_raters(store, &opinion->arena, &raters, &n, err) &&
               find_rater(raters, n, path, opinion->word, name, &opinion->rater, err) &&
               store_read_rater(store, opinion->rater, &rule, &opinion->qrels, err);
        store_end_reading(store);
    }
    store_close(store);
    opinion->database = path;
    return read;
}

/* Returns whether it is a whole address, and not only the part before the colon of the port. */
static bool is_whole_address(const char *path)
{
    return store_is_address(path) && strchr(strstr(path, "://") + 3, '/') != NULL;
}

/*
 * Finds the shortest beginning of the word that ends before a colon and is an address. What follows may contain colons,
 * too.
 */
static const char *find_address(char *path)
{
    for (char *colon = strchr(path, ':'); colon != NULL; colon = strchr(colon + 1, ':')) {
        *colon = '\0';
        if (is_whole_address(path))
            return path;
        *colon = ':';
    }
    return NULL;
}

/*
 * Finds the longest beginning of the word that ends before a colon and is a file, or its address. NULL: there is none.
 */
static const char *find_database(const char *word, struct arena *arena)
{
    char *path = arena_copy_string(arena, word);
    if (store_is_address(word))
        return find_address(path);
    for (char *colon = strrchr(path, ':'); colon != NULL && colon > path; colon = strrchr(path, ':')) {
        *colon = '\0';
        if (access(path, F_OK) == 0)
            return path;
    }
    return NULL;
}

/* A word that names no file may be meant as an annotator. */
static bool check_there(const char *word, struct err *err)
{
    return strcmp(word, "-") == 0 || strchr(word, ':') != NULL || access(word, F_OK) == 0 ||
           errno != ENOENT ||
           err_set(
               err, ERR_SYSTEM,
               "%s: there is no such file; check the path, or name an annotator behind the database: DB:%s",
               word, word);
}

bool opinion_read(struct opinion *opinion, const char *word, struct world *world, struct err *err)
{
    *opinion = (struct opinion){.word = word};
    if (!check_there(word, err))
        return false;
    const char *path = access(word, F_OK) != 0 ? find_database(word, &opinion->arena) : NULL;
    return path == NULL ? read_whole(opinion, word, world, err)
                        : read_rater(opinion, path, bytes_of(word + strlen(path) + 1), world, err);
}

bool opinion_read_named(struct opinion *opinion, const char *path, const char *name, struct world *world,
                        struct err *err)
{
    *opinion = (struct opinion){.word = name};
    return read_rater(opinion, path, bytes_of(name), world, err);
}

void opinion_release(struct opinion *opinion)
{
    qrels_release(&opinion->qrels);
    arena_release(&opinion->arena);
}

bool opinion_is_part(const struct opinion *one, const struct opinion *other)
{
    return one->rater != NULL && one->rater->kind == RATER_ANNOTATOR && other->rater == NULL &&
           other->database != NULL && file_is_same(one->database, other->database);
}

/* --- Scores ---------------------------------------------------------------------------------- */

static bool check_reread(const char *path, struct err *err)
{
    bool is_missing = strcmp(path, "-") != 0 && access(path, F_OK) != 0; /* reading it will report that */
    return is_missing || file_is_regular(path) ||
           err_set(err, ERR_INPUT,
                   "%s: both sides of the comparison read it, and a pipe can be read only once; name a file",
                   file_label(path));
}

static bool check_measures(const struct opinion *opinion, const struct measure_list *measures,
                           struct err *err)
{
    for (size_t i = 0; i < measures->count; i++) {
        if (!measure_check(&measures->items[i], &opinion->qrels, err))
            return err_context(err, "%s", opinion->word);
    }
    return true;
}

bool opinion_score(const struct opinion *opinion, const char *path, const struct measure_list *measures,
                   enum ties ties, enum score_type scores, struct world *world, struct evaluation *out,
                   struct err *err)
{
    const struct workforce workforce = {.n_threads = world->n_processors, .interrupted = world->interrupted};
    struct evaluator evaluator;
    *out = (struct evaluation){0};
    if (!check_reread(path, err) || !check_measures(opinion, measures, err))
        return false;
    evaluator_open(&evaluator, &opinion->qrels, measures->items, measures->count, ties);
    evaluator.scores = scores;
    bool done = evaluate_run(path, &evaluator, &workforce, NULL, err);
    if (done) {
        evaluator_finish(&evaluator, QUESTIONS_ALL, out);
        done = out->n_answered > 0 ||
               err_set(err, ERR_INPUT,
                       "%s has no question in common with %s; check whether they belong together",
                       file_label(path), opinion->word);
    }
    evaluator_close(&evaluator);
    return done;
}
