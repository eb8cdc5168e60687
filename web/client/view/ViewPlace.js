import { policies } from "../service/conversions.js"

/**
 * @typedef {import("../mirror/Element.js").Point} Point
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("../service/Session.js").Place} Place
 * @typedef {import("./Scroller.js").Axis} Axis
 * @typedef {import("./Cell.js").Cell} Cell
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("./Options.js").Options} Options
 *
 * @typedef {{to: NonNullable<Place["scrollTo"]>, isAsked: boolean, done: () => void}} Goal
 */

const wishes = /** @type {const} */ (["paging", "layout", ...policies])

/** The place of a view, as its session asks for it: its elements, its wishes and its measurements. */
export class ViewPlace {
  #view
  #cells
  #scroller
  #features
  #options
  /** @type {Goal | undefined} */
  #goal
  /** @type {Goal | undefined} The goal of the response that the next delta comes from. */
  #reachedBy
  /** @type {{cell: Cell, size: number}[]} The measurements that it has settled. */
  #settled = []
  /** The content offset that was sent last. */
  #sentOffset = {x: NaN, y: NaN}
  /** Whether the session knows the version of the bounds that it has. */
  #isPlaced = false
  /** Whether the service believes that the user scrolls. */
  #isSentMoving = false
  /** @type {object | undefined} Options that were set, and not sent yet. */
  #unsent

  /**
   * @param {CollectionView} view
   * @param {import("./Cells.js").Cells} cells
   * @param {import("./Scroller.js").Scroller} scroller
   * @param {import("./Features.js").Features} features
   * @param {Options} options
   */
  constructor(view, cells, scroller, features, options) {
    this.#view = view
    this.#cells = cells
    this.#scroller = scroller
    this.#features = features
    this.#options = options
  }

  /** @param {object} options Those that have been set. */
  wish(options) {
    this.#unsent = options
  }

  /**
   * @param {Goal["to"]} to
   * @returns {Promise<void>} Fulfilled when the view is there, or when something else has ended it.
   */
  go(to) {
    return new Promise(done => {
      this.#goal = {to, isAsked: false, done}
      this.#view.session.request()
    })
  }

  /** Ends the goal, if there is one. */
  reached() {
    this.#goal?.done()
    this.#goal = undefined
  }

  /** Ends the goal if the response that has scrolled there is the last one: if the rows are as long as it says. */
  arrive() {
    const isMeasured = this.#cells.sorted.every(cell => !cell.measures || cell.measured >= 0 && !cell.isOld)
    if (this.#goal?.isAsked && isMeasured && !this.isUnsent) this.reached()
  }

  /** Whether a size was measured that has to be sent now. */
  get isUnsent() {
    return this.#cells.sorted.some(cell => cell.isPending && !cell.isPaced)
  }

  // The window begins one screen behind the viewport, and ends two and a half ahead of it, and in a fast fling as far as
  // it goes during two requests.
  /** @param {Axis} axis */
  #reach({view, velocity}) {
    const {before = 1, after = 2.5} = this.#options.overscan ?? {}
    const behind = before * view, ahead = after * view + 2 * Math.abs(velocity) * this.#view.session.latency
    return [velocity > 0 ? behind : ahead, velocity < 0 ? behind : ahead]
  }

  /**
   * @param {Axis} axis
   * @param {number} start
   * @param {number} length
   */
  #isShort(axis, start, length) {
    const [before, after] = this.#reach(axis), {offset, velocity, view} = axis, end = start + length
    return velocity <= 0 && start > 0 && offset - start < before / 2
      || velocity >= 0 && end < axis.length && end - offset - view < after / 2
  }

  /** Whether anything has to be requested. */
  get isNeeded() {
    const {mirror: {window, bounds}, size, contentOffset} = this.#view, {x, y, isScrolling} = this.#scroller
    return Boolean(this.#unsent || this.#goal && !this.#goal.isAsked) || this.isUnsent || this.#features.any("needs")
      || this.#isShort(x, window.x, window.width) || this.#isShort(y, window.y, window.height)
      || bounds.width != size.width || bounds.height != size.height
      || !isScrolling && (this.#isSentMoving
        || !isNear(contentOffset, bounds) && !isNear(contentOffset, this.#sentOffset))
  }

  /**
   * @param {Cell} [held] The row that stays where the user sees it.
   * @returns {Place}
   */
  state(held) {
    const {size: {width, height}, contentOffset: offset, mirror: {bounds}, cells} = this.#view
    const {x, y} = this.#scroller, goal = this.#goal, unsent = this.#unsent, options = this.#options
    const [left, right] = this.#reach(x), [top, bottom] = this.#reach(y), overscan = {top, left, bottom, right}
    const rows = [...cells.values()].filter(cell => cell.isPending && !cell.isGone)
    const layoutDirection = x.isRightToLeft ? "rightToLeft" : "leftToRight", id = held?.element.id
    const sizes = rows.map(cell => ({cell, size: cell.measured}))
    // Where the user has not scrolled since, the service finds what stays in place, also in another size of the viewport.
    const isKnown = isNear(offset, {...bounds, x: bounds.x + (x.isRightToLeft ? bounds.width - width : 0)})
    const {anchor = isKnown || id == null ? undefined : {id}} = options, at = isKnown ? bounds : offset
    const isMoving = Boolean(x.velocity || y.velocity)
    /** @type {Place} */
    const place = {
      isNeeded: this.isNeeded,
      container: {
        width, height, scale: devicePixelRatio, layoutDirection, insets: options.insets ?? undefined,
        contentSizeCategory: options.contentSizeCategory ?? undefined,
      },
      bounds: [at.x, at.y, width, height], velocity: [x.velocity, y.velocity],
      overscan, measurements: rows.map(cell => this.#measurement(cell)),
      anchor, scrollTo: goal?.to,
      ...Object.fromEntries(wishes.map(name => [name, options[name]])),
      accepted: (_, sent) => {
        this.#isPlaced = sent.boundsVersion != null
        this.#isSentMoving = isMoving
        this.#sentOffset = offset
        this.#reachedBy = goal
        if (goal) goal.isAsked = true
        if (unsent == this.#unsent) this.#unsent = undefined
        if (sent.measurements) this.#settled.push(...sizes)
        this.#features.tell("answered", sent)
      },
      refused: problem => {
        import("./actions.js").then(({dropPolicies}) => dropPolicies(options, problem))
        if (goal && goal == this.#goal) this.reached()
        this.#features.tell("answered", place, problem)
      },
    }
    this.#features.tell("report", place)
    return place
  }

  /** @param {Cell} cell */
  #measurement({measured, element: {category, kind, id, indexPath: [section, item], frame}}) {
    const size = this.#view.isHorizontal ? [measured, frame.height] : [frame.width, measured]
    return category == "cell" ? {id, size} : {kind, section, item, size}
  }

  /**
   * Whether a delta knows where the view is. Where the user has not scrolled since the last request, the service decides what
   * stays in place; elsewhere the first row that is seen and stays does. So it is where the window was read anew without a
   * version, but for the start.
   *
   * @param {Delta} delta
   */
  knows({type, from}) {
    const {contentOffset: offset} = this.#view, isPlaced = this.#isPlaced
    this.#isPlaced = true
    return type == "reset" && !isPlaced ? offset.x + offset.y <= 0
      : type != "scroll" && isNear(offset, from) || type != "change" && this.isAtSent(offset)
  }

  /** @param {Point} offset */
  isAtSent(offset) {
    return isNear(offset, this.#sentOffset)
  }

  /**
   * The measurements of the last request are part of the rows now.
   *
   * @returns {boolean} Whether the rows are those of the goal.
   */
  settle() {
    const goal = this.#reachedBy
    this.#reachedBy = undefined
    for (const {cell, size} of this.#settled.splice(0)) cell.sent = size
    return goal != null && goal == this.#goal
  }
}

/**
 * @param {Point} a
 * @param {Point} b
 */
const isNear = (a, b) => Math.abs(a.x - b.x) < 0.01 && Math.abs(a.y - b.y) < 0.01
