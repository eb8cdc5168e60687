// A service, a gateway and a browser for the tests of the view, and pages that show a collection.

import assert from "node:assert/strict"
import { openBrowser } from "../support/browser.js"
import { startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"
import { installProbe, viewPage, viewScript } from "./page.js"

/** @param {object} [options] Of the service; `pages` of the gateway. */
export async function openStage({width = 400, height = 800, style, pages = {}, ...options} = {}) {
  const service = await startService(options)
  const gateway = await startGateway(service, {pages: {"/view": viewPage(style), "/view.js": viewScript, ...pages}})
  const browser = await openBrowser({width, height})
  return {
    service, gateway, browser,

    /** Makes a collection. */
    async create(id, layout, sections, more = {}) {
      const container = {width, height}, bounds = [0, 0, width, height]
      const {status, body} = await service.ask("POST", "/v1/collections", {id, container, layout, sections, bounds, ...more})
      assert.equal(status, 201, JSON.stringify(body))
    },

    /** Opens a page with a view of a collection, and waits until it shows something. */
    async show(id, options = {}, query = "") {
      const page = await browser.newPage(
        `${gateway.url}/view?id=${id}&options=${encodeURIComponent(JSON.stringify(options))}${query}`)
      await page.waitFor(() => window.view?.cells.size > 0)
      await page.evaluate(installProbe)
      await page.waitFor(isQuiet)
      return page
    },

    async close() {
      await browser.close()
      await gateway.stop()
      await service.stop()
    },
  }
}

/** Whether nothing has moved for longer than a view waits before it says so, and nothing is on its way. Runs in the page. */
export const isQuiet = () => probe.still > 20 && !view.isScrolling && view.session.isIdle
  && ![...view.cells.values()].some(cell => cell.isPending || cell.measures && cell.measured < 0)

/** Waits until nothing has moved for some frames from now on. */
export async function settle(page) {
  await page.evaluate(() => { probe.still = 0 })
  await page.waitFor(isQuiet)
}

/** The differences between the visible nodes and the mirror: a list of texts. Runs in the page. */
export function faults() {
  const faults = [], {x, y} = view.contentOffset, {width, height} = view.size
  const {left, top} = view.element.getBoundingClientRect(), {window, contentSize} = view.mirror
  const covers = window.x <= Math.max(0, x) + 0.5 && window.y <= Math.max(0, y) + 0.5
    && window.x + window.width >= Math.min(x + width, contentSize.width) - 0.5
    && window.y + window.height >= Math.min(y + height, contentSize.height) - 0.5
  if (!covers) faults.push(`the window ${JSON.stringify(window)} does not cover ${x}, ${y}`)
  for (const element of view.mirror.ordered()) {
    const {frame} = element, cell = view.cells.get(element.key), name = element.id ?? `${element.kind} ${element.indexPath}`
    if (!cell) faults.push(`${name} has no cell`)
    if (!cell || element.transform || element.transform3D) continue
    const rect = cell.node.getBoundingClientRect()
    for (const [found, expected, what] of [[rect.left - left, frame.x - x, "x"], [rect.top - top, frame.y - y, "y"],
      [rect.width, frame.width, "width"], [rect.height, frame.height, "height"]]) {
      if (Math.abs(found - expected) > 0.51) faults.push(`${name}: ${what} is ${found}, expected ${expected}`)
    }
  }
  const order = [...view.layer.children].map(node => [...view.cells.values()].find(cell => cell.node == node)?.key)
  const expected = view.mirror.ordered().map(({key}) => key).filter(key => order.includes(key))
  if (`${order}` != `${expected}`) faults.push(`the order in the document is ${order}, expected ${expected}`)
  if (view.cells.size != view.mirror.elements.size) faults.push(`${view.cells.size} cells for ${view.mirror.elements.size}`)
  return faults
}

export const rows = (count, prefix = "m") => Array.from({length: count}, (_, number) => ({id: `${prefix}${number}`}))

export const updates = (service, id, updates) => service.ask("POST", `/v1/collections/${id}/updates`, {updates})
