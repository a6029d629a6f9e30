/*
 * First, statements that are word for word the same at the same place are paired. Then the rest are compared with
 * each other. Their words are aligned by the longest common subsequence. What differs between two common words is a
 * piece, with words of one or both sides. Each piece is judged by itself.
 */
#include "core/match/contradiction.h"

#include "core/base/memory.h"
#include "core/match/statement_words.h"

#include <stdlib.h>

static const char *const kind_words[CONTRADICTION_KIND_COUNT] = {
    [CONTRADICTION_NEGATION] = "negation",
    [CONTRADICTION_NUMBER] = "number",
    [CONTRADICTION_NAME] = "name",
};
const struct words contradiction_kind_words = WORDS_OF(kind_words);

enum {
    REST_MAX =
        300, /* statements without an identical partner; with more, the texts are not nearly the same */
    WORDS_MAX = 250,      /* of a statement that can be aligned */
    COMMON_LEAST = 3,     /* words that two sentences must have in common */
    COMMON_LEAST_ROW = 1, /* words that two rows must have in common, besides their key */
    PIECE_WORDS_MAX = 5,  /* of a differing piece; longer pieces are rephrasings */
    NAME_WORDS_MAX = 4,
    SUBJECT_WORDS_MAX = 2, /* a name among so many first words says what the statement is about */
};

/* The least share of the words of both statements that must be common, in order. */
static const double sentence_alike = 0.6, row_alike = 0.5;

/* The statement has no partner yet. */
static const size_t no_partner = SIZE_MAX;

struct comparison_side {
    struct document_text document;
    struct statements statements;
    size_t *partners; /* by statement */
};

struct contradiction_search {
    struct arena *arena;
    struct comparison_side sides[2];
    struct statements titles[2];
    struct contradictions *out;
};

/* --- Statements that are the same --------------------------------------------------------------- */

struct statement_place {
    uint64_t hash;
    size_t number;
};

static int compare_places(const void *a, const void *b)
{
    const struct statement_place *one = a, *two = b;
    if (one->hash != two->hash)
        return one->hash < two->hash ? -1 : 1;
    return one->number < two->number ? -1 : one->number > two->number;
}

/* Lists the statements without a partner, in order; their hash may include their place in the text. */
static struct statement_place *list_places(struct contradiction_search *search, size_t side, bool with_place,
                                           size_t *n)
{
    const struct comparison_side *of = &search->sides[side];
    struct statement_place *places = arena_get_array(search->arena, of->statements.n + 1, sizeof *places);
    *n = 0;
    for (size_t i = 0; i < of->statements.n; i++) {
        const struct statement *statement = &of->statements.items[i];
        if (of->partners[i] == no_partner)
            places[(*n)++] = (struct statement_place){.hash = with_place ? bytes_hash_add(statement->hash,
                                                                                          statement->place)
                                                                         : statement->hash,
                                                      .number = i};
    }
    qsort(places, *n, sizeof *places, compare_places);
    return places;
}

static void pair(struct contradiction_search *search, size_t i, size_t j)
{
    search->sides[0].partners[i] = j;
    search->sides[1].partners[j] = i;
}

static void pair_same(struct contradiction_search *search, bool with_place)
{
    size_t n_a, n_b;
    const struct statement_place *a = list_places(search, 0, with_place, &n_a);
    const struct statement_place *b = list_places(search, 1, with_place, &n_b);
    for (size_t i = 0, j = 0; i < n_a && j < n_b;) {
        if (a[i].hash == b[j].hash)
            pair(search, a[i++].number, b[j++].number);
        else if (a[i].hash < b[j].hash)
            i++;
        else
            j++;
    }
}

/* --- Alignment of two statements ---------------------------------------------------------------- */

static const struct statement_word *words_of(const struct statements *statements, size_t i)
{
    return &statements->words[statements->items[i].first_word];
}

/* lengths[i][j] is the length of the longest common subsequence of the words from i and from j on. */
struct word_alignment {
    const struct statement_word *a, *b;
    size_t n_a, n_b;
    unsigned char lengths[WORDS_MAX + 1][WORDS_MAX + 1];
};

static bool align(struct word_alignment *alignment, const struct contradiction_search *search, size_t i,
                  size_t j)
{
    const struct statements *a = &search->sides[0].statements, *b = &search->sides[1].statements;
    alignment->a = words_of(a, i);
    alignment->b = words_of(b, j);
    alignment->n_a = a->items[i].n_words;
    alignment->n_b = b->items[j].n_words;
    if (alignment->n_a > WORDS_MAX || alignment->n_b > WORDS_MAX)
        return false;
    for (size_t x = alignment->n_a + 1; x-- > 0;) {
        for (size_t y = alignment->n_b + 1; y-- > 0;) {
            unsigned char *length = &alignment->lengths[x][y];
            if (x == alignment->n_a || y == alignment->n_b)
                *length = 0;
            else if (alignment->a[x].hash == alignment->b[y].hash)
                *length = (unsigned char)(alignment->lengths[x + 1][y + 1] + 1);
            else
                *length = alignment->lengths[x + 1][y] > alignment->lengths[x][y + 1]
                              ? alignment->lengths[x + 1][y]
                              : alignment->lengths[x][y + 1];
        }
    }
    return true;
}

/* A pair of statements that may belong together. */
struct likely_pair {
    size_t i, j;
    double alike;
    double apart; /* distance of their positions, as shares of their texts */
};

static int compare_likely(const void *a, const void *b)
{
    const struct likely_pair *one = a, *two = b;
    if (one->alike != two->alike)
        return one->alike > two->alike ? -1 : 1;
    if (one->apart != two->apart)
        return one->apart < two->apart ? -1 : 1;
    if (one->i != two->i)
        return one->i < two->i ? -1 : 1;
    return one->j < two->j ? -1 : one->j > two->j;
}

static bool stand_alike(const struct statement *a, const struct statement *b)
{
    return a->is_row == b->is_row && a->place == b->place && !a->names_record && !b->names_record &&
           (!a->is_row || a->key == b->key);
}

/* Returns how similar two statements are; 0: not enough. */
static double likeness_of(struct word_alignment *alignment, const struct contradiction_search *search,
                          size_t i, size_t j)
{
    const struct statement *a = &search->sides[0].statements.items[i];
    const struct statement *b = &search->sides[1].statements.items[j];
    const double most =
        2.0 * (double)smaller_size(a->n_words, b->n_words) / (double)(a->n_words + b->n_words);
    const double least = a->is_row ? row_alike : sentence_alike;
    if (!stand_alike(a, b) || most < least || !align(alignment, search, i, j))
        return 0;
    const size_t common = alignment->lengths[0][0];
    const double alike = 2.0 * (double)common / (double)(a->n_words + b->n_words);
    return common >= (size_t)(a->is_row ? COMMON_LEAST_ROW : COMMON_LEAST) && alike >= least ? alike : 0;
}

static double place_in_text(const struct comparison_side *side, size_t statement)
{
    return (double)statement / (double)side->statements.n;
}

static size_t *list_rest(struct contradiction_search *search, size_t side, size_t *n)
{
    const struct comparison_side *of = &search->sides[side];
    size_t *rest = arena_get_array(search->arena, of->statements.n + 1, sizeof *rest);
    *n = 0;
    for (size_t i = 0; i < of->statements.n; i++)
        if (of->partners[i] == no_partner)
            rest[(*n)++] = i;
    return rest;
}

/* Pairs the most similar statements first, each at most once. */
static void pair_likely(struct contradiction_search *search)
{
    size_t n_a, n_b, n = 0;
    const size_t *a = list_rest(search, 0, &n_a), *b = list_rest(search, 1, &n_b);
    struct likely_pair *likely = NULL;
    if (n_a > REST_MAX || n_b > REST_MAX)
        return;
    struct word_alignment *alignment = memory_get(sizeof *alignment);
    for (size_t x = 0; x < n_a; x++) {
        for (size_t y = 0; y < n_b; y++) {
            const double alike = likeness_of(alignment, search, a[x], b[y]);
            const double apart =
                place_in_text(&search->sides[0], a[x]) - place_in_text(&search->sides[1], b[y]);
            if (alike > 0)
                ARENA_PUSH(search->arena, likely, n) =
                    (struct likely_pair){a[x], b[y], alike, apart < 0 ? -apart : apart};
        }
    }
    free(alignment);
    if (n > 0)
        qsort(likely, n, sizeof *likely, compare_likely);
    for (size_t k = 0; k < n; k++)
        if (search->sides[0].partners[likely[k].i] == no_partner &&
            search->sides[1].partners[likely[k].j] == no_partner)
            pair(search, likely[k].i, likely[k].j);
}

/* Returns the share of the side's words that are in statements with a partner. */
static double share_paired(const struct comparison_side *side)
{
    size_t words = 0, paired = 0;
    for (size_t i = 0; i < side->statements.n; i++) {
        words += side->statements.items[i].n_words;
        paired += side->partners[i] != no_partner ? side->statements.items[i].n_words : 0;
    }
    return words > 0 ? (double)paired / (double)words : 0;
}

/* --- What differs ------------------------------------------------------------------------------- */

/* Consecutive words of either statement, between two common words. */
struct differing_piece {
    const struct statement_word *words[2];
    size_t n[2];
    bool is_beside_version;              /* its statement mentions a version or the date of one */
    bool is_first;                       /* at the beginning of its statements */
    const struct statement_word *before; /* the word before it in text 0; NULL: none */
};

static unsigned signs_of(const struct differing_piece *piece, size_t side)
{
    unsigned signs = 0;
    for (size_t i = 0; i < piece->n[side]; i++)
        signs |= piece->words[side][i].signs;
    return signs;
}

static struct bytes word_bytes(const struct contradiction_search *search, size_t side,
                               const struct statement_word *word)
{
    const struct bytes text = search->sides[side].statements.text;
    return bytes_slice(text, word->span.start, word->span.end);
}

/* "No. 5" is not a negation. */
static size_t count_negations(const struct differing_piece *piece, size_t side)
{
    size_t n = 0;
    for (size_t i = 0; i < piece->n[side]; i++) {
        const struct statement_word *word = &piece->words[side][i];
        const bool is_followed_by_number = i + 1 < piece->n[side] && (word[1].signs & WORD_IS_NUMBER) != 0;
        n += (word->signs & WORD_IS_NEGATION) != 0 && !is_followed_by_number;
    }
    return n;
}

static bool are_opposites(const struct contradiction_search *search, const struct differing_piece *piece)
{
    return piece->n[0] == 1 && piece->n[1] == 1 &&
           words_are_opposites(word_bytes(search, 0, piece->words[0]),
                               word_bytes(search, 1, piece->words[1]));
}

/* Two negations cancel out. Opposites count as one more negation. */
static bool denies(const struct contradiction_search *search, const struct differing_piece *piece)
{
    const size_t negations = count_negations(piece, 0) + count_negations(piece, 1);
    return are_opposites(search, piece) ||
           (negations % 2 == 1 && piece->n[0] <= PIECE_WORDS_MAX && piece->n[1] <= PIECE_WORDS_MAX);
}

static bool is_reference(const struct contradiction_search *search, const struct differing_piece *piece)
{
    return piece->before != NULL && word_precedes_reference(word_bytes(search, 0, piece->before));
}

/* Returns whether both sides have the same numbers in the same order. */
static bool have_same_numbers(const struct differing_piece *piece)
{
    double numbers[2][PIECE_WORDS_MAX];
    size_t n[2] = {0, 0};
    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < piece->n[side]; i++)
            if ((piece->words[side][i].signs & WORD_IS_NUMBER) != 0)
                numbers[side][n[side]++] = piece->words[side][i].value;
    bool same = n[0] == n[1];
    for (size_t i = 0; same && i < n[0]; i++)
        same = numbers[0][i] == numbers[1][i];
    return same;
}

/* For example "2 years" and "24 months". */
static bool is_same_amount(const struct contradiction_search *search, const struct differing_piece *piece)
{
    const struct statement_word *a = piece->words[0], *b = piece->words[1];
    return piece->n[0] == 2 && piece->n[1] == 2 && (a[0].signs & b[0].signs & WORD_IS_NUMBER) != 0 &&
           amounts_are_equal(a[0].value, word_bytes(search, 0, &a[1]), b[0].value,
                             word_bytes(search, 1, &b[1]));
}

/* "2014-2021, Maria Weber" only dates what it begins. */
static bool is_date_at_beginning(const struct contradiction_search *search,
                                 const struct differing_piece *piece)
{
    enum { YEAR_SIZE = 4 };
    for (size_t side = 0; side < 2; side++) {
        for (size_t i = 0; i < piece->n[side]; i++) {
            const struct bytes word = word_bytes(search, side, &piece->words[side][i]);
            if (word.size < YEAR_SIZE || !(bytes_starts_with(word, "19") || bytes_starts_with(word, "20")))
                return false;
        }
    }
    return piece->is_first;
}

static bool differs_in_number(const struct contradiction_search *search, const struct differing_piece *piece)
{
    const unsigned a = signs_of(piece, 0), b = signs_of(piece, 1);
    if (piece->n[0] > PIECE_WORDS_MAX || piece->n[1] > PIECE_WORDS_MAX || piece->is_beside_version ||
        is_reference(search, piece) || is_date_at_beginning(search, piece))
        return false;
    if ((a & b & WORD_IS_NUMBER) != 0 && !have_same_numbers(piece))
        return !is_same_amount(search, piece);
    return piece->n[0] == 1 && piece->n[1] == 1 && (a & b & WORD_IS_UNIT) != 0;
}

static bool has_capital_name(const struct differing_piece *piece, size_t side)
{
    for (size_t i = 0; i < piece->n[side]; i++)
        if ((piece->words[side][i].signs & (WORD_IS_CAPITAL | WORD_IS_COMMON)) == WORD_IS_CAPITAL)
            return true;
    return false;
}

/* The first word of a statement has a capital letter, whether or not it is a name. */
static bool differs_in_name(const struct contradiction_search *search, const struct differing_piece *piece)
{
    const unsigned a = signs_of(piece, 0), b = signs_of(piece, 1);
    const bool may_be_names =
        piece->n[0] <= NAME_WORDS_MAX && piece->n[1] <= NAME_WORDS_MAX && !is_reference(search, piece);
    return may_be_names && ((a & b & WORD_IS_CODE) != 0 ||
                            (!piece->is_first && has_capital_name(piece, 0) && has_capital_name(piece, 1)));
}

/* In a headline nearly all words have capital letters, so capitals show nothing. */
static bool is_headline(const struct statements *statements, const struct statement *statement)
{
    size_t capitals = 0;
    for (size_t i = 0; i < statement->n_words; i++)
        capitals += (statements->words[statement->first_word + i].signs & WORD_IS_CAPITAL) != 0;
    return capitals * 3 > statement->n_words * 2;
}

static bool title_has(const struct statements *title, uint64_t hash)
{
    for (size_t i = 0; i < title->n_words; i++)
        if (title->words[i].hash == hash)
            return true;
    return false;
}

/* Returns whether the titles differ in the same words: then the statements are about different things. */
static bool is_of_titles(const struct contradiction_search *search, const struct differing_piece *piece)
{
    for (size_t side = 0; side < 2; side++) {
        bool has_own = false;
        for (size_t i = 0; i < piece->n[side]; i++) {
            const struct statement_word *word = &piece->words[side][i];
            has_own = has_own || (title_has(&search->titles[side], word->hash) &&
                                  !title_has(&search->titles[1 - side], word->hash));
        }
        if (!has_own)
            return false;
    }
    return true;
}

static struct text_span span_of(const struct differing_piece *piece, size_t side, size_t at)
{
    if (piece->n[side] == 0)
        return (struct text_span){at, at};
    return (struct text_span){piece->words[side][0].span.start,
                              piece->words[side][piece->n[side] - 1].span.end};
}

/* Returns false if the piece does not count. */
static bool judge(const struct contradiction_search *search, const struct differing_piece *piece,
                  bool names_count, enum contradiction_kind *kind)
{
    if (denies(search, piece))
        *kind = CONTRADICTION_NEGATION;
    else if (differs_in_number(search, piece))
        *kind = CONTRADICTION_NUMBER;
    else if (names_count && differs_in_name(search, piece))
        *kind = CONTRADICTION_NAME;
    else
        return false;
    return true;
}

/* Moves *x and *y to the next common word or to the end of the statements. Returns what differs before that. */
static struct differing_piece next_piece(const struct word_alignment *alignment, size_t *x, size_t *y)
{
    struct differing_piece piece = {.words = {alignment->a + *x, alignment->b + *y},
                                    .is_first = *x == 0 || *y == 0,
                                    .before = *x > 0 ? alignment->a + *x - 1 : NULL};
    while (*x < alignment->n_a || *y < alignment->n_b) {
        const bool both = *x < alignment->n_a && *y < alignment->n_b;
        if (both && alignment->a[*x].hash == alignment->b[*y].hash)
            break;
        if (*x < alignment->n_a &&
            (!both || alignment->lengths[*x + 1][*y] >= alignment->lengths[*x][*y + 1])) {
            ++*x;
            piece.n[0]++;
        } else {
            ++*y;
            piece.n[1]++;
        }
    }
    return piece;
}

static bool has_version(const struct contradiction_search *search, const struct word_alignment *alignment)
{
    for (size_t x = 0; x < alignment->n_a; x++)
        if (word_precedes_version(word_bytes(search, 0, &alignment->a[x])))
            return true;
    return false;
}

/*
 * "Room Beta seats 6" and "Room Gamma seats 8" are about two rooms: a name among the first words says what the
 * statement is about.
 */
static bool is_subject(const struct word_alignment *alignment, const struct differing_piece *piece)
{
    return piece->words[0] - alignment->a < SUBJECT_WORDS_MAX;
}

/* What was found in two statements, and their other differences. */
struct statement_findings {
    size_t n_before;    /* number of items before these statements */
    size_t n_negations; /* negations in what differs; an even number cancels out … */
    bool has_opposites; /* … unless there are opposites */
    size_t n_others;    /* pieces that do not count, except pieces of words like "the" */
    bool names_subject; /* a name that differs says what the statement is about */
};

static bool is_common(const struct differing_piece *piece)
{
    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < piece->n[side]; i++)
            if ((piece->words[side][i].signs & WORD_IS_COMMON) == 0)
                return false;
    return true;
}

/* If only the key of a row is shared, a name shows that the row is about something else. */
static bool shares_key_alone(const struct statement *a, const struct word_alignment *alignment)
{
    return a->is_row && alignment->lengths[0][0] <= a->n_key_words;
}

/*
 * A name counts if nothing else differs, a negation if at most one other piece differs: otherwise the statement may
 * be a rephrasing.
 */
static void drop_doubtful(struct contradictions *out, const struct statement_findings *findings)
{
    const bool is_taken_back = findings->n_negations % 2 == 0 && !findings->has_opposites;
    size_t n = findings->n_before;
    for (size_t i = findings->n_before; i < out->n; i++) {
        const enum contradiction_kind kind = out->items[i].kind;
        const size_t most = kind == CONTRADICTION_NAME ? 0 : kind == CONTRADICTION_NEGATION ? 1 : SIZE_MAX;
        if (findings->n_others <= most && (kind != CONTRADICTION_NEGATION || !is_taken_back))
            out->items[n++] = out->items[i];
    }
    out->n = findings->names_subject && n > findings->n_before + 1 ? findings->n_before : n;
}

/*
 * Finds what differs in two statements. Nothing counts if the titles differ in the same words, and no numbers count
 * if a version is mentioned.
 */
static void compare_statements(struct contradiction_search *search, struct word_alignment *alignment,
                               size_t i, size_t j)
{
    struct contradictions *out = search->out;
    const struct statement *a = &search->sides[0].statements.items[i];
    const struct statement *b = &search->sides[1].statements.items[j];
    struct statement_findings findings = {.n_before = out->n};
    enum contradiction_kind kind;
    if (!align(alignment, search, i, j))
        return;
    const bool names_count = !is_headline(&search->sides[0].statements, a) &&
                             !is_headline(&search->sides[1].statements, b) && !shares_key_alone(a, alignment);
    const bool beside_version = has_version(search, alignment);
    for (size_t x = 0, y = 0; x < alignment->n_a || y < alignment->n_b; x++, y++) {
        const size_t at_a = x > 0 ? alignment->a[x - 1].span.end : a->span.start;
        const size_t at_b = y > 0 ? alignment->b[y - 1].span.end : b->span.start;
        struct differing_piece piece = next_piece(alignment, &x, &y);
        piece.is_beside_version = beside_version;
        if (piece.n[0] + piece.n[1] == 0)
            continue;
        if (is_of_titles(search, &piece)) {
            out->are_of_other_subjects = true;
            out->n = findings.n_before;
            return;
        }
        findings.n_negations += count_negations(&piece, 0) + count_negations(&piece, 1);
        findings.has_opposites |= are_opposites(search, &piece);
        if (!judge(search, &piece, names_count, &kind)) {
            findings.n_others += !is_common(&piece);
            continue;
        }
        findings.names_subject |= kind == CONTRADICTION_NAME && is_subject(alignment, &piece);
        ARENA_PUSH(search->arena, out->items, out->n) = (struct contradiction){
            .kind = kind,
            .statements = {a->span, b->span},
            .words = {span_of(&piece, 0, at_a), span_of(&piece, 1, at_b)},
        };
    }
    drop_doubtful(out, &findings);
}

static void compare_partners(struct contradiction_search *search)
{
    const struct comparison_side *side = &search->sides[0];
    struct word_alignment *alignment = memory_get(sizeof *alignment);
    for (size_t i = 0; i < side->statements.n; i++) {
        const size_t j = side->partners[i];
        if (j != no_partner && side->statements.items[i].hash != search->sides[1].statements.items[j].hash)
            compare_statements(search, alignment, i, j);
    }
    free(alignment);
}

/* --- Titles ------------------------------------------------------------------------------------- */

/* "v2", "version 2" and "2024" distinguish editions of one thing, not different things. */
static bool is_version(const struct statements *title, size_t i)
{
    enum { YEAR_LEAST = 1900, YEAR_MOST = 2100 };
    const struct statement_word *word = &title->words[i];
    const struct bytes bytes = bytes_slice(title->text, word->span.start, word->span.end);
    if ((word->signs & WORD_IS_NUMBER) != 0 && word->value >= YEAR_LEAST && word->value <= YEAR_MOST)
        return true;
    if (bytes.size > 1 && (bytes.data[0] == 'v' || bytes.data[0] == 'V') && bytes.data[1] >= '0' &&
        bytes.data[1] <= '9')
        return true;
    if (i == 0)
        return false;
    const struct text_span before = title->words[i - 1].span;
    return word_precedes_version(bytes_slice(title->text, before.start, before.end));
}

static void drop_versions(struct statements *title)
{
    size_t n = 0;
    for (size_t i = 0; i < title->n_words; i++)
        if (!is_version(title, i))
            title->words[n++] = title->words[i];
    title->n_words = n;
}

static bool has_own_number(const struct statements *title, const struct statements *other)
{
    for (size_t i = 0; i < title->n_words; i++)
        if ((title->words[i].signs & (WORD_IS_NUMBER | WORD_IS_CODE)) != 0 &&
            !title_has(other, title->words[i].hash))
            return true;
    return false;
}

void contradictions_find(struct arena *arena, const struct document_text texts[2], struct contradictions *out)
{
    struct contradiction_search search = {.arena = arena, .out = out};
    *out = (struct contradictions){0};
    for (size_t side = 0; side < 2; side++) {
        struct comparison_side *of = &search.sides[side];
        of->document = texts[side];
        statements_read(arena, texts[side].text, &of->statements);
        of->partners = arena_get_array(arena, of->statements.n + 1, sizeof *of->partners);
        for (size_t i = 0; i < of->statements.n; i++)
            of->partners[i] = no_partner;
        statements_read(arena, texts[side].title, &search.titles[side]);
        drop_versions(&search.titles[side]);
    }
    pair_same(&search, true);
    pair_likely(&search);
    pair_same(&search, false);
    const double shares[2] = {share_paired(&search.sides[0]), share_paired(&search.sides[1])};
    out->shared = shares[0] > shares[1] ? shares[0] : shares[1];
    out->are_of_other_subjects = has_own_number(&search.titles[0], &search.titles[1]) &&
                                 has_own_number(&search.titles[1], &search.titles[0]);
    if (out->shared >= CONTRADICTION_SHARED_LEAST)
        compare_partners(&search);
}
