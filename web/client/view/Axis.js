// Browsers place elements exactly up to 8,388,608 px.
const exact = 8_000_000, edge = 1_000_000

/**
 * One direction of scrolling. The content offset is the position of the scroller plus `shift`, which carries the
 * corrections until scrolling rests. Content that is too long for the browser has a scroll bar that is a map of it: the
 * first and the last million pixels are as they are, and the rest is scaled.
 */
export class Axis {
  /** The length of the content. */
  extent = 0
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

  /**
   * @param {HTMLElement} element The scroller.
   * @param {HTMLElement} sizer
   * @param {boolean} isHorizontal
   */
  constructor(element, sizer, isHorizontal) {
    this.#element = element
    this.#sizer = sizer
    this.#isHorizontal = isHorizontal
  }

  /** Whether the scroll bar is a map. */
  get isMapped() {
    return this.extent > exact
  }

  get offset() {
    return this.clamp(this.seen + this.shift)
  }

  /** @param {number} offset */
  clamp(offset) {
    return Math.max(0, Math.min(offset, this.extent - this.view))
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
    // A thumb that is dragged far goes to another part of the content.
    if (this.isMapped && this.#isJump(distance)) this.shift = this.#unscrolled(this.seen) - this.seen
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
    const position = Math.round(this.#scrolled(at))
    // Compared with the position read last: to read it again would lay the document out in the middle of a change.
    if (position != this.seen) {
      this.position = position
      this.seen = this.position
    }
    this.shift = at - this.seen
    if (Math.abs(at - this.origin) > 50_000) this.origin = Math.round(at)
  }

  #ratio() {
    return (exact - 2 * edge) / (this.extent - 2 * edge)
  }

  /** @param {number} offset */
  #scrolled(offset) {
    return !this.isMapped || offset < edge ? offset
      : offset > this.extent - edge ? offset - this.extent + exact : edge + (offset - edge) * this.#ratio()
  }

  /** @param {number} position */
  #unscrolled(position) {
    return !this.isMapped || position < edge ? position
      : position > exact - edge ? position - exact + this.extent : edge + (position - edge) / this.#ratio()
  }
}
