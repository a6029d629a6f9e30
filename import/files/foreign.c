/*
 * Each kind is a row; the first matching row counts. Most kinds begin with a mark; the others are recognised by a
 * function.
 */
#include "import/files/foreign.h"

#include "import/files/file.h"

#include <string.h>

typedef bool foreign_recogniser(struct bytes content);

static foreign_recogniser is_open_sheet, is_open_text, is_riff, is_tar, is_bzip2, is_utf16, is_html, is_xml,
    is_drawn_table, has_bare_returns;

struct foreign_kind {
    const char *name;
    const char *remedy;
    struct bytes mark;              /* its first bytes */
    foreign_recogniser *recognises; /* NULL: the mark is enough */
};

#define MARK(text)                                                                                           \
    {                                                                                                        \
        .data = (text), .size = sizeof(text) - 1                                                             \
    }

static const char take_text[] = "save its text as a .txt file, and name the folder of these files";
static const char write_table[] = "convert it to CSV or JSON lines first";
static const char convert_table[] = "convert it to JSON lines first, for example with: duckdb -c \"COPY "
                                    "(FROM 'IN.parquet') TO 'OUT.jsonl' (FORMAT json)\"";
/* No package in Debian reads it. The call is from the library that writes it. */
static const char convert_arrow[] =
    "convert it to JSON lines first, with the library that wrote it; data sets of Hugging "
    "Face: datasets.load_from_disk('FOLDER').to_json('OUT.jsonl')";
static const char unpack_first[] = "unpack it and name the files in it";
static const char pack_other[] = "unpack it, or pack it by gzip or zstd";
static const char no_text[] = "name files of text";

static const struct foreign_kind kinds[] = {
    {"a PostScript file", take_text, MARK("%!PS"), NULL},
    {"an RTF document", take_text, MARK("{\\rtf"), NULL},
    {"a spreadsheet of OpenDocument", "save its sheet as CSV", MARK("PK\3\4"), is_open_sheet},
    {"a text of OpenDocument", "save it as .docx", MARK("PK\3\4"), is_open_text},
    {"a zip archive", unpack_first, MARK("PK\3\4"), NULL},
    {"a document of an old Office (xls, doc), or one with a password",
     "save it as .xlsx or .docx without a password", MARK("\xd0\xcf\x11\xe0"), NULL},
    {"a Parquet file", convert_table, MARK("PAR1\x15"), NULL},
    {"an Arrow file", convert_arrow, MARK("ARROW1"), NULL},
    {"an Arrow stream", convert_arrow, MARK("\xff\xff\xff\xff"), NULL},
    {"a Git LFS pointer instead of the file", "get the file: git lfs pull",
     MARK("version https://git-lfs.github.com/"), NULL},
    {"an ORC file", write_table, MARK("ORC\x0a"), NULL},
    {"an Avro file", write_table, MARK("Obj\1"), NULL},
    {"an HDF5 file", write_table, MARK("\x89HDF\r\n"), NULL},
    {"a NumPy array", write_table, MARK("\x93NUMPY"), NULL},
    {"a Python pickle", write_table, MARK("\x80\3"), NULL},
    {"a Python pickle", write_table, MARK("\x80\4\x95"), NULL},
    {"a Python pickle", write_table, MARK("\x80\5\x95"), NULL},
    {"an SQLite database", write_table, MARK("SQLite format 3\0"), NULL},
    {"a PNG image", no_text, MARK("\x89PNG"), NULL},
    {"a JPEG image", no_text, MARK("\xff\xd8\xff"), NULL},
    {"a GIF image", no_text, MARK("GIF89a"), NULL},
    {"an image or a sound (RIFF)", no_text, MARK("RIFF"), is_riff},
    {"a tar archive", unpack_first, MARK(""), is_tar},
    {"packed by bzip2", pack_other, MARK("BZh"), is_bzip2},
    {"packed by xz", pack_other,
     MARK("\xfd"
          "7zXZ"),
     NULL},
    {"packed by lz4", pack_other, MARK("\x04\x22\x4d\x18"), NULL},
    {"a 7z archive", unpack_first, MARK("7z\xbc\xaf"), NULL},
    {"a RAR archive", unpack_first, MARK("Rar!\x1a"), NULL},
    {"text in UTF-16", "save it as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8 OLD >NEW", MARK(""),
     is_utf16},
    {"XML, but not TREC's topics", "convert it to JSON lines first", MARK("<?xml"), is_xml},
};

/* Kinds that are documents in a folder, where a file is a document. */
static const struct foreign_kind text_kinds[] = {
    {"an HTML page", "perhaps an error page of a server; to import pages as documents, name their folder",
     MARK(""), is_html},
    {"a table drawn for people", write_table, MARK("\xe2\x94\x8c"), NULL}, /* ┌ */
    {"a table drawn for people", write_table, MARK(""), is_drawn_table},
    {"text whose lines end with CR only, such as Excel's CSV (Macintosh)",
     "convert the line ends: tr '\\r' '\\n' <OLD >NEW", MARK(""), has_bare_returns},
};

enum { N_KINDS = sizeof kinds / sizeof *kinds, N_TEXT_KINDS = sizeof text_kinds / sizeof *text_kinds };

/* --- Kinds without a mark --------------------------------------------------------------------- */

/* Searches the first member of an OpenDocument file. That member is not packed and contains the kind. */
static bool has_at_beginning(struct bytes content, const char *name)
{
    enum { BEGINNING = 256 };
    return bytes_contains(bytes_slice(content, 0, smaller_size(content.size, BEGINNING)), name);
}

static bool is_open_sheet(struct bytes content)
{
    return has_at_beginning(content, "opendocument.spreadsheet");
}

static bool is_open_text(struct bytes content)
{
    return has_at_beginning(content, "opendocument.text");
}

static bool has_mark_at(struct bytes content, size_t at, const char *mark)
{
    return content.size > at && bytes_starts_with(bytes_from(content, at), mark);
}

static bool is_riff(struct bytes content)
{
    return has_mark_at(content, 8, "WEBP") || has_mark_at(content, 8, "WAVE") ||
           has_mark_at(content, 8, "AVI ");
}

static bool is_tar(struct bytes content)
{
    return has_mark_at(content, 257, "ustar");
}

static bool is_bzip2(struct bytes content)
{
    return has_mark_at(content, 4, "1AY&SY");
}

/* Recognises UTF-16 by its mark, or by NUL in every other byte, as in any text in Latin letters. */
static bool is_utf16(struct bytes content)
{
    if (bytes_starts_with(content, "\xff\xfe") || bytes_starts_with(content, "\xfe\xff"))
        return true;
    const char *at = content.data;
    return content.size >= 4 && (at[0] == '\0') != (at[1] == '\0') && (at[0] == '\0') == (at[2] == '\0') &&
           (at[1] == '\0') == (at[3] == '\0');
}

static bool is_html(struct bytes content)
{
    static const char *const beginnings[] = {"<!doctype html", "<html", "<head>", "<body"};
    content = bytes_skip_space(content);
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t size = strlen(beginnings[i]);
        if (content.size >= size &&
            bytes_equal_ignoring_case(bytes_slice(content, 0, size), bytes_of(beginnings[i])))
            return true;
    }
    return false;
}

static bool is_xml(struct bytes content)
{
    return !bytes_contains(bytes_slice(content, 0, smaller_size(content.size, 4096)), "<topic");
}

static bool is_rule(struct bytes line)
{
    for (size_t i = 0; i < line.size; i++) {
        if (memchr("-+|:= ", line.data[i], 6) == NULL)
            return false;
    }
    return line.size > 0 && memchr(line.data, '-', line.size) != NULL;
}

/*
 * Recognises tables as Markdown, psql or MySQL draw them: of the first two lines, one is a rule and the other has bars
 * between its cells.
 */
static bool is_drawn_table(struct bytes content)
{
    struct bytes lines[2] = {{0}};
    content = bytes_skip_blank_lines(content);
    for (size_t i = 0; i < 2 && bytes_next_line(&content, &lines[i]); i++)
        continue;
    bool is_above = is_rule(lines[0]);
    const struct bytes cells = lines[is_above ? 1 : 0];
    return (is_above || is_rule(lines[1])) && cells.size > 0 && memchr(cells.data, '|', cells.size) != NULL;
}

/* In JSON, CR is only white space. */
static bool has_bare_returns(struct bytes content)
{
    enum { LOOKED_AT = 64 * 1024 };
    struct bytes text = bytes_skip_space(content);
    size_t size = content.size < LOOKED_AT ? content.size : LOOKED_AT;
    bool is_json = bytes_starts_with(text, "{") || bytes_starts_with(text, "[");
    return size > 0 && !is_json && memchr(content.data, '\r', size) != NULL &&
           memchr(content.data, '\n', size) == NULL;
}

/* -------------------------------------------------------------------------- */

static const struct foreign_kind *find_kind(const struct foreign_kind *rows, size_t n, struct bytes content)
{
    for (const struct foreign_kind *kind = rows; kind < rows + n; kind++) {
        bool has_mark = content.size >= kind->mark.size &&
                        bytes_equal(bytes_slice(content, 0, kind->mark.size), kind->mark);
        if (has_mark && (kind->recognises == NULL || kind->recognises(content)))
            return kind;
    }
    return NULL;
}

bool foreign_is_unreadable(struct bytes content)
{
    return find_kind(kinds, N_KINDS, content) != NULL;
}

bool foreign_is_table(struct bytes content)
{
    const struct foreign_kind *kind = find_kind(kinds, N_KINDS, content);
    return kind != NULL &&
           (kind->remedy == convert_table || kind->remedy == write_table || kind->remedy == convert_arrow);
}

bool foreign_refuse(const char *path, struct bytes content, struct err *err)
{
    const struct foreign_kind *kind = find_kind(kinds, N_KINDS, content);
    if (kind == NULL)
        kind = find_kind(text_kinds, N_TEXT_KINDS, content);
    return kind == NULL ||
           err_set(err, ERR_INPUT, "%s: this is %s; %s", file_label(path), kind->name, kind->remedy);
}
