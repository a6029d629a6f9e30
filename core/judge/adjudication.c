#include "core/judge/adjudication.h"

#include "core/base/memory.h"

#include <stdlib.h>

/* A pair of two documents, or of none (0) and a document. */
struct pair {
    int64_t lesser, greater;
};

/* Values in place of the chosen document. */
enum { DECIDED_NONE = 0, DECIDED_NOTHING = -1 /* the ballot was skipped */ };

/* An answer that was not undone. */
struct decided_ballot {
    int64_t annotator_id;
    const struct slot_set *set;
    int64_t chosen; /* a document, or one of the values above */
};

/* Which one of a pair was chosen. */
struct pair_decision {
    struct pair pair;
    int64_t annotator_id;
    bool lesser_won;
};

static int compare_pairs(const struct pair *a, const struct pair *b)
{
    if (a->lesser != b->lesser)
        return a->lesser < b->lesser ? -1 : 1;
    return (a->greater > b->greater) - (a->greater < b->greater);
}

static int compare_decisions(const void *left, const void *right)
{
    const struct pair_decision *a = left, *b = right;
    return compare_pairs(&a->pair, &b->pair);
}

static struct pair pair_of(int64_t one, int64_t other)
{
    return one < other ? (struct pair){one, other} : (struct pair){other, one};
}

/* Lists all decisions except the judge's. */
static struct pair_decision *list_decisions(const struct decided_ballot *ballots, size_t n, int64_t judge_id,
                                            size_t *n_decisions)
{
    struct pair_decision *decisions = memory_get_zeroed(n * BALLOT_SIZE_MAX, sizeof *decisions);
    *n_decisions = 0;
    for (size_t i = 0; i < n; i++) {
        const struct decided_ballot *ballot = &ballots[i];
        if (ballot->annotator_id == judge_id || ballot->chosen == DECIDED_NOTHING)
            continue;
        for (size_t slot = 0; slot <= slot_set_size(ballot->set); slot++) {
            int64_t other = slot == 0 ? DECIDED_NONE : ballot->set->document_ids[slot - 1];
            if (other != ballot->chosen)
                decisions[(*n_decisions)++] = (struct pair_decision){
                    .pair = pair_of(other, ballot->chosen),
                    .annotator_id = ballot->annotator_id,
                    .lesser_won = ballot->chosen < other,
                };
        }
    }
    qsort(decisions, *n_decisions, sizeof *decisions, compare_decisions);
    return decisions;
}

/* Returns whether the decisions on one pair go both ways and come from more than one annotator. */
static bool is_contested(const struct pair_decision *decisions, size_t n)
{
    bool both_ways = false, by_others = false;
    for (size_t i = 1; i < n; i++) {
        both_ways |= decisions[i].lesser_won != decisions[0].lesser_won;
        by_others |= decisions[i].annotator_id != decisions[0].annotator_id;
    }
    return both_ways && by_others;
}

static bool stands_on(const struct slot_set *set, int64_t document_id)
{
    bool stands = document_id == DECIDED_NONE;
    for (size_t i = 0; i < slot_set_size(set); i++)
        stands |= set->document_ids[i] == document_id;
    return stands;
}

static bool has_pair(const struct slot_set *set, const struct pair *pair)
{
    return stands_on(set, pair->lesser) && stands_on(set, pair->greater);
}

static bool is_settled(const struct decided_ballot *ballots, size_t n, int64_t judge_id,
                       const struct pair *pair)
{
    size_t i = 0;
    while (i < n && (ballots[i].annotator_id != judge_id || !has_pair(ballots[i].set, pair)))
        i++;
    return i < n;
}

/* Moves the open pairs, in ascending order, to the front of the decisions. Returns how many there are. */
static size_t keep_open_pairs(struct pair_decision *decisions, size_t n, const struct decided_ballot *ballots,
                              size_t n_ballots, int64_t judge_id)
{
    size_t n_open = 0;
    for (size_t begin = 0, end; begin < n; begin = end) {
        for (end = begin + 1; end < n && compare_decisions(&decisions[begin], &decisions[end]) == 0; end++) {
        }
        if (is_contested(decisions + begin, end - begin) &&
            !is_settled(ballots, n_ballots, judge_id, &decisions[begin].pair))
            decisions[n_open++] = decisions[begin];
    }
    return n_open;
}

static size_t count_open(const struct slot_set *set, const struct pair_decision *open, size_t n_open)
{
    size_t n = 0;
    for (size_t i = 0; i < n_open; i++)
        n += has_pair(set, &open[i].pair);
    return n;
}

static const struct slot_set *choose(const struct decided_ballot *ballots, size_t n, int64_t judge_id)
{
    const struct slot_set *chosen = NULL;
    size_t most = 0, n_open;
    if (n == 0)
        return NULL;
    struct pair_decision *decisions = list_decisions(ballots, n, judge_id, &n_open);
    n_open = keep_open_pairs(decisions, n_open, ballots, n, judge_id);
    for (size_t i = 0; n_open > 0 && i < n; i++) {
        if (ballots[i].annotator_id == judge_id || ballots[i].chosen == DECIDED_NOTHING)
            continue;
        size_t open = count_open(ballots[i].set, decisions, n_open);
        if (open > most) {
            most = open;
            chosen = ballots[i].set;
        }
    }
    free(decisions);
    return chosen;
}

static int64_t chosen_document(const struct docket_ballot *ballot)
{
    const struct choice *choice = &ballot->choice;
    return ballot->said == SAID_SKIP || choice_tied(choice) > 0 ? DECIDED_NOTHING
           : choice->position == VOTE_NONE                      ? DECIDED_NONE
                                                                : choice->document_ids[choice->position - 1];
}

/* Lists the answered ballots. The array has room for as many again. */
static struct decided_ballot *list_decided(const struct docket *docket, size_t *n)
{
    struct decided_ballot *decided = memory_get_zeroed(2 * docket->n_ballots + 1, sizeof *decided);
    *n = 0;
    for (size_t i = 0; i < docket->n_ballots; i++) {
        const struct docket_ballot *ballot = &docket->ballots[i];
        if (ballot->said != SAID_NOTHING && !ballot->is_control &&
            docket_has_candidates(docket, &ballot->set))
            decided[(*n)++] =
                (struct decided_ballot){ballot->annotator_id, &ballot->set, chosen_document(ballot)};
    }
    return decided;
}

const struct slot_set *adjudication_choose(const struct docket *docket, int64_t judge_id)
{
    size_t n;
    struct decided_ballot *decided = list_decided(docket, &n);
    const struct slot_set *chosen = choose(decided, n, judge_id);
    free(decided);
    return chosen;
}

size_t adjudication_count(const struct docket *docket, int64_t judge_id)
{
    size_t n, asked = 0;
    struct decided_ballot *decided = list_decided(docket, &n);
    for (const struct slot_set *set; (set = choose(decided, n + asked, judge_id)) != NULL; asked++)
        decided[n + asked] = (struct decided_ballot){judge_id, set, DECIDED_NOTHING};
    free(decided);
    return asked;
}
