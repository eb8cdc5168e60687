/**
 * @typedef {import("./batch.js").Run} Run
 * @typedef {import("./batch.js").Item} Item
 * @typedef {import("./batch.js").Slot} Slot
 * @typedef {import("../mirror/Mirror.js").Mirror} Mirror
 * @typedef {import("../mirror/Mirror.js").Element} Element
 * @typedef {import("../mirror/Mirror.js").Rect} Rect
 * @typedef {"x" | "y"} Axis
 * @typedef {Map<Element | Item, Rect>} Frames
 */

export const extents = /** @type {const} */ ({x: "width", y: "height"})
const least = 0.01

/**
 * The axis along which all cells follow one another, each as wide as the others: a list. Only of a list is it certain
 * how the others close up and make room.
 *
 * @param {Mirror} mirror
 * @param {Run[]} runs
 * @returns {Axis | undefined}
 */
export function axisOf(mirror, runs) {
  const cells = runs.flatMap(({before}) => before)
  if (!cells.length || mirror.orthogonalSections.length) return undefined
  if (cells.some(({transform, transform3D}) => transform || transform3D)) return undefined
  for (const axis of /** @type {Axis[]} */ (["y", "x"])) {
    const across = axis == "x" ? "y" : "x", width = extents[across]
    const fills = cells[0].frame[width] > mirror.contentSize[width] / 2
    const isStack = fills && cells.every(({frame}, index) => isSame(frame[across], cells[0].frame[across])
      && isSame(frame[width], cells[0].frame[width]) && (index == 0 || gap(cells[index - 1], cells[index], axis) > -least))
    if (isStack) return axis
  }
  return undefined
}

/**
 * The frames of a list after a batch.
 *
 * @param {Run[]} runs
 * @param {Element[]} elements All elements of the mirror, in the order of reading.
 * @param {Axis} axis
 * @returns {{frames: Frames, growth: number}} Frames that stay as they are are not among them.
 */
export function stack(runs, elements, axis) {
  const extent = extents[axis]
  /** @type {Frames} */
  const frames = new Map()
  /** @type {Map<Element, number>} */
  const shifts = new Map()
  let growth = 0
  for (const {section, before, after} of runs) {
    const start = before[0].frame[axis], spacing = spacingOf(before, axis), end = endOf(before, axis)
    let next = start + growth
    for (const slot of after) {
      const {element, item} = slot, size = element ? element.frame[extent] : sizeOf(slot, runs, axis)
      const frame = {...before[0].frame, [axis]: next, [extent]: size}
      if (!element && item) frames.set(item, frame)
      else if (element) shifts.set(element, next - element.frame[axis])
      next += size + spacing
    }
    const grown = (after.length ? next - spacing : start + growth) - end - growth
    for (const element of elements) {
      if (element.category == "cell" || element.indexPath[0] != section || isPinned(element)) continue
      const {frame} = element, cell = ownerOf(element, before)
      if (cell) shifts.set(element, shifts.get(cell) ?? 0)
      else if (frame[axis] > start - least && frame[axis] + frame[extent] > end - least) shifts.set(element, growth + grown)
      else if (frame[axis] + frame[extent] < end) shifts.set(element, growth)
      else frames.set(element, {...frame, [axis]: frame[axis] + growth, [extent]: frame[extent] + grown})
    }
    growth += grown
  }
  for (const [element, shift] of shifts) {
    if (Math.abs(shift) >= least) frames.set(element, {...element.frame, [axis]: element.frame[axis] + shift})
  }
  return {frames, growth}
}

/**
 * The size of a new item: the one that it comes with, or that of all others, if they have one and the same.
 *
 * @param {Slot} slot
 * @param {Run[]} runs
 * @param {Axis} axis
 * @returns {number} 0 if it is not known.
 */
export function sizeOf({item}, runs, axis) {
  const given = item?.size, extent = extents[axis]
  if (Array.isArray(given)) return given[axis == "x" ? 0 : 1]
  if (given && "width" in given) return given[extent]
  const cells = runs.flatMap(({before}) => before), size = cells[0].frame[extent]
  const isKnown = item?.template == null && cells.length > 1
    && cells.every(({frame, estimated, template}) => frame[extent] == size && !estimated && template == null)
  return isKnown ? size : 0
}

/**
 * The cell that a separator or a badge belongs to; headers, footers and backgrounds belong to their section.
 *
 * @param {Element} element
 * @param {Element[]} cells
 */
export function ownerOf({category, kind = "", indexPath}, cells) {
  const isOfSection = /^(header|footer|tableHeader|tableFooter|background)$/.test(kind)
  if (isOfSection || category == "decoration" && kind != "separator") return undefined
  return cells.find(cell => `${cell.indexPath}` == `${indexPath}`)
}

/**
 * @param {Element[]} cells
 * @param {Axis} axis
 */
const endOf = (cells, axis) => Math.max(...cells.map(({frame}) => frame[axis] + frame[extents[axis]]))

/**
 * @param {Element[]} cells
 * @param {Axis} axis
 */
const spacingOf = (cells, axis) => cells.length > 1 ? gap(cells[0], cells[1], axis) : 0

/**
 * @param {Element} a
 * @param {Element} b
 * @param {Axis} axis
 */
const gap = (a, b, axis) => b.frame[axis] - a.frame[axis] - a.frame[extents[axis]]

/**
 * Whether an edge of the viewport holds a header or footer away from its own place.
 *
 * @param {Element} element
 */
export const isPinned = ({zIndex = 0}) => zIndex >= 10

/**
 * @param {number} a
 * @param {number} b
 */
const isSame = (a, b) => Math.abs(a - b) < least
