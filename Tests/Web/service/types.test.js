import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { test } from "node:test"
import { root } from "../support/repository.js"

function run(program, ...parameters) {
  const {status, stdout, stderr, error} = spawnSync(program, parameters, {cwd: root, encoding: "utf8"})
  assert.equal(status, 0, `${program} ${parameters.join(" ")}\n${error ?? ""}${stdout}${stderr}`)
}

test("the types of requests and responses are those of the description", () => {
  run(join(root, ".ci/client-types"), "--check")
})

test("the client keeps its types", () => run("tsc", "-p", "Sources/Web"))

test("the types of the client find mistakes", () => {
  run("tsc", "--noEmit", "--strict", "--target", "es2022", "--moduleResolution", "node", "--types", "",
    "Tests/Web/service/Types/use.ts")
})
