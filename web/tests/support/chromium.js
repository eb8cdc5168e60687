// Chromium, driven by the DevTools protocol over a pipe: messages are JSON, each ended by a zero byte.

import { keyDescription } from "./keys.js"
import { startProgram, within } from "./process.js"
import { eventually, sleep } from "./wait.js"

const flags = [
  "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
  "--disable-extensions", "--disable-component-update", "--disable-background-networking", "--disable-sync",
  "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding", "--disable-features=Translate,PaintHolding", "--mute-audio",
  "--hide-scrollbars=false", "--force-color-profile=srgb", "--force-device-scale-factor=1",
]

// The shell is Chromium without a window's frame, its menus and its own pages, so it takes less of the processor.
const command = process.env.TESSERA_WEB == "short" ? "chromium-headless-shell" : "chromium"

export async function openChromium({width = 800, height = 800, flags: more = []} = {}) {
  const isRoot = process.getuid?.() == 0
  const program = await startProgram(command, folder => [
    ...flags, ...isRoot ? ["--no-sandbox"] : [], `--window-size=${width},${height}`, `--user-data-dir=${folder}/profile`,
    ...more, "about:blank",
  ], ["ignore", "ignore", "pipe", "pipe", "pipe"])
  const [, , , input, output] = program.child.stdio
  const waiting = new Map(), sessions = new Map()
  let last = 0, rest = Buffer.alloc(0)

  output.on("data", data => {
    rest = Buffer.concat([rest, data])
    for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1)) receive(JSON.parse(rest.toString("utf8", 0, end)))
  })
  input.on("error", () => {})
  output.on("error", () => {})

  function receive({id, result, error, method, params, sessionId}) {
    if (id === undefined) return sessions.get(sessionId)?.(method, params)
    const {resolve, reject, what} = waiting.get(id) ?? {}
    waiting.delete(id)
    if (error) reject?.(new Error(`${what}: ${error.message}`))
    else resolve?.(result)
  }

  function send(method, params = {}, sessionId) {
    const id = ++last
    const answer = new Promise((resolve, reject) => waiting.set(id, {resolve, reject, what: method}))
    input.write(JSON.stringify({id, method, params, sessionId}) + "\0")
    return Promise.race([answer, program.failed])
  }

  try {
    await within(60_000, send("Browser.getVersion"), "chromium")
  } catch (error) {
    await program.end()
    throw new Error(`${error.message}\n${program.output}`)
  }

  return {
    name: "chromium",
    send,
    async newPage(url = "about:blank") {
      const {targetId} = await send("Target.createTarget", {url: "about:blank", newWindow: true, width, height})
      const {sessionId} = await send("Target.attachToTarget", {targetId, flatten: true})
      const page = new ChromiumPage((method, params) => send(method, params, sessionId), () => send("Target.closeTarget", {targetId}))
      sessions.set(sessionId, page.receive)
      await page.prepare(width, height)
      if (url != "about:blank") await page.goto(url)
      return page
    },
    close: () => program.end(),
  }
}

const modifierBits = {alt: 1, control: 2, meta: 4, shift: 8}
const bits = (modifiers = {}) => Object.entries(modifierBits).reduce((sum, [name, bit]) => modifiers[name] ? sum + bit : sum, 0)

class ChromiumPage {
  /** Errors that nothing caught, and messages of `console.error`. */
  errors = []
  /** Everything that the page wrote to the console. */
  console = []
  /** The addresses that the page and its workers requested. */
  requests = []
  /** Called with every other event of the DevTools protocol. @type {((method: string, params: any) => void) | undefined} */
  onEvent
  #send
  #close
  #buttons = 0
  #media = {}

  constructor(send, close) {
    this.#send = send
    this.#close = close
  }

  /** Sends a command of the DevTools protocol. */
  send = (method, params) => this.#send(method, params)

  receive = (method, params) => {
    if (method == "Runtime.exceptionThrown") {
      const {exception, text} = params.exceptionDetails
      this.errors.push(exception?.description ?? text)
    } else if (method == "Runtime.consoleAPICalled") {
      const text = params.args.map(({value, description}) => value ?? description).join(" ")
      this.console.push(text)
      if (params.type == "error") this.errors.push(text)
    } else if (method == "Network.requestWillBeSent") {
      this.requests.push(params.request.url)
    } else if (method == "Log.entryAdded" && params.entry.source == "security") {
      this.errors.push(params.entry.text)
    } else {
      this.onEvent?.(method, params)
    }
  }

  async prepare(width, height) {
    for (const domain of ["Page", "Runtime", "Network", "Log"]) await this.#send(`${domain}.enable`)
    await this.emulate({width, height})
  }

  /** Opens an address and waits until the page is parsed. */
  async goto(url) {
    const {errorText} = await this.#send("Page.navigate", {url})
    if (errorText) throw new Error(`${url}: ${errorText}`)
    await this.waitFor(() => document.readyState != "loading" && location.href != "about:blank")
  }

  async reload() {
    await this.evaluate(() => { window.isBeforeReload = true })
    await this.#send("Page.reload")
    await this.waitFor(() => !window.isBeforeReload && document.readyState != "loading")
  }

  /** Calls a function in the page with JSON values; returns its result, or the value to which that resolves. */
  async evaluate(fn, ...args) {
    const expression = typeof fn == "string" ? fn : `(${fn})(...${JSON.stringify(args)})`
    const {result, exceptionDetails} = await this.#send("Runtime.evaluate",
      { expression, awaitPromise: true, returnByValue: true, userGesture: true })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** Waits until a function returns something truthy in the page, through reloads too; returns that. */
  waitFor(fn, ...args) {
    return eventually(async () => {
      try {
        return await this.evaluate(fn, ...args)
      } catch (error) {
        if (/context|navigated|closed|Target/i.test(error.message)) return false
        throw error
      }
    }, {what: () => `${fn}\nin a page with the errors ${JSON.stringify(this.errors.slice(-5))}`})
  }

  /** Turns the wheel at a point, once. */
  wheel({x, y, deltaX = 0, deltaY = 0, modifiers}) {
    return this.#send("Input.dispatchMouseEvent", {type: "mouseWheel", x, y, deltaX, deltaY, modifiers: bits(modifiers)})
  }

  /** A gesture of the wheel, scrolled by the compositor, at a speed in px per second. Resolves when it has ended. */
  wheelGesture({x, y, distanceX = 0, distanceY = 0, speed = 2000}) {
    return this.#send("Input.synthesizeScrollGesture", {
      x, y, xDistance: -distanceX, yDistance: -distanceY, speed, gestureSourceType: "mouse", preventFling: true,
    })
  }

  /**
   * A swipe of a finger in a time in ms; positive distances scroll towards the end. The finger leaves at full speed, so
   * that the page is flung. The events state when they happened, so that the speed does not depend on the machine.
   */
  async swipe({x, y, distanceX = 0, distanceY = 0, time = 80}) {
    await this.#send("Emulation.setTouchEmulationEnabled", {enabled: true, maxTouchPoints: 5})
    const began = Date.now(), steps = 10, sent = []
    for (let step = 0; step <= steps + 1; step++) {
      const part = Math.min(step / steps, 1), type = step == 0 ? "touchStart" : step > steps ? "touchEnd" : "touchMove"
      const touchPoints = type == "touchEnd" ? [] : [{x: x - distanceX * part, y: y - distanceY * part}]
      // The finger is lifted right after its last move.
      const timestamp = (began + time * part + (step > steps ? 1 : 0)) / 1000
      sent.push(this.#send("Input.dispatchTouchEvent", {type, touchPoints, timestamp}))
      await sleep(time / steps)
    }
    await Promise.all(sent)
  }

  /** "move", "down" or "up" of the mouse. */
  async pointer(type, x, y, {button = "left", modifiers} = {}) {
    if (type == "down") this.#buttons = 1
    await this.#send("Input.dispatchMouseEvent", {
      type: {move: "mouseMoved", down: "mousePressed", up: "mouseReleased"}[type], x, y, modifiers: bits(modifiers),
      button: type == "move" && !this.#buttons ? "none" : button, buttons: this.#buttons, clickCount: type == "move" ? 0 : 1,
    })
    if (type == "up") this.#buttons = 0
  }

  async click(x, y, options) {
    await this.pointer("move", x, y, options)
    await this.pointer("down", x, y, options)
    await this.pointer("up", x, y, options)
  }

  /** "start", "move", "end" or "cancel" of fingers at points [{x, y}]. */
  async touch(type, points = []) {
    await this.#send("Emulation.setTouchEmulationEnabled", {enabled: true, maxTouchPoints: 5})
    await this.#send("Input.dispatchTouchEvent", {type: `touch${type[0].toUpperCase()}${type.slice(1)}`, touchPoints: points})
  }

  /** Presses and releases a key: "Tab", "ArrowDown", " ", "a"; modifiers {shift, control, alt, meta}. */
  async key(key, modifiers) {
    await this.keyDown(key, modifiers)
    await this.keyUp(key, modifiers)
  }

  keyDown(key, modifiers) {
    return this.#send("Input.dispatchKeyEvent", {type: "keyDown", ...keyDescription(key), modifiers: bits(modifiers)})
  }

  keyUp(key, modifiers) {
    const {text, ...description} = keyDescription(key)
    return this.#send("Input.dispatchKeyEvent", {type: "keyUp", ...description, modifiers: bits(modifiers)})
  }

  /** Writes text into the element that has the focus. */
  type(text) {
    return this.#send("Input.insertText", {text})
  }

  /** Sets the environment of the page: {width, height, scale, isMobile, dark, reducedMotion, forcedColors, print}. */
  async emulate({width, height, scale = 1, isMobile = false, dark, reducedMotion, forcedColors, print}) {
    if (width && height) {
      await this.#send("Emulation.setDeviceMetricsOverride", {width, height, deviceScaleFactor: scale, mobile: isMobile})
    }
    if (dark !== undefined) this.#media["prefers-color-scheme"] = dark ? "dark" : "light"
    if (reducedMotion !== undefined) this.#media["prefers-reduced-motion"] = reducedMotion ? "reduce" : "no-preference"
    if (forcedColors !== undefined) this.#media["forced-colors"] = forcedColors ? "active" : "none"
    const features = Object.entries(this.#media).map(([name, value]) => ({name, value}))
    await this.#send("Emulation.setEmulatedMedia", {features, ...print !== undefined && {media: print ? "print" : ""}})
  }

  /** Whether the page's own network is there. A gateway's `offline` is for all pages. */
  offline(value) {
    return this.#send("Network.emulateNetworkConditions",
      {offline: value, latency: 0, downloadThroughput: -1, uploadThroughput: -1})
  }

  /** The nodes that a screen reader finds: [{role, name, properties, depth}] in reading order, without ignored ones. */
  async accessibilityTree() {
    const {nodes} = await this.#send("Accessibility.getFullAXTree")
    const byId = new Map(nodes.map(node => [node.nodeId, node])), found = []
    const visit = (node, depth) => {
      const isShown = !node.ignored && !["InlineTextBox", "none"].includes(node.role?.value)
      if (isShown) {
        found.push({
          role: node.role?.value, name: node.name?.value ?? "", depth,
          properties: Object.fromEntries((node.properties ?? []).map(({name, value}) => [name, value.value])),
        })
      }
      for (const id of node.childIds ?? []) if (byId.has(id)) visit(byId.get(id), depth + (isShown ? 1 : 0))
    }
    if (nodes.length) visit(nodes.find(node => !node.parentId) ?? nodes[0], 0)
    return found
  }

  /** The bytes of the JavaScript heap after a collection of garbage, and the number of DOM nodes. */
  async memory() {
    await this.#send("HeapProfiler.collectGarbage")
    const {jsHeapUsedSize: heap, nodes} = await this.#send("Memory.getDOMCounters").then(async counters =>
      ({...await this.evaluate(() => ({jsHeapUsedSize: performance.memory?.usedJSHeapSize})), nodes: counters.nodes}))
    return {heap, nodes}
  }

  /** Stops the page as a browser stops tabs in the background, or lets it go on. */
  async freeze(value = true) {
    await this.#send("Page.setWebLifecycleState", {state: value ? "frozen" : "active"})
    if (value) return
    // A page that was stopped stays hidden until its window is another.
    const {windowId} = await this.#send("Browser.getWindowForTarget")
    for (const windowState of ["minimized", "normal"]) {
      await this.#send("Browser.setWindowBounds", {windowId, bounds: {windowState}})
    }
  }

  /** Ends the page's process as a crash does. */
  async crash() {
    this.#send("Page.crash").catch(() => {})
    await sleep(0)
  }

  bringToFront() {
    return this.#send("Page.bringToFront")
  }

  async close() {
    await this.#close().catch(() => {})
  }
}
