#include "core/judge/control.h"

static const char *const control_names[] = {
    [CONTROL_ABSENT] = "",
    [CONTROL_REPEAT] = "repeat",
    [CONTROL_GOLD] = "gold",
    [CONTROL_GLANCE] = "glance",
};

const struct words control_words = WORDS_OF(control_names);

enum { DRAWS_MAX = 20 };

struct drawn_control control_draw(const struct control_plan *plan, struct random_source random)
{
    double drawn = random_uniform(&random);
    enum control is = drawn < plan->repeats                                  ? CONTROL_REPEAT
                      : plan->has_gold && drawn < plan->repeats + GOLD_SHARE ? CONTROL_GOLD
                                                                             : CONTROL_ABSENT;
    return (struct drawn_control){is, random};
}

int gold_answer(const struct graded_candidate *candidates, size_t n)
{
    double best = 0;
    int answer = GOLD_NONE;
    for (size_t i = 0; i < n; i++) {
        if (candidates[i].grade > best) {
            best = candidates[i].grade;
            answer = (int)i + 1;
        } else if (candidates[i].grade >= best && best > 0) {
            answer = GOLD_UNCLEAR;
        }
    }
    return answer;
}

static void draw_candidates(const struct graded_candidate *candidates, size_t n, size_t n_slots,
                            struct random_source *random, struct graded_candidate *drawn)
{
    size_t n_drawn = 0;
    for (size_t i = 0; i < n && n_drawn < n_slots; i++) {
        if (random_below(random, n - i) < n_slots - n_drawn)
            drawn[n_drawn++] = candidates[i];
    }
}

static bool is_among(const struct slot_set *sets, size_t n, const struct slot_set *set)
{
    size_t i = 0;
    while (i < n && !slot_set_equal(&sets[i], set))
        i++;
    return i < n;
}

bool gold_draw(const struct graded_candidate *candidates, size_t n, size_t n_slots,
               const struct slot_set *taken, size_t n_taken, struct random_source *random,
               struct slot_set *set)
{
    struct graded_candidate drawn[BALLOT_SIZE_MAX];
    int64_t document_ids[BALLOT_SIZE_MAX];
    n_slots = n_slots < n ? n_slots : n;
    for (int i = 0; n_slots >= BALLOT_SIZE_MIN && i < DRAWS_MAX; i++) {
        draw_candidates(candidates, n, n_slots, random, drawn);
        for (size_t slot = 0; slot < n_slots; slot++)
            document_ids[slot] = drawn[slot].document_id;
        *set = slot_set_of(document_ids, n_slots);
        if (gold_answer(drawn, n_slots) != GOLD_UNCLEAR && !is_among(taken, n_taken, set))
            return true;
    }
    return false;
}
