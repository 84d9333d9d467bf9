import PhoneAPI
import Timekeeping

/// A preset as the engine takes it: which behaviors, which settings, what the app declares.
///
/// Read from YAML by the scenarios' side; the engine knows no files of its own.
package struct TrackerConfiguration: Sendable, Hashable {
  /// The tracker's name in reports.
  package var name: String
  package var manifest: AppManifest
  /// Composed in this order; an event reaches those that subscribed to it, in this order.
  package var behaviors: [BehaviorKind]
  package var settings: TrackerSettings

  package init(
    name: String, manifest: AppManifest, behaviors: [BehaviorKind], settings: TrackerSettings
  ) {
    self.name = name
    self.manifest = manifest
    self.behaviors = behaviors
    self.settings = settings
  }

  /// What its behaviors send to a server.
  package var sentKinds: RecordKinds {
    behaviors.reduce(into: []) { $0.formUnion($1.sentKinds) }
  }

  package var sendsPositions: Bool { sentKinds.contains(.location) }
}
