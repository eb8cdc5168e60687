import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { faults, openStage, rows, settle, updates } from "./stage.js"

let stage
before(async () => { stage = await openStage() })
after(() => stage?.close())

const list = {kind: "list", rowHeight: 50}
/** Where an item's cell begins in the viewport. Runs in the page. */
const top = id => Math.round(view.cells.get(view.mirror.get(id)?.key)?.node.getBoundingClientRect().top)
const append = (id, after, name, more) => updates(stage.service, id, [{op: "insertItems", after, items: [{id: name, ...more}]}])

test("a view that follows the end opens there, stays there, and leaves it with the user", async () => {
  await stage.create("chat", list, [{items: rows(100)}])
  const page = await stage.show("chat", {follow: "end"})
  await page.waitFor(() => view.mirror.get("m99"))
  await settle(page)
  assert.equal(await page.evaluate(top, "m99"), 750)
  await append("chat", "m99", "n1")
  await page.waitFor(() => view.mirror.get("n1"))
  await settle(page)
  assert.equal(await page.evaluate(top, "n1"), 750)
  // The page's own row, which is shown before the response.
  await page.evaluate(() => view.update(batch => batch.insert([{id: "n2"}], {after: "n1"})))
  await settle(page)
  assert.equal(await page.evaluate(top, "n2"), 750)
  await page.evaluate(() => { view.element.style.height = "500px" })
  await page.waitFor(() => view.mirror.bounds.height == 500)
  await settle(page)
  assert.equal(await page.evaluate(top, "n2"), 450)
  await page.evaluate(() => { view.element.scrollTop -= 1000 })
  await settle(page)
  const [first] = await page.evaluate(() => view.visible.map(({id}) => id)), at = await page.evaluate(top, first)
  await append("chat", "n2", "n3")
  await page.waitFor(() => view.mirror.contentSize.height == 103 * 50)
  await settle(page)
  assert.equal(await page.evaluate(top, first), at)
  assert.deepEqual(await page.evaluate(faults), [])
  await page.close()
})

test("a view that follows the end stays there when others change the collection before its own change is made", async () => {
  await stage.create("overtaken", list, [{items: rows(100)}])
  const page = await stage.show("overtaken", {follow: "end", engine: "page"})
  await page.waitFor(() => view.session.answersOffline)
  await settle(page)
  let release
  const released = new Promise(done => { release = done })
  stage.gateway.intercept = ({method}) => method == "POST" ? released : undefined
  await page.evaluate(() => { view.update(batch => batch.insert([{id: "mine"}], {after: "m99"})) })
  await page.waitFor(() => view.mirror.get("mine"))
  await append("overtaken", "m99", "theirs")
  await page.waitFor(() => view.mirror.get("theirs"))
  await settle(page)
  // The page's own row is made anew behind m99, so that the other one is the last.
  assert.deepEqual([await page.evaluate(top, "mine"), await page.evaluate(top, "theirs")], [700, 750])
  stage.gateway.intercept = undefined
  release()
  await page.waitFor(() => view.mirror.version == 3)
  await settle(page)
  assert.equal(await page.evaluate(top, "theirs"), 750)
  await page.close()
})

test("short content stands at the end of the view, and stays at its end when it grows long", async () => {
  await stage.create("short", list, [{items: rows(2)}])
  const page = await stage.show("short", {contentAlignment: "end"})
  await settle(page)
  assert.deepEqual([await page.evaluate(top, "m0"), await page.evaluate(top, "m1")], [700, 750])
  await append("short", "m1", "n1")
  await page.waitFor(() => view.mirror.get("n1"))
  await settle(page)
  assert.deepEqual([await page.evaluate(top, "m0"), await page.evaluate(top, "n1")], [650, 750])
  await page.evaluate(() => view.set({contentAlignment: null}))
  await page.waitFor(() => view.contentOffset.y == 0)
  await settle(page)
  assert.equal(await page.evaluate(top, "m0"), 0)
  await page.close()
})

test("an item with room below is scrolled to the top, and a policy that is refused leaves the others", async () => {
  await stage.create("room", list, [{items: rows(20)}])
  const page = await stage.show("room", {roomBelow: {id: "m18"}, engine: "server"})
  await page.evaluate(() => view.scrollTo("m18", {position: "top"}))
  await settle(page)
  assert.equal(await page.evaluate(top, "m18"), 0)
  await page.evaluate(() => view.set({roomBelow: {id: "gone"}, follow: "none"}))
  await page.waitFor(() => events.some(({name, detail}) => name == "error" && detail.problem.status == 422))
  await page.waitFor(() => view.session.known.follow == "none")
  assert.equal(await page.evaluate(() => view.session.known.roomBelow), undefined)
  await page.close()
})
