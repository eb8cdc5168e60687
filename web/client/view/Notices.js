/**
 * @typedef {import("../service/Session.js").Delta} Delta
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("./CollectionView.js").Options} Options
 */

/** The notices of a view to the page: which items are visible, come next, and have no data yet. */
export class Notices {
  /** @type {CollectionView} */
  #view = /** @type {any} */ (undefined)
  #load
  #first
  #range = ""
  /** @type {Set<number>} The keys of the items whose data were requested. */
  #asked = new Set()

  /**
   * @param {Options} options
   * @param {Delta} first The delta that the view had before.
   */
  constructor({load}, first) {
    this.#load = load
    this.#first = first
  }

  /** @param {CollectionView} view */
  attach(view) {
    this.#view = view
    view.element.addEventListener("tessera-change", this.#changed)
    this.#notice(this.#first)
  }

  detach() {
    this.#view.element.removeEventListener("tessera-change", this.#changed)
  }

  scrolled() {
    const visible = this.#view.visible.filter(({category}) => category == "cell")
    const range = visible.map(({key}) => key).join()
    if (range == this.#range) return
    this.#range = range
    this.#view.emit("range", {elements: visible, first: visible[0], last: visible[visible.length - 1]})
  }

  /** @param {Event} event */
  #changed = event => {
    if (event.target == this.#view.element) this.#notice(/** @type {CustomEvent} */ (event).detail)
  }

  /** @param {Delta} delta */
  #notice({prefetch, cancel, snap}) {
    this.scrolled()
    if (this.#view.isScrolling) this.#estimate()
    if (prefetch?.length) this.#view.emit("prefetch", {items: prefetch})
    if (cancel?.length) this.#view.emit("cancelprefetch", {items: cancel})
    if (snap) this.#snap(snap)
    if (this.#load) this.#ask(this.#load)
  }

  // The style of a page may draw placeholders of this length beyond the window.
  #estimate() {
    const {sorted, isHorizontal, sizer} = this.#view
    const rows = sorted.filter(({element}) => element.category == "cell")
    const sum = rows.reduce((sum, {width, height}) => sum + (isHorizontal ? width : height), 0)
    if (sum) sizer.style.setProperty("--tessera-row", `${Math.round(sum / rows.length)}px`)
  }

  // Pages, and layouts that snap, come to rest where the service says.
  /** @param {{x: number, y: number}} target */
  #snap({x, y}) {
    const {contentOffset, isScrolling, element} = this.#view, left = x - contentOffset.x, top = y - contentOffset.y
    if (isScrolling || Math.abs(left) < 1 && Math.abs(top) < 1) return
    const {matches} = matchMedia("(prefers-reduced-motion: reduce)")
    element.scrollBy({left, top, behavior: matches ? "auto" : "smooth"})
  }

  // Items without ids have no data yet.
  /** @param {NonNullable<Options["load"]>} load */
  #ask(load) {
    const missing = this.#view.mirror.ordered().filter(({category, id}) => category == "cell" && id == null)
    const isMissing = new Set(missing.map(({key}) => key))
    const items = missing.filter(({key}) => !this.#asked.has(key))
    for (const key of this.#asked) if (!isMissing.has(key)) this.#asked.delete(key)
    if (!items.length) return
    for (const {key} of items) this.#asked.add(key)
    new Promise(done => done(load(items.map(({indexPath}) => ({indexPath}))))).catch(problem => {
      for (const {key} of items) this.#asked.delete(key)
      this.#view.emit("error", {problem})
    })
  }
}
