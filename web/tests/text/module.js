// The module for texts that `tools/page-engine` builds.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { engineFolder, skipWithout } from "../support/repository.js"

const place = join(engineFolder, "text.wasm")

/** The reason for which tests of the module are skipped; false where there is one. */
export const skip = skipWithout("text.wasm")

/** The bytes of the module. */
export const bytes = () => readFileSync(place)
