// A page with a view whose animations stand still until the test moves their clock.

import { readFile } from "node:fs/promises"
import { openBrowser } from "../support/browser.js"
import { startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"
import { eventually } from "../support/wait.js"

const html = `<!doctype html><meta charset="utf-8"><title>Changes</title>
<style>
  body { margin: 0; font: 14px/20px sans-serif; background: #eee }
  #list { width: 320px; height: 480px; background: white; position: relative; overflow: auto; scrollbar-width: none }
  .tessera-cell { border: 1px solid #88a; background: #dde6ff; overflow: hidden; padding: 4px 8px }
  .tessera-header, .tessera-footer { padding: 4px 8px; background: #ffe8c0; overflow: hidden }
</style>
<div id="list"></div>
<script type="module" src="/page.js"></script>`

/** Starts a service, a gateway and a browser, for all tests of a file. */
export async function start() {
  const service = await startService()
  const script = await readFile(new URL("script.js", import.meta.url), "utf8")
  const gateway = await startGateway(service, {pages: {"/": html, "/page.js": script}})
  const browser = await openBrowser()
  let number = 0

  /** Waits until no request is open and the view has not changed since the last look. */
  const quiet = page => eventually(async () => {
    const isIdle = !gateway.log.some(({isOpen, isStream}) => isOpen && !isStream)
    return await page.evaluate(() => isQuiet()) && isIdle
  }, {what: "the view does not come to rest", interval: 50})

  return {
    service, gateway, browser,

    /** A new collection, and a page with a view of it. */
    async open({layout = {kind: "list", rowHeight: 40}, sections = [{id: "s", items: items(60)}], options = {}, ...media} = {}) {
      const id = `changes-${++number}`, path = `/v1/collections/${id}`
      const body = {id, container: {width: 320, height: 480}, layout, sections}
      const {status, body: answer} = await service.ask("POST", "/v1/collections", body)
      if (status != 201) throw new Error(JSON.stringify(answer))
      const page = await browser.newPage("about:blank")
      if (Object.keys(media).length) await page.emulate(media)
      await page.goto(`${gateway.url}/`)
      await page.waitFor(() => Boolean(window.show))
      await page.evaluate((id, options) => show(id, options), id, options)
      await page.waitFor(() => view.cells.size > 0)
      await quiet(page)
      return {
        page, path, close: () => page.close(),

        /** Another client changes the collection; returns when the page has taken the change. */
        async change(updates) {
          const {status, body} = await service.ask("POST", `${path}/updates`, {updates})
          if (status != 200) throw new Error(JSON.stringify(body))
          await page.waitFor(version => view.mirror.version >= version, body.version)
        },
        /** The page itself changes the collection, without a guess. */
        perform: updates => page.evaluate(updates =>
          view.session.perform(options => collection.update(updates, options)).then(() => {}), updates),
        async lay(layout) {
          const {status, body} = await service.ask("PUT", `${path}/layout`, {layout})
          if (status != 200) throw new Error(JSON.stringify(body))
          await page.waitFor(version => view.mirror.version >= version, body.version)
        },

        /** The cells that can be seen: id → {x, y, width, height, opacity}, as they look at this moment. */
        look: () => page.evaluate(() => look()),
        /** Moves the clock of all animations. */
        advance: time => page.evaluate(time => advance(time), time),
        /** Scrolls, and waits until the window has followed and the view rests, as it then requests its place once more. */
        async scroll(y) {
          await page.evaluate(y => { document.getElementById("list").scrollTop = y }, y)
          await page.waitFor(y => Math.abs(view.mirror.bounds.y - y) < 1 && !view.isScrolling, y)
          await quiet(page)
        },
      }
    },
    async stop() {
      await browser.close()
      await gateway.stop()
      await service.stop()
    },
  }
}

export const items = (count, prefix = "r") => Array.from({length: count}, (_, index) => ({id: `${prefix}${index}`}))
