#include "core/match/shingles.h"

#include "core/base/memory.h"
#include "core/base/unicode.h"
#include "core/match/hashes.h"

#include <stdlib.h>

enum { SHINGLE_WORDS = 5 };

/* Multipliers of 64-bit FNV-1a and of MurmurHash3's last step. */
static const uint64_t fnv_basis = 0xcbf29ce484222325, fnv_prime = 0x100000001b3;
static const uint64_t mix_1 = 0xff51afd7ed558ccd, mix_2 = 0xc4ceb9fe1a85ec53;

void shingles_release(struct shingles *shingles)
{
    free(shingles->hashes);
    free(shingles->in_text);
    *shingles = (struct shingles){0};
}

static uint64_t mix(uint64_t hash)
{
    hash = (hash ^ (hash >> 33)) * mix_1;
    hash = (hash ^ (hash >> 33)) * mix_2;
    return hash ^ (hash >> 33);
}

/* The words read last, as a ring: the oldest is overwritten first. */
struct word_window {
    uint64_t words[SHINGLE_WORDS];
    size_t n; /* words read in all */
};

static uint64_t hash_window(const struct word_window *window)
{
    size_t n = window->n < SHINGLE_WORDS ? window->n : SHINGLE_WORDS;
    uint64_t hash = fnv_basis;
    for (size_t i = window->n - n; i < window->n; i++)
        hash = mix(hash ^ window->words[i % SHINGLE_WORDS]) * fnv_prime;
    return mix(hash);
}

uint64_t text_word_hash(struct bytes word)
{
    uint64_t hash = fnv_basis;
    for (size_t i = 0; i < word.size; i++) {
        unsigned char byte = (unsigned char)word.data[i];
        if (byte >= 'A' && byte <= 'Z')
            byte += 'a' - 'A';
        hash = (hash ^ byte) * fnv_prime;
    }
    return hash;
}

static void add_word(struct shingles *shingles, struct word_window *window, struct bytes word)
{
    window->words[window->n++ % SHINGLE_WORDS] = text_word_hash(word);
    if (window->n >= SHINGLE_WORDS)
        VECTOR_PUSH(shingles->in_text, shingles->n_in_text, shingles->in_text_capacity) = hash_window(window);
}

static bool is_ascii_word(unsigned char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
}

/* Scripts such as Chinese, Japanese and Thai. */
static bool is_written_without_blanks(char32_t code)
{
    return (code >= 0x0e00 && code <= 0x0eff) || (code >= 0x1000 && code <= 0x109f) ||
           (code >= 0x1780 && code <= 0x17ff) || (code >= 0x3040 && code <= 0x9fff) ||
           (code >= 0xf900 && code <= 0xfaff) || (code >= 0x20000 && code <= 0x3ffff);
}

/* Blanks and punctuation outside ASCII. */
static bool is_between_words(char32_t code)
{
    return code < 0xaa || code == 0xab || code == 0xbb || code == 0xbf ||
           (code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f) ||
           (code >= 0xff01 && code <= 0xff0f);
}

enum character { CHARACTER_BETWEEN, CHARACTER_OF_WORD, CHARACTER_ALONE };

static enum character read_character(struct bytes text, size_t at, size_t *size)
{
    char32_t code;
    unsigned char byte = (unsigned char)text.data[at];
    *size = 1;
    if (byte < 0x80)
        return is_ascii_word(byte) ? CHARACTER_OF_WORD : CHARACTER_BETWEEN;
    *size = unicode_decode(text, at, &code);
    if (is_between_words(code))
        return CHARACTER_BETWEEN;
    return is_written_without_blanks(code) ? CHARACTER_ALONE : CHARACTER_OF_WORD;
}

bool text_next_word(struct bytes *rest, struct bytes *word)
{
    size_t begin = 0, end, size = 0;
    enum character character = CHARACTER_BETWEEN;
    for (; begin < rest->size; begin += size) {
        character = read_character(*rest, begin, &size);
        if (character != CHARACTER_BETWEEN)
            break;
    }
    if (begin == rest->size)
        return false;
    end = begin + size;
    while (character == CHARACTER_OF_WORD && end < rest->size &&
           read_character(*rest, end, &size) == CHARACTER_OF_WORD)
        end += size;
    *word = bytes_slice(*rest, begin, end);
    *rest = bytes_from(*rest, end);
    return true;
}

static void sort_distinct(struct shingles *shingles)
{
    shingles->n = 0;
    for (size_t i = 0; i < shingles->n_in_text; i++)
        VECTOR_PUSH(shingles->hashes, shingles->n, shingles->capacity) = shingles->in_text[i];
    shingles->n = hashes_make_set(shingles->hashes, shingles->n);
}

void shingles_read(struct shingles *shingles, struct bytes text)
{
    struct word_window window = {.n = 0};
    struct bytes word;
    shingles->n_in_text = 0;
    while (text_next_word(&text, &word))
        add_word(shingles, &window, word);
    if (window.n > 0 && window.n < SHINGLE_WORDS)
        VECTOR_PUSH(shingles->in_text, shingles->n_in_text, shingles->in_text_capacity) =
            hash_window(&window);
    sort_distinct(shingles);
}

size_t shingles_count_common(const struct shingles *a, const struct shingles *b)
{
    return hashes_count_common(a->hashes, a->n, b->hashes, b->n);
}

void text_add_squeezed(struct buffer *out, struct bytes text)
{
    size_t begin = out->size;
    struct bytes rest = bytes_skip_space(text);
    while (rest.size > 0) {
        size_t end = 0;
        while (end < rest.size && bytes_skip_space(bytes_slice(rest, end, end + 1)).size > 0)
            end++;
        if (out->size > begin)
            buffer_add_byte(out, ' ');
        buffer_add(out, bytes_slice(rest, 0, end));
        rest = bytes_skip_space(bytes_from(rest, end));
    }
}
