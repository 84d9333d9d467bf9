import Geodesy
import Timekeeping
import TrackingEngine

extension TrackerSettings {
  /// Every setting that can affect results, resolved, as `name=value` in the order of listings.
  ///
  /// Secrets are left out: they never appear in a report.
  public var summary: [String] {
    Self.definitions.filter { !$0.isSecret }.map { "\($0.name)=\(text(of: $0.kind))" }
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
    case .optionalText(let path): self[keyPath: path] ?? "off"
    case .coordinate(let path):
      self[keyPath: path].map { "[\($0.latitude), \($0.longitude)]" } ?? "none"
    }
  }
}
