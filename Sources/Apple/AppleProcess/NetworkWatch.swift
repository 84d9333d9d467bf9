import Foundation
import PhoneAPI

/// The listeners to changes of the network in one process. The phone has one callback for all of
/// them, which is set while there is a listener.
package final class NetworkWatch {
  /// The watch of the app's process. A listener keeps it, so that it can stop after the
  /// process's end.
  package static var current: NetworkWatch { CurrentPhone.single(NetworkWatch.init) }

  private let http = CurrentPhone.phone.http
  private var listeners: [(number: Int, report: () -> Void)] = []
  private var count = 0

  package var reachability: Reachability { http.reachability }

  /// Calls a function after each change, until `stop` gets the number that this function returns.
  package func listen(_ report: @escaping () -> Void) -> Int {
    count += 1
    listeners.append((count, report))
    http.onReachabilityChange = { [weak self] in self?.report() }
    return count
  }

  package func stop(_ number: Int) {
    listeners.removeAll { $0.number == number }
    if listeners.isEmpty { http.onReachabilityChange = nil }
  }

  private func report() { for listener in listeners { listener.report() } }
}
