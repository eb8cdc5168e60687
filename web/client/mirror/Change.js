import { isEqual, renews, showsSame } from "./Element.js"

/**
 * @typedef {import("./Element.js").Element} Element
 * @typedef {import("./Element.js").Look} Look
 * @typedef {import("./Element.js").Point} Point
 * @typedef {import("./Element.js").Rect} Rect
 * @typedef {import("./Element.js").Size} Size
 *
 * @typedef {object} ElementChange A change of one element.
 * @property {number} key
 * @property {"insert" | "delete" | "move" | "reload" | "reconfigure" | "shift"} type
 * @property {true} [reloaded] An element of the type `move` is reloaded as well.
 * @property {true} [reconfigured] An element of the type `move` is reconfigured as well.
 * @property {Element} [before] Absent: the element comes.
 * @property {Element} [after] Absent: the element goes.
 * @property {Look} [initial] The look at the beginning of an animation, at the content offset before.
 * @property {Look} [final] The look at the end of an animation, at the content offset after.
 * @property {"appears" | "disappears"} [presence] The element exists on both sides, but in the window on one.
 *
 * @typedef {object} Change The effect of a response or an event on a mirror.
 * @property {number} version
 * @property {string} cause The cause of a diff in the API; or "scroll", "resize" (the viewport has another
 * container or layout), "resync" or "restore".
 * @property {boolean} isReset Whether everything was read anew.
 * @property {Size} contentSize
 * @property {{from: Point, to: Point}} contentOffset
 * @property {Point} adjustment The distance to scroll by.
 * @property {Rect} window
 * @property {ElementChange[]} changes
 * @property {import("./Mirror.js").ScrollOutcome} [outcome] The response to a request of the viewport.
 */

const quiet = ["scroll", "bounds", "measurements"]

/**
 * The changes of a and of b, which follows it, as one.
 *
 * @param {Change} a
 * @param {Change} b
 * @returns {Change}
 */
export function merge(a, b) {
  const changes = new Map(a.changes.map(change => [change.key, change]))
  for (const change of b.changes) {
    const first = changes.get(change.key)
    const both = first ? join(first, change) : begunEarlier(change, a.adjustment)
    if (both) changes.set(change.key, both)
    else changes.delete(change.key)
  }
  const later = new Set(b.changes.map(({key}) => key))
  return {
    ...b,
    cause: quiet.includes(b.cause) ? a.cause : b.cause,
    isReset: a.isReset || b.isReset,
    contentOffset: {from: a.contentOffset.from, to: b.contentOffset.to},
    adjustment: {x: a.adjustment.x + b.adjustment.x, y: a.adjustment.y + b.adjustment.y},
    changes: [...changes.values()]
      .map(change => later.has(change.key) ? change : endedLater(change, b.adjustment)),
    outcome: b.outcome ?? a.outcome,
  }
}

// The type that says the most.
/** @type {ElementChange["type"][]} */
const strength = ["shift", "reconfigure", "reload", "move", "insert", "delete"]

/**
 * @param {ElementChange} a
 * @param {ElementChange} b
 * @returns {ElementChange | undefined}
 */
function join(a, b) {
  const {before} = a, {after} = b
  if (!before && !after) return undefined
  const type = strength.indexOf(a.type) > strength.indexOf(b.type) ? a.type : b.type
  if (before && after && type == "shift" && isEqual(before, after)) return undefined
  const isBack = before && after && (type == "delete" || type == "insert")
  /** @type {ElementChange} */
  const both = {key: a.key, type: isBack ? "move" : type}
  if (both.type == "move" && before && after) {
    if (isReload(a) || isReload(b)) both.reloaded = true
    else if (renews(a) || renews(b) || !showsSame(before, after)) both.reconfigured = true
  }
  if (before) both.before = before
  if (after) both.after = after
  const initial = a.initial ?? before ?? b.initial, final = b.final ?? after ?? a.final
  if (initial && final && (a.initial || b.initial)) Object.assign(both, {initial, final})
  const presence = before ? after ? undefined : b.presence : a.presence
  if (presence) both.presence = presence
  return both
}

/** @param {ElementChange} change */
const isReload = ({type, reloaded}) => type == "reload" || reloaded

// An element that only the second change inserts begins at the same place on screen, before the first one scrolled.
/**
 * @param {ElementChange} change
 * @param {Point} adjustment
 */
const begunEarlier = (change, adjustment) => change.before || !change.initial ? change
  : {...change, initial: shifted(change.initial, -adjustment.x, -adjustment.y)}

// An element that only the first change removes ends at the same place on screen, after the second one has scrolled.
/**
 * @param {ElementChange} change
 * @param {Point} adjustment
 */
const endedLater = (change, adjustment) => change.after || !change.final ? change
  : {...change, final: shifted(change.final, adjustment.x, adjustment.y)}

/**
 * @param {Look} look
 * @param {number} x
 * @param {number} y
 * @returns {Look}
 */
const shifted = (look, x, y) => ({...look, frame: {...look.frame, x: look.frame.x + x, y: look.frame.y + y}})
