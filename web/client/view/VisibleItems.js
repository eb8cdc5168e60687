/**
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../service/Session.js").Place} Place
 */

/**
 * Layouts whose items look otherwise in every frame that scrolls them, by expressions or by places that the client does not
 * know. The engine computes them before the next frame; a service is not asked that often, and draws them anew once scrolling
 * rests.
 */
export class VisibleItems {
  /** @type {CollectionView} */
  #view = /** @type {any} */ (undefined)
  /** The content offset that the session has answered last. */
  #known = {x: NaN, y: NaN}

  /** @param {CollectionView} view */
  attach(view) {
    this.#view = view
  }

  answered() {
    if (this.#view) this.#known = this.#view.contentOffset
  }

  needs() {
    const {session, contentOffset: {x, y}} = this.#view
    return session.answersOffline == true && (x != this.#known.x || y != this.#known.y)
  }

  detach() {
    this.#view = /** @type {any} */ (undefined)
  }
}
