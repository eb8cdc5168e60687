// A small map of the whole content with the visible rect, which can be dragged.

import { byId } from "../dom.js"

/** @typedef {import("../../types/api").Element} Element */
/** @typedef {{x: number, y: number, width: number, height: number}} Rect */

export class Overview {
  #map = byId("map")
  #canvas = /** @type {HTMLCanvasElement} */ (this.#map.querySelector("canvas"))
  #rect = /** @type {HTMLElement} */ (this.#map.querySelector(".rect"))
  #scale = {x: 1, y: 1}
  #content = {width: 1, height: 1}
  /** @type {Rect} */
  #visible = {x: 0, y: 0, width: 1, height: 1}
  /** @type {readonly Element[]} */
  #elements = []

  /** @param {(offset: {x: number, y: number}) => void} onMove The user has dragged the visible rect. */
  constructor(onMove) {
    this.onMove = onMove
    /** @type {{x: number, y: number, rect: Rect} | undefined} */
    let drag
    this.#map.addEventListener("pointerdown", event => {
      event.preventDefault()
      this.#rect.focus()
      this.#map.setPointerCapture(event.pointerId)
      if (event.target != this.#rect) {
        const {left, top} = this.#map.getBoundingClientRect()
        const {width, height} = this.#visible
        this.#moveTo((event.clientX - left) / this.#scale.x - width / 2,
          (event.clientY - top) / this.#scale.y - height / 2)
      }
      drag = {x: event.clientX, y: event.clientY, rect: this.#visible}
    })
    this.#map.addEventListener("pointermove", event => {
      if (!drag) return
      this.#moveTo(drag.rect.x + (event.clientX - drag.x) / this.#scale.x,
        drag.rect.y + (event.clientY - drag.y) / this.#scale.y)
    })
    for (const name of ["pointerup", "pointercancel"]) {
      this.#map.addEventListener(name, () => drag = undefined)
    }
    this.#rect.addEventListener("keydown", event => this.#key(event))
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw())
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const {x, y, width, height} = this.#visible
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowUp: [0, -40], ArrowDown: [0, 40], ArrowLeft: [-40, 0], ArrowRight: [40, 0],
      PageUp: [0, -height], PageDown: [0, height], Home: [-x - width, -y - height],
      End: [this.#content.width, this.#content.height],
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    this.#moveTo(x + step[0], y + step[1])
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #moveTo(x, y) {
    const {width, height} = this.#visible
    const clamp = (/** @type {number} */ value, /** @type {number} */ most) =>
      Math.round(Math.max(0, Math.min(value, most)))
    const offset = {x: clamp(x, this.#content.width - width), y: clamp(y, this.#content.height - height)}
    this.see({...this.#visible, ...offset})
    this.onMove(offset)
  }

  /**
   * @param {readonly Element[]} elements
   * @param {{width: number, height: number}} content
   */
  show(elements, content) {
    this.#elements = elements
    this.#content = content
    this.#draw()
  }

  #draw() {
    const {width, height} = this.#content, isNarrow = matchMedia("(max-width: 760px)").matches
    const most = isNarrow ? 36 : 84
    const room = ((this.#map.parentElement?.clientHeight ?? 400) - 40) * (isNarrow ? 0.5 : 1)
    const scale = Math.min(most / Math.max(width, 1), room / Math.max(height, 1), 0.2)
    // Long content keeps its width and is squeezed along, so that there is something to take hold of.
    this.#scale = {
      x: Math.max(scale, Math.min(0.2, Math.min(most, 56) / Math.max(width, 1))),
      y: Math.max(scale, Math.min(0.2, 40 / Math.max(height, 1))),
    }
    const size = {width: Math.max(8, width * this.#scale.x), height: Math.max(8, height * this.#scale.y)}
    const density = Math.min(2, devicePixelRatio)
    this.#canvas.width = size.width * density
    this.#canvas.height = size.height * density
    this.#canvas.style.width = this.#map.style.width = `${size.width}px`
    this.#canvas.style.height = this.#map.style.height = `${size.height}px`
    const context = this.#canvas.getContext("2d")
    if (!context) return
    context.scale(density, density)
    const style = getComputedStyle(this.#map)
    const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`)
    const [cell, header, footer] = ["cell-line", "header-line", "footer-line"].map(colour)
    const [other, decoration] = ["badge-line", "decoration"].map(colour)
    const ordered = [...this.#elements].sort((a, b) => (a.zIndex ?? 0) - (b.zIndex ?? 0))
    for (const {category, kind = "", frame, alpha = 1} of ordered) {
      if (kind == "separator") continue
      context.globalAlpha = alpha * 0.75
      context.fillStyle = category == "cell" ? cell : category == "decoration" ? decoration
        : /header/i.test(kind) ? header : /footer/i.test(kind) ? footer : other
      context.fillRect(frame.x * this.#scale.x + 0.25, frame.y * this.#scale.y + 0.25,
        Math.max(0.5, frame.width * this.#scale.x - 0.5), Math.max(0.5, frame.height * this.#scale.y - 0.5))
    }
    this.see(this.#visible)
  }

  /** @param {Rect} rect The visible rect in content coordinates. */
  see(rect) {
    this.#visible = rect
    const {style} = this.#rect
    style.width = `${rect.width * this.#scale.x}px`
    style.height = `${rect.height * this.#scale.y}px`
    style.transform = `translate(${rect.x * this.#scale.x}px, ${rect.y * this.#scale.y}px)`
    const most = Math.max(0, Math.round(this.#content.height - rect.height))
    this.#rect.setAttribute("aria-valuemin", "0")
    this.#rect.setAttribute("aria-valuemax", `${most}`)
    this.#rect.setAttribute("aria-valuenow", `${Math.max(0, Math.min(most, Math.round(rect.y)))}`)
    this.#rect.setAttribute("aria-valuetext", `x ${Math.round(rect.x)}, y ${Math.round(rect.y)}`)
  }
}
