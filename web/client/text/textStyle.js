import { modes } from "./TextModule.js"

/**
 * The typography of a text, with the names and the defaults of a template's text.
 *
 * @typedef {object} TextStyle
 * @property {{family?: string | string[], size?: number, weight?: number | string, italic?: boolean}} [font] Families as in
 * CSS, of which the page has its own; 17 points of `system-ui` by default.
 * @property {number} [lineHeight] The height of a line, in points; by default that of the font above and below its baseline.
 * @property {number} [letterSpacing] The space after each character, in points; 0 by default.
 * @property {number} [lines] The largest number of lines; 1 by default, 0 for no limit.
 * @property {string} [lineBreakMode] `truncatingTail` by default.
 *
 * @typedef {object} FullStyle
 * @property {string} font As in CSS.
 * @property {number} size
 * @property {number | undefined} lineHeight
 * @property {number} letterSpacing
 * @property {number} lines
 * @property {string} mode
 */

const weights = ["ultraLight", "thin", "light", "regular", "medium", "semibold", "bold", "heavy", "black"]
const generic = /^(?:-apple-system|cursive|emoji|fangsong|fantasy|math|monospace|sans-serif|serif|system-ui|ui-[a-z-]+)$/

/**
 * The style with its defaults, and the font as CSS has it.
 *
 * @param {TextStyle} style
 * @returns {FullStyle}
 */
export function fullStyle({font = {}, lineHeight, letterSpacing = 0, lines = 1, lineBreakMode: mode = "truncatingTail"}) {
  const {family = "system-ui", size = 17, weight = 400, italic = false} = font
  const families = [family].flat(), boldness = typeof weight == "number" ? weight : 100 + 100 * weights.indexOf(weight)
  check(size >= 0 && size <= 10_000, `font.size is ${size}, and takes 0 to 10,000`)
  check(boldness >= 1 && boldness <= 1000, `font.weight is ${weight}, and takes 1 to 1000, or ${weights.join(", ")}`)
  check(families.length > 0 && families.every(name => typeof name == "string" && name), "font.family takes names")
  check(lineHeight === undefined || lineHeight >= 0 && lineHeight <= 10_000, `lineHeight is ${lineHeight}, and takes 0 to 10,000`)
  check(Math.abs(letterSpacing) <= 10_000, `letterSpacing is ${letterSpacing}, and takes -10,000 to 10,000`)
  check(Number.isInteger(lines) && lines >= 0, `lines is ${lines}, and takes 0 or more`)
  check(modes.includes(mode), `lineBreakMode is ${mode}, and takes ${modes.join(", ")}`)
  const names = families.map(name => generic.test(name) ? name : JSON.stringify(name))
  return {
    font: `${italic ? "italic " : ""}${boldness} ${size}px ${names.join(", ")}`, size, lineHeight, letterSpacing,
    lines: Math.min(lines, 0x7FFFFFFF), mode,
  }
}

/**
 * @param {boolean} isRight
 * @param {string} fault
 */
function check(isRight, fault) {
  if (!isRight) throw new RangeError(`${fault}.`)
}
