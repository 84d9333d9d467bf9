import Cryptography
import Foundation
import LivePhone
import LiveTracking
import PhoneAPI
import Text
import TrackingEngine

/// The folder of a live app, if it contains the store. The app's stored values lie beside the
/// store.
struct AppFolder {
  let values: [String: String]

  /// A container for reading: changes are not saved.
  var container: LiveContainer {
    LiveContainer(values: ValueFile(inMemory: values), secrets: ValueFile(inMemory: [:]))
  }

  /// Returns nil for a store that lies elsewhere.
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
/// A server identifies health-data records by a name derived from the device's. It has to be the
/// same at each try: it is the app's own, that of the sign-in, or one derived from the token.
struct SenderIdentity {
  private static let deviceKey = "identifierForVendor"

  private let bearer: BearerToken
  private let values: [String: String]

  init(_ bearer: BearerToken, _ app: AppFolder?) {
    self.bearer = bearer
    var values: [String: String] = [:]
    switch bearer {
    case .signIn(let file): values = file.values.values
    case .token(let token): values[Self.deviceKey] = base64URL(sha256(Array(token.utf8)))
    case .none: values[Self.deviceKey] = "nobody"
    }
    if let device = app?.values[Self.deviceKey] { values[Self.deviceKey] = device }
    self.values = values
  }

  /// The container of an upload. The only lasting changes are to the tokens of a sign-in.
  var container: LiveContainer {
    if case .signIn(let file) = bearer {
      return LiveContainer(values: ValueFile(inMemory: values), secrets: file.values)
    }
    return copy
  }

  /// A copy of the container whose changes are not saved.
  var copy: LiveContainer {
    LiveContainer(values: ValueFile(inMemory: values), secrets: ValueFile(inMemory: values))
  }

  /// Returns the token for the upload. With a sign-in, the account supplies it if the behavior has
  /// an account.
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
