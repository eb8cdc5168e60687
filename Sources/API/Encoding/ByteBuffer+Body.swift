import HTTPServer
import JSON

/// What a writer has written is an answer's body as it lies.
extension ByteBuffer: ByteSource {
  public var unsafeBytes: UnsafeRawBufferPointer { withUnsafeBytes { $0 } }
}
