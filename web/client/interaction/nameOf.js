/**
 * The name of a row for people who do not see it: its label, or else its first line, without the handle that moves it.
 *
 * @param {HTMLElement} node
 * @param {string | boolean} handle The selector of the handle, if there is one.
 */
export function nameOf(node, handle) {
  if (node.ariaLabel) return node.ariaLabel
  const unread = `[aria-hidden=true]${typeof handle == "string" ? `, ${handle}` : ""}`
  const {FILTER_ACCEPT, FILTER_REJECT, SHOW_ELEMENT, SHOW_TEXT} = NodeFilter
  const walker = document.createTreeWalker(node, SHOW_ELEMENT | SHOW_TEXT, each =>
    each instanceof HTMLElement && each.matches(unread) ? FILTER_REJECT : FILTER_ACCEPT)
  let name = ""
  for (let each; each = walker.nextNode();) {
    if (each instanceof Text) name += each.data
    else if (name.trim() && isLine(/** @type {globalThis.Element} */ (each))) break
  }
  return name.trim().replace(/\s+/g, " ").slice(0, 80)
}

/** @param {globalThis.Element} node Whether it begins a line. */
const isLine = node => node.localName == "br" || !/^inline|^contents/.test(getComputedStyle(node).display)
