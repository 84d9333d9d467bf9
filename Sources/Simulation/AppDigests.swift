import Cryptography
import Foundation
import Scenarios

extension TrackerChoice {
  /// The files that decide what the tracker's app does; empty for a preset.
  package var appFiles: [String] {
    if let app { return app.files }
    guard PresetLibrary.isPath(preset) else { return [] }
    return (try? AppFile(ifApp: preset, location: location))?.files ?? []
  }

  /// The files of the tracker's app with their SHA-256 digests, for the provenance of results.
  package var appDigests: [String] {
    appFiles.map { path in
      let digest =
        FileManager.default.contents(atPath: path).map { hexadecimal(sha256([UInt8]($0))) }
        ?? "unreadable"
      return "app \(name): \(URL(fileURLWithPath: path).lastPathComponent) SHA-256 \(digest)"
    }
  }
}
