import assert from "node:assert/strict"
import { mock, test } from "node:test"
import { Movement } from "../../client/interaction/Movement.js"
import { OrderedChanges } from "../../client/service/OrderedChanges.js"

globalThis.requestAnimationFrame = step => setImmediate(() => step(0))
const turns = async (count = 20) => { for (let turn = 0; turn < count; turn++) await new Promise(done => setImmediate(done)) }

/** A movement whose requests wait until the test responds to them. */
function begin(element = {id: "a", indexPath: [0, 2]}) {
  const requests = []
  const send = name => (body, options) => new Promise((resolve, reject) =>
    requests.push({name, body: options ? body : undefined, options: options ?? body, resolve, reject}))
  const collection = Object.fromEntries(
    ["beginMovement", "updateMovement", "endMovement", "cancelMovement"].map(name => [name, send(name)]))
  const order = new OrderedChanges({
    collection, name: "v", mirror: {version: 7}, shown: {mirror: {}}, signal: new AbortController().signal,
    request() {
      const job = order.first
      order.carryOut(job).catch(problem => order.refuse(job, problem))
    },
  })
  const session = {collection, drag: step => order.drag(step)}
  const movement = new Movement({session}, element)
  const diffs = []
  const run = (mayDrop = () => true) => movement.run({x: 5, y: 6}, diff => diffs.push(diff), mayDrop)
  return {movement, requests, diffs, run}
}

const bodies = requests => requests.map(({name, body}) => [name, body])
const at = y => () => ({targetPosition: [0, y]})
/** Waits for frames and for what follows from them, which takes no time. */
const frames = () => turns()

test("a movement has one request open, and the next one has the newest position", async () => {
  const {movement, requests, run, diffs} = begin()
  const ending = run()
  movement.moveTo(at(1))
  movement.moveTo(at(2))
  assert.deepEqual(bodies(requests), [["beginMovement", {id: "a", targetPosition: {x: 5, y: 6}}]])
  requests[0].resolve({proposedIndexPath: [0, 2]})
  await frames()
  movement.moveTo(at(3))
  movement.moveTo(at(4))
  assert.deepEqual(bodies(requests).slice(1), [["updateMovement", {targetPosition: [0, 2]}]])
  requests[1].resolve({proposedIndexPath: [0, 3]})
  await frames()
  movement.drop()
  assert.deepEqual(bodies(requests).slice(2), [["updateMovement", {targetPosition: [0, 4]}]])
  requests[2].resolve({proposedIndexPath: [0, 4]})
  await frames()
  assert.deepEqual(bodies(requests).slice(3), [["endMovement", {}]])
  requests[3].resolve({})
  assert.equal(await ending, "dropped")
  assert.deepEqual(diffs.map(({proposedIndexPath}) => proposedIndexPath[1]), [2, 3, 4])
  assert.ok(requests.every(({options}) => options.viewport == "v" && options.ifMatch === undefined), "ids need no version")
})

test("steps of keys are all carried out, each from where the one before has led", async () => {
  const {movement, requests, run} = begin()
  const ending = run()
  const down = () => ({targetIndexPath: [0, movement.diff.proposedIndexPath[1] + 1]})
  for (let step = 0; step < 3; step++) movement.thenTo(down)
  movement.drop()
  for (let index = 0; index < 4; index++) {
    requests[index].resolve({proposedIndexPath: [0, 2 + index]})
    await frames()
  }
  assert.deepEqual(requests.slice(1, 4).map(({body}) => body.targetIndexPath[1]), [3, 4, 5])
  requests[4].resolve({})
  assert.equal(await ending, "dropped")
})

test("a cancelled movement sends no more requests, and one that may not be dropped is cancelled", async () => {
  const first = begin(), cancelled = first.run()
  first.movement.moveTo(at(1))
  first.movement.drop()
  first.movement.cancel()
  first.requests[0].resolve({})
  await frames()
  assert.deepEqual(bodies(first.requests).slice(1), [["cancelMovement", undefined]])
  first.requests[1].resolve({})
  assert.equal(await cancelled, "cancelled")
  const second = begin(), prevented = second.run(() => false)
  second.movement.drop()
  second.requests[0].resolve({})
  await frames()
  assert.equal(second.requests[1].name, "cancelMovement")
  second.requests[1].resolve({})
  assert.equal(await prevented, "cancelled")
})

test("a movement that cannot begin is refused, and one that the service has ended is lost", async () => {
  const problem = Object.assign(new Error(), {status: 409, code: "item_held", viewport: "tablet"})
  const first = begin({indexPath: [0, 2]}), refused = first.run()
  assert.deepEqual([first.requests[0].body.indexPath, first.requests[0].options.ifMatch], [[0, 2], 7])
  first.requests[0].reject(problem)
  assert.equal(await refused, "refused")
  assert.equal(first.movement.problem, problem)
  const second = begin(), lost = second.run()
  second.requests[0].resolve({})
  second.movement.moveTo(at(1))
  await frames()
  second.requests[1].reject(Object.assign(new Error(), {status: 409, code: "movement_cancelled"}))
  assert.equal(await lost, "lost")
})

test("an item that is held still is held on the service too", async () => {
  mock.timers.enable({apis: ["setTimeout"]})
  try {
    const {movement, requests, run} = begin()
    const ending = run()
    requests[0].resolve({proposedIndexPath: [0, 2]})
    await turns()
    for (let time = 1; time < 4; time++) {
      mock.timers.tick(10_000)
      await turns()
      assert.deepEqual(bodies(requests).slice(time), [["updateMovement", {targetIndexPath: [0, 2]}]])
      requests[time].resolve({proposedIndexPath: [0, 2]})
      await turns()
    }
    movement.drop()
    await turns()
    requests[4].resolve({})
    assert.equal(await ending, "dropped")
  } finally {
    mock.timers.reset()
  }
})
