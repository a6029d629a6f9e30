#include "import/fields/shape_number.h"

#include "core/base/map.h"
#include "core/base/number.h"
#include "import/field_names.h"

#include <math.h>

/* --- Messages --------------------------------------------------------------- */

static void add_field_names(const struct shape_finding *finding, const int *fields, size_t n,
                            struct buffer *out)
{
    for (size_t i = 0; i < n; i++)
        buffer_add_format(out, "%s\"%.*s\"",
                          i == 0       ? ""
                          : i + 1 == n ? " and "
                                       : ", ",
                          BYTES_FORMAT(finding->sample->names[fields[i]]));
}

static void say_unclear(struct shape_finding *finding, const int *fields, size_t n, const char *what)
{
    struct buffer text = {0};
    add_field_names(finding, fields, n, &text);
    buffer_add_format(&text, " %s", what);
    finding->shape->unclear = arena_copy_string(finding->arena, buffer_string(&text));
    buffer_release(&text);
}

void shape_say_unscored(struct shape_finding *finding)
{
    if (finding->shape->unclear == NULL)
        say_unclear(
            finding, &finding->document, 1,
            "names one document of a record, and no field has its score or rank; name it with --score "
            "FIELD");
}

void shape_say_ambiguous(struct shape_finding *finding, const struct fields *fields, const char *what)
{
    say_unclear(finding, fields->at, fields->n, what);
    finding->shape->is_ambiguous = true;
}

/* --- Fields by name --------------------------------------------------------------------------- */

/* Returns whether the field has one of the names. A distance may be called after what it is a distance of. */
static bool is_named(struct bytes path, const char *const *names)
{
    const struct bytes name = field_last_name(path);
    return field_find_name(name, names) != NULL ||
           (names == distance_names && field_find_name(field_last_word(name), names) != NULL);
}

/* In a truth, a grade may be empty everywhere: null in JSON, like an empty cell, means that nobody has judged. */
static bool may_be_number(const struct shape_finding *finding, int field)
{
    return field_is_plain(finding->sample, field) ||
           (finding->wanted == SHAPE_TRUTH && field_kind(finding->sample, field) == VALUE_ABSENT);
}

static void add_named(const struct shape_finding *finding, const char *const *names, struct fields *fields)
{
    const struct field_sample *sample = finding->sample;
    for (int field = 0; field < (int)sample->n_fields; field++) {
        if (field != finding->question && field != finding->document && may_be_number(finding, field) &&
            is_named(sample->names[field], names))
            fields->at[fields->n++] = field;
    }
}

/*
 * A label may describe the question. A field with one of these names is a grade, even if it is a word or empty.
 */
static const char *const plain_grade_names[] = {"grade", "relevance", "rating", "judgment", NULL};

struct fields shape_find_all_named(const struct shape_finding *finding, const char *const *names)
{
    struct fields all = {0}, numbers = {0}, outer = {0}, words = {0};
    add_named(finding, names, &all);
    for (size_t i = 0; i < all.n; i++) {
        if (!field_is_inner(finding->sample->names[all.at[i]]))
            outer.at[outer.n++] = all.at[i];
    }
    all = outer.n > 0 ? outer : all;
    for (size_t i = 0; i < all.n; i++) {
        struct field_facts facts = field_facts_of(finding, all.at[i]);
        struct fields *list = facts_are_numbers(&facts) ? &numbers : &words;
        bool is_sure =
            field_find_name(field_last_name(finding->sample->names[all.at[i]]), plain_grade_names) != NULL;
        if (facts.n_numbers > 0 || is_sure || field_tells_documents_apart(finding, all.at[i]))
            list->at[list->n++] = all.at[i];
    }
    return numbers.n > 0 ? numbers : words;
}

/*
 * Chooses one of several fields with such names: the one with this exact name, or any if all have the same values.
 * NO_FIELD: it is unclear.
 */
static int choose_among(const struct shape_finding *finding, const struct fields *fields, const char *exact)
{
    bool are_same = true;
    for (size_t i = 0; i < fields->n; i++) {
        if (field_is_called(finding->sample->names[fields->at[i]], exact))
            return fields->at[i];
        are_same = are_same && fields_have_same_values(finding, fields->at[0], fields->at[i]);
    }
    return fields->n > 0 && are_same ? fields->at[0] : NO_FIELD;
}

static void take_number(struct shape_finding *finding, int field, enum number_meaning meaning)
{
    finding->shape->number = finding->sample->names[field];
    finding->shape->meaning = meaning;
}

/* --- Grades ---------------------------------------------------------------- */

/* Finds numbers without a known name that differ between the documents of a question. */
static struct fields find_telling(const struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    struct fields telling = {0};
    bool has_two = finding->n_groups < sample->n_rows;
    for (int field = 0; field < (int)sample->n_fields; field++) {
        struct field_facts facts = field_facts_of(finding, field);
        bool is_grade = finding->wanted == SHAPE_RUN && finding->shape->form == DOCUMENT_ONE &&
                        field_find_name(field_last_name(sample->names[field]), sure_grade_names) != NULL;
        if (field == finding->question || field == finding->document || is_grade ||
            field_names_no_grade(sample->names[field]) || !facts_are_numbers(&facts))
            continue;
        if (facts.differs || (!has_two && finding->wanted == SHAPE_TRUTH && facts_may_be_grades(&facts)))
            telling.at[telling.n++] = field;
    }
    return telling;
}

/* Takes the fields as grades of several raters, one column each, if all may be grades. */
static bool take_raters(struct shape_finding *finding, const struct fields *telling)
{
    struct record_shape *shape = finding->shape;
    bool are_raters = telling->n >= 2 && telling->n <= RATERS_MOST;
    for (size_t i = 0; are_raters && i < telling->n; i++) {
        struct field_facts facts = field_facts_of(finding, telling->at[i]);
        are_raters = facts_may_be_grades(&facts) && !facts.are_ranks &&
                     !field_sounds_counted(finding->sample->names[telling->at[i]]);
    }
    for (size_t i = 0; are_raters && i < telling->n; i++)
        shape->raters[shape->n_raters++] = finding->sample->names[telling->at[i]];
    if (are_raters)
        take_number(finding, telling->at[0], NUMBER_GRADE);
    return are_raters;
}

/*
 * Finds a grade in words whose name ends like that of a grade. NO_FIELD: there is none, or there are several.
 */
static int find_grade_in_words(const struct shape_finding *finding)
{
    int found = NO_FIELD;
    for (int field = 0; field < (int)finding->sample->n_fields; field++) {
        if (field_find_name(field_last_word(finding->sample->names[field]), grade_names) == NULL ||
            field_has_numbers(finding, field) || !field_tells_documents_apart(finding, field))
            continue;
        if (found != NO_FIELD)
            return NO_FIELD;
        found = field;
    }
    return found;
}

enum { GRADE_WORDS_MOST = 6 };

/* Returns whether the values are a few words that are given again and again, such as E, S, C and I. */
static bool has_few_words(const struct field_sample *sample, int field)
{
    struct map words = {0};
    size_t n = 0;
    for (size_t i = 0; i < sample->n_rows && words.size <= GRADE_WORDS_MOST; i++) {
        const struct field_value *value = &sample->rows[i][field];
        if (value->kind == VALUE_PLAIN && bytes_trim(value->text).size > 0) {
            map_put(&words, bytes_trim(value->text), NULL);
            n++;
        }
    }
    const bool are_few = words.size > 1 && words.size <= GRADE_WORDS_MOST && words.size < n;
    map_release(&words);
    return are_few;
}

/*
 * Finds fields of words without a known name that differ between the documents of a question. If a question has no id,
 * such a field may tell two questions of the same text apart.
 */
static struct fields find_telling_words(const struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    struct fields telling = {0};
    for (int field = 0; !finding->shape->question_is_text && field < (int)sample->n_fields; field++) {
        bool is_other = field == finding->question || field == finding->document ||
                        field_names_no_grade(sample->names[field]) ||
                        field_find_name(field_last_name(sample->names[field]), comment_names) != NULL;
        if (!is_other && !field_has_numbers(finding, field) && !field_has_dates(sample, field) &&
            field_has_lone_ids(sample, field) && has_few_words(sample, field) &&
            field_differs_in_question(finding, field))
            telling.at[telling.n++] = field;
    }
    return telling;
}

static void refuse_words(struct shape_finding *finding)
{
    const struct fields words = find_telling_words(finding);
    if (words.n > 0)
        say_unclear(finding, words.at, words.n,
                    "may be a grade in words; use --grade FIELD with --grades, such as --grades "
                    "Exact=2,Partial=1, or --grade none if all documents are equally relevant");
}

/* Words beside numbers may be the grade, too: a verdict beside a confidence. */
static void refuse_others(struct shape_finding *finding, const struct fields *numbers)
{
    const struct fields words = find_telling_words(finding);
    struct fields all = *numbers;
    for (size_t i = 0; i < words.n; i++) {
        const struct field_facts facts = field_facts_of(finding, words.at[i]);
        if (!facts_are_numbers(&facts)) /* true and false are both */
            all.at[all.n++] = words.at[i];
    }
    say_unclear(finding, all.at, all.n,
                "may be a grade or a score; use --grade FIELD or --score FIELD, or --grade none if all "
                "documents are equally relevant");
}

static void decide_unnamed_grade(struct shape_finding *finding)
{
    const int words = find_grade_in_words(finding);
    if (words != NO_FIELD) {
        take_number(finding, words, NUMBER_GRADE);
        return;
    }
    const struct fields clicks = shape_find_all_named(finding, click_names);
    const struct fields views = shape_find_all_named(finding, impression_names);
    struct fields telling = find_telling(finding), ranks = {0}, others = {0};
    if (clicks.n == 1 && views.n == 1) {
        take_number(finding, clicks.at[0], NUMBER_RATE);
        finding->shape->impressions = finding->sample->names[views.at[0]];
        return;
    }
    for (size_t i = 0; i < telling.n; i++) {
        struct field_facts facts = field_facts_of(finding, telling.at[i]);
        bool is_rank =
            facts.are_ranks ||
            field_find_name(field_last_name(finding->sample->names[telling.at[i]]), rank_names) != NULL;
        struct fields *list = is_rank ? &ranks : &others;
        list->at[list->n++] = telling.at[i];
    }
    if (others.n == 0 && ranks.n > 0)
        say_unclear(
            finding, ranks.at, ranks.n,
            "looks like ranks, so these are hits and not judgments; if it is the grade, use --grade FIELD");
    else if (others.n > 0 && !take_raters(finding, &others))
        refuse_others(finding, &others);
    else if (telling.n == 0)
        refuse_words(finding);
}

/* Takes the fields whose names say whose grades they are. */
static bool take_named_raters(struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    struct record_shape *shape = finding->shape;
    for (int field = 0; field < (int)sample->n_fields && shape->n_raters < RATERS_MOST; field++) {
        if (!bytes_starts_with(sample->names[field], RATER_PREFIX))
            continue;
        if (shape->n_raters == 0)
            take_number(finding, field, NUMBER_GRADE);
        shape->raters[shape->n_raters++] = sample->names[field];
    }
    return shape->n_raters > 0;
}

static void decide_grade(struct shape_finding *finding)
{
    const struct fields named = shape_find_all_named(finding, grade_names);
    int field = field_choice_find(finding->choice, FIELD_ROLE_GRADE, finding->sample);
    if (field != NO_FIELD) {
        take_number(finding, field, NUMBER_GRADE);
        return;
    }
    if (field_choice_has_no_grade(finding->choice) || take_named_raters(finding))
        return;
    field = choose_among(finding, &named, "grade");
    if (field != NO_FIELD)
        take_number(finding, field, NUMBER_GRADE);
    else if (named.n > 1)
        shape_say_ambiguous(finding, &named, "could both be the grade; choose one with --grade FIELD");
    else
        decide_unnamed_grade(finding);
}

/* --- Scores ---------------------------------------------------------------- */

/* Returns whether one of several numbers falls with the positions, so that it gives the same order. */
static bool one_falls(const struct shape_finding *finding, const struct fields *telling)
{
    for (size_t i = 0; i < telling->n; i++) {
        struct field_facts facts = field_facts_of(finding, telling->at[i]);
        if (facts.n_falling > 0 && facts.n_rising == 0)
            return true;
    }
    return false;
}

/* What a name says about a number of a run. */
enum number_name { NAME_SCORE, NAME_DISTANCE, NAME_RANK };

/*
 * Returns the meaning of a number. Hits are in order with the best first, so a falling "distance" is really a score,
 * and so are fractions that fall under the name "rank".
 */
static enum number_meaning meaning_of(const struct shape_finding *finding, int field, enum number_name name)
{
    struct field_facts facts = field_facts_of(finding, field);
    bool falls = finding->shape->form == DOCUMENT_LIST && facts.n_falling > 0 && facts.n_rising == 0;
    if (name == NAME_SCORE)
        return facts.are_ranks ? NUMBER_DISTANCE : NUMBER_GRADE;
    finding->shape->falls = falls && name == NAME_DISTANCE;
    return falls && (name == NAME_DISTANCE || !facts.is_whole) ? NUMBER_GRADE : NUMBER_DISTANCE;
}

static void decide_unnamed_score(struct shape_finding *finding)
{
    const struct fields telling = find_telling(finding);
    if (telling.n == 1) {
        take_number(finding, telling.at[0], meaning_of(finding, telling.at[0], NAME_SCORE));
        finding->shape->is_by_value = finding->shape->meaning != NUMBER_DISTANCE;
    }
    if (telling.n > 1 && (finding->shape->form == DOCUMENT_ONE || !one_falls(finding, &telling)))
        say_unclear(finding, telling.at, telling.n, "could each be the score; choose one with --score FIELD");
}

/* Steps that all fall, or ranks, are not by chance if there are so many. */
enum { STEPS_LEAST = 7 };

/*
 * Finds another number that has the order of the hits where the score contradicts it: the score of a reranker beside
 * that of the search. NO_FIELD: there is none.
 */
static int find_other_order(const struct shape_finding *finding, int score)
{
    const struct field_sample *sample = finding->sample;
    const struct field_facts facts = field_facts_of(finding, score);
    for (int field = 0; facts.n_rising > 0 && field < (int)sample->n_fields; field++) {
        if (field == finding->question || field == finding->document || field == score ||
            field_names_no_grade(sample->names[field]) ||
            field_find_name(field_last_name(sample->names[field]), sure_grade_names) != NULL)
            continue;
        const struct field_facts other = field_facts_of(finding, field);
        if (facts_are_numbers(&other) && ((other.n_rising == 0 && other.n_falling >= STEPS_LEAST) ||
                                          (other.are_ranks && other.n_rising >= STEPS_LEAST)))
            return field;
    }
    return NO_FIELD;
}

/* The number of a pair has no name of its own, and may be a rank. */
static void take_score(struct shape_finding *finding, int field)
{
    const int other = find_other_order(finding, field);
    const struct fields both = {.at = {field, other}, .n = 2};
    take_number(finding, field,
                finding->sample->are_pairs ? meaning_of(finding, field, NAME_SCORE) : NUMBER_GRADE);
    if (other != NO_FIELD)
        shape_say_ambiguous(finding, &both,
                            "could each be the score: the hits have the order of the second; choose one with "
                            "--score FIELD");
}

static void decide_score(struct shape_finding *finding)
{
    static const struct {
        const char *const *names;
        const char *exact;
        enum number_name name;
    } kinds[] = {{score_names, "score", NAME_SCORE},
                 {distance_names, "distance", NAME_DISTANCE},
                 {rank_names, "rank", NAME_RANK}};
    const bool wants_ranks = finding->wanted == SHAPE_RANKS;
    int field =
        wants_ranks ? NO_FIELD : field_choice_find(finding->choice, FIELD_ROLE_SCORE, finding->sample);
    if (field != NO_FIELD) {
        take_number(finding, field, meaning_of(finding, field, NAME_SCORE));
        return;
    }
    for (size_t i = wants_ranks ? 2 : 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct fields named = shape_find_all_named(finding, kinds[i].names);
        field = choose_among(finding, &named, kinds[i].exact);
        if (field != NO_FIELD && wants_ranks)
            take_number(finding, field, NUMBER_GRADE);
        else if (field != NO_FIELD && kinds[i].name == NAME_SCORE)
            take_score(finding, field);
        else if (field != NO_FIELD)
            take_number(finding, field, meaning_of(finding, field, kinds[i].name));
        else if (named.n > 1)
            shape_say_ambiguous(finding, &named, "could both be the score; choose one with --score FIELD");
        if (named.n > 0)
            return;
    }
    if (finding->wanted == SHAPE_RUN)
        decide_unnamed_score(finding);
}

void shape_decide_number(struct shape_finding *finding)
{
    if (finding->wanted == SHAPE_TRUTH)
        decide_grade(finding);
    else
        decide_score(finding);
}

/* --- Numbers beside a list ------------------------------------------------- */

/* The fields with a number for each document of a list: a list as long as it, or an object by id. */
struct beside {
    struct fields grades, scores, distances, ranks; /* by their names */
    struct fields others;                           /* lists of two numbers or more, under other names */
};

/* Returns whether the numbers of all lists fall or stay the same, so that they give the order of their documents. */
static bool lists_fall(const struct shape_finding *finding, int field, bool *are_whole)
{
    *are_whole = true;
    for (size_t i = 0; i < finding->sample->n_rows; i++) {
        struct list_walk walk =
            list_walk_between(&finding->sample->rows[i][field], finding->shape->separator);
        struct bytes written;
        double number, before = INFINITY;
        for (; list_walk_next(&walk, &written); before = number) {
            if (!number_parse_real(written, &number) || number > before)
                return false;
            *are_whole = *are_whole && number == floor(number);
        }
    }
    return true;
}

/* Returns the fields to which one with this name belongs. NULL: its name says nothing. */
static struct fields *named_beside(struct beside *beside, struct bytes name, bool is_truth)
{
    if (is_truth)
        return field_sounds_like_grades(name) ? &beside->grades : NULL;
    return field_sounds_like_scores(name)      ? &beside->scores
           : field_sounds_like_distances(name) ? &beside->distances
           : field_sounds_like_ranks(name)     ? &beside->ranks
                                               : NULL;
}

static struct beside find_beside_list(const struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    const bool is_truth = finding->wanted == SHAPE_TRUTH;
    struct beside beside = {0};
    for (int field = 0; field < (int)sample->n_fields; field++) {
        const struct bytes name = sample->names[field];
        bool tells = false;
        if (field == finding->document || field == finding->question || field_sounds_wrong(name))
            continue;
        struct fields *named = named_beside(&beside, name, is_truth);
        bool fits = field_kind(sample, field) == VALUE_OBJECT
                        ? named != NULL && !field_is_inner(name) && (is_truth || field_has_map(sample, field))
                        : field_is_parallel(finding, field, &tells);
        if (fits && named != NULL)
            named->at[named->n++] = field;
        else if (fits && tells)
            beside.others.at[beside.others.n++] = field;
    }
    return beside;
}

static void decide_grades_beside_list(struct shape_finding *finding)
{
    const struct beside beside = find_beside_list(finding);
    const int chosen = field_choice_find(finding->choice, FIELD_ROLE_GRADE, finding->sample);
    if (chosen != NO_FIELD)
        take_number(finding, chosen, NUMBER_GRADE);
    else if (field_choice_has_no_grade(finding->choice))
        return;
    else if (beside.grades.n == 1)
        take_number(finding, beside.grades.at[0], NUMBER_GRADE);
    else if (beside.grades.n > 1)
        say_unclear(finding, beside.grades.at, beside.grades.n,
                    "could both be the grades; choose one with --grade FIELD");
    else if (beside.others.n > 0)
        say_unclear(
            finding, beside.others.at, beside.others.n,
            "has a number for each document; use --grade FIELD if it is their grade, otherwise --grade none");
}

/* Takes the only field of a kind, as its name says. */
static void take_beside(struct shape_finding *finding, int field, enum number_name name)
{
    bool are_whole;
    const bool falls = lists_fall(finding, field, &are_whole) && !(name == NAME_RANK && are_whole);
    finding->shape->falls = falls && name == NAME_DISTANCE;
    take_number(finding, field, falls || name == NAME_SCORE ? NUMBER_GRADE : NUMBER_DISTANCE);
}

static bool all_fall(const struct shape_finding *finding, const struct fields *fields)
{
    size_t i = 0;
    bool are_whole;
    while (i < fields->n && lists_fall(finding, fields->at[i], &are_whole))
        i++;
    return i == fields->n;
}

/* If several numbers, or one without a known name, give the order of the list, the list is enough. */
static void decide_scores_beside_list(struct shape_finding *finding)
{
    const struct beside beside = find_beside_list(finding);
    const struct fields *named[] = {
        [NAME_SCORE] = &beside.scores, [NAME_DISTANCE] = &beside.distances, [NAME_RANK] = &beside.ranks};
    const int chosen = field_choice_find(finding->choice, FIELD_ROLE_SCORE, finding->sample);
    if (chosen != NO_FIELD) {
        take_number(finding, chosen, NUMBER_GRADE);
        return;
    }
    for (enum number_name name = NAME_SCORE; name <= NAME_RANK; name++) {
        if (named[name]->n == 1)
            take_beside(finding, named[name]->at[0], name);
        else if (!all_fall(finding, named[name]))
            shape_say_ambiguous(finding, named[name],
                                "could each be the score; choose one with --score FIELD");
        if (named[name]->n > 0)
            return;
    }
    if (finding->choice->names[FIELD_ROLE_HITS] == NULL && !all_fall(finding, &beside.others))
        shape_say_ambiguous(
            finding, &beside.others,
            "has a number for each document that contradicts their order; use --score FIELD if it is "
            "their score, otherwise --hits FIELD");
}

void shape_decide_beside_list(struct shape_finding *finding)
{
    if (finding->wanted == SHAPE_TRUTH)
        decide_grades_beside_list(finding);
    else
        decide_scores_beside_list(finding);
}
