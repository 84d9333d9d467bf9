import Cryptography
import Files
import Foundation
import LivePhone
import Text

/// The options of `odograph live` for the readings of another device.
package struct SensorOptions: Sendable {
  package static let environmentName = "ODOGRAPH_SENSOR_TOKEN"
  private static let fileOption = "--sensor-token-file"
  /// The shortest accepted token. Other machines may guess as often as they connect.
  private static let tokenLengthMin = 16

  let address: SensorAddress
  let token: SensorToken?

  /// Reads the options.
  ///
  /// - Returns: Nil without `--sensors`.
  package init?(sensors: String?, tokenFile: String?) throws(InputError) {
    guard let sensors else {
      guard tokenFile == nil else {
        throw InputError(
          .commandLine, "\(Self.fileOption) is given without --sensors",
          accepted: "--sensors with \(SensorAddress.accepted)")
      }
      return nil
    }
    address = try SensorAddress(option: sensors)
    token = try Self.token(tokenFile)
    if case .mqtt(_, let topic) = address, tokenFile != nil {
      throw InputError(
        .commandLine,
        "\(Self.fileOption) is given, but the broker of \(quoted(topic)) checks "
          + "who may publish", accepted: "a user and password in mosquitto_sub's own file")
    }
    guard token == nil, address.isOpenToOthers else { return }
    throw InputError(
      .commandLine, "--sensors \(address) is open to other machines without a token",
      accepted: "a loopback address such as 127.0.0.1, or a token in \(Self.fileOption) or "
        + Self.environmentName)
  }

  private static func token(_ file: String?) throws(InputError) -> SensorToken? {
    if let text = ProcessInfo.processInfo.environment[environmentName], !text.isEmpty {
      return try token(text, SourceLocation(), environmentName)
    }
    guard let file else { return nil }
    try InputError.refuseUnlessFile(file, asWhat: "a file with a token")
    let lines = SecretFile.lines(try SecretFile.text(of: file, option: fileOption))
    return try token(
      lines.count == 1 ? lines[0] : "", SourceLocation(file: file), fileOption)
  }

  private static func token(
    _ text: String, _ location: SourceLocation, _ option: String
  ) throws(InputError) -> SensorToken {
    guard text.utf8.count >= tokenLengthMin, text.utf8.allSatisfy({ isTokenByte($0) }) else {
      throw InputError(
        location, "\(option): this is not a usable token",
        accepted: "one token of at least \(tokenLengthMin) letters, digits, '-' and '_', such as "
          + "'openssl rand -hex 16' prints")
    }
    return SensorToken(text)
  }

  /// Returns true for the characters that need no escapes in a URL and in JSON.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// A secret that a sender of readings has to know.
struct SensorToken: Sendable {
  private let hash: [UInt8]

  init(_ text: String) { hash = sha256(Array(text.utf8)) }

  /// Returns true if the texts are equal. Hashes are compared, so that the duration of the
  /// comparison does not show how much of a guess is right.
  func matches(_ text: String) -> Bool { sha256(Array(text.utf8)) == hash }
}
