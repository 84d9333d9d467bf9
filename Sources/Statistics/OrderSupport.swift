/// In how many draws of what nobody knows one of two is ahead.
public struct OrderSupport: Sendable, Equatable {
  /// Draws in which the first has more.
  public let ahead: Int
  /// Draws in which both have the same.
  public let tied: Int
  /// Draws in which both have the figure.
  public let draws: Int

  /// - Parameter differences: first less second, one a draw.
  public init(differences: [Double?]) {
    let known = differences.compactMap { $0 }
    ahead = known.count { $0 > 0 }
    tied = known.count { $0 == 0 }
    draws = known.count
  }
}
