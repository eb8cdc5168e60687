// The list of fields or values that fit where the caret is.

import { byId, make } from "../dom.js"
import { fieldsAt, schemasAt, valuesAt } from "../schema/fields.js"
import { placeAt } from "./pointers.js"

/**
 * @typedef {{label: string, detail: string, about: string, text: string, caret?: number}} Choice
 * @typedef {import("../schema/fields.js").Schemas} Schemas
 */

export class Completion {
  /** @type {Schemas | undefined} */
  schemas
  #list = byId("completions")
  /** @type {Choice[]} */
  #choices = []
  #selected = 0
  #start = 0
  #end = 0
  /** @type {import("./Editor.js").Editor} */
  #editor

  /** @param {import("./Editor.js").Editor} editor */
  constructor(editor) {
    this.#editor = editor
    this.#list.addEventListener("pointerdown", event => {
      event.preventDefault()
      const option = /** @type {HTMLElement} */ (event.target).closest("[role=option]")
      if (option) this.#accept([...this.#list.children].indexOf(option))
    })
  }

  get isOpen() { return !this.#list.hidden }

  close() {
    if (!this.isOpen) return
    this.#list.hidden = true
    this.#editor.area.removeAttribute("aria-activedescendant")
  }

  /**
   * Follows the typing of the user: a name that is begun opens the list.
   *
   * @param {InputEvent} event
   */
  typed({inputType, data}) {
    const isWriting = inputType == "insertText" && data && /["\w]/.test(data)
    if (isWriting || this.isOpen) this.open(false)
  }

  /** Closes the list when the caret leaves the name. */
  moved() {
    const {caret} = this.#editor
    if (this.isOpen && (caret < this.#start || caret > Math.max(this.#end, this.#start))) this.close()
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} Whether the key was for the list.
   */
  key(event) {
    if (event.key == " " && event.ctrlKey) {
      this.open(true)
      return true
    }
    if (!this.isOpen) return false
    const step = {ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6}[event.key]
    if (step) this.#select((this.#selected + step + this.#choices.length) % this.#choices.length)
    else if (event.key == "Enter" || event.key == "Tab") this.#accept(this.#selected)
    else if (event.key == "Escape") this.close()
    else return false
    return true
  }

  /** @param {boolean} isAsked Whether the user requests the list, so that it opens without a first letter. */
  open(isAsked) {
    const {schemas} = this, {caret, tree} = this.#editor
    if (!schemas) return
    const place = placeAt(tree.root, caret)
    const found = place.place == "key" ? this.#fields(schemas, place) : this.#values(schemas, place)
    if (!found || !isAsked && this.#start == caret) return this.close()
    const begun = this.#editor.text.slice(this.#start, caret).replace(/^"/, "").toLowerCase()
    const ranked = found.map(choice => ({choice, at: choice.label.toLowerCase().indexOf(begun)}))
      .filter(({at}) => at >= 0)
    ranked.sort((a, b) => Number(a.at > 0) - Number(b.at > 0))
    this.#choices = ranked.map(({choice}) => choice)
    const isWritten = this.#choices.length == 1 && this.#choices[0].label.toLowerCase() == begun
    if (!this.#choices.length || isWritten && !isAsked) return this.close()
    this.#show()
  }

  /**
   * @param {Schemas} schemas
   * @param {ReturnType<typeof placeAt>} place
   * @returns {Choice[] | undefined}
   */
  #fields(schemas, {path, parent, member}) {
    const {caret, tree, text} = this.#editor
    this.#start = member?.keyStart ?? caret
    this.#end = member?.keyEnd ?? caret
    const present = new Set(parent?.members?.map(({key}) => key))
    const siblings = parent?.members ?? []
    const hasMore = siblings.some(other => other.keyStart > this.#end)
    return fieldsAt(schemas, tree.root, path)
      .filter(({name}) => name == member?.key || !present.has(name))
      .map(({name, about, type, isRequired, schema}) => {
        if (member?.value) return {label: name, detail: type, about, text: JSON.stringify(name)}
        const [value, inside] = beginning(schema)
        const rest = /^[ \t]*:/.test(text.slice(this.#end)) ? "" : `: ${value}`
        const comma = rest && hasMore && !/^\s*,/.test(text.slice(this.#end)) ? "," : ""
        return {
          label: name, detail: isRequired ? `${type}, required` : type, about,
          text: JSON.stringify(name) + rest + comma,
          caret: JSON.stringify(name).length + (rest ? 2 + inside : 0),
        }
      })
  }

  /**
   * @param {Schemas} schemas
   * @param {ReturnType<typeof placeAt>} place
   * @returns {Choice[] | undefined}
   */
  #values(schemas, {path, node, member}) {
    const {caret, tree, text} = this.#editor
    const isScalar = node && !node.members && !node.items && caret >= node.start
    this.#start = isScalar ? node.start : caret
    this.#end = isScalar ? node.end : caret
    const space = !isScalar && member && text[caret - 1] == ":" ? " " : ""
    const about = schemasAt(schemas, tree.root, path)[0]?.about ?? ""
    const values = valuesAt(schemas, tree.root, path)
    const isItem = typeof path[path.length - 1] == "number" && !isScalar
    if (isItem && !values.length) {
      // In a list of objects, the next one.
      const isObject = fieldsAt(schemas, tree.root, path).length > 0
      return isObject ? [{label: "{}", detail: "object", about, text: "{}", caret: 1}] : undefined
    }
    return values.map(value =>
      ({label: `${value}`, detail: "", about, text: space + JSON.stringify(value)}))
  }

  #show() {
    const options = this.#choices.map(({label, detail, about}, index) =>
      make("div", {role: "option", id: `completion-${index}`, "aria-selected": "false"},
        make("b", {}, label), make("i", {}, detail), make("small", {}, about)))
    this.#list.replaceChildren(...options)
    this.#list.hidden = false
    this.#list.scrollTop = 0
    this.follow()
    this.#select(0)
  }

  /** Puts the list below the caret, also after the text was scrolled. */
  follow() {
    if (!this.isOpen) return
    const {x, y} = this.#editor.placeOf(this.#start)
    const host = /** @type {HTMLElement} */ (this.#list.offsetParent)
    const isAbove = y + 30 + this.#list.offsetHeight > host.clientHeight && y > host.clientHeight / 2
    this.#list.style.left = `${Math.max(8, Math.min(x, host.clientWidth - this.#list.offsetWidth - 8))}px`
    this.#list.style.top = `${isAbove ? y - this.#list.offsetHeight - 4 : y + 22}px`
  }

  /** @param {number} index */
  #select(index) {
    this.#selected = index
    for (const [at, option] of [...this.#list.children].entries()) {
      option.setAttribute("aria-selected", `${at == index}`)
    }
    this.#list.children[index]?.scrollIntoView({block: "nearest"})
    this.#editor.area.setAttribute("aria-activedescendant", `completion-${index}`)
  }

  /** @param {number} index */
  #accept(index) {
    const {text, caret} = this.#choices[index]
    this.close()
    this.#editor.replace(this.#start, this.#end, text, caret)
    // The member just written may have values to choose from.
    if (caret !== undefined) this.open(true)
  }
}

/**
 * How a value of a schema begins, and where the caret goes in it.
 *
 * @param {import("../schema/fields.js").Schema} schema
 * @returns {[string, number]}
 */
function beginning({type, enum: values, default: usual, oneOf, properties, others}) {
  if (values) return ["", 0]
  if (type == "boolean") return [usual ? "false" : "true", 5]
  if (type == "object" || properties || others) return ["{}", 1]
  if (type == "array") return ["[]", 1]
  const written = JSON.stringify(usual)
  if (usual !== undefined && typeof usual != "object") return [written, written.length]
  if (type == "string") return ['""', 1]
  if (oneOf?.every(({ref}) => ref?.endsWith("Layout"))) return ['{"kind": }', 9]
  if (Array.isArray(usual)) return [`[${usual.join(", ")}]`, 1]
  return ["", 0]
}
