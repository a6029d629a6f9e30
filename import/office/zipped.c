#include "import/office/zipped.h"

#include "core/base/memory.h"

#include <minizip/unzip.h>
#include <stdlib.h>
#include <string.h>

/* Limit for one archive. A workbook of a million cells needs a tenth of it. */
enum { MOST_READ = 256 << 20, BLOCK = 64 << 10 };

struct zipped {
    struct bytes archive;
    size_t at; /* offset in the archive that minizip reads next */
    unzFile file;
    size_t n_read; /* bytes read from members */
};

/* --- The archive as a file for minizip -------------------------------------------------------- */

static void *open_memory(void *context, const void *name, int mode)
{
    (void)name;
    (void)mode;
    return context;
}

static uLong read_memory(void *context, void *stream, void *out, uLong size)
{
    struct zipped *zipped = stream;
    size_t got = smaller_size(size, zipped->archive.size - zipped->at);
    (void)context;
    memcpy(out, zipped->archive.data + zipped->at, got);
    zipped->at += got;
    return (uLong)got;
}

static uLong write_nothing(void *context, void *stream, const void *data, uLong size)
{
    (void)context;
    (void)stream;
    (void)data;
    (void)size;
    return 0;
}

static ZPOS64_T tell_memory(void *context, void *stream)
{
    (void)context;
    return ((struct zipped *)stream)->at;
}

static long seek_memory(void *context, void *stream, ZPOS64_T offset, int origin)
{
    struct zipped *zipped = stream;
    size_t from = origin == ZLIB_FILEFUNC_SEEK_CUR   ? zipped->at
                  : origin == ZLIB_FILEFUNC_SEEK_END ? zipped->archive.size
                                                     : 0;
    (void)context;
    if (offset > zipped->archive.size - from)
        return -1;
    zipped->at = from + (size_t)offset;
    return 0;
}

static int do_nothing(void *context, void *stream)
{
    (void)context;
    (void)stream;
    return 0;
}

bool zipped_open(struct zipped **out, struct bytes archive, struct err *err)
{
    struct zipped *zipped = memory_get_zeroed(1, sizeof *zipped);
    zlib_filefunc64_def functions = {
        .zopen64_file = open_memory,
        .zread_file = read_memory,
        .zwrite_file = write_nothing,
        .ztell64_file = tell_memory,
        .zseek64_file = seek_memory,
        .zclose_file = do_nothing,
        .zerror_file = do_nothing,
        .opaque = zipped,
    };
    zipped->archive = archive;
    zipped->file = unzOpen2_64("", &functions);
    *out = zipped;
    if (zipped->file != NULL)
        return true;
    zipped_close(zipped);
    *out = NULL;
    return err_set(err, ERR_INPUT, "the archive is damaged or cut short; get the file again");
}

void zipped_close(struct zipped *zipped)
{
    if (zipped != NULL && zipped->file != NULL)
        unzClose(zipped->file);
    free(zipped);
}

/* --- Members ------------------------------------------------------------------- */

enum { CASE_COUNTS = 1 };

bool zipped_has(struct zipped *zipped, const char *name)
{
    return unzLocateFile(zipped->file, name, CASE_COUNTS) == UNZ_OK;
}

static bool read_open(struct zipped *zipped, const char *name, struct buffer *out, struct err *err)
{
    char *block = memory_get(BLOCK);
    int got;
    while ((got = unzReadCurrentFile(zipped->file, block, BLOCK)) > 0 && zipped->n_read <= MOST_READ) {
        buffer_add(out, (struct bytes){.data = block, .size = (size_t)got});
        zipped->n_read += (size_t)got;
    }
    free(block);
    if (zipped->n_read > MOST_READ)
        return err_set(err, ERR_INPUT,
                       "more than %d MB are packed in the file, which is more than assay reads; split it",
                       MOST_READ >> 20);
    return got == 0 || err_set(err, ERR_INPUT, "\"%s\" in the file is damaged; get the file again", name);
}

bool zipped_read(struct zipped *zipped, const char *name, struct buffer *out, struct err *err)
{
    enum { IS_ENCRYPTED = 1 };
    unz_file_info64 info;
    if (!zipped_has(zipped, name))
        return err_set(err, ERR_INPUT, "there is no \"%s\" in the file; save the file again", name);
    if (unzGetCurrentFileInfo64(zipped->file, &info, NULL, 0, NULL, 0, NULL, 0) != UNZ_OK)
        return err_set(err, ERR_INPUT, "\"%s\" in the file is damaged; get the file again", name);
    if ((info.flag & IS_ENCRYPTED) != 0)
        return err_set(err, ERR_INPUT, "the file is encrypted; save it without a password");
    if (unzOpenCurrentFile(zipped->file) != UNZ_OK)
        return err_set(err, ERR_INPUT, "\"%s\" in the file is packed in an unknown way; save the file again",
                       name);
    bool worked = read_open(zipped, name, out, err);
    bool is_whole = unzCloseCurrentFile(zipped->file) == UNZ_OK;
    return worked &&
           (is_whole || err_set(err, ERR_INPUT, "\"%s\" in the file is damaged; get the file again", name));
}
