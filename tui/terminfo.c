#include "tui/terminfo.h"

#include <curses.h>
#include <term.h>

bool terminfo_has_screen(const char *type, int output)
{
    int result;
    if (setupterm(type, output, &result) != OK)
        return false;
    bool has = cursor_address != NULL;
    del_curterm(cur_term);
    return has;
}
