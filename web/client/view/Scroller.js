/** The greatest length of a scroller: browsers place elements exactly up to 8,388,608 px. */
export const exact = 8_000_000
/** @type {typeof import("./barMap.js") | undefined} */
let map

/**
 * @typedef {import("../mirror/Element.js").Rect} Rect
 * @typedef {{top?: number, left?: number, bottom?: number, right?: number}} Insets
 */

/**
 * One direction of scrolling. The content offset is the position of the scroller plus `shift`, which carries the
 * corrections until scrolling rests. Content that is too long for the browser has a scroll bar that is a map of it: the
 * first and the last million pixels are as they are, and the rest is scaled.
 */
export class Axis {
  /** The least content offset: below 0 where content has an inset, or is aligned at its end. */
  least = 0
  /** The length of the content that the service knows. */
  length = 0
  /** The length that can be scrolled through: that of the content, its insets and the room beside it. */
  extent = 0
  /** How far a finger pulls the content beyond an end. Some browsers have such positions. */
  pull = 0
  /** The length of the scroller. */
  view = 0
  /** The content offset minus the position. */
  shift = 0
  /** The position of the scroller that was read last. */
  seen = 0
  /** Cells are placed relative to this content offset, which is near the viewport. */
  origin = 0
  /** In pixels per millisecond. */
  velocity = 0
  #length = 0
  #element
  #sizer
  #isHorizontal
  #options

  /**
   * @param {HTMLElement} element The scroller.
   * @param {HTMLElement} sizer
   * @param {boolean} isHorizontal
   * @param {{insets?: Insets | null}} options
   */
  constructor(element, sizer, isHorizontal, options) {
    this.#element = element
    this.#sizer = sizer
    this.#isHorizontal = isHorizontal
    this.#options = options
    this.least = -this.insets[0]
  }

  /** The insets before the content and behind it. */
  get insets() {
    const {top = 0, left = 0, bottom = 0, right = 0} = this.#options.insets ?? {}
    // The service refuses others.
    return (this.#isHorizontal ? [left, right] : [top, bottom]).map(length => isFinite(length) ? +length : 0)
  }

  /** Where the part of the viewport begins that the insets leave, and its length; all of it if they leave nothing. */
  get clear() {
    const {offset, view, insets: [before, after]} = this, length = view - before - after
    return length > 1 ? [offset + before, length] : [offset, view]
  }

  /** Whether the scroll bar is a map. */
  get isMapped() {
    return this.extent > exact
  }

  get offset() {
    return this.clamp(this.seen + this.shift)
  }

  /**
   * Has content at an offset.
   *
   * @param {number} length Of the content.
   * @param {number} offset
   * @param {boolean} mayFold Whether nothing scrolls.
   * @param {number} view The length of the scroller for which the service has found the range.
   * @param {{least: number, most: number}} [range] Of content offsets, if it is not that of the content alone.
   * @param {number} [before] How much longer than the service knows the content is at its smaller coordinates.
   * @param {number} [after] And at its larger ones.
   */
  fit(length, offset, mayFold, view, range, before = 0, after = 0) {
    this.length = length
    const [near, far] = this.insets
    this.least = Math.min(-before - near, range?.least ?? Infinity)
    this.extent = Math.max(length + after + far, (range?.most ?? -Infinity) + view) - this.least
    this.resize(false)
    this.shift = this.clamp(offset) - this.seen
    if (mayFold) this.fold()
  }

  /** @param {number} offset */
  clamp(offset) {
    const {least, extent, view, pull} = this
    return least + pull + Math.max(0, Math.min(offset - least - pull, extent - view))
  }

  /** From the near edge of the sizer to that of the scroller, also where rows begin at the right. */
  get position() {
    return this.#isHorizontal ? this.#element.scrollLeft + this.#mirrored() : this.#element.scrollTop
  }

  /** @param {number} position */
  set position(position) {
    if (this.#isHorizontal) this.#element.scrollLeft = position - this.#mirrored()
    else this.#element.scrollTop = position
  }

  isRightToLeft = false

  /** @param {number} view The length of the scroller. From right to left the right edge of the content stays at its own. */
  measure(view) {
    const before = this.#mirrored()
    this.view = view
    this.seen += this.#mirrored() - before
  }

  #mirrored() {
    return this.isRightToLeft ? Math.max(0, this.#length - this.view) : 0
  }

  /** @returns {number} The distance that the user has scrolled since the last time. */
  read() {
    const distance = this.position - this.seen
    this.seen += distance
    // Elements with a padding may be scrolled further than their content is long.
    const {scrollWidth, scrollHeight} = this.#element, most = (this.#isHorizontal ? scrollWidth : scrollHeight) - this.view
    this.pull = this.seen - Math.max(0, Math.min(this.seen, most))
    // A thumb that is dragged far goes to another part of the content.
    if (map && this.isMapped && this.#isJump(distance)) this.shift = this.least + map.unscrolled(this.seen, this.extent) - this.seen
    return distance
  }

  /**
   * @param {number} distance
   * @param {number} pause Since the last time, in milliseconds.
   */
  travel(distance, pause) {
    this.velocity = this.#isJump(distance) ? 0 : distance / (pause > 4 && pause < 100 ? pause : 16)
  }

  /** @param {number} distance */
  #isJump(distance) {
    return Math.abs(distance) > 4 * this.view
  }

  /** @param {boolean} mayShrink While the user scrolls, the end must not come closer. */
  resize(mayShrink) {
    const length = Math.min(this.extent, exact)
    if (this.isMapped && !map) import("./barMap.js").then(module => map = module)
    if (mayShrink ? length == this.#length : length <= this.#length) return
    const before = this.#mirrored()
    this.#length = length
    this.#sizer.style[this.#isHorizontal ? "width" : "height"] = `${length}px`
    this.seen += this.#mirrored() - before
  }

  /** Puts the corrections into the position. While the user scrolls, that would end a fling. */
  fold() {
    const at = this.offset
    this.resize(true)
    const from = at - this.least
    const position = Math.round(map && this.isMapped ? map.scrolled(from, this.extent) : from)
    // Compared with the position read last: to read it again would lay the document out in the middle of a change.
    if (position != this.seen) {
      this.position = position
      this.seen = this.position
    }
    this.shift = at - this.seen
    if (Math.abs(at - this.origin) > 50_000) this.origin = Math.round(at)
  }
}

/** The element of a view as it is scrolled, in both directions, and whether the user scrolls it. */
export class Scroller {
  x
  y
  isScrolling = false
  isTouched = false
  #rested
  #time = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting

  /**
   * @param {HTMLElement} element
   * @param {HTMLElement} sizer
   * @param {{insets?: Insets | null}} options
   * @param {() => void} rested Called when scrolling may have come to rest.
   */
  constructor(element, sizer, options, rested) {
    this.x = new Axis(element, sizer, true, options)
    this.y = new Axis(element, sizer, false, options)
    this.#rested = rested
  }

  /** The point of the content at the upper left corner of the element. */
  get offset() {
    return {x: this.x.offset, y: this.y.offset}
  }

  /** The part of the viewport that the insets leave, in content coordinates. @returns {Rect} */
  get clear() {
    const [x, width] = this.x.clear, [y, height] = this.y.clear
    return {x, y, width, height}
  }

  /** @param {HTMLElement} element */
  measure({clientWidth: width, clientHeight: height}) {
    this.x.measure(width)
    this.y.measure(height)
    return {width, height}
  }

  /** Notes how far the user has scrolled; returns whether that is any distance. */
  read() {
    const {x, y} = this, now = performance.now(), pause = now - this.#time
    const [dx, dy] = [x.read(), y.read()]
    if (!dx && !dy) return false
    x.travel(dx, pause)
    y.travel(dy, pause)
    this.#time = now
    this.isScrolling = true
    this.#restLater()
    return true
  }

  /** Nothing moves any more. */
  rest() {
    this.isScrolling = false
    this.x.velocity = this.y.velocity = 0
  }

  // A finger that rests on the glass still scrolls.
  /** @param {boolean} isTouched */
  touch(isTouched) {
    this.isTouched = isTouched
    if (!isTouched) this.#restLater()
  }

  #restLater() {
    clearTimeout(this.#resting)
    this.#resting = setTimeout(this.#rested, 160)
  }

  stop() {
    clearTimeout(this.#resting)
  }
}
