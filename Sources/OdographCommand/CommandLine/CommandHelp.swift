/// The long help of a command: its text, examples, and the page to read on.
struct CommandHelp {
  let text: String

  /// - Parameters:
  ///   - examples: command lines, without "odograph".
  ///   - page: the guide page below Docs/, such as "guide/run.md".
  init(_ text: String, examples: [String], page: String) {
    let lines = examples.map { "  odograph \($0)" }
    self.text =
      (text.isEmpty ? "" : text + "\n\n")
      + (examples.count == 1 ? "Example:" : "Examples:") + "\n" + lines.joined(separator: "\n")
      + "\n\nMore: Docs/\(page)"
  }
}
