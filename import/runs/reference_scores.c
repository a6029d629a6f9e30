#include "import/runs/reference_scores.h"

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/metric/measures/measure_name.h"
#include "import/files/file.h"
#include "import/records/record_line.h"

#include <math.h>
#include <stdlib.h>

void reference_scores_release(struct reference_scores *scores)
{
    map_release(&scores->names);
    map_release(&scores->measures);
    free(scores->items);
    arena_release(&scores->arena);
    *scores = (struct reference_scores){0};
}

/* Joins the columns with a blank, which no column contains. */
static void make_name(struct bytes qid, struct bytes measure, struct buffer *name)
{
    buffer_clear(name);
    buffer_add(name, qid);
    buffer_add_byte(name, ' ');
    buffer_add(name, measure);
}

const struct reference_score *reference_scores_find(const struct reference_scores *scores, struct bytes qid,
                                                    struct bytes measure)
{
    struct buffer name = {0};
    make_name(qid, measure, &name);
    const int64_t number = map_find(&scores->names, buffer_bytes(&name));
    buffer_release(&name);
    return number != MAP_ABSENT ? &scores->items[number] : NULL;
}

bool reference_scores_know(const struct reference_scores *scores, struct bytes measure)
{
    return map_find(&scores->measures, measure) != MAP_ABSENT;
}

/* --- Lines ------------------------------------------------------------------ */

/* There are many lines but few measures, so each spelling is looked up once. */
struct spellings {
    struct map written;
    struct bytes *own; /* by number in `written`: the canonical name */
    size_t capacity;
};

/* The name of an unknown measure is kept as it is. Nobody will ask for it. */
static struct bytes own_name(struct spellings *spellings, struct bytes written, struct arena *arena)
{
    bool is_new;
    const size_t number = (size_t)map_put(&spellings->written, written, &is_new);
    if (is_new) {
        struct measure measure;
        struct buffer name = {0};
        if (measure_parse(written, &measure, err_ignored()))
            measure_add_name(&measure, &name);
        else
            buffer_add(&name, written);
        spellings->own =
            memory_grow(spellings->own, &spellings->capacity, number + 1, sizeof *spellings->own);
        spellings->own[number] = arena_copy(arena, buffer_bytes(&name));
        buffer_release(&name);
    }
    return spellings->own[number];
}

static bool read_numbers(struct bytes mean, struct bytes deviation, struct reference_score *out)
{
    return number_parse_real(mean, &out->mean) && number_parse_real(deviation, &out->deviation) &&
           isfinite(out->mean) && isfinite(out->deviation) && out->deviation >= 0;
}

static bool keep(struct reference_scores *out, const struct reference_score *score, struct bytes qid,
                 struct bytes measure, struct err *err)
{
    struct buffer name = {0};
    bool is_new;
    make_name(qid, measure, &name);
    const size_t number = (size_t)map_put(&out->names, arena_copy(&out->arena, buffer_bytes(&name)), &is_new);
    buffer_release(&name);
    if (!is_new)
        return err_set(err, ERR_INPUT, "%.*s of question '%.*s' is already in line %zu; remove one of them",
                       BYTES_FORMAT(measure), BYTES_FORMAT(qid), out->items[number].line);
    map_put(&out->measures, measure, &is_new);
    out->items = memory_grow(out->items, &out->capacity, number + 1, sizeof *out->items);
    out->items[number] = *score;
    return true;
}

static bool read_line(struct bytes line, size_t number, struct spellings *spellings,
                      struct reference_scores *out, struct err *err)
{
    struct reference_score score = {.line = number};
    struct bytes qid, measure, mean, deviation, rest = line;
    if (!bytes_next_word(&rest, &qid) || qid.data[0] == RECORD_COMMENT)
        return true;
    if (!bytes_next_word(&rest, &measure) || !bytes_next_word(&rest, &mean) ||
        !bytes_next_word(&rest, &deviation) || bytes_trim(rest).size > 0 ||
        !read_numbers(mean, deviation, &score))
        return err_set(err, ERR_INPUT,
                       "this line does not have a qid, a measure, a mean and a standard deviation, as in `q1 "
                       "AP 0.25 0.1`");
    return keep(out, &score, qid, own_name(spellings, measure, &out->arena), err);
}

bool reference_scores_read(struct reference_scores *out, const char *path, struct err *err)
{
    struct spellings spellings = {0};
    struct file file;
    *out = (struct reference_scores){0};
    if (!file_open(&file, path, err))
        return false;
    struct bytes rest = file.bytes;
    struct bytes line;
    bool read = true;
    for (size_t number = 1; read && bytes_next_line(&rest, &line); number++)
        read = read_line(line, number, &spellings, out, err) ||
               err_context(err, "%s:%zu", file_label(path), number);
    map_release(&spellings.written);
    free(spellings.own);
    file_close(&file);
    if (!read)
        reference_scores_release(out);
    return read;
}
