/*
 * A line for each pair of a vote: the chosen document and one that was shown with it; likewise the second choice and
 * one of the rest. Two that are tied are no pair. The lines are in the order of the votes. Contradicting votes are all
 * written.
 */
#include "core/base/search.h"
#include "core/store/votes/votes.h"
#include "export/forms/json.h"
#include "export/judged.h"
#include "export/kinds/kinds.h"

static const struct export_format formats[] = {
    {.name = "jsonl", .help = "lines {prompt, chosen, rejected}, for TRL and programs that read its format"},
};

/* The slots of a vote with the texts of their documents. */
struct told_vote {
    struct bytes texts[BALLOT_SIZE_MAX];
    enum judged_rank ranks[BALLOT_SIZE_MAX];
    size_t n_slots;
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
    for (enum judged_rank rank = RANK_CHOSEN; rank > RANK_BESIDE; rank--) {
        for (size_t pair = 0; pair < vote->n_slots * vote->n_slots; pair++) {
            const size_t winner = pair / vote->n_slots, loser = pair % vote->n_slots;
            if (vote->ranks[winner] != rank || vote->ranks[loser] >= rank)
                continue;
            add_pair(prompt, vote->texts[winner], vote->texts[loser], out);
            pairs++;
        }
    }
    return pairs;
}

/* Returns whether the candidate may have votes. Identical documents are represented by one candidate. */
static bool reads_text(const struct exporter *exporter, const struct judged_question *question, size_t i)
{
    (void)exporter;
    return question->tallies[i].impressions > 0 && !question->tallies[i].is_twin;
}

/* Reads the text of each candidate once, however many votes it has. `texts` has room for all. */
static bool read_texts(struct exporter *exporter, const struct judged_question *question, struct bytes *texts,
                       struct err *err)
{
    bool read = true;
    for (size_t i = 0; read && i < question->n_tallies; i++)
        read = !reads_text(exporter, question, i) ||
               judged_read_document(exporter, question->tallies[i].docid, question->arena, &texts[i], err);
    return read;
}

/* Finds a text. If the sums show no votes for a document, its text is read separately. */
static bool find_text(struct exporter *exporter, const struct judged_question *question,
                      const struct bytes *texts, struct bytes docid, struct bytes *text, struct err *err)
{
    size_t i;
    LOWER_BOUND(i, question->n_tallies, bytes_compare(question->tallies[i].docid, docid) < 0);
    const bool is_read = i < question->n_tallies && bytes_equal(question->tallies[i].docid, docid) &&
                         reads_text(exporter, question, i);
    if (!is_read)
        return judged_read_document(exporter, docid, question->arena, text, err);
    *text = texts[i];
    return true;
}

/* Takes the vote that begins at slots[0]. `n` slots remain in all. */
static bool take_vote(struct exporter *exporter, const struct judged_question *question,
                      const struct bytes *texts, const struct judged_slot *slots, size_t n,
                      struct told_vote *vote, struct err *err)
{
    *vote = (struct told_vote){.n_slots = 0};
    while (vote->n_slots < n && vote->n_slots < BALLOT_SIZE_MAX &&
           slots[vote->n_slots].answer_id == slots[0].answer_id) {
        const struct judged_slot *slot = &slots[vote->n_slots];
        if (!find_text(exporter, question, texts, slot->docid, &vote->texts[vote->n_slots], err))
            return false;
        vote->ranks[vote->n_slots++] = slot->rank;
    }
    return true;
}

struct pair_count {
    size_t pairs;
    size_t questions; /* questions with at least one pair */
};

static bool add_question(void *context, struct exporter *exporter, const struct judged_question *question,
                         struct err *err)
{
    struct pair_count *count = context;
    const size_t before = count->pairs;
    struct bytes *texts = arena_get_array(question->arena, question->n_tallies, sizeof *texts);
    struct judged_slot *slots;
    size_t n;
    bool added =
        judged_list_slots(exporter, question, &slots, &n, err) && read_texts(exporter, question, texts, err);
    struct told_vote vote;
    for (size_t i = 0; added && i < n; i += vote.n_slots) {
        added = take_vote(exporter, question, texts, &slots[i], n - i, &vote, err);
        if (added)
            count->pairs += add_pairs(question->text, &vote, exporter_out(exporter));
        added = added && exporter_pass(exporter, err);
    }
    count->questions += count->pairs > before;
    return added;
}

static const struct judged_prefetches prefetches = {.prefetch = store_prefetch_votes,
                                                    .reads_text = reads_text};

static bool write_dpo(struct exporter *exporter, struct err *err)
{
    struct pair_count count = {0};
    struct judged_count judged;
    if (!judged_visit_prefetching(exporter, &prefetches, add_question, &count, &judged, err))
        return false;
    buffer_add_format(&exporter->summary, "%zu pair%s of %zu of %zu question%s", count.pairs,
                      count.pairs == 1 ? "" : "s", count.questions, judged.of, judged.of == 1 ? "" : "s");
    return true;
}

const struct export_kind dpo_export = {
    .name = "dpo",
    .help = "for each vote, the chosen and each rejected document, to train preferences",
    EXPORT_FORMATS(formats),
    .takes = TAKES_QUESTIONS,
    .write = write_dpo,
};
