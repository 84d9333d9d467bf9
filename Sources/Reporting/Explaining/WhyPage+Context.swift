/// The values that the page's template reads, under the names in the template.
extension WhyPage {
  struct Context: Encodable {
    var shell: PageShell
    var answer: String
    var notices: [String]
    var hasNotices: Bool
    var hasSeveral: Bool
    var span: String
    var trackers: [Tracker]
    var families: [Family]
    var legend: [Term]
    var assumptions: [String]
    var hasAssumptions: Bool
  }

  struct Family: Encodable {
    /// The CSS class of the pattern.
    var fill: String
    var words: String
  }

  struct Term: Encodable {
    var term: String
    var meaning: String
  }

  /// A figure with the interval below it.
  struct Figure: Encodable {
    var text: String
    var range: String?
  }

  struct Tracker: Encodable {
    var anchor: String
    var name: String
    var mark: TrackerMark
    /// The tracker's own first sentence.
    var answer: String
    var advice: String
    /// The bar of all missed time, on one scale for all trackers.
    var stack: String
    var missed: Figure
    var moving: String
    var battery: Figure
    var largest: String
    var known: String
    var steps: [Step]
    var causes: [Cause]
    var small: String?
  }

  /// A row of the bars that add up to the missed time.
  struct Step: Encodable {
    var name: String
    var isSum = false
    /// The id of the cause's own part of the page; nil for a row that is not one cause. The name
    /// is not `anchor`, because a template looks for a nil value in the tracker around the row.
    var part: String?
    var fill: String?
    var bar: String
    var minutes: Figure
    var moving: String
    var best: String
  }

  struct Cause: Encodable {
    var anchor: String
    var title: String
    var fill: String
    /// The sentences between the title and the table.
    var remarks: [String]
    var name: String
    var hasChanges: Bool
    var changes: [Change]
    var moreTitle: String?
    var more: [Change]
    var inVain: String?
  }

  struct Change: Encodable {
    var name: String
    var isBest: Bool
    var facts: String?
    var whole: String?
    var bar: String
    var regained: Figure
    var moving: String
    var ofCause: String
    var batteryBar: String
    var battery: Figure
  }
}
