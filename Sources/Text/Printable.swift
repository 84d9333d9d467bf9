extension Unicode.Scalar {
  /// True for a scalar that controls a terminal instead of being shown, or reverses text around it.
  ///
  /// These are the control characters except tab and line ends, and the overrides and isolates of
  /// Unicode's bidirectional algorithm.
  package var isUnprintable: Bool {
    switch value {
    case 9, 10, 13: false
    case 0..<32, 127..<160, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The text with a question mark for each unprintable character.
  ///
  /// It is meant for names from outside, such as those of files.
  package var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      text.unicodeScalars.append(scalar.isUnprintable || scalar.value < 32 ? "?" : scalar)
    }
    return text
  }
}
