#include "tests/support/surface_dump.h"

#include "core/base/unicode.h"

void surface_dump(const struct surface *surface, struct buffer *text)
{
    for (int row = 0; row < surface->rows; row++) {
        for (int column = 0; column < surface->columns; column++) {
            const char32_t *codes = surface_cell(surface, row, column)->glyph.codes;
            for (int i = 0; i < GLYPH_CODES_MAX && codes[i] != 0; i++)
                unicode_add_code(text, codes[i]);
        }
        buffer_add_string(text, "|\n");
    }
    for (int row = 0; row < surface->rows; row++) {
        for (int column = 0; column < surface->columns; column++)
            buffer_add_byte(text, style_letters[surface_cell(surface, row, column)->style]);
        buffer_add_byte(text, '\n');
    }
}
