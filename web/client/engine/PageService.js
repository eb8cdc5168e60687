import { incomplete } from "./EngineKeeper.js"
import { numberOf } from "./moduleRequests.js"

/**
 * @typedef {import("../service/Tessera.js").EventOptions} EventOptions
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 * @typedef {import("../service/TesseraProblem.js").TesseraProblem} TesseraProblem
 * @typedef {import("../service/transport.js").Query} Query
 * @typedef {import("../service/transport.js").RequestOptions} RequestOptions
 */

/** What a `Collection` uses in place of a service: a replica handles the requests as far as it can, and the service the rest. */
export class PageService {
  #tessera
  #path
  #replica

  /**
   * @param {Tessera} tessera
   * @param {string} path That of the collection.
   * @param {import("./PageReplica.js").PageReplica} replica
   */
  constructor(tessera, path, replica) {
    this.url = tessera.url
    this.#tessera = tessera
    this.#path = path
    this.#replica = replica
  }

  /**
   * @template [Body=unknown]
   * @param {string} method
   * @param {string} path
   * @param {RequestOptions & {query?: Query, body?: unknown}} [options]
   * @returns {Promise<import("../service/transport.js").Reply<Body>>}
   */
  async send(method, path, options = {}) {
    const replica = this.#replica, below = path.slice(this.#path.length), name = /^\/viewports\/(.+)$/.exec(below)?.[1]
    const target = name ? "/viewports/" : below, {query = {}} = options
    const isHere = path.startsWith(this.#path) && replica.isHere
    const isQuery = method == "GET" && below == "/attributes" && query.rect && !("format" in query)
    try {
      if (isHere && isQuery) return /** @type {import("../service/transport.js").Reply<Body>} */ (replica.attributes(query))
      if (isHere && numberOf(method, target) >= 0) {
        const viewport = name ? decodeURIComponent(name) : `${query.viewport ?? "main"}`
        const reply = replica.respond(method, target, viewport, {...options, include: query.include})
        return /** @type {import("../service/transport.js").Reply<Body>} */ (reply)
      }
    } catch (problem) {
      // The service handles requests that need the rest of the module.
      if (/** @type {TesseraProblem} */ (problem).code != incomplete) throw problem
    }
    // The rest is for the service, such as the description of the collection.
    return this.#tessera.send(method, path, options)
  }

  /**
   * The changes of a viewport as they happen here.
   *
   * @param {string} path With its query.
   * @param {EventOptions} options
   * @returns {{close(): void}}
   */
  events(path, options) {
    const {pathname, searchParams} = new URL(path, "http://page")
    if (pathname != `${this.#path}/events`) return this.#tessera.events(path, options)
    return this.#replica.listen({...options, viewport: searchParams.get("viewport") ?? "main"})
  }

  /** @param {[path: string, init?: RequestInit & {headers?: Headers}]} request */
  fetch(...request) {
    return this.#tessera.fetch(...request)
  }
}
