import EventKernel
import Geodesy
import PhoneAPI
import Timekeeping
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Positions from Wi-Fi access points and cell sites.
///
/// Wi-Fi positions are available indoors and along town streets. They report 65 m in two of three
/// fixes, otherwise 35 or 165 m (STD-11, STD-18). Elsewhere the serving cell gives a position of
/// 1,414 m accuracy, or of whole kilometers (STD-12, STD-13, STD-18). Without a data connection the
/// phone cannot look up access points or cells. It then has only the area code of the network,
/// which covers tens of kilometers (STD-12). Indoors on the building's own Wi-Fi the phone always
/// receives an access point, so there is always a Wi-Fi position, of 35 or 65 m (STD-11).
///
/// The error belongs to the place: if the database has an access point at a position that is 40 m
/// wrong, every fix has this error. A phone that lies still therefore has a constant error and a
/// jitter of a few meters. This is so even if the reported radius is large, because the reported
/// radius is cautious. In recorded nights there is a scan every 300.5 s. After a scan the position
/// moves towards the scan's result, every 15 s by 62 % of the remaining distance. The first step is
/// 5 m in the median, and 0.65 fixes an hour are beyond 30 m (STD-19). In the model each scan has
/// its own jitter, which is smoothed. The error of each square of the map is drawn anew every 80
/// minutes, because access points come and go.
struct NetworkPositioning {
  enum Method: Sendable { case wifi, cell }

  /// The length of a square's side, in degrees of latitude: about 100 m. All Wi-Fi positions in one
  /// square of the map share an error.
  private static let squareDegrees = 0.001
  /// The standard deviation of the jitter on each axis [m]. Two scans are 8 m apart in the median,
  /// and the first step of 5 m is 62 % of that (STD-19). The value is 8 m ÷ √(2 ln 2) ÷ √2.
  private static let jitterMeters = 4.8
  static let scanSeconds = 300.5
  static let stepSeconds = 15.03
  /// The share of the distance to the newest scan's position that is left after each step.
  private static let stepRemainder = 0.38
  private static let epochSeconds: Int64 = 4800
  /// The length of a square's side, in degrees of latitude. One area code of the network covers one
  /// square.
  private static let areaDegrees = 0.5

  private let parameters: NetworkPositioningParameters
  /// Tells for each place if the location service knows its Wi-Fi; nil if the scenario does not say
  /// so. The index is the number of the place.
  private let isWifiKnown: [Bool?]
  private var reportedPlaces: Set<Int> = []
  private let presence: SeededRandom
  private let accuracies: SeededRandom
  private let errors: SeededRandom
  private let jitter: SeededRandom
  private let strays: StrayAccessPoints
  private let misses: SeededRandom
  /// The areas whose data the phone has downloaded, because its own database lacked them.
  private var fetched: Set<Int64> = []
  private var lastArea: Int64?

  init(parameters: NetworkPositioningParameters, places: [Place] = [], chance: SeededRandom) {
    let chance = chance.stream("network.position")
    self.parameters = parameters
    isWifiKnown = places.map(\.isWifiKnown)
    presence = chance.stream("presence")
    accuracies = chance.stream("accuracy")
    errors = chance.stream("error")
    jitter = chance.stream("jitter")
    strays = StrayAccessPoints(parameters: parameters, chance: chance)
    misses = chance.stream("miss")
  }

  /// Returns the positioning method that is available at this place; nil without a network.
  func method(span: Span, at coordinate: Coordinate, scansWiFi: Bool = true) -> Method? {
    guard span.network != .none else { return nil }
    guard scansWiFi else { return .cell }
    if let place = span.place, isWifiKnown.indices.contains(place), let known = isWifiKnown[place] {
      return known ? .wifi : .cell
    }
    let share =
      switch span.sky {
      case .indoors: span.network == .wifi ? 1 : 0.98
      case .urban: 0.9
      case .open: span.network == .poorCellular ? 0.1 : 0.5
      case .none: 0.0
      }
    return presence.happens(withProbability: share, at: square(coordinate)) ? .wifi : .cell
  }

  /// Returns true at the first call for a place whose Wi-Fi the location service does not know, so
  /// that the timeline shows this once for each place.
  mutating func isUnknownFirst(at place: Int) -> Bool { reportedPlaces.insert(place).inserted }

  /// Returns a network position with its error.
  /// - Parameters:
  ///   - cell: the serving cell, which determines the error of a cell position.
  ///   - isJoined: true if the phone has joined the Wi-Fi of the building that it is in.
  ///   - isOnWake: true for a service that wakes apps, false for a session of updates.
  ///   - restBegan: the time at which a session for fine positions began to rest. The error stays
  ///     as it was at that time.
  func fix(
    _ truth: TruePosition, method: Method, cell: Int64, isOnTrain: Bool, isJoined: Bool,
    isOnWake: Bool, restBegan: Instant? = nil, scale: LocalScale, at now: Instant
  ) -> Location {
    let place = method == .wifi ? square(truth.coordinate) : cell
    let accuracy =
      method == .wifi
      ? wifiAccuracyMeters(place, isJoined: isJoined) : cellAccuracyMeters(cell, isOnWake)
    // The accuracy of a cell is nominal: the error is nearly always below it.
    let share = method == .wifi ? parameters.wifiErrorShare : parameters.cellErrorShare
    let sigma = accuracy / 1.51 * share
    let epoch = floorDivide((restBegan ?? now).wholeSeconds, Self.epochSeconds)
    let (east, north) = errors.stream(Int(place)).normalPair(at: method == .wifi ? epoch : 0)
    let (eastJitter, northJitter) = smoothedJitter(at: now)
    let stray =
      method == .wifi
      ? strays.displacement(square: place, isOnTrain: isOnTrain, at: now) : nil
    return Location(
      coordinate: scale.coordinate(
        truth.coordinate,
        moved: Displacement(
          eastMeters: sigma * east + Self.jitterMeters * eastJitter + (stray?.eastMeters ?? 0),
          northMeters: sigma * north + Self.jitterMeters * northJitter + (stray?.northMeters ?? 0))),
      altitudeMeters: Double(truth.altitudeMeters), horizontalAccuracyMeters: accuracy,
      verticalAccuracyMeters: method == .wifi ? 20 : -1, timestamp: now)
  }

  /// Returns the number of the newest scan at this time.
  static func scan(at now: Instant) -> Int64 {
    Int64((Double(now.nanoseconds) * 1e-9 / scanSeconds).rounded(.down))
  }

  static func secondsSinceScan(at now: Instant) -> Double {
    Double(now.nanoseconds) * 1e-9 - Double(scan(at: now)) * scanSeconds
  }

  /// Returns the jitter, which moves in steps from the previous scan's error to the newest scan's
  /// error.
  private func smoothedJitter(at now: Instant) -> (Double, Double) {
    let scan = Self.scan(at: now)
    let step = (Self.secondsSinceScan(at: now) / Self.stepSeconds).rounded(.down) + 1
    let (east, north) = jitter.normalPair(at: scan)
    guard step < 12 else { return (east, north) }
    let (eastBefore, northBefore) = jitter.normalPair(at: scan - 1)
    let left = pow(Self.stepRemainder, step)
    return (east + (eastBefore - east) * left, north + (northBefore - north) * left)
  }

  /// Returns a position from the network's area code, which the phone looks up in its own database.
  /// Its accuracy is 10 to 50 km (STD-12).
  func areaFix(_ truth: TruePosition, scale: LocalScale, at now: Instant) -> Location {
    let area = square(truth.coordinate, degrees: Self.areaDegrees)
    let accuracy = accuracies.stream("area").uniform(in: 10_000...50_000, at: area).rounded()
    let (east, north) = errors.stream("area").normalPair(at: area)
    let sigma = accuracy / 1.51
    return Location(
      coordinate: scale.coordinate(
        truth.coordinate,
        moved: Displacement(eastMeters: sigma * east, northMeters: sigma * north)),
      horizontalAccuracyMeters: accuracy, timestamp: now)
  }

  /// Returns the accuracy of a cell position [m]. It is the typical value for a wake-up and in most
  /// cells, and whole kilometers in the other cells. The share of these other cells is a judgement
  /// without a source.
  private func cellAccuracyMeters(_ cell: Int64, _ isOnWake: Bool) -> Double {
    let nominal = parameters.cellAccuracyMeters
    if isOnWake || nominal < 1000 { return nominal }
    let share = accuracies.stream("cell").uniform(at: cell)
    return share < 0.6 ? nominal : share < 0.8 ? 1000 : share < 0.95 ? 2000 : 3000
  }

  private func wifiAccuracyMeters(_ place: Int64, isJoined: Bool) -> Double {
    let share = accuracies.uniform(at: place)
    return share < 0.67 ? 65 : share < 0.85 ? 35 : isJoined ? 65 : 165
  }

  /// Returns true if the phone has to request data for this area from a server (POS-7, POS-8). Once
  /// a day, the phone requests each area that its own database lacks. The place alone decides if
  /// the database lacks an area.
  mutating func mustLookUp(at coordinate: Coordinate) -> Bool {
    let area = square(coordinate, degrees: 10 * Self.squareDegrees)
    guard area != lastArea else { return false }
    lastArea = area
    return misses.happens(withProbability: parameters.cacheMissShare, at: area)
      && fetched.insert(area).inserted
  }

  private func square(_ coordinate: Coordinate, degrees: Double = squareDegrees) -> Int64 {
    let row = Int64((coordinate.latitude / degrees).rounded(.down))
    let column = Int64((coordinate.longitude / degrees).rounded(.down))
    return row &* 1_000_003 &+ column
  }
}
