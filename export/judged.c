#include "export/judged.h"

#include "core/base/map.h"
#include "core/store/documents.h"
#include "core/store/questions.h"

static bool is_told(const struct question_row *row, enum export_questions which)
{
    return which == EXPORT_DONE ? question_is_done(row) : row->ballots_done > 0;
}

static bool read_judged(struct store *store, const struct question_row *row, const struct grading_rule *rule,
                        struct arena *arena, struct judged_question *question, struct err *err)
{
    struct tally *tallies;
    struct judgment *labels;
    if (!store_list_candidates(store, row->question_id, arena, &tallies, &question->n_tallies, err))
        return false;
    double *grades = arena_get_array(arena, question->n_tallies, sizeof *grades);
    grade_candidates(tallies, question->n_tallies, rule, grades);
    question->n_labels = labels_of(tallies, question->n_tallies, rule, arena, &labels);
    for (size_t i = 0; i < question->n_tallies; i++)
        question->has_twins |= tallies[i].is_twin;
    question->question_id = row->question_id;
    question->qid = row->qid;
    question->text = row->text;
    question->tallies = tallies;
    question->grades = grades;
    question->labels = labels;
    question->arena = arena;
    return true;
}

static bool check_ids(const struct exporter *exporter, const struct judged_question *question,
                      struct err *err)
{
    bool carried = exporter_check_id(exporter, "question", question->qid, err);
    for (size_t i = 0; carried && i < question->n_labels; i++)
        carried = exporter_check_id(exporter, "document", question->labels[i].docid, err);
    return carried;
}

/* A second question with the text of an earlier one would be one question to the reader. */
static bool check_text(const struct exporter *exporter, const struct question_row *rows, struct map *texts,
                       size_t *told, const struct judged_question *question, struct err *err)
{
    bool is_new;
    if (!exporter->format->is_keyed_by_text)
        return true;
    size_t place = (size_t)map_put(texts, question->text, &is_new);
    if (is_new) {
        told[place] = question->number - 1;
        return true;
    }
    return err_set(err, ERR_INPUT,
                   "questions '%.*s' and '%.*s' have the same text, by which the format %s knows a question; "
                   "choose another one, or change a text",
                   BYTES_FORMAT(rows[told[place]].qid), BYTES_FORMAT(question->qid), exporter->format->name);
}

/* Of rows[i] and those behind it. */
static bool foresee_rows(struct exporter *exporter, judged_foresight *foresee,
                         const struct question_row *rows, size_t n, size_t i, struct err *err)
{
    if (!store_foresee_candidates(exporter->store, rows, n, i, true, err))
        return false;
    for (size_t k = i; i % QUESTIONS_FORESEEN == 0 && k < n && k < i + QUESTIONS_FORESEEN; k++) {
        if (foresee != NULL && is_told(&rows[k], exporter->options->questions))
            foresee(exporter->store, rows[k].question_id);
    }
    return true;
}

bool judged_visit(struct exporter *exporter, judged_visitor *visit, void *context, struct judged_count *count,
                  struct err *err)
{
    return judged_visit_foreseeing(exporter, NULL, visit, context, count, err);
}

bool judged_visit_foreseeing(struct exporter *exporter, judged_foresight *foresee, judged_visitor *visit,
                             void *context, struct judged_count *count, struct err *err)
{
    struct arena rows_arena = {0}, arena = {0};
    struct map texts = {0};
    struct question_row *rows;
    size_t n;
    bool worked = store_list_questions(exporter->store, &rows_arena, &rows, &n, err);
    size_t *told = arena_get_array(&rows_arena, n, sizeof *told);
    *count = (struct judged_count){.of = n};
    for (size_t i = 0; worked && i < n; i++) {
        struct judged_question question = {.number = i + 1};
        worked = foresee_rows(exporter, foresee, rows, n, i, err);
        if (!worked || !is_told(&rows[i], exporter->options->questions))
            continue;
        arena_clear(&arena);
        worked = read_judged(exporter->store, &rows[i], &exporter->options->rule, &arena, &question, err);
        if (!worked || question.n_labels == 0)
            continue;
        count->questions++;
        count->judgments += question.n_labels;
        worked = check_ids(exporter, &question, err) &&
                 check_text(exporter, rows, &texts, told, &question, err) &&
                 visit(context, exporter, &question, err) && exporter_pass(exporter, err);
    }
    map_release(&texts);
    arena_release(&arena);
    arena_release(&rows_arena);
    return worked;
}

/* 0: it is none of the candidates, nor a twin of one. */
static int64_t candidate_of(const struct judged_question *question, struct bytes docid)
{
    for (size_t i = 0; i < question->n_tallies; i++) {
        if (bytes_equal(question->tallies[i].docid, docid))
            return question->tallies[i].document_id;
    }
    return 0;
}

size_t judged_list_same(const struct judged_question *question, struct bytes docid, struct bytes **docids)
{
    size_t n = 0;
    const int64_t candidate_id = question->has_twins ? candidate_of(question, docid) : 0;
    *docids = NULL;
    ARENA_PUSH(question->arena, *docids, n) = docid;
    for (size_t i = 0; candidate_id != 0 && i < question->n_tallies; i++) {
        const struct tally *tally = &question->tallies[i];
        if (tally->document_id == candidate_id && !bytes_equal(tally->docid, docid))
            ARENA_PUSH(question->arena, *docids, n) = tally->docid;
    }
    return n;
}

void judged_join_document(struct bytes title, struct bytes content, struct buffer *text)
{
    buffer_clear(text);
    buffer_add(text, title);
    if (title.size > 0 && content.size > 0)
        buffer_add_byte(text, '\n');
    buffer_add(text, content);
}

bool judged_read_document(struct exporter *exporter, struct bytes docid, struct arena *arena,
                          struct bytes *text, struct err *err)
{
    struct ballot_document document;
    struct buffer joined = {0};
    if (!store_read_document(exporter->store, docid, arena, &document, err))
        return false;
    judged_join_document(document.title, document.text, &joined);
    *text = arena_copy(arena, buffer_bytes(&joined));
    buffer_release(&joined);
    return true;
}

void judged_summarise(struct exporter *exporter, const struct judged_count *count)
{
    buffer_add_format(&exporter->summary, "%zu judgment%s on %zu of %zu question%s", count->judgments,
                      count->judgments == 1 ? "" : "s", count->questions, count->of,
                      count->of == 1 ? "" : "s");
}
