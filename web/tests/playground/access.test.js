import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startPlayground } from "./page.js"

let playground
before(async () => playground = await startPlayground())
after(() => playground?.stop())

/** Presses Tab until the focus is back at the start; returns the elements that had it, with their outlines. */
async function tabThrough(page) {
  const stops = []
  for (let count = 0; count < 80; count++) {
    await page.key("Tab")
    const stop = await page.evaluate(() => {
      const node = document.activeElement
      if (!node || node == document.body) return null
      const isOutlined = part => {
        const {outlineStyle, outlineWidth} = part ? getComputedStyle(part) : {outlineStyle: "none"}
        return outlineStyle != "none" && parseFloat(outlineWidth) > 0
      }
      const editor = node.closest(".editor")
      const isSeen = isOutlined(node) || isOutlined(node.nextElementSibling) || editor
        && getComputedStyle(editor).boxShadow != "none"
      return {id: node.id || node.className || node.tagName, isSeen}
    })
    if (!stop || stops.length && stop.id == stops[0].id) break
    stops.push(stop)
    if (stop.id == "text") await page.key("Escape")
  }
  return stops
}

test("everything is reached by keyboard, in the order of the page, and the focus is always to be seen",
  async () => {
  const page = await playground.open("#lens-catalogue")
  await page.settled()
  const stops = await tabThrough(page)
  const ids = stops.map(({id}) => id)
  const expected = ["skip", "share", "format", "text", "width", "scale", "category", "direction", "pins",
    "scroller", "handle", "rect", "tab-response", "copy", "output-text"]
  for (const id of expected) assert.ok(ids.includes(id), `${id} of ${ids}`)
  assert.ok(ids.some(id => id.startsWith("example")) && ids.some(id => id.startsWith("cell")), `${ids}`)
  assert.deepEqual(stops.filter(({isSeen}) => !isSeen), [])
  const count = new Set(ids).size
  assert.ok(count >= ids.length - 1, `a stop twice: ${ids}`)
  await page.close()
})

test("Tab indents in the editor; Escape and then Tab leaves it; the skip link leads to it", async () => {
  const page = await playground.open("#reading-list-before")
  await page.settled()
  await page.evaluate(() => document.querySelector(".skip").focus())
  await page.key("Enter")
  await page.waitFor(() => document.activeElement.id == "request")
  await page.focus("#text")
  await page.evaluate(() => document.getElementById("text").setSelectionRange(0, 0))
  await page.key("Tab")
  await page.waitFor(() => document.getElementById("text").value.startsWith("  {"))
  await page.key("Tab", {shift: true})
  await page.waitFor(() => document.getElementById("text").value.startsWith("{"))
  await page.key("Escape")
  await page.key("Tab")
  await page.waitFor(() => document.activeElement.id != "text")
  await page.close()
})

test("the examples are chosen by keys, and the modes too", async () => {
  const page = await playground.open()
  await page.focus(".example[tabindex='0']")
  await page.key("ArrowDown")
  await page.key("ArrowDown")
  await page.key("Enter")
  await page.waitFor(() => location.hash == "#arab-league-right-to-left")
  await page.settled()
  await page.focus("#modes input:checked")
  await page.key("ArrowRight")
  await page.waitFor(() => document.getElementById("main").dataset.mode == "diff")
  await page.close()
})

/** Texts whose contrast with the colour behind them is below 4.5 to 1; those of a large size, below 3. */
function pale() {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true})
  const over = colours => {
    canvas.clearRect(0, 0, 1, 1)
    for (const colour of colours) {
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
    }
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const luminance = ([r, g, b]) => [r, g, b].map(value => value / 255)
    .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0)
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node; (node = walker.nextNode());) {
    const parent = node.parentElement
    if (!node.data.trim() || !parent.checkVisibility?.()
      || parent.closest(".hidden, textarea, script, .stale")) continue
    const behind = []
    for (let at = parent; at; at = at.parentElement) behind.unshift(getComputedStyle(at).backgroundColor)
    const style = getComputedStyle(parent), background = ["white", ...behind]
    const [light, dark] = [luminance(over([...background, style.color])), luminance(over(background))]
      .sort((a, b) => b - a)
    const ratio = (light + 0.05) / (dark + 0.05)
    if (ratio < (parseFloat(style.fontSize) >= 24 ? 3
      : 4.5)) found.push(`${node.data.trim().slice(0, 30)}: ${ratio.toFixed(2)}`)
  }
  return [...new Set(found)]
}

for (const dark of [false, true]) {
  test(`texts have enough contrast in the ${dark ? "dark"
    : "light"}, and everything that is operated has a name`, async () => {
    const page = await playground.open("#lens-catalogue", {dark})
    await page.settled()
    assert.deepEqual(await page.evaluate(pale), [])
    const roles = ["button", "link", "textbox", "slider", "combobox", "checkbox", "radio", "tab", "option",
      "spinbutton", "listbox", "image", "group", "tablist"]
    const unnamed = (await page.accessibilityTree()).filter(({role, name}) => roles.includes(role) && !name)
    assert.deepEqual(unnamed.filter(({role}) => role != "group"), [])
    await page.write('{"container": {}}')
    await page.waitFor(() => document.querySelector("#problems button"))
    assert.deepEqual(await page.evaluate(pale), [])
    await page.press("#modes label:nth-child(3)")
    await page.waitFor(() => document.querySelectorAll(".bird").length > 10)
    assert.deepEqual(await page.evaluate(pale), [])
    await page.close()
  })
}

test("on a phone one part is shown at a time, and nothing is wider than the screen", async () => {
  const page = await playground.open("", {width: 360, height: 740, isMobile: true})
  await page.settled()
  const shown = () => page.evaluate(() => [...document.querySelectorAll("main > section")]
    .filter(node => node.checkVisibility()).map(node => node.dataset.part ?? node.id))
  assert.deepEqual(await shown(), ["picture"])
  for (const part of ["examples", "request", "picture", "output"]) {
    await page.press(`.panes [data-pane=${part}]`)
    assert.deepEqual(await shown(), [part])
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), part)
  }
  await page.press(".panes [data-pane=examples]")
  await page.press(".example:nth-child(3)")
  assert.deepEqual(await shown(), ["picture"])
  await page.settled()
  await page.press("#modes label:nth-child(3)")
  await page.waitFor(() => document.querySelectorAll(".bird").length > 5)
  assert.deepEqual(await shown(), ["live"])
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  assert.deepEqual(page.errors, [])
  await page.close()
})
