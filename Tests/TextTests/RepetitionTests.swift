import Testing

@testable import Text

@Suite("Bytes that repeat in a text")
struct RepetitionTests {
  @Test("Bytes repeat only if all of them are the same", arguments: 0...40)
  func repeats(count: Int) {
    let first = (0..<count).map { UInt8($0 + 33) }
    let bytes = first + first
    bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      scanner.index = count
      #expect(scanner.repeats(0..<count))
      #expect(scanner.index == 2 * count)
      // Nothing is left to compare.
      #expect(scanner.repeats(0..<count) == (count == 0))
    }
    for different in 0..<count {
      var bytes = bytes
      bytes[count + different] += 1
      bytes.withUnsafeBufferPointer { bytes in
        var scanner = JSONScanner(bytes)
        scanner.index = count
        #expect(!scanner.repeats(0..<count))
        #expect(scanner.index == count)
      }
    }
  }
}
