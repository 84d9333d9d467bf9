import Files
import Foundation
import Text

extension ExternalProgram {
  /// Converts a recording. `bytes` become the program's standard input. The result may be empty.
  ///
  /// - Parameters:
  ///   - format: the name of the format that the program reads, for messages.
  ///   - example: the command that a user would type, for messages.
  func convert(
    _ bytes: Data, format: String, example: String, arguments: [String]
  ) throws(InputError) -> Data {
    switch try run(bytes, arguments: arguments) {
    case .success(let converted): return converted
    case .failure(let complaint):
      throw InputError(
        location,
        "\(name) cannot read this as \(format)" + (complaint.map { ": it reports '\($0)'" } ?? ""),
        accepted: "a file that '\(example)' converts")
    }
  }
}
