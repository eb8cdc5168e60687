// Changes of a JSON text that leave the rest of it as it was written.

import { parse } from "./parse.js"
import { nodeAt } from "./pointers.js"

/**
 * JSON text on one line, with the spaces of the examples.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function oneLine(value) {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`
  if (value && typeof value == "object") {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}: ${oneLine(member)}`).join(", ")}}`
  }
  return JSON.stringify(value)
}

/**
 * JSON text on one line as `oneLine` writes it, or undefined if it has more columns than there is room for.
 *
 * @param {unknown} value
 * @param {number} room
 * @returns {string | undefined}
 */
function lineWithin(value, room) {
  if (!value || typeof value != "object") return JSON.stringify(value)
  const isArray = Array.isArray(value), names = isArray ? value : Object.keys(value)
  let text = isArray ? "[" : "{"
  for (let index = 0; index < names.length; index++) {
    const member = isArray ? value[index] : /** @type {Record<string, unknown>} */ (value)[names[index]]
    if (member === undefined && !isArray) continue
    if (text.length > 1) text += ", "
    if (!isArray) text += `${JSON.stringify(names[index])}: `
    const line = lineWithin(member, room - text.length)
    if (line === undefined || text.length + line.length >= room) return undefined
    text += line
  }
  return text.length < room ? `${text}${isArray ? "]" : "}"}` : undefined
}

/**
 * JSON text over several lines: a value that fits in the columns is on one line.
 *
 * @param {unknown} value
 * @param {number} [columns]
 * @param {string} [margin]
 * @returns {string}
 */
export function formatted(value, columns = 100, margin = "") {
  if (!value || typeof value != "object") return JSON.stringify(value)
  const line = lineWithin(value, columns - margin.length)
  if (line !== undefined) return line
  const inner = `${margin}  `
  const parts = Array.isArray(value) ? value.map(item => formatted(item, columns, inner))
    : Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)}: ${formatted(member, columns, inner)}`)
  const [open, close] = Array.isArray(value) ? "[]" : "{}"
  return `${open}\n${parts.map(part => inner + part).join(",\n")}\n${margin}${close}`
}

/**
 * The text with another value at a path; `undefined` removes the member. Returns the text as it is where the parent of
 * the member is not in it.
 *
 * @param {string} text
 * @param {string[]} path
 * @param {unknown} value
 * @returns {string}
 */
export function withValue(text, path, value) {
  const {root} = parse(text)
  const parent = nodeAt(root, path.slice(0, -1)), name = path[path.length - 1]
  if (!parent?.members) return text
  const index = parent.members.findIndex(({key}) => key == name), member = parent.members[index]
  if (value === undefined) {
    if (!member) return text
    const before = parent.members[index - 1], after = parent.members[index + 1]
    if (before) return text.slice(0,
      before.value?.end ?? before.keyEnd) + text.slice(member.value?.end ?? member.keyEnd)
    const end = after ? after.keyStart : parent.end - 1
    return text.slice(0, member.keyStart) + text.slice(end)
  }
  const written = oneLine(value)
  if (member?.value) return text.slice(0, member.value.start) + written + text.slice(member.value.end)
  const last = parent.members[parent.members.length - 1], added = `${JSON.stringify(name)}: ${written}`
  if (!last) return `${text.slice(0, parent.start + 1)}${added}${text.slice(parent.start + 1)}`
  const end = last.value?.end ?? last.keyEnd
  const isMultiline = text.slice(parent.start, last.keyStart).includes("\n")
  const margin = /\n([ \t]*)[^\n]*$/.exec(text.slice(0, last.keyStart))?.[1] ?? ""
  return `${text.slice(0, end)},${isMultiline ? `\n${margin}` : " "}${added}${text.slice(end)}`
}
