/**
 * A session of the TypeScript client that openapi-generator makes: a collection from its creation to its end. The
 * arguments are the address of a server, and a file of responses that a later release may send.
 */
import * as tessera from "./client"

// Debian's compiler has no types of node.
declare const process: {argv: string[], exitCode: number}
declare const require: (name: string) => any

const {deepStrictEqual, strictEqual} = require("node:assert")
const {readFileSync} = require("node:fs")
const [address = "", later = ""] = process.argv.slice(2)
const configuration = new tessera.Configuration({basePath: address})
const collections = new tessera.CollectionsApi(configuration)
const layouts = new tessera.LayoutsApi(configuration)
const container = {width: 320, height: 132}
const list: tessera.ListLayout & {kind: "list"} = {kind: "list", rowHeight: "automatic", estimatedRowHeight: 44}
let calls = 0

/** The response of a call, which is counted; with `Prefer: return=minimal`, which no call has, it may be null. */
const done = async <Response>(call: Promise<Response>) => {
  calls++
  const response = await call
  if (response === null) throw new Error("no response")
  return response as NonNullable<Response>
}

/** The problem that is the response of a call. */
const refused = async (call: Promise<unknown>, status: number): Promise<tessera.Problem> => {
  calls++
  const error = await call.then(() => undefined, (reason: unknown) => reason)
  if (!(error instanceof tessera.ResponseError)) throw new Error(`no problem, but ${error}`)
  strictEqual(error.response.status, status)
  return await error.response.json()
}

const rows = (...ids: string[]): tessera.Section => ({id: "fruit", items: ids.map(id => ({id}))})

const stateless = async () => {
  const flow: tessera.FlowLayout & {kind: "flow"} = {kind: "flow", itemSize: [50, 50]}
  const grid = {width: 190, height: 400}
  const layout = await done(layouts.solveLayout(
    {layoutRequest: {container: grid, layout: flow, sections: [{itemCount: 5}]}}))
  strictEqual(layout.attributes.length, 5)
  strictEqual(layout.contentSize.height, 110)
  const diff = await done(layouts.diffStates({diffRequest: {
    before: {container: grid, layout: flow, sections: [rows("apple", "banana")]},
    after: {container: grid, layout: flow, sections: [rows("banana", "cherry")]}
  }}))
  deepStrictEqual(diff.changes.map(change => change.type).sort(), ["delete", "insert", "shift"])
  const cells = await done(layouts.measureCells(
    {measurementRequest: {width: 100, items: [{template: "text", content: {text: "Wren"}}]}}))
  strictEqual(cells.sizes[0]?.width, 100)
  const wrong = await refused(layouts.solveLayout(
    {layoutRequest: {container: grid, layout: flow, sections: [{itemSizes: [[-1, 50]]}]}}), 422)
  strictEqual(wrong.errors?.[0]?.pointer, "/sections/0/itemSizes/0/0")
  const picture = await done(layouts.solveLayoutRaw(
    {layoutRequest: {container: grid, layout: flow, sections: [{itemCount: 5}]}, format: "svg", chrome: "none"}))
  strictEqual(picture.raw.headers.get("content-type"), "image/svg+xml")
}

const stored = async () => {
  const creation: tessera.CollectionRequest = {
    id: "feed", container, layout: list, bounds: [0, 44, 320, 88],
    sections: [rows("apple", "banana", "cherry", "damson")]
  }
  const created = await done(collections.createCollection({collectionRequest: creation, idempotencyKey: "create"}))
  deepStrictEqual([created.id, created.version, created.attributes.length], ["feed", 1, 2])
  const taken = await refused(collections.createCollection({collectionRequest: creation}), 409)
  strictEqual(taken.code, "collection_exists")

  const described = await done(collections.describeCollection({collection: "feed"}))
  strictEqual(described.layout.kind, "list")
  const moment = described.createdAt ?? ""
  const page = await done(collections.listCollections({prefix: "fe", createdAfter: moment, count: true, limit: 10}))
  deepStrictEqual([page.collections.map(each => each.id), page.count], [["feed"], 1])
  const before = await done(collections.listCollections({createdBefore: moment}))
  strictEqual(before.collections.length, 0)
  const cell = await done(collections.getAttributes({collection: "feed", rect: "0,88,320,44"}))
  deepStrictEqual(cell.attributes.map(each => [each.id, each.frame.y]), [["cherry", 88]])

  const viewport = await done(collections.moveViewport(
    {collection: "feed", name: "watch", viewportRequest: {container, bounds: [0, 0, 320, 100]}}))
  strictEqual(viewport.appeared?.length, 3)
  const named = await done(collections.listViewports({collection: "feed"}))
  deepStrictEqual(named.viewports.map(each => each.name), ["main", "watch"])
  const moved = await done(collections.moveBounds({collection: "feed", boundsRequest: {bounds: [0, 0, 320, 88]}}))
  deepStrictEqual(moved.bounds, {x: 0, y: 0, width: 320, height: 88})
  const target = await done(collections.findScrollTarget({collection: "feed", id: "damson", position: "bottom"}))
  strictEqual(target.contentOffset.y, 88)
}

const changed = async () => {
  const updated = await done(collections.updateCollection({collection: "feed", ifMatch: "\"1\"", updatesRequest: {
    updates: [
      {op: "insertItems", at: [[0, 0]], items: [{id: "elderberry"}]}, {op: "moveItem", from: [0, 0], to: [0, 4]}
    ]
  }}))
  deepStrictEqual([updated.fromVersion, updated.version], [1, 2])
  const stale = await refused(
    collections.updateCollection({collection: "feed", ifMatch: "\"1\"", updatesRequest: {updates: []}}), 412)
  strictEqual(stale.code, "version_mismatch")
  const measured = await done(collections.measureElements({collection: "feed", measurementsRequest: {
    measurements: [{id: "banana", size: [320, 64]}], anchor: {id: "banana"}
  }}))
  strictEqual(measured.version, 3)
  const snapshot = await done(collections.applySnapshot(
    {collection: "feed", snapshotRequest: {sections: [rows("banana", "cherry", "fig")]}}))
  strictEqual(snapshot.version, 4)
  const layout = await done(collections.changeLayout({collection: "feed", layoutChange: {
    layout: {kind: "grid", columns: 2, rowHeight: 30}
  }}))
  strictEqual(layout.version, 5)
  const history = await done(collections.getHistory({collection: "feed", since: 3}))
  deepStrictEqual(history.diffs.map(diff => diff.version), [4, 5])
  // The type of the other response of the operation, 200, is that of both.
  const begun = await done(collections.beginMovementRaw({collection: "feed", movementBeginning: {id: "fig"}}))
  deepStrictEqual([begun.raw.status, (await begun.raw.json() as tessera.UpdateDiff).version], [201, 5])
  await done(collections.cancelMovement({collection: "feed"}))
  await done(collections.deleteViewportRaw({collection: "feed", name: "watch"}))
  await done(collections.deleteCollectionRaw({collection: "feed"}))
  strictEqual((await refused(collections.describeCollection({collection: "feed"}), 404)).code, "not_found")
  const deleted = await done(collections.deleteCollections({prefix: "fe"}))
  strictEqual(deleted.deleted, 0)
}

type Later = {api: string; operation: string; status: number; value: unknown}

/** Has each operation read its responses, with members and values that this release does not have. */
const readLater = async (responses: Later[]) => {
  // Every parameter of every operation.
  const parameters = new Proxy({}, {get: () => "x"})
  for (const {api, operation, status, value} of responses) {
    const fetchApi = async () =>
      new Response(JSON.stringify(value), {status, headers: {"content-type": "application/json"}})
    const client = new (tessera as any)[api](new tessera.Configuration({basePath: address, fetchApi}))
    deepStrictEqual(await client[operation](parameters), value, operation)
  }
  return responses.length
}

const session = async () => {
  await stateless()
  await stored()
  await changed()
  const read = await readLater(JSON.parse(readFileSync(later, "utf8")))
  console.log(`generated TypeScript client: ${calls} calls, each with the response that it expects, and ${read} responses`
    + " of a later release")
}

session().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
