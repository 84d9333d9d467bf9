/// The long help text of a command. It has the command's description, examples, and the guide page
/// to read next.
package struct CommandHelp {
  package let text: String

  /// Makes a help text.
  ///
  /// - Parameters:
  ///   - examples: command lines, without the word "odograph".
  ///   - page: the guide page below Docs/, such as "guide/run.md".
  package init(_ text: String, examples: [String], page: String) {
    let lines = examples.map { "  odograph \($0)" }
    self.text =
      (text.isEmpty ? "" : text + "\n\n")
      + (examples.count == 1 ? "Example:" : "Examples:") + "\n" + lines.joined(separator: "\n")
      + "\n\nMore: Docs/\(page)"
  }
}
