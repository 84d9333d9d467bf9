import Timekeeping
import World

/// Computes `geofenceRecall`, `geofencePrecision` and `geofenceDelaySeconds`: the crossings that a
/// tracker reported, compared with the person's true crossings.
///
///     recall = true crossings that were reported ÷ true ones   precision = matched ÷ reported ones
///     delay = mean of reported minus true time of matched ones
///
/// A reported crossing is matched with the first unmatched true crossing of its direction that is
/// at most `geofenceDelayMax` before the report. A report may also come before the true crossing,
/// if position errors can explain the difference. True crossings refer to the fence that the
/// tracker had set at that time. Null without a fence.
struct GeofenceMatching {
  private let delayMax: TimeSpan
  private let earlinessMax = TimeSpan.minutes(1)
  private var fences: [(from: Instant, circle: Circle?)] = []
  private var reported: [Crossing] = []
  private var hasFence = false
  private var counts = (truth: 0, reported: 0, matched: 0)
  private var delaySeconds = 0.0

  init(options: EvaluationOptions) { delayMax = options.geofenceDelayMax }

  mutating func fence(is circle: Circle?, at time: Instant) {
    if circle != nil { hasFence = true }
    if fences.last?.circle != circle { fences.append((time, circle)) }
  }

  mutating func reported(isEntry: Bool, at time: Instant) {
    reported.append(Crossing(isEntry: isEntry, time: time))
  }

  mutating func endSegment(_ segment: Interval, world: World) {
    for isEntry in [true, false] {
      match(
        trueCrossings(in: segment, world: world).filter { $0.isEntry == isEntry }.map(\.time),
        reported.filter { $0.isEntry == isEntry }.map(\.time))
    }
    fences = []
    reported = []
  }

  private func trueCrossings(in segment: Interval, world: World) -> [Crossing] {
    fences.indices.flatMap { index -> [Crossing] in
      let next = index + 1 < fences.count ? fences[index + 1].from : segment.end
      let interval = Interval(max(segment.start, fences[index].from), min(segment.end, next))
      guard let circle = fences[index].circle, interval.start < interval.end else { return [] }
      return circle.crossings(in: interval, world: world)
    }
  }

  private mutating func match(_ truth: [Instant], _ reported: [Instant]) {
    counts.truth += truth.count
    counts.reported += reported.count
    var next = 0
    for time in reported {
      while next < truth.count, time - truth[next] > delayMax { next += 1 }
      guard next < truth.count, truth[next] - time <= earlinessMax else { continue }
      counts.matched += 1
      delaySeconds += (time - truth[next]).seconds
      next += 1
    }
  }

  func report(into coverage: inout CoverageReport) {
    guard hasFence else { return }
    coverage.geofenceRecall = share(counts.matched, of: counts.truth)
    coverage.geofencePrecision = share(counts.matched, of: counts.reported)
    if counts.matched > 0 {
      coverage.geofenceDelaySeconds = delaySeconds / Double(counts.matched)
    }
  }
}
