// The module that `.ci/page-engine` builds.

import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Engine } from "../../../Sources/Web/client/engine/Engine.js"
import { root } from "../support/repository.js"

const path = process.env.TESSERA_ENGINE ?? join(root, ".build-page/tessera.wasm")

/** The reason for which tests of the module are skipped; false where there is one. */
export const skip = existsSync(path) ? false : "there is no module: run .ci/page-engine"

export const bytes = () => readFileSync(path)

/** The module with the common kinds only, which lies beside the other. */
export const commonBytes = () => readFileSync(join(dirname(path), "common.wasm"))

/** Starts an instance of the module of its own. */
export const start = () => Engine.load(bytes())
