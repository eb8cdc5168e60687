/// A file of this folder that browsers load, as it was when the binary was built.
///
/// The build writes `WebAsset.all`, the files in the order of their paths, with `tools/embed-web`.
package struct WebAsset: Sendable {
  /// The path from this folder, such as `client/view/Cell.js`.
  package let path: StaticString
  private let text: StaticString

  init(_ path: StaticString, _ text: StaticString) {
    self.path = path
    self.text = text
  }

  /// The bytes of the file. They last as long as the process.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}
