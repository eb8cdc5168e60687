// The elements of a diff between its two states.

/**
 * @typedef {import("../../types/api").UpdateDiff} UpdateDiff
 * @typedef {import("../../types/api").Look} Look
 * @typedef {import("./Picture.js").Drawn} Drawn
 */

/**
 * @param {number} from
 * @param {number} to
 * @param {number} share
 */
const between = (from, to, share) => from + (to - from) * share

/**
 * @param {readonly number[] | undefined} from
 * @param {readonly number[] | undefined} to
 * @param {readonly number[]} identity
 * @param {number} share
 */
function matrix(from, to, identity, share) {
  if (!from && !to) return undefined
  return identity.map((usual, index) => between(from?.[index] ?? usual, to?.[index] ?? usual, share))
}

const identity2D = [1, 0, 0, 1, 0, 0]
const identity3D = Array.from({length: 16}, (_, index) => index % 5 ? 0 : 1)

/**
 * @param {Look} from
 * @param {Look} to
 * @param {number} share
 * @returns {Look}
 */
export function blend(from, to, share) {
  const look = share < 0.5 ? from : to
  return /** @type {Look} */ ({
    ...look,
    frame: {
      x: between(from.frame.x, to.frame.x, share), y: between(from.frame.y, to.frame.y, share),
      width: between(from.frame.width, to.frame.width, share),
      height: between(from.frame.height, to.frame.height, share),
    },
    alpha: between(from.alpha ?? 1, to.alpha ?? 1, share),
    transform: matrix(from.transform, to.transform, identity2D, share),
    transform3D: matrix(from.transform3D, to.transform3D, identity3D, share),
  })
}

/**
 * The elements at a share of the time from 0 to 1.
 *
 * @param {readonly Drawn[]} before The elements before the change.
 * @param {UpdateDiff} diff Of all elements.
 * @param {number} share
 * @returns {Drawn[]}
 */
export function elementsAt(before, diff, share) {
  const pathOf = (/** @type {{category: string, kind?: string}} */ {category, kind},
    /** @type {readonly number[]} */ path) =>
    `${category} ${kind} ${path}`
  const moved = new Set(diff.changes.filter(({from}) => from)
    .map(change => pathOf(change, change.from ?? [])))
  const resting = before.filter(element => !moved.has(pathOf(element, element.indexPath)))
    .map(element => ({...element, key: `before ${pathOf(element, element.indexPath)}`}))
  const changing = diff.changes.filter(({from, to}) => share < 1 ? from || share > 0 : to).map(change => {
    const {type, category, kind, id, from, to, initial, final} = change
    const key = from ? `before ${pathOf(change, from)}` : `after ${pathOf(change, to ?? [])}`
    const indexPath = (share < 0.5 ? from ?? to : to ?? from) ?? [0, 0]
    const look = blend(initial, final, share)
    // Moving elements are above those that make room for them.
    const zIndex = (look.zIndex ?? 0) + (type == "move" && share > 0 && share < 1 ? 5 : 0)
    return /** @type {Drawn} */ ({category, kind, id, indexPath, ...look, zIndex, key})
  })
  return [...resting, ...changing]
    .sort((a, b) => a.indexPath[0] - b.indexPath[0] || a.indexPath[1] - b.indexPath[1])
}

/**
 * Slow at both ends, as UIKit's animations are.
 *
 * @param {number} time From 0 to 1.
 */
export const eased = time => time * time * (3 - 2 * time)
