/** @type {Record<string, string>} */
const references = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"}

/**
 * A text as HTML, for contents of elements and for attributes in quotation marks.
 *
 * @param {unknown} text
 */
export const escape = text => `${text ?? ""}`.replace(/[&<>"']/g, character => references[character])

/**
 * A value as JSON that cannot end the script element it is in.
 *
 * @param {unknown} value
 */
export const inlineJSON = value => JSON.stringify(value).replace(/</g, "\\u003c")
