import PhoneAPI
import Timekeeping

/// A preset in the form that the engine uses: behaviors, settings, and the app's declarations.
///
/// The module `Scenarios` reads presets from YAML; the engine itself reads no files.
package struct TrackerConfiguration: Sendable, Hashable {
  /// The tracker's name in reports.
  package var name: String
  package var manifest: AppManifest
  /// The behaviors of the tracker. Each event reaches them in this order.
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

  /// The kinds of records that the tracker's behaviors send to a server.
  package var sentKinds: RecordKinds {
    behaviors.reduce(into: []) { $0.formUnion($1.sentKinds) }
  }

  /// True if the tracker sends each record when it is made, and not only at an interval.
  package var sendsEachRecord: Bool { behaviors.contains(where: \.sendsEachRecord) }

  package var sendsPositions: Bool { sentKinds.contains(.location) }
}
