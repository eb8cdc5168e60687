import { distanceTo } from "../interaction/geometry.js"
import { clearOf } from "./clearOf.js"

/**
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
 * Scrolls to an item of the window as the browser does it. One beyond the window is there at once.
 *
 * @param {CollectionView} view
 * @param {string | number[]} item
 * @param {string} position
 * @returns {Promise<void>} Fulfilled when scrolling has come to rest.
 */
export function scrollSmoothly(view, item, position) {
  const {mirror, isHorizontal, isReversed} = view
  const element = typeof item == "string" ? mirror.get(item) : mirror.element("cell", undefined, item)
  const cell = element && view.cells.get(element.key)
  if (!cell) return view.scrollTo(item, {position})
  const clear = clearOf(view, element.indexPath[0], cell)
  const least = position == "nearest" ? distanceTo(cell, clear, clear) : {x: 0, y: 0}
  const share = isReversed ? 1 - along[position] : along[position]
  const x = horizontal[position] ?? (isHorizontal ? share : NaN), y = vertical[position] ?? (isHorizontal ? NaN : share)
  const left = x >= 0 ? cell.x - clear.x - (clear.width - cell.width) * x : least.x
  const top = y >= 0 ? cell.y - clear.y - (clear.height - cell.height) * y : least.y
  if (Math.abs(left) < 1 && Math.abs(top) < 1) return Promise.resolve()
  view.element.scrollBy({left, top, behavior: "smooth"})
  return new Promise(done => view.element.addEventListener("tessera-settle", () => done(), {once: true}))
}
