import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { root } from "./repository.js"

/** The parts of docs/openapi put together, with all examples. openapi.yaml is a shorter form of that. */
export function assembled() {
  const options = /** @type {const} */ ({encoding: "utf8", maxBuffer: 1 << 26})
  return execFileSync(join(root, "tools/assemble-openapi"), ["--full"], options)
}
