// The reference of the interface, which tools/generate makes.

import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { test } from "node:test"
import { operations } from "../service/description.js"
import { faultsOf, findAxe } from "../support/axe.js"
import { root } from "../support/repository.js"
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

test("the reference has the description of every schema, of every member and of every alternative", async () => {
  const found = [], unformatted = text => text.replace(/\[([^\]]+)\]\([^)\s]+\)/g, "$1").replace(/[`*\s]/g, "")
  /** @param {any} part */
  const collect = part => {
    if (typeof part?.description == "string") found.push(part.description)
    const {properties = {}, oneOf = [], anyOf = []} = part
    for (const each of [...Object.values(properties), ...oneOf, ...anyOf]) collect(each)
  }
  // openapi.yaml, which has the first paragraph of each description.
  const {components: {schemas, securitySchemes}} = JSON.parse(await readFile(join(root, "web/playground/openapi.json"), "utf8"))
  const shared = /^  (\w+):$/gm, groups = (await readFile(join(root, "docs/openapi/shared.yaml"), "utf8")).split(/^schemas:$/m)[1]
  const isOfParts = name => ![...groups.matchAll(shared)].some(([, group]) => group == name)
  for (const [name, schema] of Object.entries(schemas)) if (isOfParts(name)) collect(schema)
  collect(securitySchemes.bearer)
  assert.ok(found.length > 1000)
  const page = await open()
  const text = unformatted(await page.evaluate(() => document.querySelector("main").textContent))
  assert.deepEqual(found.filter(description => !text.includes(unformatted(description))), [])
  await page.close()
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
