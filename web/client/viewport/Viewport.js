import { HTTPSession } from "../service/HTTPSession.js"

/**
 * @typedef {import("../mirror/Change.js").Change} Change
 * @typedef {import("../mirror/Mirror.js").ScrollOutcome} ScrollOutcome
 * @typedef {import("../service/Collection.js").Collection} Collection
 * @typedef {import("../service/Session.js").Place} Place
 * @typedef {import("../service/Session.js").Status} Status
 * @typedef {import("../service/TesseraProblem.js").TesseraProblem} TesseraProblem
 *
 * @typedef {Omit<Place, "accepted"> & {accepted?: (outcome: ScrollOutcome, sent: ViewportState) => void}} ViewportState The
 *   state and the wishes of a client. `accepted` is called with the response.
 *
 * @typedef {object} ViewportOptions
 * @property {() => ViewportState | undefined} state Asked just before each request.
 * @property {(change: Change) => void} onChange
 * @property {(status: Status) => void} [onStatus]
 * @property {string} [name]
 * @property {"content"} [include]
 * @property {ScrollOutcome} [adopt] The response that the page shows already.
 */

/** One viewport of a collection, for programs that draw themselves: its changes are those of `mirror`. */
export class Viewport extends HTTPSession {
  #onChange

  /**
   * @param {Collection} collection
   * @param {ViewportOptions} options
   */
  constructor(collection, {state, onChange, onStatus, adopt, ...opening}) {
    super(collection, opening, {place: /** @type {() => Place} */ (state), delta() {}, status: onStatus})
    this.#onChange = onChange
    if (adopt) this.mirror.apply(adopt)
  }

  /**
   * @protected
   * @param {Change} change
   */
  deliver(change) {
    this.#onChange(change)
  }
}
