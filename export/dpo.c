/*
 * A line for each pair of a vote: what was chosen, and what stood beside it and was not. In the order of the votes; votes that
 * contradict each other are both told.
 */
#include "core/store/votes.h"
#include "export/json.h"
#include "export/judged.h"
#include "export/kinds.h"

static const struct export_format formats[] = {
    {.name = "jsonl", .help = "lines {prompt, chosen, rejected}, for TRL and what reads its preference data"},
};

/* The slots of a vote with the texts of their documents. */
struct told_vote {
    struct bytes texts[BALLOT_SIZE_MAX];
    size_t n_slots;
    size_t chosen; /* n_slots: none */
};

static void add_pair(struct bytes prompt, struct bytes chosen, struct bytes rejected, struct buffer *out)
{
    struct json *line = json_object();
    json_add_text(line, "prompt", prompt);
    json_add_text(line, "chosen", chosen);
    json_add_text(line, "rejected", rejected);
    json_print(line, JSON_LINE, out);
    buffer_add_byte(out, '\n');
    json_free(line);
}

static size_t add_pairs(struct bytes prompt, const struct told_vote *vote, struct buffer *out)
{
    size_t pairs = 0;
    for (size_t i = 0; vote->chosen < vote->n_slots && i < vote->n_slots; i++) {
        if (i == vote->chosen)
            continue;
        add_pair(prompt, vote->texts[vote->chosen], vote->texts[i], out);
        pairs++;
    }
    return pairs;
}

/* The vote that begins at slots[0]; `n` slots are left in all. */
static bool read_vote(struct exporter *exporter, const struct choice_row *slots, size_t n,
                      struct arena *arena, struct told_vote *vote, struct err *err)
{
    *vote = (struct told_vote){.chosen = BALLOT_SIZE_MAX};
    while (vote->n_slots < n && vote->n_slots < BALLOT_SIZE_MAX &&
           slots[vote->n_slots].answer_id == slots[0].answer_id) {
        const struct choice_row *slot = &slots[vote->n_slots];
        if (!judged_read_document(exporter, slot->docid, arena, &vote->texts[vote->n_slots], err))
            return false;
        if (slot->is_chosen)
            vote->chosen = vote->n_slots;
        vote->n_slots++;
    }
    return true;
}

struct pair_count {
    size_t pairs;
    size_t questions; /* that gave one */
};

static bool add_question(void *context, struct exporter *exporter, const struct judged_question *question,
                         struct err *err)
{
    struct pair_count *count = context;
    const size_t before = count->pairs;
    struct arena texts = {0};
    struct choice_row *slots;
    size_t n;
    bool added = store_list_choices(exporter->store, question->question_id, INT64_MAX, question->arena,
                                    &slots, &n, err);
    struct told_vote vote;
    for (size_t i = 0; added && i < n; i += vote.n_slots) {
        arena_clear(&texts);
        added = read_vote(exporter, &slots[i], n - i, &texts, &vote, err);
        if (added)
            count->pairs += add_pairs(question->text, &vote, exporter_out(exporter));
        added = added && exporter_pass(exporter, err);
    }
    count->questions += count->pairs > before;
    arena_release(&texts);
    return added;
}

static bool write_dpo(struct exporter *exporter, struct err *err)
{
    struct pair_count count = {0};
    struct judged_count judged;
    if (!judged_visit_foreseeing(exporter, store_foresee_choices, add_question, &count, &judged, err))
        return false;
    buffer_add_format(&exporter->summary, "%zu pair%s of %zu of %zu question%s", count.pairs,
                      count.pairs == 1 ? "" : "s", count.questions, judged.of, judged.of == 1 ? "" : "s");
    return true;
}

const struct export_kind dpo_export = {
    .name = "dpo",
    .help = "the chosen document and each rejected one of each vote, to train a model's preferences with",
    EXPORT_FORMATS(formats),
    .takes = TAKES_QUESTIONS,
    .write = write_dpo,
};
