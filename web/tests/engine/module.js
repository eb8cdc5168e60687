// The module that `tools/page-engine` builds.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Engine } from "../../client/engine/Engine.js"
import { engineFolder, skipWithout } from "../support/repository.js"

/** The reason for which tests of the module are skipped; false where there is one. */
export const skip = skipWithout("first.wasm")

/** The bytes of both parts of the module. */
export const parts = () => ({first: readFileSync(join(engineFolder, "first.wasm")), rest: readFileSync(join(engineFolder, "rest.wasm"))})

/** Starts an instance of the module of its own. */
export const start = () => Engine.load(parts())
