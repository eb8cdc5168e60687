// Views in Chromium whose page has the first part of the module alone.

import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import "../support/browser.js"
import { faults, openStage } from "../view/stage.js"
import { skip } from "./module.js"
import { viewAsUsual, viewNames } from "./usual.js"

let stage
before(async () => {
  if (skip) return
  stage = await openStage()
  stage.gateway.interceptFile = path => path.endsWith("/rest.wasm") ? {status: 503, body: ""} : undefined
})
after(() => stage?.close())

// Each page waits for frames and answers most of its time.
describe("before it has the rest of the module", {concurrency: true}, () => {
  for (const name of viewNames) {
    test(`a page scrolls and changes a ${name}`, {skip}, async () => {
      const page = await viewAsUsual(stage, name)
      assert.deepEqual(await page.evaluate(() => statuses.filter(type => type != "settled")), [])
      assert.deepEqual(await page.evaluate(faults), [])
      await page.close()
    })
  }
})
