// For all tests of the playground: the page, and hands to work it with.

import { openBrowser } from "../support/browser.js"
import { startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"

/** A service, a gateway in front of it and a browser: {service, gateway, browser, open, stop}. */
export async function startPlayground(options) {
  const service = await startService(options)
  const gateway = await startGateway(service)
  const browser = await openBrowser()
  return {
    service, gateway, browser,

    /** Opens the playground; `address` is the part of the address behind the slash. */
    async open(address = "", {width = 1280, height = 800, ...media} = {}) {
      const page = await browser.newPage()
      await page.emulate({width, height, ...media})
      await page.goto(`${gateway.url}/${address}`)
      await page.waitFor(() => document.getElementById("main").dataset.isReady)
      return Object.assign(page, hands(page))
    },

    async stop() {
      await browser.close()
      await gateway.stop()
      await service.stop()
    },
  }
}

function hands(page) {
  const at = selector => page.evaluate(selector => {
    const found = document.querySelector(selector)
    found.scrollIntoView({block: "nearest"})
    const {left, top, width, height} = found.getBoundingClientRect()
    return {x: left + width / 2, y: top + height / 2}
  }, selector)

  return {
    at,
    async press(selector) {
      const {x, y} = await at(selector)
      await page.click(x, y)
    },
    async drag(selector, dx, dy, steps = 8) {
      const {x, y} = await at(selector)
      await page.pointer("move", x, y)
      await page.pointer("down", x, y)
      for (let step = 1; step <= steps; step++) await page.pointer("move", x + dx * step / steps,
        y + dy * step / steps)
      await page.pointer("up", x + dx, y + dy)
    },
    focus: selector => page.evaluate(selector => document.querySelector(selector).focus(), selector),
    text: () => page.evaluate(() => document.getElementById("text").value),
    request: async () => JSON.parse(await page.evaluate(() => document.getElementById("text").value)),
    status: () => page.evaluate(() => document.getElementById("status").textContent),

    /** Writes another text into the editor; "|" is where the caret is. */
    async write(text) {
      await page.focus("#text")
      await page.key("a", {control: true})
      await page.evaluate(() => document.getElementById("text").select())
      await page.type(text.replace("|", ""))
      const caret = text.indexOf("|")
      if (caret >= 0) await page.evaluate(caret => document.getElementById("text")
        .setSelectionRange(caret, caret), caret)
    },

    /** The cells of the picture: {text: {x, y, width, height}}, in points from the corner of the container. */
    cells: () => page.evaluate(() => {
      const scroller = document.getElementById("scroller"), box = scroller.getBoundingClientRect()
      const zoom = box.width / scroller.offsetWidth
      return Object.fromEntries([...document.querySelectorAll("#layer .cell")].map(node => {
        const {left, top, width, height} = node.getBoundingClientRect()
        const round = value => Math.round(value / zoom * 2) / 2
        return [node.textContent,
          {x: round(left - box.left), y: round(top - box.top), width: round(width), height: round(height)}]
      }))
    }),

    /** Waits until the picture is that of the text. */
    settled: () => page.waitFor(() => document.querySelector("#frame[aria-busy=false]:not(.stale)")
      && document.querySelector("#status:not(.bad)")),
  }
}
