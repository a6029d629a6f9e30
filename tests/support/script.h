/*
 * Scripts of keys: each is run through the real app on a real database, with a
 * terminal that only exists here, a seed and a set clock.
 *
 * A line of a script is a command and its words:
 *
 *   collection NAME    import tests/screens/NAME/ (first, once)
 *   bare NAME          the same, but without candidates
 *   sample             import sample-data/ with the pools of its runs instead
 *   set KEY VALUE      a setting of the database (before size); of the guide also @FILE of the repository
 *   folder             the database is said to lie in the folder "opening", among files of all kinds (before size)
 *   ascii              the terminal has neither braille nor blocks (before size)
 *   lead               the user may change settings (before size)
 *   newcomer           who has not voted yet reads the guide first (before size)
 *   judge              the user is the judge of a ballot that two others disagree on (before size)
 *   config LINE        a line of the config file (before size)
 *   run NAME           load NAME.run of the collection as a live run (before size)
 *   decide NAME OTHER  the same, and ask what tells whether OTHER is better than NAME (before size)
 *   elsewhere NAME     another annotator has a ballot in hand (before size)
 *   vote POSITION NOTE that annotator votes, 1=2 for two that are tied; the note may be left out (before size, too)
 *   size COLUMNSxROWS  of the window; the first one starts the app
 *   press KEY…         keys by their labels: 2 Tab PgDn Space
 *   ahead KEY…         the same, all pressed before the first of them is read
 *   type TEXT          each character of the text
 *   mouse KEY R C      Click, Wheel↑ or Wheel↓ on the cell in row R, column C, from 0
 *   step MS            each look at the clock is so much later than the one before; 20000 at first
 *   paste TEXT         into the terminal, all at once
 *   wait               no key for a while
 *   change NAME OTHER  the file of the live run NAME now holds what OTHER.run of the collection does
 *   cursor WORDS       what stands in the row from the cursor on is told under this heading
 *   look WORDS         what is shown now is handed over under this heading
 */
#ifndef ASSAY_TESTS_SUPPORT_SCRIPT_H
#define ASSAY_TESTS_SUPPORT_SCRIPT_H

#include "tests/support/support.h"

#include "tui/widget/surface.h"

/* Who looks on. `told`: what the terminal was told beside pictures: "copied" with the text, "the mouse is on". */
struct script_viewer {
    void (*look)(void *context, const char *heading, const struct surface *surface);
    void (*told)(void *context, const char *what, struct bytes text);
    void *context;
};

/*
 * Runs the script in the file `path`; fails the test when it can't. The current
 * folder must be a temporary one: the database and the runs are put there.
 */
void script_run(const char *path, const struct script_viewer *viewer);

/* All scripts of a folder of the repository ("tests/screens") as a group of tests; the state of each is the script's
 * path without its ending, its name that of the file. Returns what main is to return. */
int script_test_all(const char *group, const char *folder, CMUnitTestFunction test);

/* The whole content of a file in the arena, NULL when there is none; and the other way round. */
char *script_read_file(struct arena *arena, const char *path);
void script_write_file(const char *path, struct bytes content);

#endif
