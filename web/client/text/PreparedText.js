import { replaceLetters } from "./letters.js"
import { TextPieces } from "./TextPieces.js"

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

/** A text in a style, whose pieces are measured: how high it is in a width follows without measuring any. */
export class PreparedText {
  /** @type {number} */
  #place = 0
  /** @type {TextPieces} */
  #pieces = /** @type {any} */ (undefined)

  /**
   * @param {TextModule} module
   * @param {string} text
   * @param {FullStyle} style
   * @param {FontWidths} widths
   */
  constructor(module, text, style, widths) {
    this.module = module
    this.text = replaceLetters(text, style.textCase, style.language)
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
    const {module, text, style: {mode, size, rules}, widths} = this
    const place = this.#place = module.open(this, text.length, mode)
    const {units} = module.columns(place, text.length)
    for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
    this.#pieces = new TextPieces(text, [{start: 0, widths}], rules, () => module.columns(place, text.length))
    this.#pieces.markBreaks()
    module.mark(place)
    this.#pieces.measure()
    const {space, ellipsis, hyphen} = widths.marks
    module.style(place, size, space, ellipsis, hyphen)
  }

  /** Of the text, for the module. */
  get pieces() {
    return this.#pieces
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
