/*
 * What assay hides in documents that are nearly the same. The test makes a random document as a list of units whose
 * places it knows, and derives the other documents from it by changes. The screen must show whole units in their order.
 * Whatever it hides must be in the other documents word for word, at the same place. Every difference must be on the
 * line of differences, and a key must go there from that line.
 */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/match/shingles.h"
#include "faces/plain_documents.h"
#include "tui/screens/label/keys.h"
#include "tui/screens/label/label.h"
#include "tui/screens/label/model.h"

#include <string.h>

enum { UNITS_MAX = 400, DOCUMENTS_MAX = BALLOT_SIZE_MAX, CELLS = 3, ROUNDS = 120 };

enum kind { TITLE, HEADING, SENTENCE, LEAD, ITEM, HEADER, ROW, RECORD };

struct made_unit {
    enum kind kind;
    size_t block; /* units of one paragraph, list or table have the same */
    const char *cells[CELLS];
};

struct made_document {
    struct made_unit units[UNITS_MAX];
    size_t n;
    struct buffer source;
    /* The units as they should be seen, and where each belongs. */
    const char *seen[UNITS_MAX]; /* NULL: not drawn as a unit of its own */
    int numbers[UNITS_MAX];      /* of an item; 0: none */
    size_t above[UNITS_MAX];     /* the header or lead of the unit; UNITS_MAX: none */
    size_t headings[UNITS_MAX];  /* the heading above the unit */
    size_t found[UNITS_MAX];     /* 0: hidden, 1: shown */
};

struct trial {
    struct arena arena;
    struct random_source random;
    enum document_format format;
    struct made_document documents[DOCUMENTS_MAX];
    size_t n;
    size_t tag;
    size_t n_changes; /* changes that a key went to */
};

static size_t below(struct trial *trial, size_t n)
{
    return (size_t)random_below(&trial->random, (uint64_t)n);
}

/* --- Making documents ------------------------------------------------------------------------- */

static const char *word(struct trial *trial)
{
    static const char *const words[] = {"hose",  "clamp",  "nurse",  "ward", "valve",  "dose",  "never",
                                        "line",  "close",  "open",   "the",  "with",   "under", "filter",
                                        "night", "supply", "tenant", "rent", "notice", "month"};
    return words[below(trial, sizeof words / sizeof *words)];
}

/* Returns random words that begin with one that is nowhere else. */
static const char *phrase(struct trial *trial, size_t least, const char *end)
{
    struct buffer text = {0};
    const size_t n = least + below(trial, 8);
    buffer_add_format(&text, "W%zu", ++trial->tag);
    for (size_t i = 0; i < n; i++)
        buffer_add_format(&text, " %s", word(trial));
    buffer_add_string(&text, end);
    const char *copy = arena_copy_string(&trial->arena, buffer_string(&text));
    buffer_release(&text);
    return copy;
}

static struct made_unit *add(struct made_document *document, enum kind kind, size_t block, const char *a)
{
    struct made_unit *unit = &document->units[document->n++];
    *unit = (struct made_unit){kind, block, {a, "", ""}};
    return unit;
}

static void fill_row(struct trial *trial, struct made_unit *unit)
{
    unit->cells[0] = arena_format(&trial->arena, "K%zu", ++trial->tag);
    unit->cells[1] = phrase(trial, 1, "");
    unit->cells[2] = phrase(trial, 1, "");
}

static void add_block(struct trial *trial, struct made_document *document, size_t block)
{
    const size_t n = 2 + below(trial, 5), kind = below(trial, trial->format == FORMAT_PLAIN ? 4 : 3);
    static const enum kind kinds[] = {SENTENCE, ITEM, ROW, RECORD};
    if (kinds[kind] == ITEM)
        add(document, LEAD, block, phrase(trial, 3, ":"));
    if (kinds[kind] == ROW) {
        struct made_unit *header =
            add(document, HEADER, block, arena_format(&trial->arena, "Key%zu", ++trial->tag));
        header->cells[1] = "Meaning";
        header->cells[2] = "Action";
    }
    for (size_t i = 0; i < n; i++) {
        struct made_unit *unit = add(document, kinds[kind], block, NULL);
        if (kinds[kind] == ROW || kinds[kind] == RECORD)
            fill_row(trial, unit);
        else
            unit->cells[0] = phrase(trial, 5, ".");
    }
}

static void make_first(struct trial *trial)
{
    struct made_document *document = &trial->documents[0];
    const size_t n_sections = 1 + below(trial, 5);
    add(document, TITLE, 0, phrase(trial, 1, ""));
    for (size_t section = 0, block = 1; section < n_sections; section++) {
        add(document, HEADING, block++, phrase(trial, 1, ""));
        for (size_t blocks = 1 + below(trial, 4); blocks > 0; blocks--)
            add_block(trial, document, block++);
    }
}

static bool is_text(enum kind kind)
{
    return kind == SENTENCE || kind == ITEM || kind == ROW || kind == RECORD;
}

/* Inserts "not", changes a word, or changes a cell of a row. */
static void change(struct trial *trial, struct made_unit *unit)
{
    const bool has_cells = unit->kind == ROW || unit->kind == RECORD;
    const size_t cell = has_cells ? below(trial, CELLS) : 0;
    const char *text = unit->cells[cell], *blank = strchr(text, ' ');
    unit->cells[cell] = blank == NULL
                            ? arena_format(&trial->arena, "%s%zu", text, ++trial->tag)
                            : arena_format(&trial->arena, "%.*s not%s", (int)(blank - text), text, blank);
}

/* Makes a copy with some changes: words, missing or additional units, and two units that have changed places. */
static void make_twin(struct trial *trial, struct made_document *twin)
{
    const struct made_document *first = &trial->documents[0];
    for (size_t i = 0; i < first->n; i++) {
        const struct made_unit *unit = &first->units[i];
        const size_t chance = below(trial, 40);
        const bool follows = twin->n > 0 && twin->units[twin->n - 1].block == unit->block;
        if (chance == 0 && is_text(unit->kind) && follows)
            continue;
        twin->units[twin->n++] = *unit;
        if (chance == 1 || chance == 2)
            change(trial, &twin->units[twin->n - 1]);
        if (chance == 3 && is_text(unit->kind)) {
            struct made_unit *more = add(twin, unit->kind, unit->block, phrase(trial, 5, "."));
            if (unit->kind == ROW || unit->kind == RECORD)
                fill_row(trial, more);
        }
        if (chance == 4 && follows && is_text(unit->kind) && twin->units[twin->n - 2].kind == unit->kind) {
            struct made_unit before = twin->units[twin->n - 2];
            twin->units[twin->n - 2] = twin->units[twin->n - 1];
            twin->units[twin->n - 1] = before;
        }
    }
}

/* --- Writing documents ------------------------------------------------------------------------ */

static bool is_numbered(const struct made_unit *unit)
{
    return unit->block % 2 == 0;
}

/* Writes the sentence with line ends in it, as in an e-mail. */
static void write_wrapped(const char *sentence, struct buffer *out)
{
    enum { LINE_WORDS = 4 };
    for (size_t words = 0; *sentence != '\0'; sentence++) {
        words += *sentence == ' ';
        buffer_add_byte(out, *sentence == ' ' && words % LINE_WORDS == 0 ? '\n' : *sentence);
    }
}

static void write_plain(const struct made_unit *unit, int number, struct buffer *out)
{
    switch (unit->kind) {
    case ITEM:
        buffer_add_format(out, is_numbered(unit) ? "%d. %s\n" : "- %.0d%s\n", is_numbered(unit) ? number : 0,
                          unit->cells[0]);
        break;
    case HEADER:
    case ROW:
        buffer_add_format(out, "%s | %s | %s\n", unit->cells[0], unit->cells[1], unit->cells[2]);
        break;
    case RECORD:
        buffer_add_format(out, "Code: %s\nMeaning: %s\nAction: %s\n\n", unit->cells[0], unit->cells[1],
                          unit->cells[2]);
        break;
    case SENTENCE:
        write_wrapped(unit->cells[0], out);
        buffer_add_byte(out, number % 2 == 0 ? '\n' : ' ');
        break;
    default:
        buffer_add_format(out, "%s\n", unit->cells[0]);
    }
}

static void write_markdown(const struct made_unit *unit, int number, struct buffer *out)
{
    switch (unit->kind) {
    case TITLE:
    case HEADING:
        buffer_add_format(out, "%s %s\n\n", unit->kind == TITLE ? "#" : "##", unit->cells[0]);
        break;
    case LEAD:
        buffer_add_format(out, "%s\n\n", unit->cells[0]);
        break;
    case HEADER:
    case ROW:
        buffer_add_format(out, "| %s | %s | %s |\n%s", unit->cells[0], unit->cells[1], unit->cells[2],
                          unit->kind == HEADER ? "|---|---|---|\n" : "");
        break;
    default:
        write_plain(unit, number, out);
    }
}

static void write_html(const struct made_unit *unit, struct buffer *out)
{
    static const char *const tags[] = {[TITLE] = "h1", [HEADING] = "h2", [LEAD] = "p", [ITEM] = "li"};
    const char *cell = unit->kind == HEADER ? "th" : "td";
    if (unit->kind == SENTENCE)
        buffer_add_format(out, "%s\n", unit->cells[0]);
    else if (unit->kind == HEADER || unit->kind == ROW)
        buffer_add_format(out, "<tr><%s>%s</%s><%s>%s</%s><%s>%s</%s></tr>\n", cell, unit->cells[0], cell,
                          cell, unit->cells[1], cell, cell, unit->cells[2], cell);
    else
        buffer_add_format(out, "<%s>%s</%s>\n", tags[unit->kind], unit->cells[0], tags[unit->kind]);
}

/* Returns the HTML element around the units of a block. */
static const char *html_tag(const struct made_unit *unit)
{
    return unit->kind == SENTENCE                      ? "p"
           : unit->kind == ITEM                        ? is_numbered(unit) ? "ol" : "ul"
           : unit->kind == HEADER || unit->kind == ROW ? "table"
                                                       : NULL;
}

static void write_document(const struct trial *trial, struct made_document *document)
{
    const char *open = NULL;
    for (size_t i = 0; i < document->n; i++) {
        const struct made_unit *unit = &document->units[i];
        const bool begins = i == 0 || unit[-1].block != unit->block;
        const char *tag = html_tag(unit);
        if (trial->format == FORMAT_HTML && open != NULL && (begins || tag != open))
            buffer_add_format(&document->source, "</%s>\n", open);
        if (trial->format == FORMAT_HTML && tag != NULL && (begins || tag != open))
            buffer_add_format(&document->source, "<%s>\n", tag);
        open = tag;
        if (begins && i > 0 && trial->format != FORMAT_HTML)
            buffer_add_string(&document->source, "\n\n");
        if (trial->format == FORMAT_HTML)
            write_html(unit, &document->source);
        else if (trial->format == FORMAT_MARKDOWN)
            write_markdown(unit, document->numbers[i], &document->source);
        else
            write_plain(unit, document->numbers[i], &document->source);
    }
    if (trial->format == FORMAT_HTML && open != NULL)
        buffer_add_format(&document->source, "</%s>\n", open);
}

/* Sets the heading, the header or lead, and the number of each unit. */
static void place_units(struct made_document *document)
{
    size_t heading = UNITS_MAX, above = UNITS_MAX;
    for (size_t i = 0; i < document->n; i++) {
        const struct made_unit *unit = &document->units[i];
        const bool begins = i == 0 || unit[-1].block != unit->block;
        const bool leads = unit->kind == LEAD || unit->kind == HEADER;
        if (begins)
            above = UNITS_MAX;
        document->above[i] = leads ? UNITS_MAX : above;
        document->headings[i] = unit->kind == HEADING ? UNITS_MAX : heading;
        if (leads)
            above = i;
        if (unit->kind == HEADING)
            heading = i;
        document->numbers[i] = !is_text(unit->kind)                ? 0
                               : begins || !is_text(unit[-1].kind) ? 1
                                                                   : document->numbers[i - 1] + 1;
    }
}

/* --- What is shown ---------------------------------------------------------------------------- */

/* Returns the words with one blank between them, without characters that only draw lines. */
static const char *squeezed(struct arena *arena, struct bytes text)
{
    static const char *const drawn[] = {"│", "─", "┼", "|"};
    struct buffer plain = {0}, out = {0};
    while (text.size > 0) {
        size_t skipped = 0;
        for (size_t i = 0; i < sizeof drawn / sizeof *drawn && skipped == 0; i++)
            skipped = bytes_starts_with(text, drawn[i]) ? strlen(drawn[i]) : 0;
        buffer_add(&plain, skipped > 0 ? bytes_of(" ") : bytes_slice(text, 0, 1));
        text = bytes_from(text, skipped > 0 ? skipped : 1);
    }
    text_add_squeezed(&out, buffer_bytes(&plain));
    const char *copy = arena_copy_string(arena, buffer_string(&out));
    buffer_release(&plain);
    buffer_release(&out);
    return copy;
}

/* A table that is too wide for its window is drawn as records. */
static bool is_drawn_as_record(const struct trial *trial, const struct made_document *document, size_t unit,
                               struct bytes text)
{
    const size_t header = document->above[unit];
    if (trial->format == FORMAT_PLAIN || document->units[unit].kind != ROW || header == UNITS_MAX)
        return false;
    const char *key = arena_format((struct arena *)&trial->arena, "%s: ", document->units[header].cells[0]);
    return memmem(text.data, text.size, key, strlen(key)) != NULL;
}

/*
 * Sets how unit `i` should be seen. If `is_aloud`, items have the markers that the screen draws before them, and a row
 * that is drawn as a record is one line.
 */
static void say_unit(struct trial *trial, struct made_document *document, size_t i, struct bytes text,
                     bool is_aloud)
{
    const struct made_unit *unit = &document->units[i];
    const char *const *cells = unit->cells;
    const char *said = cells[0];
    if (unit->kind == ITEM && (trial->format == FORMAT_PLAIN || is_aloud))
        said = is_numbered(unit)
                   ? arena_format(&trial->arena, "%d. %s", document->numbers[i], said)
                   : arena_format(&trial->arena, "%s %s", trial->format == FORMAT_PLAIN ? "-" : "•", said);
    if (unit->kind == RECORD)
        said = arena_format(&trial->arena, "Code: %s Meaning: %s Action: %s", cells[0], cells[1], cells[2]);
    if (unit->kind == HEADER || unit->kind == ROW)
        said = arena_format(&trial->arena, "%s %s %s", cells[0], cells[1], cells[2]);
    if (is_drawn_as_record(trial, document, i, text)) {
        const struct made_unit *header = &document->units[document->above[i]];
        document->seen[document->above[i]] = NULL;
        said =
            arena_format(&trial->arena, is_aloud ? "%s: %s; %s: %s; %s: %s" : "%s: %s %s: %s %s: %s",
                         header->cells[0], cells[0], header->cells[1], cells[1], header->cells[2], cells[2]);
    }
    document->seen[i] = said;
}

/* What is hidden at one place, as the line there says. */
struct sign {
    /* A bit for each other document that has it too. 0: only the best passage of a long document is shown. */
    unsigned documents;
    size_t words;
    size_t first, end; /* the range of hidden units */
};

static size_t count_words(const char *text)
{
    struct bytes rest = bytes_of(text), next;
    size_t words = 0;
    while (text_next_word(&rest, &next))
        words++;
    return words;
}

static struct sign read_sign(struct bytes line, size_t n_documents)
{
    struct sign sign = {0};
    struct bytes said;
    if (!bytes_starts_with(line, "["))
        bytes_next_word(&line, &said);
    bytes_next_word(&line, &said);
    for (size_t i = 0; i < said.size; i++)
        sign.words = said.data[i] == '[' ? 0 : 10 * sign.words + (size_t)(said.data[i] - '0');
    const char *place = memmem(line.data, line.size, "same as in ", 11);
    if (memmem(line.data, line.size, "same in all", 11) != NULL)
        sign.documents = (1U << n_documents) - 1;
    else if (place != NULL)
        sign.documents = 1U << (place[11] - '1');
    return sign;
}

/* Finds the unit, from `first` on, whose words begin the text, and moves `text` behind them. Returns document->n if
 * there is none. */
static size_t take_unit(const struct made_document *document, size_t first, const char **text)
{
    for (size_t i = first; i < document->n; i++) {
        const size_t size = document->seen[i] != NULL ? strlen(document->seen[i]) : 0;
        if (size == 0 || strncmp(*text, document->seen[i], size) != 0 ||
            ((*text)[size] != ' ' && (*text)[size] != '\0'))
            continue;
        *text += size + ((*text)[size] == ' ');
        return i;
    }
    return document->n;
}

/* Checks what is shown between two signs: whole units, in order. Returns the unit after them. */
static size_t check_shown(struct trial *trial, struct made_document *document, size_t next, bool follows_sign,
                          struct bytes shown)
{
    const char *text = squeezed(&trial->arena, shown);
    for (bool is_first = follows_sign; *text != '\0'; is_first = false) {
        const char *before = text;
        const size_t unit = take_unit(document, next, &text);
        if (unit == document->n)
            fail_msg("no whole unit: “%s” in:\n%s", before, buffer_string(&document->source));
        for (size_t i = next; i < unit && !is_first; i++)
            if (document->seen[i] != NULL)
                fail_msg("“%s” is missing, and nothing says so", document->seen[i]);
        document->found[unit] = 1;
        next = unit + 1;
    }
    return next;
}

static bool is_same(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static const char *name_of(const struct made_document *document, size_t unit)
{
    return unit < UNITS_MAX ? document->units[unit].cells[0] : "";
}

/* Returns the equal unit of the other document at the same place, from `after` on. other->n: none. */
static size_t find_same(const struct made_document *document, size_t unit, const struct made_document *other,
                        size_t after)
{
    for (size_t i = after; i < other->n; i++)
        if (is_same(document->seen[unit], other->seen[i]) &&
            document->units[unit].kind == other->units[i].kind &&
            is_same(name_of(document, document->headings[unit]), name_of(other, other->headings[i])) &&
            is_same(name_of(document, document->above[unit]), name_of(other, other->above[i])) &&
            (document->units[unit].kind != ITEM || !is_numbered(&document->units[unit]) ||
             document->numbers[unit] == other->numbers[i]))
            return i;
    return other->n;
}

/* Requires that all that is hidden is also in the documents that the sign names, and is hidden there too. */
static void check_hidden(struct trial *trial, size_t number, const struct sign *sign, bool is_aloud)
{
    const struct made_document *document = &trial->documents[number];
    size_t words = 0;
    for (size_t i = sign->first; i < sign->end; i++)
        words += document->seen[i] == NULL ? 0
                 : is_aloud && document->units[i].kind == ITEM && trial->format != FORMAT_PLAIN
                     ? count_words(document->units[i].cells[0])
                     : count_words(document->seen[i]);
    if (words != sign->words)
        fail_msg("%zu words are hidden from “%s” to “%s”, not %zu, in:\n%s", words,
                 document->units[sign->first].cells[0], document->units[sign->end - 1].cells[0], sign->words,
                 buffer_string(&document->source));
    for (size_t other = 0; other < trial->n; other++) {
        if (other == number || (sign->documents >> other & 1) == 0)
            continue;
        for (size_t i = sign->first, after = 0; i < sign->end; i++) {
            if (document->seen[i] == NULL)
                continue;
            const size_t same = find_same(document, i, &trial->documents[other], after);
            if (same == trial->documents[other].n)
                fail_msg("“%s” of document %zu is hidden and not in document %zu", document->seen[i],
                         number + 1, other + 1);
            if (trial->documents[other].found[same] != 0)
                fail_msg("“%s” is hidden in document %zu, but not in %zu", document->seen[i], number + 1,
                         other + 1);
            after = same + 1;
        }
    }
}

/* Requires that a unit is shown only together with its heading and its header or lead. */
static void check_above(const struct made_document *document)
{
    for (size_t i = 0; i < document->n; i++) {
        const size_t above[] = {document->above[i], document->headings[i]};
        for (size_t k = 0; k < 2 && document->found[i] != 0; k++)
            if (above[k] < UNITS_MAX && document->seen[above[k]] != NULL && document->found[above[k]] == 0)
                fail_msg("“%s” is shown without “%s”\n%s", document->seen[i], document->seen[above[k]],
                         buffer_string(&document->source));
    }
}

static size_t check_document(struct trial *trial, size_t number, struct bytes seen, struct sign *signs)
{
    struct made_document *document = &trial->documents[number];
    struct buffer shown = {0};
    struct bytes line;
    size_t next = 0, n = 0;
    for (bool more = true; more;) {
        more = bytes_next_line(&seen, &line);
        const bool is_sign = more && (bytes_starts_with(line, "⋯ ") || bytes_starts_with(line, "["));
        if (more && !is_sign) {
            buffer_add(&shown, line);
            buffer_add_byte(&shown, '\n');
            continue;
        }
        next = check_shown(trial, document, next, n > 0 && signs[n - 1].end == 0, buffer_bytes(&shown));
        if (n > 0) {
            size_t first = signs[n - 1].first;
            signs[n - 1].end = first;
            while (signs[n - 1].end < document->n && document->found[signs[n - 1].end] == 0)
                signs[n - 1].end++;
        }
        buffer_clear(&shown);
        if (is_sign) {
            signs[n] = read_sign(line, trial->n);
            signs[n++].first = next;
        }
    }
    for (size_t i = next; i < document->n && (n == 0 || signs[n - 1].first != next); i++)
        if (document->seen[i] != NULL)
            fail_msg("“%s” at the end is missing", document->seen[i]);
    buffer_release(&shown);
    return n;
}

/* --- The tests -------------------------------------------------------------------------------- */

static void make_trial(struct trial *trial, uint64_t seed)
{
    static const enum document_format formats[] = {FORMAT_PLAIN, FORMAT_MARKDOWN, FORMAT_HTML};
    *trial =
        (struct trial){.random = random_from(seed, 7), .format = formats[seed % 3], .n = 2 + seed / 3 % 2};
    make_first(trial);
    for (size_t i = 1; i < trial->n; i++)
        make_twin(trial, &trial->documents[i]);
    for (size_t i = 0; i < trial->n; i++) {
        place_units(&trial->documents[i]);
        write_document(trial, &trial->documents[i]);
    }
}

static void release_trial(struct trial *trial)
{
    for (size_t i = 0; i < trial->n; i++)
        buffer_release(&trial->documents[i].source);
    arena_release(&trial->arena);
}

static struct ballot ballot_of(const struct trial *trial)
{
    struct ballot ballot = {.ballot_id = 1,
                            .question_id = 1,
                            .question = bytes_of("Which clamp is for the nurse?"),
                            .question_number = 1,
                            .n_slots = trial->n,
                            .withdrawn = {.position = VOTE_ABSENT}};
    for (size_t i = 0; i < trial->n; i++) {
        ballot.documents[i].candidate_id = (int64_t)i + 1;
        ballot.documents[i].text = buffer_bytes(&trial->documents[i].source);
    }
    return ballot;
}

/* `all` is the text of each document with nothing hidden, and `seen` is what is shown of it. */
static void check_texts(struct trial *trial, const struct bytes *all, const struct bytes *seen, bool is_aloud,
                        size_t *n_signs)
{
    static struct sign signs[DOCUMENTS_MAX][UNITS_MAX];
    size_t n[DOCUMENTS_MAX];
    for (size_t i = 0; i < trial->n; i++) {
        for (size_t unit = 0; unit < trial->documents[i].n; unit++)
            say_unit(trial, &trial->documents[i], unit, all[i], is_aloud);
        memset(trial->documents[i].found, 0, sizeof trial->documents[i].found);
        n[i] = check_document(trial, i, seen[i], signs[i]);
    }
    for (size_t i = 0; i < trial->n; i++) {
        check_above(&trial->documents[i]);
        for (size_t sign = 0; sign < n[i]; sign++)
            check_hidden(trial, i, &signs[i][sign], is_aloud);
        *n_signs += n[i];
    }
}

/* Whether the line of differences names a part that lies in this unit or touches it. */
static bool is_named(const struct text_changes *changes, size_t text, const struct text_unit *unit)
{
    for (size_t i = 0; i < changes->n; i++)
        for (size_t side = 0; side < 2; side++)
            if (changes->items[i].texts[side] == text && changes->items[i].parts[side].end >= unit->start &&
                changes->items[i].parts[side].start <= unit->end)
                return true;
    return false;
}

/* Whether the other text has all words of the unit. Then its heading or its number in a list differs, and that is
 * named. */
static bool stands_in(const struct label_model *model, size_t i, size_t unit, size_t j)
{
    const struct text_unit *of = &model->reading.units[i].items[unit];
    struct buffer text = {0}, other = {0};
    text_add_squeezed(&text, bytes_slice(model->reading.texts[i], of->start, of->end));
    text_add_squeezed(&other, model->reading.texts[j]);
    const bool stands = memmem(other.data, other.size, text.data, text.size) != NULL;
    buffer_release(&text);
    buffer_release(&other);
    return stands;
}

/* Requires that the line of differences names everything that document i has and document j lacks. */
static void check_named(const struct label_model *model, size_t i, size_t j)
{
    const struct label_reading *reading = &model->reading;
    for (size_t unit = 0; unit < reading->units[i].n; unit++)
        if (reading->shared[i].partners[j][unit] == NO_UNIT && !stands_in(model, i, unit, j) &&
            !is_named(&reading->changes, i, &reading->units[i].items[unit]))
            fail_msg("document %zu: what differs from %zu at byte %zu is on no line", i + 1, j + 1,
                     reading->units[i].items[unit].start);
}

/* Requires that the key scrolls each document to the difference that the line names, if there is room for all of it. */
static void check_walk(struct label_model *model)
{
    for (size_t i = 0; i < model->reading.changes.n; i++) {
        const struct text_change *change = &model->reading.changes.items[i];
        screen_label.update(model, (struct action){.name = LABEL_MATCH_NEXT});
        screen_label.arrange(model, model->area);
        for (size_t side = 0; side < 2; side++) {
            const struct text_view *view = &model->boxes[change->texts[side]].text;
            const struct text_part *part = &change->parts[side];
            const bool has_room = part->end - part->start < (size_t)view->wrapped.columns && view->rows > 6;
            if (part->start < part->end && has_room && !text_view_shows(view, part->start, part->end))
                fail_msg("difference %zu is not to be seen in document %zu", i + 1, change->texts[side] + 1);
        }
    }
}

static void check_changes(struct label_model *model, size_t *n_changes)
{
    const size_t n = model->reading.is_comparing ? model->ballot->n_slots : 0;
    for (size_t j = 1; j < n; j++)
        for (size_t i = 0; i < j; i++)
            if (excerpt_are_twins(&model->reading.differences, i, j)) {
                check_named(model, i, j);
                check_named(model, j, i);
                break;
            }
    *n_changes += model->reading.changes.n;
    check_walk(model);
}

static void check_screen(struct trial *trial, enum layout_choice layout, struct rectangle area,
                         size_t *n_signs)
{
    const struct ballot ballot = ballot_of(trial);
    struct label_model model = {.language = "english", .format = trial->format, .layout = layout};
    struct bytes all[DOCUMENTS_MAX], seen[DOCUMENTS_MAX];
    label_show(&model, &ballot, 1, NULL);
    screen_label.arrange(&model, area);
    for (size_t i = 0; i < trial->n; i++) {
        all[i] = text_view_unfolded(&model.boxes[i].text, SIZE_MAX);
        seen[i] = text_view_text(&model.boxes[i].text);
    }
    check_texts(trial, all, seen, false, n_signs);
    check_changes(&model, &trial->n_changes);
    screen_label.release(&model);
}

/* Returns the text below "Document 1" and above the lines on what only it has. Moves `said` behind it. */
static struct bytes take_document(struct bytes *said)
{
    struct bytes line, text = {0};
    while (bytes_next_line(said, &line) && !bytes_starts_with(line, "Document "))
        ;
    text = *said;
    while (said->size > 0 && !bytes_starts_with(*said, "Document ") &&
           !bytes_starts_with(*said, "Only here: ") && !bytes_starts_with(*said, "Differences: "))
        bytes_next_line(said, &line);
    text.size -= said->size;
    return text;
}

static void check_aloud(struct trial *trial, int columns, size_t *n_signs)
{
    const struct ballot ballot = ballot_of(trial);
    struct buffer whole = {0}, said = {0};
    struct bytes all[DOCUMENTS_MAX], seen[DOCUMENTS_MAX];
    bool leaves_out;
    const struct plain_source source = {.ballot = &ballot, .format = trial->format, .language = "english"};
    plain_documents_add(&whole, source,
                        (struct plain_view){.columns = columns, .shows_whole = true, .is_blind = true},
                        &leaves_out);
    plain_documents_add(&said, source, (struct plain_view){.columns = columns, .is_blind = true},
                        &leaves_out);
    struct bytes rest_whole = buffer_bytes(&whole), rest = buffer_bytes(&said);
    for (size_t i = 0; i < trial->n; i++) {
        all[i] = take_document(&rest_whole);
        seen[i] = take_document(&rest);
    }
    check_texts(trial, all, seen, true, n_signs);
    buffer_release(&whole);
    buffer_release(&said);
}

static void the_screen_shows_whole_units_and_hides_only_what_the_others_have(void **state)
{
    (void)state;
    static const struct rectangle areas[] = {
        {0, 0, 20, 80}, {0, 0, 11, 40}, {0, 0, 36, 120}, {0, 0, 30, 200}, {0, 0, 16, 60}};
    static struct trial trial;
    size_t n_signs = 0, n_changes = 0;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        make_trial(&trial, seed);
        check_screen(&trial, seed % 2 == 0 ? LAYOUT_AUTO : LAYOUT_COLUMNS,
                     areas[seed % (sizeof areas / sizeof *areas)], &n_signs);
        n_changes += trial.n_changes;
        release_trial(&trial);
    }
    assert_true(n_signs > ROUNDS && n_changes > ROUNDS); /* otherwise nothing was tested */
}

static void plain_output_has_whole_units_and_omits_only_what_the_others_have(void **state)
{
    (void)state;
    static const int columns[] = {0, 72, 40};
    static struct trial trial;
    size_t n_signs = 0;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        make_trial(&trial, seed);
        check_aloud(&trial, columns[seed % 3], &n_signs);
        release_trial(&trial);
    }
    assert_true(n_signs > ROUNDS);
}

static void nothing_is_hidden_where_all_texts_have_room(void **state)
{
    (void)state;
    static struct trial trial;
    size_t n_signs = 0;
    for (uint64_t seed = 0; seed < ROUNDS / 8; seed++) {
        make_trial(&trial, seed);
        check_screen(&trial, LAYOUT_AUTO, (struct rectangle){0, 0, 2000, 120}, &n_signs);
        release_trial(&trial);
    }
    assert_int_equal(n_signs, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_screen_shows_whole_units_and_hides_only_what_the_others_have),
        cmocka_unit_test(plain_output_has_whole_units_and_omits_only_what_the_others_have),
        cmocka_unit_test(nothing_is_hidden_where_all_texts_have_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
