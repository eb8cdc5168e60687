// The errors of the request: their positions, details and remedies.

import { byId, make } from "../dom.js"
import { lineAndColumn, nodeAt, pathOf, rangeAt } from "../text/pointers.js"

/**
 * @typedef {import("../text/Editor.js").Editor} Editor
 * @typedef {{start: number, end: number, message: string, isWarning?: boolean}} Found
 */

/**
 * The places of a problem's errors in the text.
 *
 * @param {Editor} editor
 * @param {readonly {pointer: string, detail: string, column?: number}[]} errors
 * @param {string} [prefix] The beginning of the pointers, if the text is only a part of the body.
 * @returns {Found[]}
 */
export function located(editor, errors, prefix = "") {
  return errors.filter(({pointer}) => pointer.startsWith(prefix)).map(({pointer, detail, column}) => {
    const {root} = editor.tree, path = pathOf(pointer.slice(prefix.length)), range = rangeAt(root, path)
    // An expression has a column of its own, behind the quotation mark.
    const isText = column !== undefined && nodeAt(root, path)?.type == "string"
    const start = isText ? Math.min(range.start + column, range.end - 1) : range.start
    return {start, end: range.end, message: `${pointer ? `${pointer}: ` : ""}${detail}`}
  })
}

/**
 * @param {Editor} editor
 * @param {object} shown
 * @param {string} shown.status
 * @param {string} [shown.facts] Where the request was laid out, and in which time.
 * @param {boolean} [shown.isBad]
 * @param {readonly Found[]} [shown.found]
 */
export function showProblems(editor, {status, facts = "", isBad = false, found = []}) {
  const line = byId("status")
  if (line.textContent != status) line.textContent = status
  line.classList.toggle("bad", isBad)
  byId("facts").textContent = facts
  const items = found.slice(0, 50).map(({start, end, message, isWarning}) => {
    const at = lineAndColumn(editor.text, start)
    const button = make("button", {type: "button", class: isWarning ? "warning" : undefined},
      make("b", {}, `${at.line}:${at.column}`), message)
    button.addEventListener("click", () => editor.goTo({start, end}))
    return make("li", {}, button)
  })
  byId("problems").replaceChildren(...items)
}
