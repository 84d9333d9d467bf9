// With `-D FUZZING` a libFuzzer program for one reader; otherwise a replay without instrumentation.
import Foundation
import FuzzTargets

#if FUZZING
  private typealias OneInput = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments>,
    _ oneInput: OneInput
  ) -> CInt

  private nonisolated(unsafe) var chosen: FuzzReader?

  /// - Parameter reader: named by the program's first argument, which libFuzzer does not see.
  private func fuzz(_ reader: FuzzReader) -> CInt {
    chosen = reader
    var arguments = CommandLine.unsafeArgv + 1
    var count = CommandLine.argc - 1
    arguments[0] = CommandLine.unsafeArgv[0]
    return runDriver(&count, &arguments) { start, length in
      chosen?.read(Array(UnsafeBufferPointer(start: start, count: length)))
      return 0
    }
  }
#endif

private func refuse(_ problem: String) -> Never {
  FileHandle.standardError.write(
    Data("Fuzz: \(problem)\nUsage: Fuzz list | words READER | READER FILE_OR_FOLDER...\n".utf8))
  exit(2)
}

private func replay(_ reader: FuzzReader, _ paths: [String]) {
  for path in paths {
    guard let inputs = FuzzInput.read(path) else { refuse("\(path) cannot be read") }
    for input in inputs {
      print(reader.name, input.path)
      fflush(nil)
      reader.read(input.bytes)
    }
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

private let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "list" {
  for reader in FuzzReader.all { print(reader.name + "\t" + reader.account) }
} else if arguments.first == "words", let reader = arguments.last.flatMap(FuzzReader.named) {
  for word in reader.words { print(quotedForDictionary(word)) }
} else if let reader = arguments.first.flatMap(FuzzReader.named) {
  #if FUZZING
    exit(fuzz(reader))
  #else
    replay(reader, Array(arguments.dropFirst()))
    FuzzReader.cleanUp()
  #endif
} else {
  refuse("no reader of that name")
}
