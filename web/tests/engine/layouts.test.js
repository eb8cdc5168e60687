import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { after, before, test } from "node:test"
import { Layout } from "../../client/engine/Layout.js"
import { assembled } from "../support/interface.js"
import { seed } from "../support/random.js"
import { startService } from "../support/service.js"
import { Comparison, compareKind, compareMagnitudes, compareMistakes } from "./comparison.js"
import { kindNames, layoutRequests } from "./layouts.js"
import { skip, start } from "./module.js"

const count = process.env.TESSERA_WEB == "short" ? 25 : 200

let service, engine, client
before(async () => {
  if (skip) return
  service = await startService()
  engine = await start()
  client = {engine, address: service.url}
})
after(() => service?.stop())

for (const kind of kindNames) {
  test(`a ${kind} layout has the same bits in a page`, {skip}, async () => {
    const {accepted, faults} = await compareKind(client, kind, count, seed)
    assert.deepEqual(faults, [])
    // A generator whose requests are refused would compare nothing.
    assert.ok(accepted > count * 0.6, `${accepted} of ${count} were accepted`)
  })
}

test("a layout in a page returns the elements of a rect", {skip}, async () => {
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
  const {problem} = await new Comparison(engine, service.url, seed).answered(request)
  assert.throws(() => new Layout(engine, request), ({status, code, errors}) =>
    status == 422 && code == problem.code && assert.deepEqual(errors, problem.errors) === undefined)
})

/** The requests that docs/openapi has for `POST /v1/layouts`, by their names. */
function examples() {
  const script = "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin)['paths']['/v1/layouts']['post'], sys.stdout)"
  const {requestBody} = JSON.parse(execFileSync("python3", ["-c", script], {input: assembled(), encoding: "utf8"}))
  return Object.entries(requestBody.content["application/json"].examples)
}

test("the requests of docs/openapi get the layouts of the service, or its errors with their pointers", {skip}, async () => {
  const found = examples(), comparison = new Comparison(engine, service.url, seed)
  // Content is measured by the service alone.
  const local = found.filter(([, {value}]) => !value.templates)
  for (const [, {value}] of local) await comparison.add(value)
  assert.deepEqual(comparison.faults, [])
  assert.ok(comparison.refused >= 9 && comparison.accepted >= 20, `${comparison.refused}, ${comparison.accepted}`)
  for (const [name, {value}] of found.filter(one => !local.includes(one))) {
    assert.throws(() => new Layout(engine, value), ({errors}) => errors.some(({detail}) => /needs? the service/.test(detail)), name)
  }
})

test("requests with mistakes are refused with the faults and pointers of the service", {skip}, async () => {
  const {pointers, faults} = await compareMistakes(client, count / 5, seed)
  assert.deepEqual(faults, [])
  assert.ok(pointers.length > 30, `${pointers.length} pointers were refused`)
})

test("numbers of every magnitude have the same bits and the same refusals in a page", {skip}, async () => {
  const {accepted, refused, faults} = await compareMagnitudes(client, count, seed)
  assert.deepEqual(faults, [])
  assert.ok(accepted > 50 && refused > 10, `${accepted} were accepted, ${refused} refused`)
})

test("layouts that are closed leave no memory in use", {skip}, async () => {
  const [request] = layoutRequests("compositional", 1, seed)
  const solve = () => new Layout(engine, request).close()
  for (let i = 0; i < 10; i++) solve()
  const before = engine.memory
  for (let i = 0; i < 2000; i++) solve()
  assert.deepEqual(engine.memory, before)
})
