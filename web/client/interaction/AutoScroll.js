/**
 * @typedef {import("../mirror/Element.js").Point} Point
 * @typedef {import("../mirror/Element.js").Size} Size
 */

/** The greatest speed, in pixels per millisecond. */
const fastest = 1.2

/**
 * How strongly a drag scrolls along one axis, from -1 to 1: by the rule of the service's `autoScroll`. It is computed
 * here because the pointer is at the edge now, and not when a response comes.
 *
 * @param {number} position Of the pointer, from the near edge of the seen part.
 * @param {number} length Of the seen part.
 */
export function strength(position, length) {
  const zone = Math.min(44, length / 10)
  if (position < zone) return -Math.min(1, (zone - position) / zone)
  return position > length - zone ? Math.min(1, (position - length + zone) / zone) : 0
}

/** Scrolls while something is dragged near an edge. */
export class AutoScroll {
  /** @type {number | undefined} */
  #frame
  #time = 0
  #speed = {x: 0, y: 0}
  #scrollBy

  /** @param {(dx: number, dy: number) => void} scrollBy */
  constructor(scrollBy) {
    this.#scrollBy = scrollBy
  }

  /**
   * @param {Point} at The pointer, from the upper left corner of the seen part.
   * @param {Size} size Of the seen part.
   */
  follow(at, size) {
    this.#speed = {x: fastest * strength(at.x, size.width), y: fastest * strength(at.y, size.height)}
    const isNeeded = this.#speed.x != 0 || this.#speed.y != 0
    if (isNeeded && this.#frame === undefined) {
      this.#time = performance.now()
      this.#frame = requestAnimationFrame(time => this.#step(time))
    }
  }

  stop() {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#frame = undefined
  }

  /** @param {number} time */
  #step(time) {
    const {x, y} = this.#speed
    this.#frame = x || y ? requestAnimationFrame(next => this.#step(next)) : undefined
    // A frame that is late does not leap.
    const pause = Math.max(0, Math.min(time - this.#time, 50))
    this.#time = time
    if (x || y) this.#scrollBy(x * pause, y * pause)
  }
}
