import { renews, showsSame } from "../mirror/Element.js"
import { Cell, templateOf } from "./Cell.js"

/**
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("./CollectionView.js").Options} Options
 */

/** The cells of a view: their nodes, the pool, and which of them the browser measures. */
export class Cells {
  /** @type {Map<number, Cell>} */
  all = new Map()
  /** @type {Cell[]} Those in the layer along the scroll direction, first those that lie behind others. */
  sorted = []
  /** Whether rows follow each other, and none is beside another. */
  isStack = false
  /** @type {import("./Growth.js").Growth | import("./PageSizes.js").PageSizes | undefined} Which cells are measured; without it
   * those with estimates. */
  growth
  /** @type {Map<string, HTMLElement[]>} */
  #pool = new Map()
  /** @type {WeakMap<globalThis.Element, Cell>} */
  #nodes = new WeakMap()
  #view
  #options
  #observer

  /**
   * @param {CollectionView} view
   * @param {Options} options
   * @param {ResizeObserver} observer
   */
  constructor(view, options, observer) {
    this.#view = view
    this.#options = options
    this.#observer = observer
  }

  /** @param {globalThis.Element} node */
  of(node) {
    return this.#nodes.get(node)
  }

  /** @param {Delta} delta */
  change({gone, rows}) {
    for (const {key} of gone) this.#leave(this.all.get(key))
    for (const row of rows) {
      const {key, after} = row, cell = this.all.get(key)
      if (!cell) this.add(after)
      else this.#update(cell, after, renews(row) || cell.isGone || cell.element.id != after.id)
    }
    this.arrange()
    for (const cell of this.all.values()) this.describe(cell)
  }

  /**
   * @param {Cell} cell
   * @param {boolean} [isAdopted]
   */
  describe(cell, isAdopted) {
    cell.describe({...this.#options, itemCounts: this.#view.mirror.itemCounts}, isAdopted)
  }

  /** Finds the parents and the order of all cells. */
  arrange() {
    for (const cell of this.all.values()) {
      if (cell.isGone) continue
      cell.parent = this.#view.parentOf(cell)
      this.measure(cell)
    }
    this.#order(this.#view.mirror.ordered())
    this.#sort()
  }

  /** Recycles the cells without elements that no feature keeps any longer. */
  sweep() {
    for (const cell of this.all.values()) if (cell.isGone && !this.#view.isKept(cell)) this.#recycle(cell)
  }

  /**
   * @param {Element} element
   * @returns {void}
   */
  add(element) {
    const kept = element.id != null
      && [...this.all.values()].find(({isGone, element: {id}}) => isGone && id == element.id)
    if (kept) {
      this.all.delete(kept.key)
      kept.key = element.key
      this.all.set(kept.key, kept)
      return this.#update(kept, element, !showsSame(kept.element, element))
    }
    const node = this.#pool.get(templateOf(element))?.pop() ?? document.createElement("div")
    this.begin(new Cell(element, node, this.#view.layer))
    this.#view.render(node, element)
    this.#view.emit("appear", {element, node})
  }

  /**
   * Begins with a cell whose node is filled.
   *
   * @param {Cell} cell
   */
  begin(cell) {
    this.all.set(cell.key, cell)
    this.#nodes.set(cell.node, cell)
    this.measure(cell)
  }

  /**
   * @param {Cell} cell
   * @param {Element} element
   * @param {boolean} isOther Whether the element shows something else now.
   * @returns {void}
   */
  #update(cell, element, isOther) {
    const before = cell.element
    if (templateOf(element) != templateOf(before)) {
      this.#recycle(cell)
      return this.add(element)
    }
    cell.element = element
    cell.isGone = false
    // The service has lost its size: that was one of other fonts, or of a session before.
    if (element.estimated && !before.estimated) cell.sent = -1
    // The size that was found is that of another width.
    const breadth = this.#view.isHorizontal ? "height" : "width"
    this.measure(cell, isOther || element.frame[breadth] != before.frame[breadth])
    if (isOther) (before.id == element.id && this.#options.update || this.#view.render)(cell.node, element)
  }

  /**
   * Has the browser find the size of a cell, if it is one that it finds. A cell without an id waits for its data.
   *
   * @param {Cell} cell
   * @param {boolean} [again] Whether the size that was found is that of another content or width.
   */
  measure(cell, again = false) {
    const {category, estimated, id} = cell.element
    const measures = (category != "cell" || id != null)
      && (this.growth?.measures(cell, again) ?? (this.#options.measure == "dom" && !!estimated))
    if (measures == cell.measures && !(measures && again)) return
    // Until the end of the frame, the row is as long as it was.
    cell.isOld = measures && cell.measured >= 0
    if (!cell.isOld) cell.measured = -1
    cell.sent = -1
    cell.measures = measures
    this.#observer.unobserve(cell.node)
    if (measures) this.#observer.observe(cell.node)
  }

  /** @param {Cell} [cell] */
  #leave(cell) {
    if (!cell) return
    cell.isGone = true
    if (!this.#view.isKept(cell)) this.#recycle(cell)
  }

  /** @param {Cell} cell */
  #recycle(cell) {
    const {node, element} = cell
    this.#observer.unobserve(node)
    this.#nodes.delete(node)
    this.all.delete(cell.key)
    node.remove()
    node.removeAttribute("style")
    for (const name of node.getAttributeNames()) node.removeAttribute(name)
    this.#options.recycle?.(node, element)
    this.#view.emit("disappear", {element, node})
    const pool = this.#pool.get(templateOf(element)) ?? []
    this.#pool.set(templateOf(element), pool)
    if (pool.length < 100) pool.push(node)
  }

  // The reading order is the order in the document. The node with the focus would lose it if it moved: the others move
  // around it.
  /** @param {readonly Element[]} ordered */
  #order(ordered) {
    const focused = document.activeElement, nexts = /** @type {Map<Node, ChildNode | null>} */ (new Map())
    for (const {node, parent, isGone} of this.all.values()) {
      if (node.parentNode && node.parentNode != parent && !isGone) parent.append(node)
    }
    for (const {key} of ordered) {
      const cell = this.all.get(key)
      if (!cell) continue
      const {node, parent} = cell
      let next = nexts.get(parent) ?? (nexts.has(parent) ? null : parent.firstChild)
      while (next && !this.#isOrdered(next)) next = next.nextSibling
      const isInPlace = node == next || node.parentNode == parent && node.contains(focused)
      if (!isInPlace) parent.insertBefore(node, next)
      nexts.set(parent, isInPlace ? node.nextSibling : next)
    }
  }

  // Nodes of leaving cells and of features stay where they are.
  /** @param {ChildNode} node */
  #isOrdered(node) {
    const cell = this.#nodes.get(/** @type {HTMLElement} */ (node))
    return cell && !cell.isGone
  }

  // A row that is longer than the service knows moves those behind it only where each row is alone on its line. In a
  // grid or a waterfall only the service knows which cells move.
  #sort() {
    const axis = this.#view.isHorizontal ? "x" : "y", length = axis == "x" ? "width" : "height"
    this.sorted = [...this.all.values()].filter(({isGone, parent}) => !isGone && parent == this.#view.layer)
      .sort((a, b) => a.element.frame[axis] - b.element.frame[axis]
        || Number(isBehind(b.element)) - Number(isBehind(a.element)))
    let end = -Infinity
    this.isStack = this.sorted.every(({element}) => {
      if (!isInFlow(element)) return true
      const isNext = element.frame[axis] > end - 0.5
      end = element.frame[axis] + element.frame[length]
      return isNext
    })
  }
}

/** @param {Element} element */
const isBehind = ({category}) => category == "decoration"

/**
 * Whether an element takes space of its own: decorations and pinned headers do not.
 *
 * @param {Element} element
 */
export const isInFlow = ({category, pinned}) => category == "cell" || category == "supplementary" && !pinned
