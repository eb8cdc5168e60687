import { byArrow, directionOf } from "./Keys.js"
import { AutoScroll } from "./AutoScroll.js"
import { Gesture } from "./Gesture.js"
import { Held } from "./Held.js"
import { toContent } from "./geometry.js"
import { Movement } from "./Movement.js"
import { nameOf } from "./nameOf.js"
import { OfflineMovement } from "./OfflineMovement.js"

/**
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../view/Cell.js").Cell} Cell
 * @typedef {import("../mirror/Element.js").Point} Point
 * @typedef {import("../../types/api").UpdateDiff} UpdateDiff
 * @typedef {import("./geometry.js").Direction} Direction
 *
 * @typedef {object} DragOptions
 * @property {string | boolean} reorder
 * @property {import("./Focus.js").Focus} focus
 * @property {import("./Announcer.js").Announcer} announcer
 * @property {AbortSignal} signal
 *
 * @typedef {{element: import("../mirror/Element.js").Element, held: Held, movement: Movement | OfflineMovement, name: string,
 *   isByKey: boolean, itemCounts: ReadonlyMap<number, number>, told: readonly number[]}} Moving
 *   `itemCounts` are those at the beginning, `told` is the position that was announced last.
 */

/** Moves items with the pointer, the finger and the keyboard. The service finds out where they go. */
export class Drag {
  #view
  #options
  #gesture
  #autoScroll
  /** @type {Moving | undefined} */
  #moving

  /**
   * @param {CollectionView} view
   * @param {DragOptions} options
   */
  constructor(view, options) {
    this.#view = view
    this.#options = options
    this.#autoScroll = new AutoScroll((dx, dy) => view.scrollBy(dx, dy))
    this.#gesture = new Gesture(view.element, {
      signal: options.signal,
      find: target => this.#find(target),
      isByHandle: typeof options.reorder == "string",
      begin: (cell, pointer) => this.#begin(cell, pointer),
      move: pointer => this.#follow(pointer),
      drop: () => this.#drop(),
      cancel: () => this.cancel(),
    })
    view.element.addEventListener("focusout", ({relatedTarget}) => {
      const moving = this.#moving
      if (moving?.isByKey && relatedTarget instanceof Node && !moving.held.node.contains(relatedTarget)) this.cancel()
    }, {signal: options.signal})
  }

  /** The held cell stays under the pointer when the content is placed anew. */
  draw() {
    this.#moving?.held.draw()
  }

  scrolled() {
    const moving = this.#moving
    moving?.held.draw()
    // Under a pointer that rests there is another part of the content.
    if (moving && !moving.held.isSettled) this.#aim(moving)
  }

  cancel() {
    this.#settle()
    this.#moving?.movement.cancel()
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const moving = this.#moving, {key, target} = event
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return false
    if (moving) {
      const direction = directionOf(event)
      if (key == "Escape") this.cancel()
      else if (!moving.isByKey) return false
      else if (key == " " || key == "Enter") this.#drop()
      else if (direction) this.#step(direction)
      else return key != "Tab"
    } else {
      const {reorder, focus} = this.#options, cell = focus.cellOf(target)
      const isHandle = typeof reorder == "string" && target instanceof Element && Boolean(target.closest(reorder))
      if (key != " " || !cell || target != cell.node && !isHandle) return false
      this.#begin(cell)
    }
    event.preventDefault()
    return true
  }

  // The cell that the user moves by a node.
  /** @param {Element} target */
  #find(target) {
    const {reorder, focus} = this.#options, cell = focus.cellOf(target)
    if (!cell || cell.element.category != "cell" || cell.isGone) return undefined
    if (typeof reorder == "string") return target.closest(reorder) ? cell : undefined
    const control = target.closest("a, button, input, select, textarea, summary, label, [contenteditable]")
    return control && cell.node.contains(control) ? undefined : cell
  }

  /**
   * @param {Cell} cell
   * @param {Point} [pointer]
   */
  #begin(cell, pointer) {
    if (this.#moving) return false
    const {element, node} = cell, view = this.#view
    const {isOnline, answersOffline} = view.session, isWaiting = !pointer && !isOnline && !answersOffline
    const movement = isWaiting ? new OfflineMovement(view, element) : new Movement(view, element)
    const name = nameOf(node, this.#options.reorder)
    const held = new Held(view, cell, pointer), {itemCounts} = view.mirror
    const moving = this.#moving = {element, movement, name, held, isByKey: !pointer, itemCounts, told: element.indexPath}
    this.#carryOut(moving)
    return true
  }

  /** @param {Moving} moving */
  async #carryOut(moving) {
    const {element, held, movement, name, isByKey} = moving, {announcer: {messages}} = this.#options
    this.#say(messages.takenUp, moving, element.indexPath)
    const ending = await movement.run(isByKey ? undefined : held.centre, diff => this.#moved(moving, diff), diff => {
      const {indexPath: from, proposedIndexPath: to} = diff ?? {}
      return `${from}` == `${to}` || this.#view.emit("reorder", {id: element.id, element, from, to}, true)
    })
    this.#moving = undefined
    this.#gesture.stop()
    this.#autoScroll.stop()
    const to = movement.diff?.proposedIndexPath ?? element.indexPath
    if (ending == "lost") this.#view.session.resync()
    held.release()
    const isHeld = movement.problem?.code == "item_held"
    if (ending == "dropped") this.#say(messages.dropped, moving, to)
    else if (ending == "cancelled") this.#say(messages.cancelled, moving, movement.diff?.indexPath ?? element.indexPath)
    else if (isHeld) this.#options.announcer.say(messages.heldBy(name, movement.problem?.viewport ?? ""))
    else this.#options.announcer.say(messages.lost(name))
  }

  /**
   * @param {Moving} moving
   * @param {UpdateDiff} diff
   */
  #moved(moving, {proposedIndexPath, placeholder}) {
    const {held, isByKey} = moving
    if (!placeholder || !proposedIndexPath) return
    if (isByKey || held.isSettled) held.settle(placeholder.frame)
    if (!isByKey) return
    const {focus, announcer: {messages}} = this.#options
    focus.reveal(placeholder.frame, proposedIndexPath[0])
    if (`${proposedIndexPath}` == `${moving.told}`) return
    moving.told = proposedIndexPath
    this.#say(messages.movedTo, moving, proposedIndexPath)
  }

  /** @param {Point} pointer */
  #follow(pointer) {
    const moving = this.#moving
    if (!moving) return
    const {seen} = this.#view, at = toContent(this.#view, pointer)
    moving.held.follow(pointer)
    this.#autoScroll.follow({x: at.x - seen.x, y: at.y - seen.y}, seen)
    this.#aim(moving)
  }

  /** @param {Moving} moving */
  #aim({held, movement}) {
    movement.moveTo(() => {
      const {x, y} = held.centre
      return {targetPosition: [x, y]}
    })
  }

  // One position further, from where the response before this step has put the item.
  /** @param {Direction} direction */
  #step(direction) {
    const {movement, element} = /** @type {Moving} */ (this.#moving)
    movement.thenTo(() => {
      const {proposedIndexPath: indexPath = element.indexPath, placeholder} = movement.diff ?? {}
      const at = {...element, indexPath, frame: placeholder?.frame ?? element.frame}
      const next = byArrow(this.#view, at, direction, false)
      return next && {targetIndexPath: /** @type {[number, number]} */ ("indexPath" in next ? next.indexPath : next)}
    })
  }

  #drop() {
    const moving = this.#moving
    if (!moving) return
    const {held, movement, isByKey} = moving
    // The rows that have made room meanwhile may have scrolled the content.
    if (!isByKey) movement.moveTo(() => ({targetPosition: [held.centre.x, held.centre.y]}))
    this.#settle()
    movement.drop()
  }

  // Nothing scrolls any more, and the item flies to the gap that the others have made.
  #settle() {
    const moving = this.#moving, gap = moving?.movement.diff?.placeholder
    this.#autoScroll.stop()
    if (moving && gap && !moving.isByKey) moving.held.settle(gap.frame)
  }

  /**
   * @param {(name: string, position: number, count: number) => string} message
   * @param {Moving} moving
   * @param {readonly number[]} indexPath
   */
  #say(message, {name, element, itemCounts}, [section, item]) {
    const isElsewhere = section != element.indexPath[0], count = itemCounts.get(section) ?? -1
    this.#options.announcer.say(message(name, item + 1, isElsewhere && count > 0 ? count + 1 : count))
  }
}
