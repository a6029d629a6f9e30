/*
 * Sorting shows whether a document occurs twice in a group. Both lines are then found by reading the file again.
 */
#include "import/grouped_qrels.h"

#include "core/base/bug.h"
#include "import/files/file.h"
#include "import/recognise.h"
#include "import/records/group_kinds.h"

struct grouped_reading {
    const struct record_kind *kind;
    struct record_file file;
    struct qrels *qrels;
};

static bool add_record(void *context, const struct record *record, const char *place, struct err *err)
{
    (void)err;
    struct grouped_reading *reading = context;
    struct bytes group;
    struct bytes subgroup;
    group_of_record(reading->kind, &reading->file, place, &group, &subgroup);
    qrels_question_add_grouped(qrels_question(reading->qrels, record->qid), record->docid, group, subgroup,
                               record->number);
    return true;
}

/* --- Repeated documents ----------------------------------------------------------------------- */

struct occurrences {
    const struct grouped_reading *reading;
    const struct qrels_question *question;
    const struct grouped_judgment *item;
    struct bytes group;
    const char *first, *second;
};

/* Stops the reading at the second place. */
static bool note_occurrence(void *context, const struct record *record, const char *place, struct err *err)
{
    (void)err;
    struct occurrences *of = context;
    const struct judgment_groups *groups = of->question->groups;
    struct bytes subgroup;
    group_of_record(of->reading->kind, &of->reading->file, place, &of->group, &subgroup);
    if (bytes_equal(record->qid, of->question->qid) &&
        bytes_equal(record->docid, of->question->judgments[of->item->judgment].docid) &&
        map_find(&groups->names, of->group) == of->item->group &&
        map_find(&groups->subnames, subgroup) == of->item->subgroup)
        *(of->first == NULL ? &of->first : &of->second) = place;
    return of->second == NULL;
}

static bool fail_duplicate(const struct grouped_reading *reading, const struct qrels_question *question,
                           const struct grouped_judgment *item, struct err *err)
{
    struct occurrences of = {.reading = reading, .question = question, .item = item};
    bool ended = record_kind_read(reading->kind, &reading->file, note_occurrence, &of, err);
    BUG_UNLESS(!ended && of.second != NULL);
    err_set(
        err, ERR_INPUT,
        "document %.*s is already under question %.*s in line %zu, for the same '%.*s'; remove one of them",
        BYTES_FORMAT(question->judgments[item->judgment].docid), BYTES_FORMAT(question->qid),
        record_line_number(reading->file.content, of.first), BYTES_FORMAT(of.group));
    return record_file_context(&reading->file, of.second, err);
}

static bool sort_groups(const struct grouped_reading *reading, struct err *err)
{
    for (size_t q = 0; q < reading->qrels->n_questions; q++) {
        const struct qrels_question *question = &reading->qrels->questions[q];
        const struct grouped_judgment *twice = judgment_groups_sort(question->groups);
        if (twice != NULL)
            return fail_duplicate(reading, question, twice, err);
    }
    return true;
}

/* --- Reading ---------------------------------------------------------------------------------- */

bool import_grouped_qrels(const char *path, enum grouping grouping, struct qrels *out, struct err *err)
{
    const struct record_kind_table *kinds =
        grouping == GROUPING_SUBTOPICS ? &subtopic_kinds : &preference_kinds;
    struct file file;
    *out = (struct qrels){0};
    if (!file_open(&file, path, err))
        return false;
    out->memory = file.memory; /* the ids are views into it */
    struct grouped_reading reading = {
        .file = {.path = path, .content = file.bytes, .memory = &out->memory},
        .qrels = out,
    };
    bool ok = record_kind_find(kinds, &reading.file, &reading.kind, err) &&
              record_kind_read(reading.kind, &reading.file, add_record, &reading, err) &&
              (out->n_questions > 0 || record_kind_fail_empty(kinds, &reading.file, err)) &&
              sort_groups(&reading, err);
    if (ok)
        qrels_fit(out);
    else
        qrels_release(out);
    return ok;
}
