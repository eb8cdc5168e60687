import assert from "node:assert/strict"
import { test } from "node:test"
import { KnownViewports } from "../../client/engine/KnownViewports.js"

/** A service that has versions of its own: it refuses offsets of sections that do not scroll across in them. */
class Service {
  sent = []
  strips = [0, 1]
  /** @type {Promise<void> | undefined} */
  busy

  async send(method, path, {body} = {}) {
    this.sent.push(JSON.parse(JSON.stringify([method, path, body ?? null])))
    await this.busy
    const isOdd = body?.orthogonalOffsets?.some(({section}) => !this.strips.includes(section))
    if (isOdd || body?.bounds == null && method == "PUT") throw Object.assign(new Error("refused"), {status: 422})
  }
}

function open() {
  const service = new Service(), viewports = new KnownViewports(service, "/viewports/")
  const told = async () => {
    await viewports.introduce("none").catch(() => {})
    return service.sent.splice(0).map(([, , body]) => body)
  }
  return {service, viewports, told}
}

const bounds = [0, 0, 300, 400], orthogonalOffsets = [{section: 0, offset: 240}]

test("the service learns where a viewport stands, and how far its sections are scrolled across", async () => {
  const {viewports, told} = open()
  viewports.note("v", {container: {width: 300}, bounds, orthogonalOffsets, measurements: [1], scrollTo: {edge: "end"}})
  assert.deepEqual(await told(), [{container: {width: 300}, bounds, orthogonalOffsets}])
})

test("a state that the service knows is not sent again, until it may have forgotten it", async () => {
  const {viewports, told} = open()
  viewports.note("v", {bounds, orthogonalOffsets})
  await told()
  viewports.note("v", {bounds, orthogonalOffsets: [{...orthogonalOffsets[0]}]})
  assert.deepEqual(await told(), [])
  viewports.renew()
  assert.deepEqual(await told(), [{bounds, orthogonalOffsets}])
})

test("a viewport with which another session goes on is not sent again", async () => {
  const {service, viewports, told} = open()
  viewports.note("v", {bounds})
  await told()
  viewports.forget("v")
  viewports.renew()
  viewports.delete("v")
  assert.deepEqual(await told(), [])
  assert.deepEqual(service.sent, [])
})

test("of moves during a request the last alone is sent, and none that leads back", async () => {
  const {service, viewports, told} = open()
  let free
  service.busy = new Promise(done => { free = done })
  viewports.note("v", {bounds})
  await new Promise(done => setTimeout(done))
  for (const y of [10, 20, 30]) viewports.note("v", {bounds: [0, y, 300, 400]})
  free()
  assert.deepEqual((await told()).map(({bounds: [, y]}) => y), [0, 30])
  viewports.note("v", {bounds: [0, 40, 300, 400]})
  viewports.note("v", {bounds: [0, 30, 300, 400]})
  assert.deepEqual(await told(), [])
})

test("offsets of sections are those of the last move alone, since their numbers change", async () => {
  const {viewports, told} = open()
  viewports.note("v", {container: {width: 300}, bounds, orthogonalOffsets})
  await told()
  viewports.note("v", {bounds: [0, 900, 300, 400]})
  assert.deepEqual(await told(), [{container: {width: 300}, bounds: [0, 900, 300, 400]}])
})

test("where sections have other numbers, the service gets the bounds, and the offsets with the next move", async () => {
  const {service, viewports, told} = open()
  const moved = [{section: 2, offset: 80}]
  viewports.note("v", {bounds, orthogonalOffsets: moved})
  assert.deepEqual(await told(), [{bounds, orthogonalOffsets: moved}, {bounds}])
  assert.deepEqual(await told(), [])
  service.strips = [2]
  viewports.note("v", {bounds, orthogonalOffsets: moved})
  assert.deepEqual(await told(), [{bounds, orthogonalOffsets: moved}])
})

test("a refusal of anything else is reported, and the state is sent again", async () => {
  const {service, viewports, told} = open()
  viewports.note("v", {container: {width: 300}})
  await assert.rejects(viewports.introduce("v"), ({status}) => status == 422)
  assert.equal(service.sent.splice(0).length, 1)
  viewports.note("v", {bounds})
  assert.deepEqual(await told(), [{container: {width: 300}, bounds}])
})
