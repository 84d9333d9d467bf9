import Foundation
import PhoneAPI

extension CurrentPhone {
  /// Makes a callback after the app's present work, as a service does that has its answer at once.
  package static func soon(_ callback: @escaping () -> Void) {
    _ = phone.clock.schedule(after: .zero, repeats: false, callback)
  }

  /// True for Foundation's main queue, which code of Apple's modules may name, and the process's.
  static func isMain(_ queue: Foundation.OperationQueue?) -> Bool {
    queue === Foundation.OperationQueue.main || queue === context.mainOperationQueue
  }

  /// Makes a callback on the queue that the app has named.
  package static func call(
    on queue: Foundation.OperationQueue, _ callback: @escaping () -> Void
  ) {
    guard !isMain(queue) else { return callback() }
    nonisolated(unsafe) let callback = callback
    queue.addOperation { callback() }
  }
}
