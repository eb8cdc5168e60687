import { fades, moves, resizes } from "./flights.js"

/**
 * @typedef {import("./flights.js").Pose} Pose
 * @typedef {import("./flights.js").Flight} Flight
 * @typedef {import("../view/Cell.js").Cell} Cell
 * @typedef {{duration: number, easing: string}} Timing
 * @typedef {import("../mirror/Element.js").Look} Look
 * @typedef {{isNew: boolean, isDeleted: boolean, initial: Look, final: Look}} Leaving
 */

/** The animations of one cell in flight. */
export class Flying {
  /** @type {Leaving | undefined} */
  leaves
  #node
  /** @type {Set<Animation>} */
  #animations = new Set()
  /** @type {Set<Animation>} Those that have not ended. */
  #aloft = new Set()
  /** @type {Animation | undefined} */
  #fade
  /** @type {Animation | undefined} */
  #resize
  #landed

  /**
   * @param {Cell} cell
   * @param {() => void} landed called when the last animation has ended
   */
  constructor(cell, landed) {
    this.cell = cell
    this.#node = cell.node
    this.#landed = landed
  }

  /**
   * Whether this is the flight of a cell and its node.
   *
   * @param {Cell | undefined} cell
   */
  isOn(cell) {
    return cell == this.cell && cell.node == this.#node
  }

  /**
   * Flies to the position where the cell is placed.
   *
   * @param {Flight} flight
   * @param {Timing} timing
   * @param {boolean} isReduced whether nothing may move
   */
  fly(flight, timing, isReduced) {
    const { from, to } = flight
    if (!isReduced && moves(flight)) {
      this.#add({translate: [shift(flight.dx, flight.dy), shift(0, 0)]}, {...timing, composite: "add"})
    }
    if (!isReduced && resizes(flight) && !this.cell.measures) this.#size(from, to, timing)
    if (fades(flight)) this.#opacity(from.alpha, to.alpha, timing)
    this.#end()
  }

  /**
   * Flies away and stays there. Both poses are relative to the position where the cell is placed.
   *
   * @param {Pose} from
   * @param {Pose} to
   * @param {Timing} timing
   * @param {boolean} isReduced
   */
  leave(from, to, timing, isReduced) {
    this.#node.inert = true
    const fill = {...timing, fill: /** @type {FillMode} */ ("forwards")}
    const flight = {from, to, dx: from.x, dy: from.y}
    const end = isReduced ? from : to
    if (from.x || from.y || end.x || end.y) {
      this.#add({translate: [shift(from.x, from.y), shift(end.x, end.y)]}, {...fill, composite: "add"})
    }
    if (!isReduced && resizes(flight)) this.#size(from, to, fill)
    if (fades(flight)) this.#opacity(from.alpha, to.alpha, fill)
  }

  /**
   * Compensates for a movement of the content below a cell that leaves.
   *
   * @param {{x: number, y: number}} moved
   */
  step({x, y}) {
    if (!x && !y) return
    const there = shift(x, y)
    this.#add({translate: [there, there]}, {duration: 0, fill: "forwards", composite: "add"})
  }

  /** The current position relative to the one where the cell is placed. */
  current() {
    const {translate, opacity} = getComputedStyle(this.#node)
    const [x, y = 0] = translate == "none" ? [0] : translate.split(" ").map(parseFloat)
    return {x, y, alpha: Number(opacity)}
  }

  cancel() {
    if (this.leaves) this.#node.inert = false
    for (const animation of this.#animations) {
      animation.onfinish = null
      animation.cancel()
    }
    this.#animations.clear()
  }

  // Sizes and opacities have no values below zero to add. So a new animation starts from the current value
  // and replaces the one before.

  /**
   * @param {Pose} from
   * @param {Pose} to
   * @param {KeyframeAnimationOptions} options
   */
  #size(from, to, options) {
    const {width, height} = this.#resize ? getComputedStyle(this.#node) : lengths(from)
    const before = this.#resize, end = lengths(to)
    this.#resize = this.#add({width: [width, end.width], height: [height, end.height]}, options)
    this.#remove(before)
  }

  /**
   * @param {number} from
   * @param {number} to
   * @param {KeyframeAnimationOptions} options
   */
  #opacity(from, to, options) {
    const before = this.#fade
    const now = before ? getComputedStyle(this.#node).opacity : from
    this.#fade = this.#add({opacity: [`${now}`, `${to}`]}, options)
    this.#remove(before)
  }

  /**
   * @param {PropertyIndexedKeyframes} keyframes
   * @param {KeyframeAnimationOptions} options
   */
  #add(keyframes, options) {
    const animation = this.#node.animate(keyframes, options)
    // Browsers remove an animation that fills when a later one fills the same property, even if that one
    // adds.
    if (options.fill) animation.persist()
    this.#animations.add(animation)
    this.#aloft.add(animation)
    animation.onfinish = () => {
      this.#aloft.delete(animation)
      if (!options.fill) this.#animations.delete(animation)
      if (animation == this.#fade) this.#fade = undefined
      if (animation == this.#resize) this.#resize = undefined
      this.#end()
    }
    return animation
  }

  /** @param {Animation | undefined} animation */
  #remove(animation) {
    if (!animation || !this.#animations.delete(animation)) return
    this.#aloft.delete(animation)
    animation.onfinish = null
    animation.cancel()
  }

  #end() {
    if (!this.#aloft.size) this.#landed()
  }
}

/**
 * @param {number} x
 * @param {number} y
 */
const shift = (x, y) => `${x}px ${y}px`

/** @param {Pose} pose */
const lengths = ({width, height}) => ({width: `${width}px`, height: `${height}px`})
