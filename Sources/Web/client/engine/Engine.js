import { TesseraProblem } from "../service/TesseraProblem.js"
import { columnsOf } from "./columns.js"

/**
 * @typedef {import("./columns.js").Columns} Columns
 * @typedef {import("../../types/api").Layout} LayoutAnswer
 * @typedef {import("../../types/api").LayoutRequest} LayoutRequest
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 *
 * @typedef {"objects" | "columns" | "binary"} Format
 *
 * @typedef {Record<string, (...parameters: number[]) => number> & {memory: WebAssembly.Memory}} Exports
 */

const formats = ["objects", "columns", "binary"]
const encoder = new TextEncoder(), decoder = new TextDecoder()
// The version of the functions that the module exports.
const interfaceVersion = 1

/** The modules that come with the client: one has all kinds of layouts, the other, smaller one the common kinds only. */
const whole = new URL("./tessera.wasm", import.meta.url), common = new URL("./common.wasm", import.meta.url)

/** The module with the layout engine of the service, and its memory. */
export class Engine {
  /** @type {Exports} */
  #exports
  /** @type {Error | undefined} Why the module cannot be used any more. */
  #failure

  /** @param {Exports} exports */
  constructor(exports) {
    this.#exports = exports
  }

  /**
   * Compiles and starts the module.
   *
   * @param {URL | string | BufferSource} [source] The address of the module, or its bytes; by default the module that
   * comes with the client.
   * @returns {Promise<Engine>}
   */
  static async load(source = whole) {
    const bytes = source instanceof URL || typeof source == "string" ? await read(source) : source
    /** @type {Exports} */
    let exports
    const host = {
      now: () => performance.now(),
      number: (/** @type {number} */ at) => numberAt(new Uint8Array(exports.memory.buffer), at),
    }
    const {instance} = await WebAssembly.instantiate(bytes, {host})
    exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports))
    if (exports.tessera_interface() != interfaceVersion) throw new Error("The module belongs to another client.")
    return new Engine(exports)
  }

  /**
   * Compiles and starts the smaller module that comes with the client, which has no magazines, stacks, circles, spirals,
   * cover flows, carousels, compositional and custom layouts.
   */
  static loadCommon() {
    return Engine.load(common)
  }

  /** Whether the last call has failed for a kind of layout that another module has. */
  get lacksKind() {
    return this.#exports.tessera_lacks_kind() == 1
  }

  /** Whether the module has failed: what it has opened is gone. */
  get isBroken() {
    return !!this.#failure
  }

  /** The bytes of memory that the module takes, and those of them that are in use. */
  get memory() {
    const {memory, page_runtime_live_bytes: live} = this.#exports
    return {bytes: memory.buffer.byteLength, used: live()}
  }

  /**
   * Calls a function of the module. Texts and bytes are passed as a place in memory and a length.
   *
   * @param {string} name
   * @param {(number | string | Uint8Array)[]} parameters
   * @returns {number}
   */
  call(name, ...parameters) {
    if (this.#failure) throw this.#failure
    const {memory, tessera_allocate: allocate, tessera_release: release} = this.#exports
    /** @type {number[]} */
    const places = []
    try {
      const numbers = parameters.flatMap(parameter => {
        if (typeof parameter == "number") return parameter
        const bytes = typeof parameter == "string" ? encoder.encode(parameter) : parameter
        const place = allocate(bytes.length)
        if (!place) throw new RangeError("The engine has no memory left.")
        places.push(place)
        new Uint8Array(memory.buffer).set(bytes, place)
        return [place, bytes.length]
      })
      return this.#exports[name](...numbers)
    } catch (error) {
      // Nothing is known of the memory after a trap.
      this.#failure = new Error("The engine has failed.", {cause: error})
      throw this.#failure
    } finally {
      if (!this.#failure) for (const place of places) release(place)
    }
  }

  /** The answer of the last call, where it stands: it is valid until the next one. */
  get answer() {
    const {memory, tessera_answer: start, tessera_answer_count: count} = this.#exports
    return new Uint8Array(memory.buffer, start(), count())
  }

  /** The answer of the last call, which is JSON; undefined if there was none. */
  get json() {
    const {answer} = this
    return answer.length ? JSON.parse(decoder.decode(answer)) : undefined
  }

  /** The problem that the last call has answered with. */
  get problem() {
    const problem = this.json
    return new TesseraProblem(problem.status, problem)
  }

  /**
   * The last answer in a format.
   *
   * @param {Format} format
   * @returns {unknown}
   */
  answerAs(format) {
    return format == "binary" ? columnsOf(this.answer) : this.json
  }

  /**
   * The number of a format in calls.
   *
   * @param {Format} format
   */
  numberOf(format) {
    return formats.indexOf(format)
  }
}

/** @param {URL | string} address */
async function read(address) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The engine cannot be loaded: ${response.status} for ${address}`)
  return response.arrayBuffer()
}

/**
 * The number that a text in memory begins with.
 *
 * @param {Uint8Array} bytes
 * @param {number} at
 */
function numberAt(bytes, at) {
  let end = at
  while ("+-.0123456789Ee".includes(String.fromCharCode(bytes[end]))) end++
  return Number(decoder.decode(bytes.subarray(at, end)))
}
