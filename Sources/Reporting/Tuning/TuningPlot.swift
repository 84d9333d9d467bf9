import Campaigns
import Evaluation
import Experiments

/// The data of a tuning's plot, as JSON in the page.
///
/// A point shows how a candidate differs from the unchanged preset on two axes. One axis is battery
/// use. The other axis is the first objective that is not battery use.
///
/// The plot shows differences for two reasons. The figures of the candidates lie close together.
/// All candidates ran on the same days, so the variation between days cancels out in a difference.
struct TuningPlot: Encodable {
  struct Point: Encodable {
    var mark: TrackerMark
    var name: String
    var cost: PlottedFigure?
    var axis: PlottedFigure?
    var isOnFront: Bool
    var standing: String
  }

  var axisTitle: String
  var costTitle: String
  var points: [Point]

  init(_ outcome: TuningOutcome, marks: TrackerMarks) {
    let (comparison, tuning) = (outcome.comparison, outcome.tuning)
    let (axis, cost) = (comparison.axis, comparison.cost)
    let isShare = Measures.definition(of: axis)?.unit == .share
    axisTitle = "\(Measures.title(of: axis)), difference\(isShare ? " in percentage points" : "")"
    costTitle = "battery, difference in % of a full charge per day"
    let words = TuningText(tuning: tuning)
    points = tuning.judged.map { candidate in
      let differences = comparison.findings?.differences.first { $0.tracker == candidate.name }
      func range(_ measure: String, by factor: Double) -> PlottedFigure? {
        if candidate.name == tuning.start { return PlottedFigure(mean: 0) }
        return differences?.figure(measure).flatMap { PlottedFigure($0, by: factor) }
      }
      return Point(
        mark: marks[candidate.name], name: candidate.name, cost: range(cost, by: 1),
        axis: range(axis, by: isShare ? 100 : 1), isOnFront: candidate.standing == .front,
        standing: words.standing(candidate))
    }
  }
}

extension PlottedFigure {
  fileprivate init?(_ difference: Difference, by factor: Double) {
    guard let mean = difference.mean else { return nil }
    self.init(mean: mean * factor)
    low = difference.interval.map { $0.low * factor }
    high = difference.interval.map { $0.high * factor }
  }
}
