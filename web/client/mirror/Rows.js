import { compareReading, place } from "./Element.js"

/**
 * @typedef {import("./Element.js").Element} Element
 * @typedef {import("./Element.js").Rect} Rect
 * @typedef {import("./Element.js").Reference} Reference
 * @typedef {import("./Element.js").Size} Size
 *
 * @typedef {object} OrthogonalSection
 * @property {number} section
 * @property {Rect} frame
 * @property {Size} contentSize
 * @property {string} behavior
 * @property {{interval: number, last?: number} | {offsets: number[]}} [snapping]
 * @property {number} [offset] How far it is scrolled, of a viewport.
 */

/**
 * Whether two rects overlap.
 *
 * @param {Rect} a
 * @param {Rect} b
 */
export const overlap = (a, b) => a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y

const zero = {x: 0, y: 0, width: 0, height: 0}

/** The elements in the window of a viewport. */
export class Rows {
  version = 0
  /** @type {Size} */
  contentSize = {width: 0, height: 0}
  /** @type {Rect} The bounds that the layout was computed for. */
  bounds = zero
  /** @type {{least: number, most: number} | undefined} The content offsets along the scroll direction at which it rests. */
  scrollRange
  /** @type {Rect} The elements that intersect this rect are here. */
  window = zero
  /** @type {import("../service/Session.js").Delta["pinRanges"]} */
  pinRanges = new Map()
  /** @type {Map<number, number>} The number of items by section. */
  itemCounts = new Map()
  /** How many items are in the sections behind these. */
  itemsBehind = 0
  /** @type {OrthogonalSection[]} */
  orthogonalSections = []
  /** Whether the leading edge of the layout is the right one. */
  isMirrored = false
  /** @type {Map<number, Element>} The elements by their keys. */
  elements = new Map()
  // It is the client's, and has no place of its own.
  /** @type {number | undefined} The key of the cell under the finger. */
  held

  /** @type {Map<string, number>} */
  #places = new Map()
  /** @type {Map<string, number>} */
  #ids = new Map()
  /** @type {Element[] | undefined} */
  #ordered

  /**
   * The cell of an item.
   *
   * @param {string} id
   */
  get(id) {
    return this.elements.get(this.#ids.get(id) ?? NaN)
  }

  /**
   * @param {Reference["category"]} category
   * @param {string | undefined} kind
   * @param {number[]} indexPath
   */
  element(category, kind, indexPath) {
    return this.elements.get(this.#places.get(place({category, kind, indexPath})) ?? NaN)
  }

  /** All elements in the order of reading. */
  ordered() {
    return this.#ordered ??= [...this.elements.values()].sort(compareReading)
  }

  /**
   * The elements that intersect a rect, in the order of reading.
   *
   * @param {Rect} rect
   */
  at(rect) {
    return this.ordered().filter(({frame}) => overlap(frame, rect))
  }

  /**
   * Takes the next delta of a session.
   *
   * @param {import("../service/Session.js").Delta} delta
   */
  follow({
    version, contentSize, bounds, scrollRange, window, gone, rows, itemCounts, itemsBehind, strips, held, pinRanges,
    isMirrored = false,
  }) {
    const {elements} = this, before = this.held
    for (const {key} of gone) this.remove(elements.get(key))
    for (const {key} of rows) this.forget(elements.get(key))
    this.held = held
    for (const {after} of rows) this.put(after)
    // A cell that the finger has left has a place again.
    if (before != held) this.put(elements.get(before ?? NaN))
    Object.assign(this, {version, contentSize, bounds, scrollRange, window, pinRanges, orthogonalSections: strips, isMirrored})
    this.itemCounts = itemCounts ?? this.itemCounts
    this.itemsBehind = itemsBehind ?? this.itemsBehind
  }

  clear() {
    this.elements = new Map()
    this.#places = new Map()
    this.#ids = new Map()
    this.#ordered = undefined
  }

  /** @param {Element} [element] */
  put(element) {
    if (!element) return
    const {key, id} = element
    this.#ordered = undefined
    this.elements.set(key, element)
    if (key != this.held) this.#places.set(place(element), key)
    if (id != null) this.#ids.set(id, key)
  }

  /**
   * Element and key stay, until the key gets another element.
   *
   * @param {Element} [element]
   */
  forget(element) {
    if (!element) return
    const {key, id} = element, where = place(element)
    this.#ordered = undefined
    if (this.#places.get(where) == key) this.#places.delete(where)
    if (id != null) this.#ids.delete(id)
  }

  /**
   * @protected
   * @param {Element} [element]
   */
  remove(element) {
    this.forget(element)
    this.elements.delete(element?.key ?? NaN)
  }
}
