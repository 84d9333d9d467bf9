import Foundation
import PackagePlugin

/// The versions of the packages that a build uses.
///
/// `Package.swift` has ranges of versions, from which the package manager chooses. No file of the
/// repository holds the choice, so only a build can record it.
enum PackageVersions {
  static func source(for root: Package) -> GeneratedFile {
    let rows = root.dependencies.map(\.package).map { package in
      "  (name: \(literal(package.displayName)), version: \(literal(version(of: package)))),\n"
    }
    return GeneratedFile(
      name: "PackageVersions.swift",
      text: """
        /// The packages of this build, as the package manager chose them.
        let packageVersions: [(name: String, version: String)] = [
        \(rows.sorted().joined())]

        """)
  }

  private static func version(of package: Package) -> String {
    switch package.origin {
    case .repository(_, let version, _), .registry(_, let version): version
    case .root, .local: "local"
    @unknown default: "unknown"
    }
  }

  private static func literal(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter {
      $0.isASCII && $0.value >= 32 && $0 != "\"" && $0 != "\\"
    }
    return "\"" + String(String.UnicodeScalarView(scalars)) + "\""
  }
}
