import CoreLocation
import Foundation
import Security
import UIKit

/// A tracker that keeps its token in the keychain, and reads it for each position.
final class SignedIn: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private var seen: [OSStatus] = []

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    signIn()
    manager.delegate = self
    manager.distanceFilter = 100
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
    return true
  }

  private func signIn() {
    let (status, token) = Keychain.read("token")
    note("token", "\(status) \(token ?? "none")")
    guard status == errSecItemNotFound else { return Keychain.list() }
    var bytes = [UInt8](repeating: 0, count: 8)
    guard SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess else {
      return
    }
    let new = bytes.map { String($0, radix: 16) }.joined()
    note("new", new)
    let forBackground = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    note("add", "\(Keychain.add("token", "draft", forBackground))")
    note("add", "\(Keychain.add("token", "other", forBackground))")
    note("update", "\(Keychain.update("token", new))")
    note("add", "\(Keychain.add("pin", "1234", kSecAttrAccessibleWhenUnlocked))")
    note("add", "\(Keychain.add("draft", "x", kSecAttrAccessibleWhenUnlocked))")
    note("delete", "\(Keychain.delete("draft")) \(Keychain.delete("draft"))")
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    MainActor.assumeIsolated {
      let (status, _) = Keychain.read("pin")
      if seen.last != status { note("pin", "\(status) \(Keychain.read("token").status)") }
      seen.append(status)
    }
  }
}

/// The usual wrapper around the functions in C.
private enum Keychain {
  private static func query(_ account: String) -> [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "example",
      kSecAttrAccount as String: account,
    ]
  }

  static func add(_ account: String, _ text: String, _ accessible: CFString) -> OSStatus {
    var attributes = query(account)
    attributes[kSecValueData as String] = Data(text.utf8)
    attributes[kSecAttrAccessible as String] = accessible
    return SecItemAdd(attributes as CFDictionary, nil)
  }

  static func read(_ account: String) -> (status: OSStatus, text: String?) {
    var attributes = query(account)
    attributes[kSecReturnData as String] = kCFBooleanTrue!
    attributes[kSecMatchLimit as String] = kSecMatchLimitOne
    var item: CFTypeRef?
    let status = SecItemCopyMatching(attributes as CFDictionary, &item)
    return (status, (item as? Data).flatMap { String(data: $0, encoding: .utf8) })
  }

  static func update(_ account: String, _ text: String) -> OSStatus {
    SecItemUpdate(
      query(account) as CFDictionary, [kSecValueData: Data(text.utf8)] as CFDictionary)
  }

  static func delete(_ account: String) -> OSStatus {
    SecItemDelete(query(account) as CFDictionary)
  }

  static func list() {
    let all: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll,
      kSecReturnAttributes: true,
    ]
    var result: AnyObject?
    let status = SecItemCopyMatching(all as CFDictionary, &result)
    let items = result as? [[String: Any]] ?? []
    let accounts = items.compactMap { $0[kSecAttrAccount as String] as? String }
    note("list", "\(status) \(accounts.joined(separator: " "))")
  }
}
