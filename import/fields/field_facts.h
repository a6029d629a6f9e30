/*
 * What is true of the fields of a sample: what they are called, what stands in them, what differs between the documents of a
 * question. Nothing is decided here. Fields go by their numbers in the sample; NO_FIELD: there is none.
 */
#ifndef ASSAY_IMPORT_FIELDS_FIELD_FACTS_H
#define ASSAY_IMPORT_FIELDS_FIELD_FACTS_H

#include "import/fields/field_choice.h"
#include "import/fields/shape.h"

/* What is being found out. */
struct shape_finding {
    struct field_sample *sample;
    struct arena *arena;
    struct record_shape *shape;
    struct field_choice *choice;
    enum shape_wanted wanted;
    size_t *groups; /* of each row: the question, or the list, that it stands under */
    size_t n_groups;
    int question, document; /* fields; NO_FIELD */
};

/* --- Names ------------------------------------------------------------------ */

/* "source" of "metadata.source" */
struct bytes field_last_name(struct bytes path);
bool field_is_inner(struct bytes path);
/* The first field that goes by one of the names and is plain, the names in their order; inner fields after all outer ones. */
int field_find_called(const struct field_sample *sample, const char *const *names);
/*
 * Whether a list is called as what is right, or wrong, or was found, or as grades are. The documents in an object are right if
 * the object is called so: "expected.documents".
 */
bool field_sounds_right(struct bytes path);
bool field_sounds_wrong(struct bytes path);
bool field_sounds_found(struct bytes path);
bool field_sounds_like_grades(struct bytes name);
/* Whether a field is called as documents or ids are. */
bool field_sounds_like_documents(struct bytes path);

/* --- Values ----------------------------------------------------------------- */

/* The kind of its first value. */
enum value_kind field_kind(const struct field_sample *sample, int field);
bool field_is_plain(const struct field_sample *sample, int field);
/* Whether most values are several words, so that they are texts and no ids; or visible ASCII with a digit, as ids mostly are. */
bool field_has_texts(const struct field_sample *sample, int field);
bool field_has_ids(const struct field_sample *sample, int field);
/* Whether each value is one word, as an id is. */
bool field_has_lone_ids(const struct field_sample *sample, int field);
/* Whether each value is a date, as 2026-11-29, perhaps with a time behind it. */
bool field_has_dates(const struct field_sample *sample, int field);
bool field_has_numbers(const struct shape_finding *finding, int field);
/* Whether an object of numbers by ids stands in it; or cells with several ids, as d1;d3. */
bool field_has_map(const struct field_sample *sample, int field);
bool field_has_separators(const struct field_sample *sample, int field);
/* Whether all values are known documents. */
bool field_is_known(const struct shape_finding *finding, int field);
bool fields_have_same_values(const struct shape_finding *finding, int left, int right);

/* --- Rows of one question --------------------------------------------------- */

void field_group_by_question(struct shape_finding *finding);
/* Whether a word in the field may be a grade: it is said of the document, not of its question. */
bool field_tells_documents_apart(const struct shape_finding *finding, int field);
/* Whether the field has two values under one question. */
bool field_differs_in_question(const struct shape_finding *finding, int field);

struct field_facts {
    size_t n, n_numbers;
    bool is_whole, differs, are_ranks;
    double least, most;
    size_t n_falling, n_rising; /* steps from one row of a group to the next */
};

struct field_facts field_facts_of(const struct shape_finding *finding, int field);
bool facts_are_numbers(const struct field_facts *facts);
bool facts_may_be_grades(const struct field_facts *facts);

/* --- Lists ------------------------------------------------------------------ */

/* What stands in a field as documents. */
struct listing {
    struct bytes *lists;
    size_t n;
    bool are_objects; /* with ids, as `elements` has them */
    struct shape_finding elements;
};

struct listing field_listing(const struct shape_finding *finding, int field);
/* The first element; of a list in a list, as there is one for each of several answers, what the inner ones hold. */
struct bytes list_first(struct bytes list);
bool list_has_numbers(struct bytes list);
/* Whether the lists hold ids alone, as far as the first of each shows; empty ones say nothing. */
bool listing_has_ids(const struct shape_finding *finding, const struct listing *listing);
/* Whether half of the first elements are known documents, by their ids or texts; or any, in a field whose name says as much. */
bool listing_is_known(const struct shape_finding *finding, const struct listing *listing, bool is_named);
/* Whether in each record a list of numbers stands here, as long as that of the documents. *tells: some has two or more. */
bool field_is_parallel(const struct shape_finding *finding, int field, bool *tells);

#endif
