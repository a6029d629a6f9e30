#include "import/fields/shape_report.h"

#include "core/base/number.h"
#include "import/field_names.h"
#include "import/fields/field_facts.h"
#include "import/fields/known_names.h"

#include <math.h>

/*
 * Returns whether the field has a name for documents or relevant ones, and half of its texts are in known documents.
 */
static bool has_known_texts(const struct field_sample *sample, int field)
{
    enum { LOOKED_AT = 10 };
    size_t n = 0, n_known = 0;
    if (!field_sounds_like_documents(sample->names[field]) && !field_sounds_right(sample->names[field]))
        return false;
    for (size_t i = 0; i < sample->n_rows && n < LOOKED_AT; i++) {
        const struct field_value *value = &sample->rows[i][field];
        n += value->kind == VALUE_PLAIN;
        n_known += value->kind == VALUE_PLAIN && known_names_has_text(value->text);
    }
    return n_known > 0 && 2 * n_known >= n;
}

/* Returns whether objects of the lists name known documents, by id or by text. */
static bool has_known_objects(const struct listing *listing)
{
    enum { LOOKED_AT = 10 };
    const struct field_sample *sample = listing->elements.sample;
    size_t n_known = 0;
    for (size_t i = 0; i < sample->n_rows && i < LOOKED_AT; i++) {
        const struct bytes name = sample->rows[i][listing->elements.document].text;
        n_known += known_names_has_id(name) || known_names_has_text(name);
    }
    return n_known > 0 && 2 * n_known >= smaller_size(sample->n_rows, LOOKED_AT);
}

static bool listing_has_known(const struct shape_finding *finding, const struct listing *listing)
{
    return listing->are_objects ? has_known_objects(listing) : listing_is_known(finding, listing, false);
}

/* Returns whether the field says which documents are relevant, beside the hits of a run. */
static bool is_truth_of_run(const struct record_shape *shape, struct bytes name)
{
    return shape != NULL && shape->wanted == SHAPE_RUN && field_sounds_right(name);
}

/* Finds a field of the sample that names known documents and is not used. */
static struct bytes find_unused(struct field_sample *sample, const struct record_shape *shape,
                                struct arena *arena)
{
    struct shape_finding finding = {.sample = sample, .arena = arena, .question = NO_FIELD};
    for (int field = 0; field < (int)sample->n_fields; field++) {
        struct listing listing = field_listing(&finding, field);
        bool is_known = listing.n > 0 ? listing_has_known(&finding, &listing)
                                      : field_is_known(&finding, field) || has_known_texts(sample, field);
        if (is_known && !field_names_item(sample->names[field]) &&
            !is_truth_of_run(shape, sample->names[field]) &&
            (shape == NULL || !shape_uses(shape, sample->names[field])))
            return sample->names[field];
    }
    return (struct bytes){0};
}

struct bytes record_shape_unused(struct bytes content, const struct record_shape *shape, struct arena *arena)
{
    struct field_sample *sample = arena_get(arena, sizeof *sample);
    bool is_inner = shape != NULL && (shape->is_keyed || shape->list_at != NULL); /* keys are not fields */
    if (!known_names_any() || is_inner || !field_sample_take(content, arena, sample))
        return (struct bytes){0};
    const bool is_one = sample->n_rows == 1;
    const struct bytes outer = find_unused(sample, shape, arena);
    const bool has_elements = shape != NULL && shape->element.size > 0;
    return outer.size > 0 || !is_one || has_elements || !field_sample_descend(content, arena, sample)
               ? outer
               : find_unused(sample, shape, arena);
}

struct bytes record_shape_labels(struct bytes content, const struct record_shape *run, struct arena *arena)
{
    struct field_sample *sample = arena_get(arena, sizeof *sample);
    const struct shape_finding finding = {.sample = sample, .arena = arena, .question = NO_FIELD};
    bool is_inner = run->is_keyed || run->list_at != NULL; /* keys are not fields */
    if (is_inner || run->element.size == 0 || !field_sample_take(content, arena, sample))
        return (struct bytes){0};
    const struct listing listing = field_listing(&finding, field_find_exact(sample, run->document));
    const struct field_sample *elements = listing.elements.sample;
    for (int field = 0; listing.are_objects && field < (int)elements->n_fields; field++) {
        const struct bytes name = elements->names[field];
        if (!field_is_inner(name) && field_find_name(field_last_word(name), grade_names) != NULL &&
            !bytes_equal(name, run->number) && field_is_plain(elements, field) &&
            !field_has_numbers(&listing.elements, field))
            return name;
    }
    return (struct bytes){0};
}

/* Returns whether a value is a number with a fraction, which is no id. */
static bool has_fractions(const struct field_sample *sample, int field)
{
    double number;
    for (size_t i = 0; i < sample->n_rows; i++) {
        if (number_parse_real(bytes_trim(sample->rows[i][field].text), &number) && number != floor(number))
            return true;
    }
    return false;
}

/*
 * Finds the only field that has an id in each record and no known name. NO_FIELD: there is none, or there are several.
 */
static int find_lone_ids(const struct field_sample *sample)
{
    int found = NO_FIELD;
    for (int field = 0; field < (int)sample->n_fields; field++) {
        if (field_names_item(sample->names[field]) || !field_has_lone_ids(sample, field) ||
            !field_has_ids(sample, field) || field_has_dates(sample, field) || has_fractions(sample, field))
            continue;
        if (found != NO_FIELD)
            return NO_FIELD;
        found = field;
    }
    return found;
}

struct bytes record_shape_suggest(struct bytes content, enum shape_wanted wanted, struct arena *arena)
{
    struct field_sample *sample = arena_get(arena, sizeof *sample);
    struct shape_finding finding = {.sample = sample, .arena = arena, .question = NO_FIELD};
    if (!field_sample_take(content, arena, sample))
        return (struct bytes){0};
    for (int field = 0; field < (int)sample->n_fields; field++) {
        struct listing listing = field_listing(&finding, field);
        bool is_list = listing.n > 0 && !list_has_numbers(listing.lists[0]) &&
                       (listing.are_objects || listing_has_ids(&finding, &listing));
        bool has_separators = field_separator(sample, field) != '\0';
        bool is_lone = wanted == SHAPE_TRUTH && field_sounds_right(sample->names[field]) &&
                       field_has_lone_ids(sample, field);
        if (is_list || has_separators || is_lone)
            return sample->names[field];
    }
    const int id = field_find_called(sample, score_names) != NO_FIELD
                       ? field_find_called(sample, bare_id_names)
                       : NO_FIELD;
    const int lone = wanted == SHAPE_TRUTH ? find_lone_ids(sample) : id;
    return lone != NO_FIELD ? sample->names[lone] : (struct bytes){0};
}

struct bytes record_shape_texts(struct bytes content, struct arena *arena)
{
    struct field_sample *sample = arena_get(arena, sizeof *sample);
    struct shape_finding finding = {.sample = sample, .arena = arena, .question = NO_FIELD};
    if (!field_sample_take(content, arena, sample))
        return (struct bytes){0};
    for (int field = 0; field < (int)sample->n_fields; field++) {
        struct listing listing = field_listing(&finding, field);
        if (listing.n > 0 && !listing.are_objects && !list_has_numbers(listing.lists[0]) &&
            !listing_has_ids(&finding, &listing) &&
            (field_sounds_right(sample->names[field]) || field_sounds_like_documents(sample->names[field])))
            return sample->names[field];
    }
    return (struct bytes){0};
}

bool record_shape_lists_texts(struct bytes content)
{
    struct arena arena = {0};
    struct field_sample *sample = arena_get(&arena, sizeof *sample);
    struct shape_finding finding = {.sample = sample, .arena = &arena, .question = NO_FIELD};
    bool found = false;
    if (field_sample_keys(content, bytes_of("question"), bytes_of(SHAPE_BEHIND_KEY), &arena, sample)) {
        struct listing listing =
            field_listing(&finding, field_find_exact(sample, bytes_of(SHAPE_BEHIND_KEY)));
        found = listing.n == sample->n_rows && !listing.are_objects && !listing_has_ids(&finding, &listing);
    }
    arena_release(&arena);
    return found;
}

static const char *look_of_lists(const struct shape_finding *finding, const struct listing *listing)
{
    bool is_known = listing_is_known(finding, listing, false);
    struct bytes first = listing->n > 0 ? list_first(listing->lists[0]) : (struct bytes){0};
    double number;
    if (is_known)
        return "lists of documents that are there";
    if (listing->are_objects)
        return "lists of objects with an id";
    if (number_parse_real(first, &number))
        return "lists of numbers";
    return listing_has_ids(finding, listing) ? "lists of ids" : "lists of texts";
}

static const char *look_of_plain(const struct shape_finding *finding, int field)
{
    const struct field_sample *sample = finding->sample;
    struct field_facts facts = field_facts_of(finding, field);
    size_t n_long = 0;
    for (size_t i = 0; i < sample->n_rows; i++)
        n_long += sample->rows[i][field].text.size > 80;
    if (facts.n == 0)
        return "nothing";
    if (facts_are_numbers(&facts) && facts.are_ranks)
        return "ranks";
    if (facts_are_numbers(&facts))
        return arena_format(finding->arena, "%snumbers, %g to %g", facts.is_whole ? "whole " : "",
                            facts.least, facts.most);
    if (field_is_known(finding, field))
        return "documents that are there";
    if (field_has_dates(sample, field))
        return "dates";
    if (field_has_texts(sample, field))
        return 2 * n_long > facts.n ? "long texts" : "texts";
    if (field_separator(sample, field) != '\0')
        return "lists of ids";
    return field_has_ids(sample, field) ? "ids" : "words";
}

static const char *look_of(const struct shape_finding *finding, int field)
{
    enum value_kind kind = field_kind(finding->sample, field);
    if (kind == VALUE_LIST) {
        struct listing listing = field_listing(finding, field);
        return look_of_lists(finding, &listing);
    }
    if (kind == VALUE_OBJECT)
        return field_has_map(finding->sample, field) ? "objects of numbers" : "objects";
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
    if (shape_is_rater(shape, field))
        return "a rater's grades";
    if (bytes_equal(field, shape->impressions))
        return "impressions";
    if (field.size > 0 && (bytes_equal(field, shape->wrong[0]) || bytes_equal(field, shape->wrong[1])))
        return "the wrong documents";
    return bytes_equal(field, shape->number) && shape->element.size == 0
               ? name_of_number(shape, shape->wanted)
               : NULL;
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
    finding.question = shape != NULL ? field_find_exact(sample, shape->question) : NO_FIELD;
    if (finding.question != NO_FIELD)
        field_group_by_question(&finding);
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
