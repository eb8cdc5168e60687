import { pause } from "./transport.js"

/**
 * @typedef {import("../mirror/Mirror.js").UpdateDiff} UpdateDiff
 * @typedef {import("./Collection.js").Collection} Collection
 * @typedef {import("./Tessera.js").EventOptions} EventOptions
 *
 * @typedef {{event: string, data: UpdateDiff & {version: number, reason: string}}} ViewportEvent
 */

/** The changes of a viewport that others make. They wait here until the session takes them in their order. */
export class ViewportEvents {
  /** @type {ViewportEvent[]} */
  #waiting = []
  #stream
  #arrived = () => {}

  /**
   * @param {Collection} collection
   * @param {{name: string, include?: "content"}} viewport
   * @param {{since: number, onState: EventOptions["onState"], onEvent: () => void}} options
   */
  constructor({tessera, path}, {name, include}, {since, onState, onEvent}) {
    const query = `viewport=${name}&own=false${include ? `&include=${include}` : ""}`
    this.#stream = tessera.events(`${path}/events?${query}`, {
      since, onState, onEvent: event => {
        this.#waiting.push(/** @type {ViewportEvent} */ (event))
        this.#arrived()
        onEvent()
      },
    })
  }

  get isEmpty() {
    return !this.#waiting.length
  }

  /**
   * The event that is to be taken now.
   *
   * @param {number} last Later versions wait.
   */
  next(last) {
    return this.#waiting[0]?.data.version > last ? undefined : this.#waiting.shift()
  }

  /**
   * Waits for another event.
   *
   * @param {number} time The longest that it may take, in milliseconds.
   * @returns {Promise<boolean>} Whether one has come.
   */
  arrival(time) {
    const waiting = new AbortController()
    this.#arrived = () => waiting.abort()
    return pause(time, waiting.signal).then(() => false, () => true)
  }

  close() {
    this.#stream.close()
    this.#arrived()
  }
}
