import { outlineAttributes } from "../interaction/outlineAttributes.js"
import { Mirror } from "../mirror/Mirror.js"
import { cellAttributes, cellStyle, sizerStyle, styles } from "../view/cellStyle.js"
import { escape, inlineJSON } from "./escape.js"

/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../mirror/Mirror.js").ScrollOutcome} ScrollOutcome
 *
 * @typedef {object} PageOptions
 * @property {string} id The id of the element. A page that has several lists has a different one for each.
 * @property {"list" | "tree" | "feed" | "grid" | "none"} [role] As in the options of `CollectionView`.
 * @property {string} [label]
 * @property {string} [nonce] Of the style element, if the page's `Content-Security-Policy` requires one.
 */

/**
 * The HTML of a list in its final frames, which a browser shows before any script has run. `hydrate` takes it over.
 *
 * @param {ScrollOutcome} outcome The response of `setViewport` for a new viewport, or with `resync`.
 * @param {(element: Element) => string} render The HTML in a cell or another view. Texts in it have to be escaped.
 * @param {PageOptions} options
 * @returns {string} An element with its style sheet in front. Complexity: O(elements).
 */
export function toHTML(outcome, render, {id, role = "list", label, nonce}) {
  const mirror = new Mirror()
  mirror.apply({...outcome, resync: true})
  const options = {role, itemCounts: mirror.itemCounts}
  const scope = `[id="${quoted(id)}"]`
  const rules = [styles, rule(`${scope}>.tessera-sizer`, sizerStyle(mirror.contentSize))]
  const nodes = mirror.ordered().map((element, index) => {
    rules.push(rule(`${scope} [data-frame="${index}"]`, cellStyle(element, {})))
    const attributes = {
      ...cellAttributes(element, options), ...outlineAttributes(element, role), "data-frame": `${index}`,
    }
    return `<div${markup(attributes)}>${render(element)}</div>`
  })
  const scroller = {id, class: "tessera", role: role == "none" ? undefined : role, "aria-label": label, tabindex: "0"}
  return [
    `<style${markup({nonce})}>${rules.join("\n").replace(/</g, "\\3c ")}</style>`,
    `<div${markup(scroller)}><div class="tessera-sizer"><div class="tessera-layer">`, ...nodes, "</div></div>",
    `<script type="application/json">${inlineJSON(outcome)}</script></div>`,
  ].join("")
}

/** @param {Record<string, string | undefined>} attributes */
function markup(attributes) {
  const given = Object.entries(attributes).filter(([, value]) => value != null)
  return given.map(([name, value]) => ` ${name}="${escape(value)}"`).join("")
}

/**
 * @param {string} selector
 * @param {Record<string, string>} style
 */
function rule(selector, style) {
  const declarations = Object.entries(style).filter(([, value]) => value)
  const texts = declarations.map(([name, value]) => `${name}:${value}`)
  return `${selector}{${texts.join(";")}}`
}

/**
 * A text in a string of CSS.
 *
 * @param {string} text
 */
const quoted = text => text.replace(/[^\w-]/gu, character => `\\${character.codePointAt(0)?.toString(16)} `)
