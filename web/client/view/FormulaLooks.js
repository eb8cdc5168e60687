import { cellStyle } from "./Cell.js"
import { distanceFormula, mirrored } from "./formulas.js"

/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("./Cell.js").Cell} Cell
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("./formulas.js").Appearance} Appearance
 */

/** Layouts whose items look otherwise in every frame that scrolls them: the formulas of the service draw them. */
export class FormulaLooks {
  /** @type {CollectionView} */
  #view = /** @type {any} */ (undefined)
  /** @type {import("./formulas.js").DistanceFormula | undefined} */
  #formula
  #layout

  /** @param {any} layout */
  constructor(layout) {
    this.#layout = layout
  }

  /** @param {CollectionView} view */
  attach(view) {
    this.#view = view
  }

  detach() {
    this.#view = /** @type {any} */ (undefined)
  }

  get #isHorizontal() {
    return this.#layout.scrollDirection != "vertical"
  }

  /** @param {Cell} cell */
  places(cell) {
    if (!this.#view || cell.element.category != "cell") return false
    const {size, contentOffset, mirror, origin} = this.#view, length = this.#isHorizontal ? size.width : size.height
    if (this.#formula?.length != length) {
      this.#formula = distanceFormula(this.#layout, {length, scale: devicePixelRatio})
    }
    const {element, x, y} = cell
    // Items and sections with looks of their own are left to the service.
    if (!isAs(element, this.#look(element, mirror.bounds))) return false
    const look = this.#look(element, contentOffset)
    cell.write(cellStyle({...element, ...look}, {x: x - origin.x, y: y - origin.y}))
    return true
  }

  scrolled() {
    for (const cell of this.#view.cells.values()) this.places(cell)
  }

  /**
   * @param {Element} element
   * @param {{x: number, y: number}} offset
   * @returns {Appearance}
   */
  #look({frame}, offset) {
    const {size, mirror: {isMirrored}} = this.#view, isHorizontal = this.#isHorizontal
    const {appearance} = /** @type {import("./formulas.js").DistanceFormula} */ (this.#formula)
    const distance = isHorizontal ? frame.x + frame.width / 2 - offset.x - size.width / 2
      : frame.y + frame.height / 2 - offset.y - size.height / 2
    const look = appearance(isMirrored && isHorizontal ? -distance : distance)
    return isMirrored ? mirrored(look) : look
  }
}

/**
 * @param {Element} element
 * @param {Appearance} look
 */
function isAs({zIndex = 0, alpha = 1, hidden = false, transform3D}, look) {
  return zIndex == look.zIndex && Math.abs(alpha - look.alpha) < 1e-6 && hidden == look.hidden
    && look.transform3D.every((number, index) =>
      Math.abs(number - (transform3D?.[index] ?? +(index % 5 == 0))) < 1e-6)
}
