/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 */

/**
 * Scrolls to an element of the window as the browser does it.
 *
 * @param {CollectionView} view
 * @param {Element} element
 * @param {string} position
 * @returns {Promise<void>} Fulfilled when scrolling has come to rest.
 */
export function scrollSmoothly(view, {key}, position) {
  const cell = view.cells.get(key)
  if (!cell) return Promise.resolve()
  const {x, y} = view.contentOffset, {width, height} = view.size
  const left = distance(cell.x - x, cell.width, width, position, ["left", "centeredHorizontally", "right"])
  const top = distance(cell.y - y, cell.height, height, position, ["top", "centeredVertically", "bottom"])
  if (Math.abs(left) < 1 && Math.abs(top) < 1) return Promise.resolve()
  view.element.scrollBy({left, top, behavior: "smooth"})
  return new Promise(done => view.element.addEventListener("tessera-settle", () => done(), {once: true}))
}

/**
 * @param {number} start Of the element, in the viewport.
 * @param {number} length
 * @param {number} view
 * @param {string} position
 * @param {string[]} names
 */
function distance(start, length, view, position, names) {
  const place = position == "nearest" && (start < 0 || length > view) ? 0
    : position == "nearest" && start + length > view ? 2 : names.indexOf(position)
  return place < 0 ? 0 : start - (view - length) * place / 2
}
