// Cells that a browser paints from their markup and style sheet have the frames that were measured.

import assert from "node:assert/strict"
import { test } from "node:test"
import { random, seed } from "../support/random.js"
import { setUp } from "../support/setup.js"
import { template } from "./cells.js"

const pages = {}
let service, gateway, browser
setUp(pages, parts => ({service, gateway, browser} = parts))

const count = process.env.TESSERA_WEB == "short" ? 120 : 2000
/** The cells of one page: more templates than a body may have are several pages. */
const most = 500

/** The frames of the views of the cells of a page, by the number of the cell and the name of the view, in the cell. */
function paintedViews() {
  return [...document.querySelectorAll("li")].map(cell => {
    const {x, y} = cell.getBoundingClientRect()
    return Object.fromEntries([...cell.children].map(view => {
      const box = view.getBoundingClientRect()
      return [view.dataset.view, [box.x - x, box.y - y, box.width, box.height]]
    }))
  })
}

/** The distance in points that a view may have from its place: lengths of a browser are whole 64ths. */
const tolerance = 2.001 / 64

test(`of ${count} random cells, at least 98 views of 100 are painted where they were measured`, async () => {
  const next = random()
  const wrong = []
  let views = 0
  for (let first = 0; first < count; first += most) {
    const width = next.of([240, 320, 413])
    const cells = Array.from({length: Math.min(most, count - first)}, () => template(next))
    const templates = Object.fromEntries(cells.map(({template}, place) => [`t${place}`, template]))
    const items = cells.map(({content = {}}, place) => ({id: `c${place}`, template: `t${place}`, content}))
    const measured = await service.ask("POST", "/v1/measurements", {width, views: true, templates, items})
    assert.equal(measured.status, 200, JSON.stringify(measured.body))
    const layout = {
      container: {width, height: 800}, layout: {kind: "list", rowHeight: "automatic"}, templates, sections: [{items}],
    }
    const html = await service.ask("POST", "/v1/layouts?format=html", layout)
    assert.equal(html.status, 200, JSON.stringify(html.body))
    pages["/cells"] = html.body
    const page = await browser.newPage(`${gateway.url}/cells`)
    const painted = await page.evaluate(paintedViews)
    assert.equal(painted.length, cells.length)
    for (const [place, {stretched, template}] of cells.entries()) {
      for (const [name, {frame, lines}] of Object.entries(measured.body.views[place])) {
        views++
        const shown = painted[place][name], expected = [frame.x, frame.y, frame.width, frame.height]
        // A text that is as wide as its box has some 64ths more for the rounding of a browser, which rounds each line.
        const slack = [0, 0, lines ? 16 / 64 : 0, (lines?.length ?? 0) / 64]
        const isNear = shown?.every((length, side) => side == 3 && lines && stretched ? length <= expected[3] + tolerance + slack[3]
          : Math.abs(length - expected[side]) <= tolerance + slack[side])
        if (!isNear) wrong.push({seed, cell: first + place, name, shown, expected, lines: lines?.map(({text}) => text), template})
      }
    }
    await page.close()
  }
  assert.ok(views > 2 * count, `${views} views`)
  const shown = wrong.slice(0, 3).map(each => JSON.stringify(each)).join("\n")
  console.log(`${wrong.length} of ${views} views are elsewhere`)
  // A line of several fonts loses the height of those that its ellipsis cuts off.
  assert.ok(wrong.length <= views / 50, `${wrong.length} of ${views} views are elsewhere with SEED=${seed}:\n${shown}`)
})
