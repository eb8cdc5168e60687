import { leadAt } from "./leadAt.js"

/**
 * @typedef {import("../mirror/Rows.js").OrthogonalSection} OrthogonalSection
 * @typedef {import("./Cell.js").Cell} Cell
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("../service/Session.js").Place} Place
 */

/** Sections that scroll across the scroll direction: each is a scroller of the browser's own, with its snapping. */
export class Strips {
  /** @type {CollectionView} */
  #view = /** @type {any} */ (undefined)
  /** @type {Map<number, Strip>} */
  #strips = new Map()
  /** @type {string | undefined} The layout of the view's own that the strips are of. */
  #layout
  /** Whether the session has refused their offsets. */
  #isRefused = false
  /** Whether the view has another layout now, and soon other strips. */
  #isOver = false
  /** Whether items look otherwise in every frame that scrolls them. */
  #isLive

  constructor(isLive = false) {
    this.#isLive = isLive
  }

  /** @param {CollectionView} view */
  attach(view) {
    this.#view = view
  }

  /** @param {Delta} delta */
  changed(delta) {
    this.#isRefused = false
    this.#renumber(delta)
    const offsets = new Map(delta.strips.map(({section, offset}) => [section, offset]))
    for (const [section, strip] of this.#strips) {
      const told = offsets.get(section)
      if (delta.type == "reset") strip.scroll(strip.offset + this.#shift(strip, delta))
      else if (told != null) strip.scroll(strip.offset + told - strip.told)
      if (told != null) strip.told = told
    }
  }

  // A section keeps its strip when it gets another number: most of the cells in it say which.
  /** @param {Delta} delta */
  #renumber({rows, gone}) {
    const sections = new Map(rows.map(({key, after}) => [key, after.indexPath[0]]))
    const lost = new Set(gone.map(({key}) => key)), cells = [...this.#view.cells.values()]
    const strips = [...this.#strips].map(([section, strip]) => {
      /** @type {Map<number, number>} */
      const counts = new Map()
      for (const {key, parent} of cells) {
        if (parent != strip.content || lost.has(key)) continue
        const to = sections.get(key) ?? section
        counts.set(to, (counts.get(to) ?? 0) + 1)
      }
      const [to, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [section, 0]
      return {to, count, strip}
    }).sort((a, b) => a.count - b.count)
    this.#strips = new Map(strips.map(({to, strip}) => [to, strip]))
    const kept = new Set(this.#strips.values())
    for (const {strip} of strips) if (!kept.has(strip)) strip.node.remove()
  }

  // The session may not know where the strip is: its first visible cell stays in place.
  /**
   * @param {Strip} strip
   * @param {Delta} delta
   */
  #shift(strip, {rows, gone}) {
    const {offset, content} = strip, end = offset + strip.length, lost = new Set(gone.map(({key}) => key))
    const after = new Map(rows.map(({key, after}) => [key, after]))
    const [first] = [...this.#view.cells.values()].filter(({key, parent, element}) => parent == content && !lost.has(key)
      && strip.lead(element) + strip.breadth(element) > offset && strip.lead(element) < end)
      .sort((a, b) => strip.lead(a.element) - strip.lead(b.element))
    return first ? strip.lead(after.get(first.key) ?? first.element) - strip.lead(first.element) : 0
  }

  /** @param {Place} place */
  report(place) {
    const layout = JSON.stringify(place.layout) ?? ""
    this.#layout ??= layout
    this.#isOver = layout != this.#layout
    const {orthogonalSections} = this.#view.mirror
    // In another layout they may not scroll across, and have other numbers in another version.
    if (this.#isRefused || this.#isOver) return
    const shown = orthogonalSections.flatMap(({section}) => {
      const strip = this.#strips.get(section)
      return strip ? [{strip, section, offset: strip.isMoved ? strip.offset : strip.told}] : []
    })
    if (!shown.length) return
    const {accepted, refused} = place
    place.orthogonalOffsets = shown.map(({section, offset}) => ({section, offset}))
    place.accepted = (outcome, sent) => {
      if (sent.orthogonalOffsets) for (const {strip, offset} of shown) strip.told = offset
      accepted?.(outcome, sent)
    }
    place.refused = problem => {
      this.#isRefused = true
      refused?.(problem)
    }
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

  needs() {
    const {mirror} = this.#view
    return !this.#isRefused && !this.#isOver && mirror.orthogonalSections.some(({section}) => {
      const strip = this.#strips.get(section)
      // The engine draws the items before the next frame; a service is not asked that often.
      const isPaced = strip?.isScrolling && !(this.#isLive && this.#view.session.answersOffline)
      return strip && (isPaced ? strip.isShort(mirror) : strip.isMoved)
    })
  }

  /** @param {number} number */
  #find(number) {
    const section = this.#view.mirror.orthogonalSections.find(({section}) => section == number)
    if (!section) return undefined
    const strip = this.#strips.get(number) ?? new Strip(section, section.offset ?? 0, () => this.#view?.session.request())
    if (!strip.node.parentNode) this.#view.layer.append(strip.node)
    this.#strips.set(number, strip)
    strip.section = section
    strip.isReversed = this.#view.mirror.isMirrored
    return strip
  }
}

class Strip {
  node = document.createElement("div")
  content = document.createElement("div")
  section
  /** The offset that the session knows. */
  told
  isScrolling = false
  /** Whether a horizontal one begins at the right. */
  isReversed = false
  /** @type {number | undefined} The offset that it gets when it is drawn. */
  #next
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting
  #markers = /** @type {Map<number, HTMLElement>} */ (new Map())
  #written = ""

  /**
   * @param {OrthogonalSection} section
   * @param {number} offset
   * @param {() => void} scrolled
   */
  constructor(section, offset, scrolled) {
    this.section = section
    this.told = offset
    this.scroll(offset)
    this.node.className = "tessera-strip"
    this.content.className = "tessera-strip-content"
    this.node.append(this.content)
    Object.assign(this.node.style, {position: "absolute", top: "0", left: "0", scrollbarWidth: "none"})
    this.content.style.position = "relative"
    this.node.addEventListener("scroll", () => {
      this.#mark()
      this.isScrolling = true
      clearTimeout(this.#resting)
      this.#resting = setTimeout(() => {
        this.isScrolling = false
        scrolled()
      }, 160)
      scrolled()
    }, {passive: true})
  }

  get isHorizontal() {
    const {frame, contentSize} = this.section
    return contentSize.width > frame.width || contentSize.height <= frame.height
  }

  /** How far it is scrolled from its leading edge. */
  get offset() {
    return this.#next ?? Math.abs(this.isHorizontal ? this.node.scrollLeft : this.node.scrollTop)
  }

  // Browsers round positions.
  get isMoved() {
    return Math.abs(this.offset - this.told) > 0.75
  }

  get length() {
    return this.section.frame[this.isHorizontal ? "width" : "height"]
  }

  /** @param {number} offset */
  scroll(offset) {
    if (offset != this.offset) this.#next = Math.max(0, offset)
  }

  /**
   * How far an element begins from the leading edge of the content.
   *
   * @param {import("../mirror/Element.js").Element} element
   */
  lead({frame: {x, y, width}}) {
    const {frame} = this.section
    return !this.isHorizontal ? y - frame.y : this.isReversed ? frame.x + frame.width - x - width : x - frame.x
  }

  /** @param {import("../mirror/Element.js").Element} element */
  breadth({frame}) {
    return frame[this.isHorizontal ? "width" : "height"]
  }

  /**
   * Whether it shows more than half of what the window has ahead.
   *
   * @param {import("../mirror/Rows.js").Rows} rows
   */
  isShort({bounds, window}) {
    const distance = this.offset - this.told
    const isAfter = this.isHorizontal && this.isReversed ? distance < 0 : distance > 0
    const [start, end, from, to] = this.isHorizontal ? [window.x, window.x + window.width, bounds.x, bounds.x + bounds.width]
      : [window.y, window.y + window.height, bounds.y, bounds.y + bounds.height]
    return Math.abs(distance) > (isAfter ? end - to : from - start) / 2
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
    const isReversed = isHorizontal && this.isReversed
    const start = isReversed ? frame.x + frame.width - contentSize.width : frame.x
    const x = cell.element.frame.x - start, y = cell.element.frame.y - frame.y
    cell.x = cell.element.frame.x - (isHorizontal ? isReversed ? -this.offset : this.offset : 0)
    cell.y = cell.element.frame.y - (isHorizontal ? 0 : this.offset)
    cell.place({x, y, isHorizontal: !isHorizontal})
  }

  /** @param {CollectionView} view */
  draw(view) {
    const {frame, contentSize, snapping, behavior} = this.section, {isHorizontal} = this
    const lead = leadAt(view, view.isHorizontal ? frame.x : frame.y), {origin} = view
    const x = frame.x - origin.x + (view.isHorizontal ? lead : 0)
    const y = frame.y - origin.y + (view.isHorizontal ? 0 : lead)
    this.node.style.transform = `translate(${x}px, ${y}px)`
    this.#turn(view)
    const next = this.#next
    this.#next = undefined
    const state = JSON.stringify([frame.width, frame.height, contentSize, snapping, behavior])
    if (state != this.#written || next != null) this.#write(next)
    this.#written = state
  }

  // A browser scrolls in the direction of the text: where the layout goes the other way, the cells alone have that.
  /** @param {CollectionView} view */
  #turn({element}) {
    const isOther = !this.isReversed && getComputedStyle(element).direction == "rtl", direction = isOther ? "ltr" : ""
    if (this.node.style.direction == direction) return
    this.#next = this.offset
    this.node.style.direction = direction
    this.content.style.direction = isOther ? "rtl" : ""
    for (const marker of this.#markers.values()) marker.remove()
    this.#markers.clear()
    this.#written = ""
  }

  /** @param {number} [offset] Where to scroll to. */
  #write(offset) {
    const {frame, contentSize, snapping} = this.section, {isHorizontal} = this
    const along = isHorizontal ? "x" : "y"
    Object.assign(this.node.style, {
      width: `${frame.width}px`, height: `${frame.height}px`, overflow: isHorizontal ? "auto hidden" : "hidden auto",
      scrollSnapType: snapping ? `${along} mandatory` : "none",
    })
    Object.assign(this.content.style, {
      width: `${Math.max(frame.width, contentSize.width)}px`,
      height: `${isHorizontal ? frame.height : contentSize.height}px`,
    })
    this.#mark(offset)
    if (offset != null) {
      if (isHorizontal) this.node.scrollLeft = this.isReversed ? -offset : offset
      else this.node.scrollTop = offset
    }
  }

  // The browser snaps to the edges of elements: to markers at the offsets near the viewport. A marker never moves, since
  // the browser would scroll with it.
  /** @param {number} [offset] */
  #mark(offset = this.offset) {
    const {snapping, frame, contentSize, behavior} = this.section, {isHorizontal, isReversed} = this
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
        [isHorizontal ? isReversed ? "right" : "left" : "top"]: `${offset}px`, [isHorizontal ? "top" : "left"]: "0",
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
