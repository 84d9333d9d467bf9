extension Unicode.Scalar {
  /// What would act on a terminal rather than show, or turn the text around it: control characters, but
  /// for tab and line ends, and the overrides and isolates of Unicode's bidirectional algorithm.
  package var isUnprintable: Bool {
    switch value {
    case 9, 10, 13: false
    case 0..<32, 127..<160, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// With a question mark for what does not show; for names that nobody chose with care, as of files.
  package var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      text.unicodeScalars.append(scalar.isUnprintable || scalar.value < 32 ? "?" : scalar)
    }
    return text
  }
}
