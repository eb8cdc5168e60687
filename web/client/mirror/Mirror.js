import { isEqual, makeElement, showsSame } from "./Element.js"
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
 * @property {Attributes} [item]
 * @property {{from: Size, to: Size}} contentSize
 * @property {{from: Point, to: Point}} contentOffset
 * @property {{from: ScrollRange, to: ScrollRange}} [scrollRange]
 * @property {Point} contentOffsetAdjustment
 * @property {DiffedElement[]} changes
 *
 * @typedef {object} WindowFacts What a response or a diff says about the window beside its elements.
 * @property {{section: number, count: number}[]} [itemCounts]
 * @property {number} [itemsBehind]
 * @property {(Reference & {least: number, most: number})[]} [pinRanges]
 * @property {OrthogonalSection[]} [orthogonalSections]
 * @property {boolean} [isMirrored]
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
  // Without it, mirrors take no diffs, and a viewport that gets another container or layout is not animated.
  /** @type {Pick<typeof import("./diffs.js"), "follow" | "addFlights"> | undefined} */
  static diffs
  /** @type {Map<string, number>} Keys that inserted items with these ids get. */
  reserved = new Map()

  /**
   * @param {ScrollOutcome & WindowFacts | UpdateDiff & WindowFacts | CollectionAttributes} response
   * @returns {Change}
   */
  apply(response) {
    return "changes" in response
      ? /** @type {typeof import("./diffs.js")} */ (Mirror.diffs).follow(this, response) : this.#scroll(response)
  }

  /** @param {ScrollOutcome & WindowFacts | CollectionAttributes} response */
  #scroll(response) {
    // Attributes are all that there is, like the outcome of a resync.
    const outcome = /** @type {ScrollOutcome & WindowFacts} */ (
      "attributes" in response ? {resync: true, appeared: response.attributes, ...response} : response)
    const {resync, bounds = this.bounds, diff} = outcome
    const {contentOffsetAdjustment: adjustment = zero} = outcome
    const from = {x: bounds.x - adjustment.x, y: bounds.y - adjustment.y}
    const before = new Map(this.elements)
    if (resync) this.#readAnew(outcome.appeared)
    else {
      for (const reference of outcome.disappeared) this.remove(this.there(reference))
      for (const attributes of outcome.appeared) this.#take(attributes, attributes)
      for (const attributes of outcome.changed) this.#take(attributes)
    }
    const changes = differences(before, this.elements)
    if (diff) Mirror.diffs?.addFlights(changes, diff)
    Object.assign(this, {
      version: outcome.version, contentSize: outcome.contentSize, bounds,
      window: outcome.window ?? bounds, scrollRange: outcome.scrollRange,
    })
    this.learn(outcome)
    const change = changeOf(this, resync ? "resync" : diff ? "resize" : "scroll", from, adjustment, changes)
    return {...change, contentOffset: diff?.contentOffset ?? change.contentOffset, outcome}
  }

  /**
   * Takes the facts of a response or a diff about the window.
   *
   * @param {WindowFacts} facts
   */
  learn({itemCounts = [], itemsBehind = 0, pinRanges = [], orthogonalSections = [], isMirrored = false}) {
    this.itemCounts = new Map(itemCounts.map(({section, count}) => [section, count]))
    this.itemsBehind = itemsBehind
    this.pinRanges = new Map()
    for (const {least, most, ...reference} of pinRanges) this.pinRanges.set(this.there(reference)?.key ?? NaN, [least, most])
    this.orthogonalSections = orthogonalSections
    this.isMirrored = isMirrored
  }

  // Elements that the mirror has already keep their keys: cells with an id by it, others by their place.
  /** @param {Attributes[]} attributes */
  #readAnew(attributes) {
    const held = this.elements.get(this.held ?? NaN)
    const keys = attributes.map(each => {
      const there = this.there(each)
      return each.id != null && this.get(each.id)?.key || there?.id == null && there?.key || this.newKey(each.id)
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
    const old = this.there(attributes), key = old?.key ?? this.newKey(attributes.id)
    this.forget(old)
    this.put(makeElement(key, attributes, attributes.id, attributes, filling ?? old ?? attributes))
  }

  /**
   * The key of an element that is new to the mirror.
   *
   * @param {any} [id]
   */
  newKey(id) {
    const key = this.reserved.get(id)
    this.reserved.delete(id)
    return key ?? ++Mirror.lastKey
  }

  /**
   * The element at a place.
   *
   * @param {Reference} reference
   */
  there({category, kind, indexPath}) {
    return this.element(category, kind, indexPath)
  }
}

/**
 * The change that a mirror has made.
 *
 * @param {Mirror} mirror
 * @param {string} cause
 * @param {Point} from
 * @param {Point} adjustment
 * @param {ElementChange[]} changes
 * @param {Point} to
 * @returns {Change}
 */
export function changeOf({version, contentSize, window, bounds}, cause, {x, y}, adjustment, changes, to = bounds) {
  return {
    version, cause, isReset: cause == "resync", contentSize, window, changes,
    contentOffset: {from: {x, y}, to: {x: to.x, y: to.y}}, adjustment: {x: adjustment.x, y: adjustment.y},
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
