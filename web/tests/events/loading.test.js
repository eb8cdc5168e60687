// A page whose connection breaks just when it has shown its first screen.

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import "../support/browser.js"
import { eventually } from "../support/wait.js"
import { openStage, rows, updates } from "../view/stage.js"

let stage
before(async () => { stage = await openStage() })
after(() => stage?.close())

test("a view follows its collection although the modules for streams did not load at first", async () => {
  const asked = [], {gateway, service} = stage
  gateway.interceptFile = path => {
    if (!/\/events\//.test(path)) return undefined
    asked.push(path.replace("/client/events/", ""))
    return asked.length < 3 ? {status: 503, body: ""} : undefined
  }
  await stage.create("late", {kind: "list", rowHeight: 50}, [{items: rows(100)}])
  const page = await stage.show("late")
  await eventually(() => gateway.streams == 1, {what: () => `${asked}`})
  assert.deepEqual(asked, ["SharedEventStream.js", "EventStream.js", "EventStream.js"])
  assert.ok(await page.evaluate(() => events.some(({name}) => name == "offline")))
  await updates(service, "late", [{op: "deleteItems", ids: ["m0"]}])
  await page.waitFor(() => !view.mirror.get("m0"))
  await page.close()
})
