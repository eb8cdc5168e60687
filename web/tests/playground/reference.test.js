// The reference of the interface, which tools/generate makes.

import assert from "node:assert/strict"
import { test } from "node:test"
import { operations } from "../service/description.js"
import { faultsOf, findAxe } from "../support/axe.js"
import { setUp } from "../support/setup.js"

const {source: axe, missing} = findAxe()
let gateway, browser
setUp({}, parts => ({gateway, browser} = parts))

/** Opens the reference; `hash` is an anchor in it. */
async function open(hash = "", media = {width: 1280, height: 800}) {
  const page = await browser.newPage()
  await page.emulate(media)
  await page.goto(`${gateway.url}/reference${hash}`)
  await page.waitFor(() => document.readyState == "complete")
  return page
}

test("the reference has every operation, with its route, and writes nothing to the console", async () => {
  const page = await open()
  for (const {id, method, path} of operations()) {
    const route = await page.evaluate(id => document.getElementById(id)?.querySelector(".route").textContent, id)
    assert.equal(route, `${method} ${path} ${id}`)
  }
  assert.deepEqual([page.errors, page.console], [[], []])
  const styles = await page.evaluate(() => getComputedStyle(document.querySelector(".card")).borderTopStyle)
  assert.equal(styles, "solid")
  await page.close()
})

test("an anchor leads to an operation and to a schema, and every link to a part of the page", async () => {
  for (const name of ["solveLayout", "FlexItemText"]) {
    const page = await open(`#${name}`)
    const {top, matches} = await page.evaluate(name => {
      const card = document.getElementById(name)
      return {top: card.getBoundingClientRect().top, matches: card.matches(":target")}
    }, name)
    assert.ok(matches && top >= 0 && top < 100, `${name} is ${top} points below the top`)
    const lost = await page.evaluate(() => [...document.querySelectorAll("a[href^='#']")]
      .map(link => link.hash.slice(1)).filter(id => !document.getElementById(id)))
    assert.deepEqual(lost, [])
    await page.close()
  }
})

for (const width of [360, 1280]) {
  test(`nothing of the reference is wider than a window of ${width} points`, async () => {
    const page = await open("", {width, height: 740, isMobile: width == 360})
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width)
    await page.close()
  })
}

for (const dark of [false, true]) {
  test(`axe-core finds no fault in the reference in the ${dark ? "dark" : "light"}`, async context => {
    if (!axe) return context.skip(missing)
    const page = await open("", {width: 1280, height: 800, dark})
    // Of each chapter the first four cards: axe-core takes a minute for all.
    await page.evaluate(() => {
      for (const card of document.querySelectorAll(".card + .card + .card + .card + .card")) card.hidden = true
    })
    assert.deepEqual(await faultsOf(page, axe), [])
    await page.close()
  })
}
