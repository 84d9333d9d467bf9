/// A splitter that divides a stream of bytes into lines, with limited memory.
package struct LineSplitter {
  package enum Piece: Hashable {
    /// A complete line without its line break. Empty lines are left out.
    case line([UInt8])
    /// A line longer than the limit. The splitter skips its remaining bytes.
    case tooLong
  }

  let lengthMax: Int
  private var begun: [UInt8] = []
  private var isPassingOver = false

  package init(lengthMax: Int) { self.lengthMax = lengthMax }

  package mutating func add(_ bytes: some Sequence<UInt8>, _ take: (Piece) -> Void) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        end(take)
      } else if isPassingOver {
        continue
      } else if begun.count == lengthMax {
        take(.tooLong)
        isPassingOver = true
        begun.removeAll(keepingCapacity: true)
      } else {
        begun.append(byte)
      }
    }
  }

  private mutating func end(_ take: (Piece) -> Void) {
    isPassingOver = false
    if begun.last == UInt8(ascii: "\r") { begun.removeLast() }
    if !begun.isEmpty { take(.line(begun)) }
    begun.removeAll(keepingCapacity: true)
  }
}
