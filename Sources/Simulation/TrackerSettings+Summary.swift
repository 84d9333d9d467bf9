import Foundation
import Geodesy
import Synchronization
import Timekeeping
import TrackingEngine

extension TrackerSettings {
  /// The value of every setting that can affect results, as `name=value` in the order of listings.
  ///
  /// Secrets are left out: they never appear in a report.
  package var summary: [String] {
    Self.latest.withLock { latest in
      if let known = latest.first(where: { $0.settings == self }) { return known.texts }
      let texts = Self.definitions.filter { !$0.isSecret }
        .map { "\($0.name)=\(text(of: $0.kind))" }
      if latest.count >= Self.latestMax { latest.removeFirst() }
      latest.append((self, texts))
      return texts
    }
  }

  /// The settings of the latest summaries. The days of a comparison have the settings of its
  /// trackers in turn, and writing a summary takes as long as forty windows of motion sensing.
  private static let latest = Mutex<[(settings: TrackerSettings, texts: [String])]>([])
  private static let latestMax = 32

  /// Returns an address with only its scheme, host and path, since the rest may contain names and
  /// tokens.
  private func withoutCredentials(_ text: String) -> String {
    guard text.contains("://"), var address = URLComponents(string: text) else { return text }
    address.user = nil
    address.password = nil
    address.query = nil
    address.fragment = nil
    return address.string ?? "(an address)"
  }

  private func text(of kind: SettingDefinition.Kind) -> String {
    switch kind {
    case .toggle(let path): "\(self[keyPath: path])"
    case .meters(let path): "\(self[keyPath: path]) m"
    case .optionalMeters(let path): self[keyPath: path].map { "\($0) m" } ?? "off"
    case .duration(let path): "\(self[keyPath: path])"
    case .optionalDuration(let path): self[keyPath: path].map { "\($0)" } ?? "off"
    case .count(let path): "\(self[keyPath: path])"
    case .choice(_, let get, _): get(self)
    case .text(let path): self[keyPath: path]
    case .optionalText(let path): self[keyPath: path].map(withoutCredentials) ?? "off"
    case .coordinate(let path):
      self[keyPath: path].map { "[\($0.latitude), \($0.longitude)]" } ?? "none"
    }
  }
}
