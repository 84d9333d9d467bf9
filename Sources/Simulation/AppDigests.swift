import Cryptography
import Foundation
import Scenarios

extension TrackerChoice {
  /// The files that decide what the tracker's app does; empty for a preset.
  package var appFiles: [String] { appFile?.files ?? [] }

  private var appFile: AppFile? {
    if let app { return app }
    guard PresetLibrary.isPath(preset) else { return nil }
    return try? AppFile(ifApp: preset, location: location)
  }

  /// The files of the tracker's app with their SHA-256 digests, for the provenance of results.
  package var appDigests: [String] {
    guard let appFile else { return [] }
    return appFile.files.map { path in
      let digest =
        FileManager.default.contents(atPath: path).map { hexadecimal(sha256([UInt8]($0))) }
        ?? "unreadable"
      return "app \(name): \(appFile.name(ofFile: path)) SHA-256 \(digest)"
    }
  }
}
