/// Returns the sections that have lines, with an empty line between them and a line feed at the
/// end.
func sectioned(_ sections: [[String]]) -> String {
  sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    + "\n"
}

extension Pen {
  /// Returns the definitions of the words above, one per line.
  func legend(_ lines: [(String, String)], width: Int = 14) -> [String] {
    lines.map { name, meaning in paint(padded(name, to: width) + meaning, .dim) }
  }
}
