import { toContent } from "./geometry.js"

/**
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../view/Cell.js").Cell} Cell
 * @typedef {import("../mirror/Element.js").Point} Point
 * @typedef {import("../mirror/Element.js").Rect} Rect
 */

const reduced = matchMedia("(prefers-reduced-motion: reduce)")

/** A cell that the user holds. The view places it like the others; the rest of the way is its `translate`. */
export class Held {
  /** @type {Point | undefined} Where the pointer has it, in the element that scrolls. */
  #grab
  /** @type {Point | undefined} */
  #pointer
  /** @type {Rect | undefined} The gap that it is in, if no pointer has it. */
  #gap
  #view
  #cell

  /**
   * @param {CollectionView} view
   * @param {Cell} cell
   * @param {Point} [pointer] In client coordinates.
   */
  constructor(view, cell, pointer) {
    this.#view = view
    this.#cell = cell
    cell.isHeld = true
    cell.node.classList.add("tessera-held")
    cell.node.style.zIndex = "2147483647"
    if (pointer) {
      const {x, y} = toContent(view, pointer)
      this.#grab = {x: x - cell.x, y: y - cell.y}
      this.#pointer = pointer
    } else {
      this.#gap = cell.element.frame
    }
  }

  get node() {
    return this.#cell.node
  }

  get key() {
    return this.#cell.key
  }

  /** Where it is drawn, in content coordinates. @returns {Point} */
  get origin() {
    return this.#gap ?? this.#underPointer
  }

  /** @returns {Point} */
  get #underPointer() {
    if (!this.#pointer || !this.#grab) return this.#cell
    const {x, y} = toContent(this.#view, this.#pointer)
    return {x: x - this.#grab.x, y: y - this.#grab.y}
  }

  /** Whether it is in a gap, and not under a pointer. */
  get isSettled() {
    return Boolean(this.#gap)
  }

  /** Its centre where the pointer has it, or had it last. */
  get centre() {
    const {x, y} = this.#underPointer, {width, height} = this.#cell
    return {x: x + width / 2, y: y + height / 2}
  }

  /** @param {Point} pointer */
  follow(pointer) {
    this.#pointer = pointer
    this.draw()
  }

  /**
   * Flies into a gap and stays there.
   *
   * @param {Rect} gap
   */
  settle(gap) {
    const {x, y} = this.origin
    this.#gap = gap
    this.draw()
    this.#fly(x - gap.x, y - gap.y)
  }

  draw() {
    const {x, y} = this.origin, cell = this.#cell
    const translate = `${x - cell.x}px ${y - cell.y}px`
    if (cell.node.style.translate != translate) cell.node.style.translate = translate
  }

  /** Gives the cell back to the view. */
  release() {
    const {x, y} = this.origin, cell = this.#cell, {node, element} = cell
    cell.isHeld = false
    node.classList.remove("tessera-held")
    node.style.zIndex = `${element.zIndex || ""}`
    node.style.translate = ""
    this.#fly(x - cell.x, y - cell.y)
    this.#view.sweep()
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  #fly(dx, dy) {
    if (reduced.matches || Math.abs(dx) + Math.abs(dy) < 0.5) return
    const translate = [`${dx}px ${dy}px`, "0px 0px"]
    this.#cell.node.animate({translate}, {duration: 200, easing: "ease-out", composite: "add"})
  }
}
