/// The program's exit status for the shell.
package enum ExitStatus: Int32 {
  case success = 0
  /// A negative answer: an expectation or a baseline not met (`check`), missing shards (`sweep
  /// status`, `study status`), or no tracker that meets the plan's requirements (`tune`).
  case regression = 1
  case badInput = 2
  case failure = 3
  case interrupted = 130
}

/// An error that ends the program with a status, once every message has been printed.
package struct AlreadyTold: Error {
  package var status: ExitStatus

  package init(status: ExitStatus) { self.status = status }
}
