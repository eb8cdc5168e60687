import assert from "node:assert/strict"
import { random as generator } from "../../support/random.js"
import { startService } from "../../support/service.js"
import { eventually, sleep } from "../../support/wait.js"
import { Client } from "./Client.js"
import { beginning, layouts, makeSnapshot, makeUpdates } from "./randomChanges.js"

const id = "walk"
const screens = (top, bottom) => ({top, bottom, unit: "screens"})

/** Several clients and others that change the same collection, at random. */
export class Walk {
  version = 1
  sectionIDs = Array.from({length: 6}, (_, index) => `s${index}`)
  /** How often each kind of step was made. */
  made = {}

  static async begin(seed) {
    const walk = new Walk(), random = walk.random = generator(seed)
    walk.service = await startService({isStored: true, flags: ["--idempotency-limit", "1000"]})
    const created = await walk.ask("POST", "/v1/collections", beginning(id, random))
    assert.equal(created.status, 201, JSON.stringify(created.body))
    walk.clients = [
      {layout: layouts.list, width: 300, height: 400, measures: true, overscan: screens(1, 2.5)},
      {layout: null, width: 220, height: 300, measures: true, overscan: {top: 40, bottom: 90.5}, include: "content"},
      {layout: layouts.separated, width: 360, height: 500, measures: true, overscan: screens(0.5, 0.5)},
      {layout: layouts.grid, width: 280, height: 350, measures: false, overscan: {}},
      {layout: layouts.waterfall, width: 320, height: 420, measures: true, overscan: screens(1, 1)},
      {layout: layouts.flow, width: 300, height: 380, measures: false, overscan: screens(1, 1), include: "content"},
      {layout: layouts.compositional, width: 330, height: 440, measures: false, overscan: {right: 300, bottom: 200}},
    ].map((options, index) => new Client(walk.service.url, {id, name: `c${index}`, ...options}, generator(seed + index)))
    for (const {viewport} of walk.clients) viewport.request()
    return walk
  }

  ask(...request) {
    return this.service.ask(...request)
  }

  async end() {
    for (const {viewport} of this.clients) viewport.close()
    await this.service.stop()
  }

  async step() {
    const {random} = this, kind = random()
    const limits = {scroll: 0.45, update: 0.65, performed: 0.76, snapshot: 0.79, layout: 0.81, own: 0.84, rotation: 0.87,
      jump: 0.9, movement: 0.94, loss: 0.96, invalidation: 0.97, expiry: 0.98, burst: 0.99, restart: 1}
    const name = Object.keys(limits).find(name => kind < limits[name])
    this.made[name] = (this.made[name] ?? 0) + 1
    await this[name]()
    if (random() < 0.3) await sleep(random() * 20)
  }

  get client() {
    return this.random.of(this.clients)
  }

  scroll() {
    const {client, random} = this, {mirror, offset, width, height} = client, {contentSize} = mirror
    const isFar = random() < 0.15, y = isFar ? random() * contentSize.height : offset.y + random.between(-500, 800)
    const x = Math.min(offset.x, Math.max(0, contentSize.width - width))
    const isResting = random() < 0.3
    client.scroll(x, Math.max(0, Math.min(Math.round(y * 2) / 2, contentSize.height - height)),
      isResting ? 0 : random() * 4 - 1)
  }

  async update() {
    const {body} = await this.#sections()
    if (body) await this.#change("POST", "updates", {updates: makeUpdates(body, this.random)})
  }

  async performed() {
    const {client, random} = this, {body} = await this.#sections()
    const updates = makeUpdates(body, random), isFree = random() < 0.3
    client.viewport.perform(({ifMatch, ...options}) =>
      client.collection.update({updates}, isFree ? options : {...options, ifMatch})).catch(this.#tolerate)
  }

  async snapshot() {
    const {body} = await this.#sections()
    await this.#change("PUT", "snapshot", makeSnapshot(body, this.random))
  }

  layout() {
    return this.#change("PUT", "layout", {layout: this.random.of([layouts.list, layouts.flow, layouts.separated])})
  }

  own() {
    this.client.change({layout: this.random.of(Object.values(layouts))})
  }

  rotation() {
    const {client} = this
    client.change({width: client.height, height: client.width})
  }

  jump() {
    const {client} = this, elements = client.mirror.ordered().filter(({id}) => id)
    if (elements.length) client.change({goal: {id: this.random.of(elements).id, position: "top"}})
  }

  async movement() {
    const {client, random} = this, {collection, viewport, mirror} = client
    const cells = mirror.ordered().filter(({id}) => id), item = cells.length && random.of(cells).id
    if (!item || client.isMoving) return
    client.isMoving = true
    try {
      await viewport.perform(options => collection.beginMovement({id: item}, options))
      for (let count = random.between(0, 4); count > 0; count--) {
        const other = random.of(mirror.ordered().filter(({id}) => id && id != item))?.id
        if (other) await viewport.perform(options => collection.updateMovement({after: other}, options))
      }
      if (random() < 0.7) await viewport.perform(options => collection.endMovement({}, options))
      else await viewport.perform(options => collection.cancelMovement(options))
    } catch (problem) {
      this.#tolerate(problem)
      await viewport.perform(options => collection.cancelMovement(options)).catch(this.#tolerate)
    }
    client.isMoving = false
  }

  async loss() {
    const {client} = this
    client.losses = client.losses ? 0 : 0.3
  }

  async invalidation() {
    const {body} = await this.#sections()
    const ids = body.flatMap(({items}) => items.map(({id}) => id))
    if (ids.length) await this.#change("POST", "invalidations", {ids: [this.random.of(ids)]})
  }

  async expiry() {
    await this.ask("DELETE", `/v1/collections/${id}/viewports/${this.client.name}`)
  }

  async burst() {
    for (let count = 8; count > 0; count--) await this.update()
  }

  // After a restart the content of viewports is measured anew, which each client learns by its resync.
  async restart() {
    await this.service.restart()
    for (const client of this.clients) client.resyncsWanted = client.resyncs + 1
  }

  /** Waits until nothing is on its way, and compares every mirror with the service. */
  async compare(step) {
    const where = client => `step ${step}, ${client.name} (${client.mirror.version}): ${this.report()}\n`
      + client.trace.join("\n")
    let version
    await eventually(async () => {
      for (const client of this.clients) if (client.error) throw new Error(where(client), {cause: client.error})
      for (const {viewport} of this.clients) viewport.request()
      const {body} = await this.ask("GET", `/v1/collections/${id}`)
      version = body.version
      const isQuiet = this.clients.every(client => client.isQuiet && client.mirror.version == version && !client.isMoving)
      if (isQuiet) await sleep(15)
      return isQuiet && this.clients.every(client => client.isQuiet && client.mirror.version == version)
    }, {what: () => this.clients.map(client => `${client.name}: ${client.mirror.version} of ${version}, `
      + `${client.isQuiet} ${client.failures.at(-1)}`).join("\n")})
    for (const client of this.clients) {
      // A query may measure, which is another change to wait for.
      if (!await this.#isSame(client, where(client))) return this.compare(step)
    }
  }

  async #isSame({name, mirror, include, offset, viewport}, where) {
    const {x, y, width, height} = mirror.window, path = `/v1/collections/${id}`
    const {body: fresh} = await this.ask("GET", `${path}/attributes?rect=${x},${y},${width},${height}&viewport=${name}`
      + (include ? `&include=${include}` : ""))
    if (fresh.version != mirror.version) return false
    const known = [...mirror.elements.values()].map(({key, ...attributes}) => attributes)
    const [mine, theirs] = [known, fresh.attributes].map(list => new Set(list.map(place)))
    const lost = [...theirs].filter(each => !mine.has(each)), extra = [...mine].filter(each => !theirs.has(each))
    assert.deepEqual({lost, extra}, {lost: [], extra: []}, where)
    assertSame(sorted(known), sorted(fresh.attributes), where)
    assertSame(mirror.contentSize, fresh.contentSize, where)
    assertSame(mirror.bounds.y, offset.y, where)
    const {body: viewports} = await this.ask("GET", `${path}/viewports`)
    const {bounds} = viewports.viewports.find(viewport => viewport.name == name)
    assertSame(bounds, mirror.bounds, where)
    // The service believes the same of the client.
    const before = mirror.version
    const {body: outcome} = await this.ask("PUT", `${path}/viewports/${name}?include=content`,
      {bounds: [bounds.x, bounds.y, bounds.width, bounds.height]})
    if (outcome.version != before) {
      viewport.resync()
      return false
    }
    if (!outcome.resync) assert.deepEqual([outcome.appeared, outcome.disappeared, outcome.changed], [[], [], []], where)
    assertSame(mirror.window, outcome.window, where)
    for (const {section, count} of outcome.itemCounts) assert.equal(mirror.itemCounts.get(section), count, where)
    assertSame(mirror.orthogonalSections, outcome.orthogonalSections ?? [], where)
    return true
  }

  /** The ids of all sections and items, as a back end knows them. */
  async #sections() {
    const path = `/v1/collections/${id}`
    const {body: history} = await this.ask("GET", `${path}/history?since=${this.version}&limit=1000`)
    for (const {updates, version} of history.diffs) {
      this.sectionIDs = renewed(this.sectionIDs, updates)
      this.version = version
    }
    const {body} = await this.ask("GET", `${path}/attributes`)
    const sections = this.sectionIDs.map(id => ({id, items: []}))
    if (body.version != this.version) return this.#sections()
    for (const {category, indexPath, id} of body.attributes) if (category == "cell") sections[indexPath[0]].items.push({id})
    return {body: sections}
  }

  async #change(method, path, body) {
    const {status, body: answer} = await this.ask(method, `/v1/collections/${id}/${path}`, body)
    if (status >= 400) this.#tolerate(Object.assign(new Error(answer.detail), {status, code: answer.code}))
  }

  /** Changes by ids that are gone by now are refused; nothing else is. */
  refusals = []
  #tolerate = problem => {
    if (![404, 409, 422].includes(problem.status)) throw problem
    this.refusals.push(problem)
  }

  report() {
    const clients = this.clients.map(({name, requests, resyncs}) => `${name}: ${requests} (${resyncs} resyncs)`)
    const refusals = Object.entries(Object.groupBy?.(this.refusals, ({code}) => code) ?? {})
    return `${JSON.stringify(this.made)}\n${clients.join(", ")}\n${this.refusals.length} refused `
      + refusals.map(([code, list]) => `${code} ${list.length}`)
  }
}

// The service sums heights in another order for a query than for a diff: the last bits may differ.
const assertSame = (actual, expected, message) => assert.deepEqual(settled(actual, expected), expected, message)
function settled(actual, expected) {
  if (typeof actual == "number") return Math.abs(actual - expected) < 1e-9 * Math.max(1, Math.abs(expected)) ? expected : actual
  if (typeof actual != "object" || typeof expected != "object" || !actual || !expected) return actual
  const entries = Object.entries(actual).map(([name, value]) => [name, settled(value, expected[name])])
  return Array.isArray(actual) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

const place = ({category, kind, indexPath}) => `${category} ${kind ?? ""} ${indexPath.map(n => `${n}`.padStart(6, "0"))}`
const sorted = elements => Object.fromEntries(elements.map(each => [place(each), each]).sort(([a], [b]) => a < b ? -1 : 1))

/** The ids of sections after a batch. */
function renewed(ids, updates) {
  const gone = new Set(), placed = new Map()
  for (const {op, at = [], ids: named, from, to, id} of updates) {
    if (op == "deleteSections") for (const section of at) gone.add(section)
    if (op == "insertSections") at.forEach((section, index) => placed.set(section, named[index]))
    if (op == "moveSection") {
      gone.add(from)
      placed.set(to, id)
    }
  }
  const rest = ids.filter((_, index) => !gone.has(index)), count = rest.length + placed.size
  return Array.from({length: count}, (_, index) => placed.has(index) ? placed.get(index) : rest.shift())
}
