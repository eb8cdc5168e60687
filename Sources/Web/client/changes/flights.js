/**
 * Which elements of a change fly, and from where.
 *
 * @typedef {{x: number, y: number, width: number, height: number, alpha: number}} Pose
 *   Where an element is on the screen: relative to the visible rect, in points.
 * @typedef {{dx: number, dy: number, from: Pose, to: Pose}} Flight
 *   `dx` and `dy` lead from where the element is at the end back to where it is now.
 */

// Less than this is rounding, and not a movement.
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
 * The flights of the elements that are visible before or after. An element that is not in `before` or not in `after`
 * does not fly: callers put the places there that the change names for elements that come.
 *
 * @template Subject
 * @param {Map<Subject, Pose>} before
 * @param {Map<Subject, Pose>} after
 * @param {{width: number, height: number}} size the size of the visible rect
 * @param {{has(subject: Subject): boolean}} [aloft] those that are in flight, and so may be seen elsewhere
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
