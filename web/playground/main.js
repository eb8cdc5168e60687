// The playground: the parts of the page, and how they work together.

import { announce, byId, copy } from "./dom.js"
import { engine, factsOf, layOut } from "./engine/layOut.js"
import { fromFragment, toFragment } from "./link.js"
import { makeControls } from "./panels/controls.js"
import { curlText, javaScriptText } from "./panels/copies.js"
import { makeGallery } from "./panels/gallery.js"
import { Output } from "./panels/Output.js"
import { located, showProblems } from "./panels/problems.js"
import { fieldsAt, schemasAt, typeName } from "./schema/fields.js"
import { hasKey, Latest, onKeyMissing, origin, tessera, useKey } from "./service.js"
import { eased, elementsAt } from "./stage/blend.js"
import { inspect } from "./stage/inspect.js"
import { Overview } from "./stage/Overview.js"
import { Player } from "./stage/Player.js"
import { originOf, Stage } from "./stage/Stage.js"
import { makeWidthHandle } from "./stage/WidthHandle.js"
import { rotated, shuffled } from "./states.js"
import { makeTabs } from "./tabs.js"
import { Editor } from "./text/Editor.js"
import { formatted, withValue } from "./text/edit.js"
import { nodeAt, placeAt } from "./text/pointers.js"

/**
 * @typedef {import("../types/api").Layout} Layout
 * @typedef {import("../types/api").LayoutRequest} LayoutRequest
 * @typedef {import("../types/api").UpdateDiff} UpdateDiff
 * @typedef {import("./panels/gallery.js").Example} Example
 * @typedef {"layout" | "diff" | "live"} Mode
 * @typedef {import("../client/tessera.js").TesseraProblem} TesseraProblem
 */

/** @type {Mode} */
let mode = "layout"
/** The texts of the two states; a layout has only the first. */
const texts = {before: "", after: ""}
/** @type {"before" | "after"} */
let side = "before"
/** @type {{request: LayoutRequest, layout: Layout} | undefined} */
let shown
/** @type {{before: Layout, first: LayoutRequest, second: LayoutRequest, diff: UpdateDiff} | undefined} */
let change
/** The content offset that the next picture begins with, after another request was opened. */
let isNew = true, isAnimated = false
/** @type {Example[]} */
let examples = []
/** @type {{close(): void} | undefined} */
let live

// ---- The parts

const main = byId("main")
const output = new Output()
const editor = new Editor({onChange: edited, onMove: explain})
/** @type {Stage} */
const stage = new Stage({
  onScroll: scrolled,
  onResize: () => overview.see(stage.visibleRect),
  onInspect(element, isChosen) {
    inspect(element, shown?.request)
    if (element?.category != "cell") return editor.highlight(undefined)
    const [section, item] = element.indexPath
    const node = nodeAt(editor.tree.root, ["sections", section, "items", item])
    editor.highlight(node)
    if (node && isChosen) editor.reveal(node.start)
  },
})
const overview = new Overview(offset => {
  stage.scrollTo(offset)
  scrolled()
})
const handle = makeWidthHandle(stage, () => shown?.request.container.width ?? 0,
  width => set(["container", "width"], width, false))
const player = new Player(share => drawChange(share))
const controls = makeControls({
  onChange: (path, value) => set(path, value, true),
  onPins(isOn) {
    const {x, y, width, height} = stage.visibleRect
    set(["visibleRect"], isOn ? [x, y, width, height].map(Math.round) : undefined, true)
  },
})

// ---- The text

/** @param {string} text */
function write(text) {
  editor.text = text
  texts[side] = text
  solve()
}

function edited() {
  texts[side] = editor.text
  gallery?.mark(undefined)
  isAnimated = true
  solve()
}

/**
 * Changes a member of the request, in both states of a diff.
 *
 * @param {string[]} path
 * @param {unknown} value
 * @param {boolean} moves Whether the picture moves there.
 */
function set(path, value, moves) {
  isAnimated = moves
  if (mode == "diff") {
    texts.before = withValue(texts.before, path, value)
    texts.after = withValue(texts.after, path, value)
  }
  write(withValue(editor.text, path, value))
}

/** Describes the field that the caret is in. */
function explain() {
  const {schemas} = editor.completion, field = byId("field")
  if (!schemas) return
  const {root} = editor.tree
  const {path, place, member} = placeAt(root, editor.caret)
  const name = place == "key" ? member?.key : [...path].reverse().find(part => typeof part == "string")
  const at = place == "key" ? path : path.slice(0, path.lastIndexOf(name ?? ""))
  const known = fieldsAt(schemas, root, at).find(field => field.name == name)
  const [whole] = schemasAt(schemas, root, path)
  field.replaceChildren()
  if (known) {
    const usual = known.schema.default === undefined ? ""
      : ` Default: ${JSON.stringify(known.schema.default)}.`
    const title = document.createElement("b")
    title.textContent = known.name
    field.append(title, ` ${typeName(schemas, known.schema)}. ${known.about}${usual}`)
  } else field.append(whole?.about ?? hint)
  const [list, section, items, item] = path
  if (list == "sections" && items == "items") stage.picture.emphasise(Number(section), Number(item))
  else stage.picture.emphasise()
}

const hint = "Control and space lists the fields that fit at the caret."

// ---- Layouts

const solver = new Latest(async (/** @type {LayoutRequest} */ request, isNewest) => {
  try {
    const solved = await layOut(request)
    if (mode == "layout" && isNewest()) succeed(request, solved)
    else if (mode == "layout") drawLayout(request, solved.layout)
    if (isNewest()) stage.isBusy = false
  } catch (error) {
    if (isNewest()) fail(/** @type {TesseraProblem} */ (error))
  }
})

function solve() {
  const {mistakes} = editor.tree
  editor.mark([])
  if (mistakes.length) {
    stage.isStale = true
    stage.isBusy = false
    const count = mistakes.length == 1 ? "1 mistake" : `${mistakes.length} mistakes`
    showProblems(editor, {status: `${count} in the JSON text`, isBad: true, found: mistakes})
    return
  }
  stage.isBusy = true
  if (mode == "layout") solver.ask(JSON.parse(editor.text))
  else if (mode == "diff") compare()
}

/**
 * @param {LayoutRequest} request
 * @param {Layout} layout
 */
function drawLayout(request, layout) {
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
  shown = {request, layout}
  controls.show(request)
  handle.show(request.container.width)
  stage.isStale = false
  isNew = false
}

/**
 * @param {LayoutRequest} request
 * @param {import("./engine/layOut.js").Solved} solved
 */
function succeed(request, solved) {
  const {layout} = solved
  drawLayout(request, layout)
  drawOverview(request, layout)
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

// If the request is for a part of the content, the map shows the rest too, unless it is too much.
const mapper = new Latest(async (/** @type {LayoutRequest} */ request) => {
  const layout = (await layOut(request).catch(() => undefined))?.layout
  if (layout) overview.show(layout.attributes, layout.contentSize)
  stage.fit()
  overview.see(stage.visibleRect)
})
let mapped = ""

/**
 * @param {LayoutRequest} request
 * @param {Layout} layout
 */
function drawOverview({visibleRect, ...request}, layout) {
  const text = visibleRect ? JSON.stringify(request) : ""
  if (!visibleRect || countOf(request) > 3000) overview.show(layout.attributes, layout.contentSize)
  else if (text != mapped) mapper.ask(request)
  mapped = text
  stage.fit()
  overview.see(stage.visibleRect)
}

/** @param {LayoutRequest} request */
const countOf = ({sections}) =>
  sections.reduce((sum, {items, itemCount}) => sum + (items?.length ?? itemCount ?? 0), 0)

function scrolled() {
  overview.see(stage.visibleRect)
  if (mode != "layout" || !shown?.request.visibleRect) return
  const {x, y, width, height} = stage.visibleRect
  isAnimated = false
  const rect = [x, y, width, height].map(value => Math.round(value * 2) / 2)
  write(withValue(editor.text, ["visibleRect"], rect))
}

/** @param {TesseraProblem | Error} error */
function fail(error) {
  stage.isStale = true
  stage.isBusy = false
  if (!("status" in error)) throw error
  const prefix = mode == "diff" ? `/${side}` : ""
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

// ---- Diffs

/** @typedef {{first: LayoutRequest, second: LayoutRequest}} States */
const comparer = new Latest(async (/** @type {States} */ states, isNewest) => {
  try {
    const began = performance.now()
    const {first, second} = states
    const {visibleRect: rect, ...before} = first, {visibleRect: other, ...after} = second
    const {x, y} = originOf(rect ?? other)
    const body = {before: {...before, bounds: [x, y, first.container.width, first.container.height]},
      after, scope: "all"}
    const compared = /** @type {import("../types/api").DiffRequest} */ (body)
    const [{layout}, diff] = await Promise.all([layOut(before), tessera.diff(compared, {retry: false})])
    const time = performance.now() - began
    if (mode != "diff" || !isNewest()) return
    change = {before: layout, first: before, second: after, diff}
    /** @type {Record<string, number>} */
    const counts = {}
    for (const {type} of diff.changes) counts[type] = (counts[type] ?? 0) + 1
    const summary = Object.entries(counts).map(([type, count]) => `${count} ${type}`).join(" · ")
      || "no change"
    player.summary = summary
    drawChange(player.share)
    controls.show(side == "before" ? first : second)
    handle.show((side == "before" ? first : second).container.width)
    stage.isStale = false
    stage.isBusy = false
    showProblems(editor, {status: summary, facts: factsOf({isOwn: false, time})})
    const text = formatted(body)
    output.show({
      response: diff,
      curl: curlText(`${origin}/v1/diffs`, text, hasKey()),
      javaScript: javaScriptText(origin, "diff", text, hasKey()),
    })
  } catch (error) {
    if (isNewest()) fail(/** @type {TesseraProblem} */ (error))
  }
})

function compare() {
  try {
    comparer.ask({first: JSON.parse(texts.before), second: JSON.parse(texts.after)})
  } catch {
    showProblems(editor, {status: "The other state has a mistake.", isBad: true})
  }
}

/** @param {number} time From 0 to 1. */
function drawChange(time) {
  if (!change || mode != "diff") return
  const {before, first, second, diff} = change, share = eased(time)
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
  shown = {request, layout: before}
  stage.show({
    elements, content, request: {...request, container},
    offset: isNew || time > 0 && time < 1
      ? {x: at(offset.from.x, offset.to.x), y: at(offset.from.y, offset.to.y)} : undefined,
  })
  isNew = false
  overview.show(elements, content)
  overview.see(stage.visibleRect)
}

const stateTabs = makeTabs(byId("states"), id => {
  side = id == "tab-before" ? "before" : "after"
  editor.text = texts[side]
  if (mode == "diff") {
    player.share = side == "before" ? 0 : 1
    solve()
  }
})

/** @param {(request: LayoutRequest) => LayoutRequest} make */
function changeAfter(make) {
  if (editor.tree.mistakes.length) return
  texts.after = formatted(make(JSON.parse(texts.after)))
  stateTabs.select("tab-after")
  player.share = 0
  comparer.ask({first: JSON.parse(texts.before), second: JSON.parse(texts.after)}).then(() => player.play())
}
byId("shuffle").addEventListener("click", () => changeAfter(shuffled))
byId("turn").addEventListener("click", () => changeAfter(rotated))

// ---- Modes

/** @param {Mode} next */
async function setMode(next) {
  const isOther = next != mode
  mode = next
  main.dataset.mode = mode
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = document.querySelectorAll("[name=mode]")
  for (const input of inputs) input.checked = input.value == mode
  const isDiff = mode == "diff"
  byId("states").hidden = byId("changes").hidden = !isDiff
  byId("request-title").hidden = isDiff
  player.isShown = isDiff
  byId("live").hidden = mode != "live"
  live?.close()
  live = undefined
  if (mode == "live") {
    const {openLive} = await import("./live/live.js")
    if (mode == "live") live = await openLive(byId("live"))
    return
  }
  if (!isOther) return
  if (!texts.before) return open(firstExample())
  isNew = true
  if (isDiff && !texts.after) texts.after = otherState(texts.before)
  stateTabs.select("tab-before")
  stage.fit()
  if (!isDiff) solve()
}

/**
 * A second state to begin with: that of the examples, or a change of the first.
 *
 * @param {string} text
 */
function otherState(text) {
  const {name} = examples.find(example => example.text == text) ?? {}
  const pair = name?.endsWith("-before")
    && examples.find(example => example.name == name.replace(/before$/, "after"))
  if (pair) return pair.text
  try {
    return formatted(shuffled(JSON.parse(text)))
  } catch {
    return text
  }
}

for (const input of document.querySelectorAll("[name=mode]")) {
  input.addEventListener("change",
    () => setMode(/** @type {Mode} */ (/** @type {HTMLInputElement} */ (input).value)))
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".panes [data-pane]"))) {
  button.addEventListener("click", () => showPane(button.dataset.pane ?? "picture"))
}

/** @param {string} pane On a phone, where only one part is shown. */
function showPane(pane) {
  main.dataset.pane = pane
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".panes [data-pane]"))) {
    if (button.dataset.pane == pane) button.setAttribute("aria-current", "true")
    else button.removeAttribute("aria-current")
  }
}

// ---- Buttons, links, keys

byId("format").addEventListener("click", () => {
  if (!editor.tree.mistakes.length) write(formatted(JSON.parse(editor.text)))
})

byId("share").addEventListener("click", async () => {
  const state = {mode, request: texts.before, ...texts.after && {after: texts.after}}
  history.replaceState(null, "", await toFragment(state))
  await copy(location.href)
  announce("The link is copied.")
  byId("share").textContent = "Copied"
  setTimeout(() => byId("share").textContent = "Copy link", 1500)
})

onKeyMissing(() => byId("key-form").hidden = false)
byId("key-form").addEventListener("submit", event => {
  event.preventDefault()
  useKey(/** @type {HTMLInputElement} */ (byId("key")).value)
  byId("key-form").hidden = true
  solve()
  gallery?.drawAll()
})

/** @type {ReturnType<typeof makeGallery> | undefined} */
let gallery

const firstExample = () => examples.find(({name}) => name == "photo-gallery") ?? examples[0]

/** @param {Example} example */
function open(example) {
  gallery?.mark(example.name)
  isNew = true
  isAnimated = false
  texts.before = example.text
  texts.after = mode == "diff" ? otherState(example.text) : ""
  history.replaceState(null, "", `#${example.name}`)
  editor.area.scrollTop = 0
  stateTabs.select("tab-before")
  if (mode == "layout") write(example.text)
  if (matchMedia("(max-width: 760px)").matches) showPane("picture")
}

async function restore() {
  const state = await fromFragment(location.hash)
  const example = examples.find(({name}) => location.hash == `#${name}`)
  if (state) {
    texts.before = state.request
    texts.after = state.after ?? ""
    editor.text = state.request
    isNew = true
    gallery?.mark(undefined)
    if (state.mode != mode) await setMode(/** @type {Mode} */ (state.mode))
    else solve()
  } else if (example || !shown) {
    if (location.hash == "#live") await setMode("live")
    else open(example ?? firstExample())
  }
}

/**
 * A file that tools/generate makes; nothing if the server was built without it.
 *
 * @param {string} name
 */
async function read(name) {
  const response = await fetch(new URL(name, import.meta.url))
  return response.ok ? response.json() : undefined
}

/** What stands for the examples in a server without them. @type {Example} */
const onlyExample = {
  name: "grid", layout: "flow", shows: "items of one size",
  text: formatted({
    container: {width: 390, height: 600},
    layout: {kind: "flow", itemSize: [110, 110], sectionInset: [16, 16, 16, 16]},
    sections: [{items: Array.from({length: 12}, (_, index) => ({id: `item ${index + 1}`}))}],
  }),
}

inspect(undefined, undefined)
examples = await read("./examples.json") ?? [onlyExample]
gallery = makeGallery(examples, open)
addEventListener("hashchange", restore)
await restore()
engine.start()
editor.completion.schemas = await read("./schema.json")
if (editor.completion.schemas) byId("field").textContent = hint
await gallery.drawAll()
main.dataset.isReady = "true"
