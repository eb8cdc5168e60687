// For all tests of the view: a page with a view, and collections to show in it.

/**
 * A page with a view of the collection that the address names: `/view?id=inbox`. Its options are JSON in the address too.
 *
 * @param {string} [style] Further style.
 */
export const viewPage = (style = "") => `<!doctype html>
<meta charset="utf-8">
<title>View</title>
<style>
  body { margin: 0; font: 16px/20px sans-serif }
  #list { height: 100vh }
  .tessera-sizer { background: #eee }
  .tessera-cell { padding: 10px; background: white; border-bottom: 1px solid #ddd; overflow: hidden }
  .tessera-supplementary { padding: 10px; background: #cde; overflow: hidden }
  ${style}
</style>
<div id="list"></div>
<script type="module" src="/view.js"></script>`

export const viewScript = `
import { Tessera } from "/client/service/Tessera.js"
import { CollectionView } from "/client/view/CollectionView.js"
const query = new URLSearchParams(location.search), list = document.getElementById("list")
const options = JSON.parse(query.get("options") ?? "{}")
if (query.has("dir")) list.dir = query.get("dir")
window.events = []
for (const name of ["range", "prefetch", "appear", "disappear", "settle", "change", "offline", "online", "error", "closed"]) {
  list.addEventListener("tessera-" + name, event => events.push({name, detail: event.detail}))
}
window.statuses = []
addEventListener("tesseraengine", ({detail}) => statuses.push(detail.type))
window.rendered = []
window.nodes = new Set()
window.text = id => {
  const number = [...id ?? ""].reduce((sum, letter) => sum * 31 + letter.charCodeAt() | 0, 7) >>> 0
  return id ? id + " says:" + " and so on, word after word".repeat(number % 9) : ""
}
if (query.has("load")) options.load = items => {
  (window.loaded ??= []).push(items.map(({indexPath}) => indexPath))
  return collection.update(items.map(({indexPath}) => (
    {op: "reconfigureItems", at: [indexPath], items: [{id: "a" + indexPath[1]}]})))
}
window.tokens = 0
const tessera = new Tessera("", query.has("tokens") ? {token: () => "token-" + ++tokens} : {})
const collection = window.collection = tessera.collection(query.get("id"))
window.view = new CollectionView(list, {
  collection,
  render(node, {id, kind, indexPath, content}) {
    rendered.push(id)
    nodes.add(node)
    node.textContent = kind ? kind + " " + indexPath : content?.text ?? text(id)
  },
  ...options,
})
`

/** Installs \`check()\` in the page: the gaps and overlaps between the rows that are seen, as in Benchmarks/scrolling. */
export function installProbe() {
  const list = document.getElementById("list"), flag = document.createElement("div")
  window.probe = {frames: 0, wrong: 0, worst: 0, jump: 0, isRunning: false, still: 0, isRight: false, step: null}
  Object.assign(flag.style, {position: "fixed", width: "1px", height: "1px", visibility: "hidden"})
  document.body.append(flag)
  let tops = new Map(), distance = 0, shown = ""
  function check() {
    const {top, bottom} = list.getBoundingClientRect(), end = list.scrollHeight - list.scrollTop
    const rects = [...document.querySelectorAll(".tessera-layer > :is(.tessera-cell, .tessera-supplementary, .tessera-decoration)")]
      .map(node => ({node, rect: node.getBoundingClientRect()}))
      .filter(({rect}) => rect.bottom > top && rect.top < bottom).sort((a, b) => a.rect.top - b.rect.top)
    let edge = top, off = rects.length ? 0 : bottom - top
    for (const {rect} of rects) {
      off = Math.max(off, edge == top ? rect.top - top : Math.abs(rect.top - edge))
      edge = rect.bottom
    }
    if (edge > top) off = Math.max(off, Math.min(bottom, top + end) - edge)
    const seen = rects.map(({node, rect}) => [node.textContent.split(" ")[0], rect.top])
    const jumps = seen.filter(([id]) => tops.has(id)).map(([id, at]) => Math.abs(at + distance - tops.get(id)))
    tops = new Map(seen)
    const state = seen.join()
    probe.still = state == shown ? probe.still + 1 : 0
    shown = state
    probe.isRight = off < 1
    if (!probe.isRunning) return
    probe.frames += 1
    if (off >= 1) probe.wrong += 1
    probe.worst = Math.max(probe.worst, off)
    probe.jump = Math.max(probe.jump, ...jumps)
  }
  new ResizeObserver(check).observe(flag)
  function frame() {
    const before = list.scrollTop
    if (probe.isRunning && probe.step) list.scrollTop = Math.round(before + probe.step(probe.frames))
    distance = list.scrollTop - before
    flag.style.width = flag.offsetWidth == 1 ? "2px" : "1px"
    if (probe.isRunning && probe.frames >= probe.limit) probe.isRunning = false
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}
