import { markASCII, markBreaks, markLetters } from "./breaks.js"
import { isFirefox } from "./isFirefox.js"
import { canBreak, isCluster, isSafe, isSpace } from "./marks.js"
import { clusters } from "./segments.js"

/**
 * @typedef {import("./FontWidths.js").FontWidths} FontWidths
 * @typedef {import("./characterClasses.js").BreakRules} BreakRules
 *
 * @typedef {{marks: Uint8Array, edges: Float64Array}} Columns What a module has of a text, until its memory grows.
 *
 * @typedef {object} Run
 * @property {number} start
 * @property {FontWidths} [widths] None for an attachment, whose width is the edge after it.
 */

/** The most units of a word that is measured as a whole, and of clusters that are. */
const longestWord = 256, longestPrefix = 32
/** Letters of scripts whose words are measured character by character, because lines break between them. */
const separate = new RegExp(
  String.raw`[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u2E80-\uA4CF\uAC00-\uD7A3\uD800-\uDFFF`
  + String.raw`\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF]`,
)
const beyondASCII = /[^\0-\x7F]/

/** The pieces of a text that lines are filled with, each in the font of its run. */
export class TextPieces {
  #text
  #runs
  #rules
  #columns

  /**
   * @param {string} text
   * @param {Run[]} runs
   * @param {BreakRules} rules
   * @param {() => Columns} columns
   */
  constructor(text, runs, rules, columns) {
    this.#text = text
    this.#runs = runs
    this.#rules = rules
    this.#columns = columns
  }

  /** Marks where a line may end between two characters of which one is beyond ASCII, or between any two. */
  markBreaks() {
    const text = this.#text, rules = this.#rules, {marks} = this.#columns()
    if (rules.ends == "anywhere") for (const {index} of clusters(text)) marks[index] |= canBreak
    else if (rules.ends == "words" && beyondASCII.test(text)) markBreaks(text, marks, rules)
  }

  /** Sets the edges of all pieces, and marks where they begin. The module has marked the breaks between ASCII characters. */
  measure() {
    const columns = this.#columns(), {marks, edges} = columns, runs = this.#runs, rules = this.#rules
    if (rules.ends == "words" && isFirefox) markASCII(this.#text, marks, rules)
    if (rules.ends == "words" && rules.wordBreak == "breakAll") markLetters(this.#text, marks, rules)
    let edge = 0
    for (const [place, {start, widths}] of runs.entries()) {
      const end = runs[place + 1]?.start ?? this.#text.length
      if (widths) edge = this.#measureRun(widths, start, end, edge, columns)
      else {
        marks[start] |= isSafe
        edge = edges[end] += edge
      }
    }
  }

  /**
   * @param {FontWidths} widths
   * @param {number} start
   * @param {number} end
   * @param {number} edge
   * @param {Columns} columns
   */
  #measureRun(widths, start, end, edge, {marks, edges}) {
    const text = this.#text
    let at = start
    while (at < end) {
      if (marks[at] & isSpace) {
        const unit = text.charCodeAt(at)
        // Tabs have the width that their place gives them, line feeds none.
        if (unit == 0x20 || unit >= 0x1680) edge += widths.of(text[at])
        // The kerning of a space belongs to the letter before it, so that a line's last word and first one are right.
        if (unit == 0x20 && at + 1 < end && !(marks[at + 1] & isSpace)) edge += widths.kerning(" ", text[at + 1])
        edges[++at] = edge
        continue
      }
      let wordEnd = at + 1
      while (wordEnd < end && !(marks[wordEnd] & isSpace)) wordEnd++
      while (at < wordEnd) {
        const overlap = at > start ? widths.overlap(text.slice(at - 1, at + 1)) : 0
        // Such a piece has another width at the start of a line.
        if (!overlap) marks[at] |= isSafe
        at = this.#measurePiece(widths, at, wordEnd, end, marks, edges, edge - overlap)
        edge = edges[at]
      }
    }
    return edge
  }

  // Measures the piece that begins at a place in a word: the word itself, or what stands between two places that lines may
  // break at. Returns its end.
  /**
   * @param {FontWidths} widths
   * @param {number} start
   * @param {number} wordEnd
   * @param {number} runEnd
   * @param {Uint8Array} marks
   * @param {Float64Array} edges
   * @param {number} edge
   */
  #measurePiece(widths, start, wordEnd, runEnd, marks, edges, edge) {
    const text = this.#text, isLong = wordEnd - start > longestWord
    let from = start
    for (let end = start + 1; ; end++) {
      if (end < wordEnd && !(marks[end] & canBreak)) continue
      // Until a line cuts the piece, its first unit is as wide as all up to where the line may break.
      const kerning = end < runEnd && text[end] == " " ? widths.kerning(text[end - 1], " ") : 0
      edges.fill(edge + widths.of(text.slice(start, end)) + kerning, from + 1, end + 1)
      if (end == wordEnd || isLong || separate.test(text[end - 1]) || separate.test(text[end])) return end
      from = end
    }
  }

  /**
   * The width of a part of the text by itself.
   *
   * @param {number} start
   * @param {number} end
   */
  width(start, end) {
    const runs = this.#runs, text = this.#text
    if (runs.length == 1) return runs[0].widths?.of(text.slice(start, end)) ?? 0
    let width = 0
    for (let place = this.#runAt(start); place < runs.length && runs[place].start < end; place++) {
      const {start: first, widths} = runs[place], last = runs[place + 1]?.start ?? text.length
      const {edges} = this.#columns()
      width += widths ? widths.of(text.slice(Math.max(start, first), Math.min(end, last))) : edges[last] - edges[first]
    }
    return width
  }

  /**
   * The space that the full-width mark before a place gives up at the end of a line.
   *
   * @param {number} end
   */
  endSpace(end) {
    return this.#runs[this.#runAt(end - 1)].widths?.endSpace(this.#text[end - 1]) ?? 0
  }

  /**
   * Sets the edges of the units of a piece, and marks the clusters in it.
   *
   * @param {number} start
   * @param {number} end
   */
  locate(start, end) {
    const {marks, edges} = this.#columns(), piece = this.#text.slice(start, end), {widths} = this.#runs[this.#runAt(start)]
    if (!widths) return
    // The letters before have an influence on the next ones; long pieces are measured in parts.
    let base = edges[start], first = 0, count = 0, from = 0
    for (const {index, segment} of clusters(piece)) {
      const to = index + segment.length
      marks[start + index] |= isCluster
      const edge = base + widths.of(piece.slice(first, to))
      edges.fill(edge, start + from + 1, Math.min(start + to + 1, end))
      from = to
      if (++count % longestPrefix) continue
      base = edge
      first = to
    }
  }

  /** @param {number} unit */
  #runAt(unit) {
    let low = 0, high = this.#runs.length - 1
    while (low < high) {
      const middle = low + high + 1 >> 1
      if (this.#runs[middle].start <= unit) low = middle
      else high = middle - 1
    }
    return low
  }
}
