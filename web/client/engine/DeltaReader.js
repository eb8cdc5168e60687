import { Row, textOf } from "./DeltaRow.js"
import {
  behaviors, categories, causes, changes, deltaColumns, deltaFlags, deltaTypes, digest, disclosures, edges, header,
  headerSize, lookFlags, looks, presences, rowFlags, sizes, snappings,
} from "./waist.js"

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{width: number, height: number}} Size
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 *
 * @typedef {object} Look How an element looks at one end of an animation.
 * @property {Rect} frame
 * @property {number} alpha
 * @property {boolean} hidden
 * @property {number[]} [transform]
 * @property {number[]} [transform3D]
 *
 * @typedef {object} Pin The edge that an element stays at, and where it may begin, in points.
 * @property {typeof edges[number]} edge
 * @property {number} from
 * @property {number} to
 * @property {boolean} isAway Whether that has moved it from its own place.
 *
 * @typedef {object} Gone An element that is no longer in the window.
 * @property {number} key
 * @property {typeof changes[number]} change
 * @property {typeof presences[number]} presence
 * @property {Look} [final] Where an animation of it ends.
 *
 * @typedef {object} Strip A section that scrolls across.
 * @property {number} section
 * @property {Rect} frame
 * @property {Size} contentSize
 * @property {string} behavior
 * @property {number} offset How far it is scrolled.
 * @property {{start: number, interval: number, count: number, end: number} | {offsets: number[]}} [snapping]
 *
 * @typedef {{indexPath: number[], id?: string}} NamedItem
 *
 * @typedef {object} Delta The difference between two states of a viewport.
 * @property {typeof deltaTypes[number]} type
 * @property {typeof causes[number]} cause
 * @property {number} fromVersion
 * @property {number} version
 * @property {boolean} isProposal Whether the page has made the change, and passes it on to the service.
 * @property {boolean} waits Whether another delta waits.
 * @property {boolean} isMirrored Whether the leading edge of the layout is the right one.
 * @property {Size} contentSize
 * @property {Size} contentSizeBefore
 * @property {Point} from The content offset before.
 * @property {Point} adjustment The distance to scroll by.
 * @property {Rect} bounds
 * @property {Rect} window
 * @property {Gone[]} gone
 * @property {Row[]} rows
 * @property {Map<number, number>} [itemCounts] The numbers of items of all sections in the window, if they are others.
 * @property {number} [itemsBehind] The number of items in the sections behind these, if they are given.
 * @property {Strip[]} [strips] All strips in the window, if they are others or elsewhere.
 * @property {Point} [snap]
 * @property {{least: number, most: number}} [scrollRange] The content offsets along the scroll direction at which the content
 * rests, if the policy of the viewport has a part in them.
 * @property {NamedItem[]} prefetch
 * @property {NamedItem[]} cancel
 * @property {{indexPath: number[], placeholder?: {frame: Rect}}} [movement] While the user drags an item: where it belongs,
 * and the gap that the others leave for it.
 * @property {{layout: object}} [facts] The layout, if it is another.
 * @property {import("../service/Session.js").Ignored[]} [ignored] The measurements of a move that were not applied.
 */

const lookWidth = looks.reduce((sum, [, width]) => sum + width, 0)

// For each column of a delta, the place of its count in the header, the bytes of an entry, and the flag without which it has none.
const columns = deltaColumns.map(([name, scalar, width, count, flag]) => {
  const field = /** @type {keyof typeof header} */ (count), needed = /** @type {keyof typeof deltaFlags} */ (flag)
  return {name, count: header[field] >> 2, bytes: width * sizes[scalar], flag: deltaFlags[needed]}
})

/**
 * Where the columns of a delta begin in memory, by their names. It is the same object for each delta, and made of JSON: then
 * its members are at fixed places, and an engine finds one in half the time that it takes for an object to which many members
 * were added.
 *
 * @type {Places}
 */
const starts = JSON.parse(JSON.stringify(Object.fromEntries(deltaColumns.map(([name]) => [name, 0]))))

/** The number of all sections behind the window together. */
const behind = -1

/** @param {ArrayBuffer} buffer */
const viewsOf = buffer => ({
  uint8: new Uint8Array(buffer), int16: new Int16Array(buffer), uint16: new Uint16Array(buffer),
  int32: new Int32Array(buffer), uint32: new Uint32Array(buffer), float64: new Float64Array(buffer),
})

/** Reads the deltas of one session from the memory of the module, each before the next one is written. */
export class DeltaReader {
  #memory
  /** @type {ArrayBuffer | undefined} */
  #buffer
  #views = viewsOf(new ArrayBuffer(0))
  /** @type {{category: typeof categories[number], kind?: string}[]} */
  #kinds = []

  /** @param {{buffer: ArrayBuffer}} memory */
  constructor(memory) {
    this.#memory = memory
  }

  /**
   * Reads a delta.
   *
   * @param {number} address
   * @returns {Delta}
   */
  read(address) {
    this.#see()
    const {uint32, float64} = this.#views
    /** @param {number} field */
    const count = field => uint32[address + field >> 2]
    if (count(header.digest) != digest) throw new Error("The delta belongs to another release of the client.")
    const flags = count(header.flags), at = placesOf(address, flags, uint32)
    /** @param {number} field */
    const number = field => float64[address + field >> 3]
    /** @param {number} field */
    const point = field => ({x: number(field), y: number(field + 8)})
    /** @param {number} field */
    const size = field => ({width: number(field), height: number(field + 8)})
    const type = deltaTypes[count(header.type)]
    if (type == "reset") this.#kinds = []
    this.#learnKinds(at, count(header.firstKind), count(header.kinds))
    // The ids of items to cancel follow those of items to prefetch.
    const prefetched = count(header.prefetch), prefetchEnd = prefetched && uint32[(at.prefetchEnds >> 2) + prefetched - 1]
    /** @type {Delta} */
    const delta = {
      type, cause: causes[count(header.cause)], fromVersion: number(header.fromVersion), version: number(header.version),
      isProposal: (flags & deltaFlags.proposal) > 0, waits: (flags & deltaFlags.waits) > 0,
      isMirrored: (flags & deltaFlags.mirrored) > 0,
      contentSize: size(header.contentSizeTo),
      contentSizeBefore: size(header.contentSizeFrom),
      from: point(header.offsetFrom), adjustment: point(header.adjustment), bounds: this.#rect(address + header.bounds), window: this.#rect(address + header.window),
      gone: this.#gone(at, count(header.gone), flags), rows: this.#rows(at, count, flags),
      prefetch: this.#items(at.prefetchPaths, at.prefetchEnds, at.pathText, count(header.prefetch)),
      cancel: this.#items(at.cancelPaths, at.cancelEnds, at.pathText, count(header.cancel), prefetchEnd),
    }
    if (flags & deltaFlags.sections) {
      const counts = delta.itemCounts = this.#counts(at, count(header.sections))
      delta.itemsBehind = counts.get(behind) ?? 0
      counts.delete(behind)
    }
    if (flags & deltaFlags.strips) delta.strips = this.#strips(at, count(header.strips))
    if (flags & deltaFlags.snap) delta.snap = point(header.snap)
    if (flags & deltaFlags.scrollRange) delta.scrollRange = {least: number(header.scrollRange), most: number(header.scrollRange + 8)}
    if (count(header.movement)) {
      const frame = this.#rect(at.movementFrames)
      delta.movement = {indexPath: this.#path(at.movementPaths), placeholder: isNaN(frame.x) ? undefined : {frame}}
    }
    const facts = count(header.factBytes)
    if (facts) delta.facts = {layout: JSON.parse(this.#text(at.facts, facts))}
    const ignored = count(header.ignoredBytes)
    if (ignored) delta.ignored = JSON.parse(this.#text(at.ignored, ignored)).ignored
    return delta
  }

  // The memory of a module has another buffer when it has grown.
  #see() {
    const {buffer} = this.#memory
    if (buffer === this.#buffer) return
    this.#buffer = buffer
    this.#views = viewsOf(buffer)
  }

  /**
   * @param {Places} at
   * @param {number} first
   * @param {number} count
   */
  #learnKinds(at, first, count) {
    this.#texts(at.kindEnds, at.kindText, count).forEach((name, index) => {
      const category = categories[this.#views.uint8[at.kindCategories + index]]
      this.#kinds[first + index] = name ? {category, kind: name} : {category}
    })
  }

  /**
   * @param {number} at
   * @returns {Rect}
   */
  #rect(at) {
    const {float64} = this.#views, place = at >> 3
    return {x: float64[place], y: float64[place + 1], width: float64[place + 2], height: float64[place + 3]}
  }

  /**
   * @param {Places} at
   * @param {number} count
   * @param {number} flags
   * @returns {Gone[]}
   */
  #gone(at, count, flags) {
    const {uint8, int16, int32} = this.#views, gone = []
    for (let index = 0; index < count; index++) {
      /** @type {Gone} */
      const element = {
        key: int32[(at.goneKeys >> 2) + index], change: changes[uint8[at.goneChanges + index]],
        presence: presences[uint8[at.gonePresences + index]],
      }
      const look = int16[(at.goneLooks >> 1) + index]
      if (flags & deltaFlags.ends && !isNaN(this.#views.float64[at.goneEnds + 32 * index >> 3])) {
        element.final = {frame: this.#rect(at.goneEnds + 32 * index), alpha: 1, hidden: false}
        if (look >= 0) this.#look(at, look, element.final)
      }
      gone.push(element)
    }
    return gone
  }

  /**
   * Reads the numbers of a look into an object.
   *
   * @param {Places} at
   * @param {number} index
   * @param {any} look
   */
  #look(at, index, look) {
    const {uint32, float64} = this.#views, mask = uint32[(at.lookMasks >> 2) + index]
    let place = (at.lookNumbers >> 3) + lookWidth * index
    for (const [name, width] of looks) {
      if (mask & lookFlags[name]) look[name] = width > 1 ? [...float64.subarray(place, place + width)] : width < 1 || float64[place]
      place += width
    }
  }

  /**
   * @param {Places} at
   * @param {(field: number) => number} count
   * @param {number} flags
   */
  #rows(at, count, flags) {
    const {uint8, uint16, int32, uint32, float64} = this.#views
    /** @type {Row[]} */
    const rows = []
    for (let index = 0, length = count(header.rows); index < length; index++) {
      const {category, kind} = this.#kinds[uint16[(at.rowKinds >> 1) + index]], own = uint16[(at.rowFlags >> 1) + index]
      const row = new Row(
        int32[(at.rowKeys >> 2) + index], category, kind,
        [int32[(at.rowSections >> 2) + index], int32[(at.rowItems >> 2) + index]],
        this.#rect(at.rowFrames + 32 * index), int32[(at.rowZIndexes >> 2) + index], own)
      if (own & rowFlags.starts && flags & deltaFlags.starts) {
        row.initial = {frame: this.#rect(at.rowStarts + 32 * index), alpha: 1, hidden: false}
      }
      rows.push(row)
    }
    for (let index = 0, length = count(header.looks); index < length; index++) {
      const mask = uint32[(at.lookMasks >> 2) + index], row = rows[int32[(at.lookRows >> 2) + index]]
      if (mask & lookFlags.end) continue
      const look = mask & lookFlags.start ? row.initial : row
      if (look == row) row.isPlain = false
      if (look) this.#look(at, index, look)
    }
    for (let index = 0, length = count(header.pins); index < length; index++) {
      const row = rows[int32[(at.pinRows >> 2) + index]], range = (at.pinRanges >> 3) + 2 * index
      const edge = edges[uint32[(at.pinEdges >> 2) + index]]
      row.pin = {edge, from: float64[range], to: float64[range + 1], isAway: row.isAway}
    }
    for (let index = 0, start = at.text, length = count(header.texts); index < length; index++) {
      const ends = (at.textEnds >> 2) + 3 * index, end = at.text + uint32[ends + 2]
      rows[int32[(at.textRows >> 2) + index]].fill(uint8, start, at.text + uint32[ends], at.text + uint32[ends + 1], end)
      start = end
    }
    for (let index = 0, length = count(header.levels); index < length; index++) {
      const row = rows[int32[(at.levelRows >> 2) + index]], state = disclosures[uint8[at.levelStates + index]]
      row.level = int32[(at.levelNumbers >> 2) + index]
      if (state != "childless") row.isExpanded = state == "expanded"
    }
    return rows
  }

  /**
   * @param {Places} at
   * @param {number} count
   */
  #counts(at, count) {
    const {int32} = this.#views, numbers = at.sectionNumbers >> 2, counts = at.sectionCounts >> 2
    /** @type {Map<number, number>} */
    const found = new Map()
    for (let index = 0; index < count; index++) found.set(int32[numbers + index], int32[counts + index])
    return found
  }

  /**
   * @param {Places} at
   * @param {number} count
   * @returns {Strip[]}
   */
  #strips(at, count) {
    const {int32, uint32, float64} = this.#views
    let offsets = at.stripOffsets >> 3
    return Array.from({length: count}, (_, index) => {
      const numbers = (at.stripNumbers >> 3) + 11 * index
      const snapping = snappings[uint32[(at.stripSnappings >> 2) + index]]
      /** @type {Strip} */
      const strip = {
        section: int32[(at.stripSections >> 2) + index], frame: this.#rect(numbers * 8),
        contentSize: {width: float64[numbers + 4], height: float64[numbers + 5]},
        behavior: behaviors[uint32[(at.stripBehaviors >> 2) + index]], offset: float64[numbers + 10],
      }
      const [start, interval, steps, end] = float64.subarray(numbers + 6, numbers + 10)
      const own = uint32[(at.stripOffsetCounts >> 2) + index]
      if (snapping == "regular") strip.snapping = {start, interval, count: steps, end}
      if (snapping == "irregular") strip.snapping = {offsets: [...float64.subarray(offsets, offsets + own)]}
      offsets += own
      return strip
    })
  }

  /** @param {number} at */
  #path(at) {
    const {int32} = this.#views, place = at >> 2
    return [int32[place], int32[place + 1]]
  }

  /**
   * @param {number} paths
   * @param {number} ends
   * @param {number} text
   * @param {number} count
   * @param {number} [start] Where the first id starts in the text.
   * @returns {NamedItem[]}
   */
  #items(paths, ends, text, count, start) {
    return this.#texts(ends, text, count, start).map((id, index) => {
      const indexPath = this.#path(paths + 8 * index)
      return id ? {indexPath, id} : {indexPath}
    })
  }

  /**
   * @param {number} ends
   * @param {number} at
   * @param {number} count
   * @param {number} [start]
   */
  #texts(ends, at, count, start = 0) {
    if (!count) return []
    return Array.from({length: count}, (_, index) => {
      const end = this.#views.uint32[(ends >> 2) + index], text = this.#text(at + start, end - start)
      start = end
      return text
    })
  }

  /**
   * @param {number} at
   * @param {number} count
   */
  #text(at, count) {
    return textOf(this.#views.uint8, at, at + count)
  }
}

/**
 * @typedef {Record<string, number>} Places Where columns begin in memory, by their names.
 */

/**
 * @param {number} address
 * @param {number} flags
 * @param {Uint32Array} words The memory.
 */
function placesOf(address, flags, words) {
  let next = address + headerSize
  for (const {name, count, bytes, flag} of columns) {
    const entries = words[(address >> 2) + count]
    // Nothing reads where a column without entries would begin.
    if (!entries || flag && !(flags & flag)) continue
    next = next + 7 & ~7
    starts[name] = next
    next += entries * bytes
  }
  return starts
}
