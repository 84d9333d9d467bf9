/// Returns the text of all sections that have lines. Sections are separated by an empty line, and
/// the text ends with a line feed.
func sectioned(_ sections: [[String]]) -> String {
  sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    + "\n"
}

extension Pen {
  /// Returns lines that define the words used above them, with one word per line.
  func legend(_ lines: [(String, String)], width: Int = 14) -> [String] {
    lines.map { name, meaning in paint(padded(name, to: width) + meaning, .dim) }
  }
}
