import { policies } from "../service/HTTPSession.js"

/** The header fields of a request whose response the page does without: it lays out itself. */
export const minimal = {prefer: "return=minimal"}

/**
 * The viewports of a page that the service should know, because it measures the content that they show. While a request
 * of one is on its way, later moves wait, so that only its last position is sent.
 */
export class KnownViewports {
  isOffline = false
  #tessera
  #path
  /** @type {Map<string, object>} The last requests of the page for its viewports, as the service should know them. */
  #wanted = new Map()
  /** @type {Map<string, object>} The requests that the service knows. */
  #known = new Map()
  /** @type {Promise<void> | undefined} */
  #sending

  /**
   * @param {import("../service/Tessera.js").Tessera} tessera
   * @param {string} path That of the viewports of the collection.
   */
  constructor(tessera, path) {
    this.#tessera = tessera
    this.#path = path
  }

  /**
   * Whether the page has a viewport of this name.
   *
   * @param {string} viewport
   */
  has(viewport) {
    return this.#wanted.has(viewport)
  }

  /**
   * The page has moved a viewport.
   *
   * @param {string} viewport
   * @param {object} state
   */
  note(viewport, state) {
    const names = ["container", "layout", "bounds", "overscan", ...policies]
    const given = Object.entries(state).filter(([name, value]) => names.includes(name) && value !== undefined)
    const before = this.#wanted.get(viewport), now = {...before, ...Object.fromEntries(given)}
    // A state that the service knows already is not sent.
    if (JSON.stringify(now) != JSON.stringify(before)) this.#wanted.set(viewport, now)
    this.#send().catch(() => {})
  }

  /** @param {string} viewport */
  delete(viewport) {
    this.#wanted.delete(viewport)
    if (this.#known.delete(viewport)) this.#tessera.send("DELETE", this.#address(viewport)).catch(() => {})
  }

  /**
   * Creates a viewport in a service that does not know it. It is rejected if the service does not take it.
   *
   * @param {string} viewport
   */
  introduce(viewport) {
    // It may have expired there.
    if (!this.#sending) this.#known.delete(viewport)
    return this.#send()
  }

  /** The service may have forgotten all of them. */
  renew() {
    this.#known.clear()
    this.#send().catch(() => {})
  }

  /** @returns {Promise<void>} Fulfilled once the service knows. */
  #send() {
    // As for changes, the page draws before.
    this.#sending ??= new Promise(done => setTimeout(done)).then(() => this.#sendAll()).finally(() => this.#sending = undefined)
    return this.#sending
  }

  async #sendAll() {
    const news = () => this.isOffline ? undefined : [...this.#wanted].find(([name, state]) => this.#known.get(name) != state)
    for (let next; next = news();) {
      const [name, state] = next
      await this.#tessera.send("PUT", this.#address(name), {body: state, headers: minimal, retry: {times: 0}})
      this.#known.set(name, state)
    }
  }

  /** @param {string} viewport */
  #address(viewport) {
    return this.#path + encodeURIComponent(viewport)
  }
}
