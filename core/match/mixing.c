/*
 * Similarities by words are summed word by word from the lists of texts that have the word, so texts without a
 * common word cost nothing. Given vectors are dense, so each is compared with each. Equally near neighbours are
 * ordered by lots, which are drawn beforehand: the order of the texts must not decide, because one set comes after
 * the other.
 */
#include "core/match/mixing.h"

#include "core/text/common_words.h"
#include "core/base/distribution.h"
#include "core/base/map.h"
#include "core/base/memory.h"
#include "core/base/random.h"
#include "core/match/cluster_tree.h"
#include "core/match/shingles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Random streams of the plan's seed. */
enum { STREAM_LOTS, STREAM_PERMUTATIONS, STREAM_CLUSTERS };

struct term {
    size_t word;
    double weight;
};

struct vector {
    struct term *terms;
    size_t n;
};

/* A text that contains a word. */
struct posting {
    size_t text;
    double weight;
};

struct posting_list {
    struct posting *postings;
    size_t n, capacity;
};

struct space {
    struct vector *vectors;             /* the words of the own texts, then of the others */
    const struct mixing_vectors *given; /* the given vectors; NULL: word vectors are used */
    const struct bytes *own, *other;
    size_t n_own, n;
    struct map words; /* in lower case */
    struct posting_list *lists;
    uint64_t *lots;
    size_t *neighbours; /* MIXING_NEIGHBOURS of each text, SIZE_MAX if there are fewer */
    struct arena arena;
};

static void space_release(struct space *space)
{
    for (size_t i = 0; space->lists != NULL && i < space->words.size; i++)
        free(space->lists[i].postings);
    free(space->lists);
    free(space->vectors);
    free(space->lots);
    free(space->neighbours);
    map_release(&space->words);
    arena_release(&space->arena);
}

void mixing_release(struct mixing *mixing)
{
    free(mixing->clusters);
    arena_release(&mixing->arena);
    *mixing = (struct mixing){0};
}

static struct bytes text_of(const struct space *space, size_t text)
{
    return text < space->n_own ? space->own[text] : space->other[text - space->n_own];
}

/* --- Vectors -------------------------------------------------------------- */

static struct bytes fold(struct bytes word, struct arena *arena)
{
    char *folded = arena_get(arena, word.size + 1);
    for (size_t i = 0; i < word.size; i++)
        folded[i] =
            word.data[i] >= 'A' && word.data[i] <= 'Z' ? (char)(word.data[i] + 'a' - 'A') : word.data[i];
    return (struct bytes){folded, word.size};
}

/* Counts the word. A linear search is enough, because a text has few words. */
static void count_word(struct vector *vector, size_t word, struct arena *arena)
{
    size_t i = 0;
    while (i < vector->n && vector->terms[i].word != word)
        i++;
    if (i == vector->n)
        ARENA_PUSH(arena, vector->terms, vector->n) = (struct term){.word = word};
    vector->terms[i].weight++;
}

static void read_vector(struct space *space, size_t text)
{
    struct bytes rest = text_of(space, text), word;
    while (text_next_word(&rest, &word)) {
        struct bytes folded = fold(word, &space->arena);
        if (!common_words_have(folded))
            count_word(&space->vectors[text], (size_t)map_put(&space->words, folded, NULL), &space->arena);
    }
}

/* Counts the texts that have each word. */
static size_t *count_texts(const struct space *space)
{
    size_t *counts = memory_get_zeroed(space->words.size + 1, sizeof *counts);
    for (size_t text = 0; text < space->n; text++) {
        for (size_t i = 0; i < space->vectors[text].n; i++)
            counts[space->vectors[text].terms[i].word]++;
    }
    return counts;
}

/* Sets the weights (1 + ln tf) · ln((n + 1) / df) and scales the vector to length 1. */
static void weigh(struct vector *vector, const size_t *counts, size_t n_texts)
{
    double squares = 0;
    for (size_t i = 0; i < vector->n; i++) {
        struct term *term = &vector->terms[i];
        term->weight = (1 + log(term->weight)) * log(((double)n_texts + 1) / (double)counts[term->word]);
        squares += term->weight * term->weight;
    }
    for (size_t i = 0; i < vector->n; i++)
        vector->terms[i].weight /= sqrt(squares);
}

static void make_space(struct space *space, uint64_t seed)
{
    struct random_source random = random_from(seed, STREAM_LOTS);
    space->vectors = memory_get_zeroed(space->n + 1, sizeof *space->vectors);
    space->lots = memory_get_zeroed(space->n + 1, sizeof *space->lots);
    for (size_t text = 0; text < space->n; text++) {
        read_vector(space, text);
        space->lots[text] = random_next(&random);
    }
    size_t *counts = count_texts(space);
    space->lists = memory_get_zeroed(space->words.size + 1, sizeof *space->lists);
    for (size_t text = 0; text < space->n; text++) {
        struct vector *vector = &space->vectors[text];
        weigh(vector, counts, space->n);
        for (size_t i = 0; i < vector->n; i++) {
            struct posting_list *list = &space->lists[vector->terms[i].word];
            VECTOR_PUSH(list->postings, list->n, list->capacity) =
                (struct posting){text, vector->terms[i].weight};
        }
    }
    free(counts);
}

/* --- Neighbours ----------------------------------------------------------- */

enum { LANES = 4, BLOCK = 16 };

typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));

/* The similarity of a text to the current one. */
struct near {
    size_t text;
    double similarity;
};

static bool is_nearer(const struct space *space, struct near a, struct near b)
{
    if (a.similarity != b.similarity)
        return a.similarity > b.similarity;
    return space->lots[a.text] < space->lots[b.text];
}

/* Keeps the nearest texts, in order. */
static void keep_near(const struct space *space, struct near *nearest, size_t *n, struct near candidate)
{
    size_t at = *n;
    if (*n == MIXING_NEIGHBOURS && !is_nearer(space, candidate, nearest[*n - 1]))
        return;
    if (*n < MIXING_NEIGHBOURS)
        (*n)++;
    else
        at--;
    for (; at > 0 && is_nearer(space, candidate, nearest[at - 1]); at--)
        nearest[at] = nearest[at - 1];
    nearest[at] = candidate;
}

static lanes multiply_lanes(const float *a, const float *b)
{
    lanes left, right;
    memcpy(&left, a, sizeof left);
    memcpy(&right, b, sizeof right);
    return left * right;
}

/* Adds several sums in parallel, each in a vector register. */
static double multiply(const float *a, const float *b, size_t n)
{
    lanes first = {0}, second = {0}, third = {0}, fourth = {0};
    float sum = 0;
    size_t i = 0;
    for (; i + 4 * LANES <= n; i += 4 * LANES) {
        first += multiply_lanes(a + i, b + i);
        second += multiply_lanes(a + i + LANES, b + i + LANES);
        third += multiply_lanes(a + i + 2 * LANES, b + i + 2 * LANES);
        fourth += multiply_lanes(a + i + 3 * LANES, b + i + 3 * LANES);
    }
    for (; i < n; i++)
        sum += a[i] * b[i];
    first += second + third + fourth;
    for (size_t k = 0; k < LANES; k++)
        sum += first[k];
    return (double)sum;
}

static void note_neighbours(struct space *space, size_t text, const struct near *nearest, size_t n)
{
    for (size_t i = 0; i < MIXING_NEIGHBOURS; i++)
        space->neighbours[text * MIXING_NEIGHBOURS + i] = i < n ? nearest[i].text : SIZE_MAX;
}

/*
 * Handles a block of texts at once. All vectors together are larger than the caches, so each is loaded only once
 * per block.
 */
static void find_near_vectors(struct space *space, size_t first)
{
    const struct mixing_vectors *given = space->given;
    struct near nearest[BLOCK][MIXING_NEIGHBOURS];
    size_t n[BLOCK] = {0};
    size_t n_block = space->n - first < BLOCK ? space->n - first : BLOCK;
    for (size_t other = 0; other < space->n; other++) {
        for (size_t i = 0; i < n_block; i++) {
            double similarity = multiply(given->of[first + i], given->of[other], given->length);
            if (other != first + i)
                keep_near(space, nearest[i], &n[i], (struct near){other, similarity});
        }
    }
    for (size_t i = 0; i < n_block; i++)
        note_neighbours(space, first + i, nearest[i], n[i]);
}

static bool compare_vectors(struct space *space, const struct mixing_plan *plan)
{
    bool goes_on = true;
    for (size_t first = 0; goes_on && first < space->n; first += BLOCK) {
        find_near_vectors(space, first);
        goes_on = !plan->interrupted();
    }
    return goes_on;
}

/* Finds the neighbours that share a word; `similarities` are zero before and after. */
static void find_near_words(struct space *space, size_t text, double *similarities, size_t *touched)
{
    const struct vector *vector = &space->vectors[text];
    struct near nearest[MIXING_NEIGHBOURS];
    size_t n_touched = 0, n = 0;
    for (size_t i = 0; i < vector->n; i++) {
        const struct posting_list *list = &space->lists[vector->terms[i].word];
        for (size_t k = 0; k < list->n; k++) {
            size_t other = list->postings[k].text;
            if (similarities[other] == 0)
                touched[n_touched++] = other;
            similarities[other] += vector->terms[i].weight * list->postings[k].weight;
        }
    }
    for (size_t i = 0; i < n_touched; i++) {
        if (touched[i] != text)
            keep_near(space, nearest, &n, (struct near){touched[i], similarities[touched[i]]});
        similarities[touched[i]] = 0;
    }
    note_neighbours(space, text, nearest, n);
}

static bool compare_words(struct space *space, const struct mixing_plan *plan)
{
    double *similarities = memory_get_zeroed(space->n + 1, sizeof *similarities);
    size_t *touched = memory_get_zeroed(space->n + 1, sizeof *touched);
    bool goes_on = true;
    for (size_t text = 0; goes_on && text < space->n; text++) {
        find_near_words(space, text, similarities, touched);
        goes_on = text % 256 != 0 || !plan->interrupted();
    }
    free(similarities);
    free(touched);
    return goes_on;
}

static bool find_neighbours(struct space *space, const struct mixing_plan *plan)
{
    space->neighbours = memory_get_zeroed(space->n * MIXING_NEIGHBOURS + 1, sizeof *space->neighbours);
    return space->given != NULL ? compare_vectors(space, plan) : compare_words(space, plan);
}

/* --- The test ------------------------------------------------------------- */

/* Counts the neighbours that are from the text's own set. */
static size_t count_same(const struct space *space, const bool *is_own, size_t *n_neighbours)
{
    size_t same = 0;
    *n_neighbours = 0;
    for (size_t i = 0; i < space->n * MIXING_NEIGHBOURS; i++) {
        size_t neighbour = space->neighbours[i];
        if (neighbour == SIZE_MAX)
            continue;
        same += is_own[neighbour] == is_own[i / MIXING_NEIGHBOURS];
        (*n_neighbours)++;
    }
    return same;
}

static void shuffle(bool *is_own, size_t n, struct random_source *random)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)random_below(random, i);
        bool swapped = is_own[i - 1];
        is_own[i - 1] = is_own[k];
        is_own[k] = swapped;
    }
}

static bool test_mixing(struct mixing *out, const struct space *space, const struct mixing_plan *plan)
{
    struct random_source random = random_from(plan->seed, STREAM_PERMUTATIONS);
    bool *is_own = memory_get_zeroed(space->n + 1, sizeof *is_own);
    size_t n_neighbours, n_extreme = 0;
    double sum = 0, squares = 0;
    bool goes_on = true;
    memset(is_own, true, space->n_own);
    size_t observed = count_same(space, is_own, &n_neighbours);
    for (size_t i = 0; goes_on && i < plan->permutations; i++) {
        shuffle(is_own, space->n, &random);
        size_t same = count_same(space, is_own, &n_neighbours);
        double distance =
            (double)same - (double)observed; /* the distances are small, so their squares stay exact */
        n_extreme += same >= observed;
        sum += distance;
        squares += distance * distance;
        goes_on = i % 64 != 0 || !plan->interrupted();
    }
    double mean = sum / (double)plan->permutations;
    double deviation = sqrt(fmax(0, squares / (double)plan->permutations - mean * mean));
    out->same = n_neighbours > 0 ? (double)observed / (double)n_neighbours : NAN;
    out->expected = n_neighbours > 0 ? ((double)observed + mean) / (double)n_neighbours : NAN;
    out->z = deviation > 0 ? -mean / deviation : NAN;
    out->p = ((double)n_extreme + 1) / ((double)plan->permutations + 1);
    free(is_own);
    return goes_on;
}

/* --- Clusters ------------------------------------------------------------- */

struct clustering {
    size_t n;
    size_t length; /* of a centre */
    /* n rows with a weight for each word, or for each dimension of the given vectors. */
    double *centres;
    size_t *members; /* the cluster of each text; SIZE_MAX: the text has no words */
};

static bool has_place(const struct space *space, size_t text)
{
    return space->given != NULL || space->vectors[text].n > 0;
}

static double similarity_to(const struct clustering *clustering, const struct space *space, size_t cluster,
                            size_t text)
{
    const double *centre = clustering->centres + cluster * clustering->length;
    const struct vector *vector = &space->vectors[text];
    double sum = 0;
    for (size_t i = 0; space->given != NULL && i < clustering->length; i++)
        sum += (double)space->given->of[text][i] * centre[i];
    for (size_t i = 0; space->given == NULL && i < vector->n; i++)
        sum += vector->terms[i].weight * centre[vector->terms[i].word];
    return sum;
}

static void add_words(const struct vector *vector, double *weights)
{
    for (size_t i = 0; i < vector->n; i++)
        weights[vector->terms[i].word] += vector->terms[i].weight;
}

static void put_centre(struct clustering *clustering, const struct space *space, size_t cluster, size_t text)
{
    double *centre = clustering->centres + cluster * clustering->length;
    for (size_t i = 0; space->given != NULL && i < clustering->length; i++)
        centre[i] += (double)space->given->of[text][i];
    if (space->given == NULL)
        add_words(&space->vectors[text], centre);
}

/* Assigns each text to its nearest cluster. Returns whether any text has changed its cluster. */
static bool assign(struct clustering *clustering, const struct space *space)
{
    bool changed = false;
    for (size_t text = 0; text < space->n; text++) {
        size_t best = SIZE_MAX;
        double highest = -INFINITY;
        for (size_t cluster = 0; has_place(space, text) && cluster < clustering->n; cluster++) {
            double similarity = similarity_to(clustering, space, cluster, text);
            if (similarity > highest) {
                highest = similarity;
                best = cluster;
            }
        }
        changed = changed || clustering->members[text] != best;
        clustering->members[text] = best;
    }
    return changed;
}

/* Replaces each centre by the sum of its texts' directions. */
static void sum_members(struct clustering *clustering, const struct space *space)
{
    memset(clustering->centres, 0, clustering->n * clustering->length * sizeof *clustering->centres);
    for (size_t text = 0; text < space->n; text++) {
        if (clustering->members[text] != SIZE_MAX)
            put_centre(clustering, space, clustering->members[text], text);
    }
}

/* Moves each centre to the mean direction of its texts. */
static void move_centres(struct clustering *clustering, const struct space *space)
{
    size_t length = clustering->length;
    sum_members(clustering, space);
    for (size_t cluster = 0; cluster < clustering->n; cluster++) {
        double *centre = clustering->centres + cluster * length;
        double squares = 0;
        for (size_t i = 0; i < length; i++)
            squares += centre[i] * centre[i];
        for (size_t i = 0; squares > 0 && i < length; i++)
            centre[i] /= sqrt(squares);
    }
}

/* Chooses the first centres: each is the farthest from the earlier ones among a few randomly drawn texts. */
static void draw_centres(struct clustering *clustering, const struct space *space,
                         struct random_source *random)
{
    enum { DRAWN = 8 }; /* with more, the farthest would be outliers */
    for (size_t cluster = 0; cluster < clustering->n; cluster++) {
        size_t farthest = 0;
        double least = INFINITY;
        for (size_t i = 0; i < DRAWN; i++) {
            size_t text = (size_t)random_below(random, space->n);
            double nearest = has_place(space, text) ? -1 : 2;
            for (size_t before = 0; before < cluster; before++)
                nearest = fmax(nearest, similarity_to(clustering, space, before, text));
            if (nearest < least) {
                least = nearest;
                farthest = text;
            }
        }
        put_centre(clustering, space, cluster, farthest);
    }
}

static size_t suitable_clusters(size_t n_texts)
{
    enum { CLUSTERS_MAX = 20 };
    size_t n = (size_t)sqrt((double)n_texts / 4);
    return n < 2 ? 2 : n > CLUSTERS_MAX ? CLUSTERS_MAX : n;
}

/* Names the cluster by the heaviest words. */
static void name_cluster(struct mixing_cluster *out, const struct space *space, const double *weights,
                         const struct bytes *words, struct arena *arena)
{
    double before = INFINITY;
    size_t last = SIZE_MAX;
    for (out->n_words = 0; out->n_words < MIXING_WORDS; out->n_words++) {
        size_t best = SIZE_MAX;
        for (size_t i = 0; i < space->words.size; i++) {
            bool is_left = weights[i] < before || (weights[i] == before && last != SIZE_MAX && i > last);
            if (weights[i] > 0 && is_left && (best == SIZE_MAX || weights[i] > weights[best]))
                best = i;
        }
        if (best == SIZE_MAX)
            break;
        before = weights[best];
        last = best;
        out->words[out->n_words] = arena_copy(arena, words[best]);
    }
}

static void count_members(struct mixing *out, const struct clustering *clustering, const struct space *space)
{
    double *nearest = memory_get_zeroed(clustering->n, sizeof *nearest);
    for (size_t text = 0; text < space->n; text++) {
        size_t cluster = clustering->members[text];
        if (cluster == SIZE_MAX)
            continue;
        struct mixing_cluster *counted = &out->clusters[cluster];
        if (text < space->n_own) {
            counted->n_own++;
            continue;
        }
        double similarity = similarity_to(clustering, space, cluster, text);
        if (counted->n_other++ == 0 || similarity > nearest[cluster]) {
            nearest[cluster] = similarity;
            counted->example = text_of(space, text);
        }
    }
    free(nearest);
}

/* Lists the words by their numbers. */
static struct bytes *list_words(struct space *space)
{
    struct bytes *words = arena_get_array(&space->arena, space->words.size, sizeof *words);
    for (size_t text = 0; text < space->n; text++) {
        struct bytes rest = text_of(space, text), word;
        while (text_next_word(&rest, &word)) {
            struct bytes folded = fold(word, &space->arena);
            int64_t number = map_find(&space->words, folded);
            if (number != MAP_ABSENT)
                words[number] = folded;
        }
    }
    return words;
}

/* Names each cluster by the words of its texts, also with given vectors. */
static void name_clusters(struct mixing *out, const struct clustering *clustering, struct space *space)
{
    const struct bytes *words = list_words(space);
    double *weights = memory_get_zeroed(clustering->n * space->words.size + 1, sizeof *weights);
    for (size_t text = 0; text < space->n; text++) {
        if (clustering->members[text] != SIZE_MAX)
            add_words(&space->vectors[text], weights + clustering->members[text] * space->words.size);
    }
    for (size_t i = 0; i < clustering->n; i++)
        name_cluster(&out->clusters[i], space, weights + i * space->words.size, words, &out->arena);
    free(weights);
}

/* Clusters of the other set that the own set lacks come first. */
static int compare_clusters(const void *left, const void *right)
{
    const struct mixing_cluster *a = left, *b = right;
    double share_a = (double)a->n_other / (double)(a->n_own + a->n_other + 1);
    double share_b = (double)b->n_other / (double)(b->n_own + b->n_other + 1);
    if (share_a != share_b)
        return share_a > share_b ? -1 : 1;
    return (a->n_other < b->n_other) - (a->n_other > b->n_other);
}

static void drop_empty(struct mixing *out)
{
    size_t kept = 0;
    for (size_t i = 0; i < out->n_clusters; i++) {
        if (out->clusters[i].n_own + out->clusters[i].n_other > 0)
            out->clusters[kept++] = out->clusters[i];
    }
    out->n_clusters = kept;
}

/* Computes for each cluster and set the probability of so few texts. */
static void set_chances(struct mixing *out)
{
    double n_own = 0, n_other = 0;
    for (size_t i = 0; i < out->n_clusters; i++) {
        n_own += (double)out->clusters[i].n_own;
        n_other += (double)out->clusters[i].n_other;
    }
    for (size_t i = 0; i < out->n_clusters; i++) {
        struct mixing_cluster *cluster = &out->clusters[i];
        const double own = (double)cluster->n_own, other = (double)cluster->n_other;
        cluster->p_own = hypergeometric_below(own, own + other, n_own, n_own + n_other);
        cluster->p_other = hypergeometric_below(other, own + other, n_other, n_own + n_other);
    }
}

/* --- What is missing ------------------------------------------------------ */

/* Returns whether a set has almost nothing in a cluster, and the other set has at least three texts in it. */
static bool is_scarce(double n, double n_of_set, double other, double n_of_other)
{
    enum { OTHER_LEAST = 3 };
    static const double hardly = 0.2; /* of the set's share of all texts */
    return other >= OTHER_LEAST && n / (n + other) < hardly * n_of_set / (n_of_set + n_of_other);
}

/* Each set may lack something, so each gets half of the error probability. */
static enum mixing_lack lack_of(bool is_scarce, double p, size_t n_tried)
{
    if (!is_scarce)
        return MIXING_ENOUGH;
    return p * (double)n_tried < MIXING_P / 2 ? MIXING_MISSING : MIXING_SCARCE;
}

enum mixing_lack mixing_lack_of_own(const struct mixing *mixing, const struct mixing_cluster *cluster)
{
    return lack_of(is_scarce((double)cluster->n_own, (double)mixing->n_own, (double)cluster->n_other,
                             (double)mixing->n_other),
                   cluster->p_own, mixing->n_tried);
}

enum mixing_lack mixing_lack_of_other(const struct mixing *mixing, const struct mixing_cluster *cluster)
{
    return lack_of(is_scarce((double)cluster->n_other, (double)mixing->n_other, (double)cluster->n_own,
                             (double)mixing->n_own),
                   cluster->p_other, mixing->n_tried);
}

/* Counts the texts in clusters that lack a set, beyond chance. */
static size_t count_lacking(const struct mixing *mixing)
{
    size_t n = 0;
    for (size_t i = 0; i < mixing->n_clusters; i++) {
        const struct mixing_cluster *cluster = &mixing->clusters[i];
        if (mixing_lack_of_own(mixing, cluster) == MIXING_MISSING ||
            mixing_lack_of_other(mixing, cluster) == MIXING_MISSING)
            n += cluster->n_own + cluster->n_other;
    }
    return n;
}

/* --- How fine clusters are ------------------------------------------------ */

/*
 * Plans fine clusters that are merged later: a small subject is lost in a large cluster, and a large subject is
 * split among small ones.
 */
static void plan_clusters(struct clustering *clustering, const struct space *space,
                          const struct mixing_plan *plan, size_t *usual, size_t *least)
{
    enum { FINER = 4, FINER_VECTORS = 2, TEXTS_EACH = 5 };
    const size_t finer = space->given != NULL ? FINER_VECTORS : FINER; /* vectors take longer */
    *usual = plan->n_clusters > 0 ? plan->n_clusters : suitable_clusters(space->n);
    clustering->n = *least = *usual;
    if (plan->n_clusters > 0)
        return;
    *least = *usual < 4 ? 2 : *usual / 2;
    while (clustering->n * 2 <= *usual * finer && clustering->n * 2 * TEXTS_EACH <= space->n)
        clustering->n *= 2;
}

static struct cluster_merge *make_tree(struct clustering *clustering, const struct space *space, size_t least)
{
    const size_t n = clustering->n, length = clustering->length;
    struct cluster_merge *merges = memory_get_zeroed(n, sizeof *merges);
    double *products = memory_get_zeroed(n * n, sizeof *products);
    sum_members(clustering, space);
    for (size_t a = 0; a < n; a++) {
        for (size_t b = a; b < n; b++) {
            double sum = 0;
            for (size_t i = 0; i < length; i++)
                sum += clustering->centres[a * length + i] * clustering->centres[b * length + i];
            products[a * n + b] = products[b * n + a] = sum;
        }
    }
    cluster_tree_make(products, n, least, merges);
    free(products);
    return merges;
}

static void merge_counts(struct mixing *level, struct cluster_merge merge)
{
    level->clusters[merge.into].n_own += level->clusters[merge.from].n_own;
    level->clusters[merge.into].n_other += level->clusters[merge.from].n_other;
    level->clusters[merge.from] = (struct mixing_cluster){0};
}

static size_t distance(size_t a, size_t b)
{
    return a < b ? b - a : a - b;
}

/* Returns the number of merges after which most is missing. Ties go to the number that is nearest to usual_merges. */
static size_t choose_merges(const struct mixing *finest, const struct cluster_merge *merges, size_t n_merges,
                            size_t usual_merges)
{
    struct mixing level = *finest;
    size_t most = 0, best = usual_merges;
    level.clusters = memory_get(finest->n_clusters * sizeof *level.clusters);
    memcpy(level.clusters, finest->clusters, finest->n_clusters * sizeof *level.clusters);
    for (size_t i = 0; i <= n_merges; i++) {
        if (i > 0)
            merge_counts(&level, merges[i - 1]);
        set_chances(&level);
        const size_t lacking = count_lacking(&level);
        if (lacking > most || (lacking == most && distance(i, usual_merges) < distance(best, usual_merges))) {
            most = lacking;
            best = i;
        }
    }
    free(level.clusters);
    return best;
}

static void merge_members(struct clustering *clustering, const struct space *space,
                          struct cluster_merge merge)
{
    for (size_t text = 0; text < space->n; text++) {
        if (clustering->members[text] == merge.from)
            clustering->members[text] = merge.into;
    }
}

/* Counts the texts of the clusters and nothing else. */
static void count_texts_of_clusters(struct mixing *out, const struct clustering *clustering,
                                    const struct space *space)
{
    for (size_t text = 0; text < space->n; text++) {
        if (clustering->members[text] == SIZE_MAX)
            continue;
        struct mixing_cluster *cluster = &out->clusters[clustering->members[text]];
        *(text < space->n_own ? &cluster->n_own : &cluster->n_other) += 1;
    }
}

/* Merges the clusters up to the best level. All clusters of the tree count as tried. */
static void merge_clusters(struct mixing *out, struct clustering *clustering, const struct space *space,
                           size_t usual, size_t least)
{
    struct cluster_merge *merges = make_tree(clustering, space, least);
    out->n_tried = 2 * clustering->n - least;
    out->clusters = memory_get_zeroed(clustering->n, sizeof *out->clusters);
    out->n_clusters = clustering->n;
    count_texts_of_clusters(out, clustering, space);
    const size_t n = choose_merges(out, merges, clustering->n - least, clustering->n - usual);
    for (size_t i = 0; i < n; i++)
        merge_members(clustering, space, merges[i]);
    memset(out->clusters, 0, clustering->n * sizeof *out->clusters);
    move_centres(clustering, space);
    free(merges);
}

static void cluster_texts(struct mixing *out, struct space *space, const struct mixing_plan *plan)
{
    enum { ROUNDS = 20 };
    struct random_source random = random_from(plan->seed, STREAM_CLUSTERS);
    struct clustering clustering = {.length =
                                        space->given != NULL ? space->given->length : space->words.size};
    size_t usual, least;
    plan_clusters(&clustering, space, plan, &usual, &least);
    clustering.centres = memory_get_zeroed(clustering.n * clustering.length + 1, sizeof *clustering.centres);
    clustering.members = memory_get_zeroed(space->n + 1, sizeof *clustering.members);
    draw_centres(&clustering, space, &random);
    for (size_t round = 0; round < ROUNDS && (assign(&clustering, space) || round == 0); round++)
        move_centres(&clustering, space);
    merge_clusters(out, &clustering, space, usual, least);
    count_members(out, &clustering, space);
    name_clusters(out, &clustering, space);
    drop_empty(out);
    set_chances(out);
    if (out->n_clusters > 1)
        qsort(out->clusters, out->n_clusters, sizeof *out->clusters, compare_clusters);
    free(clustering.centres);
    free(clustering.members);
}

bool mixing_make(struct mixing *out, const struct bytes *own, size_t n_own, const struct bytes *other,
                 size_t n_other, const struct mixing_plan *plan)
{
    struct space space = {
        .given = plan->vectors, .own = own, .other = other, .n_own = n_own, .n = n_own + n_other};
    *out = (struct mixing){.n_own = n_own, .n_other = n_other};
    make_space(&space, plan->seed);
    bool made = find_neighbours(&space, plan) && test_mixing(out, &space, plan);
    if (made)
        cluster_texts(out, &space, plan);
    else
        mixing_release(out);
    space_release(&space);
    return made;
}
