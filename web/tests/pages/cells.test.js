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

/** The device pixels of a point. */
const ratios = process.env.TESSERA_WEB == "short" ? [1, 1.25, 2] : [1, 1.25, 1.5, 2, 3]

/**
 * The views of the cells of a page, by the number of the cell and the name of the view: their frames in the cell, and the
 * heights that texts have by themselves.
 */
function paintedViews() {
  const frames = [...document.querySelectorAll("li")].map(cell => {
    const {x, y} = cell.getBoundingClientRect()
    return Object.fromEntries([...cell.children].map(view => {
      const box = view.getBoundingClientRect()
      return [view.dataset.view, {frame: [box.x - x, box.y - y, box.width, box.height]}]
    }))
  })
  for (const text of document.querySelectorAll(".tessera-text")) text.style.height = "auto"
  for (const [place, cell] of [...document.querySelectorAll("li")].entries()) {
    for (const view of cell.children) frames[place][view.dataset.view].height = view.getBoundingClientRect().height
  }
  for (const text of document.querySelectorAll(".tessera-text")) text.style.height = ""
  return frames
}

/** The distance in points that a view may have from its place: lengths of a browser are whole 64ths. */
const tolerance = 2.001 / 64

/** Whether a view is painted in its frame. A text that is as wide as its box has a 64th more for each part that is shaped apart. */
function isInPlace(painted, {frame, lines}, {stretched}) {
  const expected = [frame.x, frame.y, frame.width, frame.height], slack = [0, 0, Math.max(0, ...(lines ?? []).map(({text}) => text.length)) / 64, 0]
  // A text with a limit of lines is no higher than these.
  return painted?.frame.every((length, side) => side == 3 && lines && stretched ? length <= expected[3] + tolerance
    : Math.abs(length - expected[side]) <= tolerance + slack[side]) ?? false
}

/** Whether a text is by itself as high as its view; it is lower in a row that stretches it. */
function hasItsHeight(painted, {frame, lines}, {stretched}) {
  const slack = tolerance + lines.length / 64
  return painted !== undefined && painted.height <= frame.height + slack && (stretched || painted.height >= frame.height - slack)
}

test(`of ${count} random cells, all views are painted where they were measured, and 998 texts of 1,000 have their heights`, async () => {
  const next = random()
  const elsewhere = [], otherwise = []
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
    for (const ratio of ratios) {
      await page.emulate({width: 800, height: 800, scale: ratio})
      assert.equal(await page.evaluate(() => devicePixelRatio), ratio)
      const painted = await page.evaluate(paintedViews)
      assert.equal(painted.length, cells.length)
      for (const [place, cell] of cells.entries()) {
        for (const [name, view] of Object.entries(measured.body.views[place])) {
          const shown = painted[place][name]
          const about = {seed, ratio, cell: first + place, name, shown, ...view, template: cell.template}
          views++
          if (!isInPlace(shown, view, cell)) elsewhere.push(about)
          if (ratio == 1 && view.lines && !hasItsHeight(shown, view, cell)) otherwise.push(about)
        }
      }
    }
    await page.close()
  }
  views /= ratios.length
  assert.ok(views > 2 * count, `${views} views`)
  const shown = wrong => wrong.slice(0, 3).map(each => JSON.stringify(each)).join("\n")
  console.log(`${elsewhere.length} of ${views} views are elsewhere, ${otherwise.length} texts have other heights`)
  assert.equal(elsewhere.length, 0, `views are elsewhere with SEED=${seed}:\n${shown(elsewhere)}`)
  // Emoji are whole pixels wide there, and a column may give a text the height of other lines.
  assert.ok(otherwise.length <= Math.max(1, views / 500), `${otherwise.length} heights differ with SEED=${seed}:\n${shown(otherwise)}`)
})
