import { clusters, markBreaks } from "./breaks.js"
import { canBreak, isCluster, isSafe, isSpace } from "./marks.js"

/**
 * @typedef {import("./FontWidths.js").FontWidths} FontWidths
 * @typedef {import("./TextModule.js").TextModule} TextModule
 * @typedef {import("./textStyle.js").FullStyle} FullStyle
 *
 * @typedef {object} TextSize
 * @property {number} width The width of the widest line, in points.
 * @property {number} height
 * @property {number} lineCount
 * @property {number} firstBaseline The distance of the first baseline from the top.
 * @property {number} lastBaseline The distance of the last baseline from the top.
 * @property {boolean} isTruncated Whether the limit of lines leaves out some of the text.
 */

/** The most units of a word that is measured as a whole, and of clusters that are. */
const longestWord = 256, longestPrefix = 32
/** Letters of scripts whose words are measured character by character, because lines break between them. */
const separate = new RegExp(
  String.raw`[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u2E80-\uA4CF\uAC00-\uD7A3\uD800-\uDFFF`
  + String.raw`\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF]`,
)
const beyondASCII = /[^\0-\x7F]/

/** A text in a style, whose pieces are measured: how high it is in a width follows without measuring any. */
export class PreparedText {
  /** @type {number} */
  #place = 0

  /**
   * @param {TextModule} module
   * @param {string} text
   * @param {FullStyle} style
   * @param {FontWidths} widths
   */
  constructor(module, text, style, widths) {
    this.module = module
    this.text = text
    this.style = style
    this.widths = widths
    this.#open()
  }

  // A text that cannot be measured takes no memory.
  #open() {
    try {
      this.#measure()
    } catch (error) {
      this.release()
      throw error
    }
  }

  #measure() {
    const {module, text, style, widths} = this
    const place = this.#place = module.open(this, text.length, style.mode)
    const {units, marks} = module.columns(place, text.length)
    for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
    if (style.mode == "charWrapping") for (const {index} of clusters(text)) marks[index] |= canBreak
    else if (style.mode != "clipping" && beyondASCII.test(text)) markBreaks(text, marks)
    module.mark(place)
    this.#measurePieces()
    const {space, ellipsis, hyphen} = widths.marks
    module.style(place, style.size, space, ellipsis, hyphen)
  }

  #measurePieces() {
    const {text, widths} = this, {marks, edges} = this.module.columns(this.#place, text.length)
    let edge = 0, at = 0
    while (at < text.length) {
      if (marks[at] & isSpace) {
        const unit = text.charCodeAt(at)
        // Tabs have the width that their place gives them, line feeds none.
        if (unit == 0x20 || unit >= 0x1680) edge += widths.of(text[at])
        // The kerning of a space belongs to the letter before it, so that a line's last word and first one are right.
        const next = text[at + 1]
        if (unit == 0x20 && next && !(marks[at + 1] & isSpace)) edge += widths.kerning(" ", next)
        edges[++at] = edge
        continue
      }
      let end = at + 1
      while (end < text.length && !(marks[end] & isSpace)) end++
      for (; at < end; at = this.#measurePiece(at, end, edge, marks, edges), edge = edges[at]);
    }
  }

  // Measures the piece that begins at a place in a word: the word itself, or what stands between two places that lines may
  // break at. Returns its end.
  /**
   * @param {number} start
   * @param {number} wordEnd
   * @param {number} edge
   * @param {Uint8Array} marks
   * @param {Float64Array} edges
   */
  #measurePiece(start, wordEnd, edge, marks, edges) {
    const {text, widths} = this, isLong = wordEnd - start > longestWord
    marks[start] |= isSafe
    let from = start
    for (let end = start + 1; ; end++) {
      if (end < wordEnd && !(marks[end] & canBreak)) continue
      // Until a line cuts the piece, its first unit is as wide as all up to where the line may break.
      const kerning = text[end] == " " ? widths.kerning(text[end - 1], " ") : 0
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
  measure(start, end) {
    return this.widths.of(this.text.slice(start, end))
  }

  /**
   * Sets the edges of the units of a piece, and marks the clusters in it.
   *
   * @param {number} start
   * @param {number} end
   */
  locate(start, end) {
    const {marks, edges} = this.module.columns(this.#place, this.text.length), piece = this.text.slice(start, end)
    // The letters before have an influence on the next ones; long pieces are measured in parts.
    let base = edges[start], first = 0, count = 0, from = 0
    for (const {index, segment} of clusters(piece)) {
      const to = index + segment.length
      marks[start + index] |= isCluster
      const edge = base + this.widths.of(piece.slice(first, to))
      edges.fill(edge, start + from + 1, Math.min(start + to + 1, end))
      from = to
      if (++count % longestPrefix) continue
      base = edge
      first = to
    }
  }

  /**
   * The size of the text in a width.
   *
   * @param {number} width In points; `Infinity` for no limit.
   * @returns {TextSize}
   */
  size(width) {
    if (typeof width != "number" || Number.isNaN(width)) throw new TypeError("The width of a text is a number.")
    if (!this.#place) throw new Error("The text is released.")
    const {module, style, widths} = this
    const lineCount = module.lines(this.#place, width, style.lines), {width: widest, isTruncated} = module.latest(this.#place)
    // An ellipsis widens the tabs of its line where they are.
    if (isTruncated && this.text.includes("\t")) {
      this.release()
      this.#open()
    }
    const {ascent, descent} = widths.heights, lineHeight = style.lineHeight ?? ascent + descent
    const height = lineCount * lineHeight, above = (lineHeight - ascent - descent) / 2 + ascent
    return {
      width: widest, height, lineCount, isTruncated,
      firstBaseline: lineCount && above, lastBaseline: lineCount && height - lineHeight + above,
    }
  }

  /** Frees the memory of the text. */
  release() {
    if (this.#place) this.module.close(this.#place)
    this.#place = 0
  }
}
