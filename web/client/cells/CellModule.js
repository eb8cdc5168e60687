import { numberAt } from "../engine/numberAt.js"
import { TesseraProblem } from "../service/TesseraProblem.js"
import { replaceLetters, textCases } from "../text/letters.js"
import { bytesOf } from "../text/TextModule.js"
import { TextPieces } from "../text/TextPieces.js"
import { cssFont, rulesOf } from "../text/textStyle.js"

/**
 * @typedef {import("../engine/Engine.js").Source} Source
 * @typedef {import("../text/FontWidths.js").FontWidths} FontWidths
 * @typedef {import("../text/FontWidths.js").PageFonts} PageFonts
 * @typedef {Record<string, (...parameters: number[]) => number> & {memory: WebAssembly.Memory}} Exports
 */

const encoder = new TextEncoder(), decoder = new TextDecoder(undefined, {ignoreBOM: true})
// A text may begin with U+FEFF.
const units = new TextDecoder("utf-16le", {ignoreBOM: true})

/** The module that lays out the views of cells, and the texts and fonts that it measures. */
export class CellModule {
  /** @type {Exports} */
  #exports = /** @type {any} */ (undefined)
  #fonts
  /** @type {Map<number, FontWidths>} Those that the module knows, by its numbers. */
  #widths = new Map()
  #lastFont = 0
  /** The letters that were replaced last, in UTF-8. */
  #replaced = new Uint8Array()
  /** @type {Map<number, TextPieces>} */
  #texts = new Map()
  /** @type {Error | undefined} Why the module cannot be used any more. */
  #failure

  /** @param {PageFonts} fonts */
  constructor(fonts) {
    this.#fonts = fonts
  }

  /**
   * @param {Source} source The module, or where it is.
   * @param {PageFonts} fonts
   */
  static async load(source, fonts) {
    const module = new CellModule(fonts)
    const {instance} = await WebAssembly.instantiate(await bytesOf(source), {host: module.#host})
    module.#exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports))
    return module
  }

  /** The functions that the module calls. */
  get #host() {
    const piecesOf = (/** @type {number} */ text) => /** @type {TextPieces} */ (this.#texts.get(text))
    /** @type {Record<string, (...parameters: number[]) => number | void>} */
    const host = {
      font: (...parameters) => this.#font(parameters),
      drop: font => { this.#widths.delete(font) },
      replace: (...parameters) => this.#replace(parameters),
      replaced: place => new Uint8Array(this.#exports.memory.buffer).set(this.#replaced, place),
      open: (...parameters) => this.#open(parameters),
      pieces: text => piecesOf(text).measure(),
      measure: (text, start, end) => piecesOf(text).width(start, end),
      endSpace: (text, end) => piecesOf(text).endSpace(end),
      locate: (text, start, end) => piecesOf(text).locate(start, end),
      close: text => { this.#texts.delete(text) },
      // Of a text in JSON.
      number: at => numberAt(new Uint8Array(this.#exports.memory.buffer), at),
    }
    return host
  }

  /** @param {number[]} parameters */
  #font([names, bytes, size, weight, italic, letterSpacing, trimsSpacing, lengths]) {
    const {buffer} = this.#exports.memory
    const families = decoder.decode(new Uint8Array(buffer, names, bytes)).split("\n").slice(0, -1)
    const font = cssFont({families: families.length ? families : ["system-ui"], size, weight, italic: italic != 0})
    const widths = this.#fonts.widths(font, letterSpacing, trimsSpacing != 0)
    const {marks: {space, ellipsis, hyphen}, heights: {ascent, descent}} = widths
    new Float64Array(buffer, lengths, 5).set([ascent, descent, space, ellipsis, hyphen])
    this.#widths.set(++this.#lastFont, widths)
    return this.#lastFont
  }

  /** @param {number[]} parameters */
  #replace([text, count, textCase, language, languageCount, previous]) {
    const {buffer} = this.#exports.memory
    const read = (/** @type {number[]} */ ...[place, count]) => decoder.decode(new Uint8Array(buffer, place, count))
    const before = previous ? String.fromCodePoint(previous) : ""
    this.#replaced = encoder.encode(replaceLetters(read(text, count), textCases[textCase], read(language, languageCount), before))
    return this.#replaced.length
  }

  /** @param {number[]} parameters */
  #open([number, place, marks, edges, count, starts, fonts, runCount, breaks]) {
    const {memory} = this.#exports, {buffer} = memory
    const text = units.decode(new Uint8Array(buffer, place, 2 * count))
    const numbers = new Int32Array(buffer, fonts, runCount)
    // Runs of one font are shaped as one in a page.
    const runs = Array.from(new Int32Array(buffer, starts, runCount), (start, run) => ({start, widths: this.#widths.get(numbers[run])}))
      .filter(({widths}, run) => !run || !widths || numbers[run] != numbers[run - 1])
    const pieces = new TextPieces(text, runs, rulesOf(breaks), () => ({
      marks: new Uint8Array(memory.buffer, marks, count + 1), edges: new Float64Array(memory.buffer, edges, count + 1),
    }))
    this.#texts.set(number, pieces)
    pieces.markBreaks()
  }

  /** Forgets the widths of all texts: the page has other fonts. */
  forget() {
    this.#fonts.clear()
    this.call("cells_forget")
  }

  /**
   * Calls a function of the module. Texts are passed as a place in memory and a length.
   *
   * @param {string} name
   * @param {(number | string)[]} parameters
   * @returns {number} The number of templates that were opened, else 0.
   * @throws {TesseraProblem}
   */
  call(name, ...parameters) {
    if (this.#failure) throw this.#failure
    const {memory, cells_allocate: allocate, cells_release: release} = this.#exports
    /** @type {number[]} */
    const places = [], numbers = []
    /** @type {number} */
    let result
    /** @type {RangeError | undefined} */
    let full
    try {
      for (const parameter of parameters) {
        if (typeof parameter == "number") {
          numbers.push(parameter)
          continue
        }
        const bytes = encoder.encode(parameter), place = allocate(bytes.length)
        if (!place) throw full = new RangeError("The memory of a measurer has no room for the text.")
        places.push(place)
        new Uint8Array(memory.buffer).set(bytes, place)
        numbers.push(place, bytes.length)
      }
      result = this.#exports[name](...numbers)
    } catch (error) {
      // The module has not seen the text.
      if (error === full) throw error
      // Nothing is known of the memory after a trap.
      this.#failure = new Error("The measurer of cells has failed.", {cause: error})
      throw this.#failure
    } finally {
      if (!this.#failure) for (const place of places) release(place)
    }
    if (result < 0) throw new TesseraProblem(-result, this.json)
    return result
  }

  /** The response of the last call, as JSON. */
  get json() {
    const {memory, cells_answer: start, cells_answer_count: count} = this.#exports
    return JSON.parse(decoder.decode(new Uint8Array(memory.buffer, start(), count())))
  }

  /** The lengths that the last measurement found, in the memory of the module, until the next one. */
  get lengths() {
    const {memory, cells_frames: start, cells_frames_count: count} = this.#exports
    return new Float64Array(memory.buffer, start(), count())
  }
}
