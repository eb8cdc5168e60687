// The pages of examples/pages, as screen readers and axe-core see them.

import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { faultsOf, findAxe } from "../support/axe.js"
import { root } from "../support/repository.js"
import { setUp } from "../support/setup.js"

const {source: axe, missing} = findAxe()
let gateway, browser
setUp({}, parts => ({gateway, browser} = parts))

// One cell of a view takes Tab, and arrow keys lead to all others, those in shelves too; axe-core looks for Tab in each shelf.
const rules = {"shop.html": {"scrollable-region-focusable": {enabled: false}}}

for (const name of readdirSync(join(root, "examples/pages"))) {
  test(`axe-core finds no fault in ${name}, in the light and in the dark`, async context => {
    if (!axe) return context.skip(missing)
    const page = await browser.newPage()
    for (const dark of [false, true]) {
      await page.emulate({width: 800, height: 740, dark})
      await page.goto(`${gateway.url}/examples/${name}`)
      // The keyboard reaches the rows when the modules for it are there.
      if (name != "index.html") await page.waitFor(() => document.querySelector(".tessera-cell[tabindex='0']"))
      assert.deepEqual(await faultsOf(page, axe, rules[name]), [])
    }
    await page.close()
  })
}
