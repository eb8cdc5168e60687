import { compareReading } from "../mirror/Element.js"

/**
 * @typedef {import("../view/CollectionView.js").CollectionView} CollectionView
 * @typedef {import("../view/Cell.js").Cell} Cell
 */

const headings = "h1, h2, h3, h4, h5, h6, [role=heading]"
let count = 0

/**
 * The sections of a list: its headers are headings, and between them the rows of each section are a list, in which their
 * positions and their number are right. The nodes are side by side in the document, so elements own them by their ids.
 */
export class Sections {
  #view
  #owners = document.createElement("div")
  #prefix = `tessera-section-${++count}-`
  #isList

  /** @param {CollectionView} view */
  constructor(view) {
    const {element} = this.#view = view
    this.#isList = element.getAttribute("role") == "list"
    if (!this.#isList) return
    this.#owners.className = "tessera-sections"
    this.#owners.style.position = "absolute"
    element.setAttribute("role", "group")
    element.append(this.#owners)
  }

  placed() {
    // A cell that is parked, because it has the focus, is in a list too.
    const cells = [...this.#view.cells.values()].filter(({element}) => element.category != "decoration")
    const ordered = cells.sort((a, b) => compareReading(a.element, b.element))
    for (const cell of ordered) if (cell.element.kind == "header") markHeading(cell.node)
    if (this.#isList) this.#own(ordered)
  }

  detach() {
    if (!this.#isList) return
    this.#view.element.setAttribute("role", "list")
    this.#owners.remove()
  }

  /** @param {Cell[]} cells In the order of reading. */
  #own(cells) {
    /** @type {{isList: boolean, section: number, ids: string[], label?: string}[]} */
    const groups = []
    for (const {node, key, element: {category, kind, indexPath: [section]}} of cells) {
      node.id ||= this.#prefix + key
      const last = groups[groups.length - 1], isList = category == "cell"
      if (isList && last?.isList && last.section == section) last.ids.push(node.id)
      else {
        const header = last?.section == section && last.label
        groups.push({isList, section, ids: [node.id], label: isList ? header || undefined : kind == "header" ? node.id : undefined})
      }
    }
    const {children} = this.#owners
    while (children.length > groups.length) children[children.length - 1].remove()
    while (children.length < groups.length) this.#owners.append(document.createElement("div"))
    groups.forEach(({isList, ids, label}, index) => {
      const owner = children[index]
      write(owner, "role", isList ? "list" : undefined)
      write(owner, "aria-labelledby", isList ? label : undefined)
      write(owner, "aria-owns", ids.join(" "))
    })
  }
}

/**
 * A page may have made a heading of its own, or may give the level of this one.
 *
 * @param {HTMLElement} node
 */
function markHeading(node) {
  const role = node.getAttribute("role")
  if (node.querySelector(headings)) {
    if (role == "heading") node.removeAttribute("role")
  } else if (role == null) {
    node.setAttribute("role", "heading")
    node.ariaLevel ??= "2"
  }
}

/**
 * @param {Element} node
 * @param {string} name
 * @param {string | undefined} value
 */
function write(node, name, value) {
  if (value == null) node.removeAttribute(name)
  else if (node.getAttribute(name) != value) node.setAttribute(name, value)
}
