import PhoneAPI

// British names that users' tests may have; they go with the next release.

@available(*, deprecated, renamed: "BehaviorKind")
public typealias BehaviourKind = BehaviorKind

extension TrackerConfiguration {
  @available(*, deprecated, renamed: "behaviors")
  public var behaviours: [BehaviorKind] {
    get { behaviors }
    set { behaviors = newValue }
  }

  @available(*, deprecated, renamed: "init(name:manifest:behaviors:settings:)")
  public init(
    name: String, manifest: AppManifest, behaviours: [BehaviorKind], settings: TrackerSettings
  ) {
    self.init(name: name, manifest: manifest, behaviors: behaviours, settings: settings)
  }
}
