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
    shape->separator = field_separator(finding->sample, field);
    if (listing->are_objects) {
        shape->element = listing->elements.sample->names[listing->elements.document];
        take_texts(shape, listing->elements.sample);
        shape_decide_number(&listing->elements);
    } else {
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
    } else if (listing.n > 0 || field_separator(finding->sample, field) != '\0') {
        take_listing(finding, field, &listing);
    } else {
        finding->document = field;
        finding->shape->document = finding->sample->names[field];
        shape_decide_number(finding);
        if (finding->wanted == SHAPE_RUN && finding->shape->meaning == NUMBER_NONE)
            shape_say_unscored(finding);
    }
    return true;
}

/*
 * Ratings of Elasticsearch's ranking evaluation name the index of each document. Ratings of a product by buyers do not.
 */
static const char *const index_names[] = {"_index", NULL};

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

/* How well a list tells documents. Of several lists with fitting names, the one that tells most is taken. */
enum list_worth { LIST_OF_NUMBERS, LIST_OF_TEXTS, LIST_OF_IDS, LIST_OF_OBJECTS };

/* A field that may hold the documents. */
struct found_list {
    int field;
    struct listing listing;
    enum list_worth worth;
    bool sounds;   /* its name fits what is wanted */
    bool is_known; /* its documents are known */
};

/* Returns whether the objects of a list of relevant documents have grades, by their names. */
static bool is_graded(const struct field_sample *sample, int field, const struct field_sample *elements)
{
    return (field_find_called(elements, document_id_names) != NO_FIELD &&
            field_find_called(elements, grade_names) != NO_FIELD) ||
           (field_find_name(field_last_name(sample->names[field]), rating_list_names) != NULL &&
            field_find_called(elements, index_names) != NO_FIELD);
}

/* Returns whether a list of this name may hold what is wanted, although no name says so. */
static bool is_neutral(const struct shape_finding *finding, int field)
{
    const struct field_sample *sample = finding->sample;
    const struct bytes path = sample->names[field];
    if (field_sounds_right(path) || field_sounds_wrong(path))
        return false;
    return finding->wanted != SHAPE_TRUTH ||
           !(field_sounds_apart(path) || field_sounds_found(path) || is_context_of_answer(sample, field));
}

static enum list_worth worth_of(const struct shape_finding *finding, const struct listing *listing)
{
    if (listing->are_objects)
        return LIST_OF_OBJECTS;
    if (listing->n > 0 && list_has_numbers(listing->lists[0]))
        return LIST_OF_NUMBERS;
    return listing->n == 0 || listing_has_ids(finding, listing) ? LIST_OF_IDS : LIST_OF_TEXTS;
}

/* Returns whether the field may hold the documents. */
static bool look_at_list(const struct shape_finding *finding, int field, struct found_list *found)
{
    static const char *const number_words[] = {"score",   "scores", "grade",  "grades", "rating",
                                               "ratings", "label",  "labels", NULL};
    const struct field_sample *sample = finding->sample;
    const bool wants_truth = finding->wanted == SHAPE_TRUTH, sounds = sounds_wanted(finding, field);
    const struct listing listing = field_listing(finding, field);
    const bool joins = field != finding->question && field_joins_known(sample, field);
    *found = (struct found_list){.field = field,
                                 .listing = listing,
                                 .worth = joins ? LIST_OF_TEXTS : worth_of(finding, &listing),
                                 .sounds = sounds,
                                 .is_known = listing_is_known(finding, &listing, sounds) || joins};
    const struct field_sample *elements = listing.elements.sample;
    const bool is_chosen = wants_truth && listing.are_objects &&
                           field_choice_find(finding->choice, FIELD_ROLE_GRADE, elements) != NO_FIELD;
    const bool holds_ids = listing.are_objects || found->is_known ||
                           (listing.n > 0 && listing_has_ids(finding, &listing)) ||
                           (sounds && field_separator(sample, field) != '\0');
    const bool are_other_hits = sample->is_keyed && wants_truth && listing.are_objects && !is_chosen &&
                                field_find_called(elements, sure_grade_names) == NO_FIELD;
    const bool are_grades =
        found->worth == LIST_OF_NUMBERS &&
        field_find_name(field_last_word(field_last_name(sample->names[field])), number_words) != NULL;
    if (!holds_ids || are_other_hits || are_grades)
        return false;
    return sounds || is_chosen ||
           (is_neutral(finding, field) &&
            (found->is_known ||
             (listing.are_objects && (!wants_truth || is_graded(sample, field, elements)))));
}

/*
 * Looks for another list whose name fits, too, and that tells as much. Then it is unclear which of the two is meant.
 */
static void look_for_rival(struct shape_finding *finding, const struct found_list *best)
{
    const bool wants_truth = finding->wanted == SHAPE_TRUTH;
    for (int field = 0; field < (int)finding->sample->n_fields; field++) {
        struct found_list rival;
        if (field == best->field || !look_at_list(finding, field, &rival) || !rival.sounds ||
            rival.worth != best->worth || fields_have_same_values(finding, best->field, field))
            continue;
        const struct fields both = {.at = {best->field, field}, .n = 2};
        shape_say_ambiguous(finding, &both,
                            wants_truth ? "could both be the truth; choose one with --truth FIELD"
                                        : "could both be the hits; choose one with --hits FIELD");
        return;
    }
}

/* Finds the object of grades or scores by id whose name fits. NO_FIELD: there is none. */
static int find_map(const struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    for (int field = 0; field < (int)sample->n_fields; field++) {
        if (!sample->is_keyed && sounds_wanted(finding, field) && field_has_map(sample, field))
            return field;
    }
    return NO_FIELD;
}

/*
 * Looks for hits that name the documents of this list by their places in it, as a reranker answers: {"index": 3,
 * "relevance_score": 0.9}. The order of the list is then not that of the hits.
 */
static void look_for_places(struct shape_finding *finding, int list)
{
    static const char *const names[] = {"index", NULL};
    for (int field = 0; field < (int)finding->sample->n_fields; field++) {
        const struct listing listing = field_listing(finding, field);
        const int index = listing.n > 0 && !listing.are_objects && listing.elements.sample != NULL
                              ? field_find_called(listing.elements.sample, names)
                              : NO_FIELD;
        if (field == list || index == NO_FIELD || !field_has_numbers(&listing.elements, index))
            continue;
        const struct fields both = {.at = {list, field}, .n = 2};
        shape_say_ambiguous(
            finding, &both,
            "belong together: the second names the documents by their places in the first; write "
            "the id of its document into each hit, or take the order of the first with --hits FIELD");
        return;
    }
}

bool shape_take_list(struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    struct found_list best = {.field = NO_FIELD}, found;
    size_t n_unnamed = 0;
    for (int field = 0; field < (int)sample->n_fields; field++) {
        if (!look_at_list(finding, field, &found))
            continue;
        n_unnamed += !found.sounds;
        if (best.field == NO_FIELD || found.sounds > best.sounds ||
            (found.sounds == best.sounds && found.worth > best.worth))
            best = found;
    }
    const int map = best.sounds ? NO_FIELD : find_map(finding);
    if (map != NO_FIELD) {
        take_map(finding, map);
        return true;
    }
    if (best.field == NO_FIELD || (!best.sounds && n_unnamed > 1))
        return false;
    finding->shape->is_known = best.is_known;
    take_listing(finding, best.field, &best.listing);
    if (best.sounds && finding->wanted == SHAPE_TRUTH) {
        take_wrong(finding, &best.listing);
        drop_score_beside_wrong(finding);
    }
    if (best.sounds && !sample->is_keyed)
        look_for_rival(finding, &best);
    if (finding->wanted == SHAPE_RUN && !best.listing.are_objects)
        look_for_places(finding, best.field);
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
    struct shape_finding tried = *finding;
    struct record_shape shape = *finding->shape;
    tried.shape = &shape;
    tried.document = field_find_called(finding->sample, bare_id_names);
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

/*
 * Finds the place that the document comes from, in the place of its id: it differs between the records of a question,
 * which hold no text.
 */
static int find_place(const struct shape_finding *finding)
{
    const struct field_sample *sample = finding->sample;
    const int field = field_find_called(sample, place_names);
    return field != NO_FIELD && finding->shape->repeats && field_differs_in_question(finding, field) &&
                   field_find_called(sample, prose_names) == NO_FIELD
               ? field
               : NO_FIELD;
}

/* Takes a place only beside a number that could be its grade or score. */
static bool take_place(struct shape_finding *finding)
{
    const struct record_shape before = *finding->shape;
    finding->document = find_place(finding);
    if (finding->document == NO_FIELD)
        return false;
    finding->shape->document = finding->sample->names[finding->document];
    shape_decide_number(finding);
    if (finding->shape->meaning != NUMBER_NONE || finding->shape->unclear != NULL)
        return true;
    *finding->shape = before;
    finding->document = NO_FIELD;
    return false;
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
        return take_place(finding);
    finding->shape->is_known = field_is_known(finding, field);
    finding->document = field;
    finding->shape->document = finding->sample->names[field];
    finding->shape->has_prose =
        !is_lone && field != text && (has_prose(finding) || field_has_texts(finding->sample, field));
    shape_decide_number(finding);
    return true;
}
