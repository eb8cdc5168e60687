// How the letters of a text are replaced: the values of CSS `text-transform`.

import { wordsOf } from "./segments.js"

/**
 * @typedef {"none" | "uppercase" | "lowercase" | "capitalize"} TextCase
 */

/** The values, in the order of the module. */
export const textCases = /** @type {TextCase[]} */ (["none", "uppercase", "lowercase", "capitalize"])

const digraphs = ["\u01C4\u01C5\u01C6", "\u01C7\u01C8\u01C9", "\u01CA\u01CB\u01CC", "\u01F1\u01F2\u01F3"]
const georgian = /[\u10D0-\u10FF]/, wordStart = /[\p{L}\p{N}\p{S}\p{Co}]/u, wordPart = /[\p{Alphabetic}\p{N}]/u
/** Languages in which letters have other capitals, in the middle of a text as well as at its beginning. */
const ownCapitals = /^(?:az|lt|tr)\b/

/**
 * Replaces the letters of a text by the rules of a language.
 *
 * @param {string} text
 * @param {TextCase} textCase
 * @param {string} [language] A tag; one that is unknown is none.
 * @param {string} [previous] The character before the text, which may belong to its first word.
 */
export function replaceLetters(text, textCase, language = "", previous = "") {
  const locale = localeOf(language)
  // Georgian capitals, which few fonts have, are for whole texts that are written in them.
  if (textCase == "uppercase") return text.replace(/[^\u10D0-\u10FF]+/g, part => capitals(part, locale))
  if (textCase == "lowercase") return locale ? text.toLocaleLowerCase(locale) : text.toLowerCase()
  if (textCase == "none") return text
  // A word that began before the text has its capital already: any letter stands for its beginning.
  const before = wordPart.test(previous) ? "x" : ""
  let result = ""
  for (const {segment, index} of wordsOf(before + text, locale)) {
    result += index < before.length ? segment.slice(before.length) : capitalized(segment, locale)
  }
  return result
}

/**
 * @param {string} word
 * @param {string} [locale]
 */
function capitalized(word, locale) {
  const found = wordStart.exec(word)
  if (!found) return word
  const {0: letter, index} = found, after = index + letter.length
  // In Dutch, "ij" is one letter.
  if (locale?.startsWith("nl") && /^ij/i.test(word.slice(index))) return `${word.slice(0, index)}IJ${word.slice(index + 2)}`
  return word.slice(0, index) + titled(letter, locale) + word.slice(after)
}

/**
 * @param {string} text
 * @param {string} [locale]
 */
function capitals(text, locale) {
  return locale ? text.toLocaleUpperCase(locale) : text.toUpperCase()
}

/**
 * The title case of a letter.
 *
 * @param {string} letter
 * @param {string} [locale]
 */
function titled(letter, locale) {
  const digraph = digraphs.find(forms => forms.includes(letter))
  if (digraph) return digraph[1]
  if (georgian.test(letter)) return letter
  const base = letter.normalize("NFD")
  // A small iota below a letter stays below.
  if (base.endsWith("\u0345")) return (base.slice(0, -1).toUpperCase() + "\u0345").normalize("NFC")
  const [first = "", ...others] = capitals(letter, locale && ownCapitals.test(locale) ? locale : undefined)
  return first + others.join("").toLowerCase()
}

/**
 * @param {string} language
 * @returns {string | undefined}
 */
function localeOf(language) {
  const locale = language.replaceAll("_", "-").toLowerCase()
  try {
    locale.toLocaleUpperCase(locale)
    return locale || undefined
  } catch {
    return undefined
  }
}
