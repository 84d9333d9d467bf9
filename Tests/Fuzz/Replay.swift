import Foundation
import FuzzTargets

/// Reads inputs from files, and others derived from them by a seed, one after the other.
///
/// It prints each name before reading, so that the last line names the input that ended the
/// process.
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

  /// Returns the input with this number, which depends only on seed and number.
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

/// A command line that is not valid.
struct Refusal: Error {
  var problem: String

  init(_ problem: String) { self.problem = problem }
}
