// The parts of a layout that scroll across it: each is a scroller of its own in the layer.

import { make } from "../dom.js"

/**
 * @typedef {import("./Picture.js").OrthogonalSection} OrthogonalSection
 * @typedef {{node: HTMLElement, inner: HTMLElement, section: OrthogonalSection,
 *   origin: {x: number, y: number},
 *   start: number, isNew: boolean}} Strip
 */

export class PictureStrips {
  /** @type {Map<number, Strip>} */
  #all = new Map()
  #layer

  /** @param {HTMLElement} layer */
  constructor(layer) {
    this.#layer = layer
  }

  /**
   * @param {readonly OrthogonalSection[]} sections
   * @param {boolean} isRightToLeft
   */
  show(sections, isRightToLeft) {
    const old = this.#all
    this.#all = new Map()
    for (const section of sections) {
      const {frame, contentSize} = section, known = old.get(section.section)
      old.delete(section.section)
      const inner = known?.inner ?? make("div", {class: "inner"})
      const node = known?.node ?? make("div", {class: "strip"}, inner)
      // From the right, further elements are to the left of the frame.
      const start = isRightToLeft ? Math.max(0, contentSize.width - frame.width) : 0
      Object.assign(node.style, {
        transform: `translate(${frame.x}px, ${frame.y}px)`,
        width: `${frame.width}px`, height: `${frame.height}px`,
      })
      Object.assign(inner.style, {width: `${contentSize.width}px`, height: `${contentSize.height}px`})
      this.#all.set(section.section, {
        node, inner, section, start, origin: {x: frame.x - start, y: frame.y}, isNew: known?.start != start,
      })
    }
    for (const {node} of old.values()) node.remove()
  }

  /**
   * The strip that an element is in.
   *
   * @param {import("./Picture.js").Element} element
   */
  of({category, indexPath, frame}) {
    const strip = this.#all.get(indexPath[0])
    if (!strip || category == "decoration") return undefined
    const part = strip.section.frame
    const isInside = frame.y >= part.y - 0.5 && frame.y + frame.height <= part.y + part.height + 0.5
    return isInside ? strip : undefined
  }

  /** Scrolls new strips to where reading begins, when their elements are in them. */
  settle() {
    for (const strip of this.#all.values()) {
      if (strip.node.parentNode != this.#layer || !strip.isNew) continue
      strip.node.scrollLeft = strip.start
      strip.isNew = false
    }
  }
}
