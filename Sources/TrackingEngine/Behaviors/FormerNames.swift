import PhoneAPI

// British names that users' tests may use; the next release removes them.

@available(*, deprecated, renamed: "BehaviorKind")
package typealias BehaviourKind = BehaviorKind

extension TrackerConfiguration {
  @available(*, deprecated, renamed: "behaviors")
  package var behaviours: [BehaviorKind] {
    get { behaviors }
    set { behaviors = newValue }
  }

  @available(*, deprecated, renamed: "init(name:manifest:behaviors:settings:)")
  package init(
    name: String, manifest: AppManifest, behaviours: [BehaviorKind], settings: TrackerSettings
  ) {
    self.init(name: name, manifest: manifest, behaviors: behaviours, settings: settings)
  }
}
