/*
 * Scripts of keys. Each is run through the real app on a real database, with a simulated terminal, a fixed seed and a
 * set clock.
 *
 * Each line of a script is a command and its words:
 *
 *   collection NAME    import tests/screens/NAME/ (first, once)
 *   bare NAME          the same, but without candidates
 *   sample             import sample-data/ with the pools of its runs instead
 *   set KEY VALUE      a setting of the database (before size); for the guide also @FILE of the repository
 *   folder             the app believes that the database lies in "opening", among files of all kinds (before size)
 *   ascii              the terminal has neither braille nor blocks (before size)
 *   lead               the user may change settings (before size)
 *   newcomer           an annotator without votes reads the guide first (before size)
 *   judge              the user judges a ballot that two others disagree on (before size)
 *   config LINE        a line of the config file (before size)
 *   run NAME           load NAME.run of the collection as a live run (before size)
 *   decide NAME OTHER  the same for both, and vote to decide whether OTHER is better (before size)
 *   elsewhere NAME     another annotator holds an open ballot (before size)
 *   vote POSITION NOTE that annotator votes, 1=2 for two that are tied; the note may be left out (before size, too)
 *   size COLUMNSxROWS  the size of the window; the first one starts the app
 *   press KEY…         keys by their labels: 2 Tab PgDn Space
 *   ahead KEY…         the same, all pressed before the first of them is read
 *   type TEXT          each character of the text
 *   mouse KEY R C      Click, Wheel↑ or Wheel↓ on the cell in row R, column C, from 0
 *   step MS            the clock advances by this at each reading; 20000 at first
 *   paste TEXT         into the terminal, all at once
 *   wait               no key for a while
 *   change NAME OTHER  replace the file of the live run NAME by the content of OTHER.run of the collection
 *   cursor WORDS       report the text of the row from the cursor on under this heading
 *   look WORDS         report the screen under this heading
 */
#pragma once

#include "tests/support/support.h"

#include "tui/widget/surface.h"

/*
 * Receives what the app shows. `told` gets what the terminal was told besides screens: "copied" with the text, or "the
 * mouse is on".
 */
struct script_viewer {
    void (*look)(void *context, const char *heading, const struct surface *surface);
    void (*told)(void *context, const char *what, struct bytes text);
    void *context;
};

/*
 * Runs the script in the file `path`. Fails the test if that does not work. The current folder must be a temporary one,
 * because the database and the runs are put there.
 */
void script_run(const char *path, const struct script_viewer *viewer);

/*
 * Runs all scripts of a folder of the repository ("tests/screens") as a group of tests. The state of each test is the
 * path of its script without the extension; its name is that of the file. Returns main's exit status.
 */
int script_test_all(const char *group, const char *folder, CMUnitTestFunction test);

/*
 * script_read_file returns the whole content of a file in the arena, or NULL if there is no such file.
 * script_write_file writes a file.
 */
char *script_read_file(struct arena *arena, const char *path);
void script_write_file(const char *path, struct bytes content);
