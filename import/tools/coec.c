#include "import/tools/coec.h"

#include <stdio.h>

struct coec_pair {
    struct bytes question, document;
    const char *place;
    double clicks, impressions, expected;
};

struct coec_count {
    size_t pair, position;
    double clicks, impressions;
};

static size_t find_pair(struct coec *coec, const char *place, struct bytes question, struct bytes document)
{
    struct bytes name =
        bytes_of(arena_format(&coec->arena, "%.*s\t%.*s", BYTES_FORMAT(question), BYTES_FORMAT(document)));
    bool is_new;
    size_t number = (size_t)map_put(&coec->pairs_by_name, name, &is_new);
    if (is_new)
        ARENA_PUSH(&coec->arena, coec->pairs, coec->n_pairs) =
            (struct coec_pair){.question = question, .document = document, .place = place};
    return number;
}

void coec_count(struct coec *coec, const char *place, struct bytes question, struct bytes document,
                size_t position, double clicks, double impressions)
{
    position = position < COEC_POSITIONS ? position : COEC_POSITIONS - 1;
    if (coec->clicks == NULL) {
        coec->clicks = arena_get_array(&coec->arena, COEC_POSITIONS, sizeof *coec->clicks);
        coec->impressions = arena_get_array(&coec->arena, COEC_POSITIONS, sizeof *coec->impressions);
    }
    coec->clicks[position] += clicks;
    coec->impressions[position] += impressions;
    size_t pair = find_pair(coec, place, question, document);
    ARENA_PUSH(&coec->arena, coec->counts, coec->n_counts) =
        (struct coec_count){pair, position, clicks, impressions};
}

/* Adds up the counts of each pair. */
static void add_up(const struct coec *coec)
{
    for (size_t i = 0; i < coec->n_counts; i++) {
        const struct coec_count *count = &coec->counts[i];
        double shown = coec->impressions[count->position];
        coec->pairs[count->pair].clicks += count->clicks;
        coec->pairs[count->pair].impressions += count->impressions;
        coec->pairs[count->pair].expected +=
            shown > 0 ? count->impressions * coec->clicks[count->position] / shown : 0;
    }
}

void coec_write(const struct coec *coec, struct record_writer *writer)
{
    add_up(coec);
    for (size_t i = 0; i < coec->n_pairs; i++) {
        const struct coec_pair *pair = &coec->pairs[i];
        char grade[64] = "null";
        if (pair->expected > 0)
            snprintf(grade, sizeof grade, "%.9g", pair->clicks / pair->expected);
        record_writer_add(writer, pair->place, pair->question, pair->document, "grade", bytes_of(grade));
    }
}

void coec_write_counts(const struct coec *coec, struct record_writer *writer)
{
    add_up(coec);
    for (size_t i = 0; i < coec->n_pairs; i++) {
        const struct coec_pair *pair = &coec->pairs[i];
        char clicks[32], impressions[32];
        snprintf(clicks, sizeof clicks, "%.15g", pair->clicks);
        snprintf(impressions, sizeof impressions, "%.15g", pair->impressions);
        record_writer_open(writer, pair->place, pair->question, pair->document);
        record_writer_field(writer, "clicks", bytes_of(clicks));
        record_writer_field(writer, "impressions", bytes_of(impressions));
        record_writer_close(writer);
    }
}

void coec_release(struct coec *coec)
{
    map_release(&coec->pairs_by_name);
    arena_release(&coec->arena);
}
