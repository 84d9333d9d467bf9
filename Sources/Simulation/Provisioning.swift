import Receiver
import Scenarios
import Text
import TrackingEngine

/// A tracker that is ready to run: its preset is read and its server is set up.
package struct ProvisionedTracker: Sendable {
  package var configuration: TrackerConfiguration
  /// The name of the preset, from Odograph or from the user's own preset file.
  package var preset: String
  /// The tracker's name in the scenario, which is the same for all variants of the tracker.
  ///
  /// The `name` of a variant also contains the values of its settings.
  package var origin: String
  /// The kind of server to which the tracker sends; nil for a tracker that sends nothing.
  package var contract: ReceiverContract?
  /// Remarks on functions of the tracker that are off, for example because no home is set.
  ///
  /// Each remark is a whole sentence.
  package var remarks: [String]
  /// The user's own app that runs instead of the tracking engine; nil for a preset.
  package var app: OwnApp?
  /// The user's own app that runs in a process of its own; nil for a preset.
  package var executable: AppFile?

  package var name: String { configuration.name }
  var uploads: Bool { contract != nil }
}

extension SimulatedDay {
  /// The address of the simulated server, unless a tracker's settings contain another address.
  public static let host = "https://receiver.example"
  public static let accessToken = "provisioned"

  /// Reads the tracker's preset, applies the scenario's settings and places, and sets up the
  /// server.
  ///
  /// - preset: the preset if it was read before; nil reads it now.
  /// - Throws: `InputError` for an unknown preset, setting or place, or for a kind of server that
  ///   cannot be simulated.
  package func provision(
    _ choice: TrackerChoice, preset: Preset? = nil
  ) throws(InputError) -> ProvisionedTracker {
    let resolved = try scenario.resolve(choice, in: world, preset: preset)
    var configuration = resolved.configuration
    guard resolved.contract != .none else {
      return ProvisionedTracker(
        configuration: configuration, preset: PresetLibrary.name(of: choice.preset),
        origin: choice.origin, contract: nil,
        remarks: resolved.remarks, executable: resolved.app)
    }
    guard let contract = ReceiverContract(rawValue: resolved.contract.rawValue) else {
      throw InputError(
        choice.location,
        "the simulator has no receiver for the contract '\(resolved.contract.rawValue)'",
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
      remarks: resolved.remarks, executable: resolved.app)
  }
}
