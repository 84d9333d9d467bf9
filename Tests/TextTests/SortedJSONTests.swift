import Foundation
import Testing

@testable import Text

/// The JSON of result files.
struct SortedJSONTests {
  /// Foundation's encoder wrote result files at first, so its bytes are the expected ones.
  private func foundation(_ value: some Encodable, isIndented: Bool) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func text(_ value: some Encodable, isIndented: Bool = false) throws -> String {
    String(decoding: try SortedJSON.bytes(of: value, isIndented: isIndented), as: UTF8.self)
  }

  @Test("Random values have the bytes of Foundation's encoder", arguments: 1...200)
  func randomValues(seed: UInt64) throws {
    var draw = SplitMix(state: seed)
    let tree = Tree(&draw, depth: 0)
    for isIndented in [false, true] {
      let expected = try foundation([tree], isIndented: isIndented)
      #expect(try text([tree], isIndented: isIndented) == expected)
    }
  }

  @Test("Every kind of number, container and missing value has the bytes of Foundation's encoder")
  func kinds() throws {
    for isIndented in [false, true] {
      let kinds = try foundation(Kinds(), isIndented: isIndented)
      #expect(try text(Kinds(), isIndented: isIndented) == kinds)
      let containers = try foundation(Containers(), isIndented: isIndented)
      #expect(try text(Containers(), isIndented: isIndented) == containers)
    }
  }

  @Test(
    "Numbers have the shortest text, without a decimal point where none is needed",
    arguments: [
      (1, "1"), (-0.0, "-0"), (0.1, "0.1"), (1e15, "1000000000000000"), (1e16, "1e+16"),
      (0.00001, "1e-05"), (123.456, "123.456"), (.leastNonzeroMagnitude, "5e-324"),
    ])
  func numbers(_ number: Double, expected: String) throws {
    #expect(try text(number) == expected)
    #expect(try text([number]) == "[\(expected)]")
  }

  @Test("Of two values with one key, the last counts")
  func equalKeys() throws {
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Name.self)
        try members.encode(1, forKey: Name(stringValue: "a"))
        try members.encode(2, forKey: Name(stringValue: "b"))
        try members.encode(3, forKey: Name(stringValue: "a"))
      }
    }
    #expect(try text(Twice()) == #"{"a":3,"b":2}"#)
  }

  @Test("Of two texts of one single value, the last counts")
  func equalSingles() throws {
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode([1, 2])
        try value.encode("b")
      }
    }
    #expect(try text(Twice()) == #""b""#)
    #expect(try text([Twice()]) == #"["b"]"#)
  }

  @Test("Nothing but the text of a value is left of its parts")
  func leftNothing() throws {
    let scratch = JSONScratch(isIndented: true)
    let lists = (0..<50).map { ["a": [Double($0), 0.5], "b": []] }
    let text = try #require(try scratch.encoded(lists, depth: 0))
    #expect(text == 0..<scratch.bytes.count)
  }

  @Test("Text is escaped as in every other JSON of the program")
  func escapes() throws {
    let value = "a\u{8}\u{85}\"\\/\n"
    #expect(try text(value) == Escaping.json(value))
    #expect(try text([value: value]) == "{\(Escaping.json(value)):\(Escaping.json(value))}")
  }

  @Test("Numbers that are not finite, and values that encode nothing, are errors")
  func refusals() {
    struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    #expect(throws: EncodingError.self) { try text(["a": Double.nan]) }
    #expect(throws: EncodingError.self) { try text([Float.infinity]) }
    #expect(throws: EncodingError.self) { try text(Nothing()) }
  }

  @Test("A member that encodes nothing is an empty object")
  func emptyMembers() throws {
    struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    #expect(try text(["a": Nothing()]) == foundation(["a": Nothing()], isIndented: false))
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

private struct Name: CodingKey {
  let stringValue: String
  let intValue: Int? = nil

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private indirect enum Tree: Encodable {
  case object([String: Tree])
  case list([Tree])
  case numbers([Double])
  case number(Double)
  case whole(Int)
  case text(String)
  case flag(Bool)
  case missing

  init(_ draw: inout SplitMix, depth: Int) {
    let count = Int.random(in: 0...4, using: &draw)
    switch Int.random(in: 0..<(depth < 4 ? 8 : 5), using: &draw) {
    case 0: self = .text(Self.text(&draw))
    case 1: self = .whole(Int(truncatingIfNeeded: draw.next() >> draw.next() % 64))
    case 2: self = .flag(draw.next() % 2 == 0)
    case 3: self = .missing
    case 4: self = .number(Self.number(&draw))
    case 5: self = .numbers((0..<count).map { _ in Self.number(&draw) })
    case 6: self = .list((0..<count).map { _ in Tree(&draw, depth: depth + 1) })
    default:
      let members = (0..<count).map { _ in (Self.text(&draw), Tree(&draw, depth: depth + 1)) }
      self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
    }
  }

  /// Any bits of a finite number, or a number with few decimals.
  private static func number(_ draw: inout SplitMix) -> Double {
    let number = Double(bitPattern: draw.next())
    guard draw.next() % 2 == 0, number.isFinite else {
      return Double(Int64(truncatingIfNeeded: draw.next()) >> 40) / 1000
    }
    return number
  }

  private static func text(_ draw: inout SplitMix) -> String {
    let letters = ["a", "B", "é", "ß", "日", "😀", "/", "\"", "\\", "\n", "\t", " ", "1"]
    return (0..<Int.random(in: 0...6, using: &draw)).map { _ in
      letters.randomElement(using: &draw) ?? ""
    }.joined()
  }

  func encode(to encoder: any Encoder) throws {
    var single = encoder.singleValueContainer()
    switch self {
    case .object(let members): try single.encode(members)
    case .list(let elements): try single.encode(elements)
    case .numbers(let numbers): try single.encode(numbers)
    case .number(let number): try single.encode(number)
    case .whole(let number): try single.encode(number)
    case .text(let text): try single.encode(text)
    case .flag(let flag): try single.encode(flag)
    case .missing: try single.encodeNil()
    }
  }
}

private struct Kinds: Encodable {
  enum Level: String, Encodable { case low, high }

  var a = Int8.min
  var b = Int16.max
  var c = Int32.min
  var d = Int64.max
  var e = UInt8.max
  var f = UInt16.max
  var g = UInt32.max
  var h = UInt64.max
  var i = UInt.max
  var j: Float = 0.1
  var k: Double? = 2
  var l: String?
  var m = Level.high
  var n: [Level: Int] = [:]
  var o = [[1.5], [], [-2]]
  var p: [String?] = ["x", nil]
  var q: [Int8] = [1, 2]
  var r: [Bool] = [true, false]
  var s: [String: [String: Int]] = ["z": ["b": 1, "a": 2], "": [:]]
  var t: [Float] = [1, 2.5]
}

private struct Containers: Encodable {
  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Name.self)
    var nested = members.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: "nested"))
    try nested.encode(true, forKey: Name(stringValue: "flag"))
    try nested.encodeNil(forKey: Name(stringValue: "none"))
    var list = members.nestedUnkeyedContainer(forKey: Name(stringValue: "list"))
    try list.encode(1)
    try list.encodeNil()
    var inner = list.nestedUnkeyedContainer()
    try inner.encode("x")
    var last = list.nestedContainer(keyedBy: Name.self)
    try last.encode(Float(0.5), forKey: Name(stringValue: "half"))
    try 7.encode(to: members.superEncoder(forKey: Name(stringValue: "above")))
    try "y".encode(to: members.superEncoder())
  }
}
