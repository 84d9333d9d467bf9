import Foundation

/// The part of `report.json` that another program would read, by its documented names.
struct Report: Decodable {
  struct Run: Decodable {
    var tracker: String
    var coverage: Coverage
    var gapCauses: GapCauses
    var energy: Energy
  }

  struct Coverage: Decodable {
    var positionCoverage: Double?
    var positionCoverageMoving: Double?
    var positionCoverageStill: Double?
    var aliveCoverage: Double?
    var reconstructedCoverage: Double?
    var epochCoverage: Double?
    var pathCoverage: Double?
    var stayRecall: Double?
    var stayPrecision: Double?
    var tripRecall: Double?
    var tripPrecision: Double?
    var judgedShare: Double?
    var shareWithinReportedAccuracy: Double?
    var fixCount: Int
    var judgedSeconds: Double
    var simulatedSeconds: Double

    var shares: [Double] {
      [
        positionCoverage, positionCoverageMoving, positionCoverageStill, aliveCoverage,
        reconstructedCoverage, epochCoverage, pathCoverage, stayRecall, stayPrecision, tripRecall,
        tripPrecision, judgedShare, shareWithinReportedAccuracy,
      ].compactMap { $0 }
    }
  }

  struct GapCauses: Decodable {
    struct Cause: Decodable {
      var cause: String
      var seconds: Double
    }

    var recorded: [Cause]

    var unexplainedSeconds: Double? { recorded.first { $0.cause == "unexplained" }?.seconds }
    var totalSeconds: Double { recorded.reduce(0) { $0 + $1.seconds } }
  }

  struct Energy: Decodable {
    struct Component: Decodable {
      var name: String
      var joules: Double
    }

    var totalJoules: Double
    var byComponent: [Component]
  }

  struct Provenance: Decodable {
    var scenarioHash: String
  }

  var schema: String
  var provenance: Provenance
  var runs: [Run]

  init(_ data: Data) throws { self = try JSONDecoder().decode(Report.self, from: data) }
}
