import { TesseraLayout } from "./elements/TesseraLayout.js"
import { TesseraList } from "./elements/TesseraList.js"

customElements.get("tessera-list") ?? customElements.define("tessera-list", TesseraList)
customElements.get("tessera-layout") ?? customElements.define("tessera-layout", TesseraLayout)

export { TesseraLayout, TesseraList }
