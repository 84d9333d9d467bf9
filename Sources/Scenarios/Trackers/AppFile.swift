import Foundation
import PhoneAPI
import Text
import TrackingEngine

/// A tracker of the user's own: an executable that runs in a process of its own, and the Info.plist
/// with its declarations.
public struct AppFile: Sendable, Hashable {
  public var path: String
  public var plistPath: String
  public var location: SourceLocation
  /// The longest real time that a process may take for one event [s]. The work of an event is a
  /// matter of milliseconds; an app that takes longer waits for something that does not come.
  public var limitSeconds = 20.0
  /// The positions that count as recorded.
  public var recording = AppRecording.positions
  /// The server that the app's requests reach.
  public var server = AppServer.none

  /// - Parameter plistPath: nil takes the file `Info.plist` beside the executable.
  public init(path: String, plistPath: String? = nil, location: SourceLocation = .commandLine) {
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    self.plistPath =
      plistPath
      ?? URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("Info.plist")
      .path
    self.location = location
  }

  /// The name of the executable, which is the tracker's name unless it has another.
  public var name: String { URL(fileURLWithPath: path).lastPathComponent }

  /// Reads the app as a tracker without behaviors: its own code decides what it does.
  ///
  /// - Throws: `InputError` if the executable or the Info.plist cannot be read.
  func preset() throws(InputError) -> Preset {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputError(location, "there is no app at \(path)", accepted: "the app's executable")
    }
    guard !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: path) else {
      throw InputError(
        location, "\(path) is no program",
        accepted: "the app's executable, such as .build/debug/MyTracker")
    }
    return Preset(
      name: name, description: "the app \(name)", manifest: try manifest(), contract: .none,
      behaviors: [], settings: TrackerSettings(), app: self)
  }

  /// Refuses settings of the engine for an app, which decides by its own code.
  func refuse(_ settings: [SettingText]) throws(InputError) {
    guard let text = settings.first else { return }
    throw InputError(
      text.location, "'\(name)' is an app, and has no setting \(quoted(text.name))",
      accepted: "settings of presets")
  }

  private func manifest() throws(InputError) -> AppManifest {
    guard let data = FileManager.default.contents(atPath: plistPath) else {
      throw InputError(
        location, "the app \(name) has no Info.plist: \(plistPath) cannot be read",
        accepted: "the app's Info.plist beside the executable, or --plist FILE")
    }
    do {
      return AppManifest(try PropertyListDecoder().decode(InfoPlist.self, from: data), name: name)
    } catch {
      throw InputError(
        SourceLocation(file: plistPath), "this is no Info.plist",
        accepted: "a property list in XML or binary form whose keys have Apple's types")
    }
  }
}

/// The keys of an Info.plist that say what the system lets an app do.
private struct InfoPlist: Decodable {
  var backgroundModes: [String]?
  var taskIdentifiers: [String]?
  var whenInUse: String?
  var always: String?
  var motion: String?
  var temporary: [String: String]?
  var requiresExplicitServiceSession: Bool?

  enum CodingKeys: String, CodingKey {
    case backgroundModes = "UIBackgroundModes"
    case taskIdentifiers = "BGTaskSchedulerPermittedIdentifiers"
    case whenInUse = "NSLocationWhenInUseUsageDescription"
    case always = "NSLocationAlwaysAndWhenInUseUsageDescription"
    case motion = "NSMotionUsageDescription"
    case temporary = "NSLocationTemporaryUsageDescriptionDictionary"
    case requiresExplicitServiceSession = "NSLocationRequireExplicitServiceSession"
  }
}

extension AppManifest {
  fileprivate init(_ plist: InfoPlist, name: String) {
    var descriptions: Set<UsageDescription> = []
    if plist.whenInUse != nil { descriptions.insert(.locationWhenInUse) }
    if plist.always != nil { descriptions.insert(.locationAlwaysAndWhenInUse) }
    if plist.motion != nil { descriptions.insert(.motion) }
    if plist.temporary?.isEmpty == false { descriptions.insert(.temporaryFullAccuracy) }
    self.init(
      name: name,
      backgroundModes: Set(
        (plist.backgroundModes ?? []).compactMap(BackgroundMode.init(rawValue:))),
      permittedTaskIdentifiers: plist.taskIdentifiers ?? [], usageDescriptions: descriptions,
      requiresExplicitServiceSession: plist.requiresExplicitServiceSession ?? false)
  }
}
