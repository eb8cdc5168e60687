import CCurl

/// Sends HTTP requests to other servers, one after the other; connections stay open between them. TLS, proxies of the
/// environment and names are those of libcurl.
///
/// It belongs to one thread.
package struct RequestSender: ~Copyable {
  private let handle: UnsafeMutableRawPointer
  /// Where libcurl writes the reason of a failure.
  private let reason: UnsafeMutablePointer<CChar>
  /// Called while a request waits; true ends it.
  private let isCancelled: @Sendable () -> Bool

  /// Once for the process, before its first handle.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  /// Creates a client; nil if the library cannot be used.
  ///
  /// - Parameter isCancelled: called at least once a second while a request waits; true ends the request.
  package init?(isCancelled: @escaping @Sendable () -> Bool) {
    guard Self.isReady, let handle = curl_easy_init() else { return nil }
    self.handle = handle
    self.isCancelled = isCancelled
    reason = .allocate(capacity: Int(CURL_ERROR_SIZE))
    reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(handle)
    reason.deallocate()
  }

  /// Sends a body by `POST`, and returns the response.
  ///
  /// - Parameters:
  ///   - url: an address of `http` or `https`. Redirects are not followed.
  ///   - headers: fields without line ends.
  ///   - timeout: the time that connecting, sending and receiving may take together; at least a millisecond.
  /// - Throws: `SendError` if there is no response.
  /// - Complexity: blocks the thread for at most `timeout`.
  package func post(
    _ body: [UInt8], to url: String, _ headers: [(name: String, value: String)], timeout: Duration
  ) throws(SendError) -> SentResponse {
    // The headers and the connection of the request before are not those of this one; open connections stay.
    curl_easy_reset(handle)
    reason[0] = 0
    var list: UnsafeMutablePointer<curl_slist>?
    // A large body would wait for the response 100 otherwise.
    for field in headers.map({ "\($0.name): \($0.value)" }) + ["Expect:"] {
      guard let longer = curl_slist_append(list, field) else { break }
      list = longer
    }
    defer { curl_slist_free_all(list) }
    let exchange = CurlExchange(isCancelled: isCancelled)
    let context = Unmanaged.passUnretained(exchange).toOpaque()
    let code = body.withUnsafeBytes { bytes in
      ccurl_set_text(handle, CURLOPT_URL, url)
      ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
      ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, list)
      ccurl_set_number(handle, CURLOPT_POST, 1)
      ccurl_set_number(handle, CURLOPT_POSTFIELDSIZE, bytes.count)
      ccurl_set_pointer(handle, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      ccurl_set_number(handle, CURLOPT_TIMEOUT_MS, Self.milliseconds(timeout))
      ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1)
      ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, reason)
      ccurl_set_write(handle) { bytes, size, count, context in
        CurlExchange.of(context)?.append(UnsafeRawBufferPointer(start: bytes, count: size * count))
        return size * count
      }
      ccurl_set_pointer(handle, CURLOPT_WRITEDATA, context)
      ccurl_set_number(handle, CURLOPT_NOPROGRESS, 0)
      ccurl_set_progress(handle) { context, _, _, _, _ in
        CurlExchange.of(context)?.isCancelled() == true ? 1 : 0
      }
      ccurl_set_pointer(handle, CURLOPT_XFERINFODATA, context)
      return withExtendedLifetime(exchange) { curl_easy_perform(handle) }
    }
    guard code == CURLE_OK else {
      let text = reason[0] == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: reason)
      throw SendError(reason: text)
    }
    return SentResponse(
      status: number(CURLINFO_RESPONSE_CODE), body: exchange.body, retryAfter: retryAfter)
  }

  /// The wait that the last response asked for, whether it gave seconds or a date; nil if it asked for none.
  private var retryAfter: Duration? {
    var seconds: curl_off_t = 0
    ccurl_get_offset(handle, CURLINFO_RETRY_AFTER, &seconds)
    return seconds > 0 ? .seconds(seconds) : nil
  }

  private func number(_ info: CURLINFO) -> Int {
    var value = 0
    ccurl_get_number(handle, info, &value)
    return value
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    // Without an end would be 0.
    max(1, Int(min(duration, .seconds(86_400)) / .milliseconds(1)))
  }
}

/// A response to a request of this process.
package struct SentResponse: Sendable {
  /// The status.
  package let status: Int
  /// The first 64 KiB of the body.
  package let body: [UInt8]
  /// The wait that `Retry-After` asks for; nil if it asks for none.
  package let retryAfter: Duration?
}

/// Why a request got no response, in a sentence for the operator.
package struct SendError: Error {
  /// The sentence, as libcurl puts it.
  package let reason: String
}

/// A request while libcurl carries it out.
private final class CurlExchange {
  private static let bodyLimit = 64 << 10

  let isCancelled: @Sendable () -> Bool
  private(set) var body: [UInt8] = []

  init(isCancelled: @escaping @Sendable () -> Bool) { self.isCancelled = isCancelled }

  func append(_ bytes: UnsafeRawBufferPointer) {
    body.append(contentsOf: bytes.prefix(max(0, Self.bodyLimit - body.count)))
  }

  /// The exchange that libcurl passes to its callbacks.
  static func of(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
  }
}
