/**
 * @typedef {{x: number, y: number, width: number, height: number, alpha: number}} Pose
 *   The position of an element on the screen, relative to the visible rect, in points.
 * @typedef {{dx: number, dy: number, from: Pose, to: Pose}} Flight
 *   `dx` and `dy` lead from the position at the end back to the current one.
 * @typedef {import("../mirror/Change.js").ElementChange} ElementChange
 */

// A smaller difference is a rounding error.
const least = 0.01

/**
 * The pose of a look for a content offset.
 *
 * @param {{frame: {x: number, y: number, width: number, height: number}, alpha?: number}} look
 * @param {{x: number, y: number}} offset
 * @returns {Pose}
 */
export function pose({frame, alpha = 1}, offset) {
  return {x: frame.x - offset.x, y: frame.y - offset.y, width: frame.width, height: frame.height, alpha}
}

/**
 * The flights of the elements that are visible before or after. Elements that are not in both maps do not
 * fly, so the caller adds the positions from which new elements come.
 *
 * @template Subject
 * @param {Map<Subject, Pose>} before
 * @param {Map<Subject, Pose>} after
 * @param {{width: number, height: number}} size the size of the visible rect
 * @param {{has(subject: Subject): boolean}} [aloft] those in flight: they may be visible elsewhere
 * @returns {(Flight & {subject: Subject})[]}
 */
export function flights(before, after, size, aloft) {
  /** @type {(Flight & {subject: Subject})[]} */
  const all = []
  for (const [subject, to] of after) {
    const from = before.get(subject)
    if (!from || !aloft?.has(subject) && !isVisible(from, size) && !isVisible(to, size)) continue
    const flight = {subject, dx: from.x - to.x, dy: from.y - to.y, from, to}
    if (moves(flight) || resizes(flight) || fades(flight)) all.push(flight)
  }
  return all
}

/** @param {Flight} flight */
export const moves = ({dx, dy}) => Math.abs(dx) >= least || Math.abs(dy) >= least

/** @param {Flight} flight */
export const resizes = ({from, to}) =>
  Math.abs(from.width - to.width) >= least || Math.abs(from.height - to.height) >= least

/** @param {Flight} flight */
export const fades = ({from, to}) => Math.abs(from.alpha - to.alpha) >= least

/**
 * @param {Pose} pose
 * @param {{width: number, height: number}} size
 */
export const isVisible = (pose, size) =>
  pose.x < size.width && pose.x + pose.width > 0 && pose.y < size.height && pose.y + pose.height > 0

/**
 * A change that does not say how its element comes and goes: it fades.
 *
 * @param {ElementChange} change
 * @returns {ElementChange}
 */
export function fading(change) {
  const {key, before, after} = change
  if (after && !before) return {key, type: "insert", after, initial: {...after, alpha: 0}, final: after}
  if (before && !after) return {key, type: "delete", before, initial: before, final: {...before, alpha: 0}}
  return change
}
