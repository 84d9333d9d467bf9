import Geodesy
import Timekeeping
import World

/// Computes `gateRecall` and `gateLeadTimeSeconds`: how often and how early the tracker asks a gate
/// to open for the arriving person.
///
///     recall = arrivals with a request to open the gate during the approach ÷ arrivals
///     lead time = mean of arrival minus the first such request
///
/// The gate, such as that of a yard, opens when the server receives a request. An approach begins
/// when the person enters the ring around the gate. The approach becomes an arrival if the person
/// comes within `gateArrivalMeters` of the gate. Both measures are null without a gate.
struct GateArrivals {
  private let gate: Coordinate?
  private let ringMeters: Double
  private let arrivalMeters: Double
  private var requests: [Instant] = []
  private var counts = (arrivals: 0, opened: 0)
  private var leadSeconds = 0.0

  init(options: EvaluationOptions) {
    gate = options.gate
    ringMeters = options.gateRingMeters
    arrivalMeters = options.gateArrivalMeters
  }

  mutating func asked(at time: Instant) { requests.append(time) }

  mutating func endSegment(_ segment: Interval, world: World) {
    guard let gate else { return }
    let ring = Circle(center: gate, radiusMeters: ringMeters)
      .crossings(in: segment, world: world)
    let arrivals = Circle(center: gate, radiusMeters: arrivalMeters)
      .crossings(in: segment, world: world).filter(\.isEntry)
    for (index, approach) in ring.enumerated() where approach.isEntry {
      // After unknown truth, the next crossing may be an entry too.
      let end = ring.dropFirst(index + 1).first?.time ?? segment.end
      let arrival = arrivals.first { $0.time >= approach.time && $0.time <= end }
      if let arrival { judge(approach: approach.time, arrival: arrival.time) }
    }
    requests = []
  }

  private mutating func judge(approach: Instant, arrival: Instant) {
    counts.arrivals += 1
    // With position errors, a request may come a little before the person truly reaches the ring.
    let earliest = approach - .seconds(10 as Int64)
    guard let request = requests.first(where: { $0 >= earliest && $0 <= arrival }) else { return }
    counts.opened += 1
    leadSeconds += (arrival - request).seconds
  }

  func report(into coverage: inout CoverageReport) {
    guard gate != nil else { return }
    coverage.gateRecall = share(counts.opened, of: counts.arrivals)
    if counts.opened > 0 { coverage.gateLeadTimeSeconds = leadSeconds / Double(counts.opened) }
  }
}
