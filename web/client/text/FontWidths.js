import { isFirefox } from "./isFirefox.js"
import { clusters } from "./segments.js"

/** The most texts whose widths one font remembers. */
const limit = 20_000
/** The most UTF-16 units of a text that is remembered: longer ones seldom come again. */
const longestRemembered = 256
/** Letters that fonts kern with spaces, if any. */
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;!?'\"()-"
/** How many fonts are remembered. */
const fontLimit = 64

const punctuation = "[\\u2018-\\u201D\\u3001\\u3002\\u3008-\\u301F\\u30FB"
  + "\\uFF01-\\uFF0F\\uFF1A-\\uFF20\\uFF3B-\\uFF3D\\uFF5B-\\uFF65]"
/** Between full-width punctuation, which a canvas sets narrower, and `text-spacing-trim: space-all` does not. */
const between = new RegExp(`(?<=${punctuation})(?=${punctuation})`)
const kana = /^[\u3041-\u30FF]{2}$/
const isItalic = /^italic /
const pair = new RegExp(`^${punctuation}{2}$`)
/** Marks that a line may end with without their space. Full stops and commas keep it. */
const closing = /^[\u2019\u201D]$|^(?=[\u3000-\u303F\uFF01-\uFF60])\p{Pe}$/u

/** @type {CanvasRenderingContext2D | undefined} */
let shared
/** @type {FontWidths | undefined} Whose font the context has. */
let current
/** Whether the context spaces letters itself. That of Safari does not. */
let spacesLetters = false

function contextOf() {
  const canvas = typeof OffscreenCanvas == "undefined" ? globalThis.document?.createElement("canvas")
    : new OffscreenCanvas(1, 1)
  const context = canvas?.getContext("2d")
  if (!context) throw new Error("The browser has no canvas to measure texts with.")
  spacesLetters = "letterSpacing" in context
  // With "auto", Chromium measures each word by itself, and leaves out the kerning with spaces. With "normal", Firefox kerns
  // Chinese and Japanese, which it does not in a page.
  context.fontKerning = isFirefox ? "auto" : "normal"
  return context
}

/** The widths of texts in one font of the page, as a canvas measures them. */
export class FontWidths {
  /** @type {Map<string, number>} */
  #widths = new Map()
  #font
  #letterSpacing
  #trimsSpacing
  /** @type {FontWidths | undefined} */
  #upright
  /** @type {{space: number, ellipsis: number, hyphen: number} | undefined} */
  #marks
  /** @type {boolean | undefined} */
  #kernsSpaces
  /** @type {{ascent: number, descent: number} | undefined} */
  #heights

  /**
   * @param {string} font As in CSS.
   * @param {number} letterSpacing In points.
   * @param {boolean} [trimsSpacing] Whether full-width punctuation gives up space beside other such punctuation.
   */
  constructor(font, letterSpacing, trimsSpacing = false) {
    this.#font = font
    this.#letterSpacing = letterSpacing
    this.#trimsSpacing = trimsSpacing
  }

  get #context() {
    shared ??= contextOf()
    if (current != this) {
      shared.font = this.#font
      shared.letterSpacing = `${this.#letterSpacing}px`
      current = this
    }
    return shared
  }

  /**
   * The width of a text by itself. Soft hyphens have none.
   *
   * @param {string} text
   * @returns {number}
   */
  of(text) {
    let width = this.#widths.get(text)
    if (width === undefined) {
      const parts = this.#trimsSpacing && !isItalic.test(this.#font) ? [text] : text.split(between)
      width = parts.length > 1 ? this.#widthOfParts(parts) : this.#measure(text.replaceAll("\xAD", ""))
      if (text.length > longestRemembered) return width
      if (this.#widths.size >= limit) this.#widths.clear()
      this.#widths.set(text, width)
    }
    return width
  }

  /** @param {string[]} parts Of a text, between its full-width punctuation. */
  #widthOfParts(parts) {
    return parts.reduce((sum, part, place) => sum + this.of(part) - (place && this.trim(parts[place - 1].slice(-1) + part[0])), 0)
  }

  /**
   * The same font upright: a canvas slants letters that have no italic form, and slanted punctuation reaches into the space
   * that it would give up. The style sheets of the service slant none.
   *
   * @returns {FontWidths}
   */
  get #uprightOnes() {
    if (!isItalic.test(this.#font)) return this
    return this.#upright ??= new FontWidths(this.#font.replace(isItalic, ""), this.#letterSpacing, this.#trimsSpacing)
  }

  /** @param {string} text */
  #measure(text) {
    const {width} = this.#context.measureText(text)
    return spacesLetters || !this.#letterSpacing ? width : width + this.#letterSpacing * [...clusters(text)].length
  }

  /** Whether the font has kerning between a space and the letters beside it, as far as its Latin ones show. */
  get kernsSpaces() {
    if (this.#kernsSpaces === undefined) {
      const parts = [...letters].reduce((sum, letter) => sum + this.of(letter), (letters.length - 1) * this.of(" "))
      this.#kernsSpaces = Math.abs(parts - this.of([...letters].join(" "))) > 1 / 64
    }
    return this.#kernsSpaces
  }

  /**
   * How much wider two characters are beside each other than apart, if one of them is a space.
   *
   * @param {string} first
   * @param {string} second
   */
  kerning(first, second) {
    return this.kernsSpaces ? this.of(first + second) - this.of(first) - this.of(second) : 0
  }

  /**
   * How much narrower two characters are beside each other than apart, if both are full-width punctuation that gives up space.
   *
   * @param {string} both
   * @returns {number}
   */
  trim(both) {
    if (!this.#trimsSpacing || !pair.test(both)) return 0
    const upright = this.#uprightOnes
    return upright == this ? this.of(both[0]) + this.of(both[1]) - this.of(both) : upright.trim(both)
  }

  /**
   * How much narrower two characters are beside each other than apart, between which a line may end: punctuation, and kana
   * that the font kerns.
   *
   * @param {string} both
   */
  overlap(both) {
    return kana.test(both) ? this.of(both[0]) + this.of(both[1]) - this.of(both) : this.trim(both)
  }

  /**
   * The space that a character gives up at the end of a line: that which it gives up beside another one.
   *
   * @param {string} mark
   */
  endSpace(mark) {
    // Quotation marks are narrow in most fonts.
    return closing.test(mark) && this.of(mark) == this.of("」") ? this.trim(mark + mark) : 0
  }

  get marks() {
    return this.#marks ??= {space: this.of(" "), ellipsis: this.of("…"), hyphen: this.of("‐")}
  }

  /** The heights of the font above and below the baseline, in whole points, as browsers round them. */
  get heights() {
    if (!this.#heights) {
      const {fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent} = this.#context.measureText("x")
      this.#heights = {ascent: Math.round(ascent), descent: Math.round(descent)}
    }
    return this.#heights
  }
}

/** The fonts of a page. */
export class PageFonts {
  /** @type {Map<string, FontWidths>} */
  #fonts = new Map()

  /**
   * @param {string} font As in CSS.
   * @param {number} letterSpacing In points.
   * @param {boolean} [trimsSpacing] Whether full-width punctuation gives up space beside other such punctuation.
   */
  widths(font, letterSpacing, trimsSpacing = false) {
    const key = `${letterSpacing} ${trimsSpacing} ${font}`
    let widths = this.#fonts.get(key)
    if (!widths) {
      if (this.#fonts.size >= fontLimit) this.#fonts.clear()
      this.#fonts.set(key, widths = new FontWidths(font, letterSpacing, trimsSpacing))
    }
    return widths
  }

  /** Forgets all widths: the page has other fonts now. */
  clear() {
    this.#fonts.clear()
    current = undefined
  }
}
