// The container of the picture: it scrolls, fits into the page, and knows the visible part of the content.

import { byId } from "../dom.js"
import { Picture } from "./Picture.js"

/**
 * @typedef {import("./Picture.js").Drawn} Drawn
 * @typedef {import("../../types/api").LayoutRequest} LayoutRequest
 * @typedef {{width: number, height: number}} Size
 * @typedef {{x: number, y: number}} Point
 * @typedef {{top: number, left: number, bottom: number, right: number}} Edges
 */

// Browsers place nodes exactly up to 8,388,608 px.
const exact = 8_000_000

// Of more elements than this, only those near the visible part get nodes.
const many = 400

/** @param {unknown} insets In one of the forms of the API. */
export function edges(insets) {
  const [top = 0, left = 0, bottom = 0, right = 0] = Array.isArray(insets) ? insets : []
  const named = /** @type {Partial<Edges>} */ (Array.isArray(insets) ? {} : insets ?? {})
  return {top, left, bottom, right, ...named}
}

/**
 * The origin of a rect in one of the forms of the API.
 *
 * @param {import("../../types/api").Rect | undefined} rect
 * @returns {Point}
 */
export function originOf(rect) {
  const [x, y] = Array.isArray(rect) ? rect : [0, 0]
  return rect && "x" in rect ? {x: rect.x, y: rect.y} : {x, y}
}

export class Stage {
  #frame = byId("frame")
  #scroller = byId("scroller")
  #sizer = /** @type {HTMLElement} */ (this.#scroller.firstElementChild)
  #layer = byId("layer")
  #area = byId("area")
  /** @type {readonly Drawn[]} */
  #elements = []
  /** @type {LayoutRequest | undefined} */
  #request
  /** @type {readonly import("./Picture.js").OrthogonalSection[] | undefined} */
  #orthogonal
  /** @type {Size} */
  #container = {width: 0, height: 0}
  /** @type {Edges} */
  #insets = edges(undefined)
  /** @type {Size} */
  content = {width: 0, height: 0}
  zoom = 1
  isFitted = true
  #known = {left: 0, top: 0}

  /**
   * @param {object} callbacks
   * @param {() => void} callbacks.onScroll The user has scrolled.
   * @param {() => void} callbacks.onResize
   * @param {(element: Drawn | undefined, isChosen: boolean) => void} callbacks.onInspect
   */
  constructor({onScroll, onResize, onInspect}) {
    this.picture = new Picture(this.#layer, onInspect)
    this.#scroller.addEventListener("scroll", () => {
      const {scrollTop, scrollLeft} = this.#scroller
      const isOwn = Math.abs(scrollTop - this.#known.top) < 1 && Math.abs(scrollLeft - this.#known.left) < 1
      if (isOwn) return
      this.#known = {left: scrollLeft, top: scrollTop}
      this.#place()
      if (this.#elements.length > many) this.#draw(false)
      onScroll()
    }, {passive: true})
    new ResizeObserver(() => {
      this.fit()
      onResize()
    }).observe(this.#area)
  }

  /**
   * @param {object} shown
   * @param {readonly Drawn[]} shown.elements
   * @param {LayoutRequest} shown.request
   * @param {Size} shown.content
   * @param {readonly import("./Picture.js").OrthogonalSection[]} [shown.orthogonal]
   * @param {Point} [shown.offset] The content offset; without it the one that there is.
   * @param {boolean} [shown.isAnimated]
   */
  show({elements, request, content, orthogonal, offset, isAnimated = false}) {
    const isSameSize = this.#container.width == request.container.width
      && this.#container.height == request.container.height
    const at = offset ?? this.offset
    this.#request = request
    this.#elements = elements
    this.#orthogonal = orthogonal
    this.#container = {width: request.container.width, height: request.container.height}
    this.#insets = edges(request.container.insets)
    this.content = content
    const {top, left, bottom, right} = this.#insets
    this.#sizer.style.width = `${Math.min(exact, content.width + left + right)}px`
    this.#sizer.style.height = `${Math.min(exact, content.height + top + bottom)}px`
    if (!isSameSize) this.fit()
    this.scrollTo(at)
    this.#draw(isAnimated)
  }

  /** Makes the container as large as the page has room for it, never larger than it is. */
  fit() {
    const {width, height} = this.#container
    if (!width || !height) return
    const style = getComputedStyle(this.#area)
    const map = this.#area.querySelector("#map")?.clientWidth ?? 0
    const room = {
      width: this.#area.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - map - 28,
      height: this.#area.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom),
    }
    if (this.isFitted) this.zoom = Math.max(0.2, Math.min(1, room.width / width, room.height / height))
    this.#frame.style.width = `${width * this.zoom}px`
    this.#frame.style.height = `${height * this.zoom}px`
    this.#scroller.style.width = `${width}px`
    this.#scroller.style.height = `${height}px`
    this.#scroller.style.transform = this.zoom == 1 ? "" : `scale(${this.zoom})`
  }

  // Content points for each px of the scroll bar; 1 for all content that a browser can place exactly.
  get #ratio() {
    const {height} = this.#container
    const whole = this.content.height + this.#insets.top + this.#insets.bottom
    return {
      x: 1,
      y: whole > exact ? (whole - height) / (exact - height) : 1,
    }
  }

  /** The content offset. */
  get offset() {
    const {x, y} = this.#ratio
    return {x: this.#scroller.scrollLeft * x - this.#insets.left,
      y: this.#scroller.scrollTop * y - this.#insets.top}
  }

  get visibleRect() {
    return {...this.offset, width: this.#container.width, height: this.#container.height}
  }

  /** @param {Point} offset */
  scrollTo({x, y}) {
    const ratio = this.#ratio
    const [left, top] = [(x + this.#insets.left) / ratio.x, (y + this.#insets.top) / ratio.y]
    if (Math.abs(this.#scroller.scrollLeft - left) >= 1) this.#scroller.scrollLeft = left
    if (Math.abs(this.#scroller.scrollTop - top) >= 1) this.#scroller.scrollTop = top
    this.#known = {left: this.#scroller.scrollLeft, top: this.#scroller.scrollTop}
    this.#place()
  }

  // Where the layer is: content far down is drawn near the top of its layer, so that it is drawn exactly.
  #place() {
    const {x, y} = this.offset
    this.#layer.style.transform = `translate(${this.#known.left - x}px, ${this.#known.top - y}px)`
  }

  /** @param {boolean} isAnimated */
  #draw(isAnimated) {
    if (!this.#request) return
    let elements = this.#elements
    if (elements.length > many) {
      const {x, y, width, height} = this.visibleRect
      elements = elements.filter(({frame}) => frame.x < x + 2 * width && frame.x + frame.width > x - width
        && frame.y < y + 2 * height && frame.y + frame.height > y - height)
    }
    this.picture.draw(elements, this.#request, {isAnimated, orthogonal: this.#orthogonal})
  }

  /** Whether the picture of the newest text is on its way. */
  set isBusy(/** @type {boolean} */ value) {
    this.#frame.setAttribute("aria-busy", `${value}`)
  }

  /** Whether the picture is of an earlier request than the text. */
  set isStale(/** @type {boolean} */ value) {
    this.#frame.classList.toggle("stale", value)
  }
}
