import { guess } from "./guess.js"

/**
 * @typedef {import("../mirror/Change.js").Change} Change
 * @typedef {import("../mirror/Change.js").ElementChange} ElementChange
 * @typedef {import("../mirror/Mirror.js").Mirror} Mirror
 * @typedef {import("./batch.js").Operation} Operation
 * @typedef {{operations: readonly Operation[], version: number}} Pending
 *   `version` is that of the response, once it has come.
 */

/**
 * The changes of this client that the service has not confirmed yet, shown as they will probably look.
 *
 * The mirror has them only between two responses: before it takes what the service says, they are withdrawn to the last
 * bit, and afterwards those that are still open are made again on top of it.
 */
export class Guesses {
  #mirror
  /** @type {Set<Pending>} */
  #pending = new Set()
  /** @type {ReturnType<Mirror["save"]> | undefined} */
  #saved

  /** @param {Mirror} mirror */
  constructor(mirror) {
    this.#mirror = mirror
  }

  /** @param {Pending} pending */
  add(pending) {
    this.#pending.add(pending)
  }

  /** @param {Pending} pending */
  delete(pending) {
    return this.#pending.delete(pending)
  }

  /** Makes the mirror what the service has said. @returns {Change | undefined} */
  withdraw() {
    if (!this.#saved) return undefined
    const guessed = [...this.#mirror.elements.values()], change = this.#mirror.restore(this.#saved)
    this.#saved = undefined
    // If the service inserts these items, their cells go on.
    for (const {id, key} of guessed) if (id != null && !this.#mirror.elements.has(key)) this.#mirror.reserved.set(id, key)
    return {...change, changes: change.changes.map(faded)}
  }

  /** Shows what is still open. @returns {Change | undefined} */
  renew() {
    const mirror = this.#mirror
    for (const each of this.#pending) {
      if (each.version <= mirror.version) this.#pending.delete(each)
    }
    const operations = [...this.#pending].flatMap(each => each.operations)
    const diff = operations.length ? guess(mirror, operations) : undefined
    if (!diff) return undefined
    this.#saved = mirror.save()
    return mirror.apply(diff)
  }
}

// Whatever a guess has removed fades in again, and what it has inserted fades out.
/**
 * @param {ElementChange} change
 * @returns {ElementChange}
 */
function faded(change) {
  const {key, before, after} = change
  if (before && after) return change
  if (after) return {key, type: "insert", after, initial: {...after, alpha: 0}, final: after}
  if (before) return {key, type: "delete", before, initial: before, final: {...before, alpha: 0}}
  return change
}
