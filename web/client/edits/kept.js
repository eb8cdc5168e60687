import { newID } from "../service/transport.js"

/**
 * @typedef {import("../service/Collection.js").Collection} Collection
 * @typedef {import("./edits.js").Edit} Edit
 *
 * @typedef {Edit & {collection: string, version: number, tab: string, time: number}} KeptEdit An edit in the browser's
 * database: the address of its collection, the version that it was made at, the lock of its tab, and when it was made.
 */

/** The name of the lock that this tab holds as long as it lives. */
export const tab = `tessera-tab ${newID()}`
/** @type {Promise<IDBDatabase> | undefined} */
let opening
let last = 0

/** Whether the browser can keep edits, and tell which tabs live. */
export const canKeep = () => Boolean(globalThis.indexedDB && globalThis.navigator?.locks)

/**
 * The address of a collection: the pages of an origin share a database.
 *
 * @param {Collection} collection
 */
export const addressOf = ({tessera, path}) => new URL(tessera.url + path, document.baseURI).href

/**
 * Keeps an edit until it is dropped.
 *
 * @param {Collection} collection
 * @param {Edit} edit
 * @param {number} version
 */
export async function keep(collection, {id, operations}, version) {
  // Edits of the same millisecond keep their order.
  const time = last = Math.max(Date.now(), last + 0.001)
  /** @type {KeptEdit} */
  const kept = {id, operations, collection: addressOf(collection), version, tab, time}
  await change(edits => edits.put(kept))
}

/** @param {string} id */
export const drop = id => change(edits => edits.delete(id))

/**
 * The kept edits of a collection, in their order.
 *
 * @param {Collection} collection
 * @returns {Promise<KeptEdit[]>}
 */
export async function keptEdits(collection) {
  const address = addressOf(collection), all = /** @type {KeptEdit[]} */ (await change(edits => edits.getAll()) ?? [])
  return all.filter(edit => edit.collection == address).sort((a, b) => a.time - b.time)
}

/**
 * Without room, or with a broken database, an edit lives as long as its tab.
 *
 * @param {(edits: IDBObjectStore) => IDBRequest} request
 */
async function change(request) {
  if (!canKeep()) return undefined
  try {
    opening ??= openDatabase()
    const edits = (await opening).transaction("edits", "readwrite").objectStore("edits")
    return await resultOf(request(edits))
  } catch {
    return undefined
  }
}

function openDatabase() {
  navigator.locks.request(tab, () => new Promise(() => {}))
  const opening = indexedDB.open("tessera-edits", 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore("edits", {keyPath: "id"})
  return resultOf(opening)
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
const resultOf = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})
