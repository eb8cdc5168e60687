import { flights, isVisible, pose } from "./flights.js"
import { Flying } from "./Flying.js"

/**
 * @typedef {import("./flights.js").Pose} Pose
 * @typedef {import("../mirror/Change.js").Change} Change
 * @typedef {import("../mirror/Change.js").ElementChange} ElementChange
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../view/Cell.js").Cell} Cell
 * @typedef {{duration?: number, easing?: string}} Animation milliseconds, and a CSS easing
 * @typedef {{poses: Map<Cell, Pose>, offset: {x: number, y: number}, changes: ElementChange[]}} Before
 *   What the view showed before: where its cells were on the screen, and at which content offset.
 */

// Changes that somebody made. Others, such as scrolling, measuring and turning the screen, only correct places.
const causes = ["updates", "snapshot", "layout", "invalidations", "restore"]

/**
 * Animates changes: a feature of a view.
 *
 * The view places its cells at once where they belong. The animator compares where they were on the screen with where
 * they are now, and adds an animation of the difference that ends at zero. So a change during a flight begins at the
 * current place, and whatever lands meanwhile moves the target and not the flight.
 */
export class Animator {
  /** @type {CollectionView} */
  #view
  #timing
  #reduced = matchMedia("(prefers-reduced-motion: reduce)")
  /** @type {Map<Cell, Flying>} */
  #flying = new Map()
  /** @type {Before | undefined} */
  #before
  #size = ""

  /**
   * @param {CollectionView} view
   * @param {Animation} [animation]
   */
  constructor(view, animation) {
    this.#view = view
    this.#timing = {duration: 300, easing: "ease-in-out", ...animation}
  }

  /**
   * Whether a cell without an element is still in flight.
   *
   * @param {Cell} cell
   */
  keeps(cell) {
    return Boolean(this.#flying.get(cell)?.leaves)
  }

  /**
   * The mirror has changed, and the view has not.
   *
   * @param {Change} change
   */
  changed(change) {
    const {width, height} = this.#view.mirror.bounds, isTurned = this.#turned(`${width} × ${height}`)
    const isMade = causes.includes(change.cause) || change.cause == "resize" && !isTurned
    const isAnimated = isMade && !change.isReset && !document.hidden
    if (!isAnimated && !this.#flying.size) return
    this.#before = {poses: this.#poses(), offset: this.#view.contentOffset, changes: isAnimated ? change.changes : []}
    for (const each of this.#before.changes) if (!each.after) this.#keep(each)
  }

  // Another layout of the viewport alone comes like another size of the viewport.
  /** @param {string} size */
  #turned(size) {
    const isOther = this.#size != size
    this.#size = size
    return isOther
  }

  /** The view is about to move cells for another reason than a change: rows were measured. */
  placing() {
    if (this.#flying.size) this.#before ??= {poses: this.#poses(), offset: this.#view.contentOffset, changes: []}
  }

  /** The view has placed its cells. */
  placed() {
    const {cells, contentOffset, size} = this.#view, before = this.#before
    for (const [cell, flying] of this.#flying) if (!flying.isOn(cells.get(cell.key))) this.#drop(cell)
    if (!before) return
    const after = this.#poses()
    for (const [cell, flying] of this.#flying) {
      const from = before.poses.get(cell), to = after.get(cell)
      if (!flying.leaves || !from || !to) continue
      if (cell.isGone) this.#leave(flying, from, to)
      else this.#revive(cell, flying, from)
    }
    for (const change of before.changes) this.#enter(change, before, after)
    for (const flight of flights(before.poses, after, size, this.#flying)) {
      const cell = flight.subject
      if (!cell.isHeld && !cell.isGone) this.#start(cell).fly(flight, this.#timing, this.#reduced.matches)
    }
    this.#before = undefined
  }

  detach() {
    for (const cell of this.#flying.keys()) this.#drop(cell)
  }

  // Where the cells are on the screen, without what is in flight.
  #poses() {
    const {cells, contentOffset} = this.#view
    return new Map([...cells.values()].map(cell =>
      [cell, pose({frame: cell, alpha: cell.element.alpha}, contentOffset)]))
  }

  // An element that was somewhere else comes from there. A new one keeps its distance from the place where it is going
  // to be: the content may be scrolled so that others keep their places on the screen.
  /**
   * @param {ElementChange} change
   * @param {Before} before
   * @param {Map<Cell, Pose>} after
   */
  #enter({key, type, initial, final}, {poses, offset}, after) {
    const cell = this.#view.cells.get(key), to = cell && after.get(cell)
    if (!to || !initial || !final || poses.has(cell)) return
    const from = pose(initial, offset)
    if (type == "insert") {
      from.x = to.x + initial.frame.x - final.frame.x
      from.y = to.y + initial.frame.y - final.frame.y
    }
    poses.set(cell, from)
  }

  // A cell that goes stays until it has landed, if it can be seen.
  /** @param {ElementChange} change */
  #keep({key, type, initial, final}) {
    const cell = this.#view.cells.get(key), from = cell && this.#before?.poses.get(cell)
    if (!from || !initial || !final || cell.isHeld || !isVisible(from, this.#view.size)) return
    if (this.#reduced.matches && (final.alpha ?? 1) == from.alpha) return
    this.#start(cell).leaves = {isNew: true, isDeleted: type == "delete", initial, final}
  }

  // What is deleted goes its way on the screen, and not in the content, which may be scrolled beneath it.
  /**
   * @param {Flying} flying
   * @param {Pose} before where it was on the screen
   * @param {Pose} now where it is placed
   */
  #leave(flying, before, now) {
    const {cell, leaves} = flying, from = {...before, x: before.x - now.x, y: before.y - now.y}
    if (!leaves?.isNew) return flying.step(from)
    leaves.isNew = false
    const to = pose(leaves.final, leaves.isDeleted ? leaves.initial.frame : cell)
    if (leaves.isDeleted) {
      to.x += from.x
      to.y += from.y
    }
    flying.leave(from, to, this.#timing, this.#reduced.matches)
  }

  // A cell that was leaving and has an element again goes on from where it is.
  /**
   * @param {Cell} cell
   * @param {Flying} flying
   * @param {Pose} from
   */
  #revive(cell, flying, from) {
    const {x, y, alpha} = flying.current()
    flying.cancel()
    this.#flying.delete(cell)
    this.#before?.poses.set(cell, {...from, x: from.x + x, y: from.y + y, alpha})
  }

  /** @param {Cell} cell */
  #start(cell) {
    let flying = this.#flying.get(cell)
    if (!flying) this.#flying.set(cell, flying = new Flying(cell, () => this.#drop(cell)))
    return flying
  }

  /** @param {Cell} cell */
  #drop(cell) {
    const flying = this.#flying.get(cell)
    this.#flying.delete(cell)
    flying?.cancel()
    if (flying?.leaves) this.#view.sweep()
  }
}
