#if os(iOS) || os(Linux)
  import Foundation
  import PhoneAPI
  import Security

  /// The data of an iOS app: its defaults, its folder and its keychain.
  final class AppleContainer: Container {
    private static let service = "odograph"

    /// The folder `Application Support/odograph`. It and its files can be read after the first
    /// unlock; before, the path is nil.
    var directoryPath: String? {
      let files = FileManager.default
      guard
        let base = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      else { return nil }
      let folder = base.appendingPathComponent("odograph")
      let protection: [FileAttributeKey: Any] = [
        .protectionKey: FileProtectionType.completeUntilFirstUserAuthentication
      ]
      let made: Void? = try? files.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: protection)
      return made != nil && files.isWritableFile(atPath: folder.path) ? folder.path : nil
    }

    func value(forKey key: String) -> String? { UserDefaults.standard.string(forKey: key) }
    func set(_ value: String?, forKey key: String) {
      if let value {
        UserDefaults.standard.set(value, forKey: key)
      } else {
        UserDefaults.standard.removeObject(forKey: key)
      }
    }

    // MARK: Keychain

    private func query(_ key: String) -> [String: Any] {
      [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: Self.service,
        kSecAttrAccount as String: key,
      ]
    }

    func secret(forKey key: String) -> String? {
      var query = query(key)
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var result: CFTypeRef?
      guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else { return nil }
      return (result as? Data).map { String(decoding: $0, as: UTF8.self) }
    }

    func setSecret(
      _ value: String?, forKey key: String, accessible: SecretAccessibility
    ) -> Bool {
      let query = query(key)
      guard let value else {
        let status = SecItemDelete(query as CFDictionary)
        return status == errSecSuccess || status == errSecItemNotFound
      }
      let attributes: [String: Any] = [
        kSecValueData as String: Data(value.utf8), kSecAttrAccessible as String: accessible.class,
      ]
      switch SecItemUpdate(query as CFDictionary, attributes as CFDictionary) {
      case errSecSuccess: return true
      case errSecItemNotFound:
        let item = query.merging(attributes) { $1 }
        return SecItemAdd(item as CFDictionary, nil) == errSecSuccess
      default: return false
      }
    }
  }

  extension SecretAccessibility {
    fileprivate var `class`: CFString {
      switch self {
      case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
      case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
      }
    }
  }
#endif
