/**
 * An element of the page by its id.
 *
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @returns {E}
 */
export function byId(id) {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}.`)
  return /** @type {E} */ (found)
}

/**
 * A new element with attributes and children; texts stay texts.
 *
 * @param {string} name
 * @param {Record<string, string | number | undefined>} [attributes]
 * @param {...(Node | string)} children
 */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(key, `${value}`)
  }
  made.append(...children)
  return made
}

/** @param {string} text */
export function announce(text) {
  byId("announcements").textContent = text
}

/**
 * A number with at most two decimals.
 *
 * @param {number} value
 */
export const short = value => `${Math.round(value * 100) / 100}`

/** @param {string} text */
export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  // Without https, only the old way.
  const area = /** @type {HTMLTextAreaElement} */ (make("textarea", {class: "hidden"}))
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand("copy")
  area.remove()
}
