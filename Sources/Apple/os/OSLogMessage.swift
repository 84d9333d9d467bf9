import Foundation

/// The privacy of a value in a message.
public struct OSLogPrivacy: Sendable {
  public enum Mask: Sendable { case hash, none }
  public static var auto: OSLogPrivacy { OSLogPrivacy() }
  public static var `public`: OSLogPrivacy { OSLogPrivacy() }
  public static var `private`: OSLogPrivacy { OSLogPrivacy() }
  public static var sensitive: OSLogPrivacy { OSLogPrivacy() }
  public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
  public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
}

/// The form of a floating-point number in a message.
public enum OSLogFloatFormatting: Sendable {
  case number
  case decimals(Int)
  public static var fixed: OSLogFloatFormatting { .decimals(6) }
  public static func fixed(precision: Int) -> OSLogFloatFormatting { .decimals(precision) }
}

/// The text of a log message, written as an interpolated string.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String

  public init(stringLiteral value: String) { text = value }
  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The parts of a log message.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
  var text = ""

  public init(literalCapacity: Int, interpolationCount: Int) {}
  public mutating func appendLiteral(_ literal: String) { text += literal }

  public mutating func appendInterpolation<Value>(
    _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
  ) { text += "\(value())" }

  public mutating func appendInterpolation(
    _ value: @autoclosure () -> Double, format: OSLogFloatFormatting, privacy: OSLogPrivacy = .auto
  ) {
    switch format {
    case .number: text += "\(value())"
    case .decimals(let count): text += String(format: "%.\(count)f", value())
    }
  }
}
