// JSON text with positions: a tree even of text that is not finished, for the editor's colours, errors and
// completion.

/**
 * @typedef {{key: string, keyStart: number, keyEnd: number, value?: Node}} Member
 * @typedef {object} Node
 * @property {"object" | "array" | "string" | "number" | "literal"} type
 * @property {number} start
 * @property {number} end
 * @property {unknown} [value] Of strings, numbers and literals.
 * @property {Member[]} [members] Of objects.
 * @property {Node[]} [items] Of arrays.
 * @property {boolean} [isOpen] Whether its end is missing.
 *
 * @typedef {{kind: "key" | "string" | "number" | "literal" | "mark", start: number, end: number}} Token
 * @typedef {{start: number, end: number, message: string}} Mistake
 * @typedef {{root?: Node, tokens: Token[], mistakes: Mistake[]}} Tree
 */

const space = /[ \t\r\n]*/y
const stringText = /"(?:[^"\\\n]|\\[^\n])*("?)/y
const word = /[^\s{}[\]:,"]+/y
const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * @param {string} text
 * @returns {Tree}
 */
export function parse(text) {
  /** @type {Token[]} */
  const tokens = []
  /** @type {Mistake[]} */
  const mistakes = []
  let at = 0

  const fail = (/** @type {string} */ message, start = at, end = Math.max(at + 1, start + 1)) => {
    mistakes.push({start: Math.min(start, text.length), end: Math.min(end, text.length), message})
  }

  /** @param {RegExp} pattern */
  function match(pattern) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at += found[0].length
    return found
  }

  /** @param {string} character */
  function mark(character) {
    match(space)
    if (text[at] != character) return false
    tokens.push({kind: "mark", start: at, end: at + 1})
    at += 1
    return true
  }

  /** @param {"key" | "string"} kind */
  function string(kind) {
    const start = at, found = match(stringText)
    if (!found) return undefined
    tokens.push({kind, start, end: at})
    if (!found[1]) fail("The string has no closing quotation mark.", start, at)
    let value = found[0].slice(1, found[1] ? -1 : undefined)
    try {
      value = JSON.parse(`"${value}"`)
    } catch {
      if (found[1]) fail("The string has an escape that JSON does not know, or a control character.", start,
        at)
    }
    return {value, start, end: at, isOpen: !found[1]}
  }

  /** @returns {Node | undefined} */
  function value() {
    match(space)
    const start = at
    if (mark("{")) return object(start)
    if (mark("[")) return array(start)
    if (text[at] == '"') return {type: "string", .../** @type {any} */ (string("string"))}
    const found = match(word)
    if (!found) return undefined
    if (numberText.test(found[0])) {
      tokens.push({kind: "number", start, end: at})
      return {type: "number", start, end: at, value: Number(found[0])}
    }
    tokens.push({kind: "literal", start, end: at})
    const isKnown = /^(true|false|null)$/.test(found[0])
    if (!isKnown) fail(`“${found[0]}” is not a value. Strings need quotation marks.`, start, at)
    return {type: "literal", start, end: at, value: {true: true, false: false}[found[0]] ?? null}
  }

  /**
   * Whether another part follows; reports errors between two parts.
   *
   * @param {string} end
   * @param {boolean} isFirst
   */
  function hasMore(end, isFirst) {
    match(space)
    if (text[at] == end) return false
    if (at >= text.length) {
      fail(`The closing “${end}” is missing.`, at - 1, at)
      return false
    }
    if (isFirst) return true
    const comma = at
    if (!mark(",")) {
      fail("A comma is missing before this.")
      return true
    }
    match(space)
    if (text[at] != end) return at < text.length
      || (fail(`The closing “${end}” is missing.`, at - 1, at), false)
    fail("JSON has no comma before a closing bracket.", comma, comma + 1)
    return false
  }

  /**
   * @param {number} start
   * @returns {Node}
   */
  function object(start) {
    /** @type {Member[]} */
    const members = []
    while (hasMore("}", members.length == 0)) {
      const before = at, key = string("key")
      if (!key) {
        fail("A member needs a name in quotation marks.")
        if (!value()) at = before + 1
        members.push({key: "", keyStart: before, keyEnd: at})
        continue
      }
      /** @type {Member} */
      const member = {key: key.value, keyStart: key.start, keyEnd: key.end}
      if (members.some(other => other.key == member.key)) fail(`There are two members “${member.key}”.`,
        key.start, key.end)
      members.push(member)
      if (!mark(":")) {
        fail("A colon and a value are missing here.", key.start, key.end)
        continue
      }
      member.value = value()
      if (!member.value) fail(`The value of “${member.key}” is missing.`, key.start, key.end)
    }
    const isOpen = !mark("}")
    return {type: "object", start, end: at, members, isOpen}
  }

  /**
   * @param {number} start
   * @returns {Node}
   */
  function array(start) {
    /** @type {Node[]} */
    const items = []
    for (let isFirst = true; hasMore("]", isFirst); isFirst = false) {
      const item = value()
      if (item) items.push(item)
      else fail("A value is missing here."), at += 1
    }
    const isOpen = !mark("]")
    return {type: "array", start, end: at, items, isOpen}
  }

  const root = value()
  match(space)
  if (!root) fail("There is no JSON text.", 0, 1)
  else if (at < text.length) fail("The JSON text ends before this.", at, text.length)
  return {root, tokens, mistakes}
}
