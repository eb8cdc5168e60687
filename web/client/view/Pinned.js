import { isInFlow } from "./Cells.js"
import { leadAt } from "./leadAt.js"

/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("./Cell.js").Cell} Cell
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("./pinnedKinds.js").Edge} Edge
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
  #pins

  /** @param {(kind: string, section: number) => Edge | undefined} pins */
  constructor(pins) {
    this.#pins = pins
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
    return this.#tracks.has(cell) && this.#layer.parentNode != null
  }

  placed() {
    const {cells, contentOffset} = this.#view
    for (const [cell, track] of this.#tracks) {
      if (cells.get(cell.key) == cell && !cell.isGone) continue
      track.remove()
      this.#tracks.delete(cell)
    }
    this.#learn()
    for (const [cell, track] of this.#tracks) this.#lay(cell, track)
    this.#follow(contentOffset)
  }

  scrolled() {
    this.#follow(this.#view.contentOffset)
  }

  /** @param {Element} element */
  #edge({category, kind = "", indexPath}) {
    return category == "supplementary" ? this.#pins(kind, indexPath[0]) : undefined
  }

  get #axis() {
    return this.#view.isHorizontal ? /** @type {const} */ (["x", "width"]) : /** @type {const} */ (["y", "height"])
  }

  // The layout's insets are not known here; where a header stands at its own place, they are seen.
  #learn() {
    const [axis, length] = this.#axis
    for (const {element} of this.#tracks.keys()) {
      const {first, last} = this.#ends(element), edge = this.#edge(element), {frame} = element
      if (!isInFlow(element)) continue
      const neighbour = edge == "start" ? first?.element.frame : last?.element.frame
      if (!neighbour) continue
      this.#gaps.set(element.kind ?? "", edge == "start" ? neighbour[axis] - frame[axis] - frame[length]
        : frame[axis] - neighbour[axis] - neighbour[length])
    }
  }

  // The first and the last item of a section, if the window has them; of those on the last line the longest.
  /** @param {Element} element */
  #ends({indexPath: [section]}) {
    const {mirror, cells} = this.#view, [axis, length] = this.#axis, count = mirror.itemCounts.get(section) ?? -1
    const cellAt = (/** @type {number} */ item) =>
      cells.get(mirror.element("cell", undefined, [section, item])?.key ?? NaN)
    const first = cellAt(0)
    let last = cellAt(count - 1)
    for (let item = count - 2; last && item >= 0 && item > count - 20; item--) {
      const other = cellAt(item)
      if (other && other[axis] + other[length] > last[axis] + last[length]) last = other
    }
    return {first, last}
  }

  /**
   * Where a header or footer may begin, from its own place to where its section ends.
   *
   * @param {Cell} cell
   * @returns {[number, number]}
   */
  #range(cell) {
    const {element} = cell, [axis, length] = this.#axis, {mirror, contentOffset, size} = this.#view
    const {first, last} = this.#ends(element), gap = this.#gaps.get(element.kind ?? "") ?? 0
    const extent = cell.element.frame[length], section = element.indexPath[0]
    const far = 20 * size[length], lead = leadAt(this.#view, element.frame[axis])
    const natural = isInFlow(element) ? element.frame[axis] + lead : undefined
    if (this.#edge(element) == "start") {
      const from = first ? first[axis] - gap - extent : natural ?? contentOffset[axis] - far
      const footer = this.#resting("footer", section), next = this.#resting(element.kind, section + 1)
      const end = footer ?? next ?? (last ? last[axis] + last[length] : contentOffset[axis] + far)
      return [from, Math.max(from, end - extent)]
    }
    const to = last ? last[axis] + last[length] + gap : natural ?? contentOffset[axis] + far
    const header = mirror.element("supplementary", "header", [section, 0])
    const start = first ? first[axis] - (header ? this.#gaps.get("header") ?? 0 : 0) : contentOffset[axis] - far
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
    const {first, last} = this.#ends(element), gap = this.#gaps.get(kind ?? "") ?? 0
    if (this.#edge(element) == "end" && last) return last[axis] + last[length] + gap
    if (this.#edge(element) == "start" && first) return first[axis] - gap - element.frame[length]
    return isInFlow(element) ? cells.get(element.key)?.[axis] : undefined
  }

  /**
   * @param {Cell} cell
   * @param {HTMLElement} track
   */
  #lay(cell, track) {
    const {element} = cell, {frame, alpha} = element, [axis, length] = this.#axis, {shift} = this.#view
    const [from, to] = this.#range(cell), isEnd = this.#edge(element) == "end", isHorizontal = axis == "x"
    const across = isHorizontal ? "y" : "x", extent = to + frame[length] - from
    cell.range = [from, to]
    Object.assign(track.style, {
      [isHorizontal ? "left" : "top"]: `${from + shift[axis]}px`,
      [isHorizontal ? "top" : "left"]: `${frame[across] + shift[across]}px`,
      width: `${isHorizontal ? extent : frame.width}px`, height: `${isHorizontal ? frame.height : extent}px`,
      alignItems: isEnd && !isHorizontal ? "flex-end" : "flex-start",
      justifyContent: isEnd && isHorizontal ? "flex-end" : "flex-start",
    })
    cell.write({
      position: "sticky", "pointer-events": "auto", flex: "none", "max-width": "none",
      [isHorizontal ? "left" : "top"]: isEnd ? "auto" : "0px",
      [isHorizontal ? "right" : "bottom"]: isEnd ? "0px" : "auto",
      width: cell.measures && isHorizontal ? "max-content" : `${frame.width}px`,
      height: cell.measures && !isHorizontal ? "auto" : `${frame.height}px`, opacity: alpha == null ? "" : `${alpha}`,
    })
  }

  /** @param {{x: number, y: number}} offset */
  #follow(offset) {
    const [axis, length] = this.#axis, {size} = this.#view
    for (const cell of this.#tracks.keys()) {
      const [from, to] = cell.range
      const edge = this.#edge(cell.element) == "end" ? offset[axis] + size[length] - cell[length] : offset[axis]
      cell[axis] = Math.max(from, Math.min(edge, to))
    }
  }
}
