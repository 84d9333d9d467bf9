import Testing

@testable import Text

@Suite("Paths in JSON texts")
struct JSONPathTests {
  private let text = #"{"a": {"b.c": [1, 2, {"d": "x"}]}, "l": [{"n": 1}, {"n": 2}, {}]}"#

  private func values(_ path: String) throws -> [JSONValue] {
    let value = try JSONValue(Array(text.utf8))
    return try #require(JSONPath(path)).values(in: value["l"] ?? .null, of: value)
  }

  @Test("Members, quoted members, indexes and [*] lead to values in the order of the text")
  func steps() throws {
    #expect(try values("$.a['b.c'][1]") == [.number(2)])
    #expect(try values("$.a[\"b.c\"][2].d") == [.string("x")])
    #expect(try values("$.l[*].n") == [.number(1), .number(2)])
    #expect(try values("$.l[3]") == [])
    #expect(try values("$.a.*[0]") == [.number(1)])
    // Without `$`, a path begins at the current value, with or without `@`.
    #expect(try values("@[1].n") == [.number(2)])
    #expect(try values("[1].n") == [.number(2)])
    #expect(try #require(JSONPath("n")).values(in: .object([]), of: .null) == [])
  }

  @Test(
    "A text that is no path of the subset is none",
    arguments: [
      "", "$.", "$..a", "$.a[", "$.a[1", "$.a[-1]", "$.a[1:2]", "$.a[?(@.b)]", "a]", "$['a]",
      "a..b", "$a",
    ])
  func refused(_ path: String) { #expect(JSONPath(path) == nil) }

  @Test("The form of a value names members and is short for long texts")
  func shape() throws {
    #expect(
      try JSONValue(Array(text.utf8)).shape == "{'a': {'b.c': [a number, …]}, 'l': [{'n'}, …]}")
    let long = "[" + Array(repeating: "[[[[[[1]]]]]]", count: 999).joined(separator: ",") + "]"
    #expect(try JSONValue(Array(long.utf8)).shape.count < 30)
  }
}
