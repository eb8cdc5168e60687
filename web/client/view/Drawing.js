import { isInFlow } from "./Cells.js"

/**
 * @typedef {import("../mirror/Element.js").Point} Point
 * @typedef {import("../mirror/Element.js").Rect} Rect
 * @typedef {import("./Cell.js").Cell} Cell
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 *
 * @typedef {object} Held A row that stays where the user sees it.
 * @property {Cell} cell
 * @property {number} x Where in the viewport its leading corner is.
 * @property {number} y
 * @property {number} from How far its start is behind that of the seen part, along the scroll direction.
 * @property {number} length
 */

/** Has the cells of a view where they belong, so that one row stays where it is, or at a content offset. */
export class Drawing {
  #view
  #cells
  #scroller
  #features

  /**
   * @param {CollectionView} view
   * @param {import("./Cells.js").Cells} cells
   * @param {import("./Scroller.js").Scroller} scroller
   * @param {import("./Features.js").Features} features
   */
  constructor(view, cells, scroller, features) {
    this.#view = view
    this.#cells = cells
    this.#scroller = scroller
    this.#features = features
  }

  // The first row that the user sees, and that stays. The seen part of an estimate is a guess: the next row stays in place
  // when its size comes. A row that has been measured before, and grows, stays.
  /**
   * @param {number[]} [others] The keys of rows that do not stay.
   * @returns {Held | undefined}
   */
  hold(others = []) {
    const {contentOffset: {x, y}, isHorizontal, isReversed, seen} = this.#view
    const span = (/** @type {Rect} */ {x, y, width, height}) =>
      isReversed ? [-x - width, -x] : isHorizontal ? [x, x + width] : [y, y + height]
    const [start, end] = span(seen)
    const rows = this.#cells.sorted.filter(cell => isInFlow(cell.element) && !cell.element.pins
      && !cell.isHeld && !others.includes(cell.key) && span(cell)[1] > start + 1)
    if (isReversed) rows.reverse()
    const cell = rows.find(cell => {
      const {element: {category, estimated}, isPending, isPaced} = cell, [from] = span(cell)
      return category == "cell" && from < end && !(estimated && isPending && !isPaced && from < start - 0.5)
    }) ?? rows[0]
    if (!cell) return undefined
    const [from, to] = span(cell)
    return {cell, x: lead(cell, isReversed) - x, y: cell.y - y, from: from - start, length: to - from}
  }

  /**
   * Places all cells so that the held one stays where it is, or at a content offset. Where rows follow each other, one
   * that is longer or shorter than the service knows has its measured size already, and moves those behind it.
   *
   * @param {Held} [held]
   * @param {Point} [at]
   */
  draw(held, at) {
    const {growth, isStack, sorted, all} = this.#cells, {x, y, isScrolling, isTouched} = this.#scroller
    const {isHorizontal, isReversed, size, contentOffset, mirror: {contentSize, bounds, scrollRange}, layer} = this.#view
    const isThere = held && !held.cell.isGone && all.get(held.cell.key) == held.cell
    const to = {...at ?? (isThere ? unheld(held, held.cell.element.frame, isReversed) : contentOffset)}
    let sum = 0, base = NaN
    const leads = sorted.map(cell => {
      const lead = sum, {element, measures, measured, isPending} = cell, {frame} = element, {width, height} = frame
      const length = isHorizontal ? width : height
      const isOther = measured >= 0 && (isPending || Math.abs(measured - length) > 1)
      const grown = isStack && (measures || growth?.draws) && isOther ? measured : length
      cell.width = isHorizontal ? grown : width
      cell.height = isHorizontal ? height : grown
      sum += grown - length
      // Without a held cell, the first one at the offset is that which rows before it must not move.
      const isBase = isThere ? cell == held.cell : isInFlow(element) && (isReversed ? frame.x < to.x + size.width
        : isNaN(base) && (isHorizontal ? frame.x + width > to.x : frame.y + height > to.y))
      if (isBase) base = isReversed ? sum : lead
      return lead
    })
    base ||= 0
    // A held cell so short that it would be out of sight is cut by the same share.
    if (isThere && !at) {
      const {from, length, cell: {width, height}} = held, after = isHorizontal ? width : height
      const moved = from + after > 0 ? 0 : from * after / length - from
      if (isHorizontal) to.x += isReversed ? moved : -moved
      else to.y -= moved
    }
    const mayFold = !isScrolling && !isTouched
    /** @type {[range?: typeof scrollRange, before?: number, after?: number][]} */
    const ranges = [[scrollRange, isReversed ? base : 0, isReversed ? 0 : sum - base], []]
    if (!isHorizontal) ranges.reverse()
    x.fit(contentSize.width, to.x, mayFold, bounds.width, ...ranges[0])
    y.fit(contentSize.height, to.y, mayFold, bounds.height, ...ranges[1])
    const {style} = layer, transform = `translate(${x.origin - x.shift}px, ${y.origin - y.shift}px)`
    if (style.transform != transform) style.transform = transform
    sorted.forEach((cell, index) => {
      const {frame} = cell.element, lead = leads[index] - base
      this.#place(cell, frame.x + (isHorizontal ? lead : 0), frame.y + (isHorizontal ? 0 : lead))
    })
    for (const cell of all.values()) {
      if (cell.parent == layer && !cell.isGone) continue
      cell.width = cell.element.frame.width
      cell.height = cell.element.frame.height
      this.#place(cell, cell.element.frame.x, cell.element.frame.y)
    }
    this.#features.tell("placed")
  }

  /**
   * Places all cells so that the first row that the user sees stays where it is.
   *
   * @returns {Held | undefined} The row.
   */
  redraw() {
    const held = this.hold()
    this.draw(held)
    return held
  }

  /**
   * @param {Cell} cell
   * @param {number} x
   * @param {number} y
   */
  #place(cell, x, y) {
    cell.x = x
    cell.y = y
    if (this.#features.any("places", cell)) return
    const {x: across, y: down} = this.#scroller
    cell.place({x: x - across.origin, y: y - down.origin, isHorizontal: this.#view.isHorizontal})
  }
}

/**
 * The leading edge of a rect.
 *
 * @param {{x: number, width: number}} rect
 * @param {boolean} isReversed
 */
const lead = ({x, width}, isReversed) => isReversed ? x + width : x

/**
 * The content offset that has a held cell in its place.
 *
 * @param {Held} held
 * @param {Rect} frame
 * @param {boolean} isReversed
 * @returns {Point}
 */
export const unheld = ({x, y}, frame, isReversed) => ({x: lead(frame, isReversed) - x, y: frame.y - y})
