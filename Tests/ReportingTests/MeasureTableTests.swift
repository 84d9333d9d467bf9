import Foundation
import Scenarios
import Testing
import Text

@testable import Assessments
@testable import Evaluation
@testable import Experiments
@testable import Reporting
@testable import Simulation

@Suite("The table of measures")
struct MeasureTableTests {
  @Test("Each figure of a run has its row, and each row its figure")
  func rowsAndFigures() {
    let figures = Measures.members(of: Specimen.complete).map(\.name)
    let rows = Measures.all.filter { $0.sections != [.gapCauses] }.flatMap(\.qualifiedNames)
    #expect(Set(figures).subtracting(rows).sorted() == [])
    #expect(Set(rows).subtracting(figures).sorted() == [])
    // A run holds only causes that took time, but has a figure for each cause.
    for cause in Measures.gapCauses {
      #expect(Measures.figure(cause.name, of: Specimen.complete) != nil, "\(cause.name)")
    }
  }

  @Test("No name is given twice, and all are accepted")
  func names() {
    let names = Measures.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(Measures.names).count == Measures.names.count)
    #expect(Set(names + Measures.all.flatMap(\.qualifiedNames)) == Set(Measures.names))
  }

  /// Once, reports treated these eight as shares, and conditions, comparisons or tolerances as
  /// numbers.
  @Test(
    "A share is one to conditions, comparisons, reports and tolerances alike",
    arguments: [
      "validDayYield", "missingness.moving", "missingness.still", "missingness.home",
      "missingness.away", "shareWithinReportedAccuracy", "judgedShare", "finalBatteryLevel",
    ])
  func shares(name: String) throws {
    func condition(_ text: String) throws -> MeasureCondition {
      try MeasureCondition(name + text, option: "--require", measures: Measures.names)
    }
    #expect(try condition(" >= 80 %").value == 0.8)
    #expect(throws: InputError.self) { try condition(" >= 80") }
    #expect(MeasureText(measure: name).withUnit(0.805) == "80.5 %")
    #expect(MeasureText(measure: name).difference(-0.02) == "−2.0")
    #expect(Measures.explained(name)?.text(0.805) == "80.5 %")
    #expect(Measures.usualTolerance(of: name, mean: 0.8) == 0.01)
  }

  @Test("A column of the report finds its measure and heading")
  func columns() {
    #expect(
      ReportColumn.overview.map(\.measure.name) == [
        "positionCoverage", "positionCoverageMoving", "positionCoverageStill", "pathCoverage",
        "stayRecall", "tripRecall", "marginalBatteryPercentPerDay",
      ])
    #expect(
      ReportColumn.records.map(\.measure.name) == [
        "fixCount", "epochCoverage", "received", "lost", "duplicated", "latencyP50Seconds",
        "longestGapSeconds",
      ])
  }

  @Test("Headings fit a column, and meanings are sentences")
  func words() {
    for measure in Measures.all {
      let (first, second) = measure.heading ?? ("", "")
      #expect(max(first.count, second.count) <= 9, "\(measure.name)")
      #expect(measure.meaning.hasSuffix("."), "\(measure.name)")
    }
  }
}
