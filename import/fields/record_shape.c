/*
 * Names come first: what is called `grade` is one. Where no name is known, values tell: a number that differs between the
 * documents of a question is a grade, a rank, a rater's or a count; the only one of hits is their score; the only list of objects
 * with ids are the hits.
 */
#include "import/fields/record_shape.h"

#include "core/base/map.h"
#include "core/base/number.h"
#include "core/base/system.h"
#include "import/field_names.h"
#include "import/fields/grade_words.h"
#include "import/fields/known_names.h"

#include <math.h>
#include <string.h>

static const struct field_choice no_choice = {0};
static const struct field_choice *the_choice = &no_choice;

enum { CHOICES = 5 };

/* Which of the choice's fields a file has had, by the order of choice_at. */
static bool is_met[CHOICES];

static const char *choice_at(size_t number, const char **option)
{
    const struct {
        const char *name, *option;
    } choices[CHOICES] = {{the_choice->question, "--question"},
                          {the_choice->truth, "--truth"},
                          {the_choice->hits, "--hits"},
                          {the_choice->grade, "--grade"},
                          {the_choice->score, "--score"}};
    *option = choices[number].option;
    return choices[number].name;
}

void record_shape_choose(const struct field_choice *choice)
{
    the_choice = choice != NULL ? choice : &no_choice;
    memset(is_met, 0, sizeof is_met);
}

bool record_shape_check_choice(struct err *err)
{
    for (size_t i = 0; i < CHOICES; i++) {
        const char *option, *name = choice_at(i, &option);
        bool is_none = name != NULL && name == the_choice->grade && strcmp(name, "none") == 0;
        if (name != NULL && !is_met[i] && !is_none)
            return err_set(err, ERR_INPUT, "%s %s: no file has this field; correct its name or leave it out",
                           option, name);
    }
    return true;
}

const struct field_choice *record_shape_choice(void)
{
    return the_choice;
}

enum { NO_FIELD = -1 };

/* What is being found out. */
struct shape_finding {
    struct field_sample *sample;
    struct arena *arena;
    struct record_shape *shape;
    enum shape_wanted wanted;
    size_t *groups; /* of each row: the question, or the list, that it stands under */
    size_t n_groups;
    int question, document; /* fields; NO_FIELD */
};

/* --- Names ------------------------------------------------------------------ */

static struct bytes last_name(struct bytes path)
{
    const char *point = path.size > 0 ? memrchr(path.data, '.', path.size) : NULL;
    return point == NULL ? path : bytes_from(path, (size_t)(point - path.data) + 1);
}

static bool is_inner(struct bytes path)
{
    return last_name(path).size < path.size;
}

static enum value_kind kind_of(const struct field_sample *sample, int field)
{
    for (size_t i = 0; i < sample->n_rows; i++) {
        if (sample->rows[i][field].kind != VALUE_ABSENT)
            return sample->rows[i][field].kind;
    }
    return VALUE_ABSENT;
}

static bool is_plain(const struct field_sample *sample, int field)
{
    enum value_kind kind = kind_of(sample, field);
    return kind == VALUE_PLAIN || (kind == VALUE_ABSENT && sample->format != NULL);
}

/* The first field that goes by one of the names and is plain, the names in their order; inner fields after all outer ones. */
static int find_named(const struct field_sample *sample, const char *const *names)
{
    for (int inner = 0; inner < 2; inner++) {
        for (const char *const *name = names; *name != NULL; name++) {
            for (int field = 0; field < (int)sample->n_fields; field++) {
                struct bytes path = sample->names[field];
                if (is_inner(path) == (inner == 1) && field_is_called(last_name(path), *name) &&
                    is_plain(sample, field))
                    return field;
            }
        }
    }
    return NO_FIELD;
}

static void note_met(const char *name)
{
    const char *option;
    for (size_t i = 0; i < CHOICES; i++)
        is_met[i] = is_met[i] || choice_at(i, &option) == name;
}

/* The field that the user names; NO_FIELD: nothing is named, or this file has none. */
static int find_chosen(const struct field_sample *sample, const char *name)
{
    for (int field = 0; name != NULL && field < (int)sample->n_fields; field++) {
        if (bytes_equal(sample->names[field], bytes_of(name)) ||
            field_is_called(sample->names[field], name)) {
            note_met(name);
            return field;
        }
    }
    return NO_FIELD;
}

/* --- What stands in a field ------------------------------------------------- */

struct field_facts {
    size_t n, n_numbers;
    bool is_whole, differs, are_ranks;
    double least, most;
    size_t n_falling, n_rising; /* steps from one row of a group to the next */
};

struct group_facts {
    bool is_begun, lacks; /* it has a number; a row of it has none */
    double first, before;
    size_t n;
};

static void note_number(struct field_facts *facts, struct group_facts *group, double number)
{
    facts->is_whole = facts->is_whole && number == floor(number);
    facts->least = facts->n_numbers == 0 ? number : fmin(facts->least, number);
    facts->most = facts->n_numbers == 0 ? number : fmax(facts->most, number);
    facts->n_numbers++;
    if (!group->is_begun)
        *group =
            (struct group_facts){.is_begun = true, .lacks = group->lacks, .first = number, .before = number};
    facts->differs = facts->differs || number != group->first;
    facts->n_falling += number < group->before;
    facts->n_rising += number > group->before;
    bool follows = group->n == 0 ? number == 0 || number == 1 : number == group->before + 1;
    facts->are_ranks = facts->are_ranks && follows;
    group->before = number;
    group->n++;
}

static bool read_number(const struct shape_finding *finding, struct bytes text, double *number)
{
    return finding->wanted == SHAPE_TRUTH ? grade_parse(text, number) : number_parse_real(text, number);
}

/* Two rows with 0 and 1 may be grades as well. */
static bool has_run_of_ranks(const struct group_facts *groups, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (groups[i].n >= 3 || (groups[i].n == 2 && groups[i].first == 1))
            return true;
    }
    return false;
}

static struct field_facts facts_of(const struct shape_finding *finding, int field)
{
    const struct field_sample *sample = finding->sample;
    struct field_facts facts = {.is_whole = true, .are_ranks = true};
    struct group_facts *groups = arena_get_array(finding->arena, finding->n_groups, sizeof *groups);
    for (size_t i = 0; i < sample->n_rows; i++) {
        const struct field_value *value = &sample->rows[i][field];
        double number;
        if (value->kind == VALUE_ABSENT) {
            groups[finding->groups[i]].lacks = true;
            continue;
        }
        facts.n++;
        if (value->kind == VALUE_PLAIN && read_number(finding, bytes_trim(value->text), &number))
            note_number(&facts, &groups[finding->groups[i]], number);
    }
    facts.are_ranks = facts.are_ranks && has_run_of_ranks(groups, finding->n_groups);
    for (size_t i = 0; i < finding->n_groups; i++)
        facts.differs = facts.differs || (groups[i].n > 0 && groups[i].lacks);
    return facts;
}

static bool are_numbers(const struct field_facts *facts)
{
    return facts->n_numbers > 0 && facts->n_numbers == facts->n;
}

static bool may_be_grades(const struct field_facts *facts)
{
    enum { LOWEST_GRADE = -3, HIGHEST_GRADE = 10 };
    return are_numbers(facts) && facts->is_whole && facts->least >= LOWEST_GRADE &&
           facts->most <= HIGHEST_GRADE;
}

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

/* --- The number ------------------------------------------------------------- */

static const char *const click_names[] = {"clicks", "click count", "clicked", "num clicks", "n clicks", NULL};
static const char *const impression_names[] = {"impressions",     "impression count", "views", "shown",
                                               "num impressions", "n impressions",    NULL};

struct fields {
    int at[SAMPLE_FIELDS];
    size_t n;
};

static void add_named(const struct shape_finding *finding, const char *const *names, struct fields *fields)
{
    const struct field_sample *sample = finding->sample;
    for (int field = 0; field < (int)sample->n_fields; field++) {
        if (field != finding->question && field != finding->document && is_plain(sample, field) &&
            field_find_name(last_name(sample->names[field]), names) != NULL)
            fields->at[fields->n++] = field;
    }
}

/* Whether a word in the field may be a grade: it is said of the document, not of its question. */
static bool tells_documents_apart(const struct shape_finding *finding, int field)
{
    const struct field_sample *sample = finding->sample;
    struct bytes *first = arena_get_array(finding->arena, finding->n_groups, sizeof *first);
    for (size_t i = 0; i < sample->n_rows; i++) {
        struct bytes text = sample->rows[i][field].text, *before = &first[finding->groups[i]];
        if (before->data != NULL && !bytes_equal(text, *before))
            return true;
        *before = text;
    }
    return !finding->shape->asks;
}

/* Of those that are called so the outer ones; of these the numbers, if there are any. */
static struct fields find_all_named(const struct shape_finding *finding, const char *const *names)
{
    struct fields all = {0}, numbers = {0}, outer = {0}, words = {0};
    add_named(finding, names, &all);
    for (size_t i = 0; i < all.n; i++) {
        if (!is_inner(finding->sample->names[all.at[i]]))
            outer.at[outer.n++] = all.at[i];
    }
    all = outer.n > 0 ? outer : all;
    for (size_t i = 0; i < all.n; i++) {
        struct field_facts facts = facts_of(finding, all.at[i]);
        struct fields *list = are_numbers(&facts) ? &numbers : &words;
        if (facts.n_numbers > 0 || tells_documents_apart(finding, all.at[i]))
            list->at[list->n++] = all.at[i];
    }
    return numbers.n > 0 ? numbers : words;
}

static void say_ambiguous(struct shape_finding *finding, const struct fields *fields, const char *what)
{
    say_unclear(finding, fields->at, fields->n, what);
    finding->shape->is_ambiguous = true;
}

static bool have_same_values(const struct shape_finding *finding, int left, int right)
{
    for (size_t i = 0; i < finding->sample->n_rows; i++) {
        const struct field_value *row = finding->sample->rows[i];
        if (row[left].kind != row[right].kind || !bytes_equal(row[left].text, row[right].text))
            return false;
    }
    return true;
}

/* Of several that go by such names the one that is called just so, or any where all say the same; NO_FIELD: it can't be told. */
static int choose_among(const struct shape_finding *finding, const struct fields *fields, const char *exact)
{
    bool are_same = true;
    for (size_t i = 0; i < fields->n; i++) {
        if (field_is_called(finding->sample->names[fields->at[i]], exact))
            return fields->at[i];
        are_same = are_same && have_same_values(finding, fields->at[0], fields->at[i]);
    }
    return fields->n > 0 && are_same ? fields->at[0] : NO_FIELD;
}

static void take_number(struct shape_finding *finding, int field, enum number_meaning meaning)
{
    finding->shape->number = finding->sample->names[field];
    finding->shape->meaning = meaning;
}

/* What no run calls its scores. */
static const char *const sure_grade_names[] = {"grade",    "relevance", "rel",      "label",
                                               "judgment", "rating",    "relevant", NULL};

/* Numbers that differ between the documents of a question, and have no known name. */
static struct fields find_telling(const struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    struct fields telling = {0};
    bool has_two = finding->n_groups < sample->n_rows;
    for (int field = 0; field < (int)sample->n_fields; field++) {
        struct field_facts facts = facts_of(finding, field);
        bool is_id = field_find_name(last_name(sample->names[field]), document_id_names) != NULL ||
                     field_find_name(last_name(sample->names[field]), question_id_names) != NULL ||
                     field_is_called(last_name(sample->names[field]), "id") ||
                     bytes_trim(sample->names[field]).size == 0; /* the index of a data frame */
        bool is_grade = finding->wanted == SHAPE_RUN && finding->shape->form == DOCUMENT_ONE &&
                        field_find_name(last_name(sample->names[field]), sure_grade_names) != NULL;
        if (field == finding->question || field == finding->document || is_id || is_grade ||
            !are_numbers(&facts))
            continue;
        if (facts.differs || (!has_two && finding->wanted == SHAPE_TRUTH && may_be_grades(&facts)))
            telling.at[telling.n++] = field;
    }
    return telling;
}

/* Whether a column for each of several raters is what differs. */
static bool take_raters(struct shape_finding *finding, const struct fields *telling)
{
    struct record_shape *shape = finding->shape;
    bool are_raters = telling->n >= 2 && telling->n <= RATERS_MOST;
    for (size_t i = 0; are_raters && i < telling->n; i++) {
        struct field_facts facts = facts_of(finding, telling->at[i]);
        are_raters = may_be_grades(&facts) && !facts.are_ranks;
    }
    for (size_t i = 0; are_raters && i < telling->n; i++)
        shape->raters[shape->n_raters++] = finding->sample->names[telling->at[i]];
    if (are_raters)
        take_number(finding, telling->at[0], NUMBER_GRADE);
    return are_raters;
}

/* "label" of "esci_label" */
static struct bytes last_word(struct bytes name)
{
    size_t at = name.size;
    while (at > 0 && name.data[at - 1] != '_' && name.data[at - 1] != '-' && name.data[at - 1] != ' ')
        at--;
    return bytes_from(name, at);
}

static bool has_numbers(const struct shape_finding *finding, int field)
{
    for (size_t i = 0; i < finding->sample->n_rows; i++) {
        const struct field_value *value = &finding->sample->rows[i][field];
        double number;
        if (value->kind == VALUE_PLAIN && number_parse_real(bytes_trim(value->text), &number))
            return true;
    }
    return false;
}

/* A grade in words whose name only ends as that of a grade; NO_FIELD: there is none, or several. */
static int find_grade_in_words(const struct shape_finding *finding)
{
    int found = NO_FIELD;
    for (int field = 0; field < (int)finding->sample->n_fields; field++) {
        if (field_find_name(last_word(finding->sample->names[field]), grade_names) == NULL ||
            has_numbers(finding, field) || !tells_documents_apart(finding, field))
            continue;
        if (found != NO_FIELD)
            return NO_FIELD;
        found = field;
    }
    return found;
}

static void decide_unnamed_grade(struct shape_finding *finding)
{
    const int words = find_grade_in_words(finding);
    if (words != NO_FIELD) {
        take_number(finding, words, NUMBER_GRADE);
        return;
    }
    const struct fields clicks = find_all_named(finding, click_names);
    const struct fields views = find_all_named(finding, impression_names);
    struct fields telling = find_telling(finding), ranks = {0}, others = {0};
    if (clicks.n == 1 && views.n == 1) {
        take_number(finding, clicks.at[0], NUMBER_RATE);
        finding->shape->impressions = finding->sample->names[views.at[0]];
        return;
    }
    for (size_t i = 0; i < telling.n; i++) {
        struct field_facts facts = facts_of(finding, telling.at[i]);
        bool is_rank = facts.are_ranks ||
                       field_find_name(last_name(finding->sample->names[telling.at[i]]), rank_names) != NULL;
        struct fields *list = is_rank ? &ranks : &others;
        list->at[list->n++] = telling.at[i];
    }
    if (others.n == 0 && ranks.n > 0)
        say_unclear(
            finding, ranks.at, ranks.n,
            "looks like ranks, so these are hits and not judgments; if it is the grade, say --grade FIELD");
    else if (others.n > 0 && !take_raters(finding, &others))
        say_unclear(finding, others.at, others.n,
                    "may be what documents are graded or ranked by; say --grade FIELD or --score FIELD, or "
                    "--grade none if each "
                    "document counts alike");
}

static void decide_grade(struct shape_finding *finding)
{
    const struct fields named = find_all_named(finding, grade_names);
    const char *chosen = the_choice->grade;
    int field = find_chosen(finding->sample, chosen);
    if (field != NO_FIELD) {
        take_number(finding, field, NUMBER_GRADE);
        return;
    }
    if (chosen != NULL && strcmp(chosen, "none") == 0)
        return;
    field = choose_among(finding, &named, "grade");
    if (field != NO_FIELD)
        take_number(finding, field, NUMBER_GRADE);
    else if (named.n > 1)
        say_ambiguous(finding, &named, "could both be the grade; say which with --grade FIELD");
    else
        decide_unnamed_grade(finding);
}

/* Whether one of several numbers falls with the places, so that it says the same as they do. */
static bool one_falls(const struct shape_finding *finding, const struct fields *telling)
{
    for (size_t i = 0; i < telling->n; i++) {
        struct field_facts facts = facts_of(finding, telling->at[i]);
        if (facts.n_falling > 0 && facts.n_rising == 0)
            return true;
    }
    return false;
}

/* In the order of hits the best stands first, whatever a distance is called. */
static enum number_meaning meaning_of(const struct shape_finding *finding, int field, bool is_distance)
{
    struct field_facts facts = facts_of(finding, field);
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
        say_unclear(finding, telling.at, telling.n, "could each be the score; say which with --score FIELD");
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
    int field = find_chosen(finding->sample, the_choice->score);
    if (field != NO_FIELD) {
        take_number(finding, field, meaning_of(finding, field, false));
        return;
    }
    for (size_t i = finding->wanted == SHAPE_RANKS ? 2 : 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct fields named = find_all_named(finding, kinds[i].names);
        field = choose_among(finding, &named, kinds[i].exact);
        bool is_least = kinds[i].is_distance && finding->wanted == SHAPE_RUN;
        if (field != NO_FIELD)
            take_number(finding, field, is_least ? meaning_of(finding, field, true) : NUMBER_GRADE);
        else if (named.n > 1)
            say_ambiguous(finding, &named, "could both be the score; say which with --score FIELD");
        if (named.n > 0)
            return;
    }
    if (finding->wanted == SHAPE_RUN)
        decide_unnamed_score(finding);
}

static void decide_number(struct shape_finding *finding)
{
    if (finding->wanted == SHAPE_TRUTH)
        decide_grade(finding);
    else
        decide_score(finding);
}

/* --- Groups ----------------------------------------------------------------- */

static void group_by_question(struct shape_finding *finding)
{
    struct map questions = {0};
    const struct field_sample *sample = finding->sample;
    finding->groups = arena_get_array(finding->arena, sample->n_rows + 1, sizeof *finding->groups);
    for (size_t i = 0; i < sample->n_rows; i++)
        finding->groups[i] =
            (size_t)map_put(&questions, bytes_trim(sample->rows[i][finding->question].text), NULL);
    finding->n_groups = questions.size;
    finding->shape->repeats = questions.size < sample->n_rows;
    map_release(&questions);
}

/* --- The documents ---------------------------------------------------------- */

static const char *const hit_id_names[] = {"id",       "_id",  "object id", "point id", "node id",
                                           "chunk id", "uuid", "source id", "key",      NULL};

/* The elements of the lists in a field, as rows that stand under their list. False: they are no objects. */
static bool open_lists(const struct shape_finding *outer, const struct bytes *lists, size_t n,
                       struct shape_finding *inner)
{
    struct arena *arena = outer->arena;
    size_t n_groups = 0;
    *inner = (struct shape_finding){
        .sample = arena_get(arena, sizeof *inner->sample),
        .arena = arena,
        .shape = outer->shape,
        .wanted = outer->wanted,
        .question = NO_FIELD,
        .document = NO_FIELD,
    };
    for (size_t i = 0; i < n; i++) {
        field_sample_add_list(inner->sample, lists[i], arena);
        while (n_groups < inner->sample->n_rows)
            ARENA_PUSH(arena, inner->groups, n_groups) = i;
    }
    inner->n_groups = n;
    return inner->sample->n_rows > 0;
}

static bool has_white(struct bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (byte_is_white(text.data[i]))
            return true;
    }
    return false;
}

/* Whether most values are several words, so that they are texts and no ids. */
static bool are_texts(const struct field_sample *sample, int field)
{
    size_t n = 0, n_white = 0;
    for (size_t i = 0; i < sample->n_rows; i++) {
        const struct field_value *value = &sample->rows[i][field];
        n += value->kind == VALUE_PLAIN;
        n_white += value->kind == VALUE_PLAIN && has_white(bytes_trim(value->text));
    }
    return 2 * n_white > n;
}

/* Whether the ids of one field end in those of the other, which they are addresses of: "id:shop:doc::d1". */
static bool are_addresses(const struct field_sample *sample, int outer, int inner)
{
    for (size_t i = 0; i < sample->n_rows; i++) {
        struct bytes longer = sample->rows[i][outer].text, shorter = sample->rows[i][inner].text;
        if (shorter.size == 0 || shorter.size >= longer.size ||
            !bytes_equal(bytes_from(longer, longer.size - shorter.size), shorter))
            return false;
    }
    return sample->n_rows > 0;
}

static int find_addressed(const struct field_sample *sample, int outer)
{
    for (int field = 0; field < (int)sample->n_fields; field++) {
        if (is_inner(sample->names[field]) &&
            field_find_name(last_name(sample->names[field]), hit_id_names) != NULL &&
            are_addresses(sample, outer, field))
            return field;
    }
    return outer;
}

/* The field of the elements that names the document, outer ones first; NO_FIELD: they have none. */
static int find_element(const struct shape_finding *inner)
{
    const struct field_sample *sample = inner->sample;
    int named = find_named(sample, document_id_names), plain = find_named(sample, hit_id_names);
    plain = plain != NO_FIELD ? find_addressed(sample, plain) : NO_FIELD;
    if (named == NO_FIELD || plain == NO_FIELD)
        return named != NO_FIELD ? named : plain;
    bool is_better =
        is_inner(sample->names[named]) > is_inner(sample->names[plain]) || are_texts(sample, named);
    return is_better ? plain : named;
}

/* Whether the objects of the lists name documents. */
static bool find_elements(const struct shape_finding *outer, const struct bytes *lists, size_t n,
                          struct shape_finding *inner)
{
    if (!open_lists(outer, lists, n, inner))
        return false;
    inner->document = find_element(inner);
    return inner->document != NO_FIELD;
}

static size_t collect_lists(const struct shape_finding *finding, int field, struct bytes *lists)
{
    size_t n = 0;
    for (size_t i = 0; i < finding->sample->n_rows; i++) {
        if (finding->sample->rows[i][field].kind == VALUE_LIST)
            lists[n++] = finding->sample->rows[i][field].text;
    }
    return n;
}

static size_t count_elements(struct bytes list)
{
    struct list_walk walk = list_walk_of(list);
    struct bytes element;
    size_t n = 0;
    while (list_walk_next(&walk, &element))
        n++;
    return n;
}

static bool are_all_numbers(struct bytes list)
{
    struct list_walk walk = list_walk_of(list);
    struct bytes element;
    double number;
    while (list_walk_next(&walk, &element)) {
        if (!number_parse_real(element, &number))
            return false;
    }
    return true;
}

/* Whether in each record a list of numbers stands here, as long as that of the documents. *tells: some has two or more. */
static bool is_parallel(const struct shape_finding *finding, int field, bool *tells)
{
    *tells = false;
    for (size_t i = 0; i < finding->sample->n_rows; i++) {
        const struct field_value *row = finding->sample->rows[i];
        const struct field_value *documents = &row[finding->document], *numbers = &row[field];
        if (documents->kind == VALUE_ABSENT && numbers->kind == VALUE_ABSENT)
            continue;
        if (documents->kind != VALUE_LIST || numbers->kind != VALUE_LIST || !are_all_numbers(numbers->text))
            return false;
        size_t n = count_elements(documents->text);
        if (n != count_elements(numbers->text))
            return false;
        *tells = *tells || n >= 2;
    }
    return true;
}

static bool has_part(struct bytes name, const char *part)
{
    struct bytes wanted = bytes_of(part);
    for (size_t i = 0; i + wanted.size <= name.size; i++) {
        if (bytes_equal_ignoring_case(bytes_slice(name, i, i + wanted.size), wanted))
            return true;
    }
    return false;
}

static bool has_any_part(struct bytes name, const char *const *parts)
{
    while (*parts != NULL && !has_part(name, *parts))
        parts++;
    return *parts != NULL;
}

static bool sounds_like_grades(struct bytes name)
{
    static const char *const parts[] = {"grade", "score", "relevan", "rating", "label", "judg", NULL};
    return has_any_part(name, parts);
}

/* Grades beside a list of ids: an object by id, or a list as long as it. */
static void decide_beside_list(struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    struct fields found = {0}, unsure = {0};
    int chosen = find_chosen(sample, the_choice->grade);
    for (int field = 0; field < (int)sample->n_fields; field++) {
        bool tells = false;
        if (field == finding->document || field == finding->question)
            continue;
        bool sounds = sounds_like_grades(sample->names[field]);
        bool fits = kind_of(sample, field) == VALUE_OBJECT
                        ? sounds && !is_inner(sample->names[field])
                        : kind_of(sample, field) == VALUE_LIST && is_parallel(finding, field, &tells);
        if (fits && (sounds || field == chosen))
            found.at[found.n++] = field;
        else if (fits && tells)
            unsure.at[unsure.n++] = field;
    }
    if (chosen != NO_FIELD)
        take_number(finding, chosen, NUMBER_GRADE);
    else if (the_choice->grade != NULL && strcmp(the_choice->grade, "none") == 0)
        return;
    else if (found.n == 1)
        take_number(finding, found.at[0], NUMBER_GRADE);
    else if (found.n > 1)
        say_unclear(finding, found.at, found.n, "could both be the grades; say which with --grade FIELD");
    else if (unsure.n > 0)
        say_unclear(
            finding, unsure.at, unsure.n,
            "has a number for each document; say --grade FIELD if it is their grade, else --grade none");
}

/* --- Which field has the documents ------------------------------------------ */

/* What stands in a field as documents. */
struct listing {
    struct bytes *lists;
    size_t n;
    bool are_objects; /* with ids, as `elements` has them */
    struct shape_finding elements;
};

static struct listing look_into(const struct shape_finding *finding, int field)
{
    struct listing listing = {
        .lists = arena_get_array(finding->arena, finding->sample->n_rows + 1, sizeof *listing.lists)};
    listing.n = collect_lists(finding, field, listing.lists);
    listing.are_objects =
        listing.n > 0 && find_elements(finding, listing.lists, listing.n, &listing.elements);
    return listing;
}

/* Of a list in a list, as there is one for each of several answers, what the inner ones hold. */
static struct bytes first_element(struct bytes list)
{
    struct list_walk walk = list_walk_of(list);
    struct bytes element = {0};
    if (!list_walk_next(&walk, &element))
        return (struct bytes){0};
    return bytes_starts_with(element, "[") ? first_element(element) : element;
}

static bool is_like_id(struct bytes value)
{
    enum { LONGEST_ID = 200 };
    return value.size > 0 && value.size <= LONGEST_ID && memchr("{[", value.data[0], 2) == NULL &&
           !has_white(value);
}

/* Whether the lists hold ids alone, as far as the first of each shows; empty ones say nothing. */
static bool are_ids(const struct shape_finding *finding, const struct listing *listing)
{
    size_t n = 0;
    for (size_t i = 0; i < listing->n; i++) {
        struct bytes first = first_element(listing->lists[i]);
        if (first.size > 0 && !is_like_id(list_value(first, finding->arena).text))
            return false;
        n += first.size > 0;
    }
    return n > 0 || listing->n > 0;
}

static bool sounds_wrong(struct bytes name)
{
    return has_part(name, "irrelevant") || has_part(name, "negative");
}

static bool sounds_right(struct bytes name)
{
    static const char *const parts[] = {"relevant", "gold",      "expected",     "positive",
                                        "truth",    "reference", "retrieval_gt", NULL};
    return !sounds_wrong(name) && has_any_part(name, parts);
}

static bool sounds_found(struct bytes name)
{
    static const char *const parts[] = {"hits",      "results", "documents", "docids", "retrieved",
                                        "retrieval", "matches", "contexts",  NULL};
    return !sounds_wrong(name) && !sounds_right(name) && has_any_part(name, parts);
}

/* A number is an id only where a name says so. */
static bool is_known_name(struct bytes text)
{
    double number;
    return text.size > 0 && !number_parse_real(text, &number) && known_names_has_id(text);
}

enum { SAMPLED = 10 };

/* How many of the first elements of the lists are known documents, by their ids or texts. *n = how many were looked at. */
static size_t count_known(const struct shape_finding *finding, struct bytes list, size_t *n)
{
    struct list_walk walk = list_walk_of(list);
    struct bytes element;
    size_t n_known = 0;
    while (*n < SAMPLED && list_walk_next(&walk, &element)) {
        const struct field_value value = list_value(element, finding->arena);
        if (value.kind == VALUE_LIST)
            n_known += count_known(finding, value.text, n);
        *n += value.kind == VALUE_PLAIN;
        n_known +=
            value.kind == VALUE_PLAIN && (is_known_name(value.text) || known_names_has_text(value.text));
    }
    return n_known;
}

/* Whether half of them are, or any in a field whose name says as much. */
static bool are_known_lists(const struct shape_finding *finding, const struct listing *listing, bool is_named)
{
    size_t n = 0, n_known = 0;
    for (size_t i = 0; known_names_any() && i < listing->n && n < SAMPLED; i++)
        n_known += count_known(finding, listing->lists[i], &n);
    return n_known > 0 && (is_named || 2 * n_known >= n);
}

/* The same of a field of plain values, all of which have to be known. */
static bool are_known_values(const struct shape_finding *finding, int field)
{
    const struct field_sample *sample = finding->sample;
    size_t n = 0;
    for (size_t i = 0; known_names_any() && i < sample->n_rows && n < SAMPLED; i++) {
        const struct field_value *value = &sample->rows[i][field];
        if (value->kind == VALUE_ABSENT)
            continue;
        if (value->kind != VALUE_PLAIN || !is_known_name(value->text))
            return false;
        n++;
    }
    return n > 0;
}

/* Cells with several ids, as d1;d3. */
static bool has_separators(const struct field_sample *sample, int field)
{
    for (size_t i = 0; i < sample->n_rows; i++) {
        struct bytes text = sample->rows[i][field].text;
        if (text.size > 0 && !has_white(bytes_trim(text)) &&
            (memchr(text.data, ';', text.size) != NULL || memchr(text.data, '|', text.size) != NULL))
            return true;
    }
    return false;
}

static void take_listing(struct shape_finding *finding, int field, struct listing *listing)
{
    struct record_shape *shape = finding->shape;
    finding->document = field;
    shape->document = finding->sample->names[field];
    shape->form = DOCUMENT_LIST;
    if (listing->are_objects) {
        shape->element = listing->elements.sample->names[listing->elements.document];
        decide_number(&listing->elements);
    } else if (finding->wanted == SHAPE_TRUTH) {
        decide_beside_list(finding);
    }
}

/* An object of grades by the ids of their documents. */
static void take_map(struct shape_finding *finding, int field)
{
    finding->document = field;
    finding->shape->document = finding->sample->names[field];
    finding->shape->form = DOCUMENT_MAP;
    finding->shape->meaning = NUMBER_GRADE;
}

static bool has_map(const struct field_sample *sample, int field)
{
    for (size_t i = 0; i < sample->n_rows; i++) {
        if (sample->rows[i][field].kind == VALUE_OBJECT)
            return field_is_map(sample->rows[i][field].text);
    }
    return false;
}

/* What the user says, whatever stands there. */
static bool take_chosen(struct shape_finding *finding)
{
    const struct field_choice *choice = the_choice;
    int field = find_chosen(finding->sample, finding->wanted == SHAPE_TRUTH ? choice->truth : choice->hits);
    if (field == NO_FIELD)
        return false;
    struct listing listing = look_into(finding, field);
    if (kind_of(finding->sample, field) == VALUE_OBJECT) {
        take_map(finding, field);
    } else if (listing.n > 0 || has_separators(finding->sample, field)) {
        take_listing(finding, field, &listing);
    } else {
        finding->document = field;
        finding->shape->document = finding->sample->names[field];
        decide_number(finding);
    }
    return true;
}

/* Ratings of Elasticsearch's ranking evaluation name the index of each document, as ratings of a product by its buyers do not. */
static const char *const rating_list_names[] = {"ratings", NULL};
static const char *const index_names[] = {"_index", NULL};

/* Another list of ids that by its name could be the truth as well: which of them is, nobody knows. */
static void look_for_rival(struct shape_finding *finding, int found)
{
    const struct field_sample *sample = finding->sample;
    for (int field = found + 1; field < (int)sample->n_fields; field++) {
        struct listing listing = look_into(finding, field);
        if (!sounds_right(last_name(sample->names[field])) || listing.are_objects || listing.n == 0 ||
            are_all_numbers(listing.lists[0]) || !are_ids(finding, &listing) ||
            have_same_values(finding, found, field))
            continue;
        struct fields both = {.at = {found, field}, .n = 2};
        say_ambiguous(finding, &both, "could both be the truth; say which with --truth FIELD");
        return;
    }
}

/* A list of ids, or of objects with ids, that by its name or by what is in it is what is wanted. */
static bool take_list(struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    const bool wants_truth = finding->wanted == SHAPE_TRUTH;
    struct listing best = {0};
    int found = NO_FIELD;
    size_t n_unnamed = 0;
    bool is_named = false;
    for (int field = 0; field < (int)sample->n_fields && !is_named; field++) {
        struct bytes name = last_name(sample->names[field]);
        struct listing listing = look_into(finding, field);
        if (wants_truth && !sample->is_keyed && sounds_right(name) && has_map(sample, field)) {
            take_map(finding, field);
            return true;
        }
        bool sounds = wants_truth ? sounds_right(name) || sample->is_keyed : sounds_found(name);
        bool is_known = are_known_lists(finding, &listing, sounds);
        bool holds_ids = listing.are_objects || is_known || (listing.n > 0 && are_ids(finding, &listing)) ||
                         (sounds && wants_truth && has_separators(sample, field));
        bool is_graded =
            listing.are_objects && ((find_named(listing.elements.sample, document_id_names) != NO_FIELD &&
                                     find_named(listing.elements.sample, grade_names) != NO_FIELD) ||
                                    (field_find_name(name, rating_list_names) != NULL &&
                                     find_named(listing.elements.sample, index_names) != NO_FIELD));
        bool is_other = sample->is_keyed && wants_truth && listing.are_objects &&
                        find_named(listing.elements.sample, sure_grade_names) == NO_FIELD;
        bool is_neutral = !sounds_right(name) && !sounds_wrong(name) && !(wants_truth && sounds_found(name));
        bool may_be = is_neutral && (is_known || (listing.are_objects && (!wants_truth || is_graded)));
        if (!holds_ids || is_other || (!sounds && !may_be))
            continue;
        n_unnamed += !sounds;
        is_named = sounds;
        if (sounds || found == NO_FIELD) {
            best = listing;
            found = field;
            finding->shape->is_known = is_known;
        }
    }
    if (found == NO_FIELD || (!is_named && n_unnamed > 1))
        return false;
    take_listing(finding, found, &best);
    if (wants_truth && is_named && !sample->is_keyed && !best.are_objects && are_ids(finding, &best))
        look_for_rival(finding, found);
    return true;
}

/* PyTerrier writes the number that a document has in its index as "docid" beside its id, the "docno". */
static int find_one(const struct shape_finding *finding)
{
    static const char *const docno[] = {"docno", NULL};
    const struct field_sample *sample = finding->sample;
    int field = find_named(sample, docno);
    field = field != NO_FIELD ? field : find_named(sample, document_id_names);
    return field != NO_FIELD && !is_inner(sample->names[field]) && field != finding->question ? field
                                                                                              : NO_FIELD;
}

/* An "id" is the document's where the question is named by its id, and a number beside it. */
static bool take_plain_id(struct shape_finding *finding)
{
    static const char *const plain_id_names[] = {"id", "_id", NULL};
    struct shape_finding tried = *finding;
    struct record_shape shape = *finding->shape;
    tried.shape = &shape;
    tried.document = find_named(finding->sample, plain_id_names);
    if (tried.document == NO_FIELD || tried.document == finding->question || shape.question_is_text)
        return false;
    const char *const *const names[] = {finding->wanted == SHAPE_TRUTH ? grade_names : score_names,
                                        distance_names, rank_names};
    bool is_named = false;
    for (size_t i = 0; i < (finding->wanted == SHAPE_TRUTH ? 1 : 3); i++)
        is_named = is_named || find_all_named(&tried, names[i]).n > 0;
    if (!is_named)
        return false;
    decide_number(&tried);
    *finding->shape = shape;
    finding->shape->document = finding->sample->names[tried.document];
    return true;
}

static bool has_prose(const struct shape_finding *finding);

/* The only field, whatever its name, whose values are known documents. */
static int find_known(const struct shape_finding *finding)
{
    int found = NO_FIELD;
    for (int field = 0; field < (int)finding->sample->n_fields; field++) {
        if (field == finding->question || !are_known_values(finding, field))
            continue;
        if (found != NO_FIELD)
            return NO_FIELD;
        found = field;
    }
    return found;
}

static bool take_one(struct shape_finding *finding)
{
    int field = find_one(finding);
    if (field == NO_FIELD && take_plain_id(finding))
        return true;
    if (field == NO_FIELD)
        field = find_known(finding);
    if (field == NO_FIELD)
        return false;
    finding->shape->is_known = are_known_values(finding, field);
    finding->document = field;
    finding->shape->document = finding->sample->names[field];
    finding->shape->has_prose = has_prose(finding) || are_texts(finding->sample, field);
    decide_number(finding);
    return true;
}

/* --- The question ----------------------------------------------------------- */

static const char *const query_text_names[] = {"question",      "query",      "query text",
                                               "question text", "user input", NULL};

/* Visible ASCII with a digit, as ids mostly have one. */
static bool is_named_by_id(struct bytes text)
{
    bool has_digit = false;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] <= ' ' || text.data[i] >= 127)
            return false;
        has_digit = has_digit || (text.data[i] >= '0' && text.data[i] <= '9');
    }
    return has_digit;
}

static bool are_like_ids(const struct field_sample *sample, int field)
{
    size_t n = 0, n_ids = 0;
    for (size_t i = 0; i < sample->n_rows; i++) {
        n += sample->rows[i][field].kind == VALUE_PLAIN;
        n_ids += is_named_by_id(bytes_trim(sample->rows[i][field].text));
    }
    return 2 * n_ids > n;
}

/* What fields of documents are called. */
static const char *const prose_names[] = {"text",   "content", "contents", "body",
                                          "answer", "passage", "title",    NULL};

/* A question beside one document and a text that is neither may be the title of that document. */
static bool has_prose(const struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    return finding->shape->question_is_text && !finding->shape->repeats &&
           find_named(sample, prose_names) != NO_FIELD;
}

/* The id of a rated request, whose question stands somewhere in the request; NO_FIELD: it is none. */
static int find_request_id(const struct shape_finding *finding)
{
    static const char *const request_id_names[] = {"id", NULL};
    const struct field_sample *sample = finding->sample;
    for (int field = 0; field < (int)sample->n_fields; field++) {
        if (field_find_name(sample->names[field], rating_list_names) != NULL &&
            kind_of(sample, field) == VALUE_LIST)
            return find_named(sample, request_id_names);
    }
    return NO_FIELD;
}

static bool take_question(struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    int chosen = find_chosen(sample, the_choice->question);
    int by_id = find_named(sample, question_id_names), by_text = find_named(sample, query_text_names);
    bool is_inner_text = by_text != NO_FIELD && is_inner(sample->names[by_text]);
    by_id = by_id != NO_FIELD && is_inner(sample->names[by_id]) && by_text != NO_FIELD ? NO_FIELD : by_id;
    if (by_id == NO_FIELD && is_inner_text) {
        by_id = find_request_id(finding);
        by_text = by_id != NO_FIELD ? NO_FIELD : by_text; /* a part of the request need not be the question */
    }
    finding->question = chosen != NO_FIELD ? chosen : by_id != NO_FIELD ? by_id : by_text;
    if (finding->question == NO_FIELD)
        return false;
    finding->shape->question = sample->names[finding->question];
    finding->shape->question_is_text = by_id == NO_FIELD;
    finding->shape->asks = by_text != NO_FIELD && !are_like_ids(sample, by_text);
    group_by_question(finding);
    return true;
}

/* The id of what has a list of documents, and no other name of a question. */
static bool take_plain_question(struct shape_finding *finding)
{
    static const char *const plain_id_names[] = {"id", "_id", NULL};
    finding->question = find_named(finding->sample, plain_id_names);
    if (finding->question == NO_FIELD || is_inner(finding->sample->names[finding->question]))
        return false;
    finding->shape->question = finding->sample->names[finding->question];
    group_by_question(finding);
    return take_list(finding);
}

/* The answer of a search, of which nothing says to what question. */
static bool is_lone_answer(const struct shape_finding *finding)
{
    static const char *const names[] = {"hits",   "results", "matches", "documents", "docs",
                                        "points", "data",    "value",   "response",  NULL};
    const struct field_sample *sample = finding->sample;
    return sample->is_keyed && field_find_name(sample->rows[0][finding->question].text, names) != NULL;
}

/* A collection: documents and questions in one object. */
static bool is_collection(const struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    for (size_t i = 0; sample->is_keyed && i < sample->n_rows; i++) {
        struct bytes key = sample->rows[i][finding->question].text;
        if (field_find_name(key, question_container_names) != NULL ||
            (sample->n_rows > 1 && field_find_name(key, document_container_names) != NULL))
            return true;
    }
    return false;
}

/* Whether the shape has the field, or one in it, for something. */
static bool is_used(const struct record_shape *shape, struct bytes field)
{
    const struct bytes used[] = {shape->question, shape->document, shape->number, shape->impressions};
    for (size_t i = 0; i < sizeof used / sizeof *used; i++) {
        if (bytes_equal(used[i], field))
            return true;
    }
    return false;
}

/* Whether the field has two values under one question. */
static bool differs_in_question(const struct shape_finding *finding, int field)
{
    const struct field_sample *sample = finding->sample;
    struct bytes *first = arena_get_array(finding->arena, finding->n_groups, sizeof *first);
    bool *has_first = arena_get_array(finding->arena, finding->n_groups, sizeof *has_first);
    for (size_t i = 0; i < sample->n_rows; i++) {
        size_t group = finding->groups[i];
        if (has_first[group] && !bytes_equal(first[group], sample->rows[i][field].text))
            return true;
        first[group] = sample->rows[i][field].text;
        has_first[group] = true;
    }
    return false;
}

static bool is_rater(const struct record_shape *shape, struct bytes field)
{
    for (size_t i = 0; i < shape->n_raters; i++) {
        if (bytes_equal(shape->raters[i], field))
            return true;
    }
    return false;
}

/* A question that has an id is one; of those that are named by their texts a word beside may make two, as a course does. */
static void sort_others(struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    struct record_shape *shape = finding->shape;
    for (int field = 0; shape->repeats && field < (int)sample->n_fields; field++) {
        struct bytes name = sample->names[field];
        if (field == finding->question || is_used(shape, name) || is_rater(shape, name) || is_inner(name) ||
            !differs_in_question(finding, field))
            continue;
        struct field_facts facts = facts_of(finding, field);
        bool is_text = field_find_name(name, prose_names) != NULL || are_texts(sample, field);
        if (shape->question_is_text && !are_numbers(&facts) && !is_text && is_plain(sample, field))
            shape->of_question[shape->n_of_question++] = name;
        else
            shape->of_document[shape->n_of_document++] = name;
    }
}

static bool decide(struct shape_finding *finding)
{
    finding->shape->format = finding->sample->format;
    finding->shape->list_at = finding->sample->list_at;
    finding->shape->is_keyed = finding->sample->is_keyed;
    if (!take_question(finding))
        return finding->wanted == SHAPE_TRUTH && finding->sample->format == NULL &&
               take_plain_question(finding);
    if (is_collection(finding))
        return false;
    if (is_lone_answer(finding)) {
        finding->shape->unclear = "hits without their question; put its qid beside them";
        return finding->wanted == SHAPE_RUN && take_list(finding);
    }
    return take_chosen(finding) || (finding->wanted != SHAPE_RANKS && take_list(finding)) ||
           take_one(finding);
}

static bool find_in(struct field_sample *sample, enum shape_wanted wanted, struct arena *arena,
                    struct record_shape *shape)
{
    struct shape_finding finding = {
        .sample = sample,
        .arena = arena,
        .shape = shape,
        .wanted = wanted,
        .question = NO_FIELD,
        .document = NO_FIELD,
    };
    *shape = (struct record_shape){.wanted = wanted};
    bool found = decide(&finding);
    if (found && wanted == SHAPE_TRUTH && shape->form == DOCUMENT_ONE)
        sort_others(&finding);
    return found;
}

bool record_shape_find(struct bytes content, enum shape_wanted wanted, struct arena *arena,
                       struct record_shape *shape)
{
    struct field_sample *sample = arena_get(arena, sizeof *sample);
    if (!field_sample_take(content, arena, sample))
        return false;
    if (find_in(sample, wanted, arena, shape))
        return true;
    if (sample->n_rows != 1)
        return false;
    return (field_sample_descend(content, arena, sample) && find_in(sample, wanted, arena, shape)) ||
           (field_sample_keys(content, bytes_of("question"), bytes_of(SHAPE_BEHIND_KEY), arena, sample) &&
            find_in(sample, wanted, arena, shape));
}

struct bytes record_shape_unused(struct bytes content, const struct record_shape *shape, struct arena *arena)
{
    struct field_sample *sample = arena_get(arena, sizeof *sample);
    struct shape_finding finding = {.sample = sample, .arena = arena, .question = NO_FIELD};
    if (!known_names_any() || !field_sample_take(content, arena, sample))
        return (struct bytes){0};
    for (int field = 0; field < (int)sample->n_fields; field++) {
        struct listing listing = look_into(&finding, field);
        bool is_known =
            listing.n > 0 ? are_known_lists(&finding, &listing, false) : are_known_values(&finding, field);
        struct bytes name = last_name(sample->names[field]);
        bool is_item =
            field_find_name(name, prose_names) != NULL || field_find_name(name, query_text_names) != NULL ||
            field_find_name(name, question_id_names) != NULL || field_find_name(name, hit_id_names) != NULL;
        if (is_known && !is_item && (shape == NULL || !is_used(shape, sample->names[field])))
            return sample->names[field];
    }
    return (struct bytes){0};
}

/* --- For people ------------------------------------------------------------- */

static const char *look_of_lists(const struct shape_finding *finding, const struct listing *listing)
{
    bool is_known = are_known_lists(finding, listing, false);
    struct bytes first = listing->n > 0 ? first_element(listing->lists[0]) : (struct bytes){0};
    double number;
    if (is_known)
        return "lists of documents that are there";
    if (listing->are_objects)
        return "lists of objects with an id";
    if (number_parse_real(first, &number))
        return "lists of numbers";
    return are_ids(finding, listing) ? "lists of ids" : "lists of texts";
}

/* 2026-11-29, perhaps with a time behind it. */
static bool is_date(struct bytes text)
{
    static const char pattern[] = "0000-00-00";
    bool fits = text.size >= sizeof pattern - 1;
    for (size_t i = 0; fits && i < sizeof pattern - 1; i++)
        fits = pattern[i] == '-' ? text.data[i] == '-' : text.data[i] >= '0' && text.data[i] <= '9';
    return fits;
}

static const char *look_of_plain(const struct shape_finding *finding, int field)
{
    const struct field_sample *sample = finding->sample;
    struct field_facts facts = facts_of(finding, field);
    size_t n_dates = 0, n_long = 0;
    for (size_t i = 0; i < sample->n_rows; i++) {
        n_dates += is_date(bytes_trim(sample->rows[i][field].text));
        n_long += sample->rows[i][field].text.size > 80;
    }
    if (facts.n == 0)
        return "nothing";
    if (are_numbers(&facts) && facts.are_ranks)
        return "ranks";
    if (are_numbers(&facts))
        return arena_format(finding->arena, "%snumbers, %g to %g", facts.is_whole ? "whole " : "",
                            facts.least, facts.most);
    if (are_known_values(finding, field))
        return "documents that are there";
    if (n_dates == facts.n)
        return "dates";
    if (are_texts(sample, field))
        return 2 * n_long > facts.n ? "long texts" : "texts";
    return are_like_ids(sample, field) ? "ids" : "words";
}

static const char *look_of(const struct shape_finding *finding, int field)
{
    enum value_kind kind = kind_of(finding->sample, field);
    if (kind == VALUE_LIST) {
        struct listing listing = look_into(finding, field);
        return look_of_lists(finding, &listing);
    }
    if (kind == VALUE_OBJECT)
        return has_map(finding->sample, field) ? "objects of numbers" : "objects";
    return look_of_plain(finding, field);
}

static const char *name_of_number(const struct record_shape *shape, enum shape_wanted wanted)
{
    static const char *const names[] = {
        [NUMBER_NONE] = NULL,
        [NUMBER_GRADE] = "the score",
        [NUMBER_DISTANCE] = "the distance or rank",
        [NUMBER_RATE] = "clicks",
    };
    return shape->meaning == NUMBER_GRADE && wanted == SHAPE_TRUTH ? "the grade" : names[shape->meaning];
}

static const char *taken_of_list(const struct record_shape *shape, struct arena *arena)
{
    const char *number = name_of_number(shape, shape->wanted);
    if (shape->element.size == 0)
        return "the documents";
    return number == NULL ? arena_format(arena, "the documents: \"%.*s\"", BYTES_FORMAT(shape->element))
                          : arena_format(arena, "the documents: \"%.*s\", and %s: \"%.*s\"",
                                         BYTES_FORMAT(shape->element), number, BYTES_FORMAT(shape->number));
}

static const char *taken_as(const struct record_shape *shape, struct bytes field, struct arena *arena)
{
    if (bytes_equal(field, shape->question))
        return "the question";
    if (bytes_equal(field, shape->document))
        return taken_of_list(shape, arena);
    if (is_rater(shape, field))
        return "a rater's grades";
    if (bytes_equal(field, shape->impressions))
        return "impressions";
    return bytes_equal(field, shape->number) && shape->element.size == 0
               ? name_of_number(shape, shape->wanted)
               : NULL;
}

static int find_field(const struct field_sample *sample, struct bytes name)
{
    int field = (int)sample->n_fields - 1;
    while (field >= 0 && !bytes_equal(sample->names[field], name))
        field--;
    return field;
}

size_t record_shape_report(struct bytes content, const struct record_shape *shape, struct arena *arena,
                           struct field_report reports[SAMPLE_FIELDS])
{
    struct field_sample *sample = arena_get(arena, sizeof *sample);
    struct shape_finding finding = {.sample = sample,
                                    .arena = arena,
                                    .question = NO_FIELD,
                                    .document = NO_FIELD};
    struct record_shape unused = {0};
    finding.shape = &unused;
    bool has_fields = shape != NULL && shape->list_at != NULL ? field_sample_descend(content, arena, sample)
                                                              : field_sample_take(content, arena, sample);
    if (!has_fields || (shape != NULL && shape->is_keyed))
        return 0;
    finding.question = shape != NULL ? find_field(sample, shape->question) : NO_FIELD;
    if (finding.question != NO_FIELD)
        group_by_question(&finding);
    else {
        finding.groups = arena_get_array(arena, sample->n_rows, sizeof *finding.groups);
        for (size_t i = 0; i < sample->n_rows; i++)
            finding.groups[i] = i;
        finding.n_groups = sample->n_rows;
    }
    for (int field = 0; field < (int)sample->n_fields; field++)
        reports[field] = (struct field_report){
            .name = sample->names[field],
            .looks = look_of(&finding, field),
            .taken = shape != NULL ? taken_as(shape, sample->names[field], arena) : NULL,
        };
    return sample->n_fields;
}
