/*
 * Facts about the fields of a sample: their names, their values, and what differs between the documents of a question.
 * Nothing is decided here. Functions name a field by its number in the sample; NO_FIELD means no field.
 */
#pragma once

#include "import/fields/field_choice.h"
#include "import/fields/shape.h"

/* The state of finding a shape. */
struct shape_finding {
    struct field_sample *sample;
    struct arena *arena;
    struct record_shape *shape;
    struct field_choice *choice;
    enum shape_wanted wanted;
    size_t *groups; /* for each row, the number of its question or list */
    size_t n_groups;
    int question, document; /* fields, or NO_FIELD */
};

/* --- Names ------------------------------------------------------------------ */

/* Returns the last part of a path: "source" of "metadata.source". */
struct bytes field_last_name(struct bytes path);
bool field_is_inner(struct bytes path);
/* Returns the last word of a name: "label" of "esci_label". */
struct bytes field_last_word(struct bytes name);
/*
 * Returns the first plain field with one of the names, in the order of `names`. Outer fields come before inner ones.
 */
int field_find_called(const struct field_sample *sample, const char *const *names);
/*
 * Return whether the name of a list is usual for relevant documents, for wrong ones, for found ones, or for grades. The
 * name of the enclosing object counts for relevant documents, too: "expected.documents".
 */
bool field_sounds_right(struct bytes path);
bool field_sounds_wrong(struct bytes path);
bool field_sounds_found(struct bytes path);
/* Returns whether documents under this name are neither relevant nor wrong: "excluded_ids" of BRIGHT do not count at all. */
bool field_sounds_apart(struct bytes path);
bool field_sounds_like_grades(struct bytes name);
bool field_sounds_like_scores(struct bytes path);
bool field_sounds_like_distances(struct bytes path);
bool field_sounds_like_ranks(struct bytes path);
/* Returns whether the name is usual for documents or for ids. */
bool field_sounds_like_documents(struct bytes path);
/* Returns whether the name is usual for the texts and ids of questions, or for the texts and own ids of documents. */
bool field_names_item(struct bytes path);
/*
 * Returns whether the name says that the values are neither grades nor scores: ids of any kind, texts, places. Ids of
 * grades, such as "label_id", are none of these.
 */
bool field_names_no_grade(struct bytes path);
/* Returns whether the name says that something is counted, so that no rater has this name: "upvotes", "n_orders". */
bool field_sounds_counted(struct bytes path);

/* --- Values ----------------------------------------------------------------- */

/* Returns the kind of the field's first value. */
enum value_kind field_kind(const struct field_sample *sample, int field);
/* Returns the field with exactly this name, or NO_FIELD. */
int field_find_exact(const struct field_sample *sample, struct bytes name);
bool field_is_plain(const struct field_sample *sample, int field);
/*
 * Return whether most values are texts of several words, and so not ids; or visible ASCII with a digit, like most ids.
 */
bool field_has_texts(const struct field_sample *sample, int field);
bool field_has_ids(const struct field_sample *sample, int field);
/* Returns whether each value is one word, like an id. */
bool field_has_lone_ids(const struct field_sample *sample, int field);
/* Returns whether each value is a date such as 2026-11-29, optionally followed by a time. */
bool field_has_dates(const struct field_sample *sample, int field);
bool field_has_numbers(const struct shape_finding *finding, int field);
/* Returns whether the field holds an object that maps ids to numbers. */
bool field_has_map(const struct field_sample *sample, int field);
/*
 * Returns what stands between the ids of cells with several, such as d1;d3 or d1, d3; a bar only if it is nothing else:
 * chunk|3 is one id where others are joined by semicolons. NUL: no cell has several.
 */
char field_separator(const struct field_sample *sample, int field);
/*
 * Returns whether a cell joins texts of known documents ("Pull it off.|Rinse it."), or cells join ids of which at least
 * half are known.
 */
bool field_joins_known(const struct field_sample *sample, int field);
/* Returns whether all values can be ids and at least half of them are known documents. */
bool field_is_known(const struct shape_finding *finding, int field);
bool fields_have_same_values(const struct shape_finding *finding, int left, int right);

/* --- Rows of one question --------------------------------------------------- */

void field_group_by_question(struct shape_finding *finding);
/*
 * Returns whether a word in the field may be a grade, because it describes the document and not its question.
 */
bool field_tells_documents_apart(const struct shape_finding *finding, int field);
/* Returns whether the field has two different values under one question. */
bool field_differs_in_question(const struct shape_finding *finding, int field);

struct field_facts {
    size_t n, n_numbers;
    bool is_whole, differs, are_ranks;
    double least, most;
    size_t n_falling, n_rising; /* steps down and up from one row of a group to the next */
};

struct field_facts field_facts_of(const struct shape_finding *finding, int field);
bool facts_are_numbers(const struct field_facts *facts);
bool facts_may_be_grades(const struct field_facts *facts);

/* --- Lists ------------------------------------------------------------------ */

/* The documents that a field holds as lists. */
struct listing {
    struct bytes *lists;
    size_t n;
    bool are_objects; /* the elements are objects with ids; `elements` has their fields */
    struct shape_finding elements;
};

struct listing field_listing(const struct shape_finding *finding, int field);
/*
 * Returns the first element of a list. When the list holds lists (one for each of several answers), it returns the
 * first element of the inner lists.
 */
struct bytes list_first(struct bytes list);
bool list_has_numbers(struct bytes list);
/* Returns whether the first element of each list is an id. Empty lists do not count. */
bool listing_has_ids(const struct shape_finding *finding, const struct listing *listing);
/*
 * Returns whether half of the first elements are known documents, by id or by text. `is_named`: the field's name
 * suggests documents, so that one known document is enough.
 */
bool listing_is_known(const struct shape_finding *finding, const struct listing *listing, bool is_named);
/*
 * Returns whether each record has a list of numbers in this field that is as long as its list of documents; in cells
 * also 2;1 beside d1;d3. *tells is set to whether one of the lists has two or more numbers.
 */
bool field_is_parallel(const struct shape_finding *finding, int field, bool *tells);
