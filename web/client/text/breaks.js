// Where a line may end between two characters that are no white space: the pairs of the Unicode line breaking algorithm
// (UAX #14, version 16) that browsers follow with `line-break: auto`. The module has a table for two ASCII characters, and
// the rules for white space. Browsers have no interface to the classes of characters; most of them follow from others.

import { canBreak } from "./marks.js"

/**
 * @typedef {{name: string, isWide: boolean}} Kind The class of a character, and whether it is East Asian.
 */

/** @param {string[]} parts Of a set of characters. */
const characters = (...parts) => new RegExp(parts.join(""), "u")

/** @type {[name: string, characters: RegExp][]} The first that has a character is its class. */
const classes = [
  ["SP", /[\t-\r \x85\u1680\u2000-\u2006\u2008-\u200A\u2028\u2029\u205F\u3000]/u],
  ["ZW", /\u200B/u],
  ["WJ", /[\u2060\uFEFF]/u],
  ["GL", /[\xA0\u034F\u035C-\u0362\u0F08\u0F0C\u0F12\u180E\u2007\u2011\u202F]/u],
  ["ZWJ", /\u200D/u],
  ["SA", /(?=[\p{L}\p{M}])[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u],
  // Jamo after the first of a syllable belong to it like marks.
  ["CM", /[\p{M}\p{Cc}\u1160-\u11FF\u200C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u],
  ["RI", /\p{Regional_Indicator}/u],
  ["CB", /\uFFFC/u],
  ["HY", /-/u],
  ["B2", /[\u2014\u2E3A\u2E3B]/u],
  ["BA", characters(
    String.raw`[|\xAD\u058A\u05BE\u0964\u0965\u0E5A\u0E5B\u1361\u17D4\u17D5\u2010\u2012\u2013\u2027\u2056\u2058-\u205B`,
    String.raw`\u2E0E-\u2E15\u2E17]`,
  )],
  ["BB", /[\xB4\u02C8\u02CC\u02DF\u0F01-\u0F04]/u],
  ["IN", /[\u2024-\u2026\u22EF\uFE19]/u],
  ["CP", /[)\]]/u],
  ["CL", /[\p{Pe}\u3001\u3002\uFE11\uFE12\uFE50\uFE52\uFF0C\uFF0E\uFF61\uFF64]/u],
  ["OP", /[\p{Ps}\xA1\xBF\u2E18]/u],
  ["QU", /["'\p{Pi}\p{Pf}\u275B-\u2760]/u],
  ["EX", /[!?\u05C6\u061B\u061D-\u061F\u06D4\u07F9\u2762\u2763\uFE15\uFE16\uFE56\uFE57\uFF01\uFF1F]/u],
  ["NS", characters(
    String.raw`[\u17D6\u203C\u203D\u2047-\u2049\u3005\u301C\u303B\u303C\u309B-\u309E\u30A0\u30FB\u30FD\u30FE\uFE54\uFE55`,
    String.raw`\uFF1A\uFF1B\uFF65\uFF9E\uFF9F]`,
  )],
  ["IS", /[,.:;\u037E\u0589\u060C\u060D\u07F8\u2044\uFE10\uFE13\uFE14]/u],
  ["SY", /\//u],
  ["PO", /[%\xA2\xB0\u0609-\u060B\u066A\u2030-\u2037\u2057\u20A7\u20B6\u20BB\u20BE\u20C0\u2103\u2109\uFDFC\uFE6A\uFF05\uFFE0]/u],
  ["PR", /[+\\\xB1\p{Sc}\u2116\u2212\u2213]/u],
  ["NU", /(?![\uFF10-\uFF19])[\p{Nd}\u066B\u066C]/u],
  ["HL", /(?=\p{L})\p{Script=Hebrew}/u],
  ["EM", /\p{Emoji_Modifier}/u],
  ["EB", /\p{Emoji_Modifier_Base}/u],
  ["ID", characters(
    String.raw`[\u1100-\u115F\u2600-\u2603\u2639-\u263B\u2668\u2764\u2E80-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF`,
    String.raw`\uFE30-\uFE4F\uFF02-\uFF9F\uFFA0-\uFFDC\uFFE2-\uFFE4\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{20000}-\u{3FFFD}`,
    String.raw`\p{Emoji_Presentation}]`,
  )],
  ["ID", /(?=[\u{1F000}-\u{1FAFF}])\p{Extended_Pictographic}/u],
]
const wide = characters(
  String.raw`[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE1F`,
  String.raw`\uFE30-\uFE6F\uFF01-\uFFDC\uFFE0-\uFFEE\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}`,
  String.raw`\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]`,
)
const opening = /\p{Pi}/u, closing = /\p{Pf}/u, wordDash = /[-\u2010\u2012\u2013]/u
const withoutSpaces = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,}/gu

/** @type {Map<string, Kind>} */
const kinds = new Map()
/** The characters before the beginning of a text and after its end. */
const edge = {name: "SP", isWide: false}

/** @param {string} character */
function kindOf(character) {
  let kind = kinds.get(character)
  if (!kind) {
    const [name] = classes.find(([, characters]) => characters.test(character)) ?? ["AL"]
    kinds.set(character, kind = {name, isWide: wide.test(character)})
  }
  return kind
}

const set = (/** @type {string} */ names) => new Set(names.split(" "))
const letters = set("AL HL SA"), ideographs = set("ID EB EM"), affixes = set("PR PO")
const neverFirst = set("CL CP EX IS SY"), joinedFirst = set("BA HY NS")
const bindsFollowing = set("OP GL WJ BB QU"), bindsPreceding = set("NS GL WJ ZW BA HY IN QU SP")
const wordStarts = set("SP ZW GL CB")
const numbers = set("NU-PO NU-PR PO-NU PR-NU HY-NU IS-NU NU-NU SY-NU")

/**
 * Marks where a line may end between characters beyond ASCII, or one of them and an ASCII character.
 *
 * @param {string} text
 * @param {Uint8Array} marks One for each unit, and for the end.
 */
export function markBreaks(text, marks) {
  let at = 0, before = edge, left = edge, isJoined = false, flags = 0, last = ""
  for (const character of text) {
    const right = kindOf(character), {name} = right
    const isMark = name == "CM" || name == "ZWJ" || name == "EM" && left.name == "EB"
    // A mark belongs to the character before it, and stands for a letter after white space.
    if (!isMark || left.name == "SP" || left.name == "ZW") {
      const kind = isMark ? {name: "AL", isWide: false} : right
      const next = () => kindOf(String.fromCodePoint(text.codePointAt(at + character.length) ?? 0x20))
      if (!isJoined && kind.name != "SP" && left.name != "SP"
        && breaks({before, left, last, kind, character, next, isOdd: flags % 2 == 1})) marks[at] |= canBreak
      before = left
      left = kind
      last = character
      flags = name == "RI" ? flags + 1 : 0
    }
    isJoined = name == "ZWJ"
    at += character.length
  }
  markWords(text, marks)
}

/**
 * @typedef {object} Place
 * @property {Kind} before The character before `left`.
 * @property {Kind} left
 * @property {string} last The character of `left`.
 * @property {Kind} kind The character after the place.
 * @property {string} character
 * @property {() => Kind} next The character after that.
 * @property {boolean} isOdd Whether `left` is the first of two regional indicators, which are a flag.
 */

// The rules in their order; comments have their numbers.
/** @param {Place} place */
function breaks({before, left, last, kind, character, next, isOdd}) {
  const a = left.name, b = kind.name
  if (b == "ZW" || a == "ZW") return a == "ZW" && b != "ZW"  // LB7, LB8
  if (a == "WJ" || b == "WJ" || a == "GL") return false  // LB11, LB12
  if (b == "GL") return a == "BA" || a == "HY"  // LB12a
  if (neverFirst.has(b) || a == "OP" || a == "B2" && b == "B2") return false  // LB13, LB14, LB17
  if (b == "QU") {  // LB19, LB19a
    return opening.test(character) && left.isWide && next().isWide && !bindsFollowing.has(a)
  }
  if (a == "QU") return closing.test(last) && before.isWide && kind.isWide && !bindsPreceding.has(b)
  if (a == "CB" || b == "CB") return true  // LB20
  if (wordDash.test(last) && wordStarts.has(before.name) && (b == "AL" || b == "HL")) return false  // LB20a
  if (joinedFirst.has(b) || a == "BB") return false  // LB21
  if (before.name == "HL" && (a == "HY" || a == "BA")) return b == "HL"  // LB21a
  if (a == "SY" && b == "HL" || b == "IN") return false  // LB21b, LB22
  if (a == "NU" && letters.has(b) || letters.has(a) && b == "NU") return false  // LB23
  if (a == "PR" && ideographs.has(b) || ideographs.has(a) && b == "PO") return false  // LB23a, LB27
  if (affixes.has(a) && letters.has(b) || letters.has(a) && affixes.has(b)) return false  // LB24
  if (numbers.has(`${a}-${b}`)) return false  // LB25
  if ((letters.has(a) || a == "IS") && letters.has(b)) return false  // LB28, LB29
  if ((letters.has(a) || a == "NU") && b == "OP" && !kind.isWide) return false  // LB30
  if (a == "CP" && (letters.has(b) || b == "NU")) return false
  return !(a == "RI" && b == "RI" && isOdd)  // LB30a
}

/** How much of a text is divided into clusters at once: the time of `Intl.Segmenter` grows with the square of that. */
const segmentedLength = 1024
/** @type {Record<"word" | "grapheme", Intl.Segmenter | undefined>} */
const segmenters = {word: undefined, grapheme: undefined}

/**
 * The parts of a text.
 *
 * @param {string} text
 * @param {"word" | "grapheme"} granularity
 */
function segments(text, granularity) {
  return (segmenters[granularity] ??= new Intl.Segmenter(undefined, {granularity})).segment(text)
}

/**
 * The grapheme clusters of a text.
 *
 * @param {string} text
 */
export function* clusters(text) {
  let start = 0, length = segmentedLength
  while (start < text.length) {
    // No part ends between two surrogates.
    const end = start + length, part = text.slice(start, text.charCodeAt(end - 1) >> 10 == 0x36 ? end + 1 : end)
    const isLast = start + part.length == text.length
    let next = start
    for (const {index, segment} of segments(part, "grapheme")) {
      // The last cluster may go on behind the part.
      if (isLast || index + segment.length < part.length) yield {index: start + index, segment}
      else next = start + index
    }
    if (isLast) return
    length = next > start ? segmentedLength : 2 * length
    start = next
  }
}

/**
 * Marks where words begin in scripts that have no spaces between them.
 *
 * @param {string} text
 * @param {Uint8Array} marks
 */
function markWords(text, marks) {
  for (const {0: run, index: start = 0} of text.matchAll(withoutSpaces)) {
    for (const {index} of segments(run, "word")) {
      if (index && kindOf(run[index]).name == "SA" && kindOf(run[index - 1]).name == "SA") marks[start + index] |= canBreak
    }
  }
}
