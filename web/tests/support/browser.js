// A browser without a window: chromium, or the one named by BROWSER (chromium or firefox).

import { openChromium } from "./chromium.js"
import { openFirefox } from "./firefox.js"

/** The browser of this run. */
export const browserName = process.env.BROWSER || "chromium"

/**
 * Opens a browser with a profile of its own: {newPage(url), close()}. Pages of one browser share storage and workers.
 * A browser that does not start is given a second try.
 *
 * @param {object} [options]
 * @param {string} [options.name] "chromium" or "firefox".
 * @param {number} [options.width]
 * @param {number} [options.height]
 * @param {string[]} [options.flags] Further flags of chromium.
 * @param {Record<string, unknown>} [options.preferences] Further preferences of firefox.
 */
export async function openBrowser({name = browserName, ...options} = {}) {
  const open = name == "firefox" ? openFirefox : openChromium
  try {
    return await open(options)
  } catch (error) {
    console.error(`${name} did not start, trying once more: ${error.message}`)
    return await open(options)
  }
}
