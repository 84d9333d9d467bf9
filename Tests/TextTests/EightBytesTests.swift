import Testing

@testable import Text

@Suite("Bytes that a scanner compares eight at a time")
struct EightBytesTests {
  @Test("Bytes repeat only if all of them are the same", arguments: 0...40)
  func repeats(count: Int) {
    let first = (0..<count).map { UInt8($0 + 33) }
    let bytes = first + first
    bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      scanner.index = count
      let isSame = scanner.repeats(0..<count)
      #expect(isSame)
      #expect(scanner.index == 2 * count)
      // Nothing is left to compare.
      let isSameAgain = scanner.repeats(0..<count)
      #expect(isSameAgain == (count == 0))
    }
    for different in 0..<count {
      var bytes = bytes
      bytes[count + different] += 1
      bytes.withUnsafeBufferPointer { bytes in
        var scanner = JSONScanner(bytes)
        scanner.index = count
        let isSame = scanner.repeats(0..<count)
        #expect(!isSame)
        #expect(scanner.index == count)
      }
    }
  }

  @Test("Digits end at the first byte that is none, whichever it is", arguments: 1...20)
  func digits(count: Int) throws {
    let pointAndExponent = [0x2E, 0x45, 0x65]
    for byte in UInt8.min...UInt8.max where !pointAndExponent.contains(Int(byte)) {
      for after in [0, 3, 12] {
        let text =
          Array(repeating: UInt8(ascii: "7"), count: count) + [byte]
          + Array(repeating: UInt8(ascii: "9"), count: after)
        let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        let end = try text.withUnsafeBufferPointer { (bytes) throws(Malformed) in
          var scanner = JSONScanner(bytes)
          try scanner.skipNumber()
          return scanner.index
        }
        #expect(end == (isDigit ? text.count : count))
      }
    }
  }
}
