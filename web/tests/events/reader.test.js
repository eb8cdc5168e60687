import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { openEvents } from "../../client/events/EventStream.js"
import { Tessera } from "../../client/service/Tessera.js"
import { startGateway } from "../support/gateway.js"
import { startService } from "../support/service.js"
import { eventually, sleep } from "../support/wait.js"

const environment = {TESSERA_TOKEN_SECRET: "0123456789abcdef0123456789abcdef"}
const path = "/v1/collections/inbox/events"

let service, gateway
before(async () => {
  service = await startService({isStored: true, environment, flags: ["--stream-heartbeat", "200ms"]})
  gateway = await startGateway(service)
})
after(async () => {
  await gateway?.stop()
  await service?.stop()
})

/** A collection with the id "inbox", and one reader of its stream, which is closed when the test ends. */
async function open(context, options = {}, settings = {}) {
  const owner = new Tessera(service.url).collection("inbox")
  await owner.delete().catch(() => {})
  await owner.tessera.create({
    id: "inbox", container: {width: 300, height: 400}, layout: {kind: "list"},
    sections: [{id: "all", items: [{id: "first"}]}],
  })
  const found = {events: [], states: [], isClosed: false}
  const stream = openEvents(new Tessera(gateway.url, settings), path, {
    since: 1,
    onEvent: event => found.events.push(event),
    onState: state => found.states.push(state),
    ...options,
  })
  context.after(() => stream.close())
  let count = 0
  return {
    owner, found, stream,
    insert: () => owner.update(batch => batch.insert([{id: `item-${++count}`}], {before: "first"})),
    opened: times => eventually(() => found.states.filter(state => state == "open").length >= times && gateway.streams == 1,
      {what: () => JSON.stringify(found.states)}),
    /** Waits until exactly the events of these versions have come, each once and in order. */
    async followed(upTo) {
      await eventually(() => found.events.at(-1)?.data.version >= upTo, {what: () => JSON.stringify(found.events)})
      assert.deepEqual(found.events.map(({data}) => data.version), Array.from({length: upTo - 1}, (_, n) => n + 2))
      assert.ok(found.events.every(({event, id, data}) => event == "message" && id == `${data.version}`))
    },
  }
}

test("a stream that is cut in the middle is resumed behind the last event", async context => {
  const {insert, opened, followed} = await open(context)
  for (let round = 1; round <= 3; round++) {
    await opened(round)
    await insert()
    gateway.cutStreams()
    await insert()
  }
  await followed(7)
})

test("after a restart of the service no event is lost or doubled", async context => {
  const {insert, opened, followed, found} = await open(context)
  await opened(1)
  await insert()
  await followed(2)
  await service.restart()
  await insert()
  await followed(3)
  assert.deepEqual(found.states, ["open", "offline", "open"])
})

test("after the service was killed no event is lost or doubled", async context => {
  const {insert, opened, followed} = await open(context)
  await opened(1)
  await insert()
  await service.kill()
  await eventually(() => gateway.streams == 0)
  await service.start()
  await insert()
  await followed(3)
})

test("a connection that has gone silent is replaced", async context => {
  const {insert, opened, followed} = await open(context, {silence: 1500})
  await opened(1)
  gateway.silent(true)
  await insert()
  await eventually(() => gateway.log.filter(entry => entry.isStream).at(-1).isOpen == false)
  gateway.silent(false)
  await followed(2)
})

test("heartbeats keep a connection alive", async context => {
  // On a busy machine heartbeats may come late: then again with more patience. Without any, a connection never lasts.
  for (const silence of [1500, 6000, 24_000]) {
    const {opened, found, insert, followed, stream} = await open(context, {silence})
    await opened(1)
    await sleep(2 * silence)
    await insert()
    await followed(2)
    stream.close()
    if (found.states.join() == "open") return
  }
  assert.fail("the connection was replaced in spite of heartbeats")
})

test("a token that expires is replaced, and the stream resumed", async context => {
  let reader
  const asked = []
  const token = async () => {
    // On a busy machine the first may expire before the stream is open: then another short one.
    const lifetime = reader?.found.states.includes("open") ? 3600 : 1
    const {body} = await service.ask("POST", "/v1/tokens", {collection: "inbox", rights: ["read"], lifetime})
    asked.push({lifetime, token: body.token})
    return body.token
  }
  reader = await open(context, {}, {token})
  await reader.opened(2)
  await reader.insert()
  await reader.followed(2)
  const [last, ...others] = asked.reverse()
  assert.equal(last.lifetime, 3600)
  assert.ok(others.length && others.every(({lifetime}) => lifetime == 1))
  const keys = gateway.log.filter(({path: target}) => target == path).slice(-1).map(({headers}) => headers.authorization)
  assert.deepEqual(keys, [`Bearer ${last.token}`])
})

test("the stream of a deleted collection is closed, and not requested again", async context => {
  const {owner, opened, found} = await open(context)
  await opened(1)
  await owner.delete()
  await eventually(() => found.events.length)
  assert.deepEqual(found.events.map(({event, data}) => [event, data]), [["closed", {reason: "collection_deleted"}]])
  const count = gateway.log.length
  await owner.describe().catch(() => {})
  assert.equal(gateway.log.length, count)
  assert.deepEqual(found.states, ["open"])
})

test("a refusal closes the stream with the code of the problem", async context => {
  const {body: {token}} = await service.ask("POST", "/v1/tokens", {collection: "other", rights: ["read"], lifetime: 60})
  const {found} = await open(context, {}, {token})
  await eventually(() => found.events.length)
  assert.deepEqual(found.events.map(({event, data}) => [event, data]), [["closed", {reason: "forbidden"}]])
})

test("while there are too many streams, the stream waits as long as the response requires", async context => {
  let refusals = 2
  const begun = gateway.log.length
  gateway.intercept = async ({path: target}) => target == path && refusals-- > 0
    ? {status: 429, headers: {"retry-after": "1"}, body: {code: "too_many_streams"}} : undefined
  context.after(() => gateway.intercept = undefined)
  const {insert, opened, followed, found} = await open(context)
  await insert()
  await opened(1)
  await followed(2)
  assert.deepEqual(found.states, ["offline", "open"])
  const [first, , third] = gateway.log.slice(begun).filter(({path: target}) => target == path)
  assert.ok(third.began - first.began >= 2000)
})

test("a closed stream sends no more requests, in any state", async context => {
  const {stream, opened, found, insert} = await open(context)
  await opened(1)
  gateway.offline(true)
  await eventually(() => found.states.includes("offline"))
  stream.close()
  gateway.offline(false)
  const count = gateway.log.length
  await insert()
  await eventually(() => gateway.streams == 0)
  assert.equal(gateway.log.length, count)
  assert.deepEqual(found.events, [])
})

test("an event with an empty id makes the stream begin anew", async context => {
  const {owner, opened, found} = await open(context, {since: undefined})
  await opened(1)
  const stream = openEvents(new Tessera(gateway.url), `${path}?viewport=tab`, {
    since: 1, onEvent: event => found.events.push(event),
  })
  context.after(() => stream.close())
  await eventually(() => found.events.some(({event}) => event == "unavailable"))
  gateway.cutStreams()
  await eventually(() => found.events.filter(({event}) => event == "unavailable").length == 2)
  const again = gateway.log.filter(({path: target}) => target.includes("viewport=tab")).at(-1)
  assert.equal(again.headers["last-event-id"], undefined)
  await owner.setViewport("tab", {container: {width: 300, height: 400}, bounds: [0, 0, 300, 400]})
  await eventually(() => found.events.at(-1).event == "open")
})
