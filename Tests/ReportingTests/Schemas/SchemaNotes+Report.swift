import Evaluation
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
        "runs": "By tracker, in the order of the scenario, and for each by seed.",
      ]),
    TypeNotes(
      Provenance.self,
      "The origin of the figures, so that anyone can have the same ones.",
      members: [
        "odograph": "Version of the program.",
        "scenarioHash": SchemaNote(
          "FNV-1a of the scenario and of every file that it uses.", matching: hash),
        "profileHash": SchemaNote(
          "FNV-1a of the phone's and the system's parameters.", matching: hash),
        "options": "Whatever of the command line can affect results, resolved.",
      ]),
    TypeNotes(
      ScenarioSummary.self, "What was simulated.",
      members: [
        "start": .time(), "durationSeconds": .notNegative,
        "assumptions": "What had to be assumed, in whole sentences.",
        "warnings": "What of the day is not as its author will have meant it.",
      ]),
    TypeNotes(
      RunResult.self, "One tracker through one seed's day.",
      members: [
        "seed": "Of chance; runs under one seed live the same day.",
        "contract": "The server's kind; null for a tracker that sends nothing.",
        "behaviours": "Of the engine, in order.",
        "coverageInferringStays": """
        With --infer-stays: the same, gaps of a recording whose ends lie near each other taken for \
        stays.
        """,
        "longGaps": "Gaps longer than ten minutes, the longest 200, in order of time.",
        "delivery": "Null for a tracker that sends no positions.",
        "settings": SchemaNote(
          "name=value, as resolved; secrets left out.",
          each: SchemaNote(matching: "^[A-Za-z0-9.]+=")),
        "model":
          "The phone's parameters: what was drawn or given, from which range, by whose word.",
        "readings": "Where sources contradict one another: the account that this run followed.",
      ]),
    TypeNotes(
      CoverageReport.self,
      "How much of the day the records show. What does not apply is null, never 0 or 1.",
      measures: "",
      members: [
        "homeAwayErrorMinutesPerDay": .notNegative, "outdoorsErrorMinutesPerDay": .notNegative,
        "hoursCovered": SchemaNote(from: 0, to: 24), "phantomStayMetersPerDay": .notNegative,
        "missingness": "Share of the ten-minute pieces without a record.",
        "mobilityBias": "Recorded less true.",
        "longestGapSeconds": .notNegative, "gapP95Seconds": .notNegative,
        "positionErrorMeters": "Distance of recorded positions from the truth.",
        "judgedSeconds": .notNegative, "simulatedSeconds": .notNegative,
        "judgedShareByHour": SchemaNote(
          "By local hour, 0 to 23.", count: 24...24, each: .share),
      ]),
    TypeNotes(
      Missingness.self, measures: "missingness.",
      members: [
        "byHour": SchemaNote("By local hour, 0 to 23.", count: 24...24, each: .share),
        "byMinuteOfHour": SchemaNote(
          "By the ten minutes of the hour.", count: 6...6, each: .share),
        "byWeekday": SchemaNote("Monday first.", count: 7...7, each: .share),
        "byDaysSinceOpened": SchemaNote(
          """
          By whole times of 24 h since the app was last opened, from 0; null where it was not opened.
          """,
          each: .share),
      ]),
    TypeNotes(
      Missingness.StudyDay.self,
      members: [
        "day": SchemaNote("1 is the local day on which the run begins.", from: 1),
        "missing": .share,
      ]),
    TypeNotes(MobilityBias.self, measures: "mobilityBias.", members: ["placeCount": .signed]),
    TypeNotes(
      Quantiles.self, measures: "positionErrorMeters.",
      members: ["p50": .notNegative, "p95": .notNegative]),
    TypeNotes(
      GapCauseReport.self, "The time not covered, by cause.",
      members: [
        "recorded": "The time not covered by what the app had recorded by then; adds up to it.",
        "received": """
        The time not covered by what the server had by then; null for a tracker that sends no \
        positions.
        """,
      ]),
    TypeNotes(GapCause.self, "The first that applies, in this order."),
    TypeNotes(CauseSeconds.self, members: ["seconds": .notNegative]),
    TypeNotes(GapInterval.self, members: ["start": .time(), "end": .time()]),
    TypeNotes(
      DeliveryReport.self, measures: "",
      members: ["latencyP50Seconds": .notNegative, "latencyP95Seconds": .notNegative]),
    TypeNotes(
      LifecycleReport.self, "What happened to the app.",
      members: [
        "deaths": "How often each cause ended the app's process.",
        "deliveredFixes": "That the phone handed to the app.",
        "acknowledged": "Records that the server has acknowledged.",
        "queuedAtEnd": "Records that still wait to be sent.",
      ]),
    TypeNotes(
      DerivedReport.self, "What the tracker itself made of its records.",
      members: [
        "awayMinutes": SchemaNote(
          "Away from home, as the tracker itself says; null where it does not.", from: 0),
        "trips": "Null for a tracker that takes nothing for a trip by itself.",
      ]),
    TypeNotes(
      DerivedTripReport.self, members: ["tripRecall": .share, "tripPrecision": .share]),
    TypeNotes(
      ModelParameter.self,
      members: [
        "low": "Ends of the range that sources leave open; equal where they leave none.",
        "source":
          "Fact ids, and 'judgement', 'unsourced' or 'folklore' where no source gives the figure.",
        "isFixed": "Whether the scenario gave it.",
      ]),
    TypeNotes(
      ModelParameter.Level.self,
      """
      What a draw holds for: everybody's ignorance, one phone and person, or each occurrence, of \
      whose range value is the middle.
      """),
  ]

  static let energy = [
    TypeNotes(
      EnergyReport.self, "What the phone used, and how much of it the tracker.", measures: "",
      members: [
        "totalJoules": .notNegative, "simulatedSeconds": .notNegative,
        "comparedSeconds": .notNegative,
        "byComponent": "By part of the phone; adds up to totalJoules.",
        "byCause":
          "By what it was used for: an allocation, which need not add up to marginalJoules.",
        "secondsOff": .notNegative,
        "firstShutOff": "ISO 8601, UTC; null if the phone never shut off.",
      ]),
    TypeNotes(
      EnergyReport.Component.self,
      members: [
        "name": SchemaNote(oneOf: EnergyComponent.allCases.map(\.name)), "joules": .notNegative,
        "marginalJoules": "Less what it used on the day without the tracker.",
      ]),
    TypeNotes(
      NamedJoules.self,
      members: [
        "name": SchemaNote(oneOf: EnergyCause.allCases.map(\.name)), "joules": .notNegative,
      ]),
  ]
}
