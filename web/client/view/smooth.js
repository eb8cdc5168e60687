import { distanceTo } from "../interaction/geometry.js"
import { clearOf } from "./clearOf.js"
import { leadAt } from "./leadAt.js"

/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../mirror/Element.js").Point} Point
 * @typedef {import("../mirror/Element.js").Rect} Rect
 * @typedef {import("./Cell.js").Cell} Cell
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 */

/**
 * The shares of the free length that are before the element.
 *
 * @typedef {Record<string, number>} Shares
 */
/** @type {Shares} */
const horizontal = {left: 0, centeredHorizontally: 0.5, right: 1}
/** @type {Shares} */
const vertical = {top: 0, centeredVertically: 0.5, bottom: 1}
/** @type {Shares} */
const along = {start: 0, center: 0.5, end: 1}

/**
 * Scrolls to an item or a header of the window, or an edge of the content in it, as the browser does it. A target beyond the
 * window is there at once, and so is a section that is named by its id, or has no header.
 *
 * @param {CollectionView} view
 * @param {import("./CollectionView.js").Target} target
 * @param {string} [position]
 * @returns {Promise<void>} Fulfilled when scrolling has come to rest.
 */
export function scrollSmoothly(view, target, position) {
  const distance = typeof target == "object" && "edge" in target ? position == null && distanceToEdge(view, target.edge)
    : distanceToElement(view, elementOf(view, target), position)
  if (!distance) return view.scrollTo(target, {position})
  const {x: left, y: top} = distance
  if (Math.abs(left) < 1 && Math.abs(top) < 1) return Promise.resolve()
  view.element.scrollBy({left, top, behavior: "smooth"})
  return new Promise(done => view.element.addEventListener("tessera-settle", () => done(), {once: true}))
}

/**
 * @param {CollectionView} view
 * @param {string | number[] | {section: number | string}} target
 */
function elementOf({mirror}, target) {
  if (typeof target == "string") return mirror.get(target)
  if (Array.isArray(target)) return mirror.element("cell", undefined, target)
  return typeof target.section == "number" ? mirror.element("supplementary", "header", [target.section, 0]) : undefined
}

/**
 * @param {CollectionView} view
 * @param {Element | undefined} element
 * @param {string} [position]
 * @returns {Point | undefined} Nothing for an element beyond the window.
 */
function distanceToElement(view, element, position = "nearest") {
  const {isHorizontal, isReversed} = view, shown = element && view.cells.get(element.key)
  if (!shown) return undefined
  const cell = ownPlace(view, shown), clear = clearOf(view, element.indexPath[0], cell, element)
  const least = position == "nearest" ? distanceTo(cell, clear, clear) : {x: 0, y: 0}
  const share = isReversed ? 1 - along[position] : along[position]
  const x = horizontal[position] ?? (isHorizontal ? share : NaN), y = vertical[position] ?? (isHorizontal ? NaN : share)
  return {
    x: x >= 0 ? cell.x - clear.x - (clear.width - cell.width) * x : least.x,
    y: y >= 0 ? cell.y - clear.y - (clear.height - cell.height) * y : least.y,
  }
}

/**
 * Where an element is while it does not pin.
 *
 * @param {CollectionView} view
 * @param {Cell} cell
 * @returns {Rect}
 */
function ownPlace(view, {x, y, width, height, element: {key, pins}}) {
  const [least, most] = view.mirror.pinRanges.get(key) ?? [NaN, NaN], own = (pins == "start") != view.isReversed ? least : most
  const length = view.isHorizontal ? width : height, at = own + leadAt(view, own == least ? own : own + length)
  if (isNaN(at)) return {x, y, width, height}
  return view.isHorizontal ? {x: at, y, width, height} : {x, y: at, width, height}
}

/**
 * @param {CollectionView} view
 * @param {string} edge
 * @returns {Point | undefined} Nothing for an edge beyond the window, and one that does not exist.
 */
function distanceToEdge({mirror, clear, contentOffset, size, isHorizontal, isReversed}, edge) {
  const {contentSize, scrollRange, window} = mirror
  const [axis, length] = isHorizontal ? /** @type {const} */ (["x", "width"]) : /** @type {const} */ (["y", "height"])
  const start = -(clear[axis] - contentOffset[axis])
  const {least, most} = scrollRange
    ?? {least: start, most: Math.max(start, contentSize[length] - clear[length] + start)}
  const isLeast = edge == (isReversed ? "end" : "start"), isMost = edge == (isReversed ? "start" : "end")
  const isHere = isLeast && window[axis] <= 0.5 || isMost && window[axis] + window[length] >= contentSize[length] - 0.5
  return isHere ? {x: 0, y: 0, [axis]: (isLeast ? least : most) - contentOffset[axis]} : undefined
}
