import Text
import Timekeeping

/// A study as somebody planned it: who takes part, drawn from shares and ranges, what tracks them for how
/// long, and whom they will be able to use. `StudyReader` reads it from YAML.
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
  /// How some of the participants live: a scenario with a `week:` or `day:`.
  struct Life: Sendable {
    var name: String
    var share: Double
    var path: String
    /// With what it extends resolved.
    var root: SourceNode
    var files: [String]
    /// The place whose distance from home is drawn, and the distance as written.
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
  package var recruit: RecruitmentWish
  /// Beside the usual ones.
  package var measures: [String]
  /// Into how many shards, unless something else says so.
  package var shardCount: Int?
  var lives: [Life]
  /// `phone`, `permissions`, `world` and `person`, drawn values and all.
  var population: [SourceEntry]
  /// What a participant's scenario has instead of its life's: `start`, `timeZone`, `duration`, `trackers`,
  /// `server`.
  var settled: [SourceEntry]

  /// Names and shares, in the order of the file.
  package var lifeShares: [(name: String, share: Double)] { lives.map { ($0.name, $0.share) } }

  /// The study's own file first.
  package var sourceFiles: [String] {
    lives.reduce(into: [file]) { files, life in
      for path in life.files where !files.contains(path) { files.append(path) }
    }
  }
}

/// When a day has enough data. Ten hours, and four such days a week for a participant, are what studies
/// that had people wear accelerometers ask for (Tudor-Locke et al., Prev Chronic Dis 9:110332, 2012;
/// Wolff-Hughes et al., PLOS ONE 9(12):e115915, 2014); to ask it of records of positions, in waking hours,
/// is judgement.
package struct ValidDayRule: Codable, Sendable, Equatable {
  /// Local hours with at least one record.
  package var hours: Int = 10
  /// Only hours that begin at or after this one count, ...
  package var fromHour: Int = 7
  /// ... and before this one; 24 is midnight.
  package var untilHour: Int = 23
  /// An hour without a record counts too where the hours with one before and after it lie at most so many
  /// apart; 0 bridges nothing. For trackers that are silent while nobody moves.
  package var bridgedHours: Int = 0

  /// Hours with a record, and those between them that are bridged; over midnight too.
  ///
  /// - Parameter days: one after the other; of each one bit a local hour, the lowest from midnight to one.
  package func bridged(_ days: [UInt32]) -> [UInt32] {
    guard bridgedHours > 1 else { return days }
    let covered = (0..<days.count * 24).filter { days[$0 / 24] & (1 << UInt32($0 % 24)) != 0 }
    var bridged = days
    for (before, after) in zip(covered, covered.dropFirst()) where after - before <= bridgedHours {
      for hour in before...after { bridged[hour / 24] |= 1 << UInt32(hour % 24) }
    }
    return bridged
  }

  /// - Parameter coveredHours: one bit a local hour, the lowest from midnight to one.
  package func holds(_ coveredHours: UInt32) -> Bool {
    self.coveredHours(of: coveredHours) >= hours
  }

  package func coveredHours(of coveredHours: UInt32) -> Int {
    (fromHour..<untilHour).count { coveredHours & (1 << UInt32($0)) != 0 }
  }
}

package struct UsableRule: Codable, Sendable, Equatable {
  package var validDays: Int

  package init(validDays: Int) { self.validDays = validDays }

  /// Four a week.
  package static func usual(days: Int) -> UsableRule {
    UsableRule(validDays: max(1, (days * 4 + 6) / 7))
  }
}

/// So many usable participants are wanted, with that certainty.
package struct RecruitmentWish: Codable, Sendable, Equatable {
  package var usable: Int
  package var certainty: Double = 0.9
}
