import { policies } from "../service/conversions.js"

/** @typedef {Record<string, unknown>} State The members of a request. */

const members = ["container", "layout", "bounds", "overscan", "orthogonalOffsets", ...policies]

/** The header fields of a request whose response the page does without: it lays out itself. */
export const minimal = {prefer: "return=minimal"}

/**
 * The viewports of a page that the service should know, because it measures the content that they show: their bounds, and
 * how far sections are scrolled across. While a request of one is on its way, later moves wait, so that only its last
 * position is sent.
 */
export class KnownViewports {
  isOffline = false
  #tessera
  #path
  /** @type {Map<string, State>} The last requests of the page for its viewports, as the service should know them. */
  #wanted = new Map()
  /** @type {Map<string, string>} The texts of the requests that the service knows. */
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
   * @param {object} state Members that are absent stay, except for the offsets of sections, whose numbers change.
   */
  note(viewport, state) {
    const given = /** @type {State} */ (state)
    /** @type {State} */
    const all = {...this.#wanted.get(viewport), orthogonalOffsets: undefined}
    for (const name of members) if (given[name] !== undefined) all[name] = given[name]
    this.#wanted.set(viewport, all)
    this.#send().catch(() => {})
  }

  /**
   * Another session goes on with a viewport, and tells the service where it is.
   *
   * @param {string} viewport
   */
  forget(viewport) {
    this.#wanted.delete(viewport)
    this.#known.delete(viewport)
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
    // A view moves more often than a request is sent: its text is made here.
    const isNews = (/** @type {[string, State]} */ [name, wanted]) => this.#known.get(name) != JSON.stringify(wanted)
    const news = () => this.isOffline ? undefined : [...this.#wanted].find(isNews)
    for (let next; next = news();) {
      const [name, wanted] = next, sent = await this.#put(name, wanted)
      if (this.#wanted.has(name)) this.#known.set(name, JSON.stringify(sent))
    }
  }

  /**
   * @param {string} name
   * @param {State} wanted
   * @returns {Promise<State>} The request that the service has taken.
   */
  async #put(name, wanted) {
    try {
      await this.#tessera.send("PUT", this.#address(name), {body: wanted, headers: minimal, retry: {times: 0}})
      return wanted
    } catch (problem) {
      const {orthogonalOffsets, ...plain} = wanted
      if (!orthogonalOffsets || /** @type {{status?: number}} */ (problem).status != 422) throw problem
      // In the version of the service, sections may have other numbers. The next move names them anew.
      if (this.#wanted.get(name) == wanted) this.#wanted.set(name, plain)
      return this.#put(name, plain)
    }
  }

  /** @param {string} viewport */
  #address(viewport) {
    return this.#path + encodeURIComponent(viewport)
  }
}
