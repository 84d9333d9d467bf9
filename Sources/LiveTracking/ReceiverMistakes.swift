import LivePhone
import Text

extension GPSDAddress {
  /// From `--gpsd`.
  package init(option text: String) throws(InputError) {
    guard let address = GPSDAddress(text) else {
      throw InputError(
        .commandLine, "--gpsd is '\(text)'",
        accepted: "a host and a port, such as localhost:2947")
    }
    self = address
  }
}

/// There is nothing to listen to: the machine's failure, and no mistake in what was typed.
package struct NoGPSD: Error, CustomStringConvertible {
  package var reason: String

  package init(reason: String) {
    self.reason = reason
  }

  package var description: String {
    if reason.contains(GPSDFailure.stranger) { return "\(reason); name another with --gpsd" }
    let start =
      reason.hasSuffix(GPSDFailure.nobody)
      ? "see 'systemctl status gpsd.socket', start it, as by 'sudo gpsd /dev/ttyACM0', " : ""
    return "\(reason); \(start)name another with --gpsd, or wait for it with --wait"
  }
}

extension RecordingError {
  /// As the program ends with it: a mistake of the person's, or a failure of the machine's.
  package var shown: any Error {
    switch self {
    case .unknownEnding(let path):
      InputError(
        SourceLocation(file: path), "the name does not say how to write it",
        accepted: RecordingFormat.accepted)
    case .foreign(let path):
      InputError(
        SourceLocation(file: path), "this is no recording of odograph's, and was left as it is",
        accepted: "a new name, or a recording that odograph began under this ending")
    case .inUse(let path):
      InputError(
        SourceLocation(file: path), "another program is recording to it", accepted: "another name")
    case .cannotOpen(let path, let reason):
      InputError(
        SourceLocation(file: path), "the file cannot be opened (\(reason))",
        accepted: "a file in a folder that is there and that you may write to")
    case .cannotWrite(let path, _): ended(path)
    }
  }
}
