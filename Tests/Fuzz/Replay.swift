import Foundation
import FuzzTargets

/// Reads inputs that lie in files, and others made of them from a seed, one after the other.
///
/// Each is named on standard output before it is read, so that the last line names the one that
/// ended the process.
struct Replay {
  let reader: FuzzReader
  let inputs: [FuzzInput]

  init(_ reader: FuzzReader, _ paths: [String]) throws(Refusal) {
    self.reader = reader
    var inputs: [FuzzInput] = []
    for path in paths {
      guard let read = FuzzInput.read(path) else { throw Refusal("\(path) cannot be read") }
      inputs += read
    }
    self.inputs = inputs
  }

  func readAll() {
    for input in inputs {
      announce(input.path)
      reader.read(input.bytes)
    }
  }

  func readMutations(seed: UInt64, count: Int) {
    for index in 0..<count {
      announce("mutation \(index) of seed \(seed)")
      reader.read(mutation(seed: seed, index: index))
    }
  }

  /// The input of that number; each depends on seed and number alone.
  func mutation(seed: UInt64, index: Int) -> [UInt8] {
    var mutator = Mutator(
      seed: seed &+ UInt64(index) &* 0x9E37_79B9, words: reader.words.map { Array($0.utf8) })
    return mutator.next(from: inputs.map(\.bytes))
  }

  private func announce(_ input: String) {
    print(reader.name, input)
    fflush(nil)
  }
}

/// A command line that cannot be followed.
struct Refusal: Error {
  var problem: String

  init(_ problem: String) { self.problem = problem }
}
