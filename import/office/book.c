/*
 * An EPUB names its package file in META-INF/container.xml. The package lists its files (manifest) and, by their ids,
 * the order of the chapters (spine). https://www.w3.org/TR/epub-33/
 */
#include "import/office/book.h"

#include "core/base/arena.h"
#include "core/markup/html_text.h"
#include "import/items/item_title.h"
#include "import/office/document.h"
#include "import/office/xml.h"
#include "import/office/zipped.h"

#include <string.h>

struct manifest_item {
    struct bytes id, href;
};

struct book {
    struct zipped *zipped;
    struct arena arena;
    struct bytes package; /* path of the package file */
    struct manifest_item *items;
    size_t n_items;
    struct bytes *spine; /* ids */
    size_t n_spine;
    struct bytes protected; /* content of encryption.xml */
    bool in_title;
    struct buffer title;
};

static void take_rootfile(void *context, const char *name, const char *const *attributes)
{
    struct book *book = context;
    const char *path = xml_attribute(attributes, "full-path");
    if (strcmp(name, "rootfile") == 0 && path != NULL && book->package.size == 0)
        book->package = arena_copy(&book->arena, bytes_of(path));
}

static void open_package(void *context, const char *name, const char *const *attributes)
{
    struct book *book = context;
    const char *id = xml_attribute(attributes, "id"), *href = xml_attribute(attributes, "href");
    const char *reference = xml_attribute(attributes, "idref");
    book->in_title = strcmp(name, "title") == 0 && book->title.size == 0;
    if (strcmp(name, "item") == 0 && id != NULL && href != NULL)
        ARENA_PUSH(&book->arena, book->items, book->n_items) = (struct manifest_item){
            .id = arena_copy(&book->arena, bytes_of(id)),
            .href = arena_copy(&book->arena, bytes_of(href)),
        };
    if (strcmp(name, "itemref") == 0 && reference != NULL)
        ARENA_PUSH(&book->arena, book->spine, book->n_spine) = arena_copy(&book->arena, bytes_of(reference));
}

static void close_package(void *context, const char *name)
{
    struct book *book = context;
    (void)name;
    book->in_title = false;
}

static void take_title(void *context, struct bytes text)
{
    struct book *book = context;
    if (book->in_title)
        buffer_add(&book->title, text);
}

static bool read_part(struct book *book, const char *path, const struct xml_handlers *handlers,
                      struct err *err)
{
    struct buffer xml = {0};
    bool worked =
        zipped_read(book->zipped, path, &xml, err) && xml_read(buffer_bytes(&xml), handlers, book, err);
    buffer_release(&xml);
    return worked;
}

static struct bytes find_href(const struct book *book, struct bytes id)
{
    for (size_t i = 0; i < book->n_items; i++) {
        if (bytes_equal(book->items[i].id, id))
            return book->items[i].href;
    }
    return (struct bytes){0};
}

static int hex_value(char digit)
{
    const char small = (char)(digit | 0x20);
    return digit >= '0' && digit <= '9' ? digit - '0' : small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/*
 * Returns the path of a file in the archive from a reference in the package, which is relative to the package file.
 */
static const char *path_of(struct book *book, struct bytes href)
{
    const char *slash = book->package.size > 0 ? memrchr(book->package.data, '/', book->package.size) : NULL;
    struct buffer path = {0};
    if (slash != NULL)
        buffer_add(&path, bytes_slice(book->package, 0, (size_t)(slash - book->package.data) + 1));
    for (size_t i = 0; i < href.size && href.data[i] != '#'; i++) {
        bool is_escape = href.data[i] == '%' && i + 2 < href.size && hex_value(href.data[i + 1]) >= 0 &&
                         hex_value(href.data[i + 2]) >= 0;
        if (is_escape)
            buffer_add_byte(&path, (char)(hex_value(href.data[i + 1]) * 16 + hex_value(href.data[i + 2])));
        else
            buffer_add_byte(&path, href.data[i]);
        i += is_escape ? 2 : 0;
    }
    const char *copy = arena_copy_string(&book->arena, buffer_string(&path));
    buffer_release(&path);
    return copy;
}

static bool is_protected(const struct book *book, struct bytes href)
{
    return href.size > 0 && book->protected.size > 0 &&
           memmem(book->protected.data, book->protected.size, href.data, href.size) != NULL;
}

static bool add_chapter(struct book *book, struct bytes href, struct bytes name, struct buffer *out,
                        struct err *err)
{
    struct buffer page = {0}, plain = {0};
    const char *path = path_of(book, href);
    if (is_protected(book, href))
        return err_set(err, ERR_INPUT,
                       "this book is protected against copying; use a copy without protection");
    bool worked = zipped_read(book->zipped, path, &page, err);
    html_add_text(&plain, buffer_bytes(&page));
    if (worked && bytes_skip_space(buffer_bytes(&plain)).size > 0) { /* a cover is only a picture */
        struct bytes title = item_html_title(buffer_bytes(&page), &book->arena);
        office_add_document(name, arena_copy(&book->arena, href).data,
                            title.size > 0 ? title : buffer_bytes(&book->title), buffer_bytes(&page), out);
    }
    buffer_release(&page);
    buffer_release(&plain);
    return worked;
}

static bool read_protection(struct book *book, struct err *err)
{
    struct buffer xml = {0};
    bool worked = !zipped_has(book->zipped, "META-INF/encryption.xml") ||
                  zipped_read(book->zipped, "META-INF/encryption.xml", &xml, err);
    book->protected = arena_copy(&book->arena, buffer_bytes(&xml));
    buffer_release(&xml);
    return worked;
}

static bool add_chapters(struct book *book, struct bytes name, struct buffer *out, struct err *err)
{
    static const struct xml_handlers container = {.open = take_rootfile};
    static const struct xml_handlers package = {.open = open_package,
                                                .close = close_package,
                                                .text = take_title};
    const size_t before = out->size;
    if (!read_protection(book, err) || !read_part(book, "META-INF/container.xml", &container, err))
        return false;
    if (book->package.size == 0)
        return err_set(err, ERR_INPUT, "META-INF/container.xml names no package; save the book again");
    if (!read_part(book, book->package.data, &package, err))
        return false;
    for (size_t i = 0; i < book->n_spine; i++) {
        struct bytes href = find_href(book, book->spine[i]);
        if (href.size > 0 && !add_chapter(book, href, name, out, err))
            return false;
    }
    return out->size > before || err_set(err, ERR_INPUT, "this book has no text");
}

bool book_add_documents(struct bytes content, struct bytes name, struct buffer *out, struct err *err)
{
    struct book book = {0};
    bool worked = zipped_open(&book.zipped, content, err) && add_chapters(&book, name, out, err);
    zipped_close(book.zipped);
    buffer_release(&book.title);
    arena_release(&book.arena);
    return worked;
}
