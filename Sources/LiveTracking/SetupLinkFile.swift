import Files
import Foundation
import Terminal
import Text
import TrackingEngine

/// A reader of the set-up link from the file of `--setup FILE`, or from standard input for `-`.
///
/// The link contains a token, and therefore it is not a command-line argument.
enum SetupLinkFile {
  private static let beginning = "overland://"
  private static let accepted =
    "a link such as overland://setup?url=https%3A%2F%2Fexample.org%2Fapi&token=…"

  static func link(of path: String) throws(InputError) -> String {
    let location = SourceLocation(file: path == "-" ? "standard input" : path)
    let text = path == "-" ? fromStandardInput() : try fromFile(path)
    return try link(in: text, location)
  }

  private static func link(in text: String, _ location: SourceLocation) throws(InputError)
    -> String
  {
    // The link may be in a line that begins with #, as 'odograph serve' writes it beside the
    // tokens.
    let lines = text.split(separator: "\n").map { line in
      line.drop { $0 == "#" || $0.isWhitespace }.trimmingCharacters(in: .whitespaces)
    }
    guard let link = lines.first(where: { $0.lowercased().hasPrefix(beginning) }) else {
      throw InputError(location, "--setup: no set-up link found", accepted: accepted)
    }
    if case .failure(let refusal) = OverlandSetup.read(link) {
      throw InputError(
        location, "--setup: the link cannot be used: \(refusal.reason)", accepted: accepted)
    }
    return link
  }

  private static func fromFile(_ path: String) throws(InputError) -> String {
    try InputError.refuseUnlessFile(path, asWhat: "a file with a set-up link")
    return try SecretFile.text(of: path, option: "--setup")
  }

  private static func fromStandardInput() -> String {
    let isTyped = isatty(STDIN_FILENO) == 1
    if isTyped { Console.write("Set-up link: ") }
    return text(isTyped: isTyped) { readLine() }
  }

  /// Reads the lines up to the first link.
  ///
  /// - Parameter isTyped: True if the user types the text. The text then ends at its first line
  ///   that is not blank, even without a link. Otherwise the program would wait for more lines.
  static func text(isTyped: Bool, _ nextLine: () -> String?) -> String {
    var text = ""
    while let line = nextLine() {
      text += line + "\n"
      if line.lowercased().contains(beginning) { break }
      if isTyped, line.contains(where: { !$0.isWhitespace }) { break }
    }
    return text
  }
}
