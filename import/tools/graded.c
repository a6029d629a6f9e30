#include "import/tools/graded.h"

#include "import/fields/shape.h"

struct grade_by {
    size_t annotator;
    struct bytes grade;
    struct grade_by *next;
};

struct graded {
    struct bytes members;
    const char *place;
    struct grade_by *grades;
};

size_t graded_find(struct graded_pairs *pairs, struct bytes question, struct bytes document,
                   const char *place, bool *is_new)
{
    const struct bytes key =
        bytes_of(arena_format(pairs->arena, "%.*s\t%.*s", BYTES_FORMAT(question), BYTES_FORMAT(document)));
    const size_t number = (size_t)map_put(&pairs->by_name, key, is_new);
    if (*is_new)
        ARENA_PUSH(pairs->arena, pairs->graded, pairs->n_graded) = (struct graded){.place = place};
    return number;
}

void graded_describe(struct graded_pairs *pairs, size_t pair, struct bytes members)
{
    pairs->graded[pair].members = members;
}

static bool find_annotator(struct graded_pairs *pairs, struct bytes who, size_t *number, struct err *err)
{
    who = who.size > 0 ? who : bytes_of("unknown");
    const int64_t known = map_find(&pairs->annotators, who);
    if (known == MAP_ABSENT && pairs->n_names == RATERS_MOST)
        return err_set(err, ERR_INPUT, "there are more than %d annotators; export them in parts",
                       RATERS_MOST);
    if (known == MAP_ABSENT)
        ARENA_PUSH(pairs->arena, pairs->names, pairs->n_names) = arena_copy(pairs->arena, who);
    *number = known != MAP_ABSENT
                  ? (size_t)known
                  : (size_t)map_put(&pairs->annotators, pairs->names[pairs->n_names - 1], NULL);
    return true;
}

static const struct grade_by *find_grade(const struct graded *graded, size_t annotator)
{
    const struct grade_by *by = graded->grades;
    while (by != NULL && by->annotator != annotator)
        by = by->next;
    return by;
}

bool graded_note(struct graded_pairs *pairs, size_t pair, struct bytes who, struct bytes grade,
                 struct err *err)
{
    size_t annotator = 0;
    if (!find_annotator(pairs, who, &annotator, err))
        return false;
    struct graded *graded = &pairs->graded[pair];
    const struct grade_by *before = find_grade(graded, annotator);
    if (before != NULL)
        return bytes_equal(before->grade, grade) ||
               err_set(err, ERR_INPUT,
                       "\"%.*s\" gave this document the grades %.*s and %.*s; remove one of them",
                       BYTES_FORMAT(pairs->names[annotator]), BYTES_FORMAT(before->grade),
                       BYTES_FORMAT(grade));
    struct grade_by *by = arena_get(pairs->arena, sizeof *by);
    *by = (struct grade_by){annotator, grade, graded->grades};
    graded->grades = by;
    return true;
}

void graded_write(const struct graded_pairs *pairs, struct record_writer *writer)
{
    for (size_t i = 0; i < pairs->n_graded; i++) {
        const struct graded *graded = &pairs->graded[i];
        if (graded->grades == NULL)
            continue;
        record_writer_object(writer, graded->place);
        buffer_add(writer->out, graded->members);
        for (size_t who = 0; who < pairs->n_names; who++) {
            const struct grade_by *by = find_grade(graded, who);
            const char *name = pairs->n_names == 1 ? "grade"
                                                   : arena_format(pairs->arena, RATER_PREFIX "%.*s",
                                                                  BYTES_FORMAT(pairs->names[who]));
            record_writer_field(writer, name, by != NULL ? by->grade : bytes_of("null"));
        }
        record_writer_close(writer);
    }
}

void graded_release(struct graded_pairs *pairs)
{
    map_release(&pairs->by_name);
    map_release(&pairs->annotators);
}
