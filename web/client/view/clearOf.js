/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../mirror/Element.js").Rect} Rect
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 */

/**
 * The part of the viewport in which an item of a section can be seen: without the insets, and without the headers and
 * footers that pin in its section, at their full length, wherever the section is now. So it is right when scrolling has
 * ended there.
 *
 * @param {CollectionView} view
 * @param {number} section
 * @param {Rect} frame Of the item.
 * @param {Element} [own] A header or footer that is to be seen itself.
 * @returns {Rect}
 */
export function clearOf({mirror, clear, isHorizontal, isReversed}, section, frame, own) {
  const [axis, length, across, breadth] = isHorizontal ? /** @type {const} */ (["x", "width", "y", "height"])
    : /** @type {const} */ (["y", "height", "x", "width"])
  const taken = {start: 0, end: 0}
  for (const element of mirror.elements.values()) {
    const {pins, indexPath, frame: strip} = element
    const isBeside = strip[across] >= frame[across] + frame[breadth] || strip[across] + strip[breadth] <= frame[across]
    // Those that pin at one edge lie one over the other there.
    if (pins && element != own && indexPath[0] == section && !isBeside) taken[pins] = Math.max(taken[pins], strip[length])
  }
  const left = clear[length] - taken.start - taken.end
  return left > 1 ? {...clear, [axis]: clear[axis] + (isReversed ? taken.end : taken.start), [length]: left} : clear
}
