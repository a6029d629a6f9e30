/*
 * A collection in the form of BEIR: corpus.jsonl and queries.jsonl with all documents and questions, because readers
 * look up those in the qrels, and qrels/test.tsv with the result of the votes. Other fields that an import has kept are
 * written unchanged beside "_id", "title" and "text". So importing the folder restores them.
 */
#include "core/store/content/documents.h"
#include "core/store/store.h"
#include "export/folder.h"
#include "export/forms/json.h"
#include "export/judged.h"
#include "export/kinds/kinds.h"
#include "export/kinds/qrels.h"

static const struct export_format formats[] = {
    {.name = "folder",
     .help = "the files corpus.jsonl, queries.jsonl and qrels/test.tsv, for BEIR and MTEB",
     .flaws = FLAW_SPACE | FLAW_QUOTATION | FLAW_INVALID,
     .has_whole_grades = true},
};

enum { QRELS_BEIR = 1 };

struct collection {
    struct exporter *exporter;
    struct folder_writer folder;
    const char *what; /* the kind that is being written: "document" or "question" */
    size_t n_items;
    size_t n_left_out; /* fields left out because BEIR uses their names */
    struct judged_count count;
};

static bool add_item(void *context, const struct item *item, struct err *err)
{
    struct collection *collection = context;
    struct exporter *exporter = collection->exporter;
    size_t left_out = 0;
    if (!exporter_check_id(exporter, collection->what, item->id, err))
        return false;
    struct json *line = json_object();
    json_add_text(line, "_id", item->id);
    if (collection->what[0] == 'd')
        json_add_text(line, "title", item->title);
    json_add_text(line, "text", item->text);
    bool added = item->fields.size == 0 || json_add_members(line, item->fields, &left_out);
    json_print(line, JSON_LINE, exporter_out(exporter));
    buffer_add_byte(exporter_out(exporter), '\n');
    json_free(line);
    collection->n_left_out += left_out;
    collection->n_items++;
    if (!added)
        return err_set(err, ERR_DATABASE,
                       "%s: the file is damaged: %s %.*s: its fields are not a JSON object; `assay check "
                       "%s` lists what is wrong",
                       store_path(exporter->store), collection->what, BYTES_FORMAT(item->id),
                       store_path(exporter->store));
    return exporter_pass(exporter, err);
}

static bool write_documents(struct collection *collection, struct err *err)
{
    collection->what = "document";
    return store_visit_documents(collection->exporter->store, add_item, collection, err);
}

static bool write_questions(struct collection *collection, struct err *err)
{
    collection->what = "question";
    return store_visit_questions(collection->exporter->store, add_item, collection, err);
}

static bool add_judgments(void *context, struct exporter *exporter, const struct judged_question *question,
                          struct err *err)
{
    (void)context, (void)err;
    qrels_add_question(QRELS_BEIR, question->qid, question->labels, question->n_labels, 0, false,
                       exporter_out(exporter));
    return true;
}

static bool write_judgments(struct collection *collection, struct err *err)
{
    qrels_begin(QRELS_BEIR, exporter_out(collection->exporter));
    return judged_visit(collection->exporter, add_judgments, NULL, &collection->count, err);
}

static bool write_file(struct collection *collection, const char *name,
                       bool (*write)(struct collection *collection, struct err *err), struct err *err)
{
    struct file_writer file;
    struct buffer path = {0};
    folder_writer_path(&collection->folder, name, &path);
    bool written = file_writer_open(&file, buffer_string(&path), err);
    collection->exporter->file = &file;
    written = written && write(collection, err) && file_writer_finish(&file, err);
    collection->exporter->file = NULL;
    file_writer_release(&file);
    buffer_release(&path);
    return written;
}

static void summarise(const struct collection *collection)
{
    judged_summarise(collection->exporter, &collection->count);
    if (collection->n_left_out > 0)
        exporter_remark(collection->exporter,
                        "fields left out because BEIR uses their names (_id, title, text) itself: %zu",
                        collection->n_left_out);
}

static bool write_beir(struct exporter *exporter, struct err *err)
{
    struct collection collection = {.exporter = exporter};
    if (!folder_writer_open(&collection.folder, exporter->folder, err))
        return false;
    bool written = write_file(&collection, "corpus.jsonl", write_documents, err) &&
                   write_file(&collection, "queries.jsonl", write_questions, err) &&
                   folder_writer_make(&collection.folder, "qrels", err) &&
                   write_file(&collection, "qrels/test.tsv", write_judgments, err) &&
                   folder_writer_finish(&collection.folder, err);
    if (written)
        summarise(&collection);
    folder_writer_release(&collection.folder);
    return written;
}

const struct export_kind beir_export = {
    .name = "beir",
    .help = "the whole collection with its judgments, in a new folder",
    EXPORT_FORMATS(formats),
    .takes = TAKES_GRADES | TAKES_QUESTIONS,
    .is_folder = true,
    .write = write_beir,
};
