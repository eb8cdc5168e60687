/**
 * Takes a lock that the tabs of an origin share. A tab that closes or crashes gives its locks back.
 *
 * @param {string} name
 * @param {LockOptions} options
 * @param {() => void} [onLost] Called when another tab has stolen the lock.
 * @returns {Promise<(() => void) | undefined>} Gives the lock back; undefined if only a free lock was wanted, and it is
 * not free. It is rejected if the request is aborted, and where there are no locks, as in the document of a sandbox.
 */
export function takeLock(name, options, onLost = () => {}) {
  return new Promise((resolve, reject) => {
    let isHeld = false
    const request = navigator.locks.request(name, options, lock => {
      if (!lock) return resolve(undefined)
      isHeld = true
      return new Promise(free => resolve(() => free(undefined)))
    })
    request.catch(error => isHeld ? onLost() : reject(error))
  })
}
