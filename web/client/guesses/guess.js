import "../mirror/diffs.js"
import { applied } from "./batch.js"
import { adjustmentOf } from "./reading.js"
import { axisOf, extents, ownerOf, sizeOf, stack } from "./stack.js"

/**
 * @typedef {import("./batch.js").Operation} Operation
 * @typedef {import("./batch.js").Run} Run
 * @typedef {import("./batch.js").Item} Item
 * @typedef {import("./stack.js").Frames} Frames
 * @typedef {import("../mirror/Mirror.js").Mirror} Mirror
 * @typedef {import("../mirror/Mirror.js").Element} Element
 * @typedef {import("../mirror/Mirror.js").DiffedElement} DiffedElement
 * @typedef {import("../mirror/Mirror.js").UpdateDiff} UpdateDiff
 * @typedef {import("../mirror/Mirror.js").WindowFacts} WindowFacts
 */

const known = ["deleteItems", "insertItems", "moveItem", "reconfigureItems"]

/**
 * The diff that the service will probably send for a batch of updates, as far as a page can know. In a list
 * the other rows close up and make room. In other layouts deleted cells fade, and nothing else moves. New
 * items of unknown size are not shown.
 *
 * @param {Mirror} mirror
 * @param {readonly Operation[]} operations
 * @param {import("./reading.js").Policy} [policy] How the viewport keeps its place.
 * @returns {UpdateDiff & WindowFacts | undefined} Undefined if nothing would change.
 */
export function guess(mirror, operations, policy) {
  const runs = applied(mirror, operations), axis = certainAxis(mirror, operations, runs)
  for (const run of runs) run.after = run.after.filter(slot => slot.element || axis)
  const {version, contentSize: from, bounds} = mirror, elements = mirror.ordered()
  /** @type {ReturnType<typeof stack>} */
  const {frames, growth, growthBefore} = axis ? stack(mirror, runs, axis)
    : {frames: new Map(), growth: 0, growthBefore: () => 0}
  const to = {...from}, adjustment = {x: 0, y: 0}
  if (axis) {
    to[extents[axis]] += growth
    adjustment[axis] = adjustmentOf(mirror, runs, frames, {axis, length: to[extents[axis]], ...policy})
    const pinned = adjustment[axis] ? elements.filter(({pinned}) => pinned) : []
    for (const element of pinned) frames.set(element, shifted(element.frame, adjustment))
  }
  const changes = changesOf(runs, elements, frames, Boolean(axis))
  return changes.length == 0 ? undefined : {
    fromVersion: version, version, cause: "updates", changes, ...factsAfter(mirror, runs, growthBefore, axis),
    contentSize: {from, to}, contentOffset: {from: bounds, to: shifted(bounds, adjustment)},
    contentOffsetAdjustment: adjustment,
  }
}

// In a batch whose effect is known in part, the others would move twice.
/**
 * @param {Mirror} mirror
 * @param {readonly Operation[]} operations
 * @param {Run[]} runs
 */
function certainAxis(mirror, operations, runs) {
  const axis = operations.every(({op}) => known.includes(op)) ? axisOf(mirror, runs) : undefined
  const slots = runs.flatMap(({after}) => after)
  return axis && slots.every(slot => slot.element || sizeOf(slot, runs, axis)) ? axis : undefined
}

/**
 * @param {Run[]} runs
 * @param {Element[]} elements
 * @param {Frames} frames
 * @param {boolean} isList
 * @returns {DiffedElement[]}
 */
function changesOf(runs, elements, frames, isList) {
  const cells = runs.flatMap(({before}) => before)
  const places = new Map(runs.flatMap(run => run.after.map((slot, index) =>
    [slot.element ?? slot, {slot, path: [run.section, run.first + index]}])))
  /** @type {Omit<DiffedElement, "indexPath">[]} */
  const changes = []
  for (const element of elements) {
    const {category, kind, indexPath: from, id} = element, frame = frames.get(element)
    const cell = category == "cell" ? element : ownerOf(element, cells), there = cell && places.get(cell)
    const to = isList && there ? there.path : from, final = frame ? {...element, frame} : element
    const change = {category, kind, id, from, initial: element}, item = cell == element && there?.slot.item
    if (cell && !there) changes.push({...change, type: "delete", final: {...element, alpha: 0}})
    else if (item) {
      const type = isList && there.slot.isMoved ? "move" : "reconfigure"
      changes.push({...change, type, ...type == "move" && {reconfigured: true}, to, final, ...filling(item, element)})
    }
    else if (frame || `${from}` != `${to}`) changes.push({...change, type: "shift", to, final})
  }
  for (const {slot: {element, item}, path: to} of places.values()) {
    const frame = !element && item && frames.get(item)
    if (!frame) continue
    const final = {frame}, initial = {frame, alpha: 0}
    changes.push({type: "insert", category: "cell", to, id: item.id, ...filling(item), initial, final})
  }
  return /** @type {DiffedElement[]} */ (changes)
}

/**
 * @param {Item} item
 * @param {Element} [element] That shows it.
 * @returns {import("../mirror/Element.js").Filling}
 */
const filling = ({template, content}, element) =>
  ({level: element?.level, isExpanded: element?.isExpanded, template, content})

/**
 * @template {{x: number, y: number}} T
 * @param {T} frame
 * @param {{x: number, y: number}} distance
 * @returns {T}
 */
const shifted = (frame, {x, y}) => ({...frame, x: frame.x + x, y: frame.y + y})

/**
 * The numbers of items, and where elements pin, after a change.
 *
 * @param {Mirror} mirror
 * @param {Run[]} runs
 * @param {(position: number) => number} growthBefore How much longer the content in front of a position is.
 * @param {import("./stack.js").Axis} [axis]
 * @returns {WindowFacts}
 */
function factsAfter(mirror, runs, growthBefore, axis = "y") {
  const counts = new Map(mirror.itemCounts)
  for (const {section, before, after} of runs) {
    const count = counts.get(section)
    if (count != null) counts.set(section, count + after.length - before.length)
  }
  const pinRanges = [...mirror.pinRanges].flatMap(([key, [least, most]]) => {
    const element = mirror.elements.get(key)
    if (!element) return []
    const {category, kind, indexPath, frame} = element
    return [{category, kind, indexPath, least: least + growthBefore(least), most: most + growthBefore(most + frame[extents[axis]])}]
  })
  return {
    itemCounts: [...counts].map(([section, count]) => ({section, count})), itemsBehind: mirror.itemsBehind, pinRanges,
    orthogonalSections: mirror.orthogonalSections, isMirrored: mirror.isMirrored,
  }
}
