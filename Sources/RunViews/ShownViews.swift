import Synchronization

/// The views of one seed's runs, kept until the page that shows them is written.
///
/// Runs of several trackers end on several threads.
package final class ShownViews: Sendable {
  private let seed: UInt64
  private let views = Mutex<[String: RunView]>([:])

  package init(seed: UInt64) { self.seed = seed }

  /// Keeps a view if it is of the shown seed.
  package func keep(_ view: RunView) {
    guard view.seed == seed else { return }
    views.withLock { $0[view.tracker] = view }
  }

  /// Returns the view of a tracker's run with a seed; nil if there was no such run.
  package func view(of tracker: String, _ seed: UInt64) -> RunView? {
    seed == self.seed ? views.withLock { $0[tracker] } : nil
  }
}
