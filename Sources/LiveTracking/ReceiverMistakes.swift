import Foundation
import LivePhone
import Text

extension GPSDAddress {
  /// Reads gpsd's address from the value of `--gpsd`.
  package init(option text: String) throws(InputError) {
    guard let address = GPSDAddress(text) else {
      throw InputError(
        .commandLine, "--gpsd is '\(text)'",
        accepted: "a host and a port, such as localhost:2947")
    }
    self = address
  }
}

/// The error that gpsd cannot be reached. It counts as a failure of the machine, not as an input
/// error.
package struct NoGPSD: Error, CustomStringConvertible {
  package var reason: String

  package init(reason: String) {
    self.reason = reason
  }

  package var description: String {
    if reason.contains(GPSDFailure.stranger) { return "\(reason); name another with --gpsd" }
    return "\(reason); \(start)name another with --gpsd, or wait for it with --wait"
  }

  private var start: String {
    guard reason.hasSuffix(GPSDFailure.refused) else { return "" }
    let remedy =
      "check 'systemctl status gpsd.socket', start gpsd, as with 'sudo gpsd /dev/ttyACM0', "
    return Self.isInstalled ? remedy : "install gpsd ('make setup-live'), " + remedy
  }

  private static var isInstalled: Bool {
    let paths = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd", "/opt/homebrew/sbin/gpsd"]
    return paths.contains(where: FileManager.default.isExecutableFile)
  }
}

extension RecordingError {
  /// The error that the user gets when the program ends: an input error, or a failure of the
  /// machine.
  package var shown: any Error {
    switch self {
    case .unknownEnding(let path):
      InputError(
        SourceLocation(file: path), "the ending of the name gives no known format",
        accepted: RecordingFormat.accepted)
    case .foreign(let path):
      InputError(
        SourceLocation(file: path), "this is not a recording by odograph, and was not changed",
        accepted: "a new name, or a recording that odograph began with this ending")
    case .inUse(let path):
      InputError(
        SourceLocation(file: path), "another program is recording to it", accepted: "another name")
    case .cannotOpen(let path, let reason):
      InputError(
        SourceLocation(file: path), "the file cannot be opened (\(reason))",
        accepted: "a file in an existing folder that you may write to")
    case .cannotWrite(let path, _): ended(path)
    }
  }
}
