// The module for cells that `tools/page-engine` builds.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { engineFolder, skipWithout } from "../support/repository.js"

const place = join(engineFolder, "cells.wasm")

/** The reason for which tests of the module are skipped; false where there is one. */
export const skip = skipWithout("cells.wasm")

/** The bytes of the module. */
export const bytes = () => readFileSync(place)
