/// A list of pieces of time in order. If there are too many to see in a picture, the shortest are
/// dropped.
struct LaneThinner {
  private(set) var pieces: [LanePiece] = []
  private let countMax: Int
  private var shortest = 0.0

  init(countMax: Int = 3000) { self.countMax = countMax }

  mutating func add(_ piece: LanePiece) {
    guard piece.end > piece.start else { return }
    if let last = pieces.last, last.label == piece.label, piece.start - last.end <= shortest {
      pieces[pieces.count - 1].end = piece.end
    } else if piece.end - piece.start >= shortest {
      pieces.append(piece)
    }
    if pieces.count > countMax { coarsen() }
  }

  private mutating func coarsen() {
    let all = pieces
    shortest = max(shortest * 2, 1)
    pieces.removeAll(keepingCapacity: true)
    for piece in all { add(piece) }
  }
}

/// A recorder of a state as pieces of time, in which each state holds until the next one.
struct StateLane {
  private var lane = LaneThinner()
  private var open: LanePiece?

  /// Begins a new state, unless it equals the current one.
  ///
  /// - Parameter state: The new state; nil for no state.
  mutating func set(_ state: String?, at seconds: Double) {
    guard open?.label != state else { return }
    close(at: seconds)
    open = state.map { LanePiece(start: seconds, end: seconds, label: $0) }
  }

  mutating func close(at seconds: Double) {
    guard var piece = open else { return }
    open = nil
    piece.end = seconds
    lane.add(piece)
  }

  var pieces: [LanePiece] { lane.pieces }
}

/// A value that changes in steps over time.
///
/// If there are too many steps, the time is divided into pieces of equal length. In each piece,
/// only the lowest, the highest and the last step are kept. Peaks and dips thus stay visible.
struct LevelThinner {
  private var levels: [Level] = []
  private let countMax: Int
  private var pieceSeconds = 0.0

  init(countMax: Int = 3000) { self.countMax = countMax }

  mutating func set(_ value: Double, at seconds: Double) {
    guard levels.last?.value != value else { return }
    levels.append(Level(seconds: seconds, value: value))
    guard levels.count > countMax else { return }
    levels = thinned()
    // Thin until it is half empty, so that the next thinning is not due soon.
    while levels.count > countMax / 2 {
      pieceSeconds = max(pieceSeconds * 2, 60)
      levels = thinned()
    }
  }

  /// Returns the steps that are kept, in order of time.
  func finished() -> [Level] { thinned() }

  private func thinned() -> [Level] {
    guard pieceSeconds > 0 else { return levels }
    var kept: [Level] = []
    var start = 0
    while start < levels.count {
      let piece = (levels[start].seconds / pieceSeconds).rounded(.down)
      let end =
        levels[start...].firstIndex { ($0.seconds / pieceSeconds).rounded(.down) != piece }
        ?? levels.count
      let indices = start..<end
      let lowest = indices.min { levels[$0].value < levels[$1].value } ?? start
      let highest = indices.max { levels[$0].value < levels[$1].value } ?? start
      kept += Set([lowest, highest, end - 1]).sorted().map { levels[$0] }
      start = end
    }
    return kept
  }
}

/// Lists of marks, one for each kind of event. If a list becomes too long, every second mark is
/// dropped.
struct MarkThinner {
  private struct Kind {
    var marks: [Mark] = []
    var stride = 1
    var seen = 0
  }

  private var kinds = [Kind](repeating: Kind(), count: Mark.Kind.allCases.count)
  private let countMax: Int

  init(countMax: Int = 2000) { self.countMax = countMax }

  mutating func add(_ mark: Mark) {
    guard let index = Mark.Kind.allCases.firstIndex(of: mark.kind) else { return }
    defer { kinds[index].seen += 1 }
    guard kinds[index].seen.isMultiple(of: kinds[index].stride) else { return }
    kinds[index].marks.append(mark)
    guard kinds[index].marks.count > countMax else { return }
    let marks = kinds[index].marks
    kinds[index].marks = stride(from: 0, to: marks.count, by: 2).map { marks[$0] }
    kinds[index].stride *= 2
  }

  /// The marks of all kinds in the order of time.
  var marks: [Mark] { kinds.flatMap(\.marks).sorted { $0.seconds < $1.seconds } }
}

/// A recorder of the times at which positions were recorded. Positions in close succession form one
/// piece.
struct RecordingThinner {
  private(set) var pieces: [RecordingPiece] = []
  private let countMax: Int
  private var closeSeconds = 60.0

  init(countMax: Int = 3000) { self.countMax = countMax }

  mutating func add(at seconds: Double, stamp: Double) {
    let newest = max(stamp, pieces.last?.newestStamp ?? stamp)
    add(RecordingPiece(start: seconds, end: seconds, count: 1, newestStamp: newest))
    guard pieces.count > countMax else { return }
    let all = pieces
    closeSeconds *= 2
    pieces.removeAll(keepingCapacity: true)
    for piece in all { add(piece) }
  }

  private mutating func add(_ piece: RecordingPiece) {
    guard let last = pieces.last, piece.start - last.end <= closeSeconds else {
      pieces.append(piece)
      return
    }
    pieces[pieces.count - 1].end = max(last.end, piece.end)
    pieces[pieces.count - 1].count += piece.count
    pieces[pieces.count - 1].newestStamp = piece.newestStamp
  }
}
