import { isEqual } from "../mirror/Element.js"

// The forms in which a service takes the place of a view, and a view the changes of a mirror.

/**
 * @typedef {import("../mirror/Change.js").Change} Change
 * @typedef {import("../mirror/Mirror.js").Mirror} Mirror
 * @typedef {import("./Session.js").Delta} Delta
 * @typedef {import("./Session.js").Place} Place
 * @typedef {import("./Session.js").Row} Row
 */

/** How a view keeps its place, and whose state of outlines it shows. */
export const policies = /** @type {const} */ (["follow", "followDistance", "contentAlignment", "roomBelow", "outline"])
// Sent if they are others than before: for some of them the service compares all elements.
const lasting = /** @type {const} */ (["container", "layout", ...policies])
const members = /** @type {const} */ (
  ["orthogonalOffsets", "bounds", "boundsVersion", "velocity", "overscan", "measurements", "anchor", "scrollTo", "paging",
    ...lasting])

/**
 * The body of the request for a place.
 *
 * @param {Place} place
 * @param {Place | undefined} known The place that was accepted last.
 * @param {boolean} resync
 */
export function bodyOf(place, known, resync) {
  const told = members.filter(name => !/** @type {readonly string[]} */ (lasting).includes(name) || !isEqual(known?.[name], place[name]))
  return {resync, ...Object.fromEntries(told.map(name => [name, place[name]]))}
}

/**
 * The delta of a change.
 *
 * @param {Change} change
 * @param {Mirror} mirror The mirror after it.
 * @returns {Delta}
 */
export function deltaOf({changes, outcome, isReset, contentOffset, ...change}, mirror) {
  const {bounds, scrollRange, itemCounts, itemsBehind, pinRanges, orthogonalSections, isMirrored, held} = mirror
  return {
    ...change, bounds, scrollRange, held, itemCounts, itemsBehind, pinRanges, strips: orthogonalSections, isMirrored,
    from: contentOffset.from,
    type: isReset ? "reset" : outcome ? "scroll" : "change",
    gone: changes.filter(({after}) => !after), rows: /** @type {Row[]} */ (changes.filter(({after}) => after)),
    snap: outcome?.targetContentOffset, prefetch: outcome?.prefetch, cancel: outcome?.cancelPrefetch,
    ignored: outcome?.ignored,
  }
}
