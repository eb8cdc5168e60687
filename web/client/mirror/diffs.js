import { makeElement, place, renews } from "./Element.js"
import { changeOf, Mirror } from "./Mirror.js"

/**
 * @typedef {import("./Element.js").Attributes} Attributes
 * @typedef {import("./Element.js").Element} Element
 * @typedef {import("./Change.js").Change} Change
 * @typedef {import("./Change.js").ElementChange} ElementChange
 * @typedef {import("./Mirror.js").DiffedElement} DiffedElement
 * @typedef {import("./Mirror.js").UpdateDiff} UpdateDiff
 * @typedef {import("./Mirror.js").WindowFacts} WindowFacts
 */

// A first screen needs no diffs: mirrors take them as soon as this module is here.
Mirror.diffs = {follow, addFlights}

/**
 * Makes the changes of a diff.
 *
 * @param {Mirror} mirror
 * @param {UpdateDiff & WindowFacts} diff
 * @returns {Change}
 */
export function follow(mirror, diff) {
  const before = diff.changes.map(change => change.from && beforeOf(mirror, change, change.from))
  for (const element of before) mirror.forget(element)
  /** @type {ElementChange[]} */
  const changes = []
  if (diff.item) changes.push(hold(mirror, diff.item))
  diff.changes.forEach((change, index) => {
    const {type, reloaded, reconfigured, to, id, presence, initial, final} = change, old = before[index]
    const fills = !old || presence == "appears" || renews(change)
    const filling = fills ? change : old, stays = to && presence != "disappears"
    const after = stays ? makeElement(old?.key ?? mirror.newKey(id), {...change, indexPath: to}, id, final, filling)
      : undefined
    mirror.put(after)
    if (!after && old) mirror.elements.delete(old.key)
    if (after || old) changes.push(compact({
      key: /** @type {Element} */ (after ?? old).key, type, reloaded, reconfigured, before: old, after, initial, final,
      presence,
    }))
  })
  const {from, to} = diff.contentOffset, {bounds, window} = mirror, x = to.x - from.x, y = to.y - from.y
  Object.assign(mirror, {
    contentSize: diff.contentSize.to, scrollRange: diff.scrollRange?.to, version: diff.version ?? mirror.version,
    bounds: {...bounds, ...to},
    window: {...window, x: window.x + x, y: window.y + y},
  })
  mirror.learn(diff)
  return changeOf(mirror, diff.cause ?? "updates", from, diff.contentOffsetAdjustment, changes, to)
}

// The held cell is put back by a change from where the service has shown it, where no other element is.
/**
 * @param {Mirror} mirror
 * @param {DiffedElement} change
 * @param {number[]} indexPath
 */
function beforeOf(mirror, change, indexPath) {
  const found = mirror.there({...change, indexPath})
  const held = mirror.elements.get(mirror.held ?? NaN)
  const isHeld = change.category == "cell" && change.presence != "appears" && change.id == held?.id
  if (found || !held || !isHeld) return found
  mirror.held = undefined
  return held
}

/**
 * @param {Mirror} mirror
 * @param {Attributes} item
 * @returns {ElementChange}
 */
function hold(mirror, item) {
  const before = mirror.elements.get(mirror.held ?? NaN) ?? mirror.there(item)
  const after = makeElement(before?.key ?? mirror.newKey(item.id), item, item.id, item, before ?? item)
  if (mirror.held == null) mirror.forget(before)
  mirror.held = after.key
  mirror.put(after)
  return compact({key: after.key, type: "shift", before, after})
}

/**
 * Gives changes their types and looks. With another container or layout the same changes are there as a diff, which says how
 * to animate them.
 *
 * @param {ElementChange[]} changes
 * @param {import("./Mirror.js").UpdateDiff} diff
 */
export function addFlights(changes, diff) {
  const flights = new Map(diff.changes.map(each =>
    [place({...each, indexPath: each.to ?? each.from ?? []}), each]))
  for (const change of changes) {
    const flight = flights.get(place(/** @type {Element} */ (change.after ?? change.before)))
    if (!flight) continue
    const {type, initial, final} = flight, isOther = change.type == "reconfigure"
    // The diff is one of positions: it does not know that a cell shows something else.
    if (isOther && type == "move") change.reconfigured = true
    Object.assign(change, {type: isOther && type == "shift" ? change.type : type, initial, final})
  }
}

/**
 * @template {object} T
 * @param {T} object
 * @returns {T} Without the members that are undefined.
 */
function compact(object) {
  const names = /** @type {(keyof T)[]} */ (Object.keys(object))
  for (const name of names) if (object[name] === undefined) delete object[name]
  return object
}
