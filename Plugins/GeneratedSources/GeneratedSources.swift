import Foundation
import PackagePlugin

/// Writes the Swift files of a build that depend on more than this repository's Swift files: texts,
/// libraries of pages, the versions of packages, the commit.
@main
struct GeneratedSources: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    switch target.name {
    case "WebLibraries":
      try [write(WebLibrary.all.map(\.source), in: context, as: "Libraries of pages")]
    case "OdographCommand":
      try [
        write(
          [PackageVersions.source(for: context.package)], in: context, as: "Versions of packages"),
        ProgramCommit.command(context),
      ]
    default:
      try [
        write([EmbeddedText.source(for: target)], in: context, as: "Text in \(target.name)")
      ]
    }
  }

  /// Writes the files, and returns the command that adds them to the target.
  private func write(
    _ files: [GeneratedFile], in context: PluginContext, as displayName: String
  ) throws -> Command {
    let folder = context.pluginWorkDirectoryURL.appendingPathComponent("Sources")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files { try file.write(in: folder) }
    return .prebuildCommand(
      displayName: displayName, executable: URL(fileURLWithPath: "/usr/bin/true"), arguments: [],
      outputFilesDirectory: folder)
  }
}

/// A Swift file that a build generates.
struct GeneratedFile {
  var name: String
  var text: String

  /// Writes the file, unless it has this text already: a file that is written is compiled again.
  func write(in folder: URL) throws {
    let file = folder.appendingPathComponent(name)
    let data = Data(text.utf8)
    if (try? Data(contentsOf: file)) != data { try data.write(to: file) }
  }

  /// Returns the text as a raw string literal. The text must not have a line that ends such a
  /// literal: three quotes and eight number signs.
  static func literal(_ text: String) -> String {
    let marks = String(repeating: "#", count: 8)
    return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
  }
}
