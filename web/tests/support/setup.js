// For most tests in a browser: a service, a gateway in front of it with the pages of the test, and a browser.

import { after, before } from "node:test"
import { openBrowser } from "./browser.js"
import { startGateway } from "./gateway.js"
import { startService } from "./service.js"

/**
 * Starts them before the tests of a file, and stops them after the last one.
 *
 * @param {Record<string, string>} pages Texts by path. Tests can add more of them.
 * @param {(parts: object) => void} take Called with {service, gateway, browser} before the first test.
 * @param {object} [options] Of `startService`.
 */
export function setUp(pages, take, options) {
  const parts = {}
  before(async () => {
    parts.service = await startService(options)
    parts.gateway = await startGateway(parts.service, {pages})
    parts.browser = await openBrowser()
    take(parts)
  })
  after(async () => {
    await parts.browser?.close()
    await parts.gateway?.stop()
    await parts.service?.stop()
  })
}
