import { Leadership } from "../connection/Leadership.js"
import { openEvents } from "./EventStream.js"

/**
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 * @typedef {import("../service/Tessera.js").EventOptions} EventOptions
 * @typedef {{event: string, id: string, data: any}} Event
 *
 * @typedef {object} Message A message between tabs.
 * @property {string} collection The address of the collection.
 * @property {string} path
 * @property {number} version
 * @property {Event} [event] Absent if the version is a change by the tab that reports it.
 */

/** Browsers open six connections to a host over HTTP/1.1. The tabs of an origin leave half of them for requests. */
const slots = 3
/** How often a tab without a stream requests the version, in milliseconds. It makes up for lost hints. */
const interval = 5_000
/** How long a tab is hidden before it gives its stream away, in milliseconds. */
const patience = 10_000

/**
 * As `openEvents`, for one of many tabs.
 *
 * Each tab watches a viewport of its own, whose diffs no other tab can use. So a few tabs have a stream, and announce
 * each new version to the others: those get a `reset`, and read their viewport again. Tabs that are hidden give their
 * stream away, and resume it when they are shown.
 *
 * @param {Tessera} tessera
 * @param {string} path
 * @param {EventOptions} options
 * @returns {{close(): void}}
 */
export function openSharedEvents(tessera, path, {since, onEvent, onState}) {
  const [target, query] = path.split("?"), collection = target.replace(/\/events$/, "")
  const parameters = new URLSearchParams(query), viewport = parameters.get("viewport")
  const {origin, href: address} = new URL(tessera.url + collection, document.baseURI)
  const channel = new BroadcastChannel("tessera-events")
  const closing = new AbortController(), {signal} = closing
  /** The version up to which the events have been reported; unknown at first if the caller has none. */
  let version = since
  /** @type {"open" | "offline" | undefined} */
  let state
  /** @type {{close(): void} | undefined} */
  let stream
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer

  const isHidden = () => document.visibilityState == "hidden"
  // Hidden views can wait.
  const isPaused = () => viewport != null && isHidden()
  const isFollowing = () => !stream && !isPaused() && !signal.aborted

  /**
   * @param {"open" | "offline"} newState
   * @param {import("../service/TesseraProblem.js").TesseraProblem} [problem]
   */
  function setState(newState, problem) {
    if (newState != state && !signal.aborted) onState?.(newState, problem)
    state = newState
  }

  /** @param {Event} event */
  function take(event) {
    if (signal.aborted) return
    version = versionOf(event) || version
    onEvent(event)
    if (event.event == "closed") close()
  }

  /** @param {number} newest */
  function goTo(newest) {
    const [event, data] = version == null
      ? ["open", {id: decodeURIComponent(collection.replace(/.*\//, "")), version: newest}]
      : ["reset", {version: newest, reason: "followed"}]
    if (newest != version) take({event, id: `${newest}`, data})
  }

  // ---- With a stream

  function lead() {
    // The tab may have been hidden meanwhile.
    if (!isFollowing()) return leadership.leave()
    stream = openEvents(tessera, path, {
      since: version,
      onState: setState,
      onEvent: event => {
        tell(versionOf(event), event)
        take(event)
      },
      onOwn: id => {
        version = Number(id)
        tell(version)
      },
    })
  }

  const leadership = new Leadership(`tessera-stream ${origin}`, slots, {
    lead,
    leave() {
      stream?.close()
      stream = undefined
    },
    resume: poll,
  })

  /**
   * @param {number} version
   * @param {Event} [event]
   */
  function tell(version, event) {
    channel.postMessage(/** @type {Message} */ ({collection: address, path, version, event}))
  }

  // ---- Without a stream

  /** @param {MessageEvent<Message>} message */
  function follow({data: {collection, path: other, version: newest, event}}) {
    if (collection != address || !isFollowing()) return
    const {fromVersion, viewport: author, reason} = event?.data ?? {}
    if (reason == "collection_deleted") return take(/** @type {Event} */ (event))
    version ??= fromVersion
    const isNext = fromVersion != null && fromVersion == version
    if (event && isNext && other == path) return take(event)
    if (isNext && author != null && author == viewport && parameters.get("own") == "false") version = newest
    if (newest > (version ?? 0)) goTo(newest)
  }

  async function poll() {
    // Over HTTP/2 there always is a slot.
    if (isFollowing()) await leadership.tryToLead(isMultiplexed(origin))
    if (isFollowing()) {
      const known = version
      const {body, isTransient, code, status} = await tessera.send("GET", collection, {retry: false, signal})
        .catch(problem => problem)
      if (!isFollowing()) return
      if (status >= 400 && !isTransient) {
        return take({event: "closed", id: "", data: {reason: status == 404 ? "collection_deleted" : code}})
      }
      setState(body ? "open" : "offline")
      // A collection that was replaced may have a lower version; an older response too.
      if (body && version == known) goTo(body.version)
    }
    schedule()
  }

  function schedule() {
    clearTimeout(timer)
    if (isFollowing()) timer = setTimeout(poll, interval)
    else if (stream && isPaused()) timer = setTimeout(() => leadership.leave(), patience)
  }

  function close() {
    closing.abort()
    clearTimeout(timer)
    leadership.close()
    channel.close()
  }

  channel.addEventListener("message", follow)
  document.addEventListener("visibilitychange", () => isHidden() ? schedule() : poll(), {signal})
  addEventListener("online", poll, {signal})
  poll()
  return {close}
}

/** @param {Event} event */
const versionOf = ({id, data}) => Number(id || data.version || 0)

/**
 * Whether requests to the service share one connection.
 *
 * @param {string} origin
 */
function isMultiplexed(origin) {
  const entries = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"))
  return entries.some(({name, nextHopProtocol}) => name.startsWith(`${origin}/v1/`) && /^h[23]/.test(nextHopProtocol))
}
