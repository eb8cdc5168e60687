import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { test } from "node:test"
import { root } from "../support/repository.js"

test("the types that users of TypeScript import allow what works and find mistakes", () => {
  const {status, stdout, error} = spawnSync("tsc", ["-p", "web/tests/service/Types"], {cwd: root, encoding: "utf8"})
  assert.equal(status, 0, `${error ?? stdout}`)
})
