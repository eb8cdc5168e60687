/** A page that shows the collection "rows" with the client of the service, wherever that is. */
export const listPage = client => `<!doctype html><meta charset="utf-8"><title>Rows</title>
<style>html, body { height: 100%; margin: 0 } #list { height: 100%; overflow-y: scroll }</style>
<div id="list"></div>
<script type="module">
  import { Tessera, CollectionView } from "${client}/client/tessera.js"
  const collection = new Tessera("${client}", {token: location.hash.slice(1) || undefined}).collection("rows")
  window.view = new CollectionView(document.getElementById("list"), {
    collection, measure: "server", render: (node, element) => { node.textContent = element.id },
  })
</script>`

/** The collection "rows": a thousand rows of 50 points, r0 to r999. */
export const rows = {
  id: "rows", container: {width: 400, height: 600}, layout: {kind: "list", rowHeight: 50},
  sections: [{id: "all", items: Array.from({length: 1000}, (_, index) => ({id: `r${index}`}))}],
}
