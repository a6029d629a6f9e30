/*
 * Documents and questions in the formats that people have. Each test reads a small file and recognises it by its
 * content.
 */
#include "tests/support/support.h"

#include "import/items/item_file.h"
#include "import/items/item_charset.h"
#include "import/items/item_folder.h"
#include "import/items/item_title.h"
#include "import/items/item_front_matter.h"
#include "import/items/item_recognise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- Reading items -------------------------------------------------------- */

/* Adds an item as `line id|title|text|fields`. */
static bool add_item(void *context, const struct item *item, size_t line, size_t bytes_read, struct err *err)
{
    (void)bytes_read;
    (void)err;
    const struct bytes parts[] = {item->id, item->title, item->text, item->fields};
    buffer_add_format(context, "%zu ", line);
    for (size_t i = 0; i < 4; i++) {
        buffer_add_string(context, i > 0 ? "|" : "");
        buffer_add(context, parts[i]);
    }
    buffer_add_byte(context, '\n');
    return true;
}

static void read_items(enum item_kind kind, struct bytes content, struct buffer *out)
{
    struct item_fields fields = {.kind = kind};
    struct err err;
    if (!item_file_read(&fields, "f", content, add_item, out, &err)) {
        buffer_clear(out);
        buffer_add_string(out, err.text);
    }
    item_fields_release(&fields);
}

/* Fails the test unless reading the content gives these items, or this error. */
static void assert_items(enum item_kind kind, const char *content, const char *expected)
{
    struct buffer out = {0};
    read_items(kind, bytes_of(content), &out);
    assert_string_equal(buffer_string(&out), expected);
    buffer_release(&out);
}

static void assert_documents(const char *content, const char *expected)
{
    assert_items(ITEM_DOCUMENT, content, expected);
}

static void assert_questions(const char *content, const char *expected)
{
    assert_items(ITEM_QUESTION, content, expected);
}

/* --- JSON ----------------------------------------------------------------- */

static const char two_documents[] = "1 a||one|\n1 b||two|\n";

static void an_array_of_objects_is_read(void **state)
{
    (void)state;
    assert_documents("[{\"id\":\"a\",\"text\":\"one\"},{\"id\":\"b\",\"text\":\"two\"}]", two_documents);
    assert_documents("[\n {\n  \"id\": \"a\",\n  \"text\": \"one\"\n },\n {\n  \"id\": \"b\",\n"
                     "  \"text\": \"two\", \"more\": [1, {\"x\": \"}]\"}]\n }\n]\n",
                     "2 a||one|\n6 b||two|{\"more\":[1,{\"x\":\"}]\"}]}\n");
    assert_documents("[]", "f: the file has no document");
}

static void brackets_and_quotation_marks_in_texts_end_nothing(void **state)
{
    (void)state;
    assert_documents("[{\"id\":\"a\",\"text\":\"}] \\\" \\\\\"},{\"id\":\"b\",\"text\":\"two\"}]",
                     "1 a||}] \" \\|\n1 b||two|\n");
}

static void an_object_that_holds_the_items_is_read(void **state)
{
    (void)state;
    assert_documents(
        "{\"n\":2,\"documents\":[{\"id\":\"a\",\"text\":\"one\"},{\"id\":\"b\",\"text\":\"two\"}]}",
        two_documents);
    assert_documents(
        "{\"data\":[{\"id\":\"a\",\"text\":\"one\"},{\"id\":\"b\",\"text\":\"two\"}],\"next\":null}",
        two_documents);
    /* from Solr */
    assert_documents("{\"responseHeader\":{\"status\":0},\"response\":{\"numFound\":2,\"docs\":"
                     "[{\"id\":\"a\",\"text\":\"one\"},{\"id\":\"b\",\"text\":\"two\"}]}}",
                     two_documents);
}

static void one_object_is_an_item_though_it_holds_objects(void **state)
{
    (void)state;
    assert_documents("{\"id\":\"a\",\"authors\":[{\"name\":\"x\"}],\"text\":\"one\"}",
                     "1 a||one|{\"authors\":[{\"name\":\"x\"}]}\n");
}

static void columns_are_read_row_by_row(void **state)
{
    (void)state;
    /* from Chroma's get() and query() */
    assert_documents(
        "{\"ids\":[\"a\",\"b\"],\"embeddings\":null,\"documents\":[\"one\",\n\"two\"],\"uris\":null,"
        "\"included\":[\"documents\"],\"metadatas\":[{\"section\":\"x\"},null]}",
        "1 a||one|{\"section\":\"x\"}\n1 b||two|\n");
    assert_documents("{\"distances\":[[0.1,0.2],[0.3]],\"documents\":[[\"one\",\"two\"],[\"three\"]],\n"
                     "\"ids\":[[\"a\",\"b\"],\n[\"c\"]],\"metadatas\":null}",
                     "2 a||one|\n2 b||two|\n3 c||three|\n");
}

static void columns_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const char length[] =
        "f:1: this list does not have as many elements as \"ids\"; both must be columns of one table";
    assert_documents("{\"ids\":[\"a\",\"b\"],\"documents\":[\"one\"]}", length);
    assert_documents("{\"ids\":[\"a\"],\"documents\":[\"one\",\"two\"]}", length);
    assert_documents("{\"ids\":[\"a\"],\"documents\":[7]}", "f:1: a text in quotation marks is missing here");
    assert_documents("{\"ids\":[\"a\"],\"documents\":[null]}",
                     "f:1: there is no text; name it \"text\" or \"contents\", or use --text FIELD");
    assert_documents("{\"ids\":[\"a\"],\n\"documents\":[\"one",
                     "f:2: the quotation mark of this text is not closed; is the file cut short?");
}

static void consecutive_search_responses_are_read(void **state)
{
    (void)state;
    /* from scrolling in Elasticsearch and OpenSearch: one page per line, the last one empty */
    assert_documents(
        "{\"_scroll_id\":\"x\",\"hits\":{\"total\":{\"value\":2},\"hits\":[{\"_id\":\"a\",\"_score\":1,\"_"
        "source\":"
        "{\"text\":\"one\"}}]}}\n"
        "{\"_scroll_id\":\"x\",\"hits\":{\"hits\":[{\"_id\":\"b\",\"_source\":{\"text\":\"two\"}}]}}\n"
        "{\"_scroll_id\":\"x\",\"hits\":{\"hits\":[]}}\n",
        "1 a||one|\n2 b||two|\n");
    /* from a multi search */
    assert_documents(
        "{\"took\":3,\"responses\":[{\"hits\":{\"hits\":[{\"_id\":\"a\",\"_source\":{\"text\":\"one\"}}]}},"
        "{\"hits\":{\"hits\":[{\"_id\":\"b\",\"_source\":{\"text\":\"two\"}}]}}]}",
        two_documents);
    assert_documents("{\"hits\":{\"hits\":[]}}\n{\"error\":\"timeout\"}\n",
                     "f:2: this answer has no hits; it must look like {\"hits\": {\"hits\": [{\"_id\": …, "
                     "\"_source\": …}]}}");
}

static void an_object_of_ids_is_read(void **state)
{
    (void)state;
    assert_documents("{\"a\":\"one\",\"b\":\"two\"}", two_documents);
    assert_documents(
        "{\"a\":{\"text\":\"one\",\"by\":[{\"n\":1}]},\n\"\\u0062\":{\"title\":\"B\",\"text\":\"two\"}}",
        "1 a||one|{\"by\":[{\"n\":1}]}\n2 b|B|two|\n");
}

static const char collection[] = "{\"queries\":{\"q\":\"why?\"},\"corpus\":{\"a\":\"one\",\"b\":\"two\"},"
                                 "\"relevant_docs\":{\"q\":[\"a\"]},\"mode\":\"text\"}";

static void a_collection_of_llamaindex_has_both_kinds(void **state)
{
    (void)state;
    assert_documents(collection, two_documents);
    assert_questions(collection, "1 q||why?|\n");
}

static void an_object_that_names_an_id_is_no_object_of_ids(void **state)
{
    (void)state;
    assert_documents(
        "{\"id\":\"a\",\"words\":\"one\"}",
        "f:1: there is no text; name it \"text\" or \"contents\", or use --text FIELD of \"words\"");
}

static void consecutive_objects_are_read(void **state)
{
    (void)state;
    assert_documents("{\n\"id\":\"a\",\n\"text\":\"one\"\n}\n{\n\"id\":\"b\",\n\"text\":\"two\"\n}\n",
                     "1 a||one|\n5 b||two|\n");
    assert_documents("{\"id\":\"a\",\"text\":\"one\"}\n\n{\"id\":\"b\",\"text\":\"two\"}",
                     "1 a||one|\n3 b||two|\n");
}

static void questions_may_be_texts_alone(void **state)
{
    (void)state;
    /* ids computed by: printf 'Why?' | md5sum */
    assert_questions("[\"Why?\"]", "1 2673ce82||Why?|\n");
    assert_questions("{\"questions\":[\"Why?\"]}", "1 2673ce82||Why?|\n");
}

static void faults_of_json_name_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *content;
        const char *error;
    } cases[] = {
        {"[{\"id\":\"a\",\"text\":\"one\"},\n\n{\"id\":\"b\" \"text\":\"two\"}]",
         "f:3: this is not JSON; correct it"},
        {"[{\"id\":\"a\",\"text\":\"one\"}\n\n{\"id\":\"b\",\"text\":\"two\"}]",
         "f:3: not JSON: a ',' or a closing bracket is missing here"},
        {"[{\"id\":\"a\",\"text\":\"one\"},\n{\"id\":\"b\",\"text\":\"tw",
         "f:2: the quotation mark of this text is not closed; is the file cut short?"},
        {"[{\"id\":\"a\",\"text\":\"one\"},\n{\"id\":\"b\",\n\"x\":[1,",
         "f:2: this bracket is not closed; is the file cut short?"},
        {"\n[{\"id\":\"a\",\"text\":\"one\"}\n",
         "f:2: the array that begins here is not closed; is the file cut short?"},
        {"[{\"id\":\"a\",\"text\":\"one\"},\n12]",
         "f:2: write an object here, like {\"_id\": …, \"text\": …}"},
        {"[{\"id\":\"a\",\"text\":\"one\"}]\nmore",
         "f:2: only objects and arrays can be here; remove everything else"},
        {"{\"data\":[{\"id\":\"a\",\"text\":\"one\"}],\n\"x\":1",
         "f:2: the JSON ends too early; is the file cut short?"},
        {"[{\"id\":\"a\",\"text\":[1}]",
         "f:1: not JSON: this bracket does not match the one that was opened"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_documents(cases[i].content, cases[i].error);
}

/* --- Wrappers around the fields ------------------------------------------- */

static void hits_of_elasticsearch_are_read(void **state)
{
    (void)state;
    assert_documents(
        "{\"took\":5,\"_shards\":{\"total\":1},\"hits\":{\"total\":{\"value\":1},\"hits\":["
        "{\"_index\":\"i\",\"_id\":\"a\",\"_score\":1.5,\"_source\":{\"text\":\"one\",\"id\":7}},"
        "{\"_index\":\"i\",\"_id\":\"b\",\"_score\":null,\"_source\":{\"text\":\"two\"}}]}}",
        "1 a||one|{\"id\":7}\n1 b||two|\n");
    assert_documents("{\"_index\":\"i\",\"_id\":\"a\",\"_source\":{\"text\":\"one\"}}\n"
                     "{\"_index\":\"i\",\"_id\":\"b\",\"_source\":{\"text\":\"two\"}}\n",
                     "1 a||one|\n2 b||two|\n");
}

static void a_bulk_request_is_read(void **state)
{
    (void)state;
    assert_documents("{\"index\":{\"_index\":\"i\",\"_id\":\"a\"}}\n{\"text\":\"one\"}\n\n"
                     "{\"create\":{\"_id\":\"b\"}}\n{\"text\":\"two\",\"x\":1}\n",
                     "1 a||one|\n4 b||two|{\"x\":1}\n");
    assert_documents("{\"index\":{\"_id\":\"a\"}}\n{\"text\":\"one\"}\n{\"delete\":{\"_id\":\"b\"}}\n",
                     "f:3: an action like {\"index\": {\"_id\": …}} must be here, with its document on the "
                     "next line; remove other actions");
    assert_documents("{\"index\":{\"_id\":\"a\"}}\n{\"text\":\"one\"}\n{\"index\":{\"_id\":\"b\"}}\n",
                     "f:3: no document follows this action; is the file cut short?");
}

static void metadata_are_fields(void **state)
{
    (void)state;
    /* from LangChain, as JSON lines and in its own serialisation */
    assert_documents(
        "{\"id\":null,\"metadata\":{\"source\":\"a.md\",\"id\":\"a\"},\"page_content\":\"one\"}\n\n",
        "1 a||one|{\"source\":\"a.md\"}\n");
    assert_documents("[{\"lc\":1,\"type\":\"constructor\",\"id\":[\"langchain\"],\"kwargs\":"
                     "{\"page_content\":\"one\",\"metadata\":{\"id\":\"a\"}}}]",
                     "1 a||one|\n");
    /* from Haystack, Chroma and Qdrant */
    assert_documents("[{\"id\":\"a\",\"content\":\"one\",\"meta\":{\"p\":3}}]", "1 a||one|{\"p\":3}\n");
    assert_documents("[{\"id\":\"a\",\"document\":\"one\",\"metadata\":{\"p\":3}}]", "1 a||one|{\"p\":3}\n");
    assert_documents("{\"result\":{\"points\":[{\"id\":7,\"payload\":{\"text\":\"one\"}}]}}", "1 7||one|\n");
    assert_documents("[{\"_id\":{\"$oid\":\"65a1\"},\"text\":\"one\"}]", "1 65a1||one|\n");
}

static void a_nested_field_whose_name_is_taken_keeps_its_prefix(void **state)
{
    (void)state;
    assert_documents("[{\"id\":\"a\",\"text\":\"one\",\"metadata\":{\"text\":\"two\"}}]",
                     "1 a||one|{\"metadata.text\":\"two\"}\n");
}

/* --- Tables --------------------------------------------------------------- */

static void csv_with_a_header_is_read(void **state)
{
    (void)state;
    assert_documents("course,text,id,title\r\nml,\"one, \"\"two\"\"\r\nthree\",a,T\r\n\r\nde,two,b,\r\n",
                     "2 a|T|one, \"two\"\r\nthree|{\"course\":\"ml\"}\n5 b||two|{\"course\":\"de\"}\n");
    assert_documents("\"id\",\"text\"\n\"a\",\"one\"\nb,two 5\" wide", "2 a||one|\n3 b||two 5\" wide|\n");
    assert_documents("id;text\na;one, two\n", "2 a||one, two|\n");
    assert_documents(",id,text\n0,a,one\n", "2 a||one|{\"column 1\":\"0\"}\n");
}

static void rows_of_empty_cells_are_skipped(void **state)
{
    (void)state;
    assert_documents("id;text;url\r\na;one;\r\n;;\r\n \t; ;\"\"\r\nb;two;\r\n;;\r\n;;",
                     "2 a||one|{\"url\":\"\"}\n5 b||two|{\"url\":\"\"}\n");
    assert_questions("id,text\na,One?\n,\n,Two?\nb,Three?\n",
                     "f:4: the question's id is empty; give each one an id");
    assert_documents("id;text;url\na;one;\n;\n",
                     "f:3: 2 columns where the header has 3; is the file cut short?");
}

static void the_separator_line_of_excel_is_skipped(void **state)
{
    (void)state;
    assert_documents("sep=;\r\nid;text\r\na;one, two\r\n", "3 a||one, two|\n");
    assert_documents(
        "\n\"SEP=,\"\n\nid,text\na,one\nb,two,three\n",
        "f:6: 3 columns where the header has 2; a text with a column separator must be in quotation marks");
}

static void tsv_with_a_header_may_have_quotation_marks(void **state)
{
    (void)state;
    assert_documents("id\ttext\na\t\"one\ttwo\nthree\"\nb\t\"Who\" is it?\nc\t\"open\nd\tfour\n",
                     "2 a||one\ttwo\nthree|\n4 b||\"Who\" is it?|\n5 c||\"open|\n6 d||four|\n");
}

static void quotation_marks_many_lines_apart_are_no_pair(void **state)
{
    (void)state;
    assert_documents("id\ttext\na\t\"open\nb\ttwo\nc\tthree\"\n", "2 a||\"open|\n3 b||two|\n4 c||three\"|\n");
}

static void the_header_names_the_fields_that_ids_are_made_of(void **state)
{
    (void)state;
    struct id_part part = {.field = "course"};
    struct id_recipe recipe = {.parts = &part, .n_parts = 1};
    struct item_mapping mapping = {.recipes = &recipe, .n_recipes = 1};
    struct item_fields fields = {.kind = ITEM_DOCUMENT, .mapping = &mapping};
    struct buffer out = {0};
    struct err err;
    assert_true(item_file_read(&fields, "f", bytes_of("course\ttext\nWhy?\tone\n"), add_item, &out, &err));
    assert_string_equal(buffer_string(&out), "2 2673ce82||one|{\"course\":\"Why?\"}\n");
    item_fields_release(&fields);
    buffer_release(&out);
}

static void columns_of_questions_need_no_id(void **state)
{
    (void)state;
    assert_questions("question,course,document\n\"Why?\",ml,d1\n",
                     "2 2673ce82||Why?|{\"course\":\"ml\",\"document\":\"d1\"}\n");
    assert_questions("question\nWhy?\n", "2 2673ce82||Why?|\n");
}

static void faults_of_tables_name_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *content;
        const char *error;
    } cases[] = {
        {"id,text\na,one\nb,two,three\n",
         "f:3: 3 columns where the header has 2; a text with a column separator must be in quotation marks"},
        {"id,text\na,\"one\ntwo\",three\n",
         "f:2: 3 columns where the header has 2; a text with a column separator must be in quotation marks"},
        {"id,text,url\na,one\ntwo,x\n",
         "f:2: 2 columns where the header has 3; a text with a line end must be in quotation marks"},
        {"id,text\na,one\nb", "f:3: 1 column where the header has 2; is the file cut short?"},
        {"id,text\na,one\nb,\"two\nc,three\n",
         "f:3: the quotation mark of this cell is not closed; close it or double it"},
        {"id,text\na,\"one\" two\n",
         "f:2: text follows the closing quotation mark of this cell; double the quotation marks in its text"},
        {"id,text,Text\na,one,two\n", "f:1: two columns of the header have the name 'Text'; rename one"},
        {"id,text\n", "f: the file has no document"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_documents(cases[i].content, cases[i].error);
}

static void a_nul_in_a_table_is_refused(void **state)
{
    (void)state;
    static const char content[] = "id,text\na,one\nb,t\0o\n";
    struct buffer out = {0};
    read_items(ITEM_DOCUMENT, (struct bytes){.data = content, .size = sizeof content - 1}, &out);
    assert_string_equal(buffer_string(&out), "f:3: it holds a NUL byte; is this a binary file?");
    buffer_release(&out);
}

/* --- Lines ---------------------------------------------------------------- */

static void questions_may_be_lines(void **state)
{
    (void)state;
    assert_questions(
        "Why?\r\n\n[Solved] How, then?\n{braces} in a text?\n",
        "1 2673ce82||Why?|\n3 639b1d39||[Solved] How, then?|\n4 83aa3623||{braces} in a text?|\n");
}

static void documents_are_no_lines(void **state)
{
    (void)state;
    assert_documents("Why?\n",
                     "f:1: this line has no tab and is not a JSON object; a document is a line `id TAB "
                     "text`, or {\"_id\": …, \"text\": …}, or a row of CSV below a header (--id and --text "
                     "name its columns). If each file is a document, name their folder");
}

static void a_table_with_an_unknown_header_holds_no_questions(void **state)
{
    (void)state;
    struct item_fields fields = {.kind = ITEM_QUESTION};
    struct buffer out = {0};
    struct err err;
    assert_error(item_file_read(&fields, "q.csv.gz", bytes_of("number,words\n1,Why?\n"), add_item, &out,
                                &err),
                 err, ERR_INPUT,
                 "q.csv.gz:1: this is not JSON, and no header names a text; add a header, use --text FIELD, "
                 "or name the file .txt if each line is a question");
    item_fields_release(&fields);
    buffer_release(&out);
}

/* --- TREC ----------------------------------------------------------------- */

static void topics_are_read(void **state)
{
    (void)state;
    assert_questions(
        "\n<top>\n\n<num> Number: 301\n<title> International\n Organized Crime\n\n<desc> Description:\nWho & "
        "what?\n\n<narr> Narrative:\nA < B counts.\n</top>\n\n"
        "<TOP>\n<num>302</num><title>Polio</title>\n<desc>Where?</desc>\n</TOP>\n",
        "2 301||International Organized Crime|{\"desc\":\"Who & what?\",\"narr\":\"A < B counts.\"}\n"
        "15 302||Polio|{\"desc\":\"Where?\"}\n");
    assert_questions("<top><num>1</num><desc>Only this.</desc></top>", "1 1||Only this.|\n");
}

static void topics_in_xml_are_read(void **state)
{
    (void)state;
    assert_questions(
        "<?xml version=\"1.0\"?>\n<topics task=\"x\">\n<topic number=\"1\">\n<query>R &amp; D</query>\n"
        "<narrative>n</narrative>\n</topic>\n<topic number='2'>plain</topic>\n</topics>\n",
        "3 1||R & D|{\"narrative\":\"n\"}\n7 2||plain|\n");
}

static void documents_of_trec_are_read(void **state)
{
    (void)state;
    assert_documents(
        "<DOC>\n<DOCNO> FT1 </DOCNO>\n<DATE>910514</DATE>\n<HEADLINE>\nFT 14 MAY\n</HEADLINE>\n<TEXT>\n"
        "One <P>two</P>\n</TEXT>\n<TEXT>three</TEXT></DOC>\n"
        "<DOC><DOCNO>W1</DOCNO><DOCHDR>http</DOCHDR>\n<html>page</html>\n</DOC>\n",
        "1 FT1|FT 14 MAY|One <P>two</P>\nthree|{\"date\":\"910514\"}\n11 W1||<html>page</html>|\n");
}

static void a_record_of_trec_that_is_not_closed_is_refused(void **state)
{
    (void)state;
    assert_questions("<top><num>1</num><title>a</title></top>\n<top>\n<num>2\n",
                     "f:2: <top> begins here and has no </top>; is the file cut short?");
}

/* --- Files without items -------------------------------------------------- */

static void foreign_files_are_named(void **state)
{
    (void)state;
#define CONTENT(text)                                                                                        \
    {                                                                                                        \
        .data = (text), .size = sizeof(text) - 1                                                             \
    }
    static const struct {
        struct bytes content;
        const char *name;
    } files[] = {
        {CONTENT("PK\3\4....application/vnd.oasis.opendocument.spreadsheet"),
         "a spreadsheet of OpenDocument; "},
        {CONTENT("PK\3\4....application/vnd.oasis.opendocument.text"), "a text of OpenDocument; "},
        {CONTENT("PK\3\4....a.txt"), "a zip archive; "},
        {CONTENT("PAR1\x15\0"), "a Parquet file; "},
        {CONTENT("SQLite format 3\0"), "an SQLite database; "},
        {CONTENT("\x89PNG\r\n"), "a PNG image; "},
        {CONTENT("\xff\xfeW\0h\0"), "text in UTF-16; "},
        {CONTENT("W\0h\0y\0"), "text in UTF-16; "},
        {CONTENT("\n<!DOCTYPE html>\n<html>"), "an HTML page; "},
        {CONTENT("<?xml version=\"1.0\"?><feed/>"), "XML, but not TREC's topics; "},
        {CONTENT("BZh91AY&SY"), "packed by bzip2; "},
        {CONTENT("\n| id | text |\n| :-- | --: |\n| a | one |\n"), "a table drawn for people; "},
        {CONTENT(" id | text \n----+------\n a  | one\n"), "a table drawn for people; "},
        {CONTENT("+----+------+\n| id | text |\n+----+------+\n"), "a table drawn for people; "},
        {CONTENT("┌────┬──────┐\n│ id │ text │\n"), "a table drawn for people; "},
        {CONTENT("id,text\ra,one\rb,two\r"), "text whose lines end with CR only, "},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct buffer out = {0};
        read_items(ITEM_QUESTION, files[i].content, &out);
        assert_true(bytes_starts_with(buffer_bytes(&out), "f: this is "));
        assert_non_null(strstr(buffer_string(&out), files[i].name));
        buffer_release(&out);
    }
}

static void a_tar_archive_is_named(void **state)
{
    (void)state;
    char content[512] = "name";
    memcpy(content + 257, "ustar", 5);
    struct buffer out = {0};
    read_items(ITEM_DOCUMENT, (struct bytes){.data = content, .size = sizeof content}, &out);
    assert_string_equal(buffer_string(&out), "f: this is a tar archive; unpack it and name the files in it");
    buffer_release(&out);
}

static void texts_that_begin_like_foreign_files_are_texts(void **state)
{
    (void)state;
    assert_documents("PAR1\tone\nBZh9\ttwo\n", "1 PAR1||one|\n2 BZh9||two|\n");
    assert_documents("a\tone | two\nb\t---\n", "1 a||one | two|\n2 b||---|\n");
    assert_documents("{\"id\":\"a\",\"text\":\"one\"}\r{\"id\":\"b\",\"text\":\"two\"}",
                     "1 a||one|\n1 b||two|\n");
}

static void an_item_of_many_megabytes_is_refused(void **state)
{
    (void)state;
    enum { SIZE = (64 << 20) + 100 };
    static const char *const beginnings[] = {"[{\"id\":\"a\",\"text\":\"", "a\t", "id,text\na,"};
    char *content = malloc(SIZE);
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        struct buffer out = {0};
        memset(content, 'x', SIZE);
        memcpy(content, beginnings[i], strlen(beginnings[i]));
        read_items(ITEM_DOCUMENT, (struct bytes){.data = content, .size = SIZE}, &out);
        assert_non_null(strstr(buffer_string(&out), ": this document has more than 64 MB"));
        buffer_release(&out);
    }
    free(content);
}

/* --- The kind of a file, by its beginning --------------------------------- */

static void the_beginning_of_a_file_shows_its_kind(void **state)
{
    (void)state;
    static const struct {
        const char *beginning;
        enum item_guess guess;
    } cases[] = {
        {"[\n {\n  \"id\": \"a\", \"title\": \"A\", \"text\": \"one\"\n }, {", ITEM_GUESS_DOCUMENTS},
        {"[{\"id\": \"a\", \"query\": \"why\"}, {", ITEM_GUESS_QUESTIONS},
        {"[{\"id\": \"a\", \"text\": \"cut off in its mid", ITEM_GUESS_DOCUMENTS},
        {"{\"documents\": [{\"docid\": \"a\", \"text\": \"one\"}, {\"docid", ITEM_GUESS_DOCUMENTS},
        {"course,docid,text\nml,a,\"cut off", ITEM_GUESS_DOCUMENTS},
        {"qid,query\nq,why\n", ITEM_GUESS_QUESTIONS},
        {"<top>\n<num> Number: 301\n<title> a\n</top>", ITEM_GUESS_QUESTIONS},
        {"<DOC>\n<DOCNO>1</DOCNO>\n<TEXT>a</TEXT></DOC>", ITEM_GUESS_DOCUMENTS},
        {"{\"index\":{\"_id\":\"a\"}}\n{\"title\":\"A\",\"text\":\"one\"}\n", ITEM_GUESS_DOCUMENTS},
        {"{\"q1\": {\"d1\": 0.5, \"d2\": 0.25}}", ITEM_GUESS_NONE},
        {"qid,docid,score\nq,a,1\n", ITEM_GUESS_NONE},
        {"q1 Q0 d1 1 2.5 tag\n", ITEM_GUESS_NONE},
        {"", ITEM_GUESS_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(item_guess_of_beginning(bytes_of(cases[i].beginning)), cases[i].guess);
}

/* --- Folders -------------------------------------------------------------- */

struct folder_test {
    struct arena arena;
    const char *path;
    struct item_folder_rest rest;
};

static int make_folder(void **state)
{
    static struct folder_test test;
    test = (struct folder_test){0};
    test.path = support_file(&test.arena, "texts", bytes_of(""));
    unlink(test.path);
    mkdir(test.path, 0700);
    mkdir(arena_format(&test.arena, "%s/sub", test.path), 0700);
    mkdir(arena_format(&test.arena, "%s/.git", test.path), 0700);
    *state = &test;
    return 0;
}

static int remove_folder(void **state)
{
    struct folder_test *test = *state;
    static const char *const names[] = {"b.md",      "a.html",    "c d.TXT", "binary.txt", "image.png",
                                        "sub/e.htm", ".git/x.md", "a.md",    "sub/f.md",   "sub/g.md",
                                        "sub/h.md",  "sub/i.md",  "sub",     ".git",       "link"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove(arena_format(&test->arena, "%s/%s", test->path, names[i]));
    remove(test->path);
    arena_release(&test->arena);
    return 0;
}

static void put(struct folder_test *test, const char *name, struct bytes content)
{
    support_file(&test->arena, arena_format(&test->arena, "texts/%s", name), content);
}

/* Fails the test unless the folder has these documents. test->rest gets the other files. */
static void assert_folder(struct folder_test *test, const char *expected)
{
    struct buffer out = {0};
    struct err err;
    assert_true(item_folder_read(test->path, NULL, add_item, &out, &test->arena, &test->rest, &err));
    assert_string_equal(buffer_string(&out), expected);
    buffer_release(&out);
}

static void texts_of_a_folder_are_documents(void **state)
{
    struct folder_test *test = *state;
    put(test, "b.md", bytes_of("intro\n\n## The *B* ##\n\nbody"));
    put(test, "a.html", bytes_of("<title>no</title><h1>The\n<b>A</b> &amp;&nbsp;c&#111;&ouml;</h1>"));
    put(test, "c d.TXT", bytes_of("# no title"));
    put(test, "sub/e.htm", bytes_of("<html><title>E</title>"));
    put(test, ".git/x.md", bytes_of("hidden"));
    assert_int_equal(symlink("..", arena_format(&test->arena, "%s/link", test->path)), 0);
    assert_folder(test,
                  "0 a.html|The A & coö|<title>no</title><h1>The\n<b>A</b> &amp;&nbsp;c&#111;&ouml;</h1>|\n"
                  "0 b.md|The B|intro\n\n## The *B* ##\n\nbody|\n"
                  "0 c%20d.TXT||# no title|\n"
                  "0 sub/e.htm|E|<html><title>E</title>|\n");
    assert_int_equal(test->rest.n, 0);
}

static void files_that_hold_no_list_of_documents_are_documents(void **state)
{
    struct folder_test *test = *state;
    put(test, "c d.TXT", bytes_of("one\rtwo"));
    put(test, "b.md", bytes_of("| a | b |\n| - | - |\n"));
    assert_folder(test, "0 b.md||| a | b |\n| - | - |\n|\n0 c%20d.TXT||one\rtwo|\n");
}

static void files_without_text_are_left_out_and_counted(void **state)
{
    struct folder_test *test = *state;
    put(test, "b.md", bytes_of("b"));
    put(test, "binary.txt", (struct bytes){.data = "a\0b", .size = 3});
    put(test, "image.png", bytes_of("\x89PNG"));
    assert_folder(test, "0 b.md||b|\n");
    assert_int_equal(test->rest.n, 2);
    assert_string_equal(test->rest.first.data, "binary.txt");
}

/* The first file is like those of Hugo, Docusaurus and Obsidian. Front matter that is invalid or ambiguous in YAML is
 * kept as text. */
static void front_matter_is_fields(void **state)
{
    struct folder_test *test = *state;
    put(test, "a.md",
        bytes_of("---\ntitle: 'It''s \"a\": b'\ntags: [a, \"b, c\"] # all\ndate: 2024-05-01\nversion: 1.10\n"
                 "draft: false\nn: 12\nzip: 01234\nquoted: \"12\"\nnone:\nsummary: >\n  one\n  line\nby: "
                 "{name: Ö}\n"
                 "---\n\n# Heading\n\nbody"));
    put(test, "b.md", bytes_of("---\ntitle: Two: colons\n---\n# H"));
    put(test, "c d.TXT", bytes_of("---\nx: 1\n---\nno Markdown"));
    put(test, "sub/e.htm", bytes_of("---\nx: 1\n---\nno Markdown"));
    put(test, "sub/f.md", bytes_of("---\nx: &a [1]\ny: *a\n---\n# Alias"));
    put(test, "sub/g.md", bytes_of("---\nx: 1\nx: 2\n---\n# Twice"));
    put(test, "sub/h.md", bytes_of("---\ntitle: |\n  two\n  lines\n---\nbody"));
    put(test, "sub/i.md", bytes_of("---\r\ndate: 2\r\ntitle: [a]\r\n---\r\n# List\r\n"));
    assert_folder(test,
                  "0 a.md|It's \"a\": b|# Heading\n\nbody|{\"tags\":[\"a\",\"b, c\"],\"date\":\"2024-05-01\","
                  "\"version\":\"1.10\",\"draft\":false,\"n\":12,\"zip\":\"01234\",\"quoted\":\"12\","
                  "\"none\":null,\"summary\":\"one line\\n\",\"by\":{\"name\":\"Ö\"}}\n"
                  "0 b.md|Two: colons|---\ntitle: Two: colons\n---\n# H|\n"
                  "0 c%20d.TXT||---\nx: 1\n---\nno Markdown|\n"
                  "0 sub/e.htm||---\nx: 1\n---\nno Markdown|\n"
                  "0 sub/f.md|Alias|---\nx: &a [1]\ny: *a\n---\n# Alias|\n"
                  "0 sub/g.md|Twice|---\nx: 1\nx: 2\n---\n# Twice|\n"
                  "0 sub/h.md|two lines|body|\n"
                  "0 sub/i.md|List|# List\r\n|{\"date\":2,\"title\":[\"a\"]}\n");
}

/* Whole numbers have at most 15 digits, because every JSON reader keeps those apart. */
static void numbers_of_front_matter_stay_what_they_say(void **state)
{
    struct folder_test *test = *state;
    put(test, "a.md",
        bytes_of("---\na: 0\nb: -5\nc: 999999999999999\nd: -999999999999999\ne: 1000000000000000\nf: -0\n"
                 "g: +5\nh: 1e3\n---\n"));
    assert_folder(test, "0 a.md|||{\"a\":0,\"b\":-5,\"c\":999999999999999,\"d\":-999999999999999,"
                        "\"e\":\"1000000000000000\",\"f\":\"-0\",\"g\":\"+5\",\"h\":\"1e3\"}\n");
}

static void texts_of_front_matter_keep_all_their_characters(void **state)
{
    struct folder_test *test = *state;
    put(test, "a.md", bytes_of("---\nx: 1\n\"a \\\"\\\\ key\": \"a \\t tab \\\\ \\\"\"\n---\n"));
    assert_folder(test, "0 a.md|||{\"x\":1,\"a \\\"\\\\ key\":\"a \\t tab \\\\ \\\"\"}\n");
}

/* Front matter may also end with YAML's "...". A comment before the first key is allowed, but a comment alone between
 * two rules is not front matter. */
static void front_matter_ends_where_it_says(void **state)
{
    struct folder_test *test = *state;
    put(test, "a.md", bytes_of("---\nx: 1\n...\nbody"));
    put(test, "b.md", bytes_of("---\n\n# a comment\nx: 1\n---\nbody\n---\n"));
    put(test, "sub/f.md", bytes_of("---\n# Between rules\n---\n# Behind them"));
    assert_folder(test, "0 a.md||body|{\"x\":1}\n0 b.md||body\n---\n|{\"x\":1}\n"
                        "0 sub/f.md|Between rules|---\n# Between rules\n---\n# Behind them|\n");
}

static bool has_fields(const struct buffer *page)
{
    struct json_fields *fields = item_front_matter_read(buffer_bytes(page));
    bool are_there = fields != NULL;
    json_fields_free(fields);
    return are_there;
}

/* Whether fields are read from lists nested `depth` deep. */
static bool has_fields_of_depth(size_t depth)
{
    struct buffer page = {0};
    buffer_add_string(&page, "---\nx: ");
    for (size_t i = 0; i < depth; i++)
        buffer_add_byte(&page, '[');
    for (size_t i = 0; i < depth; i++)
        buffer_add_byte(&page, ']');
    buffer_add_string(&page, "\n---\n");
    bool are_there = has_fields(&page);
    buffer_release(&page);
    return are_there;
}

/* Whether fields are read from front matter with `size` bytes in all. */
static bool has_fields_of_size(size_t size)
{
    static const char begin[] = "---\nx: ", end[] = "\n---\n";
    struct buffer page = {0};
    buffer_add_string(&page, begin);
    while (page.size < size - strlen(end))
        buffer_add_byte(&page, 'x');
    buffer_add_string(&page, end);
    assert_int_equal(page.size, size);
    buffer_add_string(&page, "body\n");
    bool are_there = has_fields(&page);
    buffer_release(&page);
    return are_there;
}

static void front_matter_is_bounded(void **state)
{
    (void)state;
    assert_true(has_fields_of_depth(64));
    assert_false(has_fields_of_depth(65));
    assert_true(has_fields_of_size(64 * 1024));
    assert_false(has_fields_of_size(64 * 1024 + 2));
}

static void fields_of_front_matter_are_named(void **state)
{
    struct folder_test *test = *state;
    put(test, "a.md", bytes_of("---\ntitle: a\ntags: [a]\n---\n"));
    put(test, "b.md", bytes_of("---\ndate: 1\ntags: [a]\n---\n"));
    put(test, "c d.TXT", bytes_of("text"));
    assert_folder(
        test, "0 a.md|a||{\"tags\":[\"a\"]}\n0 b.md|||{\"date\":1,\"tags\":[\"a\"]}\n0 c%20d.TXT||text|\n");
    assert_string_equal(test->rest.fields.data, "; other fields: tags (2 of 3), date (1 of 3)");
}

#define PAGE_IN(charset) "<meta content=\"text/html; charset=" charset "\"><h1>"

/* Pages as Word writes them. A page without an encoding, or with a wrong one, is left as it is. Only HTML is
 * converted. */
static void pages_in_another_encoding_are_decoded(void **state)
{
    struct folder_test *test = *state;
    put(test, "a.html", bytes_of(PAGE_IN("Windows-1252") "Gew\xe4hr \x80</h1>"));
    put(test, "b.md", bytes_of("charset=windows-1252 \xe4"));
    put(test, "sub/e.htm", bytes_of(PAGE_IN("windows-1255") "\xf9\xec\xe5\xed</h1>"));
    assert_folder(test, "0 a.html|Gewähr €|" PAGE_IN("Windows-1252") "Gewähr €</h1>|\n"
                                                                     "0 b.md||charset=windows-1252 \xe4|\n"
                                                                     "0 sub/e.htm|שלום|" PAGE_IN(
                                                                         "windows-1255") "שלום</h1>|\n");
}

static void pages_that_declare_a_wrong_encoding_stay_unchanged(void **state)
{
    struct folder_test *test = *state;
    put(test, "a.html", bytes_of(PAGE_IN("windows-1252") "schön</h1>"));
    put(test, "sub/e.htm", bytes_of(PAGE_IN("utf-16") "\xe4</h1>"));
    assert_folder(test, "0 a.html|schön|" PAGE_IN("windows-1252") "schön</h1>|\n"
                                                                  "0 sub/e.htm|\xe4|" PAGE_IN(
                                                                      "utf-16") "\xe4</h1>|\n");
}

static void assert_decoded(const char *page, const char *expected)
{
    struct arena arena = {0};
    struct bytes decoded = item_charset_decode(bytes_of(page), &arena);
    assert_string_equal(arena_copy(&arena, decoded).data, expected);
    arena_release(&arena);
}

/* Browsers read some names as a larger set, such as that of Windows, which has quotation marks, dashes and €. */
static void charset_names_mean_the_same_as_in_browsers(void **state)
{
    (void)state;
    assert_decoded(PAGE_IN("iso-8859-1") "\x93so\x94 \x96 5 \x80 \xe4", PAGE_IN("iso-8859-1") "“so” – 5 € ä");
    assert_decoded(PAGE_IN("latin1") "\xe4", PAGE_IN("latin1") "ä");
    assert_decoded(PAGE_IN("x-sjis") "\x87\x40", PAGE_IN("x-sjis") "①");
    assert_decoded(PAGE_IN("gb2312") "\x81\x40", PAGE_IN("gb2312") "丂");
    /* A byte that is undefined in the Windows set is read as ISO 8859-1. */
    assert_decoded(PAGE_IN("iso-8859-1") "\x81 \xe4", PAGE_IN("iso-8859-1") "\xc2\x81 ä");
}

static void a_charset_in_a_comment_is_ignored(void **state)
{
    (void)state;
    assert_decoded("<!-- charset=koi8-r -->" PAGE_IN("windows-1251") "\xe4",
                   "<!-- charset=koi8-r -->" PAGE_IN("windows-1251") "д");
}

/* As HTML allows it. The first charset counts, as in browsers. */
static void a_charset_may_be_quoted(void **state)
{
    (void)state;
    assert_decoded("<meta charset='KOI8-R'>\xc4", "<meta charset='KOI8-R'>д");
    assert_decoded("<meta charset=\"windows-1251\"><meta charset=koi8-r>\xe4",
                   "<meta charset=\"windows-1251\"><meta charset=koi8-r>д");
    assert_decoded("<meta charset=utf-16><meta charset=koi8-r>\xc4",
                   "<meta charset=utf-16><meta charset=koi8-r>\xc4");
    assert_decoded("<!-- a comment without an end <meta charset=koi8-r>\xc4",
                   "<!-- a comment without an end <meta charset=koi8-r>\xc4");
}

/* Whether the page is decoded if its charset follows blanks and ends at byte `size`. */
static bool is_decoded_where_its_name_ends_at(size_t size)
{
    static const char name[] = "charset=koi8-r";
    struct arena arena = {0};
    struct buffer page = {0};
    while (page.size < size - strlen(name))
        buffer_add_byte(&page, ' ');
    buffer_add_string(&page, name);
    buffer_add_string(&page, ">\xc4");
    struct bytes decoded = item_charset_decode(buffer_bytes(&page), &arena);
    bool is_decoded = bytes_ends_with(decoded, "д");
    assert_true(is_decoded || bytes_equal(decoded, buffer_bytes(&page)));
    arena_release(&arena);
    buffer_release(&page);
    return is_decoded;
}

static void a_charset_is_searched_at_the_beginning(void **state)
{
    (void)state;
    assert_true(is_decoded_where_its_name_ends_at(4096));
    assert_false(is_decoded_where_its_name_ends_at(5000));
}

static void a_folder_without_texts_is_refused(void **state)
{
    struct folder_test *test = *state;
    put(test, "image.png", bytes_of("\x89PNG"));
    struct item_folder_rest rest = {0};
    struct err err;
    assert_error(item_folder_read(test->path, NULL, add_item, NULL, &test->arena, &rest, &err), err,
                 ERR_INPUT,
                 arena_format(&test->arena,
                              "%s: there is no text in this folder; the first file is 'image.png': its name "
                              "does not end in .md, .txt, .html, .pdf, .docx or .epub",
                              test->path));
}

static void a_markdown_page_gets_its_title_from_a_heading(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *title;
    } cases[] = {
        {"# One\n", "One"},
        {"text\n\n### Two ###\n", "Two"},
        {"Three\n=====\n", "Three"},
        {"#no heading\n# C#\n", "C#"},
        {"```\n# a comment\n```\n# Four\n", "Four"},
        {"# **Bold** [link](x) `a<b>()` <i>t</i> &amp; 5 * 3 {#anchor}\n", "Bold link a<b>() t & 5 * 3"},
        {"1. one _two_\n===\n", "1. one two"},
        {"# ![logo](x.png) {: .class }\n", "logo"},
        {"# a {b}\n", "a {b}"},
        {"no heading\n", ""},
        {"#\n", ""},
        {"=====\n", ""},
        {"---\n# of YAML\ntags: [a]\n---\n# Five\n", "Five"},
        {"---\ntags: a\ntitle: \"Six: the last\"\n---\n# Heading\n", "Six: the last"},
        {"---\r\ntitle: 'Seven'\r\n...\r\nText\r\n", "Seven"},
        {"+++\ntitle = \"Eight\"\n+++\nText\n", "Eight"},
        {"---\ntitle: >\n  Nine\n---\n# Nine\n", "Nine"},
        {"---\nmenu:\n  title: Inner\n---\n# Ten\n", "Ten"},
        {"---\ntitle: never ends\n# Eleven\n", "Eleven"},
        {"---\nA rule. title: none\n---\n# Twelve\n", "Twelve"},
        {"text\n---\ntitle: too late\n---\n# Thirteen\n", "Thirteen"},
    };
    struct arena arena = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bytes title = item_markdown_title(bytes_of(cases[i].text), &arena);
        assert_true(bytes_equal(title, bytes_of(cases[i].title)));
    }
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_of_objects_is_read),
        cmocka_unit_test(brackets_and_quotation_marks_in_texts_end_nothing),
        cmocka_unit_test(an_object_that_holds_the_items_is_read),
        cmocka_unit_test(one_object_is_an_item_though_it_holds_objects),
        cmocka_unit_test(columns_are_read_row_by_row),
        cmocka_unit_test(columns_that_do_not_fit_are_refused),
        cmocka_unit_test(consecutive_search_responses_are_read),
        cmocka_unit_test(an_object_of_ids_is_read),
        cmocka_unit_test(a_collection_of_llamaindex_has_both_kinds),
        cmocka_unit_test(an_object_that_names_an_id_is_no_object_of_ids),
        cmocka_unit_test(consecutive_objects_are_read),
        cmocka_unit_test(questions_may_be_texts_alone),
        cmocka_unit_test(faults_of_json_name_their_line),
        cmocka_unit_test(hits_of_elasticsearch_are_read),
        cmocka_unit_test(a_bulk_request_is_read),
        cmocka_unit_test(metadata_are_fields),
        cmocka_unit_test(a_nested_field_whose_name_is_taken_keeps_its_prefix),
        cmocka_unit_test(csv_with_a_header_is_read),
        cmocka_unit_test(rows_of_empty_cells_are_skipped),
        cmocka_unit_test(the_separator_line_of_excel_is_skipped),
        cmocka_unit_test(tsv_with_a_header_may_have_quotation_marks),
        cmocka_unit_test(quotation_marks_many_lines_apart_are_no_pair),
        cmocka_unit_test(the_header_names_the_fields_that_ids_are_made_of),
        cmocka_unit_test(columns_of_questions_need_no_id),
        cmocka_unit_test(faults_of_tables_name_their_line),
        cmocka_unit_test(a_nul_in_a_table_is_refused),
        cmocka_unit_test(questions_may_be_lines),
        cmocka_unit_test(documents_are_no_lines),
        cmocka_unit_test(a_table_with_an_unknown_header_holds_no_questions),
        cmocka_unit_test(topics_are_read),
        cmocka_unit_test(topics_in_xml_are_read),
        cmocka_unit_test(documents_of_trec_are_read),
        cmocka_unit_test(a_record_of_trec_that_is_not_closed_is_refused),
        cmocka_unit_test(foreign_files_are_named),
        cmocka_unit_test(a_tar_archive_is_named),
        cmocka_unit_test(texts_that_begin_like_foreign_files_are_texts),
        cmocka_unit_test(an_item_of_many_megabytes_is_refused),
        cmocka_unit_test(the_beginning_of_a_file_shows_its_kind),
        cmocka_unit_test_setup_teardown(texts_of_a_folder_are_documents, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(files_that_hold_no_list_of_documents_are_documents, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(files_without_text_are_left_out_and_counted, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(front_matter_is_fields, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(numbers_of_front_matter_stay_what_they_say, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(texts_of_front_matter_keep_all_their_characters, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(front_matter_ends_where_it_says, make_folder, remove_folder),
        cmocka_unit_test(front_matter_is_bounded),
        cmocka_unit_test_setup_teardown(fields_of_front_matter_are_named, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(pages_in_another_encoding_are_decoded, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(pages_that_declare_a_wrong_encoding_stay_unchanged, make_folder,
                                        remove_folder),
        cmocka_unit_test(charset_names_mean_the_same_as_in_browsers),
        cmocka_unit_test(a_charset_in_a_comment_is_ignored),
        cmocka_unit_test(a_charset_may_be_quoted),
        cmocka_unit_test(a_charset_is_searched_at_the_beginning),
        cmocka_unit_test_setup_teardown(a_folder_without_texts_is_refused, make_folder, remove_folder),
        cmocka_unit_test(a_markdown_page_gets_its_title_from_a_heading),
    };
    return cmocka_run_group_tests_name("items", tests, NULL, NULL);
}
