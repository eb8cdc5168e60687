import { leadAt } from "./leadAt.js"

/**
 * @typedef {import("../mirror/Rows.js").OrthogonalSection} OrthogonalSection
 * @typedef {import("./Cell.js").Cell} Cell
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("./CollectionView.js").Overscan} Overscan
 */

/** Sections that scroll across the scroll direction: each is a scroller of the browser's own, with its snapping. */
export class Strips {
  /** @type {CollectionView} */
  #view = /** @type {any} */ (undefined)
  /** @type {Map<number, Strip>} */
  #strips = new Map()

  /** @param {CollectionView} view */
  attach(view) {
    this.#view = view
  }

  detach() {
    for (const {node} of this.#strips.values()) node.remove()
    this.#strips.clear()
    this.#view = /** @type {any} */ (undefined)
  }

  /** @param {Cell} cell */
  parentOf({element}) {
    const strip = this.#view && this.#find(element.indexPath[0])
    return strip?.contains(element) ? strip.content : undefined
  }

  /** @param {Cell} cell */
  places(cell) {
    const strip = this.#strips.get(cell.element.indexPath[0])
    if (strip?.content != cell.parent) return false
    strip.place(cell)
    return true
  }

  placed() {
    const sections = new Set(this.#view.mirror.orthogonalSections.map(({section}) => section))
    for (const [section, strip] of this.#strips) {
      if (sections.has(section)) strip.draw(this.#view)
      else if (!strip.content.children.length || strip.content.querySelector(".tessera-cell, .tessera-supplementary, .tessera-decoration") == null) {
        strip.node.remove()
        this.#strips.delete(section)
      }
    }
  }

  /** @param {Overscan} overscan */
  widen(overscan) {
    for (const strip of this.#strips.values()) {
      const {far, side} = strip.reach(this.#view, 1.5)
      overscan[side] = Math.max(overscan[side], far)
    }
  }

  needs() {
    const {window, bounds} = this.#view.mirror, offset = this.#view.contentOffset
    return [...this.#strips.values()].some(strip => {
      const {far, side} = strip.reach(this.#view, 0.5)
      const has = side == "right" ? window.x + window.width - offset.x - bounds.width : side == "left"
        ? offset.x - window.x : window.y + window.height - offset.y - bounds.height
      return has < far - 0.5
    })
  }

  /** @param {number} number */
  #find(number) {
    const section = this.#view.mirror.orthogonalSections.find(({section}) => section == number)
    const strip = this.#strips.get(number)
    if (!section) return this.#view.mirror.isStale ? strip : undefined
    if (strip) {
      strip.section = section
      return strip
    }
    const made = new Strip(section, () => this.#view?.session.request())
    this.#view.layer.append(made.node)
    this.#strips.set(number, made)
    return made
  }
}

class Strip {
  node = document.createElement("div")
  content = document.createElement("div")
  section
  #markers = /** @type {Map<number, HTMLElement>} */ (new Map())
  #written = ""

  /**
   * @param {OrthogonalSection} section
   * @param {() => void} scrolled
   */
  constructor(section, scrolled) {
    this.section = section
    this.node.className = "tessera-strip"
    this.content.className = "tessera-strip-content"
    this.node.append(this.content)
    Object.assign(this.node.style, {position: "absolute", top: "0", left: "0", scrollbarWidth: "none"})
    this.content.style.position = "relative"
    this.node.addEventListener("scroll", () => {
      this.#mark()
      scrolled()
    }, {passive: true})
  }

  get isHorizontal() {
    const {frame, contentSize} = this.section
    return contentSize.width > frame.width || contentSize.height <= frame.height
  }

  /** How far it is scrolled from its leading edge. */
  get offset() {
    return Math.abs(this.isHorizontal ? this.node.scrollLeft : this.node.scrollTop)
  }

  // Boundary views and the background of the section do not scroll with its items.
  /** @param {import("../mirror/Element.js").Element} element */
  contains({category, pins, frame: {x, y, width, height}}) {
    const {frame} = this.section
    if (category == "cell") return true
    if (pins) return false
    const isInRow = y >= frame.y - 0.01 && y + height <= frame.y + frame.height + 0.01
    const isInColumn = x >= frame.x - 0.01 && x + width <= frame.x + frame.width + 0.01
    return this.isHorizontal ? isInRow && width < frame.width : isInColumn && height < frame.height
  }

  /** @param {Cell} cell */
  place(cell) {
    const {frame, contentSize} = this.section, {isHorizontal} = this
    const isReversed = isHorizontal && this.#isRightToLeft()
    const start = isReversed ? frame.x + frame.width - contentSize.width : frame.x
    const x = cell.element.frame.x - start, y = cell.element.frame.y - frame.y
    cell.x = cell.element.frame.x - (isHorizontal ? this.node.scrollLeft : 0)
    cell.y = cell.element.frame.y - (isHorizontal ? 0 : this.node.scrollTop)
    cell.place({x, y, isHorizontal: !isHorizontal})
  }

  /** @param {CollectionView} view */
  draw(view) {
    const {frame, contentSize, snapping, behavior} = this.section, {isHorizontal} = this
    const lead = leadAt(view, view.isHorizontal ? frame.x : frame.y), {origin} = view
    const x = frame.x - origin.x + (view.isHorizontal ? lead : 0)
    const y = frame.y - origin.y + (view.isHorizontal ? 0 : lead)
    this.node.style.transform = `translate(${x}px, ${y}px)`
    const state = JSON.stringify([frame.width, frame.height, contentSize, snapping, behavior])
    if (state == this.#written) return
    this.#written = state
    const along = isHorizontal ? "x" : "y"
    Object.assign(this.node.style, {
      width: `${frame.width}px`, height: `${frame.height}px`, overflow: isHorizontal ? "auto hidden" : "hidden auto",
      scrollSnapType: snapping ? `${along} mandatory` : "none",
    })
    Object.assign(this.content.style, {
      width: `${Math.max(frame.width, contentSize.width)}px`,
      height: `${isHorizontal ? frame.height : contentSize.height}px`,
    })
    this.#mark()
  }

  /**
   * How far the window has to reach beyond the viewport.
   *
   * @param {CollectionView} view
   * @param {number} screens Ahead of the visible part of the strip.
   */
  reach(view, screens) {
    const {frame, contentSize} = this.section, {isHorizontal} = this, {x, y} = view.contentOffset
    const length = isHorizontal ? "width" : "height"
    const end = Math.min(this.offset + (1 + screens) * frame[length], contentSize[length])
    const isReversed = isHorizontal && this.#isRightToLeft()
    const side = /** @type {"right" | "left" | "bottom"} */ (isReversed ? "left" : isHorizontal ? "right" : "bottom")
    const far = isReversed ? x - (frame.x + frame.width - end)
      : isHorizontal ? frame.x + end - x - view.size.width : frame.y + end - y - view.size.height
    return {far: Math.max(0, far), side}
  }

  #isRightToLeft() {
    return getComputedStyle(this.node).direction == "rtl"
  }

  // The browser snaps to the edges of elements: to markers at the offsets near the viewport. A marker never moves, since
  // the browser would scroll with it.
  #mark() {
    const {snapping, frame, contentSize, behavior} = this.section, {isHorizontal, offset} = this
    const view = isHorizontal ? frame.width : frame.height
    const last = Math.max(0, (isHorizontal ? contentSize.width : contentSize.height) - view)
    const near = new Set((snapping ? offsetsNear(snapping, offset - 20 * view, offset + 20 * view) : [])
      .map(offset => Math.max(0, Math.min(offset, last))))
    for (const [offset, marker] of this.#markers) {
      if (near.has(offset)) continue
      marker.remove()
      this.#markers.delete(offset)
    }
    for (const offset of near) {
      if (this.#markers.has(offset)) continue
      const marker = document.createElement("div")
      Object.assign(marker.style, {
        position: "absolute", width: "1px", height: "1px", scrollSnapAlign: "start", pointerEvents: "none",
        scrollSnapStop: behavior == "continuousGroupLeadingBoundary" ? "normal" : "always",
        [isHorizontal ? "insetInlineStart" : "top"]: `${offset}px`, [isHorizontal ? "top" : "left"]: "0",
      })
      this.#markers.set(offset, marker)
      this.content.append(marker)
    }
  }
}

const most = 500

/**
 * All offsets, or if they are many, those between two of them.
 *
 * @param {any} snapping
 * @param {number} from
 * @param {number} to
 * @returns {number[]}
 */
function offsetsNear({offsets, start, interval, count, end}, from, to) {
  if ((offsets?.length ?? count) <= most) from = 0, to = Infinity
  if (offsets) return offsets.filter((/** @type {number} */ offset) => offset >= from && offset <= to)
  const first = Math.max(0, Math.floor((from - start) / interval)), found = []
  for (let index = first; index < count && start + index * interval <= to; index++) {
    found.push(Math.min(end, start + index * interval))
  }
  return found
}
