import { Mirror } from "../mirror/Mirror.js"

/**
 * @typedef {import("../mirror/Change.js").Change} Change
 */

/** @type {typeof import("../mirror/Change.js").merge | undefined} */
let merge

/** The mirror of a viewport, with the guesses of the page on it, and the changes that the view has not got yet. */
export class ShownMirror {
  /**
   * The guess that the page shows before the service confirms it.
   *
   * @type {{withdraw(): Change | undefined, renew(): Change | undefined} | undefined}
   */
  overlay
  #take
  /** @type {Change[]} */
  #changes = []
  #isWithdrawn = false

  /**
   * @param {(change: Change) => void} take Called with all that the view has not got yet.
   * @param {Mirror} [mirror]
   */
  constructor(take, mirror = new Mirror()) {
    this.#take = take
    this.mirror = mirror
  }

  /**
   * Takes the next response or event.
   *
   * @param {Parameters<Mirror["apply"]>[0]} response
   */
  take(response) {
    this.withdraw()
    this.#changes.push(this.mirror.apply(response))
  }

  /** Leaves the state of the service, until the next delivery. */
  withdraw() {
    const change = this.#isWithdrawn ? undefined : this.overlay?.withdraw()
    this.#isWithdrawn = true
    if (change) this.#changes.push(change)
  }

  /** The overlay shows something else. */
  refresh() {
    // Else the next delivery has it.
    if (this.#isWithdrawn) return
    this.withdraw()
    this.deliver()
  }

  async deliver() {
    const renewed = this.#isWithdrawn ? this.overlay?.renew() : undefined
    if (renewed) this.#changes.push(renewed)
    this.#isWithdrawn = false
    // Not needed for a first screen.
    if (this.#changes.length > 1) merge ??= (await import("../mirror/Change.js")).merge
    const changes = this.#changes.splice(0)
    if (changes.length) this.#take(merge ? changes.reduce(merge) : changes[0])
  }
}
