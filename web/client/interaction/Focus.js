import { compareReading } from "../mirror/Element.js"
import { clearOf } from "../view/clearOf.js"
import { cellsOf, distanceTo } from "./geometry.js"

/**
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../view/Cell.js").Cell} Cell
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../mirror/Element.js").Rect} Rect
 */

const focusable = "a[href], button, input, select, textarea, summary, [contenteditable], [tabindex]"

/**
 * Keeps the focus, and the selection of text, where the user has put them. A cell that has the focus is parked when
 * its item leaves the window, and goes back to its place with the item. If the item is deleted, the next one gets the
 * focus.
 */
export class Focus {
  #view
  #role
  /** @type {number | undefined} The cell that the tab key leads to. */
  #current
  /** @type {Element | undefined} The item that had the focus, and is deleted. */
  #deleted
  /** @type {number[] | "start" | "end" | undefined} The item that gets the focus when it is in the window. */
  #goal
  #hasParked = false

  /**
   * @param {CollectionView} view
   * @param {import("./roles.js").Role} role
   * @param {AbortSignal} signal
   */
  constructor(view, role, signal) {
    this.#view = view
    this.#role = role
    view.element.addEventListener("focusin", event => {
      const cell = this.cellOf(event.target)
      this.#goal = undefined
      if (cell) this.#setCurrent(cell.key)
    }, {signal})
    view.element.addEventListener("focusout", () => this.#release(), {signal})
    document.addEventListener("selectionchange", () => this.#release(), {signal})
  }

  /**
   * The cell that contains a node.
   *
   * @param {EventTarget | null} node
   */
  cellOf(node) {
    if (!(node instanceof Node) || !this.#view.element.contains(node)) return undefined
    for (const cell of this.#view.cells.values()) if (cell.node.contains(node)) return cell
    return undefined
  }

  /** The cell that has the focus, or something in it. */
  get focused() {
    return this.cellOf(this.#active())
  }

  /** @param {Cell} cell */
  keeps({node, key}) {
    return key != this.#deleted?.key && (node.contains(this.#active()) || isSelected(node))
  }

  /** @param {Delta} delta */
  changed({gone}) {
    const {mirror, cells} = this.#view, {focused} = this
    if (gone.some(({key, type}) => key == focused?.key && type == "delete")) this.#deleted = focused?.element
    this.#hasParked = false
    for (const cell of cells.values()) {
      if (mirror.elements.has(cell.key) || cell.isHeld || !this.keeps(cell)) continue
      this.#hasParked = true
      this.#park(cell)
    }
  }

  placed() {
    const deleted = this.#deleted
    this.#deleted = undefined
    if (deleted) this.#succeed(deleted)
    this.#reach()
    this.#rove()
    this.scrolled()
  }

  scrolled() {
    if (this.#role != "feed") return
    const {element, mirror: {window}, contentOffset: {y}, size, visible} = this.#view
    const isShort = y < window.y - 0.5 || y + size.height > window.y + window.height + 0.5
    const isBusy = isShort || visible.some(({category, id}) => category == "cell" && id == null)
    if (element.ariaBusy != `${isBusy}`) element.ariaBusy = `${isBusy}`
  }

  /**
   * Moves the focus to a cell, wherever it is.
   *
   * @param {number[] | "start" | "end"} goal
   */
  goTo(goal) {
    this.#goal = goal
    if (this.#reach()) return
    this.#view.scrollTo(typeof goal == "string" ? {edge: goal} : goal)
  }

  /** @param {Cell} cell */
  give(cell) {
    const {node} = cell
    const target = node.tabIndex >= -1 && node.hasAttribute("tabindex") ? node : node.querySelector(focusable)
    if (target instanceof HTMLElement) target.focus({preventScroll: true})
    else this.#view.element.focus({preventScroll: true})
    this.reveal(cell, cell.element.indexPath[0])
  }

  /**
   * Scrolls no further than needed, clear of the views that pin in the section.
   *
   * @param {Rect} rect
   * @param {number} section
   */
  reveal(rect, section) {
    const clear = clearOf(this.#view, section, rect), {x, y} = distanceTo(rect, clear, clear)
    if (x || y) this.#view.scrollBy(x, y)
  }

  #active() {
    const root = this.#view.element.getRootNode()
    return root instanceof ShadowRoot ? root.activeElement : document.activeElement
  }

  // An element outside the window must not be seen in it, also when other items have come or gone meanwhile.
  /** @param {Cell} cell */
  #park(cell) {
    const {window, contentSize} = this.#view.mirror, {element} = cell, {frame} = element
    const [first] = this.#view.mirror.ordered()
    const overlaps = frame.x < window.x + window.width && frame.x + frame.width > window.x
      && frame.y < window.y + window.height && frame.y + frame.height > window.y
    if (!overlaps || !first) return
    const isBefore = compareReading(element, first) < 0, isSideways = window.width < contentSize.width
    const place = isSideways ? {x: isBefore ? window.x - frame.width - 1 : window.x + window.width + 1}
      : {y: isBefore ? window.y - frame.height - 1 : window.y + window.height + 1}
    cell.element = {...element, frame: {...frame, ...place}}
  }

  #release() {
    if (!this.#hasParked) return
    // The next node has the focus only after the event.
    queueMicrotask(() => this.#view.sweep())
  }

  /** @param {Element} deleted */
  #succeed(deleted) {
    const cells = cellsOf(this.#view.mirror.ordered())
    const next = cells.find(cell => compareReading(cell, deleted) >= 0) ?? cells[cells.length - 1]
    const cell = next && this.#view.cells.get(next.key)
    if (cell) this.give(cell)
    else this.#view.element.focus({preventScroll: true})
  }

  // The focus is only moved when the user has not moved it meanwhile.
  #reach() {
    const goal = this.#goal, {mirror, cells} = this.#view
    if (!goal) return false
    const {window: {x, y, width, height}, contentSize} = mirror, shown = cellsOf(mirror.ordered())
    const isAtStart = x <= 0.5 && y <= 0.5
    const isAtEnd = x + width >= contentSize.width - 0.5 && y + height >= contentSize.height - 0.5
    const element = goal == "start" ? isAtStart && shown[0] : goal == "end" ? isAtEnd && shown[shown.length - 1]
      : mirror.element("cell", undefined, goal)
    const cell = element && cells.get(element.key)
    if (!cell || !element) return false
    this.#goal = undefined
    this.give(cell)
    // Rows around it may be measured only now.
    if (typeof goal == "string") this.#view.scrollTo(element.id ?? element.indexPath)
    return true
  }

  // One of the cells is in the tab order: the one that had the focus last, or else the first that is seen.
  #rove() {
    if (this.#role == "none") return
    const {cells, visible, mirror} = this.#view, current = cells.get(this.#current ?? NaN)
    const isThere = current && mirror.elements.has(current.key) && visible.includes(current.element)
    if (current && (isThere || current.node.contains(this.#active()))) return this.#setCurrent(current.key)
    const [first] = cellsOf(visible)
    if (first) this.#setCurrent(first.key)
  }

  /** @param {number} key */
  #setCurrent(key) {
    const {cells} = this.#view, cell = cells.get(key), before = cells.get(this.#current ?? NaN)
    this.#current = key
    if (this.#role == "none" || !cell || cell.node.tabIndex == 0 && before == cell) return
    if (before && before != cell) before.node.tabIndex = -1
    cell.node.tabIndex = 0
  }
}

/**
 * Whether the selection begins or ends in a node.
 *
 * @param {Node} node
 */
function isSelected(node) {
  const selection = getSelection()
  return Boolean(selection && !selection.isCollapsed
    && (node.contains(selection.anchorNode) || node.contains(selection.focusNode)))
}
