import { Cell } from "./Cell.js"

/**
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 */

/**
 * Makes the first cells of a view over the nodes of a rendered page.
 *
 * @param {CollectionView} view
 * @param {import("./Cells.js").Cells} cells
 * @param {import("./Options.js").Adoption} adoption
 */
export function adoptCells(view, cells, {delta, node: nodeOf}) {
  view.mirror.follow(delta)
  const {mirror, layer, isHorizontal} = view
  for (const element of mirror.ordered()) {
    const node = nodeOf(element)
    if (node) {
      const cell = new Cell(element, node, layer)
      cells.begin(cell)
      cell.place({...element.frame, isHorizontal}, true)
      cells.describe(cell, true)
    } else cells.add(element)
  }
  cells.arrange()
}
