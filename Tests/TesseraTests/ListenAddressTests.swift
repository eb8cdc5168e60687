import Testing

@testable import tessera

struct ListenAddressTests {
  @Test(arguments: [
    ("127.0.0.1:8080", "127.0.0.1", 8080, true), ("[::1]:0", "::1", 0, true),
    ("localhost:80", "localhost", 80, true),
    ("0.0.0.0:65535", "0.0.0.0", 65535, false), ("[::]:1", "::", 1, false),
    ("example.org:1", "example.org", 1, false),
  ])
  func `an address is a host and a port`(text: String, host: String, port: UInt16, isLoopback: Bool) throws {
    let address = try #require(ListenAddress(text))
    #expect(address.host == host && address.port == port && address.isLoopback == isLoopback)
    #expect(address.description == text)
  }

  @Test(arguments: ["", ":80", "localhost", "localhost:", "localhost:65536", "::1:80", "a:-1", "[]:80"])
  func `any other text is no address`(text: String) {
    #expect(ListenAddress(text) == nil)
  }
}
