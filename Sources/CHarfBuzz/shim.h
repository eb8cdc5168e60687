#include <hb.h>
#include <hb-ot.h>

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
