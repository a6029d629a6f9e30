/*
 * Curses opens the terminal, reads keys and knows terminfo. It draws nothing: its window stays empty. `shown` is what
 * the terminal shows, and present() sends the difference that paint.h computes. If `shown` has no rows, the screen's
 * content is unknown and everything is drawn.
 *
 * Only signals_wait waits, because signals are blocked elsewhere; curses is only asked for input that is already
 * there. A sequence that begins with ESC and that curses does not know is read to its end: its digits must never
 * become votes. This holds for sequences that a slow line has separated from their ESC, for replies of the terminal,
 * for mouse reports and for pasted text.
 *
 * At the start, the terminal is asked for its abilities. Its replies arrive among the keys, in order; keys that
 * arrive earlier are kept. A terminal that does not reply soon is assumed to be like most.
 *
 * Modes of the terminal are requested in enter_screen. They are reset in leave_screen and, prepared beforehand, by
 * the crash handler.
 */
#include "tui/terminal/curses.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/base/unicode.h"
#include "tui/terminal/clipboard.h"
#include "tui/terminal/crash.h"
#include "tui/terminal/paint.h"
#include "tui/terminal/signals.h"
#include "tui/terminal/terminfo.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#define NCURSES_WIDECHAR 1
#include <ncurses.h>

enum {
    ESCAPE_DELAY_MS = 25,    /* bytes of one key arrive together; those of Esc and a later key do not */
    SEQUENCE_WAIT_MS = 1000, /* for the next byte of a sequence that has begun, even on a slow line */
    ANSWER_WAIT_MS = 200,    /* for the next reply or key after the terminal was asked */
    PICTURE_WAIT_MS = 3000,  /* after this, the reply to a picture counts as lost */
    ANSWER_SIZE_MAX = 64,    /* of a reply that is read */
    EARLY_KEYS_MAX = 64,
    BURST_KEYS = 5,             /* nobody types so many characters at once */
    UPDATE_BYTES = 250,         /* a larger change is shown at once if the terminal can do so */
    PASTE_SIZE_MAX = 4096,      /* more than a typed line can hold */
    PASTE_BEGINS = KEY_MAX + 1, /* the terminal sends these two around pasted text */
    PASTE_ENDS,
    MOUSE_OLD_REPORT,
    MOUSE_REPORT,                    /* beginning of a mouse report */
    KEYPAD_FIRST,                    /* the first of keypad_keys; the others follow */
    ADDED_FIRST = KEYPAD_FIRST + 64, /* the first of added_keys */
    DROPPED_KEYS_MAX = 100000,       /* limit in case keys never stop arriving */
    MOUSE_NUMBER_MAX = 10000,        /* no terminal has so many columns */

    /* Controls of ECMA-48. */
    CONTROL_A = 0x01,
    CONTROL_BEL = 0x07,
    CONTROL_FF = 0x0c, /* Ctrl-L */
    CONTROL_CAN = 0x18,
    CONTROL_SUB = 0x1a,
    CONTROL_Z = CONTROL_SUB,
    CONTROL_ESC = 0x1b,
    CONTROL_ST = 0x9c,
    C1_FIRST = 0x80,
    C1_LAST = 0x9f,
    C1_TO_ESC = 0x40, /* a C1 control can be written as ESC and the character this far below it */
};

/* The state of a terminal mode, as reported by DECRPM. */
enum mode_state { MODE_SET = '1', MODE_RESET = '2', MODE_ALWAYS_SET = '3' };

/* A sequence interrupted for longer than SEQUENCE_WAIT_MS: its rest may arrive at any time. */
enum unfinished { UNFINISHED_NOTHING, UNFINISHED_SEQUENCE, UNFINISHED_STRING };

struct curses {
    SCREEN *screen;
    int input; /* file descriptors */
    int output;
    struct paint paint;
    struct termios modes_before;
    bool in_screen; /* in GNU screen */
    bool is_ecma48;
    bool has_second_screen;
    bool has_mouse;       /* mouse reports are requested */
    struct surface shown; /* what the terminal shows */
    bool after_escape;    /* the previous key was Esc … */
    bool is_escape_old;   /* … more than SEQUENCE_WAIT_MS ago */
    enum unfinished unfinished;
    enum theme theme;
    bool asks_background;
    bool has_margins;   /* DECLRMM: the terminal can move rows between two columns */
    char grapheme_mode; /* what the terminal replied about it, as reported_mode */
    /* the terminal was asked to draw each grapheme in one place, and does */
    bool joins;
    bool has_answered;                /* the terminal has replied to all questions */
    int n_under_way;                  /* pictures that the terminal has not confirmed yet */
    int silent_ms;                    /* time waited since the last confirmation */
    bool owes_picture;                /* the terminal shows an older picture than the present one */
    struct key early[EARLY_KEYS_MAX]; /* keys that arrived before the replies and were not read yet */
    int first_early, n_early;
    struct buffer answer; /* the sequence read last, without its beginning */
    struct buffer pasted; /* the text pasted last */
};

/* Only one can be open: curses, signals and the crash handler belong to the process. */
static bool is_open;

/* --- Size ----------------------------------------------------------------- */

static void read_window_size(const struct curses *curses)
{
    struct winsize size;
    if (ioctl(curses->output, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
}

static void get_size(void *context, int *rows, int *columns)
{
    (void)context;
    getmaxyx(stdscr, *rows, *columns);
}

static void send_bytes(const struct curses *curses, struct bytes bytes)
{
    while (bytes.size > 0) {
        ssize_t size = write(curses->output, bytes.data, bytes.size);
        if (size < 0) {
            signals_want_end(); /* the terminal has gone */
            return;
        }
        bytes = bytes_from(bytes, (size_t)size);
    }
}

/*
 * The modes requested from the terminal and how to reset them. A terminal that does not know a mode ignores the
 * request.
 *
 * Bidi: a terminal that reorders a line by the direction of its characters would move text across frames, from one
 * document into another. Resetting BDSM (ECMA-48) declares the line to be in its final order: right-to-left text then
 * appears in stored order, with each cell in its place.
 */
static const struct {
    const char *on;
    const char *off;
} requests[] = {
    {"\033[?2004h", "\033[?2004l"}, /* send PASTE_BEGINS and PASTE_ENDS around pasted text */
    {"\033[8l", "\033[8h"},         /* BDSM */
};

enum { REQUESTS = sizeof requests / sizeof *requests };

/* Each grapheme is drawn in one place, and an emoji of several code points as one picture (tui/text/cluster.h). */
static const char graphemes_on[] = "\033[?2027h";
static const char graphemes_off[] = "\033[?2027l";

static const char mouse_on[] = "\033[?1000h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1000l";

/* Put around a large change, so that a slow line never shows half of it, such as new titles above old texts. */
static const char update_begin[] = "\033[?2026h";
static const char update_end[] = "\033[?2026l";

/* Resets the requested modes. A grapheme mode that was set before stays set. */
static void add_taking_back(const struct curses *curses, struct buffer *bytes)
{
    if (!curses->is_ecma48)
        return;
    buffer_add_string(bytes, mouse_off);
    for (int i = 0; i < REQUESTS; i++)
        buffer_add_string(bytes, requests[i].off);
    if (curses->joins && curses->grapheme_mode == MODE_RESET)
        buffer_add_string(bytes, graphemes_off);
}

static void prepare_for_crash(const struct curses *curses)
{
    struct buffer leave = {0};
    add_taking_back(curses, &leave);
    buffer_add_string(&leave, curses->is_ecma48 ? update_end : "");
    terminfo_add_leave(&leave);
    if (!curses->has_second_screen)
        buffer_add_string(&leave, "\r\n");
    crash_arm(curses->output, &curses->modes_before, buffer_bytes(&leave));
    buffer_release(&leave);
}

/* The first refresh of curses after this switches to the alternate screen. */
static void enter_screen(const struct curses *curses)
{
    prepare_for_crash(curses);
    for (int i = 0; curses->is_ecma48 && i < REQUESTS; i++)
        send_bytes(curses, bytes_of(requests[i].on));
    if (curses->joins)
        send_bytes(curses, bytes_of(graphemes_on));
    if (curses->is_ecma48 && curses->has_mouse)
        send_bytes(curses, bytes_of(mouse_on));
}

/*
 * Gives the shell's prompt a line of its own: a new line below what was drawn on the shell's screen, or a cleared
 * line where the alternate screen that terminfo knows is switched off, as in GNU screen.
 */
static void make_room_for_prompt(const struct curses *curses)
{
    struct buffer bytes = {0};
    terminfo_add_move(getmaxy(stdscr) - 1, 0, &bytes);
    if (curses->has_second_screen)
        terminfo_add_clear_rest(&bytes);
    else
        buffer_add_string(&bytes, "\r\n");
    send_bytes(curses, buffer_bytes(&bytes));
    buffer_release(&bytes);
}

/* Restores the terminal. */
static void leave_screen(const struct curses *curses)
{
    struct buffer bytes = {0};
    add_taking_back(curses, &bytes);
    send_bytes(curses, buffer_bytes(&bytes));
    buffer_release(&bytes);
    make_room_for_prompt(curses);
    endwin();
    crash_disarm();
}

static bool keep_key(struct curses *curses);

/* Waits for confirmations, so that none is left in the input for the shell to read as typed text. */
static void wait_for_pictures(struct curses *curses)
{
    while (curses->n_under_way > 0 && signals_wait(curses->input, SEQUENCE_WAIT_MS) && keep_key(curses))
        ;
    curses->n_under_way = 0;
}

static void retake_terminal(struct curses *curses)
{
    enter_screen(curses);
    read_window_size(curses);
    surface_release(&curses->shown); /* its content is unknown: the next present draws everything */
}

static void stop_process(struct curses *curses)
{
    wait_for_pictures(curses);
    leave_screen(curses);
    signals_stop_process(curses->output);
    retake_terminal(curses);
}

/* Another program has used the terminal meanwhile. */
static void resume_after_stop(struct curses *curses)
{
    endwin(); /* so that the next refresh takes over the terminal as at the start */
    retake_terminal(curses);
}

/* Another program or the system may have written to the terminal: its content, modes and style are unknown. */
static void repaint_all(struct curses *curses)
{
    send_bytes(curses, buffer_bytes(&curses->paint.plain));
    keypad(stdscr, FALSE); /* so that the mode is requested again */
    keypad(stdscr, TRUE);
    retake_terminal(curses);
}

/* --- The mouse ------------------------------------------------------------ */

/* By xterm's button numbers, to which a modifier or a movement adds. */
static const struct {
    int button;
    enum named_key name;
} mouse_keys[] = {
    {0, NAMED_CLICK},
    {64, NAMED_WHEEL_UP},
    {65, NAMED_WHEEL_DOWN},
};

/* Reports of both forms are read here, because curses takes the eighth button for the first. */
static void set_mouse(void *context, bool on)
{
    struct curses *curses = context;
    if (!curses->is_ecma48 || curses->paint.charset != CHARSET_UNICODE)
        return; /* such a terminal sends no mouse reports */
    curses->has_mouse = on;
    send_bytes(curses, bytes_of(on ? mouse_on : mouse_off));
}

/* NAMED_NOTHING: the button has no use, or no reports were requested. */
static struct key key_of_button(const struct curses *curses, int button, int row, int column)
{
    for (size_t i = 0; curses->has_mouse && i < sizeof mouse_keys / sizeof *mouse_keys; i++)
        if (button == mouse_keys[i].button)
            return (struct key){.code = mouse_keys[i].name, .row = row, .column = column};
    return (struct key){.code = NAMED_NOTHING};
}

/* Reads "button;column;row" and M (pressed) or m (released) after MOUSE_REPORT. */
static struct key read_report(const struct curses *curses)
{
    int numbers[3] = {0};
    int n = 0;
    wint_t code = 0;
    timeout(SEQUENCE_WAIT_MS);
    while (get_wch(&code) == OK && ((code >= '0' && code <= '9') || code == ';')) {
        if (code == ';')
            n++;
        else if (n < 3 && numbers[n] < MOUSE_NUMBER_MAX)
            numbers[n] = numbers[n] * 10 + (int)(code - '0');
    }
    timeout(0);
    if (n != 2 || code != 'M')
        return (struct key){.code = NAMED_NOTHING};
    return key_of_button(curses, numbers[0], numbers[2] - 1, numbers[1] - 1);
}

/*
 * Reads the old form: after MOUSE_OLD_REPORT three bytes for button, column and row. They are not text and could be
 * digits, so they are read directly; curses takes no more from the input than it needs.
 */
static struct key read_old_report(const struct curses *curses)
{
    enum { ADDED = 32 };
    unsigned char bytes[3];
    for (size_t i = 0; i < sizeof bytes; i++)
        if (!signals_wait(curses->input, SEQUENCE_WAIT_MS) || read(curses->input, &bytes[i], 1) != 1)
            return (struct key){.code = NAMED_NOTHING};
    return key_of_button(curses, bytes[0] - ADDED, bytes[2] - ADDED - 1, bytes[1] - ADDED - 1);
}

/* --- Moving rows by the terminal ------------------------------------------- */

/*
 * Moves rows between two columns as DEC's terminals do: DECLRMM, DECSLRM, DECSTBM, then SU or SD, then resets them.
 * Terminfo does not say which terminals can do this.
 */
static void add_part_shift(struct rectangle area, int up, const struct surface *screen, struct buffer *bytes)
{
    if (area.columns == screen->columns && terminfo_can_shift()) {
        terminfo_add_shift(area, up, screen, bytes);
        return;
    }
    buffer_add_format(bytes, "\033[?69h\033[%d;%ds\033[%d;%dr\033[", area.column + 1,
                      area.column + area.columns, area.row + 1, area.row + area.rows);
    if (abs(up) > 1)
        buffer_add_format(bytes, "%d", abs(up));
    buffer_add_format(bytes, "%c\033[?69l\033[r", up > 0 ? 'S' : 'T');
}

static void choose_shift(struct curses *curses)
{
    curses->paint.shifts_whole_rows = !curses->has_margins;
    curses->paint.add_shift = curses->has_margins    ? add_part_shift
                              : terminfo_can_shift() ? terminfo_add_shift
                                                     : NULL;
}

/* --- Keys ----------------------------------------------------------------- */

static const struct {
    wint_t code;
    enum named_key name;
} curses_keys[] =
    {
        {KEY_UP, NAMED_UP},
        {KEY_DOWN, NAMED_DOWN},
        {KEY_LEFT, NAMED_LEFT},
        {KEY_RIGHT, NAMED_RIGHT},
        {KEY_PPAGE, NAMED_PAGE_UP},
        {KEY_NPAGE, NAMED_PAGE_DOWN},
        {KEY_HOME, NAMED_HOME},
        {KEY_END, NAMED_END},
        {KEY_BTAB, NAMED_BACKTAB},
        {KEY_ENTER, NAMED_ENTER},
        {KEY_BACKSPACE, NAMED_BACKSPACE},
        {KEY_DC, NAMED_DELETE},
        {KEY_F(1), NAMED_F1},
        {KEY_RESIZE, NAMED_RESIZE},
},
  control_keys[] = {
      {'\r', NAMED_ENTER},     {'\n', NAMED_ENTER},     {'\t', NAMED_TAB},
      {'\b', NAMED_BACKSPACE}, {0x7f, NAMED_BACKSPACE}, {CONTROL_ESC, NAMED_ESCAPE},
};

/*
 * The keys of the numeric keypad after SS3, as in application mode, which is on while keys are read. Terminfo has no
 * names for most of them, or calls one F5.
 */
static const struct {
    char final;
    char32_t code;
} keypad_keys[] = {
    {'p', '0'}, {'q', '1'}, {'r', '2'}, {'s', '3'}, {'t', '4'},         {'u', '5'},
    {'v', '6'}, {'w', '7'}, {'x', '8'}, {'y', '9'}, {'j', '*'},         {'k', '+'},
    {'l', ','}, {'m', '-'}, {'n', '.'}, {'o', '/'}, {'M', NAMED_ENTER},
};

enum { KEYPAD_KEYS = sizeof keypad_keys / sizeof *keypad_keys };

/* Sequences of keys for which terminfo has no name, or only one of several sequences. */
static const struct {
    const char *bytes;
    char32_t code;
} added_keys[] = {
    {"\033[1;5D", KEY_CONTROL | NAMED_LEFT},
    {"\033[1;5C", KEY_CONTROL | NAMED_RIGHT},
    {"\033[5D", KEY_CONTROL | NAMED_LEFT},
    {"\033[5C", KEY_CONTROL | NAMED_RIGHT},
    {"\033Od", KEY_CONTROL | NAMED_LEFT},
    {"\033Oc", KEY_CONTROL | NAMED_RIGHT},
    {"\033[1;3D", KEY_ALT | NAMED_LEFT},
    {"\033[1;3C", KEY_ALT | NAMED_RIGHT},
    {"\033[3~", NAMED_DELETE},
    {"\033[1~", NAMED_HOME},
    {"\033[H", NAMED_HOME},
    {"\033OH", NAMED_HOME},
    {"\033[4~", NAMED_END},
    {"\033[F", NAMED_END},
    {"\033OF", NAMED_END},
    {"\033OP", NAMED_F1},
    {"\033[11~", NAMED_F1},
    {"\033[[A", NAMED_F1},
};

enum { ADDED_KEYS = sizeof added_keys / sizeof *added_keys };

static struct key named_curses_key(wint_t code)
{
    if (code >= ADDED_FIRST && code < ADDED_FIRST + ADDED_KEYS)
        return (struct key){.code = added_keys[code - ADDED_FIRST].code};
    if (code >= KEYPAD_FIRST && code < KEYPAD_FIRST + KEYPAD_KEYS)
        return (struct key){.code = keypad_keys[code - KEYPAD_FIRST].code};
    for (size_t i = 0; i < sizeof curses_keys / sizeof *curses_keys; i++)
        if (curses_keys[i].code == code)
            return (struct key){.code = curses_keys[i].name};
    return (struct key){.code = NAMED_OTHER};
}

static struct key character_key(wint_t code)
{
    for (size_t i = 0; i < sizeof control_keys / sizeof *control_keys; i++)
        if (control_keys[i].code == code)
            return (struct key){.code = control_keys[i].name};
    if (code >= CONTROL_A && code <= CONTROL_Z)
        return (struct key){.code = KEY_CONTROL | ('a' + (code - CONTROL_A))};
    bool is_control = code < ' ' || (code >= 0x80 && code < 0xa0) || code >= NAMED_FIRST;
    return (struct key){.code = is_control ? NAMED_OTHER : code};
}

static void add_to_answer(struct curses *curses, wint_t code)
{
    if (code >= ' ' && code < C1_FIRST && curses->answer.size < ANSWER_SIZE_MAX)
        buffer_add_byte(&curses->answer, (char)code);
}

/*
 * The questions at the start: whether the terminal knows DECLRMM, and its grapheme mode (DECRQM). At the end of them,
 * and after each large picture, it is asked for its status (DSR). Every terminal replies to that; the reply shows
 * that everything before it has arrived.
 */
static const char questions[] = "\033[?69$p\033[?2027$p";
static const char background_question[] = "\033]11;?\033\\"; /* only if the reply decides the theme */
static const char last_question[] = "\033[5n";
static const char last_answer[] = "0n";

/* The mode's state in the reply (DECRPM), one of enum mode_state; '\0': the reply is about something else. */
static char reported_mode(struct bytes answer, const char *mode)
{
    if (!bytes_starts_with(answer, mode))
        return '\0';
    const struct bytes rest = bytes_from(answer, strlen(mode));
    const bool is_report =
        rest.size == 4 && rest.data[0] == ';' && rest.data[2] == '$' && rest.data[3] == 'y';
    return is_report ? rest.data[1] : '\0';
}

/* Whether the sequence is a reply and not a key. */
static bool take_answer(struct curses *curses)
{
    struct bytes answer = buffer_bytes(&curses->answer);
    char margins = reported_mode(answer, "?69");
    char graphemes = reported_mode(answer, "?2027");
    if (margins == MODE_SET || margins == MODE_RESET) {
        curses->has_margins = true;
        choose_shift(curses);
    }
    if (graphemes != '\0')
        curses->grapheme_mode = graphemes;
    if (!bytes_equal(answer, bytes_of(last_answer)))
        return bytes_starts_with(answer, "?");
    curses->has_answered = true;
    if (curses->n_under_way > 0)
        curses->n_under_way--;
    return true;
}

/* Whether this is the final byte of a control sequence or of a sequence after SS3. */
static bool ends_sequence(wint_t code)
{
    return code >= 0x40 && code <= 0x7e;
}

/* Reads the rest of a control sequence (ECMA-48, 5.4) up to its final byte. */
static struct key swallow_sequence(struct curses *curses)
{
    wint_t code = 0;
    int kind;
    buffer_clear(&curses->answer);
    timeout(SEQUENCE_WAIT_MS);
    do
        add_to_answer(curses, code);
    while ((kind = get_wch(&code)) == OK && !ends_sequence(code));
    timeout(0);
    if (kind == ERR)
        curses->unfinished = UNFINISHED_SEQUENCE;
    else
        add_to_answer(curses, code);
    return (struct key){.code = take_answer(curses) ? NAMED_NOTHING : NAMED_OTHER};
}

/* Reads a keypad key that was separated from its ESC. No other key begins in this way. */
static struct key read_keypad_key(struct curses *curses)
{
    wint_t code = 0;
    timeout(SEQUENCE_WAIT_MS);
    int kind = get_wch(&code);
    timeout(0);
    if (kind == ERR)
        curses->unfinished = UNFINISHED_SEQUENCE;
    for (int i = 0; kind == OK && i < KEYPAD_KEYS; i++)
        if (code == (wint_t)keypad_keys[i].final)
            return (struct key){.code = keypad_keys[i].code};
    return kind == OK && !ends_sequence(code) ? swallow_sequence(curses) : (struct key){.code = NAMED_OTHER};
}

static bool ends_string(wint_t before, wint_t code)
{
    return code == CONTROL_ST || (before == CONTROL_ESC && code == '\\') || code == CONTROL_BEL ||
           code == CONTROL_CAN || code == CONTROL_SUB;
}

/*
 * Reads the rest of a control string (ECMA-48, 5.6): a reply of the terminal, perhaps a late one or one for an
 * earlier program. It ends with ST, in xterm also with BEL.
 */
static struct key swallow_string(struct curses *curses)
{
    wint_t before = 0;
    wint_t code;
    int kind;
    buffer_clear(&curses->answer);
    timeout(SEQUENCE_WAIT_MS);
    while ((kind = get_wch(&code)) != ERR && !ends_string(before, code)) {
        add_to_answer(curses, code);
        before = code;
    }
    timeout(0);
    if (kind == ERR)
        curses->unfinished = UNFINISHED_STRING;
    if (curses->asks_background)
        (void)theme_for_background(buffer_bytes(&curses->answer), &curses->theme);
    return (struct key){.code = NAMED_NOTHING};
}

/* Sequences that begin with ESC and this character, and that are read to their end. */
static const struct {
    wint_t code;
    struct key (*read)(struct curses *curses);
} sequences[] = {
    {'[', swallow_sequence}, /* CSI */
    {'O', read_keypad_key},  /* SS3 */
    {'P', swallow_string},   /* DCS */
    {'X', swallow_string},   /* SOS */
    {']', swallow_string},   /* OSC */
    {'^', swallow_string},   /* PM */
    {'_', swallow_string},   /* APC */
};

/* Returns false if no sequence begins with ESC and this character. */
static bool read_sequence(struct curses *curses, wint_t code, struct key *key)
{
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        if (sequences[i].code == code) {
            *key = sequences[i].read(curses);
            return true;
        }
    }
    return false;
}

static void add_pasted(struct curses *curses, wint_t code)
{
    struct key key = character_key(code);
    bool is_space = key.code == NAMED_ENTER || key.code == NAMED_TAB;
    if (key_is_character(key) && curses->pasted.size < PASTE_SIZE_MAX)
        key_add_character(key, &curses->pasted);
    else if (is_space)
        buffer_add_byte(&curses->pasted, ' ');
}

/* Reads pasted text as a whole, because its digits are not votes. */
static void read_paste(struct curses *curses)
{
    wint_t code = 0;
    int kind;
    buffer_clear(&curses->pasted);
    timeout(SEQUENCE_WAIT_MS);
    while ((kind = get_wch(&code)) != ERR && !(kind == KEY_CODE_YES && code == PASTE_ENDS))
        if (kind == OK)
            add_pasted(curses, code);
    timeout(0);
}

static struct bytes pasted(void *context)
{
    const struct curses *curses = context;
    return buffer_bytes(&curses->pasted);
}

/* Reads the rest of what begins with this code. Returns false if it is a complete key. */
static bool read_report_or_paste(struct curses *curses, wint_t code, struct key *key)
{
    switch (code) {
    case PASTE_BEGINS:
        read_paste(curses);
        *key = (struct key){.code = NAMED_PASTE};
        return true;
    case MOUSE_REPORT:
        *key = read_report(curses);
        return true;
    case MOUSE_OLD_REPORT:
        *key = read_old_report(curses);
        return true;
    default:
        return false;
    }
}

/* The key with Alt: a letter or an erasing key. Alt has no meaning with other keys. */
static struct key with_alt(struct key key)
{
    bool is_letter = (key.code >= 'a' && key.code <= 'z') || (key.code >= 'A' && key.code <= 'Z');
    if (!is_letter && key.code != NAMED_BACKSPACE && key.code != NAMED_DELETE)
        return (struct key){.code = NAMED_OTHER};
    char32_t small = key.code <= 'Z' ? key.code - 'A' + 'a' : key.code;
    return (struct key){.code = KEY_ALT | small};
}

/*
 * Esc, unless more bytes arrived with it, for which curses has waited. A key unknown to terminfo, or a reply of the
 * terminal, contains digits that must never become votes. Another character was pressed together with Alt. A reply
 * right after Esc has an ESC of its own.
 */
static struct key key_of_escape(struct curses *curses)
{
    wint_t code;
    int kind;
    int n_escapes = 0;
    struct key key = {.code = NAMED_OTHER};
    do {
        kind = get_wch(&code);
        n_escapes++;
    } while (kind == OK && code == CONTROL_ESC);
    if (kind == ERR)
        key.code = NAMED_ESCAPE;
    else if (kind == OK && !read_sequence(curses, code, &key))
        key = with_alt(character_key(code));
    else if (kind == KEY_CODE_YES && !read_report_or_paste(curses, code, &key))
        key = with_alt(named_curses_key(code));
    if (key.code == NAMED_NOTHING && n_escapes > 1)
        key.code = NAMED_ESCAPE;
    return key;
}

/*
 * Whether this is the rest of an interrupted sequence, which must never become a vote or another action. A key that
 * can't be part of it (Esc, Enter, an arrow) ends the wait for the rest.
 */
static bool is_rest(struct curses *curses, int kind, wint_t code)
{
    enum unfinished unfinished = curses->unfinished;
    curses->unfinished = UNFINISHED_NOTHING;
    if (unfinished == UNFINISHED_NOTHING || kind != OK)
        return false;
    if (unfinished == UNFINISHED_STRING && ends_string(0, code))
        return true;
    if (code < ' ')
        return false;
    if (unfinished == UNFINISHED_STRING || !ends_sequence(code))
        curses->unfinished = unfinished;
    return true;
}

/*
 * Whether the character continues a sequence after an Esc. Long after the Esc a letter is a key of its own, but '[' and
 * ']', which are not keys of the app, still continue a sequence that was separated from its Esc.
 */
static bool goes_with_escape(const struct curses *curses, wint_t code)
{
    return curses->after_escape && (!curses->is_escape_old || code == '[' || code == ']');
}

static struct key key_of(struct curses *curses, int kind, wint_t code)
{
    struct key key = {0};
    if (is_rest(curses, kind, code))
        return (struct key){.code = NAMED_OTHER};
    if (kind == KEY_CODE_YES)
        return read_report_or_paste(curses, code, &key) ? key : named_curses_key(code);
    if (code == CONTROL_ESC)
        return key_of_escape(curses);
    if (code == CONTROL_FF) {
        repaint_all(curses);
        return (struct key){.code = NAMED_RESIZE};
    }
    bool is_c1 = code >= C1_FIRST && code <= C1_LAST;
    if (is_c1 && read_sequence(curses, code - C1_TO_ESC, &key))
        return key;
    if (goes_with_escape(curses, code) && read_sequence(curses, code, &key))
        return key;
    return character_key(code);
}

/*
 * Reads the next key. Returns false if no input is waiting. Skips what is not a key, such as mouse reports without a
 * use.
 */
static bool read_key_from_input(struct curses *curses, struct key *key)
{
    wint_t code;
    do {
        int kind = get_wch(&code);
        if (kind == ERR)
            return false;
        *key = key_of(curses, kind, code);
        curses->after_escape = key->code == NAMED_ESCAPE;
        curses->is_escape_old = false;
    } while (key->code == NAMED_NOTHING);
    return true;
}

static int count_waiting(const struct curses *curses)
{
    int waiting = 0;
    return ioctl(curses->input, FIONREAD, &waiting) == 0 ? waiting : 0;
}

/* For terminals that do not mark pasted text: marks `key` and the characters that arrived with it, if they are many. */
static void find_burst(struct curses *curses, struct key *key)
{
    int n = 1;
    if (!key_is_character(*key) || count_waiting(curses) + 1 < BURST_KEYS)
        return;
    while (curses->n_early < EARLY_KEYS_MAX && count_waiting(curses) > 0 &&
           read_key_from_input(curses, &curses->early[curses->n_early]) &&
           key_is_character(curses->early[curses->n_early++]))
        n++;
    if (n < BURST_KEYS)
        return;
    key->is_in_burst = true;
    for (int i = 0; i < n - 1; i++)
        curses->early[i].is_in_burst = true;
}

static bool read_key(struct curses *curses, struct key *key)
{
    if (curses->first_early == curses->n_early) {
        curses->first_early = curses->n_early = 0;
        const bool has_read = read_key_from_input(curses, key);
        if (has_read)
            find_burst(curses, key);
        return has_read;
    }
    *key = curses->early[curses->first_early++];
    return true;
}

/* Keeps one key of the waiting input for later, while waiting for the terminal. Returns false if there is no room. */
static bool keep_key(struct curses *curses)
{
    if (signals_end_is_wanted() || curses->n_early == EARLY_KEYS_MAX)
        return false;
    if (read_key_from_input(curses, &curses->early[curses->n_early]))
        curses->n_early++;
    return true;
}

static void wait_for_answers(struct curses *curses)
{
    while (!curses->has_answered && signals_wait(curses->input, ANSWER_WAIT_MS) && keep_key(curses))
        ;
}

/* Asks the questions. The last request erases what a terminal may have printed of an unknown question. */
static void ask_terminal(struct curses *curses)
{
    if (!curses->is_ecma48 || curses->paint.charset != CHARSET_UNICODE)
        return;
    send_bytes(curses, bytes_of(questions));
    send_bytes(curses, bytes_of(curses->asks_background ? background_question : ""));
    send_bytes(curses, bytes_of(last_question));
    send_bytes(curses, bytes_of("\r\033[K"));
    wait_for_answers(curses);
    curses->asks_background = false; /* the colours do not change once the user reads with them */
}

/* Only at the start: text that is already laid out has the other widths, so a later reply has no effect. */
static void join_graphemes(struct curses *curses)
{
    char mode = curses->grapheme_mode;
    curses->joins = mode == MODE_SET || mode == MODE_RESET || mode == MODE_ALWAYS_SET;
    if (!curses->joins)
        return;
    clusters_join(true);
    prepare_for_crash(curses);
    send_bytes(curses, bytes_of(graphemes_on));
}

/* Drops keys one by one, so that no key and no paste is cut in two. */
static bool drop_keys(void *context)
{
    struct key key = {0};
    bool has_dropped = false;
    for (int i = 0; i < DROPPED_KEYS_MAX && read_key(context, &key); i++)
        has_dropped = has_dropped || key.code != NAMED_RESIZE; /* the next picture has the new size */
    return has_dropped;
}

static bool handle_signal(struct curses *curses, struct key *key)
{
    enum wish wish = signals_take();
    *key = (struct key){.code = wish == WISH_END ? NAMED_STOP : NAMED_RESIZE};
    switch (wish) {
    case WISH_STOP:
        stop_process(curses);
        break;
    case WISH_GO_ON:
        resume_after_stop(curses);
        break;
    case WISH_RESIZE:
        read_window_size(curses);
        break;
    case WISH_NONE:
    case WISH_END:
        break;
    }
    return wish != WISH_NONE;
}

/*
 * Returns false after the timeout. The rest of a sequence separated from its ESC usually follows soon; a letter that
 * comes later is a key of its own.
 */
static bool wait_for_input(struct curses *curses, int timeout_ms)
{
    if (curses->after_escape && !curses->is_escape_old && timeout_ms > SEQUENCE_WAIT_MS) {
        if (signals_wait(curses->input, SEQUENCE_WAIT_MS))
            return true;
        curses->is_escape_old = true;
        timeout_ms -= SEQUENCE_WAIT_MS;
    }
    return signals_wait(curses->input, timeout_ms);
}

static bool shall_end(void *context)
{
    (void)context;
    return signals_end_is_wanted();
}

/* Whether there may be a key: some input is waiting. */
static bool is_busy(void *context)
{
    struct curses *curses = context;
    struct pollfd input = {.fd = curses->input, .events = POLLIN};
    bool may_have_key = curses->first_early < curses->n_early || poll(&input, 1, 0) == 1;
    curses->owes_picture = may_have_key || curses->n_under_way > 0;
    return curses->owes_picture;
}

/* A lost reply must not prevent drawing. A terminal that loses one is not asked again. */
static void note_silence(struct curses *curses, int milliseconds)
{
    curses->silent_ms += milliseconds;
    if (curses->n_under_way > 0 && curses->silent_ms >= PICTURE_WAIT_MS) {
        curses->n_under_way = 0;
        curses->has_answered = false;
    }
}

static struct key next_key(void *context, int timeout_ms)
{
    struct curses *curses = context;
    struct key key = {0};
    do {
        while (!handle_signal(curses, &key) && !read_key(curses, &key)) {
            if (curses->owes_picture && curses->n_under_way == 0)
                return (struct key){.code = NAMED_RESIZE};
            if (!wait_for_input(curses, timeout_ms)) {
                note_silence(curses, timeout_ms);
                return (struct key){.code = NAMED_NOTHING};
            }
        }
    } while (key.code == NAMED_NOTHING); /* there was input, but no key */
    return key;
}

/* --- Drawing -------------------------------------------------------------- */

static void fill_paint(struct curses *curses, enum theme theme)
{
    struct paint *paint = &curses->paint;
    choose_shift(curses);
    paint->add_move = terminfo_add_move;
    paint->add_below = terminfo_can_go_below() ? terminfo_add_below : NULL;
    paint->add_right = terminfo_can_go_right() ? terminfo_add_right : NULL;
    paint->add_column = terminfo_can_go_to_column() ? terminfo_add_column : NULL;
    paint->last_cell_scrolls = terminfo_last_cell_scrolls();
    terminfo_add_plain(&paint->plain);
    terminfo_add_clear_rest(&paint->clear_rest);
    for (int style = 0; style < STYLE_COUNT; style++) {
        struct look look = theme_look(theme, (enum style)style, terminfo_colours());
        terminfo_add_look(&look, &paint->begin[style]);
        paint->has_foreground[style] = look.foreground != COLOUR_TERMINALS_OWN;
        paint->is_foreground[style] =
            paint->has_foreground[style] && look.attributes == 0 && look.background == COLOUR_TERMINALS_OWN;
    }
}

static void set_theme(void *context, enum theme theme)
{
    struct curses *curses = context;
    enum charset charset = curses->paint.charset;
    paint_release(&curses->paint);
    curses->paint.charset = charset;
    fill_paint(curses, theme);
    surface_release(&curses->shown); /* everything is drawn again */
}

static void present(void *context, const struct surface *surface)
{
    struct curses *curses = context;
    const size_t begin_size = bytes_of(update_begin).size;
    struct buffer bytes = {0};
    if (curses->shown.rows != surface->rows || curses->shown.columns != surface->columns) {
        /* Curses switches to the screen and clears it; it does not know what is drawn there later. */
        clearok(curscr, TRUE);
        refresh();
    }
    buffer_add_string(&bytes, update_begin);
    paint_changes(&curses->paint, &curses->shown, surface, &bytes);
    curs_set(surface->is_typing ? 1 : 0);
    bool is_synchronised = curses->is_ecma48 && bytes.size - begin_size > UPDATE_BYTES;
    buffer_add_string(&bytes, is_synchronised ? update_end : "");
    if (is_synchronised && curses->has_answered) {
        buffer_add_string(&bytes, last_question);
        curses->n_under_way++;
        curses->silent_ms = 0;
    }
    /* in one write, because each wakes the program behind the terminal */
    send_bytes(curses, bytes_from(buffer_bytes(&bytes), is_synchronised ? 0 : begin_size));
    curses->owes_picture = false;
    buffer_release(&bytes);
    surface_repeat(&curses->shown, surface);
}

/* --- The clipboard -------------------------------------------------------- */

static bool copy_to_clipboard(void *context, struct bytes text)
{
    struct curses *curses = context;
    struct buffer request = {0};
    if (curses->paint.charset != CHARSET_UNICODE)
        return false; /* none of these terminals has a clipboard */
    bool fits = clipboard_add_request(text, curses->in_screen, &request);
    send_bytes(curses, buffer_bytes(&request));
    buffer_release(&request);
    return fits;
}

/* --- Opening and closing -------------------------------------------------- */

/*
 * Keys arrive singly and without echo, and Ctrl-S must not freeze the screen. A read takes what is there and never
 * waits: the kernel may discard input that was seen waiting (a reply of the terminal) when Ctrl-C is typed after it.
 */
static void set_key_modes(const struct curses *curses)
{
    cbreak();
    noecho();
    nonl();
    struct termios modes;
    if (tcgetattr(curses->input, &modes) == 0) {
        modes.c_iflag &= ~(tcflag_t)(IXON | IXOFF);
        modes.c_cc[VMIN] = 0;
        modes.c_cc[VTIME] = 0;
        tcsetattr(curses->input, TCSADRAIN, &modes);
        def_prog_mode(); /* the modes to which curses returns after a stop */
    }
    set_escdelay(ESCAPE_DELAY_MS);
    keypad(stdscr, TRUE);
    define_key("\033[200~", PASTE_BEGINS);
    define_key("\033[201~", PASTE_ENDS);
    define_key("\033[<", MOUSE_REPORT);
    define_key("\033[M", MOUSE_OLD_REPORT);
    for (int i = 0; i < KEYPAD_KEYS; i++)
        define_key((char[]){CONTROL_ESC, 'O', keypad_keys[i].final, '\0'}, KEYPAD_FIRST + i);
    for (int i = 0; i < ADDED_KEYS; i++)
        define_key(added_keys[i].bytes, ADDED_FIRST + i);
    timeout(0); /* waiting is done by signals_wait */
}

bool curses_can_show(const struct curses_options *options, struct err *err)
{
    if (options->type == NULL || options->type[0] == '\0')
        return err_set(err, ERR_USAGE,
                       "TERM is not set: set it to the type of the terminal (xterm-256color suits most)");
    if (terminfo_usable_type(options->type, fileno(options->output)) == NULL)
        return err_set(err, ERR_USAGE,
                       "the terminal type TERM=%s can't show the screen: set TERM to the type of the "
                       "terminal (xterm-256color suits most)",
                       options->type);
    if (wcwidth(UNICODE_REPLACEMENT) != 1)
        return err_set(err, ERR_USAGE,
                       "the locale has no UTF-8: set LC_ALL=C.UTF-8 (or your language's UTF-8 locale)");
    return true;
}

static void detect_terminal(struct curses *curses, const struct curses_options *options)
{
    curses->paint.charset = options->ascii ? CHARSET_ASCII : charset_of(options->type);
    curses->in_screen = !options->in_tmux && bytes_starts_with(bytes_of(options->type), "screen");
    curses->is_ecma48 = terminfo_is_ecma48();
    curses->has_second_screen = terminfo_has_second_screen();
}

bool curses_open(struct curses **out, const struct curses_options *options, struct err *err)
{
    BUG_UNLESS(!is_open);
    if (!curses_can_show(options, err))
        return false;
    struct curses *curses = memory_get_zeroed(1, sizeof *curses);
    curses->input = fileno(options->input);
    curses->output = fileno(options->output);
    curses->theme = options->theme;
    curses->asks_background = options->asks_background;
    if (tcgetattr(curses->output, &curses->modes_before) != 0) {
        free(curses);
        return err_set(err, ERR_USAGE, "the labelling screen needs a terminal");
    }
    signals_catch(); /* before curses starts, which then leaves them alone */
    /* The terminal, not LINES and COLUMNS, tells the window's size. */
    use_env(FALSE);
    use_tioctl(TRUE);
    curses->screen =
        newterm(terminfo_usable_type(options->type, curses->output), options->output, options->input);
    if (curses->screen == NULL) {
        signals_release();
        free(curses);
        return err_set(err, ERR_SYSTEM, "the terminal can't be used as TERM=%s", options->type);
    }
    detect_terminal(curses, options);
    set_key_modes(curses);
    fill_paint(curses, options->theme);
    enter_screen(curses);
    set_mouse(curses, options->mouse);
    ask_terminal(curses);
    join_graphemes(curses);
    if (curses->theme != options->theme)
        set_theme(curses, curses->theme);
    bug_on_abort(crash_now);
    is_open = true;
    *out = curses;
    return true;
}

void curses_close(struct curses *curses)
{
    if (curses == NULL)
        return;
    bug_on_abort(NULL);
    wait_for_pictures(curses);
    leave_screen(curses);
    delscreen(curses->screen);
    signals_release();
    clusters_join(false);
    is_open = false;
    surface_release(&curses->shown);
    paint_release(&curses->paint);
    buffer_release(&curses->pasted);
    buffer_release(&curses->answer);
    free(curses);
}

enum theme curses_theme(const struct curses *curses)
{
    return curses->theme;
}

struct terminal curses_terminal(struct curses *curses)
{
    return (struct terminal){
        .size = get_size,
        .next_key = next_key,
        .is_busy = is_busy,
        .drop_keys = drop_keys,
        .pasted = pasted,
        .shall_end = shall_end,
        .present = present,
        .set_mouse = set_mouse,
        .set_theme = set_theme,
        .copy = copy_to_clipboard,
        .ascii = curses->paint.charset != CHARSET_UNICODE,
        .context = curses,
    };
}
