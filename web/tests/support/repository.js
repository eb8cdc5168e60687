import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The folder of the repository. */
export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

/** The folder with the modules for pages. */
export const engineFolder = process.env.TESSERA_ENGINE ?? join(root, ".build-page")
