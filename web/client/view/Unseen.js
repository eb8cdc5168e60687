/**
 * @typedef {import("./CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../mirror/Element.js").Element} Element
 */

/** How many items have come to the end of the section that the user sees last, until they are seen. */
export class Unseen {
  #view
  #count = 0
  /** @type {{key: number, behind: number}[]} The cells that were seen last, and how many items were behind each. */
  #seen = []

  /** @param {Pick<CollectionView, "mirror" | "emit">} view */
  constructor(view) {
    this.#view = view
  }

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
    this.#seen = visible.map(element => ({key: element.key, behind: this.#behind(element)}))
    const count = this.#count = Math.min(this.#count, this.#behind(last))
    if (count == before) return
    const [section] = last.indexPath, indexPath = [section, this.#items(section) - count]
    this.#view.emit("unseen", {count, ...count > 0 && {indexPath}})
  }

  // One of the cells may have moved by itself, which says nothing about the others.
  #come() {
    const {elements} = this.#view.mirror
    const grown = this.#seen.flatMap(({key, behind}) => {
      const element = elements.get(key)
      return element ? [this.#behind(element) - behind] : []
    })
    const last = grown.slice(-3).sort((a, b) => a - b)
    return Math.max(0, last[Math.floor((last.length - 1) / 2)] ?? 0)
  }

  /** @param {Element} element */
  #behind({indexPath: [section, item]}) {
    return this.#items(section) - item - 1
  }

  /** @param {number} section */
  #items(section) {
    return this.#view.mirror.itemCounts.get(section) ?? 0
  }
}
