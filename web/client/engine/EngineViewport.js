import { DeltaReader } from "./DeltaReader.js"
import { moveFlags, sessionFlags } from "./waist.js"

/**
 * @typedef {import("./Engine.js").Engine} Engine
 * @typedef {import("./DeltaReader.js").Delta} Delta
 *
 * @typedef {object} Home Where a viewport is: a collection in the module.
 * @property {Engine} engine
 * @property {number} collection
 * @property {(run: () => number) => number} guarded Runs calls of the module.
 * @property {() => boolean} isCurrent Whether the collection is still that of the replica.
 *
 * @typedef {object} Move
 * @property {number[]} bounds
 * @property {number[]} [velocity]
 * @property {boolean} [paging]
 * @property {boolean} [resync] Whether all elements of the window are wanted.
 */

/**
 * A viewport of a collection in the module: numbers and records go in, and deltas come out. It ends with the collection there.
 * Its methods throw the problems of the module.
 */
export class EngineViewport {
  #home
  #number
  #reader

  /**
   * @param {Home} home
   * @param {string} name
   * @param {"content"} [include]
   */
  constructor(home, name, include) {
    this.#home = home
    const {engine, collection} = home, flags = sessionFlags.prefetch | (include ? sessionFlags.content : 0)
    this.#number = this.#checked(() => engine.call("tessera_session_open", collection, name, flags))
    this.#reader = new DeltaReader(engine.heap)
  }

  /** Whether the collection of the viewport is still that of the replica. */
  get isCurrent() {
    return this.#home.isCurrent()
  }

  /**
   * @param {Move} move
   * @param {Uint8Array} [record] What else the move has.
   * @returns {Delta | undefined} Nothing if the elements stay as they are.
   */
  scroll({bounds: [x, y, width, height], velocity, paging, resync}, record) {
    const [vx, vy] = velocity ?? [0, 0]
    const flags = (paging ? moveFlags.paging : 0) | (velocity ? moveFlags.velocity : 0) | (record ? moveFlags.record : 0)
      | (resync ? moveFlags.resync : 0)
    if (record) this.#fill(record)
    return this.#delta("tessera_scroll", x, y, width, height, vx, vy, flags, record?.length ?? 0)
  }

  /**
   * Changes the collection.
   *
   * @param {Uint8Array} record
   */
  change(record) {
    this.#fill(record)
    return /** @type {Delta} */ (this.#delta("tessera_change", record.length))
  }

  /** The next delta of changes that others have made. */
  next() {
    return this.#delta("tessera_next")
  }

  close() {
    const {engine} = this.#home
    if (this.#number && !engine.isBroken) engine.call("tessera_session_close", this.#number)
    // The module gives the number to another resource.
    this.#number = 0
  }

  /** @param {Uint8Array} record */
  #fill(record) {
    const place = this.#call("tessera_session_inbox", record.length)
    new Uint8Array(this.#home.engine.heap.buffer, place, record.length).set(record)
  }

  /**
   * @param {string} name
   * @param {...number} numbers
   */
  #delta(name, ...numbers) {
    const place = this.#call(name, ...numbers)
    return place ? this.#reader.read(place) : undefined
  }

  /**
   * @param {string} name
   * @param {...number} numbers
   */
  #call(name, ...numbers) {
    return this.#checked(() => this.#home.engine.call(name, this.#number, ...numbers))
  }

  /** @param {() => number} run */
  #checked(run) {
    const {engine, guarded} = this.#home, number = guarded(run)
    if (number < 0) throw engine.problem
    return number
  }
}
