import { fading, flights, isVisible, pose } from "./flights.js"
import { Flying } from "./Flying.js"

/**
 * @typedef {import("./flights.js").Pose} Pose
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("../mirror/Change.js").ElementChange} ElementChange
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../view/Cell.js").Cell} Cell
 * @typedef {{duration?: number, easing?: string}} Animation In milliseconds, and a CSS easing.
 * @typedef {{poses: Map<Cell, Pose>, offset: {x: number, y: number}, changes: ElementChange[]}} Before
 *   Where the cells were on the screen, at which content offset, and which elements come and go.
 */

// Rows that get other content, and those that they move: text that streams would be cut until the end of a flight.
/** @param {Delta} delta */
const isInPlace = ({gone, rows}) => rows.some(({type}) => type == "reconfigure")
  && [...gone, ...rows].every(({type}) => type == "reconfigure" || type == "shift")

// Scrolling and measuring only correct positions.
const causes = ["updates", "snapshot", "layout", "invalidations", "restore"]

/**
 * Animates changes: a feature of a view.
 *
 * The view places its cells at once where they belong. The animator compares their positions on the screen
 * before and after, and adds an animation of the difference that ends at zero. So a change during a flight
 * starts from the current position, and a measurement that arrives moves the target and not the flight.
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
   * The rows are those after the delta, and the cells are not.
   *
   * @param {Delta} delta
   */
  changed(delta) {
    this.#begin()
    const isAnimated = this.#isAnimated(delta) && !document.hidden
    if (!isAnimated && !this.#flying.size) return
    /** @type {ElementChange[]} */
    const all = isAnimated ? [...delta.gone, ...delta.rows] : []
    const changes = delta.type == "reset" ? all.map(change => fading({...change, before: this.#elementOf(change)})) : all
    this.#before = {poses: this.#poses(), offset: this.#view.contentOffset, changes}
    for (const each of changes) if (!each.after) this.#keep(each)
  }

  /** The view is about to move cells because rows were measured. */
  placing() {
    if (!this.#flying.size) return
    this.#before ??= {poses: this.#poses(), offset: this.#view.contentOffset, changes: []}
  }

  /** The view has placed its cells; other features may still move those that they place. */
  placed() {
    const {cells} = this.#view
    for (const [cell, flying] of this.#flying) if (!flying.isOn(cells.get(cell.key))) this.#drop(cell)
    if (this.#before) queueMicrotask(() => this.#begin())
  }

  detach() {
    for (const cell of this.#flying.keys()) this.#drop(cell)
  }

  #begin() {
    const before = this.#before
    this.#before = undefined
    if (!before) return
    const {poses, changes} = before, after = this.#poses()
    for (const [cell, flying] of this.#flying) {
      const from = poses.get(cell), to = after.get(cell)
      if (!flying.leaves || !from || !to) continue
      if (cell.isGone) this.#leave(flying, from, to)
      else poses.set(cell, this.#revive(cell, flying, from))
    }
    for (const change of changes) this.#enter(change, before, after)
    for (const flight of flights(poses, after, this.#view.size, this.#flying)) {
      const cell = flight.subject
      if (!cell.isHeld && !cell.isGone) this.#start(cell).fly(flight, this.#timing, this.#reduced.matches)
    }
  }

  // Some pages learn of the changes of others by reading the window anew. A view gets a layout of its own by its place. A
  // turned screen is drawn at once.
  /** @param {Delta} delta */
  #isAnimated(delta) {
    const {cause, type} = delta, {cells, mirror, isScrolling} = this.#view, {width, height} = mirror.bounds
    const size = `${width} × ${height}`, isTurned = this.#size != size
    this.#size = size
    if (type != "reset" && cause != "resize") return causes.includes(cause) && !isInPlace(delta)
    return !isTurned && !isScrolling && [...cells.keys()].some(key => mirror.elements.has(key))
  }

  /** @param {{key: number}} change */
  #elementOf({key}) {
    const cell = this.#view.cells.get(key)
    return cell?.isGone ? undefined : cell?.element
  }

  // Where the cells are on the screen, without their flights. Sections that scroll by themselves would clip
  // them.
  #poses() {
    const {cells, contentOffset} = this.#view
    const free = [...cells.values()].filter(({parent}) => parent.className != "tessera-strip-content")
    return new Map(free.map(cell => [cell, pose({frame: cell, alpha: cell.element.alpha}, contentOffset)]))
  }

  // An element from outside of the window comes from its old position. A new one keeps its distance from the
  // position where it will be, because the content may scroll so that others keep their positions on the
  // screen.
  /**
   * @param {ElementChange} change
   * @param {Before} before
   * @param {Map<Cell, Pose>} after
   */
  #enter({key, type, initial, after: final}, {poses, offset}, after) {
    const cell = this.#view.cells.get(key), to = cell && after.get(cell)
    if (!to || !initial || !final || poses.has(cell)) return
    const from = pose(initial, offset)
    if (type == "insert") {
      from.x = to.x + initial.frame.x - final.frame.x
      from.y = to.y + initial.frame.y - final.frame.y
    }
    poses.set(cell, from)
  }

  // A visible cell that goes stays until it has landed.
  /** @param {ElementChange} change */
  #keep({key, type, initial, final}) {
    const cell = this.#view.cells.get(key), from = cell && this.#before?.poses.get(cell)
    if (!from || !initial || !final || cell.isHeld || !isVisible(from, this.#view.size)) return
    if (this.#reduced.matches && (final.alpha ?? 1) == from.alpha) return
    this.#start(cell).leaves = {isNew: true, isDeleted: type == "delete", initial, final}
  }

  // A deleted cell flies relative to the screen, and not to the content, which may scroll.
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

  // A cell that was leaving and has an element again continues from its current position.
  /**
   * @param {Cell} cell
   * @param {Flying} flying
   * @param {Pose} from
   * @returns {Pose}
   */
  #revive(cell, flying, from) {
    const {x, y, alpha} = flying.current()
    flying.cancel()
    this.#flying.delete(cell)
    return {...from, x: from.x + x, y: from.y + y, alpha}
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
