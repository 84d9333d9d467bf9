import Foundation
import PackagePlugin

/// The text files of a target's folder, as members of `PackageResources`.
///
/// The package manager's `.embedInCode` writes each byte as an element of an array, which takes a
/// compiler half a minute for the pages. A string literal takes it no time. The names are the same:
/// `report.css` becomes `PackageResources.report_css`.
enum EmbeddedText {
  /// The folder of each target whose files are embedded, with those in its folders. The target
  /// excludes the folder in Package.swift.
  private static let folders = [
    "ReceiverService": "Page", "Scenarios": "Presets", "Campaigns": "Tuning/Python",
    "Reporting": "Page", "LiveTracking": "Page",
  ]

  private struct NoFolder: Error {
    var target: String
  }

  static func source(for target: any Target) throws -> GeneratedFile {
    guard let name = folders[target.name] else { throw NoFolder(target: target.name) }
    let folder = target.directoryURL.appendingPathComponent(name)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    let members = try paths.map(folder.appendingPathComponent).compactMap(member)
    return GeneratedFile(
      name: "PackageResources.swift", text: "enum PackageResources {\n\(members.joined())}\n")
  }

  /// Returns the declaration of a file's text; nil for a folder.
  private static func member(_ file: URL) throws -> String? {
    guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
      return nil
    }
    let text = try String(contentsOf: file, encoding: .utf8)
    let name = String(file.lastPathComponent.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return "  static let \(name): [UInt8] = Array(\(GeneratedFile.literal(text)).utf8)\n"
  }
}
