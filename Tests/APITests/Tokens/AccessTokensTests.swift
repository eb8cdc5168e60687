import Digest
import Synchronization
import TestSupport
import Testing

@testable import API

/// Issuing and verifying tokens, with a clock of the test's own.
struct AccessTokensTests {
  private static let secret = "a secret of at least thirty-two bytes"
  private static let other = "another one of at least thirty-two bytes"
  private static let start: Int64 = 1_800_000_000_000

  private static func tokens(
    _ secrets: [String] = [secret], owners: [String] = ["alice", "bob"], longest: Int = 3600,
    at time: Int64 = start
  ) -> AccessTokens {
    AccessTokens(secrets: secrets, owners: owners, longestLifetime: longest) { time }
  }

  private static func issued(
    _ tokens: AccessTokens = tokens(), lifetime: Int = 60, collection: String = "inbox"
  ) throws -> String {
    try #require(
      tokens.issue(for: "alice", collection: collection, rights: [.read, .change], lifetime: lifetime))
  }

  private static func error(_ text: String, _ tokens: AccessTokens = tokens()) -> AccessTokenError? {
    do throws(AccessTokenError) {
      _ = try tokens.verify(text)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [1, 5, 128])
  func `a token has an owner, a collection, rights and an expiry`(length: Int) throws {
    let collection = String(repeating: "c", count: length)
    let text = try Self.issued(collection: collection)
    let (owner, token) = try Self.tokens().verify(text)
    #expect(owner == "alice")
    #expect(
      token
        == AccessToken(collection: collection, rights: [.read, .change], expiry: Self.start + 60_000))
    #expect(text.hasPrefix("tessera_") && text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.dropFirst(8).allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
  }

  @Test(arguments: [1, 128])
  func `a token can have a subject, behind a collection of any length`(length: Int) throws {
    let tokens = Self.tokens()
    let subject = String(repeating: "s", count: length)
    for collection in ["c", String(repeating: "c", count: 128)] {
      let text = try #require(
        tokens.issue(for: "bob", collection: collection, rights: [.change], lifetime: 60, subject: subject))
      let (owner, token) = try tokens.verify(text)
      #expect(owner == "bob" && token.collection == collection && token.subject == subject)
      #expect(token.rights == [.change] && token.expiry == Self.start + 60_000)
      let bytes = try #require(Base64URL.decode(text.dropFirst(8).utf8))
      for index in bytes.indices {
        var altered = bytes
        altered[index] ^= 1
        #expect(Self.error("tessera_" + Base64URL.encode(altered)) == .invalid, "\(index)")
      }
    }
  }

  @Test func `signed bytes whose lengths do not fit are those of no token`() {
    let token = AccessToken(collection: "c", rights: [.read], expiry: Self.start, subject: "s")
    let bytes = token.bytes(signer: [UInt8](repeating: 7, count: TokenSigner.idLength))
    #expect(AccessToken(bytes[...]) == token)
    // The length of the collection is the third byte from the end, in front of "c" and "s".
    for length in [0, 2, 3, 255] as [UInt8] {
      var altered = bytes
      altered[altered.count - 3] = length
      #expect(AccessToken(altered[...]) == nil, "\(length)")
    }
    var withoutSubject = bytes
    withoutSubject[0] = 1
    #expect(AccessToken(withoutSubject[...]) == nil)
    var unsafe = bytes
    unsafe[unsafe.count - 1] = UInt8(ascii: "\"")
    #expect(AccessToken(unsafe[...]) == nil)
  }

  @Test func `a token with another character at any position is refused`() throws {
    let text = Array(try Self.issued().utf8)
    for index in text.indices {
      for digit in "AZaz09-_.=+/ \n\u{0}~".utf8 where digit != text[index] {
        var altered = text
        altered[index] = digit
        #expect(Self.error(String(decoding: altered, as: UTF8.self)) == .invalid, "\(index) \(digit)")
      }
    }
  }

  @Test func `a token with a bit, a byte or an end of another is refused`() throws {
    let text = try Self.issued()
    let bytes = try #require(Base64URL.decode(text.dropFirst(8).utf8))
    for index in bytes.indices {
      for bit in 0..<8 {
        var altered = bytes
        altered[index] ^= 1 << UInt8(bit)
        #expect(Self.error("tessera_" + Base64URL.encode(altered)) == .invalid, "\(index) \(bit)")
      }
      var short = bytes
      short.remove(at: index)
      #expect(Self.error("tessera_" + Base64URL.encode(short)) == .invalid)
      #expect(Self.error(String(text.prefix(8 + index))) == .invalid)
    }
    // An accent makes one character with the underscore of the prefix.
    #expect(Self.error("tessera_\u{301}" + text.dropFirst(8)) == .invalid)
    for more in ["A", "AA", "=", " ", String(repeating: "A", count: 400)] {
      #expect(Self.error(text + more) == .invalid)
    }
  }

  @Test func `text that is not a token is rejected, however long it is`() {
    for text in ["", "tessera_", "tessera", "tessera_A", "TESSERA_", "eyJhbGciOiJub25lIn0.e30."] {
      #expect(Self.error(text) == .invalid)
    }
    #expect(Self.error("tessera_" + String(repeating: "A", count: 1 << 20)) == .invalid)
  }

  @Test func `a token lasts to the millisecond of its expiry`() throws {
    let text = try Self.issued(lifetime: 60)
    #expect(Self.error(text, Self.tokens(at: Self.start + 59_999)) == nil)
    #expect(Self.error(text, Self.tokens(at: Self.start + 60_000)) == .expired)
    #expect(Self.error(text, Self.tokens(at: Self.start + 1_000_000_000)) == .expired)
  }

  @Test func `a clock may be 30 seconds behind that of the issuer, and no more`() throws {
    let text = try Self.issued(lifetime: 3600)
    #expect(Self.error(text, Self.tokens(at: Self.start - 30_000)) == nil)
    #expect(Self.error(text, Self.tokens(at: Self.start - 30_001)) == .invalid)
  }

  @Test func `a longest lifetime that is lowered ends the tokens that are longer`() throws {
    let text = try Self.issued(lifetime: 3600)
    #expect(Self.error(text, Self.tokens(longest: 600)) == .invalid)
    #expect(Self.error(text, Self.tokens(longest: 600, at: Self.start + 2_970_000)) == nil)
  }

  @Test func `during a rotation both secrets verify, and the first signs`() throws {
    let before = try Self.issued(Self.tokens([Self.other]))
    let rotating = Self.tokens([Self.secret, Self.other])
    let during = try Self.issued(rotating)
    let after = Self.tokens([Self.secret])
    #expect(Self.error(before, rotating) == nil && Self.error(during, rotating) == nil)
    #expect(Self.error(during, after) == nil && Self.error(before, after) == .invalid)
  }

  @Test func `a token ends with the key of its owner, and without secrets there are none`() throws {
    let text = try Self.issued()
    #expect(Self.error(text, Self.tokens(owners: ["bob"])) == .invalid)
    #expect(Self.error(text, Self.tokens([])) == .invalid)
    #expect(Self.tokens([]).issue(for: "alice", collection: "c", rights: [.read], lifetime: 1) == nil)
    #expect(Self.tokens().issue(for: "eve", collection: "c", rights: [.read], lifetime: 1) == nil)
  }

  @Test func `a token does not name its owner, and every secret names it otherwise`() throws {
    let ids = [Self.secret, Self.other].flatMap { secret in
      ["alice", "bob"].map { TokenSigner(secret: secret, owner: $0).id }
    }
    #expect(Set(ids).count == 4 && ids.allSatisfy { $0.count == TokenSigner.idLength })
    let bytes = try #require(Base64URL.decode(try Self.issued().dropFirst(8).utf8))
    for told in ["alice", SHA256.hexadecimal("alice".utf8)] {
      #expect(!String(decoding: bytes, as: UTF8.self).contains(told))
    }
  }

  @Test func `signed bytes of another version, without a right or with an unknown one are refused`() throws {
    let signer = TokenSigner(secret: Self.secret, owner: "alice")
    let valid = AccessToken(collection: "c", rights: [.read], expiry: Self.start + 1000)
    let code = HMACSHA256(
      key: HMACSHA256(key: Self.secret.utf8).code(of: "tessera tokens of alice".utf8))
    func error(_ change: (inout [UInt8]) -> Void) -> AccessTokenError? {
      var bytes = valid.bytes(signer: signer.id)
      change(&bytes)
      return Self.error("tessera_" + Base64URL.encode(bytes + code.code(of: bytes)))
    }
    #expect(error { _ in } == nil)
    #expect(error { $0[0] = 2 } == .invalid)
    for rights: UInt8 in [0, 8, 9, 255] { #expect(error { $0[1] = rights } == .invalid) }
    #expect(error { $0[2] = 0x80 } == .expired)  // A time before 1970.
    #expect(error { $0[2] = 0x7F } == .invalid)
    for id: [UInt8] in [[], [0x2F], [0xFF], Array("..".utf8), [UInt8](repeating: 0x61, count: 129)] {
      #expect(error { $0.replaceSubrange(18..., with: id) } == .invalid)
    }
  }
}
