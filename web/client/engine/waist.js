// ---- Rendered from Sources/Page/PageEngine/Waist/Waist.swift, with which a test compares this

const header = {
  digest: 0, bytes: 4, type: 8, flags: 12, fromVersion: 16, version: 24, contentSizeFrom: 32, contentSizeTo: 48,
  offsetFrom: 64, adjustment: 80, bounds: 96, window: 128, snap: 160, scrollRange: 176, gone: 192, rows: 196,
  looks: 200, pins: 204, texts: 208, textBytes: 212, sections: 216, strips: 220, prefetch: 224, cancel: 228,
  cause: 232, stripOffsets: 236, kinds: 240, kindBytes: 244, factBytes: 248, firstKind: 252, movement: 256,
  pathBytes: 260, ignoredBytes: 264, levels: 268,
}
const headerSize = 272
/** @type {[name: string, scalar: keyof typeof sizes, width: number, count: string, flag: string][]} */
const deltaColumns = [
  ["goneKeys", "int32", 1, "gone", ""],
  ["goneChanges", "uint8", 1, "gone", ""],
  ["gonePresences", "uint8", 1, "gone", ""],
  ["goneLooks", "int16", 1, "gone", ""],
  ["goneEnds", "float64", 4, "gone", "ends"],
  ["rowKeys", "int32", 1, "rows", ""],
  ["rowSections", "int32", 1, "rows", ""],
  ["rowItems", "int32", 1, "rows", ""],
  ["rowKinds", "uint16", 1, "rows", ""],
  ["rowFlags", "uint16", 1, "rows", ""],
  ["rowZIndexes", "int32", 1, "rows", ""],
  ["rowFrames", "float64", 4, "rows", ""],
  ["rowStarts", "float64", 4, "rows", "starts"],
  ["lookRows", "int32", 1, "looks", ""],
  ["lookMasks", "uint32", 1, "looks", ""],
  ["lookNumbers", "float64", 23, "looks", ""],
  ["pinRows", "int32", 1, "pins", ""],
  ["pinEdges", "uint32", 1, "pins", ""],
  ["pinRanges", "float64", 2, "pins", ""],
  ["textRows", "int32", 1, "texts", ""],
  ["textEnds", "uint32", 3, "texts", ""],
  ["text", "uint8", 1, "textBytes", ""],
  ["levelRows", "int32", 1, "levels", ""],
  ["levelNumbers", "int32", 1, "levels", ""],
  ["levelStates", "uint8", 1, "levels", ""],
  ["sectionNumbers", "int32", 1, "sections", ""],
  ["sectionCounts", "int32", 1, "sections", ""],
  ["stripSections", "int32", 1, "strips", ""],
  ["stripBehaviors", "uint32", 1, "strips", ""],
  ["stripSnappings", "uint32", 1, "strips", ""],
  ["stripOffsetCounts", "uint32", 1, "strips", ""],
  ["stripNumbers", "float64", 11, "strips", ""],
  ["stripOffsets", "float64", 1, "stripOffsets", ""],
  ["prefetchPaths", "int32", 2, "prefetch", ""],
  ["prefetchEnds", "uint32", 1, "prefetch", ""],
  ["cancelPaths", "int32", 2, "cancel", ""],
  ["cancelEnds", "uint32", 1, "cancel", ""],
  ["pathText", "uint8", 1, "pathBytes", ""],
  ["kindCategories", "uint8", 1, "kinds", ""],
  ["kindEnds", "uint32", 1, "kinds", ""],
  ["kindText", "uint8", 1, "kindBytes", ""],
  ["facts", "uint8", 1, "factBytes", ""],
  ["movementPaths", "int32", 2, "movement", ""],
  ["movementFrames", "float64", 4, "movement", ""],
  ["ignored", "uint8", 1, "ignoredBytes", ""],
]
const deltaTypes = /** @type {const} */ ([
  "scroll", "change", "drag", "reset",
])
const causes = /** @type {const} */ ([
  "scroll", "resize", "resync", "updates", "snapshot", "layout", "measurements", "invalidations", "bounds",
  "movement", "settled",
])
const deltaFlags = {
  sections: 1, strips: 2, snap: 4, starts: 8, ends: 16, waits: 32, proposal: 64, scrollRange: 128,
}
const rowFlags = {
  new: 1, filled: 2, estimated: 4, hidden: 8, away: 16, held: 32, starts: 64,
}
const changeShift = 8, presenceShift = 11, renewalShift = 13
const lookFlags = {
  alpha: 1, transform: 2, transform3D: 4, hidden: 8, start: 16, end: 32,
}
const changes = /** @type {const} */ ([
  "shift", "insert", "delete", "move", "reload", "reconfigure",
])
const presences = /** @type {const} */ ([
  "stays", "appears", "disappears",
])
const renewals = /** @type {const} */ ([
  "none", "reloaded", "reconfigured",
])
const edges = /** @type {const} */ ([
  "start", "end",
])
const categories = /** @type {const} */ ([
  "cell", "supplementary", "decoration",
])
const disclosures = /** @type {const} */ ([
  "childless", "collapsed", "expanded",
])
const snappings = /** @type {const} */ ([
  "anywhere", "regular", "irregular",
])
const behaviors = /** @type {const} */ ([
  "none", "continuous", "continuousGroupLeadingBoundary", "paging", "groupPaging", "groupPagingCentered",
])
export const moveFlags = {
  paging: 1, velocity: 2, record: 4, resync: 8,
}
export const sessionFlags = {
  content: 1, prefetch: 2,
}
const moveFields = {
  digest: 0, bytes: 4, anchor: 8, anchorTarget: 12, goal: 24, goalTarget: 28, goalPosition: 40, textBytes: 44,
  jsonBytes: 48, requestID: 52,
}
const moveSize = 56
const batchFields = {
  digest: 0, bytes: 4, kind: 8, anchor: 12, anchorTarget: 16, requestID: 28, operations: 32, targets: 36, items: 40,
  textBytes: 44, jsonBytes: 48,
}
const batchSize = 56
/** @type {[name: string, scalar: keyof typeof sizes, width: number, count: string, flag: string][]} */
const batchColumns = [
  ["operations", "int32", 8, "operations", ""],
  ["targets", "int32", 3, "targets", ""],
  ["itemSpans", "int32", 6, "items", ""],
  ["itemSizes", "float64", 2, "items", ""],
  ["text", "uint8", 1, "textBytes", ""],
  ["json", "uint8", 1, "jsonBytes", ""],
]
const anchors = /** @type {const} */ ([
  "automatic", "start", "end", "none", "item",
])
const targets = /** @type {const} */ ([
  "key", "path", "id", "section", "sectionID",
])
const operations = /** @type {const} */ ([
  "deleteItems", "insertItems", "moveItem", "reloadItems", "reconfigureItems", "deleteSections", "moveSection",
])
const places = /** @type {const} */ ([
  "paths", "before", "after", "start", "end",
])
const animations = /** @type {const} */ ([
  "automatic", "fade", "left", "right", "top", "bottom", "middle", "none",
])
const positions = /** @type {const} */ ([
  "top", "centeredVertically", "bottom", "left", "centeredHorizontally", "right", "start", "center", "end", "nearest",
])

/** The digest of the constants above. */
export const digest = 94020317

// ---- The reader and the writers

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

// The attributes of a look, and how many numbers each has (0 for a flag), rendered from the table in
// Sources/Engine/LayoutEngine/Elements/Appearance.swift as well. The numbers follow one another.
/** @type {[name: keyof typeof lookFlags, width: number][]} */
const looks = [["alpha", 1], ["hidden", 0], ["transform", 6], ["transform3D", 16]]
const lookWidth = looks.reduce((sum, [, width]) => sum + width, 0)

const sizes = {uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, float64: 8}
// For each column of a delta, the place of its count in the header, the bytes of an entry, and the flag without which it has none.
const columns = deltaColumns.map(([name, scalar, width, count, flag]) => {
  const field = /** @type {keyof typeof header} */ (count), needed = /** @type {keyof typeof deltaFlags} */ (flag)
  return {name, count: header[field] >> 2, bytes: width * sizes[scalar], flag: deltaFlags[needed]}
})

/**
 * Where the columns of a delta begin in memory, by their names. It is the same object for each delta, which is faster by
 * some microseconds.
 *
 * @type {Places}
 */
const starts = {}

const encoder = new TextEncoder(), decoder = new TextDecoder()

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
   * Reads a delta. Rows have a copy of their texts, and decode them when they are asked for.
   *
   * @param {number} address
   * @returns {Delta}
   */
  read(address) {
    this.#see()
    const {uint32, float64} = this.#views, start = address >> 2
    /** @param {keyof typeof header} field */
    const count = field => uint32[start + (header[field] >> 2)]
    if (count("digest") != digest) throw new Error("The delta belongs to another release of the client.")
    const flags = count("flags"), at = placesOf(address, flags, uint32)
    /** @param {keyof typeof header} field */
    const number = (field, index = 0) => float64[(address + header[field] >> 3) + index]
    /** @param {keyof typeof header} field */
    const rect = field => ({x: number(field), y: number(field, 1), width: number(field, 2), height: number(field, 3)})
    /** @param {keyof typeof header} field */
    const point = field => ({x: number(field), y: number(field, 1)})
    const type = deltaTypes[count("type")]
    if (type == "reset") this.#kinds = []
    this.#learnKinds(at, count("firstKind"), count("kinds"))
    // The ids of items to cancel follow those of items to prefetch.
    const prefetched = count("prefetch"), prefetchEnd = prefetched && uint32[(at.prefetchEnds >> 2) + prefetched - 1]
    /** @type {Delta} */
    const delta = {
      type, cause: causes[count("cause")], fromVersion: number("fromVersion"), version: number("version"),
      isProposal: (flags & deltaFlags.proposal) > 0, waits: (flags & deltaFlags.waits) > 0,
      contentSize: {width: number("contentSizeTo"), height: number("contentSizeTo", 1)},
      contentSizeBefore: {width: number("contentSizeFrom"), height: number("contentSizeFrom", 1)},
      from: point("offsetFrom"), adjustment: point("adjustment"), bounds: rect("bounds"), window: rect("window"),
      gone: this.#gone(at, count("gone"), flags), rows: this.#rows(at, count, flags),
      prefetch: this.#items(at.prefetchPaths, at.prefetchEnds, at.pathText, count("prefetch")),
      cancel: this.#items(at.cancelPaths, at.cancelEnds, at.pathText, count("cancel"), prefetchEnd),
    }
    if (flags & deltaFlags.sections) {
      const counts = delta.itemCounts = this.#counts(at, count("sections"))
      delta.itemsBehind = counts.get(behind) ?? 0
      counts.delete(behind)
    }
    if (flags & deltaFlags.strips) delta.strips = this.#strips(at, count("strips"))
    if (flags & deltaFlags.snap) delta.snap = point("snap")
    if (flags & deltaFlags.scrollRange) delta.scrollRange = {least: number("scrollRange"), most: number("scrollRange", 1)}
    if (count("movement")) {
      const frame = this.#rect(at.movementFrames)
      delta.movement = {indexPath: this.#path(at.movementPaths), placeholder: isNaN(frame.x) ? undefined : {frame}}
    }
    const facts = count("factBytes")
    if (facts) delta.facts = {layout: JSON.parse(this.#text(at.facts, facts))}
    const ignored = count("ignoredBytes")
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
   * @param {(field: keyof typeof header) => number} count
   * @param {number} flags
   */
  #rows(at, count, flags) {
    const {uint8, uint16, int32, uint32, float64} = this.#views
    /** @type {Row[]} */
    const rows = []
    for (let index = 0, length = count("rows"); index < length; index++) {
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
    for (let index = 0, length = count("looks"); index < length; index++) {
      const mask = uint32[(at.lookMasks >> 2) + index], row = rows[int32[(at.lookRows >> 2) + index]]
      if (mask & lookFlags.end) continue
      const look = mask & lookFlags.start ? row.initial : row
      if (look) this.#look(at, index, look)
    }
    for (let index = 0, length = count("pins"); index < length; index++) {
      const row = rows[int32[(at.pinRows >> 2) + index]], range = (at.pinRanges >> 3) + 2 * index
      const edge = edges[uint32[(at.pinEdges >> 2) + index]]
      row.pin = {edge, from: float64[range], to: float64[range + 1], isAway: row.isAway}
    }
    const texts = count("texts"), bytes = texts ? uint8.slice(at.text, at.text + count("textBytes")) : uint8
    for (let index = 0, begin = 0; index < texts; index++) {
      const ends = (at.textEnds >> 2) + 3 * index
      rows[int32[(at.textRows >> 2) + index]].fill(bytes, begin, uint32[ends], uint32[ends + 1], uint32[ends + 2])
      begin = uint32[ends + 2]
    }
    for (let index = 0, length = count("levels"); index < length; index++) {
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
    return decoder.decode(this.#views.uint8.subarray(at, at + count))
  }
}

/** An element that comes, or has another form from now on. */
export class Row {
  alpha = 1
  /** @type {number[] | undefined} */
  transform
  /** @type {number[] | undefined} */
  transform3D
  /** @type {Pin | undefined} Of a scroll, only that of a new element; its range stays as it was otherwise. */
  pin
  /** @type {Look | undefined} Where an animation of it begins. */
  initial
  /** @type {number | undefined} Of an item in an outline, if the row is filled. */
  level
  /** @type {boolean | undefined} Whether the children of an item in an outline are shown, if it has any and the row is filled. */
  isExpanded
  /** @type {Uint8Array | undefined} */
  #bytes
  /** @type {number[]} */
  #ends = []
  /** @type {unknown} */
  #content

  /**
   * @param {number} key
   * @param {typeof categories[number]} category
   * @param {string | undefined} kind
   * @param {number[]} indexPath
   * @param {Rect} frame
   * @param {number} zIndex
   * @param {number} flags
   */
  constructor(key, category, kind, indexPath, frame, zIndex, flags) {
    this.key = key
    this.category = category
    this.kind = kind
    this.indexPath = indexPath
    this.frame = frame
    this.zIndex = zIndex
    this.hidden = (flags & rowFlags.hidden) > 0
    this.estimated = (flags & rowFlags.estimated) > 0
    this.isAway = (flags & rowFlags.away) > 0
    this.isNew = (flags & rowFlags.new) > 0
    /** Whether the row has the texts of its element; without, they are those of before. */
    this.isFilled = (flags & rowFlags.filled) > 0
    this.isHeld = (flags & rowFlags.held) > 0
    this.change = changes[flags >> changeShift & 7]
    this.presence = presences[flags >> presenceShift & 3]
    this.renewal = renewals[flags >> renewalShift & 3]
  }

  /**
   * Gives the row its texts.
   *
   * @param {Uint8Array} bytes
   * @param {...number} ends Where the id begins, and where it, the template and the content end.
   */
  fill(bytes, ...ends) {
    this.#bytes = bytes
    this.#ends = ends
  }

  /** @param {number} index */
  #text(index) {
    const from = this.#ends[index], to = this.#ends[index + 1]
    return this.#bytes && to > from ? decoder.decode(this.#bytes.subarray(from, to)) : undefined
  }

  /** The id of the item; undefined if it has none, or if the row is not filled. */
  get id() {
    return this.#text(0)
  }

  /** The name of the template; undefined as for `id`. */
  get template() {
    return this.#text(1)
  }

  /** The content of the item; undefined as for `id`. */
  get content() {
    const text = this.#content === undefined && this.#text(2)
    if (text) this.#content = JSON.parse(text)
    return this.#content
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
    next = next + 7 & ~7
    starts[name] = next
    if (!flag || flags & flag) next += words[(address >> 2) + count] * bytes
  }
  return starts
}

/**
 * @typedef {number | {id: string} | {indexPath: number[]}} Item A key, an id, or an index path.
 * @typedef {"automatic" | "start" | "end" | "none" | Item} Anchor
 * @typedef {{item: Item, position?: typeof positions[number]}} Goal
 */

/**
 * The record of a move with more than numbers.
 *
 * @param {object} move
 * @param {string} [move.id] The id of the request, if the move has measurements.
 * @param {Anchor} [move.anchor]
 * @param {Goal} [move.goal]
 * @param {object} [move.body] Other members of the body of `PUT …/viewports/{name}`.
 */
export function moveRecord({id = "", anchor = "automatic", goal, body}) {
  const text = new Text(id), json = body ? encoder.encode(JSON.stringify(body)) : new Uint8Array(0)
  const ends = text.length, [form, target] = anchorOf(anchor, text), goalTarget = goal && targetOf(goal.item, text)
  const bytes = new Uint8Array(moveSize + text.length + json.length), words = new DataView(bytes.buffer)
  /**
   * @param {keyof typeof moveFields} field
   * @param {number[]} numbers
   */
  const set = (field, ...numbers) =>
    numbers.forEach((number, index) => words.setInt32(moveFields[field] + 4 * index, number, true))
  set("digest", digest)
  set("bytes", bytes.length)
  set("anchor", form)
  set("anchorTarget", ...target)
  if (goal && goalTarget) {
    set("goal", 1)
    set("goalTarget", ...goalTarget)
    set("goalPosition", positions.indexOf(goal.position ?? "nearest"))
  }
  set("textBytes", text.length)
  set("jsonBytes", json.length)
  set("requestID", ends)
  text.copy(bytes, moveSize)
  bytes.set(json, moveSize + text.length)
  return bytes
}

/**
 * The record of a change whose body is JSON.
 *
 * @param {number} kind The number of the kind of the request, as for `tessera_replica_request`.
 * @param {object} body
 * @param {string} id The id of the request.
 */
export function bodyRecord(kind, body, id) {
  return record(kind, id, new Text(id), {json: encoder.encode(JSON.stringify(body))})
}

/**
 * @typedef {object} NewItem
 * @property {string} [id]
 * @property {Size} [size]
 * @property {string} [template]
 * @property {unknown} [content]
 *
 * @typedef {object} Operation
 * @property {typeof operations[number]} op
 * @property {(Item | {section: number | string})[]} [members] Those that change; the index paths of an
 * insertion; the member that a move moves, and where it goes.
 * @property {typeof places[number]} [place]
 * @property {{id: string} | {section: string} | number} [beside] The member beside which, or the section in which, the
 * place is.
 * @property {NewItem[]} [items]
 * @property {typeof animations[number]} [animation]
 */

/** @param {unknown} name */
export const isAnimation = name => animations.some(animation => animation == name)

/**
 * The record of a batch as numbers.
 *
 * @param {Operation[]} batch
 * @param {string} id The id of the request.
 * @param {Anchor} [anchor]
 */
export function batchRecord(batch, id, anchor = "automatic") {
  const text = new Text(id)
  /** @type {number[]} */
  const numbers = [], members = [], spans = [], itemSizes = []
  for (const {op, members: own = [], place = "paths", beside, items, animation = "automatic"} of batch) {
    const first = members.length / 3, firstItem = items ? spans.length / 6 : -1
    for (const member of own) members.push(...targetOf(member, text))
    const besideTarget = beside === undefined ? -1 : members.length / 3
    if (beside !== undefined) members.push(...targetOf(beside, text))
    for (const {id, size, template, content} of items ?? []) {
      spans.push(...text.span(id), ...text.span(template), ...text.span(content === undefined ? content : JSON.stringify(content)))
      itemSizes.push(size?.width ?? NaN, size?.height ?? NaN)
    }
    numbers.push(operations.indexOf(op), animations.indexOf(animation), places.indexOf(place), besideTarget, first,
      own.length, firstItem, items?.length ?? 0)
  }
  return record(0, id, text, {operations: numbers, targets: members, itemSpans: spans, itemSizes}, anchor)
}

/**
 * @param {number} kind
 * @param {string} id
 * @param {Text} text
 * @param {Partial<Record<"operations" | "targets" | "itemSpans" | "itemSizes", number[]>> & {json?: Uint8Array}} parts
 * @param {Anchor} [anchor]
 */
function record(kind, id, text, parts, anchor = "automatic") {
  const [form, target] = anchorOf(anchor, text)
  /** @type {Record<string, {length: number}>} */
  const columns = {...parts, text}
  let next = batchSize
  const rows = batchColumns.map(([name, scalar, width, field]) => {
    const place = next + 7 & ~7, length = columns[name]?.length ?? 0
    next = place + length * sizes[scalar]
    return {name, place, scalar, count: length / width, field}
  })
  const bytes = new Uint8Array(next + 7 & ~7), words = new DataView(bytes.buffer)
  /**
   * @param {string} field
   * @param {number[]} numbers
   */
  const set = (field, ...numbers) => numbers.forEach((number, index) =>
    words.setInt32(batchFields[/** @type {keyof typeof batchFields} */ (field)] + 4 * index, number, true))
  for (const {name, place, scalar, count, field} of rows) {
    set(field, count)
    const numbers = parts[/** @type {"operations"} */ (name)] ?? []
    if (name == "text") text.copy(bytes, place)
    else if (name == "json") bytes.set(parts.json ?? [], place)
    else {
      numbers.forEach((number, index) => scalar == "float64"
        ? words.setFloat64(place + 8 * index, number, true) : words.setInt32(place + 4 * index, number, true))
    }
  }
  set("digest", digest)
  set("bytes", bytes.length)
  set("kind", kind)
  set("anchor", form)
  set("anchorTarget", ...target)
  set("requestID", encoder.encode(id).length)
  return bytes
}

/**
 * @param {Anchor} anchor
 * @param {Text} text
 * @returns {[form: number, target: number[]]}
 */
const anchorOf = (anchor, text) => typeof anchor == "string"
  ? [anchors.indexOf(anchor), [0, 0, 0]] : [anchors.indexOf("item"), targetOf(anchor, text)]

/**
 * @param {Item | {section: number | string}} item
 * @param {Text} text
 * @returns {number[]}
 */
function targetOf(item, text) {
  if (typeof item == "number") return [targets.indexOf("key"), item, 0]
  if ("indexPath" in item) return [targets.indexOf("path"), item.indexPath[0], item.indexPath[1]]
  if ("id" in item) return [targets.indexOf("id"), ...text.span(item.id)]
  const {section} = item
  return typeof section == "number"
    ? [targets.indexOf("section"), section, 0] : [targets.indexOf("sectionID"), ...text.span(section)]
}

/** The texts of a record, one behind the other. */
class Text {
  /** @type {Uint8Array[]} */
  #parts = []
  length = 0

  /** @param {string} first The id of the request. */
  constructor(first) {
    this.span(first)
  }

  /**
   * Adds a text; returns where it starts and ends.
   *
   * @param {string | undefined} text
   * @returns {[number, number]}
   */
  span(text) {
    if (text === undefined) return [-1, -1]
    const part = encoder.encode(text), start = this.length
    this.#parts.push(part)
    this.length += part.length
    return [start, this.length]
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} place
   */
  copy(bytes, place) {
    for (const part of this.#parts) {
      bytes.set(part, place)
      place += part.length
    }
  }
}
