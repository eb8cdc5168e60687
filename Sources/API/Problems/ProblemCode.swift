/// All kinds of problems: the table of codes, statuses and titles.
public enum ProblemCode: String, CaseIterable, Sendable {
  case malformedJSON = "malformed_json"
  case badRequest = "bad_request"
  case unauthorized = "unauthorized"
  case notFound = "not_found"
  case methodNotAllowed = "method_not_allowed"
  case notAcceptable = "not_acceptable"
  case requestTimeout = "request_timeout"
  case collectionExists = "collection_exists"
  case requestInProgress = "request_in_progress"
  case answerNotKept = "answer_not_kept"
  case movementInProgress = "movement_in_progress"
  case movementCancelled = "movement_cancelled"
  case historyGone = "history_gone"
  case versionMismatch = "version_mismatch"
  case payloadTooLarge = "payload_too_large"
  case tooManyItems = "too_many_items"
  case collectionTooLarge = "collection_too_large"
  case uriTooLong = "uri_too_long"
  case unsupportedMediaType = "unsupported_media_type"
  case invalidRequest = "invalid_request"
  case contentTooLarge = "content_too_large"
  case answerTooLarge = "answer_too_large"
  case idempotencyKeyReused = "idempotency_key_reused"
  case tooManyCollections = "too_many_collections"
  case tooManyStreams = "too_many_streams"
  case internalError = "internal_error"
  case collectionDamaged = "collection_damaged"
  case queueFull = "queue_full"
  case shuttingDown = "shutting_down"
  case storeUnavailable = "store_unavailable"
  case fontsUnavailable = "fonts_unavailable"
  case deadlineExceeded = "deadline_exceeded"
  case storeFull = "store_full"

  /// The status of the response.
  public var status: Int { row.status }

  /// The title of the problem, which is the same for every request.
  public var title: String { row.title }

  private var row: (status: Int, title: String) {
    switch self {
    case .malformedJSON: (400, "The body is not JSON")
    case .badRequest: (400, "The request cannot be read")
    case .unauthorized: (401, "A valid key is needed")
    case .notFound: (404, "There is nothing at this path")
    case .methodNotAllowed: (405, "This path has no such method")
    case .notAcceptable: (406, "No form of the answer is acceptable")
    case .requestTimeout: (408, "The request took too long to arrive")
    case .collectionExists: (409, "There is a collection of this id")
    case .requestInProgress: (409, "The same request is being answered")
    case .answerNotKept: (409, "The request was answered, and the answer was not kept")
    case .movementInProgress: (409, "Another item is being moved")
    case .movementCancelled: (409, "The movement is over")
    case .historyGone: (410, "What changed since that version is not kept any more")
    case .versionMismatch: (412, "The collection is at another version")
    case .payloadTooLarge: (413, "The body is too large")
    case .tooManyItems: (413, "The collection is too large")
    case .collectionTooLarge: (413, "The collection would take too much room")
    case .uriTooLong: (414, "The request target is too long")
    case .unsupportedMediaType: (415, "The body's type or encoding is not supported")
    case .invalidRequest: (422, "The request does not hold together")
    case .contentTooLarge: (422, "The content reaches beyond what numbers can place")
    case .answerTooLarge: (422, "The answer would be too large")
    case .idempotencyKeyReused: (422, "The idempotency key belongs to another request")
    case .tooManyCollections: (429, "No more collections are kept")
    case .tooManyStreams: (429, "No more streams are served")
    case .internalError: (500, "The service failed")
    case .collectionDamaged: (500, "The collection is damaged")
    case .queueFull: (503, "The service is busy")
    case .shuttingDown: (503, "The service is stopping")
    case .storeUnavailable: (503, "The store does not answer")
    case .fontsUnavailable: (503, "There is nothing to measure text with")
    case .deadlineExceeded: (504, "The request took too long to compute")
    case .storeFull: (507, "The store is full")
    }
  }
}
