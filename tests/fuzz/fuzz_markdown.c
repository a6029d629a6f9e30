/*
 * Hostile Markdown and HTML is rendered, wrapped, folded and drawn at several widths. Every place must be found and
 * every cell must be drawable.
 */
#include "core/base/bug.h"
#include "tui/text/excerpt.h"
#include "core/markup/markup_guess.h"
#include "tui/widget/text_view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROWS = 12 };

static void check_cells(const struct surface *surface)
{
    for (int row = 0; row < surface->rows; row++) {
        for (int column = 0; column < surface->columns; column++) {
            char32_t code = surface_cell(surface, row, column)->glyph.codes[0];
            BUG_UNLESS(code == 0 || (code >= 0x20 && code != 0x7f && !(code >= 0x80 && code < 0xa0)));
        }
    }
}

static void check_rendition(const struct styled_text *seen, size_t source_size)
{
    size_t end = 0;
    for (size_t i = 0; i < seen->n_spans; i++) {
        BUG_UNLESS(seen->spans[i].start >= end && seen->spans[i].end > seen->spans[i].start);
        end = seen->spans[i].end;
    }
    BUG_UNLESS(end <= seen->text.size);
    size_t seen_end = 0;
    size_t source_end = 0;
    for (size_t i = 0; i < seen->n_mappings; i++) {
        const struct source_mapping *mapping = &seen->mappings[i];
        BUG_UNLESS(mapping->size > 0 && mapping->source < source_size);
        BUG_UNLESS(mapping->seen >= seen_end && mapping->source >= source_end);
        seen_end = mapping->seen + mapping->size;
        source_end = mapping->source + mapping->size;
    }
    BUG_UNLESS(seen_end <= seen->text.size);
    for (size_t i = 0; i < seen->n_blocks; i++)
        BUG_UNLESS(seen->blocks[i].start == 0 || seen->text.data[seen->blocks[i].start - 1] == '\n');
    BUG_UNLESS(seen->text.size == 0 || seen->text.data[seen->text.size - 1] == '\n');
}

static void draw(const struct text_view *view, int columns)
{
    struct surface surface = {0};
    surface_reset(&surface, ROWS, columns + 1); /* a blank may reach one column further */
    text_view_draw(view, &surface, 0, 0, STYLE_NORMAL);
    check_cells(&surface);
    surface_release(&surface);
}

/* Folds the text to its best passage, and to its differences from its own first half. */
static void fold(struct text_view *view, const struct question_words *words)
{
    static const struct fold_label label = {.columns = 30};
    struct arena arena = {0};
    struct passage_list passages = {0};
    struct differences differences = {0};
    struct bytes text = text_view_unfolded(view, SIZE_MAX);
    struct bytes texts[] = {bytes_slice(text, 0, text.size / 2), text};
    struct text_units units[] = {text_units_find(&arena, texts[0], NULL),
                                 text_units_find(&arena, text, text_view_unfolded_style(view))};
    passage_list_find(&passages, text, &units[1], words);
    struct passage best = passage_list_best(&passages, text, &units[1]);
    const struct excerpt_text seen[] = {{.text = texts[0], .units = &units[0]},
                                        {.text = text, .units = &units[1], .best = best}};
    struct text_part parts[] = {{0, text.size / 3}, {text.size / 2, text.size}};
    const struct text_parts read = {.items = parts, .count = 2};
    struct text_folding foldings[] = {{0}, excerpt_passage(&arena, &seen[1], &read, "read before", &label)};
    text_view_fold(view, &foldings[1]);
    text_view_arrange(view, view->wrapped.columns, ROWS);
    struct shared_units shared[2];
    differences_find(&differences, texts, 2);
    excerpt_find_shared(&arena, seen, &differences, shared);
    excerpt_differences(&arena, seen, &differences, shared, &label, foldings);
    text_view_fold(view, &foldings[1]);
    text_view_arrange(view, view->wrapped.columns, ROWS);
    differences_release(&differences);
    passage_list_release(&passages);
    arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes text = {.data = (const char *)data, .size = size};
    struct text_view view = {0};
    struct question_words words = {0};
    enum text_markup markup = size % 2 == 0 ? MARKUP_MARKDOWN : MARKUP_HTML;
    markup_guess(text);
    struct words languages = stemmer_languages();
    question_words_set(&words, text, words_at(&languages, size % words_count(&languages)));
    text_view_set(&view, text);
    text_view_mark_words(&view, &words);
    text_view_render(&view, markup);
    for (int columns = 2; columns < 120; columns = columns * 2 + 3) {
        text_view_arrange(&view, columns, ROWS);
        draw(&view, columns);
        while (text_view_scroll(&view, (struct action){.name = ACTION_PAGE, .nth = 1}))
            draw(&view, columns);
        check_rendition(&view.markdown.seen, size);
        fold(&view, &words);
        draw(&view, columns);
        if (view.is_folded)
            check_rendition(&view.folded.seen, size);
        text_view_render(&view, columns % 4 == 3 ? markup : MARKUP_NONE);
        text_view_arrange(&view, columns, ROWS);
        text_view_render(&view, markup);
    }
    text_view_release(&view);
    question_words_release(&words);
    return 0;
}
