// For all tests of interaction: a page with a view, and lists to show in it.

/** The options of the view are JSON in the address: `/view?id=inbox&options={"role":"grid"}`. */
const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Interaction</title>
<style>
  body { margin: 0; font: 16px/20px sans-serif }
  #list { height: 600px }
  .tessera-cell { padding: 10px; background: white; border-bottom: 1px solid #ddd; overflow: hidden }
  .tessera-header { padding: 4px 10px; overflow: hidden }
  .tessera-held { box-shadow: 0 2px 8px #0006 }
  .tessera-cell:focus { outline: 2px solid #06c; outline-offset: -2px }
</style>
<main>
<h1>Interaction</h1>
<p><a id="before" href="#before">Before</a></p>
<div id="list"></div>
<p><a id="after" href="#after">After</a></p>
</main>
<script type="module" src="/interaction.js"></script>`

const script = `
import { Tessera } from "/client/service/Tessera.js"
import { CollectionView } from "/client/view/CollectionView.js"
const query = new URLSearchParams(location.search), list = document.getElementById("list")
const {inner = "", ...options} = JSON.parse(query.get("options") ?? "{}")
if (options.messages) options.messages = {inserted: count => count + " neue Zeilen"}
if (query.has("dir")) document.documentElement.dir = query.get("dir")
window.events = []
for (const name of ["reorder", "offline", "online", "error"]) {
  list.addEventListener("tessera-" + name, event => {
    events.push({name, detail: event.detail})
    if (name == "reorder" && window.refuses) event.preventDefault()
  })
}
window.said = []
new MutationObserver(() => {
  const text = document.querySelector(".tessera-announcements")?.textContent
  if (text && text != said[said.length - 1]) said.push(text)
}).observe(document.body, {subtree: true, childList: true, characterData: true})
window.view = new CollectionView(list, {
  collection: new Tessera().collection(query.get("id")), label: "Messages", ...options,
  render(node, {id, kind, indexPath}) {
    node.textContent = kind ? kind + " " + indexPath[0] : id
    if (inner == "grip" && !kind) {
      const grip = document.createElement("button")
      grip.className = "grip"
      grip.ariaLabel = "Move " + id
      grip.textContent = "="
      node.prepend(grip)
    }
  },
})
window.cellOf = id => view.cells.get(view.mirror.get(id)?.key ?? view.mirror.held)
window.nodeOf = id => [...view.cells.values()].find(cell => cell.element.id == id)?.node
window.rectOf = id => {
  const node = nodeOf(id)
  if (!node) return null
  const {left: x, top: y, width, height} = node.getBoundingClientRect()
  return {x, y, width, height}
}
window.shownOrder = () => view.visible.filter(({category}) => category == "cell").map(({id}) => id)
window.isReady = async () => {
  if (!view.visible.length || !document.querySelector(".tessera-announcements")) return false
  // The window that the view loads behind that.
  if (options.reorder) await import("/client/interaction/Drag.js")
  if (options.role == "grid") await import("/client/interaction/grid.js")
  return new Promise(done => setTimeout(() => done(true)))
}
`

export const pages = {"/view": html, "/interaction.js": script}

/** The address of a page with a view. */
export function address(gateway, id, options = {}, more = "") {
  return `${gateway.url}/view?id=${id}&options=${encodeURIComponent(JSON.stringify(options))}${more}`
}

/** Ids with numbers that sort like text: a000, a001 … */
export const ids = (count, letter = "a") => Array.from({length: count}, (_, index) => letter + `${index}`.padStart(3, "0"))

/** Creates a collection of rows of 40 px, or of another layout. */
export async function createList(service, id, {sections = [ids(100)], layout = {kind: "list", rowHeight: 40}} = {}) {
  const {status, body} = await service.ask("POST", "/v1/collections", {
    id, container: {width: 400, height: 600}, layout,
    sections: sections.map((items, index) => ({id: `section-${index}`, items: items.map(id => ({id}))})),
  })
  if (status != 201) throw new Error(JSON.stringify(body))
}

/** The ids in the order that the service has. */
export async function orderOf(service, id) {
  const {body} = await service.ask("GET", `/v1/collections/${id}/attributes`)
  return body.attributes.filter(({category}) => category == "cell").map(({id}) => id)
}
