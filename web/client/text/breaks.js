// Where a line may end between two characters that are no white space: the pairs of the Unicode line breaking algorithm
// (UAX #14, version 16) that browsers follow with `line-break`, and those of CSS `word-break`. The module has a table for two
// ASCII characters, and the rules for white space.

import { kindsOf } from "./characterClasses.js"
import { canBreak } from "./marks.js"
import { segments } from "./segments.js"

/**
 * @typedef {import("./characterClasses.js").BreakRules} BreakRules
 * @typedef {import("./characterClasses.js").Kind} Kind
 */

const opening = /\p{Pi}/u, closing = /\p{Pf}/u, wordDash = /[-\u2010\u2012\u2013]/u
const hangul = /[\u1100-\u115F\uA960-\uA97F\uAC00-\uD7A3]/u, letterOrDigit = /[\p{L}\p{N}]/u
const withoutSpaces = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,}/gu

/** @type {Kind} The characters before the beginning of a text and after its end. */
const edge = {name: "SP", isWide: false}
/** @type {Kind} */
const ideograph = {name: "ID", isWide: false}, mark = {name: "CM", isWide: false}

const set = (/** @type {string} */ names) => new Set(names.split(" "))
const letters = set("AL HL SA"), ideographs = set("ID EB EM"), affixes = set("PR PO AX PY")
const neverFirst = set("CL CP EX IS SY"), joinedFirst = set("BA HY NS")
const bindsFollowing = set("OP GL WJ BB QU"), bindsPreceding = set("NS NB GL WJ ZW BA HY IN IX QU SP")
const broken = set("AL HL NU SA"), wordStarts = set("SP ZW GL CB")
const beforeHyphen = set("CL CP EX HY IS PO SY"), beforePercent = set("CP IS SY")
const numbers = set("NU-PO NU-PR NU-AX NU-PX PO-NU PR-NU AX-NU PY-NU HY-NU IS-NU NU-NU SY-NU")

/**
 * Marks where a line may end between characters beyond ASCII, or one of them and an ASCII character.
 *
 * @param {string} text
 * @param {Uint8Array} marks One for each unit, and for the end.
 * @param {BreakRules} rules
 */
export function markBreaks(text, marks, rules) {
  const kindOf = kindsOf(rules)
  markPairs(text, marks, kindOf, breaks)
  markWords(text, marks, kindOf)
  if (rules.wordBreak == "keepAll") keepLetters(text, marks, kindOf)
}

/**
 * Marks where a line may end between two ASCII characters, in a browser that has no table of its own for them.
 *
 * @param {string} text
 * @param {Uint8Array} marks One for each unit, and for the end.
 * @param {BreakRules} rules
 */
export function markASCII(text, marks, rules) {
  for (const {index = 0} of text.matchAll(/(?<=[!-~])[!-~]/g)) marks[index] &= ~canBreak
  markPairs(text, marks, kindsOf(rules), breaks)
}

/**
 * Marks where a line may end between two letters or digits, or beside one, as if these were ideographs.
 *
 * @param {string} text
 * @param {Uint8Array} marks One for each unit, and for the end.
 * @param {BreakRules} rules
 */
export function markLetters(text, marks, rules) {
  const kindOf = kindsOf(rules)
  markPairs(text, marks, character => {
    const kind = kindOf(character), {name} = kind
    if (name == "SA" && /\p{M}/u.test(character)) return mark
    return broken.has(name) ? ideograph : kind
  }, breaksLetters)
}

/**
 * @param {string} text
 * @param {Uint8Array} marks
 * @param {(character: string) => Kind} kindOf
 * @param {(place: Place) => boolean} breaks
 */
function markPairs(text, marks, kindOf, breaks) {
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
  if (joinedFirst.has(b) && !(kind.startsLines && a == "ID" && !hangul.test(last)) || a == "BB") return false  // LB21
  if (before.name == "HL" && (a == "HY" || a == "BA")) return b == "HL"  // LB21a
  if (a == "SY" && b == "HL" || b == "IN" || b == "IX" && a != "IX") return false  // LB21b, LB22
  if (a == "NU" && letters.has(b) || letters.has(a) && b == "NU") return false  // LB23
  if (a == "PR" && ideographs.has(b) || ideographs.has(a) && b == "PO") return false  // LB23a, LB27
  if (affixes.has(a) && letters.has(b) || letters.has(a) && affixes.has(b)) return false  // LB24
  if (numbers.has(`${a}-${b}`)) return false  // LB25
  if ((letters.has(a) || a == "IS") && letters.has(b)) return false  // LB28, LB29
  if ((letters.has(a) || a == "NU") && b == "OP" && !kind.isWide) return false  // LB30
  if (a == "CP" && (letters.has(b) || b == "NU")) return false
  return !(a == "RI" && b == "RI" && isOdd)  // LB30a
}

// Chromium has pairs of its own where letters are broken.
/** @param {Place} place */
function breaksLetters(place) {
  const {before, left, last, kind, character} = place
  if (character == "-") return left == ideograph || beforeHyphen.has(left.name)
  if (character == "%" && beforePercent.has(left.name)) return false
  // A dash at the beginning of a word stays with its first letter.
  if (kind == ideograph && wordDash.test(last) && wordStarts.has(before.name)) return false
  return breaks(place)
}

/**
 * Marks where words begin in scripts that have no spaces between them.
 *
 * @param {string} text
 * @param {Uint8Array} marks
 * @param {(character: string) => Kind} kindOf
 */
function markWords(text, marks, kindOf) {
  for (const {0: run, index: start = 0} of text.matchAll(withoutSpaces)) {
    for (const {index} of segments(run, "word")) {
      if (index && kindOf(run[index]).name == "SA" && kindOf(run[index - 1]).name == "SA") marks[start + index] |= canBreak
    }
  }
}

/**
 * Removes the breaks between two letters or digits, except in scripts that have no spaces between words.
 *
 * @param {string} text
 * @param {Uint8Array} marks
 * @param {(character: string) => Kind} kindOf
 */
function keepLetters(text, marks, kindOf) {
  let at = 0, wasKept = false
  for (const character of text) {
    // A mark belongs to the letter before it.
    if (!/\p{M}/u.test(character)) {
      const isKept = letterOrDigit.test(character) && kindOf(character).name != "SA"
      if (wasKept && isKept) marks[at] &= ~canBreak
      wasKept = isKept
    }
    at += character.length
  }
}
