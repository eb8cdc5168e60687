import { compareReading } from "../mirror/Element.js"
import { cellsOf, rows } from "./geometry.js"

/**
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../mirror/Element.js").Element} Element
 */

let grids = 0

/**
 * The rows of a grid. The cells are side by side in the document, in the order of reading, so each row is an element
 * that owns its cells by their ids, and the grid is the element that has the rows.
 */
export class Grid {
  #view
  #grid = document.createElement("div")
  #prefix = `tessera-${++grids}-`

  /** @param {CollectionView} view */
  constructor(view) {
    this.#view = view
    const {element} = view, grid = this.#grid
    grid.className = "tessera-rows"
    grid.ariaLabel = element.ariaLabel
    grid.setAttribute("role", "grid")
    grid.style.position = "absolute"
    element.removeAttribute("role")
    element.append(grid)
  }

  placed() {
    const {mirror, cells} = this.#view, grid = this.#grid
    // A cell that is parked, because it has the focus, is in a row too.
    const elements = [...cells.values()].map(({element}) => element).sort(compareReading)
    const found = rows(cellsOf(elements))
    const columns = Math.max(0, ...found.map(row => row.length))
    const isRegular = found.every(row => !mirror.elements.has(row[0].key) || isFull(row, columns, mirror.itemCounts))
    write(grid, "aria-colcount", `${columns}`)
    // A view does not know the sections beyond its window.
    write(grid, "aria-rowcount", "-1")
    const nodes = grid.children
    while (nodes.length > found.length) nodes[nodes.length - 1].remove()
    while (nodes.length < found.length) grid.append(document.createElement("div"))
    found.forEach((row, index) => {
      const node = nodes[index], [{indexPath: [section, item]}] = row
      write(node, "role", "row")
      write(node, "aria-owns", row.map(each => this.#id(each)).join(" "))
      if (isRegular && section == 0) write(node, "aria-rowindex", `${Math.floor(item / columns) + 1}`)
      else node.removeAttribute("aria-rowindex")
      row.forEach(({key, indexPath}, place) => {
        write(cells.get(key)?.node, "aria-colindex", `${(isRegular ? indexPath[1] % columns : place) + 1}`)
      })
    })
  }

  remove() {
    this.#view.element.setAttribute("role", "grid")
    this.#grid.remove()
  }

  /** @param {Element} element */
  #id({key}) {
    const node = this.#view.cells.get(key)?.node
    if (node && !node.id) node.id = this.#prefix + key
    return node?.id
  }
}

/**
 * Whether a row has as many cells as there are columns, or is the last of its section.
 *
 * @param {Element[]} row
 * @param {number} columns
 * @param {ReadonlyMap<number, number>} itemCounts
 */
function isFull(row, columns, itemCounts) {
  const [section, item] = row[0].indexPath
  return item % columns == 0 && (row.length == columns || item + row.length == itemCounts.get(section))
}

/**
 * @param {globalThis.Element | undefined} node
 * @param {string} name
 * @param {string} value
 */
function write(node, name, value) {
  if (node && node.getAttribute(name) != value) node.setAttribute(name, value)
}

/** @param {CollectionView} view */
export const begin = view => new Grid(view)
