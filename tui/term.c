#include "tui/term.h"

#include "core/base/bug.h"
#include "tui/clipboard.h"
#include "tui/terminfo.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#define NCURSES_WIDECHAR 1
#include <ncurses.h>

enum {
    ESCAPE_DELAY_MS = 25,   /* the bytes of one key come together, those of Esc and a key don't */
    SEQUENCE_WAIT_MS = 100, /* for the next byte of a key that has begun */
    REPLACEMENT = 0xfffd,
    PASTE_BEGINS = KEY_MAX + 1, /* what the terminal puts around pasted text */
    PASTE_ENDS,
    MOUSE_REPORT,             /* what a report of the mouse begins with */
    MOUSE_NUMBER_MAX = 10000, /* no terminal has so many columns */
};

struct curses_look {
    attr_t attributes;
    short pair;
};

struct term {
    SCREEN *screen;
    int input; /* file descriptors */
    int output;
    struct curses_look looks[STYLE_COUNT];
    struct surface shown; /* what the terminal shows */
    bool after_escape;    /* the key before was Esc */
    bool in_screen;       /* GNU screen */
};

/* The one that is open, for what has no argument: a bug's abort. */
static struct term *open_term;

/* --- Signals -------------------------------------------------------------- */

static volatile sig_atomic_t stop_wanted;
static volatile sig_atomic_t suspend_wanted;
static volatile sig_atomic_t resize_wanted;

static void on_stop(int signal_number)
{
    (void)signal_number;
    stop_wanted = 1;
}

static void on_suspend(int signal_number)
{
    (void)signal_number;
    suspend_wanted = 1;
}

static void on_resize(int signal_number)
{
    (void)signal_number;
    resize_wanted = 1;
}

static const struct {
    int number;
    void (*handler)(int signal_number);
} caught[] = {
    {SIGINT, on_stop},     {SIGTERM, on_stop},    {SIGQUIT, on_stop}, {SIGHUP, on_stop},
    {SIGTSTP, on_suspend}, {SIGWINCH, on_resize}, {SIGTTOU, SIG_IGN}, /* giving the terminal back must not stop us before we stop ourselves */
};

enum { CAUGHT_COUNT = sizeof caught / sizeof *caught };

static struct sigaction handlers_before[CAUGHT_COUNT];
static sigset_t mask_before;

/* The signals come in only where the app waits (let_signals_in, wait_for_input): never into the middle of a write. */
static void catch_signals(void)
{
    stop_wanted = suspend_wanted = resize_wanted = 0;
    sigset_t mask;
    sigemptyset(&mask);
    for (int i = 0; i < CAUGHT_COUNT; i++)
        sigaddset(&mask, caught[i].number);
    sigprocmask(SIG_BLOCK, &mask, &mask_before);
    for (int i = 0; i < CAUGHT_COUNT; i++) {
        struct sigaction action = {.sa_handler = caught[i].handler};
        sigaction(caught[i].number, &action, &handlers_before[i]);
    }
}

static void release_signals(void)
{
    for (int i = 0; i < CAUGHT_COUNT; i++)
        sigaction(caught[i].number, &handlers_before[i], NULL);
    sigprocmask(SIG_SETMASK, &mask_before, NULL);
}

static void let_signals_in(void)
{
    struct timespec none = {0};
    ppoll(NULL, 0, &none, &mask_before);
}

/* The default action stops the process, but not where no shell could wake it up again. */
static void stop_process(void)
{
    struct sigaction own;
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGTSTP);
    sigaction(SIGTSTP, &standard, &own);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &mask, NULL); /* stops here */
    sigprocmask(SIG_BLOCK, &mask, NULL);
    sigaction(SIGTSTP, &own, NULL);
}

/* --- Size ----------------------------------------------------------------- */

static void take_size(const struct term *term)
{
    struct winsize size;
    if (ioctl(term->output, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
}

static void get_size(void *context, int *rows, int *columns)
{
    (void)context;
    getmaxyx(stdscr, *rows, *columns);
}

/* The terminal's content is unknown: the next present draws every cell. */
static void forget_shown(struct term *term)
{
    surface_release(&term->shown);
    clearok(curscr, TRUE);
}

/* Curses keeps no output back between two refreshes: this comes after all that was drawn. */
static void send(const struct term *term, struct bytes bytes)
{
    while (bytes.size > 0) {
        ssize_t size = write(term->output, bytes.data, bytes.size);
        if (size < 0) {
            stop_wanted = 1; /* the terminal has gone */
            return;
        }
        bytes.data += size;
        bytes.size -= (size_t)size;
    }
}

/* Asks the terminal to put PASTE_BEGINS and PASTE_ENDS around what is pasted; one that can't takes no notice. */
static void mark_pastes(const struct term *term, bool wanted)
{
    send(term, bytes_of(wanted ? "\033[?2004h" : "\033[?2004l"));
}

/* Gives the terminal back as it was. */
static void leave_screen(const struct term *term)
{
    mark_pastes(term, false);
    endwin();
}

static void suspend(struct term *term)
{
    leave_screen(term);
    stop_process();
    mark_pastes(term, true);
    take_size(term);
    forget_shown(term);
}

/* --- The mouse ------------------------------------------------------------ */

/* What curses calls a button, and what xterm does: its number, a modifier or a movement adds to it. */
static const struct {
    mmask_t state;
    int button;
    enum named_key name;
} mouse_keys[] = {
    {BUTTON1_PRESSED, 0, NAMED_CLICK},
    {BUTTON4_PRESSED, 64, NAMED_WHEEL_UP},
    {BUTTON5_PRESSED, 65, NAMED_WHEEL_DOWN},
};

enum { MOUSE_KEYS = sizeof mouse_keys / sizeof *mouse_keys };

/*
 * Terminals are asked for reports in xterm's "SGR" form, which are read here:
 * curses takes the eighth button for the first. Those that don't know it send the
 * old form, which curses reads.
 */
static void set_mouse(void *context, bool on)
{
    mmask_t wanted = 0;
    for (size_t i = 0; on && i < MOUSE_KEYS; i++)
        wanted |= mouse_keys[i].state;
    mousemask(wanted, NULL);
    send(context, bytes_of(on ? "\033[?1006h" : "\033[?1006l"));
}

static struct key old_mouse_key(void)
{
    MEVENT event;
    if (getmouse(&event) == OK)
        for (size_t i = 0; i < MOUSE_KEYS; i++)
            if (event.bstate == mouse_keys[i].state)
                return (struct key){.code = mouse_keys[i].name, .row = event.y, .column = event.x};
    return (struct key){.code = NAMED_OTHER};
}

/* Takes "button;column;row" and M (down) or m (up) from the input, what comes behind MOUSE_REPORT. */
static struct key mouse_key(void)
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
    for (size_t i = 0; n == 2 && code == 'M' && i < MOUSE_KEYS; i++)
        if (numbers[0] == mouse_keys[i].button)
            return (struct key){.code = mouse_keys[i].name, .row = numbers[2] - 1, .column = numbers[1] - 1};
    return (struct key){.code = NAMED_OTHER};
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
        {KEY_RESIZE, NAMED_RESIZE},
},
  control_keys[] = {
      {'\r', NAMED_ENTER},     {'\n', NAMED_ENTER},     {'\t', NAMED_TAB},
      {'\b', NAMED_BACKSPACE}, {0x7f, NAMED_BACKSPACE}, {0x1b, NAMED_ESCAPE},
};

static struct key named_curses_key(wint_t code)
{
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
    bool is_control = code < ' ' || (code >= 0x80 && code < 0xa0) || code >= NAMED_FIRST;
    return (struct key){.code = is_control ? NAMED_OTHER : code};
}

/* Takes the rest of a control sequence (ECMA-48, 5.4) from the input: up to its final byte. */
static void swallow_sequence(void)
{
    wint_t code = 0;
    timeout(SEQUENCE_WAIT_MS);
    while (get_wch(&code) == OK && (code < 0x40 || code > 0x7e))
        ;
    timeout(0);
}

/* Takes pasted text from the input: its digits are no votes. */
static void swallow_paste(void)
{
    wint_t code = 0;
    int kind;
    timeout(SEQUENCE_WAIT_MS);
    do {
        kind = get_wch(&code);
    } while (kind != ERR && !(kind == KEY_CODE_YES && code == PASTE_ENDS));
    timeout(0);
}

/*
 * A key that terminfo does not know begins with ESC [ and has digits in it: they
 * must never become votes. Nobody types [ after Esc.
 */
static bool read_key(struct term *term, struct key *key)
{
    wint_t code;
    int kind = get_wch(&code);
    if (kind == ERR)
        return false;
    bool begins_sequence = term->after_escape && kind == OK && (code == '[' || code == 'O');
    if (begins_sequence) {
        swallow_sequence();
        *key = (struct key){.code = NAMED_OTHER};
    } else if (kind == KEY_CODE_YES && code == PASTE_BEGINS) {
        swallow_paste();
        *key = (struct key){.code = NAMED_OTHER};
    } else if (kind == KEY_CODE_YES && code == KEY_MOUSE) {
        *key = old_mouse_key();
    } else if (kind == KEY_CODE_YES && code == MOUSE_REPORT) {
        *key = mouse_key();
    } else {
        *key = kind == KEY_CODE_YES ? named_curses_key(code) : character_key(code);
    }
    term->after_escape = key->code == NAMED_ESCAPE;
    return true;
}

/* False: the time is over. */
static bool wait_for_input(const struct term *term, int timeout_ms)
{
    struct pollfd input = {.fd = term->input, .events = POLLIN};
    struct timespec time = {.tv_sec = timeout_ms / 1000, .tv_nsec = timeout_ms % 1000 * 1000000L};
    int ready = ppoll(&input, 1, &time, &mask_before);
    if (ready > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0)
        stop_wanted = 1; /* the terminal has gone */
    return ready != 0;
}

static bool take_signal(struct term *term, struct key *key)
{
    let_signals_in();
    if (stop_wanted) {
        *key = (struct key){.code = NAMED_STOP};
        return true;
    }
    if (!suspend_wanted && !resize_wanted)
        return false;
    if (suspend_wanted)
        suspend(term);
    else
        take_size(term);
    suspend_wanted = resize_wanted = 0;
    *key = (struct key){.code = NAMED_RESIZE};
    return true;
}

static struct key next_key(void *context, int timeout_ms)
{
    struct term *term = context;
    struct key key;
    while (!take_signal(term, &key) && !read_key(term, &key))
        if (!wait_for_input(term, timeout_ms))
            return (struct key){.code = NAMED_NOTHING};
    return key;
}

/* --- Looks ---------------------------------------------------------------- */

static const struct {
    unsigned attribute;
    attr_t curses;
} attributes[] = {
    {ATTRIBUTE_BOLD, A_BOLD},
    {ATTRIBUTE_ITALIC, A_ITALIC},
    {ATTRIBUTE_UNDERLINE, A_UNDERLINE},
    {ATTRIBUTE_REVERSE, A_REVERSE},
};

static attr_t curses_attributes(unsigned wanted)
{
    attr_t result = A_NORMAL;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if ((wanted & attributes[i].attribute) != 0)
            result |= attributes[i].curses;
    return result;
}

static short pair_of(int style)
{
    return (short)(style + 1); /* pair 0 is the terminal's own */
}

/* Takes the theme as far as the terminal has colours for it. */
static void choose_looks(struct term *term, enum theme theme)
{
    int colours = 0;
    if (theme != THEME_MONOCHROME && has_colors() && start_color() == OK && use_default_colors() == OK)
        colours = COLORS;
    for (int style = 0; style < STYLE_COUNT; style++) {
        struct look look = theme_look(theme, (enum style)style, colours);
        bool is_coloured = look.foreground != COLOUR_TERMINALS_OWN || look.background != COLOUR_TERMINALS_OWN;
        term->looks[style].attributes = curses_attributes(look.attributes);
        term->looks[style].pair = is_coloured ? pair_of(style) : 0;
        if (is_coloured)
            init_extended_pair(pair_of(style), look.foreground, look.background);
    }
}

/* --- Drawing -------------------------------------------------------------- */

static bool cells_equal(const struct cell *a, const struct cell *b)
{
    for (int i = 0; i < GLYPH_CODES_MAX; i++)
        if (a->glyph.codes[i] != b->glyph.codes[i])
            return false;
    return a->width == b->width && a->style == b->style;
}

/*
 * What the C library thinks of a width decides what curses does, and the C
 * library may know another Unicode than we do: where it disagrees, U+FFFD
 * stands for the character. Returns the columns that are drawn.
 */
static int certain_characters(const struct cell *cell, wchar_t text[GLYPH_CODES_MAX + 1])
{
    int n = 0;
    text[n++] = (wchar_t)cell->glyph.codes[0];
    if (wcwidth(text[0]) != cell->width) {
        text[0] = REPLACEMENT;
        text[1] = L'\0';
        return 1;
    }
    for (int i = 1; i < GLYPH_CODES_MAX && cell->glyph.codes[i] != 0; i++)
        if (wcwidth((wchar_t)cell->glyph.codes[i]) == 0)
            text[n++] = (wchar_t)cell->glyph.codes[i];
    text[n] = L'\0';
    return cell->width;
}

static void draw_cell(const struct term *term, int row, int column, const struct cell *cell)
{
    wchar_t text[GLYPH_CODES_MAX + 1];
    int drawn = certain_characters(cell, text);
    const struct curses_look *look = &term->looks[cell->style];
    cchar_t character;
    setcchar(&character, text, look->attributes, look->pair, NULL);
    mvadd_wch(row, column, &character);
    if (drawn < cell->width) {
        setcchar(&character, L" ", look->attributes, look->pair, NULL);
        mvadd_wch(row, column + 1, &character);
    }
}

static void draw_changed_cells(struct term *term, const struct surface *surface)
{
    bool everything = term->shown.rows != surface->rows || term->shown.columns != surface->columns;
    if (everything)
        erase();
    for (int row = 0; row < surface->rows; row++) {
        for (int column = 0; column < surface->columns; column++) {
            const struct cell *cell = surface_cell(surface, row, column);
            if (cell->width > 0 &&
                (everything || !cells_equal(cell, surface_cell(&term->shown, row, column))))
                draw_cell(term, row, column, cell);
        }
    }
}

static void keep_shown(struct term *term, const struct surface *surface)
{
    surface_reset(&term->shown, surface->rows, surface->columns);
    struct rectangle all = {0, 0, surface->rows, surface->columns};
    surface_copy(&term->shown, all, surface, 0);
}

static void present(void *context, const struct surface *surface)
{
    struct term *term = context;
    draw_changed_cells(term, surface);
    keep_shown(term, surface);
    curs_set(surface->has_cursor ? 1 : 0);
    if (surface->has_cursor)
        move(surface->cursor_row, surface->cursor_column);
    refresh();
}

/* --- The clipboard -------------------------------------------------------- */

static bool copy(void *context, struct bytes text)
{
    struct term *term = context;
    struct buffer request = {0};
    bool fits = clipboard_add_request(text, term->in_screen, &request);
    send(term, buffer_bytes(&request));
    buffer_release(&request);
    return fits;
}

/* --- Opening and closing -------------------------------------------------- */

static void restore(void)
{
    if (open_term != NULL)
        leave_screen(open_term);
}

/* Keys come one by one and unseen; Ctrl-S must not freeze the screen. */
static void take_keys(const struct term *term)
{
    cbreak();
    noecho();
    nonl();
    struct termios modes;
    if (tcgetattr(term->input, &modes) == 0) {
        modes.c_iflag &= ~(tcflag_t)(IXON | IXOFF);
        tcsetattr(term->input, TCSADRAIN, &modes);
        def_prog_mode(); /* what curses returns to after a stop */
    }
    set_escdelay(ESCAPE_DELAY_MS);
    keypad(stdscr, TRUE);
    define_key("\033[200~", PASTE_BEGINS);
    define_key("\033[201~", PASTE_ENDS);
    define_key("\033[<", MOUSE_REPORT);
    mark_pastes(term, true);
    mouseinterval(0); /* a press is a click at once */
    timeout(0);       /* waiting is done by wait_for_input */
}

static bool start_curses(struct term *term, const struct term_options *options)
{
    if (!terminfo_has_screen(options->type, term->output))
        return false;
    use_env(FALSE); /* the window's size is asked of the terminal, not of LINES and COLUMNS */
    use_tioctl(TRUE);
    term->screen = newterm(options->type, options->output, options->input);
    return term->screen != NULL;
}

bool term_open(struct term **out, const struct term_options *options, struct err *err)
{
    BUG_UNLESS(open_term == NULL);
    if (options->type == NULL || options->type[0] == '\0')
        return err_set(err, ERR_USAGE,
                       "TERM is not set: set it to what the terminal is (xterm-256color suits most), "
                       "or use --plain");
    if (wcwidth(REPLACEMENT) != 1)
        return err_set(err, ERR_USAGE,
                       "the locale has no UTF-8: set LC_ALL=C.UTF-8 (or your language's UTF-8 locale), "
                       "or use --plain");

    struct term *term = memory_get_zeroed(1, sizeof *term);
    term->input = fileno(options->input);
    term->output = fileno(options->output);
    term->in_screen = !options->in_tmux && bytes_starts_with(bytes_of(options->type), "screen");
    catch_signals(); /* before curses, which then leaves them alone */
    if (!start_curses(term, options)) {
        release_signals();
        free(term);
        return err_set(err, ERR_USAGE,
                       "the terminal type TERM=%s can't show the screen: set TERM to what the terminal is "
                       "(xterm-256color suits most), or use --plain",
                       options->type);
    }
    take_keys(term);
    choose_looks(term, options->theme);
    set_mouse(term, options->mouse);
    open_term = term;
    bug_on_abort(restore);
    *out = term;
    return true;
}

void term_close(struct term *term)
{
    if (term == NULL)
        return;
    bug_on_abort(NULL);
    open_term = NULL;
    leave_screen(term);
    delscreen(term->screen);
    release_signals();
    surface_release(&term->shown);
    free(term);
}

struct terminal term_terminal(struct term *term)
{
    return (struct terminal){
        .size = get_size,
        .next_key = next_key,
        .present = present,
        .set_mouse = set_mouse,
        .copy = copy,
        .context = term,
    };
}
