import Cryptography
import Foundation
import LivePhone
import LiveTracking
import PhoneAPI
import Text
import TrackingEngine

/// The folder of a live app, if the store lies in one: beside it are the values that the app keeps.
struct AppFolder {
  let values: [String: String]

  /// For reading only: whatever is set is forgotten.
  var container: LiveContainer {
    LiveContainer(values: ValueFile(inMemory: values), secrets: ValueFile(inMemory: [:]))
  }

  /// Nil for a store that lies elsewhere.
  init?(of store: String) throws(InputError) {
    let path =
      URL(fileURLWithPath: store).deletingLastPathComponent()
      .appendingPathComponent("values.json").path
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do { values = try ValueFile(path: path) { _ in }.values } catch {
      // Somebody else's file of that name.
      return nil
    }
  }
}

/// Who sends: which device, and signed in as whom.
///
/// Records of health data are known to a server by a name that is made of the device's. It has to be the
/// same at each try: the app's own, or that of the sign-in, or one that follows from the token.
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

  /// What an upload may change for good are the tokens of a sign-in.
  var container: LiveContainer {
    if case .signIn(let file) = bearer {
      return LiveContainer(values: ValueFile(inMemory: values), secrets: file.values)
    }
    return copy
  }

  /// One that nothing is kept of.
  var copy: LiveContainer {
    LiveContainer(values: ValueFile(inMemory: values), secrets: ValueFile(inMemory: values))
  }

  /// Of a sign-in the account sees to it, except where no account is.
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
