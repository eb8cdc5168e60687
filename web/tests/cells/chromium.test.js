// A page measures cells without its document: their views are where the browser paints those of the same templates, from the
// markup and the style sheet of the service.

import assert from "node:assert/strict"
import { test } from "node:test"
import { template } from "../pages/cells.js"
import { random, seed } from "../support/random.js"
import { setUp } from "../support/setup.js"
import { skip } from "./module.js"

const pages = {}
let service, gateway, browser
setUp(pages, parts => ({service, gateway, browser} = parts))

const count = process.env.TESSERA_WEB == "short" ? 200 : 1500
/** The cells of one page: more templates than a body may have are several pages. */
const most = 500
/** The distance in points that a view may have from its place, beside a 64th for each part that is shaped apart. */
const tolerance = 8 / 64

/** The fonts of other scripts than the Latin one. */
const others = ["Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans CJK JP", "Noto Sans Devanagari", "Noto Sans Thai", "Noto Color Emoji"]

/**
 * A view whose texts have a height of their lines, and name the fonts that stand in for others: a canvas does not know the
 * heights of these, and the service has others than the browser.
 */
function explicit(view) {
  const {views, children, arrangedSubviews, sizeThatFits, runs, type} = view, inside = each => explicit(each)
  const lineHeight = Math.round(1.4 * (view.font?.size ?? 17)), all = family => [family, ...others]
  const named = font => ({...font, family: all(font.family)})
  return {
    ...view, ...type == "text" && {lineHeight: view.lineHeight ?? lineHeight, font: named(view.font)},
    ...runs && {runs: runs.map(run => ({
      ...typeof run == "string" ? {text: run} : run, ...run.size && {lineHeight: run.lineHeight ?? lineHeight},
      ...run.family && {family: all(run.family)},
    }))},
    ...views && {views: Object.fromEntries(Object.entries(views).map(([name, each]) => [name, inside(each)]))},
    ...children && {children: children.map(inside)},
    ...arrangedSubviews && {arrangedSubviews: arrangedSubviews.map(inside)},
    ...sizeThatFits && {sizeThatFits: {
      ...sizeThatFits, text: {...sizeThatFits.text, lineHeight: sizeThatFits.text.lineHeight ?? 30, font: named(sizeThatFits.text.font)},
    }},
  }
}

/** The cells as the page measures them, and as the browser has painted them. */
async function cells(templates, items, width) {
  const {CellMeasurer} = await import("/client/text.js")
  window.measurer ??= await CellMeasurer.load()
  const own = window.measurer.templates(templates)
  const measured = items.map(({template, content}) => own.layOut(template, content, {width}))
  own.release()
  const painted = [...document.querySelectorAll("li")].map(cell => {
    const {x, y, height} = cell.getBoundingClientRect()
    return {height, views: Object.fromEntries([...cell.children].map(view => {
      const box = view.getBoundingClientRect()
      return [view.dataset.view, {x: box.x - x, y: box.y - y, width: box.width, height: box.height}]
    }))}
  })
  return {measured, painted}
}

test(`of ${count} random cells, 995 of 1,000 views are measured where the browser paints them`, {skip}, async () => {
  const next = random(), wrong = []
  let views = 0, heights = 0
  for (let first = 0; first < count; first += most) {
    const width = next.of([240, 320, 413])
    const made = Array.from({length: Math.min(most, count - first)}, () => {
      const made = template(next)
      return {...made, template: explicit(made.template)}
    })
    const templates = Object.fromEntries(made.map(({template}, place) => [`t${place}`, template]))
    const items = made.map(({content = {}}, place) => ({id: `c${place}`, template: `t${place}`, content}))
    const layout = {
      container: {width, height: 800}, layout: {kind: "list", rowHeight: "automatic"}, templates, sections: [{items}],
    }
    const html = await service.ask("POST", "/v1/layouts?format=html", layout)
    assert.equal(html.status, 200, JSON.stringify(html.body))
    pages["/cells"] = html.body
    const page = await browser.newPage(`${gateway.url}/cells`)
    const {measured, painted} = await page.evaluate(cells, templates, items, width)
    await page.close()
    assert.equal(painted.length, made.length)
    for (const [place, {height, views: shown}] of measured.entries()) {
      if (Math.abs(height - painted[place].height) > tolerance) heights++
      for (const [name, frame] of Object.entries(shown)) {
        const browsers = painted[place].views[name]
        // Views that show nothing have no node.
        if (!browsers) continue
        views++
        const isRight = ["x", "y", "height", "width"].every(side => Math.abs(browsers[side] - frame[side]) <= tolerance + (side == "width" ? 0.5 : 0))
        if (!isRight) wrong.push({seed, cell: first + place, name, measured: frame, painted: browsers, template: made[place].template})
      }
    }
  }
  console.log(`${wrong.length} of ${views} views are elsewhere, and ${heights} of ${count} cells have other heights`)
  assert.ok(views > 2 * count, `${views} views`)
  const shown = wrong.slice(0, 5).map(each => JSON.stringify(each)).join("\n")
  assert.ok(wrong.length <= views / 200, `${wrong.length} of ${views} views are elsewhere with SEED=${seed}:\n${shown}`)
  assert.ok(heights <= count / 200, `${heights} of ${count} cells have other heights with SEED=${seed}`)
})
