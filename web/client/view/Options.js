// What a view is made with: types alone.

/**
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../service/Collection.js").Collection} Collection
 * @typedef {import("../service/Session.js").Delta} Delta
 *
 * @typedef {object} Options
 * @property {Collection} collection
 * @property {(node: HTMLElement, element: Element) => void} [render] Fills a new node, or one that showed
 * another item.
 * @property {(node: HTMLElement, element: Element) => void} [update] The same item shows something else.
 * @property {(node: HTMLElement, element: Element) => void} [recycle] The node goes to the pool.
 * @property {(items: {indexPath: number[]}[]) => unknown} [load] Items without an id have come into the window: load
 * their data, and reconfigure them. If the promise is rejected, they are requested again.
 * @property {"server" | "dom" | "page"} [measure] Who finds the sizes that are estimates: the service; the browser, from the
 * nodes; or the page, from templates.
 * @property {Record<string, import("../../types/api").Template>} [templates] With `"page"`: the templates of cells, by name.
 * @property {(element: Element) => {template: string, content?: unknown} | undefined} [cell] With `"page"`: what shows an
 * element; undefined for one that is not measured. By default its `content`, by the only template.
 * @property {{before?: number, after?: number}} [overscan] In screens, against and in the direction of
 * travel.
 * @property {string | {id: string}} [anchor] The element that stays in place, instead of the first visible row.
 * @property {false | {duration?: number, easing?: string}} [animation]
 * @property {"list" | "tree" | "feed" | "grid" | "none"} [role]
 * @property {string} [label]
 * @property {string | boolean} [reorder] Whether the user moves rows, or the selector of their handles.
 * @property {Partial<import("../interaction/messages.js").Messages>} [messages] The texts of the live region, in
 * another language.
 * @property {import("./Scroller.js").Insets | null} [insets] The parts at the edges of the view that something covers, in pixels: the
 * content scrolls out from behind it.
 * @property {import("../../types/api").ContentSizeCategory | null} [contentSizeCategory] The text size that the reader prefers.
 * @property {boolean} [paging]
 * @property {string} [name] Of the viewport.
 * @property {"content"} [include] The data of items that the service sends.
 * @property {import("../../types/api").LayoutKind} [layout] A layout of this view's own.
 * @property {"start" | "end" | "none" | null} [follow] The end of the content at which the view stays while it is there,
 * whatever changes; with "none" it stays at neither.
 * @property {number | null} [followDistance] How near that end is, in pixels.
 * @property {"start" | "center" | "end" | null} [contentAlignment] Where content is that is shorter than the view.
 * @property {{id: string} | {indexPath: number[]} | null} [roomBelow] An item that can be scrolled to the start, however
 * little comes after it.
 * @property {"shared" | "own"} [outline] Whether rows expand and collapse in every view of the collection, or in this one alone.
 * @property {Adoption} [adopt] A rendered page.
 * @property {boolean} [keepEdits] Whether edits that are on their way survive a closed tab.
 * @property {"auto" | "page" | "server"} [engine] Who lays the collection out: the service; the page itself; or the
 * service until the page can. A page that cannot leaves it to the service.
 *
 * @typedef {object} Adoption
 * @property {import("../mirror/Mirror.js").Mirror} mirror The mirror of the response that the page shows.
 * @property {Delta} delta The change of the mirror by it.
 * @property {(element: Element) => HTMLElement | undefined} node
 * @property {import("./adopt.js").adoptCells} take The function of that name.
 */

export {}
