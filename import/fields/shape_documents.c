#include "import/fields/shape_documents.h"

#include "import/field_names.h"
#include "import/fields/shape_number.h"

const char *const rating_list_names[] = {"ratings", NULL};

/* Takes the texts of the documents, if they are beside the ids. */
static void take_texts(struct record_shape *shape, const struct field_sample *elements)
{
    static const char *const text_names[] = {"text",    "contents",     "content",    "body",
                                             "passage", "page content", "chunk text", NULL};
    static const char *const title_names[] = {"title", NULL};
    const int text = field_find_called(elements, text_names),
              title = field_find_called(elements, title_names);
    if (text == NO_FIELD)
        return;
    shape->element_text = elements->names[text];
    shape->element_title = title != NO_FIELD ? elements->names[title] : (struct bytes){0};
}

static void take_listing(struct shape_finding *finding, int field, struct listing *listing)
{
    struct record_shape *shape = finding->shape;
    finding->document = field;
    shape->document = finding->sample->names[field];
    shape->form = DOCUMENT_LIST;
    if (listing->are_objects) {
        shape->element = listing->elements.sample->names[listing->elements.document];
        take_texts(shape, listing->elements.sample);
        shape_decide_number(&listing->elements);
    } else if (finding->wanted == SHAPE_TRUTH) {
        shape_decide_beside_list(finding);
    }
}

/* Takes an object that maps ids of documents to grades. */
static void take_map(struct shape_finding *finding, int field)
{
    finding->document = field;
    finding->shape->document = finding->sample->names[field];
    finding->shape->form = DOCUMENT_MAP;
    finding->shape->meaning = NUMBER_GRADE;
}

bool shape_take_chosen(struct shape_finding *finding)
{
    enum field_role role = finding->wanted == SHAPE_TRUTH ? FIELD_ROLE_TRUTH : FIELD_ROLE_HITS;
    int field = field_choice_find(finding->choice, role, finding->sample);
    if (field == NO_FIELD)
        return false;
    struct listing listing = field_listing(finding, field);
    if (field_kind(finding->sample, field) == VALUE_OBJECT) {
        take_map(finding, field);
    } else if (listing.n > 0 || field_has_separators(finding->sample, field)) {
        take_listing(finding, field, &listing);
    } else {
        finding->document = field;
        finding->shape->document = finding->sample->names[field];
        shape_decide_number(finding);
    }
    return true;
}

/*
 * Ratings of Elasticsearch's ranking evaluation name the index of each document. Ratings of a product by buyers do not.
 */
static const char *const index_names[] = {"_index", NULL};

/*
 * Looks for another list of ids whose name fits the truth, too. Then it is unclear which of the two is the truth.
 */
static void look_for_rival(struct shape_finding *finding, int found)
{
    const struct field_sample *sample = finding->sample;
    for (int field = found + 1; field < (int)sample->n_fields; field++) {
        struct listing listing = field_listing(finding, field);
        if (!field_sounds_right(sample->names[field]) || listing.are_objects || listing.n == 0 ||
            list_has_numbers(listing.lists[0]) || !listing_has_ids(finding, &listing) ||
            fields_have_same_values(finding, found, field))
            continue;
        struct fields both = {.at = {found, field}, .n = 2};
        shape_say_ambiguous(finding, &both, "could both be the truth; choose one with --truth FIELD");
        return;
    }
}

/* Takes lists of the same kind whose names mean wrong documents. */
static void take_wrong(struct shape_finding *finding, const struct listing *right)
{
    const struct field_sample *sample = finding->sample;
    struct record_shape *shape = finding->shape;
    for (int field = 0; field < (int)sample->n_fields && shape->n_wrong < WRONG_LISTS_MOST; field++) {
        struct listing listing = field_listing(finding, field);
        bool is_alike = listing.n > 0 && listing.are_objects == right->are_objects &&
                        (listing.are_objects || !list_has_numbers(listing.lists[0]));
        bool has_element =
            !listing.are_objects ||
            bytes_equal(listing.elements.sample->names[listing.elements.document], shape->element);
        if (field_sounds_wrong(sample->names[field]) && is_alike && has_element)
            shape->wrong[shape->n_wrong++] = sample->names[field];
    }
}

/*
 * If lists name right and wrong documents, a number whose name is not a grade's is the score of a search (DPR), or of the
 * model that chose them (BGE).
 */
static void drop_score_beside_wrong(struct shape_finding *finding)
{
    struct record_shape *shape = finding->shape;
    static const char *const model_names[] = {"pos scores", "positive scores", NULL};
    bool is_said = finding->choice->names[FIELD_ROLE_GRADE] != NULL ||
                   field_find_name(field_last_name(shape->number), sure_grade_names) != NULL;
    bool is_of_model =
        shape->element.size > 0 || field_find_name(field_last_name(shape->number), model_names) != NULL;
    if (shape->n_wrong == 0 || !is_of_model || is_said)
        return;
    shape->meaning = NUMBER_NONE;
    shape->number = (struct bytes){0};
    shape->n_raters = 0;
    shape->unclear = NULL;
    shape->is_ambiguous = false;
}

/*
 * Answers of a run of TREC RAG list the documents that they found under a name that elsewhere means relevant ones.
 */
static bool is_found_by_run(const struct field_sample *sample, int field)
{
    static const char *const run_names[] = {"run id", NULL};
    return field_is_called(field_last_name(sample->names[field]), "references") &&
           field_find_called(sample, run_names) != NO_FIELD;
}

/*
 * Returns whether the list is a context from which an answer was written, so that a search found it (TruLens). Beside an
 * expected answer it is what the answer stands in (DeepEval).
 */
static bool is_context_of_answer(const struct field_sample *sample, int field)
{
    static const char *const context_names[] = {"context", NULL};
    static const char *const answer_names[] = {"output",           "response",   "actual output",
                                               "generated answer", "prediction", NULL};
    static const char *const expected_names[] = {"expected output", "expected answer", "expected",
                                                 "ground truth",    "reference",       NULL};
    return field_find_name(field_last_name(sample->names[field]), context_names) != NULL &&
           field_find_called(sample, answer_names) != NO_FIELD &&
           field_find_called(sample, expected_names) == NO_FIELD;
}

/* Returns whether the name of a list fits what is wanted. */
static bool sounds_wanted(const struct shape_finding *finding, int field)
{
    const struct field_sample *sample = finding->sample;
    const struct bytes path = sample->names[field];
    const bool is_of_run = is_found_by_run(sample, field);
    return finding->wanted == SHAPE_TRUTH ? (field_sounds_right(path) && !is_of_run) || sample->is_keyed
                                          : field_sounds_found(path) || is_of_run;
}

bool shape_take_list(struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    const bool wants_truth = finding->wanted == SHAPE_TRUTH;
    struct listing best = {0};
    int found = NO_FIELD;
    size_t n_unnamed = 0;
    bool is_named = false;
    for (int field = 0; field < (int)sample->n_fields && !is_named; field++) {
        const struct bytes path = sample->names[field];
        struct listing listing = field_listing(finding, field);
        if (wants_truth && !sample->is_keyed && field_sounds_right(path) && field_has_map(sample, field)) {
            take_map(finding, field);
            return true;
        }
        bool sounds = sounds_wanted(finding, field);
        bool is_known = listing_is_known(finding, &listing, sounds);
        bool holds_ids = listing.are_objects || is_known ||
                         (listing.n > 0 && listing_has_ids(finding, &listing)) ||
                         (sounds && wants_truth && field_has_separators(sample, field));
        bool is_graded = listing.are_objects &&
                         ((field_find_called(listing.elements.sample, document_id_names) != NO_FIELD &&
                           field_find_called(listing.elements.sample, grade_names) != NO_FIELD) ||
                          (field_find_name(field_last_name(path), rating_list_names) != NULL &&
                           field_find_called(listing.elements.sample, index_names) != NO_FIELD));
        bool is_other = sample->is_keyed && wants_truth && listing.are_objects &&
                        field_find_called(listing.elements.sample, sure_grade_names) == NO_FIELD;
        bool is_neutral = !field_sounds_right(path) && !field_sounds_wrong(path) &&
                          !(wants_truth && field_sounds_apart(path)) &&
                          !(wants_truth && (field_sounds_found(path) || is_context_of_answer(sample, field)));
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
    if (wants_truth && is_named && !sample->is_keyed && !best.are_objects && listing_has_ids(finding, &best))
        look_for_rival(finding, found);
    if (wants_truth && is_named) {
        take_wrong(finding, &best);
        drop_score_beside_wrong(finding);
    }
    return true;
}

/*
 * Finds the field that names the document. Beside its id, "docno", PyTerrier writes a document's number in the index as
 * "docid".
 */
static int find_one(const struct shape_finding *finding)
{
    static const char *const docno[] = {"docno", NULL};
    const struct field_sample *sample = finding->sample;
    int field = field_find_called(sample, docno);
    field = field != NO_FIELD ? field : field_find_called(sample, document_id_names);
    return field != NO_FIELD && !field_is_inner(sample->names[field]) && field != finding->question
               ? field
               : NO_FIELD;
}

/* Takes an "id" as the document's id, if the question is named by its id and the record has a number. */
static bool take_plain_id(struct shape_finding *finding)
{
    static const char *const plain_id_names[] = {"id", "_id", NULL};
    struct shape_finding tried = *finding;
    struct record_shape shape = *finding->shape;
    tried.shape = &shape;
    tried.document = field_find_called(finding->sample, plain_id_names);
    if (tried.document == NO_FIELD || tried.document == finding->question || shape.question_is_text)
        return false;
    const char *const *const names[] = {finding->wanted == SHAPE_TRUTH ? grade_names : score_names,
                                        distance_names, rank_names};
    bool is_named = false;
    for (size_t i = 0; i < (finding->wanted == SHAPE_TRUTH ? 1 : 3); i++)
        is_named = is_named || shape_find_all_named(&tried, names[i]).n > 0;
    if (!is_named)
        return false;
    shape_decide_number(&tried);
    *finding->shape = shape;
    finding->shape->document = finding->sample->names[tried.document];
    return true;
}

/* If a question is beside one document and a third text, the question may be the title of that document. */
static bool has_prose(const struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    return finding->shape->question_is_text && !finding->shape->repeats &&
           field_find_called(sample, prose_names) != NO_FIELD;
}

/* Finds the only field, under any name, whose values are known documents. */
static int find_known(const struct shape_finding *finding)
{
    int found = NO_FIELD;
    for (int field = 0; field < (int)finding->sample->n_fields; field++) {
        if (field == finding->question || !field_is_known(finding, field))
            continue;
        if (found != NO_FIELD)
            return NO_FIELD;
        found = field;
    }
    return found;
}

/* Finds the only field with a name for relevant documents and one id in each record: "relevant_docs" d1. */
static int find_lone(const struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    int found = NO_FIELD;
    for (int field = 0; finding->wanted == SHAPE_TRUTH && field < (int)sample->n_fields; field++) {
        const struct bytes path = sample->names[field];
        if (field == finding->question || !field_sounds_right(path) || !field_sounds_like_documents(path) ||
            !field_has_lone_ids(sample, field))
            continue;
        if (found != NO_FIELD)
            return NO_FIELD;
        found = field;
    }
    return found;
}

/* Whether a number stands beside it whose name says that it is the grade, or the score. */
static bool has_named_number(const struct shape_finding *finding)
{
    return finding->wanted == SHAPE_TRUTH ? field_find_called(finding->sample, sure_grade_names) != NO_FIELD
                                          : shape_find_all_named(finding, score_names).n > 0;
}

/* The document's text in the place of its id, as models that judge passages write it: with a grade or a score, it is no document. */
static int find_text(const struct shape_finding *finding)
{
    static const char *const names[] = {"passage",  "context",      "reference",  "chunk",
                                        "segment",  "passage text", "chunk text", "document text",
                                        "document", "doc",          NULL};
    const int field = field_find_called(finding->sample, names);
    return field != NO_FIELD && field != finding->question && field_has_texts(finding->sample, field) &&
                   has_named_number(finding)
               ? field
               : NO_FIELD;
}

bool shape_take_one(struct shape_finding *finding)
{
    const int text = find_text(finding);
    int field = find_one(finding);
    if (field == NO_FIELD && take_plain_id(finding))
        return true;
    bool is_lone = field == NO_FIELD && (field = find_lone(finding)) != NO_FIELD;
    if (field == NO_FIELD)
        field = find_known(finding);
    if (field == NO_FIELD)
        field = text;
    if (field == NO_FIELD)
        return false;
    finding->shape->is_known = field_is_known(finding, field);
    finding->document = field;
    finding->shape->document = finding->sample->names[field];
    finding->shape->has_prose =
        !is_lone && field != text && (has_prose(finding) || field_has_texts(finding->sample, field));
    shape_decide_number(finding);
    return true;
}
