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

  @Test func `an address is the path of a socket, which only this machine can reach`() throws {
    // An address has 108 bytes for a path and the zero behind it.
    for path in ["/run/tessera.sock", "/s", "/a:1", "/" + String(repeating: "x", count: 106)] {
      let address = try #require(ListenAddress("unix:" + path))
      #expect(address.path == path && address.isLoopback && address.local == address)
      #expect(address.description == "unix:" + path)
    }
    #expect(try #require(ListenAddress("unix:/s")) != ListenAddress(host: "", port: 0))
  }

  @Test(arguments: ["unix:", "unix:/", "unix:s", "unix:./s", "unix:/run/", "/s", "unix:@s"])
  func `a path that is not absolute, or names a folder, is no address`(text: String) {
    #expect(ListenAddress(text) == nil)
  }

  @Test func `a path of more bytes than an address has is no address`() {
    #expect(ListenAddress("unix:/" + String(repeating: "x", count: 107)) == nil)
    #expect(ListenAddress("unix:/" + String(repeating: "\u{E9}", count: 54)) == nil)
  }

  @Test(arguments: ["", ":80", "localhost", "localhost:", "localhost:65536", "::1:80", "a:-1", "[]:80"])
  func `any other text is no address`(text: String) {
    #expect(ListenAddress(text) == nil)
  }
}
