import { EngineViewport } from "./EngineViewport.js"
import { numberOf, requests } from "./moduleRequests.js"

/**
 * @typedef {import("./EngineKeeper.js").EngineKeeper} EngineKeeper
 *
 * @typedef {object} EngineRequest A request that the module carries out.
 * @property {string} method
 * @property {string} path Below that of the collection, without the name of the viewport.
 * @property {string} viewport
 * @property {string} id That of the change.
 * @property {boolean} includesContent
 * @property {unknown} body
 */

/** The collection of a page replica in the module, under the number that the module has given it. */
export class EngineCollection {
  #keeper
  /** 0 before there is a base. */
  #number = 0
  /** How many bases there have been. The module gives a number again. */
  #bases = 0

  /** @param {EngineKeeper} keeper */
  constructor(keeper) {
    this.#keeper = keeper
  }

  get #engine() {
    return this.#keeper.engine
  }

  get isHere() {
    return this.#number > 0
  }

  /** The newest version of the service that is here; 0 if the collection is not. */
  get version() {
    return this.#count("tessera_replica_version")
  }

  /** How many changes of the page the service has not made yet. */
  get pending() {
    return this.#count("tessera_replica_proposals")
  }

  /** @param {string} name */
  #count(name) {
    try {
      return this.#number ? this.#call(name) : 0
    } catch {
      return 0
    }
  }

  /**
   * Begins anew with a state of the service.
   *
   * @param {Uint8Array} base
   */
  begin(base) {
    const engine = this.#engine, number = this.#keeper.run(() => engine.call("tessera_replica", base))
    if (number < 0) throw engine.problem
    this.close()
    this.#number = number
    this.#bases++
  }

  /**
   * Applies an entry of the service.
   *
   * @param {Uint8Array} entry
   * @returns {any} The events of the change; undefined if the entry does not follow the version here.
   */
  apply(entry) {
    return this.#call("tessera_replica_apply", entry, 1) == 200 ? this.#engine.json : undefined
  }

  /** A base of the newest version of the service, without the changes of the page. */
  stored() {
    return this.#call("tessera_replica_stored") == 200 ? this.#engine.answer.slice() : undefined
  }

  /**
   * Carries a request out.
   *
   * @param {EngineRequest} request
   * @returns {number} The status. The response is the engine's.
   */
  request({method, path, viewport, id, includesContent, body}) {
    return this.#call(
      "tessera_replica_request", numberOf(method, path), viewport, id, includesContent ? 1 : 0, JSON.stringify(body))
  }

  /** The newest change of the page, as a request to the service. */
  get proposal() {
    const [method, path] = requests[this.#call("tessera_replica_proposal")]
    return {method, path, body: this.#engine.json}
  }

  /**
   * Takes a change of the page back.
   *
   * @param {string} id
   * @returns {any} The events of it; undefined if there was nothing to take back.
   */
  withdraw(id) {
    return this.#number && this.#call("tessera_replica_withdraw", id) == 200 ? this.#engine.json : undefined
  }

  /**
   * The attributes of the elements in a rect.
   *
   * @param {string} viewport
   * @param {number[]} rect
   */
  elements(viewport, rect) {
    const engine = this.#engine
    const status = this.#call("tessera_replica_elements", viewport, 1, ...rect, engine.numberOf("objects"))
    if (status != 200) throw engine.problem
    return engine.json
  }

  /**
   * Opens a viewport, which ends with this collection in the module.
   *
   * @param {string} name
   * @param {"content"} [include]
   */
  viewport(name, include) {
    const collection = this.#number, base = this.#bases
    const isCurrent = () => this.isHere && base == this.#bases
    return new EngineViewport(
      {engine: this.#engine, collection, guarded: run => this.#keeper.run(run), isCurrent}, name, include)
  }

  /** The engine is gone, and the collection with it. */
  lose() {
    this.#number = 0
  }

  close() {
    if (this.#number && !this.#engine.isBroken) this.#engine.call("tessera_close", this.#number)
    this.#number = 0
  }

  /**
   * @param {string} name
   * @param {(number | string | Uint8Array)[]} parameters
   */
  #call(name, ...parameters) {
    return this.#keeper.run(() => this.#engine.call(name, this.#number, ...parameters))
  }
}
