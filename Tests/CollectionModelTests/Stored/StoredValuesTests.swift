import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Values of items in the stored form.
struct StoredValuesTests {
  private static func state(_ items: [Item]) -> CollectionState {
    var builder = ItemSequenceBuilder()
    for item in items { builder.append(item) }
    return CollectionState(
      sections: SectionList([Section(id: "s", items: builder.finish())]),
      layout: LayoutChoice(kind: Gallery.list.layout, jsonText: Array("list".utf8)),
      main: Viewport(container: Gallery.container, containerJSON: Array("{}".utf8)), learning: .always)
  }

  private static var item: Item {
    var item = Item(id: "a", size: Size(width: 10, height: 20))
    item.values = ItemValues(["start": 540, "length": 90])
    return item
  }

  @Test func `a collection with values is of format 4, and has these bytes`() throws {
    let header = "0401" + "01" + "00" + "046c697374"
    let screen = "00" + "00" + "0000000000006940" + "0000000000c07240" + "027b7d"
    let sizes = "01" + "0000000000002440" + "00" + "0000000000003440" + "0000000000003e40"
    let names = "01" + "02" + "066c656e677468" + "057374617274"
    let values = "02" + names + "01" + "0000000000805640" + "0000000000e08040" + "00" + "00"
    let items = "01" + "02" + "29" + sizes + values + "0261" + "0262"
    let bytes = header + screen + "01" + "01" + "0173" + items + "00" + "80a89e24"
    let state = Self.state([Self.item, Item(id: "b", size: Size(width: 10, height: 30))])
    #expect(hexadecimal(state.stored()) == bytes)
    let read = try CollectionState(stored: state.stored(), reading: KnownLayouts.gallery)
    #expect(read.sections[0].items.item(at: 0)?.values == Self.item.values)
    #expect(read.sections[0].items.item(at: 1)?.values == nil)
  }

  @Test func `a change that gives an item values is restored with them`() throws {
    let path = IndexPath(section: 0, item: 0)
    let change = CollectionChange.updates([BatchUpdate(.reconfigureItems(at: [path], [Self.item]))])
    let entry = JournalEntry(change, making: Self.state([Item(id: "a")]))
    let bytes = entry.stored()
    #expect(bytes.first == 4)
    let read = try JournalEntry(stored: bytes, reading: KnownLayouts.gallery)
    #expect(read.stored() == bytes)
    #expect("\(read.change)".contains("540"))
  }

  @Test func `an item is restored with a span, with values, and with both`() throws {
    for span in [nil, GridSpan(columns: 2, rows: 1)] {
      for values in [nil, ItemValues(["a": -1.5])] {
        var item = Item()
        item.span = span
        item.values = values
        let read = try reread(item)
        #expect(read.span == span && read.values == values)
        var builder = ItemSequenceBuilder()
        builder.append(item)
        builder.append(Item(id: "b"))
        let items = try reread(builder.finish())
        #expect(items.item(at: 0)?.span == span && items.item(at: 0)?.values == values)
        #expect(items.item(at: 1)?.values == nil)
      }
    }
  }

  @Test func `values that no item can have are damage`() {
    /// The failure to read an item with values of these names and numbers.
    func failure(_ names: [String], _ numbers: [Double]) -> StoredFormError? {
      var writer = StoredWriter()
      writer.write(byte: 0x10)
      writer.write(byte: 0)
      writer.write(list: names)
      for number in numbers { writer.write(number: number) }
      writer.write(byte: 0)
      var reader = StoredReader(writer.bytes, writer.bytes.indices, layouts: KnownLayouts.gallery)
      do throws(StoredFormError) { _ = try reader.value(Item.self) } catch { return error }
      return nil
    }
    #expect(failure(["a", "b"], [1, 2]) == nil)
    let damage = StoredFormError.damaged("an item has values that it cannot have")
    #expect(failure(["b", "a"], [1, 2]) == damage)
    #expect(failure(["a", "a"], [1, 2]) == damage)
    #expect(failure([], []) == damage)
    #expect(failure(["1"], [1]) == damage)
    #expect(failure(["a"], [1e300]) == damage)
    #expect(failure(["a"], [.nan]) == .damaged("a number is not finite"))
    #expect(failure(["a", "b"], [1]) == .damaged("it ends too early"))
    let many = (10..<27).map { "v\($0)" }
    #expect(failure(many, many.map { _ in 1 }) == damage)
  }
}
