import { TesseraProblem } from "../service/TesseraProblem.js"
import { columnsOf } from "./columns.js"
import { numberAt } from "./numberAt.js"
import { digest } from "./waist.js"

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

/**
 * The two parts of the module: the first has the functions that pages of the common kinds of layouts call, the other
 * all the rest. They belong together: each is of the same build as the other.
 *
 * @typedef {URL | string | BufferSource} Source An address, or the bytes that are there.
 * @typedef {{first: Source, rest: Source}} Parts
 */

/** @type {Parts} Those that come with the client. */
// Also from the folder of the bundle.
const shipped = {
  first: new URL("../engine/first.wasm", import.meta.url), rest: new URL("../engine/rest.wasm", import.meta.url),
}

/** The module with the layout engine of the service, and its memory. */
export class Engine {
  /** @type {Exports} */
  #exports
  #first
  /** @type {() => Promise<WebAssembly.Module>} */
  #compileRest
  /** @type {Promise<Engine> | undefined} */
  #whole
  #isWhole = false
  /** @type {Error | undefined} Why the module cannot be used any more. */
  #failure

  /**
   * @param {Exports} exports
   * @param {WebAssembly.Module} first
   * @param {() => Promise<WebAssembly.Module>} compileRest
   */
  constructor(exports, first, compileRest) {
    this.#exports = exports
    this.#first = first
    this.#compileRest = compileRest
  }

  /**
   * Compiles and starts the module.
   *
   * @param {Parts} [parts] By default those that come with the client.
   * @returns {Promise<Engine>}
   */
  static async load(parts = shipped) {
    const {first, rest} = parts, module = compile(rest)
    module.catch(() => {})
    const engine = await start(await compile(first), () => module)
    return engine.whole
  }

  /**
   * Compiles and starts the first part of the module, and loads the rest meanwhile. A call that needs the rest before it is
   * here fails, and the engine is broken then: `whole` is another one.
   *
   * @param {Parts} [parts] By default those that come with the client.
   * @returns {Promise<Engine>}
   */
  static async begin(parts = shipped) {
    const {first, rest} = parts
    const engine = await start(await compile(first), () => compile(rest))
    engine.whole.catch(() => {})
    return engine
  }

  /**
   * The engine with both parts: this one, or another in its place if this one has failed before the rest was here. It is
   * rejected if the rest cannot be loaded, which is tried again at the next use of this.
   *
   * @returns {Promise<Engine>}
   */
  get whole() {
    if (this.#isWhole) return Promise.resolve(this)
    this.#whole ??= this.#complete().catch(error => {
      this.#whole = undefined
      throw error
    })
    return this.#whole
  }

  async #complete() {
    const rest = await this.#compileRest()
    this.#compileRest = async () => rest
    if (!this.#failure) await this.#add(rest)
    this.#isWhole = !this.#failure
    return this.#isWhole ? this : this.renewed()
  }

  /** @param {WebAssembly.Module} rest */
  async #add(rest) {
    await instantiate(rest, {host: hostOf(() => this.#exports.memory), first: this.#exports})
  }

  /** Starts the module anew, with both parts and an empty memory. */
  async renewed() {
    const engine = await start(this.#first, this.#compileRest)
    return engine.whole
  }

  /** Whether both parts are here, and have not failed. */
  get isWhole() {
    return this.#isWhole && !this.#failure
  }

  /** Whether a call has failed while the rest of the module was not here. */
  get lacksPart() {
    return this.isBroken && !this.#isWhole
  }

  /** Whether the module has failed: everything that it has opened is gone. */
  get isBroken() {
    return !!this.#failure
  }

  /** The bytes of memory that the module takes, and those of them that are in use. */
  get memory() {
    const {memory, page_runtime_live_bytes: live} = this.#exports
    return {bytes: memory.buffer.byteLength, used: live()}
  }

  /** The memory of the module. Its buffer is another one when it has grown. */
  get heap() {
    return this.#exports.memory
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
    const places = [], numbers = []
    try {
      for (const parameter of parameters) {
        if (typeof parameter == "number") {
          numbers.push(parameter)
          continue
        }
        const bytes = typeof parameter == "string" ? encoder.encode(parameter) : parameter
        const place = allocate(bytes.length)
        if (!place) throw new RangeError("The engine has no memory left.")
        places.push(place)
        new Uint8Array(memory.buffer).set(bytes, place)
        numbers.push(place, bytes.length)
      }
      return this.#exports[name](...numbers)
    } catch (error) {
      // Nothing is known of the memory after a trap.
      this.#failure = new Error("The engine has failed.", {cause: error})
      throw this.#failure
    } finally {
      if (!this.#failure) for (const place of places) release(place)
    }
  }

  /** The response of the last call in the module's memory, valid until the next call. */
  get answer() {
    const {memory, tessera_answer: start, tessera_answer_count: count} = this.#exports
    return new Uint8Array(memory.buffer, start(), count())
  }

  /** The response of the last call, which is JSON; undefined if there was none. */
  get json() {
    const {answer} = this
    return answer.length ? JSON.parse(decoder.decode(answer)) : undefined
  }

  /** The problem that the last call returned. */
  get problem() {
    const problem = this.json
    return new TesseraProblem(problem.status, problem)
  }

  /**
   * The last response in a format.
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

/**
 * @param {WebAssembly.Module} first
 * @param {() => Promise<WebAssembly.Module>} compileRest
 */
async function start(first, compileRest) {
  /** @type {Exports} */
  const exports = await instantiate(first, {host: hostOf(() => exports.memory)})
  // Modules before there were sessions have no digest.
  const {tessera_interface: version, tessera_digest: digestOf = () => 0} = exports
  if (version() != interfaceVersion || digestOf() >>> 0 != digest) {
    throw new Error("The engine belongs to another release of the client: load both from one service.")
  }
  return new Engine(exports, first, compileRest)
}

/**
 * The functions that the module calls.
 *
 * @param {() => WebAssembly.Memory} memory
 */
const hostOf = memory => ({
  now: () => performance.now(),
  number: (/** @type {number} */ at) => numberAt(new Uint8Array(memory().buffer), at),
})

/**
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Imports} imports
 */
async function instantiate(module, imports) {
  const {exports} = await WebAssembly.instantiate(module, imports)
  return /** @type {Exports} */ (/** @type {unknown} */ (exports))
}

/** @param {Source} source */
async function compile(source) {
  if (!(source instanceof URL || typeof source == "string")) return WebAssembly.compile(source)
  const response = await fetch(source)
  if (!response.ok) throw new Error(`The engine cannot be loaded: ${response.status} for ${source}`)
  return WebAssembly.compile(await response.arrayBuffer())
}
