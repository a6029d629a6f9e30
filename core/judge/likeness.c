/*
 * A word is a run of ASCII letters and digits, ignoring case, and of bytes outside ASCII. That needs no table of
 * characters, and words in UTF-8 stay whole. In scripts without blanks, each character of three bytes or more is a
 * word.
 */
#include "core/judge/likeness.h"

#include "core/base/unicode.h"

#include <math.h>
#include <stdlib.h>

enum { TEXT_SIZE_MAX = 64 * 1024, WORD_SIZE_MAX = 64 };

struct word_weight {
    int64_t word; /* number of the word */
    double weight;
};

struct text_words {
    struct word_weight *weights; /* by ascending number; before likeness_fill they are counts */
    size_t n;
    size_t n_words; /* counting repetitions */
};

void likeness_release(struct likeness *likeness)
{
    map_release(&likeness->words);
    arena_release(&likeness->arena);
    *likeness = (struct likeness){0};
}

static bool is_of_word(unsigned char byte)
{
    return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z');
}

/* Takes the next word off the text, in lower case. Returns its size; 0: there is none. */
static size_t next_word(struct bytes *rest, char word[WORD_SIZE_MAX])
{
    size_t at = 0, size = 0;
    while (at < rest->size && !is_of_word((unsigned char)rest->data[at]))
        at++;
    for (; at < rest->size && is_of_word((unsigned char)rest->data[at]); at++) {
        unsigned char byte = (unsigned char)rest->data[at];
        bool is_wide = byte >= 0xe0; /* the first byte of a character of three bytes or more */
        if (is_wide && size > 0)
            break;
        if (size < WORD_SIZE_MAX)
            word[size++] = (char)(byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte);
        if (is_wide) {
            while (at + 1 < rest->size && size < 4 && unicode_is_continuation(rest->data[at + 1]))
                word[size++] = rest->data[++at];
            at++;
            break;
        }
    }
    *rest = bytes_from(*rest, at);
    return size;
}

static int compare_words(const void *left, const void *right)
{
    const struct word_weight *a = left, *b = right;
    return (a->word > b->word) - (a->word < b->word);
}

static void count_words(struct likeness *likeness, struct text_words *counted, struct bytes text)
{
    char spelt[WORD_SIZE_MAX];
    struct bytes rest = {.data = text.data, .size = text.size < TEXT_SIZE_MAX ? text.size : TEXT_SIZE_MAX};
    size_t size;
    while ((size = next_word(&rest, spelt)) > 0) {
        struct bytes word = {.data = spelt, .size = size};
        int64_t number = map_find(&likeness->words, word);
        if (number == MAP_ABSENT)
            number = map_put(&likeness->words, arena_copy(&likeness->arena, word), NULL);
        ARENA_PUSH(&likeness->arena, counted->weights, counted->n) =
            (struct word_weight){.word = number, .weight = 1};
    }
}

void likeness_add(struct likeness *likeness, struct bytes title, struct bytes text)
{
    struct text_words counted = {0};
    count_words(likeness, &counted, title);
    count_words(likeness, &counted, text);
    if (counted.n > 1)
        qsort(counted.weights, counted.n, sizeof *counted.weights, compare_words);
    counted.n_words = counted.n;
    size_t n = 0;
    for (size_t i = 0; i < counted.n; i++) {
        if (n > 0 && counted.weights[n - 1].word == counted.weights[i].word)
            counted.weights[n - 1].weight++;
        else
            counted.weights[n++] = counted.weights[i];
    }
    counted.n = n;
    ARENA_PUSH(&likeness->arena, likeness->texts, likeness->n_texts) = counted;
}

double likeness_words(const struct likeness *likeness, size_t text)
{
    return (double)likeness->texts[text].n_words;
}

/* A text without words has no weights. */
static void weigh_words(struct text_words *text, const double *texts_with, size_t n_texts)
{
    double squares = 0;
    for (size_t i = 0; i < text->n; i++) {
        struct word_weight *word = &text->weights[i];
        word->weight = (1 + log(word->weight)) * log(1 + (double)n_texts / texts_with[word->word]);
        squares += word->weight * word->weight;
    }
    for (size_t i = 0; i < text->n; i++)
        text->weights[i].weight /= sqrt(squares);
}

static double cosine(const struct text_words *a, const struct text_words *b)
{
    double sum = 0;
    for (size_t i = 0, j = 0; i < a->n && j < b->n;) {
        int64_t left = a->weights[i].word, right = b->weights[j].word;
        if (left == right)
            sum += a->weights[i].weight * b->weights[j].weight;
        i += left <= right;
        j += right <= left;
    }
    return fmin(sum, 1);
}

void likeness_fill(struct likeness *likeness, double *out)
{
    size_t n = likeness->n_texts;
    double *texts_with = arena_get_array(&likeness->arena, likeness->words.size, sizeof *texts_with);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < likeness->texts[i].n; j++)
            texts_with[likeness->texts[i].weights[j].word]++;
    }
    for (size_t i = 0; i < n; i++)
        weigh_words(&likeness->texts[i], texts_with, n);
    for (size_t i = 0; i < n; i++) {
        out[i * n + i] = 1;
        for (size_t j = 0; j < i; j++)
            out[i * n + j] = out[j * n + i] = cosine(&likeness->texts[i], &likeness->texts[j]);
    }
}
