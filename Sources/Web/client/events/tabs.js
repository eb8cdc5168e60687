import { openEvents } from "./EventStream.js"

/**
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 * @typedef {import("../service/Tessera.js").EventOptions} EventOptions
 * @typedef {{event: string, id: string, data: any}} Event
 * @typedef {{collection: string, path: string, version: number, event: Event}} Message
 */

/** Browsers open six connections to a host over HTTP/1.1. The tabs of an origin leave half of them for requests. */
const slots = 3
/** How often a tab without a stream asks for the version, in milliseconds. */
const interval = 5_000
/** How long a tab is hidden before it gives its stream away, in milliseconds. */
const patience = 10_000

/**
 * As `openEvents`, for one of many tabs.
 *
 * Each tab watches a viewport of its own, whose diffs no other tab can use. So a few tabs have a stream, and tell the
 * others of each new version: those get a `reset`, and read their viewport again. Tabs that are hidden give their
 * stream away, and resume it when they are shown.
 *
 * @param {Tessera} tessera
 * @param {string} path
 * @param {EventOptions} options
 * @returns {{close(): void}}
 */
export function openSharedEvents(tessera, path, {since, onEvent, onState}) {
  const collection = path.replace(/\/events(\?.*)?$/, ""), {viewport, isWatching} = watched(path)
  const channel = new BroadcastChannel("tessera-events")
  const closing = new AbortController(), {signal} = closing
  let version = since ?? 0
  /** @type {{release?: () => void}} Closes the stream of this tab, and frees its slot. */
  const held = {}
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  let isTrying = false

  const leave = () => held.release?.()

  /** @param {Event} event */
  function take(event) {
    version = Math.max(version, versionOf(event))
    onEvent(event)
    if (event.event == "closed") close()
  }

  /** @param {number} newer */
  function fallBehind(newer) {
    if (newer > version) take({event: "reset", id: `${newer}`, data: {version: newer, reason: "followed"}})
  }

  const isHidden = () => document.visibilityState == "hidden"
  // Views that nobody sees can wait.
  const isPaused = () => isWatching && isHidden()

  /** Opens a stream, if there is a slot: over HTTP/2 there always is. */
  async function lead() {
    if (held.release || isTrying || isPaused() || signal.aborted) return
    isTrying = true
    if (isMultiplexed(tessera)) open()
    for (let slot = 1; slot <= slots && !held.release && !signal.aborted; slot += 1) {
      await new Promise(tried => navigator.locks.request(`tessera-stream-${slot}`, {ifAvailable: true}, lock => {
        if (!lock || signal.aborted) return tried(undefined)
        return new Promise(free => tried(open(() => free(undefined))))
      }))
    }
    isTrying = false
    if (signal.aborted) leave()
  }

  /** @param {() => void} [free] */
  function open(free) {
    const stream = openEvents(tessera, path, {
      since: version || undefined, onState,
      onEvent: event => {
        channel.postMessage(/** @type {Message} */ ({collection, path, version: versionOf(event), event}))
        take(event)
      },
    })
    held.release = () => {
      held.release = undefined
      stream.close()
      free?.()
    }
  }

  /** @param {MessageEvent<Message>} message */
  function follow({data}) {
    if (data.collection != collection || held.release || isPaused() || signal.aborted) return
    const {event} = data, {fromVersion, viewport: author} = event.data
    if (event.event == "closed" && event.data.reason == "collection_deleted") return take(event)
    const isNext = fromVersion == version && event.event == "message"
    if (isNext && data.path == path) return take(event)
    if (isNext && viewport !== undefined && author == viewport) version = data.version
    fallBehind(data.version)
  }

  async function poll() {
    await lead()
    if (!held.release && !isPaused() && !signal.aborted) {
      /** @type {{body: any, status?: number}} */
      const reply = await tessera.send("GET", collection, {retry: false, signal}).catch(problem => problem)
      if (signal.aborted) return
      if (reply.status == 404) return take({event: "closed", id: "", data: {reason: "collection_deleted"}})
      onState?.(reply.status == 200 ? "open" : "offline")
      if (reply.status == 200) fallBehind(reply.body.version)
    }
    schedule()
  }

  function schedule() {
    clearTimeout(timer)
    if (!signal.aborted && !held.release && !isPaused()) timer = setTimeout(poll, interval)
  }

  function close() {
    closing.abort()
    clearTimeout(timer)
    leave()
    channel.close()
  }

  channel.addEventListener("message", follow)
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer)
    if (!isHidden()) poll()
    else if (isWatching) timer = setTimeout(leave, patience)
  }, {signal})
  lead().then(() => {
    if (!held.release && !signal.aborted) onState?.("open")
    schedule()
  })
  return {close}
}

/** @param {Event} event */
const versionOf = ({id, data}) => Math.max(Number(id || 0), data.version ?? 0)

/** @param {string} path */
function watched(path) {
  const viewport = new URLSearchParams(path.split("?")[1]).get("viewport") ?? undefined
  return {viewport, isWatching: viewport !== undefined}
}

/**
 * Whether requests to the service share one connection.
 *
 * @param {Tessera} tessera
 */
function isMultiplexed({url}) {
  const {href} = new URL(`${url}/v1/`, document.baseURI)
  const entries = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"))
  return entries.some(({name, nextHopProtocol}) => name.startsWith(href) && /^h[23]/.test(nextHopProtocol))
}
