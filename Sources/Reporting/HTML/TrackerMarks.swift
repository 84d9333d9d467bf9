import Scenarios

/// The color and the shape of a tracker on every page: the classes `t0` to `t6` and the symbols
/// `shape-0` to `shape-6`.
struct TrackerMark: Encodable, Hashable {
  static let colorCount = 7
  static let shapeCount = 7

  var color: Int
  var shape: Int

  /// The CSS class of the color.
  var colorClass: String { "t\(color)" }

  /// Makes the mark of a slot from 0 to 48. Neighboring slots differ in color and shape.
  init(slot: Int) {
    color = slot % Self.colorCount
    shape = (slot + slot / Self.colorCount) % Self.shapeCount
  }
}

/// The marks of the trackers of a page, chosen by name.
///
/// A shipped preset has the slot of its place in the list of presets; its variant as shipped has the
/// same color and another shape. Another name has a slot by its hash, and the next free one if
/// another tracker of the page has that slot. So a tracker has the same mark on every page, except
/// for rare collisions between two names of the user's own. Two trackers on a page have different
/// marks, up to 49 trackers.
struct TrackerMarks {
  private static let slotCount = TrackerMark.colorCount * TrackerMark.shapeCount
  private static let variantSuffix = "-as-shipped"

  /// The slots of the shipped presets by name.
  private static let shippedSlots: [String: Int] = {
    let bases = PresetLibrary.names.filter { !$0.hasSuffix(variantSuffix) }
    let colors = TrackerMark.colorCount
    let variants = (bases.count + colors - 1) / colors * colors
    var slots: [String: Int] = [:]
    for (place, base) in bases.enumerated() {
      slots[base] = place % slotCount
      slots[base + variantSuffix] = (variants + place) % slotCount
    }
    return slots.filter { PresetLibrary.names.contains($0.key) }
  }()

  private var marks: [String: TrackerMark] = [:]

  init(_ names: [String]) {
    var taken = Set<Int>()
    for name in names {
      guard let slot = Self.shippedSlots[name] else { continue }
      marks[name] = TrackerMark(slot: slot)
      taken.insert(slot)
    }
    let shipped = Set(Self.shippedSlots.values)
    let own = (0..<Self.slotCount).filter { !shipped.contains($0) }
    for name in names.sorted() where marks[name] == nil {
      let hash = Int(Self.hash(name) % UInt64(Self.slotCount))
      let first = own.isEmpty ? hash : own[hash % own.count]
      let slots = (0..<Self.slotCount).map { (first + $0) % Self.slotCount }
      let slot = slots.first { !taken.contains($0) } ?? first
      marks[name] = TrackerMark(slot: slot)
      taken.insert(slot)
    }
  }

  subscript(name: String) -> TrackerMark { marks[name] ?? TrackerMark(slot: 0) }

  /// The 64-bit FNV-1a hash, which is the same on every machine.
  private static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
