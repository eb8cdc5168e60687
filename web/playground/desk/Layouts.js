import { factsOf, layOut } from "../engine/layOut.js"
import { curlText, javaScriptText } from "../panels/copies.js"
import { located, showProblems } from "../panels/problems.js"
import { hasKey, Latest, origin, tessera } from "../requests.js"
import { originOf } from "../stage/Stage.js"
import { withValue } from "../text/edit.js"

/**
 * @typedef {import("../../types/api").Layout} Layout
 * @typedef {import("../../types/api").LayoutRequest} LayoutRequest
 * @typedef {import("../../client/tessera.js").TesseraProblem} TesseraProblem
 */

/** Lays the request of the desk out, and draws it. */
export class Layouts {
  #desk
  #solver = new Latest((/** @type {LayoutRequest} */ request, isNewest) => this.#solve(request, isNewest))
  // If the request is for a part of the content, the map shows the rest too, unless it is too much.
  #mapper = new Latest((/** @type {LayoutRequest} */ request) => this.#map(request))
  #mapped = ""

  /** @param {import("./Desk.js").Desk} desk */
  constructor(desk) {
    this.#desk = desk
  }

  solve() {
    this.#solver.ask(JSON.parse(this.#desk.editor.text))
  }

  /**
   * @param {LayoutRequest} request
   * @param {() => boolean} isNewest
   */
  async #solve(request, isNewest) {
    const desk = this.#desk
    try {
      const solved = await layOut(request)
      if (desk.mode == "layout" && isNewest()) this.#succeed(request, solved)
      else if (desk.mode == "layout") this.#draw(request, solved.layout)
      if (isNewest()) desk.stage.isBusy = false
    } catch (error) {
      if (isNewest()) desk.fail(/** @type {TesseraProblem} */ (error))
    }
  }

  /**
   * @param {LayoutRequest} request
   * @param {Layout} layout
   */
  #draw(request, layout) {
    const desk = this.#desk, {stage, isNew, isAnimated} = desk
    const isScrolled = request.visibleRect !== undefined
    const isRightToLeft = request.container.layoutDirection == "rightToLeft"
    const end = Math.max(0, layout.contentSize.width - request.container.width)
    const start = {x: isRightToLeft ? end : 0, y: 0}
    // The content stays under the finger that scrolls: the response may be of a moment before.
    const offset = isNew ? isScrolled ? originOf(request.visibleRect) : start : undefined
    stage.show({
      elements: layout.attributes, request, content: layout.contentSize,
      orthogonal: layout.orthogonalSections, offset,
      isAnimated: isAnimated && !isNew,
    })
    desk.shown = {request, layout}
    desk.controls.show(request)
    desk.handle.show(request.container.width)
    stage.isStale = false
    desk.isNew = false
  }

  /**
   * @param {LayoutRequest} request
   * @param {import("../engine/layOut.js").Solved} solved
   */
  #succeed(request, solved) {
    const {layout} = solved, {editor, output} = this.#desk
    this.#draw(request, layout)
    this.#drawOverview(request, layout)
    const count = layout.attributes.length
    const size = `${Math.round(layout.contentSize.width)} × ${Math.round(layout.contentSize.height)}`
    const warnings = (layout.warnings ?? []).map(({pointer, detail}) => ({pointer, detail}))
    const found = located(editor, warnings).map(warning => ({...warning, isWarning: true}))
    const status = `${count} ${count == 1 ? "element" : "elements"}, content ${size}`
    showProblems(editor, {status, facts: factsOf(solved), found})
    output.show({
      response: layout,
      curl: curlText(`${origin}/v1/layouts`, editor.text, hasKey()),
      javaScript: javaScriptText(origin, "layout", editor.text, hasKey()),
      css: () => tessera.layout(request, {format: "css"}, {retry: false})
        .then(text => `${text}`, problem => `/* ${problem.message} */`),
    })
  }

  /** @param {LayoutRequest} request */
  async #map(request) {
    const {overview, stage} = this.#desk, layout = (await layOut(request).catch(() => undefined))?.layout
    if (layout) overview.show(layout.attributes, layout.contentSize)
    stage.fit()
    this.#desk.see()
  }

  /**
   * @param {LayoutRequest} request
   * @param {Layout} layout
   */
  #drawOverview({visibleRect, ...request}, layout) {
    const {overview, stage} = this.#desk, text = visibleRect ? JSON.stringify(request) : ""
    if (!visibleRect || countOf(request) > 3000) overview.show(layout.attributes, layout.contentSize)
    else if (text != this.#mapped) this.#mapper.ask(request)
    this.#mapped = text
    stage.fit()
    this.#desk.see()
  }

  /** The picture of a request for a part of the content is scrolled: the request is for that part then. */
  scrolled() {
    const desk = this.#desk
    if (desk.mode != "layout" || !desk.shown?.request.visibleRect) return
    const {x, y, width, height} = desk.stage.visibleRect
    desk.isAnimated = false
    const rect = [x, y, width, height].map(value => Math.round(value * 2) / 2)
    desk.write(withValue(desk.editor.text, ["visibleRect"], rect))
  }
}

/** @param {LayoutRequest} request */
const countOf = ({sections}) =>
  sections.reduce((sum, {items, itemCount}) => sum + (items?.length ?? itemCount ?? 0), 0)
