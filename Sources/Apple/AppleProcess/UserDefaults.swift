import Foundation
import PhoneAPI

/// The app's defaults, with the interface of Foundation's. A value is stored at once, as the
/// system's daemon stores it, so that a kill does not lose it; before the first unlock every read
/// returns nil.
open class UserDefaults: NSObject, @unchecked Sendable {
  open class var standard: UserDefaults { CurrentPhone.single(UserDefaults.init) }
  private let suite: String
  private var registered: [String: Any] = [:]

  public override init() { suite = "" }
  public init?(suiteName: String?) { suite = suiteName.map { $0 + "/" } ?? "" }

  private var container: any Container { CurrentPhone.phone.container }

  /// The values of launch arguments such as `-interval 300`, which win over stored values.
  private static let arguments: [String: String] = {
    let words = CommandLine.arguments.dropFirst()
    let pairs = zip(words, words.dropFirst()).filter { $0.0.hasPrefix("-") }
    return Dictionary(
      pairs.map { (String($0.0.dropFirst()), $0.1) }, uniquingKeysWith: { first, _ in first })
  }()

  open func object(forKey key: String) -> Any? {
    if let argument = Self.arguments[key] { return argument }
    guard let text = container.value(forKey: suite + key) else { return registered[key] }
    guard let data = Data(base64Encoded: text),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
    else { return nil }
    return list.first
  }

  open func set(_ value: Any?, forKey key: String) {
    guard let value else { return removeObject(forKey: key) }
    // A property list has an array or a dictionary at its root.
    guard
      let data = try? PropertyListSerialization.data(
        fromPropertyList: [value], format: .binary, options: 0)
    else { return }
    container.set(data.base64EncodedString(), forKey: suite + key)
    CurrentPhone.post(Self.didChangeNotification, self)
  }

  open func set(_ value: Int, forKey key: String) { set(NSNumber(value: value), forKey: key) }
  open func set(_ value: Bool, forKey key: String) { set(NSNumber(value: value), forKey: key) }
  open func set(_ value: Double, forKey key: String) { set(NSNumber(value: value), forKey: key) }
  open func set(_ value: Float, forKey key: String) { set(NSNumber(value: value), forKey: key) }
  open func set(_ url: URL?, forKey key: String) { set(url?.absoluteString as Any?, forKey: key) }
  open func removeObject(forKey key: String) { container.set(nil, forKey: suite + key) }
  open func register(defaults: [String: Any]) {
    registered.merge(defaults) { $1 }
  }

  open func string(forKey key: String) -> String? {
    switch object(forKey: key) {
    case let text as String: text
    case let number as NSNumber: number.stringValue
    default: nil
    }
  }
  open func integer(forKey key: String) -> Int { number(key)?.intValue ?? 0 }
  open func double(forKey key: String) -> Double { number(key)?.doubleValue ?? 0 }
  open func float(forKey key: String) -> Float { number(key)?.floatValue ?? 0 }
  open func bool(forKey key: String) -> Bool {
    if let number = number(key) { return number.boolValue }
    return ["YES", "true", "1"].contains((object(forKey: key) as? String) ?? "")
  }
  open func data(forKey key: String) -> Data? { object(forKey: key) as? Data }
  open func array(forKey key: String) -> [Any]? { object(forKey: key) as? [Any] }
  open func dictionary(forKey key: String) -> [String: Any]? {
    object(forKey: key) as? [String: Any]
  }
  open func stringArray(forKey key: String) -> [String]? { object(forKey: key) as? [String] }
  open func url(forKey key: String) -> URL? { string(forKey: key).flatMap(URL.init(string:)) }

  private func number(_ key: String) -> NSNumber? {
    switch object(forKey: key) {
    case let number as NSNumber: number
    case let text as String: Double(text).map(NSNumber.init(value:))
    case let whole as Int: NSNumber(value: whole)
    case let real as Double: NSNumber(value: real)
    case let flag as Bool: NSNumber(value: flag)
    default: nil
    }
  }

  @discardableResult open func synchronize() -> Bool { true }

  public static let didChangeNotification = Notification.Name("NSUserDefaultsDidChangeNotification")
}
