/**
 * The texts for people who do not see the view. Every text can be replaced by one in another language.
 *
 * @typedef {object} Messages
 * @property {(name: string, position: number, count: number) => string} takenUp
 * @property {(name: string, position: number, count: number) => string} movedTo
 * @property {(name: string, position: number, count: number) => string} dropped
 * @property {(name: string, position: number, count: number) => string} cancelled
 * @property {(name: string, viewport: string) => string} heldBy Another user moves the item.
 * @property {(name: string) => string} lost The service has ended the movement.
 * @property {(count: number) => string} inserted
 * @property {(count: number) => string} removed
 * @property {(count: number) => string} moved
 * @property {() => string} offline
 * @property {() => string} online
 */

/**
 * @param {number} position
 * @param {number} count
 */
const place = (position, count) => count > 0 ? `position ${position} of ${count}` : `position ${position}`

/** @param {number} count */
const items = count => count == 1 ? "1 item" : `${count} items`

/** @type {Messages} */
export const english = {
  takenUp: (name, position, count) => `${name}, taken up, ${place(position, count)}. `
    + "Arrow keys move it, Space puts it down, Escape cancels.",
  movedTo: (_, position, count) => place(position, count),
  dropped: (name, position, count) => `${name}, put down, ${place(position, count)}`,
  cancelled: (name, position, count) => `Cancelled. ${name} is back at ${place(position, count)}`,
  heldBy: (name, viewport) => `${name} is being moved by someone else, in ${viewport}`,
  lost: name => `${name} could not be moved. It is where it was`,
  inserted: count => `${items(count)} added`,
  removed: count => `${items(count)} removed`,
  moved: count => `${items(count)} moved`,
  offline: () => "Offline",
  online: () => "Online again",
}
