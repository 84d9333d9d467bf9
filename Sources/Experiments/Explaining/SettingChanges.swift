import Evaluation
import PhoneAPI
import PhoneProfiles
import Scenarios
import SimulatedPhone
import TrackingEngine

/// The changes that an app's developer can make to a tracker: one setting or one behavior at a
/// time.
struct SettingChanges {
  let preset: Preset
  /// The tracker's settings in this scenario, with defaults filled in.
  let settings: TrackerSettings
  let system: OperatingSystemProfile

  var all: [CandidateChange] {
    if let app = preset.app { return changes(of: app) }
    return SettingLadder.all.compactMap(change) + modes + behaviors + quirks
  }

  /// The changes of the settings that an app declares. Only the app's code decides what each of
  /// them does, so that any gap may have to do with it.
  private func changes(of app: AppFile) -> [CandidateChange] {
    app.settings.compactMap { setting in
      let values = setting.values.filter { $0 != setting.value }
      guard !values.isEmpty else { return nil }
      return CandidateChange(
        setting.name, .setting, Set(GapCause.allCases),
        steps: values.map { value in
          .init(words: "\(setting.name): \(setting.value) → \(value)") { setup in
            setup.choice.settings.append(SettingText(ofApp: setting.name, value))
          }
        })
    }
  }

  private func has(_ behavior: BehaviorKind) -> Bool { preset.behaviors.contains(behavior) }

  // MARK: Settings with an order

  private func change(_ ladder: SettingLadder) -> CandidateChange? {
    guard ladder.behaviors.isEmpty || ladder.behaviors.contains(where: has),
      ladder.setting != "updatesInBackground" || usesStandardUpdates,
      let definition = TrackerSettings.definition(named: ladder.setting)
    else { return nil }
    let values = ladder.values(beyond: settings)
    guard !values.isEmpty else { return nil }
    let now = definition.words(in: settings)
    return CandidateChange(
      ladder.name, .setting, ladder.causes,
      steps: values.map { value in
        let addition = declaration(ladder.setting, value)
        return .init(words: "\(ladder.setting): \(now) → \(value)\(addition ?? "")") { setup in
          setup.set(ladder.setting, value)
          if addition != nil { setup.preset.manifest.backgroundModes.insert(.location) }
        }
      })
  }

  /// Returns text about a declaration that the app must add for this setting; nil if no declaration
  /// is missing.
  ///
  /// Without the declaration, the system would end the app.
  private func declaration(_ setting: String, _ value: String) -> String? {
    guard setting == "updatesInBackground", value == "true",
      !preset.manifest.backgroundModes.contains(.location)
    else { return nil }
    return ", and the background mode location"
  }

  private var usesStandardUpdates: Bool {
    has(.standardUpdates) && settings.trackingMode.usesStandardUpdates
  }

  // MARK: Services

  private var modes: [CandidateChange] {
    let now = services(settings.trackingMode)
    return [TrackingMode.significant, .standard, .both].compactMap { mode -> CandidateChange? in
      let then = services(mode)
      guard mode != settings.trackingMode, then != now else { return nil }
      // Fewer services see less, but may save the battery that is needed to see it.
      let causes: Set<GapCause> =
        then.isSubset(of: now)
        ? .emptyBattery
        : Set<GapCause>.notDelivered.and(.appDead).and([.recordedTooInaccurate, .notPermitted])
      return setting("trackingMode", mode.rawValue, causes, named: "trackingMode.\(mode.rawValue)")
    }
  }

  private func services(_ mode: TrackingMode) -> Set<BehaviorKind> {
    var services: Set<BehaviorKind> = []
    if mode.usesStandardUpdates, has(.standardUpdates) { services.insert(.standardUpdates) }
    if mode.usesSignificantChanges, has(.significantChanges) {
      services.insert(.significantChanges)
    }
    return services
  }

  private func setting(
    _ name: String, _ value: String, _ causes: Set<GapCause>, named: String? = nil
  ) -> CandidateChange {
    let now = TrackerSettings.definition(named: name)?.words(in: settings) ?? ""
    return CandidateChange(named ?? name, .setting, causes, "\(name): \(now) → \(value)") {
      $0.set(name, value)
    }
  }

  // MARK: Historical behavior

  private var quirks: [CandidateChange] {
    let causes = Set<GapCause>.notDelivered.and(.unseen).and(.unsent)
    return TrackerSettings.definitions.compactMap { definition in
      guard case .toggle(let path) = definition.kind, definition.isQuirk, settings[keyPath: path]
      else { return nil }
      return setting(definition.name, "false", causes)
    }
  }

  // MARK: Behaviors

  private var behaviors: [CandidateChange] {
    [significantChanges, visits, liveUpdates, restMarks, fence, backgroundRefresh]
      .compactMap { $0 } + withoutTimer
  }

  private func adding(
    _ kind: BehaviorKind, _ causes: Set<GapCause>, _ words: String = "",
    then apply: @escaping @Sendable (inout RunSetup) -> Void = { _ in }
  ) -> CandidateChange? {
    guard !has(kind) else { return nil }
    return CandidateChange(
      "behaviour.\(kind.rawValue)", .setting, causes, "with \(kind.rawValue)\(words)"
    ) { setup in
      setup.preset.behaviors.append(kind)
      apply(&setup)
    }
  }

  private var significantChanges: CandidateChange? {
    let mode: TrackingMode = usesStandardUpdates ? .both : .significant
    return adding(
      .significantChanges, Set<GapCause>.notDelivered.and(.appDead),
      ", trackingMode: \(mode.rawValue)"
    ) { $0.set("trackingMode", mode.rawValue) }
  }

  private var visits: CandidateChange? {
    adding(.visits, Set<GapCause>.notDelivered.and(.appDead), ", visitTracking: true") {
      $0.set("visitTracking", "true")
    }
  }

  /// The change that replaces standard updates with live updates; nil before iOS 17.
  private var liveUpdates: CandidateChange? {
    guard has(.standardUpdates), !has(.liveUpdates), system.major >= 17 else { return nil }
    return CandidateChange(
      "behaviour.liveUpdates", .setting,
      Set<GapCause>.notDelivered.and(.appDead).and(.emptyBattery),
      "liveUpdates in place of standardUpdates"
    ) { setup in
      setup.preset.behaviors = setup.preset.behaviors.map {
        $0 == .standardUpdates ? .liveUpdates : $0
      }
    }
  }

  private var restMarks: CandidateChange? {
    guard has(.standardUpdates) || has(.liveUpdates) else { return nil }
    return adding(.restMarks, [.pausedAutomatically, .stale])
  }

  private var fence: CandidateChange? {
    guard settings.pausesAutomatically || has(.liveUpdates) else { return nil }
    return adding(
      .pauseAndResumeWithGeofence, [.pausedAutomatically], ", resumeGeofenceRadius: 150 m"
    ) { $0.set("resumeGeofenceRadius", "150 m") }
  }

  private var backgroundRefresh: CandidateChange? {
    let identifier = settings.refreshTaskIdentifier
    return adding(.backgroundRefresh, [.belowServiceResolution, .stale, .suspended]) { setup in
      setup.preset.manifest.backgroundModes.insert(.fetch)
      if !setup.preset.manifest.permittedTaskIdentifiers.contains(identifier) {
        setup.preset.manifest.permittedTaskIdentifiers.append(identifier)
      }
    }
  }

  /// The changes that remove the foreground timer.
  ///
  /// While the app is open, the timer records positions and prevents standard updates from being
  /// recorded.
  private var withoutTimer: [CandidateChange] {
    guard has(.foregroundTimer) else { return [] }
    let every: @Sendable (inout RunSetup) -> Void = { setup in
      setup.preset.behaviors.removeAll { $0 == .foregroundTimer }
    }
    var changes = [
      CandidateChange(
        "behaviour.foregroundTimer", .setting, [.heldByEngine, .stale], "without foregroundTimer",
        every)
    ]
    if has(.standardUpdates), !settings.updatesInBackground {
      // With a filter beside significant changes, the system would still suspend the app (BG-3).
      let isFiltered = settings.distanceFilterMeters != nil
      changes.append(
        CandidateChange(
          "behaviour.everyUpdate", .setting,
          Set<GapCause>.notDelivered.and(.appDead).and([.heldByEngine]),
          "updatesInBackground: true, without foregroundTimer"
            + (isFiltered ? ", distanceFilter: off" : "")
        ) { setup in
          every(&setup)
          setup.set("updatesInBackground", "true")
          setup.set("distanceFilter", "off")
          setup.preset.manifest.backgroundModes.insert(.location)
        })
    }
    return changes
  }
}
