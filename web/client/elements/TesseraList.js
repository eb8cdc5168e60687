import { Tessera } from "../service/Tessera.js"
import { CollectionView } from "../view/CollectionView.js"
import { render, templateOf } from "./templates.js"

/**
 * @typedef {import("../service/Collection.js").Collection} Collection
 * @typedef {import("../mirror/Element.js").Element} Element
 */

// The options that attributes set.
/** @type {Record<string, "follow" | "followDistance" | "contentAlignment" | "roomBelow" | "insets" | "contentSizeCategory">} */
const policies = {
  follow: "follow", "follow-distance": "followDistance", "content-alignment": "contentAlignment", "room-below": "roomBelow",
  insets: "insets", "content-size-category": "contentSizeCategory",
}

// How the texts of those are read that are more than a text.
/** @type {Record<string, (text: string) => unknown>} */
const readers = {
  "follow-distance": numberOf,
  "room-below": id => ({id}),
  insets(text) {
    const lengths = text.trim().split(/\s+/).map(length => numberOf(length.replace(/px$/, "")))
    const top = lengths[0], right = lengths[1] ?? top, bottom = lengths[2] ?? top, left = lengths[3] ?? right
    return {top, left, bottom, right}
  },
}

/**
 * `<tessera-list>`: a collection in an element that scrolls. Its `<template>`s are its cells.
 *
 * Attributes: `src`, the address of the collection; `layout`, a layout of its own, as JSON or as the name of a kind;
 * `estimate`, short for a list with that `estimatedRowHeight`; `measure`, `overscan` (screens behind and ahead),
 * `reorder`, `viewport`, `anchor`, `paging`, `role`, `aria-label`, `follow`, `follow-distance`, `content-alignment`,
 * `room-below` (an id), `insets` (one to four numbers, as those of a margin in CSS), `content-size-category`.
 */
export class TesseraList extends HTMLElement {
  static observedAttributes = ["src", "layout", "estimate", "measure", "overscan", "reorder", "viewport", "anchor",
    "paging", "role", "aria-label", ...Object.keys(policies)]

  /** @type {string | (() => string | Promise<string>) | undefined} As in the settings of `Tessera`. */
  token
  /** @type {((node: HTMLElement, element: Element) => void) | undefined} Called after a template was filled. */
  render
  /** @type {import("../view/CollectionView.js").Options["load"]} */
  load

  /** @type {CollectionView | undefined} */
  #view
  /** @type {Collection | undefined} */
  #collection
  /** @type {object[] | undefined} */
  #items
  #isScheduled = false
  /** @type {string | undefined} The options of the view. */
  #shown

  /** The view, while the element is in a document and has a collection. */
  get view() {
    return this.#view
  }

  /** The collection that is shown; `src` sets it, or a script. */
  get collection() {
    return this.#collection
  }

  set collection(collection) {
    if (collection == this.#collection) return
    this.#collection = collection
    this.#schedule()
  }

  /** The items of the only section. Setting them changes the collection; rows fly to their new places. */
  get items() {
    return this.#items ?? []
  }

  set items(items) {
    this.#items = items
    this.#collection?.applySnapshot({sections: [{id: "items", items}]})
      .catch(problem => this.dispatchEvent(new CustomEvent("tessera-error", {bubbles: true, detail: problem})))
  }

  connectedCallback() {
    this.#schedule()
  }

  disconnectedCallback() {
    this.#schedule()
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} after
   */
  attributeChangedCallback(name, before, after) {
    if (before == after) return
    if (name == "layout" || name == "estimate") {
      this.#view?.setLayout(this.#layout())
      return
    }
    if (name in policies) {
      this.#view?.set(this.#policy(name))
      return
    }
    if (name == "src") {
      this.#collection = after == null ? undefined : collectionAt(after, this.baseURI, () => this.token)
    }
    this.#schedule()
  }

  /** Several changes of one moment, such as moving the element in the document, make one new view at most. */
  #schedule() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      this.#show()
    })
  }

  #show() {
    const collection = this.isConnected ? this.#collection : undefined
    const options = collection && this.#options()
    const shown = options && JSON.stringify([collection.tessera.url, collection.id, options])
    if (shown == this.#shown) return
    this.#shown = shown
    this.#view?.destroy()
    this.#view = collection && new CollectionView(this, {
      ...options, ...this.#policies(), collection, load: this.load && (items => this.load?.(items)),
      render: (node, element) => {
        render(node, templateOf(this, element), element)
        this.render?.(node, element)
      },
    })
  }

  #options() {
    const layout = this.#layout(), reorder = this.getAttribute("reorder"), role = this.getAttribute("role")
    const [before, after] = (this.getAttribute("overscan") ?? "").split(/\s+/).map(Number)
    return {
      measure: this.getAttribute("measure") == "dom" ? /** @type {const} */ ("dom") : /** @type {const} */ ("server"),
      role: /** @type {"list"} */ (role ?? "list"), label: this.getAttribute("aria-label") ?? undefined,
      name: this.getAttribute("viewport") ?? undefined, paging: this.hasAttribute("paging"),
      ...layout && {layout}, ...before >= 0 && after >= 0 && {overscan: {before, after}},
      ...reorder != null && {reorder: reorder || true}, ...this.#anchor(),
    }
  }

  #policies() {
    const names = Object.keys(policies).filter(name => this.hasAttribute(name))
    return Object.assign({}, ...names.map(name => this.#policy(name)))
  }

  /** @param {string} name Of an attribute. */
  #policy(name) {
    const text = this.getAttribute(name), read = readers[name]
    return {[policies[name]]: text != null && read ? read(text) : text}
  }

  /** The layout of this view's own, if the attributes name one. */
  #layout() {
    const text = this.getAttribute("layout"), estimate = Number(this.getAttribute("estimate"))
    if (text) return text.trim().startsWith("{") ? JSON.parse(text) : {kind: text.trim()}
    return estimate > 0 ? {kind: "list", estimatedRowHeight: estimate} : undefined
  }

  #anchor() {
    const id = this.getAttribute("anchor")
    return id ? {anchor: {id}} : {}
  }
}

/**
 * A number, or the text that is none: the service refuses it.
 *
 * @param {string} text
 */
function numberOf(text) {
  return text.trim() && !isNaN(Number(text)) ? Number(text) : text
}

/**
 * @param {string} address Of a collection.
 * @param {string} base
 * @param {() => TesseraList["token"]} token
 */
function collectionAt(address, base, token) {
  const {href} = new URL(address, base), [, origin, id] = href.match(/^(.*)\/v1\/collections\/([^/?#]+)/) ?? []
  if (id === undefined) throw new Error(`${address} is not the address of a collection: …/v1/collections/ID.`)
  const current = async () => {
    const value = token()
    return typeof value == "function" ? value() : value
  }
  return new Tessera(origin, {token: /** @type {() => Promise<string>} */ (current)}).collection(decodeURIComponent(id))
}
