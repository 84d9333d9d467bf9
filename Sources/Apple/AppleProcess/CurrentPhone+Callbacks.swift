import Foundation
import PhoneAPI

extension CurrentPhone {
  /// Makes a callback after the app's present work, as a service does that has its answer at once.
  package static func soon(_ callback: @escaping () -> Void) {
    _ = phone.clock.schedule(after: .zero, repeats: false, callback)
  }

  /// Makes a callback on the queue that the app has named.
  package static func call(on queue: OperationQueue, _ callback: @escaping () -> Void) {
    guard queue !== OperationQueue.main else { return callback() }
    nonisolated(unsafe) let callback = callback
    queue.addOperation { callback() }
  }
}
