import EventKernel
import Foundation
import Geodesy
import TestSupport
import Testing
import Timekeeping
import TrackingEngine

@testable import Scenarios

@Suite("Presets and settings")
struct TrackerTests {
  @Test("Every preset is called as its file is and says what it is", arguments: PresetLibrary.names)
  func library(_ name: String) throws {
    let preset = try PresetLibrary.preset(name)
    #expect(preset.name == name)
    #expect(!preset.description.isEmpty)
    #expect(PresetLibrary.text(named: name)?.contains("preset: \(name)\n") == true)
    let senders: Set<BehaviorKind> = [
      .overlandUpload, .fhirUpload, .checkInUpload, .gateUpload,
    ]
    let sends = !senders.isDisjoint(with: preset.behaviors) && !preset.settings.checkIn.noCall
    #expect((preset.contract != .none) == sends)
    // A preset must declare the services that it uses, or the phone refuses them.
    #expect(
      preset.manifest.backgroundModes.contains(.location)
        == !preset.settings.updatesUntilSuspension)
    #expect(preset.manifest.permittedTaskIdentifiers == tasks(of: preset))
  }

  private func tasks(of preset: Preset) -> [String] {
    let settings = preset.settings
    let tasks: [(BehaviorKind, String)] = [
      (.backgroundRefresh, settings.refreshTaskIdentifier),
      (.accountUpkeep, settings.health.refreshTaskIdentifier),
      (.timeOutdoors, settings.health.outdoorsTaskIdentifier),
      (.wakeUps, settings.refreshTaskIdentifier),
    ]
    return tasks.filter { preset.behaviors.contains($0.0) }.map(\.1)
  }

  @Test("As shipped is the promised preset with every quirk on, and nothing else")
  func asShipped() throws {
    var promised = try PresetLibrary.preset("ehe-pilot-2")
    let shipped = try PresetLibrary.preset("ehe-pilot-2-as-shipped")
    for quirk in EHEPilotQuirks.names {
      let definition = try #require(TrackerSettings.definition(named: quirk))
      #expect(definition.text(in: promised.settings) == "false")
      #expect(definition.assign("true", to: &promised.settings))
    }
    #expect(shipped.settings == promised.settings)
    #expect(shipped.behaviors == promised.behaviors && shipped.manifest.name != "")
  }

  @Test("The presets do what Overland's README sets and EHE-Pilot's promises")
  func settings() throws {
    let high = try PresetLibrary.preset("overland-high-resolution").settings
    #expect(high.trackingMode == .standard && high.desiredAccuracy == .best)
    #expect(!high.pausesAutomatically && high.resumeGeofenceRadiusMeters == nil)
    let saving = try PresetLibrary.preset("overland-battery-saving").settings
    #expect(saving.trackingMode == .significant && saving.desiredAccuracy == .hundredMeters)
    #expect(saving.pausesAutomatically && saving.resumeGeofenceRadiusMeters == 500)
    let both = try PresetLibrary.preset("overland-battery-saving-both").settings
    #expect(both.trackingMode == .both)
    let pilot = try PresetLibrary.preset("ehe-pilot-1").settings
    #expect(pilot.foregroundInterval == .minutes(1) && pilot.backgroundInterval == .minutes(10))
    #expect(!pilot.updatesInBackground)
  }

  @Test("A preset can be copied, edited and used by its path")
  func ownPreset() throws {
    let place = try Workplace()
    let text = try #require(PresetLibrary.text(named: "overland-battery-saving"))
    let path = try place.write(
      text.replacing("preset: overland-battery-saving", with: "preset: mine")
        .replacing("500 m", with: "200 m"), to: "mine.yaml")
    let day = try place.write(scenarioText("trackers: [./mine.yaml]"), to: "day.yaml")
    let scenario = try reader.read(path: day)
    #expect(scenario.trackers[0].name == "mine")
    let world = try scenario.world(chance: SeededRandom(seed: 1))
    let resolved = try scenario.resolve(scenario.trackers[0], in: world)
    #expect(resolved.configuration.settings.resumeGeofenceRadiusMeters == 200)
    #expect(resolved.contract == .overland)
    _ = path
  }

  private static let firstBehaviors =
    BehaviorKind.allCases.prefix(24).map(\.rawValue).joined(separator: ", ")

  @Test(
    "A preset's mistakes are told as a scenario's are",
    arguments: [
      (
        "preset: a\nbehaviors: []\n",
        "p.yaml:2: 'behaviors' is an empty list; accepted: at least one behavior; a tracker "
          + "without any tracks nothing"
      ),
      (
        "preset: a\nbehaviours: [visit]\n",
        "p.yaml:2: 'behaviours' is 'visit'; accepted: "
          + "\(firstBehaviors) and \(BehaviorKind.allCases.count - 24) more; "
          + "did you mean 'visits'?"
      ),
      (
        "preset: a\nbehaviours: [visits, visits]\n",
        "p.yaml:2: 'visits' is listed twice; accepted: each once"
      ),
      (
        "preset: a\nbehaviours: [trackingLog]\nsettings: { sendInterval: never }\n",
        "p.yaml:3: 'sendInterval' is 'never'; accepted: a duration such as 90 s, 45 min or "
          + "8 h 15 min, or off"
      ),
      (
        "preset: a\nbehaviours: [gateUpload]\nsettings: { gateAddress: gate.example }\n",
        "p.yaml:3: 'gateAddress' is 'gate.example'; accepted: an address such as "
          + "https://gate.example/open?lat=%LAT, without spaces, user and password"
      ),
      (
        "preset: a\nbehaviours: []\n",
        "p.yaml:2: 'behaviours' is an empty list; accepted: at least one behavior; "
          + "a tracker without any tracks nothing"
      ),
      (
        "preset: a\nbehaviours: [backgroundRefresh]\nmanifest: { backgroundModes: [location] }\n",
        "p.yaml:3: 'backgroundRefresh' submits a refresh task, and the manifest does not declare 'fetch'; "
          + "accepted: 'fetch' under 'backgroundModes'"
      ),
      (
        "preset: a\nbehaviours: [backgroundRefresh]\n"
          + "manifest: { backgroundModes: [location, fetch], tasks: [org.refresh] }\n"
          + "settings: { refreshTaskIdentifier: com.refresh }\n",
        "p.yaml:3: 'backgroundRefresh' registers the task 'com.refresh', and 'tasks' of the manifest has "
          + "'org.refresh'; accepted: the same identifier under 'tasks' and as 'refreshTaskIdentifier'; "
          + "did you mean 'org.refresh'?"
      ),
      (
        "preset: a\nbehaviours: [trackingLog, visits]\n"
          + "manifest:\n  backgroundModes: [location]\n  usage: [motion]\n",
        "p.yaml:5: 'visits' needs the person's location, and the manifest states no use of it; accepted: "
          + "'locationWhenInUse' under 'usage', and 'locationAlwaysAndWhenInUse' to track in the background"
      ),
      (
        "preset: a\nbehaviours: []\nmanifest: { backgroundModes: [locations] }\n",
        "p.yaml:3: 'backgroundModes' is 'locations'; accepted: location, fetch, processing, "
          + "remote-notification, voip, bluetooth-central; did you mean 'location'?"
      ),
      (
        "preset: a\nbehaviours: [standardUpdates]\nmanifest: { backgroundModes: [fetch] }\n"
          + "settings:\n  updatesInBackground: true\n",
        "p.yaml:5: 'updatesInBackground' sets allowsBackgroundLocationUpdates, and the manifest "
          + "does not declare 'location'; accepted: 'location' under 'backgroundModes', or "
          + "'updatesInBackground: false'"
      ),
      (
        "preset: a\nbehaviours: [standardUpdates]\nmanifest: { backgroundModes: [fetch] }\n",
        "p.yaml:3: 'updatesInBackground' sets allowsBackgroundLocationUpdates, and the manifest "
          + "does not declare 'location'; accepted: 'location' under 'backgroundModes', or "
          + "'updatesInBackground: false'"
      ),
    ])
  func presetMistake(_ text: String, _ expected: String) {
    #expect(
      message {
        try Preset(YAMLDocument.read(bytes: text.utf8, file: "p.yaml", asWhat: "a preset"))
      }
        == expected)
  }

  @Test("The scenario's settings and places stand over the preset's")
  func resolving() throws {
    let scenario = try scenario(
      scenarioText(
        "trackers: [{ preset: ehe-pilot-1, name: a, home: office, contract: http-2xx, "
          + "set: { foregroundInterval: 2 min, distanceFilter: off } },\n"
          + "  { preset: ehe-pilot-1, name: b }, { preset: ehe-pilot-1, name: c, home: none },\n"
          + "  { preset: ehe-pilot-1, name: d, set: { home: '[1, 2]' } }]"))
    let world = try scenario.world(chance: SeededRandom(seed: 1))
    let resolved = try scenario.trackers.map { try scenario.resolve($0, in: world) }
    let settings = resolved.map(\.configuration.settings)
    #expect(settings[0].foregroundInterval == .minutes(2))
    #expect(settings[0].distanceFilterMeters == nil)
    #expect(settings[0].homeCenter == scenario.places[1].coordinate)
    #expect(resolved[0].contract == .anySuccess)
    #expect(settings[1].homeCenter == scenario.places[0].coordinate)
    #expect(settings[2].homeCenter == nil)
    #expect(resolved[2].remarks == ["c has no home, so it reports nothing about home and away."])
    #expect(settings[3].homeCenter == Coordinate(latitude: 1, longitude: 2))
  }

  @Test("Without a place called home, home is where the first night is spent")
  func homeByNight() throws {
    let scenario = try scenario(
      scenarioText(
        "places: { flat: { at: [45.5, -122.6] }, bar: { at: [45.51, -122.6] } }",
        "trackers: [ehe-pilot-1]",
        "day: [{ stay: bar, until: 22:00 }, { walk: flat }]"))
    let world = try scenario.world(chance: SeededRandom(seed: 1))
    let resolved = try scenario.resolve(scenario.trackers[0], in: world)
    #expect(resolved.configuration.settings.homeCenter == scenario.places[0].coordinate)
    #expect(
      resolved.remarks == [
        "No place is called home, so home is taken to be flat, where the person is at 03:00 of the "
          + "first night; set 'home:' beside a tracker's preset to change it."
      ])
  }

  @Test(
    "A preset of one's own goes by what it calls itself; a copy that kept its name, by the file's")
  func ownPresetName() throws {
    let place = try Workplace()
    let text = try #require(PresetLibrary.text(named: "ehe-pilot-1"))
    let renamed = text.replacingOccurrences(of: "preset: ehe-pilot-1", with: "preset: mine")
    let own = try TrackerChoice(ownPreset: place.write(renamed, to: "file.yaml"))
    #expect(own.name == "mine" && own.origin == "mine")
    #expect(try TrackerChoice(ownPreset: place.write(text, to: "copy.yaml")).name == "copy")
    let path = try place.write(renamed, to: "other.yaml")
    let inScenario = try scenario(
      scenarioText("trackers: [\(path), { preset: \(path), name: second }]"))
    #expect(inScenario.trackers.map(\.name) == ["mine", "second"])
  }

  @Test("--set gives values to try, and a comma in brackets is part of one")
  func overrides() throws {
    func parse(_ text: String) throws -> SettingOverride {
      try SettingOverride.parse(text, trackers: ["a", "b.c"])
    }
    #expect(try parse("a.minimumDistance=10 m,50m, off").values == ["10 m", "50m", "off"])
    #expect(try parse("b.c.home=[45.5, -122],none").values == ["[45.5, -122]", "none"])
    #expect(try parse("b.c.home=[45.5, -122],none").tracker == "b.c")
    #expect(
      message { try parse("minimumDistance=1 m") }
        == "--set 'minimumDistance=1 m' does not name a tracker; accepted: "
        + "TRACKER.minimumDistance=…, with TRACKER one of a, b.c")
    #expect(
      message { try parse("a.minimumDistance") } == "--set 'a.minimumDistance' sets nothing; "
        + "accepted: such as --set overland-high-resolution.minimumDistance=10m,50m")
    #expect(
      message { try parse("aa.minimumDistance=1 m") }
        == "--set 'aa.minimumDistance=1 m': no tracker is called 'aa'; accepted: a, b.c; "
        + "did you mean 'a'?")
    #expect(
      message { try parse("a.minimumDistanc=1 m") }.hasSuffix("did you mean 'minimumDistance'?"))
    #expect(
      message { try parse("a.minimumDistance=10 m,far") } == "'minimumDistance' is 'far'; "
        + "accepted: a length such as 100 m or 1.5 km, or off")
  }

  @Test("Where there is one tracker, --set need not name it")
  func onlyTracker() throws {
    let override = try SettingOverride.parse("minimumDistance=10 m,50 m", trackers: ["a"])
    #expect(override.tracker == "a" && override.setting == "minimumDistance")
    #expect(override.values == ["10 m", "50 m"])
  }

  /// Texts pasted from an app's code, with the setting and value that they mean.
  static let applesSpellings = [
    ("desiredAccuracy=kCLLocationAccuracyHundredMeters", "desiredAccuracy", "hundredMeters"),
    ("desiredAccuracy=kCLLocationAccuracyBest", "desiredAccuracy", "best"),
    ("desiredAccuracy=100 m", "desiredAccuracy", "hundredMeters"),
    ("desiredAccuracy=3km", "desiredAccuracy", "threeKilometers"),
    ("tripDesiredAccuracy=kCLLocationAccuracyBest", "tripDesiredAccuracy", "best"),
    ("pausesLocationUpdatesAutomatically=true", "pausesAutomatically", "true"),
    ("CLLocationManager.distanceFilter=kCLDistanceFilterNone", "distanceFilter", "off"),
    ("allowsBackgroundLocationUpdates=false", "updatesInBackground", "false"),
    ("activityType=CLActivityType.automotiveNavigation", "activityType", "automotiveNavigation"),
    ("activityType=.fitness", "activityType", "fitness"),
  ]

  @Test("Apple's spellings are understood, by --set and in files", arguments: applesSpellings)
  func applesSpelling(written: String, setting: String, value: String) throws {
    let override = try SettingOverride.parse(written, trackers: ["a"])
    #expect(override.setting == setting && override.values == [value])
    let sides = written.split(separator: "=").map(String.init)
    let text = SettingText(sides[0], sides[1])
    #expect(text.name == setting && text.value == value)
  }

  @Test("Several values make a tracker for each combination, named after it")
  func fanOut() throws {
    let trackers = [
      TrackerChoice(preset: "ehe-pilot-1"), TrackerChoice(preset: "overland-high-resolution"),
    ]
    let names = ["ehe-pilot-1", "overland-high-resolution"]
    let overrides = try [
      "overland-high-resolution.minimumDistance=10 m,50 m",
      "overland-high-resolution.sendInterval=1 min,off", "ehe-pilot-1.homeRadius=50 m",
    ].map { try SettingOverride.parse($0, trackers: names) }
    let variants = trackers.applying(overrides)
    #expect(
      variants.map(\.name) == [
        "ehe-pilot-1",
        "overland-high-resolution minimumDistance=10 m sendInterval=1 min",
        "overland-high-resolution minimumDistance=10 m sendInterval=off",
        "overland-high-resolution minimumDistance=50 m sendInterval=1 min",
        "overland-high-resolution minimumDistance=50 m sendInterval=off",
      ])
    #expect(variants[0].settings == [SettingText("homeRadius", "50 m")])
  }
}
