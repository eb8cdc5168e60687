import HTTPServer
import Testing

@testable import API

struct StreamExpiriesTests {
  @Test func `a stream ends within a second of its expiry, and not before`() {
    var expiries = StreamExpiries()
    var streams: [(expiry: Int64, stream: BodyStream)] = []
    for expiry: Int64 in [5000, 5001, 5999, 6000, 9000] {
      let stream = BodyStream(backlogLimit: 100)
      expiries.add(stream, expiry: expiry)
      streams.append((expiry, stream))
    }
    var ended: [ObjectIdentifier: Int64] = [:]
    for now in stride(from: Int64(4000), through: 10_000, by: 250) {
      for stream in expiries.takeExpired(now: now) {
        #expect(ended.updateValue(now, forKey: ObjectIdentifier(stream)) == nil)
      }
    }
    for (expiry, stream) in streams {
      let end = ended[ObjectIdentifier(stream)] ?? 0
      #expect((expiry..<expiry + 1250).contains(end), "\(expiry)")
    }
    #expect(expiries.isEmpty)
  }

  @Test func `a stream that has ended by itself is forgotten`() {
    var expiries = StreamExpiries()
    let (first, second) = (BodyStream(backlogLimit: 100), BodyStream(backlogLimit: 100))
    expiries.add(first, expiry: 1500)
    expiries.add(second, expiry: 1700)
    expiries.remove(ObjectIdentifier(first), expiry: 1500)
    expiries.remove(ObjectIdentifier(first), expiry: 99_000)
    let expired = expiries.takeExpired(now: 2000)
    #expect(expired.count == 1 && expired.first === second)
    expiries.add(first, expiry: 1500)
    expiries.remove(ObjectIdentifier(first), expiry: 1500)
    #expect(expiries.isEmpty)
  }
}
