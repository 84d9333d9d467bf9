import Accounts
import Cryptography
import Foundation
import LivePhone
import LiveTracking
import PhoneAPI
import RecordStorage
import Text
import TrackingEngine

/// The folder of a live app that contains the record store. A file with the app's stored values is
/// in the same folder.
struct AppFolder {
  let values: [String: String]

  var deviceIdentifier: String? { values[SenderIdentity.deviceKey] }

  /// The app's stored values as a container for reading. Changes are not saved.
  var container: LiveContainer {
    LiveContainer(values: ValueFile(inMemory: values), secrets: ValueFile(inMemory: [:]))
  }

  /// Reads the stored values of the app whose folder contains `store`. Nil if the store is in no
  /// app's folder.
  init?(of store: String) throws(InputError) {
    let path =
      URL(fileURLWithPath: store).deletingLastPathComponent()
      .appendingPathComponent("values.json").path
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do { values = try ValueFile(path: path) { _ in }.values } catch {
      // Another program's file of that name.
      return nil
    }
  }
}

/// The sender of an upload: the device, and the account that is signed in.
///
/// A server of health data identifies records by a name derived from the device's identifier. The
/// identifier must therefore be the same in each upload. It comes from the live app's stored
/// values, from the file of the sign-in, or else from the token.
///
/// An Overland server gets the identifier as `unique_id`. It comes from the live app's stored
/// values, from the record store, or else from the device's name. It never depends on the token, so
/// that a dry run without the token shows what is sent with it.
struct SenderIdentity {
  fileprivate static let deviceKey = "identifierForVendor"

  private let bearer: BearerToken
  private let values: [String: String]

  init(_ bearer: BearerToken, _ app: AppFolder?, _ plan: UploadPlan, store: RecordArchive)
    throws(RecordStoreError)
  {
    self.bearer = bearer
    var values: [String: String] = [:]
    switch bearer {
    case .signIn(let file): values = file.values.values
    case .token(let token): values[Self.deviceKey] = base64URL(sha256(Array(token.utf8)))
    case .none: values[Self.deviceKey] = "nobody"
    }
    if plan.behavior != .fhirUpload { values[Self.deviceKey] = try store.uniqueIdentifier() }
    if let device = app?.deviceIdentifier { values[Self.deviceKey] = device }
    self.values = values
  }

  /// The stored values and secrets for an upload. Only changes to the tokens of a sign-in are
  /// saved.
  var container: LiveContainer {
    if case .signIn(let file) = bearer {
      return LiveContainer(values: ValueFile(inMemory: values), secrets: file.values)
    }
    return copy
  }

  /// A copy of the stored values and secrets. Changes to the copy are not saved.
  var copy: LiveContainer {
    LiveContainer(values: ValueFile(inMemory: values), secrets: ValueFile(inMemory: values))
  }

  /// Returns the token that the upload sends. Nil if there is no token, or if the tracker's
  /// behavior itself takes the token from the account that is signed in.
  func token(for plan: UploadPlan) -> String? {
    switch bearer {
    case .none: return nil
    case .token(let token): return token
    case .signIn:
      guard plan.behavior != .fhirUpload else { return nil }
      let phone = LivePhone(container: copy, calendar: .utc)
      return Account(phone: phone, server: nil).accessToken
    }
  }
}

extension RecordArchive {
  /// The identifier of the device that made the records: the one that its tracker stored, or else
  /// one derived from the device's name.
  func uniqueIdentifier() throws(RecordStoreError) -> String {
    if let stored = try deviceIdentifier() { return stored }
    return derivedUUID(sha256(Array("odograph \(try deviceName() ?? "")".utf8)))
  }
}
