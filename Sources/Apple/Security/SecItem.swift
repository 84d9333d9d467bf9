// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AppleProcess
import Foundation
import PhoneAPI

/// Adds a generic password to the keychain.
///
/// Stand-in: the keychain keeps generic passwords alone. It is the app's own, whatever the access
/// group, and stays on the phone.
public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  status { () throws(KeychainError) in
    let query = try KeychainQuery(attributes)
    var items = try Keychain.items()
    var item = KeychainItem(
      number: (items.map(\.number).max() ?? 0) + 1, attributes: query.attributes,
      created: Date(), modified: Date())
    if item.attributes[kSecAttrAccessible] == nil {
      item.attributes[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlocked
    }
    guard !items.contains(where: { $0.key == item.key }) else {
      throw KeychainError(status: errSecDuplicateItem)
    }
    try Keychain.setSecret(query.secret ?? Data(), of: item)
    items.append(item)
    try Keychain.save(items)
    result?.pointee = try answer(item, query)
  }
}

/// Finds items, and returns what the query asks for.
public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  status { () throws(KeychainError) in
    let query = try KeychainQuery(query)
    let found = try query.matches(in: Keychain.items())
    if query.matchesAll {
      var answers: [Any] = []
      for item in found { if let answer = try answer(item, query) { answers.append(answer) } }
      result?.pointee = answers.isEmpty ? nil : answers as AnyObject
    } else {
      result?.pointee = try answer(found[0], query)
    }
  }
}

/// Changes the items that a query finds.
public func SecItemUpdate(
  _ query: CFDictionary, _ attributesToUpdate: CFDictionary
) -> OSStatus {
  status { () throws(KeychainError) in
    let change = try KeychainQuery(attributesToUpdate, isUpdate: true)
    var items = try Keychain.items()
    let numbers = Set(try KeychainQuery(query).matches(in: items).map(\.number))
    for index in items.indices where numbers.contains(items[index].number) {
      let secret: Data =
        if let new = change.secret { new } else { try Keychain.secret(of: items[index]) }
      items[index].attributes.merge(change.attributes) { $1 }
      items[index].modified = Date()
      guard items.filter({ $0.key == items[index].key }).count == 1 else {
        throw KeychainError(status: errSecDuplicateItem)
      }
      try Keychain.setSecret(secret, of: items[index])
    }
    try Keychain.save(items)
  }
}

/// Deletes the items that a query finds.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  status { () throws(KeychainError) in
    let items = try Keychain.items()
    let found = try KeychainQuery(query).matches(in: items)
    for item in found { try Keychain.removeSecret(of: item) }
    let numbers = Set(found.map(\.number))
    try Keychain.save(items.filter { !numbers.contains($0.number) })
  }
}

/// The words for a status.
///
/// Stand-in: the words are not Apple's.
public func SecCopyErrorMessageString(
  _ status: OSStatus, _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
  switch status {
  case errSecSuccess: "No error."
  case errSecDuplicateItem: "The item already exists in the keychain."
  case errSecItemNotFound: "The item is not in the keychain."
  case errSecInteractionNotAllowed: "The keychain is locked."
  case errSecParam: "An entry of the query is not valid."
  default: "OSStatus \(status)"
  }
}

/// Writes random bytes, which come from the run's seed.
public func SecRandomCopyBytes(
  _ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> Int32 {
  let random = CurrentPhone.phone.cryptography.randomBytes(count)
  bytes.copyMemory(from: random, byteCount: random.count)
  return errSecSuccess
}

private func status(_ work: () throws(KeychainError) -> Void) -> OSStatus {
  do throws(KeychainError) {
    try work()
    return errSecSuccess
  } catch { return error.status }
}

/// The part of an item that a query asks for. An array or dictionary of Swift comes in a box, from
/// which `as?` takes it as from Apple's types.
private func answer(
  _ item: KeychainItem, _ query: KeychainQuery
) throws(KeychainError) -> CFTypeRef? {
  let secret = query.returnsData ? try Keychain.secret(of: item) : nil
  guard query.returnsAttributes else { return secret.map { $0 as AnyObject } }
  var values = item.values
  values[kSecValueData] = secret
  return values as AnyObject
}
