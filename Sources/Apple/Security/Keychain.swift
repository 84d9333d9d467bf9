import AppleProcess
import Foundation
import PhoneAPI

/// A status other than success, which a function of the keychain returns.
struct KeychainError: Error {
  let status: OSStatus
}

/// An item of the keychain without its secret.
struct KeychainItem: Codable {
  let number: Int
  var attributes: [String: String]
  let created: Date
  var modified: Date

  /// The attributes that distinguish the items of a class.
  var key: [String?] {
    [kSecAttrService, kSecAttrAccount, kSecAttrAccessGroup, kSecAttrSynchronizable]
      .map { attributes[$0] }
  }

  var accessibility: SecretAccessibility {
    switch attributes[kSecAttrAccessible] {
    case kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly:
      .afterFirstUnlock
    default: .whenUnlocked
    }
  }

  /// The attributes as an app gets them.
  var values: [String: Any] {
    var values: [String: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrCreationDate: created,
      kSecAttrModificationDate: modified,
    ]
    for (name, text) in attributes {
      switch name {
      case kSecAttrGeneric: values[name] = Data(base64Encoded: text)
      case kSecAttrSynchronizable: values[name] = text == "1"
      default: values[name] = text
      }
    }
    return values
  }
}

/// The keychain in the phone's secrets: a list of the items, and the secret of each by its number.
///
/// The list can be read after the first unlock, as each secret can if its item allows that.
enum Keychain {
  private static let listKey = "keychain.items"
  private static var container: any Container { CurrentPhone.phone.container }

  static func items() throws(KeychainError) -> [KeychainItem] {
    guard CurrentPhone.phone.application.isProtectedDataAvailable else {
      throw KeychainError(status: errSecInteractionNotAllowed)
    }
    guard let text = container.secret(forKey: listKey) else { return [] }
    do { return try JSONDecoder().decode([KeychainItem].self, from: Data(text.utf8)) } catch {
      throw KeychainError(status: errSecDecode)
    }
  }

  static func save(_ items: [KeychainItem]) throws(KeychainError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(items) else { throw KeychainError(status: errSecParam) }
    let text = String(decoding: data, as: UTF8.self)
    try set(text, forKey: listKey, accessible: .afterFirstUnlock)
  }

  static func secret(of item: KeychainItem) throws(KeychainError) -> Data {
    let text = container.secret(forKey: key(item.number))
    guard let data = text.flatMap({ Data(base64Encoded: $0) }) else {
      throw KeychainError(status: errSecInteractionNotAllowed)
    }
    return data
  }

  static func setSecret(_ data: Data, of item: KeychainItem) throws(KeychainError) {
    try set(
      data.base64EncodedString(), forKey: key(item.number), accessible: item.accessibility)
  }

  static func removeSecret(of item: KeychainItem) throws(KeychainError) {
    try set(nil, forKey: key(item.number), accessible: .afterFirstUnlock)
  }

  private static func key(_ number: Int) -> String { "keychain.secret.\(number)" }

  private static func set(
    _ text: String?, forKey key: String, accessible: SecretAccessibility
  ) throws(KeychainError) {
    guard container.setSecret(text, forKey: key, accessible: accessible) else {
      throw KeychainError(status: errSecInteractionNotAllowed)
    }
  }
}

/// The entries of a dictionary that an app passes to the keychain.
struct KeychainQuery {
  var attributes: [String: String] = [:]
  var secret: Data?
  var returnsData = false
  var returnsAttributes = false
  var matchesAll = false
  private var hasClass = false

  /// Reads the entries. An entry that this keychain does not have is an error, rather than being
  /// ignored.
  init(_ entries: CFDictionary, isUpdate: Bool = false) throws(KeychainError) {
    for (name, value) in entries { try read(name, value) }
    guard hasClass != isUpdate else { throw KeychainError(status: errSecParam) }
  }

  private mutating func read(_ name: String, _ value: Any) throws(KeychainError) {
    switch name {
    case kSecClass where value as? String == kSecClassGenericPassword: hasClass = true
    case kSecAttrService, kSecAttrAccount, kSecAttrAccessGroup, kSecAttrLabel,
      kSecAttrDescription, kSecAttrComment, kSecAttrAccessible:
      attributes[name] = try cast(value, String.self)
    case kSecAttrGeneric: attributes[name] = try cast(value, Data.self).base64EncodedString()
    case kSecAttrSynchronizable where value as? String == kSecAttrSynchronizableAny:
      attributes[name] = kSecAttrSynchronizableAny
    case kSecAttrSynchronizable: attributes[name] = try cast(value, Bool.self) ? "1" : "0"
    case kSecValueData: secret = try cast(value, Data.self)
    case kSecReturnData: returnsData = try cast(value, Bool.self)
    case kSecReturnAttributes: returnsAttributes = try cast(value, Bool.self)
    case kSecMatchLimit: matchesAll = try isAll(value)
    case kSecUseDataProtectionKeychain: break
    default: throw KeychainError(status: errSecParam)
    }
  }

  private func isAll(_ value: Any) throws(KeychainError) -> Bool {
    switch try cast(value, String.self) {
    case kSecMatchLimitAll: return true
    case kSecMatchLimitOne: return false
    default: throw KeychainError(status: errSecParam)
    }
  }

  private func cast<Value>(_ value: Any, _ type: Value.Type) throws(KeychainError) -> Value {
    guard let value = value as? Value else { throw KeychainError(status: errSecParam) }
    return value
  }

  /// The matching items. Without a word about synchronization, only those that stay on the phone.
  func matches(in items: [KeychainItem]) throws(KeychainError) -> [KeychainItem] {
    var wanted = attributes
    let isSynchronized = wanted.removeValue(forKey: kSecAttrSynchronizable) ?? "0"
    let found = items.filter { item in
      (isSynchronized == kSecAttrSynchronizableAny
        || item.attributes[kSecAttrSynchronizable] ?? "0" == isSynchronized)
        && wanted.allSatisfy { item.attributes[$0.key] == $0.value }
    }
    if found.isEmpty { throw KeychainError(status: errSecItemNotFound) }
    return found
  }
}
