/**
 * @typedef {import("../service/Tessera.js").Tessera} Tessera
 * @typedef {"ask" | "request" | "lead" | "state" | "base" | "entry" | "closed"} MessageType
 *
 * @typedef {object} Message A message between tabs. `ask` requests a `state` from the leader, and `request` a `base`.
 * With `lead` a tab has become the leader, which sends the others each `entry`.
 * @property {MessageType} type
 * @property {string} from The tab that sends it.
 * @property {string} [to] The only tab that it is for.
 * @property {string} base Names the base of the service that the sender's state began with; empty without a state.
 * @property {number} version That of the sender's state.
 * @property {"open" | "offline"} state
 * @property {Uint8Array} [content] A `base` without it: there can be none.
 * @property {string} [incarnation] That of the collection, with a `base`.
 */

/** The number of this protocol: tabs of another release may be open. */
const protocol = 1
const types = ["ask", "request", "lead", "state", "base", "entry", "closed"]

/** The tabs that show a collection with the same credentials and the same release of the client. */
export class TabGroup {
  /** Of this tab. */
  id = crypto.randomUUID()
  /** @type {BroadcastChannel[]} */
  #channels = []

  /**
   * @param {string} name
   * @param {(message: Message) => void} onMessage Called with each message for this tab. Others are ignored.
   */
  constructor(name, onMessage) {
    /** That of the group. */
    this.name = name
    for (const each of [name, this.#inbox(this.id)]) {
      const channel = new BroadcastChannel(each)
      channel.addEventListener("message", ({data}) => {
        if (isMessage(data) && (data.to ?? this.id) == this.id) onMessage(data)
      })
      this.#channels.push(channel)
    }
  }

  /**
   * @param {Tessera} tessera
   * @param {string} path That of the collection's feed.
   * @param {(message: Message) => void} onMessage
   * @returns {Promise<TabGroup>}
   */
  static async join(tessera, path, onMessage) {
    const {href} = new URL(tessera.url + path, document.baseURI)
    const text = JSON.stringify([protocol, import.meta.url, href, await tessera.token()])
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
    return new TabGroup(`tessera-replica ${[...digest].map(byte => byte.toString(16).padStart(2, "0")).join("")}`, onMessage)
  }

  /**
   * Sends a message to all tabs; they get those of a tab in their order. A base goes to its tab alone, so that it is not
   * copied for the others.
   *
   * @param {Omit<Message, "from">} message
   */
  send(message) {
    const inbox = message.type == "base" ? new BroadcastChannel(this.#inbox(`${message.to}`)) : undefined
    const channel = inbox ?? this.#channels[0]
    channel?.postMessage({...message, from: this.id})
    inbox?.close()
  }

  close() {
    for (const channel of this.#channels.splice(0)) channel.close()
  }

  /** @param {string} id */
  #inbox(id) {
    return `${this.name} ${id}`
  }
}

/**
 * @param {unknown} data
 * @returns {data is Message}
 */
function isMessage(data) {
  if (!data || typeof data != "object") return false
  const {type, from, to = "", base, version, state, incarnation = ""} = /** @type {Message} */ (data)
  return types.includes(type) && [from, to, base, incarnation].every(text => typeof text == "string")
    && Number.isSafeInteger(version) && (state == "open" || state == "offline")
}
