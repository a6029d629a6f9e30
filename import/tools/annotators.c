/*
 * Tables and records with one judgment each, and a field that names its annotator:
 *
 *     question,document,annotator,grade
 *
 * If two annotators judged the same document, each of them is a source. The judgments of a document become one record
 * with a field for each annotator.
 */
#include "import/tools/forms.h"

#include "core/base/map.h"
#include "import/field_names.h"
#include "import/fields/field_facts.h"
#include "import/fields/record_shape.h"
#include "import/text/table_row.h"
#include "import/tools/graded.h"
#include "import/tools/rows.h"

static const char *const annotator_names[] = {
    "annotator", "annotatorid", "annotatorname", "annotated by", "rater",       "rater id",
    "rated by",  "assessor",    "assessor id",   "assessed by",  "judge",       "judge id",
    "judged by", "labeler",     "labeller",      "labeled by",   "labelled by", "grader",
    "graded by", "reviewer",    "reviewer id",   "worker",       "worker id",   "coder",
    "evaluator", "expert",      "user",          "user id",      NULL,
};

/* What is read of each record comes first, the other fields follow. */
enum { QUESTION, DOCUMENT, ANNOTATOR, GRADE, N_READ };

struct annotated {
    struct rows rows;
    struct bytes paths[N_READ + SAMPLE_FIELDS];
};

/*
 * Adds the other fields, which may tell two questions of the same text apart, or describe the document. A comment is
 * one annotator's.
 */
static void add_others(struct annotated *form, const struct field_sample *sample)
{
    for (int field = 0; field < (int)sample->n_fields; field++) {
        const struct bytes name = sample->names[field];
        bool is_other = !field_is_inner(name) && field_is_plain(sample, field) &&
                        field_find_name(name, comment_names) == NULL;
        for (size_t i = 0; i < N_READ; i++)
            is_other = is_other && !bytes_equal(name, form->paths[i]);
        if (is_other)
            form->paths[form->rows.n++] = name;
    }
}

/* Looks only at the beginning: most files name no annotator. */
static bool names_annotator(struct bytes content, struct arena *arena)
{
    struct field_sample *sample = arena_get(arena, sizeof *sample);
    return rows_sample(content, arena, sample) && field_find_called(sample, annotator_names) != NO_FIELD;
}

/* Returns whether the content is records with a question, a document, an annotator and a grade. */
static bool find_fields(struct bytes content, struct arena *arena, struct annotated *form)
{
    struct field_sample *sample = arena_get(arena, sizeof *sample);
    struct record_shape shape;
    if (!names_annotator(content, arena) || !record_shape_find(content, SHAPE_TRUTH, arena, &shape) ||
        shape.form != DOCUMENT_ONE || shape.meaning != NUMBER_GRADE || shape.unclear != NULL ||
        shape.is_keyed)
        return false;
    if (shape.list_at != NULL)
        content = bytes_from(content, (size_t)(shape.list_at - content.data));
    if (!field_sample_take(content, arena, sample))
        return false;
    const int annotator = field_find_called(sample, annotator_names);
    if (annotator == NO_FIELD || shape_uses(&shape, sample->names[annotator]))
        return false;
    *form =
        (struct annotated){.paths = {shape.question, shape.document, sample->names[annotator], shape.number},
                           .rows = {.content = content,
                                    .format = shape.format,
                                    .paths = form->paths,
                                    .n = N_READ,
                                    .arena = arena}};
    add_others(form, sample);
    return true;
}

/* --- Whether two annotators judged a document ---------------------------------------------------- */

struct annotator_of_pair {
    struct arena arena;
    struct map pairs;
    struct bytes *annotators; /* by pair: the first one */
    size_t n;
    bool are_two;
};

static bool note_annotator(void *context, const char *place, const struct bytes *values, struct err *err)
{
    struct annotator_of_pair *seen = context;
    bool is_new;
    const struct bytes pair =
        bytes_of(arena_format(&seen->arena, "%.*s\t%.*s", BYTES_FORMAT(values[QUESTION]),
                              BYTES_FORMAT(values[DOCUMENT])));
    const size_t number = (size_t)map_put(&seen->pairs, pair, &is_new);
    (void)place;
    (void)err;
    if (is_new)
        ARENA_PUSH(&seen->arena, seen->annotators, seen->n) = values[ANNOTATOR];
    seen->are_two = !is_new && !bytes_equal(seen->annotators[number], values[ANNOTATOR]);
    return !seen->are_two;
}

bool annotators_recognise(struct bytes content)
{
    struct arena arena = {0};
    struct annotated form;
    struct annotator_of_pair seen = {0};
    const char *at;
    if (find_fields(content, &arena, &form)) {
        struct rows rows = form.rows;
        rows.n = N_READ;
        (void)!rows_read(&rows, note_annotator, &seen, &at, err_ignored());
    }
    map_release(&seen.pairs);
    arena_release(&seen.arena);
    arena_release(&arena);
    return seen.are_two;
}

/* --- All of it ------------------------------------------------------------------------------------ */

struct annotators_reading {
    const struct rows *rows;
    struct record_writer *writer;
    struct graded_pairs pairs;
};

/* A number is written with a decimal point, also in tables with decimal commas. */
static struct bytes grade_in_json(const struct annotators_reading *reading, struct bytes text)
{
    char room[TABLE_NUMBER_SIZE];
    return record_writer_text(reading->writer, table_number(reading->rows->format, text, room));
}

/* Returns the members of a record: all of its fields but the annotator and the grade. */
static struct bytes members_of(const struct annotators_reading *reading, const struct bytes *values)
{
    struct buffer members = {0};
    for (size_t i = 0; i < reading->rows->n; i++) {
        if (i == ANNOTATOR || i == GRADE || values[i].size == 0)
            continue;
        const struct bytes name = record_writer_text(reading->writer, reading->rows->paths[i]);
        const struct bytes value = record_writer_text(reading->writer, values[i]);
        buffer_add_format(&members, "%s%.*s:%.*s", members.size > 0 ? "," : "", BYTES_FORMAT(name),
                          BYTES_FORMAT(value));
    }
    const struct bytes copy = arena_copy(&reading->writer->arena, buffer_bytes(&members));
    buffer_release(&members);
    return copy;
}

static bool add_judgment(void *context, const char *place, const struct bytes *values, struct err *err)
{
    struct annotators_reading *reading = context;
    if (values[QUESTION].size == 0 || values[DOCUMENT].size == 0)
        return err_set(err, ERR_INPUT, "this record has no question or no document; correct or remove it");
    bool is_new;
    const size_t pair = graded_find(&reading->pairs, values[QUESTION], values[DOCUMENT], place, &is_new);
    if (is_new)
        graded_describe(&reading->pairs, pair, members_of(reading, values));
    return values[GRADE].size == 0 ||
           graded_note(&reading->pairs, pair, values[ANNOTATOR], grade_in_json(reading, values[GRADE]), err);
}

bool annotators_add(struct bytes content, struct buffer *out, size_t *line, struct err *err)
{
    struct record_writer writer;
    struct annotated form = {.rows = {.n = 0}};
    const char *at = content.data;
    record_writer_begin(&writer, content, out);
    struct annotators_reading reading = {.rows = &form.rows,
                                         .writer = &writer,
                                         .pairs = {.arena = &writer.arena}};
    bool worked =
        find_fields(content, &writer.arena, &form) && rows_read(&form.rows, add_judgment, &reading, &at, err);
    *line = worked ? 0 : record_writer_line(&writer, at);
    if (worked)
        graded_write(&reading.pairs, &writer);
    graded_release(&reading.pairs);
    record_writer_end(&writer);
    return worked;
}
