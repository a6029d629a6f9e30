/*
 * Every answer, one per line. In an anonymous export, annotators are a1, a2 … in the order in which they first
 * appeared, and notes are left out, because they may name people. Uuids and times stay: the uuid identifies a vote.
 */
#include "core/judge/control.h"
#include "export/kinds/kinds.h"
#include "export/vote_line.h"

static const struct export_format formats[] = {
    {.name = "jsonl", .help = "JSON lines, which assay import reads", .flaws = FLAW_INVALID},
};

struct votes_count {
    size_t votes, skips, glances, checks, withdrawn;
};

struct writing_votes {
    struct exporter *exporter;
    struct votes_count count;
};

static bool check_names(const struct exporter *exporter, const struct answer_row *answer, struct err *err)
{
    bool carried = exporter_check_id(exporter, "question", answer->qid, err) &&
                   exporter_check_id(exporter, "annotator", answer->annotator, err);
    for (size_t i = 0; carried && i < answer->n_slots; i++)
        carried = exporter_check_id(exporter, "document", answer->docids[i], err);
    return carried;
}

static void count_answer(struct votes_count *count, const struct answer_row *answer)
{
    if (answer->is_withdrawn)
        count->withdrawn++;
    else if (answer->skip.size > 0)
        count->skips++;
    else if (bytes_equal(answer->control, bytes_of(words_at(&control_words, CONTROL_GLANCE))))
        count->glances++;
    else if (answer->control.size > 0)
        count->checks++;
    else
        count->votes++;
}

static bool add_answer(void *context, const struct answer_row *answer, struct err *err)
{
    struct writing_votes *writing = context;
    struct exporter *exporter = writing->exporter;
    struct answer_row told = *answer;
    struct buffer name = {0};
    if (exporter->options->is_anonymous) {
        buffer_add_format(&name, "a%lld", (long long)answer->annotator_id);
        told.annotator = buffer_bytes(&name);
        if (!exporter->options->has_notes)
            told.note = (struct bytes){0};
    }
    count_answer(&writing->count, answer);
    bool carried = check_names(exporter, &told, err);
    if (carried)
        vote_line_add(&told, exporter_out(exporter));
    buffer_release(&name);
    return carried && exporter_pass(exporter, err);
}

static bool write_votes(struct exporter *exporter, struct err *err)
{
    struct writing_votes writing = {.exporter = exporter};
    if (!store_visit_answers(exporter->store, add_answer, &writing, err))
        return false;
    buffer_add_format(&exporter->summary, "votes: %zu, skips: %zu, undone: %zu", writing.count.votes,
                      writing.count.skips, writing.count.withdrawn);
    if (writing.count.glances > 0)
        buffer_add_format(&exporter->summary, ", kept or dropped at a glance: %zu", writing.count.glances);
    if (writing.count.checks > 0)
        buffer_add_format(&exporter->summary, ", answers to checks: %zu", writing.count.checks);
    return true;
}

const struct export_kind votes_export = {
    .name = "votes",
    .help = "all answers in order, with skips and undone votes",
    EXPORT_FORMATS(formats),
    .takes = TAKES_ANONYMOUS,
    .is_of_answers = true,
    .write = write_votes,
};
