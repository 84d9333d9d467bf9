import Foundation
import PackagePlugin

/// Embeds the text files of a target's folder into the program, as members of `PackageResources`.
///
/// The package manager's `.embedInCode` writes each byte as an element of an array, which takes a
/// compiler half a minute for the pages. A string literal takes it no time. The names are the same:
/// `report.css` becomes `PackageResources.report_css`.
@main
struct EmbedText: BuildToolPlugin {
  /// The folder of each target whose files are embedded, with those in its folders. The target
  /// excludes the folder in Package.swift.
  private static let folders = [
    "ReceiverService": "Page", "Scenarios": "Presets", "Campaigns": "Tuning/Python",
    "Reporting": "Page", "LiveTracking": "Page",
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let name = Self.folders[target.name] else { return [] }
    let output = context.pluginWorkDirectoryURL.appendingPathComponent("Text")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    let file = output.appendingPathComponent("PackageResources.swift")
    let source = Data(
      try source(of: target.directoryURL.appendingPathComponent(name)).utf8)
    // An unchanged file is not written again, because it would be compiled again.
    if (try? Data(contentsOf: file)) != source { try source.write(to: file) }
    return [
      .prebuildCommand(
        displayName: "Text in \(target.name)", executable: URL(fileURLWithPath: "/usr/bin/true"),
        arguments: [], outputFilesDirectory: output)
    ]
  }

  private func source(of folder: URL) throws -> String {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    let members = try names.compactMap { name -> String? in
      let file = folder.appendingPathComponent(name)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        return nil
      }
      let text = try String(contentsOf: file, encoding: .utf8)
      return "  static let \(member(file)): [UInt8] = Array(\(literal(text)).utf8)\n"
    }
    return "enum PackageResources {\n\(members.joined())}\n"
  }

  private func member(_ file: URL) -> String {
    String(file.lastPathComponent.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// Returns the text as a raw literal. No file has a line that ends such a literal.
  private func literal(_ text: String) -> String {
    let marks = String(repeating: "#", count: 8)
    return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
  }
}

extension Target {
  fileprivate var directoryURL: URL { URL(fileURLWithPath: "\(directory)") }
}
