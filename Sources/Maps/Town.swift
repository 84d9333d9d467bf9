import EventKernel
import Geodesy
import Text
import World

/// The places of a map at which people live, work, learn, shop and meet.
package struct Town: Sendable {
  /// The use of a place, by its name in a scenario.
  enum Use: CaseIterable {
    case home, school, shop, food, leisure, work

    /// The words that a place's name may have. A name without any of them is a place of work.
    private var words: [String] {
      switch self {
      case .home: ["home", "flat", "friend", "parent", "partner"]
      case .school: ["school", "campus", "university", "college", "library", "kindergarten"]
      case .shop: ["shop", "store", "market", "pharmacy", "bakery", "mall"]
      case .food: ["lunch", "cafe", "restaurant", "diner", "bar", "pub"]
      case .leisure: ["gym", "sport", "park", "cinema", "church", "club"]
      case .work: []
      }
    }

    init(name: String) {
      let name = name.lowercased()
      self = Use.allCases.first { $0.words.contains { name.contains($0) } } ?? .work
    }

    /// Returns true if an object of the map has this use. The text is a tag such as "shop=bakery".
    fileprivate func fits(_ tag: String) -> Bool {
      let parts = tag.split(separator: "=").map(String.init)
      guard parts.count == 2 else { return false }
      switch self {
      case .home: return false
      case .school:
        return ["school", "university", "college", "kindergarten", "library"].contains(parts[1])
      case .shop: return parts[0] == "shop" || parts[1] == "pharmacy"
      case .food:
        return ["restaurant", "cafe", "fast_food", "pub", "bar", "biergarten"].contains(parts[1])
      case .leisure:
        return ["place_of_worship", "cinema", "theatre", "nightclub"].contains(parts[1])
          || parts[1].hasPrefix("community_")
      case .work: return ["office", "shop", "amenity"].contains(parts[0])
      }
    }
  }

  /// A place is drawn from this many whose distance from its anchor is nearest to the plan's.
  private static let choices = 12
  /// With fewer buildings than this for a use, the middles of residential streets stand for them.
  private static let fewest = 30
  private static let workBuildings: Set<String> = [
    "commercial", "industrial", "office", "retail", "warehouse", "public", "civic", "hospital",
  ]
  private static let homeBuildings: Set<String> = [
    "yes", "house", "residential", "apartments", "detached", "terrace", "semidetached_house",
    "farm",
  ]

  private var positions: [Use: [Coordinate]] = [:]

  init(_ objects: MapObjects) {
    for use in Use.allCases {
      positions[use] = objects.named.filter { $0.use.map(use.fits) ?? false }.map(\.coordinate)
    }
    for building in objects.buildings {
      let middle = Coordinate(
        latitude: (building.box.south + building.box.north) / 2,
        longitude: (building.box.west + building.box.east) / 2)
      if Town.homeBuildings.contains(building.kind) { positions[.home, default: []].append(middle) }
      if Town.workBuildings.contains(building.kind) { positions[.work, default: []].append(middle) }
    }
    let streets = objects.ways.filter { $0.kind == "residential" }
      .map { $0.points[$0.points.count / 2] }
    for use in Use.allCases where positions[use, default: []].count < Town.fewest {
      positions[use, default: []] += streets
    }
    for use in Use.allCases { positions[use] = positions[use, default: []].map(\.rounded) }
  }

  /// Draws a place.
  ///
  /// - Parameters:
  ///   - name: the place's name in the scenario, which says what it is.
  ///   - anchor: a place of the participant, and the distance from it by the plan; nil for home.
  ///   - taken: positions that are not drawn again.
  /// - Returns: the position; nil if the map has none.
  package func place(
    _ name: String, from anchor: (position: Coordinate, meters: Double)?,
    besides taken: [Coordinate], chance: SeededRandom
  ) -> Coordinate? {
    let all = positions[anchor == nil ? .home : Use(name: name), default: []]
      .filter { !taken.contains($0) }
    guard !all.isEmpty else { return nil }
    guard let anchor else { return all[chance.index(below: all.count)] }
    let byError = all.map { (abs($0.distanceMeters(to: anchor.position) - anchor.meters), $0) }
      .enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .prefix(Town.choices).map(\.element)
    // With few places of a use in the town, only those about as near as the nearest are drawn.
    let errorMax = byError[0].0 + max(250, anchor.meters / 4)
    let nearest = byError.filter { $0.0 <= errorMax }.map(\.1)
    return nearest[chance.index(below: nearest.count)]
  }
}

extension SeededRandom {
  fileprivate func index(below count: Int) -> Int {
    min(count - 1, Int(uniform(in: 0...1, at: 0) * Double(count)))
  }
}
