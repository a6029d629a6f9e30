/* The themes: text must be readable at every depth of colour, and nothing may be shown by colour alone. */
#include "tests/support/support.h"

#include "tui/terminal/theme.h"

#include <math.h>

static double luminance(uint32_t colour)
{
    static const double weights[] = {0.0722, 0.7152, 0.2126}; /* blue, green, red */
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double value = (colour >> 8 * i & 0xff) / 255.0;
        sum += weights[i] * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* The contrast of two 0xRRGGBB, from 1 to 21 (WCAG 2.1, "contrast ratio" and "relative luminance"). */
static double contrast(uint32_t a, uint32_t b)
{
    double x = luminance(a);
    double y = luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

enum { OWN = COLOUR_TERMINALS_OWN };

static const double CONTRAST_LEAST = 4.5; /* WCAG 2.1, 1.4.3 */

/* Colours that terminals may show for the numbers 0 to 7. */
static const uint32_t xterm_bold[] = {0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
                                      0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
static const uint32_t console[] = {0x000000, 0xaa0000, 0x00aa00, 0xaa5500,
                                   0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa};
static const uint32_t console_bold[] = {0x555555, 0xff5555, 0x55ff55, 0xffff55,
                                        0x5555ff, 0xff55ff, 0x55ffff, 0xffffff};

static uint32_t xterm_rgb(int number, int colours)
{
    return colours >= COLOURS_DIRECT ? (uint32_t)number : theme_palette(number);
}

static void assert_readable(const char *what, enum style style, uint32_t text, uint32_t background)
{
    if (contrast(text, background) < CONTRAST_LEAST)
        fail_msg("%s, style %c: #%06x on #%06x has %.2f", what, style_letters[style], text, background,
                 contrast(text, background));
}

/* Checks the contrast on the backgrounds that theme.h names. A style in the terminal's own colours is not checked. */
static void assert_theme_readable(enum theme theme, uint32_t nearest_background, uint32_t furthest_background)
{
    static const int depths[] = {8, 16, 88, 256, COLOURS_DIRECT};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        for (int style = 0; style < STYLE_COUNT; style++) {
            struct look look = theme_look(theme, (enum style)style, depths[i]);
            if (look.foreground == OWN)
                continue;
            uint32_t text = xterm_rgb(look.foreground, depths[i]);
            bool own = look.background == OWN;
            uint32_t background = own ? nearest_background : xterm_rgb(look.background, depths[i]);
            assert_readable(words_at(&theme_words, theme), (enum style)style, text, background);
            assert_readable(words_at(&theme_words, theme), (enum style)style, text,
                            own ? furthest_background : background);
            if (depths[i] < 256 && (look.attributes & ATTRIBUTE_BOLD) != 0)
                assert_readable("bold", (enum style)style, xterm_bold[look.foreground], background);
        }
    }
}

static void dark_is_readable_on_dark_backgrounds(void **state)
{
    (void)state;
    assert_theme_readable(THEME_DARK, 0x303030, 0x000000);
}

static void light_is_readable_on_light_backgrounds(void **state)
{
    (void)state;
    assert_theme_readable(THEME_LIGHT, 0xe8e8e8, 0xffffff);
}

/* The Linux console is black, shows bold text brighter, and omits underlines where there is colour. */
static void dark_is_readable_on_the_linux_console(void **state)
{
    (void)state;
    for (int style = 0; style < STYLE_COUNT; style++) {
        struct look look = theme_look(THEME_DARK, (enum style)style, 8);
        if (look.foreground == OWN)
            continue;
        bool bold = (look.attributes & ATTRIBUTE_BOLD) != 0;
        uint32_t background = look.background == OWN ? 0 : console[look.background];
        assert_readable("console", (enum style)style, (bold ? console_bold : console)[look.foreground],
                        background);
    }
}

/* Other tools give 21 for black on white, and #767676 as the lightest grey that passes on white. */
static void contrast_matches_the_standard(void **state)
{
    (void)state;
    assert_close(contrast(0x000000, 0xffffff), 21, 1e-9);
    assert_true(contrast(0x767676, 0xffffff) >= 4.5 && contrast(0x777777, 0xffffff) < 4.5);
    assert_close(contrast(0x123456, 0x123456), 1, 1e-9);
}

static void the_palette_is_xterms(void **state)
{
    (void)state;
    assert_int_equal(theme_palette(0), 0x000000);
    assert_int_equal(theme_palette(1), 0xcd0000);
    assert_int_equal(theme_palette(16), 0x000000);
    assert_int_equal(theme_palette(110), 0x87afd7);
    assert_int_equal(theme_palette(231), 0xffffff);
    assert_int_equal(theme_palette(232), 0x080808);
    assert_int_equal(theme_palette(255), 0xeeeeee);
}

static void with_256_colours_a_theme_looks_as_in_true_colour(void **state)
{
    (void)state;
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        for (int style = 0; style < STYLE_COUNT; style++) {
            struct look palette = theme_look((enum theme)theme, (enum style)style, 256);
            struct look direct = theme_look((enum theme)theme, (enum style)style, COLOURS_DIRECT);
            assert_int_equal(palette.attributes, direct.attributes);
            assert_int_equal(palette.foreground == OWN ? OWN : (int)theme_palette(palette.foreground),
                             direct.foreground);
            assert_int_equal(palette.background == OWN ? OWN : (int)theme_palette(palette.background),
                             direct.background);
        }
    }
}

/* Some terminals with direct colour take small numbers for those of a palette, in which bold black is grey. */
static void no_true_colour_can_be_taken_for_a_palettes_number(void **state)
{
    (void)state;
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        for (int style = 0; style < STYLE_COUNT; style++) {
            struct look look = theme_look((enum theme)theme, (enum style)style, COLOURS_DIRECT);
            assert_true(look.foreground < 0 || look.foreground > 255);
            assert_true(look.background < 0 || look.background > 255);
        }
    }
}

/* Styles that appear in the same place and mean different things. */
static const struct {
    enum style a, b;
} different[] = {
    {STYLE_NORMAL, STYLE_MATCH},   {STYLE_NORMAL, STYLE_CURRENT},  {STYLE_NORMAL, STYLE_WORD},
    {STYLE_NORMAL, STYLE_WARNING}, {STYLE_NORMAL, STYLE_EMPHASIS}, {STYLE_NORMAL, STYLE_STRONG},
    {STYLE_NORMAL, STYLE_LINK},    {STYLE_NORMAL, STYLE_KEY},      {STYLE_NORMAL, STYLE_TITLE},
    {STYLE_MATCH, STYLE_CURRENT},  {STYLE_MATCH, STYLE_WORD},      {STYLE_MATCH, STYLE_STRONG},
    {STYLE_MATCH, STYLE_LINK},     {STYLE_MATCH, STYLE_TITLE},     {STYLE_CURRENT, STYLE_WORD},
    {STYLE_CURRENT, STYLE_STRONG}, {STYLE_CURRENT, STYLE_LINK},    {STYLE_CURRENT, STYLE_TITLE},
    {STYLE_WORD, STYLE_STRONG},    {STYLE_WORD, STYLE_LINK},       {STYLE_WORD, STYLE_EMPHASIS},
    {STYLE_WORD, STYLE_TITLE},     {STYLE_STRONG, STYLE_EMPHASIS}, {STYLE_STRONG, STYLE_LINK},
    {STYLE_KEY, STYLE_SELECTED},   {STYLE_FRAME, STYLE_ACCENT},
};

/* Styles that a sign next to them distinguishes in any theme. In monochrome they must still look different. */
static const struct {
    enum style a, b;
} different_by_a_sign[] = {{STYLE_RISE, STYLE_FALL},
                           {STYLE_GOOD, STYLE_BAD},
                           {STYLE_MATCH, STYLE_DECISIVE}, /* a chosen sentence, and a different number */
                           {STYLE_OWN, STYLE_DECISIVE},
                           {STYLE_WORD, STYLE_DECISIVE}};

/* Whether two looks are the same without their colours. */
static bool look_alike(struct look a, struct look b, bool has_italic)
{
    unsigned seen = has_italic ? ~0U : ~(unsigned)ATTRIBUTE_ITALIC;
    return (a.attributes & seen) == (b.attributes & seen) && (a.background == OWN) == (b.background == OWN);
}

static void assert_told_apart(enum theme theme, int colours, enum style a, enum style b)
{
    bool needs_italic = a == STYLE_EMPHASIS || b == STYLE_EMPHASIS;
    if (look_alike(theme_look(theme, a, colours), theme_look(theme, b, colours),
                   needs_italic || theme != THEME_MONOCHROME))
        fail_msg("%s with %d colours: the styles %c and %c look alike", words_at(&theme_words, theme),
                 colours, style_letters[a], style_letters[b]);
}

static void no_difference_is_shown_by_colour_alone(void **state)
{
    (void)state;
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        for (size_t i = 0; i < sizeof different / sizeof *different; i++) {
            if (theme != THEME_MONOCHROME && different[i].b == STYLE_ACCENT)
                continue; /* heavy lines distinguish them */
            assert_told_apart((enum theme)theme, 8, different[i].a, different[i].b);
            assert_told_apart((enum theme)theme, 256, different[i].a, different[i].b);
        }
    }
    for (size_t i = 0; i < sizeof different_by_a_sign / sizeof *different_by_a_sign; i++)
        assert_told_apart(THEME_MONOCHROME, 256, different_by_a_sign[i].a, different_by_a_sign[i].b);
}

static void monochrome_has_no_colours(void **state)
{
    (void)state;
    for (int style = 0; style < STYLE_COUNT; style++) {
        struct look look = theme_look(THEME_MONOCHROME, (enum style)style, COLOURS_DIRECT);
        struct look poor = theme_look(THEME_DARK, (enum style)style, 0);
        assert_true(look.foreground == OWN && look.background == OWN);
        assert_true(poor.attributes == look.attributes && poor.foreground == OWN && poor.background == OWN);
    }
}

static void every_style_has_a_letter_of_its_own(void **state)
{
    (void)state;
    for (int a = 0; a < STYLE_COUNT; a++) {
        assert_true(style_letters[a] != '\0');
        for (int b = 0; b < a; b++)
            assert_int_not_equal(style_letters[a], style_letters[b]);
    }
}

static void themes_are_found_by_name(void **state)
{
    (void)state;
    size_t theme = THEME_DARK;
    assert_true(words_find(&theme_words, bytes_of("light"), &theme));
    assert_int_equal(theme, THEME_LIGHT);
    assert_false(words_find(&theme_words, bytes_of("solarized"), &theme));
}

static void assert_theme_for(const char *answer, enum theme expected)
{
    enum theme theme = THEME_COUNT;
    assert_true(theme_for_background(bytes_of(answer), &theme));
    assert_int_equal(theme, expected);
}

static void a_background_has_its_theme(void **state)
{
    (void)state;
    assert_theme_for("11;rgb:0000/0000/0000", THEME_DARK);
    assert_theme_for("11;rgb:ffff/ffff/ffff", THEME_LIGHT);
    assert_theme_for("11;rgb:00/2b/36", THEME_DARK); /* Solarized */
    assert_theme_for("11;rgb:fd/f6/e3", THEME_LIGHT);
    assert_theme_for("11;rgba:1e1e/1E1E/2e2e/ffff", THEME_DARK);
    assert_theme_for("11;rgb:f/f/d", THEME_LIGHT);
    assert_theme_for("11;rgb:0000/0000/ffff", THEME_DARK);  /* blue is dark, … */
    assert_theme_for("11;rgb:ffff/ffff/0000", THEME_LIGHT); /* … and yellow is light */
}

static void invalid_background_answers_have_no_theme(void **state)
{
    static const char *const answers[] = {"",
                                          "11;?",
                                          "10;rgb:ffff/ffff/ffff",
                                          "11;rgb:ffff/ffff",
                                          "11;rgb:ffff//ffff",
                                          "11;rgb:fffff/ffff/ffff",
                                          "11;rgb:gg/gg/gg",
                                          "11;rgb:",
                                          "11;#ffffff"};
    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        enum theme theme = THEME_COUNT;
        assert_false(theme_for_background(bytes_of(answers[i]), &theme));
        assert_int_equal(theme, THEME_COUNT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dark_is_readable_on_dark_backgrounds),
        cmocka_unit_test(light_is_readable_on_light_backgrounds),
        cmocka_unit_test(dark_is_readable_on_the_linux_console),
        cmocka_unit_test(contrast_matches_the_standard),
        cmocka_unit_test(the_palette_is_xterms),
        cmocka_unit_test(with_256_colours_a_theme_looks_as_in_true_colour),
        cmocka_unit_test(no_true_colour_can_be_taken_for_a_palettes_number),
        cmocka_unit_test(no_difference_is_shown_by_colour_alone),
        cmocka_unit_test(monochrome_has_no_colours),
        cmocka_unit_test(every_style_has_a_letter_of_its_own),
        cmocka_unit_test(themes_are_found_by_name),
        cmocka_unit_test(a_background_has_its_theme),
        cmocka_unit_test(invalid_background_answers_have_no_theme),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
