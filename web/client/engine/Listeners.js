/**
 * @typedef {import("../service/Tessera.js").EventOptions} EventOptions
 *
 * @typedef {object} Listener
 * @property {string} viewport
 * @property {EventOptions["onEvent"]} onEvent
 * @property {EventOptions["onState"]} [onState]
 * @property {() => void} [onNews] Called when others may have changed something in viewports that sessions have opened: those
 * have no events.
 * @typedef {{event: "message" | "reset" | "lost", viewport: string, requestId: string, data: {version: number}}} PageEvent
 */

/** The programs of a page that follow the changes of a replica, each those of one viewport. */
export class Listeners {
  /** @type {Set<Listener>} */
  #all = new Set()

  /**
   * @param {Listener} listener
   * @param {() => "open" | "offline"} state That of the feed, which the listener gets soon.
   * @returns {{close(): void}}
   */
  add(listener, state) {
    this.#all.add(listener)
    queueMicrotask(() => this.#all.has(listener) && listener.onState?.(state()))
    return {close: () => this.#all.delete(listener)}
  }

  /**
   * Has sessions look for changes.
   *
   * @param {Listener} [except] The listener of the session that has made them.
   */
  news(except) {
    for (const listener of this.#all) if (listener != except) listener.onNews?.()
  }

  /** @param {"open" | "offline"} state */
  state(state) {
    for (const listener of this.#all) listener.onState?.(state)
  }

  /** @param {string} reason */
  closed(reason) {
    for (const {onEvent} of this.#all) onEvent({event: "closed", id: "", data: {reason}})
  }

  /**
   * Has all of them send their requests anew.
   *
   * @param {number} version
   */
  reset(version) {
    for (const viewport of new Set([...this.#all].map(({viewport}) => viewport))) this.send(viewport, "reset", {version})
  }

  /**
   * Sends an event to the listeners of a viewport.
   *
   * @param {string} viewport
   * @param {string} event
   * @param {{version: number}} data
   */
  send(viewport, event, data) {
    for (const listener of this.#all) {
      if (listener.viewport == viewport) listener.onEvent({event, id: `${data.version}`, data})
    }
  }
}
