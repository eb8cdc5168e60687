import { CellMeasurer } from "../cells/CellMeasurer.js"
import { invalidOption } from "./faults.js"

/**
 * @typedef {import("../cells/CellTemplates.js").CellTemplates} CellTemplates
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("../service/Session.js").Place} Place
 * @typedef {import("./Cell.js").Cell} Cell
 * @typedef {import("./Cells.js").Cells} Cells
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("./CollectionView.js").Options} Options
 *
 * @typedef {object} Known
 * @property {Element} element
 * @property {string} content The template and the content, as text.
 * @property {number} breadth
 * @property {number} length
 */

/**
 * Measures the cells of a view by the templates of its options.
 *
 * @param {CollectionView} view
 * @param {Options} options
 * @param {Cells} cells
 */
export async function measureInPage(view, options, cells) {
  /** @type {CellMeasurer | undefined} */
  let measurer
  try {
    measurer = await CellMeasurer.load()
    const sizes = new PageSizes(measurer, options, cells)
    view.use(sizes)
    // A view that has been closed meanwhile attaches nothing.
    if (cells.growth != sizes) sizes.detach()
  } catch (problem) {
    measurer?.close()
    view.emit("error", {problem})
  }
}

/** Finds the sizes of cells from their content, before they are drawn. */
export class PageSizes {
  /** Cells that nothing observes have their measured lengths. */
  draws = true
  /** @type {CollectionView} */
  #view = /** @type {any} */ (undefined)
  #measurer
  #templates
  #cells
  #cellOf
  /** Whether rows show the content of their elements, so that the same element has the same length. */
  #showsContent
  #options
  /** @type {WeakMap<Cell, Known>} */
  #known = new WeakMap()
  /** @type {Options["contentSizeCategory"]} The text size that those are of. */
  #textSize
  /** @type {"leftToRight" | "rightToLeft"} The direction of the view, which those are of too. */
  #layoutDirection = "leftToRight"
  /** @type {Set<Cell>} Those that are drawn as they were measured, and not yet as the service has them. */
  #ahead = new Set()
  /** @type {Set<string>} The ids of items that have a size of their own. */
  #fixed = new Set()
  /** The key of the fonts, with which the service tells the sizes of this page from others. */
  #fonts
  /** @type {string | undefined} The key that the service has. */
  #sentFonts
  /** @type {Set<string>} The problems that were reported. */
  #reported = new Set()
  #isAsking = false
  /** @type {WeakMap<Cell, number>} The lengths that were sent once more in the session. */
  #resent = new WeakMap()
  /** @type {import("../service/Session.js").Session | undefined} */
  #session

  /**
   * @param {CellMeasurer} measurer
   * @param {Options} options
   * @param {Cells} cells
   */
  constructor(measurer, options, cells) {
    const {templates = {}, cell} = options
    const names = Object.keys(templates), name = names[0] ?? "text"
    if (names.length > 1 && !cell) throw invalidOption(`Of ${names.length} "templates", the option "cell" chooses one for each row; it is missing.`)
    this.#measurer = measurer
    this.#templates = measurer.templates(templates)
    this.#cells = cells
    this.#options = options
    this.#fonts = measurer.fontsKey(templates)
    this.#showsContent = !cell
    this.#cellOf = cell ?? (({content}) => content === undefined ? undefined : {template: name, content})
    // Fonts that load change widths.
    measurer.onForget = () => {
      this.#known = new WeakMap()
      this.#fonts = measurer.fontsKey(templates)
      this.#view?.redraw()
    }
  }

  /** @param {CollectionView} view */
  attach(view) {
    this.#view = view
    this.#layoutDirection = getComputedStyle(view.element).direction == "rtl" ? "rightToLeft" : "leftToRight"
    this.#cells.growth = this
    view.redraw()
  }

  detach() {
    this.#cells.growth = undefined
    this.#templates.release()
    this.#measurer.close()
  }

  /**
   * Finds the size of a cell, so that the browser need not.
   *
   * @param {Cell} cell
   */
  measures(cell) {
    const {element} = cell, {category, id, estimated, frame: {width, height}} = element
    if (category != "cell" || id == null || this.#fixed.has(id)) return false
    const {isHorizontal} = this.#view, frame = isHorizontal ? width : height
    const length = this.#lengthOf(cell, isHorizontal ? height : width)
    if (length === undefined) return false
    // Edges of frames are rounded to pixels.
    const isAsLong = Math.abs(frame - length) <= 1 / devicePixelRatio + 0.02
    if (!estimated && isAsLong) cell.sent = length
    // The service has had the size, and has another one since: of a longer row of a grid, or of a page with other fonts.
    cell.measured = !estimated && !isAsLong && cell.sent == length ? -1 : length
    cell.isOld = false
    if (cell.isPending) this.#ahead.add(cell)
    return false
  }

  /** @param {Place} place */
  report({container}) {
    const {layoutDirection} = /** @type {{layoutDirection: "leftToRight" | "rightToLeft"}} */ (container)
    if (layoutDirection != this.#layoutDirection) this.#known = new WeakMap()
    this.#layoutDirection = layoutDirection
    Object.assign(container, {fonts: this.#fonts})
  }

  /** Whether the service has the sizes of other fonts. */
  needs() {
    return this.#fonts != this.#sentFonts
  }

  /** @param {Place} place */
  answered({container}) {
    const {fonts} = /** @type {{fonts?: string}} */ (container ?? {})
    this.#sentFonts = fonts ?? this.#sentFonts
  }

  /** Nothing is observed. */
  measured() {}

  /** @param {Delta} delta */
  changed({type, cause, ignored = []}) {
    if (type == "reset" || cause == "layout") this.#fixed.clear()
    for (const {id, reason} of ignored) {
      if (id == null || reason == "unknown_id") continue
      this.#fixed.add(id)
      for (const cell of this.#view.cells.values()) if (cell.element.id == id) cell.measured = -1
    }
  }

  /** Cells that are ahead of the service have their measured lengths already. */
  placed() {
    const {isHorizontal, cells} = this.#view, name = isHorizontal ? "width" : "height"
    let isUnsent = this.#findLost()
    for (const cell of this.#ahead) {
      if (cells.get(cell.key) != cell) {
        this.#ahead.delete(cell)
        continue
      }
      cell.node.style[name] = `${cell[name]}px`
      isUnsent ||= cell.isPending
      if (!cell.isPending && cell[name] == cell.element.frame[name]) this.#ahead.delete(cell)
    }
    if (!isUnsent || this.#isAsking) return
    this.#isAsking = true
    // In a task of its own: a row whose size is never taken must not stop the page.
    setTimeout(() => {
      this.#isAsking = false
      this.#view.session.request()
    })
  }

  /**
   * Finds the sizes that were sent and that the rows still do not have: while sessions and fonts change, the service may take
   * one and forget it before the page hears of it. Each is sent once more in a session, as the service may not want it.
   */
  #findLost() {
    const {session} = this.#view
    if (session != this.#session) this.#resent = new WeakMap()
    this.#session = session
    let isLost = false
    for (const cell of this.#view.cells.values()) {
      const {sent} = cell
      if (!cell.element.estimated || sent < 0 || this.#resent.get(cell) == sent) continue
      this.#resent.set(cell, sent)
      cell.sent = -1
      isLost ||= cell.isPending
    }
    return isLost
  }

  /**
   * @param {Cell} cell
   * @param {number} breadth
   */
  #lengthOf(cell, breadth) {
    const {element} = cell, textSize = this.#options.contentSizeCategory
    if (textSize != this.#textSize) this.#known = new WeakMap()
    this.#textSize = textSize
    let known = this.#known.get(cell)
    const isSame = this.#showsContent && known?.element == element && known.breadth == breadth
    if (!known || !isSame) {
      const shown = this.#cellOf(element)
      if (!shown) return undefined
      const {template, content: shownContent} = shown, content = `${template} ${JSON.stringify(shownContent)}`
      const isKnown = known?.content == content && known.breadth == breadth
      known = {element, content, breadth, length: known && isKnown ? known.length : this.#measure(template, shownContent, breadth)}
      this.#known.set(cell, known)
    }
    return known.length < 0 ? undefined : known.length
  }

  /**
   * @param {string} template
   * @param {unknown} content
   * @param {number} breadth
   */
  #measure(template, content, breadth) {
    const {isHorizontal} = this.#view
    /** @type {import("../cells/CellTemplates.js").CellRoom} */
    const room = {
      scale: devicePixelRatio, layoutDirection: this.#layoutDirection, contentSizeCategory: this.#textSize ?? undefined,
    }
    try {
      const {width, height} = this.#templates.size(template, content, {...room, [isHorizontal ? "height" : "width"]: breadth})
      return isHorizontal ? width : height
    } catch (problem) {
      const {message} = /** @type {Error} */ (problem)
      if (!this.#reported.has(message)) this.#view.emit("error", {problem})
      this.#reported.add(message)
      return -1
    }
  }
}
