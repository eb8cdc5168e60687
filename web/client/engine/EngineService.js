import { EngineSession } from "./EngineSession.js"

/**
 * @typedef {import("../service/Session.js").CollectionService} CollectionService
 * @typedef {import("../service/Session.js").Listener} Listener
 * @typedef {import("../service/Session.js").Opening} Opening
 */

/**
 * A collection that the engine in the page lays out.
 *
 * @implements {CollectionService}
 */
export class EngineService {
  #replica

  /** @param {import("./PageReplica.js").PageReplica} replica */
  constructor(replica) {
    this.#replica = replica
  }

  /**
   * @param {Opening} opening
   * @param {Listener} listener
   */
  open(opening, listener) {
    return new EngineSession(this.#replica, opening, listener)
  }
}
