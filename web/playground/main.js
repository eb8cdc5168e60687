// The playground: its modes, buttons and links.

import { Desk } from "./desk/Desk.js"
import { Diffs } from "./desk/Diffs.js"
import { Layouts } from "./desk/Layouts.js"
import { announce, byId, copy } from "./dom.js"
import { engine } from "./engine/layOut.js"
import { examples, firstExample, otherState } from "./examples.js"
import { read } from "./generated.js"
import { fromFragment, toFragment } from "./link.js"
import { explain, hint } from "./panels/field.js"
import { makeGallery } from "./panels/gallery.js"
import { onKeyMissing, useKey } from "./requests.js"
import { inspect } from "./stage/inspect.js"
import { formatted } from "./text/edit.js"

/**
 * @typedef {import("./desk/Desk.js").Mode} Mode
 * @typedef {import("./panels/gallery.js").Example} Example
 */

/** @type {{close(): void} | undefined} */
let live

const main = byId("main")
/** @type {Desk} */
const desk = new Desk({
  solve, edited: () => gallery.mark(undefined), moved: () => explain(desk.editor, desk.stage),
  scrolled: () => layouts.scrolled(),
})
const layouts = new Layouts(desk), diffs = new Diffs(desk, solve)
const {editor, texts} = desk
const gallery = makeGallery(examples, open)

function solve() {
  if (!desk.begin()) return
  if (desk.mode == "layout") layouts.solve()
  else if (desk.mode == "diff") diffs.solve()
}

// ---- Modes

/** @param {Mode} next */
async function setMode(next) {
  const isOther = next != desk.mode
  desk.mode = next
  main.dataset.mode = next
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = document.querySelectorAll("[name=mode]")
  for (const input of inputs) input.checked = input.value == next
  const isDiff = next == "diff"
  diffs.isShown = isDiff
  byId("live").hidden = next != "live"
  live?.close()
  live = undefined
  if (next == "live") {
    const {openLive} = await import("./live/live.js")
    if (desk.mode == "live") live = await openLive(byId("live"))
    return
  }
  if (!isOther) return
  if (!texts.before) return open(firstExample)
  desk.isNew = true
  if (isDiff && !texts.after) texts.after = otherState(texts.before)
  diffs.showFirst()
  desk.stage.fit()
  if (!isDiff) solve()
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
  if (!editor.tree.mistakes.length) desk.write(formatted(JSON.parse(editor.text)))
})

byId("share").addEventListener("click", async () => {
  const state = {mode: desk.mode, request: texts.before, ...texts.after && {after: texts.after}}
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
  gallery.drawAll()
})

/** @param {Example} example */
function open(example) {
  gallery.mark(example.name)
  desk.isNew = true
  desk.isAnimated = false
  texts.before = example.text
  texts.after = desk.mode == "diff" ? otherState(example.text) : ""
  history.replaceState(null, "", `#${example.name}`)
  editor.area.scrollTop = 0
  diffs.showFirst()
  if (desk.mode == "layout") desk.write(example.text)
  if (matchMedia("(max-width: 760px)").matches) showPane("picture")
}

async function restore() {
  const state = await fromFragment(location.hash)
  const example = examples.find(({name}) => location.hash == `#${name}`)
  if (state) {
    texts.before = state.request
    texts.after = state.after ?? ""
    editor.text = state.request
    desk.isNew = true
    gallery.mark(undefined)
    if (state.mode != desk.mode) await setMode(/** @type {Mode} */ (state.mode))
    else solve()
  } else if (example || !desk.shown) {
    if (location.hash == "#live") await setMode("live")
    else open(example ?? firstExample)
  }
}

inspect(undefined, undefined)
addEventListener("hashchange", restore)
await restore()
engine.start()
editor.completion.schemas = await read("./schema.json")
if (editor.completion.schemas) byId("field").textContent = hint
await gallery.drawAll()
main.dataset.isReady = "true"
