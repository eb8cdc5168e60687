/**
 * @typedef {import("../view/Cell.js").Cell} Cell
 * @typedef {import("../mirror/Element.js").Point} Point
 *
 * @typedef {object} GestureOptions
 * @property {AbortSignal} signal
 * @property {(target: Element) => Cell | undefined} find The cell that a node moves.
 * @property {boolean} isByHandle A finger on a handle need not wait.
 * @property {(cell: Cell, pointer: Point) => boolean} begin
 * @property {(pointer: Point) => void} move
 * @property {() => void} drop
 * @property {() => void} cancel
 *
 * @typedef {{cell: Cell, id: number, start: Point, waits: boolean, isDragging: boolean}} Press
 */

/** How far a pointer goes before it drags, and a finger before it scrolls, in pixels. */
const slop = 4, fingerSlop = 10
/** How long a finger rests before it drags, in milliseconds. */
const rest = 400

/** @param {PointerEvent} event */
const pointOf = ({clientX, clientY}) => ({x: clientX, y: clientY})

/** Distinguishes dragging from clicking, selecting and scrolling. */
export class Gesture {
  /** @type {Press | undefined} */
  #press
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting
  #element
  #options

  /**
   * @param {HTMLElement} element
   * @param {GestureOptions} options
   */
  constructor(element, options) {
    this.#element = element
    this.#options = options
    const {signal} = options
    const prevent = /** @param {Event} event */ event => {
      if (this.#press && !this.#press.waits) event.preventDefault()
    }
    element.addEventListener("pointerdown", event => this.#down(event), {signal})
    addEventListener("pointermove", event => this.#move(event), {signal})
    addEventListener("pointerup", event => this.#up(event), {signal})
    addEventListener("pointercancel", event => this.#lose(event), {signal})
    // The finger that drags does not scroll. The browser neither selects nor drags the pressed cell.
    element.addEventListener("touchmove", prevent, {passive: false, signal})
    for (const name of ["selectstart", "dragstart"]) element.addEventListener(name, prevent, {signal})
    element.addEventListener("contextmenu", event => {
      if (this.#press?.isDragging) event.preventDefault()
    }, {signal})
    signal.addEventListener("abort", () => this.stop())
  }

  /** Ends the gesture: the pointer does not drag any more. */
  stop() {
    clearTimeout(this.#resting)
    this.#press = undefined
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#press || !event.isPrimary || event.button != 0 || !(event.target instanceof Element)) return
    const cell = this.#options.find(event.target)
    if (!cell) return
    const waits = event.pointerType == "touch" && !this.#options.isByHandle
    this.#press = {cell, id: event.pointerId, start: pointOf(event), waits, isDragging: false}
    if (waits) this.#resting = setTimeout(() => this.#begin(), rest)
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press
    if (!press || event.pointerId != press.id) return
    if (press.isDragging) return this.#options.move(pointOf(event))
    const distance = Math.hypot(event.clientX - press.start.x, event.clientY - press.start.y)
    if (press.waits) {
      if (distance > fingerSlop) this.stop()
    } else if (distance > slop) {
      this.#begin()
      if (this.#press) this.#options.move(pointOf(event))
    }
  }

  #begin() {
    const press = this.#press
    if (!press) return
    if (!this.#options.begin(press.cell, press.start)) return this.stop()
    press.waits = false
    press.isDragging = true
    this.#element.setPointerCapture(press.id)
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press
    if (!press || event.pointerId != press.id) return
    this.stop()
    if (!press.isDragging) return
    // A drag does not end with a click.
    const swallow = /** @param {Event} click */ click => {
      click.preventDefault()
      click.stopPropagation()
    }
    addEventListener("click", swallow, {capture: true, once: true})
    setTimeout(() => removeEventListener("click", swallow, {capture: true}))
    this.#options.drop()
  }

  /** @param {PointerEvent} event */
  #lose(event) {
    const press = this.#press
    if (!press || event.pointerId != press.id) return
    this.stop()
    if (press.isDragging) this.#options.cancel()
  }
}
