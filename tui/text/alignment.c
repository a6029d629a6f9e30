/*
 * One text after another joins the existing rows (progressive alignment), using a table whose cell (i, j) is the best
 * gain from aligning the rows from i on with the sentences from j on.
 */
#include "tui/text/alignment.h"

#include "core/match/hashes.h"
#include "core/match/shingles.h"

static const double SHARE_MIN = 0.5; /* as a share of the words of the longer sentence */

/* The words of a sentence as hashes in ascending order. */
struct sentence_words {
    uint64_t *hashes;
    size_t n;
};

/* A row during alignment, with the words of each of its sentences. */
struct joined_row {
    struct aligned_row row;
    struct sentence_words words[DIFFERENCES_TEXTS_MAX];
};

struct joined_rows {
    struct joined_row *items;
    size_t n;
};

static struct sentence_words read_words(struct bytes sentence, struct arena *arena)
{
    struct sentence_words words = {0};
    struct bytes word;
    while (text_next_word(&sentence, &word))
        ARENA_PUSH(arena, words.hashes, words.n) = text_word_hash(word);
    hashes_sort(words.hashes, words.n);
    return words;
}

/* The share of common words; 0 if it is too small to mean anything. */
static double likeness(const struct sentence_words *a, const struct sentence_words *b)
{
    size_t common = hashes_count_common(a->hashes, a->n, b->hashes, b->n);
    size_t most = a->n > b->n ? a->n : b->n;
    double share = most > 0 ? (double)common / (double)most : 0;
    return share >= SHARE_MIN ? share : 0;
}

static double row_likeness(const struct joined_row *row, const struct sentence_words *words)
{
    double best = 0;
    for (size_t text = 0; text < DIFFERENCES_TEXTS_MAX; text++) {
        double share = (row->row.texts >> text & 1) != 0 ? likeness(&row->words[text], words) : 0;
        best = share > best ? share : best;
    }
    return best;
}

/* Reads the text's sentences, one row each. Returns false if there are too many. */
static bool read_sentences(struct bytes text, size_t number, struct arena *arena, struct joined_rows *rows)
{
    struct sentence sentence;
    *rows = (struct joined_rows){0};
    if (text.size > ALIGNED_SIZE_MAX)
        return false;
    for (size_t offset = 0; sentence_at(text, offset, &sentence); offset = sentence.end) {
        if (rows->n == ALIGNED_SENTENCES_MAX)
            return false;
        struct joined_row row = {.row = {.texts = 1U << number}};
        row.row.sentences[number] = sentence;
        row.words[number] = read_words(bytes_slice(text, sentence.start, sentence.end), arena);
        ARENA_PUSH(arena, rows->items, rows->n) = row;
    }
    return true;
}

static void add_to_row(struct joined_row *row, const struct joined_row *sentence, size_t number)
{
    row->row.texts |= sentence->row.texts;
    row->row.sentences[number] = sentence->row.sentences[number];
    row->words[number] = sentence->words[number];
}

/* Puts the sentences of text `number` into rows with similar sentences, and between the rows otherwise. */
static struct joined_rows join(const struct joined_rows *rows, const struct joined_rows *sentences,
                               size_t number, struct arena *arena)
{
    size_t width = sentences->n + 1;
    double *alike = arena_get_array(arena, (rows->n + 1) * width, sizeof *alike);
    double *gained = arena_get_array(arena, (rows->n + 1) * width, sizeof *gained);
    struct joined_rows joined = {0};
    for (size_t i = rows->n + 1; i-- > 0;) {
        for (size_t j = width; j-- > 0;) {
            bool is_end = i == rows->n || j == sentences->n;
            double *cell = &gained[i * width + j];
            *cell = 0;
            alike[i * width + j] =
                is_end ? 0 : row_likeness(&rows->items[i], &sentences->items[j].words[number]);
            if (is_end)
                continue;
            double both = alike[i * width + j] > 0 ? alike[i * width + j] + cell[width + 1] : 0;
            *cell = cell[width] > cell[1] ? cell[width] : cell[1];
            *cell = both > *cell ? both : *cell;
        }
    }
    for (size_t i = 0, j = 0; i < rows->n || j < sentences->n;) {
        const double *cell = &gained[i * width + j];
        bool has_both = i < rows->n && j < sentences->n;
        struct joined_row *row = &ARENA_PUSH(arena, joined.items, joined.n);
        if (has_both && alike[i * width + j] > 0 && *cell == alike[i * width + j] + cell[width + 1]) {
            *row = rows->items[i++];
            add_to_row(row, &sentences->items[j++], number);
        } else if (i < rows->n && (!has_both || *cell == cell[width])) {
            *row = rows->items[i++];
        } else {
            *row = sentences->items[j++];
        }
    }
    return joined;
}

bool alignment_find(struct alignment *alignment, const struct bytes *texts, size_t n, struct arena *arena)
{
    struct joined_rows rows = {0};
    for (size_t i = 0; i < n; i++) {
        struct joined_rows sentences;
        if (!read_sentences(texts[i], i, arena, &sentences))
            return false;
        rows = i == 0 ? sentences : join(&rows, &sentences, i, arena);
    }
    alignment->n = rows.n;
    alignment->rows = arena_get_array(arena, rows.n, sizeof *alignment->rows);
    for (size_t i = 0; i < rows.n; i++)
        alignment->rows[i] = rows.items[i].row;
    return true;
}
