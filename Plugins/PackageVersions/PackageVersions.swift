import Foundation
import PackagePlugin

/// Writes the versions of the packages that a build uses into a Swift file of that build.
///
/// `Package.swift` has ranges of versions, from which the package manager chooses. No file of the
/// repository holds the choice, so only this plugin can record it.
@main
struct PackageVersions: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.pluginWorkDirectoryURL.appendingPathComponent("Versions")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("PackageVersions.swift")
    let source = Data(source(of: context.package.dependencies.map(\.package)).utf8)
    // An unchanged file is not written again, because it would be compiled again.
    if (try? Data(contentsOf: file)) != source { try source.write(to: file) }
    return [
      .prebuildCommand(
        displayName: "Versions of packages", executable: URL(fileURLWithPath: "/usr/bin/true"),
        arguments: [], outputFilesDirectory: folder)
    ]
  }

  private func source(of packages: [Package]) -> String {
    let rows = packages.map { package in
      "  (name: \(literal(package.displayName)), version: \(literal(version(of: package)))),\n"
    }
    return """
      /// The packages of this build, as the package manager chose them.
      let packageVersions: [(name: String, version: String)] = [
      \(rows.sorted().joined())]

      """
  }

  private func version(of package: Package) -> String {
    switch package.origin {
    case .repository(_, let version, _), .registry(_, let version): version
    case .root, .local: "local"
    @unknown default: "unknown"
    }
  }

  private func literal(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter {
      $0.isASCII && $0.value >= 32 && $0 != "\"" && $0 != "\\"
    }
    return "\"" + String(String.UnicodeScalarView(scalars)) + "\""
  }
}
