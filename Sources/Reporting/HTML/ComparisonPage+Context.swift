import Evaluation

/// The values that the page's template reads, under the names in the template.
extension ComparisonPage {
  struct Context: Encodable {
    var shell: PageShell
    /// The sentence that opens the page.
    var answer: String?
    var notices: [String]
    var hasNotices: Bool
    var chartNotice: String?
    var isPortfolio: Bool
    var frontIntroduction: String
    var seedsCaption: String
    var columns: [Heading]
    var rows: [Row]
    var hasChoice: Bool
    var choiceVerdict: String
    var choiceDoubts: [String]
    var choiceCaption: String
    var requirements: [String]
    var objective: String
    var candidates: [Candidate]
    var certaintyIntroduction: String
    var orders: [Order]
    var evidenceTitle: String
    var evidence: [String]
    var narrowing: NarrowingTables?
    var reference: String
    var differenceColumns: [Heading]
    var differences: [Row]
    var axisWords: String
    var costWords: String
    var scenarios: [Scenario]
    var measures: [MeasureRow]
    var remarks: [String]
    var hasRemarks: Bool
  }

  struct Heading: Encodable {
    var heading: String
    var measure: String
    var meaning: String
    var formula: String?

    init(_ measure: String) {
      self.measure = measure
      let definition = Measures.explained(measure)
      let (first, second) = MeasureText(measure: measure).heading
      heading = [first, second].filter { !$0.isEmpty }.joined(separator: " ")
      meaning = definition?.meaning ?? ""
      formula = definition?.formula
    }
  }

  struct Row: Encodable {
    var mark: TrackerMark?
    var name: String
    var cells: [PageCell]
    /// "yes" if the tracker is on the Pareto front, otherwise "no".
    var front = ""
    /// The number of parameter draws in which the tracker is on the Pareto front, such as "14 of 15
    /// draws"; nil if there is only one draw.
    var draws: String?
  }

  struct Cell: Encodable {
    var text: String
    var range: String?
    var color = ""
  }

  struct Candidate: Encodable {
    var name: String
    var isChosen: Bool
    var cells: [Cell]
  }

  struct Order: Encodable {
    var title: String
    var leader: String
    var places: [Place]
  }

  /// The tables of intervals with and without the logs of a calibrated phone.
  struct NarrowingTables: Encodable {
    struct Rows: Encodable {
      var caption: String
      var rows: [Line]
    }

    struct Line: Encodable {
      var name: String
      var cells: [String]
    }

    var title: String
    var sentence: String
    var columns: [String]
    var tables: [Rows]
  }

  struct Place: Encodable {
    var name: String
    var advantage: String
    var range: String?
    var draws: String
    var ignorance: String
    var movedBy: String
  }

  struct Scenario: Encodable {
    var index: Int
    var name: String
    var facts: String
    var front: String
    var rows: [Row]
  }

  struct MeasureRow: Encodable {
    var measure: String
    var title: String
    var meaning: String
    var formula: String?
    var cells: [PageCell]
  }
}
