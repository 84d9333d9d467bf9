import Evaluation
import ModelParameters
import PhoneProfiles
import RunObservation
import SimulatedPhone
import Simulation

@testable import Experiments

extension SchemaNotes {
  private static let hash = "^[0-9a-f]{16}$"

  static let report = [
    TypeNotes(
      Report.self,
      members: [
        "schema": SchemaNote(constant: Report.schema),
        "runs": "Results of all runs, ordered by the scenario's trackers, then by seed.",
      ]),
    TypeNotes(
      Provenance.self,
      "Information that is needed to reproduce the figures.",
      members: [
        "odograph": "Version of Odograph.",
        "scenarioHash": SchemaNote(
          "FNV-1a hash (64 bits) of the scenarios and of all files that they use.", matching: hash),
        "profileHash": SchemaNote(
          """
          FNV-1a hash (64 bits) of the names, ranges and sources of the phone's and the system's \
          parameters.
          """, matching: hash),
        "options": "Options that can affect results, as name=value, with defaults filled in.",
      ]),
    TypeNotes(
      ScenarioSummary.self, "Summary of the simulated scenario.",
      members: [
        "start": .time(), "durationSeconds": .notNegative,
        "assumptions": "Assumptions that the simulator made, in whole sentences.",
        "warnings": """
        Warnings about parts of the scenario that were left out or are probably not intended, in \
        whole sentences.
        """,
      ]),
    TypeNotes(
      RunResult.self, "Result of one tracker on the simulated day of one seed.",
      members: [
        "seed": "Seed of all random values; runs with the same seed simulate the same day.",
        "contract": "Kind of server, such as 'overland'; null for a tracker that sends nothing.",
        "behaviours": "Names of the tracker's behaviors, in the tracker's order.",
        "coverageInferringStays": """
        Coverage if a gap of the recording counts as a stay where its two ends lie near each \
        other; absent without --infer-stays.
        """,
        "longGaps": "Gaps longer than ten minutes, at most the longest 200, in order of time.",
        "delivery": "Figures about sending positions; null for a tracker that sends no positions.",
        "settings": SchemaNote(
          "Settings of the tracker in this run, as name=value; secrets are left out.",
          each: SchemaNote(matching: "^[A-Za-z0-9.]+=")),
        "model":
          "Parameters of the simulated phone, each with its value, range and source.",
        "readings": "Model variants that this run used, where sources contradict each other.",
      ]),
    TypeNotes(
      CoverageReport.self,
      "Coverage of the day by the records. A measure that does not apply is null, never 0 or 1.",
      measures: "",
      members: [
        "homeAwayErrorMinutesPerDay": .notNegative, "outdoorsErrorMinutesPerDay": .notNegative,
        "hoursCovered": SchemaNote(from: 0, to: 24), "phantomStayMetersPerDay": .notNegative,
        "missingness": "Share of the ten-minute epochs without a record.",
        "mobilityBias": "Recorded values of mobility minus the true values.",
        "longestGapSeconds": .notNegative, "gapP95Seconds": .notNegative,
        "positionErrorMeters": """
        Distance of recorded positions from the true place, in meters; null if no position could \
        be compared.
        """,
        "judgedSeconds": .notNegative, "simulatedSeconds": .notNegative,
        "judgedShareByHour": SchemaNote(
          """
          Share of the simulated time that was judged, for each local hour from 0 to 23; null for \
          an hour that was not simulated.
          """, count: 24...24, each: .share),
      ]),
    TypeNotes(
      Missingness.self, measures: "missingness.",
      members: [
        "byHour": SchemaNote(
          "Share for each local hour from 0 to 23; null for an hour without a judged epoch.",
          count: 24...24, each: .share),
        "byMinuteOfHour": SchemaNote(
          "Share for each ten-minute part of an hour; null for a part without a judged epoch.",
          count: 6...6, each: .share),
        "byWeekday": SchemaNote(
          "Share for each weekday from Monday on; null for a weekday without a judged epoch.",
          count: 7...7, each: .share),
        "byDaysSinceOpened": SchemaNote(
          """
          Share for each number of whole 24 h periods since the app was last opened, from 0 on; \
          null if the app was never opened.
          """,
          each: .share),
      ]),
    TypeNotes(
      Missingness.StudyDay.self,
      members: [
        "day": SchemaNote("Number of the local day; the run begins on day 1.", from: 1),
        "missing": .share,
      ]),
    TypeNotes(MobilityBias.self, measures: "mobilityBias.", members: ["placeCount": .signed]),
    TypeNotes(
      Quantiles.self, measures: "positionErrorMeters.",
      members: ["p50": .notNegative, "p95": .notNegative]),
    TypeNotes(
      GapCauseReport.self, "Time in which the place was not known, by cause.",
      members: [
        "recorded": """
        Time not covered by the positions that the app had recorded at each moment. The causes add \
        up to all of this time.
        """,
        "received": """
        Time not covered by the positions that the server had at each moment; null for a tracker \
        that sends no positions.
        """,
      ]),
    TypeNotes(
      GapCause.self,
      """
      Cause at a moment in which the place was not known. The causes are checked in this order; \
      the first that applies counts.
      """),
    TypeNotes(CauseSeconds.self, members: ["seconds": .notNegative]),
    TypeNotes(GapInterval.self, members: ["start": .time(), "end": .time()]),
    TypeNotes(
      DeliveryReport.self, measures: "",
      members: ["latencyP50Seconds": .notNegative, "latencyP95Seconds": .notNegative]),
    TypeNotes(
      LifecycleReport.self,
      "Launches, suspensions and ends of the app's process, and counts of fixes and records.",
      members: [
        "deaths": "Number of times that each cause ended the app's process.",
        "deliveredFixes": "Number of fixes that the phone delivered to the app.",
        "acknowledged": "Number of records of all kinds that the server has acknowledged.",
        "queuedAtEnd": "Number of records of all kinds that still wait to be sent at the end.",
      ]),
    TypeNotes(
      DerivedReport.self, "Figures that the tracker itself derived from its records.",
      members: [
        "awayMinutes": SchemaNote(
          "Minutes away from home according to the tracker; null if the tracker derives none.",
          from: 0),
        "trips":
          "Trips that the tracker itself detected; null for a tracker without trip detection.",
      ]),
    TypeNotes(
      DerivedTripReport.self, members: ["tripRecall": .share, "tripPrecision": .share]),
    TypeNotes(
      ModelParameter.self,
      members: [
        "low":
          "Lower end of the range that sources give; equal to `high` if they give a single number.",
        "source":
          "IDs in FACTS.md; also 'judgement', 'unsourced' or 'folklore' if evidence is weak.",
        "isFixed": "True if the scenario sets the value.",
        "calibration": """
        Result of the calibration by logs of a real phone; `low` and `high` are then the smallest \
        and the largest draw. Left out if the value is not from a phone profile.
        """,
      ]),
    TypeNotes(
      ModelParameter.Calibration.self,
      """
      moved: the logs settle the value more narrowly than sources. undecided: they do not. given: \
      the user gave the value to the calibration.
      """),
    TypeNotes(
      ModelParameter.Level.self,
      """
      model: a number from sources, drawn from their range if they give one. trait: drawn for one \
      phone and person, for all their days. occurrence: drawn each time that it is needed; `value` \
      is the middle of the range.
      """),
  ]

  static let energy = [
    TypeNotes(
      EnergyReport.self, "Energy that the phone used, and the part that tracking added.",
      measures: "",
      members: [
        "totalJoules": .notNegative, "simulatedSeconds": .notNegative,
        "comparedSeconds": .notNegative,
        "byComponent": "Energy by part of the phone; the joules add up to totalJoules.",
        "byCause": """
        Energy by the reason for its use. The sum may differ from marginalJoules, because the \
        phone also uses energy on the baseline day.
        """,
        "secondsOff": .notNegative,
        "firstShutOff":
          "Time at which the phone first shut off, as ISO 8601 in UTC; null if it never did.",
      ]),
    TypeNotes(
      EnergyReport.Component.self,
      members: [
        "name": SchemaNote(oneOf: EnergyComponent.allCases.map(\.name)), "joules": .notNegative,
        "marginalJoules":
          "Energy of this part minus its energy on the baseline day, up to comparedSeconds.",
      ]),
    TypeNotes(
      NamedJoules.self,
      members: [
        "name": SchemaNote(oneOf: EnergyCause.allCases.map(\.name)), "joules": .notNegative,
      ]),
  ]
}
