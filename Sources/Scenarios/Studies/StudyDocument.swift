import Documents
import Text
import Timekeeping

/// The plan of a study. It gives the shares and ranges from which participants are drawn, their
/// trackers, the length of the study, and the rules for usable participants. `StudyReader` reads it
/// from YAML.
///
///     odograph-study: 1
///     name: Mobility of office workers
///     participants: 200
///     weeks: 2
///     start: 2026-03-09T04:00:00
///     timeZone: America/Los_Angeles
///     lives:
///       office: { scenario: lives/office.yaml, share: 70 %, homeTo: { office: { median: 8 km, p90: 25 km } } }
///       home: { scenario: lives/at-home.yaml, share: 30 % }
///     population:
///       phone: { profile: { oneOf: { iphone-13: 60 %, iphone-14: 40 % } } }
///       person:
///         - { habit: nightly-charging, chance: { from: 70 %, to: 100 % } }
///     protocol:
///       trackers: [overland-battery-saving-both]
package struct StudyDocument: Sendable {
  /// A persona: a scenario with a `week:` or `day:`, which a share of the participants follows.
  struct Persona: Sendable {
    var name: String
    var share: Double
    var path: String
    /// The root of the persona's scenario, after its `extends` is resolved.
    var root: SourceNode
    var files: [String]
    /// The place whose distance from home is drawn for each participant, and the YAML node of the
    /// distance.
    var distance: (place: String, node: SourceNode)?
    var location: SourceLocation
  }

  package var file: String
  package var name: String
  package var participants: Int
  package var days: Int
  package var seed: UInt64
  package var validDay: ValidDayRule
  package var usable: UsableRule
  package var recruit: RecruitmentTarget
  /// The measures to report in addition to the default measures.
  package var measures: [String]
  /// The number of shards; nil for the default. The command line may set another number.
  package var shardCount: Int?
  var lives: [Persona]
  /// The map in which the participants live; nil if they live as their personas' scenarios say.
  package var map: StudyMap?
  /// The study's entries `phone`, `permissions`, `world` and `person`, including drawn values.
  var population: [SourceEntry]
  /// The study's entries that replace the persona's entries of the same name: `start`, `timeZone`,
  /// `duration`, `trackers`, `server`.
  var settled: [SourceEntry]

  /// The names and shares of the personas, in the order of the file.
  package var lifeShares: [(name: String, share: Double)] { lives.map { ($0.name, $0.share) } }

  /// The paths of all files that were read, the study's own file first.
  package var sourceFiles: [String] {
    lives.reduce(into: [file, map?.routesPath].compactMap { $0 }) { files, life in
      for path in life.files where !files.contains(path) { files.append(path) }
    }
  }
}

/// The rule by which a day of a participant has enough data.
///
/// A day with ten hours of data, and four such days a week, are the usual requirement of studies
/// with worn accelerometers (Tudor-Locke et al., Prev Chronic Dis 9:110332, 2012; Wolff-Hughes et
/// al., PLOS ONE 9(12):e115915, 2014). Applying this requirement to position records in waking
/// hours is a judgment without a source.
package struct ValidDayRule: Codable, Sendable, Equatable {
  /// The number of hours with data that a valid day needs. An hour has data if it contains a
  /// record.
  package var hours: Int = 10
  /// The first hour of the day that is counted; 7 is the hour from 07:00.
  package var fromHour: Int = 7
  /// The end of the counted hours: 23 counts the hours before 23:00, 24 the hours before midnight.
  package var untilHour: Int = 23
  /// The largest gap to bridge, as the difference between two hours with a record.
  ///
  /// The hours in a bridged gap count as hours with data. For example, there are records in the
  /// hours from 09:00 and from 12:00. With a value of 3 or more, the hours from 10:00 and from
  /// 11:00 also count. With 0, no gap is bridged. Gaps are bridged for trackers that send nothing
  /// while the user does not move.
  package var bridgedHours: Int = 0

  /// Returns the hours that have data: the hours with a record and the hours in bridged gaps (see
  /// `bridgedHours`). A gap may include midnight.
  ///
  /// - Parameter days: consecutive days, each with one bit for each local hour. The lowest bit is
  ///   the hour after midnight.
  package func bridged(_ days: [UInt32]) -> [UInt32] {
    guard bridgedHours > 1 else { return days }
    let covered = (0..<days.count * 24).filter { (hour: Int) -> Bool in
      days[hour / 24] >> UInt32(hour % 24) & 1 == 1
    }
    var bridged = days
    for (before, after) in zip(covered, covered.dropFirst()) where after - before <= bridgedHours {
      for hour in before...after { bridged[hour / 24] |= 1 << UInt32(hour % 24) }
    }
    return bridged
  }

  /// Returns true if a day has enough hours with data.
  ///
  /// A day on which the clocks go forward lacks an hour. It needs no more hours than it has.
  ///
  /// - Parameters:
  ///   - coveredHours: one bit for each local hour. The lowest bit is the hour after midnight.
  ///   - dayHours: the hours that the day has, as bits.
  package func holds(_ coveredHours: UInt32, ofHours dayHours: UInt32 = 0xFF_FFFF) -> Bool {
    self.coveredHours(of: coveredHours) >= min(hours, self.coveredHours(of: dayHours))
  }

  package func coveredHours(of coveredHours: UInt32) -> Int {
    (fromHour..<untilHour).count { coveredHours & (1 << UInt32($0)) != 0 }
  }
}

package struct UsableRule: Codable, Sendable, Equatable {
  package var validDays: Int

  package init(validDays: Int) { self.validDays = validDays }

  /// Returns the default rule: four valid days a week. `days` is the length of the study.
  package static func usual(days: Int) -> UsableRule {
    UsableRule(validDays: max(1, (days * 4 + 6) / 7))
  }
}

/// The number of usable participants that the study needs, and the probability with which the study
/// should get that many.
package struct RecruitmentTarget: Codable, Sendable, Equatable {
  package var usable: Int
  package var certainty: Double = 0.9
}
