import Foundation
import PhoneAPI
import Text

/// The keys of an Info.plist that say what the system lets an app do.
struct InfoPlist: Decodable {
  var backgroundModes: [String]?
  var taskIdentifiers: [String]?
  var whenInUse: String?
  var always: String?
  var motion: String?
  var temporary: [String: String]?
  var bluetooth: String?
  var requiresExplicitServiceSession: Bool?
  var scenes: Scenes?

  /// The scenes by their role, of which a phone has one.
  struct Scenes: Decodable {
    var configurations: [String: [Configuration]]?

    struct Configuration: Decodable {
      var delegateClass: String?

      enum CodingKeys: String, CodingKey { case delegateClass = "UISceneDelegateClassName" }
    }

    enum CodingKeys: String, CodingKey { case configurations = "UISceneConfigurations" }
  }

  enum CodingKeys: String, CodingKey {
    case backgroundModes = "UIBackgroundModes"
    case taskIdentifiers = "BGTaskSchedulerPermittedIdentifiers"
    case whenInUse = "NSLocationWhenInUseUsageDescription"
    case always = "NSLocationAlwaysAndWhenInUseUsageDescription"
    case motion = "NSMotionUsageDescription"
    case temporary = "NSLocationTemporaryUsageDescriptionDictionary"
    case bluetooth = "NSBluetoothAlwaysUsageDescription"
    case requiresExplicitServiceSession = "NSLocationRequireExplicitServiceSession"
    case scenes = "UIApplicationSceneManifest"
  }
}

extension AppFile {
  /// The class that the Info.plist names for the delegate of the app's scene; nil without scenes.
  package var sceneDelegate: String? {
    guard let data = FileManager.default.contents(atPath: plistPath),
      let plist = try? PropertyListDecoder().decode(InfoPlist.self, from: data)
    else { return nil }
    return plist.scenes?.configurations?["UIWindowSceneSessionRoleApplication"]?.first?
      .delegateClass
  }
}

extension AppManifest {
  init(_ plist: InfoPlist, name: String) {
    var descriptions: Set<UsageDescription> = []
    if plist.whenInUse != nil { descriptions.insert(.locationWhenInUse) }
    if plist.always != nil { descriptions.insert(.locationAlwaysAndWhenInUse) }
    if plist.motion != nil { descriptions.insert(.motion) }
    if plist.temporary?.isEmpty == false { descriptions.insert(.temporaryFullAccuracy) }
    if plist.bluetooth != nil { descriptions.insert(.bluetoothAlways) }
    self.init(
      name: name,
      backgroundModes: Set(
        (plist.backgroundModes ?? []).compactMap(BackgroundMode.init(rawValue:))),
      permittedTaskIdentifiers: plist.taskIdentifiers ?? [], usageDescriptions: descriptions,
      requiresExplicitServiceSession: plist.requiresExplicitServiceSession ?? false)
  }
}
