import { textCases } from "./letters.js"
import { modes } from "./TextModule.js"

/**
 * @typedef {import("./characterClasses.js").BreakRules} BreakRules
 * @typedef {import("./letters.js").TextCase} TextCase
 */

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
 * @property {TextCase} [textCase] How letters are replaced: `none` by default.
 * @property {string} [language] A tag such as `tr`, by whose rules letters are replaced, and lines broken.
 * @property {BreakRules["strictness"]} [lineBreakStrictness] `normal` by default.
 * @property {BreakRules["wordBreak"]} [wordBreak] `normal` by default.
 *
 * @typedef {object} FullStyle
 * @property {string} font As in CSS.
 * @property {number} size
 * @property {number | undefined} lineHeight
 * @property {number} letterSpacing
 * @property {number} lines
 * @property {string} mode
 * @property {BreakRules} rules
 * @property {TextCase} textCase
 * @property {string} language
 */

const weights = ["ultraLight", "thin", "light", "regular", "medium", "semibold", "bold", "heavy", "black"]
const generic = /^(?:-apple-system|cursive|emoji|fangsong|fantasy|math|monospace|sans-serif|serif|system-ui|ui-[a-z-]+)$/

/** The strictness of line breaks, and the breaks in words, in the order of the module. */
const strictnesses = /** @type {BreakRules["strictness"][]} */ (["loose", "normal", "strict"])
const wordBreaks = /** @type {BreakRules["wordBreak"][]} */ (["normal", "keepAll", "breakAll"])
const ends = /** @type {BreakRules["ends"][]} */ (["words", "anywhere", "nowhere"])

const styleMembers = [
  "font", "lineHeight", "letterSpacing", "lines", "lineBreakMode", "textCase", "language", "lineBreakStrictness", "wordBreak",
]
const fontMembers = ["family", "size", "weight", "italic"]

/**
 * The style with its defaults, and the font as CSS has it.
 *
 * @param {TextStyle} style
 * @returns {FullStyle}
 */
export function fullStyle(style) {
  checkMembers(style, "", styleMembers)
  const {font = {}, lineHeight, letterSpacing = 0, lines = 1, lineBreakMode: mode = "truncatingTail"} = style
  const {textCase = "none", language = "", lineBreakStrictness: strictness = "normal", wordBreak = "normal"} = style
  checkMembers(font, "font.", fontMembers)
  const {family = "system-ui", size = 17, weight = 400, italic = false} = font
  const families = [family].flat(), boldness = typeof weight == "number" ? weight : 100 + 100 * weights.indexOf(weight)
  check(isNumber(size, 0, 10_000), `font.size is ${size}, and takes 0 to 10,000`)
  check(isNumber(boldness, 1, 1000), `font.weight is ${weight}, and takes 1 to 1000, or ${weights.join(", ")}`)
  check(typeof italic == "boolean", `font.italic is ${italic}, and takes true or false`)
  check(families.length > 0 && families.every(name => typeof name == "string" && name), "font.family takes names")
  check(lineHeight === undefined || isNumber(lineHeight, 0, 10_000), `lineHeight is ${lineHeight}, and takes 0 to 10,000`)
  check(isNumber(letterSpacing, -10_000, 10_000), `letterSpacing is ${letterSpacing}, and takes -10,000 to 10,000`)
  check(Number.isInteger(lines) && lines >= 0, `lines is ${lines}, and takes 0 or more`)
  check(modes.includes(mode), `lineBreakMode is ${mode}, and takes ${modes.join(", ")}`)
  check(textCases.includes(textCase), `textCase is ${textCase}, and takes ${textCases.join(", ")}`)
  check(typeof language == "string", `language is ${language}, and takes a tag`)
  check(strictnesses.includes(strictness), `lineBreakStrictness is ${strictness}, and takes ${strictnesses.join(", ")}`)
  check(wordBreaks.includes(wordBreak), `wordBreak is ${wordBreak}, and takes ${wordBreaks.join(", ")}`)
  const isEastAsian = /^(?:ja|zh)(?:[-_]|$)/i.test(language)
  return {
    font: cssFont({families, size, weight: boldness, italic}), size, lineHeight, letterSpacing,
    lines: Math.min(lines, 0x7FFFFFFF), mode, textCase, language,
    rules: {ends: mode == "clipping" ? "nowhere" : mode == "charWrapping" ? "anywhere" : "words", strictness, wordBreak, isEastAsian},
  }
}

/**
 * The rules that the module passes as bits: `PageBreaks` there.
 *
 * @param {number} bits
 * @returns {BreakRules}
 */
export function rulesOf(bits) {
  return {
    ends: ends[bits & 3], strictness: strictnesses[bits >> 2 & 3], wordBreak: wordBreaks[bits >> 4 & 3], isEastAsian: bits >> 6 == 1,
  }
}

/**
 * A font as CSS has it.
 *
 * @param {{families: string[], size: number, weight: number, italic: boolean}} font
 */
export function cssFont({families, size, weight, italic}) {
  const names = families.map(name => generic.test(name) ? name : JSON.stringify(name))
  return `${italic ? "italic " : ""}${weight} ${size}px ${names.join(", ")}`
}

/**
 * Checks the names of members: an unknown one would give the size of another text.
 *
 * @param {object} members
 * @param {string} prefix
 * @param {string[]} names
 */
function checkMembers(members, prefix, names) {
  check(typeof members == "object" && members != null, `${prefix.slice(0, -1) || "The style"} is no object`)
  for (const name in members) check(names.includes(name), `${prefix}${name} is unknown; there are ${names.join(", ")}`)
}

/**
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
function isNumber(value, least, most) {
  return typeof value == "number" && value >= least && value <= most
}

/**
 * @param {boolean} isRight
 * @param {string} fault
 */
function check(isRight, fault) {
  if (!isRight) throw new RangeError(`${fault}.`)
}
