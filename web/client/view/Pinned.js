import { isInFlow } from "./Cells.js"
import { leadAt } from "./leadAt.js"

/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../mirror/Element.js").Rect} Rect
 * @typedef {import("./Cell.js").Cell} Cell
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 */

/**
 * Headers and footers that stay in the viewport while their sections do. Each is sticky in a track as long as its
 * section, so that the browser moves it with every frame, and pushes it out at the end of the section.
 */
export class Pinned {
  /** @type {CollectionView} */
  #view = /** @type {any} */ (undefined)
  #layer = document.createElement("div")
  /** @type {Map<Cell, HTMLElement>} */
  #tracks = new Map()
  /** The space between a header and its first item, or a footer and its last one. @type {Map<string, number>} */
  #gaps = new Map()
  #elsewhere
  #isRightToLeft = false

  /**
   * @param {string[]} [elsewhere] The kinds of headers and footers of the whole layout: they do not belong to the section
   * of their index path, and are drawn where the service has them.
   */
  constructor(elsewhere = []) {
    this.#elsewhere = new Set(elsewhere)
    this.#layer.className = "tessera-pinned"
  }

  /** @param {CollectionView} view */
  attach(view) {
    this.#view = view
    view.sizer.append(this.#layer)
  }

  detach() {
    this.#layer.remove()
  }

  /** @param {Cell} cell */
  parentOf(cell) {
    if (!this.#layer.parentNode || !this.#edge(cell.element)) return undefined
    const track = this.#tracks.get(cell) ?? document.createElement("div")
    if (!track.parentNode) {
      Object.assign(track.style, {position: "absolute", pointerEvents: "none", display: "flex"})
      this.#layer.append(track)
    }
    this.#tracks.set(cell, track)
    return track
  }

  /** @param {Cell} cell */
  places(cell) {
    return this.#tracks.has(cell) && this.#edge(cell.element) != null && this.#layer.parentNode != null
  }

  placed() {
    const {cells, isHorizontal, element} = this.#view
    this.#isRightToLeft = isHorizontal && getComputedStyle(element).direction == "rtl"
    for (const [cell, track] of this.#tracks) {
      if (cells.get(cell.key) == cell && !cell.isGone && this.#edge(cell.element)) continue
      track.remove()
      this.#tracks.delete(cell)
    }
    this.#learn()
    for (const [cell, track] of this.#tracks) this.#lay(cell, track)
    this.#follow()
  }

  scrolled() {
    this.#follow()
  }

  /**
   * The part of a rect of the viewport that no pinned header or footer covers. If nothing is left, they do not count.
   *
   * @param {Rect} rect
   * @returns {Rect}
   */
  uncovered(rect) {
    const [axis, length] = this.#axis
    const [across, breadth] = axis == "x" ? /** @type {const} */ (["y", "height"]) : /** @type {const} */ (["x", "width"])
    const strips = this.#strips(rect).filter(({cell}) =>
      cell[across] <= rect[across] + 1 && cell[across] + cell[breadth] >= rect[across] + rect[breadth] - 1)
    let start = rect[axis], end = start + rect[length]
    for (const {from, to} of strips.sort((a, b) => a.from - b.from)) if (from <= start + 0.5) start = Math.max(start, to)
    for (const {from, to} of strips.sort((a, b) => b.to - a.to)) if (to >= end - 0.5) end = Math.min(end, from)
    return end - start > 1 ? {...rect, [axis]: start, [length]: end - start} : rect
  }

  // Where headers and footers are that are away from their own places.
  /** @param {Rect} rect Of the viewport. */
  #strips(rect) {
    const [axis, length] = this.#axis
    return [...this.#view.cells.values()].flatMap(cell => {
      if (!cell.element.pins || cell.isGone) return []
      const isTracked = this.#tracks.has(cell), from = isTracked ? this.#at(cell, rect) : cell[axis]
      const own = cell.range[this.#isNear(cell.element) ? 0 : 1]
      const isAway = isTracked ? Math.abs(from - own) > 0.01 : cell.element.pinned
      return isAway ? [{cell, from, to: from + cell[length]}] : []
    })
  }

  /** @param {Element} element */
  #edge({kind = "", pins}) {
    return this.#elsewhere.has(kind) ? undefined : pins
  }

  // Whether the edge is the one at the smaller coordinates: the left or the top.
  /** @param {Element} element */
  #isNear(element) {
    return (this.#edge(element) == "start") != this.#isRightToLeft
  }

  get #axis() {
    return this.#view.isHorizontal ? /** @type {const} */ (["x", "width"]) : /** @type {const} */ (["y", "height"])
  }

  // The layout's insets are not known here; where a header stands at its own place, they are seen.
  #learn() {
    const [axis, length] = this.#axis
    for (const {element} of this.#tracks.keys()) {
      const {first, last} = this.#ends(element), isNear = this.#isNear(element), {frame} = element
      if (!isInFlow(element)) continue
      const neighbour = isNear ? first?.element.frame : last?.element.frame
      if (!neighbour) continue
      this.#gaps.set(element.kind ?? "", isNear ? neighbour[axis] - frame[axis] - frame[length]
        : frame[axis] - neighbour[axis] - neighbour[length])
    }
  }

  // The items at the smallest and at the largest coordinates of a section, if the window has them; of those on the line
  // that is read last the longest.
  /** @param {Element} element */
  #ends({indexPath: [section]}) {
    const {mirror, cells} = this.#view, [axis, length] = this.#axis, count = mirror.itemCounts.get(section) ?? -1
    const cellAt = (/** @type {number} */ item) =>
      cells.get(mirror.element("cell", undefined, [section, item])?.key ?? NaN)
    const end = (/** @type {Cell} */ cell) => this.#isRightToLeft ? -cell[axis] : cell[axis] + cell[length]
    const first = cellAt(0)
    let last = cellAt(count - 1)
    for (let item = count - 2; last && item >= 0 && item > count - 20; item--) {
      const other = cellAt(item)
      if (other && end(other) > end(last)) last = other
    }
    return this.#isRightToLeft ? {first: last, last: first} : {first, last}
  }

  /**
   * Where a header or footer may begin, from its own place to where its section ends.
   *
   * @param {Cell} cell
   * @returns {[number, number]}
   */
  #range(cell) {
    const {element} = cell, [axis, length] = this.#axis, {mirror, contentOffset, size} = this.#view
    const extent = cell.element.frame[length], section = element.indexPath[0], known = mirror.pinRanges?.get(element.key)
    if (known) return [known[0] + leadAt(this.#view, known[0]), known[1] + leadAt(this.#view, known[1] + extent)]
    const {first, last} = this.#ends(element), gap = this.#gaps.get(element.kind ?? "") ?? 0
    const far = 20 * size[length], lead = leadAt(this.#view, element.frame[axis])
    const natural = isInFlow(element) ? element.frame[axis] + lead : undefined
    const [near, opposite] = this.#isRightToLeft ? ["footer", "header"] : ["header", "footer"]
    if (this.#isNear(element)) {
      const from = first ? first[axis] - gap - extent : natural ?? contentOffset[axis] - far
      const other = this.#resting(opposite, section), next = this.#resting(element.kind, section + (this.#isRightToLeft ? -1 : 1))
      const end = other ?? next ?? (last ? last[axis] + last[length] : contentOffset[axis] + far)
      return [from, Math.max(from, end - extent)]
    }
    const to = last ? last[axis] + last[length] + gap : natural ?? contentOffset[axis] + far
    const other = mirror.element("supplementary", near, [section, 0])
    const start = first ? first[axis] - (other ? this.#gaps.get(near) ?? 0 : 0) : contentOffset[axis] - far
    return [Math.min(to, start), to]
  }

  // Where a header or footer begins that stands at its own place.
  /**
   * @param {string | undefined} kind
   * @param {number} section
   */
  #resting(kind, section) {
    const [axis, length] = this.#axis, {mirror, cells} = this.#view
    const element = mirror.element("supplementary", kind, [section, 0])
    if (!element) return undefined
    const {first, last} = this.#ends(element), gap = this.#gaps.get(kind ?? "") ?? 0, pins = this.#edge(element)
    if (pins && !this.#isNear(element) && last) return last[axis] + last[length] + gap
    if (pins && this.#isNear(element) && first) return first[axis] - gap - element.frame[length]
    return isInFlow(element) ? cells.get(element.key)?.[axis] : undefined
  }

  /**
   * @param {Cell} cell
   * @param {HTMLElement} track
   */
  #lay(cell, track) {
    const {element} = cell, {frame, alpha} = element, [axis, length] = this.#axis, {shift, clear, contentOffset, size} = this.#view
    const [from, to] = this.#range(cell), isEnd = this.#edge(element) == "end", isNear = this.#isNear(element)
    const isHorizontal = axis == "x"
    const across = isHorizontal ? "y" : "x", extent = to + frame[length] - from
    const before = clear[axis] - contentOffset[axis], after = size[length] - clear[length] - before
    cell.range = [from, to]
    Object.assign(track.style, {
      [isHorizontal ? "left" : "top"]: `${from + shift[axis]}px`,
      [isHorizontal ? "top" : "left"]: `${frame[across] + shift[across]}px`,
      width: `${isHorizontal ? extent : frame.width}px`, height: `${isHorizontal ? frame.height : extent}px`,
      alignItems: isEnd && !isHorizontal ? "flex-end" : "flex-start",
      // In the reading direction, as the edges are.
      justifyContent: isEnd && isHorizontal ? "flex-end" : "flex-start",
    })
    cell.write({
      position: "sticky", "pointer-events": "auto", flex: "none", "max-width": "none",
      [isHorizontal ? "left" : "top"]: isNear ? `${before}px` : "auto",
      [isHorizontal ? "right" : "bottom"]: isNear ? "auto" : `${after}px`,
      width: cell.measures && isHorizontal ? "max-content" : `${frame.width}px`,
      height: cell.measures && !isHorizontal ? "auto" : `${frame.height}px`, opacity: alpha == null ? "" : `${alpha}`,
    })
  }

  #follow() {
    const [axis] = this.#axis, {clear} = this.#view
    for (const cell of this.#tracks.keys()) cell[axis] = this.#at(cell, clear)
  }

  /**
   * Where a header or footer begins while the viewport shows a rect.
   *
   * @param {Cell} cell
   * @param {Rect} rect Without the insets.
   */
  #at(cell, rect) {
    const [axis, length] = this.#axis, [from, to] = cell.range
    const edge = this.#isNear(cell.element) ? rect[axis] : rect[axis] + rect[length] - cell[length]
    return Math.max(from, Math.min(edge, to))
  }
}
