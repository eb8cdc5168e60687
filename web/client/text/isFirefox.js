/** Firefox differs where no feature shows it. */
export const isFirefox = /\bFirefox\//.test(globalThis.navigator?.userAgent ?? "")
