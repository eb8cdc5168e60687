// The interface between a view and what lays its collection out: a service, or an engine in the page. A view knows nothing
// else of either.

/**
 * @typedef {import("../mirror/Change.js").ElementChange} ElementChange
 * @typedef {import("../mirror/Element.js").Element} Element
 * @typedef {import("../mirror/Element.js").Look} Look
 * @typedef {import("../mirror/Element.js").Point} Point
 * @typedef {import("../mirror/Element.js").Rect} Rect
 * @typedef {import("../mirror/Element.js").Size} Size
 * @typedef {import("../mirror/Mirror.js").Mirror} Mirror
 * @typedef {import("../mirror/Rows.js").OrthogonalSection} OrthogonalSection
 * @typedef {import("../../types/api").InvalidationRequest} InvalidationRequest
 * @typedef {import("../../types/api").LayoutKind} LayoutKind
 * @typedef {import("../../types/api").MovementBeginning} MovementBeginning
 * @typedef {import("../../types/api").MovementUpdate} MovementUpdate
 * @typedef {import("./Collection.js").DiffOptions} DiffOptions
 * @typedef {import("./operations.js").Build} Build
 * @typedef {import("./TesseraProblem.js").TesseraProblem} TesseraProblem
 *
 * @typedef {object} CollectionService Opens the sessions of a collection.
 * @property {(opening: Opening, listener: Listener) => Session} open
 *
 * @typedef {object} Opening
 * @property {string} [name] Of the viewport; by default a new one.
 * @property {"content"} [include] Whether cells have the data that they show.
 * @property {Mirror} [mirror] The elements that the view shows already: they keep their keys.
 * @property {Promise<unknown> | false} [begins] Nothing is requested before.
 * @property {boolean} [isOnline] As the session before has reported last: true if there was none.
 *
 * @typedef {object} Listener
 * @property {() => Place | undefined} place Asked just before the place is sent, so that it is the newest.
 * @property {(delta: Delta) => void} delta Called with each delta, in order.
 * @property {(status: Status) => void} [status]
 * @property {(session: Session) => void} [moved] Another session goes on with the viewport; its first delta is a reset, in
 * which items keep their keys.
 *
 * @typedef {object} Session A viewport of a collection.
 * @property {string} name Of the viewport.
 * @property {number} latency The smoothed time that a response takes, in milliseconds.
 * @property {boolean} isIdle Whether nothing is under way.
 * @property {boolean} isOnline Whether the service can be reached, as far as the session knows.
 * @property {boolean} [answersOffline] Whether it needs no service for that.
 * @property {() => void} request The place is another one, or needs something. While a response is on its way, the newest
 * place waits.
 * @property {() => void} resync Has everything delivered anew.
 * @property {(build: Build, options?: ChangeOptions) => Promise<Shown>} change Changes items. The promise of this and of the
 * other changes is fulfilled when the delta has been delivered, and rejected with the problem if the change is refused. The
 * diff is undefined if the change was made, but its response is lost.
 * @property {(step: Step) => Promise<Made & Dragged | undefined>} drag
 * @property {(layout: LayoutKind) => Promise<Made | undefined>} setLayout Changes the layout of the collection.
 * @property {(context: InvalidationRequest) => Promise<Made | undefined>} invalidate
 * @property {() => Promise<Facts>} facts
 * @property {() => void} close
 *
 * @typedef {DiffOptions & {id?: string}} ChangeOptions `id` is the key of the change.
 *
 * @typedef {object} Shown A change that the view shows.
 * @property {Made} [diff]
 * @property {Promise<Fate>} fate How it ends: it is never rejected. A service has ordered the change already.
 *
 * @typedef {object} Fate
 * @property {"settled" | "refused" | "conflict" | "lost"} type The service has made the change; or has refused it; or could
 * not make it, because others have changed the collection meanwhile; or nothing is known of it: its page has ended.
 * @property {number} [version] The version that the change has made.
 * @property {TesseraProblem} [problem]
 *
 * @typedef {object} Place The state and the wishes of a view; the members that the API has are as there.
 * @property {boolean} isNeeded Whether there is anything to request.
 * @property {object} container
 * @property {number[]} bounds
 * @property {number} [boundsVersion] The version of the collection that the bounds are in, if it may be another one by now.
 * @property {number[]} [velocity]
 * @property {object} [overscan]
 * @property {object[]} [measurements]
 * @property {string | {id: string}} [anchor]
 * @property {{id?: string, indexPath?: number[], section?: number | string, position?: string, edge?: "start" | "end"}} [scrollTo]
 * @property {boolean} [paging]
 * @property {object | null} [layout]
 * @property {"start" | "end" | "none" | null} [follow]
 * @property {number | null} [followDistance]
 * @property {"start" | "center" | "end" | null} [contentAlignment]
 * @property {{id: string} | {indexPath: number[]} | null} [roomBelow]
 * @property {"shared" | "own"} [outline]
 * @property {{section: number, offset: number}[]} [orthogonalOffsets] Where sections are that scroll across.
 * @property {(outcome: unknown, sent: Place) => void} [accepted] Called just before the delta. After a resync `sent` has no
 * measurements.
 * @property {(problem: TesseraProblem) => void} [refused] Called if the place is not accepted.
 *
 * @typedef {object} Step A step of a movement of an item.
 * @property {"begin" | "update" | "end" | "cancel"} type
 * @property {MovementBeginning | MovementUpdate | {}} [body]
 * @property {boolean} isNamed Whether the item has an id, so that the step fits every version.
 *
 * @typedef {{fromVersion: number, version: number}} Made The versions before and after a change.
 *
 * @typedef {object} Dragged Where an item is that the user drags; nothing after the movement.
 * @property {number[]} [indexPath] Its own.
 * @property {number[]} [proposedIndexPath] That at which it would be dropped.
 * @property {{frame: Rect}} [placeholder] The gap that the others leave for it.
 *
 * @typedef {object} Facts
 * @property {import("../../types/api").DescribedLayout} layout
 *
 * @typedef {object} Delta The changes from what a view shows to what it shows next.
 * @property {"scroll" | "change" | "reset"} type "scroll" for the response to a place, "reset" if everything was read anew.
 * @property {number} version
 * @property {string} cause As that of a diff in the API; or "scroll", "resize" (the viewport has another container or
 * layout), "resync" or "restore".
 * @property {Size} contentSize
 * @property {Rect} bounds The bounds that the layout is for, after the delta.
 * @property {{least: number, most: number}} [scrollRange] The content offsets along the scroll direction at which the content
 * rests; absent if the service does not say it.
 * @property {Rect} window The elements that intersect this rect are there.
 * @property {Point} from The content offset that the delta begins at.
 * @property {Point} adjustment The distance to scroll by.
 * @property {Gone[]} gone
 * @property {Row[]} rows The elements that come, and those that are others now.
 * @property {number} [held] The key of the cell under the finger.
 * @property {Map<number, [least: number, most: number]>} pinRanges Where elements that pin may begin along the scroll
 * direction, by their keys.
 * @property {Map<number, number>} [itemCounts] The numbers of items by section; absent if they are as before.
 * @property {number} [itemsBehind] How many items are in the sections behind these; absent if they are as before.
 * @property {OrthogonalSection[]} strips The sections that scroll across, and how far the layout has each scrolled.
 * @property {boolean} [isMirrored] Whether the leading edge of the layout is the right one.
 * @property {Point} [snap] Where scrolling comes to rest.
 * @property {{indexPath: number[], id?: string}[]} [prefetch] Items that come into the window next.
 * @property {{indexPath: number[], id?: string}[]} [cancel] Those that do not, after all.
 * @property {Ignored[]} [ignored] The measurements that were not applied.
 *
 * @typedef {{id?: string, kind?: string, indexPath?: number[], reason: string}} Ignored
 *
 * @typedef {object} Row
 * @property {number} key Stays the same while the element moves.
 * @property {ElementChange["type"]} type
 * @property {Element} after The element. Its members may be read when they are asked for.
 * @property {Look} [initial] The look at the beginning of an animation, at the content offset before.
 * @property {true} [reloaded] An element of the type `move` is reloaded as well.
 * @property {true} [reconfigured] An element of the type `move` is reconfigured as well.
 * @property {"appears" | "disappears"} [presence] The element was there before, outside of the window.
 *
 * @typedef {object} Gone An element that the view does not show any more.
 * @property {number} key
 * @property {ElementChange["type"]} type
 * @property {Look} [initial]
 * @property {Look} [final] The look at the end of an animation, at the content offset after.
 * @property {"appears" | "disappears"} [presence] The element is still there, outside of the window.
 *
 * @typedef {{type: "offline" | "online"} | {type: "latency", latency: number}
 *   | {type: "closed", reason: string, problem?: TesseraProblem} | {type: "error", problem: TesseraProblem}} Status An error
 *   that lasts is reported once.
 */

export {}
