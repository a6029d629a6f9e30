/*
 * FTS5 splits texts at all characters that are no letters, digits or marks, and the index splits Chinese, Japanese and
 * Korean into bigrams. The question is split in the same way. So each term is one token, without any sign of the query
 * language. Apostrophes are handled first, because "don't" is a common word and "don" is not.
 */
#include "core/store/search/search_terms.h"

#include "core/text/cjk.h"
#include "core/text/common_words.h"
#include "core/base/map.h"
#include "core/base/unicode.h"

#include <unicase.h>
#include <unictype.h>

enum { TRIGRAM = 3 };

struct term_reading {
    const struct search_terms_rule *rule;
    bool takes_common;
    struct arena *arena;
    struct map seen;
    struct bytes *terms;
    size_t n;
};

static bool is_apostrophe(char32_t code)
{
    return code == '\'' || code == 0x2019;
}

static bool is_of_word(char32_t code)
{
    return code != UNICODE_REPLACEMENT &&
           uc_is_general_category_withtable(code, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_M |
                                                      UC_CATEGORY_MASK_N | UC_CATEGORY_MASK_Co);
}

static void add_term(struct term_reading *reading, struct bytes term)
{
    if (map_find(&reading->seen, term) != MAP_ABSENT)
        return;
    term = arena_copy(reading->arena, term);
    map_put(&reading->seen, term, NULL);
    ARENA_PUSH(reading->arena, reading->terms, reading->n) = term;
}

static void add_trigrams(struct term_reading *reading, struct bytes piece)
{
    size_t starts[TRIGRAM] = {0}; /* of the last three characters */
    size_t n = 0;
    for (size_t end = 0; end < piece.size;) {
        char32_t code;
        starts[n++ % TRIGRAM] = end;
        end += unicode_decode(piece, end, &code);
        if (n >= TRIGRAM)
            add_term(reading, bytes_slice(piece, starts[n % TRIGRAM], end));
    }
}

static void add_bigrams(struct term_reading *reading, struct bytes run)
{
    struct bytes bigram;
    for (size_t offset = 0; cjk_next_bigram(run, &offset, &bigram);)
        add_term(reading, bigram);
}

/* Adds the tokens as the index has them: runs of Chinese, Japanese and Korean letters are several tokens. */
static void add_tokens(struct term_reading *reading, struct bytes piece)
{
    for (size_t offset = 0; offset < piece.size;) {
        struct bytes run = cjk_find_run(piece, offset);
        size_t begin = (size_t)(run.data - piece.data);
        if (begin > offset)
            add_term(reading, bytes_slice(piece, offset, begin));
        add_bigrams(reading, run);
        offset = begin + run.size;
    }
}

static void add_piece(struct term_reading *reading, struct bytes piece)
{
    if (piece.size == 0 || (!reading->takes_common && common_words_have(piece)))
        return;
    if (reading->rule->in_trigrams)
        add_trigrams(reading, piece);
    else
        add_tokens(reading, piece);
}

/* Adds a word in lower case; each apostrophe in it is one byte. */
static void add_word(struct term_reading *reading, struct bytes word)
{
    struct bytes piece;
    if (!reading->takes_common && common_words_have(word))
        return;
    while (bytes_split(word, '\'', &piece, &word))
        add_piece(reading, piece);
    add_piece(reading, word);
}

static void read_words(struct term_reading *reading, struct bytes question)
{
    struct buffer word = {0};
    for (size_t offset = 0; offset < question.size;) {
        char32_t code;
        offset += unicode_decode(question, offset, &code);
        if (is_apostrophe(code))
            buffer_add_byte(&word, '\'');
        else if (is_of_word(code))
            unicode_add_code(&word, uc_tolower(code));
        else {
            add_word(reading, buffer_bytes(&word));
            buffer_clear(&word);
        }
    }
    add_word(reading, buffer_bytes(&word));
    buffer_release(&word);
}

size_t search_terms_read(struct bytes question, const struct search_terms_rule *rule, struct arena *arena,
                         struct bytes **terms)
{
    struct term_reading reading = {.rule = rule, .takes_common = !rule->leaves_common_out, .arena = arena};
    read_words(&reading, question);
    if (reading.n == 0 && !reading.takes_common) {
        reading.takes_common = true;
        read_words(&reading, question);
    }
    map_release(&reading.seen);
    *terms = reading.terms;
    return reading.n;
}
