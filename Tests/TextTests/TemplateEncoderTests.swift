import Testing
import Text

@Suite("Values as templates read them")
struct TemplateEncoderTests {
  private struct Cell: Encodable {
    var text: String
    var range: String?
  }

  private struct Row: Encodable {
    enum Style: String, Encodable {
      case bold, plain
    }

    var name: String
    var style: Style
    var isOpen: Bool
    var count: Int
    var width: Double
    var cells: [Cell]
    var note: Cell?
  }

  private func value(_ value: some Encodable) throws -> TemplateEncoder {
    try #require(TemplateEncoder.templateValue(value) as? TemplateEncoder)
  }

  private func text(_ value: Any?) -> String? { (value as? TemplateText)?.text }

  @Test("A struct is read by the names of its members, down to the last one")
  func members() throws {
    let row = try value(
      Row(
        name: "home", style: .bold, isOpen: true, count: 3, width: 12.5,
        cells: [Cell(text: "4", range: "3 to 5"), Cell(text: "6")], note: Cell(text: "far")))
    #expect(text(row.child(named: "name")) == "home")
    #expect(text(row.child(named: "style")) == "bold")
    #expect(row.child(named: "isOpen") as? Bool == true)
    #expect(row.child(named: "count") as? Int == 3)
    #expect(row.child(named: "width") as? Double == 12.5)
    let cells = try #require(row.child(named: "cells") as? [TemplateEncoder])
    #expect(cells.map { text($0.child(named: "text")) } == ["4", "6"])
    #expect(text(cells.first?.child(named: "range")) == "3 to 5")
    #expect(text((row.child(named: "note") as? TemplateEncoder)?.child(named: "text")) == "far")
  }

  @Test("A member without a value, and one that a struct does not have, are absent")
  func absent() throws {
    let row = try value(
      Row(name: "", style: .plain, isOpen: false, count: 0, width: 0, cells: [], note: nil))
    #expect(row.child(named: "note") == nil)
    #expect(row.child(named: "title") == nil)
    #expect((row.child(named: "cells") as? [Any])?.isEmpty == true)
    #expect(try TemplateEncoder.templateValue(Cell?.none) == nil)
    let list = try TemplateEncoder.templateValue(["a", nil, "b"]) as? [Any]
    #expect(list?.map(text) == ["a", "b"])
  }

  /// A value that encodes itself with nested containers.
  private struct Nested: Encodable {
    enum Key: String, CodingKey {
      case inner, list, name
    }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Key.self)
      var inner = members.nestedContainer(keyedBy: Key.self, forKey: .inner)
      try inner.encode("deep", forKey: .name)
      var list = members.nestedUnkeyedContainer(forKey: .list)
      try list.encode("first")
      var last = list.nestedUnkeyedContainer()
      try last.encode("second")
    }
  }

  @Test("Nested containers become members and lists, too")
  func nested() throws {
    let outer = try value(Nested())
    #expect(text((outer.child(named: "inner") as? TemplateEncoder)?.child(named: "name")) == "deep")
    let list = try #require(outer.child(named: "list") as? [Any])
    #expect(text(list.first) == "first")
    #expect((list.last as? [Any])?.map(text) == ["second"])
  }
}
