#include "core/base/words.h"

#include "core/base/bug.h"

size_t words_count(const struct words *words)
{
    return (words->before != NULL ? words_count(words->before) : 0) + words->n;
}

const char *words_at(const struct words *words, size_t place)
{
    size_t n_before = words_count(words) - words->n;
    if (place < n_before)
        return words_at(words->before, place);
    place -= n_before;
    BUG_UNLESS(place < words->n);
    return *(const char *const *)(const void *)((const char *)words->first + place * words->stride);
}

bool words_find(const struct words *words, struct bytes word, size_t *place)
{
    for (size_t i = 0; i < words_count(words); i++) {
        if (bytes_equal_ignoring_case(word, bytes_of(words_at(words, i)))) {
            *place = i;
            return true;
        }
    }
    return false;
}

bool words_choose(const struct words *words, const char *what, struct bytes word, size_t *place,
                  struct err *err)
{
    if (words_find(words, word, place))
        return true;
    struct buffer list = {0};
    words_add(words, &list);
    err_set(err, ERR_USAGE, "%s is %s, not '%.*s'", what, buffer_string(&list), BYTES_FORMAT(word));
    buffer_release(&list);
    return false;
}

void words_add(const struct words *words, struct buffer *text)
{
    const size_t n = words_count(words);
    for (size_t i = 0; i < n; i++)
        buffer_add_format(text, "%s%s", i == 0 ? "" : i + 1 == n ? " or " : ", ", words_at(words, i));
}
