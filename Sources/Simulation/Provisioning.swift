import Receiver
import Scenarios
import Text
import TrackingEngine

/// A tracker that is ready to run: its preset is read and its server is set up.
package final class ProvisionedTracker: Sendable {
  package let configuration: TrackerConfiguration
  /// The name of the preset, from Odograph or from the user's own preset file.
  package let preset: String
  /// The tracker's name in the scenario, which is the same for all variants of the tracker.
  ///
  /// The `name` of a variant also contains the values of its settings.
  package let origin: String
  /// The server that the tracker's requests reach.
  package let server: TrackerServer
  /// Remarks on functions of the tracker that are off, for example because no home is set.
  ///
  /// Each remark is a whole sentence.
  package let remarks: [String]
  /// The user's own app that runs instead of the tracking engine; nil for a preset.
  package let app: OwnApp?
  /// The user's own app that runs in a process of its own; nil for a preset.
  package let executable: AppFile?

  init(
    configuration: TrackerConfiguration, preset: String, origin: String, server: TrackerServer,
    remarks: [String], app: OwnApp? = nil, executable: AppFile? = nil
  ) {
    self.configuration = configuration
    self.preset = preset
    self.origin = origin
    self.server = server
    self.remarks = remarks
    self.app = app
    self.executable = executable
  }

  package var name: String { configuration.name }
  /// The kind of server to which the tracker sends; nil for a tracker that sends nothing, or to a
  /// server of no kind that the simulator knows.
  package var contract: ReceiverContract? {
    if case .contract(let contract) = server { contract } else { nil }
  }
  var uploads: Bool { contract != nil }
  /// The values of the settings as `name=value`: the engine's, or those that the app declares.
  package var settingTexts: [String] {
    guard !isOwnApp else {
      return (executable?.settings ?? []).map { "\($0.name)=\($0.value)" }
    }
    return configuration.settings.summary
  }
  /// True for an app of the user's own, in this process or in one of its own.
  var isOwnApp: Bool { app != nil || executable != nil }
  /// True if the server receives positions, so that measures of delivery apply. They do not apply
  /// to an app whose uploads count as recorded: all of them have arrived.
  var isDeliveryJudged: Bool {
    guard let contract else { return false }
    guard isOwnApp else { return configuration.sendsPositions }
    switch executable?.recording {
    case .uploads, .uploadedJSON: return false
    case .positions, .calls, .file, nil: return contract.storesPositions
    }
  }
}

/// The server that the requests of a tracker reach.
package enum TrackerServer: Sendable, Hashable {
  case none
  /// A simulated server of this kind.
  case contract(ReceiverContract)
  /// A simulated server that answers 200 to every request.
  case accepting
  /// A real server on this machine.
  case loopback(LoopbackAddress)

  /// - Throws: `InputError` for a kind of server that cannot be simulated.
  init(_ server: AppServer, at location: SourceLocation) throws(InputError) {
    switch server {
    case .none, .contract(.none): self = .none
    case .accepting: self = .accepting
    case .loopback(let address): self = .loopback(address)
    case .contract(let kind):
      guard let contract = ReceiverContract(rawValue: kind.rawValue) else {
        throw InputError(
          location, "the simulator has no receiver for the contract '\(kind.rawValue)'",
          word: kind.rawValue, oneOf: ReceiverContract.allCases.map(\.rawValue))
      }
      self = .contract(contract)
    }
  }
}

extension ReceiverContract {
  /// True if the server stores positions.
  fileprivate var storesPositions: Bool {
    switch self {
    case .overland, .compass, .http2xx, .openHumans, .icecondor, .pureTrack, .ownTracks,
      .fhirEHE, .fhirJupyterHealth:
      true
    case .checkIn, .gate: false
    }
  }
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
    let ofApp = resolved.contract == .none ? resolved.app?.server : nil
    let server = try TrackerServer(ofApp ?? .contract(resolved.contract), at: choice.location)
    var configuration = resolved.configuration
    if case .contract(let contract) = server {
      configuration.settings.connect(to: contract)
    }
    var remarks = resolved.remarks
    if let app = resolved.app {
      try app.refuseMissingServer(server)
      remarks += app.remarks(of: configuration.name, server: server)
    }
    return ProvisionedTracker(
      configuration: configuration, preset: PresetLibrary.name(of: choice.preset),
      origin: choice.origin, server: server, remarks: remarks, executable: resolved.app)
  }
}

extension TrackerSettings {
  /// Fills in the address, the token and the protocol of a simulated server.
  fileprivate mutating func connect(to contract: ReceiverContract) {
    endpoint = endpoint ?? SimulatedDay.host + contract.path
    accessToken = accessToken ?? SimulatedDay.accessToken
    if let exchange = HealthExchange(rawValue: contract.rawValue) { health.exchange = exchange }
  }
}

extension AppFile {
  /// Refuses uploads as records without a server that could store them.
  fileprivate func refuseMissingServer(_ server: TrackerServer) throws(InputError) {
    switch (recording, server) {
    case (.uploads, .none), (.uploads, .loopback), (.uploadedJSON, .none):
      throw InputError(
        location, "uploads of '\(name)' count as recorded, and it has no server that stores them",
        accepted: "'server' with "
          + (recording == .uploads
            ? "a kind of server, such as overland" : "a kind of server, accepting, or an address"))
    case (.positions, _), (.calls, _), (.file, _), (.uploads, _), (.uploadedJSON, _): break
    }
  }

  /// Sentences for the report about the app's records and its server.
  fileprivate func remarks(of name: String, server: TrackerServer) -> [String] {
    let recorded =
      switch recording {
      case .positions:
        "Each position that the phone delivers to \(name) counts as recorded, unless \(name) names"
          + " its records by calls."
      case .calls: "The positions that \(name) names by calls count as recorded."
      case .uploads: "The positions of \(name) that its server stored count as recorded."
      case .uploadedJSON(let paths):
        "The positions at \(paths.each.description) in the requests of \(name) that its server"
          + " accepted count as recorded."
      case .file(let file): "The positions that \(name) writes into \(file.path) count as recorded."
      }
    switch server {
    case .none: return [recorded, "\(name) has no server, so its requests fail."]
    case .loopback(let address):
      return [
        recorded,
        "The requests of \(name) went to \(address), so that its figures depend on that server"
          + " too.",
      ]
    case .contract, .accepting: return [recorded]
    }
  }
}
