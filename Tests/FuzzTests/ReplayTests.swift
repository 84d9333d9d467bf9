import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Replays of the fuzzers' finds, so that they stay fixed: without instrumentation, from fixed
/// inputs and seeds.
@Suite("Replaying the inputs of fuzzers")
struct ReplayTests {
  static let readers = FuzzReader.all.map(\.name)
  /// The number of mutations; all readers together take well under a minute in a debug build.
  static let mutationCount = 500

  @Test("Each reader takes its committed inputs and what was found", arguments: readers)
  func committed(reader: String) throws {
    let folders = FuzzProgram.folders(of: reader)
    #expect(
      folders.contains { FuzzInput.read($0)?.isEmpty == false },
      "Tests/FuzzTargets/Corpus/\(reader) has no input")
    let outcome = try FuzzProgram.run([reader] + folders)
    #expect(outcome.status == 0, "\(outcome.account)")
  }

  @Test("Each reader takes changed inputs of a fixed seed", arguments: readers)
  func mutated(reader: String) throws {
    let outcome = try FuzzProgram.run(
      ["mutate", reader, "1", "\(Self.mutationCount)"] + FuzzProgram.folders(of: reader))
    #expect(outcome.status == 0, "\(outcome.account)")
    #expect(outcome.lastLine == "\(reader) mutation \(Self.mutationCount - 1) of seed 1")
  }

  @Test("A find fails with the reader, the file and the property")
  func findShows() throws {
    let workplace = try Workplace()
    let harmless = try workplace.write("no trap", to: "harmless")
    let find = try workplace.write("trap", to: "find")
    #expect(try FuzzProgram.run(["trap", harmless]).status == 0)
    let outcome = try FuzzProgram.run(["trap", harmless, find, harmless])
    #expect(outcome.status != 0)
    #expect(outcome.lastLine == "trap \(find)")
    #expect(outcome.message.contains("nothing begins with 'trap'"))
  }

  @Test("A changed input depends on its seed and number alone")
  func mutationsRepeat() throws {
    let folders = FuzzProgram.folders(of: "csv")
    let first = try FuzzProgram.run(["mutation", "csv", "7", "3"] + folders).output
    #expect(!first.isEmpty)
    #expect(try FuzzProgram.run(["mutation", "csv", "7", "3"] + folders).output == first)
    #expect(try FuzzProgram.run(["mutation", "csv", "7", "4"] + folders).output != first)
    #expect(try FuzzProgram.run(["mutation", "csv", "8", "3"] + folders).output != first)
  }

  @Test("The committed inputs keep to their bounds")
  func bounds() throws {
    for reader in Self.readers {
      for folder in FuzzProgram.folders(of: reader) {
        let inputs = try #require(FuzzInput.read(folder))
        #expect(inputs.count <= 150, "\(folder)")
        #expect(inputs.allSatisfy { $0.bytes.count <= 8192 }, "\(folder)")
      }
    }
  }

  @Test("Every folder of inputs is of a reader")
  func foldersHaveReaders() throws {
    for part in ["Corpus", "Found"] {
      let folder = packageRoot.appendingPathComponent("Tests/FuzzTargets/\(part)").path
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.filter { !$0.contains(".") }.allSatisfy(Self.readers.contains), "\(names)")
    }
  }
}
