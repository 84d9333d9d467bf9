/// The values that the page's template reads, under the names in the template.
extension ReportPage {
  struct Context: Encodable {
    var shell: PageShell
    /// The sentence that opens the page.
    var answer: String?
    var hasView: Bool
    var notices: [String]
    var hasNotices: Bool
    var seedsNote: String?
    var seedsMean: String?
    var isSeveral: Bool
    var columns: [Heading]
    var recordColumns: [Heading]
    var overview: [Row]
    var records: [Row]
    var stories: [Story]
    var cautions: [String]
    var assumptions: [String]
    var hasRemarks: Bool
    var mapNote: String?
    var mapNotice: String?
    var chartNotice: String?
    var thinned: String?
    var families: [Family]
    var gaps: [Gaps]
    var hourNames: [String]
    var hours: [Hours]
    var hasHours: Bool
    var trackerNames: [Named]
    var components: [Row]
    var energyCauses: [Row]
    var days: [Days]
    var hasDays: Bool
    var trustIntroduction: String
    var trust: [Trust]
    var footing: [ParameterEvidence.Row]
    var modelSummary: String
    var modelCaption: String
    var parameters: [ModelRow]
    var readings: [ModelRow]
    var settings: [Settings]
    var measures: [MeasureRow]
  }

  struct Named: Encodable { var name: String }

  struct Heading: Encodable {
    var heading: String
    var measure: String
    var meaning: String
    var formula: String?

    init(_ column: ReportColumn) {
      heading = [column.heading.0, column.heading.1].filter { !$0.isEmpty }.joined(separator: " ")
      measure = column.measure.name
      meaning = column.measure.meaning
      formula = column.measure.formula
    }
  }

  struct Row: Encodable {
    var name: String
    var mark: TrackerMark?
    var cells: [Cell]
  }

  struct Cell: Encodable {
    var text: String
    /// The lowest and the highest figure over the seeds; nil if the cell shows only one figure.
    var range: String?
    /// True if the cell has a bar, either of a share or of a tracker's battery use.
    var hasBar = false
    /// The width of the bar in percent of the widest bar's width.
    var width = "0"
    var color = ""
  }

  struct Story: Encodable {
    var name: String
    var mark: TrackerMark
    /// The name of the tracker's preset; nil if the tracker has the same name.
    var preset: String?
    var life: String
    var openings: String?
    var moments: String?
  }

  struct Family: Encodable {
    var family: String
    var words: String
  }

  struct Gaps: Encodable {
    var name: String
    var mark: TrackerMark
    var total: String
    /// The address of what would close the tracker's gaps; nil if no explanation is known.
    var why: String?
    var hasCauses: Bool
    var hasReceived: Bool
    var seedsMean: String?
    var causes: [Cause]
    var onlyReceived: [Cause]
    var hasLong: Bool
    var longCaption: String
    var long: [LongGap]
  }

  struct Cause: Encodable {
    var words: String
    /// The address of what would close the gaps of the cause; nil if no explanation has it.
    var remedy: String?
    var family: String
    var time: String
    var share: String
    var width: String
    var received: String
  }

  struct LongGap: Encodable {
    var from: String
    var length: String
    var words: String
    var family: String
    /// The start and the end of the gap as "start end", in seconds of the timeline. Nil if the
    /// timeline shows another seed.
    var span: String?
  }

  struct Hours: Encodable {
    var name: String
    var cells: [Hour]
  }

  struct Hour: Encodable {
    /// The share of this hour's ten-minute slots that have no record.
    var opacity: String
    var text: String
    var title: String
  }

  struct Days: Encodable {
    var name: String
    var mark: TrackerMark
    var rows: [Day]
  }

  struct Day: Encodable {
    var date: String
    var cells: [String]
  }

  struct Trust: Encodable {
    var name: String
    var mark: TrackerMark
    var energy: String
    var gaps: String
  }

  struct ModelRow: Encodable {
    var name: String
    var value: String
    var range: String
    var source: String
  }

  struct Settings: Encodable {
    var name: String
    var text: String
  }

  struct MeasureRow: Encodable {
    var measure: String
    var title: String
    var meaning: String
    var formula: String?
    var cells: [Cell]
  }
}
