import { HTTPSession } from "./HTTPSession.js"

/**
 * @typedef {import("./Collection.js").Collection} Collection
 * @typedef {import("./Session.js").CollectionService} CollectionService
 * @typedef {import("./Session.js").Listener} Listener
 * @typedef {import("./Session.js").Opening} Opening
 */

/**
 * A collection that a service lays out, and the engine in the page as soon as it can.
 *
 * @implements {CollectionService}
 */
export class HTTPService {
  #collection
  #engine

  /**
   * @param {Collection} collection
   * @param {"auto" | "page" | "server"} [engine] With `page` nothing is requested before the engine is here or has failed;
   * with `server` there is none.
   */
  constructor(collection, engine = "server") {
    this.#collection = collection
    this.#engine = engine
  }

  /**
   * @param {Opening} opening
   * @param {Listener} listener
   */
  open(opening, listener) {
    const collection = this.#collection, engine = this.#engine
    const later = engine != "server"
      && import("../engine/takeOver.js").then(({takeOver}) => takeOver(session, listener)).catch(() => {})
    /** @type {HTTPSession} */
    const session = new HTTPSession(collection, {...opening, begins: engine == "page" && later}, listener)
    return session
  }
}
