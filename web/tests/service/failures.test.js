import assert from "node:assert/strict"
import { after, afterEach, before, test } from "node:test"
import { Tessera, TesseraProblem } from "../../client/tessera.js"
import { startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"
import { eventually } from "../support/wait.js"

const key = "back-end-key"
const retry = {delay: 5}
const container = {width: 200, height: 100}
const body = items => ({container, layout: {kind: "list"}, sections: [{id: "s", items}]})
const busy = {status: 503, headers: {"retry-after": "1"}, body: {code: "queue_full"}}

let service, gateway
before(async () => {
  const environment = {TESSERA_TOKEN_SECRET: "0123456789abcdef0123456789abcdef"}
  service = await startService({flags: ["--keys", key], environment})
  gateway = await startGateway(service)
})
after(() => Promise.all([gateway.stop(), service.stop()]))
afterEach(() => {
  gateway.intercept = undefined
  gateway.offline(false)
  gateway.log.length = 0
})

const client = settings => new Tessera(gateway.url, {token: key, retry, ...settings})

async function stored(items = [{id: "a"}, {id: "b"}], tessera = client()) {
  const collection = tessera.collection((await tessera.create(body(items))).id)
  gateway.log.length = 0
  return collection
}

const count = async collection => (await collection.describe()).itemCount
const rejected = (promise, members) => assert.rejects(promise, problem => {
  assert.ok(problem instanceof TesseraProblem, `${problem}`)
  for (const [name, value] of Object.entries(members)) assert.deepEqual(problem[name], value, name)
  return true
})

test("a change whose response is lost is made once", async () => {
  const collection = await stored()
  gateway.dropResponses(2)
  const diff = await collection.update(batch => batch.insert({id: "c"}, {before: "a"}), {ifMatch: 1})
  assert.equal(diff.version, 2)
  assert.equal(await count(collection), 3)
  const sent = gateway.log.filter(each => each.method == "POST")
  assert.equal(sent.length, 3)
  assert.equal(new Set(sent.map(each => each.headers["idempotency-key"])).size, 1)
})

test("two changes have two keys, and a key of one's own is kept", async () => {
  const collection = await stored()
  await collection.setLayout({kind: "list"})
  await collection.setLayout({kind: "list"}, {idempotencyKey: "mine"})
  await collection.setLayout({kind: "list"}, {retry: false})
  const keys = gateway.log.map(each => each.headers["idempotency-key"])
  assert.match(keys[0], /^[!-~]{10,}$/)
  assert.deepEqual(keys.slice(1), ["mine", undefined])
})

test("a request to a busy service is sent again after the time that it names", async () => {
  const collection = await stored()
  let refusals = 1
  gateway.intercept = () => refusals-- > 0 ? busy : undefined
  await collection.describe()
  assert.equal(gateway.log.length, 2)
  assert.ok(gateway.log[1].began - gateway.log[0].began >= 990)
})

test("a quota that time regains is waited for, and one of stored things is not", async () => {
  const collection = await stored()
  const refused = (code, name, limit) =>
    () => ({status: 429, headers: {"retry-after": "1"}, body: {code, quota: {name, limit}}})
  for (const name of ["collections", "items", "bytes"]) {
    gateway.log.length = 0
    gateway.intercept = refused("too_many_collections", name, 7)
    await rejected(collection.describe(), {status: 429, quota: {name, limit: 7, retryAfter: undefined}})
    assert.equal(gateway.log.length, 1, name)
  }
  for (const [code, name] of [
    ["too_many_requests", "requests"], ["too_many_requests", "processor"], ["too_many_streams", "streams"],
  ]) {
    gateway.log.length = 0
    gateway.intercept = refused(code, name, 600)
    const quota = {name, limit: 600, retryAfter: 1000}
    await rejected(collection.describe({retry: {times: 1}}), {status: 429, quota, isTransient: true})
    assert.equal(gateway.log.length, 2, name)
    assert.ok(gateway.log[1].began - gateway.log[0].began >= 990)
  }
})

test("a service names the quota that a change would exceed, and a proxy names none", async () => {
  const full = await startService({flags: ["--items-per-key", "2"]})
  try {
    const tessera = new Tessera(full.url, {retry})
    const {id} = await tessera.create(body([{id: "a"}, {id: "b"}]))
    const change = tessera.collection(id).update(batch => batch.insert({id: "c"}, {before: "a"}))
    await rejected(change, {status: 429, quota: {name: "items", limit: 2, retryAfter: undefined}, isTransient: false})
  } finally {
    await full.stop()
  }
  const collection = await stored()
  for (const quota of [undefined, null, "items", 3]) {
    gateway.intercept = () => ({status: 429, body: {code: "too_many_collections", quota}})
    await rejected(collection.describe(), {quota: undefined, isTransient: false})
  }
})

test("a request is repeated as often as the settings allow", async () => {
  const collection = await stored()
  for (const status of [429, 502, 503, 504]) {
    gateway.log.length = 0
    gateway.intercept = () => ({status, body: "<html>", headers: {"content-type": "text/html"}})
    await rejected(collection.describe(), {status, code: "http_error", errors: []})
    assert.equal(gateway.log.length, 5, `${status}`)
    await rejected(collection.describe({retry: {times: 1, delay: 1}}), {status})
    assert.equal(gateway.log.length, 7, `${status}`)
    await rejected(collection.describe({retry: false}), {status})
    assert.equal(gateway.log.length, 8, `${status}`)
  }
})

test("a service that cannot be reached is a problem with its cause", async () => {
  const collection = await stored()
  gateway.offline(true)
  const failure = collection.describe()
  await rejected(failure, {status: 0, code: "unreachable"})
  await failure.catch(problem => assert.ok(problem.cause instanceof TypeError))
})

test("a request succeeds once the service can be reached again", async () => {
  const collection = await stored([{id: "a"}], client({retry: {times: 100, delay: 5}}))
  gateway.offline(true)
  const description = collection.describe({retry: {times: 12, delay: 5}})
  setTimeout(() => gateway.offline(false), 100)
  assert.equal((await description).itemCount, 1)
})

test("a change that is refused is not sent again", async () => {
  const collection = await stored()
  const {tessera, id} = collection
  await rejected(collection.update(batch => batch.delete("nobody")), {status: 422, code: "invalid_request"})
  const late = collection.update(batch => batch.delete("a"), {ifMatch: 7})
  await rejected(late, {status: 412, code: "version_mismatch", version: 1})
  await rejected(tessera.create({...body([]), id}), {status: 409, code: "collection_exists"})
  await rejected(tessera.collection("nobody").describe(), {status: 404, code: "not_found"})
  assert.equal(gateway.log.length, 4)
})

test("a change that is still being made by a lost request is waited for", async () => {
  const collection = await stored()
  let refusals = 2
  gateway.intercept = () => refusals-- > 0 ? {status: 409, body: {code: "request_in_progress"}} : undefined
  assert.equal((await collection.update(batch => batch.delete("a"))).version, 2)
  assert.equal(gateway.log.length, 3)
})

test("a problem names the faults of the body", async () => {
  const layout = client().layout({...body([]), layout: {kind: "flwo"}, extra: 1})
  const problem = await layout.catch(problem => problem)
  assert.equal(problem.name, "TesseraProblem")
  assert.equal(problem.title, "Invalid request")
  assert.deepEqual(problem.errors.map(each => each.pointer).sort(), ["/extra", "/layout/kind"])
  assert.match(problem.message, /did you mean "flow"/)
  assert.match(problem.requestId, /^\w+/)
})

test("a signal ends a request on its way and in a pause", async () => {
  const collection = await stored()
  const reason = new Error("enough")
  const stopped = options => assert.rejects(collection.describe(options), error => error == reason)
  const controller = new AbortController()
  gateway.intercept = () => (setTimeout(() => controller.abort(reason), 20), new Promise(() => {}))
  await stopped({signal: controller.signal})
  await stopped({signal: controller.signal})
  assert.equal(gateway.log.length, 1)

  const second = new AbortController()
  gateway.intercept = () => {
    setTimeout(() => second.abort(reason), 20)
    return {...busy, headers: {"retry-after": "3600"}}
  }
  await stopped({signal: second.signal})
  assert.equal(gateway.log.length, 2)
})

test("a token is requested again once it has expired, and once for all requests", async () => {
  const collection = await stored()
  const issue = lifetime => client().issueToken({collection: collection.id, rights: ["read"], lifetime})
  const [{token: old}, {token: fresh}] = [await issue(1), await issue(600)]
  const headers = {authorization: `Bearer ${old}`}
  await eventually(async () => (await fetch(`${service.url}${collection.path}`, {headers})).status == 401)

  let asked = 0
  const page = client({token: async () => asked++ ? fresh : old}).collection(collection.id)
  const descriptions = await Promise.all([page.describe(), page.describe(), page.describe()])
  assert.deepEqual(descriptions.map(each => each.itemCount), [2, 2, 2])
  assert.equal(asked, 2)
  await Promise.all([page.tessera.token(fresh), page.tessera.token(fresh), page.tessera.token(fresh)])
  assert.equal(asked, 3)

  asked = -1e9
  const hopeless = client({token: () => (asked++, old)}).collection(collection.id)
  await rejected(hopeless.describe(), {status: 401, code: "token_expired"})
  assert.equal(asked, -1e9 + 2)
  const wrong = client({token: "wrong"}).collection(collection.id)
  await rejected(wrong.describe(), {status: 401, code: "unauthorized"})
})

test("a token that could not be issued is requested again", async () => {
  const collection = await stored()
  let failures = 1
  const page = client({ token: async () => {
    if (failures-- > 0) throw new Error("the back end is down")
    return key
  } }).collection(collection.id)
  assert.equal((await page.describe()).itemCount, 2)
})

test("a large body is compressed", async () => {
  const items = Array.from({length: 5000}, (_, i) => ({id: `item ${i}`}))
  const collection = await stored(items)
  await collection.applySnapshot({sections: [{id: "s", items: items.slice(1)}]})
  const [snapshot] = gateway.log
  assert.equal(snapshot.headers["content-encoding"], "gzip")
  assert.equal(snapshot.json.sections[0].items.length, 4999)
  assert.ok(snapshot.body.length < 40_000)
  assert.equal(await count(collection), 4999)
  await collection.update(batch => batch.delete("item 1"))
  assert.equal(gateway.log.at(-1).headers["content-encoding"], undefined)
})
