/*
 * A measure is read in three steps. Its text is split into name, parameters and cutoff; the name finds the
 * row of the table, whose columns say which cutoff and parameters there may be; those are read into the
 * measure. Writing goes the other way. The names in which trec_eval hides a cutoff ("ndcg_cut_10") are the
 * one exception: there finding the row finds the cutoff too.
 */
#include "core/metric/measure_name.h"

#include "core/base/memory.h"
#include "core/base/nearest.h"
#include "core/base/number.h"
#include "core/metric/parameter.h"
#include "core/metric/piece.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- Cutoffs -------------------------------------------------------------- */

static bool parse_cutoff(struct bytes text, struct measure *measure, struct err *err)
{
    const char *name = measure->row->name;
    int64_t whole;
    switch (measure->row->cutoff) {
    case CUTOFF_NONE:
        return err_set(err, ERR_USAGE, "%s takes no cutoff: it looks at the whole ranking", name);
    case CUTOFF_RECALL:
        if (!number_parse_real(text, &measure->cutoff) || measure->cutoff < 0 || measure->cutoff > 1)
            return err_set(err, ERR_USAGE, "the recall after %s@ is a number from 0 to 1", name);
        return true;
    case CUTOFF_OPTIONAL:
    case CUTOFF_REQUIRED:
        break;
    }
    if (!number_parse_integer(text, 1, INT32_MAX, &whole))
        return err_set(err, ERR_USAGE, "the cutoff after %s@ is a whole number from 1", name);
    measure->cutoff = (double)whole;
    return true;
}

static bool has_cutoff(const struct measure *measure)
{
    return isfinite(measure->cutoff);
}

static bool check_cutoff_given(const struct measure *measure, struct err *err)
{
    const struct measure_row *row = measure->row;
    if (has_cutoff(measure) || row->cutoff == CUTOFF_NONE || row->cutoff == CUTOFF_OPTIONAL)
        return true;
    return err_set(err, ERR_USAGE, "%s needs a %s, as in %s@%s", row->name,
                   row->cutoff == CUTOFF_RECALL ? "recall" : "cutoff", row->name,
                   row->cutoff == CUTOFF_RECALL ? "0.1" : "10");
}

/* --- Names ---------------------------------------------------------------- */

/* "hit_rate" and "hit-rate" are HitRate: what joins the words of a name is nobody's to remember. */
static struct bytes without_joints(struct bytes name)
{
    while (name.size > 0 && (name.data[0] == '_' || name.data[0] == '-'))
        name = bytes_from(name, 1);
    return name;
}

static bool is_name(const char *known, struct bytes name)
{
    if (known == NULL)
        return false;
    struct bytes rest = without_joints(bytes_of(known));
    name = without_joints(name);
    while (rest.size > 0 && name.size > 0 &&
           bytes_equal_ignoring_case(bytes_slice(rest, 0, 1), bytes_slice(name, 0, 1))) {
        rest = without_joints(bytes_from(rest, 1));
        name = without_joints(bytes_from(name, 1));
    }
    return rest.size == 0 && name.size == 0;
}

/* "ndcg_cut_10", or "ndcg_cut.10" as it is asked for. */
static bool has_stem(struct bytes name, const char *stem)
{
    size_t joint = strlen(stem) - 1;
    return name.size > joint + 1 && (name.data[joint] == '_' || name.data[joint] == '.') &&
           bytes_equal_ignoring_case(bytes_slice(name, 0, joint), bytes_slice(bytes_of(stem), 0, joint));
}

/* Whether the row goes by `name`; trec_eval's "ndcg_cut_10" leaves "10" in *cutoff. */
static bool row_matches(const struct measure_row *row, struct bytes name, struct bytes *cutoff)
{
    *cutoff = (struct bytes){0};
    if (is_name(row->name, name) || is_name(row->trec_eval, name))
        return true;
    for (size_t i = 0; row->aliases[i] != NULL; i++) {
        if (is_name(row->aliases[i], name))
            return true;
    }
    if (row->trec_eval_cut == NULL || !has_stem(name, row->trec_eval_cut))
        return false;
    *cutoff = bytes_from(name, strlen(row->trec_eval_cut));
    return true;
}

static const struct measure_row *find_row(struct bytes name, struct bytes *cutoff)
{
    size_t count;
    const struct measure_row *rows = measure_rows(&count);
    for (size_t i = 0; i < count; i++) {
        if (row_matches(&rows[i], name, cutoff))
            return &rows[i];
    }
    return NULL;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t name_distance(const char *known, struct bytes name)
{
    return known != NULL ? word_distance(name, bytes_of(known)) : SIZE_MAX;
}

static size_t row_distance(const struct measure_row *row, struct bytes name)
{
    size_t nearest = smaller(name_distance(row->name, name), name_distance(row->trec_eval, name));
    nearest = smaller(nearest, name_distance(row->trec_eval_cut, name));
    for (size_t i = 0; row->aliases[i] != NULL; i++)
        nearest = smaller(nearest, name_distance(row->aliases[i], name));
    return nearest;
}

enum { N_NEAREST = 3 };

struct neighbour {
    const char *name;
    size_t distance;
};

/* Puts a neighbour in its place among the nearest, of which the farthest falls off; equal ones stay in order. */
static void keep_nearest(struct neighbour nearest[N_NEAREST], struct neighbour neighbour)
{
    size_t i = 0;
    while (i < N_NEAREST && nearest[i].name != NULL && nearest[i].distance <= neighbour.distance)
        i++;
    for (; i < N_NEAREST; i++) {
        struct neighbour pushed = nearest[i];
        nearest[i] = neighbour;
        neighbour = pushed;
    }
}

static bool fail_unknown_name(struct bytes name, struct err *err)
{
    size_t count;
    const struct measure_row *rows = measure_rows(&count);
    struct neighbour nearest[N_NEAREST] = {0};
    for (size_t i = 0; i < count; i++)
        keep_nearest(nearest, (struct neighbour){rows[i].name, row_distance(&rows[i], name)});
    return err_set(err, ERR_USAGE, "there is no measure '%.*s'; the nearest names are %s, %s and %s",
                   BYTES_FORMAT(name), nearest[0].name, nearest[1].name, nearest[2].name);
}

/* --- Measures ------------------------------------------------------------- */

/* The parts of the text as it was written: Name(parameters)@cutoff. What is not there has NULL data. */
struct written {
    struct bytes name;
    struct bytes parameters;
    struct bytes cutoff;
};

static bool split_written(struct bytes text, struct written *written, struct err *err)
{
    *written = (struct written){0};
    struct bytes front = text;
    size_t at = piece_find(text, "@");
    if (at < text.size) {
        front = bytes_trim(bytes_slice(text, 0, at));
        written->cutoff = bytes_trim(bytes_from(text, at + 1));
    }
    size_t open = piece_find(front, "(");
    written->name = bytes_trim(bytes_slice(front, 0, open));
    if (written->name.size == 0)
        return err_set(err, ERR_USAGE, "a measure starts with its name, as in nDCG@10");
    if (open == front.size)
        return true;
    if (front.data[front.size - 1] != ')')
        return err_set(err, ERR_USAGE, "parameters end with \")\", as in P(rel=2)@5");
    written->parameters = bytes_slice(front, open + 1, front.size - 1);
    return true;
}

static bool parse_written(const struct written *written, struct measure *measure, struct err *err)
{
    struct bytes suffix;
    const struct measure_row *row = find_row(written->name, &suffix);
    if (row == NULL)
        return fail_unknown_name(written->name, err);
    *measure = measure_of(row);
    if (suffix.data != NULL && written->cutoff.data != NULL)
        return err_set(err, ERR_USAGE, "the cutoff is given twice");
    if (suffix.data != NULL && !parse_cutoff(suffix, measure, err))
        return false;
    if (written->cutoff.data != NULL && !parse_cutoff(written->cutoff, measure, err))
        return false;
    if (written->parameters.data != NULL && !parameters_parse(written->parameters, measure, err))
        return false;
    return check_cutoff_given(measure, err);
}

bool measure_parse(struct bytes text, struct measure *measure, struct err *err)
{
    struct written written;
    text = bytes_trim(text);
    if (!split_written(text, &written, err) || !parse_written(&written, measure, err))
        return err_context(err, "measure '%.*s'", BYTES_FORMAT(text));
    return true;
}

void measure_list_release(struct measure_list *list)
{
    free(list->items);
    *list = (struct measure_list){0};
}

void measure_list_add(struct measure_list *list, const struct measure *measure)
{
    VECTOR_PUSH(list->items, list->count, list->capacity) = *measure;
}

/* "10" after "nDCG@5": the measure before it once more, with another cutoff. */
static bool repeat_with_cutoff(const struct measure *before, struct bytes cutoff, struct measure *measure,
                               struct err *err)
{
    if (before == NULL || !has_cutoff(before))
        return err_set(err, ERR_USAGE,
                       "'%.*s' is a cutoff, but before it stands no measure with one; write nDCG@5,%.*s",
                       BYTES_FORMAT(cutoff), BYTES_FORMAT(cutoff));
    *measure = *before;
    return parse_cutoff(cutoff, measure, err);
}

bool measure_list_parse(struct bytes text, struct measure_list *list, struct err *err)
{
    const size_t first = list->count;
    struct bytes rest = text;
    struct bytes piece;
    while (piece_next(&rest, ",", &piece)) {
        struct measure measure;
        double number;
        const struct measure *before = list->count > first ? &list->items[list->count - 1] : NULL;
        bool ok = number_parse_real(piece, &number) ? repeat_with_cutoff(before, piece, &measure, err)
                                                    : measure_parse(piece, &measure, err);
        if (!ok)
            return false;
        measure_list_add(list, &measure);
    }
    return true;
}

void measure_add_name(const struct measure *measure, struct buffer *name)
{
    buffer_add_string(name, measure->row->name);
    if (measure->given != 0) {
        buffer_add_byte(name, '(');
        parameters_add(measure, measure->given, ",", name);
        buffer_add_byte(name, ')');
    }
    if (has_cutoff(measure)) {
        buffer_add_byte(name, '@');
        number_add_shortest(name, measure->cutoff);
    }
}

void measure_add_trec_eval_name(const struct measure *measure, struct buffer *name)
{
    const struct measure_row *row = measure->row;
    const char *known = has_cutoff(measure) ? row->trec_eval_cut : row->trec_eval;
    if (known == NULL || measure->given != 0) {
        measure_add_name(measure, name);
        return;
    }
    buffer_add_string(name, known);
    if (has_cutoff(measure))
        buffer_add_format(name, "%.*f", row->cutoff == CUTOFF_RECALL ? 2 : 0, measure->cutoff);
}

void measure_add_parameters(const struct measure_row *row, struct buffer *text)
{
    struct measure measure = measure_of(row);
    parameters_add(&measure, row->parameters, ", ", text);
}

/* --- How a row is written ------------------------------------------------- */

void measure_add_forms(const struct measure_row *row, const char *separator, struct buffer *text)
{
    if (row->cutoff != CUTOFF_REQUIRED && row->cutoff != CUTOFF_RECALL)
        buffer_add_string(text, row->name);
    if (row->cutoff == CUTOFF_OPTIONAL)
        buffer_add_string(text, separator);
    if (row->cutoff != CUTOFF_NONE)
        buffer_add_format(text, "%s@%s", row->name, row->cutoff == CUTOFF_RECALL ? "r" : "k");
}

static void add_alias(const struct measure_row *row, const char *alias, const char *suffix,
                      struct buffer *text)
{
    if (alias == NULL || bytes_equal_ignoring_case(bytes_of(alias), bytes_of(row->name)))
        return;
    buffer_add_format(text, "%s%s%s", text->size > 0 ? ", " : "", alias, suffix);
}

void measure_add_aliases(const struct measure_row *row, struct buffer *text)
{
    for (size_t i = 0; row->aliases[i] != NULL; i++)
        add_alias(row, row->aliases[i], "", text);
    add_alias(row, row->trec_eval, "", text);
    add_alias(row, row->trec_eval_cut, row->cutoff == CUTOFF_RECALL ? "r" : "k", text);
}
