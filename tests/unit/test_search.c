#include "tests/support/support.h"

#include "core/store/content/fill.h"
#include "core/store/search/search.h"
#include "core/store/search/search_terms.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tests/support/beside.h"
#include "tests/support/sample.h"

/* --- Terms ------------------------------------------------------------------------------------- */

static void check_terms(const char *question, bool in_trigrams, const char *expected)
{
    struct arena arena = {0};
    struct bytes *terms;
    struct buffer joined = {0};
    const struct search_terms_rule rule = {.in_trigrams = in_trigrams, .leaves_common_out = true};
    size_t n = search_terms_read(bytes_of(question), &rule, &arena, &terms);
    for (size_t i = 0; i < n; i++)
        buffer_add_format(&joined, "%s%.*s", i == 0 ? "" : " ", BYTES_FORMAT(terms[i]));
    assert_string_equal(buffer_string(&joined), expected);
    buffer_release(&joined);
    arena_release(&arena);
}

static void terms_are_words_once_in_lower_case(void **state)
{
    (void)state;
    check_terms("Hose, HOSE; filter-bag!", false, "hose filter bag");
    check_terms("Größe ÉTAGE 東京", false, "größe étage 東京");
    check_terms("\xff\"AND\" NEAR(hose*) ^x:\x01 \\", false, "near hose x");
}

static void common_words_are_left_out_unless_there_are_no_others(void **state)
{
    (void)state;
    check_terms("Why doesn't the maker\xe2\x80\x99s hose fit?", false, "maker s hose fit");
    check_terms("who are you", false, "who are you");
    check_terms("", false, "");
    check_terms("?! ...", false, "");
}

static void chinese_japanese_and_korean_terms_are_bigrams(void **state)
{
    (void)state;
    check_terms("東京都の天気, iPhone手機: 水・학교에서", false,
                "東京 京都 都の の天 天気 iphone 手機 水 학교 교에 에서");
    check_terms("スーパー々ｽｰﾊﾟｰ", false, "スー ーパ パー ー々 々ｽ ｽｰ ｰﾊ ﾊﾟ ﾟｰ");
}

static void trigrams_are_of_characters(void **state)
{
    (void)state;
    check_terms("Hoses", true, "hos ose ses");
    check_terms("東京の天気", true, "東京の 京の天 の天気");
    check_terms("ab", true, "");
}

/* --- Searching --------------------------------------------------------------------------------- */

static void put(struct store *store, const char *docid, const char *title, const char *text,
                const char *fields)
{
    struct err err;
    enum stored stored;
    const struct item item = {.id = bytes_of(docid),
                              .title = bytes_of(title),
                              .text = bytes_of(text),
                              .fields = bytes_of(fields)};
    if (!store_put_document(store, &item, true, &stored, &err))
        fail_msg("%s", err.text);
}

/* Returns the docids that are found, best first. */
static char *find_by(struct store *store, const struct search_request *request, const char *words,
                     size_t depth, struct arena *arena)
{
    struct err err;
    struct searcher *searcher;
    struct search_hit *hits;
    size_t n = 0;
    struct buffer docids = {0};
    if (!search_open(&searcher, store, request, &err) ||
        !search_find(searcher, bytes_of(words), 1, depth, arena, &hits, &n, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; i < n; i++)
        buffer_add_format(&docids, "%s%.*s", i == 0 ? "" : " ", BYTES_FORMAT(hits[i].docid));
    search_close(searcher);
    char *joined = arena_copy_string(arena, buffer_string(&docids));
    buffer_release(&docids);
    return joined;
}

static char *find(struct store *store, const char *words, struct arena *arena)
{
    return find_by(store, &(struct search_request){0}, words, 10, arena);
}

/* Makes a database with question q01 and five documents, so that no word is in half of them. */
static struct store *helpdesk(const char *name)
{
    struct store *store = sample_store(name, 1, 0);
    put(store, "hose", "Hose repair", "Cut the split piece off.", "{\"part\": \"tube\", \"course\": \"a\"}");
    put(store, "filter", "Filter care", "Rinse it while the hose dries.",
        "{\"part\": \"bag\", \"course\": \"b\"}");
    put(store, "motor", "Motor", "It smells when the bag is full.",
        "{\"part\": \"drive\", \"course\": \"a\"}");
    put(store, "brush", "Brush", "Free it from hair.", "");
    put(store, "cord", "Cord", "Wind it up.", "");
    return store;
}

static void the_title_counts_more_than_the_text(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = helpdesk("title.db");
    assert_string_equal(find(store, "hoses?", &arena), "hose filter");
    const struct search_request text = {.fields = "text"};
    assert_string_equal(find_by(store, &text, "hose", 10, &arena), "filter");
    arena_release(&arena);
    store_close(store);
}

static void other_fields_are_searched_if_they_are_named(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = helpdesk("fields.db");
    const struct search_request parts = {.fields = "title, part^5"};
    assert_string_equal(find(store, "drive", &arena), "");
    assert_string_equal(find_by(store, &parts, "drive", 10, &arena), "motor");
    assert_string_equal(find_by(store, &parts, "bag", 10, &arena), "filter");
    assert_string_equal(find(store, "drive", &arena), "");
    arena_release(&arena);
    store_close(store);
}

static void fields_that_are_shown_are_searched(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct store *store = helpdesk("shown.db");
    struct bytes show = bytes_of("course,part");
    assert_true(store_put_setting(store, "show", show, &err));
    assert_string_equal(find(store, "drive", &arena), "motor");
    arena_release(&arena);
    store_close(store);
}

static void a_field_must_match_the_questions(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = helpdesk("match.db");
    struct err err;
    enum stored stored;
    const struct search_request match = {.match = "course"};
    const struct item question = {.id = bytes_of("q01"),
                                  .text = bytes_of("Question 1?"),
                                  .fields = bytes_of("{\"course\": \"b\"}")};
    struct item another = question;
    another.id = bytes_of("q02");
    assert_true(store_put_question(store, &another, true, &stored, &err)); /* a question must have it */
    assert_string_equal(find_by(store, &match, "hose", 10, &arena), "");
    assert_true(store_put_question(store, &question, true, &stored, &err));
    assert_string_equal(find_by(store, &match, "hose", 1, &arena), "filter");
    arena_release(&arena);
    store_close(store);
}

static void documents_that_come_later_are_found(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = helpdesk("later.db");
    assert_string_equal(find(store, "nozzle", &arena), "");
    put(store, "nozzle", "", "The nozzle is for curtains.", "");
    assert_string_equal(find(store, "nozzle", &arena), "nozzle");
    arena_release(&arena);
    store_close(store);
}

static void replaced_documents_are_found_by_their_new_words(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = helpdesk("replaced.db");
    assert_string_equal(find(store, "hair", &arena), "brush");
    put(store, "brush", "Brush", "Free it from threads.", "");
    assert_string_equal(find(store, "hair", &arena), "");
    assert_string_equal(find(store, "threads", &arena), "brush");
    arena_release(&arena);
    store_close(store);
}

static void removed_documents_are_not_found(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = helpdesk("removed.db");
    assert_string_equal(find(store, "wind", &arena), "cord");
    beside_execute(store, "DELETE FROM document WHERE docid = 'cord'");
    put(store, "plug", "Plug", "Red.", ""); /* with the same id */
    assert_string_equal(find(store, "wind", &arena), "");
    assert_string_equal(find(store, "red", &arena), "plug");
    arena_release(&arena);
    store_close(store);
}

static void the_higher_docid_comes_first_among_equal_documents(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = helpdesk("equal.db");
    for (int i = 1; i <= 9; i++)
        put(store, arena_format(&arena, "same%d", (i * 4) % 9), "", "A valve.", "");
    for (int i = 1; i <= 12; i++)
        put(store, arena_format(&arena, "other%d", i), "", "Nothing.", "");
    assert_string_equal(find_by(store, &(struct search_request){0}, "valve", 3, &arena), "same8 same7 same6");
    arena_release(&arena);
    store_close(store);
}

static void any_question_is_safe(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = helpdesk("safe.db");
    struct buffer words = {0};
    for (int i = 0; i < 10000; i++)
        buffer_add_format(&words, "word%d hose ", i);
    static const char *const nothing[] = {"", "?!", "\"", "* ^ : ( {", "\xff\xfe", "'"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        assert_string_equal(find(store, nothing[i], &arena), "");
    assert_string_equal(find(store, "\"hose\" AND NOT (NEAR {title}: ^ OR *", &arena), "hose filter");
    assert_string_equal(find(store, buffer_string(&words), &arena), "hose filter");
    buffer_release(&words);
    arena_release(&arena);
    store_close(store);
}

/* Makes a helpdesk database with more documents, in Japanese, Chinese and Korean. */
static struct store *polyglot_helpdesk(const char *name)
{
    struct store *store = helpdesk(name);
    put(store, "tower", "東京タワー", "高さは333メートルで、所在地は東京都港区。", "");
    put(store, "temple", "京都の寺", "清水寺などがある。水", "");
    put(store, "phone", "手机", "如果您的手机屏幕损坏，iPhone手机也可以。", "");
    put(store, "school", "학교", "학교에서 급식으로 나온다. 물을 마신다.", "");
    return store;
}

static void words_within_unspaced_text_are_found(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = polyglot_helpdesk("runs.db");
    assert_string_equal(find(store, "東京の高さ", &arena), "tower");
    assert_string_equal(find(store, "屏幕坏了", &arena), "phone");
    assert_string_equal(find(store, "IPHONE", &arena), "phone");
    assert_string_equal(find(store, "급식", &arena), "school");
    assert_string_equal(find(store, "hoses 手机", &arena), "phone hose filter");
    /* One character, at the beginning, in the middle and at the end of runs. */
    assert_string_equal(find(store, "京", &arena), "temple tower");
    assert_string_equal(find(store, "区", &arena), "tower");
    assert_string_equal(find(store, "물", &arena), "school");
    assert_string_equal(find(store, "京東", &arena), "");
    assert_int_equal(store_problems(store), 0);
    arena_release(&arena);
    store_close(store);
}

static void trigrams_find_parts_of_words(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = helpdesk("trigram.db");
    put(store, "weather", "", "今日の東京の天気は晴れです", "");
    const struct search_request trigram = {.tokenizer = "trigram"};
    assert_string_equal(find_by(store, &trigram, "東京の天気", 10, &arena), "weather");
    /* The index stays as it is. */
    assert_string_equal(find(store, "mells", &arena), "motor");
    arena_release(&arena);
    store_close(store);
}

static void a_searched_database_holds_together(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = helpdesk("check.db");
    find(store, "hose", &arena);
    put(store, "brush", "Brush", "Free it from threads.", "");
    assert_int_equal(store_problems(store), 0);
    arena_release(&arena);
    store_close(store);
}

/* A complete index is not written to. */
static void a_second_search_writes_nothing(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    int64_t before, after;
    struct store *store = helpdesk("quiet.db");
    struct store *other = NULL;
    assert_true(store_open(&other, store_path(store), STORE_EXISTING, &err));
    find(store, "hose", &arena);
    assert_true(store_get_version(other, &before, &err));
    find(store, "hose", &arena);
    assert_true(store_get_version(other, &after, &err));
    assert_int_equal(after, before);
    store_close(other);
    store_close(store);
    arena_release(&arena);
}

static bool stop(void *context, const char *subject, size_t done, size_t total)
{
    (void)subject, (void)total;
    int *steps = context;
    return done == 0 || --*steps > 0;
}

static void the_part_of_an_index_built_before_a_stop_is_kept(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct searcher *searcher = NULL;
    struct store *store = sample_store("stopped.db", 1, 0);
    assert_true(store_begin(store, &err));
    for (int i = 0; i < 12000; i++)
        put(store, arena_format(&arena, "d%d", i), "", i % 2 == 0 ? "even" : i == 11999 ? "last" : "odd", "");
    assert_true(store_commit(store, &err));
    int steps = 1;
    const struct search_request request = {.watch = stop, .watch_context = &steps};
    assert_error(search_open(&searcher, store, &request, &err), err, ERR_INTERRUPTED,
                 "stopped; the next search continues the index");
    assert_int_equal(beside_integer(store, "SELECT last_document FROM search_index"), 5000);
    assert_string_equal(find(store, "last", &arena), "d11999");
    arena_release(&arena);
    store_close(store);
}

static void check_refused(struct store *store, const struct search_request *request, const char *text)
{
    struct err err;
    struct searcher *searcher = NULL;
    assert_error(search_open(&searcher, store, request, &err), err, ERR_USAGE, text);
}

static void wrong_fields_are_named(void **state)
{
    (void)state;
    struct store *store = helpdesk("wrong.db");
    check_refused(store, &(struct search_request){.fields = "title,zzz"},
                  "there is no field 'zzz'; the fields are course (3 documents), part (3 documents)");
    check_refused(store, &(struct search_request){.fields = "title^0"},
                  "'title^0' needs a weight above 0 after ^; name fields as in title^3,text");
    check_refused(store, &(struct search_request){.fields = "title,title^2"},
                  "'title' is given twice; name fields as in title^3,text");
    check_refused(store, &(struct search_request){.fields = "title,,text"},
                  "'' is not the name of a field; name fields as in title^3,text");
    check_refused(store, &(struct search_request){.match = "text"},
                  "'text' can't be a field that documents and questions share");
    store_close(store);
}

/* Checks the excerpt of the best document. */
static void check_excerpt_by(struct store *store, const struct search_request *request, const char *words,
                             const char *title, const char *text)
{
    struct arena arena = {0};
    struct err err;
    struct searcher *searcher;
    struct search_hit *hits;
    struct search_excerpt excerpt;
    size_t n;
    assert_true(search_open(&searcher, store, request, &err));
    assert_true(search_find(searcher, bytes_of(words), 0, 1, &arena, &hits, &n, &err));
    assert_int_equal(n, 1);
    assert_true(search_read_excerpt(searcher, hits[0].document_id, &arena, &excerpt, &err));
    assert_string_equal(excerpt.title.data, title);
    assert_string_equal(excerpt.text.data, text);
    search_close(searcher);
    arena_release(&arena);
}

static void check_excerpt(struct store *store, const char *words, const char *title, const char *text)
{
    check_excerpt_by(store, &(struct search_request){0}, words, title, text);
}

static void an_excerpt_marks_the_words(void **state)
{
    (void)state;
    struct store *store = helpdesk("excerpt.db");
    check_excerpt(store, "smelling motor", "Motor", "It \x02smells\x03 when the bag is full.");
    store_close(store);
}

static void an_excerpt_marks_bigrams_that_overlap_as_one(void **state)
{
    (void)state;
    struct store *store = polyglot_helpdesk("bigrams.db");
    check_excerpt(store, "所在地 高さ", "東京タワー",
                  "\x02高さ\x03は333メートルで、\x02所在地\x03は東京都港区。");
    check_excerpt(store, "iphone 手机屏幕", "手机",
                  "如果您的\x02手机屏幕\x03损坏，\x02iPhone\x03\x02手机\x03也可以。");
    check_excerpt(store, "区", "東京タワー", "高さは333メートルで、所在地は東京都港\x02区\x03。");
    check_excerpt(store, "都", "京都の寺", "清水寺などがある。水");
    check_excerpt(store, "清", "京都の寺", "\x02清\x03水寺などがある。水");
    store_close(store);
}

static void put_and_release(struct store *store, const char *docid, struct buffer *text)
{
    put(store, docid, "", buffer_string(text), "");
    buffer_release(text);
}

/* The whole text matches, and the match begins before the excerpt. */
static void an_excerpt_inside_of_a_match_is_marked(void **state)
{
    (void)state;
    struct store *store = helpdesk("excerpt-inside.db");
    struct buffer text = {0}, expected = {0};
    for (size_t i = 0; i < 200; i++)
        buffer_add_string(&text, "東");
    buffer_add_string(&text, "京");
    put_and_release(store, "long", &text);
    buffer_add_string(&expected, "…\x02");
    for (size_t i = 0; i < 52; i++)
        buffer_add_string(&expected, "東");
    buffer_add_string(&expected, "京\x03");
    check_excerpt(store, "東東京", "", buffer_string(&expected));
    buffer_release(&expected);
    store_close(store);
}

static void an_excerpt_marks_trigrams(void **state)
{
    (void)state;
    struct store *store = helpdesk("excerpt-trigrams.db");
    const struct search_request trigram = {.tokenizer = "trigram"};
    check_excerpt_by(store, &trigram, "melling", "Motor", "It s\x02mell\x03s when the bag is full.");
    store_close(store);
}

/* Each word has eight bytes with its blank, so that twenty words fit. */
static void add_padding(struct buffer *text, size_t words)
{
    for (size_t i = 0; i < words; i++)
        buffer_add_string(text, "padding ");
}

static void an_excerpt_shows_the_place_with_the_most_different_words(void **state)
{
    (void)state;
    struct store *store = helpdesk("excerpt-best.db");
    struct buffer text = {0}, expected = {0};
    buffer_add_string(&text, "pump pump pump pump ");
    add_padding(&text, 40);
    buffer_add_string(&text, "the pump has a leaking valve and ");
    add_padding(&text, 40);
    put_and_release(store, "pump", &text);
    buffer_add_string(&expected, "…");
    add_padding(&expected, 8);
    buffer_add_string(&expected, "the \x02pump\x03 has a leaking \x02valve\x03 and ");
    add_padding(&expected, 7);
    buffer_add_string(&expected, "padding…");
    check_excerpt(store, "valve of the pump", "", buffer_string(&expected));
    buffer_release(&expected);
    store_close(store);
}

static void an_excerpt_at_the_end_reaches_back_by_its_width(void **state)
{
    (void)state;
    struct store *store = helpdesk("excerpt-end.db");
    struct buffer text = {0}, expected = {0};
    add_padding(&text, 40);
    buffer_add_string(&text, "a valve!");
    put_and_release(store, "valve", &text);
    buffer_add_string(&expected, "…");
    add_padding(&expected, 19);
    buffer_add_string(&expected, "a \x02valve\x03!");
    check_excerpt(store, "valve", "", buffer_string(&expected));
    buffer_release(&expected);
    store_close(store);
}

/* Such as base64 in a text: of a word with a thousand letters, the first 320 are shown. */
static void an_excerpt_of_a_long_word_is_cut(void **state)
{
    (void)state;
    struct store *store = helpdesk("excerpt-long.db");
    struct buffer expected = {0};
    char word[1001];
    memset(word, 'x', 1000);
    word[1000] = '\0';
    put(store, "long", "", word, "");
    buffer_add_format(&expected, "\x02%.320s\x03…", word);
    check_excerpt(store, word, "", buffer_string(&expected));
    buffer_release(&expected);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_are_words_once_in_lower_case),
        cmocka_unit_test(common_words_are_left_out_unless_there_are_no_others),
        cmocka_unit_test(chinese_japanese_and_korean_terms_are_bigrams),
        cmocka_unit_test(trigrams_are_of_characters),
        cmocka_unit_test(the_title_counts_more_than_the_text),
        cmocka_unit_test(other_fields_are_searched_if_they_are_named),
        cmocka_unit_test(fields_that_are_shown_are_searched),
        cmocka_unit_test(a_field_must_match_the_questions),
        cmocka_unit_test(documents_that_come_later_are_found),
        cmocka_unit_test(replaced_documents_are_found_by_their_new_words),
        cmocka_unit_test(removed_documents_are_not_found),
        cmocka_unit_test(the_higher_docid_comes_first_among_equal_documents),
        cmocka_unit_test(any_question_is_safe),
        cmocka_unit_test(words_within_unspaced_text_are_found),
        cmocka_unit_test(trigrams_find_parts_of_words),
        cmocka_unit_test(a_searched_database_holds_together),
        cmocka_unit_test(a_second_search_writes_nothing),
        cmocka_unit_test(the_part_of_an_index_built_before_a_stop_is_kept),
        cmocka_unit_test(wrong_fields_are_named),
        cmocka_unit_test(an_excerpt_marks_the_words),
        cmocka_unit_test(an_excerpt_marks_bigrams_that_overlap_as_one),
        cmocka_unit_test(an_excerpt_inside_of_a_match_is_marked),
        cmocka_unit_test(an_excerpt_marks_trigrams),
        cmocka_unit_test(an_excerpt_shows_the_place_with_the_most_different_words),
        cmocka_unit_test(an_excerpt_at_the_end_reaches_back_by_its_width),
        cmocka_unit_test(an_excerpt_of_a_long_word_is_cut),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
