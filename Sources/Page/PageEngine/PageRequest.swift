import CollectionModel
import JSON
import LayoutEngine
import Wire

/// A request of the page that changes a collection, or what a viewport shows of it.
struct PageRequest {
  /// The numbers are those of the interface.
  enum Kind: Int {
    case updates = 0
    case snapshot = 1
    case layout = 2
    case measurements = 3
    case invalidations = 4
    case viewport = 5
    case viewportDeletion = 6
    case movementBeginning = 7
    case movement = 8
    case movementEnd = 9
    case movementCancellation = 10

    var isMovement: Bool { rawValue >= Kind.movementBeginning.rawValue }
  }

  var kind: Kind
  /// The viewport that the request names or describes.
  var viewport: String
  var includesContent = false
  var body: [UInt8] = []
  /// The batch of a request that has no body.
  var batch: NamedBatch?
  /// The move of a session, which has no body.
  var move: PageMove?

  /// The body of the request for the service. The page has that of a move itself.
  var serviceBody: [UInt8] { batch?.body ?? body }

  /// The request without its body.
  var call: ChangeCall {
    var call = ChangeCall(
      limits: RequestLimits(), parameter: viewport, viewport: viewport, includesContent: includesContent,
      now: .now, measurer: OpaqueContents(ofService: true))
    call.isRepeatable = true
    return call
  }
}

/// The response to a request of the page.
struct PageAnswer {
  var status: Int
  /// The body of the response; nil if it has none.
  var body: ByteBuffer?
  /// Whether the request makes a version, so that the page passes it on to the service.
  var isProposal: Bool
}
