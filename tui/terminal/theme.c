/*
 * One table has the look of every style, with many colours, with eight, and with none. On a terminal with a palette
 * of 256, a colour becomes the nearest palette entry beyond the first sixteen, which users redefine.
 */
#include "tui/terminal/theme.h"

#include <string.h>

enum {
    OWN = COLOUR_TERMINALS_OWN,
    BOLD = ATTRIBUTE_BOLD,
    ITALIC = ATTRIBUTE_ITALIC,
    UNDERLINE = ATTRIBUTE_UNDERLINE,
    REVERSE = ATTRIBUTE_REVERSE,
    /* Terminals with up to 255 colours use the first eight: the look of the others is unknown. */
    COLOURS_FEW = 8,
    COLOURS_PALETTE = 256,
    CUBE_FIRST = 16, /* users can redefine the lower numbers, and many do */
    GREY_FIRST = 232,
};

enum few_colours { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE };

/*
 * One row per style. `many` are 0xRRGGBB, chosen from xterm's colour cube, so that a terminal with 256 colours shows
 * them exactly; `few` are among the first eight. Some terminals show bold text in the brighter eight colours, black
 * as grey; a few-coloured style is not bold where that would be unreadable.
 */
static const struct theme_row {
    unsigned monochrome;
    struct look dark_many, dark_few;
    struct look light_many, light_few;
} rows[STYLE_COUNT] = {
    [STYLE_NORMAL] = {0, {0, OWN, OWN}, {0, OWN, OWN}, {0, OWN, OWN}, {0, OWN, OWN}},
    [STYLE_DIM] = {0, {0, 0x9e9e9e, OWN}, {0, OWN, OWN}, {0, 0x5f5f5f, OWN}, {0, OWN, OWN}},
    [STYLE_FRAME] = {0, {0, 0x9e9e9e, OWN}, {0, OWN, OWN}, {0, 0x5f5f5f, OWN}, {0, OWN, OWN}},
    [STYLE_ACCENT] = {BOLD, {0, 0x5fd7d7, OWN}, {0, CYAN, OWN}, {0, 0x005f87, OWN}, {0, BLUE, OWN}},
    [STYLE_TITLE] = {BOLD, {BOLD, OWN, OWN}, {BOLD, OWN, OWN}, {BOLD, OWN, OWN}, {BOLD, OWN, OWN}},
    /* The question has the colour of its words in the documents. */
    [STYLE_QUESTION] =
        {BOLD, {BOLD, 0xd7d787, OWN}, {BOLD, OWN, OWN}, {BOLD, 0x875f00, OWN}, {BOLD, OWN, OWN}},
    [STYLE_KEY] = {BOLD, {BOLD, 0x5fd7d7, OWN}, {BOLD, CYAN, OWN}, {BOLD, 0x005f87, OWN}, {BOLD, OWN, OWN}},
    [STYLE_SELECTED] = {BOLD | REVERSE,
                        {BOLD, 0x080808, 0x5fd7d7},
                        {0, BLACK, CYAN},
                        {BOLD, 0xffffff, 0x005f87},
                        {0, WHITE, BLUE}},
    [STYLE_MATCH] = {REVERSE,
                     {UNDERLINE, 0x080808, 0xd7d75f},
                     {UNDERLINE, BLACK, GREEN},
                     {UNDERLINE, 0x080808, 0xffd75f},
                     {UNDERLINE, BLACK, GREEN}},
    [STYLE_CURRENT] = {BOLD | UNDERLINE | REVERSE,
                       {BOLD | REVERSE, OWN, OWN},
                       {BOLD | REVERSE, OWN, OWN},
                       {BOLD | REVERSE, OWN, OWN},
                       {BOLD | REVERSE, OWN, OWN}},
    [STYLE_WORD] = {UNDERLINE,
                    {UNDERLINE, 0xd7d787, OWN},
                    {UNDERLINE, OWN, OWN},
                    {UNDERLINE, 0x875f00, OWN},
                    {UNDERLINE, OWN, OWN}},
    [STYLE_OWN] = {BOLD, {BOLD, 0x87d7ff, OWN}, {BOLD, CYAN, OWN}, {BOLD, 0x005faf, OWN}, {BOLD, OWN, OWN}},
    [STYLE_DECISIVE] = {BOLD | UNDERLINE,
                        {BOLD, 0x080808, 0x87d7ff},
                        {0, BLACK, CYAN},
                        {BOLD, 0xffffff, 0x005faf},
                        {0, WHITE, BLUE}},
    [STYLE_WARNING] = {BOLD | REVERSE,
                       {BOLD, 0xff8787, OWN},
                       {BOLD, WHITE, RED},
                       {BOLD, 0xaf0000, OWN},
                       {BOLD, WHITE, RED}},
    [STYLE_RISE] = {BOLD, {BOLD, 0x87d787, OWN}, {BOLD, GREEN, OWN}, {BOLD, 0x005f00, OWN}, {BOLD, OWN, OWN}},
    [STYLE_FALL] =
        {BOLD | UNDERLINE, {BOLD, 0xff8787, OWN}, {BOLD, YELLOW, OWN}, {BOLD, 0xaf0000, OWN}, {0, RED, OWN}},
    [STYLE_GOOD] = {BOLD, {BOLD, 0x87d787, OWN}, {BOLD, GREEN, OWN}, {BOLD, 0x005f00, OWN}, {BOLD, OWN, OWN}},
    [STYLE_BAD] =
        {BOLD | UNDERLINE, {BOLD, 0xff8787, OWN}, {BOLD, YELLOW, OWN}, {BOLD, 0xaf0000, OWN}, {0, RED, OWN}},
    [STYLE_BAR] = {0, {0, 0x5fd7d7, OWN}, {0, CYAN, OWN}, {0, 0x005f87, OWN}, {0, BLUE, OWN}},
    /* Runs also differ by their letters, and lines by their patterns. */
    [STYLE_RUN_1] = {0, {0, 0x5fd7d7, OWN}, {0, CYAN, OWN}, {0, 0x005f87, OWN}, {0, BLUE, OWN}},
    [STYLE_RUN_2] = {0, {0, 0xffaf5f, OWN}, {BOLD, YELLOW, OWN}, {0, 0x875f00, OWN}, {0, RED, OWN}},
    [STYLE_RUN_3] = {0, {0, 0x87d787, OWN}, {0, GREEN, OWN}, {0, 0x005f00, OWN}, {0, OWN, OWN}},
    [STYLE_RUN_4] = {0, {0, 0xff87d7, OWN}, {0, OWN, OWN}, {0, 0xaf005f, OWN}, {0, BLUE, OWN}},
    [STYLE_RUN_5] = {0, {0, 0xd7d787, OWN}, {0, CYAN, OWN}, {0, 0x5f5f00, OWN}, {0, RED, OWN}},
    [STYLE_RUN_6] = {0, {0, 0xafafff, OWN}, {BOLD, YELLOW, OWN}, {0, 0x5f00af, OWN}, {0, OWN, OWN}},
    [STYLE_EMPHASIS] =
        {ITALIC, {ITALIC, OWN, OWN}, {ITALIC, OWN, OWN}, {ITALIC, OWN, OWN}, {ITALIC, OWN, OWN}},
    [STYLE_HEADING] = {BOLD, {BOLD, 0x5fd7d7, OWN}, {BOLD, CYAN, OWN}, {BOLD, 0x005f87, OWN}, {0, BLUE, OWN}},
    [STYLE_STRONG] = {BOLD, {BOLD, OWN, OWN}, {BOLD, OWN, OWN}, {BOLD, OWN, OWN}, {BOLD, OWN, OWN}},
    [STYLE_CODE] = {0, {0, 0xafd7af, OWN}, {0, GREEN, OWN}, {0, 0x005f5f, OWN}, {0, OWN, OWN}},
    [STYLE_LINK] = {BOLD | UNDERLINE,
                    {ITALIC | UNDERLINE, 0x87afff, OWN},
                    {BOLD | UNDERLINE, OWN, OWN},
                    {ITALIC | UNDERLINE, 0x005faf, OWN},
                    {BOLD | UNDERLINE, OWN, OWN}},
};

/* --- Colours -------------------------------------------------------------- */

/* Xterm's defaults. */
static const uint32_t first_sixteen[CUBE_FIRST] = {
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
};

uint32_t theme_palette(int number)
{
    static const uint32_t levels[] = {0x00, 0x5f, 0x87, 0xaf, 0xd7, 0xff};
    if (number < CUBE_FIRST)
        return first_sixteen[number];
    uint32_t offset = (uint32_t)(number - CUBE_FIRST);
    if (number < GREY_FIRST)
        return levels[offset / 36] << 16 | levels[offset / 6 % 6] << 8 | levels[offset % 6];
    return ((uint32_t)(number - GREY_FIRST) * 10 + 8) * 0x010101;
}

static int colour_channel(uint32_t colour, int shift)
{
    return (int)(colour >> shift & 0xff);
}

static int colour_distance(uint32_t a, uint32_t b)
{
    int sum = 0;
    for (int shift = 0; shift <= 16; shift += 8)
        sum += (colour_channel(a, shift) - colour_channel(b, shift)) *
               (colour_channel(a, shift) - colour_channel(b, shift));
    return sum;
}

static int nearest_palette_number(uint32_t colour)
{
    int best = CUBE_FIRST;
    for (int number = CUBE_FIRST; number < COLOURS_PALETTE; number++)
        if (colour_distance(colour, theme_palette(number)) < colour_distance(colour, theme_palette(best)))
            best = number;
    return best;
}

/* --- The background --------------------------------------------------------- */

/* Converts hex digits to a value from 0 to 1. */
static bool read_channel(struct bytes digits, double *value)
{
    enum { DIGITS_MAX = 4 };
    static const char hex[] = "0123456789abcdef0123456789ABCDEF";
    int number = 0;
    int most = 1;
    if (digits.size == 0 || digits.size > DIGITS_MAX)
        return false;
    for (size_t i = 0; i < digits.size; i++) {
        const char *digit = memchr(hex, digits.data[i], sizeof hex - 1);
        if (digit == NULL)
            return false;
        number = number * 16 + (int)(digit - hex) % 16;
        most *= 16;
    }
    *value = (double)number / (most - 1);
    return true;
}

bool theme_for_background(struct bytes answer, enum theme *theme)
{
    static const double weights[] = {0.299, 0.587, 0.114}; /* of red, green and blue (ITU-R BT.601) */
    struct bytes channels;
    double lightness = 0;
    if (!bytes_split(answer, ':', &answer, &channels) ||
        !(bytes_equal(answer, bytes_of("11;rgb")) || bytes_equal(answer, bytes_of("11;rgba"))))
        return false;
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
        struct bytes channel;
        double value;
        if (!bytes_split(channels, '/', &channel, &channels)) {
            channel = channels;
            channels = (struct bytes){0};
        }
        if (!read_channel(channel, &value))
            return false;
        lightness += weights[i] * value;
    }
    *theme = lightness < 0.5 ? THEME_DARK : THEME_LIGHT;
    return true;
}

/* --- Looks ---------------------------------------------------------------- */

static int colour_number(int colour, int colours)
{
    return colour == OWN || colours >= COLOURS_DIRECT ? colour : nearest_palette_number((uint32_t)colour);
}

struct look theme_look(enum theme theme, enum style style, int colours)
{
    const struct theme_row *row = &rows[style];
    if (theme == THEME_MONOCHROME || colours < COLOURS_FEW)
        return (struct look){row->monochrome, OWN, OWN};
    if (colours < COLOURS_PALETTE)
        return theme == THEME_DARK ? row->dark_few : row->light_few;
    struct look look = theme == THEME_DARK ? row->dark_many : row->light_many;
    look.foreground = colour_number(look.foreground, colours);
    look.background = colour_number(look.background, colours);
    return look;
}
