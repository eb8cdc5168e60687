/** Resolves after a time in milliseconds. For faults and traffic only: a test waits for a state, with `eventually`. */
export const sleep = time => new Promise(done => setTimeout(done, time))

/**
 * Calls `condition` until it returns something truthy, and returns that. An error that it throws ends the wait.
 *
 * @template T
 * @param {() => T | Promise<T>} condition
 * @param {{timeout?: number, interval?: number, what?: string | (() => unknown)}} [options]
 * @returns {Promise<T>}
 */
export async function eventually(condition, {timeout = 60_000, interval = 30, what = ""} = {}) {
  const end = performance.now() + timeout
  for (;;) {
    const value = await condition()
    if (value) return value
    if (performance.now() > end) {
      const reason = typeof what == "function" ? await what() : what
      throw new Error(`Waited ${timeout / 1000} s in vain: ${reason || condition}`)
    }
    await sleep(interval)
  }
}
