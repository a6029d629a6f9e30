/*
 * Each packing has a function that reads all of `packed`, one member or frame after the other, and writes
 * to an output that doubles, since the size of the content shows only at its end.
 *
 * Both tell three things apart: data that ends too early, data that is damaged, and bytes behind the end
 * that begin no further member. Nothing is taken for complete that has not reached the end of a member.
 */
#include "import/unpack.h"

#include "core/base/bug.h"
#include "core/base/memory.h"

#include <string.h>
#define ZLIB_CONST /* what is read is const */
#include <zlib.h>
#include <zstd.h>

struct packing {
    const char *name;
    const char *ending; /* of file names */
    bool (*recognises)(struct bytes bytes);
    bool (*unpack)(struct bytes packed, struct arena *memory, struct bytes *content, struct err *err);
};

/* --- What is unpacked so far ---------------------------------------------- */

enum { FIRST_ROOM = 256 * 1024 };

/* Content whose size shows only at its end. */
struct unpacked {
    struct arena *memory;
    char *data;
    size_t size;
    size_t room;
};

/* Sees to it that there is room for more; returns how much. */
static size_t unpacked_make_room(struct unpacked *unpacked)
{
    if (unpacked->size == unpacked->room) {
        BUG_UNLESS(unpacked->room <= SIZE_MAX / 2);
        size_t room = unpacked->room > 0 ? unpacked->room * 2 : FIRST_ROOM;
        unpacked->data = arena_extend(unpacked->memory, unpacked->data, unpacked->room, room);
        unpacked->room = room;
    }
    return unpacked->room - unpacked->size;
}

static struct bytes unpacked_bytes(const struct unpacked *unpacked)
{
    return (struct bytes){.data = unpacked->data, .size = unpacked->size};
}

/* --- What goes wrong with both -------------------------------------------- */

static bool fail_cut_short(const char *name, struct err *err)
{
    return err_set(err, ERR_INPUT, "the %s data ends too early; the file is cut short: get it anew", name);
}

static bool fail_damaged(const char *name, const char *reason, struct err *err)
{
    return err_set(err, ERR_INPUT, "the %s data is damaged (%s): get the file anew", name,
                   reason != NULL ? reason : "no reason is given");
}

static bool fail_garbage(const char *name, size_t size, struct err *err)
{
    return err_set(err, ERR_INPUT, "behind the %s data stand %zu bytes that are none: get the file anew",
                   name, size);
}

/* --- gzip ----------------------------------------------------------------- */

static bool recognises_gzip(struct bytes bytes)
{
    return bytes_starts_with(bytes, "\x1f\x8b");
}

/* zlib counts in `unsigned int`: large content goes through it in steps. */
static unsigned step_of(size_t size)
{
    enum { STEP_MAX = 1 << 30 };
    return size < STEP_MAX ? (unsigned)size : STEP_MAX;
}

/* Inflates a step; what was read is taken off `rest`. */
static int inflate_step(z_stream *stream, struct bytes *rest, struct unpacked *unpacked)
{
    unsigned room = step_of(unpacked_make_room(unpacked));
    unsigned offered = step_of(rest->size);
    stream->next_in = (const Bytef *)rest->data;
    stream->avail_in = offered;
    stream->next_out = (Bytef *)unpacked->data + unpacked->size;
    stream->avail_out = room;
    int outcome = inflate(stream, Z_NO_FLUSH);
    *rest = bytes_from(*rest, offered - stream->avail_in);
    unpacked->size += room - stream->avail_out;
    return outcome;
}

/* Inflates one member after the other. */
static bool inflate_members(z_stream *stream, struct bytes rest, struct unpacked *unpacked, struct err *err)
{
    while (true) {
        int outcome = inflate_step(stream, &rest, unpacked);
        if (outcome == Z_MEM_ERROR)
            memory_out(0);
        if (outcome == Z_STREAM_END && rest.size == 0)
            return true;
        if (outcome == Z_STREAM_END && !recognises_gzip(rest))
            return fail_garbage("gzip", rest.size, err);
        if (outcome == Z_STREAM_END)
            inflateReset(stream);
        else if (outcome == Z_BUF_ERROR) /* there was room: it is the input that is at its end */
            return fail_cut_short("gzip", err);
        else if (outcome != Z_OK)
            return fail_damaged("gzip", stream->msg, err);
    }
}

static bool unpack_gzip(struct bytes packed, struct arena *memory, struct bytes *content, struct err *err)
{
    enum { GZIP_ONLY = 16 + MAX_WBITS }; /* the header of gzip, not that of zlib */
    struct unpacked unpacked = {.memory = memory};
    z_stream stream = {0};
    if (inflateInit2(&stream, GZIP_ONLY) != Z_OK)
        BUG("zlib does not start: %s", stream.msg != NULL ? stream.msg : "out of memory");
    bool worked = inflate_members(&stream, packed, &unpacked, err);
    inflateEnd(&stream);
    *content = unpacked_bytes(&unpacked);
    return worked;
}

/* --- zstd ----------------------------------------------------------------- */

/* A frame, or one to be skipped: parallel packers begin with such. */
static bool recognises_zstd(struct bytes bytes)
{
    bool is_skippable = bytes.size >= 4 && ((unsigned char)bytes.data[0] & 0xf0) == 0x50 &&
                        memcmp(bytes.data + 1, "\x2a\x4d\x18", 3) == 0;
    return is_skippable || bytes_starts_with(bytes, "\x28\xb5\x2f\xfd");
}

/* Decompresses one frame, or skips one; what was read is taken off `rest`. */
static bool decompress_frame(ZSTD_DCtx *context, struct bytes *rest, struct unpacked *unpacked,
                             struct err *err)
{
    ZSTD_inBuffer in = {.src = rest->data, .size = rest->size};
    size_t outcome = 1;
    while (outcome != 0) {
        size_t room = unpacked_make_room(unpacked);
        ZSTD_outBuffer out = {.dst = unpacked->data + unpacked->size, .size = room};
        outcome = ZSTD_decompressStream(context, &out, &in);
        if (ZSTD_isError(outcome))
            return fail_damaged("zstd", ZSTD_getErrorName(outcome), err);
        unpacked->size += out.pos;
        if (outcome != 0 && in.pos == in.size && out.pos < room)
            return fail_cut_short("zstd", err);
    }
    *rest = bytes_from(*rest, in.pos);
    return true;
}

static bool unpack_zstd(struct bytes packed, struct arena *memory, struct bytes *content, struct err *err)
{
    struct unpacked unpacked = {.memory = memory};
    ZSTD_DCtx *context = ZSTD_createDCtx();
    if (context == NULL)
        memory_out(0);
    bool worked = true;
    while (worked && packed.size > 0)
        worked = recognises_zstd(packed) ? decompress_frame(context, &packed, &unpacked, err)
                                         : fail_garbage("zstd", packed.size, err);
    ZSTD_freeDCtx(context);
    *content = unpacked_bytes(&unpacked);
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

bool unpack(const struct packing *packing, struct bytes packed, struct arena *memory, struct bytes *content,
            struct err *err)
{
    return packing->unpack(packed, memory, content, err);
}

struct bytes unpacked_name(struct bytes name)
{
    for (size_t i = 0; i < N_PACKINGS; i++) {
        if (bytes_ends_with(name, packings[i].ending))
            name.size -= strlen(packings[i].ending);
    }
    return name;
}
