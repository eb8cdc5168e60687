import { PageFonts } from "../text/FontWidths.js"
import { CellModule } from "./CellModule.js"
import { CellTemplates } from "./CellTemplates.js"
import { fontsKey } from "./fontsKey.js"

/**
 * @typedef {import("../engine/Engine.js").Source} Source
 * @typedef {import("../../types/api").Template} Template
 */

// Also from the folder of the bundle.
const shipped = new URL("../engine/cells.wasm", import.meta.url)

/**
 * Measures cells with the fonts of the page: a canvas gives the widths of words, and the module of the service fills lines
 * with them, and lays out the views of templates. Nothing of the document is read or changed.
 */
export class CellMeasurer {
  /**
   * Called when the widths are other ones, because fonts have loaded.
   *
   * @type {(() => void) | undefined}
   */
  onForget = undefined
  #module
  #fonts
  #listening = new AbortController()

  /**
   * @param {CellModule} module
   * @param {PageFonts} fonts Those that the module measures with.
   */
  constructor(module, fonts) {
    this.#module = module
    this.#fonts = fonts
    // A font that was missing gives other widths from now on. A worker has fonts of its own.
    const {fonts: faces} = /** @type {{fonts?: FontFaceSet}} */ (globalThis.document ?? globalThis)
    faces?.addEventListener("loadingdone", () => this.forget(), {signal: this.#listening.signal})
  }

  /**
   * Loads the module.
   *
   * @param {Source} [source] By default the one that comes with the client.
   */
  static async load(source = shipped) {
    const fonts = new PageFonts()
    return new CellMeasurer(await CellModule.load(source, fonts), fonts)
  }

  /**
   * Reads templates, as requests to the service have them.
   *
   * @param {Record<string, Template>} templates By name.
   * @throws {TesseraProblem} With a JSON pointer for each fault.
   */
  templates(templates) {
    return new CellTemplates(this.#module, templates)
  }

  /**
   * The key of the fonts that the page has for some templates, for `fonts` of a container: the service then tells sizes that
   * were measured with other fonts apart. It is another one when fonts have loaded.
   *
   * @param {Record<string, Template>} templates By name.
   */
  fontsKey(templates) {
    return fontsKey(templates, this.#fonts)
  }

  /** Forgets the widths that it has measured. */
  forget() {
    this.#module.forget()
    this.onForget?.()
  }

  /** Lets go of the document. */
  close() {
    this.#listening.abort()
  }
}
