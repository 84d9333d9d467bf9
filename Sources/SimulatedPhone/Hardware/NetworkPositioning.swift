import EventKernel
import Geodesy
import PhoneAPI
import PhoneProfiles
import Timekeeping
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Positions from Wi-Fi access points and cell sites.
///
/// Wi-Fi positions are available indoors and along town streets. Two of three Wi-Fi positions
/// report an accuracy of 65 m, the others 35 or 165 m (STD-11, STD-18). Indoors on the building's
/// own Wi-Fi, there is always a Wi-Fi position, with an accuracy of 35 or 65 m (STD-11). Elsewhere
/// the serving cell gives a position with an accuracy of 1,414 m or of whole kilometers (STD-12,
/// STD-13, STD-18). Without a data connection, the phone cannot look up access points or cells. The
/// phone then has only the area code of the network, which covers tens of kilometers (STD-12).
///
/// All Wi-Fi positions at one place share an error. For example, if the database has an access
/// point at a wrong position, every fix there is wrong in the same direction. A phone that lies
/// still therefore has a constant error and a jitter of a few meters. The reported radius can be
/// much larger than the error, because the radius is cautious. The model divides the map into
/// squares, each with its own error. Each error is drawn again every 80 minutes, because access
/// points come and go.
///
/// In recorded nights, the phone scans every 300.5 s. After each scan, the position moves towards
/// the scan's result, in steps of 15 s. A step covers 62 % of the remaining distance. The median
/// length of the first step is 5 m, and 0.65 fixes an hour pass a distance filter of 30 m (STD-19).
/// In the model, each scan has its own jitter. The jitter moves from the previous scan's value to
/// the newest scan's value in the same steps.
///
/// The phone has one. It is a class, because a call would copy the fields of a struct that the
/// phone may change.
final class NetworkPositioning {
  enum Method: Sendable { case wifi, cell }

  /// The length of a square's side, in degrees of latitude: about 100 m. All Wi-Fi positions in one
  /// square of the map share an error.
  private static let squareDegrees = 0.001
  /// The standard deviation σ of the jitter on each axis [m].
  ///
  /// In recordings, the first step after a scan has a median length of 5 m (STD-19). This step
  /// covers 62 % of the distance between the positions of two scans. The median of that distance is
  /// therefore 8 m. The distance has a Rayleigh distribution with the median σ·√2·√(2 ln 2), so σ
  /// is 4.8 m.
  private static let jitterMeters = 4.8
  static let scanSeconds = 300.5
  static let stepSeconds = 15.03
  /// The factor by which each step shrinks the distance to the position of the newest scan.
  private static let stepRemainder = 0.38
  private static let epochSeconds: Int64 = 4800
  /// The length of a square's side, in degrees of latitude. One area code of the network covers one
  /// square.
  private static let areaDegrees = 0.5

  private let parameters: NetworkPositioningParameters
  /// The scenario's Wi-Fi setting for each place, by the number of the place. It is true if the
  /// location service knows the access points of the place, and false if it does not. It is nil if
  /// the scenario does not set it.
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
  func isUnknownFirst(at place: Int) -> Bool { reportedPlaces.insert(place).inserted }

  /// Returns a network position with its error.
  /// - Parameters:
  ///   - cell: the serving cell, which determines the error of a cell position.
  ///   - isJoined: true if the phone has joined the Wi-Fi of the building that it is in.
  ///   - isOnWake: true for a service that wakes apps, false for a session of updates.
  ///   - restBegan: the instant from which fixes are rare, because the phone lies still; nil if
  ///     fixes are not rare. While fixes are rare, the error of a place is not drawn again.
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

  /// Returns the reported accuracy of a cell position [m].
  ///
  /// For a wake-up, it is the model's typical value. For a session of updates, most cells have the
  /// typical value, and the other cells have 1, 2 or 3 km. If the typical value is below 1 km, all
  /// cells have it. The shares of the cells are a judgment without a source.
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

  /// Returns true if the phone has to request data for this area from a server (POS-7, POS-8).
  ///
  /// The phone's own database lacks some areas, which are drawn at random for each area. The phone
  /// requests each of these areas only once.
  func mustLookUp(at coordinate: Coordinate) -> Bool {
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
