#include "cli/score/score_texts.h"

struct bytes scores_runid(const struct scored_run *scored)
{
    return scored->tag.size > 0 ? scored->tag : scored->name;
}

static bool is_text_of_question(const struct measure *measure)
{
    return measure->row->range == RANGE_TEXT && !measure->row->is_of_run;
}

/* Rankings are not kept, so the texts are made from the places of the judged documents. */
static void make_question_texts(struct scores *scores, size_t run, size_t question, struct ranking *ranking,
                                struct bytes *texts)
{
    const struct evaluation *evaluation = &scores->runs[run].evaluation;
    const struct qrels_question *truth = evaluation->questions[question];
    struct buffer text = {0};
    ranking_set_places(ranking, &scores->runs[run].places[truth - scores->truth.qrels.questions], truth);
    for (size_t m = 0; m < scores->n_asked; m++) {
        const struct measure *measure = &scores->measures.items[m];
        if (!is_text_of_question(measure))
            continue;
        buffer_clear(&text);
        measure->row->add_text(measure, ranking, &text);
        texts[question * evaluation->n_measures + m] = arena_copy(&scores->arena, buffer_bytes(&text));
    }
    buffer_release(&text);
}

struct bytes **score_texts_make(struct scores *scores)
{
    struct bytes **texts = arena_get_array(&scores->arena, scores->n_runs, sizeof *texts);
    struct ranking ranking = {0};
    bool some_are = false;
    for (size_t m = 0; m < scores->n_asked; m++)
        some_are = some_are || is_text_of_question(&scores->measures.items[m]);
    for (size_t run = 0; some_are && run < scores->n_runs; run++) {
        const struct evaluation *evaluation = &scores->runs[run].evaluation;
        texts[run] =
            arena_get_array(&scores->arena, evaluation->n_questions * evaluation->n_measures, sizeof **texts);
        for (size_t q = 0; q < evaluation->n_questions; q++)
            make_question_texts(scores, run, q, &ranking, texts[run]);
    }
    ranking_release(&ranking);
    return texts;
}
