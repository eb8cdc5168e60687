import { exact } from "./Scroller.js"

const edge = 1_000_000

/** @param {number} extent Of the content. */
const ratio = extent => (exact - 2 * edge) / (extent - 2 * edge)

/**
 * The position in a scroll bar that is a map of the content.
 *
 * @param {number} offset
 * @param {number} extent Of the content.
 */
export const scrolled = (offset, extent) => offset < edge ? offset
  : offset > extent - edge ? offset - extent + exact : edge + (offset - edge) * ratio(extent)

/**
 * The distance from the start of the content for a position in the scroll bar.
 *
 * @param {number} position
 * @param {number} extent Of the content.
 */
export const unscrolled = (position, extent) => position < edge ? position
  : position > exact - edge ? position - exact + extent : edge + (position - edge) / ratio(extent)
