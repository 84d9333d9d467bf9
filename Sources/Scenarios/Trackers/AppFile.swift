import Documents
import Files
import Foundation
import PhoneAPI
import Text
import TrackingEngine

/// A tracker of the user's own: an executable that runs in a process of its own, and the Info.plist
/// with its declarations.
public struct AppFile: Sendable, Hashable {
  public var path: String
  public var plistPath: String
  /// The app's name in reports.
  public var name: String
  /// The path of the app's description; nil for an app that is named by its executable.
  public private(set) var descriptionPath: String?
  public var location: SourceLocation
  /// The longest real time that a process may take for one event [s]. The work of an event is a
  /// matter of milliseconds; an app that takes longer waits for something that does not come.
  public var limitSeconds = 20.0
  /// The positions that count as recorded.
  public var recording = AppRecording.positions
  /// The server that the app's requests reach.
  public var server = AppServer.none
  /// The settings that the app's description declares.
  public var settings: [AppSetting] = []

  /// - Parameters:
  ///   - plistPath: nil takes the file `Info.plist` beside the executable.
  ///   - name: nil takes the executable's name.
  public init(
    path: String, plistPath: String? = nil, name: String? = nil,
    location: SourceLocation = .commandLine
  ) {
    let file = URL(fileURLWithPath: path).standardizedFileURL
    self.path = file.path
    self.plistPath =
      plistPath ?? file.deletingLastPathComponent().appendingPathComponent("Info.plist").path
    self.name = name ?? file.lastPathComponent
    self.location = location
  }

  /// Reads an app that a person or a file names: its executable, or its description in YAML.
  ///
  /// - Parameters:
  ///   - plistPath: the Info.plist in place of the one that the description names; nil for none.
  ///   - location: the place that names the app. Apps that files name need a permission to start.
  public init(
    reading path: String, plistPath: String? = nil, location: SourceLocation = .commandLine
  ) throws(InputError) {
    if Self.isDescription(path) {
      let root = try YAMLDocument.read(path: path, asWhat: Self.accepted, mention: location)
      try self.init(root, path: path, location: location)
      if let plistPath { self.plistPath = plistPath }
    } else {
      self.init(path: path, plistPath: plistPath, location: location)
    }
  }

  /// Reads the description of an app.
  ///
  /// - Parameter path: the description's own path, to which its paths are relative.
  init(
    _ root: SourceNode, path: String, location: SourceLocation
  ) throws(InputError) {
    try root.refuse(unless: .app)
    let fields = try Fields(root, keys: AppKeys.app)
    try fields.requireVersion("odographApp")
    func file(_ node: SourceNode) throws(InputError) -> String {
      ScenarioInheritance.path(try node.text("a path"), from: SourceLocation(file: path))
    }
    let executable = try fields.required("executable", accepted: "the path of the app's executable")
    self.init(
      path: try file(executable),
      plistPath: try fields["plist"].map { (node) throws(InputError) in try file(node) },
      name: try fields["name"]?.visibleName(), location: location)
    if let node = fields["server"] { server = try AppServer(node) }
    if let node = fields["recorded"] { recording = try AppRecording(node) }
    if let node = fields["settings"] { settings = try AppSetting.all(node) }
    descriptionPath = path
  }

  private static let accepted = "an app's description in YAML, or its executable"

  private static func isDescription(_ path: String) -> Bool {
    path.hasSuffix(".yaml") || path.hasSuffix(".yml")
  }

  /// Reads a tracker's path as an app: an executable, or a description in YAML.
  ///
  /// Returns nil if the path leads to another file, such as a preset's.
  package init?(ifApp path: String, location: SourceLocation) throws(InputError) {
    guard !Self.isDescription(path) else {
      let root = try YAMLDocument.read(
        path: path, asWhat: "a preset or an app's description in YAML", mention: location)
      guard DocumentKind(root) == .app else { return nil }
      try self.init(root, path: path, location: location)
      return
    }
    guard FileManager.default.isExecutableFile(atPath: path), !Folder.exists(path) else {
      return nil
    }
    self.init(path: path, location: location)
  }

  /// Reads the app as a tracker without behaviors: its own code decides what it does.
  ///
  /// - Throws: `InputError` if the executable or the Info.plist cannot be read.
  func preset() throws(InputError) -> Preset {
    guard FileManager.default.fileExists(atPath: path) else {
      throw InputError(
        location, "there is no app at \(path)",
        accepted: "the app's executable, which a build makes, or its description in YAML")
    }
    guard !Folder.exists(path), FileManager.default.isExecutableFile(atPath: path) else {
      throw InputError(
        location, "\(path) is no program",
        accepted: "the app's executable, such as .build/debug/MyTracker")
    }
    try refuseStaticProgram()
    try refuseManyModules()
    return Preset(
      name: name, description: "the app \(name)", manifest: try manifest(), contract: .none,
      behaviors: [], settings: TrackerSettings(), app: self)
  }

  package func manifest() throws(InputError) -> AppManifest {
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
