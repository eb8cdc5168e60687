import { fading } from "../changes/flights.js"
import { restore, save } from "../mirror/saved.js"
import { guess } from "./guess.js"

/**
 * @typedef {import("../mirror/Change.js").Change} Change
 * @typedef {import("../mirror/Mirror.js").Mirror} Mirror
 * @typedef {import("./batch.js").Operation} Operation
 * @typedef {{operations: readonly Operation[], version: number}} Pending
 *   `version` is that of the response, and infinite until it arrives.
 */

/**
 * The changes of this client that the service has not confirmed yet, shown as they will probably look.
 *
 * The mirror contains them only between two responses. Before it applies a response or an event they are
 * withdrawn exactly, and afterwards those still open are guessed anew on top of it.
 */
export class Guesses {
  #mirror
  #policy
  /** @type {Set<Pending>} */
  #pending = new Set()
  /** @type {import("../mirror/saved.js").SavedMirror | undefined} */
  #saved

  /**
   * @param {Mirror} mirror
   * @param {() => import("./reading.js").Policy | undefined} [policy] How the viewport keeps its place.
   */
  constructor(mirror, policy = () => undefined) {
    this.#mirror = mirror
    this.#policy = policy
  }

  /** @param {Pending} pending */
  add(pending) {
    this.#pending.add(pending)
  }

  /**
   * @param {Pending} pending
   * @returns {boolean} Whether it was still open.
   */
  delete(pending) {
    return this.#pending.delete(pending)
  }

  /**
   * Returns the mirror to the state that the service knows.
   *
   * @returns {Change | undefined}
   */
  withdraw() {
    if (!this.#saved) return undefined
    const {elements, reserved} = this.#mirror, change = restore(this.#mirror, this.#saved)
    this.#saved = undefined
    // If the service inserts these items, their cells stay the same.
    for (const {id, key} of elements.values()) {
      if (id != null && !this.#mirror.elements.has(key)) reserved.set(id, key)
    }
    return {...change, changes: change.changes.map(fading)}
  }

  /**
   * Shows the changes that are still open.
   *
   * @returns {Change | undefined}
   */
  renew() {
    const mirror = this.#mirror
    for (const each of this.#pending) if (each.version <= mirror.version) this.#pending.delete(each)
    const operations = [...this.#pending].flatMap(each => each.operations)
    const diff = operations.length ? guess(mirror, operations, this.#policy()) : undefined
    if (!diff) return undefined
    this.#saved = save(mirror)
    return mirror.apply(diff)
  }
}
