#include "core/base/nearest.h"

enum { WORD_SIZE_MAX = 63 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same_letter(struct bytes a, size_t i, struct bytes b, size_t j)
{
    return bytes_equal_ignoring_case(bytes_slice(a, i, i + 1), bytes_slice(b, j, j + 1));
}

size_t word_distance(struct bytes a, struct bytes b)
{
    size_t distance[WORD_SIZE_MAX + 1][WORD_SIZE_MAX + 1];
    size_t rows = least(a.size, WORD_SIZE_MAX), columns = least(b.size, WORD_SIZE_MAX);
    for (size_t i = 0; i <= rows; i++) {
        for (size_t j = 0; j <= columns; j++) {
            if (i == 0 || j == 0) {
                distance[i][j] = i + j;
                continue;
            }
            size_t replaced = distance[i - 1][j - 1] + (same_letter(a, i - 1, b, j - 1) ? 0 : 1);
            distance[i][j] = least(replaced, least(distance[i - 1][j], distance[i][j - 1]) + 1);
            if (i > 1 && j > 1 && same_letter(a, i - 1, b, j - 2) && same_letter(a, i - 2, b, j - 1))
                distance[i][j] = least(distance[i][j], distance[i - 2][j - 2] + 1);
        }
    }
    return distance[rows][columns];
}

static bool begins_with(const char *name, struct bytes word)
{
    struct bytes whole = bytes_of(name);
    return word.size > 0 && word.size <= whole.size &&
           bytes_equal_ignoring_case(bytes_slice(whole, 0, word.size), word);
}

/* Returns NULL if no name, or more than one, begins with `word`. */
static const char *only_name_beginning(struct bytes word, const char *const *names, size_t n)
{
    const char *found = NULL;
    for (size_t i = 0; i < n; i++) {
        if (!begins_with(names[i], word))
            continue;
        if (found != NULL)
            return NULL;
        found = names[i];
    }
    return found;
}

const char *nearest_name(struct bytes word, const char *const *names, size_t n)
{
    const char *nearest = only_name_beginning(word, names, n);
    if (nearest != NULL)
        return nearest;
    size_t least_distance = word.size / 3 + 2; /* a name further away is a different word */
    for (size_t i = 0; i < n; i++) {
        size_t distance = word_distance(word, bytes_of(names[i]));
        if (distance < least_distance) {
            least_distance = distance;
            nearest = names[i];
        }
    }
    return nearest;
}
