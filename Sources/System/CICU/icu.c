#include "cicu.h"

#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/ucasemap.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/uscript.h>

// The header has ICU's numbers.
_Static_assert((int)CICU_LB_ALPHABETIC == (int)U_LB_ALPHABETIC, "ICU has another number");
_Static_assert((int)CICU_LB_BREAK_AFTER == (int)U_LB_BREAK_AFTER, "ICU has another number");
_Static_assert((int)CICU_LB_BREAK_BEFORE == (int)U_LB_BREAK_BEFORE, "ICU has another number");
_Static_assert((int)CICU_LB_MANDATORY_BREAK == (int)U_LB_MANDATORY_BREAK, "ICU has another number");
_Static_assert((int)CICU_LB_CONTINGENT_BREAK == (int)U_LB_CONTINGENT_BREAK, "ICU has another number");
_Static_assert((int)CICU_LB_CLOSE_PUNCTUATION == (int)U_LB_CLOSE_PUNCTUATION, "ICU has another number");
_Static_assert((int)CICU_LB_COMBINING_MARK == (int)U_LB_COMBINING_MARK, "ICU has another number");
_Static_assert((int)CICU_LB_EXCLAMATION == (int)U_LB_EXCLAMATION, "ICU has another number");
_Static_assert((int)CICU_LB_GLUE == (int)U_LB_GLUE, "ICU has another number");
_Static_assert((int)CICU_LB_HYPHEN == (int)U_LB_HYPHEN, "ICU has another number");
_Static_assert((int)CICU_LB_INSEPARABLE == (int)U_LB_INSEPARABLE, "ICU has another number");
_Static_assert((int)CICU_LB_INFIX_NUMERIC == (int)U_LB_INFIX_NUMERIC, "ICU has another number");
_Static_assert((int)CICU_LB_LINE_FEED == (int)U_LB_LINE_FEED, "ICU has another number");
_Static_assert((int)CICU_LB_NONSTARTER == (int)U_LB_NONSTARTER, "ICU has another number");
_Static_assert((int)CICU_LB_OPEN_PUNCTUATION == (int)U_LB_OPEN_PUNCTUATION, "ICU has another number");
_Static_assert((int)CICU_LB_POSTFIX_NUMERIC == (int)U_LB_POSTFIX_NUMERIC, "ICU has another number");
_Static_assert((int)CICU_LB_QUOTATION == (int)U_LB_QUOTATION, "ICU has another number");
_Static_assert((int)CICU_LB_SPACE == (int)U_LB_SPACE, "ICU has another number");
_Static_assert((int)CICU_LB_BREAK_SYMBOLS == (int)U_LB_BREAK_SYMBOLS, "ICU has another number");
_Static_assert((int)CICU_LB_ZWSPACE == (int)U_LB_ZWSPACE, "ICU has another number");
_Static_assert((int)CICU_LB_WORD_JOINER == (int)U_LB_WORD_JOINER, "ICU has another number");
_Static_assert((int)CICU_LB_CLOSE_PARENTHESIS == (int)U_LB_CLOSE_PARENTHESIS, "ICU has another number");
_Static_assert((int)CICU_LB_HEBREW_LETTER == (int)U_LB_HEBREW_LETTER, "ICU has another number");
_Static_assert((int)CICU_LB_ZWJ == (int)U_LB_ZWJ, "ICU has another number");

UBreakIterator *cicu_line_breaks_open(void)
{
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *breaks = ubrk_open(UBRK_LINE, "en@lb=normal", NULL, 0, &status);
  return U_SUCCESS(status) ? breaks : NULL;
}

UBreakIterator *cicu_graphemes_open(void)
{
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *breaks = ubrk_open(UBRK_CHARACTER, "en", NULL, 0, &status);
  return U_SUCCESS(status) ? breaks : NULL;
}

int cicu_breaks_set(UBreakIterator *breaks, const UChar *text, int32_t length)
{
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(breaks, text, length, &status);
  return U_SUCCESS(status);
}

int32_t cicu_breaks_next(UBreakIterator *breaks) { return ubrk_next(breaks); }

int32_t cicu_breaks_following(UBreakIterator *breaks, int32_t offset)
{
  return ubrk_following(breaks, offset);
}

int32_t cicu_breaks_preceding(UBreakIterator *breaks, int32_t offset)
{
  return ubrk_preceding(breaks, offset);
}

int cicu_breaks_is_boundary(UBreakIterator *breaks, int32_t offset)
{
  return ubrk_isBoundary(breaks, offset);
}

void cicu_breaks_close(UBreakIterator *breaks) { ubrk_close(breaks); }

UBiDi *cicu_bidi_open(void) { return ubidi_open(); }

void cicu_bidi_close(UBiDi *bidi) { ubidi_close(bidi); }

const UBiDiLevel *cicu_bidi_levels(
    UBiDi *bidi, const UChar *text, int32_t length, UBiDiLevel base)
{
  UErrorCode status = U_ZERO_ERROR;
  ubidi_setPara(bidi, text, length, base, NULL, &status);
  const UBiDiLevel *levels = ubidi_getLevels(bidi, &status);
  return U_SUCCESS(status) ? levels : NULL;
}

UBiDiLevel cicu_bidi_paragraph_level(UBiDi *bidi, int32_t offset)
{
  UErrorCode status = U_ZERO_ERROR;
  UBiDiLevel level = 0;
  ubidi_getParagraph(bidi, offset, NULL, NULL, &level, &status);
  return U_SUCCESS(status) ? level : 0;
}

int cicu_is_emoji(UChar32 c) { return u_hasBinaryProperty(c, UCHAR_EMOJI); }

int cicu_is_emoji_presentation(UChar32 c)
{
  return u_hasBinaryProperty(c, UCHAR_EMOJI_PRESENTATION);
}

int cicu_is_default_ignorable(UChar32 c)
{
  return u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

int cicu_is_grapheme_extend(UChar32 c)
{
  return u_hasBinaryProperty(c, UCHAR_GRAPHEME_EXTEND);
}

int cicu_is_mark(UChar32 c) { return (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0; }

int cicu_is_east_asian(UChar32 c)
{
  int width = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_FULLWIDTH || width == U_EA_HALFWIDTH || width == U_EA_WIDE;
}

int cicu_line_break_class(UChar32 c) { return u_getIntPropertyValue(c, UCHAR_LINE_BREAK); }

/// A script's four letters as a number, as HarfBuzz counts scripts; 0 for none.
static uint32_t cicu_script_tag(UScriptCode script)
{
  const char *name = uscript_getShortName(script);
  if (name == NULL || name[0] == 0 || name[1] == 0 || name[2] == 0 || name[3] == 0) return 0;
  return (uint32_t)(uint8_t)name[0] << 24 | (uint32_t)(uint8_t)name[1] << 16 | (uint32_t)(uint8_t)name[2] << 8
      | (uint32_t)(uint8_t)name[3];
}

int32_t cicu_script_extensions(UChar32 c, uint32_t *tags, int32_t capacity)
{
  UScriptCode scripts[64];
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = uscript_getScriptExtensions(c, scripts, 64, &status);
  if (U_FAILURE(status)) return 0;
  if (count == 1 && scripts[0] <= USCRIPT_INHERITED) return 0;
  if (count > capacity) count = capacity;
  for (int32_t index = 0; index < count; index++) tags[index] = cicu_script_tag(scripts[index]);
  return count;
}

UCaseMap *cicu_case_open(const char *language)
{
  UErrorCode status = U_ZERO_ERROR;
  UCaseMap *map = ucasemap_open(language, U_TITLECASE_NO_LOWERCASE, &status);
  return U_SUCCESS(status) ? map : NULL;
}

void cicu_case_close(UCaseMap *map) { ucasemap_close(map); }

int32_t cicu_case_map(
    UCaseMap *map, enum CICUCase kind, char *result, int32_t capacity, const char *text, int32_t length)
{
  UErrorCode status = U_ZERO_ERROR;
  int32_t needed = 0;
  switch (kind) {
  case CICU_UPPERCASE: needed = ucasemap_utf8ToUpper(map, result, capacity, text, length, &status); break;
  case CICU_LOWERCASE: needed = ucasemap_utf8ToLower(map, result, capacity, text, length, &status); break;
  case CICU_CAPITALIZE: needed = ucasemap_utf8ToTitle(map, result, capacity, text, length, &status); break;
  }
  return U_SUCCESS(status) || status == U_BUFFER_OVERFLOW_ERROR ? needed : -1;
}

UBreakIterator *cicu_line_breaks_open_for(const char *locale)
{
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *breaks = ubrk_open(UBRK_LINE, locale, NULL, 0, &status);
  return U_SUCCESS(status) ? breaks : NULL;
}

UConverter *cicu_converter_open(const char *charset)
{
  UErrorCode status = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(charset, &status);
  if (U_FAILURE(status)) return NULL;
  ucnv_setFromUCallBack(converter, UCNV_FROM_U_CALLBACK_STOP, NULL, NULL, NULL, &status);
  if (U_SUCCESS(status)) return converter;
  ucnv_close(converter);
  return NULL;
}

void cicu_converter_close(UConverter *converter) { ucnv_close(converter); }

int32_t cicu_converter_encode(
    UConverter *converter, const UChar *text, int32_t length, char *result, int32_t capacity)
{
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = ucnv_fromUChars(converter, result, capacity, text, length, &status);
  return U_SUCCESS(status) ? count : -1;
}
