import { extents } from "./stack.js"

/**
 * @typedef {import("../mirror/Mirror.js").Mirror} Mirror
 * @typedef {import("./batch.js").Run} Run
 * @typedef {import("./stack.js").Axis} Axis
 * @typedef {import("./stack.js").Frames} Frames
 * @typedef {Pick<import("../service/Session.js").Place, "follow" | "followDistance" | "contentAlignment">
 *   & {container?: {insets?: import("../view/Scroller.js").Insets}}} Policy
 */

/**
 * The distance that the service will probably scroll by: at an end that the viewport stays at, to that end; else as far
 * as the first seen cell moves that is neither deleted nor moved by itself.
 *
 * @param {Pick<Mirror, "bounds" | "contentSize" | "scrollRange" | "ordered">} mirror
 * @param {Run[]} runs
 * @param {Frames} frames
 * @param {Policy & {axis: Axis, length: number}} options `length` is that of the content after.
 */
export function adjustmentOf(mirror, runs, frames, {axis, length, follow, followDistance, contentAlignment, container}) {
  const {bounds, contentSize, scrollRange} = mirror, view = bounds[extents[axis]], offset = bounds[axis]
  const {top = 0, left = 0, bottom = 0, right = 0} = container?.insets ?? {}
  const [before, after] = axis == "y" ? [top, bottom] : [left, right]
  const start = -before, last = contentSize[extents[axis]] + after - view, end = length + after - view, near = followDistance ?? 1
  // Content that is shorter than the viewport stays at the end that it is aligned to.
  const share = contentAlignment == "end" ? 1 : contentAlignment == "center" ? 0.5 : 0
  const least = share ? start + Math.min(0, end - start) * share : start
  const most = Math.max(least, end, last > start && scrollRange ? scrollRange.most : -Infinity)
  if (last <= start || follow == "end" && offset >= last - near) return (share == 1 || follow == "end" ? most : least) - offset
  if (follow == "start" ? offset <= start + near : !follow && offset <= start) return 0
  const stays = new Set(runs.flatMap(({after}) => after.map(({element, isMoved}) => isMoved ? undefined : element)))
  const seen = seenStart(mirror, axis, before)
  const anchor = runs.flatMap(({before}) => before)
    .find(cell => stays.has(cell) && cell.frame[axis] + cell.frame[extents[axis]] > seen)
  const frame = anchor && frames.get(anchor), shift = frame ? frame[axis] - anchor.frame[axis] : 0
  return Math.max(least, Math.min(offset + shift, most)) - offset
}

/**
 * Where the part of the bounds begins that neither an inset nor a pinned header covers.
 *
 * @param {Pick<Mirror, "bounds" | "ordered">} mirror
 * @param {Axis} axis
 * @param {number} inset
 */
function seenStart(mirror, axis, inset) {
  const strips = mirror.ordered().filter(({pinned, pins}) => pinned && pins == "start").sort((a, b) => a.frame[axis] - b.frame[axis])
  return strips.reduce((start, {frame}) => frame[axis] > start + 0.5 ? start : Math.max(start, frame[axis] + frame[extents[axis]]),
    mirror.bounds[axis] + inset)
}
