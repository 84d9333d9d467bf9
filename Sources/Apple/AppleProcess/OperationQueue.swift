import Foundation

/// A queue of operations, with the interface of Foundation's. The main queue belongs to the app's
/// process.
open class OperationQueue: Foundation.OperationQueue, @unchecked Sendable {
  open override class var main: Foundation.OperationQueue {
    CurrentPhone.context.mainOperationQueue
  }
}
