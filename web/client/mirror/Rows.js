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

  /** @type {Map<string, number> | undefined} Keys by places, and by # and ids; made when an element is looked up. */
  #known
  /** @type {Element[] | undefined} */
  #ordered

  /**
   * The cell of an item.
   *
   * @param {string} id
   */
  get(id) {
    return this.elements.get(this.#keys.get(`#${id}`) ?? NaN)
  }

  /**
   * @param {Reference["category"]} category
   * @param {string | undefined} kind
   * @param {number[]} indexPath
   */
  element(category, kind, indexPath) {
    return this.elements.get(this.#keys.get(place({category, kind, indexPath})) ?? NaN)
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
    version, contentSize, bounds, scrollRange, window, gone, rows, itemCounts = this.itemCounts,
    itemsBehind = this.itemsBehind, strips: orthogonalSections, held, pinRanges, isMirrored = false,
  }) {
    for (const {key} of gone) this.elements.delete(key)
    for (const {key, after} of rows) this.elements.set(key, after)
    this.#known = this.#ordered = undefined
    Object.assign(this, {
      version, contentSize, bounds, scrollRange, window, itemCounts, itemsBehind, orthogonalSections, held, pinRanges, isMirrored,
    })
  }

  clear() {
    this.elements = new Map()
    this.#known = this.#ordered = undefined
  }

  /** @param {Element} [element] */
  put(element) {
    if (!element) return
    this.#ordered = undefined
    this.elements.set(element.key, element)
    if (this.#known) this.#enter(element)
  }

  /**
   * Element and key stay, until the key gets another element.
   *
   * @param {Element} [element]
   */
  forget(element) {
    if (!element) return
    const {key, id} = element, keys = this.#keys
    this.#ordered = undefined
    if (keys.get(place(element)) == key) keys.delete(place(element))
    if (id != null) keys.delete(`#${id}`)
  }

  /**
   * @protected
   * @param {Element} [element]
   */
  remove(element) {
    this.forget(element)
    this.elements.delete(element?.key ?? NaN)
  }

  get #keys() {
    if (!this.#known) {
      this.#known = new Map()
      for (const element of this.elements.values()) this.#enter(element)
    }
    return this.#known
  }

  /** @param {Element} element */
  #enter(element) {
    const {key, id} = element
    if (key != this.held) this.#keys.set(place(element), key)
    if (id != null) this.#keys.set(`#${id}`, key)
  }
}
