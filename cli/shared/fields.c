#include "cli/shared/fields.h"

#include "cli/shared/output.h"

#include "import/fields/grade_words.h"
#include "import/fields/shape_report.h"
#include "import/files/file.h"
#include "import/records/record_line.h"

bool fields_choose(const struct field_options *options, struct err *err)
{
    const struct field_choice choice = {
        .names =
            {
                [FIELD_ROLE_QUESTION] = options->question,
                [FIELD_ROLE_TRUTH] = options->truth,
                [FIELD_ROLE_HITS] = options->hits,
                [FIELD_ROLE_GRADE] = options->grade,
                [FIELD_ROLE_SCORE] = options->score,
            },
    };
    record_shape_choose(&choice);
    return grade_words_choose(options->grades, err);
}

bool fields_check(struct err *err)
{
    return field_choice_check(record_shape_choice(), err);
}

void fields_remark_judgments(const char *without_grades, const char *rated, size_t n_open,
                             struct world *world)
{
    if (without_grades != NULL)
        output_remark(world,
                      "%s: no grades in it (a column or field `grade`); each judgment counts as grade 1. If "
                      "another field has the grades, use --grade FIELD",
                      file_label(without_grades));
    if (rated != NULL)
        output_remark(world,
                      "%s: each grade is clicks / impressions, between 0 and 1; places are not corrected for",
                      file_label(rated));
    if (n_open > 0)
        output_remark(world, "%zu document%s without a grade left out: nobody has judged %s", n_open,
                      n_open == 1 ? "" : "s", n_open == 1 ? "it" : "them");
}

void fields_remark_label(const char *run, struct bytes field, struct world *world)
{
    if (field.size > 0)
        output_remark(
            world,
            "%s: \"%.*s\" of the hits is called like a grade and is not used; if it is their grade, import "
            "them with --grade \"%.*s\" --grades WORD=NUMBER,…",
            file_label(run), BYTES_FORMAT(field), BYTES_FORMAT(field));
}

void fields_remark_unused(const char *run, struct world *world)
{
    enum { LOOKED_AT = 64 * 1024 };
    struct arena arena = {0};
    struct record_shape shape;
    char *room = arena_get(&arena, LOOKED_AT);
    size_t size = 0;
    struct bytes field = {0};
    (void)!file_peek(run, room, LOOKED_AT, &size, err_ignored());
    const struct bytes text =
        record_skip_preamble(bytes_without_mark((struct bytes){.data = room, .size = size}));
    struct bytes label = {0};
    if (record_shape_find(text, SHAPE_RUN, &arena, &shape)) {
        field = record_shape_unused(text, &shape, &arena);
        label = record_shape_labels(text, &shape, &arena);
    }
    fields_remark_label(run, label, world);
    if (field.size > 0)
        output_remark(world,
                      "%s: \"%.*s\" names documents, too, and is not used; if these were retrieved, say "
                      "--hits \"%.*s\"",
                      file_label(run), BYTES_FORMAT(field), BYTES_FORMAT(field));
    arena_release(&arena);
}

void fields_remark_texts(const struct known_texts_count *count, struct world *world)
{
    if (count->n_passages > 0)
        output_remark(world,
                      "%zu text%s of a document, which counts as a whole; the first is \"%.*s\", in document "
                      "'%.*s' at byte %zu, %zu bytes long",
                      count->n_passages, count->n_passages == 1 ? " is a passage" : "s are passages",
                      BYTES_FORMAT(count->first_passage), BYTES_FORMAT(count->passage_docid),
                      count->passage_offset, count->passage_size);
    if (count->n_alike > 0)
        output_remark(
            world,
            "%zu text%s found in a document by nine tenths of the words, not word for word; the first is "
            "\"%.*s\", in document '%.*s'",
            count->n_alike, count->n_alike == 1 ? " was" : "s were", BYTES_FORMAT(count->first_alike),
            BYTES_FORMAT(count->alike_docid));
    if (count->n_unknown > 0)
        output_remark(world, "%zu text%s in no document of the database; the first is \"%.*s\"",
                      count->n_unknown, count->n_unknown == 1 ? " is" : "s are",
                      BYTES_FORMAT(count->first_unknown));
}
