import Evaluation
import Experiments
import Text

/// The links from a report's gaps to the explanation of the same scenario.
package struct WhyReference: Sendable {
  /// The address of the explanation's page, relative to the report's folder.
  private let address: String
  private let anchors: Set<String>

  package init(_ why: Why, address: String) {
    self.address = address.split(separator: "/").map { Escaping.percent(String($0)) }
      .joined(separator: "/")
    anchors = Set(
      why.trackers.flatMap { tracker in
        [WhyAnchor.tracker(tracker.tracker)]
          + tracker.causes.map { WhyAnchor.cause($0.cause, of: tracker.tracker) }
      })
  }

  /// Returns the address of what would close the gaps of a cause; nil if the page does not have it.
  func link(to cause: GapCause, of tracker: String) -> String? {
    link(WhyAnchor.cause(cause, of: tracker))
  }

  /// Returns the address of a tracker's explanation; nil if the page does not have it.
  func link(to tracker: String) -> String? { link(WhyAnchor.tracker(tracker)) }

  private func link(_ anchor: String) -> String? {
    anchors.contains(anchor) ? address + "#" + anchor : nil
  }
}
