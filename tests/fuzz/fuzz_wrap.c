/* Hostile text on the screen: it wraps at any width, and each cell can be drawn by a terminal. */
#include "core/base/bug.h"
#include "tui/text/wrap.h"
#include "tui/widget/surface.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_cells(const struct surface *surface)
{
    for (int row = 0; row < surface->rows; row++) {
        for (int column = 0; column < surface->columns; column++) {
            char32_t code = surface_cell(surface, row, column)->glyph.codes[0];
            BUG_UNLESS(code == 0 || (code >= 0x20 && code != 0x7f && !(code >= 0x80 && code < 0xa0)));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    struct bytes text = {.data = (const char *)data + 1, .size = size - 1};
    int columns = 2 + data[0] % 60;
    struct wrapped_text wrapped = {0};
    struct surface surface = {0};
    wrap_set(&wrapped, text, columns);
    size_t n = wrap_to_end(&wrapped);
    surface_reset(&surface, 1, columns);
    for (size_t i = 0; i < n; i++) {
        struct wrapped_line line = wrapped.lines[i];
        BUG_UNLESS(line.start <= line.end && line.end <= text.size);
        surface_clear(&surface, (struct rectangle){.rows = 1, .columns = columns});
        surface_put(&surface, 0, 0, columns,
                    (struct bytes){.data = text.data + line.start, .size = line.end - line.start},
                    STYLE_NORMAL);
        check_cells(&surface);
    }
    surface_release(&surface);
    wrap_release(&wrapped);
    return 0;
}
