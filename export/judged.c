#include "export/judged.h"

#include "core/base/map.h"
#include "core/markup/html_text.h"
#include "core/store/content/documents.h"
#include "core/store/content/questions.h"
#include "core/store/settings.h"
#include "core/store/votes/votes.h"

#include <math.h>

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

/* The reader would take a second question with the same text for the first one. */
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
                   "questions '%.*s' and '%.*s' have the same text, but the format %s tells questions apart "
                   "by their text; choose another format, or change a text",
                   BYTES_FORMAT(rows[told[place]].qid), BYTES_FORMAT(question->qid), exporter->format->name);
}

/* So many texts are fetched together. The questions with these texts are read before. */
enum { TEXTS_FORESEEN = 500 };

/* The state of visiting the questions of an export. */
struct visiting {
    struct exporter *exporter;
    const struct judged_prefetches *prefetches;
    judged_visitor *visit;
    void *context;
    struct judged_count *count;
    const struct question_row *rows; /* of all questions */
    size_t n;
    struct map texts;
    size_t *told; /* for each text, the index of its question */
    /* Questions that were read and not visited yet: */
    struct arena arena, of_visit;
    struct judged_question *questions;
    size_t n_questions, n_texts;
};

/* Prefetches data for rows[i] and the following rows. */
static bool prefetch_rows(const struct visiting *visiting, size_t i, struct err *err)
{
    const struct question_row *rows = visiting->rows;
    struct store *store = visiting->exporter->store;
    if (!store_prefetch_candidates(store, rows, visiting->n, i, true, err))
        return false;
    for (size_t k = i;
         visiting->prefetches->prefetch != NULL && k < visiting->n && k < i + QUESTIONS_FORESEEN; k++) {
        if (is_told(&rows[k], visiting->exporter->options->questions))
            visiting->prefetches->prefetch(store, rows[k].question_id);
    }
    return true;
}

static bool visit_question(struct visiting *visiting, struct judged_question *question, struct err *err)
{
    visiting->count->questions++;
    visiting->count->judgments += question->n_labels;
    for (size_t i = 0; i < question->n_tallies; i++)
        visiting->count->inferred += tally_is_inferred(&question->tallies[i]) && !isnan(question->grades[i]);
    arena_clear(&visiting->of_visit);
    question->arena = &visiting->of_visit;
    return check_ids(visiting->exporter, question, err) &&
           check_text(visiting->exporter, visiting->rows, &visiting->texts, visiting->told, question, err) &&
           visiting->visit(visiting->context, visiting->exporter, question, err) &&
           exporter_pass(visiting->exporter, err);
}

static bool visit_questions(struct visiting *visiting, struct err *err)
{
    bool worked = true;
    for (size_t i = 0; worked && i < visiting->n_questions; i++)
        worked = visit_question(visiting, &visiting->questions[i], err);
    visiting->questions = NULL;
    visiting->n_questions = visiting->n_texts = 0;
    arena_clear(&visiting->arena);
    return worked;
}

static void prefetch_texts(struct visiting *visiting, const struct judged_question *question)
{
    for (size_t i = 0; i < question->n_tallies; i++) {
        if (!visiting->prefetches->reads_text(visiting->exporter, question, i))
            continue;
        store_prefetch_document(visiting->exporter->store, question->tallies[i].docid);
        visiting->n_texts++;
    }
}

/* Adds the question of rows[i]. Visits it at once if no texts must be fetched. */
static bool add_question(struct visiting *visiting, size_t i, struct err *err)
{
    struct judged_question question = {.number = i + 1};
    const bool reads_texts = visiting->prefetches->reads_text != NULL;
    if (!read_judged(visiting->exporter->store, &visiting->rows[i], &visiting->exporter->options->rule,
                     &visiting->arena, &question, err))
        return false;
    if (question.n_labels > 0)
        ARENA_PUSH(&visiting->arena, visiting->questions, visiting->n_questions) = question;
    if (question.n_labels > 0 && reads_texts)
        prefetch_texts(visiting, &question);
    return (reads_texts && visiting->n_texts < TEXTS_FORESEEN) || visit_questions(visiting, err);
}

/* Prefetching data for the next questions drops that of the previous ones. */
static bool visit_rows(struct visiting *visiting, struct err *err)
{
    bool worked = true;
    for (size_t i = 0; worked && i < visiting->n; i++) {
        if (i % QUESTIONS_FORESEEN == 0)
            worked = visit_questions(visiting, err) && prefetch_rows(visiting, i, err);
        if (worked && is_told(&visiting->rows[i], visiting->exporter->options->questions))
            worked = add_question(visiting, i, err);
    }
    return worked && visit_questions(visiting, err);
}

bool judged_visit(struct exporter *exporter, judged_visitor *visit, void *context, struct judged_count *count,
                  struct err *err)
{
    return judged_visit_prefetching(exporter, &(struct judged_prefetches){0}, visit, context, count, err);
}

bool judged_visit_prefetching(struct exporter *exporter, const struct judged_prefetches *prefetches,
                              judged_visitor *visit, void *context, struct judged_count *count,
                              struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows;
    size_t n;
    size_t format = FORMAT_AUTO;
    bool worked =
        store_list_questions(exporter->store, &arena, &rows, &n, err) &&
        (prefetches->reads_text == NULL || setting_get_choice(exporter->store, SETTING_FORMAT, &format, err));
    exporter->documents = (enum document_format)format;
    struct visiting visiting = {.exporter = exporter,
                                .prefetches = prefetches,
                                .visit = visit,
                                .context = context,
                                .count = count,
                                .rows = rows,
                                .n = n,
                                .told = arena_get_array(&arena, n, sizeof *visiting.told)};
    *count = (struct judged_count){.of = n};
    worked = worked && visit_rows(&visiting, err);
    map_release(&visiting.texts);
    arena_release(&visiting.arena);
    arena_release(&visiting.of_visit);
    arena_release(&arena);
    return worked;
}

static enum judged_rank rank_of(const struct choice *choice, int position)
{
    return choice_wins(choice, position) > 0 ? RANK_CHOSEN
           : position == choice->second      ? RANK_SECOND
                                             : RANK_BESIDE;
}

/* A document that is no longer a candidate has no name here and is skipped. */
static void add_slots(const struct judged_question *question, const struct cast_vote *vote,
                      struct judged_slot **slots, size_t *n)
{
    for (size_t i = 0; i < vote->choice.n_slots; i++) {
        const size_t number =
            tally_find(question->tallies, question->n_tallies, vote->choice.document_ids[i]);
        if (number < question->n_tallies)
            ARENA_PUSH(question->arena, *slots, *n) =
                (struct judged_slot){.answer_id = vote->answer_id,
                                     .docid = question->tallies[number].docid,
                                     .rank = rank_of(&vote->choice, (int)i + 1)};
    }
}

bool judged_list_slots(struct exporter *exporter, const struct judged_question *question,
                       struct judged_slot **slots, size_t *n, struct err *err)
{
    struct cast_vote *votes;
    size_t n_votes;
    *slots = NULL;
    *n = 0;
    if (!store_list_votes(exporter->store, question->question_id, question->arena, &votes, &n_votes, err))
        return false;
    votes_sort_by_time(votes, n_votes);
    for (size_t i = 0; i < n_votes; i++)
        add_slots(question, &votes[i], slots, n);
    return true;
}

/* Returns 0 when the document is neither a candidate nor identical to one. */
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
    struct bytes title, content;
    struct buffer joined = {0};
    if (!store_read_title_and_text(exporter->store, docid, arena, &title, &content, err))
        return false;
    struct buffer said = {0};
    bool is_html = markup_of(exporter->documents, content) == MARKUP_HTML;
    if (is_html)
        html_add_text(&said, content);
    while (said.size > 0 && said.data[said.size - 1] == '\n')
        said.size--; /* the end of the last block */
    judged_join_document(title, is_html ? buffer_bytes(&said) : content, &joined);
    *text = arena_copy(arena, buffer_bytes(&joined));
    buffer_release(&said);
    buffer_release(&joined);
    return true;
}

void judged_summarise(struct exporter *exporter, const struct judged_count *count)
{
    buffer_add_format(&exporter->summary, "%zu judgment%s on %zu of %zu question%s", count->judgments,
                      count->judgments == 1 ? "" : "s", count->questions, count->of,
                      count->of == 1 ? "" : "s");
    if (count->judgments == 0)
        buffer_add_string(&exporter->summary, "; label some first with `assay label`");
    if (count->inferred > 0)
        buffer_add_format(&exporter->summary, "; %zu of them are inferred: dropped at a glance, never shown",
                          count->inferred);
}
