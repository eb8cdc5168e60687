#include <stdint.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/ucasemap.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/uscript.h>

// ICU's functions bear its version in their names (ubrk_open_72) behind macros that Swift sees through;
// these names stay. First the functions that do not depend on a language, then those that do.

/// An iterator over line breaks as CSS's `line-break: normal` has them, or null.
static inline UBreakIterator *cicu_line_breaks_open(void)
{
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *breaks = ubrk_open(UBRK_LINE, "en@lb=normal", NULL, 0, &status);
  return U_SUCCESS(status) ? breaks : NULL;
}

/// An iterator over grapheme clusters, or null.
static inline UBreakIterator *cicu_graphemes_open(void)
{
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *breaks = ubrk_open(UBRK_CHARACTER, "en", NULL, 0, &status);
  return U_SUCCESS(status) ? breaks : NULL;
}

/// Points an iterator at a text, which must outlive its use; whether that worked.
static inline int cicu_breaks_set(UBreakIterator *breaks, const UChar *text, int32_t length)
{
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(breaks, text, length, &status);
  return U_SUCCESS(status);
}

/// The next boundary, or -1.
static inline int32_t cicu_breaks_next(UBreakIterator *breaks) { return ubrk_next(breaks); }

/// The first boundary after an offset, or -1.
static inline int32_t cicu_breaks_following(UBreakIterator *breaks, int32_t offset)
{
  return ubrk_following(breaks, offset);
}

/// The last boundary before an offset, or -1.
static inline int32_t cicu_breaks_preceding(UBreakIterator *breaks, int32_t offset)
{
  return ubrk_preceding(breaks, offset);
}

/// Whether an offset is a boundary.
static inline int cicu_breaks_is_boundary(UBreakIterator *breaks, int32_t offset)
{
  return ubrk_isBoundary(breaks, offset);
}

static inline void cicu_breaks_close(UBreakIterator *breaks) { ubrk_close(breaks); }

static inline UBiDi *cicu_bidi_open(void) { return ubidi_open(); }

static inline void cicu_bidi_close(UBiDi *bidi) { ubidi_close(bidi); }

/// Resolves the levels of a text, which must outlive their use; null if that failed.
/// The base level is 0, 1 or UBIDI_DEFAULT_LTR.
static inline const UBiDiLevel *cicu_bidi_levels(
    UBiDi *bidi, const UChar *text, int32_t length, UBiDiLevel base)
{
  UErrorCode status = U_ZERO_ERROR;
  ubidi_setPara(bidi, text, length, base, NULL, &status);
  const UBiDiLevel *levels = ubidi_getLevels(bidi, &status);
  return U_SUCCESS(status) ? levels : NULL;
}

/// The base level of the paragraph that an offset lies in.
static inline UBiDiLevel cicu_bidi_paragraph_level(UBiDi *bidi, int32_t offset)
{
  UErrorCode status = U_ZERO_ERROR;
  UBiDiLevel level = 0;
  ubidi_getParagraph(bidi, offset, NULL, NULL, &level, &status);
  return U_SUCCESS(status) ? level : 0;
}

static inline int cicu_is_emoji(UChar32 c) { return u_hasBinaryProperty(c, UCHAR_EMOJI); }

static inline int cicu_is_emoji_presentation(UChar32 c)
{
  return u_hasBinaryProperty(c, UCHAR_EMOJI_PRESENTATION);
}

static inline int cicu_is_emoji_modifier(UChar32 c)
{
  return u_hasBinaryProperty(c, UCHAR_EMOJI_MODIFIER);
}

static inline int cicu_is_default_ignorable(UChar32 c)
{
  return u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

/// Whether a code point goes on with the grapheme before it.
static inline int cicu_is_grapheme_extend(UChar32 c)
{
  return u_hasBinaryProperty(c, UCHAR_GRAPHEME_EXTEND);
}

/// Whether a code point is a mark of any kind (general categories Mn, Mc and Me).
static inline int cicu_is_mark(UChar32 c) { return (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0; }

/// Whether a code point's East Asian width is full, half or wide.
static inline int cicu_is_east_asian(UChar32 c)
{
  int width = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_FULLWIDTH || width == U_EA_HALFWIDTH || width == U_EA_WIDE;
}

/// A code point's line-breaking class, of the ULineBreak values.
static inline int cicu_line_break_class(UChar32 c) { return u_getIntPropertyValue(c, UCHAR_LINE_BREAK); }

/// A script's four letters as a number, as HarfBuzz counts scripts; 0 for none.
static inline uint32_t cicu_script_tag(UScriptCode script)
{
  const char *name = uscript_getShortName(script);
  if (name == NULL || name[0] == 0 || name[1] == 0 || name[2] == 0 || name[3] == 0) return 0;
  return (uint32_t)(uint8_t)name[0] << 24 | (uint32_t)(uint8_t)name[1] << 16 | (uint32_t)(uint8_t)name[2] << 8
      | (uint32_t)(uint8_t)name[3];
}

/// Writes the scripts that use a code point of no script, at most `capacity`; how many there are, 0 for one that all use.
static inline int32_t cicu_script_extensions(UChar32 c, uint32_t *tags, int32_t capacity)
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

enum CICUCase { CICU_UPPERCASE, CICU_LOWERCASE, CICU_CAPITALIZE };

/// A mapping of letters by the rules of a language (BCP 47, empty for none), or null. Capitalizing leaves the letters
/// after the first of each word as they are.
static inline UCaseMap *cicu_case_open(const char *language)
{
  UErrorCode status = U_ZERO_ERROR;
  UCaseMap *map = ucasemap_open(language, U_TITLECASE_NO_LOWERCASE, &status);
  return U_SUCCESS(status) ? map : NULL;
}

static inline void cicu_case_close(UCaseMap *map) { ucasemap_close(map); }

/// Maps UTF-8, and returns the length of the result, which is not written if it exceeds the capacity; -1 on failure.
static inline int32_t cicu_case_map(
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

/// An iterator over line breaks by the rules of a locale of ICU, or null.
static inline UBreakIterator *cicu_line_breaks_open_for(const char *locale)
{
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *breaks = ubrk_open(UBRK_LINE, locale, NULL, 0, &status);
  return U_SUCCESS(status) ? breaks : NULL;
}

/// A converter to a character set that stops at letters that it lacks, or null.
static inline UConverter *cicu_converter_open(const char *charset)
{
  UErrorCode status = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(charset, &status);
  if (U_FAILURE(status)) return NULL;
  ucnv_setFromUCallBack(converter, UCNV_FROM_U_CALLBACK_STOP, NULL, NULL, NULL, &status);
  if (U_SUCCESS(status)) return converter;
  ucnv_close(converter);
  return NULL;
}

static inline void cicu_converter_close(UConverter *converter) { ucnv_close(converter); }

/// Converts UTF-16, and returns the number of bytes; -1 if that failed.
static inline int32_t cicu_converter_encode(
    UConverter *converter, const UChar *text, int32_t length, char *result, int32_t capacity)
{
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = ucnv_fromUChars(converter, result, capacity, text, length, &status);
  return U_SUCCESS(status) ? count : -1;
}
