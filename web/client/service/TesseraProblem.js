/** @typedef {Partial<Omit<import("../../types/api").Problem, "code"> & {code: string}>} ProblemDocument */

/**
 * A quota of the tenant that a request would exceed.
 *
 * @typedef {object} QuotaRefusal
 * @property {string} name `collections`, `items`, `bytes`, `streams`, `requests` or `processor`.
 * @property {number} limit How much the tenant may have: a number, bytes, or for `processor` seconds.
 * @property {number | undefined} retryAfter The milliseconds after which the quota has room again; `undefined` if that
 *   takes a deletion.
 */

/**
 * A request that did not succeed. Programs use `status`, `code` and `errors`; the texts are for people.
 *
 * A response that is no problem document of the service, for example a proxy's page, has the code `http_error`.
 * A service that cannot be reached is the status 0 and the code `unreachable`.
 */
export class TesseraProblem extends Error {
  /**
   * @param {number} status
   * @param {ProblemDocument} document
   * @param {Headers} [headers]
   * @param {unknown} [cause]
   */
  constructor(status, document, headers = new Headers(), cause) {
    const title = document.title ?? `HTTP ${status}`
    super(document.detail ?? title, {cause})
    this.name = "TesseraProblem"
    this.status = status
    /** @type {string} */
    this.code = document.code ?? "http_error"
    this.title = title
    this.detail = this.message
    /** The faults of the body, each with a JSON pointer into it. */
    this.errors = document.errors ?? []
    /** With `item_held` and `movement_in_progress`: the viewport of the movement that is in the way. */
    this.viewport = document.viewport
    /** The milliseconds after which the service takes the request again. */
    this.retryAfter = Number(headers.get("retry-after")) * 1000 || undefined
    /** @type {QuotaRefusal | undefined} The quota of the tenant that the request would exceed. */
    this.quota = quotaOf(document.quota, this.retryAfter)
    this.requestId = document.instance ?? headers.get("x-request-id") ?? undefined
    /** The version of the collection, for example after `version_mismatch`. */
    this.version = versionOf(headers)
    this.headers = headers
  }

  /** Whether the same request may succeed a little later. */
  get isTransient() {
    // What is stored stays until someone deletes it.
    if (this.quota) return this.quota.retryAfter != undefined
    return this.code == "request_in_progress" || this.status == 429 && !/collections|fonts/.test(this.code)
      || [0, 502, 503, 504].includes(this.status)
  }
}

/**
 * @param {import("../../types/api").ReachedQuota | undefined} quota
 * @param {number} [retryAfter]
 * @returns {QuotaRefusal | undefined}
 */
function quotaOf(quota, retryAfter) {
  if (typeof quota?.name != "string") return undefined
  return {...quota, retryAfter: /^(collections|items|bytes)$/.test(quota.name) ? undefined : retryAfter}
}

/**
 * @param {Response} response
 * @returns {Promise<TesseraProblem>}
 */
export async function problemOf(response) {
  /** @type {ProblemDocument} */
  const document = await response.json().catch(() => ({}))
  // A problem that a client prefers as a successful response has its own status in the body.
  return new TesseraProblem(Math.max(response.status, document.status ?? 0), document, response.headers)
}

/**
 * The version that the entity tag of a response begins with.
 *
 * @param {Headers} headers
 * @returns {number | undefined}
 */
export function versionOf(headers) {
  const version = parseInt(headers.get("etag")?.slice(1) ?? "")
  return Number.isNaN(version) ? undefined : version
}
