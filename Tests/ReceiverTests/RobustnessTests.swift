import Foundation
import PhoneAPI
import Testing
import Text
import Timekeeping

@testable import Receiver

@Suite("Any bytes get an answer")
struct RobustnessTests {
  /// Bytes that are likely to break the parsing of a body.
  static let troublesome =
    Array(#"{}[]",:\u-+.eE0129tfn"#.utf8) + [0, 0x1F, 0x7F, 0x80, 0xC0, 0xFF]

  @Test("No mutation of a body crashes any contract", arguments: 1...20)
  func mutations(seed: UInt64) {
    var generator = SplitMix(state: seed)
    let properties = #","horizontal_accuracy":-1.5e0,"device_id":"\u00e9\ud83d\ude00","motion":[]"#
    let original = ReceiverTesting.batch(
      [.numbered(1, properties: properties), WrittenRecord(timestamp: "1.7e9"), .numbered(2)])
    for contract in ReceiverContract.allCases {
      let receiver = Receiver(contract: contract, accessToken: nil)
      for round in 0..<400 {
        var request = original
        if contract == .ownTracks || contract == .gate {
          request.url = "/gate"
          request.body = Array(
            #"{"_type":"location","lat":1,"lon":2,"latitude":1,"longitude":2,"tst":5}"#.utf8)
        } else if contract.hasSignIn {
          let isBundle = round.isMultiple(of: 2)
          request.url = isBundle ? "/FHIR/R5/" : "/api/v1/patients/40001/consents"
          if contract == .fhirEHE { request.url = request.url.lowercased() }
          if isBundle {
            request.body = Array(WrittenObservation.bundle([WrittenObservation()]).utf8)
          }
        }
        mutate(&request.body, &generator)
        let response = receiver.handle(request, at: ReceiverTesting.halfPastTwo)
        let isOK = response.status == 200
        let forgives = [.compass, .http2xx, .openHumans].contains(contract)
        // Icecondor answers 500 to a feature that it cannot read.
        let refusals = [400, 404, 405] + (contract == .icecondor ? [500] : [])
        guard isOK || (!forgives && refusals.contains(response.status)) else {
          Issue.record("answered \(response.status) to \(request.body)")
          return
        }
        if contract == .overland {
          // Foundation agrees on invalid JSON: a body that it refuses is never acknowledged.
          if isOK, (try? JSONSerialization.jsonObject(with: Data(request.body))) == nil,
            String(validating: request.body, as: UTF8.self) != nil
          {
            Issue.record("acknowledged \(String(decoding: request.body, as: UTF8.self))")
            return
          }
        }
        if !response.body.isEmpty {
          #expect(throws: Never.self) {
            try JSONSerialization.jsonObject(with: Data(response.body))
          }
        }
      }
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ generator: inout SplitMix) {
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, index + Int.random(in: 0...40, using: &generator))
      let byte =
        Bool.random(using: &generator)
        ? UInt8.random(in: 0...255, using: &generator)
        : Self.troublesome.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes[index] = byte
      case 1: bytes.insert(byte, at: index)
      case 2: bytes.removeSubrange(index..<end)
      case 3: bytes.insert(contentsOf: bytes[index..<end], at: index)
      case 4: bytes = Array(bytes[..<index])
      default: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
    }
  }

  @Test("Deep nesting is refused, and does not exhaust the stack")
  func nesting() {
    let receiver = Receiver(contract: .overland, accessToken: nil)
    for opening in ["[", "{\"a\":", "{\"locations\":[", "{\"locations\":[{\"x\":"] {
      let body = "{\"a\":" + String(repeating: opening, count: 100_000)
      let response = receiver.handle(ReceiverTesting.post(body), at: ReceiverTesting.halfPastTwo)
      #expect(response.status == 400)
      #expect(response.text == #"{"error":"nested too deeply"}"#)
    }
  }

  @Test("Numbers are read to the last bit as the standard library reads them")
  func numbers() throws {
    var generator = SplitMix(state: 9)
    for _ in 0..<20_000 {
      let scale = pow(10, Double(Int.random(in: -8...8, using: &generator)))
      let value = Double.random(in: -180...180, using: &generator) * scale
      let texts = [
        "\(value)", String(format: "%.7f", value), String(format: "%.17g", value),
        String(format: "%.25f", value), String(format: "%.3e", value),
      ]
      for text in texts {
        let read = try number(text)
        if read.bitPattern != Double(text)?.bitPattern {
          Issue.record("\(text) is read as \(read)")
          return
        }
      }
    }
  }

  @Test(
    "A number between two doubles is the nearest, or the even one if both are equally near",
    arguments: [
      // 2⁵³ + 1 lies in the middle, and the mantissa of 2⁵³ is even.
      ("9007199254740993", 9_007_199_254_740_992), ("900719925474099.3", 900_719_925_474_099.2),
      ("9007199254740993.001", 9_007_199_254_740_994.0), ("-9007199254740993", -0x1p53),
      ("18446744073709551615", 0x1p64), ("0.00000000000000000001", 1e-20), ("-0", -0.0),
    ])
  func nearestNumbers(text: String, value: Double) throws {
    #expect(try number(text).bitPattern == value.bitPattern)
  }

  @Test(
    "What is no JSON number is refused",
    arguments: [
      "", "-", "+1", "01", ".5", "1.", "1e", "1e+", "0x1", "NaN", "Infinity", "--1", "1.e3",
    ])
  func noNumbers(text: String) {
    #expect(throws: Malformed.self) { try number(text) }
  }

  private func number(_ text: String) throws -> Double {
    try JSONScanner.scan(Array(text.utf8)) { scanner in
      let number = try scanner.number()
      try scanner.requireEnd()
      return number
    }
  }

  @Test(
    "Strings are unescaped as RFC 8259 says",
    arguments: [
      (#""plain""#, "plain"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u00e9\u20AC""#, "é€"), (#""\ud83d\ude00!""#, "😀!"), (#""\ud83d!""#, "\u{FFFD}!"),
      (#""ü€😀""#, "ü€😀"), (#""""#, ""), (#""\u0000""#, "\0"),
    ])
  func strings(json: String, text: String) throws {
    #expect(try JSONScanner.scan(Array(json.utf8)) { try $0.string() } == text)
  }

  @Test(
    "What is no JSON string is refused",
    arguments: [
      #"""#, #""\"#, #""\x""#, #""\u12"#, #""\u12g4""#, "\"a\nb\"", "'a'", #""\u123"#, "a",
    ])
  func noStrings(json: String) {
    #expect(throws: Malformed.self) {
      try JSONScanner.scan(Array(json.utf8)) { try $0.string() }
    }
  }

  @Test("For a decoder a value is skipped by its brackets alone, however deep they are")
  func outlines() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    for json in [#"{"a":"]}\"{","b":[nul]}"#, #""a\"]""#, "-1.5e3", "nul", deep] {
      let place = try JSONScanner.scan(Array(" \(json) ,".utf8)) { try $0.skipOutline() }
      #expect(place == 1..<json.utf8.count + 1, "\(json.prefix(40))")
    }
  }

  @Test(
    "What ends too early or cannot stand there is told by its place",
    arguments: [
      (#"{"a":["#, 6), (#"{"a": "b\"#, 9), ("[\u{1}]", 1), ("[é]", 1), ("[1 ", 3),
      ("  ]", 2), ("\"a", 2), (#""\"#, 2), (String(repeating: "1", count: 64), 0), ("", 0),
    ])
  func places(json: String, position: Int) throws {
    let error = try #require(throws: Malformed.self) {
      try JSONScanner.scan(Array(json.utf8)) { try $0.skipOutline() }
    }
    #expect(error.position == position)
  }

  @Test("Text that is kept must be UTF-8")
  func invalidText() {
    #expect(throws: Malformed.self) {
      try JSONScanner.scan([0x22, 0xC3, 0x28, 0x22]) { try $0.string() }
    }
  }
}

/// A seeded source of numbers for property tests.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
