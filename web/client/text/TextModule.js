/**
 * @typedef {import("./PreparedText.js").PreparedText} PreparedText
 * @typedef {import("../engine/Engine.js").Source} Source
 * @typedef {Record<string, (...parameters: number[]) => number> & {memory: WebAssembly.Memory}} Exports
 */

/** The most UTF-16 units of a text. */
const longestText = 1 << 24

/** The line break modes, in the order of the module. */
export const modes = [
  "wordWrapping", "charWrapping", "clipping", "truncatingHead", "truncatingTail", "truncatingMiddle",
]

/** The module that fills lines, and the texts in its memory. */
export class TextModule {
  /** @type {Exports} */
  #exports
  /** @type {Map<number, PreparedText>} */
  #texts

  /**
   * @param {Exports} exports
   * @param {Map<number, PreparedText>} texts
   */
  constructor(exports, texts) {
    this.#exports = exports
    this.#texts = texts
  }

  /** @param {Source} source The module, or where it is. */
  static async load(source) {
    /** @type {Map<number, PreparedText>} */
    const texts = new Map()
    const textAt = (/** @type {number} */ place) => /** @type {PreparedText} */ (texts.get(place))
    const host = {
      measure: (/** @type {number[]} */ ...[place, start, end]) => textAt(place).pieces.width(start, end),
      locate: (/** @type {number[]} */ ...[place, start, end]) => textAt(place).pieces.locate(start, end),
    }
    const {instance} = await WebAssembly.instantiate(await bytesOf(source), {host})
    return new TextModule(/** @type {Exports} */ (/** @type {unknown} */ (instance.exports)), texts)
  }

  /**
   * Makes room for a text; returns its place.
   *
   * @param {PreparedText} text
   * @param {number} count Its UTF-16 units.
   * @param {string} mode
   */
  open(text, count, mode) {
    const place = this.#exports.text_open(count, modes.indexOf(mode))
    if (!place) {
      throw new RangeError(count > longestText ? `A text has at most ${longestText.toLocaleString("en")} UTF-16 units.`
        : "The memory of a measurer has no room for the text: release texts that you prepared.")
    }
    this.#texts.set(place, text)
    return place
  }

  /** @param {number} place */
  close(place) {
    this.#texts.delete(place)
    this.#exports.text_close(place)
  }

  /**
   * What the module has of a text, until the next text is opened.
   *
   * @param {number} place
   * @param {number} count
   */
  columns(place, count) {
    const {memory: {buffer}, text_units: units, text_marks: marks, text_edges: edges} = this.#exports
    return {
      units: new Uint16Array(buffer, units(place), count), marks: new Uint8Array(buffer, marks(place), count + 1),
      edges: new Float64Array(buffer, edges(place), count + 1),
    }
  }

  /** @param {number} place */
  mark(place) {
    this.#exports.text_mark(place)
  }

  /** @param {number[]} numbers The place of a text, the size of its font, and the widths of a space, an ellipsis and a hyphen. */
  style(...numbers) {
    this.#exports.text_style(...numbers)
  }

  /**
   * Breaks a text into lines, and returns their number.
   *
   * @param {number} place
   * @param {number} width
   * @param {number} limit 0 for none.
   */
  lines(place, width, limit) {
    return this.#exports.text_lines(place, width, limit)
  }

  /**
   * What the latest lines of a text are.
   *
   * @param {number} place
   */
  latest(place) {
    return {width: this.#exports.text_width(place), isTruncated: this.#exports.text_is_truncated(place) == 1}
  }
}

/**
 * The bytes of a module.
 *
 * @param {Source} source
 * @returns {Promise<BufferSource>}
 */
export async function bytesOf(source) {
  if (!(source instanceof URL || typeof source == "string")) return source
  const response = await fetch(source)
  if (!response.ok) throw new Error(`The module cannot be loaded: ${response.status} for ${source}`)
  return response.arrayBuffer()
}
