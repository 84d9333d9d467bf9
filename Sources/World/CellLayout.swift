import EventKernel
import Geodesy

/// Where the cell sites stand: a jittered grid drawn from the seed, its spacing by area class.
public struct CellLayout: Sendable {
  public let spacingMeters: Double
  let chance: Chance

  public init(area: AreaClass, chance: Chance) {
    self.init(spacingMeters: CellLayout.spacingMeters(area), chance: chance)
  }

  public init(spacingMeters: Double, chance: Chance) {
    self.spacingMeters = spacingMeters
    self.chance = chance.stream("cells")
  }

  /// Identifies the serving cell: the site nearest to the place. Equal for equal places.
  public func servingCell(at coordinate: Coordinate) -> Int64 { 0 }
}

extension CellLayout {
  static func spacingMeters(_ area: AreaClass) -> Double { 500 }
}
