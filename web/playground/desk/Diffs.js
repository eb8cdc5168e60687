import { byId } from "../dom.js"
import { factsOf, layOut } from "../engine/layOut.js"
import { curlText, javaScriptText } from "../panels/copies.js"
import { showProblems } from "../panels/problems.js"
import { hasKey, Latest, origin, tessera } from "../requests.js"
import { eased, elementsAt } from "../stage/blend.js"
import { Player } from "../stage/Player.js"
import { originOf } from "../stage/Stage.js"
import { rotated, shuffled } from "../states.js"
import { makeTabs } from "../tabList.js"
import { formatted } from "../text/edit.js"

/**
 * @typedef {import("../../types/api").Layout} Layout
 * @typedef {import("../../types/api").LayoutRequest} LayoutRequest
 * @typedef {import("../../types/api").UpdateDiff} UpdateDiff
 * @typedef {import("../../client/tessera.js").TesseraProblem} TesseraProblem
 * @typedef {{first: LayoutRequest, second: LayoutRequest}} States
 */

/** Compares the two states of the desk, and plays the change. */
export class Diffs {
  #desk
  #solve
  /** @type {{before: Layout, first: LayoutRequest, second: LayoutRequest, diff: UpdateDiff} | undefined} */
  #change
  #player = new Player(share => this.#draw(share))
  #comparer = new Latest((/** @type {States} */ states, isNewest) => this.#compare(states, isNewest))
  #tabs

  /**
   * @param {import("./Desk.js").Desk} desk
   * @param {() => void} solve Has the text of the desk solved.
   */
  constructor(desk, solve) {
    this.#desk = desk
    this.#solve = solve
    this.#tabs = makeTabs(byId("states"), id => this.#show(id == "tab-before" ? "before" : "after"))
    byId("shuffle").addEventListener("click", () => this.#changeAfter(shuffled))
    byId("turn").addEventListener("click", () => this.#changeAfter(rotated))
  }

  /** @param {boolean} isShown */
  set isShown(isShown) {
    byId("states").hidden = byId("changes").hidden = !isShown
    byId("request-title").hidden = isShown
    this.#player.isShown = isShown
  }

  /** Shows the state before. */
  showFirst() {
    this.#tabs.select("tab-before")
  }

  /** @param {"before" | "after"} side */
  #show(side) {
    const desk = this.#desk
    desk.side = side
    desk.editor.text = desk.texts[side]
    if (desk.mode != "diff") return
    this.#player.share = side == "before" ? 0 : 1
    this.#solve()
  }

  solve() {
    const {texts, editor} = this.#desk
    try {
      this.#comparer.ask({first: JSON.parse(texts.before), second: JSON.parse(texts.after)})
    } catch {
      showProblems(editor, {status: "The other state has a mistake.", isBad: true})
    }
  }

  /**
   * @param {States} states
   * @param {() => boolean} isNewest
   */
  async #compare({first, second}, isNewest) {
    const desk = this.#desk, {editor, stage} = desk
    try {
      const began = performance.now()
      const {visibleRect: rect, ...before} = first, {visibleRect: other, ...after} = second
      const {x, y} = originOf(rect ?? other)
      const body = {before: {...before, bounds: [x, y, first.container.width, first.container.height]},
        after, scope: "all"}
      const compared = /** @type {import("../../types/api").DiffRequest} */ (body)
      const [{layout}, diff] = await Promise.all([layOut(before), tessera.diff(compared, {retry: false})])
      const time = performance.now() - began
      if (desk.mode != "diff" || !isNewest()) return
      this.#change = {before: layout, first: before, second: after, diff}
      const summary = summaryOf(diff), shown = desk.side == "before" ? first : second
      this.#player.summary = summary
      this.#draw(this.#player.share)
      desk.controls.show(shown)
      desk.handle.show(shown.container.width)
      stage.isStale = false
      stage.isBusy = false
      showProblems(editor, {status: summary, facts: factsOf({isOwn: false, time})})
      const text = formatted(body)
      desk.output.show({
        response: diff,
        curl: curlText(`${origin}/v1/diffs`, text, hasKey()),
        javaScript: javaScriptText(origin, "diff", text, hasKey()),
      })
    } catch (error) {
      if (isNewest()) desk.fail(/** @type {TesseraProblem} */ (error))
    }
  }

  /** @param {number} time From 0 to 1. */
  #draw(time) {
    const desk = this.#desk
    if (!this.#change || desk.mode != "diff") return
    const {before, first, second, diff} = this.#change, share = eased(time)
    const at = (/** @type {number} */ from, /** @type {number} */ to) => from + (to - from) * share
    const {contentSize: size, contentOffset: offset} = diff
    const request = share < 0.5 ? first : second
    const content = {width: at(size.from.width, size.to.width), height: at(size.from.height, size.to.height)}
    const container = {
      ...request.container,
      width: at(first.container.width, second.container.width),
      height: at(first.container.height, second.container.height),
    }
    const elements = elementsAt(before.attributes, diff, share)
    desk.shown = {request, layout: before}
    desk.stage.show({
      elements, content, request: {...request, container},
      offset: desk.isNew || time > 0 && time < 1
        ? {x: at(offset.from.x, offset.to.x), y: at(offset.from.y, offset.to.y)} : undefined,
    })
    desk.isNew = false
    desk.overview.show(elements, content)
    desk.see()
  }

  /** @param {(request: LayoutRequest) => LayoutRequest} make */
  #changeAfter(make) {
    const {editor, texts} = this.#desk
    if (editor.tree.mistakes.length) return
    texts.after = formatted(make(JSON.parse(texts.after)))
    this.#tabs.select("tab-after")
    this.#player.share = 0
    this.#comparer.ask({first: JSON.parse(texts.before), second: JSON.parse(texts.after)}).then(() => this.#player.play())
  }
}

/**
 * How many changes of each type a diff has.
 *
 * @param {UpdateDiff} diff
 */
function summaryOf({changes}) {
  /** @type {Record<string, number>} */
  const counts = {}
  for (const {type} of changes) counts[type] = (counts[type] ?? 0) + 1
  return Object.entries(counts).map(([type, count]) => `${count} ${type}`).join(" · ") || "no change"
}
