/**
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../mirror/Element.js").Element} Element
 */

/** How many items have come behind all that the user has seen, in whichever section, until they are seen. */
export class Unseen {
  #view
  #count = 0
  /** @type {{key: number, id?: string, behind: number}[]} The cells that were seen last, and how many items were behind each. */
  #seen = []

  /** @param {Pick<CollectionView, "mirror" | "emit" | "element" | "visible">} view */
  constructor(view) {
    this.#view = view
  }

  attach() {
    const {element} = this.#view
    for (const name of ["tessera-range", "tessera-change"]) element.addEventListener(name, this.#look)
    this.#look()
  }

  detach() {
    const {element} = this.#view
    for (const name of ["tessera-range", "tessera-change"]) element.removeEventListener(name, this.#look)
  }

  #look = () => this.see(this.#view.visible.filter(({category}) => category == "cell"))

  /**
   * The view may show other cells, or the collection have others.
   *
   * @param {Element[]} visible Its cells in the order of reading.
   */
  see(visible) {
    const before = this.#count, last = visible[visible.length - 1]
    // While nothing is drawn, nothing is known.
    if (!last) return
    this.#count += this.#come()
    this.#seen = visible.map(element => ({key: element.key, id: element.id, behind: this.#behind(element)}))
    const count = this.#count = Math.min(this.#count, this.#behind(last))
    if (count == before) return
    const indexPath = this.#place(count)
    this.#view.emit("unseen", {count, ...indexPath && {indexPath}})
  }

  // One of the cells may have moved by itself, which says nothing about the others.
  #come() {
    const {mirror} = this.#view
    const grown = this.#seen.flatMap(({key, id, behind}) => {
      // Where the view was read anew, its cells have other keys.
      const element = mirror.elements.get(key) ?? mirror.get(id ?? "")
      return element ? [this.#behind(element) - behind] : []
    })
    const last = grown.slice(-3).sort((a, b) => a - b)
    return Math.max(0, last[Math.floor((last.length - 1) / 2)] ?? 0)
  }

  /** @param {Element} element */
  #behind({indexPath: [section, item]}) {
    const {itemCounts, itemsBehind} = this.#view.mirror
    let sum = itemsBehind - item - 1
    for (const [other, count] of itemCounts) if (other >= section) sum += count
    return sum
  }

  /**
   * The index path of the first of the last items of the content; nothing where the view does not know their sections.
   *
   * @param {number} count
   */
  #place(count) {
    const {itemCounts, itemsBehind} = this.#view.mirror
    let left = count - itemsBehind
    if (left <= 0) return undefined
    for (const [section, own] of [...itemCounts].sort(([a], [b]) => b - a)) {
      if (left <= own) return [section, own - left]
      left -= own
    }
    return undefined
  }
}
