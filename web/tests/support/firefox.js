// Firefox, driven by WebDriver BiDi over a WebSocket (Debian's node-ws).

import { writeFile, mkdir } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { keyValue } from "./keys.js"
import { startProgram, within } from "./process.js"
import { eventually } from "./wait.js"

const require = createRequire(import.meta.url)
const webSocket = () => {
  try { return require("ws") } catch { return require("/usr/share/nodejs/ws") }
}

const preferences = {
  "app.update.enabled": false, "browser.shell.checkDefaultBrowser": false, "browser.startup.page": 0,
  "browser.startup.homepage_override.mstone": "ignore", "datareporting.policy.dataSubmissionEnabled": false,
  "toolkit.telemetry.server": "", "browser.safebrowsing.update.enabled": false, "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,", "dom.min_background_timeout_value": 4, "general.smoothScroll": false,
  "remote.active-protocols": 1, "dom.timeout.enable_budget_timer_throttling": false,
}

export async function openFirefox({width = 800, height = 800, preferences: more = {}} = {}) {
  const program = await startProgram("firefox-esr", async folder => {
    const profile = join(folder, "profile")
    await mkdir(profile)
    const lines = Object.entries({...preferences, ...more})
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    await writeFile(join(profile, "user.js"), lines.join(""))
    return ["--headless", "--no-remote", "--remote-debugging-port", "0", "--width", `${width}`, "--height", `${height}`,
      "--profile", profile, "about:blank"]
  }, ["ignore", "pipe", "pipe"])
  const waiting = new Map(), pages = new Map()
  let last = 0, socket

  function receive({id, type, result, error, message, method, params}) {
    if (id === null || id === undefined) {
      const context = params?.context ?? params?.source?.context
      return pages.get(context)?.receive(method, params)
    }
    const {resolve, reject, what} = waiting.get(id) ?? {}
    waiting.delete(id)
    if (type == "error") reject?.(new Error(`${what}: ${error}: ${message}`))
    else resolve?.(result)
  }

  function send(method, params = {}) {
    const id = ++last
    const answer = new Promise((resolve, reject) => waiting.set(id, {resolve, reject, what: method}))
    socket.send(JSON.stringify({id, method, params}))
    return Promise.race([answer, program.failed])
  }

  try {
    const address = await Promise.race([program.failed, eventually(
      () => /WebDriver BiDi listening on (\S+)/.exec(program.output)?.[1], {what: () => program.output})])
    const WebSocket = webSocket()
    socket = new WebSocket(`${address}/session`, {perMessageDeflate: false, maxPayload: 1 << 28})
    await within(60_000, new Promise((done, failed) => socket.on("open", done).on("error", failed)), "firefox")
    socket.on("message", data => receive(JSON.parse(data)))
    await within(60_000, send("session.new", {capabilities: {}}), "firefox")
    await send("session.subscribe", {events: ["log.entryAdded", "network.beforeRequestSent"]})
  } catch (error) {
    await program.end()
    throw new Error(`${error.message}\n${program.output}`)
  }

  return {
    name: "firefox",
    send,
    async newPage(url = "about:blank") {
      const {context} = await send("browsingContext.create", {type: "window"})
      const page = new FirefoxPage(context, send)
      pages.set(context, page)
      await page.emulate({width, height})
      if (url != "about:blank") await page.goto(url)
      return page
    },
    async close() {
      socket.terminate()
      await program.end()
    },
  }
}

class FirefoxPage {
  errors = []
  console = []
  requests = []
  #context
  #send

  constructor(context, send) {
    this.#context = context
    this.#send = send
  }

  /** Sends a command of WebDriver BiDi about this page. */
  send = (method, params = {}) => this.#send(method, {context: this.#context, ...params})

  receive = (method, params) => {
    if (method == "network.beforeRequestSent") this.requests.push(params.request.url)
    if (method != "log.entryAdded") return
    if (params.type == "console") this.console.push(params.text)
    if (params.level == "error") this.errors.push(params.text)
  }

  goto(url) {
    return this.send("browsingContext.navigate", {url, wait: "interactive"})
  }

  reload() {
    return this.send("browsingContext.reload", {wait: "interactive"})
  }

  async evaluate(fn, ...args) {
    const code = typeof fn == "string" ? `() => (${fn})` : `${fn}`
    const functionDeclaration = `async () => JSON.stringify(await (${code})(...${JSON.stringify(args)}))`
    const {type, result, exceptionDetails} = await this.#send("script.callFunction", {
      functionDeclaration, target: {context: this.#context}, awaitPromise: true, userActivation: true,
    })
    if (type == "exception") throw new Error(exceptionDetails.text)
    return result.type == "string" ? JSON.parse(result.value) : undefined
  }

  waitFor(fn, ...args) {
    return eventually(async () => {
      try {
        return await this.evaluate(fn, ...args)
      } catch (error) {
        if (/no such (frame|window)|unknown error|actor|destroyed/i.test(error.message)) return false
        throw error
      }
    }, {what: () => `${fn}\nin a page with the errors ${JSON.stringify(this.errors.slice(-5))}`})
  }

  #perform(source) {
    return this.send("input.performActions", {actions: [source]})
  }

  wheel({x, y, deltaX = 0, deltaY = 0}) {
    return this.#perform({type: "wheel", id: "wheel", actions: [{type: "scroll", x, y, deltaX, deltaY}]})
  }

  async wheelGesture({x, y, distanceX = 0, distanceY = 0, speed = 2000}) {
    const steps = Math.max(1, Math.round(Math.hypot(distanceX, distanceY) / speed * 60))
    for (let step = 0; step < steps; step++) {
      await this.wheel({x, y, deltaX: Math.round(distanceX / steps), deltaY: Math.round(distanceY / steps)})
    }
  }

  pointer(type, x, y) {
    const id = "mouse", at = {type: "pointerMove", x: Math.round(x), y: Math.round(y)}
    const actions = type == "move" ? [at] : [at, {type: type == "down" ? "pointerDown" : "pointerUp", button: 0}]
    return this.#perform({type: "pointer", id, parameters: {pointerType: "mouse"}, actions})
  }

  async click(x, y) {
    await this.pointer("down", x, y)
    await this.pointer("up", x, y)
  }

  touch(type, points = []) {
    const at = points[0] && {type: "pointerMove", x: Math.round(points[0].x), y: Math.round(points[0].y)}
    const actions = {start: [at, {type: "pointerDown", button: 0}], move: [at], end: [{type: "pointerUp", button: 0}]}[type]
    return this.#perform({type: "pointer", id: "finger", parameters: {pointerType: "touch"}, actions})
  }

  async key(key, modifiers = {}) {
    const held = Object.keys(modifiers).filter(name => modifiers[name]).map(keyValue)
    const down = value => ({type: "keyDown", value}), up = value => ({type: "keyUp", value})
    const value = keyValue(key)
    await this.#perform({type: "key", id: "keys", actions: [...held.map(down), down(value), up(value), ...held.map(up)]})
  }

  keyDown(key) {
    return this.#perform({type: "key", id: "keys", actions: [{type: "keyDown", value: keyValue(key)}]})
  }

  keyUp(key) {
    return this.#perform({type: "key", id: "keys", actions: [{type: "keyUp", value: keyValue(key)}]})
  }

  type(text) {
    const actions = [...text].flatMap(value => [{type: "keyDown", value}, {type: "keyUp", value}])
    return this.#perform({type: "key", id: "keys", actions})
  }

  /** {width, height}. Schemes and motion are preferences of the whole browser: ui.systemUsesDarkTheme, ui.prefersReducedMotion. */
  async emulate({width, height}) {
    if (width && height) await this.send("browsingContext.setViewport", {viewport: {width, height}})
  }

  bringToFront() {
    return this.send("browsingContext.activate")
  }

  async close() {
    await this.send("browsingContext.close").catch(() => {})
  }
}
