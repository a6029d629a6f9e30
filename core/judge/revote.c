#include "core/judge/revote.h"

#include <math.h>

void win_moments_add(struct win_moments *moments, const struct tally *tallies, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (tallies[i].impressions == 0)
            continue;
        double share = relevance_of(&tallies[i]);
        moments->candidates++;
        moments->impressions += (double)tallies[i].impressions;
        moments->wins += (double)tallies[i].wins;
        moments->shares += share;
        moments->squares += share * share;
        moments->variances += 1 / (double)tallies[i].impressions;
    }
}

struct win_prior win_prior_of(const struct win_moments *moments)
{
    static const double weight_least = 0.1;
    static const double weight_most = 1000;
    double mean = moments->impressions > 0 ? moments->wins / moments->impressions : 0;
    double chance = moments->candidates > 0 ? moments->variances / moments->candidates : 1;
    double weight = 1;
    if (chance < 1 && mean > 0 && mean < 1) {
        /* The squared distance from the mean is mean (1 - mean) (chance + (1 - chance) / (weight + 1)). */
        double spread = (moments->squares - 2 * mean * moments->shares) / moments->candidates + mean * mean;
        double kinship = (spread / (mean * (1 - mean)) - chance) / (1 - chance);
        weight = kinship > 0 ? fmin(fmax(1 / kinship - 1, weight_least), weight_most) : weight_most;
    }
    return (struct win_prior){.wins = mean * weight, .losses = (1 - mean) * weight};
}

void revote(const struct tally *tally, const struct win_prior *prior, struct random_source *random,
            int64_t wins[2])
{
    double won = prior->wins + (double)tally->wins;
    double all = prior->wins + prior->losses + (double)tally->impressions;
    for (size_t round = 0; round < 2; round++) {
        wins[round] = 0;
        for (int64_t i = 0; i < tally->impressions; i++, all++) {
            if (random_uniform(random) * all < won) {
                won++;
                wins[round]++;
            }
        }
    }
}
