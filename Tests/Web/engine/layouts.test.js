import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { Layout } from "../../../Sources/Web/client/engine/Layout.js"
import { random, seed } from "../support/random.js"
import { startService } from "../support/service.js"
import { kindNames, layoutRequests, spoiled, stretched } from "./layouts.js"
import { skip, start } from "./module.js"

const count = process.env.TESSERA_WEB == "short" ? 25 : 200

let service, engine
before(async () => {
  if (skip) return
  service = await startService()
  engine = await start()
})
after(() => service?.stop())

/** What the service answers with, as bytes, or as a problem. */
async function answered(request) {
  const response = await fetch(`${service.url}/v1/layouts?format=binary`,
    {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(request)})
  const bytes = Buffer.from(await response.arrayBuffer())
  return response.status == 200 ? {bytes} : {problem: withoutInstance(JSON.parse(bytes))}
}

const withoutInstance = ({instance, ...problem}) => problem

/** What the module answers with. */
function solved(request) {
  const number = engine.call("tessera_layout", JSON.stringify(request))
  if (number < 0) return {problem: engine.json}
  const status = engine.call("tessera_layout_elements", number, 0, 0, 0, 0, 0, 2)
  const answer = status == 200 ? {bytes: Buffer.from(engine.answer)} : {problem: engine.json}
  engine.call("tessera_close", number)
  return answer
}

for (const kind of kindNames) {
  test(`a ${kind} layout has the same bits in a page`, {skip}, async () => {
    let accepted = 0
    for (const request of layoutRequests(kind, count, seed)) {
      const expected = await answered(request), actual = solved(request), text = JSON.stringify(request)
      assert.deepEqual(actual.problem, expected.problem, `SEED=${seed} ${text}`)
      if (expected.bytes) {
        accepted++
        assert.ok(expected.bytes.equals(actual.bytes), `other bytes, SEED=${seed} ${text}`)
      }
    }
    // A generator whose requests are refused would compare nothing.
    assert.ok(accepted > count * 0.6, `${accepted} of ${count} were accepted`)
  })
}

test("a layout in a page answers with the elements of a rect", {skip}, async () => {
  const request = {container: {width: 320, height: 480}, layout: {kind: "list", rowHeight: 44}, sections: [{itemCount: 1000}]}
  const layout = new Layout(engine, request)
  const rows = layout.elements({x: 0, y: 4400, width: 320, height: 100})
  assert.deepEqual(rows.map(({indexPath}) => indexPath[1]), [100, 101, 102])
  const columns = layout.columns({x: 0, y: 4400, width: 320, height: 100})
  assert.deepEqual([...columns.items], [100, 101, 102])
  assert.deepEqual([...columns.frames.subarray(0, 4)], [0, 4400, 320, 44])
  assert.equal(columns.contentSize.height, 44_000)
  layout.close()
})

test("a refusal has the faults and pointers of the service", {skip}, async () => {
  const request = {container: {width: -1}, layout: {kind: "flows"}, sections: [{itemCount: 1.5}], more: 1}
  const {problem} = await answered(request)
  assert.throws(() => new Layout(engine, request), ({status, code, errors}) =>
    status == 422 && code == problem.code && assert.deepEqual(errors, problem.errors) === undefined)
})

// A page measures no text, so that it refuses templates and content in other words; and its numbers of 32 bits have
// another range, which is the service's for everything that it can hold.
const isDifferent = text => /needs the service|no template is named|2147483647|9007199254740992/.test(text)

test("requests with mistakes are refused with the faults and pointers of the service", {skip}, async () => {
  const next = random(), refusals = new Set()
  for (const kind of kindNames) {
    for (const request of layoutRequests(kind, count / 5, seed + 1)) {
      for (let round = 0; round < 5; round++) {
        const mistaken = spoiled(next, request)
        const expected = await answered(mistaken), actual = solved(mistaken), text = JSON.stringify(mistaken)
        if (isDifferent(JSON.stringify([actual.problem, expected.problem]) ?? "")) continue
        assert.deepEqual(actual.problem, expected.problem, `SEED=${seed} ${text}`)
        if (expected.bytes) assert.ok(expected.bytes.equals(actual.bytes), `other bytes, SEED=${seed} ${text}`)
        else for (const {pointer} of expected.problem.errors ?? []) refusals.add(pointer)
      }
    }
  }
  assert.ok(refusals.size > 30, `${refusals.size} pointers were refused`)
})

test("numbers of every magnitude have the same bits and the same refusals in a page", {skip}, async () => {
  const next = random(), statuses = {accepted: 0, refused: 0}
  for (const kind of kindNames) {
    for (const original of layoutRequests(kind, count, seed + 2)) {
      const request = stretched(next, original), expected = await answered(request), actual = solved(request)
      const text = `SEED=${seed} ${JSON.stringify(request)}`
      if (isDifferent(JSON.stringify([actual.problem, expected.problem]) ?? "")) continue
      assert.deepEqual(actual.problem, expected.problem, text)
      if (expected.bytes) assert.ok(expected.bytes.equals(actual.bytes), `other bytes, ${text}`)
      statuses[expected.bytes ? "accepted" : "refused"]++
    }
  }
  assert.ok(statuses.accepted > 50 && statuses.refused > 10, JSON.stringify(statuses))
})

test("layouts that are closed leave no memory in use", {skip}, async () => {
  const [request] = layoutRequests("compositional", 1, seed)
  const solve = () => new Layout(engine, request).close()
  for (let i = 0; i < 10; i++) solve()
  const before = engine.memory
  for (let i = 0; i < 2000; i++) solve()
  assert.deepEqual(engine.memory, before)
})
