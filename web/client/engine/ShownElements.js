import { attributes, place, showsSame } from "../mirror/Element.js"
import { Mirror } from "../mirror/Mirror.js"

/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../mirror/Element.js").Look} Look
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("../service/Session.js").Gone} Gone
 * @typedef {import("../service/Session.js").Row} Row
 * @typedef {import("./DeltaReader.js").Delta} EngineDelta
 * @typedef {import("./DeltaRow.js").Row} EngineRow
 */

// The causes of diffs of the service.
/** @type {Record<string, string>} */
const causes = {movement: "updates", settled: "resync"}

/**
 * The elements that a view shows, by the keys of a viewport in the module, and the last delta of that viewport. It makes the
 * deltas for the view, whose keys outlive the module.
 */
export class ShownElements {
  /** @type {Delta | undefined} The delta before. */
  last
  /** @type {Map<number, Element>} */
  #elements = new Map()
  /** @type {NonNullable<Delta["pinRanges"]>} */
  #pins = new Map()
  /** @type {Map<string, Element> | undefined} Elements that another session, or another module, has shown. */
  #found
  #mirror

  /** @param {Mirror} [mirror] The elements that the view shows already. */
  constructor(mirror = new Mirror()) {
    this.#mirror = mirror
    this.#find(mirror.elements.values())
  }

  /** The next deltas are those of another viewport in the module. */
  begin() {
    if (!this.#found) this.#find(this.#elements.values())
  }

  /** The version that the view shows; 0 before the first delta. */
  get version() {
    return this.last?.version ?? 0
  }

  /** A mirror that shows the same. */
  get mirror() {
    if (!this.last) return this.#mirror
    const mirror = new Mirror(), elements = this.#found ?? this.#elements
    mirror.follow({...this.last, gone: [], rows: [...elements.values()].map(after => ({key: after.key, type: "shift", after}))})
    return mirror
  }

  /**
   * The key of an item in the module, if the view shows it, or the item as it is.
   *
   * @template {{id?: string}} Item
   * @param {Item} item
   */
  keyOf(item) {
    if (item.id != null) for (const [key, {id}] of this.#elements) if (id == item.id) return key
    return item
  }

  /**
   * Takes a delta of the module.
   *
   * @param {EngineDelta} delta
   * @param {boolean} isMove Whether it is the response to a move of the view.
   * @returns {Delta}
   */
  take(delta, isMove) {
    const {cause, version, contentSize, bounds, scrollRange, window, from, adjustment, itemCounts, itemsBehind, strips} = delta
    const {isMirrored, snap, prefetch, cancel, ignored} = delta
    const isReset = delta.type == "reset", last = this.last
    if (isReset) this.#pins.clear()
    const gone = this.#drop(delta), rows = this.#put(delta)
    const heldRow = delta.rows.findLast(({isHeld}) => isHeld)
    const held = heldRow ? this.#elements.get(heldRow.key)?.key : delta.type == "scroll" ? last?.held : undefined
    this.#found = undefined
    // A reset that is no response begins where the view was.
    const was = isReset && !isMove && last ? last.bounds : from
    this.last = {
      type: isReset ? "reset" : isMove ? "scroll" : "change", cause: causes[cause] ?? cause, version, contentSize, bounds, scrollRange,
      window, from: {x: was.x, y: was.y}, adjustment: was == from ? adjustment : {x: bounds.x - was.x, y: bounds.y - was.y}, gone,
      rows, held, pinRanges: this.#pins,
      itemCounts: itemCounts ?? last?.itemCounts, itemsBehind: itemsBehind ?? last?.itemsBehind,
      strips: strips ?? last?.strips ?? [], isMirrored, snap, prefetch, cancel, ignored,
    }
    return this.last
  }

  /**
   * The delta of a move that leaves all elements as they are.
   *
   * @param {import("../service/Session.js").Place} place
   * @returns {Delta}
   */
  stay({bounds: [x, y, width, height], overscan = {}}) {
    const {top = 0, left = 0, bottom = 0, right = 0} = /** @type {Record<string, number>} */ (overscan)
    const window = {x: x - left, y: y - top, width: width + left + right, height: height + top + bottom}
    this.last = {
      .../** @type {Delta} */ (this.last), type: "scroll", cause: "scroll", bounds: {x, y, width, height}, window, from: {x, y},
      adjustment: {x: 0, y: 0}, gone: [], rows: [], snap: undefined, prefetch: [], cancel: [], ignored: undefined,
    }
    return this.last
  }

  /** @param {Iterable<Element>} elements */
  #find(elements) {
    this.#found = new Map()
    for (const element of elements) this.#found.set(nameOf(element), element)
    this.#elements = new Map()
  }

  /**
   * @param {EngineDelta} delta
   * @returns {Gone[]}
   */
  #drop(delta) {
    const all = this.#elements
    /** @type {Gone[]} */
    const gone = []
    for (const {key, change, presence, final} of delta.gone) {
      const before = all.get(key)
      all.delete(key)
      if (!before) continue
      this.#pins.delete(before.key)
      /** @type {Gone} */
      const element = {key: before.key, type: change}
      if (final) Object.assign(element, {initial: before, final})
      if (presence != "stays") element.presence = presence
      gone.push(element)
    }
    if (!this.#found) return gone
    for (const row of delta.rows) {
      // Another viewport begins: its elements are those that have the same ids, or else the same places.
      const name = nameOf(row), before = this.#found.get(name)
      this.#found.delete(name)
      if (before) all.set(row.key, before)
    }
    for (const {key} of this.#found.values()) gone.push({key, type: "shift", presence: "disappears"})
    return gone
  }

  /**
   * @param {EngineDelta} delta
   * @returns {Row[]}
   */
  #put({type, rows}) {
    const all = this.#elements
    /** @type {Row[]} */
    const changed = []
    for (const row of rows) {
      const before = all.get(row.key), after = new EngineElement(before?.key ?? ++Mirror.lastKey, row, before, type == "scroll")
      if (row.pin) this.#pins.set(after.key, [row.pin.from, row.pin.to])
      else if (!after.pins) this.#pins.delete(after.key)
      // A row may say no more than where its element pins.
      const isRead = type == "reset" || row.pin && !row.isNew && !row.initial
      const change = isRead ? difference(before, after) : changeOf(row, after)
      if (!change) continue
      all.set(row.key, after)
      changed.push(change)
    }
    return changed
  }
}

/**
 * @param {{id?: string} & import("../mirror/Element.js").Reference} element
 */
const nameOf = element => element.id == null ? place(element) : `#${element.id}`

/**
 * @param {EngineRow} row
 * @param {Element} after
 * @returns {Row}
 */
function changeOf({change: type, presence, renewal, isNew, initial}, after) {
  /** @type {Row} */
  const row = {key: after.key, type, after}
  if (renewal != "none") row[renewal] = true
  if (initial) row.initial = initial
  if (presence != "stays") row.presence = presence
  else if (isNew && type == "shift") row.presence = "appears"
  return row
}

/**
 * What is new to a view when everything is read anew.
 *
 * @param {Element | undefined} before
 * @param {Element} after
 * @returns {Row | undefined}
 */
function difference(before, after) {
  if (!before) return {key: after.key, type: "shift", after, presence: "appears"}
  if (JSON.stringify(before) == JSON.stringify(after)) return undefined
  return {key: after.key, type: showsSame(before, after) ? "shift" : "reconfigure", after}
}

/**
 * An element, with the members of one of a mirror, in the same order.
 *
 * @implements {Element}
 */
class EngineElement {
  /**
   * @param {number} key
   * @param {EngineRow} row
   * @param {Element | undefined} before
   * @param {boolean} isScroll Then pins are those of before.
   */
  constructor(key, row, before, isScroll) {
    const texts = row.isFilled || !before ? row : before
    this.key = key
    this.category = row.category
    this.kind = row.kind
    this.indexPath = row.indexPath
    this.id = texts.id
    this.frame = row.frame
    const own = /** @type {any} */ (this), given = /** @type {any} */ (row)
    // Most rows look plain.
    if (!row.isPlain) for (const [name, , , plain = false] of attributes) own[name] = given[name] === plain ? undefined : given[name]
    this.pins = row.pin?.edge ?? (isScroll && !row.isNew ? before?.pins : undefined)
    this.pinned = row.isAway || undefined
    this.level = texts.level
    this.isExpanded = texts.isExpanded
    this.template = texts.template
    this.content = texts.content
  }
}
