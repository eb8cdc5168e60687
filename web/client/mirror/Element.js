/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{width: number, height: number}} Size
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 *
 * @typedef {object} Look How an element looks. Absent members have their default.
 * @property {Rect} frame In points, in content coordinates.
 * @property {number} [zIndex]
 * @property {number} [alpha]
 * @property {boolean} [hidden]
 * @property {number[]} [transform]
 * @property {number[]} [transform3D]
 * @property {boolean} [estimated] Whether the size is still an estimate.
 * @property {"start" | "end"} [pins] The edge of the viewport that a header or footer stays at.
 * @property {boolean} [pinned] Whether that has moved it from its own place.
 *
 * @typedef {object} Reference Where an element is in the collection.
 * @property {"cell" | "supplementary" | "decoration"} category
 * @property {string} [kind]
 * @property {number[]} indexPath
 *
 * @typedef {object} Filling The data that a cell shows. A change without a renewal leaves it as it is.
 * @property {number} [level] Of an item in an outline, from 0.
 * @property {boolean} [isExpanded] Whether the children of an item in an outline are shown, if it has any.
 * @property {string} [template] If the request includes content, as `content`.
 * @property {unknown} [content] Any JSON, if the item has no template.
 *
 * @typedef {Reference & Look & Filling & {id?: string}} Attributes An element of a response.
 *
 * @typedef {Readonly<Attributes & {key: number}>} Element An element of a mirror. It is replaced, never
 * changed; its key stays the same when it moves or gets another id.
 */

/**
 * The attributes of elements: the name; how a style sheet says a value, by the property and the text in which # is the
 * value; and the default, without one false or none. The rows are rendered from the table in
 * Sources/Engine/LayoutEngine/Elements/Appearance.swift, with which a test compares them.
 *
 * @type {[name: keyof Look, property?: any, text?: string, plain?: number | boolean][]}
 */
export const attributes = [
  ["frame"],
  ["zIndex", "z-index", "#", 0],
  ["alpha", "opacity", "#", 1],
  ["hidden", "visibility", "hidden"],
  ["transform", "transform", "matrix(#)"],
  ["transform3D", "transform", "matrix3d(#)"],
  ["estimated"],
  ["pins"],
  ["pinned"],
]

/** @type {(keyof Filling)[]} */
const shown = ["level", "isExpanded", "template", "content"]

/**
 * The members are always in the same order, so that equal elements have equal JSON.
 *
 * @param {number} key
 * @param {Reference} reference
 * @param {string | undefined} id
 * @param {Look} look
 * @param {Filling} filling
 * @returns {Element}
 */
export function makeElement(key, {category, kind, indexPath}, id, look, filling) {
  /** @type {Record<string, unknown>} */
  const element = {key, category}
  if (kind != null) element.kind = kind
  element.indexPath = indexPath
  if (id != null) element.id = id
  for (const [name] of attributes) if (look[name] != null) element[name] = look[name]
  for (const name of shown) if (filling[name] !== undefined) element[name] = filling[name]
  return /** @type {Element} */ (Object.freeze(element))
}

/**
 * The text that identifies an element among those of one state.
 *
 * @param {Reference} reference
 */
export const place = ({category, kind, indexPath}) => `${category},${kind},${indexPath[0]},${indexPath[1]}`

/**
 * @param {unknown} a
 * @param {unknown} b
 */
export const isEqual = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b)

/**
 * @param {Filling} a
 * @param {Filling} b
 */
export const showsSame = (a, b) => shown.every(name => isEqual(a[name], b[name]))

/**
 * Whether a cell shows something else after a change. An element that moves may be drawn anew as well.
 *
 * @param {{type: string, reloaded?: boolean, reconfigured?: boolean}} change
 */
export const renews = ({type, reloaded, reconfigured}) =>
  type == "reload" || type == "reconfigure" || reloaded || reconfigured

// In a section the header is read first, and the footer last; a background has nothing to read. Other views
// belong to the item of their index path and follow its cell.
/** @param {Element} element */
function rank({category, kind}) {
  if (category == "decoration") return kind == "separator" ? 0 : -2
  return kind == "tableHeader" ? -3 : kind == "header" ? -1 : kind == "footer" ? 1 : kind == "tableFooter" ? 2 : 0
}

// The table's header and footer both have the index path of the first item.
/** @param {Element} element */
const sectionOf = ({kind, indexPath}) => kind == "tableFooter" ? Infinity : indexPath[0]

/**
 * Sorts elements in the order of reading.
 *
 * @param {Element} a
 * @param {Element} b
 */
export function compareReading(a, b) {
  const sections = sectionOf(a) - sectionOf(b)
  if (sections) return sections
  return rank(a) - rank(b) || (a.indexPath[1] ?? 0) - (b.indexPath[1] ?? 0)
    || Number(a.category != "cell") - Number(b.category != "cell") || a.key - b.key
}
