import Statistics

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
        "battery": "Battery of the log's phone; null if the log has no readings of it.",
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
        "path": """
        The person's positions in the judged time, in order; at most 2,000. Empty for self.
        """,
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
      MiddleRun.self, "The simulated run whose missed time is the median of all runs.",
      members: ["path": "The run's positions in the judged time, in order; at most 2,000."]),
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

  static let judgedSettings = [
    TypeNotes(
      SettingsJudgment.self,
      members: [
        "schema": SchemaNote(constant: SettingsJudgment.schema),
        "first": "Days with the first setting, in the order of the command line.",
        "second": "Days with the second setting.",
      ]),
    TypeNotes(
      JudgedLogDay.self, "The log of a day.",
      members: [
        "judgedSeconds": "Time that was judged.",
        "drain": "Drain without a charger; null if the log does not show it.",
      ]),
    TypeNotes(
      SettingComparison.self, "The differences between the days of two settings.",
      members: [
        "isPaired": """
        True if the first days were compared with each other, then the second days, and so on.
        """,
        "differences": """
        Measures that days of both settings have: drainPercentPerHour, and those of judge.json.
        """,
        "remarks": "Days that could not be compared, in sentences.",
      ]),
    TypeNotes(
      SettingComparison.Difference.self,
      members: [
        "firstDays": "Number of days with the first setting that have the figure.",
        "secondDays": "Number of days with the second setting that have the figure.",
      ]),
    TypeNotes(
      MeanDifference.self, "The difference between two means.",
      members: [
        "difference": "Second mean minus first mean.",
        "interval": """
        Student's interval of the pairs' differences, or Welch's without pairs; null with one day \
        of a setting.
        """,
        "countToDistinguish": """
        Number of days of each setting with which a difference of this size is found in nine of \
        ten experiments; null if it is not known or above 10,000.
        """,
      ]),
  ]

  static let judgedBattery = [
    TypeNotes(
      JudgedBattery.self, "The battery of the log's phone, beside those of the simulated phones.",
      members: [
        "stepPercent": "Smallest change that the gauge shows.",
        "drain": """
        Drain without a charger, after the time in which the gauge still showed 100 %; null if the \
        log is too short for a rate.
        """,
        "simulatedDrain": """
        Drains of the simulated gauges, read at the times of the log's readings; null if no run \
        has one.
        """,
        "hoursAtFull": "Unplugged hours in which the gauge still showed 100 %.",
        "drainByHour": "Drain by the hour of the local day; hours without one are left out.",
        "unobservedShare": SchemaNote(
          "Share of the time without readings for more than 90 min; null with one reading.",
          from: 0, to: 1),
        "readings": """
        Readings in order of time, without those that repeat their neighbors; at most 2,000.
        """,
        "remarks": "Jumps of the gauge, in sentences.",
      ]),
    TypeNotes(
      JudgedDrain.self,
      """
      A drain in percent of a full battery an hour. Whatever the gauge rounds away, the true rate \
      is between `low` and `high`.
      """,
      members: ["hours": "Hours over which the rate was measured."]),
    TypeNotes(
      DrainOfHour.self, "The drain in one hour of the local day.",
      members: [
        "hour": SchemaNote(from: 0, to: 23),
        "hours": "Hours of measurement, over all days.",
      ]),
    TypeNotes(
      JudgedReading.self, "A reading of the battery in the log.",
      members: [
        "percent": SchemaNote(from: 0, to: 100),
        "state": "unplugged, charging or full; null if the log does not state it.",
      ]),
  ]
}
