#include <hb.h>
#include <hb-aat.h>
#include <hb-ot.h>
#include <stddef.h>

// Swift sees no macros with arguments, nor the constants that are made with them.

/// The variation axis of weights.
static inline hb_tag_t chb_weight_axis(void) { return HB_OT_TAG_VAR_AXIS_WEIGHT; }

/// The tag of an OpenType feature, table or script by its four letters.
static inline hb_tag_t chb_tag(char a, char b, char c, char d) { return HB_TAG(a, b, c, d); }

/// Whether the text may not be cut before a glyph without shaping both sides anew.
static inline int chb_is_unsafe_to_break(const hb_glyph_info_t *glyph)
{
  return (hb_glyph_info_get_glyph_flags(glyph) & HB_GLYPH_FLAG_UNSAFE_TO_BREAK) != 0;
}

/// Whether the text on one side of a glyph may depend on that on the other; known only where the buffer requests it.
static inline int chb_is_unsafe_to_concat(const hb_glyph_info_t *glyph)
{
  return (hb_glyph_info_get_glyph_flags(glyph) & HB_GLYPH_FLAG_UNSAFE_TO_CONCAT) != 0;
}

/// The script of a code point, as HarfBuzz's own tables have it.
static inline hb_script_t chb_script(hb_codepoint_t code_point)
{
  return hb_unicode_script(hb_unicode_funcs_get_default(), code_point);
}

/// The composition of two code points, or 0 where there is none.
static inline hb_codepoint_t chb_compose(hb_codepoint_t first, hb_codepoint_t second)
{
  hb_codepoint_t composed = 0;
  return hb_unicode_compose(hb_unicode_funcs_get_default(), first, second, &composed) ? composed : 0;
}

/// Whether a face is shaped by its OpenType tables alone, not by Apple's or by a `kern` table of old.
static inline int chb_has_only_opentype_layout(hb_face_t *face)
{
  if (hb_aat_layout_has_substitution(face) || hb_aat_layout_has_positioning(face)) return 0;
  const hb_tag_t kern[] = {HB_TAG('k', 'e', 'r', 'n'), HB_TAG_NONE};
  hb_set_t *lookups = hb_set_create();
  hb_ot_layout_collect_lookups(face, HB_OT_TAG_GPOS, NULL, NULL, kern, lookups);
  int has_kerning = !hb_set_is_empty(lookups);
  hb_set_destroy(lookups);
  hb_blob_t *table = hb_face_reference_table(face, kern[0]);
  int has_table = hb_blob_get_length(table) > 0;
  hb_blob_destroy(table);
  return has_kerning || !has_table;
}
