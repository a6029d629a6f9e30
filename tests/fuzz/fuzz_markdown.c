/* Hostile Markdown: rendered, wrapped and drawn at several widths; every place is found, every cell can be drawn. */
#include "core/base/bug.h"
#include "tui/text/markdown_detect.h"
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

static void check_rendition(const struct rendition *seen, size_t source_size)
{
    size_t end = 0;
    for (size_t i = 0; i < seen->n_runs; i++) {
        BUG_UNLESS(seen->runs[i].start >= end && seen->runs[i].end > seen->runs[i].start);
        end = seen->runs[i].end;
    }
    BUG_UNLESS(end <= seen->text.size);
    for (size_t i = 0; i < seen->n_marks; i++) {
        BUG_UNLESS(seen->marks[i].source < source_size && seen->marks[i].seen < seen->text.size);
        BUG_UNLESS(i == 0 || (seen->marks[i].seen > seen->marks[i - 1].seen &&
                              seen->marks[i].source > seen->marks[i - 1].source));
    }
    for (size_t i = 0; i < seen->n_blocks; i++)
        BUG_UNLESS(seen->blocks[i].start == 0 || seen->text.data[seen->blocks[i].start - 1] == '\n');
    BUG_UNLESS(seen->text.size == 0 || seen->text.data[seen->text.size - 1] == '\n');
}

static void draw(const struct passage *passage, int columns)
{
    struct surface surface = {0};
    surface_reset(&surface, ROWS, columns + 1); /* a blank may stick out */
    passage_draw(passage, &surface, 0, 0, STYLE_NORMAL);
    check_cells(&surface);
    surface_release(&surface);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes text = {.data = (const char *)data, .size = size};
    struct passage passage = {0};
    struct terms terms = {0};
    markdown_is_likely(text);
    struct words languages = stemmer_languages();
    terms_set(&terms, text, words_at(&languages, size % words_count(&languages)));
    passage_set(&passage, text);
    passage_mark_terms(&passage, &terms);
    passage_render(&passage, true);
    for (int columns = 2; columns < 120; columns = columns * 2 + 3) {
        passage_arrange(&passage, columns, ROWS);
        draw(&passage, columns);
        while (passage_scroll(&passage, (struct action){.name = ACTION_PAGE, .nth = 1}))
            draw(&passage, columns);
        check_rendition(&passage.markdown.seen, size);
        passage_render(&passage, columns % 4 == 3);
        passage_arrange(&passage, columns, ROWS);
        passage_render(&passage, true);
    }
    passage_release(&passage);
    terms_release(&terms);
    return 0;
}
