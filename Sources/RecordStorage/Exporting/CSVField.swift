import Text
import Timekeeping
import TrackingEngine

/// A value in a row of a CSV table, written as an empty text if it is nil.
enum CSVField {
  /// A text. The caller has to escape it if it may contain separators.
  case text(String)
  case instant(Instant?)
  case number(Double?, decimals: Int)
  case count(Int?)
  case flag(Bool?)

  static let empty = CSVField.count(nil)
}

extension TextBuffer {
  mutating func addRow(_ fields: [CSVField]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { add(",") }
      add(field)
    }
    endLine()
  }

  private mutating func add(_ field: CSVField) {
    switch field {
    case .text(let text): add(text: text)
    case .instant(let instant): if let instant { add(instant) }
    case .number(let number, let decimals): if let number { add(number, decimals: decimals) }
    case .count(let count): if let count { add(count) }
    case .flag(let flag): add(flag: flag)
    }
  }
}
