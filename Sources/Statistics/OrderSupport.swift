/// In how many draws of what nobody knows one of two is ahead.
package struct OrderSupport: Sendable, Equatable {
  /// Draws in which the first has more.
  package let ahead: Int
  /// Draws in which both have the same.
  package let tied: Int
  /// Draws in which both have the figure.
  package let draws: Int

  /// - Parameter differences: first less second, one a draw.
  package init(differences: [Double?]) {
    let known = differences.compactMap { $0 }
    ahead = known.count { $0 > 0 }
    tied = known.count { $0 == 0 }
    draws = known.count
  }
}
