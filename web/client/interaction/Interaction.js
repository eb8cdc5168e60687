import { Announcer } from "./Announcer.js"
import { Focus } from "./Focus.js"
import { Keys } from "./Keys.js"
import { english } from "./messages.js"

/**
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../view/Cell.js").Cell} Cell
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("./Drag.js").Drag} Drag
 * @typedef {{placed(): void, press?(event: KeyboardEvent): boolean, remove?(): void}} Structure A grid or an outline.
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
  /** @type {Structure | undefined} */
  #structure
  /** @type {(() => void) | undefined} Loads the structure that the elements need. */
  #find

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
      if (!this.#drag?.key(event) && !this.#structure?.press?.(event)) keys.press(event)
    }, {signal})
    if (reorder) {
      import("./Drag.js").then(({Drag}) => {
        if (!signal.aborted) this.#drag = new Drag(view, {reorder, focus, announcer, signal})
      })
    }
    this.#find = () => {
      /** @type {number | undefined} */
      let level
      for ({level} of view.mirror.elements.values()) if (level != null) break
      /** @type {false | Promise<{begin(view: CollectionView, focus: Focus, role: import("./roles.js").Role): Structure}>} */
      const found = role == "grid" ? import("./grid.js") : level != null && import("./outline.js")
      if (!found) return
      this.#find = undefined
      found.then(({begin}) => {
        if (!signal.aborted) (this.#structure = begin(view, focus, role)).placed()
      })
    }
    this.placed()
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
    this.#structure?.placed()
    this.#find?.()
  }

  scrolled() {
    this.#drag?.scrolled()
    this.#focus?.scrolled()
  }

  detach() {
    this.#drag?.cancel()
    this.#listening.abort()
    this.#structure?.remove?.()
    this.#announcer?.remove()
  }
}
