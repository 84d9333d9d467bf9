import Foundation
import LivePhone
import Scenarios
import Text
import TrackingEngine

/// The plan of an upload: the wire format of a server contract, and the settings of a preset.
struct UploadPlan {
  let contract: ServerContract
  let behavior: BehaviorKind
  private(set) var settings: TrackerSettings

  /// Chooses the contract and the settings.
  ///
  /// - Parameters:
  ///   - contract: the contract that the user names. Nil to use the preset's contract, or
  ///     Overland's if no preset is named.
  ///   - preset: the preset that the user names; nil to use the usual preset of the contract.
  ///   - device: the name of the device that made the records, if the store contains it.
  ///   - container: the stored values of the app that made the store. The settings that were
  ///     changed in that app apply to the upload.
  init(
    contract: String?, preset: String?, overrides: [String], endpoint: String,
    device: String? = nil, changedIn container: LiveContainer?
  ) throws(InputError) {
    let named = try contract.map { name throws(InputError) in try ServerContract(option: name) }
    let preset = try PresetLibrary.preset(preset ?? (named ?? .overland).usualPreset)
    self.contract = named ?? preset.contract
    guard let behavior = self.contract.behavior else {
      throw InputError(
        .commandLine, "the preset '\(preset.name)' does not queue records for sending",
        accepted: "--contract with one of \(ServerContract.uploadable.joined(separator: ", "))")
    }
    self.behavior = behavior
    settings = try Self.settings(preset, overrides, device: device, changedIn: container)
    guard isWebAddress(endpoint) else {
      throw InputError(
        .commandLine, "--to is '\(endpoint)'", accepted: "an address such as https://host/path")
    }
    settings.endpoint = endpoint
    self.contract.adapt(&settings)
  }

  /// Returns the settings of a preset for the records of a device, with the changes that apply.
  private static func settings(
    _ preset: Preset, _ overrides: [String], device: String?, changedIn container: LiveContainer?
  ) throws(InputError) -> TrackerSettings {
    var settings = preset.settings
    if let device { settings.deviceID = device }
    if let container { settings = settings.changed(in: container) }
    for text in overrides { try settings.assign(argument: text, preset: preset.name) }
    return settings
  }

  /// Returns the settings by which an upload in Overland's format would write the records.
  static func overlandSettings(
    preset name: String?, overrides: [String], device: String?, changedIn container: LiveContainer?
  ) throws(InputError) -> TrackerSettings {
    let preset = try PresetLibrary.preset(name ?? ServerContract.overland.usualPreset)
    return try settings(preset, overrides, device: device, changedIn: container)
  }

  mutating func authorize(_ token: String?) { settings.accessToken = token }
}

extension ServerContract {
  /// The names of contracts whose records can wait in a store for an upload.
  static var uploadable: [String] { allCases.filter { $0.behavior != nil }.map(\.rawValue) }

  fileprivate init(option name: String) throws(InputError) {
    guard let contract = ServerContract(rawValue: name), contract.behavior != nil else {
      throw InputError(
        .commandLine, "--contract is '\(name)'", word: name, oneOf: Self.uploadable)
    }
    self = contract
  }

  /// The preset whose settings apply if the user names none.
  fileprivate var usualPreset: String {
    switch self {
    case .overland, .compass, .anySuccess, .openHumans, .icecondor, .pureTrack, .ownTracks, .gate,
      .none:
      "overland-high-resolution"
    case .fhirEHE, .fhirJupyterHealth: "ehe-pilot-2"
    case .checkIn: "continuous-location"
    }
  }

  /// The behavior that sends records by this contract; nil if the contract's records cannot be
  /// uploaded later.
  ///
  /// The server of the contract `gate` opens a gate for the user. The gate must not open long after
  /// the request was made, so `gate` has no behavior here.
  fileprivate var behavior: BehaviorKind? {
    switch self {
    case .overland, .compass, .anySuccess, .openHumans, .icecondor, .pureTrack, .ownTracks:
      .overlandUpload
    case .fhirEHE, .fhirJupyterHealth: .fhirUpload
    case .checkIn: .checkInUpload
    case .gate, .none: nil
    }
  }

  fileprivate func adapt(_ settings: inout TrackerSettings) {
    switch self {
    case .anySuccess: settings.acceptsAnyHTTP2xx = true
    case .ownTracks: settings.loggingMode = .ownTracks
    case .fhirEHE: settings.health.exchange = .ehePilot
    case .fhirJupyterHealth: settings.health.exchange = .jupyterHealth
    case .overland, .compass, .openHumans, .icecondor, .pureTrack, .checkIn, .gate, .none: break
    }
  }
}
