import Foundation
import TestSupport
import Testing

@testable import HTTPServer

/// The client's address behind proxies.
@Suite(.serialized) struct ClientAddressTests {
  private static let proxies = TrustedProxies(
    ranges: ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"].compactMap(AddressRange.init))

  private func client(_ fields: [(String, String)]) -> String? {
    var headers = Headers()
    for (name, value) in fields { headers.append(name, value) }
    return Self.proxies.client(headers)
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:4711", "192.0.2.1"), ("::1", "::1"),
    ("[2001:DB9:0::1]:443", "2001:db9::1"), ("::ffff:192.0.2.1", "192.0.2.1"),
    // The nearest address that is no trusted proxy counts, with any addresses to its left.
    ("6.6.6.6, 192.0.2.1", "192.0.2.1"), ("6.6.6.6, 192.0.2.1,10.1.2.3 , 2001:db8::7", "192.0.2.1"),
    ("garbage of a client, 192.0.2.1", nil), ("10.0.0.1, 10.0.0.2", "10.0.0.1"), ("unknown", nil),
    ("", nil), (",", nil), ("192.0.2.1,", nil), ("192.0.2", nil), ("192.0.2.1:", nil), ("192.0.2.1:x", nil),
    ("192.0.2.1:123456", nil), ("[192.0.2.1]", nil), ("[::1", nil), ("::1%lo", nil),
    ("192.0.2.1 6.6.6.6", nil),
    ("_hidden", "_hidden"), ("_", nil), ("_hid/den", nil), ("256.0.0.1", nil), ("192.0.2.1\0", nil),
  ]) func `X-Forwarded-For names the client`(value: String, expected: String?) {
    #expect(client([("X-Forwarded-For", value)]) == expected)
  }

  @Test(arguments: [
    ("for=192.0.2.1", "192.0.2.1"), ("For=192.0.2.1;proto=https;by=203.0.113.43", "192.0.2.1"),
    ("for=\"192.0.2.1:80\"", "192.0.2.1"), ("for=\"[2001:db9::1]\"", "2001:db9::1"),
    ("for=\"[2001:db9::1]:8080\"", "2001:db9::1"), ("for=\"[2001:db9::1]:_port\"", "2001:db9::1"),
    ("for=\"\\[2001:db9::1]\"", "2001:db9::1"), ("for=_gazonk", "_gazonk"), ("for=unknown", nil),
    ("for=6.6.6.6, for=192.0.2.1, for=10.9.9.9", "192.0.2.1"), ("for=192.0.2.1,,", "192.0.2.1"),
    ("for=192.0.2.1 ; host=x , for=10.0.0.1;host=y;", "192.0.2.1"),
    // A proxy that names no client: everything to its left may be invented.
    ("for=6.6.6.6, by=10.0.0.1", nil), ("proto=https", nil), ("", nil),
    ("for=2001:db9::1", nil), ("for=\"2001:db9::1\"", nil), ("for=[::1]", nil), ("for=192.0.2.1:80", nil),
    ("for=\"192.0.2.1", nil), ("for=", nil), ("=192.0.2.1", nil), ("for =192.0.2.1", nil), ("for", nil),
    ("for=192.0.2.1;for=192.0.2.2", nil), ("for=192.0.2.1 for=192.0.2.2", nil), ("for=\"\"", nil),
    ("for=_" + String(repeating: "a", count: 100), nil), ("for=\"a b\"", nil), ("for=\"\\", nil),
  ]) func `Forwarded names the client`(value: String, expected: String?) {
    #expect(client([("Forwarded", value)]) == expected)
  }

  @Test func `several lines of a field are one list, and two fields have to agree`() {
    #expect(
      client([("X-Forwarded-For", "6.6.6.6"), ("x-forwarded-for", "192.0.2.1, 10.0.0.1")]) == "192.0.2.1")
    #expect(client([("Forwarded", "for=6.6.6.6"), ("Forwarded", "for=192.0.2.1")]) == "192.0.2.1")
    #expect(client([("Forwarded", "for=192.0.2.1"), ("X-Forwarded-For", "192.0.2.1")]) == "192.0.2.1")
    #expect(client([("Forwarded", "for=6.6.6.6"), ("X-Forwarded-For", "192.0.2.1")]) == nil)
    #expect(client([("Forwarded", "for="), ("X-Forwarded-For", "192.0.2.1")]) == nil)
    #expect(client([]) == nil)
    let long = String(repeating: "192.0.2.1, ", count: 2000)
    #expect(client([("X-Forwarded-For", long + "192.0.2.2")]) == "192.0.2.2")
  }

  @Test(arguments: [
    ("192.0.2.7", "192.0.2.7"), ("10.1.2.3/8", "10.0.0.0/8"), ("2001:db8::1/32", "2001:db8::/32"),
    ("::1/128", "::1"), ("0.0.0.0/0", "0.0.0.0/0"), ("::/0", "::/0"), ("::ffff:10.0.0.1", "10.0.0.1"),
    ("192.0.2.7/", nil), ("192.0.2.7/33", nil), ("::1/129", nil), ("/8", nil), ("", nil), ("ten/8", nil),
    ("10.0.0.0/+8", nil), ("10.0.0.0/8/8", nil), ("10.0.0.0 /8", nil), ("10.0.0.0/0008", nil),
  ]) func `a range is an address or CIDR notation`(text: String, expected: String?) {
    #expect(AddressRange(text)?.description == expected)
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
    ("10.0.0.0/9", "10.128.0.0", false),
    ("0.0.0.0/0", "203.0.113.1", true), ("::/0", "203.0.113.1", false), ("0.0.0.0/0", "::1", false),
    ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
    ("2001:db8::4/126", "2001:db8::7", true), ("2001:db8::4/126", "2001:db8::8", false),
    ("192.0.2.1", "::ffff:192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
  ]) func `a range has the addresses with its prefix`(range: String, address: String, isIn: Bool) throws {
    let range = try #require(AddressRange(range))
    #expect(range.contains(try #require(IPAddress(address))) == isIn)
  }

  @Test func `the word of a trusted proxy counts over a socket, and that of another peer does not`() throws {
    let handler = TestHandler { request, responder in
      responder.respond(.text("\(request.head.clientAddress) \(request.head.remoteAddress)"))
    }
    let fields = ["X-Forwarded-For: 6.6.6.6, 192.0.2.1"]
    try withServer(handler, { $0.trustedProxies = [AddressRange("127.0.0.0/8")!] }) { server in
      let client = try #require(HTTPClient(server.address))
      #expect(client.request("GET", "/", fields)?.text == "192.0.2.1 127.0.0.1")
      #expect(client.request("GET", "/", ["X-Forwarded-For: nonsense"])?.text == "127.0.0.1 127.0.0.1")
      #expect(client.request("GET", "/")?.text == "127.0.0.1 127.0.0.1")
    }
    try withServer(handler, { $0.trustedProxies = [AddressRange("10.0.0.0/8")!] }) { server in
      #expect(HTTPClient(server.address)?.request("GET", "/", fields)?.text == "127.0.0.1 127.0.0.1")
    }
  }

  @Test func `a trusted proxy may open more connections than an address, and any other peer may not`() throws
  {
    for (proxy, isTrusted) in [("127.0.0.1", true), ("10.0.0.1", false)] {
      let configure = { (configuration: inout ServerConfiguration) in
        configuration.perIPConnectionLimit = 2
        configuration.trustedProxies = [AddressRange(proxy)!]
      }
      try withServer(.echo(), configure) { server in
        let clients = (0..<2).compactMap { _ in HTTPClient(server.address) }
        for client in clients { #expect(client.request("GET", "/")?.status == 200) }
        let third = HTTPClient(server.address)
        #expect((third?.request("GET", "/")?.status == 200) == isTrusted)
        for client in clients { client.close() }
        #expect(eventually { HTTPClient(server.address)?.request("GET", "/")?.status == 200 })
      }
    }
  }
}
