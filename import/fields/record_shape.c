/*
 * Names come first: a field with the name `grade` is the grade. If no name is known, the values decide. A number that
 * differs between the documents of a question is a grade, a rank, a rater's grade or a count. The only number of hits
 * is their score. The only list of objects with ids is the list of hits.
 */
#include "import/fields/record_shape.h"

#include "core/base/map.h"
#include "import/field_names.h"
#include "import/fields/shape_documents.h"

static struct field_choice the_choice;

void record_shape_choose(const struct field_choice *choice)
{
    the_choice = choice != NULL ? *choice : (struct field_choice){0};
}

struct field_choice *record_shape_choice(void)
{
    return &the_choice;
}

/* --- The question ----------------------------------------------------------- */

/*
 * Finds the id of a rated request, whose question is somewhere inside the request. NO_FIELD: it is no rated request.
 */
static int find_request_id(const struct shape_finding *finding)
{
    static const char *const request_id_names[] = {"id", NULL};
    const struct field_sample *sample = finding->sample;
    for (int field = 0; field < (int)sample->n_fields; field++) {
        if (field_find_name(sample->names[field], rating_list_names) != NULL &&
            field_kind(sample, field) == VALUE_LIST)
            return field_find_called(sample, request_id_names);
    }
    return NO_FIELD;
}

static bool take_question(struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    int chosen = field_choice_find(finding->choice, FIELD_ROLE_QUESTION, sample);
    int by_id = field_find_called(sample, question_id_names),
        by_text = field_find_called(sample, query_text_names);
    bool is_inner_text = by_text != NO_FIELD && field_is_inner(sample->names[by_text]);
    bool is_inner_id = by_id != NO_FIELD && field_is_inner(sample->names[by_id]);
    by_id = is_inner_id && by_text != NO_FIELD && !is_inner_text ? NO_FIELD : by_id;
    if (by_id == NO_FIELD && is_inner_text) {
        by_id = find_request_id(finding);
        /* A text inside the request need not be the question. */
        by_text = by_id != NO_FIELD ? NO_FIELD : by_text;
    }
    finding->question = chosen != NO_FIELD ? chosen : by_id != NO_FIELD ? by_id : by_text;
    if (finding->question == NO_FIELD)
        return false;
    finding->shape->question = sample->names[finding->question];
    finding->shape->question_is_text = by_id == NO_FIELD;
    finding->shape->asks = (by_text != NO_FIELD && !field_has_ids(sample, by_text)) ||
                           (chosen != NO_FIELD && field_has_texts(sample, chosen));
    field_group_by_question(finding);
    return true;
}

/* Takes an "id" as the question's id, if the record has a list of documents and no other name of a question. */
static bool take_plain_question(struct shape_finding *finding)
{
    finding->question = field_find_called(finding->sample, bare_id_names);
    if (finding->question == NO_FIELD || field_is_inner(finding->sample->names[finding->question]))
        return false;
    finding->shape->question = finding->sample->names[finding->question];
    field_group_by_question(finding);
    return shape_take_list(finding);
}

/* Returns whether the content is the answer of a search without its question. */
static bool is_lone_answer(const struct shape_finding *finding)
{
    static const char *const names[] = {"hits",   "results", "matches", "documents", "docs",
                                        "points", "data",    "value",   "response",  NULL};
    const struct field_sample *sample = finding->sample;
    return sample->is_keyed && field_find_name(sample->rows[0][finding->question].text, names) != NULL;
}

/* Returns whether the content is a collection: documents and questions in one object. */
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

/* --- Other fields ----------------------------------------------------------------------------- */

bool shape_uses(const struct record_shape *shape, struct bytes field)
{
    const struct bytes used[] = {shape->question,    shape->document, shape->number,
                                 shape->impressions, shape->wrong[0], shape->wrong[1]};
    for (size_t i = 0; i < sizeof used / sizeof *used; i++) {
        if (bytes_equal(used[i], field))
            return true;
    }
    return false;
}

bool shape_is_rater(const struct record_shape *shape, struct bytes field)
{
    for (size_t i = 0; i < shape->n_raters; i++) {
        if (bytes_equal(shape->raters[i], field))
            return true;
    }
    return false;
}

struct bytes shape_rater_name(struct bytes field)
{
    return bytes_starts_with(field, RATER_PREFIX) ? bytes_from(field, sizeof RATER_PREFIX - 1) : field;
}

/* Returns whether "id" numbers the records: it differs in each, although questions repeat. */
static bool has_row_ids(const struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    const int field = field_find_called(sample, bare_id_names);
    struct map ids = {0};
    if (!finding->shape->question_is_text || !finding->shape->repeats || field == NO_FIELD ||
        field == finding->document)
        return false;
    for (size_t i = 0; i < sample->n_rows; i++)
        map_put(&ids, sample->rows[i][field].text, NULL);
    const bool differ = ids.size == sample->n_rows;
    map_release(&ids);
    return differ;
}

/*
 * Sorts the other fields by what they describe. A question with an id is one question. Questions named by their texts
 * may be two if another field differs, such as a course.
 */
static void sort_others(struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    struct record_shape *shape = finding->shape;
    for (int field = 0; shape->repeats && field < (int)sample->n_fields; field++) {
        struct bytes name = sample->names[field];
        if (field == finding->question || shape_uses(shape, name) || shape_is_rater(shape, name) ||
            field_is_inner(name) || !field_differs_in_question(finding, field))
            continue;
        struct field_facts facts = field_facts_of(finding, field);
        bool is_of_row = field_names_item(name) || field_find_name(name, place_names) != NULL ||
                         field_find_name(name, comment_names) != NULL ||
                         field_find_name(name, grade_names) != NULL || field_has_texts(sample, field) ||
                         field_has_dates(sample, field);
        if (shape->question_is_text && !facts_are_numbers(&facts) && !is_of_row &&
            field_is_plain(sample, field))
            shape->of_question[shape->n_of_question++] = name;
        else
            shape->of_document[shape->n_of_document++] = name;
    }
}

/* Returns whether a field that names the system of a record has several values under a question. */
static bool has_systems(const struct shape_finding *finding)
{
    static const char *const names[] = {"run",         "run id", "run name",  "system", "system id",
                                        "system name", "model",  "retriever", "method", "engine",
                                        "ranker",      "tag",    NULL};
    const int field = field_find_called(finding->sample, names);
    return field != NO_FIELD && field != finding->question && field != finding->document &&
           field_differs_in_question(finding, field);
}

/* --- The whole shape -------------------------------------------------------------------------- */

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
        finding->shape->unclear = "these hits have no question; put its qid beside them";
        return finding->wanted == SHAPE_RUN && shape_take_list(finding);
    }
    return shape_take_chosen(finding) || (finding->wanted != SHAPE_RANKS && shape_take_list(finding)) ||
           shape_take_one(finding);
}

static bool find_in(struct field_sample *sample, enum shape_wanted wanted, struct arena *arena,
                    struct record_shape *shape)
{
    struct shape_finding finding = {
        .sample = sample,
        .arena = arena,
        .shape = shape,
        .choice = &the_choice,
        .wanted = wanted,
        .question = NO_FIELD,
        .document = NO_FIELD,
    };
    *shape = (struct record_shape){.wanted = wanted};
    bool found = decide(&finding);
    if (found && wanted == SHAPE_TRUTH && shape->form == DOCUMENT_ONE) {
        shape->has_row_ids = has_row_ids(&finding);
        sort_others(&finding);
    }
    shape->has_systems = found && wanted == SHAPE_RUN && shape->form == DOCUMENT_ONE && has_systems(&finding);
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
