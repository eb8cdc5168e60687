import { cellAttributes, cellStyle } from "./cellStyle.js"

/** @typedef {import("../mirror/Element.js").Element} Element */

/** An element of the mirror that has a node. */
export class Cell {
  /** The size along the scroll direction that the browser has found; -1: not yet. */
  measured = -1
  /** The measured size that the service has. */
  sent = -1
  /** Whether the browser finds the size. */
  measures = false
  /** Whether the element is gone, and a feature still keeps the cell. */
  isGone = false
  /** Whether the user drags the cell. */
  isHeld = false
  /** Where and how large the cell is drawn, in content coordinates. */
  x = 0
  y = 0
  width = 0
  height = 0
  /** @type {[number, number]} Of a pinned header: where it may begin. */
  range = [0, 0]
  /** @type {HTMLElement} What contains the node. */
  parent
  /** @type {Record<string, string>} What has been written to the style of the node. */
  #style = {}
  /** @type {Record<string, string>} */
  #attributes = {}

  /**
   * @param {Element} element
   * @param {HTMLElement} node
   * @param {HTMLElement} parent
   */
  constructor(element, node, parent) {
    this.element = element
    this.node = node
    this.parent = parent
    this.key = element.key
  }

  get template() {
    return templateOf(this.element)
  }

  /** Whether the size that the browser has found is still on its way to the service. */
  get isPending() {
    return this.measures && this.measured >= 0 && this.measured != this.sent
  }

  /**
   * @param {{x: number, y: number, isHorizontal: boolean}} place Relative to the parent.
   * @param {boolean} [isAdopted] Whether the node has all of it already.
   */
  place(place, isAdopted = false) {
    this.write(cellStyle(this.element, {...place, measures: this.measures}), isAdopted)
  }

  /**
   * Writes what the style of the node does not say yet.
   *
   * @param {Record<string, string>} style
   * @param {boolean} [isAdopted]
   */
  write(style, isAdopted = false) {
    const {node} = this, before = this.#style
    this.#style = style
    if (isAdopted) return
    for (const name in style) if (style[name] != (before[name] ?? "")) set(node, name, style[name])
    for (const name in before) if (before[name] && !(name in style)) set(node, name, "")
  }

  /**
   * @param {{role?: import("../interaction/roles.js").Role, itemCounts: ReadonlyMap<number, number>}} options
   * @param {boolean} [isAdopted]
   */
  describe(options, isAdopted = false) {
    const attributes = cellAttributes(this.element, options)
    for (const name in attributes) {
      if (attributes[name] == this.#attributes[name] || isAdopted) continue
      if (name == "class") this.node.classList.add(...attributes.class.split(" "))
      else this.node.setAttribute(name, attributes[name])
    }
    for (const name in this.#attributes) if (!(name in attributes)) this.node.removeAttribute(name)
    this.#attributes = attributes
  }
}

/**
 * @param {HTMLElement} node
 * @param {string} name
 * @param {string} value
 */
const set = (node, name, value) => node.style.setProperty(name == "zIndex" ? "z-index" : name, value)

/**
 * Nodes of one template can stand in for each other.
 *
 * @param {Element} element
 */
export const templateOf = ({category, kind, template}) => `${category}/${kind ?? template ?? ""}`
