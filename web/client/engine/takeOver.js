import { HTTPSession } from "../service/HTTPSession.js"
import { Engine } from "./Engine.js"
import { EngineService } from "./EngineService.js"
import { EngineSession } from "./EngineSession.js"
import { PageReplica } from "./PageReplica.js"

/**
 * @typedef {import("../service/Collection.js").Collection} Collection
 * @typedef {import("../service/Session.js").Listener} Listener
 * @typedef {import("../service/Session.js").Opening} Opening
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 *
 * @typedef {object} User A view, and the session that it has now.
 * @property {HTTPSession | EngineSession} session
 * @property {Listener} listener
 * @property {boolean} isLeaving Whether the session ends as soon as nothing is under way.
 *
 * @typedef {object} Shared The replica that the views of a collection share.
 * @property {Collection} collection
 * @property {Promise<PageReplica>} replica
 * @property {PageReplica} [opened] The replica while it can be used.
 * @property {Set<User>} users
 */

/** @type {WeakMap<Tessera, Map<string, Shared>>} */
const replicas = new WeakMap()
/** @type {Promise<Engine> | undefined} All collections of a page are in the memory of one module. */
let loading

/**
 * Lets the engine in the page go on with a session of a service once it is here, and the service while it is not.
 *
 * Events `tesseraengine` of the window report the actions of a replica.
 *
 * @param {HTTPSession} session
 * @param {Listener} listener
 * @returns {Promise<void>} Fulfilled when the engine is here, or has failed.
 */
export async function takeOver(session, listener) {
  if (session.signal.aborted) return
  const shared = share(session.collection)
  /** @type {User} */
  const user = {session, listener, isLeaving: false}
  shared.users.add(user)
  attend(shared, user)
  move(shared, user)
  await shared.replica.catch(() => {})
}

/**
 * Gives a view the session that it should have: that of the engine, or that of the service.
 *
 * @param {Shared} shared
 * @param {User} user
 */
function move(shared, user) {
  const {session} = user, isHere = Boolean(shared.opened?.isHere)
  if (session instanceof EngineSession) {
    if (isHere) return
    const next = replace(shared, user)
    session.leave(next)
    next.request()
  } else if (isHere && !user.isLeaving) {
    user.isLeaving = true
    session.leave(() => {
      user.isLeaving = false
      if (shared.users.has(user)) replace(shared, user).request()
    })
  }
}

/**
 * @param {Shared} shared
 * @param {User} user
 */
function replace(shared, user) {
  const {collection, opened} = shared, {listener, session: {name, include, mirror, isOnline}} = user
  /** @type {Opening} */
  const opening = {name, include, mirror, isOnline}
  const next = opened?.isHere ? new EngineService(opened).open(opening, listener) : new HTTPSession(collection, opening, listener)
  user.session = next
  attend(shared, user)
  listener.moved?.(next)
  return next
}

/**
 * Waits for the end of a view's session.
 *
 * @param {Shared} shared
 * @param {User} user
 */
function attend(shared, user) {
  user.session.signal.addEventListener("abort", () => {
    if (shared.users.delete(user) && !shared.users.size) end(shared)
  })
}

/**
 * @param {Collection} collection
 * @returns {Shared}
 */
function share(collection) {
  const {tessera, id} = collection, known = replicas.get(tessera) ?? new Map()
  replicas.set(tessera, known)
  /** @type {Shared | undefined} */
  const found = known.get(id)
  if (found) return found
  /** The next view begins anew. */
  const forget = () => {
    if (known.get(id) == shared) known.delete(id)
  }
  const moveAll = () => {
    for (const user of shared.users) move(shared, user)
  }
  /** @param {import("./PageReplica.js").Status} status */
  const onStatus = status => {
    tell(collection, status)
    if (status.type != "closed") return
    forget()
    if (!/^engine_/.test(status.reason)) return
    shared.opened = undefined
    moveAll()
  }
  const replica = engineOfPage().then(engine => PageReplica.open(collection, {engine, onStatus, onHere: moveAll}))
  /** @type {Shared} */
  const shared = {collection, replica, users: new Set()}
  known.set(id, shared)
  replica.then(opened => {
    if (known.get(id) != shared) return
    shared.opened = opened
    moveAll()
  }, problem => {
    forget()
    tell(collection, {type: "unavailable", problem})
  })
  return shared
}

/**
 * The engine of all collections, or another in its place if it has failed.
 *
 * @returns {Promise<Engine>}
 */
async function engineOfPage() {
  loading ??= Engine.begin()
  loading.catch(() => loading = undefined)
  const engine = await loading
  if (!engine.isBroken) return engine
  loading = engine.lacksPart ? engine.whole : engine.renewed()
  return engineOfPage()
}

/**
 * Ends a replica that no view has needed for a while.
 *
 * @param {Shared} shared
 */
function end(shared) {
  const {collection: {tessera, id}, replica, users} = shared
  setTimeout(() => {
    if (users.size) return
    const known = replicas.get(tessera)
    if (known?.get(id) == shared) known.delete(id)
    replica.then(replica => replica.close(), () => {})
  }, 1000)
}

/**
 * @param {Collection} collection
 * @param {object} status
 */
function tell({id}, status) {
  globalThis.dispatchEvent?.(new CustomEvent("tesseraengine", {detail: {collection: id, ...status}}))
}
