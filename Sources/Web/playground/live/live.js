/** @param {HTMLElement} host */
export async function openLive(host) {
  host.textContent = ""
  return { close() {} }
}
