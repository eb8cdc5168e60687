import { Announcer } from "./Announcer.js"
import { Focus } from "./Focus.js"
import { Keys } from "./Keys.js"
import { english } from "./messages.js"

/**
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../view/Cell.js").Cell} Cell
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("./Drag.js").Drag} Drag
 * @typedef {import("./grid.js").Grid} Grid
 *
 * @typedef {object} InteractionOptions
 * @property {import("./roles.js").Role} [role]
 * @property {string | boolean} [reorder] Whether the user moves items: by their handles, if it is a selector.
 * @property {Partial<import("./messages.js").Messages>} [messages]
 */

/** Focus, keys, dragging, and the texts for screen readers: a feature of a view. */
export class Interaction {
  #options
  #listening = new AbortController()
  /** @type {Focus | undefined} */
  #focus
  /** @type {Announcer | undefined} */
  #announcer
  /** @type {Drag | undefined} */
  #drag
  /** @type {Grid | undefined} */
  #grid

  /** @param {InteractionOptions} options */
  constructor(options) {
    this.#options = options
  }

  /** @param {CollectionView} view */
  attach(view) {
    const {role = "list", reorder, messages} = this.#options, {signal} = this.#listening
    const focus = this.#focus = new Focus(view, role, signal)
    const announcer = this.#announcer = new Announcer(view, {...english, ...messages}, signal)
    const keys = new Keys(view, focus, role)
    view.element.addEventListener("keydown", event => {
      if (!this.#drag?.key(event)) keys.press(event)
    }, {signal})
    if (reorder) {
      import("./Drag.js").then(({Drag}) => {
        if (!signal.aborted) this.#drag = new Drag(view, {reorder, focus, announcer, signal})
      })
    }
    if (role == "grid") {
      import("./grid.js").then(({Grid}) => {
        if (signal.aborted) return
        this.#grid = new Grid(view)
        this.#grid.placed()
      })
    }
    focus.placed()
  }

  /** @param {Cell} cell */
  keeps(cell) {
    return cell.isHeld || Boolean(this.#focus?.keeps(cell))
  }

  /** @param {Delta} delta */
  changed(delta) {
    this.#focus?.changed(delta)
    this.#announcer?.changed(delta)
  }

  placed() {
    this.#drag?.draw()
    this.#focus?.placed()
    this.#grid?.placed()
  }

  scrolled() {
    this.#drag?.scrolled()
    this.#focus?.scrolled()
  }

  detach() {
    this.#drag?.cancel()
    this.#listening.abort()
    this.#grid?.remove()
    this.#announcer?.remove()
  }
}
