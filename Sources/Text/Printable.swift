extension Unicode.Scalar {
  /// True if a terminal would obey the scalar instead of showing it, or if the scalar reverses the
  /// text around it.
  ///
  /// These scalars are the control characters except tab and line ends, and the overrides and
  /// isolates of Unicode's bidirectional algorithm.
  fileprivate var isUnprintable: Bool {
    switch value {
    case 9, 10, 13: false
    case 0..<32, 127..<160, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The first scalar that a terminal would obey instead of showing it, or that reverses the text
  /// around it; nil for a text without one.
  package var firstUnprintable: Unicode.Scalar? { unicodeScalars.first { $0.isUnprintable } }

  /// The text with a question mark in place of each unprintable character.
  ///
  /// Use it for names that come from outside the program, such as file names.
  package var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      text.unicodeScalars.append(scalar.isUnprintable || scalar.value < 32 ? "?" : scalar)
    }
    return text
  }
}
