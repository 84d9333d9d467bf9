/// Small changes to an input, as a fuzzer without feedback makes them.
package struct Mutator {
  private var randomness: FuzzRandomness
  private let words: [[UInt8]]

  /// - Parameter words: put into inputs whole, such as the keys of a document.
  package init(seed: UInt64, words: [[UInt8]]) {
    randomness = FuzzRandomness(seed: seed)
    self.words = words
  }

  /// Returns one of `inputs` with one to four changes.
  package mutating func next(from inputs: [[UInt8]]) -> [UInt8] {
    var bytes = inputs.randomElement(using: &randomness) ?? []
    let other = inputs.randomElement(using: &randomness) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &randomness) { change(&bytes, other) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &randomness)
    switch Int.random(in: 0..<7, using: &randomness) {
    case 0 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &randomness)
    case 1 where place < bytes.count:
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &randomness)
    case 2: bytes.removeSubrange(place..<min(bytes.count, place + length()))
    case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + length())], at: place)
    case 4: bytes.insert(contentsOf: words.randomElement(using: &randomness) ?? [0], at: place)
    case 5:
      let start = Int.random(in: 0...other.count, using: &randomness)
      bytes.replaceSubrange(place..., with: other[start...])
    default: insertNumber(&bytes, place)
    }
  }

  private mutating func length() -> Int { Int.random(in: 1...16, using: &randomness) }

  private static let numbers = [
    "0", "-1", "1e308", "9223372036854775807", "-9223372036854775808", "0.1", "1e-320", "24:00",
    "2262-04-12T00:00:00Z", "1677-09-21T00:00:00Z", "null", "NaN",
  ].map { Array($0.utf8) }

  /// Puts a number from the edge of a range in the place of the one that stands there.
  private mutating func insertNumber(_ bytes: inout [UInt8], _ place: Int) {
    let number = Self.numbers.randomElement(using: &randomness) ?? []
    guard let start = bytes[place...].firstIndex(where: \.isDigit) else {
      bytes.insert(contentsOf: number, at: place)
      return
    }
    let end = bytes[start...].firstIndex { !$0.isDigit && $0 != UInt8(ascii: ".") } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: number)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (48...57).contains(self) }
}
