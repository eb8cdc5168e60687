/**
 * How much farther than the service knows the content at a position is, because of rows before it that are
 * longer.
 *
 * @param {import("./CollectionView.js").CollectionView} view
 * @param {number} position Along the scroll direction.
 */
export function leadAt({sorted, isHorizontal}, position) {
  const axis = isHorizontal ? "x" : "y", length = isHorizontal ? "width" : "height"
  let cell
  for (const each of sorted) if (each.element.frame[axis] < position) cell = each
  return cell ? cell[axis] + cell[length] - cell.element.frame[axis] - cell.element.frame[length] : 0
}
