// Runs in Firefox too.
import assert from "node:assert/strict"
import {test} from "node:test"
import {Tessera} from "../../client/service/Tessera.js"
import {seed} from "../support/random.js"
import {setUp} from "../support/setup.js"

// Every tab scrolls, inserts, deletes and moves at random; rows have a height that only the page knows.
const html = `<!doctype html><title>Tab</title><style>body{margin:0}#list{height:400px;width:300px}</style>
<div id="list"></div><script type="module">
  import {CollectionView, Tessera} from "/client/tessera.js"
  const [id, tab, seed] = location.hash.slice(1).split("/")
  let state = Number(seed) * 1000 + Number(tab)
  const random = count => {
    state = Math.imul(state ^ state >>> 15, 0x2c1b3c6d) + 0x9e3779b9 | 0
    return ((state ^ state >>> 13) >>> 0) % count
  }
  const collection = new Tessera("").collection(id), list = document.getElementById("list")
  const view = window.view = new CollectionView(list, {
    collection, measure: "dom",
    render(node, {id = ""}) {
      node.textContent = id
      node.style.setProperty("padding-bottom", [...id].reduce((sum, letter) => sum + letter.charCodeAt(), 0) % 40 + "px")
    },
  })
  let made = 0
  const some = () => view.visible.filter(({category}) => category == "cell")[random(3)]?.id
  async function step() {
    const kind = random(5), [one, other] = [some(), some()]
    if (kind < 2 || !one) list.scrollTop += random(1200) - 600
    else if (kind == 2) await view.update(batch => batch.insert([{id: "t" + tab + "-" + made++}], {before: one}))
    else if (kind == 3) await view.update(batch => batch.delete([one]))
    else if (one != other) await view.update(batch => batch.move(one, {after: other}))
    await new Promise(done => setTimeout(done, random(40)))
  }
  window.walk = async steps => {
    const refused = []
    for (let n = 0; n < steps; n += 1) {
      // Another tab may have deleted the item in the same moment.
      await step().catch(problem => { if (problem.status == 422) refused.push(problem.code); else throw problem })
    }
    return refused.length
  }
</script>`

let service, gateway, browser
setUp({"/tab": html}, parts => ({service, gateway, browser} = parts))

const [tabs, steps] = process.env.TESSERA_WEB == "short" ? [3, 20] : [6, 60]

test(`${tabs} tabs that take ${steps} random steps each show the same list in the end`, async () => {
  const tessera = new Tessera(service.url)
  await tessera.create({
    id: "walk", container: {width: 300, height: 400}, layout: {kind: "list", rowHeight: "automatic"},
    sections: [{id: "all", items: Array.from({length: 300}, (_, n) => ({id: `i${n}`}))}], bounds: [0, 0, 300, 400],
  })
  const collection = tessera.collection("walk"), pages = []
  for (let tab = 0; tab < tabs; tab += 1) pages.push(await browser.newPage(`${gateway.url}/tab#walk/${tab}/${seed}`))
  for (const page of pages) await page.waitFor(() => window.view?.mirror.get("i0"))
  await Promise.all(pages.map(page => page.evaluate(steps => walk(steps), steps)))

  for (const [tab, page] of pages.entries()) {
    // The service knows the bounds of this tab, and the tab shows exactly those.
    await page.waitFor(async () => {
      const {mirror, contentOffset} = view
      const rect = [0, mirror.bounds.y, 300, 400].join()
      const response = await fetch(`/v1/collections/walk/attributes?viewport=${view.session.name}&rect=${rect}`)
      const {version, attributes} = await response.json()
      const top = document.getElementById("list").getBoundingClientRect().top
      const shown = [...document.querySelectorAll(".tessera-cell")].map(node => [node.textContent, node.getBoundingClientRect()])
      return version == mirror.version && !view.isScrolling && Math.abs(contentOffset.y - mirror.bounds.y) < 0.01
        && document.getAnimations().length == 0 && attributes.every(({id, frame}) => shown.some(([text, rect]) => text == id
          && Math.abs(rect.top - top - (frame.y - contentOffset.y)) < 1 && Math.abs(rect.height - frame.height) < 1))
        && new Set(shown.map(([text]) => text)).size == shown.length
    })
    assert.deepEqual(page.errors, [], `tab ${tab}, seed ${seed}`)
  }
  assert.ok((await collection.describe()).version > tabs * steps / 4)
  await Promise.all(pages.map(page => page.close()))
})
