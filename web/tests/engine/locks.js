// The locks of browsers, for replicas of one program that stand for tabs.

/** Installs locks and the other signs of a page, by which a client knows one; returns a function that removes them. */
export function pretendToBeTabs(origin) {
  /** By name: who has it, and who waits. */
  const held = new Map(), waiting = new Map()

  function grant(name, callback, settle, isAvailable = true) {
    const lock = {name, settle}
    if (isAvailable) held.set(name, lock)
    Promise.resolve(callback(isAvailable ? lock : null)).then(settle.resolve, settle.reject).finally(() => {
      if (held.get(name) != lock) return
      held.delete(name)
      const next = waiting.get(name)?.shift()
      if (next) grant(name, next.callback, next.settle)
    })
  }

  const locks = {
    request(name, {ifAvailable, steal, signal} = {}, callback) {
      return new Promise((resolve, reject) => {
        const settle = {resolve, reject}, entry = {callback, settle}, list = waiting.get(name) ?? []
        waiting.set(name, list)
        if (signal?.aborted) return reject(signal.reason)
        if (steal) held.get(name)?.settle.reject(new DOMException("The lock was stolen.", "AbortError"))
        if (steal || !held.has(name)) return grant(name, callback, settle)
        if (ifAvailable) return grant(name, callback, settle, false)
        list.push(entry)
        signal?.addEventListener("abort", () => {
          if (!list.includes(entry)) return
          list.splice(list.indexOf(entry), 1)
          reject(signal.reason)
        })
      })
    },
  }
  Object.defineProperty(globalThis, "navigator", {value: {locks}, configurable: true})
  globalThis.document = {baseURI: `${origin}/`}
  return () => {
    delete globalThis.navigator
    delete globalThis.document
  }
}
