/*
 * tui/text/excerpt.h decides what to leave out of each document, based on the visible texts. Here its signs become
 * words: "[29 words hidden: same as in 1]" for a fold, "Only here: 60." for marks, and "Differences:" for what nearly
 * identical documents say in each other's place. Drawn lines are left out: there are no rules and no bars between
 * cells. A row of a table is one line, each cell with its header: "Code: E-17; Action: Take out of use".
 */
#include "faces/plain_documents.h"

#include "core/base/number.h"
#include "core/base/search.h"
#include "core/base/unicode.h"
#include "core/store/content/documents.h"
#include "core/markup/markup_guess.h"
#include "tui/text/excerpt.h"
#include "tui/text/match.h"
#include "core/text/sentences.h"
#include "tui/text/text_changes.h"
#include "tui/text/units.h"

#include <string.h>

enum {
    COLUMNS_MIN = 20, /* smallest line width */
    COLUMNS_WITHOUT_END = 1 << 24,
    COMPARED_TEXT_MAX = 128 * 1024,
    LONG_WORDS =
        /* reading more words aloud takes longer than about 90 seconds, so longer documents are shortened */
    250,
    OWN_SAID_MAX = 12,
    CHANGES_SAID_MAX = 12,
    CHANGE_COLUMNS = 60, /* for the words of each side */
    FOUND_SAID_MAX = 5,
};

struct plain_document {
    const struct ballot_document *document;
    struct markdown markdown; /* rendered, if is_rendered */
    bool is_rendered;
    struct bytes text; /* the whole visible text */
    size_t n_words;
    bool is_long;
    struct text_units units;
    struct text_folding folding;
    bool has_twin; /* it is nearly identical to another; the differences are listed below all documents */
};

/* The data needed to write a ballot's documents. */
struct plain_ballot {
    struct plain_source of;
    struct plain_view view;
    struct plain_document documents[BALLOT_SIZE_MAX];
    struct question_words words;
    struct differences differences; /* n = 0: documents are not shown by their differences */
    unsigned read;
    struct text_changes changes; /* between nearly identical documents */
    struct arena arena;
};

/* Writes the bar of a quotation as in mail, and leaves out rules. */
static void add_prefix(struct buffer *out, struct bytes prefix)
{
    static const char bar[] = "│", rule[] = "─";
    while (prefix.size > 0) {
        bool is_bar = bytes_starts_with(prefix, bar);
        size_t size = is_bar || bytes_starts_with(prefix, rule) ? strlen(bar) : 1;
        if (is_bar)
            buffer_add_byte(out, '>');
        else if (size == 1)
            buffer_add_byte(out, prefix.data[0]);
        prefix = bytes_from(prefix, size);
    }
}

static void add_line(struct buffer *out, struct bytes prefix, struct bytes line)
{
    if (text_line_is_rule(line))
        return;
    add_prefix(out, prefix);
    unicode_add_visible(out, line);
    buffer_add_byte(out, '\n');
}

/* NULL: none. */
static const struct wrap_block *block_at(const struct styled_text *seen, size_t offset)
{
    size_t after;
    LOWER_BOUND(after, seen->n_blocks, seen->blocks[after].start <= offset);
    return after > 0 ? &seen->blocks[after - 1] : NULL;
}

/* Whether it is a cell of a table whose cells stand below each other: only its later lines are indented. */
static bool is_table_cell(const struct wrap_block *block)
{
    return block->kind == WRAP_FLOWING && bytes_trim(block->first_prefix).size == 0 &&
           block->next_prefix.size > block->first_prefix.size;
}

/* Replaces the line end, so that the row goes on: with another cell, or with the same one. */
static void continue_row(struct buffer *out, bool is_another)
{
    out->data[out->size - 1] = is_another ? ';' : ' ';
    buffer_add_string(out, is_another ? " " : "");
}

/* Adds the lines of this part of the text. */
static void add_wrapped(struct buffer *out, const struct styled_text *seen, struct bytes text,
                        struct text_part part, int columns)
{
    struct wrapped_text wrapped = {0};
    wrap_set(&wrapped, text,
             columns == 0            ? COLUMNS_WITHOUT_END
             : columns < COLUMNS_MIN ? COLUMNS_MIN
                                     : columns);
    if (seen != NULL)
        wrap_grow(&wrapped, text, seen->blocks, seen->n_blocks);
    size_t n = wrap_to_end(&wrapped);
    const struct wrap_block *row = NULL; /* of the cell that was added last */
    for (size_t i = 0; i < n; i++) {
        struct wrapped_line line = wrapped.lines[i];
        if (line.end < part.start || line.start >= part.end)
            continue;
        line.start = line.start < part.start ? part.start : line.start;
        line.end = line.end > part.end ? part.end : line.end;
        const struct wrap_block *block = seen != NULL ? block_at(seen, line.start) : NULL;
        const bool is_cell = block != NULL && is_table_cell(block) && line.end > line.start;
        const size_t size = out->size;
        if (is_cell && row != NULL)
            continue_row(out, block != row);
        add_line(out, is_cell && row != NULL ? (struct bytes){0} : wrap_prefix(&wrapped, line),
                 bytes_slice(text, line.start, line.end));
        row = is_cell && out->size > size ? block : NULL;
    }
    wrap_release(&wrapped);
}

void plain_lines_add(struct buffer *out, struct bytes text, int columns)
{
    struct bytes line;
    if (columns > 0) {
        add_wrapped(out, NULL, text, (struct text_part){0, text.size}, columns);
        return;
    }
    while (bytes_next_line(&text, &line))
        add_line(out, (struct bytes){0}, line);
}

void plain_fields_add(struct buffer *out, const struct shown_fields *fields)
{
    for (size_t i = 0; i < fields->n; i++) {
        unicode_add_visible(out, fields->fields[i].name);
        buffer_add_string(out, ": ");
        unicode_add_visible(out, fields->fields[i].value);
        buffer_add_byte(out, '\n');
    }
}

/* --- Facts about the documents -------------------------------------------- */

static void render(struct plain_document *plain, enum text_markup markup)
{
    plain->text = plain->document->text;
    plain->is_rendered = markup != MARKUP_NONE;
    if (!plain->is_rendered)
        return;
    markdown_set_markup(&plain->markdown, markup, plain->text, 0);
    while (markdown_extend(&plain->markdown))
        ;
    plain->text = buffer_bytes(&plain->markdown.seen.text);
}

static void compare(struct plain_ballot *plain)
{
    struct bytes texts[BALLOT_SIZE_MAX];
    size_t n = plain->of.ballot->n_slots;
    bool is_short = n > 1, are_alike = false;
    for (size_t i = 0; i < n; i++) {
        texts[i] = plain->documents[i].text;
        is_short = is_short && texts[i].size <= COMPARED_TEXT_MAX;
    }
    if (!is_short)
        return;
    differences_find(&plain->differences, texts, n);
    for (size_t i = 0; i < n; i++)
        are_alike = are_alike || excerpt_is_like_another(&plain->differences, i);
    if (!are_alike)
        differences_release(&plain->differences);
}

/* Weighs the question's words. If the pool can't be read, they all have the same weight. */
static void weigh_words(struct plain_ballot *plain)
{
    struct bytes texts[POOL_TEXTS_MAX];
    size_t n;
    question_words_set(&plain->words, plain->of.ballot->question, plain->of.language);
    if (plain->of.labelling != NULL &&
        labelling_read_pool_texts(plain->of.labelling, &plain->arena, texts, &n, err_ignored()))
        question_words_weigh(&plain->words, texts, n);
}

struct plain_source plain_source_of(const struct labelling *labelling)
{
    return (struct plain_source){.ballot = labelling_ballot(labelling),
                                 .format = labelling_format(labelling),
                                 .language = labelling_language(labelling),
                                 .labelling = labelling};
}

static struct passage best_passage(const struct plain_ballot *plain, size_t i)
{
    const struct plain_document *document = &plain->documents[i];
    struct passage_list passages = {0};
    passage_list_find(&passages, document->text, &document->units, &plain->words);
    const struct passage best = passage_list_best(&passages, document->text, &document->units);
    passage_list_release(&passages);
    return best;
}

static void gather(const struct plain_ballot *plain, struct bytes *texts, const struct text_units **units)
{
    for (size_t i = 0; i < plain->of.ballot->n_slots; i++) {
        texts[i] = plain->documents[i].text;
        units[i] = &plain->documents[i].units;
    }
}

/* Compares each document with the first nearly identical one before it, as the screen does. */
static void find_changes(struct plain_ballot *plain, const struct shared_units *shared)
{
    struct bytes texts[BALLOT_SIZE_MAX];
    const struct text_units *units[BALLOT_SIZE_MAX];
    gather(plain, texts, units);
    for (size_t j = 1; j < plain->of.ballot->n_slots; j++)
        for (size_t i = 0; i < j; i++)
            if (excerpt_are_twins(&plain->differences, i, j)) {
                text_changes_find(&plain->arena, texts, units, shared, i, j, &plain->changes);
                break;
            }
}

/*
 * Finds what to leave out and to mark. Nearly identical documents lose what they share if one of them is long. Any
 * other document that is long, or was read before, is reduced to its best passage.
 */
static void find_foldings(struct plain_ballot *plain)
{
    static const struct fold_label label;
    struct excerpt_text texts[BALLOT_SIZE_MAX];
    struct text_folding foldings[BALLOT_SIZE_MAX] = {{0}};
    struct shared_units shared[BALLOT_SIZE_MAX];
    bool has_long = false;
    for (size_t i = 0; i < plain->of.ballot->n_slots; i++) {
        const struct plain_document *document = &plain->documents[i];
        const bool has_twin = plain->differences.n > 0 && excerpt_has_twin(&plain->differences, i);
        plain->documents[i].has_twin = has_twin;
        const bool was_read = (plain->read >> i & 1) != 0;
        struct text_part all = {0, document->text.size};
        const struct text_parts whole = {.items = &all, .count = 1};
        texts[i] = (struct excerpt_text){document->text, &document->units, best_passage(plain, i),
                                         (was_read || document->is_long) && !has_twin};
        has_long = has_long || document->is_long;
        if (texts[i].is_apart)
            foldings[i] = excerpt_passage(&plain->arena, &texts[i], &whole,
                                          was_read ? "read before" : "outside the best passage", &label);
    }
    if (plain->differences.n > 0) {
        excerpt_find_shared(&plain->arena, texts, &plain->differences, shared);
        excerpt_differences(&plain->arena, texts, &plain->differences, shared, &label, foldings);
        find_changes(plain, shared);
    }
    for (size_t i = 0; i < plain->of.ballot->n_slots; i++) {
        if (!has_long && !texts[i].is_apart)
            foldings[i].n_folds = 0;
        plain->documents[i].folding = foldings[i];
    }
}

static void read_documents(struct plain_ballot *plain)
{
    bool has_long = false;
    for (size_t i = 0; i < plain->of.ballot->n_slots; i++) {
        struct plain_document *document = &plain->documents[i];
        document->document = &plain->of.ballot->documents[i];
        render(document, markup_of(plain->of.format, document->document->text));
        document->units = text_units_find(&plain->arena, document->text,
                                          document->is_rendered ? &document->markdown.seen : NULL);
        document->n_words = passage_count_words(document->text);
        document->is_long = document->n_words > LONG_WORDS || plain->of.ballot->is_glance;
        has_long = has_long || document->is_long;
        bool shrinks = document->document->was_read && document->text.size <= PASSAGE_TEXT_MAX;
        plain->read |= shrinks ? 1U << i : 0;
    }
    compare(plain);
    if (plain->read == 0 && plain->differences.n == 0 && !has_long)
        return;
    weigh_words(plain);
    find_foldings(plain);
}

static void plain_ballot_release(struct plain_ballot *plain)
{
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++)
        markdown_release(&plain->documents[i].markdown);
    question_words_release(&plain->words);
    differences_release(&plain->differences);
    arena_release(&plain->arena);
}

/* --- Sentences ------------------------------------------------------------ */

void plain_sentences_list(const struct labelling *labelling, size_t i, struct arena *arena,
                          struct plain_sentence **sentences, size_t *n)
{
    struct plain_document document = {.document = &labelling_ballot(labelling)->documents[i]};
    struct sentence sentence;
    render(&document, markup_of(labelling_format(labelling), document.document->text));
    *sentences = NULL;
    *n = 0;
    for (size_t offset = 0; sentence_at(document.text, offset, &sentence); offset = sentence.end) {
        struct text_part part = {sentence.start, sentence.end};
        if (document.is_rendered)
            part = markdown_source_part(&document.markdown, part);
        if (part.start < part.end)
            ARENA_PUSH(arena, *sentences, *n) = (struct plain_sentence){
                arena_copy(arena, bytes_slice(document.text, sentence.start, sentence.end)), part};
    }
    markdown_release(&document.markdown);
}

/* --- Output --------------------------------------------------------------- */

/* Rewrites labels: "⋯ 29 words hidden: same as in 1" becomes "[29 words hidden: same as in 1]". */
static struct text_fold *folds_in_words(struct arena *arena, const struct text_folding *folding)
{
    struct text_fold *folds = arena_get_array(arena, folding->n_folds, sizeof *folds);
    for (size_t i = 0; i < folding->n_folds; i++) {
        struct bytes words = folding->folds[i].label, sign;
        (void)bytes_next_word(&words, &sign);
        folds[i] = folding->folds[i];
        folds[i].label = bytes_of(arena_format(arena, "[%.*s]", BYTES_FORMAT(bytes_trim(words))));
    }
    return folds;
}

/* Lists the marked words; adjacent marks count as one. */
static void add_own(struct buffer *out, struct bytes text, const struct text_folding *folding)
{
    size_t n = 0;
    for (size_t i = 0; i < folding->n_marks; n++) {
        size_t last = i;
        while (last + 1 < folding->n_marks && folding->marks[last + 1].start == folding->marks[last].end)
            last++;
        struct buffer words = {0};
        buffer_add_one_line(&words, bytes_slice(text, folding->marks[i].start, folding->marks[last].end));
        if (n < OWN_SAID_MAX) {
            buffer_add_string(out, i == 0 ? "Only here: " : "; ");
            unicode_add_visible(out, bytes_trim(buffer_bytes(&words)));
        }
        buffer_release(&words);
        i = last + 1;
    }
    if (n > OWN_SAID_MAX)
        buffer_add_format(out, "; and %zu more", n - OWN_SAID_MAX);
    if (n > 0)
        buffer_add_string(out, ".\n");
}

static void add_part(struct buffer *out, const struct plain_document *document, struct text_part part,
                     int columns)
{
    if (document->is_rendered)
        add_wrapped(out, &document->markdown.seen, document->text, part, columns);
    else
        plain_lines_add(out, bytes_slice(document->text, part.start, part.end), columns);
}

static void add_text(struct buffer *out, struct plain_ballot *plain, size_t i, bool *leaves_out)
{
    const struct plain_document *document = &plain->documents[i];
    const struct styled_text *seen = document->is_rendered ? &document->markdown.seen : NULL;
    const struct text_folding folding = document->folding;
    *leaves_out = *leaves_out || folding.n_folds > 0;
    if (folding.n_folds > 0 && !plain->view.shows_whole) {
        struct folded_text folded = {0};
        struct text_folding in_words = {.folds = folds_in_words(&plain->arena, &folding),
                                        .n_folds = folding.n_folds};
        folded_text_set(&folded, document->text, seen, &in_words);
        const struct bytes shown = buffer_bytes(&folded.seen.text);
        add_wrapped(out, &folded.seen, shown, (struct text_part){0, shown.size}, plain->view.columns);
        folded_text_release(&folded);
    } else {
        add_part(out, document, (struct text_part){0, document->text.size}, plain->view.columns);
    }
    if (!document->has_twin)
        add_own(out, document->text, &folding);
}

/*
 * Appends "Differences: document 1: “extension 4711”, document 2: “extension 4712” (§20); only in
 * document 2: “the roller clamp” (§8)."
 */
static void add_changes(struct buffer *out, const struct plain_ballot *plain)
{
    const struct text_changes *changes = &plain->changes;
    struct bytes texts[BALLOT_SIZE_MAX];
    const struct text_units *units[BALLOT_SIZE_MAX];
    gather(plain, texts, units);
    for (size_t i = 0; i < changes->n && i < CHANGES_SAID_MAX; i++) {
        struct buffer said = {0};
        buffer_add_string(out, i == 0 ? "\nDifferences: " : "; ");
        text_change_add(&said, &changes->items[i], texts, units, CHANGE_HEARD, CHANGE_COLUMNS);
        unicode_add_visible(out, buffer_bytes(&said));
        buffer_release(&said);
    }
    if (changes->n > CHANGES_SAID_MAX)
        buffer_add_format(out, "; and %zu more", changes->n - CHANGES_SAID_MAX);
    if (changes->n > 0)
        buffer_add_string(out, ".\n");
}

/* Appends " (5,200 words, read before, 96 % same as 2)" */
static void add_remark(struct buffer *out, const struct plain_ballot *plain, size_t i)
{
    const struct plain_document *document = &plain->documents[i];
    struct buffer likeness = {0};
    if (plain->differences.n > 0)
        excerpt_add_likeness(&likeness, &plain->differences, i);
    buffer_add_string(out, " (");
    number_add_grouped(out, (int64_t)document->n_words);
    buffer_add_string(out, document->n_words == 1 ? " word" : " words");
    buffer_add_string(out, document->document->was_read ? ", read before" : "");
    buffer_add_string(out, likeness.size > 0 ? ", " : "");
    buffer_add(out, buffer_bytes(&likeness));
    buffer_add_byte(out, ')');
    buffer_release(&likeness);
}

/* Appends the document's origin for an annotator who is not blind. */
static void add_origin(struct buffer *out, const struct ballot_document *document)
{
    buffer_add_string(out, "(docid ");
    unicode_add_visible(out, document->docid);
    buffer_add_string(out, document->sources.size > 0 ? ", from " : "");
    unicode_add_visible(out, document->sources);
    buffer_add_string(out, ")\n");
}

static void add_heading(struct buffer *out, struct plain_ballot *plain, size_t i)
{
    const struct ballot_document *document = plain->documents[i].document;
    buffer_add_format(out, "\nDocument %zu%s", i + 1, document->title.size > 0 ? ": " : "");
    unicode_add_visible(out, document->title);
    add_remark(out, plain, i);
    buffer_add_byte(out, '\n');
}

static void add_document(struct buffer *out, struct plain_ballot *plain, size_t i, bool *leaves_out)
{
    const struct ballot_document *document = plain->documents[i].document;
    add_heading(out, plain, i);
    if (!plain->view.is_blind)
        add_origin(out, document);
    plain_fields_add(out, &document->fields);
    add_text(out, plain, i, leaves_out);
}

void plain_documents_add(struct buffer *out, struct plain_source source, struct plain_view view,
                         bool *leaves_out)
{
    struct plain_ballot plain = {.of = source, .view = view};
    *leaves_out = false;
    read_documents(&plain);
    for (size_t i = 0; i < source.ballot->n_slots; i++)
        add_document(out, &plain, i, leaves_out);
    add_changes(out, &plain);
    plain_ballot_release(&plain);
}

void plain_document_add_whole(struct buffer *out, struct plain_source source, struct plain_view view,
                              size_t i)
{
    struct plain_ballot plain = {.of = source, .view = view};
    bool leaves_out = false;
    plain.view.shows_whole = true;
    read_documents(&plain);
    add_document(out, &plain, i, &leaves_out);
    plain_ballot_release(&plain);
}

/* --- Passages -------------------------------------------------------------- */

/* The index of passage number `n`, counting the best one first; SIZE_MAX: none. */
static size_t passage_in_turn(const struct passage_list *passages, size_t n)
{
    size_t best = 0;
    for (size_t i = 1; i < passages->count; i++)
        best = passages->items[i].weight > passages->items[best].weight ? i : best;
    if (n >= passages->count)
        return SIZE_MAX;
    return n == 0 ? best : n <= best ? n - 1 : n;
}

static bool add_passage(struct buffer *out, struct plain_ballot *plain, size_t i, size_t n)
{
    const struct bytes text = plain->documents[i].text;
    struct passage_list passages = {0};
    passage_list_find(&passages, text, &plain->documents[i].units, &plain->words);
    const size_t number = passage_in_turn(&passages, n);
    if (number != SIZE_MAX) {
        const struct passage *passage = &passages.items[number];
        buffer_add_format(out, "\nDocument %zu, passage %zu of %zu\n", i + 1, number + 1, passages.count);
        add_part(out, &plain->documents[i], (struct text_part){passage->start, passage->end},
                 plain->view.columns);
    }
    passage_list_release(&passages);
    return number != SIZE_MAX;
}

bool plain_passages_add(struct buffer *out, struct plain_source source, struct plain_view view, size_t n)
{
    struct plain_ballot plain = {.of = source, .view = view};
    bool has_any = false;
    read_documents(&plain);
    weigh_words(&plain);
    for (size_t i = 0; i < plain.of.ballot->n_slots; i++)
        has_any = add_passage(out, &plain, i, n) || has_any;
    plain_ballot_release(&plain);
    return has_any;
}

/* --- Search ----------------------------------------------------------------- */

/* The sentence at the offset, or the row of a table or the record that it is in. Returns false at the end of the text. */
static bool part_at(const struct plain_document *document, size_t offset, struct text_part *part)
{
    struct sentence sentence;
    const size_t unit = text_units_at(&document->units, offset);
    if (unit < document->units.n && document->units.items[unit].kind == UNIT_ROW &&
        document->units.items[unit].start <= offset) {
        *part = (struct text_part){document->units.items[unit].start, document->units.items[unit].end};
        return true;
    }
    if (!sentence_at(document->text, offset, &sentence))
        return false;
    *part = (struct text_part){sentence.start, sentence.end};
    return true;
}

/* Appends each sentence, row or record with a match once. */
static void add_found(struct buffer *out, const struct plain_document *document,
                      const struct match_list *matches)
{
    struct text_part part = {0};
    size_t said = 0;
    for (size_t i = 0; i < matches->count; i++) {
        if (matches->items[i].start < part.end)
            continue;
        if (said == FOUND_SAID_MAX) {
            buffer_add_format(out, "- and %zu more times\n", matches->count - i);
            return;
        }
        if (!part_at(document, matches->items[i].start, &part))
            return;
        struct buffer lines = {0}, line = {0};
        add_part(&lines, document, part, 0);
        buffer_add_one_line(&line, buffer_bytes(&lines));
        buffer_add_string(out, "- ");
        buffer_add(out, bytes_trim(buffer_bytes(&line)));
        buffer_add_byte(out, '\n');
        buffer_release(&lines);
        buffer_release(&line);
        said++;
    }
}

void plain_found_add(struct buffer *out, struct plain_source source, struct plain_view view,
                     struct bytes needle)
{
    struct plain_ballot plain = {.of = source, .view = view};
    struct match_list matches = {0};
    read_documents(&plain);
    for (size_t i = 0; i < plain.of.ballot->n_slots; i++) {
        match_list_find(&matches, plain.documents[i].text, needle);
        buffer_add_format(out, "Document %zu: ", i + 1);
        if (matches.count == 0)
            buffer_add_string(out, "not found\n");
        else
            buffer_add_format(out, "found %zu %s\n", matches.count, matches.count == 1 ? "time" : "times");
        add_found(out, &plain.documents[i], &matches);
    }
    match_list_release(&matches);
    plain_ballot_release(&plain);
}
