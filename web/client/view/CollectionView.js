import { viewAttributes } from "../interaction/roles.js"
import { overlap, Rows } from "../mirror/Rows.js"
import { HTTPService } from "../service/HTTPService.js"
import { operations } from "../service/operations.js"
import { loaded, newID } from "../service/transport.js"
import { styles } from "./Cell.js"
import { Cells } from "./Cells.js"
import { Drawing, unheld } from "./Drawing.js"
import { Features } from "./Features.js"
import { Scroller } from "./Scroller.js"
import { ViewPlace } from "./ViewPlace.js"

/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../service/Collection.js").Collection} Collection
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("../service/Session.js").Place} Place
 * @typedef {import("../service/Session.js").Session} Session
 * @typedef {import("../service/TesseraProblem.js").TesseraProblem} TesseraProblem
 * @typedef {import("./Cell.js").Cell} Cell
 * @typedef {import("../mirror/Element.js").Point} Point
 * @typedef {import("../mirror/Element.js").Rect} Rect
 * @typedef {import("./Features.js").Feature} Feature
 * @typedef {import("./Options.js").Options} Options
 *
 * @typedef {string | number[] | {section: number | string} | {edge: "start" | "end"}} Target The id of an item; its index path;
 * a section, of which the header is meant, or its beginning if it has none; or an edge of the content.
 */

const sheet = typeof CSSStyleSheet == "function" ? new CSSStyleSheet() : undefined
sheet?.replaceSync?.(styles)

/** Shows a collection in an element that scrolls. */
export class CollectionView {
  element
  layer
  sizer
  collection
  /** @type {Session} */
  session
  /** The rows that the session has delivered. */
  mirror = new Rows()
  /** The size of the element, in pixels. */
  size = {width: 0, height: 0}
  /** Fills a node. @type {(node: HTMLElement, element: Element) => void} */
  render
  #options
  #cells
  #observer
  #features = new Features()
  #scroller
  #drawing
  #place
  #listening = new AbortController()
  #isFirst = true
  #hasParts = false
  #isLoaded = false

  /**
   * @param {HTMLElement} element
   * @param {Options} options
   */
  constructor(element, options) {
    this.element = element
    const {adopt, collection, engine, include = "content", name} = options
    this.collection = collection
    this.#options = options = {role: "list", ...options}
    this.render = options.render ?? ((node, {id = ""}) => { node.textContent = id })
    this.sizer = part(element, "tessera-sizer")
    this.layer = part(this.sizer, "tessera-layer")
    const scroller = this.#scroller = new Scroller(element, this.sizer, options, () => this.#rest())
    this.#observer = new ResizeObserver(entries => this.#resized(entries))
    const cells = this.#cells = new Cells(this, options, this.#observer)
    this.#drawing = new Drawing(this, cells, scroller, this.#features)
    this.#place = new ViewPlace(this, cells, scroller, this.#features, options)
    this.#adoptStyles()
    this.session = new HTTPService(collection, engine).open({name, include, mirror: adopt?.mirror}, {
      place: () => this.#state(), delta: delta => this.#changed(delta), status: ({type, ...detail}) => this.emit(type, detail),
      moved: session => this.session = session,
    })
    this.#measureSelf()
    if (!this.size.height) import("./faults.js").then(({checkSize}) => checkSize(this))
    adopt?.take(this, cells, adopt)
    if (options.measure) import("./Growth.js").then(({measure}) => measure(this, options, cells, this.#observer))
    this.#observer.observe(element)
    const {signal} = this.#listening
    element.addEventListener("scroll", () => this.#scrolled(), {passive: true, signal})
    for (const name of ["touchstart", "touchend", "touchcancel"]) {
      element.addEventListener(name, () => scroller.touch(name == "touchstart"), {passive: true, signal})
    }
    for (const name of ["focusin", "keydown", "pointerdown"]) {
      element.addEventListener(name, () => this.#loadParts(), {once: true, signal})
    }
  }

  /** The cells in the layer along the scroll direction. */
  get sorted() {
    return this.#cells.sorted
  }

  /** The cells by the keys of their elements. */
  get cells() {
    return this.#cells.all
  }

  /** The point of the content at the upper left corner of the element. */
  get contentOffset() {
    return this.#scroller.offset
  }

  get isScrolling() {
    return this.#scroller.isScrolling
  }

  get isHorizontal() {
    const {width, height} = this.mirror.contentSize
    return width > this.size.width + 0.5 && height <= this.size.height + 0.5
  }

  /** Whether the content goes on to the left. */
  get isReversed() {
    return this.isHorizontal && this.mirror.isMirrored
  }

  /** The part of the viewport that the insets leave, in content coordinates. @returns {Rect} */
  get clear() {
    return this.#scroller.clear
  }

  /** The part of it that no pinned header or footer covers. @returns {Rect} */
  get seen() {
    return this.#features.uncovered(this.clear)
  }

  /** The elements that the user sees, in the order of reading. */
  get visible() {
    const {seen} = this, bounds = {...this.contentOffset, ...this.size}
    return this.mirror.ordered().filter(({key, pins}) => {
      const cell = this.cells.get(key)
      return cell && overlap(cell, pins ? bounds : seen)
    })
  }

  /** @param {Feature} feature */
  use(feature) {
    if (this.#listening.signal.aborted) return
    this.#features.all.push(feature)
    feature.attach?.(this)
    if (feature.parentOf || feature.places) this.redraw()
  }

  /** @param {Feature} feature */
  drop(feature) {
    this.#features.drop(feature)
    this.redraw()
  }

  /** Places all cells again. */
  redraw() {
    const held = this.#drawing.hold()
    this.#cells.arrange()
    this.#drawing.draw(held)
    this.session.request()
  }

  /**
   * Dispatches an event of the view.
   *
   * @param {string} name Without "tessera-".
   * @param {object} [detail]
   * @param {boolean} [cancelable]
   * @returns {boolean} False if a listener prevented it.
   */
  emit(name, detail, cancelable = false) {
    if (detail && /error|closed/.test(name)) import("./faults.js").then(({write}) => write(this, detail))
    return this.element.dispatchEvent(new CustomEvent(`tessera-${name}`, {bubbles: true, cancelable, detail}))
  }

  /**
   * Scrolls to an item, a section or an edge of the content, and again until the rows there are measured.
   *
   * @param {Target} target
   * @param {{position?: string, behavior?: "auto" | "smooth"}} options A target beyond the window is there at once.
   * @returns {Promise<void>} Fulfilled when it is there, or when something else has ended it.
   */
  scrollTo(target, {position, behavior} = {}) {
    this.#place.reached()
    if (behavior == "smooth") return import("./smooth.js").then(({scrollSmoothly}) => scrollSmoothly(this, target, position))
    const to = typeof target == "string" ? {id: target} : Array.isArray(target) ? {indexPath: target} : target
    return this.#place.go({...to, position})
  }

  /**
   * Scrolls to the first section with a title in the index, as a tap on the index does.
   *
   * @param {string} title The `indexTitle` of the section; `collection.describe()` has all in `sectionIndexTitles`.
   * @returns {Promise<boolean>} False if no section has the title.
   */
  async scrollToIndexTitle(title) {
    return (await import("./actions.js")).scrollToIndexTitle(this, title)
  }

  /**
   * Scrolls by a distance in content coordinates.
   *
   * @param {number} dx
   * @param {number} dy
   */
  scrollBy(dx, dy) {
    this.#scroller.x.position += dx
    this.#scroller.y.position += dy
    this.#scrolled()
  }

  /**
   * Sets options of the place of the view: `follow`, `followDistance`, `contentAlignment`, `roomBelow`, `insets`,
   * `contentSizeCategory` and `layout`. Null is the default again.
   *
   * @param {Pick<Options, "follow" | "followDistance" | "contentAlignment" | "roomBelow" | "insets" | "contentSizeCategory" | "layout">} options
   */
  set(options) {
    Object.assign(this.#options, options)
    this.#place.wish(options)
    this.session.request()
  }

  /**
   * Has items shown and measured anew.
   *
   * @param {string[]} ids
   */
  async reload(ids) {
    return (await import("./actions.js")).reload(this, this.#options, ids)
  }

  /**
   * Changes the layout of the collection, or of this view alone if it has one of its own.
   *
   * @param {import("../../types/api").LayoutKind} layout
   * @returns {Promise<unknown>}
   */
  async setLayout(layout) {
    return (await import("./actions.js")).setLayout(this, this.#options, layout)
  }

  /**
   * Changes items: `view.update(batch => batch.delete(["m3"]))`. The view shows the result before the
   * response.
   *
   * @param {import("../service/operations.js").Build} build
   */
  update(build) {
    const edit = {id: newID(), operations: operations(build)}, made = this.session.change(edit.operations, {id: edit.id})
    made.catch(() => {})
    return loaded(() => import("../edits/edits.js"), this.#listening.signal)
      .then(({follow}) => follow(this, this.#options, edit, made))
  }

  /** Recycles the cells without elements that no feature keeps any longer. */
  sweep() {
    this.#cells.sweep()
  }

  /** @param {Cell} cell */
  parentOf(cell) {
    return this.#features.parentOf(cell) ?? this.layer
  }

  /** Where the content offset 0 is in the sizer. */
  get shift() {
    return {x: -this.#scroller.x.shift, y: -this.#scroller.y.shift}
  }

  /** The content offset at the upper left corner of the layer. */
  get origin() {
    return {x: this.#scroller.x.origin, y: this.#scroller.y.origin}
  }

  /** @param {Cell} cell */
  isKept(cell) {
    return this.#features.any("keeps", cell)
  }

  destroy() {
    this.#listening.abort()
    this.#observer.disconnect()
    this.#scroller.stop()
    this.#place.reached()
    this.#features.tell("detach")
    this.session.close()
    this.sizer.remove()
  }

  // ---- Sizes

  /** @param {ResizeObserverEntry[]} entries */
  #resized(entries) {
    this.#read()
    this.#features.tell("placing")
    for (const {target, borderBoxSize: [{inlineSize, blockSize}]} of entries) {
      const cell = this.#cells.of(target)
      if (target == this.element) this.#measureSelf()
      // In a page that does not show the element, nothing has a size.
      else if (cell?.measures && (inlineSize || blockSize)) {
        cell.measured = this.isHorizontal ? inlineSize : blockSize
        cell.isOld = false
        this.#cells.growth?.measured(cell)
      }
    }
    this.#drawing.redraw()
    this.#place.arrive()
    this.session.request()
  }

  #measureSelf() {
    this.#scroller.x.isRightToLeft = getComputedStyle(this.element).direction == "rtl"
    this.size = this.#scroller.measure(this.element)
  }

  #adoptStyles() {
    const {element} = this, root = /** @type {Document | ShadowRoot} */ (element.getRootNode())
    const scope = root.adoptedStyleSheets ? root : document
    if (sheet && !scope.adoptedStyleSheets.includes(sheet)) scope.adoptedStyleSheets.push(sheet)
    const attributes = viewAttributes(this.#options)
    element.classList.add("tessera")
    for (const name in attributes) if (!element.hasAttribute(name)) element.setAttribute(name, attributes[name])
  }

  // ---- Scrolling

  #scrolled() {
    if (!this.#read()) return
    const {x, y} = this.#scroller
    if (x.shift != x.least || y.shift != y.least || this.#place.isUnsent) this.#drawing.redraw()
    this.#travelled()
  }

  // Also before anything is drawn: the event may come later.
  #read() {
    if (!this.#scroller.read()) return false
    this.#place.reached()
    return true
  }

  #travelled() {
    this.#features.tell("scrolled")
    if (this.#place.isNeeded) this.session.request()
  }

  #rest() {
    if (this.#read() || this.#scroller.isTouched) return
    this.#scroller.rest()
    this.#drawing.redraw()
    this.#travelled()
    this.emit("settle", {contentOffset: this.contentOffset})
  }

  // ---- The session

  /** @returns {import("../service/Session.js").Place | undefined} */
  #state() {
    if (!this.size.width || !this.size.height) return
    this.#read()
    return this.#place.state(this.#drawing.redraw()?.cell)
  }

  /** @param {Delta} delta */
  #changed(delta) {
    this.#read()
    const {gone, rows, bounds} = delta, offset = this.contentOffset, isKnown = this.#place.knows(delta)
    const others = [...gone, ...rows].filter(({type}) => type == "delete" || type == "move").map(({key}) => key)
    const held = this.#drawing.hold(others), final = gone.find(({key}) => key == held?.cell.key)?.final
    this.mirror.follow(delta)
    this.#features.tell("changed", delta)
    const isAtGoal = this.#place.settle()
    this.#cells.change(delta)
    // A row with other content is as long as it was until it is measured, and not as long as the estimate by which the
    // service decides; but at the start the start stays.
    const isOld = held?.cell.isOld && offset.x + offset.y > 0
    const at = this.#isFirst && this.mirror.isMirrored && this.#place.isAtSent(bounds)
      ? {...bounds, x: Infinity} : isKnown && !isOld || isAtGoal ? bounds
        : held && final && unheld(held, final.frame, this.isReversed)
    this.#drawing.draw(isAtGoal ? undefined : held, at)
    this.#place.arrive()
    this.emit("change", delta)
    if (this.#isFirst) import("./Notices.js").then(({Notices}) => this.use(new Notices(this.#options, delta)))
    this.#isFirst = false
    if (!this.#hasParts && needsParts(this.mirror)) {
      this.#hasParts = true
      import("./parts.js").then(({attachParts}) => attachParts(this, this.#options))
    }
    if (this.#isLoaded) return
    if (typeof requestIdleCallback == "function") requestIdleCallback(() => this.#loadParts(), {timeout: 500})
    else setTimeout(() => this.#loadParts(), 50)
  }

  // Features that the first screen does not need, unless the user is faster.
  #loadParts() {
    if (this.#isLoaded || this.#listening.signal.aborted) return
    this.#isLoaded = true
    loaded(() => import("./later.js"), this.#listening.signal)
      .then(({attachLater}) => attachLater(this, this.#options), () => {})
  }
}

// Layouts in which more than cells moves, or cells move otherwise than with the content, and more than one list of cells.
/** @param {Rows} rows */
const needsParts = ({elements, itemCounts, orthogonalSections}) => orthogonalSections.length > 0 || itemCounts.size > 1
  || [...elements.values()].some(({category, transform3D}) => category == "supplementary" || transform3D)

/**
 * A child of an element, which a rendered page may have already.
 *
 * @param {HTMLElement} element
 * @param {string} name
 */
function part(element, name) {
  const there = element.querySelector(`:scope > .${name}`)
  if (there) return /** @type {HTMLElement} */ (there)
  const made = document.createElement("div")
  made.className = name
  element.append(made)
  return made
}
