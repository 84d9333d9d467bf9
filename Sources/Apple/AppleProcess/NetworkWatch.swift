import Foundation
import PhoneAPI
import PhoneClient

/// The listeners to changes of the network. The phone has one callback for all of them, which is
/// set while there is a listener.
package enum NetworkWatch {
  nonisolated(unsafe) private static var listeners: [(number: Int, report: () -> Void)] = []
  nonisolated(unsafe) private static var count = 0

  package static var reachability: Reachability { CurrentPhone.phone.http.reachability }

  /// Calls a function after each change, until `stop` gets the number that this function returns.
  package static func listen(_ report: @escaping () -> Void) -> Int {
    count += 1
    listeners.append((count, report))
    CurrentPhone.phone.http.onReachabilityChange = {
      for listener in listeners { listener.report() }
    }
    return count
  }

  package static func stop(_ number: Int) {
    listeners.removeAll { $0.number == number }
    if listeners.isEmpty { CurrentPhone.phone.http.onReachabilityChange = nil }
  }
}

extension CurrentPhone {
  /// Makes a callback on the dispatch queue that the app has named; without a process of its own,
  /// at once.
  package static func call(on queue: DispatchQueue, _ callback: @escaping @Sendable () -> Void) {
    guard PhoneConnection.shared != nil else { return callback() }
    queue.async(execute: callback)
  }
}
