import { Tessera } from "../service/Tessera.js"
import { cellStyle } from "../view/cellStyle.js"
import { render, templateOf } from "./templates.js"

/**
 * @typedef {import("../../types/api").Layout} Layout
 * @typedef {import("../../types/api").LayoutRequest} LayoutRequest
 * @typedef {import("../../types/api").Section} Section
 * @typedef {import("../../types/api").Item} Item
 * @typedef {import("../../types/api").Element} Element
 * @typedef {{section: number, item: number, frame: {width: number}}} Estimate
 */

/**
 * `<tessera-layout>`: one layout, without scrolling and without a collection. Its children are the items, or a script
 * sets `sections`, whose items are shown by `<template>`s.
 *
 * Attributes: `layout`, as JSON or as the name of a kind; `service`, the origin of the service, by default the page's.
 * A child has the size of its `width` and `height` attributes, as pictures have, or else the height that it takes in
 * the width that the layout gives it.
 */
export class TesseraLayout extends HTMLElement {
  static observedAttributes = ["layout", "service"]

  /** @type {string | (() => string | Promise<string>) | undefined} As in the settings of `Tessera`. */
  token
  /** @type {Section[] | undefined} */
  #sections
  /** @type {Map<string, HTMLElement>} The nodes of the items of `sections`, and of headers. */
  #made = new Map()
  /** @type {Set<string>} Those of them that are shown. */
  #shown = new Set()
  #observer = new ResizeObserver(() => this.#schedule())
  #children = new MutationObserver(records => {
    const changed = records.flatMap(({addedNodes, removedNodes}) => [...addedNodes, ...removedNodes])
    if (changed.some(node => !isMade(node))) this.#schedule(true)
  })
  #isScheduled = false
  #isBusy = false
  #width = NaN

  /** The sections, as in a request; undefined: the children are the items. */
  get sections() {
    return this.#sections
  }

  set sections(sections) {
    this.#sections = sections
    this.#schedule(true)
  }

  connectedCallback() {
    this.style.display ||= "block"
    this.style.position ||= "relative"
    this.#observer.observe(this)
    this.#children.observe(this, {childList: true})
  }

  disconnectedCallback() {
    this.#observer.disconnect()
    this.#children.disconnect()
    this.#width = NaN
  }

  attributeChangedCallback() {
    this.#schedule(true)
  }

  /** @param {boolean} [isOther] Whether something else than the width may have changed. */
  #schedule(isOther = false) {
    if (isOther) this.#width = NaN
    if (this.#isScheduled) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      this.#solve()
    })
  }

  // One request at a time; the next one is for the newest state.
  async #solve() {
    if (this.#isBusy || !this.isConnected || !this.clientWidth || this.#width == this.clientWidth) return
    this.#isBusy = true
    while (this.isConnected && this.#width != this.clientWidth) {
      this.#width = this.clientWidth
      try {
        const layout = await this.#show()
        this.dispatchEvent(new CustomEvent("tessera-change", {bubbles: true, detail: {layout}}))
      } catch (problem) {
        this.dispatchEvent(new CustomEvent("tessera-error", {bubbles: true, detail: {problem}}))
      }
    }
    this.#isBusy = false
  }

  async #show() {
    const tessera = new Tessera(this.getAttribute("service") ?? "", {token: this.token})
    const text = this.getAttribute("layout") ?? "flow", {direction} = getComputedStyle(this)
    const layout = text.trim().startsWith("{") ? JSON.parse(text) : {kind: text.trim()}
    const {nodes, sections} = this.#wanted(layout.kind)
    const request = /** @type {LayoutRequest} */ ({
      container: {
        width: this.#width, height: innerHeight, scale: devicePixelRatio,
        layoutDirection: direction == "rtl" ? "rightToLeft" : "leftToRight",
      },
      layout, sections,
    })
    const first = /** @type {Layout} */ (await tessera.layout(request))
    const response = this.#measure(first, sections, nodes) ? /** @type {Layout} */ (await tessera.layout(request)) : first
    this.#place(response, nodes)
    return response
  }

  /**
   * The sections of the request, and the nodes of their items, section by section.
   *
   * @param {string} kind
   * @returns {{nodes: HTMLElement[][], sections: Section[]}}
   */
  #wanted(kind) {
    this.#shown.clear()
    if (this.#sections) {
      const sections = structuredClone(this.#sections)
      const nodes = sections.map((/** @type {Section} */ {items = []}, /** @type {number} */ section) =>
        items.map((/** @type {Item} */ item, /** @type {number} */ index) =>
          this.#node(item.id == null ? `${section}/${index}` : `id/${item.id}`, item)))
      return {nodes, sections}
    }
    const children = /** @type {HTMLElement[]} */ ([...this.children])
    const nodes = children.filter(node => node.localName != "template" && !isMade(node))
    return {nodes: [nodes], sections: [{items: nodes.map(node => item(node, kind))}]}
  }

  /**
   * @param {string} key
   * @param {Item} item
   */
  #node(key, item) {
    const node = this.#made.get(key) ?? document.createElement("div")
    this.#shown.add(key)
    this.#made.set(key, node)
    node.dataset.tessera = key
    render(node, templateOf(this, item), item)
    if (!node.parentNode) this.append(node)
    return node
  }

  /**
   * Gives the items whose size is an estimate the height that they take in their width.
   *
   * @param {Layout} layout
   * @param {Section[]} sections
   * @param {HTMLElement[][]} nodes
   */
  #measure({attributes}, sections, nodes) {
    /** @type {Element[]} */
    const estimates = attributes.filter(({category, estimated}) => category == "cell" && estimated)
    const found = estimates.map(({indexPath: [section, item], frame: {width}}) => ({section, item, width}))
    for (const {section, item, width} of found) {
      setStyle(nodes[section][item], {...absolute, width: `${width}px`, height: "auto"})
    }
    const heights = found.map(({section, item}) => nodes[section][item].getBoundingClientRect().height)
    found.forEach(({section, item, width}, index) => {
      const items = /** @type {Item[]} */ (sections[section].items)
      items[item] = {...items[item], size: [width, heights[index]]}
    })
    return found.length > 0
  }

  /**
   * @param {Layout} layout
   * @param {HTMLElement[][]} nodes
   */
  #place({contentSize, attributes}, nodes) {
    this.style.height = `${contentSize.height}px`
    for (const element of /** @type {Element[]} */ (attributes)) {
      const {category, kind, indexPath: [section, item]} = element
      const node = category == "cell" ? nodes[section][item] : this.#other(element)
      if (category != "cell") node.className = `tessera-${category} tessera-${kind}`
      setStyle(node, {...absolute, left: "0", top: "0", ...cellStyle(/** @type {any} */ (element), {})})
    }
    for (const [key, node] of this.#made) {
      if (this.#shown.has(key)) continue
      node.remove()
      this.#made.delete(key)
    }
  }

  /**
   * The node of a header, a footer or a decoration.
   *
   * @param {Element} element
   */
  #other({category, kind = "", indexPath: [section, item]}) {
    const view = Object(this.#sections?.[section])[kind]
    return this.#node(`${category}/${kind}/${section}/${item}`, {template: kind, ...Object(view)})
  }
}

const absolute = {position: "absolute", "box-sizing": "border-box"}

/** @param {Node} node */
const isMade = node => node instanceof HTMLElement && node.dataset.tessera !== undefined

/**
 * @param {HTMLElement} node
 * @param {Record<string, string>} style
 */
function setStyle(node, style) {
  for (const [name, value] of Object.entries(style)) node.style.setProperty(name, value)
}

/**
 * The item that stands for a child.
 *
 * @param {HTMLElement} node
 * @param {string} kind
 * @returns {Item}
 */
function item(node, kind) {
  const [width, height] = ["width", "height"].map(name => Number(node.getAttribute(name)))
  if (width > 0 && height > 0) return kind == "flow" ? {size: [width, height]} : {aspectRatio: width / height}
  setStyle(node, {...absolute, width: "max-content", height: "auto"})
  const rect = node.getBoundingClientRect()
  return {estimatedSize: [rect.width, rect.height]}
}
