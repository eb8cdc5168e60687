import CMicrohttpd

extension Headers {
  /// Copies the header fields of a request out of libmicrohttpd's memory, which lasts only as long as the request.
  init(_ handle: ConnectionHandle) {
    self.init()
    withUnsafeMutablePointer(to: &self) { headers in
      _ = MHD_get_connection_values_n(
        handle.pointer, .HEADER_KIND,
        { headers, _, name, nameSize, value, valueSize in
          headers!.assumingMemoryBound(to: Headers.self).pointee.append(
            UnsafeRawBufferPointer(start: name, count: nameSize),
            UnsafeRawBufferPointer(start: value, count: valueSize))
          return .YES
        }, headers)
    }
  }
}
