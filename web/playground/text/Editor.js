// The editor: a text area, a coloured copy of its text behind it, and the numbers of its lines.

import { byId, make } from "../dom.js"
import { parse } from "./parse.js"
import { Completion } from "./Completion.js"

/**
 * @typedef {{start: number, end: number}} Range
 */

export class Editor {
  /** @type {HTMLTextAreaElement} */
  area = byId("text")
  /** @type {import("./parse.js").Tree} */
  tree = {tokens: [], mistakes: []}
  /** @type {Range[]} */
  #errors = []
  /** @type {Range | undefined} */
  #here
  #colours = /** @type {HTMLElement} */ (document.querySelector(".colours"))
  #numbers = /** @type {HTMLElement} */ (document.querySelector(".numbers"))
  #isLeaving = false

  /**
   * @param {object} callbacks
   * @param {() => void} callbacks.onChange The user has changed the text.
   * @param {() => void} callbacks.onMove The caret is elsewhere.
   */
  constructor({onChange, onMove}) {
    this.onChange = onChange
    this.completion = new Completion(this)
    this.area.addEventListener("beforeinput", event => this.#pair(event))
    this.area.addEventListener("input", event => {
      this.#changed()
      this.completion.typed(/** @type {InputEvent} */ (event))
      onChange()
    })
    this.area.addEventListener("scroll", () => this.#follow(), {passive: true})
    this.area.addEventListener("keydown", event => this.#key(event))
    this.area.addEventListener("blur", () => {
      this.#isLeaving = false
      this.completion.close()
    })
    document.addEventListener("selectionchange", () => {
      if (document.activeElement != this.area) return
      this.completion.moved()
      onMove()
    })
  }

  get text() { return this.area.value }

  /** Shows another text; undo cannot bring back the one before. */
  set text(text) {
    if (text == this.area.value) return
    const {selectionStart, scrollTop, scrollLeft} = this.area
    this.area.value = text
    this.area.setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionStart, text.length))
    this.area.scrollTop = scrollTop
    this.area.scrollLeft = scrollLeft
    this.#errors = []
    this.#here = undefined
    this.#changed()
  }

  get caret() { return this.area.selectionStart }

  /**
   * Replaces a range as if the user had typed, so that it can be undone.
   *
   * @param {number} start
   * @param {number} end
   * @param {string} text
   * @param {number} [caret] Where the caret is afterwards, from the start of the text.
   */
  replace(start, end, text, caret = text.length) {
    this.area.focus()
    this.area.setSelectionRange(start, end)
    const isDone = document.execCommand(text ? "insertText" : "delete", false, text)
    if (!isDone) this.area.setRangeText(text, start, end, "end")
    this.area.setSelectionRange(start + caret, start + caret)
    if (isDone) return
    this.#changed()
    this.onChange()
  }

  /**
   * Marks errors, and a part that is meant by something else on the page.
   *
   * @param {Range[]} errors
   */
  mark(errors) {
    if (!errors.length && !this.#errors.length) return
    this.#errors = errors
    this.#draw()
  }

  /** @param {Range | undefined} range */
  highlight(range) {
    if (this.#here?.start == range?.start && this.#here?.end == range?.end) return
    this.#here = range
    this.#draw()
  }

  /** @param {Range} range */
  goTo({start, end}) {
    this.area.focus()
    this.area.setSelectionRange(start, Math.max(start, end))
    this.reveal(start)
  }

  /** @param {number} position */
  reveal(position) {
    const line = this.text.slice(0, position).split("\n").length - 1, height = this.lineHeight
    const top = line * height
    if (top < this.area.scrollTop || top > this.area.scrollTop + this.area.clientHeight - 3 * height) {
      this.area.scrollTop = Math.max(0, top - this.area.clientHeight / 3)
    }
  }

  lineHeight = 20

  /** The place of a position in the editor, in px. */
  placeOf(/** @type {number} */ position) {
    const before = this.text.slice(0, position), start = before.lastIndexOf("\n") + 1
    const ruler = make("span", {class: "hidden"}, before.slice(start))
    ruler.style.cssText = "white-space: pre; width: auto"
    this.#colours.append(ruler)
    const {width} = ruler.getBoundingClientRect()
    ruler.remove()
    const line = before.split("\n").length - 1
    return {
      x: this.#numbers.offsetWidth + width - this.area.scrollLeft,
      y: 12 + line * this.lineHeight - this.area.scrollTop,
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.completion.key(event)) return event.preventDefault()
    const isLeaving = this.#isLeaving
    this.#isLeaving = event.key == "Escape"
    if (event.key != "Tab" || event.ctrlKey || event.altKey || event.metaKey || isLeaving) return
    event.preventDefault()
    const {selectionStart, selectionEnd} = this.area
    const lineStart = this.text.lastIndexOf("\n", selectionStart - 1) + 1
    if (!event.shiftKey) return this.replace(selectionStart, selectionEnd, "  ")
    const margin = /^ {1,2}/.exec(this.text.slice(lineStart))?.[0].length ?? 0
    if (margin) {
      const caret = Math.max(lineStart, selectionStart - margin)
      this.replace(lineStart, lineStart + margin, "")
      this.area.setSelectionRange(caret, caret)
    }
  }

  // A quotation mark comes with its partner, so that the rest of the line does not become part of the string.
  /** @param {InputEvent} event */
  #pair(event) {
    const {selectionStart: start, selectionEnd: end} = this.area, {text} = this
    if (event.inputType != "insertText" || event.data != '"' || start != end) return
    const next = text[start] ?? "", before = text[start - 1] ?? "", isInString = this.tree.tokens.some(
      ({kind, start: from, end: to}) => (kind == "string" || kind == "key") && from < start && start < to)
    if (isInString && next != '"' || /[\w"]/.test(before) && next != '"' || /\w/.test(next)) return
    event.preventDefault()
    if (isInString) return this.area.setSelectionRange(start + 1, start + 1)
    this.replace(start, end, '""', 1)
    this.completion.open(false)
  }

  #changed() {
    this.tree = parse(this.text)
    this.#draw()
  }

  #draw() {
    const {text} = this, {tokens, mistakes} = this.tree
    const marks = [...mistakes, ...this.#errors]
    const parts = document.createDocumentFragment()
    let at = 0

    // A piece of text of one colour, cut where an error or a highlight begins or ends.
    const add = (/** @type {number} */ start, /** @type {number} */ end, kind = "") => {
      if (start >= end) return
      const edges = [start, end]
      for (const range of this.#here ? [...marks, this.#here] : marks) {
        for (const edge of [range.start, range.end]) if (edge > start && edge < end) edges.push(edge)
      }
      edges.sort((a, b) => a - b)
      for (let index = 1; index < edges.length; index++) {
        const [from, to] = [edges[index - 1], edges[index]]
        if (from == to) continue
        const isIn = (/** @type {Range} */ range) => from >= range.start && from < range.end
        const names = [kind, marks.some(isIn) ? "error" : "", this.#here && isIn(this.#here) ? "here" : ""]
          .filter(Boolean)
        const piece = text.slice(from, to)
        parts.append(names.length ? make("span", {class: names.join(" ")}, piece) : piece)
      }
    }

    for (const {kind, start, end} of tokens) {
      add(at, start)
      add(start, end, kind == "mark" ? "" : kind)
      at = end
    }
    add(at, text.length)
    this.#colours.replaceChildren(parts, "\n")
    const wrong = new Set(marks.map(({start}) => text.slice(0, start).split("\n").length))
    const numbers = document.createDocumentFragment()
    const count = text.split("\n").length
    for (let line = 1; line <= count; line++) {
      numbers.append(wrong.has(line) ? make("b", {}, `${line}`) : `${line}`, "\n")
    }
    this.#numbers.replaceChildren(numbers)
    this.#follow()
  }

  #follow() {
    this.#colours.scrollTop = this.#numbers.scrollTop = this.area.scrollTop
    this.#colours.scrollLeft = this.area.scrollLeft
    this.completion.follow()
  }
}
