#include "import/fields/shape_number.h"

#include "core/base/map.h"
#include "core/base/number.h"
#include "import/field_names.h"

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

/*
 * Returns the meaning of a number. Hits are in order with the best first, so a falling "distance" is really a score.
 */
static enum number_meaning meaning_of(const struct shape_finding *finding, int field, bool is_distance)
{
    struct field_facts facts = field_facts_of(finding, field);
    bool is_listed = finding->shape->form == DOCUMENT_LIST;
    if (is_distance)
        return is_listed && facts.n_falling > 0 && facts.n_rising == 0 ? NUMBER_GRADE : NUMBER_DISTANCE;
    return facts.are_ranks ? NUMBER_DISTANCE : NUMBER_GRADE;
}

static void decide_unnamed_score(struct shape_finding *finding)
{
    const struct fields telling = find_telling(finding);
    if (telling.n == 1) {
        take_number(finding, telling.at[0], meaning_of(finding, telling.at[0], false));
        finding->shape->is_by_value = finding->shape->meaning != NUMBER_DISTANCE;
    }
    if (telling.n > 1 && (finding->shape->form == DOCUMENT_ONE || !one_falls(finding, &telling)))
        say_unclear(finding, telling.at, telling.n, "could each be the score; choose one with --score FIELD");
}

static void decide_score(struct shape_finding *finding)
{
    static const struct {
        const char *const *names;
        const char *exact;
        bool is_distance;
    } kinds[] = {{score_names, "score", false},
                 {distance_names, "distance", true},
                 {rank_names, "rank", true}};
    const bool wants_ranks = finding->wanted == SHAPE_RANKS;
    int field =
        wants_ranks ? NO_FIELD : field_choice_find(finding->choice, FIELD_ROLE_SCORE, finding->sample);
    if (field != NO_FIELD) {
        take_number(finding, field, meaning_of(finding, field, false));
        return;
    }
    for (size_t i = wants_ranks ? 2 : 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct fields named = shape_find_all_named(finding, kinds[i].names);
        field = choose_among(finding, &named, kinds[i].exact);
        bool is_least = kinds[i].is_distance && finding->wanted == SHAPE_RUN;
        if (field != NO_FIELD)
            take_number(finding, field, is_least ? meaning_of(finding, field, true) : NUMBER_GRADE);
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

/* --- Grades beside a list -------------------------------------------------- */

void shape_decide_beside_list(struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    struct fields found = {0}, unsure = {0};
    int chosen = field_choice_find(finding->choice, FIELD_ROLE_GRADE, sample);
    for (int field = 0; field < (int)sample->n_fields; field++) {
        bool tells = false;
        if (field == finding->document || field == finding->question ||
            field_sounds_wrong(sample->names[field]))
            continue;
        bool sounds = field_sounds_like_grades(sample->names[field]);
        bool fits =
            field_kind(sample, field) == VALUE_OBJECT
                ? sounds && !field_is_inner(sample->names[field])
                : field_kind(sample, field) == VALUE_LIST && field_is_parallel(finding, field, &tells);
        if (fits && (sounds || field == chosen))
            found.at[found.n++] = field;
        else if (fits && tells)
            unsure.at[unsure.n++] = field;
    }
    if (chosen != NO_FIELD)
        take_number(finding, chosen, NUMBER_GRADE);
    else if (field_choice_has_no_grade(finding->choice))
        return;
    else if (found.n == 1)
        take_number(finding, found.at[0], NUMBER_GRADE);
    else if (found.n > 1)
        say_unclear(finding, found.at, found.n, "could both be the grades; choose one with --grade FIELD");
    else if (unsure.n > 0)
        say_unclear(
            finding, unsure.at, unsure.n,
            "has a number for each document; use --grade FIELD if it is their grade, otherwise --grade none");
}
