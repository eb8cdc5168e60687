import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { engineFolder } from "./repository.js"

/**
 * A module that `tools/page-engine` builds: its bytes, and the reason for which tests of it are skipped; false where there is
 * one. A folder that TESSERA_ENGINE names has all modules.
 *
 * @param {string} name
 */
export function builtModule(name) {
  const place = join(engineFolder, name)
  const skip = existsSync(place) || process.env.TESSERA_ENGINE ? false : "there is no module: run tools/page-engine"
  return {skip, bytes: () => readFileSync(place)}
}
