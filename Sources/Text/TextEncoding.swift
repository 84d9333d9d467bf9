extension InputError {
  /// Creates the error for bytes that are not text in UTF-8, with the line of the first mistake.
  ///
  /// - Parameter kind: what is accepted, such as "a scenario in YAML".
  package init(
    notUTF8 bytes: some Collection<UInt8>, _ location: SourceLocation, asWhat kind: String
  ) {
    if bytes.beginUTF16 {
      self.init(
        location, "this is UTF-16 text",
        accepted: "\(kind) in UTF-8, to which 'iconv -f UTF-16 -t UTF-8' converts")
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let wrong = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    self.init(
      SourceLocation(file: location.file, line: wrong + 1), "the line is not UTF-8 text",
      accepted: "\(kind) in UTF-8, to which 'iconv -f LATIN1 -t UTF-8' converts Latin-1")
  }
}

extension Collection<UInt8> {
  /// True if the bytes begin with a byte order mark of UTF-16.
  package var beginUTF16: Bool { starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) }
}
