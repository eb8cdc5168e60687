// The responses of the module are those of the server. The playground makes everything that it shows from them.

import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { after, before, test } from "node:test"
import { Layout } from "../../client/engine/Layout.js"
import { needsService } from "../../playground/engine/PageEngine.js"
import { rotated, shuffled } from "../../playground/states.js"
import { kindNames, layoutRequests } from "../engine/layouts.js"
import { skip, start } from "../engine/module.js"
import { seed } from "../support/random.js"
import { startService } from "../support/service.js"

const examples = JSON.parse(readFileSync(new URL("../../playground/examples.json", import.meta.url)))
const count = process.env.TESSERA_WEB == "short" ? 3 : 20

let service, engine
before(async () => {
  if (skip) return
  service = await startService()
  engine = await start()
})
after(() => service?.stop())

/** The response of the module. */
function solved(request) {
  try {
    const layout = new Layout(engine, request), body = layout.solve()
    layout.close()
    return {status: 200, body}
  } catch ({status, code, title, detail, errors}) {
    return {status, code, title, detail, errors}
  }
}

/** Compares all members of both responses. */
async function compare(request, what) {
  const {status, body} = await service.ask("POST", "/v1/layouts", request), answer = solved(request)
  if (status == 200) return assert.deepEqual(answer, {status, body}, what)
  const {code, title, detail, errors = []} = body
  assert.deepEqual(answer, {status, code, title, detail, errors}, what)
}

test("every example but those with content has the response of the server, in all of its members", {skip}, async () => {
  const left = []
  for (const {name, text} of examples) {
    const request = JSON.parse(text), {width, height} = request.container
    if (needsService(solved(request).errors)) {
      left.push(name)
      continue
    }
    await compare(request, name)
    await compare({...request, visibleRect: [0, 0, width, height]}, `${name}, the visible part`)
    await compare(shuffled(request), `${name}, shuffled`)
    // Without the visible rect.
    if (request.sections[0].itemCount != 1_000_000) await compare(rotated(request), `${name}, rotated`)
    const container = {...request.container, scale: 3, layoutDirection: "rightToLeft"}
    await compare({...request, container}, `${name}, from right to left`)
  }
  assert.deepEqual(left, ["news", "bird-tags"])
})

test("requests of every kind have the response of the server, in all of its members", {skip}, async () => {
  for (const kind of kindNames) {
    for (const request of layoutRequests(kind, count, seed + 3)) {
      await compare(request, `SEED=${seed} ${JSON.stringify(request)}`)
    }
  }
})

test("templates and content are left to the server, and other faults are not", {skip}, () => {
  const request = {container: {width: 300, height: 400}, layout: {kind: "list"}, sections: [{items: [{}]}]}
  const isLeft = change => needsService(solved({...request, ...change}).errors)
  assert.ok(isLeft({templates: {a: {views: []}}}))
  assert.ok(isLeft({sections: [{items: [{template: "text", content: "a"}]}]}))
  assert.ok(isLeft({sections: [{header: {template: "text", content: "a"}}]}))
  assert.ok(isLeft({layout: {kind: "lists"}, sections: [{items: [{template: "text"}]}], more: 1}))
  assert.ok(!isLeft({}))
  assert.ok(!isLeft({templates: {}}))
  assert.ok(!isLeft({layout: {kind: "lists"}, container: {width: -1}}))
})
