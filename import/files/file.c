/*
 * A file is mapped, or read as a whole into one block. Input without a size (pipes, files of /proc) goes through a
 * spool. So does a packed file: its content then replaces the packed bytes. If the spool used a temporary file, that is
 * mapped likewise.
 *
 * `bytes` always lie in `memory` or in `mapping`, never in both. They may begin after a byte order mark. The database
 * in use is refused before it is opened, because even closing the file would release SQLite's locks.
 */
#include "import/files/file.h"

#include "core/base/memory.h"
#include "core/store/store.h"
#include "import/files/mapped.h"
#include "import/files/spool.h"
#include "import/files/unpack.h"
#include "import/office/office.h"
#include "import/text/yaml_text.h"
#include "import/tools/tools.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes, for content that can be mapped, because several files may be open at once. */
enum { SPOOLED_IN_MEMORY = 1 << 20 };

const char *file_label(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

struct bytes file_base_name(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c != '\0'; c++) {
        if (*c == '/' && c[1] != '\0')
            name = c + 1;
    }
    return bytes_of(name);
}

/* Returns whether the path ends with the names of `ending`. */
static bool has_ending(struct bytes path, struct bytes ending)
{
    if (path.size < ending.size)
        return false;
    size_t before = path.size - ending.size;
    return bytes_equal(bytes_from(path, before), ending) && (before == 0 || path.data[before - 1] == '/');
}

static bool another_has_ending(const char *const *paths, size_t n, size_t index, struct bytes ending)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(paths[i], paths[index]) != 0 && has_ending(bytes_of(file_label(paths[i])), ending))
            return true;
    }
    return false;
}

struct bytes file_distinct_name(const char *const *paths, size_t n, size_t index)
{
    const char *label = file_label(paths[index]);
    struct bytes name = file_base_name(label);
    while (name.data > label && another_has_ending(paths, n, index, name)) {
        size_t start = (size_t)(name.data - label) - 1; /* the slash before it */
        while (start > 0 && label[start - 1] != '/')
            start--;
        name = (struct bytes){.data = label + start, .size = name.size + (size_t)(name.data - label) - start};
    }
    return name;
}

bool file_is_address(const char *path)
{
    return strstr(path, "://") != NULL;
}

bool file_fail(const char *path, struct err *err)
{
    const char *label = file_label(path);
    if (errno == ENOENT && file_is_address(path))
        return err_set(err, ERR_SYSTEM, "%s: this is an address, not a file; download it and name the file",
                       label);
    switch (errno) {
    case ENOENT:
        return err_set(err, ERR_SYSTEM, "%s: there is no such file; check the path", label);
    case EACCES:
        return err_set(err, ERR_SYSTEM, "%s: you may not read this file; check its permissions", label);
    case EINTR:
        return err_set(err, ERR_INTERRUPTED, "%s: stopped while reading", label);
    default:
        return err_set(err, ERR_SYSTEM, "%s: cannot be read: %s", label, strerror(errno));
    }
}

/*
 * Reads a regular file, whose size is known, into one block. The result is shorter when the file shrinks meanwhile.
 */
static bool read_sized(struct file *out, int descriptor, size_t size)
{
    char *data = arena_get(&out->memory, size);
    size_t filled = 0;
    while (filled < size) {
        ssize_t got = read(descriptor, data + filled, size - filled);
        if (got < 0)
            return false;
        if (got == 0)
            break;
        filled += (size_t)got;
    }
    out->bytes = (struct bytes){.data = data, .size = filled};
    return true;
}

static struct spool spool_for(bool map)
{
    return (struct spool){.most_in_memory = map ? SPOOLED_IN_MEMORY : SIZE_MAX};
}

static bool spool_to_end(struct spool *spool, int descriptor, const char *path, struct err *err)
{
    ssize_t got;
    do {
        if (!spool_make_room(spool, err))
            return err_context(err, "%s", file_label(path));
        got = read(descriptor, spool->data + spool->size, spool->room - spool->size);
        spool->size += got > 0 ? (size_t)got : 0;
    } while (got > 0);
    if (got < 0)
        return file_fail(path, err);
    return spool_end(spool, err) || err_context(err, "%s", file_label(path));
}

bool file_confirm(const struct file *file, const char *path, bool worked, struct err *err)
{
    const enum mapped_state state = file->bytes.size > 0 ? mapped_look(file->bytes.data) : MAPPED_INTACT;
    if (state == MAPPED_SHORTER)
        return err_set(err, ERR_INPUT, "%s: the file became shorter while assay read it; try again",
                       file_label(path));
    if (state == MAPPED_CHANGED)
        return err_set(err, ERR_INPUT, "%s: the file changed while assay read it; try again",
                       file_label(path));
    return worked;
}

static bool map_sized(struct file *out, int descriptor, const struct stat *status)
{
    bool is_mapped = mapped_add(descriptor, status, &out->mapping);
    out->bytes = out->mapping;
    return is_mapped;
}

static bool read_regular(struct file *out, int descriptor, const struct stat *status, bool map,
                         const char *path, struct err *err)
{
    return (map && map_sized(out, descriptor, status)) ||
           read_sized(out, descriptor, (size_t)status->st_size) || file_fail(path, err);
}

/* Makes the content of a completed spool the content of the file. */
static bool take_spooled(struct file *out, struct spool *spool, const char *path, struct err *err)
{
    struct stat status;
    if (spool->has_file)
        return fstat(spool->descriptor, &status) == 0 && lseek(spool->descriptor, 0, SEEK_SET) == 0
                   ? read_regular(out, spool->descriptor, &status, true, path, err)
                   : file_fail(path, err);
    out->memory = spool->memory;
    out->bytes = (struct bytes){.data = spool->data, .size = spool->size};
    spool->memory = (struct arena){0};
    return true;
}

static bool read_descriptor(struct file *out, int descriptor, const char *path, bool map, struct err *err)
{
    struct stat status;
    if (fstat(descriptor, &status) < 0)
        return file_fail(path, err);
    if (S_ISDIR(status.st_mode))
        return err_set(err, ERR_SYSTEM, "%s: is a folder; name a file in it", file_label(path));
    /* Files of /proc are regular but claim to be empty. */
    if (S_ISREG(status.st_mode) && status.st_size > 0)
        return read_regular(out, descriptor, &status, map, path, err);
    struct spool spool = spool_for(map);
    bool worked = spool_to_end(&spool, descriptor, path, err) && take_spooled(out, &spool, path, err);
    spool_release(&spool);
    return worked;
}

static void drop_packed(const void *file, struct bytes read)
{
    file_drop_part(file, read);
}

/* Replaces packed bytes by their content. */
static bool unpack_file(struct file *file, const char *path, bool map, struct err *err)
{
    const struct packing *packing = packing_of(file->bytes);
    if (packing == NULL)
        return true;
    struct spool spool = spool_for(map);
    struct packed packed = {.bytes = file->bytes, .drop = drop_packed, .context = file};
    bool worked = unpack(packing, packed, &spool, err) || err_context(err, "%s", file_label(path));
    worked = file_confirm(file, path, worked, err);
    file_close(file);
    worked = worked && take_spooled(file, &spool, path, err);
    spool_release(&spool);
    return worked;
}

static bool add_records(const struct tool *tool, struct bytes content, const char *path, struct buffer *text,
                        struct err *err)
{
    size_t line = 0;
    return tool_add_records(tool, content, text, &line, err) ||
           (line > 0 ? err_context(err, "%s:%zu", file_label(path), line)
                     : err_context(err, "%s", file_label(path)));
}

/* Converts YAML to JSON with the same values, or to the records of the tool that writes such JSON. */
static bool add_yaml(const struct file *file, const char *path, struct buffer *text, const struct tool **tool,
                     struct err *err)
{
    const char *fault;
    size_t line;
    struct buffer json = {0};
    bool worked = yaml_add_json(bytes_without_mark(file->bytes), &json, &fault, &line) ||
                  err_set(err, ERR_INPUT, "%s:%zu: %s", path, line, fault);
    *tool = worked ? tool_of(buffer_bytes(&json)) : NULL;
    if (*tool == NULL)
        buffer_add(text, buffer_bytes(&json));
    worked = worked && (*tool == NULL || add_records(*tool, buffer_bytes(&json), path, text, err));
    buffer_release(&json);
    return worked;
}

/* Converts formats that the readers do not know to one that they know. */
static bool translate(struct file *file, const char *path, struct err *err)
{
    struct buffer text = {0};
    const struct office_kind *kind = office_kind_of(file->bytes);
    const struct tool *tool = kind == NULL ? tool_of(file->bytes) : NULL;
    if (kind == NULL && tool == NULL && !yaml_is_name(file_base_name(path)))
        return true;
    bool worked = kind != NULL
                      ? office_add_text(kind, file->bytes, unpacked_name(file_base_name(path)), &text, err) ||
                            err_context(err, "%s", file_label(path))
                  : tool != NULL ? add_records(tool, file->bytes, path, &text, err)
                                 : add_yaml(file, path, &text, &tool, err);
    worked = file_confirm(file, path, worked, err);
    file_close(file);
    if (worked)
        file->bytes = arena_copy(&file->memory, buffer_bytes(&text));
    file->made_from = kind != NULL ? office_name(kind) : tool != NULL ? tool_name(tool) : NULL;
    file->is_documents = kind != NULL && office_has_documents(kind);
    buffer_release(&text);
    return worked;
}

static bool refuse_open_database(const char *path, struct err *err)
{
    return !store_has_file(path) ||
           err_set(err, ERR_INPUT, "%s: the database that is in use; name another file", path);
}

static bool open_file(struct file *out, const char *path, bool map, struct err *err)
{
    *out = (struct file){0};
    if (!refuse_open_database(path, err))
        return false;
    bool standard_input = strcmp(path, "-") == 0;
    int descriptor = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return file_fail(path, err);
    bool ok = read_descriptor(out, descriptor, path, map, err);
    if (!standard_input)
        close(descriptor);
    ok = ok && unpack_file(out, path, map, err) && translate(out, path, err);
    if (ok)
        out->bytes = bytes_without_mark(out->bytes);
    else
        file_close(out);
    return ok;
}

bool file_open(struct file *out, const char *path, struct err *err)
{
    return open_file(out, path, false, err);
}

bool file_map(struct file *out, const char *path, struct err *err)
{
    return open_file(out, path, true, err);
}

void file_close(struct file *file)
{
    if (file->mapping.data != NULL && !file->is_lent)
        mapped_remove(file->mapping);
    arena_release(&file->memory);
    *file = (struct file){0};
}

struct file file_lend(const struct file *file)
{
    return (struct file){.bytes = file->bytes, .mapping = file->mapping, .is_lent = true};
}

void file_drop_part(const struct file *file, struct bytes part)
{
    if (file->mapping.data != NULL)
        mapped_drop(part);
}

enum { DROPPED_AT_ONCE = 4 << 20 };

void file_drop_read(const struct file *file, size_t bytes_read, size_t *dropped)
{
    if (file == NULL || bytes_read < *dropped + DROPPED_AT_ONCE)
        return;
    file_drop_part(file, bytes_slice(file->bytes, *dropped, bytes_read));
    *dropped = bytes_read;
}

bool file_peek(const char *path, char *beginning, size_t room, size_t *size, struct err *err)
{
    struct stat status;
    *size = 0;
    if (strcmp(path, "-") == 0)
        return true;
    if (stat(path, &status) < 0)
        return file_fail(path, err);
    /*
     * A pipe must not even be opened twice: its writer would be told that its reader has left. A file without a size is
     * empty, or is not on a disk: reading a file of /proc may block forever.
     */
    if (!S_ISREG(status.st_mode) || status.st_size == 0)
        return true;
    if (!refuse_open_database(path, err))
        return false;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return file_fail(path, err);
    ssize_t got = read(descriptor, beginning, room);
    bool ok = got >= 0 || file_fail(path, err);
    *size = ok ? (size_t)got : 0;
    close(descriptor);
    return ok;
}

bool file_is_regular(const char *path)
{
    struct stat status;
    return strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool file_is_same(const char *path, const char *other)
{
    struct stat of_path;
    struct stat of_other;
    return strcmp(path, other) == 0 ||
           (stat(path, &of_path) == 0 && stat(other, &of_other) == 0 && of_path.st_dev == of_other.st_dev &&
            of_path.st_ino == of_other.st_ino);
}

static bool have_one_size(const char *path, const char *other)
{
    struct stat of_path;
    struct stat of_other;
    return stat(path, &of_path) == 0 && stat(other, &of_other) == 0 && S_ISREG(of_path.st_mode) &&
           S_ISREG(of_other.st_mode) && of_path.st_size == of_other.st_size;
}

static bool have_the_same_bytes(FILE *file, FILE *other)
{
    enum { BLOCK = 1 << 16 };
    char *blocks = memory_get(2 * BLOCK);
    bool are_same = true;
    for (size_t n = BLOCK; are_same && n == BLOCK;) {
        n = fread(blocks, 1, BLOCK, file);
        are_same = fread(blocks + BLOCK, 1, BLOCK, other) == n && memcmp(blocks, blocks + BLOCK, n) == 0;
    }
    are_same = are_same && ferror(file) == 0 && ferror(other) == 0;
    free(blocks);
    return are_same;
}

bool file_is_copy(const char *path, const char *other)
{
    if (!have_one_size(path, other))
        return false;
    FILE *files[] = {fopen(path, "rb"), fopen(other, "rb")};
    bool is_copy = files[0] != NULL && files[1] != NULL && have_the_same_bytes(files[0], files[1]);
    for (size_t i = 0; i < 2; i++) {
        if (files[i] != NULL)
            fclose(files[i]);
    }
    return is_copy;
}
