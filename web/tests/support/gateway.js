// One origin for tests: the client's files as the service sends them, pages of the test, and a service behind it, with
// latency and faults. Over HTTP/1.1, so that a browser opens no more than six connections.

import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import http from "node:http"
import { basename, join, normalize } from "node:path"
import { gunzipSync } from "node:zlib"
import { record } from "./recordResponses.js"
import { engineFolder, root } from "./repository.js"
import { mediaType, sent } from "./sent.js"
import { sleep } from "./wait.js"

/** The policy of the service's own pages. Inline scripts and styles of test pages are added to it by their hashes. */
function policy(html) {
  const hashes = tag => [...html.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, "g"))]
    .map(([, text]) => text && ` 'sha256-${createHash("sha256").update(text).digest("base64")}'`).join("")
  return `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'${hashes("script")}; style-src 'self'${hashes("style")}; `
    + "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'"
}

// Chromium repeats a request by itself when a connection that it used before is closed without a response. It does not
// when it finds something else than HTTP, which Firefox takes for a response.
function lose(request, response) {
  if (/Firefox/.test(request.headers["user-agent"])) response.destroy()
  else response.socket?.end("lost on the way\r\n\r\n")
}

/**
 * Whether the events of a collection are on their way to a page.
 *
 * @param {{log: {path: string, isStream: boolean, isOpen: boolean}[]}} gateway
 * @param {string} id
 */
export const hasStream = ({log}, id) =>
  log.some(({path, isStream, isOpen}) => path.startsWith(`/v1/collections/${id}/events`) && isStream && isOpen)

/**
 * Starts a gateway in front of a service.
 *
 * @param {{url: string}} [service] From `startService`. Without one, `/v1` is 502.
 * @param {object} [options]
 * @param {Record<string, string>} [options.pages] Texts by path: `{"/": "<!doctype html>…", "/list.js": "…"}`.
 * @param {boolean} [options.policy] `false` leaves out the content security policy of the pages.
 */
export async function startGateway(service, {pages = {}, policy: hasPolicy = true} = {}) {
  const agent = new http.Agent({keepAlive: true, maxSockets: Infinity})
  const sockets = new Set(), streams = new Set()
  let drops = 0, dropped = () => true, isOffline = false, isSilent = false

  const gateway = {
    url: "",
    /** Milliseconds that a round trip takes longer: half of it on the way to the service, half on the way back. */
    latency: 0,
    /** The requests to the service: {method, path, headers, body, json, status, isStream, isOpen, began, ended}. */
    log: [],
    /** Called before a request is forwarded; a returned {status, headers, body} is the response instead. */
    intercept: undefined,
    /** Called with the path of each file before it is sent; a returned {status, body} is the response instead. */
    interceptFile: undefined,
    /** The event streams that are open at this moment. */
    get streams() { return streams.size },
    /** Forwards the next `count` requests that match, and closes their connections in place of a response. */
    dropResponses(count, matches = ({method}) => method != "GET") { [drops, dropped] = [count, matches] },
    /** While offline every connection is closed, and every new one too. */
    offline(value) {
      isOffline = value
      if (value) for (const socket of sockets) socket.destroy()
    },
    /** While silent, event streams stay open and send nothing; their events are lost. */
    silent(value) { isSilent = value },
    /** Closes all event streams. */
    cutStreams() { for (const response of streams) response.destroy() },
    async stop() {
      agent.destroy()
      for (const socket of sockets) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }

  async function page(path, response) {
    const file = {
      "/": "/playground/index.html", "/examples": "/examples/index.html", "/reference": "/playground/reference.html",
    }[path] ?? path
    const instead = await gateway.interceptFile?.(path)
    if (instead) {
      response.writeHead(instead.status, {"content-type": mediaType(file)}).end(instead.body)
      return
    }
    let body = pages[path]
    if (body === undefined && /^\/(client|playground|examples)\//.test(file)) {
      const name = normalize(file)
      const place = name.endsWith(".wasm") ? join(engineFolder, basename(name))
        : name.startsWith("/examples/") ? join(root, "examples/pages", basename(name)) : join(root, "web", name)
      body = await readFile(place).then(bytes => sent(name, bytes), () => undefined)
    }
    if (body === undefined) {
      response.writeHead(404, {"content-type": "text/plain"}).end("not found\n")
      return
    }
    const type = /\.[a-z]+$/.test(file) ? mediaType(file) : "text/html; charset=utf-8"
    const isPage = type.startsWith("text/html") || file.startsWith("/playground/")
    response.writeHead(200, {
      "content-type": type, "cache-control": "no-cache", "x-content-type-options": "nosniff",
      ...hasPolicy && isPage && {"content-security-policy": policy(type.startsWith("text/html") ? `${body}` : "")},
    }).end(body)
  }

  async function forward(request, response) {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const entry = {
      method: request.method, path: request.url, headers: request.headers, body, began: performance.now(),
      status: 0, isStream: false, isOpen: true,
      get json() {
        const text = this.headers["content-encoding"] == "gzip" ? gunzipSync(this.body) : this.body
        return JSON.parse(text.toString("utf8"))
      },
    }
    gateway.log.push(entry)
    response.on("close", () => [entry.isOpen, entry.ended] = [false, performance.now()])
    if (gateway.latency) await sleep(gateway.latency / 2)
    const instead = await gateway.intercept?.(entry)
    if (response.destroyed) return
    if (instead) {
      entry.status = instead.status
      const isText = typeof instead.body == "string"
      response.writeHead(instead.status, {"content-type": "application/problem+json", ...instead.headers})
      response.end(isText ? instead.body : JSON.stringify(instead.body ?? {}))
      return
    }
    const isDropped = drops > 0 && dropped(entry)
    if (isDropped) drops -= 1
    const target = new URL(request.url, service?.url ?? "http://127.0.0.1:1")
    const outgoing = http.request(target, {method: request.method, headers: {...request.headers, host: target.host}, agent})
    outgoing.on("error", () => response.destroy())
    response.on("close", () => outgoing.destroy())
    outgoing.on("response", async incoming => {
      incoming.on("error", () => response.destroy())
      entry.status = incoming.statusCode
      entry.isStream = /event-stream|tessera\.replica/.test(incoming.headers["content-type"] ?? "")
      if (entry.isStream) {
        streams.add(response)
        response.on("close", () => streams.delete(response))
      }
      const received = []
      // Each piece goes out half a latency after it came in, and behind the one before it.
      let turn = Promise.resolve()
      const pass = step => {
        const due = performance.now() + gateway.latency / 2
        turn = turn.then(async () => {
          const rest = due - performance.now()
          if (rest > 0) await sleep(rest)
          if (!response.destroyed) step()
        })
      }
      pass(() => {
        if (isDropped) return lose(request, response)
        response.writeHead(incoming.statusCode, incoming.headers)
        if (entry.isStream) response.flushHeaders()
      })
      incoming.on("data", chunk => {
        if (!entry.isStream) received.push(chunk)
        if (!(entry.isStream && isSilent)) pass(() => response.write(chunk))
      })
      incoming.on("end", () => {
        if (!entry.isStream) {
          record(entry.method, entry.path, incoming.statusCode, incoming.headers, Buffer.concat(received))
        }
        pass(() => response.end())
      })
      incoming.on("aborted", () => response.destroy())
    })
    outgoing.end(body)
  }

  const server = http.createServer((request, response) => {
    const path = request.url.split("?")[0]
    const isOfService = /^\/(v1|livez|healthz|readyz|metrics|openapi)/.test(path) && pages[path] === undefined
    const done = isOfService ? forward(request, response) : page(path, response)
    done.catch(() => response.destroy())
  })
  server.on("connection", socket => {
    if (isOffline) return socket.destroy()
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    socket.setNoDelay(true)
  })
  server.keepAliveTimeout = 60_000
  await new Promise(done => server.listen(0, "127.0.0.1", done))
  gateway.url = `http://127.0.0.1:${server.address().port}`
  return gateway
}
