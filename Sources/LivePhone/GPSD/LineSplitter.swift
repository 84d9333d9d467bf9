/// Cuts a stream of bytes into lines, in memory that does not grow with what comes.
struct LineSplitter {
  enum Piece: Hashable {
    /// Without its line break; empty lines are left out.
    case line([UInt8])
    /// A line longer than any that is taken; the rest of it is passed over.
    case tooLong
  }

  let lengthMax: Int
  private var begun: [UInt8] = []
  private var isPassingOver = false

  init(lengthMax: Int) { self.lengthMax = lengthMax }

  mutating func add(_ bytes: some Sequence<UInt8>, _ take: (Piece) -> Void) {
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
