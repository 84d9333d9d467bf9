import EventKernel
import Geodesy

/// The rules for the sky view and the network at a position: indoors, in the street, in a vehicle.
///
/// The rules are estimates:
///
/// - The sky view is `indoors` in buildings and airplanes, `urban` in city streets and trains,
///   `none` in tunnels, and `open` at all other positions. A phone by a window sees a part of the
///   sky, and has the sky view of a train: `urban`.
/// - The phone uses Wi-Fi at places that have Wi-Fi. In tunnels and airplanes it has no network. At
///   all other positions it uses the cellular network.
/// - The cellular network is poor in a fifth of the rural area. The poor patches, of some 4 km, are
///   drawn from the seed. They depend only on the position, so each journey meets the same patches.
struct Surroundings {
  private let patches: CellGrid
  private let poorness: SeededRandom
  static let poorShare = 0.2
  /// The distance in meters between the points of a route at which the reception is determined.
  static let stepMeters = 200.0

  init(chance: SeededRandom) {
    patches = CellGrid(
      spacingMeters: CellLayout.spacingMeters(.rural), chance: chance.stream("reception"))
    poorness = chance.stream("reception.poor")
  }

  func network(at coordinate: Coordinate, in area: AreaClass) -> NetworkAvailability {
    guard case .rural = area else { return .cellular }
    let patch = patches.servingCell(at: coordinate)
    return poorness.happens(withProbability: Surroundings.poorShare, at: patch)
      ? .poorCellular : .cellular
  }

  static func sky(_ mode: MotionMode, in area: AreaClass) -> SkyView {
    switch mode {
    case .flying: .indoors
    case .train: .urban
    case .still, .walking, .running, .cycling, .automotive:
      area.pick(urban: .urban, suburban: .open, rural: .open)
    }
  }

  /// Returns the circumstances of a stay at a named place, or outdoors at a coordinate without a
  /// name.
  func still(
    at coordinate: Coordinate, place index: Int?, of places: [Place], in area: AreaClass,
    carried: Carrying
  ) -> Circumstances {
    let place = index.map { places[$0] }
    let isIndoors = place?.isIndoors ?? false
    return Circumstances(
      mode: .still, place: index, isIndoors: isIndoors, area: area,
      sky: Surroundings.sky(at: place, in: area),
      network: place?.wifiName == nil ? network(at: coordinate, in: area) : .wifi,
      carried: carried)
  }

  private static func sky(at place: Place?, in area: AreaClass) -> SkyView {
    guard let place, place.isIndoors else { return sky(.still, in: area) }
    return place.hasWindow ? .urban : .indoors
  }

  /// Returns the circumstances of a move at a coordinate, inside or outside a tunnel.
  func moving(
    _ mode: MotionMode, at coordinate: Coordinate, in area: AreaClass, isTunnel: Bool,
    carried: Carrying
  ) -> Circumstances {
    let sky = isTunnel ? SkyView.none : Surroundings.sky(mode, in: area)
    let isOffline = isTunnel || mode == .flying
    return Circumstances(
      mode: mode, area: area, sky: sky,
      network: isOffline ? .none : network(at: coordinate, in: area),
      carried: carried)
  }
}

/// The sections of one route. Within a section the circumstances are constant.
struct RouteSections {
  struct Section {
    var startMeters: Double
    var isTunnel: Bool
    var area: AreaClass
    var sky: SkyView
    var network: NetworkAvailability

    fileprivate func continues(with next: Section) -> Bool {
      isTunnel == next.isTunnel && area == next.area && sky == next.sky && network == next.network
    }
  }

  /// The sections in order of distance; the first section begins at 0. Neighboring sections differ.
  private(set) var sections: [Section] = []

  var borders: [Double] { sections.dropFirst().map(\.startMeters) }

  /// - Parameter isAreaGiven: true if the scenario gives the area of the leg, which then replaces
  ///   the map's.
  init(
    of route: Route, mode: MotionMode, area: AreaClass, isAreaGiven: Bool,
    tunnels: [ClosedRange<Double>], surroundings: Surroundings
  ) {
    var piece: Int?
    let isRural =
      area == .rural || !isAreaGiven && route.pieces.contains { $0.way.area == .rural }
    for distance in RouteSections.candidates(route, isRural: isRural, tunnels: tunnels) {
      piece = route.piece(atMeters: distance.meters, after: piece)
      let way = piece.map { route.pieces[$0].way }
      let isTunnel =
        way?.isTunnel == true
        || tunnels.contains { $0.lowerBound <= distance.meters && distance.meters < $0.upperBound }
      let circumstances = surroundings.moving(
        mode, at: distance.coordinate,
        in: isAreaGiven ? area : way?.area ?? sections.last?.area ?? area,
        isTunnel: isTunnel, carried: .pocket)
      let section = Section(
        startMeters: distance.meters, isTunnel: isTunnel, area: circumstances.area,
        sky: isTunnel ? .none : way?.sky ?? circumstances.sky, network: circumstances.network)
      if let last = sections.last, last.continues(with: section) { continue }
      sections.append(section)
    }
  }

  /// Returns the index of the section at a distance along the route. The search begins at `index`.
  func index(atMeters distance: Double, after index: Int) -> Int {
    var index = index
    while index + 1 < sections.count, sections[index + 1].startMeters <= distance { index += 1 }
    return index
  }

  private static func candidates(
    _ route: Route, isRural: Bool, tunnels: [ClosedRange<Double>]
  ) -> [(meters: Double, coordinate: Coordinate)] {
    var distances = [0.0]
    for tunnel in tunnels {
      for border in [tunnel.lowerBound, tunnel.upperBound]
      where border > 0 && border < route.lengthMeters { distances.append(border) }
    }
    for piece in route.pieces where piece.startMeters > 0 && piece.startMeters < route.lengthMeters
    {
      distances.append(piece.startMeters)
    }
    if isRural {
      var distance = Surroundings.stepMeters
      while distance < route.lengthMeters {
        distances.append(distance)
        distance += Surroundings.stepMeters
      }
    }
    distances.sort()
    var vertex = 0
    return distances.map { distance in
      while vertex + 2 < route.vertices.count,
        route.vertices[vertex + 1].distanceMeters <= distance
      { vertex += 1 }
      return (distance, route.coordinate(atMeters: distance, after: vertex))
    }
  }
}
