import Receiver
import Scenarios
import Text
import TrackingEngine

/// A tracker with its preset read and its server provisioned, as a run takes it.
package struct ProvisionedTracker: Sendable {
  package var configuration: TrackerConfiguration
  /// Name of the preset, or of the user's own file.
  package var preset: String
  /// The name before any variant of settings was added to it; what the scenario calls the tracker.
  package var origin: String
  /// Nil for a tracker that sends nothing.
  package var contract: ReceiverContract?
  /// What is off for want of a place or the like, in whole sentences.
  package var remarks: [String]
  /// In place of the engine.
  package var app: OwnApp?

  package var name: String { configuration.name }
  var uploads: Bool { contract != nil }
}

extension SimulatedDay {
  /// Where every simulated tracker finds its receiver, unless its settings name another.
  public static let host = "https://receiver.example"
  public static let accessToken = "provisioned"

  /// Reads the preset, lays the scenario's settings and places over it, and gives it a server.
  ///
  /// - Parameter preset: what was read of it before; nil reads it now.
  /// - Throws: `InputError` for an unknown preset, setting or place, or a contract that no receiver
  ///   here serves.
  package func provision(
    _ choice: TrackerChoice, preset: Preset? = nil
  ) throws(InputError) -> ProvisionedTracker {
    let resolved = try scenario.resolve(choice, in: world, preset: preset)
    var configuration = resolved.configuration
    guard resolved.contract != .none else {
      return ProvisionedTracker(
        configuration: configuration, preset: PresetLibrary.name(of: choice.preset),
        origin: choice.origin, contract: nil,
        remarks: resolved.remarks)
    }
    guard let contract = ReceiverContract(rawValue: resolved.contract.rawValue) else {
      throw InputError(
        choice.location, "no receiver for the contract '\(resolved.contract.rawValue)' yet",
        word: resolved.contract.rawValue, oneOf: ReceiverContract.allCases.map(\.rawValue))
    }
    configuration.settings.endpoint = configuration.settings.endpoint ?? Self.host + contract.path
    configuration.settings.accessToken = configuration.settings.accessToken ?? Self.accessToken
    if let exchange = HealthExchange(rawValue: contract.rawValue) {
      configuration.settings.health.exchange = exchange
    }
    return ProvisionedTracker(
      configuration: configuration, preset: PresetLibrary.name(of: choice.preset),
      origin: choice.origin, contract: contract,
      remarks: resolved.remarks)
  }
}
