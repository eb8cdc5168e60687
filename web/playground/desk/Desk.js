import { withValue } from "../text/edit.js"
import { nodeAt } from "../text/pointers.js"
import { Editor } from "../text/Editor.js"
import { makeControls } from "../panels/controls.js"
import { Output } from "../panels/Output.js"
import { located, showProblems } from "../panels/problems.js"
import { inspect } from "../stage/inspect.js"
import { Overview } from "../stage/Overview.js"
import { Stage } from "../stage/Stage.js"
import { makeWidthHandle } from "../stage/WidthHandle.js"

/**
 * @typedef {import("../../types/api").Layout} Layout
 * @typedef {import("../../types/api").LayoutRequest} LayoutRequest
 * @typedef {import("../../client/tessera.js").TesseraProblem} TesseraProblem
 * @typedef {"layout" | "diff" | "live"} Mode
 *
 * @typedef {object} User What the user does at the desk.
 * @property {() => void} solve The text is another one.
 * @property {() => void} edited The user has written it.
 * @property {() => void} moved The caret is elsewhere.
 * @property {() => void} scrolled The picture is scrolled.
 */

/** The text of a request, and its picture: what layouts and diffs share. */
export class Desk {
  /** @type {Mode} */
  mode = "layout"
  /** The texts of the two states; a layout has only the first. */
  texts = {before: "", after: ""}
  /** @type {"before" | "after"} */
  side = "before"
  /** @type {{request: LayoutRequest, layout: Layout} | undefined} */
  shown
  /** Whether the next picture is that of another request than before, with a content offset of its own. */
  isNew = true
  /** Whether the next picture moves to its place. */
  isAnimated = false
  output = new Output()
  #user

  /** @param {User} user */
  constructor(user) {
    this.#user = user
    this.editor = new Editor({onChange: () => this.#edited(), onMove: () => user.moved()})
    /** @type {Stage} */
    this.stage = new Stage({
      onScroll: () => this.#scrolled(),
      onResize: () => this.see(),
      onInspect: (element, isChosen) => this.#inspect(element, isChosen),
    })
    this.overview = new Overview(offset => {
      this.stage.scrollTo(offset)
      this.#scrolled()
    })
    this.handle = makeWidthHandle(this.stage, () => this.shown?.request.container.width ?? 0,
      width => this.set(["container", "width"], width, false))
    this.controls = makeControls({
      onChange: (path, value) => this.set(path, value, true),
      onPins: isOn => {
        const {x, y, width, height} = this.stage.visibleRect
        this.set(["visibleRect"], isOn ? [x, y, width, height].map(Math.round) : undefined, true)
      },
    })
  }

  /** @param {string} text */
  write(text) {
    this.editor.text = text
    this.texts[this.side] = text
    this.#user.solve()
  }

  #edited() {
    this.texts[this.side] = this.editor.text
    this.#user.edited()
    this.isAnimated = true
    this.#user.solve()
  }

  /**
   * Changes a member of the request, in both states of a diff.
   *
   * @param {string[]} path
   * @param {unknown} value
   * @param {boolean} moves Whether the picture moves there.
   */
  set(path, value, moves) {
    this.isAnimated = moves
    if (this.mode == "diff") {
      this.texts.before = withValue(this.texts.before, path, value)
      this.texts.after = withValue(this.texts.after, path, value)
    }
    this.write(withValue(this.editor.text, path, value))
  }

  /** The map shows which part of the content is seen. */
  see() {
    this.overview.see(this.stage.visibleRect)
  }

  #scrolled() {
    this.see()
    this.#user.scrolled()
  }

  /**
   * @param {import("../../types/api").Element | undefined} element
   * @param {boolean} isChosen
   */
  #inspect(element, isChosen) {
    const {editor} = this
    inspect(element, this.shown?.request)
    if (element?.category != "cell") return editor.highlight(undefined)
    const [section, item] = element.indexPath
    const node = nodeAt(editor.tree.root, ["sections", section, "items", item])
    editor.highlight(node)
    if (node && isChosen) editor.reveal(node.start)
  }

  /**
   * Prepares to solve the text.
   *
   * @returns {boolean} Whether it is JSON; its mistakes are shown otherwise.
   */
  begin() {
    const {editor, stage} = this, {mistakes} = editor.tree
    editor.mark([])
    stage.isBusy = !mistakes.length
    if (!mistakes.length) return true
    stage.isStale = true
    const count = mistakes.length == 1 ? "1 mistake" : `${mistakes.length} mistakes`
    showProblems(editor, {status: `${count} in the JSON text`, isBad: true, found: mistakes})
    return false
  }

  /** @param {TesseraProblem | Error} error */
  fail(error) {
    const {editor, stage, side} = this
    stage.isStale = true
    stage.isBusy = false
    if (!("status" in error)) throw error
    const prefix = this.mode == "diff" ? `/${side}` : ""
    const errors = error.errors ?? []
    const found = located(editor, errors, prefix)
    editor.mark(found)
    const elsewhere = errors.length - found.length
    const hint = elsewhere ? ` ${elsewhere} of them in the state ${side == "before" ? "after" : "before"}.` : ""
    const status = found.length || elsewhere
      ? `${errors.length} ${errors.length == 1 ? "problem" : "problems"}.${hint}`
      : error.status ? error.detail ?? error.message : "The service cannot be reached."
    showProblems(editor, {status, isBad: true, found})
  }
}
