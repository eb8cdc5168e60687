/**
 * @typedef {import("../mirror/Element.js").Rect} Rect
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("../service/Session.js").Place} Place
 * @typedef {import("../service/TesseraProblem.js").TesseraProblem} TesseraProblem
 * @typedef {import("./Cell.js").Cell} Cell
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 *
 * @typedef {object} Feature A part of a view that is loaded when it is needed.
 * @property {(view: CollectionView) => void} [attach]
 * @property {() => void} [detach]
 * @property {(delta: Delta) => void} [changed] The rows are those after the delta; the cells are still as they were drawn.
 * @property {() => void} [placing] Cells are about to be placed again without a change.
 * @property {() => void} [placed] All cells are where they belong.
 * @property {() => void} [scrolled] The content offset is another one.
 * @property {(cell: Cell) => boolean} [keeps] The element of the cell is gone: whether the cell stays for a
 * while.
 * @property {(cell: Cell) => HTMLElement | undefined} [parentOf] The parent of the node, in place of the layer.
 * @property {(rect: Rect) => Rect} [uncovered] The part of the viewport that the feature does not cover.
 * @property {(cell: Cell) => boolean} [places] Whether the feature writes the style of this cell.
 * @property {(place: Place) => void} [report] Adds to the place that the session asks for.
 * @property {() => boolean} [needs] Whether the window is too small, or something else has to be requested.
 * @property {(place: Place, problem?: TesseraProblem) => void} [answered] The session has accepted a place, or has not.
 */

/** The features that a view has now. */
export class Features {
  /** @type {Feature[]} */
  all = []

  /** @param {Feature} feature */
  drop(feature) {
    this.all = this.all.filter(other => other != feature)
    feature.detach?.()
  }

  /** @param {Cell} cell */
  parentOf(cell) {
    for (const feature of this.all) {
      const parent = feature.parentOf?.(cell)
      if (parent) return parent
    }
    return undefined
  }

  /** @param {Rect} rect */
  uncovered(rect) {
    return this.all.reduce((rest, feature) => feature.uncovered?.(rest) ?? rest, rect)
  }

  /**
   * Calls a method of all features that have it.
   *
   * @template {"detach" | "changed" | "placing" | "placed" | "scrolled" | "report" | "answered"} Name
   * @param {Name} name
   * @param {Parameters<NonNullable<Feature[Name]>>} parameters
   */
  tell(name, ...parameters) {
    // @ts-ignore The parameters are those of the method.
    for (const feature of this.all) feature[name]?.(...parameters)
  }

  /**
   * Whether one of them says so.
   *
   * @param {"keeps" | "places" | "needs"} name
   * @param {Cell} [cell]
   */
  any(name, cell) {
    return this.all.some(feature => feature[name]?.(/** @type {Cell} */ (cell)))
  }
}
