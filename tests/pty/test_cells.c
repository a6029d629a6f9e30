/*
 * No cell is out of place. Hundreds of lines, from all parts of Unicode and from known difficult cases, are drawn on
 * the real terminal. Each cell that libvterm shows must be the surface's. The Unicode tables of libvterm are older than
 * assay's. So libvterm may give a character another width, but everything beside it must still be in its place. The
 * program in the terminal is this test itself, called with --show; both make the same lines.
 */
#include "tests/support/support.h"

#include "tests/support/pty.h"

#include "core/base/unicode.h"
#include "tui/terminal/curses.h"

#include <locale.h>
#include <string.h>

enum {
    ROWS = 40,
    COLUMNS = 120,
    LINES_ON_PAGE = ROWS - 1, /* the last row has the number of the page */
    RANGE_STEP = 64,          /* code points per line */
    BEYOND_STEP = 16,         /* where whole scripts are alike: a line takes so many of 256 code points */
};

/* clang-format off */
/* Texts that people write, and texts that are known to break terminals. */
static const char *const picked[] = {
    /* emoji: joined, coloured, keycaps, flags, with and without selectors */
    "👩‍🔧 👨‍👩‍👧‍👦 🏳️‍🌈 🏴‍☠️ 🧑🏽‍🚀 👍🏿 ✌🏻 ☝️ ❤️ ❤︎ ☎️ ☎ ©️ ™️ "
    "⌚ "
    "⌚︎ 🈚️ 🀄︎",
    "1️⃣ #️⃣ *⃣ 🇩🇪 🇪🇺🇺🇸 🇩 🇩🇪🇫 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁥󠁮󠁧 🫠 🫨 "
    "🪿 "
    "🩷",
    "a‍b 👩‍ x ‍👩 🔧‍ ‍ 👩‍‍🔧 🏽 a🏽 漢🏽 \xf0\x9f\x8f\xbf\xf0\x9f\x8f\xbf",
    /* East Asian: wide, narrow, halfwidth, ambiguous; jamo in every number */
    "漢字 カタカナ ｶﾞｷﾞ ＦＵＬＬ 　 한국어 각 \u1112\u1161\u11ab \u1112\u1161 \u1112 \u1161 \u11ab "
    "\ua960\u1161\ud7cb",
    "①②③ ─│┼ α±×÷°§¶ ※ ★☆ ♀♂ …‥ “”‘’ 〰〽 ㈱㊙ ᄀᄀᄀ각ᆨ "
    "葛󠄀 "
    "辻󠄁",
    /* marks: many, enclosing, double, before, between */
    "e\u0301 n\u0303\u0323 Z\u0351\u0343\u0357\u0312\u0365\u0301\u0302\u0303\u0304x \u0301alone \u20e3 "
    "a\u20dd o\u0360o q\u0307\u0323\u0307\u0323\u0307\u0323",
    "x\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a\u030b\u030c\u030d\u030e\u030f\u0310"
    "\u0311\u0312\u0313y",
    /* South and South-East Asia */
    "नमस्ते क्षत्रिय हिन्दी की कि क\u093f \u093f শ্রী ஸ்ரீ తెలుగు ಕನ್ನಡ മലയാളം සිංහල ກຳ ကြောင်း ខ្មែរ བོད་ཡིག",
    "สวัสดี ที่นี่ น้ำ กำ ก\u0e33 \u0e33 ກ\u0eb3 ꦧꦱꦗꦮ 𑄌𑄋𑄴𑄟𑄳𑄦",
    /* right to left, isolated and not; Arabic marks and joiners */
    "שלום world שָׁלוֹם 123 العربية بِسْمِ ٱللَّهِ لا اردو فارسی می‌خواهم \u200fx\u200e "
    "\u202eabc\u202c "
    "\u2067abc\u2069 ܣܘܪܝܝܐ ߒߞߏ",
    /* invisible, private, unassigned, not a character, out of range */
    "a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg\u034fh\u061ci\u180ej\u3164k\uffa0l\u115fm\u1160n\u2800o",
    "\ue000\uf8ff\U000f0000\U0010ffff|"
    "\u0378\u0530\u2fe0\ufdd0\uffff\U0001fffe\U000e0001\U000e0041\U000e007f\ufff9a\ufffab\ufffb\ufffc",
    "\xff\xfe \xc3( \xe2\x82 \xed\xa0\x80 \xf4\x90\x80\x80 \xc0\x80 \xf0\x82\x82\xac end",
    /* controls */
    "\033[31mred\033[0m \033]0;title\a \x01\x02\x7f\x80 \xc2\x9b"
    "31m \u2028\u2029 \tTab\tTab \r x\r\ny \b\b\b",
    /* wide characters in every column */
    "x漢x漢x漢 "
    "漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢"
    "漢漢漢漢漢漢漢漢",
};
/* clang-format on */

enum { PICKED = sizeof picked / sizeof *picked };

/* Whole: ranges with marks, joiners and odd widths. Sampled: the other planes that have characters. */
static const struct {
    char32_t first, end;
    bool is_sampled;
} ranges[] = {
    {0x0020, 0x3400, false},   {0x3400, 0xa000, true},   {0xa000, 0xac00, false},   {0xac00, 0xd7a4, true},
    {0xd7a4, 0xd800, false},   {0xe000, 0xf900, true},   {0xf900, 0x10000, false},  {0x10000, 0x20000, true},
    {0x1f000, 0x1fc00, false}, {0x20000, 0x32000, true}, {0xe0000, 0xe0200, false},
};

static size_t count_range(size_t i)
{
    size_t step = ranges[i].is_sampled ? 256 : RANGE_STEP;
    return (ranges[i].end - ranges[i].first + step - 1) / step;
}

static size_t count_lines(void)
{
    size_t n = PICKED;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        n += count_range(i);
    return n;
}

static void add_range_line(size_t i, size_t line, struct buffer *text)
{
    bool is_sampled = ranges[i].is_sampled;
    char32_t first = ranges[i].first + (char32_t)line * (is_sampled ? 256 : RANGE_STEP);
    for (char32_t j = 0; j < (is_sampled ? 256 : RANGE_STEP); j += is_sampled ? 256 / BEYOND_STEP : 1)
        if (first + j < ranges[i].end)
            unicode_add_code(text, first + j);
}

static void add_line(size_t line, struct buffer *text)
{
    if (line < PICKED) {
        buffer_add_string(text, picked[line]);
        return;
    }
    line -= PICKED;
    size_t i = 0;
    while (line >= count_range(i))
        line -= count_range(i++);
    add_range_line(i, line, text);
}

static size_t count_pages(void)
{
    return (count_lines() + LINES_ON_PAGE - 1) / LINES_ON_PAGE;
}

static void add_page_name(size_t page, struct buffer *text)
{
    buffer_add_format(text, "page %zu of %zu", page + 1, count_pages());
}

/* Draws each line between two frames, as in a box, in styles that vary from line to line. */
static void draw_page(struct surface *surface, size_t page)
{
    surface_reset(surface, ROWS, COLUMNS);
    for (int row = 0; row < LINES_ON_PAGE; row++) {
        size_t line = page * LINES_ON_PAGE + (size_t)row;
        struct buffer text = {0};
        if (line < count_lines())
            add_line(line, &text);
        surface_put_string(surface, row, 0, 1, "│", STYLE_FRAME);
        surface_put(surface, row, 1, COLUMNS - 1, buffer_bytes(&text), (enum style)(line % STYLE_COUNT));
        surface_put_string(surface, row, COLUMNS - 1, COLUMNS, "┃", STYLE_ACCENT);
        buffer_release(&text);
    }
    struct buffer name = {0};
    add_page_name(page, &name);
    surface_put(surface, ROWS - 1, 0, COLUMNS, buffer_bytes(&name), STYLE_NORMAL);
    buffer_release(&name);
}

/* --- In the terminal -------------------------------------------------------- */

static int show(void)
{
    struct curses *term;
    struct err err;
    struct surface surface = {0};
    setlocale(LC_CTYPE, "C.UTF-8");
    struct curses_options options = {.type = "xterm-256color", .input = stdin, .output = stdout};
    if (!curses_open(&term, &options, &err))
        return 1;
    struct terminal terminal = curses_terminal(term);
    for (size_t page = 0; page < count_pages(); page++) {
        draw_page(&surface, page);
        terminal.present(terminal.context, &surface);
        struct key key = {0};
        do {
            key = terminal.next_key(terminal.context, 60000);
        } while (key.code == NAMED_RESIZE);
    }
    surface_release(&surface);
    curses_close(term);
    return 0;
}

/* --- Comparison -------------------------------------------------------------- */

static size_t drawn;     /* cells that are not empty */
static size_t disagreed; /* cells that the terminal, with its older Unicode, shows differently */

static bool is_blank(uint32_t code)
{
    return code == 0 || code == ' ';
}

/*
 * Checks the right half of a wide character. A terminal that takes the character for a narrow one leaves this cell
 * empty.
 */
static void compare_right_half(const struct surface *surface, int row, int column, uint32_t shown)
{
    if (shown == UINT32_MAX)
        return;
    disagreed++;
    if (!is_blank(shown))
        fail_msg("row %d, column %d: the right half of U+%04X is U+%04X", row, column,
                 (unsigned)surface_cell(surface, row, column - 1)->glyph.codes[0], shown);
}

/* Checks that the character itself is there. Marks may be missing if the terminal does not know that they are marks. */
static void compare_left_half(const struct cell *cell, int row, int column, const uint32_t *shown)
{
    const char32_t *codes = cell->glyph.codes;
    if (is_blank(codes[0]) && codes[1] == 0 && is_blank(shown[0]))
        return;
    drawn++;
    if (codes[0] != shown[0])
        fail_msg("row %d, column %d: U+%04X is expected, there is U+%04X", row, column, (unsigned)codes[0],
                 shown[0]);
    size_t i = 1;
    while (i < GLYPH_CODES_MAX && codes[i] != 0 && codes[i] == shown[i])
        i++;
    if (shown[i] != 0)
        fail_msg("row %d, column %d: U+%04X has U+%04X on it", row, column, (unsigned)codes[0], shown[i]);
    disagreed += i < GLYPH_CODES_MAX && codes[i] != 0 ? 1 : 0;
}

static void compare_cell(const struct surface *surface, int row, int column, const uint32_t *shown)
{
    const struct cell *cell = surface_cell(surface, row, column);
    if (cell->width == 0)
        compare_right_half(surface, row, column, shown[0]);
    else
        compare_left_half(cell, row, column, shown);
}

static void compare_page(struct pty *pty, size_t page)
{
    struct surface surface = {0};
    struct buffer name = {0};
    draw_page(&surface, page);
    add_page_name(page, &name);
    pty_wait_for(pty, buffer_string(&name));
    pty_settle(pty);
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            VTermScreenCell shown;
            vterm_screen_get_cell(pty->screen, (VTermPos){.row = row, .col = column}, &shown);
            compare_cell(&surface, row, column, shown.chars);
        }
    }
    buffer_release(&name);
    surface_release(&surface);
}

static void every_cell_is_in_its_place(void **state)
{
    (void)state;
    struct pty pty;
    const char *const arguments[] = {"/proc/self/exe", "--show", NULL};
    const char *const environment[] = {"LC_ALL=C.UTF-8", NULL};
    assert_true(count_lines() > 500);
    pty_start(&pty, ROWS, COLUMNS, arguments, environment);
    for (size_t page = 0; page < count_pages(); page++) {
        compare_page(&pty, page);
        pty_type(&pty, "%");
    }
    assert_int_equal(pty_wait_exit(&pty), 0);
    pty_end(&pty);
    print_message("# %zu lines, %zu cells, of %zu the terminal thinks otherwise\n", count_lines(), drawn,
                  disagreed);
    assert_true(drawn > 30000 && disagreed < drawn / 20);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--show") == 0)
        return show();
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_cell_is_in_its_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
