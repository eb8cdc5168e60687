// The outcomes that the native engine is held against, through the module. The comparisons and tolerances are those of
// OracleTests, BatchOracleTests, SnapshotOracleTests and DiffOracleTests; chromium.test.js runs them in a page.
//
// Designs of cells (cell-designs.json) and lines of text need the fonts of the service, which the module does not have.

import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { Layout } from "../../client/engine/Layout.js"
import { PageReplica } from "../../client/engine/PageReplica.js"
import { Tessera } from "../../client/tessera.js"
import { root } from "../support/repository.js"
import { startService } from "../support/service.js"
import { skip, start } from "./module.js"
import { oracles } from "./oracles/files.js"

let service, client
before(async () => {
  if (skip) return
  service = await startService()
  client = {Layout, PageReplica, engine: await start(), tessera: new Tessera(service.url)}
})
after(() => service?.stop())

for (const {title, path, count, faults} of oracles) {
  test(title, {skip}, async () => {
    const file = JSON.parse(readFileSync(join(root, "Tests", path), "utf8"))
    assert.equal(file.cases.length, count)
    assert.deepEqual(await faults(client, file), [])
  })
}
