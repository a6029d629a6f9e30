#include "core/judge/settled.h"

#include "core/base/memory.h"
#include "core/base/random.h"
#include "core/judge/matrix.h"

#include <math.h>
#include <stdlib.h>

enum { SAMPLES = 400 };

static const double margin = SETTLED_MARGIN, none_margin = SETTLED_NONE_MARGIN;

static double draw_share(struct random_source *random)
{
    return ((double)(random_next(random) >> 11) + 0.5) / (double)(UINT64_C(1) << 53);
}

/* Two normal numbers (Box and Muller). */
static void draw_normals(struct random_source *random, double *pair)
{
    double radius = sqrt(-2 * log(draw_share(random))), angle = 2 * M_PI * draw_share(random);
    pair[0] = radius * cos(angle);
    pair[1] = radius * sin(angle);
}

static size_t find_leader(const struct luce_estimate *estimate)
{
    size_t leader = 0;
    for (size_t i = 1; i < estimate->n; i++)
        leader = estimate->utilities[i] > estimate->utilities[leader] ? i : leader;
    return leader;
}

/* The most of a sample's utilities, and the leader's. Each draw serves twice, with either sign. */
static void look_at(const struct luce_estimate *estimate, const double *lower, const double *normals,
                    double sign, size_t leader, double *most, double *leading)
{
    *most = -INFINITY;
    for (size_t i = 0; i < estimate->n; i++) {
        double utility = estimate->utilities[i] + sign * matrix_dot(lower + i * estimate->n, normals, i + 1);
        *most = fmax(*most, utility);
        if (i == leader)
            *leading = utility;
    }
}

struct verdict settled_verdict(const struct luce_estimate *estimate)
{
    size_t n = estimate->n, leader = find_leader(estimate), n_best = 0, n_none = 0;
    double *lower = memory_get_zeroed(n * n + n + 1, sizeof *lower), *normals = lower + n * n;
    struct random_source random = random_from(0, 0);
    matrix_factor(estimate->covariance, n, lower);
    for (size_t sample = 0; sample < SAMPLES; sample += 2) {
        for (size_t i = 0; i < n; i += 2)
            draw_normals(&random, normals + i);
        for (double sign = -1; sign <= 1; sign += 2) {
            double most, leading = 0;
            look_at(estimate, lower, normals, sign, leader, &most, &leading);
            n_best += leading > 0 && leading + margin >= most;
            n_none += most <= none_margin;
        }
    }
    free(lower);
    bool is_none = n_none > n_best;
    return (struct verdict){.is_none = is_none,
                            .leader = leader,
                            .probability = (double)(is_none ? n_none : n_best) / SAMPLES};
}
