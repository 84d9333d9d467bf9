import AppleProcess
import Foundation
import PhoneAPI

/// A log with the interface of Apple's.
///
/// Stand-in: messages become notes of the app in the run's explanation (`--explain`); there are no
/// levels below which they are dropped, and privacy hides nothing.
public struct Logger: Sendable {
  private let category: String

  public init() { category = "log" }
  public init(subsystem: String, category: String) { self.category = category }
  public init(_ log: OSLog) { category = log.category }

  public func log(_ message: OSLogMessage) { write(message) }
  public func log(level: OSLogType, _ message: OSLogMessage) { write(message) }
  public func trace(_ message: OSLogMessage) { write(message) }
  public func debug(_ message: OSLogMessage) { write(message) }
  public func info(_ message: OSLogMessage) { write(message) }
  public func notice(_ message: OSLogMessage) { write(message) }
  public func warning(_ message: OSLogMessage) { write(message) }
  public func error(_ message: OSLogMessage) { write(message) }
  public func critical(_ message: OSLogMessage) { write(message) }
  public func fault(_ message: OSLogMessage) { write(message) }

  private func write(_ message: OSLogMessage) { CurrentPhone.phone.note(category, message.text) }
}

/// A log that `os_log` writes to.
public final class OSLog: Sendable {
  public static let `default` = OSLog(subsystem: "", category: "log")
  public static let disabled = OSLog(subsystem: "", category: "disabled")
  let category: String

  public init(subsystem: String, category: String) { self.category = category }
}

/// The level of a message.
public struct OSLogType: RawRepresentable, Sendable, Hashable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public init(_ rawValue: UInt8) { self.rawValue = rawValue }
  public static let `default` = OSLogType(0)
  public static let info = OSLogType(1)
  public static let debug = OSLogType(2)
  public static let error = OSLogType(16)
  public static let fault = OSLogType(17)
}

/// Writes a message to a log. `%@` and the other places are filled in as `String(format:)` does.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(
  _ message: StaticString, log: OSLog = .default, type: OSLogType = .default,
  _ arguments: any CVarArg...
) {
  guard log !== OSLog.disabled else { return }
  let form = "\(message)".replacingOccurrences(of: "{public}", with: "")
    .replacingOccurrences(of: "{private}", with: "")
  CurrentPhone.phone.note(log.category, String(format: form, arguments: arguments))
}

/// Writes a message with a level to a log.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_log(
  _ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ arguments: any CVarArg...
) {
  guard log !== OSLog.disabled else { return }
  CurrentPhone.phone.note(log.category, String(format: "\(message)", arguments: arguments))
}
