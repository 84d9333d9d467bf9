import Evaluation
import Experiments
import Files
import Foundation
import RunViews
import Text

/// The data of the page's charts, as JSON in the page.
struct PageData: Encodable {
  struct Tracker: Encodable {
    var name: String
    var mark: TrackerMark
    var view: View?
  }

  /// The part of a tracker's run that differs between trackers. The simulated day is the same for
  /// all trackers, so the page stores the day only once.
  struct View: Encodable {
    var fixes: RecordedPath
    var recording: [RecordingPiece]
    var lanes: RunView.Lanes
    var battery: [Level]
    var queue: [Level]
    var marks: [Mark]
    var fences: [RunView.Fence]
    var stays: RunView.Stays

    init(_ view: RunView) {
      fixes = view.fixes
      recording = view.recording
      lanes = view.lanes
      battery = view.battery
      queue = view.queue
      marks = view.marks
      fences = view.fences
      stays = view.stays
    }
  }

  /// One tracker's point in the plot of coverage against cost.
  struct Point: Encodable {
    struct Range: Encodable {
      var mean: Double
      var low: Double
      var high: Double

      init(_ spread: Spread) { (mean, low, high) = (spread.mean, spread.low, spread.high) }
    }

    var index: Int
    var mark: TrackerMark
    var short: String
    var coverage: Range?
    var cost: Range?
  }

  var day: DayTruth?
  /// The map under the map; nil for a scenario without routes.
  var ground: MapGround?
  var trackers: [Tracker]
  /// The indices of the trackers that the map and the timeline show at first; the one in focus is
  /// the first.
  var shown: [Int]
  var points: [Point]
  /// The words that the page shows for each gap cause.
  var words: [String: String]
  /// The family of each gap cause, which gives its color.
  var families: [String: String]

  init(
    _ trackers: [TrackerResults], views: [RunView?], ground: MapGround?, marks: TrackerMarks,
    shown: [Int]
  ) {
    self.shown = shown
    self.ground = ground
    day = views.compactMap { $0 }.first?.day
    self.trackers = zip(trackers, views).map {
      Tracker(name: $0.name, mark: marks[$0.name], view: $1.map(View.init))
    }
    points = trackers.enumerated().map { index, tracker in
      Point(
        index: index, mark: marks[tracker.name], short: tracker.name,
        coverage: tracker.spread { $0.coverage.pathCoverage }.map(Point.Range.init),
        cost: tracker.spread { $0.energy.marginalBatteryPercentPerDay }.map(Point.Range.init))
    }
    words = Dictionary(uniqueKeysWithValues: GapCause.allCases.map { ($0.name, $0.words) })
    families = Dictionary(
      uniqueKeysWithValues: GapCause.allCases.map { ($0.name, GapFamily($0).rawValue) })
  }

  /// Returns data as JSON for a script element. The text is escaped, so that no name in the data
  /// can end the element.
  static func script(_ value: some Encodable) throws -> String {
    Escaping.script(json: String(decoding: try StableJSON.data(value), as: UTF8.self))
  }
}
