import { PageFonts } from "./FontWidths.js"
import { PreparedText } from "./PreparedText.js"
import { TextModule } from "./TextModule.js"
import { fullStyle } from "./textStyle.js"

/**
 * @typedef {import("../engine/Engine.js").Source} Source
 * @typedef {import("./PreparedText.js").TextSize} TextSize
 * @typedef {import("./textStyle.js").TextStyle} TextStyle
 */

// Also from the folder of the bundle.
const shipped = new URL("../engine/text.wasm", import.meta.url)

/**
 * Measures texts with the fonts of the page: a canvas gives the widths of words, and the module of the service fills lines
 * with them. Nothing of the document is read or changed.
 */
export class TextMeasurer {
  #module
  #fonts = new PageFonts()
  #listening = new AbortController()

  /** @param {TextModule} module */
  constructor(module) {
    this.#module = module
    // A font that was missing gives other widths from now on. A worker has fonts of its own.
    const {fonts} = /** @type {{fonts?: FontFaceSet}} */ (globalThis.document ?? globalThis)
    fonts?.addEventListener("loadingdone", () => this.forget(), {signal: this.#listening.signal})
  }

  /**
   * Loads the module.
   *
   * @param {Source} [source] By default the one that comes with the client.
   */
  static async load(source = shipped) {
    return new TextMeasurer(await TextModule.load(source))
  }

  /**
   * Measures the pieces of a text, for sizes in any width. Release it when it is no longer needed, and prepare it anew when
   * the page has other fonts.
   *
   * @param {string} text
   * @param {TextStyle} [style]
   */
  prepare(text, style = {}) {
    if (typeof text != "string") throw new TypeError("A text is a string.")
    const full = fullStyle(style)
    return new PreparedText(this.#module, text, full, this.#fonts.widths(full.font, full.letterSpacing))
  }

  /**
   * The size of a text in a width.
   *
   * @param {string} text
   * @param {TextStyle} style
   * @param {number} width In points; `Infinity` for no limit.
   * @returns {TextSize}
   */
  size(text, style, width) {
    const prepared = this.prepare(text, style)
    try {
      return prepared.size(width)
    } finally {
      prepared.release()
    }
  }

  /** Forgets the widths that it has measured. */
  forget() {
    this.#fonts.clear()
  }

  /** Lets go of the document. */
  close() {
    this.#listening.abort()
  }
}
