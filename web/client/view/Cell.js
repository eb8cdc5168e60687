import { cellRole } from "../interaction/roles.js"
import { attributes } from "../mirror/Element.js"

/** @typedef {import("../mirror/Element.js").Element} Element */

/** The style sheet of every view. Pages that are rendered on a server have it in a style element. */
export const styles = [
  ".tessera { overflow: auto; overflow-anchor: none; position: relative }",
  ".tessera-sizer { position: relative; overflow: clip; min-width: 100% }",
  ".tessera-layer, .tessera-cell, .tessera-supplementary, .tessera-decoration { position: absolute; top: 0; left: 0 }",
  ".tessera-cell, .tessera-supplementary, .tessera-decoration { box-sizing: border-box; contain: layout style }",
].join("\n")

/**
 * The style of an element's node, relative to the layer.
 *
 * @param {Element} element
 * @param {object} options
 * @param {boolean} [options.measures] Whether the browser finds the size along the scroll direction.
 * @param {boolean} [options.isHorizontal] Whether that is the width.
 * @param {number} [options.x]
 * @param {number} [options.y]
 * @returns {Record<string, string>} CSS properties, and their values: "" for the default.
 */
export function cellStyle(element, {measures, isHorizontal, x = element.frame.x, y = element.frame.y}) {
  const {width, height} = element.frame
  /** @type {Record<string, string>} */
  const style = {
    width: measures && isHorizontal ? "max-content" : `${width}px`,
    height: measures && !isHorizontal ? "auto" : `${height}px`,
  }
  for (const [name, property, text, plain = false] of attributes) {
    const value = /** @type {any} */ (element[name]) ?? plain
    // Of several transforms, the last comes first.
    if (text) style[property] = (value == plain ? "" : text.replace("#", value)) + (style[property] ?? "")
  }
  style.transform = `translate(${x}px, ${y}px) ${style.transform}`
  return style
}

/**
 * The attributes of an element's node.
 *
 * @param {Element} element
 * @param {{role?: import("../interaction/roles.js").Role, itemCounts?: ReadonlyMap<number, number>}} options
 * @returns {Record<string, string>}
 */
export function cellAttributes(element, options) {
  const {category, kind} = element
  const classes = `tessera-${category}${kind == null ? "" : ` tessera-${kind}`}`
  return {class: classes, ...category == "decoration" && {"aria-hidden": "true"}, ...cellRole(element, options)}
}

/** An element of the mirror that has a node. */
export class Cell {
  /** The size along the scroll direction that the browser has found; -1: not yet. */
  measured = -1
  /** The measured size that the service has. */
  sent = -1
  /** Whether the browser finds the size. */
  measures = false
  /** Whether `measured` is that of another content or width, and the browser is about to find the new one. */
  isOld = false
  /** Whether the size may wait for a request that is due: that of a row that grows. */
  isPaced = false
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
  /** @type {HTMLElement} The parent of the node. */
  parent
  /** @type {Record<string, string>} The properties written to the style of the node. */
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

  /** Whether the size that the browser has found is still on its way to the service. */
  get isPending() {
    return this.measured >= 0 && !this.isOld && this.measured != this.sent
  }

  /**
   * @param {{x: number, y: number, isHorizontal: boolean}} place Relative to the parent.
   * @param {boolean} [isAdopted] Whether the node has all of it already.
   */
  place(place, isAdopted = false) {
    this.write(cellStyle(this.element, {...place, measures: this.measures}), isAdopted)
  }

  /**
   * Writes the properties that the style of the node does not have yet.
   *
   * @param {Record<string, string>} style
   * @param {boolean} [isAdopted]
   */
  write(style, isAdopted = false) {
    const {node} = this, before = this.#style
    this.#style = style
    if (isAdopted) return
    for (const name in style) if (style[name] != (before[name] ?? "")) node.style.setProperty(name, style[name])
    for (const name in before) if (before[name] && !(name in style)) node.style.setProperty(name, "")
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
 * Nodes of one template can stand in for each other.
 *
 * @param {Element} element
 */
export const templateOf = ({category, kind, template}) => `${category}/${kind ?? template ?? ""}`
