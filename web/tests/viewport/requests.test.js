import assert from "node:assert/strict"
import { after, test } from "node:test"
import { startService } from "../support/service.js"
import { eventually, sleep } from "../support/wait.js"
import { ViewportClient, rows } from "./ViewportClient.js"

const service = await startService()
after(() => service.stop())

let number = 0
async function openPage(t, options) {
  const id = `requests-${++number}`
  await service.ask("POST", "/v1/collections", rows(id))
  const page = new ViewportClient(service, id, options)
  t.after(() => page.viewport.close())
  await eventually(() => page.isAt(1), {what: () => JSON.stringify(page.log)})
  return page
}
const update = (page, updates) => service.ask("POST", `${page.collection.path}/updates`, {updates})
const insertion = (id, before) => ({op: "insertItems", before, items: [{id, size: [300, 50]}]})
const gate = page => {
  let open
  page.gate = new Promise(done => open = () => {
    page.gate = undefined
    done()
  })
  return open
}

test("one request is open at a time, and the next one has the newest position", async t => {
  const page = await openPage(t), open = gate(page)
  page.log.length = page.most = 0
  page.scroll(100)
  await eventually(() => page.log.length == 1)
  for (let y = 200; y <= 900; y += 100) page.scroll(y)
  open()
  await eventually(() => page.isAt(1))
  assert.equal(page.most, 1)
  assert.deepEqual(page.log.map(({body}) => body.bounds[1]), [100, 900])
  assert.deepEqual(page.ids, Array.from({length: 8}, (_, index) => `r${18 + index}`))
})

test("every request but the first one names the version that it is for", async t => {
  const page = await openPage(t)
  page.scroll(50)
  await eventually(() => page.isAt(1))
  assert.deepEqual(page.log.map(({version, body}) => [version, body.resync]), [[undefined, true], [1, false]])
})

test("the container is sent again only when it is another one", async t => {
  const page = await openPage(t)
  page.scroll(50)
  await eventually(() => page.isAt(1))
  page.scroll(50, {container: {width: 200, height: 400}})
  await eventually(() => page.isAt(1))
  assert.deepEqual(page.log.map(({body}) => body.container?.width), [300, undefined, 200])
  assert.equal(page.changes.at(-1).cause, "resize")
})

test("measurements ride along with the bounds, and the held row stays in place", async t => {
  const page = await openPage(t)
  await update(page, [{op: "insertItems", before: "r0", items: [{id: "x"}]}])
  await eventually(() => page.isAt(2))
  page.scroll(500, {anchor: {id: "r12"}, measurements: [{id: "x", size: [300, 80]}]})
  await eventually(() => page.isAt(3))
  const {height} = page.mirror.get("r12").frame
  assert.equal(height, 50)
  assert.equal(page.changes.at(-1).adjustment.y, page.mirror.bounds.y - 500)
  assert.equal(page.outcome.measured.applied, 1)
})

test("changes by others reach the mirror without a request", async t => {
  const page = await openPage(t)
  page.scroll(500)
  await eventually(() => page.isAt(1))
  page.log.length = 0
  await update(page, [insertion("new", "r12"), {op: "deleteItems", ids: ["r0"]}])
  await eventually(() => page.isAt(2))
  assert.deepEqual(page.log, [])
  assert.equal(page.mirror.itemCounts.get(0), 200)
  assert.deepEqual(page.ids, ["r10", "r11", "new", "r12", "r13", "r14", "r15", "r16", "r17"].slice(0, page.ids.length))
  assert.equal(page.mirror.bounds.y, 450)
})

test("an event that comes during a request is applied before or after its response, never twice", async t => {
  const page = await openPage(t), open = gate(page)
  page.scroll(500)
  await eventually(() => page.log.length == 2)
  await update(page, [insertion("one", "r0")])
  await update(page, [insertion("two", "r0")])
  open()
  await eventually(() => page.isAt(3))
  assert.equal(page.mirror.bounds.y, 600)
  assert.equal(page.mirror.at({x: 0, y: 600, width: 300, height: 1})[0].id, "r10")
})

test("after a refusal because of another version the request goes again with the newest position", async t => {
  const page = await openPage(t)
  // The page does not know yet.
  const changed = update(page, [insertion("one", "r0")])
  page.scroll(500)
  page.y = 550
  await changed
  await eventually(() => page.isAt(2))
  assert.equal(page.mirror.bounds.y, page.y)
})

test("under a storm of changes scrolling comes through", async t => {
  const page = await openPage(t)
  let isOver = false
  const storm = (async () => {
    for (let index = 0; !isOver; index++) await update(page, [insertion(`s${index}`, "r0")])
  })()
  for (const y of [500, 1500, 3000]) {
    const {length} = page.log
    page.scroll(y)
    await eventually(() => !page.isNeeded && page.log.length > length)
  }
  isOver = true
  await storm
  const {body} = await service.ask("GET", page.collection.path)
  await eventually(() => page.isAt(body.version))
})

test("a change of this client is in the mirror when its promise resolves, and its own event does nothing", async t => {
  const page = await openPage(t)
  const outcome = await page.viewport.perform(options =>
    page.collection.update(batch => batch.insert([{id: "mine", size: [300, 50]}], {before: "r1"}), options))
  assert.equal(outcome.version, 2)
  assert.deepEqual(page.ids.slice(0, 3), ["r0", "mine", "r1"])
  assert.equal(page.mirror.version, 2)
  await update(page, [insertion("other", "r0")])
  await eventually(() => page.isAt(3))
  assert.deepEqual(page.ids.slice(0, 4), ["other", "r0", "mine", "r1"])
})

test("a change of this client is built again when others were first", async t => {
  const page = await openPage(t), versions = []
  await service.ask("POST", `${page.collection.path}/updates`, {updates: [insertion("other", "r0")]})
  const {version} = await page.viewport.perform(({ifMatch, ...options}) => {
    versions.push(ifMatch)
    return page.collection.update(batch => batch.delete(["r1"]), {ifMatch, ...options})
  })
  assert.equal(version, 3)
  assert.equal(versions.at(-1), 2)
  assert.equal(new Set(page.log.filter(({method}) => method == "POST").map(({key}) => key)).size, 1)
})

test("a refused change rejects its promise and the others go on", async t => {
  const page = await openPage(t)
  const refused = page.viewport.perform(options => page.collection.update(batch => batch.delete(["nobody"]), options))
  const accepted = page.viewport.perform(options => page.collection.update(batch => batch.delete(["r0"]), options))
  await assert.rejects(refused, {status: 422})
  await accepted
  assert.equal(page.ids[0], "r1")
})

test("a position to scroll to that is not there is an error, and does not stop the viewport", async t => {
  const page = await openPage(t)
  page.scroll(500, {scrollTo: {id: "nobody"}})
  await eventually(() => page.isAt(1))
  assert.equal(page.statuses.find(({type}) => type == "error").problem.errors[0].pointer, "/scrollTo/id")
  assert.equal(page.mirror.bounds.y, 500)
})

test("a hidden view sends nothing, and reads its window when it is shown", async t => {
  const page = await openPage(t)
  page.isHidden = true
  page.scroll(500)
  await update(page, [insertion("one", "r0")])
  await eventually(() => page.mirror.version == 2)
  assert.equal(page.log.length, 1)
  page.isHidden = false
  page.viewport.request()
  await eventually(() => page.isAt(2))
  assert.equal(page.log.at(-1).body.bounds[1], 500)
})

test("the response that a page was rendered with is adopted, and an unchanged window changes nothing", async t => {
  const first = await openPage(t), {outcome} = first
  const page = new ViewportClient(service, first.collection.id, {adopt: outcome})
  t.after(() => page.viewport.close())
  const keys = page.mirror.ordered().map(({key}) => key)
  assert.equal(keys.length, 8)
  await eventually(() => page.isAt(1))
  assert.deepEqual(page.changes.flatMap(({changes}) => changes), [])
  assert.deepEqual(page.mirror.ordered().map(({key}) => key), keys)
})

test("during a movement an event that comes before the response is applied after it", async t => {
  const page = await openPage(t), {viewport, collection} = page
  await viewport.perform(options => collection.beginMovement({id: "r1"}, options))
  const open = gate(page)
  const moved = viewport.perform(options => collection.updateMovement({after: "r4"}, options))
  await eventually(() => page.log.at(-1).method == "PATCH" && page.open)
  // The response is there, but late: the version of the movement is the old one.
  await sleep(50)
  await update(page, [insertion("new", "r0")])
  await sleep(100)
  open()
  await moved
  await eventually(() => page.isAt(2))
  assert.deepEqual(page.ids.filter(id => id != "r1").slice(0, 6), ["new", "r0", "r2", "r3", "r4", "r5"])
  assert.deepEqual(["r2", "r4", "r5"].map(id => page.mirror.get(id).indexPath[1]), [2, 4, 6])
  await viewport.perform(options => collection.endMovement({}, options))
  assert.deepEqual(page.ids.slice(0, 6), ["new", "r0", "r2", "r3", "r4", "r1"])
  assert.equal(page.mirror.held, undefined)
})

test("if every request meets a newer version, the window is read at any version", async t => {
  const page = await openPage(t)
  let made = 0
  page.before = async ({method, version}) => {
    if (method == "PUT" && version) await update(page, [insertion(`x${++made}`, "r150")])
  }
  page.log.length = 0
  page.scroll(500)
  await eventually(() => !page.isNeeded, {what: () => JSON.stringify(page.log.map(({version}) => version))})
  page.before = async () => {}
  assert(page.log.length < 10)
  assert.equal(page.log.find(({version}) => !version).body.resync, true)
  await eventually(() => page.isAt(made + 1))
})

test("an event that has not come is noticed at the next one", async t => {
  const page = await openPage(t)
  page.arrives = ({data}) => data.version != 2
  await update(page, [insertion("lost", "r3")])
  await update(page, [insertion("new", "r150")])
  await eventually(() => page.isAt(3))
  assert.deepEqual(page.ids.slice(2, 5), ["r2", "lost", "r3"])
})

test("rows that were inserted above while no events came do not move the row that is read", async t => {
  const page = await openPage(t)
  page.scroll(1000)
  await eventually(() => page.isAt(1))
  page.arrives = () => false
  await update(page, [insertion("a", "r3"), insertion("b", "r3")])
  page.viewport.resync()
  await eventually(() => page.isAt(2))
  assert.equal(page.log.at(-1).body.boundsVersion, 1)
  assert.deepEqual([page.y, page.mirror.bounds.y], [1100, 1100])
  page.scroll(1200)
  await eventually(() => page.isAt(2))
  await update(page, [insertion("c", "r3")])
  page.y = 1250
  page.viewport.resync()
  await eventually(() => page.isAt(3))
  assert.equal(page.y, 1300, "where the reader has scrolled meanwhile, as far from there")
})

test("a window of a version that the service never had is read at its bounds", async t => {
  const page = await openPage(t)
  page.mirror.version = 99
  page.viewport.resync()
  await eventually(() => page.isAt(1))
  const [refused, accepted] = page.log.slice(-2).map(({body}) => body.boundsVersion)
  assert.deepEqual([refused, accepted], [99, undefined])
})

test("an event of a version that the mirror has already is dropped", async t => {
  const page = await openPage(t)
  page.arrives = () => false
  await update(page, [insertion("one", "r3")])
  page.viewport.resync()
  await eventually(() => page.isAt(2) && page.late)
  const {length} = page.log
  page.late()
  page.arrives = () => true
  await update(page, [insertion("two", "r3")])
  await eventually(() => page.isAt(3))
  assert.equal(page.log.length, length)
  assert.deepEqual(page.ids.slice(2, 6), ["r2", "one", "two", "r3"])
})
