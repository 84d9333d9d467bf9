// With `-D FUZZING` a libFuzzer program for one reader; otherwise a replay without instrumentation.
import Foundation
import FuzzTargets

private let usage = """
  Fuzz list                                       names and accounts of all readers
  Fuzz words READER                               its words, as a dictionary of libFuzzer's
  Fuzz READER FILE_OR_FOLDER...                   read these inputs
  Fuzz mutate READER SEED COUNT FOLDER...         read so many changed inputs
  Fuzz mutation READER SEED INDEX FOLDER...       write one of them to standard output

  """

#if FUZZING
  private typealias OneInput = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments>,
    _ oneInput: OneInput
  ) -> CInt

  private nonisolated(unsafe) var chosen: FuzzReader?

  /// - Parameter reader: the reader that the program's first argument names; libFuzzer does not see
  ///   that argument.
  private func run(_ reader: FuzzReader, _ paths: [String]) throws(Refusal) {
    chosen = reader
    var arguments = CommandLine.unsafeArgv + 1
    var count = CommandLine.argc - 1
    // To merge and to minimize, libFuzzer starts itself again, with this name and the arguments
    // that it sees.
    let command = CommandLine.arguments[0] + " " + reader.name
    arguments[0] = strdup(command)
    let status = runDriver(&count, &arguments) { start, length in
      chosen?.read(Array(UnsafeBufferPointer(start: start, count: length)))
      return 0
    }
    FuzzReader.cleanUp()
    exit(status)
  }
#else
  private func run(_ reader: FuzzReader, _ paths: [String]) throws(Refusal) {
    try Replay(reader, paths).readAll()
  }
#endif

private func reader(_ words: [String]) throws(Refusal) -> FuzzReader {
  let name = words.first ?? ""
  guard let reader = FuzzReader.named(name) else {
    throw Refusal("no reader is called '\(name)'; 'Fuzz list' lists them")
  }
  return reader
}

private func mutations(
  _ words: [String]
) throws(Refusal) -> (replay: Replay, seed: UInt64, number: Int) {
  guard words.count > 3, let seed = UInt64(words[1]), let number = Int(words[2]) else {
    throw Refusal("a reader, a seed, a number and a folder are expected")
  }
  return (try Replay(try reader(words), Array(words.dropFirst(3))), seed, number)
}

private func follow(_ words: [String]) throws(Refusal) {
  let rest = Array(words.dropFirst())
  switch words.first {
  case "list": for reader in FuzzReader.all { print(reader.name + "\t" + reader.account) }
  case "words": for word in try reader(rest).words { print(quotedForDictionary(word)) }
  case "mutate":
    let (replay, seed, count) = try mutations(rest)
    replay.readMutations(seed: seed, count: count)
  case "mutation":
    let (replay, seed, index) = try mutations(rest)
    FileHandle.standardOutput.write(Data(replay.mutation(seed: seed, index: index)))
  default: try run(try reader(words), rest)
  }
}

private func quotedForDictionary(_ word: String) -> String {
  let bytes = word.utf8.map { byte in
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\" + String(Unicode.Scalar(byte))
    case 0x20...0x7E: String(Unicode.Scalar(byte))
    default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
  return "\"" + bytes.joined() + "\""
}

do throws(Refusal) {
  try follow(Array(CommandLine.arguments.dropFirst()))
  FuzzReader.cleanUp()
} catch {
  FileHandle.standardError.write(Data("Fuzz: \(error.problem)\nUsage:\n\(usage)".utf8))
  exit(2)
}
