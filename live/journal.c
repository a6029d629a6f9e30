/*
 * The file has been read up to `size`, the database up to `change`: both contain everything before these points. So
 * after an answer, the new lines in the file, from other programs, are read, and what the database has beyond them is
 * added. At the start, and when the file was replaced or has become shorter, all of both is compared.
 *
 * Lines are added under a lock that all programs take, so no line is added twice and they are in the order of the
 * answers. A program that was killed in the middle of a line leaves an incomplete one. It is cut off, because the
 * database has its answer.
 */
#include "live/journal.h"

#include "core/base/arena.h"
#include "core/base/folder.h"
#include "core/base/map.h"
#include "core/base/memory.h"
#include "core/base/turn.h"
#include "core/store/content/questions.h"
#include "core/store/store.h"
#include "core/store/votes/votes.h"
#include "export/vote_line.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATIENCE_MS = 2000, PART_SIZE = 1 << 20 };

struct journal {
    struct store *store;
    char *path;
    bool is_ours; /* the file may be created, and may be written to whatever it contains: see check_ours */
    int file;     /* -1: not open */
    int64_t size;
    struct answer_change change;
};

/* --- The file ----------------------------------------------------------------------------------- */

static bool is_in_folder(const char *path, const char *folder)
{
    char *copy = memory_copy_string(path);
    char *own = realpath(dirname(copy), NULL);
    bool is_in = own != NULL && strcmp(own, folder) == 0;
    free(own);
    free(copy);
    return is_in;
}

struct journal *journal_make(struct store *store, struct bytes file)
{
    struct journal *journal = memory_get_zeroed(1, sizeof *journal);
    struct buffer path = {0};
    char *database = realpath(store_path(store), NULL);
    const char *folder = database != NULL ? dirname(database) : ".";
    if (!bytes_starts_with(file, "/"))
        buffer_add_format(&path, "%s/", folder);
    buffer_add(&path, file);
    journal->store = store;
    journal->path = memory_copy_string(buffer_string(&path));
    journal->is_ours = is_in_folder(journal->path, folder);
    journal->file = -1;
    buffer_release(&path);
    free(database);
    return journal;
}

static void close_file(struct journal *journal)
{
    if (journal->file >= 0)
        close(journal->file);
    journal->file = -1;
    journal->size = 0;
    journal->change = (struct answer_change){0};
}

void journal_free(struct journal *journal)
{
    if (journal == NULL)
        return;
    close_file(journal);
    free(journal->path);
    free(journal);
}

static bool fail_of_system(const struct journal *journal, struct err *err)
{
    return err_set(err, ERR_SYSTEM, "%s: %s", journal->path, strerror(errno));
}

/* Creates the file for those who may read and write the database. */
static int make_file(const struct journal *journal)
{
    struct stat database;
    int file = open(journal->path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file >= 0 && stat(store_path(journal->store), &database) == 0)
        fchmod(file, database.st_mode & 0666);
    if (file >= 0)
        folder_sync_of(journal->path);
    return file;
}

static bool open_file(struct journal *journal, struct err *err)
{
    journal->file = journal->is_ours ? make_file(journal) : -1;
    if (journal->file < 0 && (!journal->is_ours || errno == EEXIST))
        journal->file = open(journal->path, O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
    return journal->file >= 0 || fail_of_system(journal, err);
}

/*
 * People send databases to each other, and a database names its journal. So the name must not be that of a file with
 * a meaning for another program, nor a link to one.
 */
static bool check_name(const struct journal *journal, struct err *err)
{
    return bytes_ends_with(bytes_of(journal->path), ".jsonl") ||
           err_set(err, ERR_USAGE, "%s: the name of a journal must end in .jsonl", journal->path);
}

static bool fail_not_ours(const struct journal *journal, struct err *err)
{
    return err_set(err, ERR_INPUT,
                   "%s is in another folder than the database and has no votes of it; to write it anyway, "
                   "name it again with `assay set %s journal FILE`",
                   journal->path, store_address(journal->store));
}

/* Opens the present file, unless it is open already. */
static bool require_open(struct journal *journal, struct err *err)
{
    struct stat there, opened;
    bool is_there = lstat(journal->path, &there) == 0;
    bool is_open = journal->file >= 0 && fstat(journal->file, &opened) == 0;
    if (is_there && is_open && there.st_dev == opened.st_dev && there.st_ino == opened.st_ino)
        return true;
    close_file(journal);
    if (!check_name(journal, err))
        return false;
    if (!is_there && !journal->is_ours)
        return fail_not_ours(journal, err);
    if (is_there && !S_ISREG(there.st_mode))
        return err_set(err, ERR_INPUT, "%s: this is a link or not a file; name a file, or a new file",
                       journal->path);
    if (store_has_file(journal->path)) /* see store_has_file: not even opening it is safe */
        return err_set(err, ERR_INPUT, "%s: a file of the database itself; name another one", journal->path);
    return open_file(journal, err);
}

/* --- Reading the file --------------------------------------------------------------------------- */

/* The answers in the lines just read, each with the state from its last line. */
struct known_lines {
    struct arena arena;
    struct map uuids;
    struct vote_line_state *states; /* indexed by number in `uuids` */
    size_t n, capacity;
};

static void release_known(struct known_lines *known)
{
    map_release(&known->uuids);
    free(known->states);
    arena_release(&known->arena);
}

static void note_line(struct known_lines *known, struct bytes uuid, const struct vote_line_state *state)
{
    int64_t number = map_find(&known->uuids, uuid);
    if (number == MAP_ABSENT) {
        map_put(&known->uuids, arena_copy(&known->arena, uuid), NULL);
        number = (int64_t)known->n;
        VECTOR_PUSH(known->states, known->n, known->capacity) = (struct vote_line_state){0};
    }
    struct vote_line_state *noted = &known->states[number];
    noted->is_withdrawn |= state->is_withdrawn;
    if (!bytes_equal(noted->beside, state->beside))
        noted->beside = arena_copy(&known->arena, state->beside);
}

static bool fail_foreign(const struct journal *journal, struct err *err)
{
    return err_set(err, ERR_INPUT, "%s is not the journal of a database; name another file", journal->path);
}

static bool take_line(struct journal *journal, struct bytes line, struct known_lines *known, struct err *err)
{
    struct bytes uuid;
    struct vote_line_state state;
    if (!vote_line_read(line, &uuid, &state))
        return fail_foreign(journal, err);
    if (!journal->is_ours && !store_has_answer(journal->store, uuid, &journal->is_ours, err))
        return false;
    note_line(known, uuid, &state);
    return true;
}

/* Takes all complete lines from the text and leaves an incomplete one. */
static bool take_lines(struct journal *journal, struct buffer *text, struct known_lines *known,
                       struct err *err)
{
    struct bytes rest = buffer_bytes(text), line;
    bool taken = true;
    while (taken && memchr(rest.data, '\n', rest.size) != NULL && bytes_next_line(&rest, &line))
        taken = take_line(journal, line, known, err);
    journal->size += (int64_t)(text->size - rest.size);
    struct buffer left = {0};
    buffer_add(&left, rest);
    buffer_release(text);
    *text = left;
    return taken;
}

/*
 * Cuts off an incomplete last line. An answer is in the database before it is in the file. So if the part does not
 * belong to an answer of the database, it comes from elsewhere and may be the only copy.
 */
static bool cut_off(const struct journal *journal, struct bytes part, struct err *err)
{
    struct bytes uuid;
    bool is_ours = vote_line_begins(part, &uuid);
    if (is_ours && uuid.size > 0 && !store_has_answer(journal->store, uuid, &is_ours, err))
        return false;
    if (!is_ours)
        return fail_foreign(journal, err);
    return ftruncate(journal->file, journal->size) == 0 || fail_of_system(journal, err);
}

/* Reads from `size` on, and moves `size` to the end of the last complete line. */
static bool read_on(struct journal *journal, struct known_lines *known, struct err *err)
{
    char *part = memory_get_zeroed(PART_SIZE, 1);
    struct buffer text = {0};
    bool worked = true;
    ssize_t n = 1;
    while (worked && n > 0) {
        n = pread(journal->file, part, PART_SIZE, journal->size + (off_t)text.size);
        if (n < 0)
            worked = fail_of_system(journal, err);
        if (n > 0)
            buffer_add(&text, (struct bytes){.data = part, .size = (size_t)n});
        worked = worked && (n <= 0 || take_lines(journal, &text, known, err));
    }
    worked = worked && (text.size == 0 || cut_off(journal, buffer_bytes(&text), err));
    buffer_release(&text);
    free(part);
    return worked;
}

/*
 * Whether the journal may be written. A file in the database's own folder may, and so may a file that the user has
 * just named. Elsewhere the file must exist, as `assay set` left it: empty, or with an answer of this database. So a
 * person who sends a database can't choose which files are written.
 */
static bool check_ours(struct journal *journal, struct err *err)
{
    journal->is_ours = journal->is_ours || journal->size == 0;
    return journal->is_ours || fail_not_ours(journal, err);
}

/* --- Adding missing lines ----------------------------------------------------------------------- */

struct lacking_lines {
    struct journal *journal;
    const struct known_lines *known;
    struct buffer text;
    bool has_written;
};

/* Writes complete lines, or nothing. */
static bool write_text(struct lacking_lines *lacking, struct err *err)
{
    struct journal *journal = lacking->journal;
    struct buffer *text = &lacking->text;
    if (text->size == 0)
        return true;
    ssize_t written = write(journal->file, text->data, text->size);
    if (written != (ssize_t)text->size) {
        if (written >= 0)
            errno = ENOSPC; /* the error of a disk that took only a part */
        fail_of_system(journal, err);
        bool is_cut = ftruncate(journal->file, journal->size) == 0;
        (void)is_cut; /* if this fails, the next program that adds a line cuts it off */
        return false;
    }
    journal->size += written;
    lacking->has_written = true;
    buffer_clear(text);
    return true;
}

/* Whether the line, which belongs to the answer of `state`, contains additions that `state` lacks. */
static bool has_other_beside(const struct vote_line_state *state, struct bytes line)
{
    struct bytes uuid;
    struct vote_line_state now = {0};
    bool is_line = vote_line_read(bytes_slice(line, 0, line.size - 1), &uuid, &now);
    return is_line && !bytes_equal(state->beside, now.beside);
}

/* Of millions of known answers, hardly any is formatted as a line. */
static bool add_answer(void *context, const struct answer_row *answer, struct err *err)
{
    struct lacking_lines *lacking = context;
    struct buffer *text = &lacking->text;
    size_t before = text->size;
    int64_t number = map_find(&lacking->known->uuids, answer->uuid);
    const struct vote_line_state *state = number != MAP_ABSENT ? &lacking->known->states[number] : NULL;
    bool is_news = state == NULL || (answer->is_withdrawn && !state->is_withdrawn);
    const bool has_beside = answer->note.size > 0 || answer->evidence.text.size > 0 ||
                            answer->reason.size > 0 || answer->second != SECOND_ABSENT;
    if (is_news || has_beside)
        vote_line_add(answer, text);
    if (!is_news && text->size > before && !has_other_beside(state, bytes_from(buffer_bytes(text), before)))
        text->size = before;
    return text->size < PART_SIZE || write_text(lacking, err);
}

static bool add_lacking(struct journal *journal, const struct known_lines *known, struct err *err)
{
    struct lacking_lines lacking = {.journal = journal, .known = known};
    struct answer_change newest;
    if (!store_begin_reading(journal->store, err))
        return false;
    bool added = store_find_newest_change(journal->store, &newest, err) &&
                 store_visit_changed_answers(journal->store, &journal->change, add_answer, &lacking, err);
    store_end_reading(journal->store);
    added = added && write_text(&lacking, err);
    if (added && lacking.has_written && fsync(journal->file) != 0)
        added = fail_of_system(journal, err);
    if (added)
        journal->change = newest;
    buffer_release(&lacking.text);
    return added;
}

static bool bring_up_to_date(struct journal *journal, struct err *err)
{
    struct stat file;
    struct known_lines known = {0};
    if (fstat(journal->file, &file) != 0)
        return fail_of_system(journal, err);
    if (file.st_size < journal->size) {
        journal->size = 0;
        journal->change = (struct answer_change){0};
    }
    bool worked =
        read_on(journal, &known, err) && check_ours(journal, err) && add_lacking(journal, &known, err);
    release_known(&known);
    return worked;
}

static bool go_on_waiting(void *context, int ms)
{
    int *waited_ms = context;
    *waited_ms += ms;
    return *waited_ms < PATIENCE_MS;
}

bool journal_follow(struct journal *journal, struct err *err)
{
    int waited_ms = 0;
    bool is_ready = require_open(journal, err) &&
                    (turn_take(journal->file, go_on_waiting, &waited_ms) ||
                     err_set(err, ERR_SYSTEM, "%s: another program is writing to it", journal->path));
    bool followed = is_ready && bring_up_to_date(journal, err);
    if (is_ready)
        turn_give_back(journal->file);
    if (!followed)
        close_file(journal); /* compares everything the next time */
    return followed || err_context(err, "the journal lacks answers");
}

static bool follow_once(struct store *store, struct bytes file, bool is_named_by_user, struct err *err)
{
    if (file.size == 0)
        return true;
    struct journal *journal = journal_make(store, file);
    journal->is_ours = journal->is_ours || is_named_by_user;
    bool followed = journal_follow(journal, err);
    journal_free(journal);
    return followed;
}

bool journal_begin(struct store *store, struct bytes file, struct err *err)
{
    if (file.size > 0 && store_is_on_server(store))
        return err_set(err, ERR_INPUT,
                       "%s: only a database file can have a journal; back up a database on a server there",
                       store_path(store));
    return follow_once(store, file, true, err);
}

bool journal_follow_once(struct store *store, struct bytes file, struct err *err)
{
    return follow_once(store, file, false, err);
}
