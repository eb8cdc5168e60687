#ifndef TESSERA_CICU_H
#define TESSERA_CICU_H

#include <stdint.h>

// The functions of ICU that Text needs. Those that do not depend on a language come first.
//
// ICU's own headers stay out of this one: Foundation brings another version of ICU, and a program must not see two types
// of one name. Its functions also bear the version in their names (ubrk_open_72) behind macros that Swift does not see.
typedef struct UBreakIterator UBreakIterator;
typedef struct UBiDi UBiDi;
typedef struct UCaseMap UCaseMap;
typedef struct UConverter UConverter;

enum CICUCase { CICU_UPPERCASE, CICU_LOWERCASE, CICU_CAPITALIZE };

/// The classes of the line breaking algorithm (UAX #14) that Text names.
enum CICULineBreak {
  CICU_LB_ALPHABETIC = 2,
  CICU_LB_BREAK_AFTER = 4,
  CICU_LB_BREAK_BEFORE = 5,
  CICU_LB_MANDATORY_BREAK = 6,
  CICU_LB_CONTINGENT_BREAK = 7,
  CICU_LB_CLOSE_PUNCTUATION = 8,
  CICU_LB_COMBINING_MARK = 9,
  CICU_LB_EXCLAMATION = 11,
  CICU_LB_GLUE = 12,
  CICU_LB_HYPHEN = 13,
  CICU_LB_INSEPARABLE = 15,
  CICU_LB_INFIX_NUMERIC = 16,
  CICU_LB_LINE_FEED = 17,
  CICU_LB_NONSTARTER = 18,
  CICU_LB_NUMERIC = 19,
  CICU_LB_OPEN_PUNCTUATION = 20,
  CICU_LB_POSTFIX_NUMERIC = 21,
  CICU_LB_QUOTATION = 23,
  CICU_LB_COMPLEX_CONTEXT = 24,
  CICU_LB_SPACE = 26,
  CICU_LB_BREAK_SYMBOLS = 27,
  CICU_LB_ZWSPACE = 28,
  CICU_LB_WORD_JOINER = 30,
  CICU_LB_CLOSE_PARENTHESIS = 36,
  CICU_LB_HEBREW_LETTER = 38,
  CICU_LB_ZWJ = 42,
};

/// An iterator over line breaks as CSS's `line-break: normal` has them, or null.
UBreakIterator *cicu_line_breaks_open(void);

/// An iterator over grapheme clusters, or null.
UBreakIterator *cicu_graphemes_open(void);

/// Points an iterator at a text, which must outlive its use; whether that worked.
int cicu_breaks_set(UBreakIterator *breaks, const uint16_t *text, int32_t length);

/// The next boundary, or -1.
int32_t cicu_breaks_next(UBreakIterator *breaks);

/// The first boundary after an offset, or -1.
int32_t cicu_breaks_following(UBreakIterator *breaks, int32_t offset);

/// The last boundary before an offset, or -1.
int32_t cicu_breaks_preceding(UBreakIterator *breaks, int32_t offset);

/// Whether an offset is a boundary.
int cicu_breaks_is_boundary(UBreakIterator *breaks, int32_t offset);

void cicu_breaks_close(UBreakIterator *breaks);

UBiDi *cicu_bidi_open(void);

void cicu_bidi_close(UBiDi *bidi);

/// Resolves the levels of a text, which must outlive their use; null if that failed.
/// The base level is 0, 1 or UBIDI_DEFAULT_LTR.
const uint8_t *cicu_bidi_levels(UBiDi *bidi, const uint16_t *text, int32_t length, uint8_t base);

/// The base level of the paragraph that an offset lies in.
uint8_t cicu_bidi_paragraph_level(UBiDi *bidi, int32_t offset);

int cicu_is_emoji(int32_t c);

int cicu_is_emoji_presentation(int32_t c);

int cicu_is_default_ignorable(int32_t c);

/// Whether a code point goes on with the grapheme before it.
int cicu_is_grapheme_extend(int32_t c);

/// Whether a code point is a mark of any kind (general categories Mn, Mc and Me).
int cicu_is_mark(int32_t c);

/// Whether a code point's East Asian width is full, half or wide.
int cicu_is_east_asian(int32_t c);

/// A code point's line-breaking class, one of CICULineBreak or another of ICU.
int cicu_line_break_class(int32_t c);

/// Writes the scripts that use a code point of no script, at most `capacity`; how many there are, 0 for one that all use.
int32_t cicu_script_extensions(int32_t c, uint32_t *tags, int32_t capacity);

/// A mapping of letters by the rules of a language (BCP 47, empty for none), or null. Capitalizing leaves the letters
/// after the first of each word as they are.
UCaseMap *cicu_case_open(const char *language);

void cicu_case_close(UCaseMap *map);

/// Maps UTF-8, and returns the length of the result, which is not written if it exceeds the capacity; -1 on failure.
int32_t cicu_case_map(
    UCaseMap *map, enum CICUCase kind, char *result, int32_t capacity, const char *text, int32_t length);

/// An iterator over line breaks by the rules of a locale of ICU, or null.
UBreakIterator *cicu_line_breaks_open_for(const char *locale);

/// A converter to a character set that stops at letters that it lacks, or null.
UConverter *cicu_converter_open(const char *charset);

void cicu_converter_close(UConverter *converter);

/// Converts UTF-16, and returns the number of bytes; -1 if that failed.
int32_t cicu_converter_encode(
    UConverter *converter, const uint16_t *text, int32_t length, char *result, int32_t capacity);

#endif
