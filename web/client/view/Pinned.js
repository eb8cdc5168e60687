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

  constructor() {
    this.#layer.className = "tessera-pinned"
    Object.assign(this.#layer.style, {position: "absolute", top: "0", left: "0", zIndex: "1"})
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
    if (!this.#layer.parentNode || !this.#pins(cell)) return undefined
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
    return this.#tracks.has(cell) && this.#pins(cell) && this.#layer.parentNode != null
  }

  placed() {
    const {cells} = this.#view
    for (const [cell, track] of this.#tracks) {
      if (cells.get(cell.key) == cell && !cell.isGone && this.#pins(cell)) continue
      track.remove()
      this.#tracks.delete(cell)
    }
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

  // A page that another has rendered does not say where its headers pin: they stay where they are until the first response.
  /** @param {Cell} cell */
  #pins({element: {key, pins}}) {
    return pins != null && this.#view.mirror.pinRanges.has(key)
  }

  // Whether the edge is the one at the smaller coordinates: the left or the top.
  /** @param {Element} element */
  #isNear({pins}) {
    return (pins == "start") != this.#view.isReversed
  }

  get #axis() {
    return this.#view.isHorizontal ? /** @type {const} */ (["x", "width"]) : /** @type {const} */ (["y", "height"])
  }

  /**
   * Where a header or footer may begin, from its own place to where its section ends, with the rows that are longer than
   * the session knows.
   *
   * @param {Cell} cell
   * @returns {[least: number, most: number] | undefined}
   */
  #range({element: {key, frame}}) {
    const known = this.#view.mirror.pinRanges.get(key), [, length] = this.#axis
    if (!known) return undefined
    const [least, most] = known
    return [least + leadAt(this.#view, least), most + leadAt(this.#view, most + frame[length])]
  }

  /**
   * @param {Cell} cell
   * @param {HTMLElement} track
   */
  #lay(cell, track) {
    const {element} = cell, {frame, alpha} = element, [axis, length] = this.#axis, {shift, clear, contentOffset, size} = this.#view
    const range = this.#range(cell) ?? cell.range, [from, to] = range, isEnd = element.pins == "end", isNear = this.#isNear(element)
    const isHorizontal = axis == "x"
    const across = isHorizontal ? "y" : "x", extent = to + frame[length] - from
    const before = clear[axis] - contentOffset[axis], after = size[length] - clear[length] - before
    cell.range = range
    Object.assign(track.style, {
      [isHorizontal ? "left" : "top"]: `${from + shift[axis]}px`,
      [isHorizontal ? "top" : "left"]: `${frame[across] + shift[across]}px`,
      width: `${isHorizontal ? extent : frame.width}px`, height: `${isHorizontal ? frame.height : extent}px`,
      alignItems: isEnd && !isHorizontal ? "flex-end" : "flex-start",
      justifyContent: isHorizontal ? isNear ? "left" : "right" : "flex-start",
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
