// Two clients of one collection, which is made for this and thrown away.

import { make } from "../dom.js"
import { slowClient, tessera } from "../requests.js"
import { newItems } from "./birds.js"
import { layouts, Screen } from "./Screen.js"

/**
 * @param {HTMLElement} host
 * @returns {Promise<{close(): void}>}
 */
export async function openLive(host) {
  let latency = 0
  const slider = /** @type {HTMLInputElement} */ (make("input",
    {type: "range", min: 0, max: 1000, step: 20, value: 0, id: "latency"}))
  const value = make("output", {for: "latency"}, "0 ms")
  slider.addEventListener("input", () => {
    latency = slider.valueAsNumber
    value.textContent = `${latency} ms`
    slider.setAttribute("aria-valuetext", `${latency} milliseconds`)
  })
  const screens = make("div", {class: "screens"})
  host.replaceChildren(
    make("div", {class: "intro"},
      make("p", {}, make("b", {}, "One collection, two clients."),
        " Change one side and watch the other. Drag rows by holding them. ",
        "Each side keeps its place and its own layout."),
      make("label", {class: "latency"}, "Added latency ", slider, value)),
    screens)

  const id = `playground-${crypto.getRandomValues(new Uint32Array(2)).join("")}`
  const collection = {
    id, container: {width: 360, height: 560}, layout: layouts.list.layout, bounds: [0, 0, 360, 560],
    sections: [{id: "birds", items: newItems(300)}],
  }
  try {
    await tessera.create(/** @type {import("../../types/api").CollectionRequest} */ (collection))
  } catch (error) {
    screens.append(make("p", {class: "sorry", role: "alert"},
      `The collection could not be made: ${/** @type {Error} */ (error).message}`))
    return {close() {}}
  }
  const clients = [["Alex", "list"], ["Sam", "grid"]].map(([name, kind]) =>
    new Screen(name, slowClient(() => latency).collection(id), kind))
  screens.append(...clients.map(({node}) => node))
  for (const client of clients) client.open()

  const leaving = new AbortController()
  function close() {
    leaving.abort()
    for (const client of clients) client.close()
    host.replaceChildren()
    // `keepalive` lets the request outlive the page.
    tessera.fetch(`/v1/collections/${id}`, {method: "DELETE", keepalive: true}).catch(() => {})
  }
  addEventListener("pagehide", close, {signal: leaving.signal})
  return {close}
}
