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
  sections: 1, strips: 2, snap: 4, starts: 8, ends: 16, waits: 32, proposal: 64, scrollRange: 128, mirrored: 256,
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
export const digest = 265413558

// ---- End of the rendered part

// The attributes of a look, and how many numbers each has (0 for a flag), rendered from the table in
// Sources/Engine/LayoutEngine/Elements/Appearance.swift as well. The numbers follow one another.
/** @type {[name: keyof typeof lookFlags, width: number][]} */
const looks = [["alpha", 1], ["hidden", 0], ["transform", 6], ["transform3D", 16]]

/** The bytes of a number. */
const sizes = {uint8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, float64: 8}

export {
  anchors, animations, batchColumns, batchFields, batchSize, behaviors, categories, causes, changes, changeShift,
  deltaColumns, deltaFlags, deltaTypes, disclosures, edges, header, headerSize, lookFlags, moveFields, moveSize, operations, places,
  positions, presences, presenceShift, renewals, renewalShift, rowFlags, snappings, targets, looks, sizes,
}
