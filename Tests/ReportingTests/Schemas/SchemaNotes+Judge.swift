@testable import Experiments

extension SchemaNotes {
  static let judge = [
    TypeNotes(
      Judgment.self,
      members: [
        "schema": SchemaNote(constant: Judgment.schema),
        "simulation": "Simulated runs; null if no tracker was chosen to compare with.",
        "measures": """
        Measures that have a figure for the log. Beside those of report.json: recordsPerHour, \
        intervalMedianSeconds, intervalP95Seconds and longestIntervalSeconds, on the times between \
        one position and the next.
        """,
        "gaps": "Gaps of the log that are longer than 10 min, in order of time; at most 200.",
        "path": "The log's positions in order of time; at most 2,000.",
      ]),
    TypeNotes(
      JudgedLog.self, "The log, as it was read.",
      members: [
        "files": "Names of the log's files, without folders.",
        "recordCount": .notNegative,
        "judgedRecordCount": "Number of records in the judged time.",
        "hasRecordingTimes": """
        True if the log states when each position was recorded; false if a position counts from \
        its own time on.
        """,
        "remarks": "Data that were left out and assumptions, in sentences.",
      ]),
    TypeNotes(
      TruthSummary.self, "The truth with which the log was compared.",
      members: [
        "judgedSeconds": "Time that was judged.",
        "judgedShare": SchemaNote("Share of the truth's time that was judged.", from: 0, to: 1),
        "periods": "Judged periods, in order of time.",
        "remarks": "Reasons for which time or records were not judged, in sentences.",
      ]),
    TypeNotes(
      TruthSummary.Kind.self,
      """
      recording: of another device. scenario: a simulated world. self: the log's own positions, so \
      that there are no measures of coverage.
      """),
    TypeNotes(
      SimulatedSide.self, "Simulated runs of one tracker on the log's days.",
      members: [
        "seedCount": "Number of the runs that are in the figures.",
        "isComplete": "False if the work was interrupted; the runs are those that were finished.",
        "settings": "Settings of the first run, each as `name=value`.",
        "draws": "Runs in the order of seeds, for a timeline.",
      ]),
    TypeNotes(
      SimulatedDraw.self, "One simulated run.",
      members: [
        "uncovered": "Times of at least a minute in which no position showed the place.",
        "battery": "Percentage on the battery's gauge, at each of its changes.",
      ]),
    TypeNotes(GaugeReading.self, members: ["percent": SchemaNote(from: 0, to: 100)]),
    TypeNotes(
      JudgedMeasure.self,
      members: [
        "log": "Figure of the log.",
        "simulated": "Figures of the simulated runs; null if no run has one.",
      ]),
    TypeNotes(
      JudgedMeasure.SimulatedRange.self, "Figures of a measure over the simulated runs.",
      members: [
        "count": "Number of runs that have the figure.",
        "low": "5 % quantile of the runs' figures; the lowest of fewer than ten.",
        "high": "95 % quantile of the runs' figures; the highest of fewer than ten.",
        "rank": SchemaNote(
          "Share of the runs whose figure is below the log's; an equal figure counts half.",
          from: 0, to: 1),
        "place": "Place of the log's figure against the range from `low` to `high`.",
      ]),
    TypeNotes(
      JudgedGap.self, "A gap of the log.",
      members: [
        "cause": """
        State of the log's newest record in most of the gap; null with truth 'self', where a gap \
        is a time without a record.
        """,
        "simulated": "The same time in the simulated runs; null without them.",
      ]),
    TypeNotes(
      SimulatedGap.self, "The time of one of the log's gaps in the simulated runs.",
      members: [
        "runShare": SchemaNote(
          "Share of the runs that miss at least a tenth of this time; 0: the model does not "
            + "explain the gap.", from: 0, to: 1),
        "timeShare": SchemaNote(
          "Share of this time that the runs miss, as their mean.", from: 0, to: 1),
        "causes": "Causes of the time that the runs miss, the largest first.",
      ]),
    TypeNotes(SimulatedGap.CauseShare.self, members: ["share": SchemaNote(from: 0, to: 1)]),
  ]
}
