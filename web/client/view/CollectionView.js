import { viewAttributes } from "../interaction/roles.js"
import { overlap, Rows } from "../mirror/Rows.js"
import { HTTPService } from "../service/HTTPService.js"
import { policies } from "../service/HTTPSession.js"
import { operations } from "../service/operations.js"
import { loaded, newID } from "../service/transport.js"
import { Axis } from "./Axis.js"
import { styles } from "./Cell.js"
import { Cells, isInFlow } from "./Cells.js"

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
 *
 * @typedef {object} Options
 * @property {Collection} collection
 * @property {(node: HTMLElement, element: Element) => void} [render] Fills a new node, or one that showed
 * another item.
 * @property {(node: HTMLElement, element: Element) => void} [update] The same item shows something else.
 * @property {(node: HTMLElement, element: Element) => void} [recycle] The node goes to the pool.
 * @property {(items: {indexPath: number[]}[]) => unknown} [load] Items without an id have come into the window: load
 * their data, and reconfigure them. If the promise is rejected, they are requested again.
 * @property {"server" | "dom" | "page"} [measure] Who finds the sizes that are estimates: the service; the browser, from the
 * nodes; or the page, from templates.
 * @property {Record<string, import("../../types/api").Template>} [templates] With `"page"`: the templates of cells, by name.
 * @property {(element: Element) => {template: string, content?: unknown} | undefined} [cell] With `"page"`: what shows an
 * element; undefined for one that is not measured. By default its `content`, by the only template.
 * @property {{before?: number, after?: number}} [overscan] In screens, against and in the direction of
 * travel.
 * @property {string | {id: string}} [anchor] The element that stays in place, instead of the first visible row.
 * @property {false | {duration?: number, easing?: string}} [animation]
 * @property {"list" | "tree" | "feed" | "grid" | "none"} [role]
 * @property {string} [label]
 * @property {string | boolean} [reorder] Whether the user moves rows, or the selector of their handles.
 * @property {Partial<import("../interaction/messages.js").Messages>} [messages] The texts of the live region, in
 * another language.
 * @property {import("./Axis.js").Insets | null} [insets] The parts at the edges of the view that something covers, in pixels: the
 * content scrolls out from behind it.
 * @property {boolean} [paging]
 * @property {string} [name] Of the viewport.
 * @property {"content"} [include] The data of items that the service sends.
 * @property {import("../../types/api").LayoutKind} [layout] A layout of this view's own.
 * @property {"start" | "end" | "none" | null} [follow] The end of the content at which the view stays while it is there,
 * whatever changes; with "none" it stays at neither.
 * @property {number | null} [followDistance] How near that end is, in pixels.
 * @property {"start" | "center" | "end" | null} [contentAlignment] Where content is that is shorter than the view.
 * @property {{id: string} | {indexPath: number[]} | null} [roomBelow] An item that can be scrolled to the start, however
 * little comes after it.
 * @property {Adoption} [adopt] A rendered page.
 * @property {boolean} [keepEdits] Whether edits that are on their way survive a closed tab.
 * @property {"auto" | "page" | "server"} [engine] Who lays the collection out: the service; the page itself; or the
 * service until the page can. A page that cannot leaves it to the service.
 *
 * @typedef {object} Adoption
 * @property {import("../mirror/Mirror.js").Mirror} mirror The mirror of the response that the page shows.
 * @property {Delta} delta The change of the mirror by it.
 * @property {(element: Element) => HTMLElement | undefined} node
 * @property {import("./adopt.js").adoptCells} take The function of that name.
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
 *
 * @typedef {object} Held
 * @property {Cell} cell
 * @property {number} x Where in the viewport its leading corner is.
 * @property {number} y
 * @property {number} from How far its start is behind that of the seen part, along the scroll direction.
 * @property {number} length
 *
 * @typedef {string | number[] | {edge: "start" | "end"}} Target The id of an item, its index path, or an edge of the content.
 *
 * @typedef {{to: NonNullable<Place["scrollTo"]>, isAsked: boolean, done: () => void}} Goal
 */

const wishes = /** @type {const} */ (["paging", "layout", ...policies])
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
  isScrolling = false
  /** Fills a node. @type {(node: HTMLElement, element: Element) => void} */
  render
  #options
  #axes
  #cells
  #observer
  /** @type {Feature[]} */
  #features = []
  /** @type {Goal | undefined} */
  #goal
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting
  #isTouched = false
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
  #time = 0
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
    this.#options = {role: /** @type {const} */ ("list"), ...options}
    this.render = options.render ?? ((node, {id = ""}) => { node.textContent = id })
    this.sizer = part(element, "tessera-sizer")
    this.layer = part(this.sizer, "tessera-layer")
    this.#axes = {x: new Axis(element, this.sizer, true, this.#options), y: new Axis(element, this.sizer, false, this.#options)}
    this.#observer = new ResizeObserver(entries => this.#resized(entries))
    this.#cells = new Cells(this, this.#options, this.#observer)
    this.#adoptStyles()
    this.session = new HTTPService(collection, engine).open({name, include, mirror: adopt?.mirror}, {
      place: () => this.#state(), delta: delta => this.#changed(delta), status: ({type, ...detail}) => this.emit(type, detail),
      moved: session => this.session = session,
    })
    this.#measureSelf()
    if (!this.size.height) import("./faults.js").then(({checkSize}) => checkSize(this))
    adopt?.take(this, this.#cells, adopt)
    if (options.measure) import("./Growth.js").then(({measure}) => measure(this, options, this.#cells, this.#observer))
    this.#observer.observe(element)
    const {signal} = this.#listening
    element.addEventListener("scroll", () => this.#scrolled(), {passive: true, signal})
    for (const name of ["touchstart", "touchend", "touchcancel"]) {
      element.addEventListener(name, () => this.#touch(name == "touchstart"), {passive: true, signal})
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
    return {x: this.#axes.x.offset, y: this.#axes.y.offset}
  }

  get isHorizontal() {
    const {width, height} = this.mirror.contentSize
    return width > this.size.width + 0.5 && height <= this.size.height + 0.5
  }

  /** Whether reading begins at the right, and scrolling too. */
  get isReversed() {
    return this.isHorizontal && this.#axes.x.isRightToLeft
  }

  /** The part of the viewport that the insets leave, in content coordinates. @returns {Rect} */
  get clear() {
    const [x, width] = this.#axes.x.clear, [y, height] = this.#axes.y.clear
    return {x, y, width, height}
  }

  /** The part of it that no pinned header or footer covers. @returns {Rect} */
  get seen() {
    return this.#features.reduce((rect, feature) => feature.uncovered?.(rect) ?? rect, this.clear)
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
    this.#features.push(feature)
    feature.attach?.(this)
    if (feature.parentOf || feature.places) this.redraw()
  }

  /** @param {Feature} feature */
  drop(feature) {
    this.#features = this.#features.filter(other => other != feature)
    feature.detach?.()
    this.redraw()
  }

  /** Places all cells again. */
  redraw() {
    const held = this.#hold()
    this.#cells.arrange()
    this.#draw(held)
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
   * Scrolls to an item or to an edge of the content, and again until the rows there are measured.
   *
   * @param {Target} target
   * @param {{position?: string, behavior?: "auto" | "smooth"}} options A target beyond the window is there at once.
   * @returns {Promise<void>} Fulfilled when it is there, or when something else has ended it.
   */
  scrollTo(target, {position, behavior} = {}) {
    this.#reached()
    if (behavior == "smooth") return import("./smooth.js").then(({scrollSmoothly}) => scrollSmoothly(this, target, position))
    return new Promise(done => {
      const to = typeof target == "string" ? {id: target} : "edge" in target ? target : {indexPath: target}
      this.#goal = {to: {...to, position}, isAsked: false, done}
      this.session.request()
    })
  }

  /**
   * Scrolls by a distance in content coordinates.
   *
   * @param {number} dx
   * @param {number} dy
   */
  scrollBy(dx, dy) {
    this.#axes.x.position += dx
    this.#axes.y.position += dy
    this.#scrolled()
  }

  /**
   * Sets options of the place of the view: `follow`, `followDistance`, `contentAlignment`, `roomBelow`, `insets` and
   * `layout`. Null is the default again.
   *
   * @param {Pick<Options, "follow" | "followDistance" | "contentAlignment" | "roomBelow" | "insets" | "layout">} options
   */
  set(options) {
    Object.assign(this.#options, options)
    this.#unsent = options
    this.session.request()
  }

  /**
   * Has items shown and measured anew.
   *
   * @param {string[]} ids
   */
  async reload(ids) {
    const {reload} = await import("./actions.js")
    return reload(this, this.#options, ids)
  }

  /**
   * Changes the layout of the collection, or of this view alone if it has one of its own.
   *
   * @param {import("../../types/api").LayoutKind} layout
   * @returns {Promise<unknown>}
   */
  async setLayout(layout) {
    const {setLayout} = await import("./actions.js")
    return setLayout(this, this.#options, layout)
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
    for (const feature of this.#features) {
      const parent = feature.parentOf?.(cell)
      if (parent) return parent
    }
    return this.layer
  }

  /** Where the content offset 0 is in the sizer. */
  get shift() {
    return {x: -this.#axes.x.shift, y: -this.#axes.y.shift}
  }

  /** The content offset at the upper left corner of the layer. */
  get origin() {
    return {x: this.#axes.x.origin, y: this.#axes.y.origin}
  }

  /** @param {Cell} cell */
  isKept(cell) {
    return this.#features.some(feature => feature.keeps?.(cell))
  }

  destroy() {
    this.#listening.abort()
    this.#observer.disconnect()
    clearTimeout(this.#resting)
    this.#reached()
    for (const feature of this.#features) feature.detach?.()
    this.session.close()
    this.sizer.remove()
  }

  // ---- Drawing

  // The first row that the user sees, and that stays. The seen part of an estimate is a guess: the next row stays in place
  // when its size comes. A row that has been measured before, and grows, stays.
  /**
   * @param {number[]} [others] The keys of rows that do not stay.
   * @returns {Held | undefined}
   */
  #hold(others = []) {
    const {contentOffset: {x, y}, isHorizontal, isReversed} = this
    const span = (/** @type {Rect} */ {x, y, width, height}) =>
      isReversed ? [-x - width, -x] : isHorizontal ? [x, x + width] : [y, y + height]
    const [start, end] = span(this.seen)
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
  #draw(held, at) {
    const {growth, isStack, sorted} = this.#cells, {x, y} = this.#axes, {isHorizontal, isReversed, size} = this
    const isThere = held && !held.cell.isGone && this.cells.get(held.cell.key) == held.cell
    const to = {...at ?? (isThere ? unheld(held, held.cell.element.frame, isReversed) : this.contentOffset)}
    let sum = 0, base = NaN
    const leads = sorted.map(cell => {
      const lead = sum, {element, measures, measured, isPending} = cell, {frame} = element, {width, height} = frame
      const length = isHorizontal ? width : height
      const grown = isStack && (measures || growth?.draws) && measured >= 0 && (isPending || Math.abs(measured - length) > 1) ? measured : length
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
    const {contentSize, bounds, scrollRange} = this.mirror
    const mayFold = !this.isScrolling && !this.#isTouched
    /** @type {[range?: typeof scrollRange, before?: number, after?: number][]} */
    const ranges = [[scrollRange, isReversed ? base : 0, isReversed ? 0 : sum - base], []]
    if (!isHorizontal) ranges.reverse()
    x.fit(contentSize.width, to.x, mayFold, bounds.width, ...ranges[0])
    y.fit(contentSize.height, to.y, mayFold, bounds.height, ...ranges[1])
    const {style} = this.layer, transform = `translate(${x.origin - x.shift}px, ${y.origin - y.shift}px)`
    if (style.transform != transform) style.transform = transform
    sorted.forEach((cell, index) => {
      const {frame} = cell.element, lead = leads[index] - base
      this.#place(cell, frame.x + (isHorizontal ? lead : 0), frame.y + (isHorizontal ? 0 : lead))
    })
    for (const cell of this.cells.values()) {
      if (cell.parent == this.layer && !cell.isGone) continue
      cell.width = cell.element.frame.width
      cell.height = cell.element.frame.height
      this.#place(cell, cell.element.frame.x, cell.element.frame.y)
    }
    for (const feature of this.#features) feature.placed?.()
  }

  /**
   * @param {Cell} cell
   * @param {number} x
   * @param {number} y
   */
  #place(cell, x, y) {
    cell.x = x
    cell.y = y
    if (this.#features.some(feature => feature.places?.(cell))) return
    cell.place({x: x - this.#axes.x.origin, y: y - this.#axes.y.origin, isHorizontal: this.isHorizontal})
  }

  /** @param {ResizeObserverEntry[]} entries */
  #resized(entries) {
    this.#read()
    for (const feature of this.#features) feature.placing?.()
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
    this.#draw(this.#hold())
    this.#arrive()
    this.session.request()
  }

  #measureSelf() {
    const {clientWidth, clientHeight} = this.element, {x, y} = this.#axes
    this.size = {width: clientWidth, height: clientHeight}
    x.isRightToLeft = getComputedStyle(this.element).direction == "rtl"
    x.measure(clientWidth)
    y.measure(clientHeight)
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
    const {x, y} = this.#axes
    if (x.shift != x.least || y.shift != y.least || this.#isUnsent()) this.#draw(this.#hold())
    this.#travelled()
  }

  // Also before anything is drawn: the event may come later.
  #read() {
    const {x, y} = this.#axes, now = performance.now(), pause = now - this.#time
    const [dx, dy] = [x.read(), y.read()]
    if (!dx && !dy) return false
    x.travel(dx, pause)
    y.travel(dy, pause)
    this.#time = now
    this.isScrolling = true
    this.#reached()
    this.#restLater()
    return true
  }

  #travelled() {
    for (const feature of this.#features) feature.scrolled?.()
    if (this.#isNeeded()) this.session.request()
  }

  #rest() {
    if (this.#read() || this.#isTouched) return
    this.isScrolling = false
    this.#axes.x.velocity = this.#axes.y.velocity = 0
    this.#draw(this.#hold())
    this.#travelled()
    this.emit("settle", {contentOffset: this.contentOffset})
  }

  // A finger that rests on the glass still scrolls.
  /** @param {boolean} isTouched */
  #touch(isTouched) {
    this.#isTouched = isTouched
    if (!isTouched) this.#restLater()
  }

  #restLater() {
    clearTimeout(this.#resting)
    this.#resting = setTimeout(() => this.#rest(), 160)
  }

  // ---- Requests

  #isUnsent() {
    return this.#cells.sorted.some(cell => cell.isPending && !cell.isPaced)
  }

  // The window begins one screen behind the viewport, and ends two and a half ahead of it, and in a fast fling as far as
  // it goes during two requests.
  /** @param {Axis} axis */
  #reach({view, velocity}) {
    const {before = 1, after = 2.5} = this.#options.overscan ?? {}
    const behind = before * view, ahead = after * view + 2 * Math.abs(velocity) * this.session.latency
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

  #isNeeded() {
    const {mirror, size, contentOffset} = this, {window, bounds} = mirror, {x, y} = this.#axes
    return Boolean(this.#unsent || this.#goal && !this.#goal.isAsked) || this.#isUnsent()
      || this.#features.some(feature => feature.needs?.())
      || this.#isShort(x, window.x, window.width) || this.#isShort(y, window.y, window.height)
      || bounds.width != size.width || bounds.height != size.height
      || !this.isScrolling && (this.#isSentMoving
        || !isNear(contentOffset, bounds) && !isNear(contentOffset, this.#sentOffset))
  }

  /** @returns {Place | undefined} */
  #state() {
    if (!this.size.width || !this.size.height) return undefined
    this.#read()
    const held = this.#hold()
    this.#draw(held)
    const {width, height} = this.size, {x, y} = this.#axes, goal = this.#goal, unsent = this.#unsent
    const [left, right] = this.#reach(x), [top, bottom] = this.#reach(y), overscan = {top, left, bottom, right}
    const rows = [...this.cells.values()].filter(cell => cell.isPending && !cell.isGone)
    const layoutDirection = x.isRightToLeft ? "rightToLeft" : "leftToRight", id = held?.cell.element.id
    const sizes = rows.map(cell => ({cell, size: cell.measured})), offset = this.contentOffset, {bounds} = this.mirror
    // Where the user has not scrolled since, the service finds what stays in place, also in another size of the viewport.
    const isKnown = isNear(offset, {...bounds, x: bounds.x + (x.isRightToLeft ? bounds.width - width : 0)})
    const {anchor = isKnown || id == null ? undefined : {id}} = this.#options, at = isKnown ? bounds : offset
    const isMoving = x.velocity != 0 || y.velocity != 0
    /** @type {Place} */
    const place = {
      isNeeded: this.#isNeeded(), container: {width, height, insets: this.#options.insets ?? undefined, scale: devicePixelRatio, layoutDirection},
      bounds: [at.x, at.y, width, height], velocity: [x.velocity, y.velocity],
      overscan, measurements: rows.map(cell => this.#measurement(cell)),
      anchor, scrollTo: goal?.to,
      ...Object.fromEntries(wishes.map(name => [name, this.#options[name]])),
      accepted: (_, sent) => {
        this.#isPlaced = sent.boundsVersion != null
        this.#reachedBy = goal
        if (goal) goal.isAsked = true
        this.#sentOffset = offset
        if (unsent == this.#unsent) this.#unsent = undefined
        this.#isSentMoving = isMoving
        if (sent.measurements) this.#settled.push(...sizes)
        for (const feature of this.#features) feature.answered?.(sent)
      },
      refused: problem => {
        import("./actions.js").then(({dropPolicies}) => dropPolicies(this.#options, problem))
        if (goal && goal == this.#goal) this.#reached()
        for (const feature of this.#features) feature.answered?.(place, problem)
      },
    }
    for (const feature of this.#features) feature.report?.(place)
    return place
  }

  /** @param {Cell} cell */
  #measurement({measured, element: {category, kind, id, indexPath: [section, item], frame}}) {
    const size = this.isHorizontal ? [measured, frame.height] : [frame.width, measured]
    return category == "cell" ? {id, size} : {kind, section, item, size}
  }

  /** @param {Delta} delta */
  #changed(delta) {
    this.#read()
    const goal = this.#reachedBy, {gone, rows, bounds, type} = delta, offset = this.contentOffset
    this.#reachedBy = undefined
    // Where the user has not scrolled since the last request, the service decides what stays in place; elsewhere the first
    // row that is seen and stays does. So it is where the window was read anew without a version, but for the start.
    const isKnown = type == "reset" && !this.#isPlaced ? offset.x + offset.y <= 0
      : type != "scroll" && isNear(offset, delta.from) || type != "change" && isNear(offset, this.#sentOffset)
    this.#isPlaced = true
    const others = [...gone, ...rows].filter(({type}) => type == "delete" || type == "move").map(({key}) => key)
    const held = this.#hold(others), final = gone.find(({key}) => key == held?.cell.key)?.final
    this.mirror.follow(delta)
    for (const feature of this.#features) feature.changed?.(delta)
    for (const {cell, size} of this.#settled.splice(0)) cell.sent = size
    this.#cells.change(delta)
    const isAtGoal = goal && goal == this.#goal
    // A row with other content is as long as it was until it is measured, and not as long as the estimate by which the
    // service decides; but at the start the start stays.
    const isOld = held?.cell.isOld && offset.x + offset.y > 0
    const at = this.#isFirst && this.#axes.x.isRightToLeft && isNear(bounds, this.#sentOffset)
      ? {...bounds, x: Infinity} : isKnown && !isOld || isAtGoal ? bounds
        : held && final && unheld(held, final.frame, this.isReversed)
    this.#draw(isAtGoal ? undefined : held, at)
    this.#arrive()
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

  // The response that has scrolled to an item is the last one if the rows there are as long as it says.
  #arrive() {
    const isMeasured = this.#cells.sorted.every(cell => !cell.measures || cell.measured >= 0 && !cell.isOld)
    if (this.#goal?.isAsked && isMeasured && !this.#isUnsent()) this.#reached()
  }

  #reached() {
    this.#goal?.done()
    this.#goal = undefined
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
const unheld = ({x, y}, frame, isReversed) => ({x: lead(frame, isReversed) - x, y: frame.y - y})

/**
 * @param {Point} a
 * @param {Point} b
 */
const isNear = (a, b) => Math.abs(a.x - b.x) < 0.01 && Math.abs(a.y - b.y) < 0.01
