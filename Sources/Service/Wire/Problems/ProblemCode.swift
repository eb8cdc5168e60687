/// All kinds of problems: the table of codes, statuses and titles.
public enum ProblemCode: String, CaseIterable, Sendable {
  case malformedJSON = "malformed_json"
  case badRequest = "bad_request"
  case unauthorized = "unauthorized"
  case tokenExpired = "token_expired"
  case forbidden = "forbidden"
  case notFound = "not_found"
  case methodNotAllowed = "method_not_allowed"
  case notAcceptable = "not_acceptable"
  case requestTimeout = "request_timeout"
  case collectionExists = "collection_exists"
  case requestInProgress = "request_in_progress"
  case answerNotKept = "answer_not_kept"
  case movementInProgress = "movement_in_progress"
  case itemHeld = "item_held"
  case movementCancelled = "movement_cancelled"
  case historyGone = "history_gone"
  case versionMismatch = "version_mismatch"
  case payloadTooLarge = "payload_too_large"
  case tooManyItems = "too_many_items"
  case tooMuchMemory = "too_much_memory"
  case collectionTooLarge = "collection_too_large"
  case fontTooLarge = "font_too_large"
  case uriTooLong = "uri_too_long"
  case unsupportedMediaType = "unsupported_media_type"
  case invalidRequest = "invalid_request"
  case contentTooLarge = "content_too_large"
  case answerTooLarge = "answer_too_large"
  case invalidFont = "invalid_font"
  case idempotencyKeyReused = "idempotency_key_reused"
  case tooManyCollections = "too_many_collections"
  case tooManyFonts = "too_many_fonts"
  case tooManyStreams = "too_many_streams"
  case tooManyRequests = "too_many_requests"
  case headTooLarge = "head_too_large"
  case internalError = "internal_error"
  case collectionDamaged = "collection_damaged"
  case tokensDisabled = "tokens_disabled"
  case queueFull = "queue_full"
  case memoryFull = "memory_full"
  case shuttingDown = "shutting_down"
  case storeUnavailable = "store_unavailable"
  case fontsUnavailable = "fonts_unavailable"
  case deadlineExceeded = "deadline_exceeded"
  case outcomeUnknown = "outcome_unknown"
  case versionNotSupported = "version_not_supported"
  case storeFull = "store_full"

  /// The status of the response.
  public var status: Int { row.status }

  /// The title of the problem, which is the same for every request.
  public var title: String { row.title }

  private var row: (status: Int, title: String) {
    switch self {
    case .malformedJSON: (400, "Malformed JSON")
    case .badRequest: (400, "Malformed request")
    case .unauthorized: (401, "Missing or invalid key or token")
    case .tokenExpired: (401, "Token expired")
    case .forbidden: (403, "Not allowed")
    case .notFound: (404, "Not found")
    case .methodNotAllowed: (405, "Method not allowed")
    case .notAcceptable: (406, "No acceptable response format")
    case .requestTimeout: (408, "Request timeout")
    case .collectionExists: (409, "Collection already exists")
    case .requestInProgress: (409, "Request already in progress")
    case .answerNotKept: (409, "Response no longer available")
    case .movementInProgress: (409, "Another movement in progress")
    case .itemHeld: (409, "Item held by another viewport")
    case .movementCancelled: (409, "Movement ended")
    case .historyGone: (410, "History no longer available")
    case .versionMismatch: (412, "Version mismatch")
    case .payloadTooLarge: (413, "Request body too large")
    case .tooManyItems: (413, "Too many items")
    case .tooMuchMemory: (413, "Too much memory needed")
    case .collectionTooLarge: (413, "Collection too large")
    case .fontTooLarge: (413, "Font too large")
    case .uriTooLong: (414, "Request target too long")
    case .unsupportedMediaType: (415, "Unsupported media type or encoding")
    case .invalidRequest: (422, "Invalid request")
    case .contentTooLarge: (422, "Content too large")
    case .answerTooLarge: (422, "Response too large")
    case .invalidFont: (422, "Invalid font")
    case .idempotencyKeyReused: (422, "Idempotency key reused")
    case .tooManyCollections: (429, "Too many collections or viewports")
    case .tooManyFonts: (429, "Too many fonts")
    case .tooManyStreams: (429, "Too many streams")
    case .tooManyRequests: (429, "Too many requests")
    case .headTooLarge: (431, "Request head too large")
    case .internalError: (500, "Internal error")
    case .collectionDamaged: (500, "Collection damaged")
    case .tokensDisabled: (501, "Tokens disabled")
    case .queueFull: (503, "Service busy")
    case .memoryFull: (503, "Memory for requests full")
    case .shuttingDown: (503, "Service stopping")
    case .storeUnavailable: (503, "Store unavailable")
    case .fontsUnavailable: (503, "No fonts available")
    case .deadlineExceeded: (504, "Deadline exceeded")
    case .outcomeUnknown: (504, "Outcome unknown")
    case .versionNotSupported: (505, "HTTP version not supported")
    case .storeFull: (507, "Store full")
    }
  }
}
