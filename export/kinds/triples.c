/*
 * A line for each relevant document with a fixed number of negatives: documents that were shown and lost. The hardest
 * negatives come first, those with the highest relevance. All lines have the same number of negatives, because readers
 * make columns of them. So the last few may be left over; a remark says how many.
 */
#include "export/forms/json.h"
#include "export/judged.h"
#include "export/kinds/kinds.h"

#include <math.h>
#include <stdlib.h>

static const struct export_format formats[] = {
    {.name = "jsonl", .help = "lines {anchor, positive, negative_1, …}, for sentence-transformers"},
};

struct triples {
    size_t lines, questions;
    size_t without; /* questions without a positive or without enough negatives */
    size_t left_over;
};

/* A candidate for a line. */
struct triple_example {
    const struct tally *tally;
    struct bytes text;
};

struct examples {
    struct triple_example *items;
    size_t n;
};

static int compare_examples(const void *left, const void *right)
{
    const struct triple_example *a = left, *b = right;
    return tally_compare_merit(a->tally, b->tally);
}

/*
 * Returns whether the candidate is used on its side. Identical documents are used once, because they have one text.
 */
static bool is_example(const struct exporter *exporter, const struct judged_question *question, size_t i,
                       bool are_positive)
{
    const double grade = question->grades[i];
    const bool is_wanted =
        are_positive ? exporter_is_positive(exporter, grade) : grade <= exporter->options->negative;
    return !isnan(grade) && is_wanted && !question->tallies[i].is_twin;
}

static bool reads_text(const struct exporter *exporter, const struct judged_question *question, size_t i)
{
    return is_example(exporter, question, i, true) || is_example(exporter, question, i, false);
}

/* Collects the positive or the negative candidates with their texts, the best first. */
static bool collect(struct exporter *exporter, const struct judged_question *question, bool are_positive,
                    struct examples *examples, struct err *err)
{
    *examples = (struct examples){0};
    for (size_t i = 0; i < question->n_tallies; i++) {
        if (!is_example(exporter, question, i, are_positive))
            continue;
        struct triple_example example = {.tally = &question->tallies[i]};
        if (!judged_read_document(exporter, example.tally->docid, question->arena, &example.text, err))
            return false;
        ARENA_PUSH(question->arena, examples->items, examples->n) = example;
    }
    if (examples->n > 0)
        qsort(examples->items, examples->n, sizeof *examples->items, compare_examples);
    return true;
}

static void add_line(struct exporter *exporter, struct bytes anchor, struct bytes positive,
                     const struct triple_example *negatives)
{
    struct json *line = json_object();
    json_add_text(line, "anchor", anchor);
    json_add_text(line, "positive", positive);
    for (int64_t i = 0; i < exporter->options->negatives; i++) {
        char key[sizeof "negative_" + 20];
        snprintf(key, sizeof key, "negative_%lld", (long long)i + 1);
        json_add_text(line, key, negatives[i].text);
    }
    json_print(line, JSON_LINE, exporter_out(exporter));
    buffer_add_byte(exporter_out(exporter), '\n');
    json_free(line);
}

static bool add_lines(struct exporter *exporter, struct bytes anchor, struct examples positives,
                      struct examples negatives, struct triples *triples, struct err *err)
{
    size_t beside = (size_t)exporter->options->negatives;
    for (size_t i = 0; i < positives.n; i++) {
        for (size_t j = 0; j + beside <= negatives.n; j += beside) {
            add_line(exporter, anchor, positives.items[i].text, &negatives.items[j]);
            triples->lines++;
            if (!exporter_pass(exporter, err))
                return false;
        }
    }
    return true;
}

static bool add_question(void *context, struct exporter *exporter, const struct judged_question *question,
                         struct err *err)
{
    struct triples *triples = context;
    struct examples positives, negatives;
    size_t beside = (size_t)exporter->options->negatives;
    if (!collect(exporter, question, true, &positives, err) ||
        !collect(exporter, question, false, &negatives, err))
        return false;
    if (positives.n == 0 || negatives.n < beside) {
        triples->without++;
        return true;
    }
    triples->questions++;
    triples->left_over += negatives.n % beside;
    return add_lines(exporter, question->text, positives, negatives, triples, err);
}

static const struct judged_prefetches prefetches = {.reads_text = reads_text};

static bool write_triples(struct exporter *exporter, struct err *err)
{
    struct triples triples = {0};
    struct judged_count count;
    if (!judged_visit_prefetching(exporter, &prefetches, add_question, &triples, &count, err))
        return false;
    buffer_add_format(&exporter->summary, "%zu line%s of %zu of %zu question%s", triples.lines,
                      triples.lines == 1 ? "" : "s", triples.questions, count.of, count.of == 1 ? "" : "s");
    if (triples.without > 0)
        exporter_remark(exporter, "questions with a vote, but without a positive or enough negatives: %zu",
                        triples.without);
    if (triples.left_over > 0)
        exporter_remark(exporter, "negatives left over, because each line has %lld: %zu",
                        (long long)exporter->options->negatives, triples.left_over);
    return true;
}

const struct export_kind triples_export = {
    .name = "triples",
    .help = "questions, relevant documents and hard negatives, to train embeddings",
    EXPORT_FORMATS(formats),
    .takes = TAKES_GRADES | TAKES_QUESTIONS | TAKES_POSITIVE | TAKES_NEGATIVES,
    .write = write_triples,
};
