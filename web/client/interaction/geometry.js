/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../mirror/Element.js").Point} Point
 * @typedef {import("../mirror/Element.js").Rect} Rect
 * @typedef {import("../mirror/Element.js").Size} Size
 * @typedef {"left" | "right" | "up" | "down"} Direction
 */

/**
 * The cells of elements, without headers, backgrounds and hidden elements.
 *
 * @param {Element[]} elements
 */
export const cellsOf = elements => elements.filter(({category, hidden}) => category == "cell" && !hidden)

/**
 * How far b is beside a where they do not overlap along one axis; 0 if they do.
 *
 * @param {number} a
 * @param {number} length
 * @param {number} b
 * @param {number} other
 */
const gap = (a, length, b, other) => Math.max(0, b - a - length, a - b - other)

/**
 * The rect in terms of a direction: `along` it and `across` it, increasing in the direction.
 *
 * @param {Rect} frame
 * @param {Direction} direction
 */
function turned({x, y, width, height}, direction) {
  switch (direction) {
    case "down": return {along: y, length: height, across: x, breadth: width}
    case "up": return {along: -y - height, length: height, across: x, breadth: width}
    case "right": return {along: x, length: width, across: y, breadth: height}
    case "left": return {along: -x - width, length: width, across: y, breadth: height}
  }
}

/**
 * The cell that an arrow key leads to: the nearest in its direction, of equals the one that is most in line. To the
 * left and to the right it is beside the other, never in another row.
 *
 * @param {Element[]} cells
 * @param {Element} from
 * @param {Direction} direction
 * @returns {Element | undefined}
 */
export function neighbour(cells, from, direction) {
  const at = turned(from.frame, direction), isSideways = direction == "left" || direction == "right"
  let best, least = Infinity
  for (const cell of cells) {
    if (cell.key == from.key) continue
    const to = turned(cell.frame, direction), distance = to.along - at.along - at.length
    const offset = gap(at.across, at.breadth, to.across, to.breadth)
    // Rows may overlap by a rounding, but not by half.
    if (distance < -Math.min(at.length, to.length) / 2 || isSideways && offset > 0) continue
    const crooked = Math.abs(to.across + to.breadth / 2 - at.across - at.breadth / 2)
    const cost = Math.max(0, distance) + 2 * offset + crooked / 1000
    if (cost < least) {
      best = cell
      least = cost
    }
  }
  return best
}

/**
 * The cell that is a distance away from another along one axis, as far as there is one in that direction.
 *
 * @param {Element[]} cells
 * @param {Element} from
 * @param {Point} distance
 * @returns {Element | undefined}
 */
export function farther(cells, from, {x, y}) {
  const direction = x ? x > 0 ? "right" : "left" : y > 0 ? "down" : "up"
  const {frame} = from, goal = {...frame, x: frame.x + x, y: frame.y + y}
  const at = turned(goal, direction), start = turned(frame, direction)
  let best, least = Infinity
  for (const cell of cells) {
    const to = turned(cell.frame, direction)
    if (to.along <= start.along) continue
    const cost = Math.abs(to.along - at.along) + 2 * gap(at.across, at.breadth, to.across, to.breadth)
    if (cost < least) {
      best = cell
      least = cost
    }
  }
  return best
}

/**
 * The cells row by row, in the order of reading: those of a row begin at the same height.
 *
 * @param {Element[]} cells In the order of reading.
 * @returns {Element[][]}
 */
export function rows(cells) {
  /** @type {Element[][]} */
  const rows = []
  for (const cell of cells) {
    const row = rows[rows.length - 1]
    const isInRow = row && Math.abs(row[0].frame.y - cell.frame.y) < 0.5 && row[0].indexPath[0] == cell.indexPath[0]
    if (isInRow) row.push(cell)
    else rows.push([cell])
  }
  return rows
}

/**
 * How far to scroll until a rect is seen as much as it can be.
 *
 * @param {Rect} rect
 * @param {Point} offset The point at the upper left corner.
 * @param {Size} size
 * @returns {Point}
 */
export function distanceTo({x, y, width, height}, offset, size) {
  return {x: hidden(x, width, offset.x, size.width), y: hidden(y, height, offset.y, size.height)}
}

/**
 * @param {number} at
 * @param {number} length
 * @param {number} offset
 * @param {number} view
 */
function hidden(at, length, offset, view) {
  const start = at - offset, end = start + length - view
  // An item longer than the view is seen from its beginning, unless it fills the view already.
  if (length > view) return start > 0 || end < 0 ? start : 0
  return start < 0 ? start : Math.max(0, end)
}

/**
 * A point of the page, in content coordinates.
 *
 * @param {import("../view/CollectionView.js").CollectionView} view
 * @param {Point} point In client coordinates.
 * @returns {Point}
 */
export function toContent({element, contentOffset}, {x, y}) {
  const {left, top} = element.getBoundingClientRect(), {clientLeft, clientTop} = element
  return {x: x - left - clientLeft + contentOffset.x, y: y - top - clientTop + contentOffset.y}
}
