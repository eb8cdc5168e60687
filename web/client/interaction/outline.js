import { cellsOf } from "./geometry.js"
import { outlineAttributes } from "./outlineAttributes.js"

/**
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("./Focus.js").Focus} Focus
 * @typedef {import("./roles.js").Role} Role
 */

/** Levels for assistive technology, and the keys that expand and collapse items, in views that are a list or a tree. */
export class Outline {
  #view
  #focus
  #role

  /**
   * @param {CollectionView} view
   * @param {Focus} focus
   * @param {Role} role
   */
  constructor(view, focus, role) {
    this.#view = view
    this.#focus = focus
    this.#role = role
  }

  get #isActive() {
    return this.#role == "list" || this.#role == "tree"
  }

  placed() {
    if (!this.#isActive) return
    for (const {element, node} of this.#view.cells.values()) {
      const attributes = outlineAttributes(element, this.#role)
      for (const [name, value] of Object.entries(attributes)) {
        if (value == null) node.removeAttribute(name)
        else if (node.getAttribute(name) != value) node.setAttribute(name, value)
      }
    }
  }

  /**
   * An arrow to the end of a line expands an item, or goes to its first child; one to the start collapses it, or goes to its
   * parent.
   *
   * @param {KeyboardEvent} event
   * @returns {boolean} Whether the key was one of an outline.
   */
  press(event) {
    const {key, target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented} = event
    if (!this.#isActive || defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return false
    if (key != "ArrowLeft" && key != "ArrowRight") return false
    const cell = this.#focus.cellOf(target)
    // Controls in a cell have their own keys.
    if (!cell || cell.node != target || cell.element.level == null) return false
    event.preventDefault()
    if (key == "ArrowRight" == this.#view.mirror.isMirrored) this.#close(cell.element)
    else this.#open(cell.element)
    return true
  }

  /** @param {Element} element */
  #open(element) {
    const {id, indexPath: [section, item], isExpanded} = element
    if (isExpanded) this.#focus.goTo([section, item + 1])
    else if (isExpanded == false && id != null) this.#view.update(batch => batch.expand(id))
  }

  /** @param {Element} element */
  #close(element) {
    const {id, indexPath: [section, item], level = 0, isExpanded} = element
    if (isExpanded && id != null) return void this.#view.update(batch => batch.collapse(id))
    if (level == 0) return
    const above = cellsOf(this.#view.mirror.ordered()).filter(({indexPath}) => indexPath[0] == section && indexPath[1] < item)
    // A parent that is not loaded is further up: the focus comes nearer to it.
    const parent = above.findLast(other => (other.level ?? 0) < level) ?? above[0]
    if (parent) this.#focus.goTo(parent.indexPath)
    else if (item > 0) this.#focus.goTo([section, item - 1])
  }
}

/**
 * @param {CollectionView} view
 * @param {Focus} focus
 * @param {Role} role
 */
export const begin = (view, focus, role) => new Outline(view, focus, role)
