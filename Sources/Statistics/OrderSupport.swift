/// The numbers of parameter draws in which one tracker has a higher figure than another.
package struct OrderSupport: Sendable {
  /// The number of draws in which the first tracker has the higher figure.
  package let ahead: Int
  /// The number of draws in which both trackers have equal figures.
  package let tied: Int
  /// The number of draws in which both trackers have the figure.
  package let draws: Int

  /// Counts the draws.
  ///
  /// - Parameter differences: The first figure minus the second, one for each draw.
  package init(differences: [Double?]) {
    let known = differences.compactMap { $0 }
    ahead = known.count { $0 > 0 }
    tied = known.count { $0 == 0 }
    draws = known.count
  }
}
