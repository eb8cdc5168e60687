import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { skip } from "../engine/module.js"
import { openStage, rows, settle, updates } from "./stage.js"

let stage
before(async () => { stage = await openStage() })
after(() => stage?.close())

const headed = {kind: "list", rowHeight: 44, sectionHeaderHeight: 28}
/** Sections of twenty rows, none, and so on: each pair is 28 + 880 + 28 points long. */
const pairs = count => Array.from({length: count}, (_, pair) => [
  {id: `full ${pair}`, items: rows(20, `s${pair}-`)}, {id: `empty ${pair}`, items: []},
]).flat()

/** Where the header of a section is in the viewport. Runs in the page. */
function headerAt(section) {
  const element = view.mirror.element("supplementary", "header", [section, 0])
  return view.cells.get(element.key).node.getBoundingClientRect().top - view.element.getBoundingClientRect().top
}

for (const engine of ["server", "page"]) {
  test(`scrollTo brings the header of a section to its position, laid out by the ${engine}`,
    {skip: engine == "page" && skip}, async () => {
      const id = `sections-${engine}`
      await stage.create(id, headed, pairs(30))
      const page = await stage.show(id, {engine})
      const cases = [[{section: 40}, "top", 0], [{section: "empty 25"}, "top", 0], [{section: 11}, "bottom", 800 - 28],
        [{section: "full 0"}, "top", 0], [{section: 21}, "centeredVertically", (800 - 28) / 2]]
      for (const [target, position, expected] of cases) {
        await page.evaluate((target, position) => view.scrollTo(target, {position}), target, position)
        await settle(page)
        const {section} = target, [kind, pair] = `${section}`.split(" ")
        const number = typeof section == "number" ? section : 2 * Number(pair) + Number(kind == "empty")
        const top = await page.evaluate(headerAt, number)
        assert.ok(Math.abs(top - expected) <= 0.51, `${JSON.stringify(target)} is at ${top}, expected ${expected}`)
        // The header is at its own place: the content offset is that of the section.
        const offset = Math.floor(number / 2) * 936 + number % 2 * 908 - expected
        assert.ok(Math.abs(await page.evaluate(() => view.contentOffset.y) - offset) <= 0.51)
      }
      assert.deepEqual(await page.evaluate(() => events.filter(({name}) => name == "error")), [])
      await page.close()
    })
}

test("a smooth scrollTo ends at the own place of a header, also of one that pins", async () => {
  await stage.create("smooth", headed, pairs(30))
  const page = await stage.show("smooth")
  await page.waitFor(() => document.querySelector(".tessera-pinned .tessera-header"))
  const scroll = section => page.evaluate(section => view.scrollTo({section}, {position: "top", behavior: "smooth"}), section)
  await scroll(1)
  await settle(page)
  assert.ok(Math.abs(await page.evaluate(() => view.contentOffset.y) - 908) <= 1)
  // The header of the first section has been pushed out; that of the section before pins at the top.
  await page.evaluate(() => { view.element.scrollTop = 500 })
  await settle(page)
  await scroll(0)
  await settle(page)
  assert.ok(await page.evaluate(() => view.contentOffset.y) <= 1)
  await page.close()
})

test("a section that there is not ends scrollTo, and leaves the view where it is", async () => {
  await stage.create("missing", headed, pairs(2))
  const page = await stage.show("missing")
  await page.evaluate(() => view.scrollTo({section: 99}, {position: "top"}))
  assert.equal(await page.evaluate(() => view.contentOffset.y), 0)
  assert.equal(await page.evaluate(() => events.findLast(({name}) => name == "error")?.detail.problem.status), 422)
  await page.evaluate(() => view.scrollTo({section: 2}, {position: "top"}))
  assert.ok(await page.evaluate(() => view.contentOffset.y) > 0)
  await page.close()
})

test("items that come far behind the window are counted without another request", async () => {
  await stage.create("behind", headed, pairs(30))
  const page = await stage.show("behind", {name: "behind"})
  await page.evaluate(() => {
    window.unseen = []
    view.element.addEventListener("tessera-unseen", ({detail}) => unseen.push(detail))
  })
  await page.waitFor(() => view.session.isIdle && view.visible.length > 0)
  await settle(page)
  const requests = () => stage.gateway.log.filter(({method, path}) => method == "PUT" && path.includes("/behind")).length
  const before = requests()
  await updates(stage.service, "behind", [{op: "insertItems", at: [[58, 20], [58, 21]], items: rows(2, "late")}])
  await page.waitFor(() => unseen.length > 0)
  assert.equal((await page.evaluate(() => unseen.at(-1))).count, 2)
  assert.equal(requests(), before)
  await page.close()
})

test("a title in the index brings its section to the start, and one that is in none moves nothing", async () => {
  const titled = pairs(30).map((section, index) => index % 2 == 0 ? {...section, indexTitle: `${index / 2}`} : section)
  await stage.create("titled", headed, titled)
  const page = await stage.show("titled")
  const titles = await page.evaluate(async () => (await view.collection.describe()).sectionIndexTitles)
  assert.deepEqual(titles.slice(0, 2), [{title: "0", section: 0}, {title: "1", section: 2}])
  assert.equal(titles.length, 30)
  assert.equal(await page.evaluate(() => view.scrollToIndexTitle("20")), true)
  await settle(page)
  assert.ok(Math.abs(await page.evaluate(headerAt, 40)) <= 0.51)
  assert.equal(await page.evaluate(() => view.scrollToIndexTitle("x")), false)
  assert.ok(Math.abs(await page.evaluate(headerAt, 40)) <= 0.51)
  await page.close()
})
