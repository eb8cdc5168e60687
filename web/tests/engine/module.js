// The module that `tools/page-engine` builds.

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Engine } from "../../client/engine/Engine.js"
import { root } from "../support/repository.js"

const folder = process.env.TESSERA_ENGINE ?? join(root, ".build-page")

/** The reason for which tests of the module are skipped; false where there is one. */
export const skip = existsSync(join(folder, "first.wasm")) ? false : "there is no module: run tools/page-engine"

/** The bytes of both parts of the module. */
export const parts = () => ({first: readFileSync(join(folder, "first.wasm")), rest: readFileSync(join(folder, "rest.wasm"))})

/** Starts an instance of the module of its own. */
export const start = () => Engine.load(parts())
