import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The folder of the repository. */
export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

/** The folder with the modules for pages. */
export const engineFolder = process.env.TESSERA_ENGINE ?? join(root, ".build-page")

/**
 * The reason for which tests of a module are skipped; false where there is one. A folder that was named has all of them.
 *
 * @param {string} name Of its file.
 */
export const skipWithout = name => existsSync(join(engineFolder, name)) || process.env.TESSERA_ENGINE
  ? false : "there is no module: run tools/page-engine"
