import Dispatch
import Foundation

/// Cleans up when the person presses ^C or the machine asks the program to go.
final class Interruption {
  private let sources: [any DispatchSourceSignal]

  /// `cleanUp` is called on another thread while the work goes on; the program ends after it.
  init(_ cleanUp: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        cleanUp()
        // Without unwinding: the threads at work must not find their files gone.
        _exit(Ending.Status.interrupted.rawValue)
      }
      source.resume()
      return source
    }
  }

  /// From here on a signal ends the program as usual.
  func end() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
