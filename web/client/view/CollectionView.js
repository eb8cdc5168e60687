import { viewAttributes } from "../interaction/roles.js"
import { Rows } from "../mirror/Rows.js"
import { HTTPService } from "../service/HTTPService.js"
import { Axis } from "./Axis.js"
import { styles } from "./Cell.js"
import { Cells, isInFlow } from "./Cells.js"

/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../service/Collection.js").Collection} Collection
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("../service/Session.js").Place} Place
 * @typedef {import("../service/Session.js").Session} Session
 * @typedef {import("./Cell.js").Cell} Cell
 * @typedef {import("../mirror/Element.js").Point} Point
 *
 * @typedef {object} Options
 * @property {Collection} collection
 * @property {(node: HTMLElement, element: Element) => void} [render] Fills a new node, or one that showed
 * another item.
 * @property {(node: HTMLElement, element: Element) => void} [update] The same item shows something else.
 * @property {(node: HTMLElement, element: Element) => void} [recycle] The node goes to the pool.
 * @property {(items: {indexPath: number[]}[]) => unknown} [load] Items without an id have come into the window: load
 * their data, and reconfigure them. If the promise is rejected, they are requested again.
 * @property {"server" | "dom"} [measure] Who finds the sizes that are estimates.
 * @property {{before?: number, after?: number}} [overscan] In screens, against and in the direction of
 * travel.
 * @property {string | {id: string}} [anchor] The element that stays in place, instead of the first visible row.
 * @property {false | {duration?: number, easing?: string}} [animation]
 * @property {"list" | "feed" | "grid" | "none"} [role]
 * @property {string} [label]
 * @property {string | boolean} [reorder] Whether the user moves rows, or the selector of their handles.
 * @property {Partial<import("../interaction/messages.js").Messages>} [messages] The texts of the live region, in
 * another language.
 * @property {boolean} [paging]
 * @property {string} [name] Of the viewport.
 * @property {"content"} [include] The data of items that the service sends.
 * @property {import("../../types/api").LayoutKind} [layout] A layout of this view's own.
 * @property {Adoption} [adopt] A rendered page.
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
 * @property {(cell: Cell) => boolean} [places] Whether the feature writes the style of this cell.
 * @property {(place: Place) => void} [report] Adds to the place that the session asks for.
 * @property {() => boolean} [needs] Whether the window is too small.
 *
 * @typedef {{cell: Cell, x: number, y: number}} Held A cell, and where in the viewport it is.
 * @typedef {{to: {id?: string, indexPath?: number[], position: string}, isAsked: boolean, done: () => void}} Goal
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
  /** Whether the service believes that the user scrolls. */
  #isSentMoving = false
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
    this.#options = {measure: /** @type {const} */ ("server"), role: /** @type {const} */ ("list"), ...options}
    this.render = options.render ?? ((node, {id = ""}) => { node.textContent = id })
    this.sizer = part(element, "tessera-sizer")
    this.layer = part(this.sizer, "tessera-layer")
    this.#axes = {x: new Axis(element, this.sizer, true), y: new Axis(element, this.sizer, false)}
    this.#observer = new ResizeObserver(entries => this.#resized(entries))
    this.#cells = new Cells(this, this.#options, this.#observer)
    this.#adoptStyles()
    this.session = new HTTPService(collection, engine).open({name, include, mirror: adopt?.mirror}, {
      place: () => this.#state(), delta: delta => this.#changed(delta), status: ({type, ...detail}) => this.emit(type, detail),
      moved: session => this.session = session,
    })
    this.#measureSelf()
    adopt?.take(this, this.#cells, adopt)
    this.#observer.observe(element)
    const {signal} = this.#listening
    element.addEventListener("scroll", () => this.#scrolled(), {passive: true, signal})
    for (const [name, isTouched] of Object.entries({touchstart: true, touchend: false, touchcancel: false})) {
      element.addEventListener(name, () => this.#touch(isTouched), {passive: true, signal})
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

  /** The elements that the user sees, in the order of reading. */
  get visible() {
    const {x, y} = this.contentOffset, {width, height} = this.size
    return this.mirror.ordered().filter(({key}) => {
      const cell = this.cells.get(key)
      return cell && cell.x < x + width && cell.x + cell.width > x
        && cell.y < y + height && cell.y + cell.height > y
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
    return this.element.dispatchEvent(new CustomEvent(`tessera-${name}`, {bubbles: true, cancelable, detail}))
  }

  /**
   * Scrolls to an item, and again until the rows around it are measured.
   *
   * @param {string | number[]} item Its id or its index path.
   * @param {{position?: string, behavior?: "auto" | "smooth"}} [options] An item beyond the window is there at once.
   * @returns {Promise<void>} Fulfilled when it is there, or when something else has ended it.
   */
  scrollTo(item, options = {}) {
    const {position = "nearest", behavior} = options, isID = typeof item == "string"
    const element = isID ? this.mirror.get(item) : this.mirror.element("cell", undefined, item)
    const there = behavior == "smooth" && element
    this.#reached()
    if (there) return import("./smooth.js").then(({scrollSmoothly}) => scrollSmoothly(this, there, position))
    return new Promise(done => {
      this.#goal = {to: {...isID ? {id: item} : {indexPath: item}, position}, isAsked: false, done}
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
   * @param {number} clientX
   * @param {number} clientY
   */
  toContent(clientX, clientY) {
    const {left, top} = this.element.getBoundingClientRect(), {x, y} = this.contentOffset
    const {clientLeft, clientTop} = this.element
    return {x: clientX - left - clientLeft + x, y: clientY - top - clientTop + y}
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
    return this.session.change(build)
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

  // The first row that the user sees, and does not move.
  /** @returns {Held | undefined} */
  #hold() {
    const {x, y} = this.contentOffset, isHorizontal = this.isHorizontal
    const cell = this.#cells.sorted.find(cell => isInFlow(cell.element) && !cell.isHeld
      && (isHorizontal ? cell.x + cell.width > x : cell.y + cell.height > y))
    return cell && {cell, x: cell.x - x, y: cell.y - y}
  }

  /**
   * Places all cells so that the held one stays where it is, or else at a content offset. Where rows follow each other,
   * one whose measurement is still on its way has its measured size already, and moves those behind it.
   *
   * @param {Held} [held]
   * @param {Point} [at]
   */
  #draw(held, at = this.contentOffset) {
    const {isStack, sorted} = this.#cells, {x, y} = this.#axes, isHorizontal = this.isHorizontal
    let sum = 0, base = 0
    const leads = sorted.map(cell => {
      const lead = sum, {width, height} = cell.element.frame
      if (cell == held?.cell) base = sum
      const isGrown = isStack && cell.isPending
      cell.width = isGrown && isHorizontal ? cell.measured : width
      cell.height = isGrown && !isHorizontal ? cell.measured : height
      sum += isHorizontal ? cell.width - width : cell.height - height
      return lead
    })
    const isThere = held && !held.cell.isGone && this.cells.get(held.cell.key) == held.cell
    const to = isThere ? {x: held.cell.element.frame.x - held.x, y: held.cell.element.frame.y - held.y} : at
    const {contentSize} = this.mirror
    for (const [axis, extent, offset] of /** @type {[Axis, number, number][]} */ (
      [[x, contentSize.width, to.x], [y, contentSize.height, to.y]])) {
      axis.extent = extent
      axis.resize(false)
      axis.shift = axis.clamp(offset) - axis.seen
      if (!this.isScrolling && !this.#isTouched) axis.fold()
    }
    write(this.layer, "transform", `translate(${x.origin - x.shift}px, ${y.origin - y.shift}px)`)
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
    const held = this.#hold()
    for (const feature of this.#features) feature.placing?.()
    for (const {target, borderBoxSize} of entries) {
      const cell = this.#cells.of(target)
      if (cell?.measures) cell.measured = borderBoxSize[0][this.isHorizontal ? "inlineSize" : "blockSize"]
      else if (target == this.element) this.#turned(held)
    }
    this.#draw(held)
    this.session.request()
  }

  // In another width all places are other ones: the service finds the row that was seen first.
  /** @param {Held} [held] */
  #turned(held) {
    const {width, height} = this.size, {isHorizontal} = this, {x, y} = this.contentOffset
    this.#measureSelf()
    const isOther = isHorizontal ? height != this.size.height : width != this.size.width
    if (isOther && width && (isHorizontal ? x : y) > 0) this.#seek(held)
  }

  /** @param {Held} [held] */
  #seek(held) {
    const id = held?.cell.element.id
    if (id == null || this.#goal) return
    this.#goal = {to: {id, position: this.isHorizontal ? "left" : "top"}, isAsked: false, done() {}}
  }

  #measureSelf() {
    const {clientWidth, clientHeight} = this.element, {x, y} = this.#axes
    this.size = {width: clientWidth, height: clientHeight}
    x.view = clientWidth
    y.view = clientHeight
    x.isRightToLeft = getComputedStyle(this.element).direction == "rtl"
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
    if (x.shift || y.shift || this.#isUnsent()) this.#draw(this.#hold())
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
    clearTimeout(this.#resting)
    this.#resting = setTimeout(() => this.#rest(), 160)
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
    if (isTouched) return
    clearTimeout(this.#resting)
    this.#resting = setTimeout(() => this.#rest(), 160)
  }

  // ---- Requests

  #isUnsent() {
    return this.#cells.sorted.some(cell => cell.isPending)
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
    const [before, after] = this.#reach(axis), {offset, velocity, view, extent} = axis, end = start + length
    return velocity <= 0 && start > 0 && offset - start < before / 2
      || velocity >= 0 && end < extent && end - offset - view < after / 2
  }

  #isNeeded() {
    const {mirror, size, contentOffset} = this, {window, bounds} = mirror, {x, y} = this.#axes
    return Boolean(this.#goal && !this.#goal.isAsked) || this.#isUnsent()
      || this.#features.some(feature => feature.needs?.())
      || this.#isShort(x, window.x, window.width) || this.#isShort(y, window.y, window.height)
      || bounds.width != size.width || bounds.height != size.height
      // At the start of the content the service keeps the start in place, and not the visible rows.
      || bounds.x + bounds.y <= 0 && contentOffset.x + contentOffset.y > 0 && isNear(this.#sentOffset, bounds)
      || !this.isScrolling && (this.#isSentMoving
        || !isNear(contentOffset, bounds) && !isNear(contentOffset, this.#sentOffset))
  }

  /** @returns {Place | undefined} */
  #state() {
    if (!this.size.width || !this.size.height) return undefined
    this.#read()
    const held = this.#hold()
    this.#draw(held)
    const {width, height} = this.size, {x, y} = this.#axes, goal = this.#goal
    const [left, right] = this.#reach(x), [top, bottom] = this.#reach(y), overscan = {top, left, bottom, right}
    const rows = [...this.cells.values()].filter(cell => cell.isPending && !cell.isGone)
    const {paging, layout} = this.#options, layoutDirection = x.isRightToLeft ? "rightToLeft" : "leftToRight", id = held?.cell.element.id
    const anchor = this.#options.anchor ?? (id == null ? undefined : {id})
    const sizes = rows.map(cell => ({cell, size: cell.measured})), offset = this.contentOffset
    const isMoving = x.velocity != 0 || y.velocity != 0
    /** @type {Place} */
    const place = {
      isNeeded: this.#isNeeded(), container: {width, height, scale: devicePixelRatio, layoutDirection},
      bounds: [x.offset, y.offset, width, height], velocity: [x.velocity, y.velocity],
      overscan, measurements: rows.map(cell => this.#measurement(cell)),
      ...anchor && {anchor}, ...goal && {scrollTo: /** @type {{id: string}} */ (goal.to)},
      ...paging && {paging}, ...layout !== undefined && {layout},
      accepted: (_, {measurements}) => {
        this.#reachedBy = goal
        if (goal) goal.isAsked = true
        this.#sentOffset = offset
        this.#isSentMoving = isMoving
        if (measurements) this.#settled.push(...sizes)
      },
      refused: () => {
        if (goal && goal == this.#goal) this.#reached()
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
    const held = this.#hold(), {x, y} = this.contentOffset, goal = this.#reachedBy
    this.#reachedBy = undefined
    const isExact = isNear(this.contentOffset, delta.from), isResponse = delta.type != "change"
    const isLost = delta.gone.some(({key, type}) => key == held?.cell.key && type != "delete")
    this.mirror.follow(delta)
    for (const feature of this.#features) feature.changed?.(delta)
    for (const {cell, size} of this.#settled.splice(0)) cell.sent = size
    this.#cells.change(delta)
    const at = {x: x + delta.adjustment.x, y: y + delta.adjustment.y}
    // At the position that the service knows, the service decides which row stays in place; elsewhere the first visible
    // one does.
    if (this.#isFirst && this.#axes.x.isRightToLeft) at.x = delta.contentSize.width - this.size.width
    if (goal && goal == this.#goal) this.#draw(undefined, delta.bounds)
    else this.#draw(isResponse || !isExact ? held : undefined, at)
    if (isLost && !isExact && !isResponse) this.#seek(held)
    const isMeasured = this.#cells.sorted.every(cell => !cell.measures || cell.measured >= 0 && !cell.isPending)
    if (goal && goal == this.#goal && isMeasured) this.#reached()
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
    const {animation = {}, role, reorder, messages} = this.#options
    this.#isLoaded = true
    if (animation) import("../changes/Animator.js").then(({Animator}) => this.use(new Animator(this, animation)))
    import("../interaction/Interaction.js")
      .then(({Interaction}) => this.use(new Interaction({role, reorder, messages})))
  }

  #reached() {
    this.#goal?.done()
    this.#goal = undefined
  }
}

// Layouts in which more than cells moves, or cells move otherwise than with the content.
/** @param {Rows} rows */
const needsParts = ({elements, orthogonalSections}) => orthogonalSections.length > 0
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
 * @param {HTMLElement} node
 * @param {"transform"} name
 * @param {string} value
 */
function write(node, name, value) {
  if (node.style[name] != value) node.style[name] = value
}

/**
 * @param {Point} a
 * @param {Point} b
 */
const isNear = (a, b) => Math.abs(a.x - b.x) < 0.01 && Math.abs(a.y - b.y) < 0.01
