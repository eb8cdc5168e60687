import Testing

@testable import Support

struct NetworkAddressTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("", ""), ("unknown", "unknown"), ("::ffff:10.1.2.3", "10.1.2.3"),
    ("2001:db8:1:2:3:4:5:6", "20010db800010002/64"), ("2001:db8:1:2::", "20010db800010002/64"),
    ("2001:db8:1:3::", "20010db800010003/64"), ("::1", "0000000000000000/64"), ("1:2:3", "1:2:3"),
  ])
  func `an address belongs to a site`(address: String, site: String) {
    #expect(NetworkAddress.site(of: address) == site)
  }
}
