import Documents
import Geodesy
import Text

/// The move of a persona's scenario from the places of its file to places of a map.
///
/// Routes lead along the map's ways, so `via` is left out. A round trip keeps its points: they move
/// with its start.
struct StudyRelocation {
  /// The old positions of named places.
  let places: [String: Coordinate]
  /// The new position of each old one.
  let moves: [Coordinate: Coordinate]
  /// The old position of home, by which positions without a place of their own move.
  let home: Coordinate?

  /// Returns the node with each position replaced by its new one.
  func placed(_ node: SourceNode) -> SourceNode { placed(node, from: home) }

  /// - Parameter anchor: the old position by which positions without a place of their own move.
  private func placed(_ node: SourceNode, from anchor: Coordinate?) -> SourceNode {
    var placed = node
    switch node.content {
    case .text: break
    case .list(let elements):
      if let old = try? node.coordinate() {
        guard let new = position(of: old, from: anchor) else { break }
        placed = node.with(new)
      } else {
        placed.content = .list(legs(elements, from: anchor))
      }
    case .mapping(let entries):
      placed.content = .mapping(
        entries.map { entry in
          var entry = entry
          entry.value = self.placed(entry.value, from: anchor)
          return entry
        })
    }
    return placed
  }

  /// Returns legs in order. A leg is a round trip if it leads to the end of the leg before. The
  /// first leg of a list begins at home.
  private func legs(_ elements: [SourceNode], from anchor: Coordinate?) -> [SourceNode] {
    var here = home
    return elements.map { element in
      guard case .mapping(let entries) = element.content,
        let target = target(of: entries)
      else { return placed(element, from: anchor) }
      defer { here = target }
      var leg = element
      if target != here { leg.content = .mapping(entries.filter { $0.key != "via" }) }
      return placed(leg, from: target)
    }
  }

  /// Returns the old position to which a leg leads; nil if the node is no leg.
  private func target(of entries: [SourceEntry]) -> Coordinate? {
    guard let action = entries.first(where: { ScenarioKeys.legActions.names.contains($0.key) })
    else { return nil }
    if case .text(let name, _) = action.value.content { return places[name] }
    return try? action.value.coordinate()
  }

  private func position(of old: Coordinate, from anchor: Coordinate?) -> Coordinate? {
    if let new = moves[old] { return new }
    guard let anchor, let new = moves[anchor] else { return nil }
    return Coordinate(
      latitude: ((old.latitude + new.latitude - anchor.latitude) * 1e6).rounded() / 1e6,
      longitude: ((old.longitude + new.longitude - anchor.longitude) * 1e6).rounded() / 1e6)
  }
}
