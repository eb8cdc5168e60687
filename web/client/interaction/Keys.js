import { cellsOf, farther, neighbour, rows } from "./geometry.js"

/**
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../view/Cell.js").Cell} Cell
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("./geometry.js").Direction} Direction
 * @typedef {import("./Focus.js").Focus} Focus
 */

/** @type {Record<string, Direction>} */
const arrows = {ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down"}
const stops = "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex='0']"

/**
 * The direction of an arrow key.
 *
 * @param {KeyboardEvent} event
 */
export const directionOf = ({key}) => arrows[key]

/**
 * The cell before or after another in the order of reading. Its index path, if it is not in the window.
 *
 * @param {CollectionView} view
 * @param {Element} element
 * @param {number} step
 * @returns {Element | number[] | undefined}
 */
function inOrder({mirror}, {key, indexPath: [section, item]}, step) {
  const cells = cellsOf(mirror.ordered()), index = cells.findIndex(cell => cell.key == key)
  const next = index >= 0 ? cells[index + step] : undefined
  if (next) return next
  const place = item + step
  return place >= 0 && place < (mirror.itemCounts.get(section) ?? 0) ? [section, place] : undefined
}

/**
 * The cell that an arrow leads to. In a list with one column or one row, all arrows lead to the next or the previous
 * one.
 *
 * @param {CollectionView} view
 * @param {Element} element
 * @param {Direction} direction
 * @param {boolean} isGrid
 */
export function byArrow(view, element, direction, isGrid) {
  const cells = cellsOf(view.mirror.ordered()), isThere = view.mirror.elements.has(element.key)
  const beside = isThere ? neighbour(cells, element, direction) : undefined
  if (beside || isGrid && isThere) return beside
  const isOnward = direction == "down" || direction == (view.mirror.isMirrored ? "left" : "right")
  return inOrder(view, element, isOnward ? 1 : -1)
}

/** The keys that move the focus in a list, a feed or a grid. */
export class Keys {
  #view
  #focus
  #role

  /**
   * @param {CollectionView} view
   * @param {Focus} focus
   * @param {import("./roles.js").Role} role
   */
  constructor(view, focus, role) {
    this.#view = view
    this.#focus = focus
    this.#role = role
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const cell = this.#focus.cellOf(event.target)
    const {altKey, metaKey, shiftKey} = event
    if (!cell || this.#role == "none" || event.defaultPrevented || altKey || metaKey || shiftKey) return
    const isHandled = this.#role == "feed" ? this.#feed(cell, event) : this.#list(cell, event)
    if (isHandled) event.preventDefault()
  }

  // Controls in a cell have their own keys.
  /**
   * @param {Cell} cell
   * @param {KeyboardEvent} event
   */
  #list({element, node}, event) {
    if (event.target != node) return false
    const {key, ctrlKey} = event, isGrid = this.#role == "grid"
    if (arrows[key] && !ctrlKey) return this.#go(byArrow(this.#view, element, arrows[key], isGrid), true)
    if (key == "PageUp" || key == "PageDown") return this.#page(element, key == "PageUp" ? -1 : 1)
    if (key != "Home" && key != "End") return false
    if (!isGrid || ctrlKey) {
      this.#focus.goTo(key == "Home" ? "start" : "end")
      return true
    }
    const row = rows(cellsOf(this.#view.mirror.ordered())).find(row => row.some(({key}) => key == element.key))
    return this.#go(row?.[key == "Home" ? 0 : row.length - 1], true)
  }

  /**
   * @param {Cell} cell
   * @param {KeyboardEvent} event
   */
  #feed({element}, {key, ctrlKey, target}) {
    if (target instanceof HTMLElement && (target.isContentEditable || target.matches("textarea, select"))) return false
    if (key == "PageDown") return this.#go(inOrder(this.#view, element, 1), true)
    if (key == "PageUp") return this.#go(inOrder(this.#view, element, -1), true)
    return ctrlKey && (key == "Home" || key == "End") && this.#leave(key == "End")
  }

  /**
   * @param {Element} element
   * @param {number} sign
   */
  #page(element, sign) {
    const {seen, isHorizontal, isReversed, mirror} = this.#view, cells = cellsOf(mirror.ordered())
    const distance = isHorizontal ? {x: sign * seen.width * (isReversed ? -1 : 1), y: 0} : {x: 0, y: sign * seen.height}
    return this.#go(farther(cells, element, distance), true)
  }

  /**
   * @param {Element | number[] | undefined} to
   * @param {boolean} isHandled
   */
  #go(to, isHandled) {
    if (to) this.#focus.goTo("indexPath" in to ? to.indexPath : to)
    return isHandled
  }

  // Moves the focus to the element in front of the feed, or behind it.
  /** @param {boolean} isOnward */
  #leave(isOnward) {
    const {element} = this.#view
    const side = isOnward ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
    const outside = [...document.querySelectorAll(stops)].filter(node => node.getClientRects().length
      && !element.contains(node) && !node.contains(element) && element.compareDocumentPosition(node) & side)
    const target = outside[isOnward ? 0 : outside.length - 1]
    if (target instanceof HTMLElement) target.focus()
    return Boolean(target)
  }
}
