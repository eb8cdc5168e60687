/**
 * @typedef {{template?: string, content?: unknown}} Filled The data for a template: an item of the API, or its element.
 */

/**
 * The template of an item: the one with its name, else the one without a name.
 *
 * @param {HTMLElement} element
 * @param {Filled} item
 */
export function templateOf(element, {template}) {
  const templates = [...element.querySelectorAll("template")].filter(({parentElement}) => parentElement == element)
  return templates.find(({dataset}) => dataset.name == template)
    ?? templates.find(({dataset}) => dataset.name === undefined)
}

/**
 * Replaces the content of a node with a copy of a template.
 *
 * @param {HTMLElement} node
 * @param {HTMLTemplateElement | undefined} template
 * @param {Filled & {id?: string}} item
 */
export function render(node, template, item) {
  if (template) node.replaceChildren(template.content.cloneNode(true))
  else node.textContent = typeof item.content == "string" ? item.content : item.id ?? ""
  fill(node, item)
}

/**
 * Writes the texts of an item into the nodes that name them by `data-text`; those without a value stay empty.
 *
 * @param {HTMLElement} node
 * @param {Filled} item
 */
export function fill(node, {content}) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll("[data-text]"))) {
    part.textContent = textOf(content, part.dataset.text ?? "")
  }
}

/**
 * @param {unknown} content
 * @param {string} name Of a view of the template; empty for a content that is a single text.
 * @returns {string}
 */
function textOf(content, name) {
  const value = name && content && typeof content == "object" && Object.hasOwn(content, name)
    ? /** @type {Record<string, unknown>} */ (content)[name] : name ? undefined : content
  if (value && typeof value == "object") return textOf(/** @type {{text?: unknown}} */ (value).text, "")
  return value == null ? "" : `${value}`
}
