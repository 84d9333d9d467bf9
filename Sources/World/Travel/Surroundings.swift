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
    return network(inPatch: patches.servingCell(at: coordinate))
  }

  private func network(inPatch patch: Int64) -> NetworkAvailability {
    poorness.happens(withProbability: Surroundings.poorShare, at: patch)
      ? .poorCellular : .cellular
  }

  /// The network along a route in the rural area.
  ///
  /// Once a patch is found, the route's next points are in it for some time, and are not looked up.
  struct RuralReception {
    let surroundings: Surroundings
    private var neighborhood = CellGrid.Neighborhood()
    private var network = NetworkAvailability.cellular
    private var endMeters = -1.0

    init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    /// Returns the network at a point of the route. Points come in order of distance.
    mutating func network(
      atMeters distance: Double, _ coordinate: () -> Coordinate
    ) -> NetworkAvailability {
      if distance >= endMeters {
        let (patch, reach) = surroundings.patches.servingCell(
          at: coordinate(), in: &neighborhood)
        network = surroundings.network(inPatch: patch)
        endMeters = distance + reach
      }
      return network
    }
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
    var vertex = 0
    var reception = Surroundings.RuralReception(surroundings)
    let isRural =
      area == .rural || !isAreaGiven && route.pieces.contains { $0.way.area == .rural }
    var last: Section?
    for meters in RouteSections.candidates(route, isRural: isRural, tunnels: tunnels) {
      piece = route.piece(atMeters: meters, after: piece)
      // Not the whole way, whose strings would be copied.
      let isTunnel =
        piece.map { route.pieces[$0].way.isTunnel } == true
        || tunnels.contains { $0.lowerBound <= meters && meters < $0.upperBound }
      let wayArea = isAreaGiven ? area : piece.flatMap { route.pieces[$0].way.area }
      let area = wayArea ?? last?.area ?? area
      var network = isTunnel || mode == .flying ? NetworkAvailability.none : .cellular
      if network == .cellular, area == .rural {
        network = reception.network(atMeters: meters) {
          vertex = route.vertex(beforeMeters: meters, after: vertex)
          return route.coordinate(atMeters: meters, after: vertex)
        }
      }
      let waySky = isTunnel ? SkyView.none : piece.flatMap { route.pieces[$0].way.sky }
      let section = Section(
        startMeters: meters, isTunnel: isTunnel, area: area,
        sky: waySky ?? Surroundings.sky(mode, in: area), network: network)
      if let last, last.continues(with: section) { continue }
      sections.append(section)
      last = section
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
  ) -> [Double] {
    var distances = [0.0]
    if isRural { distances.reserveCapacity(Int(route.lengthMeters / Surroundings.stepMeters) + 1) }
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
    return distances
  }
}
