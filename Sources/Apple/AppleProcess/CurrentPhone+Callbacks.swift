import Foundation
import PhoneAPI
import PhoneClient

extension CurrentPhone {
  /// Makes a callback after the app's present work, as a service does that has its answer at once.
  package static func soon(_ callback: @escaping () -> Void) {
    _ = phone.clock.schedule(after: .zero, repeats: false, callback)
  }

  /// Makes a callback on the queue that the app has named. Without a process of its own, an app's
  /// queues run in real time: there the callback is made at once.
  package static func call(on queue: OperationQueue, _ callback: @escaping () -> Void) {
    guard PhoneConnection.shared != nil, queue !== OperationQueue.main else { return callback() }
    nonisolated(unsafe) let callback = callback
    queue.addOperation { callback() }
  }
}
