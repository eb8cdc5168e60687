/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("../service/Session.js").Ignored} Ignored
 * @typedef {import("./Cell.js").Cell} Cell
 * @typedef {import("./Cells.js").Cells} Cells
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 *
 * @typedef {{rounds: number, at: number, length: number, text: number}} Run Rounds in which a cell became longer without a
 * pause, when the last was, the length after it, and how long the text was in the first.
 */

/** The time between requests that have only the sizes of rows that grow, in milliseconds. */
const pause = 100
/** The longest cell, in pixels. */
const longest = 1_000_000
/** How often in a row a cell may become longer although its text stays the same. */
const most = 600

/**
 * Measures the cells of a view in its way.
 *
 * @param {CollectionView} view
 * @param {import("./CollectionView.js").Options} options
 * @param {Cells} cells
 * @param {ResizeObserver} observer Of the nodes of the cells.
 */
export async function measure(view, options, cells, observer) {
  const {measure} = options
  if (measure == "dom") view.use(new Growth(cells, observer))
  else if (measure == "page") (await import("./PageSizes.js")).measureInPage(view, options, cells)
  else if (measure != "server") {
    const {invalidOption} = await import("./faults.js")
    view.emit("error", {problem: invalidOption(`The option "measure" takes "server", "dom" or "page", not "${measure}".`)})
  }
}

/**
 * Finds out which cells become longer or shorter while they are shown. The size of a cell that the service has a size for is
 * either a measurement, which the browser may replace, or fixed. The service does not say which: a cell whose own length
 * is that of its frame was measured; of another one the service is asked, by a measurement.
 */
export class Growth {
  draws = false
  /** @type {CollectionView} */
  #view = /** @type {any} */ (undefined)
  #cells
  #observer
  /** @type {WeakMap<Cell, number>} The breadth that a cell was measured in before. */
  #breadths = new WeakMap()
  /** @type {WeakSet<Cell>} The cells that the service was asked about. */
  #unsure = new WeakSet()
  /** @type {Set<string | number>} The items, or the keys of other elements, whose size is fixed. */
  #fixed = new Set()
  /** @type {Map<number, "measured" | "fixed" | number>} Whether the service measures rows of a section; or the length of one
   * that may be by chance as long as its content. */
  #sections = new Map()
  /** How many sections the view knew. */
  #count = 0
  /** @type {Map<Cell, number>} The own length of cells that are longer, because their row in the grid is. */
  #stretched = new Map()
  /** @type {WeakMap<Cell, Run>} */
  #runs = new WeakMap()
  /** When the next request may have sizes alone. */
  #due = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer

  /**
   * @param {Cells} cells
   * @param {ResizeObserver} observer Of the nodes of the cells.
   */
  constructor(cells, observer) {
    this.#cells = cells
    this.#observer = observer
  }

  /** @param {CollectionView} view */
  attach(view) {
    this.#view = view
    this.#cells.growth = this
    if (view.cells.size) view.redraw()
  }

  detach() {
    this.#cells.growth = undefined
    clearTimeout(this.#timer)
  }

  /**
   * Whether the browser finds the size of a cell.
   *
   * @param {Cell} cell
   * @param {boolean} again Whether it has other content or another width.
   */
  measures(cell, again) {
    const {element} = cell, {category, estimated, indexPath: [section]} = element
    if (again) {
      this.#unsure.delete(cell)
      this.#fixed.delete(nameOf(element))
      this.#release(cell)
    }
    if (this.#fixed.has(nameOf(element))) return false
    if (estimated) {
      if (category == "cell") this.#sections.set(section, "measured")
      return true
    }
    if (this.#unsure.has(cell)) {
      if (cell.isPending) return false
      this.#unsure.delete(cell)
      this.#sections.set(section, "measured")
    }
    return cell.measures || category == "cell" && this.#sections.get(section) != "fixed"
  }

  /**
   * The browser has found the size of a cell.
   *
   * @param {Cell} cell
   */
  measured(cell) {
    const {element, measured, sent} = cell, {isHorizontal} = this.#view, {width, height} = element.frame
    const length = isHorizontal ? width : height, breadth = isHorizontal ? height : width
    const isKnown = this.#breadths.get(cell) == breadth, own = this.#stretched.get(cell)
    // Edges of frames are rounded to pixels.
    const isAsLong = Math.abs(measured - length) <= 1 / devicePixelRatio + 0.02
    cell.isPaced = isKnown
    this.#breadths.set(cell, breadth)
    if (own != null) {
      if (isAsLong) cell.measured = own
      else this.#release(cell)
    } else if (sent < 0 && !element.estimated) this.#compare(cell, length, isAsLong, isKnown)
    else this.#follow(cell)
  }

  /** @param {Delta} delta */
  changed({type, cause, rows, ignored = [], itemCounts}) {
    if (type == "reset" || cause == "layout") this.#fixed.clear()
    // Index paths of sections may be others.
    const isOther = type == "change" && itemCounts && itemCounts.size != this.#count
    if (type == "reset" || cause == "layout" || isOther) this.#sections.clear()
    this.#count = itemCounts?.size ?? this.#count
    if (type != "change") this.#due = performance.now() + pause
    for (const each of ignored) this.#ignore(each)
    for (const {key, after} of rows) {
      const cell = this.#view.cells.get(key)
      // The row of the grid may be this long because the cell was: that is found anew.
      if (cell && this.#stretched.has(cell) && lengths(after) != lengths(cell.element)) {
        this.#release(cell)
        this.#cells.measure(cell, true)
      }
    }
  }

  /** Cells are where they belong: those that lack nothing but the length of their row get it, and sizes that wait a time. */
  placed() {
    const {cells, isHorizontal} = this.#view, name = isHorizontal ? "minWidth" : "minHeight"
    let isWaiting = false
    for (const cell of cells.values()) {
      const {element: {frame, estimated}, node, measures, measured, isOld, isPending} = cell
      const length = isHorizontal ? frame.width : frame.height
      isWaiting ||= isPending && cell.isPaced
      if (this.#cells.isStack || !measures || isOld || isPending || estimated || measured < 0 || measured >= length - 1) continue
      if (this.#stretched.has(cell)) continue
      this.#stretched.set(cell, measured)
      node.style[name] = `${length}px`
      // The browser reports an error if a size changes in the round that found it.
      this.#observer.unobserve(node)
      requestAnimationFrame(() => { if (this.#stretched.has(cell)) this.#observer.observe(node) })
    }
    for (const cell of this.#stretched.keys()) if (cells.get(cell.key) != cell) this.#stretched.delete(cell)
    if (!isWaiting) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#view.session.request(), Math.max(0, this.#due - performance.now()))
  }

  /** Whether sizes that wait are due. */
  needs() {
    return performance.now() >= this.#due && [...this.#view.cells.values()].some(cell => cell.isPending && !cell.isGone)
  }

  // The service has a size of the cell already.
  /**
   * @param {Cell} cell
   * @param {number} length
   * @param {boolean} isAsLong
   * @param {boolean} isKnown
   */
  #compare(cell, length, isAsLong, isKnown) {
    const {element: {category, indexPath: [section]}, measured} = cell, before = this.#sections.get(section)
    if (isAsLong) cell.sent = measured
    if (category != "cell" || isKnown) return
    // Two rows of different lengths are not both by chance as long as their content.
    if (isAsLong && typeof before != "string") {
      this.#sections.set(section, before == null || before == length ? length : "measured")
    }
    if (isAsLong || before == "measured") return
    this.#unsure.add(cell)
    cell.isOld = false
    this.#cells.measure(cell)
    // It is drawn as the service has it until the response.
    cell.measured = measured
  }

  /** @param {Ignored} ignored */
  #ignore({id, kind, indexPath, reason}) {
    // Another client has deleted the item.
    if (reason == "unknown_id") return
    const {mirror} = this.#view
    const element = id != null ? mirror.get(id) : indexPath && mirror.element(kind ? "supplementary" : "cell", kind, indexPath)
    if (!element) return
    this.#fixed.add(nameOf(element))
    if (reason == "not_estimated" && element.category == "cell") this.#sections.set(element.indexPath[0], "fixed")
  }

  // Text that streams may grow for hours. A cell that grows because it is drawn does so without end.
  /** @param {Cell} cell */
  #follow(cell) {
    const {element, measured, node} = cell, now = performance.now(), text = () => node.textContent?.length ?? 0
    let run = this.#runs.get(cell)
    if (!run || now - run.at > 1000) this.#runs.set(cell, run = {rounds: 0, at: now, length: 0, text: text()})
    if (measured <= run.length) return
    Object.assign(run, {rounds: run.rounds + 1, at: now, length: measured})
    const isLong = run.rounds > most, isEndless = isLong && run.text == text()
    if (isLong) this.#runs.delete(cell)
    if (!isEndless && measured <= longest) return
    this.#fixed.add(nameOf(element))
    this.#cells.measure(cell)
    const name = element.id ?? `${element.kind} ${element.indexPath}`
    const detail = `The cell "${name}" grows without end: it is ${Math.round(measured)} px long, and is not measured any more.`
    const problem = Object.assign(new Error(detail), {code: "cell_grows", title: "Cell without end", detail, element})
    this.#view.emit("error", {problem})
  }

  /** @param {Cell} cell */
  #release(cell) {
    if (!this.#stretched.delete(cell)) return
    cell.node.style.minHeight = cell.node.style.minWidth = ""
  }
}

/** @param {Element} element */
const nameOf = ({id, key}) => id ?? key

/** @param {Element} element */
const lengths = ({frame: {width, height}}) => `${width} ${height}`
