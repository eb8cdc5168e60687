// A real service for tests: the program named by $TESSERA, or else the one that `swift build` has made.

import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { record } from "./recordResponses.js"
import { root } from "./repository.js"
import { eventually } from "./wait.js"

const running = new Set()

// A test that ends early leaves no service behind.
process.on("exit", () => { for (const child of running) child.kill("SIGKILL") })

function program() {
  const candidates = [process.env.TESSERA, ".build/debug/tessera"]
  const found = candidates.filter(Boolean).map(path => join(path.startsWith("/") ? "" : root, path)).find(existsSync)
  if (!found) throw new Error("There is no tessera program: run `swift build`, or name one in TESSERA.")
  return found
}

/**
 * Starts a service on a free port.
 *
 * @param {object} [options]
 * @param {string[]} [options.flags] Further flags of `tessera serve`, such as `["--viewport-idle", "1s"]`.
 * @param {boolean} [options.isStored] Whether collections are in a folder and survive `restart` and `kill`.
 * @param {Record<string, string>} [options.environment]
 */
export async function startService({flags = [], isStored = false, environment = {}} = {}) {
  const folder = isStored ? await mkdtemp(join(tmpdir(), "tessera-store-")) : undefined
  // A deadline that a debug build on a busy machine does not reach.
  const deadline = flags.includes("--deadline") ? [] : ["--deadline", "600s"]
  const defaults = [...deadline, "--short-keys", "on"]
  let process_, output = "", address = "127.0.0.1:0"

  async function start() {
    output = ""
    const store = folder ? `sqlite:${join(folder, "store.sqlite")}` : "memory:"
    const child = spawn(program(), ["serve", "--listen", address, "--store", store, ...defaults, ...flags],
      {stdio: ["ignore", "pipe", "pipe"], env: {...process.env, ...environment}})
    process_ = child
    running.add(child)
    child.ended = new Promise(done => child.once("exit", done)).then(() => running.delete(child))
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", text => output = (output + text).slice(-100_000))
    }
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`The service ended:\n${output}`)
      address = /listens on http:\/\/(\S+)/.exec(output)?.[1] ?? address
      return /listens on /.test(output)
    }, {what: () => `the service did not start:\n${output}`, interval: 10})
  }

  async function end(signal) {
    process_.kill(signal)
    await process_.ended
  }

  await start()
  return {
    get url() { return `http://${address}` },
    get output() { return output },
    get pid() { return process_.pid },

    /** Sends a request straight to the service; returns {status, headers, body}, with JSON parsed. */
    async ask(method, path, body, headers = {}) {
      const response = await fetch(`http://${address}${path}`, {
        method,
        headers: {...body !== undefined && {"content-type": "application/json"}, ...headers},
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      const bytes = Buffer.from(await response.arrayBuffer()), text = bytes.toString("utf8")
      // fetch has decoded the body.
      const {"content-encoding": _, ...fields} = Object.fromEntries(response.headers)
      record(method, path, response.status, fields, bytes)
      const isJSON = /json/.test(response.headers.get("content-type") ?? "")
      return {status: response.status, headers: response.headers, body: isJSON && text ? JSON.parse(text) : text}
    },

    /** Stops the service as SIGTERM does and starts it again at the same address. */
    async restart() {
      await end("SIGTERM")
      await start()
    },

    /** Ends the process at once. `start` brings it back at the same address. */
    kill: () => end("SIGKILL"),
    start,

    async stop() {
      if (process_.exitCode === null && process_.signalCode === null) await end("SIGKILL")
      if (folder) await rm(folder, {recursive: true, force: true})
    },
  }
}
