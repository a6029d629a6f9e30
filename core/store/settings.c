/*
 * A setting that was never set has no row in the database: its value is the initial one of the table. A value is
 * checked when it is stored. A number or a word is also checked when it is read, because another program or version may
 * have stored it.
 */
#include "core/store/settings.h"

#include "core/base/memory.h"
#include "core/base/nearest.h"
#include "core/base/number.h"
#include "core/text/stemmer.h"
#include "core/judge/overlap.h"
#include "core/judge/question_order.h"
#include "core/judge/reason.h"
#include "core/metric/measures/measure_check.h"
#include "core/store/content/field_list.h"
#include "core/store/labelling/gold.h"
#include "core/store/votes/set_aside.h"
#include "core/store/rows.h"
#include "core/store/settings_private.h"
#include "core/store/store_private.h"

enum {
    IMPRESSIONS_MAX = 1000,
    BUDGET_MAX = 1000,
    SAMPLE_MAX = 1000 * 1000 * 1000,
    SEED_MAX = 1000 * 1000 * 1000,
    GUIDE_SIZE_MAX = 64 * 1024
};

static bool accepts_impressions(struct bytes *value, struct err *err)
{
    int64_t impressions;
    return number_parse_integer(*value, 1, IMPRESSIONS_MAX, &impressions) ||
           err_set(err, ERR_USAGE, "impressions is a whole number from 1 to %d, not '%.*s'", IMPRESSIONS_MAX,
                   BYTES_FORMAT(*value));
}

static bool accepts_budget(struct bytes *value, struct err *err)
{
    int64_t budget;
    return number_parse_integer(*value, 1, BUDGET_MAX, &budget) ||
           err_set(err, ERR_USAGE, "budget is a whole number from 1 to %d, not '%.*s'", BUDGET_MAX,
                   BYTES_FORMAT(*value));
}

static bool accepts_confidence(struct bytes *value, struct err *err)
{
    double confidence;
    return (number_parse_real(*value, &confidence) && confidence >= 0.5 && confidence <= 1) ||
           err_set(err, ERR_USAGE, "confidence is a number from 0.5 to 1, not '%.*s'", BYTES_FORMAT(*value));
}

static bool accepts_overlap(struct bytes *value, struct err *err)
{
    struct overlap overlap;
    return overlap_parse(*value, &overlap) ||
           err_set(err, ERR_USAGE,
                   "overlap is a share from 0 to 1, such as 0.1, or 0.1x3 for three annotators (at most %d), "
                   "not '%.*s'",
                   OVERLAP_ANNOTATORS_MAX, BYTES_FORMAT(*value));
}

static const char whole_sample[] = "all";

static bool accepts_sample(struct bytes *value, struct err *err)
{
    int64_t questions;
    return bytes_equal(*value, bytes_of(whole_sample)) ||
           number_parse_integer(*value, 1, SAMPLE_MAX, &questions) ||
           err_set(err, ERR_USAGE, "sample is a number of questions from 1 on, or %s, not '%.*s'",
                   whole_sample, BYTES_FORMAT(*value));
}

static bool accepts_seed(struct bytes *value, struct err *err)
{
    int64_t seed;
    return number_parse_integer(*value, 0, SEED_MAX, &seed) ||
           err_set(err, ERR_USAGE, "seed is a whole number from 0 to %d, not '%.*s'", SEED_MAX,
                   BYTES_FORMAT(*value));
}

static bool accepts_repeats(struct bytes *value, struct err *err)
{
    double share;
    return (number_parse_real(*value, &share) && share >= 0 && share <= REPEATS_MAX) ||
           err_set(err, ERR_USAGE, "repeats is a share from 0 to %g, not '%.*s'", REPEATS_MAX,
                   BYTES_FORMAT(*value));
}

static bool accepts_guide(struct bytes *value, struct err *err)
{
    return value->size <= GUIDE_SIZE_MAX ||
           err_set(err, ERR_USAGE, "guide is a text of at most %d bytes, this one has %zu", GUIDE_SIZE_MAX,
                   value->size);
}

static bool accepts_reasons(struct bytes *value, struct err *err)
{
    struct reason_list reasons;
    return reason_list_parse(*value, &reasons, err);
}

static bool accepts_measures(struct bytes *value, struct err *err)
{
    struct measure_list measures = {0};
    bool accepted = measure_list_parse(*value, &measures, err) && measures_check_live(&measures, err);
    measure_list_release(&measures);
    return accepted;
}

static const char *const ballot_sizes[] = {"2", "3"};
static const struct words ballot_size_words = WORDS_OF(ballot_sizes);

static const char *const switch_names[] = {"1", "0"};
static const struct words switch_words = WORDS_OF(switch_names);

static const char *const on_off_names[] = {"off", "on"};
static const struct words on_off_words = WORDS_OF(on_off_names);
static const char *const prior_names[] = {"dealing", "learned"};
static const struct words prior_words = WORDS_OF(prior_names);

static const char *const format_names[] = {
    [FORMAT_AUTO] = "auto",
    [FORMAT_MARKDOWN] = "markdown",
    [FORMAT_HTML] = "html",
    [FORMAT_PLAIN] = "plain",
};
static const struct words format_words = WORDS_OF(format_names);

static const char *const no_language_names[] = {"none"};
static const struct words no_language = WORDS_OF(no_language_names);

/* The stemmer library lists its languages at run time. */
static struct words language_words(void)
{
    struct words words = stemmer_languages();
    words.before = &no_language;
    return words;
}

static bool accepts_language(struct bytes *value, struct err *err)
{
    const struct words words = language_words();
    size_t choice;
    if (!words_choose(&words, "language", *value, &choice, err))
        return false;
    *value = bytes_of(words_at(&words, choice));
    return true;
}

const char *const setting_group_names[SETTING_GROUP_COUNT] = {
    [SETTING_GROUP_SEEN] = "Shown to experts",     [SETTING_GROUP_DEALING] = "Which ballots they get",
    [SETTING_GROUP_QUALITY] = "Checks of quality", [SETTING_GROUP_SCORES] = "Labels and scores",
    [SETTING_GROUP_STORAGE] = "Storage",
};

/* The meanings follow the order of the words. */
static const char *const second_choice_meanings[] = {"the vote alone is asked for",
                                                     "after a vote, the next best of the rest, too"};

static const char *const ties_meanings[] = {"one document is the best, or none",
                                            "two documents can be equally good"};

static const char *const blind_meanings[] = {"docid, prior and source are hidden",
                                             "docid, prior and source are shown"};
static const char *const format_meanings[] = {
    [FORMAT_AUTO] = "each text tells its own format",
    [FORMAT_MARKDOWN] = "all texts are Markdown",
    [FORMAT_HTML] = "all texts are HTML",
    [FORMAT_PLAIN] = "texts are shown as they are",
};
static const char *const dealing_meanings[] = {
    [DEALING_BALANCED] = "each candidate is shown equally often",
    [DEALING_ADAPTIVE] = "ballots where an answer teaches most",
};
static const char *const aim_meanings[] = {
    [AIM_TOP] = "adaptive: to find the best candidates",
    [AIM_ALL] = "adaptive: to know the relevance of all",
};
static const char *const estimator_meanings[] = {
    [ESTIMATOR_AUTO] = "chosen by the dealing",
    [ESTIMATOR_RATE] = "wins divided by impressions",
    [ESTIMATOR_LUCE] = "Luce's model",
};
static const char *const prior_meanings[] = {
    "labels come from votes alone",
    "Luce's model also relies on the order of the runs",
};
static const char *const order_meanings[] = {
    [ORDER_RANDOM] = "a random order",
    [ORDER_IMPORT] = "the order of import",
};
static const char *const screening_meanings[] = {"a question begins with its ballots",
                                                 "a question begins with its list of candidates"};
static const char *const reliability_meanings[] = {"all annotators count alike",
                                                   "annotators confirmed by others count more"};

const struct setting_row setting_rows[SETTING_COUNT] = {
    [SETTING_BALLOT_SIZE] = {.key = "ballot_size",
                             .group = SETTING_GROUP_SEEN,
                             .meaning = "% documents on each ballot",
                             .changes_experiment = true,
                             .initial = "3",
                             .help = "documents shown together on a ballot",
                             .words = &ballot_size_words,
                             .changes_targets = true},
    [SETTING_IMPRESSIONS] = {.key = "impressions",
                             .group = SETTING_GROUP_DEALING,
                             .meaning = "each candidate is shown % times",
                             .initial = "3",
                             .help = "how often each candidate is shown",
                             .takes = "1 to 1000",
                             .accepts = accepts_impressions,
                             .changes_targets = true},
    [SETTING_GUIDE] = {.key = "guide",
                       .group = SETTING_GROUP_SEEN,
                       .changes_experiment = true,
                       .initial = "Choose the document that is most relevant to the question. Compare "
                                  "correctness first, then information density, then level of detail.\n"
                                  "\n"
                                  "- Correctness: does the document answer this question, for the case that "
                                  "the question is about? The manual of another model is not correct.\n"
                                  "- Information density: of two correct documents, prefer the one with less "
                                  "text to read. A page about the question beats a book.\n"
                                  "- Level of detail: then prefer the document that tells more of what the "
                                  "reader needs. “2 tablets, 6 hours apart” beats “2 tablets”.\n"
                                  "\n"
                                  "Choose none if no document answers the question.",
                       .help = "instructions for annotators: how to choose",
                       .takes = "text, or @FILE to read it from a file; shown as Markdown",
                       .accepts = accepts_guide},
    [SETTING_MEASURES] = {.key = "measures",
                          .group = SETTING_GROUP_SCORES,
                          .initial = MEASURES_DEFAULT,
                          .help = "measures of the live scores",
                          .takes = "a list such as nDCG@10,RR@10",
                          .accepts = accepts_measures},
    [SETTING_BLIND] = {.key = "blind",
                       .group = SETTING_GROUP_SEEN,
                       .meanings = blind_meanings,
                       .changes_experiment = true,
                       .initial = "1",
                       .help = "1: hide docids, priors and sources from annotators",
                       .words = &switch_words},
    [SETTING_REASONS] = {.key = "reasons",
                         .group = SETTING_GROUP_SEEN,
                         .initial_meaning = "no reason is asked for",
                         .meaning = "after a vote one key records the reason",
                         .initial = "",
                         .help = "reasons for a vote; one key after the vote records one of them",
                         .takes = "at most six words, such as correct, complete, current, or nothing",
                         .accepts = accepts_reasons},
    [SETTING_SECOND_CHOICE] =
        {.key = "second_choice",
         .group = SETTING_GROUP_SEEN,
         .meanings = second_choice_meanings,
         .changes_experiment = true,
         .initial = "off",
         .help = "after a vote ask for the next best of the other two; Luce's model uses it",
         .words = &on_off_words},
    [SETTING_TIES] = {.key = "ties",
                      .group = SETTING_GROUP_SEEN,
                      .meanings = ties_meanings,
                      .changes_experiment = true,
                      .initial = "off",
                      .help = "let annotators say that two documents are equally good: half a vote for each",
                      .words = &on_off_words},
    [SETTING_PRACTICE] =
        {.key = "practice",
         .group = SETTING_GROUP_SEEN,
         .initial_meaning = "newcomers vote at once",
         .meaning = "newcomers first practise on answers of %",
         .initial = "",
         .help = "newcomers first practise on this annotator's answers with notes; practice never counts",
         .takes = "an annotator, or nothing",
         .suits = gold_check_lead},
    [SETTING_FORMAT] = {.key = "format",
                        .group = SETTING_GROUP_SEEN,
                        .meanings = format_meanings,
                        .initial = "auto",
                        .help = "format of the documents' texts",
                        .words = &format_words},
    [SETTING_LANGUAGE] = {.key = "language",
                          .group = SETTING_GROUP_SEEN,
                          .initial = "english",
                          .help = "language in which the question's words are marked in documents",
                          .takes = "a language such as german, or none",
                          .accepts = accepts_language},
    [SETTING_SHOW] = {.key = "show",
                      .group = SETTING_GROUP_SEEN,
                      .initial_meaning = "title and text alone",
                      .meaning = "shown above the text",
                      .initial = "",
                      .help = "other fields to show above the texts",
                      .takes = "names such as section,course, or nothing",
                      .suits = field_list_check},
    [SETTING_JOURNAL] = {.key = "journal",
                         .group = SETTING_GROUP_STORAGE,
                         .initial_meaning = "no second record of answers",
                         .meaning = "each answer is also written there",
                         .initial = "",
                         .help = "file to which each answer is also written, as a JSON line",
                         .takes = "a name such as votes.jsonl, or nothing"},
    [SETTING_DEALING] = {.key = "dealing",
                         .group = SETTING_GROUP_DEALING,
                         .meanings = dealing_meanings,
                         .changes_experiment = true,
                         .initial = "balanced",
                         .help = "choice of candidates: each equally often, or where an answer teaches most",
                         .words = &dealing_words,
                         .changes_targets = true},
    [SETTING_AIM] = {.key = "aim",
                     .group = SETTING_GROUP_DEALING,
                     .meanings = aim_meanings,
                     .changes_experiment = true,
                     .initial = "top",
                     .help = "adaptive: find the best candidates, or the relevance of all",
                     .words = &aim_words},
    [SETTING_CONFIDENCE] = {.key = "confidence",
                            .group = SETTING_GROUP_DEALING,
                            .meaning = "adaptive: a question is settled at this probability",
                            .initial = "0.95",
                            .help = "adaptive: probability at which a question is settled; 1: never",
                            .takes = "0.5 to 1",
                            .accepts = accepts_confidence,
                            .changes_targets = true},
    [SETTING_BUDGET] = {.key = "budget",
                        .group = SETTING_GROUP_DEALING,
                        .meaning = "adaptive: at most % ballots in each question",
                        .initial = "40",
                        .help = "adaptive: largest number of ballots for one question",
                        .takes = "1 to 1000",
                        .accepts = accepts_budget,
                        .changes_targets = true},
    [SETTING_ESTIMATOR] = {.key = "estimator",
                           .group = SETTING_GROUP_SCORES,
                           .meanings = estimator_meanings,
                           .initial = "auto",
                           .help = "relevance from wins and impressions or Luce's model; auto: by dealing",
                           .words = &estimator_words},
    [SETTING_PRIOR] =
        {.key = "prior",
         .group = SETTING_GROUP_SCORES,
         .meanings = prior_meanings,
         .initial = "dealing",
         .help = "learned: Luce's model also uses the order of the runs, as far as votes confirm it",
         .words = &prior_words},
    [SETTING_SCREENING] =
        {.key = "screening",
         .group = SETTING_GROUP_DEALING,
         .meanings = screening_meanings,
         .initial = "off",
         .help = "adaptive: keep or drop the candidates of a question at a glance, before its ballots",
         .words = &on_off_words},
    [SETTING_OVERLAP] = {.key = "overlap",
                         .group = SETTING_GROUP_QUALITY,
                         .initial_meaning = "each ballot has one annotator",
                         .meaning = "this share of the ballots goes to several annotators",
                         .initial = "0",
                         .help = "share of ballots that several annotators answer: two, or three with x3",
                         .takes = "0 to 1, such as 0.1 or 0.1x3",
                         .accepts = accepts_overlap},
    [SETTING_REPEATS] = {.key = "repeats",
                         .group = SETTING_GROUP_QUALITY,
                         .initial_meaning = "nothing is asked again",
                         .meaning = "this share of the ballots is asked again",
                         .initial = "0",
                         .help = "share of ballots to ask again; these answers are not votes",
                         .takes = "0 to 0.5",
                         .accepts = accepts_repeats},
    [SETTING_GOLD] =
        {.key = "gold",
         .group = SETTING_GROUP_QUALITY,
         .initial_meaning = "nobody is checked",
         .meaning = "1 ballot in 20 is a check against %",
         .initial = "",
         .help = "a trusted annotator: 1 ballot in 20 is a check against their answer, and not a vote",
         .takes = "an annotator or a source of judgments, or nothing",
         .suits = gold_check},
    [SETTING_SET_ASIDE] = {.key = "set_aside",
                           .group = SETTING_GROUP_QUALITY,
                           .initial_meaning = "the votes of all annotators count",
                           .meaning = "their votes count nowhere",
                           .initial = "",
                           .help =
                               "annotators whose votes count in no label or score; their votes stay stored",
                           .takes = "annotators such as ana,ben, or nothing",
                           .suits = set_aside_check},
    [SETTING_ORDER] = {.key = "order",
                       .group = SETTING_GROUP_DEALING,
                       .meanings = order_meanings,
                       .changes_experiment = true,
                       .initial = "random",
                       .help = "order of the questions: random, from `seed`, or as imported",
                       .words = &question_order_words,
                       .changes_targets = true},
    [SETTING_STRATA] = {.key = "strata",
                        .group = SETTING_GROUP_DEALING,
                        .initial_meaning = "questions of any kind",
                        .meaning = "values are spread evenly",
                        .changes_experiment = true,
                        .initial = "",
                        .help = "random order: field of questions whose values are spread evenly",
                        .takes = "a name such as course, or nothing",
                        .suits = field_check_of_questions,
                        .changes_targets = true},
    [SETTING_SAMPLE] = {.key = "sample",
                        .group = SETTING_GROUP_DEALING,
                        .initial_meaning = "all questions are labelled",
                        .meaning = "the first % questions of the order are labelled",
                        .initial = whole_sample,
                        .help = "number of questions to label: the first ones of the order",
                        .takes = "a number of questions, or all",
                        .accepts = accepts_sample,
                        .changes_targets = true},
    [SETTING_SEED] = {.key = "seed",
                      .group = SETTING_GROUP_DEALING,
                      .changes_experiment = true,
                      .initial = "1",
                      .help = "random order: seed of the random numbers",
                      .takes = "0 to 1000000000",
                      .accepts = accepts_seed,
                      .changes_targets = true},
    [SETTING_RELIABILITY] = {.key = "reliability",
                             .group = SETTING_GROUP_SCORES,
                             .meanings = reliability_meanings,
                             .initial = "off",
                             .help =
                                 "Luce's model: give annotators weight by how well the others confirm them",
                             .words = &on_off_words},
};

/* "there is no setting 'ballotsize'; did you mean 'ballot_size'?" */
static bool fail_unknown(struct bytes key, struct err *err)
{
    const char *names[SETTING_COUNT];
    struct buffer list = {0};
    const struct words words = {.first = names, .n = SETTING_COUNT, .stride = sizeof *names};
    for (size_t i = 0; i < SETTING_COUNT; i++)
        names[i] = setting_rows[i].key;
    words_add(&words, &list);
    const char *nearest = nearest_name(key, names, SETTING_COUNT);
    if (nearest != NULL)
        err_set(err, ERR_USAGE, "there is no setting '%.*s'; did you mean '%s'?", BYTES_FORMAT(key), nearest);
    else
        err_set(err, ERR_USAGE, "there is no setting '%.*s'; there are %s", BYTES_FORMAT(key),
                buffer_string(&list));
    buffer_release(&list);
    return false;
}

bool setting_find(struct bytes key, enum setting *setting, struct err *err)
{
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        if (bytes_equal(key, bytes_of(setting_rows[i].key))) {
            *setting = (enum setting)i;
            return true;
        }
    }
    return fail_unknown(key, err);
}

static struct query start_key(struct store *store, const char *key)
{
    struct query query = query_start(store->db, STATEMENT_SETTING_GET);
    query_bind_bytes(&query, 1, bytes_of(key));
    return query;
}

static struct query ask_key(struct store *store, const char *key)
{
    struct query query = start_key(store, key);
    query_ask(&query);
    return query;
}

static bool take_value(struct query *query, struct arena *arena, struct bytes *value, bool *found,
                       struct err *err)
{
    *found = query_next(query);
    if (*found)
        *value = arena_copy(arena, query_only_bytes(query));
    return query_end(query, err);
}

/* Reads all settings and keeps them until the reading ends: within a reading they don't change. */
static bool hold_settings(struct store *store, struct err *err)
{
    if (store->held != NULL)
        return true;
    struct held_settings *held = memory_get_zeroed(1, sizeof *held);
    struct query query = query_start(store->db, STATEMENT_SETTING_LIST);
    while (query_next(&query))
        ARENA_PUSH(&held->arena, held->rows, held->n) = read_kept_setting(&query, &held->arena);
    store->held = held;
    if (query_end(&query, err))
        return true;
    settings_let_go(store);
    return false;
}

void settings_prefetch(struct store *store)
{
    if (store->n_readings == 0 || store->held != NULL)
        return;
    struct query query = query_start(store->db, STATEMENT_SETTING_LIST);
    query_prefetch(&query);
}

static uint64_t add_to_digest(uint64_t digest, const struct kept_setting *row)
{
    return bytes_hash_add(bytes_hash_add(digest, bytes_hash(row->key)), bytes_hash(row->value));
}

struct query settings_start(struct store *store)
{
    return query_start(store->db, STATEMENT_SETTING_LIST);
}

/* A key that this assay does not know affects only the digest. */
static void add_kept(struct kept_settings *kept, const struct kept_setting *row)
{
    size_t i = 0;
    kept->digest = add_to_digest(kept->digest, row);
    while (i < SETTING_COUNT && !bytes_equal(row->key, bytes_of(setting_rows[i].key)))
        i++;
    if (i < SETTING_COUNT)
        kept->values[i] = row->value;
}

bool settings_read_kept(struct store *store, struct arena *arena, struct kept_settings *kept, struct err *err)
{
    struct query query = settings_start(store);
    *kept = (struct kept_settings){.digest = 0};
    while (query_next(&query)) {
        const struct kept_setting row = read_kept_setting(&query, arena);
        add_kept(kept, &row);
    }
    return query_end(&query, err);
}

bool settings_digest(struct store *store, uint64_t *digest, struct err *err)
{
    struct arena arena = {0};
    struct kept_settings kept = {.digest = 0};
    const bool is_reading = store->n_readings > 0;
    const bool worked =
        is_reading ? hold_settings(store, err) : settings_read_kept(store, &arena, &kept, err);
    for (size_t i = 0; worked && is_reading && i < store->held->n; i++)
        add_kept(&kept, &store->held->rows[i]);
    arena_release(&arena);
    *digest = kept.digest;
    return worked;
}

static void find_held(const struct held_settings *held, struct bytes key, struct arena *arena,
                      struct bytes *value, bool *found)
{
    *found = false;
    for (size_t i = 0; i < held->n && !*found; i++) {
        *found = bytes_equal(held->rows[i].key, key);
        if (*found)
            *value = arena_copy(arena, held->rows[i].value);
    }
}

/* Within a reading all settings are read at once. */
static bool store_get_setting(struct store *store, const char *key, struct arena *arena, struct bytes *value,
                              bool *found, struct err *err)
{
    if (store->n_readings > 0) {
        if (!hold_settings(store, err))
            return false;
        find_held(store->held, bytes_of(key), arena, value, found);
        return true;
    }
    struct query query = ask_key(store, key);
    return take_value(&query, arena, value, found, err);
}

struct query setting_ask(struct store *store, enum setting setting)
{
    return ask_key(store, setting_rows[setting].key);
}

bool setting_take(struct query *query, enum setting setting, struct arena *arena, struct bytes *value,
                  struct err *err)
{
    bool found;
    if (!take_value(query, arena, value, &found, err))
        return false;
    if (!found)
        *value = bytes_of(setting_rows[setting].initial);
    return true;
}

bool store_put_setting(struct store *store, const char *key, struct bytes value, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_SETTING_PUT);
    query_bind_bytes(&query, 1, bytes_of(key));
    query_bind_bytes(&query, 2, value);
    return query_run(&query, err);
}

void setting_prefetch(struct store *store, enum setting setting)
{
    struct query query = start_key(store, setting_rows[setting].key);
    query_prefetch(&query);
}

bool setting_get(struct store *store, enum setting setting, struct arena *arena, struct bytes *value,
                 struct err *err)
{
    bool found;
    if (!store_get_setting(store, setting_rows[setting].key, arena, value, &found, err))
        return false;
    if (!found)
        *value = bytes_of(setting_rows[setting].initial);
    return true;
}

/* Sets the error for an invalid value that another program, or another version of this program, has stored. */
static bool fail_stored(struct store *store, enum setting setting, struct bytes value, struct err *err)
{
    struct buffer takes = {0};
    setting_add_takes(setting, &takes);
    err_set(err, ERR_DATABASE,
            "%s: the setting %s has the invalid value '%.*s'; it takes %s; set it again with `assay set`",
            store_path(store), setting_rows[setting].key, BYTES_FORMAT(value), buffer_string(&takes));
    buffer_release(&takes);
    return false;
}

/* Returns the stored value, or the initial one if none is stored. */
static struct bytes or_initial(enum setting setting, struct bytes kept)
{
    return kept.size > 0 ? kept : bytes_of(setting_rows[setting].initial);
}

static bool read_real(struct store *store, enum setting setting, struct bytes kept, double *value,
                      struct err *err)
{
    const struct bytes text = or_initial(setting, kept);
    return (setting_check(bytes_of(setting_rows[setting].key), text, err_ignored()) &&
            number_parse_real(text, value)) ||
           fail_stored(store, setting, text, err);
}

static bool read_choice(struct store *store, enum setting setting, struct bytes kept, size_t *choice,
                        struct err *err)
{
    const struct bytes text = or_initial(setting, kept);
    return words_find(setting_rows[setting].words, text, choice) || fail_stored(store, setting, text, err);
}

static bool read_overlap(struct store *store, struct bytes kept, struct overlap *overlap, struct err *err)
{
    const struct bytes text = or_initial(SETTING_OVERLAP, kept);
    return overlap_parse(text, overlap) || fail_stored(store, SETTING_OVERLAP, text, err);
}

bool kept_setting_real(struct store *store, const struct kept_settings *kept, enum setting setting,
                       double *value, struct err *err)
{
    return read_real(store, setting, kept->values[setting], value, err);
}

bool kept_setting_choice(struct store *store, const struct kept_settings *kept, enum setting setting,
                         size_t *choice, struct err *err)
{
    return read_choice(store, setting, kept->values[setting], choice, err);
}

bool kept_setting_overlap(struct store *store, const struct kept_settings *kept, struct overlap *overlap,
                          struct err *err)
{
    return read_overlap(store, kept->values[SETTING_OVERLAP], overlap, err);
}

static bool setting_get_real(struct store *store, enum setting setting, double *value, struct err *err)
{
    struct arena arena = {0};
    struct bytes text;
    bool worked =
        setting_get(store, setting, &arena, &text, err) && read_real(store, setting, text, value, err);
    arena_release(&arena);
    return worked;
}

/* All whole-number settings are small enough for a double. */
bool setting_get_integer(struct store *store, enum setting setting, int64_t *value, struct err *err)
{
    double real = 0;
    bool worked = setting_get_real(store, setting, &real, err);
    *value = (int64_t)real;
    return worked;
}

bool setting_get_choice(struct store *store, enum setting setting, size_t *choice, struct err *err)
{
    struct arena arena = {0};
    struct bytes value;
    bool worked =
        setting_get(store, setting, &arena, &value, err) && read_choice(store, setting, value, choice, err);
    arena_release(&arena);
    return worked;
}

bool setting_get_sample(struct store *store, int64_t *questions, struct err *err)
{
    struct arena arena = {0};
    struct bytes value;
    bool worked = setting_get(store, SETTING_SAMPLE, &arena, &value, err);
    if (worked && bytes_equal(value, bytes_of(whole_sample)))
        *questions = INT64_MAX;
    else if (worked && !number_parse_integer(value, 1, SAMPLE_MAX, questions))
        worked = fail_stored(store, SETTING_SAMPLE, value, err);
    arena_release(&arena);
    return worked;
}

static bool read_estimator(struct store *store, enum estimator *estimator, struct err *err)
{
    size_t choice, dealing;
    if (!setting_get_choice(store, SETTING_ESTIMATOR, &choice, err) ||
        !setting_get_choice(store, SETTING_DEALING, &dealing, err))
        return false;
    *estimator = (enum estimator)choice;
    if (*estimator == ESTIMATOR_AUTO)
        *estimator = dealing == DEALING_ADAPTIVE ? ESTIMATOR_LUCE : ESTIMATOR_RATE;
    return true;
}

/* Within a reading the estimator is read only once, because a list of all questions asks for it at each question. */
bool setting_get_estimator(struct store *store, enum estimator *estimator, struct err *err)
{
    struct known_estimator *known = &store->estimator;
    if (!known->is_known && !read_estimator(store, &known->is, err))
        return false;
    known->is_known = store->n_readings > 0;
    *estimator = known->is;
    return true;
}

bool setting_get_overlap(struct store *store, struct overlap *overlap, struct err *err)
{
    struct arena arena = {0};
    struct bytes text;
    bool worked =
        setting_get(store, SETTING_OVERLAP, &arena, &text, err) && read_overlap(store, text, overlap, err);
    arena_release(&arena);
    return worked;
}

bool setting_get_language(struct store *store, const char **language, struct err *err)
{
    const struct words words = language_words();
    struct arena arena = {0};
    struct bytes value;
    size_t choice;
    bool worked = setting_get(store, SETTING_LANGUAGE, &arena, &value, err);
    if (worked && !words_find(&words, value, &choice))
        worked = fail_stored(store, SETTING_LANGUAGE, value, err);
    if (worked)
        *language = choice < words_count(&no_language) ? NULL : words_at(&words, choice);
    arena_release(&arena);
    return worked;
}

void setting_add_takes(enum setting setting, struct buffer *text)
{
    const struct setting_row *row = &setting_rows[setting];
    if (row->words != NULL)
        words_add(row->words, text);
    else
        buffer_add_string(text, row->takes);
}

static void add_with_value(const char *meaning, struct bytes value, struct buffer *text)
{
    for (; *meaning != '\0'; meaning++) {
        if (*meaning == '%')
            buffer_add(text, value);
        else
            buffer_add_byte(text, *meaning);
    }
}

void setting_add_meaning(enum setting setting, struct bytes value, struct buffer *text)
{
    const struct setting_row *row = &setting_rows[setting];
    size_t choice;
    if (row->meanings != NULL && words_find(row->words, value, &choice))
        buffer_add_string(text, row->meanings[choice]);
    else if (row->initial_meaning != NULL && bytes_equal(value, bytes_of(row->initial)))
        buffer_add_string(text, row->initial_meaning);
    else if (row->meaning != NULL)
        add_with_value(row->meaning, value, text);
}

bool setting_accepts(const struct setting_row *row, struct bytes *value, struct err *err)
{
    size_t choice;
    if (row->words == NULL)
        return row->accepts == NULL || row->accepts(value, err);
    if (!words_choose(row->words, row->key, *value, &choice, err))
        return false;
    *value = bytes_of(words_at(row->words, choice)); /* spelled as in the list */
    return true;
}

bool setting_check(struct bytes key, struct bytes value, struct err *err)
{
    enum setting setting = SETTING_COUNT;
    return setting_find(key, &setting, err) && setting_accepts(&setting_rows[setting], &value, err);
}
