import { isEqual, makeElement, renews, showsSame } from "./Element.js"
import { Rows } from "./Rows.js"

/**
 * @typedef {import("./Element.js").Attributes} Attributes
 * @typedef {import("./Element.js").Element} Element
 * @typedef {import("./Element.js").Filling} Filling
 * @typedef {import("./Element.js").Look} Look
 * @typedef {import("./Element.js").Point} Point
 * @typedef {import("./Element.js").Rect} Rect
 * @typedef {import("./Element.js").Reference} Reference
 * @typedef {import("./Element.js").Size} Size
 * @typedef {import("./Change.js").Change} Change
 * @typedef {import("./Change.js").ElementChange} ElementChange
 *
 * @typedef {import("./Rows.js").OrthogonalSection} OrthogonalSection
 * @typedef {{least: number, most: number}} ScrollRange
 *
 * @typedef {Reference & Filling & {type: ElementChange["type"], reloaded?: true, reconfigured?: true,
 *   from?: number[], to?: number[], id?: string, initial: Look, final: Look,
 *   presence?: "appears" | "disappears"}} DiffedElement
 *
 * @typedef {object} UpdateDiff
 * @property {number} [fromVersion]
 * @property {number} [version]
 * @property {string} [cause]
 * @property {import("./itemCounts.js").AppliedUpdate[]} [updates]
 * @property {object} [measured]
 * @property {object} [invalidated]
 * @property {Attributes} [item]
 * @property {{from: Size, to: Size}} contentSize
 * @property {{from: Point, to: Point}} contentOffset
 * @property {{from: ScrollRange, to: ScrollRange}} [scrollRange]
 * @property {Point} contentOffsetAdjustment
 * @property {{section: number, to: number}[]} [orthogonalOffsets]
 * @property {DiffedElement[]} changes
 *
 * @typedef {object} ScrollOutcome
 * @property {number} fromVersion
 * @property {number} version
 * @property {Size} contentSize
 * @property {Rect} bounds
 * @property {Rect} window
 * @property {ScrollRange} [scrollRange]
 * @property {Point} [contentOffsetAdjustment]
 * @property {boolean} [resync]
 * @property {Attributes[]} appeared
 * @property {Reference[]} disappeared
 * @property {Attributes[]} changed
 * @property {{section: number, count: number}[]} itemCounts
 * @property {number} [itemsBehind]
 * @property {OrthogonalSection[]} [orthogonalSections]
 * @property {{section: number, offset: number}[]} [orthogonalOffsets]
 * @property {{indexPath: number[], id?: string}[]} prefetch
 * @property {{indexPath: number[], id?: string}[]} cancelPrefetch
 * @property {Point} [targetContentOffset]
 * @property {{contentOffset: Point, error?: number}} [scrollTarget]
 * @property {UpdateDiff} [diff]
 * @property {import("../service/Session.js").Ignored[]} [ignored]
 *
 * @typedef {object} CollectionAttributes
 * @property {number} version
 * @property {Size} contentSize
 * @property {Attributes[]} attributes
 * @property {Rect} [bounds]
 * @property {Rect} [window]
 * @property {OrthogonalSection[]} [orthogonalSections]
 */

const zero = {x: 0, y: 0, width: 0, height: 0}

/** The elements of a collection in the window of a viewport. It takes responses and events in their order. */
export class Mirror extends Rows {
  /** The newest key of an element of the page. */
  static lastKey = 0
  // Without it, counts are stale after updates.
  /** @type {typeof import("./itemCounts.js").count | undefined} */
  count
  // Without it, a viewport that gets another container or layout is not animated.
  /** @type {typeof import("./Change.js").addFlights | undefined} */
  fly
  /** @type {Map<string, number>} Keys that inserted items with these ids get. */
  reserved = new Map()

  /**
   * @param {ScrollOutcome | UpdateDiff | CollectionAttributes} response
   * @returns {Change}
   */
  apply(response) {
    return "changes" in response ? this.#follow(response) : this.#scroll(response)
  }

  /** @param {ScrollOutcome | CollectionAttributes} response */
  #scroll(response) {
    // Attributes are all that there is, like the outcome of a resync.
    const outcome = /** @type {ScrollOutcome} */ (
      "attributes" in response ? {resync: true, appeared: response.attributes, ...response} : response)
    const {resync, bounds = this.bounds, diff, itemCounts = []} = outcome
    const {contentOffsetAdjustment: adjustment = zero} = outcome
    const from = {x: bounds.x - adjustment.x, y: bounds.y - adjustment.y}
    const before = new Map(this.elements)
    if (resync) this.#readAnew(outcome.appeared)
    else {
      for (const reference of outcome.disappeared) this.remove(this.#at(reference))
      for (const attributes of outcome.appeared) this.#take(attributes, attributes)
      for (const attributes of outcome.changed) this.#take(attributes)
    }
    const changes = differences(before, this.elements)
    if (diff) this.fly?.(changes, diff)
    Object.assign(this, {
      version: outcome.version, contentSize: outcome.contentSize, bounds,
      window: outcome.window ?? bounds, scrollRange: outcome.scrollRange,
      itemCounts: new Map(itemCounts.map(({section, count}) => [section, count])), itemsBehind: outcome.itemsBehind ?? 0,
      orthogonalSections: outcome.orthogonalSections ?? [], isStale: !outcome.itemCounts,
    })
    const change = this.#change(resync ? "resync" : diff ? "resize" : "scroll", from, adjustment, changes)
    return {...change, offsets: outcome.orthogonalOffsets, contentOffset: diff?.contentOffset ?? change.contentOffset, outcome}
  }

  /** @param {UpdateDiff} diff */
  #follow(diff) {
    const filled = new Set([...this.elements.values()].map(({category, indexPath}) => category == "cell" && indexPath[0]))
    const before = diff.changes.map(change => change.from && this.#before(change, change.from))
    for (const element of before) this.forget(element)
    /** @type {ElementChange[]} */
    const changes = []
    if (diff.item) changes.push(this.#hold(diff.item))
    diff.changes.forEach((change, index) => {
      const {type, reloaded, reconfigured, to, id, presence, initial, final} = change, old = before[index]
      const fills = !old || presence == "appears" || renews(change)
      const filling = fills ? change : old, stays = to && presence != "disappears"
      const after = stays ? makeElement(old?.key ?? this.#newKey(id), {...change, indexPath: to}, id, final, filling)
        : undefined
      this.put(after)
      if (!after && old) this.elements.delete(old.key)
      if (after || old) changes.push(compact({
        key: /** @type {Element} */ (after ?? old).key, type, reloaded, reconfigured, before: old, after, initial, final,
        presence,
      }))
    })
    const {from, to} = diff.contentOffset, {bounds, window} = this, x = to.x - from.x, y = to.y - from.y
    Object.assign(this, {
      contentSize: diff.contentSize.to, scrollRange: diff.scrollRange?.to, version: diff.version ?? this.version,
      bounds: {...bounds, ...to},
      window: {...window, x: window.x + x, y: window.y + y},
    })
    const {updates, measured, invalidated, item} = diff
    const isCounted = updates ? !updates[0] || this.count : measured || invalidated || item
    if (updates) this.count?.(this, updates)
    this.isStale ||= !isCounted || diff.cause == "layout" || this.orthogonalSections.length > 0
      || changes.some(({after}) => after && (!this.itemCounts.has(after.indexPath[0])
        || after.category == "cell" && !filled.has(after.indexPath[0])))
    const change = this.#change(diff.cause ?? "updates", from, diff.contentOffsetAdjustment, changes, to)
    return {...change, offsets: diff.orthogonalOffsets?.map(({section, to}) => ({section, offset: to}))}
  }

  // The held cell is put back by a change from where the service has shown it, where no other element is.
  /**
   * @param {DiffedElement} change
   * @param {number[]} indexPath
   */
  #before(change, indexPath) {
    const found = this.#at({...change, indexPath})
    const held = this.elements.get(this.held ?? NaN)
    const isHeld = change.category == "cell" && change.presence != "appears" && change.id == held?.id
    if (found || !held || !isHeld) return found
    this.held = undefined
    return held
  }

  /**
   * @param {Attributes} item
   * @returns {ElementChange}
   */
  #hold(item) {
    const before = this.elements.get(this.held ?? NaN) ?? this.#at(item)
    const after = makeElement(before?.key ?? this.#newKey(item.id), item, item.id, item, before ?? item)
    if (this.held == null) this.forget(before)
    this.held = after.key
    this.put(after)
    return compact({key: after.key, type: "shift", before, after})
  }

  /**
   * @param {string} cause
   * @param {Point} from
   * @param {Point} adjustment
   * @param {ElementChange[]} changes
   * @param {Point} to
   * @returns {Change}
   */
  #change(cause, {x, y}, adjustment, changes, to = this.bounds) {
    const {version, contentSize, window} = this
    return {
      version, cause, isReset: cause == "resync", contentSize, window, changes,
      contentOffset: {from: {x, y}, to: {x: to.x, y: to.y}}, adjustment: {x: adjustment.x, y: adjustment.y},
    }
  }

  // Elements that the mirror has already keep their keys: cells with an id by it, others by their place.
  /** @param {Attributes[]} attributes */
  #readAnew(attributes) {
    const held = this.elements.get(this.held ?? NaN)
    const keys = attributes.map(each => {
      const there = this.#at(each)
      return each.id != null && this.get(each.id)?.key || there?.id == null && there?.key || this.#newKey(each.id)
    })
    this.clear()
    attributes.forEach((each, index) => {
      if (keys[index] == this.held) this.held = undefined
      this.put(makeElement(keys[index], each, each.id, each, each))
    })
    if (this.held) this.put(held)
  }

  /**
   * @param {Attributes} attributes
   * @param {Filling} [filling] By default that of the element.
   */
  #take(attributes, filling) {
    const old = this.#at(attributes), key = old?.key ?? this.#newKey(attributes.id)
    this.forget(old)
    this.put(makeElement(key, attributes, attributes.id, attributes, filling ?? old ?? attributes))
  }

  /** @param {any} [id] */
  #newKey(id) {
    const key = this.reserved.get(id)
    this.reserved.delete(id)
    return key ?? ++Mirror.lastKey
  }

  /** @param {Reference} reference */
  #at({category, kind, indexPath}) {
    return this.element(category, kind, indexPath)
  }
}

/**
 * @param {Map<number, Element>} before
 * @param {Map<number, Element>} after
 * @returns {ElementChange[]}
 */
export function differences(before, after) {
  /** @type {ElementChange[]} */
  const changes = []
  for (const [key, old] of before) {
    const element = after.get(key)
    if (!element) changes.push({key, type: "shift", presence: "disappears", before: old})
    else if (!isEqual(old, element)) {
      const type = showsSame(old, element) ? "shift" : "reconfigure"
      changes.push({key, type, before: old, after: element})
    }
  }
  for (const [key, element] of after) {
    if (!before.has(key)) changes.push({key, type: "shift", presence: "appears", after: element})
  }
  return changes
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
