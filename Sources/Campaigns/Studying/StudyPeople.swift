import Scenarios

/// The study's participants, stored in columns, so that a hundred thousand of them need little
/// memory.
struct StudyPeople: Sendable {
  /// The participants' numbers, counted from 1, in ascending order.
  private(set) var numbers: [Int] = []
  private(set) var lives = TextColumn()
  private(set) var phones = TextColumn()
  private(set) var systems = TextColumn()
  /// The drawn values by name, in the order in which the names first occurred. The text is nil for
  /// a participant without a value of that name.
  private(set) var drawn: [(name: String, texts: TextColumn)] = []
  private var places: [String: Int] = [:]

  var count: Int { numbers.count }

  mutating func add(_ participant: ParticipantTraits) {
    for value in participant.drawn {
      let place = places[value.name, default: drawn.count]
      if place == drawn.count {
        places[value.name] = place
        drawn.append((value.name, TextColumn()))
      }
      drawn[place].texts.fill(to: count)
      if drawn[place].texts.count == count { drawn[place].texts.append(value.text) }
    }
    numbers.append(participant.number)
    lives.append(participant.life)
    phones.append(participant.phone.profile)
    systems.append(participant.phone.system)
  }

  /// Completes the columns. Call it after the last participant is added.
  mutating func finish() {
    for place in drawn.indices { drawn[place].texts.fill(to: count) }
  }
}

/// A column of texts with an element for each participant. The text of an element may be nil, but
/// is never empty. All texts are stored one after the other in one array of bytes.
struct TextColumn: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  var count: Int { ends.count }

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    ends.append(bytes.count)
  }

  /// Adds elements without text until the column has `count` elements.
  mutating func fill(to count: Int) {
    while ends.count < count { ends.append(bytes.count) }
  }

  subscript(index: Int) -> String? {
    let start = index > 0 ? ends[index - 1] : 0
    guard start < ends[index] else { return nil }
    return String(decoding: bytes[start..<ends[index]], as: UTF8.self)
  }

  /// The number of times that each text occurs, in alphabetical order of the texts.
  var counts: [(text: String, count: Int)] {
    var counts: [String: Int] = [:]
    for index in ends.indices {
      if let text = self[index] { counts[text, default: 0] += 1 }
    }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
