#include "core/text/common_words.h"

static const char *const common_words[] = {
    "a",      "i",     "about", "after", "all",    "also",  "am",     "an",   "and",   "any",   "are",
    "as",     "at",    "be",    "been",  "before", "being", "but",    "by",   "can",   "could", "did",
    "do",     "does",  "doing", "done",  "for",    "from",  "get",    "got",  "had",   "has",   "have",
    "having", "he",    "her",   "here",  "him",    "his",   "how",    "if",   "in",    "into",  "is",
    "it",     "its",   "just",  "like",  "may",    "me",    "might",  "more", "most",  "much",  "must",
    "my",     "no",    "nor",   "not",   "of",     "off",   "on",     "one",  "only",  "or",    "other",
    "our",    "out",   "over",  "own",   "shall",  "she",   "should", "so",   "some",  "such",  "than",
    "that",   "the",   "their", "them",  "then",   "there", "these",  "they", "this",  "those", "to",
    "too",    "under", "up",    "us",    "very",   "was",   "we",     "were", "what",  "when",  "where",
    "which",  "while", "who",   "whom",  "whose",  "why",   "will",   "with", "would", "yes",   "you",
    "your",
};

bool common_words_have(struct bytes word)
{
    if (bytes_ends_with(word, "n't"))
        return true;
    for (size_t i = 0; i < sizeof common_words / sizeof *common_words; i++)
        if (bytes_equal(word, bytes_of(common_words[i])))
            return true;
    return false;
}
