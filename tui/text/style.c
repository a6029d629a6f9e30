#include "tui/text/style.h"

const char style_letters[STYLE_COUNT + 1] = {
    [STYLE_NORMAL] = '.', [STYLE_DIM] = 'd',      [STYLE_FRAME] = 'f',   [STYLE_ACCENT] = 'a',
    [STYLE_TITLE] = 't',  [STYLE_QUESTION] = 'q', [STYLE_KEY] = 'k',     [STYLE_SELECTED] = 's',
    [STYLE_MATCH] = 'm',  [STYLE_CURRENT] = 'M',  [STYLE_WARNING] = 'w', [STYLE_RISE] = '+',
    [STYLE_FALL] = '-',   [STYLE_GOOD] = 'g',     [STYLE_BAD] = 'B',     [STYLE_BAR] = '=',
    [STYLE_WORD] = 'x',   [STYLE_EMPHASIS] = 'e', [STYLE_STRONG] = 'b',  [STYLE_CODE] = 'c',
    [STYLE_LINK] = 'l',   [STYLE_HEADING] = 'h',  [STYLE_OWN] = 'o',     [STYLE_DECISIVE] = 'O',
    [STYLE_RUN_1] = '1',  [STYLE_RUN_2] = '2',    [STYLE_RUN_3] = '3',   [STYLE_RUN_4] = '4',
    [STYLE_RUN_5] = '5',  [STYLE_RUN_6] = '6',
};

enum style style_of_run(size_t run)
{
    return (enum style)(STYLE_RUN_1 + run % (STYLE_RUN_6 - STYLE_RUN_1 + 1));
}
