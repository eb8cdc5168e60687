// The elements of a layout as DOM nodes.

import { make, short } from "../dom.js"
import { PictureStrips } from "./PictureStrips.js"

/**
 * @typedef {import("../../types/api").Element} Element
 * @typedef {import("../../types/api").LayoutRequest} LayoutRequest
 * @typedef {import("../../types/api").OrthogonalSection} OrthogonalSection
 * @typedef {Element & {key?: string}} Drawn
 */

/**
 * The name of an element in the request, or its index path.
 *
 * @param {Element} element
 * @param {LayoutRequest} request
 */
export function nameOf({category, kind, id, indexPath: [section, item]}, request) {
  if (category == "cell") return id ?? `${section}, ${item}`
  if (category == "decoration") return kind ?? "decoration"
  const title = request.sections?.[section]?.id
  return title !== undefined && (kind == "header" || kind == "footer") ? title : kind ?? "supplementary"
}

/**
 * The texts of an element's content, one below the other.
 *
 * @param {Element} element
 * @param {LayoutRequest} request
 */
function contentOf({category, kind, indexPath: [section, item]}, request) {
  const described = request.sections?.[section]
  const view = category == "cell" ? described?.items?.[item]
    : kind == "header" ? described?.header : kind == "footer" ? described?.footer : undefined
  const content = view?.content
  if (content == null) return ""
  if (typeof content != "object") return `${content}`
  return Object.values(content).map(part => typeof part == "object" ? part?.text : part)
    .filter(part => typeof part == "string").join("\n")
}

/** @param {Element} element */
const pathKey = ({category, kind, indexPath}) => `${category} ${kind} ${indexPath}`

/**
 * CSS for where an element is and how it is turned.
 *
 * @param {Element} element
 * @param {{x: number, y: number}} [origin] Of the node that it is in.
 */
function transformOf({frame, transform, transform3D}, origin = {x: 0, y: 0}) {
  const own = transform3D ? ` matrix3d(${transform3D})` : transform ? ` matrix(${transform})` : ""
  return `translate(${frame.x - origin.x}px, ${frame.y - origin.y}px)${own}`
}

export class Picture {
  /** @type {Map<string, HTMLElement & {element?: Drawn}>} */
  nodes = new Map()
  #layer
  #strips
  /** @type {string | undefined} */
  #current

  /**
   * @param {HTMLElement} layer
   * @param {(element: Drawn | undefined, isChosen: boolean) => void} onInspect Called when the pointer or focus is
   *   on an element, or on none; `isChosen` when it was clicked.
   */
  constructor(layer, onInspect) {
    this.#layer = layer
    this.#strips = new PictureStrips(layer)
    /** @type {(event: Event) => (HTMLElement & {element?: Drawn}) | null} */
    const nodeOf = event => /** @type {HTMLElement} */ (event.target).closest(".cell")
    layer.addEventListener("pointerover", event => onInspect(nodeOf(event)?.element, false))
    layer.addEventListener("pointerleave", () => onInspect(undefined, false))
    layer.addEventListener("focusin", event => {
      const node = nodeOf(event)
      if (node) this.#makeCurrent(node)
      onInspect(node?.element, false)
    })
    layer.addEventListener("click", event => onInspect(nodeOf(event)?.element, true))
    layer.addEventListener("keydown", event => {
      const node = nodeOf(event)
      if (!node) return
      if (event.key == "Enter") return onInspect(node.element, true)
      const step = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1}[event.key]
      const nodes = [...this.nodes.values()], index = nodes.indexOf(node)
      const next = step ? nodes[index + step]
        : event.key == "Home" ? nodes[0] : event.key == "End" ? nodes[nodes.length - 1] : undefined
      if (!next) return
      event.preventDefault()
      next.focus()
    })
  }

  /**
   * @param {readonly Drawn[]} elements In reading order.
   * @param {LayoutRequest} request
   * @param {{isAnimated?: boolean, orthogonal?: readonly OrthogonalSection[]}} options `isAnimated`: whether
   *   nodes
   *   that are there already move to their new places.
   */
  draw(elements, request, {isAnimated = false, orthogonal = []} = {}) {
    this.#layer.classList.toggle("animated", isAnimated)
    const old = this.nodes
    this.nodes = new Map()
    this.#strips.show(orthogonal, request.container.layoutDirection == "rightToLeft")
    /** @type {Map<HTMLElement, ChildNode | null>} */
    const places = new Map()
    const put = (/** @type {HTMLElement} */ node, /** @type {HTMLElement} */ parent) => {
      const next = places.has(parent) ? places.get(parent) ?? null : parent.firstChild
      if (node != next) parent.insertBefore(node, next)
      places.set(parent, node.nextSibling)
    }
    for (const element of elements) {
      let key = element.key ?? (element.id === undefined ? pathKey(element) : `cell ${element.id}`)
      if (this.nodes.has(key)) key = `${key} ${element.indexPath}`
      let node = old.get(key)
      old.delete(key)
      node ??= /** @type {HTMLElement} */ (make("div", {tabindex: -1, role: "img"}))
      this.nodes.set(key, node)
      const strip = this.#strips.of(element)
      this.#fill(node, {...element, key}, request, strip?.origin)
      if (strip && !places.has(strip.inner)) put(strip.node, this.#layer)
      put(node, strip?.inner ?? this.#layer)
    }
    for (const node of old.values()) node.remove()
    this.#strips.settle()
    const current = this.#current === undefined ? undefined : this.nodes.get(this.#current)
    const first = current ?? this.nodes.values().next().value
    if (first) this.#makeCurrent(first)
  }

  /**
   * @param {HTMLElement & {element?: Drawn}} node
   * @param {Drawn} element
   * @param {LayoutRequest} request
   * @param {{x: number, y: number}} [origin]
   */
  #fill(node, element, request, origin) {
    node.element = element
    const {category, kind, frame, zIndex = 0, alpha = 1, hidden = false, estimated = false, pinned = false} = element
    const name = nameOf(element, request), content = contentOf(element, request)
    const names = ["cell"]
    if (category == "cell") names.push(`tint-${tintOf(name)}`)
    else if (category == "decoration") names.push("decoration", kind == "separator" ? "separator" : "")
    else names.push(/header/i.test(kind ?? "") ? "header" : /footer/i.test(kind ?? "") ? "footer" : "other")
    if (Math.min(frame.width, frame.height * 2.2) < 36) names.push("tight")
    if (content) names.push("content")
    if (estimated) names.push("estimated")
    if (pinned) names.push("pinned")
    const className = names.filter(Boolean).join(" ")
    if (node.className != className) node.className = className
    const text = category == "decoration" || frame.height < 8 ? "" : content || name
    if (node.textContent != text) node.textContent = text
    const place = `${short(frame.x)}, ${short(frame.y)}, ${short(frame.width)} × ${short(frame.height)}`
    node.setAttribute("aria-label", `${category == "cell" ? "" : `${kind} `}${name}: ${place}`)
    const {style} = node
    style.width = `${frame.width}px`
    style.height = `${frame.height}px`
    style.transform = transformOf(element, origin)
    style.zIndex = `${zIndex}`
    style.opacity = `${alpha}`
    style.visibility = hidden ? "hidden" : ""
  }

  /** @param {HTMLElement & {element?: Drawn}} node */
  #makeCurrent(node) {
    for (const other of this.#layer.querySelectorAll("[tabindex='0']")) other.setAttribute("tabindex", "-1")
    node.tabIndex = 0
    this.#current = node.element?.key
  }

  /**
   * Emphasises the elements of an index path.
   *
   * @param {number} [section]
   * @param {number} [item]
   */
  emphasise(section, item) {
    for (const {classList, element} of this.nodes.values()) {
      const [s, i] = element?.indexPath ?? []
      classList.toggle("here", element?.category == "cell" && s === section && i === item)
    }
  }
}

/** @param {string} name */
function tintOf(name) {
  let sum = 7
  for (const letter of name) sum = sum * 31 + letter.charCodeAt(0) | 0
  return (sum >>> 0) % 3
}
