import Foundation
import PackagePlugin

/// The command that writes the commit that a build is made from.
///
/// It runs again if a source or git's log of commits has changed. It leaves an unchanged
/// file alone, so that nothing is compiled again.
enum ProgramCommit {
  static func command(_ context: PluginContext) -> Command {
    let folder = context.package.directoryURL
    let file = context.pluginWorkDirectoryURL.appendingPathComponent("ProgramCommit.swift")
    let script = folder.appendingPathComponent("Scripts/program-commit")
    let git = ["HEAD", "logs/HEAD"].map { folder.appendingPathComponent(".git/" + $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
    let sources = context.package.targets.compactMap { $0 as? any SourceModuleTarget }
      .filter { $0.directoryURL.path.hasPrefix(folder.path + "/Sources/") }
      .flatMap { $0.sourceFiles.map(\.url) }
    return .buildCommand(
      displayName: "Commit of the program", executable: URL(fileURLWithPath: "/bin/sh"),
      arguments: [script.path, folder.path, file.path],
      inputFiles: [script] + git + sources, outputFiles: [file])
  }
}
