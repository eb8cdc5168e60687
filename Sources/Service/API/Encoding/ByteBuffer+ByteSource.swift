import HTTPServer
import JSON

/// Supplies the written bytes as the body of a response, without a copy.
extension ByteBuffer: ByteSource {
  public var unsafeBytes: UnsafeRawBufferPointer { withUnsafeBytes { $0 } }
}
