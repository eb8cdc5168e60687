// The response, and the request as texts to copy.

import { announce, byId, copy } from "../dom.js"
import { makeTabs } from "../tabList.js"
import { formatted } from "../text/edit.js"

const longest = 200_000

export class Output {
  #text = byId("output-text")
  #tab = "tab-response"
  #whole = ""
  #turn = 0
  /** @type {Record<string, () => string | Promise<string>>} */
  #texts = {}

  constructor() {
    this.tabs = makeTabs(byId("outputs"), id => {
      this.#tab = id
      this.#text.setAttribute("aria-labelledby", id)
      this.#text.scrollTop = 0
      this.#draw()
    })
    byId("copy").addEventListener("click", async () => {
      await copy(this.#whole)
      announce("Copied")
      byId("copy").textContent = "Copied"
      setTimeout(() => byId("copy").textContent = "Copy", 1500)
    })
  }

  /**
   * @param {object} shown
   * @param {unknown} shown.response
   * @param {string} shown.curl
   * @param {string} shown.javaScript
   * @param {() => Promise<string>} [shown.css]
   */
  show({response, curl, javaScript, css}) {
    this.#texts = {
      "tab-response": () => formatted(response, 240), "tab-curl": () => curl,
      "tab-javascript": () => javaScript,
      ...css && {"tab-css": css},
    }
    byId("tab-css").hidden = !css
    if (!css && this.#tab == "tab-css") this.tabs.select("tab-response")
    else this.#draw()
  }

  async #draw() {
    const turn = this.#turn += 1
    const text = await this.#texts[this.#tab]?.() ?? ""
    if (turn != this.#turn) return
    this.#whole = text
    const {scrollTop} = this.#text
    this.#text.textContent = text.length > longest ? `${text.slice(0, longest)}\n…` : text
    this.#text.scrollTop = scrollTop
  }
}
