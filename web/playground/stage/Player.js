// The bar below the picture that plays a diff.

import { byId } from "../dom.js"

const duration = 600

export class Player {
  #bar = byId("player")
  /** @type {HTMLInputElement} */
  #time = byId("time")
  #button = byId("play")
  #frame = 0

  /** @param {(share: number) => void} onTime Called with the share of the time from 0 to 1. */
  constructor(onTime) {
    this.onTime = onTime
    this.#time.addEventListener("input", () => {
      this.stop()
      this.#shown()
    })
    this.#button.addEventListener("click", () => this.#frame ? this.stop() : this.play())
  }

  get share() { return Number(this.#time.value) / 1000 }

  set share(share) {
    this.#time.value = `${Math.round(share * 1000)}`
    this.#shown()
  }

  set isShown(/** @type {boolean} */ value) {
    this.#bar.hidden = !value
    if (!value) this.stop()
  }

  /** @param {string} text */
  set summary(text) {
    byId("counts").textContent = text
  }

  #shown() {
    const text = `${Math.round(this.share * duration)} ms`
    byId("time-label").textContent = text
    this.#time.setAttribute("aria-valuetext", text)
    this.onTime(this.share)
  }

  play() {
    this.stop()
    // Who wants less motion sees the end at once.
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.share = this.share == 1 ? 0 : 1
      return
    }
    const first = this.share == 1 ? 0 : this.share
    let began = 0
    const step = (/** @type {number} */ now) => {
      began ||= now
      this.share = Math.min(1, first + (now - began) / duration)
      if (this.share < 1) this.#frame = requestAnimationFrame(step)
      else this.stop()
    }
    this.#button.classList.add("playing")
    this.#button.setAttribute("aria-label", "Pause")
    this.#frame = requestAnimationFrame(step)
  }

  stop() {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#button.classList.remove("playing")
    this.#button.setAttribute("aria-label", "Play")
  }
}
