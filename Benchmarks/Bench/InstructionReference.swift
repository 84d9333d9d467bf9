import Foundation

/// The accepted number of instructions of each piece of work.
struct InstructionReference: Codable {
  private static let path = "Benchmarks/instructions.json"

  /// The compiler of the reference. Other compilers make other instructions of the same code.
  var toolchain: String
  var instructions: [String: Double]

  init(_ counts: [CountedWork: Double]) {
    toolchain = Self.presentToolchain
    instructions = Dictionary(
      uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value.rounded()) })
  }

  static func read() throws -> InstructionReference {
    try JSONDecoder().decode(
      InstructionReference.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func write() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let text = String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    try text.write(toFile: Self.path, atomically: true, encoding: .utf8)
  }

  /// The present compiler's version and target, as `swift --version` prints them.
  static var presentToolchain: String {
    guard let swift = InstructionCounter.path(of: "swift"),
      let text = try? InstructionCounter.output(of: swift, ["--version"])
    else { return "unknown" }
    return text.split(separator: "\n").prefix(2).joined(separator: ", ")
  }
}
