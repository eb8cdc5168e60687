import { paged } from "../view/paged.js"
import { HTTPSession } from "./HTTPSession.js"

/**
 * @typedef {import("./Collection.js").Collection} Collection
 * @typedef {import("./Session.js").CollectionService} CollectionService
 */

/**
 * A collection that a service lays out.
 *
 * @implements {CollectionService}
 */
export class HTTPService {
  #collection

  /**
   * @param {Collection} collection
   * @param {"auto" | "page" | "server"} [engine]
   */
  constructor(collection, engine = "server") {
    this.#collection = engine == "server" ? collection : paged(collection, engine)
  }

  /** @type {CollectionService["open"]} */
  open(opening, listener) {
    return new HTTPSession(this.#collection, opening, listener)
  }
}
