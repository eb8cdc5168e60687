import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startPlayground } from "./page.js"

// The short form leaves most examples out.
const step = process.env.TESSERA_WEB == "short" ? 5 : 1

let playground
before(async () => playground = await startPlayground())
after(() => playground?.stop())

/** The frames that the service has for a text. */
async function framesOf(text) {
  const {body} = await playground.service.ask("POST", "/v1/layouts", JSON.parse(text))
  return Object.fromEntries(body.attributes.filter(({id}) => id).map(({id, frame}) => [id, frame]))
}

const cellsOf = cells => Object.fromEntries(Object.entries(cells).filter(([name]) => !/read/.test(name)))

test("two states are played: at the ends of the time they are the two layouts, and between them a blend",
  async () => {
  const page = await playground.open("#reading-list-before")
  await page.settled()
  const before = await page.text()
  await page.press("#modes label:nth-child(2)")
  await page.waitFor(() => !document.getElementById("player").hidden
    && document.getElementById("counts").textContent)
  await page.settled()
  assert.equal(await page.evaluate(() => document.getElementById("counts").textContent.includes("1 move")),
    true)
  assert.deepEqual(cellsOf(await page.cells()), await framesOf(before))
  await page.press("#tab-after")
  await page.settled()
  const later = await page.text()
  assert.notEqual(later, before)
  await page.waitFor(() => document.getElementById("time").value == "1000")
  assert.deepEqual(cellsOf(await page.cells()), await framesOf(later))
  await page.focus("#time")
  await page.key("Home")
  await page.waitFor(() => document.getElementById("time-label").textContent == "0 ms")
  assert.deepEqual(cellsOf(await page.cells()), await framesOf(before))
  await page.evaluate(() => {
    const time = document.getElementById("time")
    time.value = "500"
    time.dispatchEvent(new Event("input", {bubbles: true}))
  })
  const [first, second, between] = [await framesOf(before), await framesOf(later), await page.cells()]
  for (const name of ["Emma", "Moby-Dick"]) assert.equal(between[name].y,
    (first[name].y + second[name].y) / 2)
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("play runs to the end of the time; with less motion it is there at once", async () => {
  for (const reducedMotion of [false, true]) {
    const page = await playground.open("#reading-list-before", {reducedMotion})
    await page.press("#modes label:nth-child(2)")
    await page.waitFor(() => document.getElementById("counts").textContent)
    await page.settled()
    await page.focus("#play")
    await page.key("Enter")
    if (reducedMotion) assert.equal(await page.evaluate(() => document.getElementById("time").value), "1000")
    await page.waitFor(() => document.getElementById("time").value == "1000"
      && document.getElementById("play").getAttribute("aria-label") == "Play")
    await page.close()
  }
})

test("every example with ids is shuffled and rotated, and its diff is drawn without an error", async () => {
  const page = await playground.open("", {})
  await page.press("#modes label:nth-child(2)")
  await page.waitFor(() => document.getElementById("counts").textContent)
  const count = await page.evaluate(() => document.querySelectorAll(".example").length)
  let drawn = 0
  for (let index = 0; index < count; index += step) {
    await page.evaluate(index => document.querySelectorAll(".example")[index].click(), index)
    await page.waitFor(() => document.querySelector("#frame").getAttribute("aria-busy") == "false")
    const isBad = await page.evaluate(() => document.getElementById("status").classList.contains("bad"))
    if (isBad) {
      const text = await page.text()
      assert.ok(/itemCount/.test(text) || !/"id"/.test(text)
        || /id/.test(await page.evaluate(() => document.getElementById("problems").textContent)))
      continue
    }
    drawn += 1
    await page.press("#turn")
    await page.waitFor(() => document.getElementById("tab-after").getAttribute("aria-selected") == "true"
      && document.querySelector("#frame").getAttribute("aria-busy") == "false"
        && document.getElementById("time").value == "1000")
  }
  assert.ok(drawn > count / step / 2, `${drawn} of ${count}`)
  assert.deepEqual(page.errors, [])
  await page.close()
})

test("a mistake of the second state is marked in the second state", async () => {
  const page = await playground.open("#reading-list-before")
  await page.press("#modes label:nth-child(2)")
  await page.waitFor(() => document.getElementById("counts").textContent)
  await page.press("#tab-after")
  const text = await page.text()
  await page.write(text.replace('"kind": "list"', '"kind": "liste"'))
  await page.waitFor(() => document.querySelector(".colours .error")?.textContent == '"liste"')
  await page.press("#tab-before")
  await page.waitFor(() => /in the state after/.test(document.getElementById("status").textContent))
  await page.close()
})
