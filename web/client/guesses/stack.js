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
 * The axis along which all cells follow one another, each as wide as the others. Only in such a list is it
 * certain how the others close up and make room.
 *
 * @param {Mirror} mirror
 * @param {Run[]} runs
 * @returns {Axis | undefined}
 */
export function axisOf(mirror, runs) {
  const cells = runs.flatMap(({before}) => before)
  if (!runs.some(({before}) => before.length > 1) || mirror.orthogonalSections.length) return undefined
  if (cells.some(({transform, transform3D}) => transform || transform3D)) return undefined
  for (const axis of /** @type {Axis[]} */ (["y", "x"])) {
    const across = axis == "x" ? "y" : "x", width = extents[across]
    const fills = cells[0].frame[width] > mirror.contentSize[width] / 2
    const isStack = fills && cells.every(({frame}) =>
      isSame(frame[across], cells[0].frame[across]) && isSame(frame[width], cells[0].frame[width]))
    const isOrdered = cells.every((cell, index) => index == 0 || gap(cells[index - 1], cell, axis) > -least)
    if (isStack && isOrdered) return axis
  }
  return undefined
}

/**
 * The frames of a list after a batch.
 *
 * @param {Mirror} mirror
 * @param {Run[]} runs
 * @param {Axis} axis
 * @returns {{frames: Frames, growth: number, growthBefore: (position: number) => number}} Frames that stay as they are are
 * not among them; `growthBefore` says how much longer the content in front of a position is.
 */
export function stack(mirror, runs, axis) {
  const extent = extents[axis], spacing = spacingOf(runs, axis)
  /** @type {Frames} */
  const frames = new Map()
  /** @type {{section: number, start: number, end: number, growth: number}[]} */
  const sections = []
  let sum = 0
  for (const {section, before, after} of runs) {
    const start = before[0].frame[axis], end = endOf(before, axis)
    let next = start + sum
    for (const slot of after) {
      const {element, item} = slot, size = element ? element.frame[extent] : sizeOf(slot, runs, axis)
      if (element) move(element, next - element.frame[axis])
      else if (item) frames.set(item, {...before[0].frame, [axis]: next, [extent]: size})
      next += size + spacing
    }
    const isEmpty = after.length == 0 && mirror.itemCounts.get(section) == before.length
    const growth = (isEmpty ? next : next - spacing) - end - sum
    sections.push({section, start, end, growth})
    sum += growth
  }
  const cells = runs.flatMap(({before}) => before)
  for (const element of mirror.ordered()) {
    const {category, kind, indexPath, frame} = element
    if (category == "cell" || element.pinned) continue
    const cell = ownerOf(element, cells), there = cell && frames.get(cell)
    if (cell) move(element, there ? there[axis] - cell.frame[axis] : 0)
    else for (const {section, start, end, growth} of sections) {
      const isLater = section < indexPath[0] || kind == "tableFooter", isIn = section == indexPath[0]
      const endsBehind = frame[axis] + frame[extent] > end - least
      if (isLater || isIn && endsBehind && frame[axis] > start - least) move(element, growth)
      else if (isIn && endsBehind) grow(element, growth)
    }
  }
  const growthBefore = (/** @type {number} */ position) =>
    sections.reduce((sum, {end, growth}) => end < position + least ? sum + growth : sum, 0)
  return {frames, growth: sum, growthBefore}

  /** @param {Element} element @param {number} distance */
  function move(element, distance) {
    if (Math.abs(distance) < least) return
    const frame = frames.get(element) ?? element.frame
    frames.set(element, {...frame, [axis]: frame[axis] + distance})
  }

  /** @param {Element} element @param {number} growth */
  function grow(element, growth) {
    if (Math.abs(growth) < least) return
    const frame = frames.get(element) ?? element.frame
    frames.set(element, {...frame, [extent]: frame[extent] + growth})
  }
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
 * @param {Run[]} runs
 * @param {Axis} axis
 */
function spacingOf(runs, axis) {
  const cells = runs.find(({before}) => before.length > 1)?.before
  return cells ? gap(cells[0], cells[1], axis) : 0
}

/**
 * @param {Element} a
 * @param {Element} b
 * @param {Axis} axis
 */
const gap = (a, b, axis) => b.frame[axis] - a.frame[axis] - a.frame[extents[axis]]

/**
 * @param {number} a
 * @param {number} b
 */
const isSame = (a, b) => Math.abs(a - b) < least
