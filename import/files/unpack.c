/*
 * Each packing has a function that reads all of `packed`, one member or frame after the other. It adds the content to a
 * spool, because the size of the content is known only at the end.
 *
 * Both functions distinguish data that ends too early, damaged data, and bytes after the end that begin no further
 * member. Only data up to the end of a member counts as complete.
 */
#include "import/files/unpack.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "import/files/spool.h"

#include <string.h>
#define ZLIB_CONST /* makes zlib's input pointers const */
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

struct packing {
    const char *name;
    const char *ending; /* of file names */
    bool (*recognises)(struct bytes bytes);
    bool (*unpack)(struct packed *packed, struct spool *content, struct err *err);
};

/* Drops the first bytes, which have been read. */
static void take_off(struct packed *packed, size_t size)
{
    if (packed->drop != NULL)
        packed->drop(packed->context, bytes_slice(packed->bytes, 0, size));
    packed->bytes = bytes_from(packed->bytes, size);
}

/* --- Errors of both --------------------------------------------------------------------------- */

static bool fail_cut_short(const char *name, struct err *err)
{
    return err_set(err, ERR_INPUT, "the %s data is cut short; get the file again", name);
}

static bool fail_damaged(const char *name, const char *reason, struct err *err)
{
    return err_set(err, ERR_INPUT, "the %s data is damaged (%s); get the file again", name,
                   reason != NULL ? reason : "no reason is given");
}

static bool fail_garbage(const char *name, size_t size, struct err *err)
{
    return err_set(err, ERR_INPUT, "the %s data is followed by %zu other bytes; get the file again", name,
                   size);
}

/* --- gzip ----------------------------------------------------------------- */

static bool recognises_gzip(struct bytes bytes)
{
    return bytes_starts_with(bytes, "\x1f\x8b");
}

/* zlib counts in `unsigned int`, so large content is processed in steps. */
static unsigned step_of(size_t size)
{
    enum { STEP_MAX = 1 << 30 };
    return size < STEP_MAX ? (unsigned)size : STEP_MAX;
}

/* Inflates a step into the available room. */
static int inflate_step(z_stream *stream, struct packed *packed, struct spool *content)
{
    unsigned room = step_of(content->room - content->size);
    unsigned offered = step_of(packed->bytes.size);
    stream->next_in = (const Bytef *)packed->bytes.data;
    stream->avail_in = offered;
    stream->next_out = (Bytef *)content->data + content->size;
    stream->avail_out = room;
    int outcome = inflate(stream, Z_NO_FLUSH);
    take_off(packed, offered - stream->avail_in);
    content->size += room - stream->avail_out;
    return outcome;
}

/* Tapes are padded with NULs, which gzip ignores. */
static bool is_padding(struct bytes bytes)
{
    size_t i = 0;
    while (i < bytes.size && bytes.data[i] == '\0')
        i++;
    return i == bytes.size;
}

/* Inflates one member after the other. */
static bool inflate_members(z_stream *stream, struct packed *packed, struct spool *content, struct err *err)
{
    while (spool_make_room(content, err)) {
        int outcome = inflate_step(stream, packed, content);
        if (outcome == Z_MEM_ERROR)
            memory_out(0);
        if (outcome == Z_STREAM_END && is_padding(packed->bytes))
            return true;
        if (outcome == Z_STREAM_END && !recognises_gzip(packed->bytes))
            return fail_garbage("gzip", packed->bytes.size, err);
        if (outcome == Z_STREAM_END)
            inflateReset(stream);
        else if (outcome == Z_BUF_ERROR) /* there was room, so the input has ended */
            return fail_cut_short("gzip", err);
        else if (outcome != Z_OK)
            return fail_damaged("gzip", stream->msg, err);
    }
    return false;
}

static bool unpack_gzip(struct packed *packed, struct spool *content, struct err *err)
{
    enum { GZIP_ONLY = 16 + MAX_WBITS }; /* accept the header of gzip, not that of zlib */
    z_stream stream = {0};
    if (inflateInit2(&stream, GZIP_ONLY) != Z_OK)
        BUG("zlib does not start: %s", stream.msg != NULL ? stream.msg : "out of memory");
    bool worked = inflate_members(&stream, packed, content, err);
    inflateEnd(&stream);
    return worked;
}

/* --- zstd ----------------------------------------------------------------- */

/* Recognises a frame or a skippable frame. Parallel packers begin with the latter. */
static bool recognises_zstd(struct bytes bytes)
{
    bool is_skippable = bytes.size >= 4 && ((unsigned char)bytes.data[0] & 0xf0) == 0x50 &&
                        memcmp(bytes.data + 1, "\x2a\x4d\x18", 3) == 0;
    return is_skippable || bytes_starts_with(bytes, "\x28\xb5\x2f\xfd");
}

/* Decompresses or skips one frame. */
static bool decompress_frame(ZSTD_DCtx *context, struct packed *packed, struct spool *content,
                             struct err *err)
{
    size_t outcome = 1;
    while (outcome != 0) {
        ZSTD_inBuffer in = {.src = packed->bytes.data, .size = packed->bytes.size};
        if (!spool_make_room(content, err))
            return false;
        size_t room = content->room - content->size;
        ZSTD_outBuffer out = {.dst = content->data + content->size, .size = room};
        outcome = ZSTD_decompressStream(context, &out, &in);
        if (ZSTD_isError(outcome) && ZSTD_getErrorCode(outcome) == ZSTD_error_frameParameter_windowTooLarge)
            return err_set(err, ERR_INPUT,
                           "the zstd data was packed with --long and needs more than 128 MiB; unpack it "
                           "first: zstd -d --long=31");
        if (ZSTD_isError(outcome))
            return fail_damaged("zstd", ZSTD_getErrorName(outcome), err);
        content->size += out.pos;
        take_off(packed, in.pos);
        if (outcome != 0 && packed->bytes.size == 0 && out.pos < room)
            return fail_cut_short("zstd", err);
    }
    return true;
}

static bool unpack_zstd(struct packed *packed, struct spool *content, struct err *err)
{
    ZSTD_DCtx *context = ZSTD_createDCtx();
    if (context == NULL)
        memory_out(0);
    bool worked = true;
    while (worked && packed->bytes.size > 0)
        worked = recognises_zstd(packed->bytes) ? decompress_frame(context, packed, content, err)
                                                : fail_garbage("zstd", packed->bytes.size, err);
    ZSTD_freeDCtx(context);
    return worked;
}

/* --- The packings --------------------------------------------------------- */

static const struct packing packings[] = {
    {.name = "gzip", .ending = ".gz", .recognises = recognises_gzip, .unpack = unpack_gzip},
    {.name = "zstd", .ending = ".zst", .recognises = recognises_zstd, .unpack = unpack_zstd},
};

enum { N_PACKINGS = sizeof packings / sizeof *packings };

const struct packing *packing_of(struct bytes bytes)
{
    for (size_t i = 0; i < N_PACKINGS; i++) {
        if (packings[i].recognises(bytes))
            return &packings[i];
    }
    return NULL;
}

bool unpack(const struct packing *packing, struct packed packed, struct spool *content, struct err *err)
{
    return packing->unpack(&packed, content, err) && spool_end(content, err);
}

struct bytes unpacked_name(struct bytes name)
{
    for (size_t i = 0; i < N_PACKINGS; i++) {
        if (bytes_ends_with(name, packings[i].ending))
            name.size -= strlen(packings[i].ending);
    }
    return name;
}
