#include <stdint.h>
#include <unicode/ubrk.h>
#include <unicode/ucasemap.h>
#include <unicode/ucnv.h>

// The functions of ICU whose results depend on a language. Their names bear the version of ICU behind macros that Swift
// does not see; these names stay.

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
