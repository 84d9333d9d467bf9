import CCurl
import Foundation
import PhoneAPI
import Synchronization

/// The thread that runs all transfers of one client and keeps their connections open.
final class TransferThread: Sendable {
  private struct Orders {
    var begun: [Order] = []
    var canceled: Set<UInt64> = []
    var isEnded = false
    /// True if libcurl's handle is released. No thread may wake the handle after that.
    var isOver = false
  }

  private struct Order {
    var request: HTTPRequest
    var ticket: UInt64
    var completion: @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  }

  private let orders = Mutex(Orders())
  /// The handle of libcurl. Only this thread uses it, but any thread may wake it.
  nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

  init?() {
    guard CurlLibrary.problem == nil, let multi = odograph_curl_multi_init() else { return nil }
    self.multi = multi
    let thread = Thread { [self] in work() }
    thread.name = "transfers"
    thread.start()
  }

  /// Begins a transfer.
  ///
  /// - Parameter completion: Called on this thread, unless the transfer is canceled or the client
  ///   ends.
  func begin(
    _ request: HTTPRequest, _ ticket: UInt64,
    _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    order { $0.begun.append(Order(request: request, ticket: ticket, completion: completion)) }
  }

  func cancel(_ ticket: UInt64) { order { $0.canceled.insert(ticket) } }

  /// Requests the end of the thread. The call returns at once; the thread ends soon after.
  func end() { order { $0.isEnded = true } }

  private func order(_ change: (inout Orders) -> Void) {
    orders.withLock { orders in
      change(&orders)
      if !orders.isOver { odograph_curl_multi_wakeup(multi) }
    }
  }

  // MARK: On the thread

  private func work() {
    var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    while takeOrders(&transfers) {
      var runningCount: Int32 = 0
      odograph_curl_multi_perform(multi, &runningCount)
      endFinished(&transfers)
      odograph_curl_multi_poll(multi, 60_000)
    }
    orders.withLock { $0.isOver = true }
    for handle in transfers.keys { odograph_curl_multi_remove_handle(multi, handle) }
    transfers = [:]
    odograph_curl_multi_cleanup(multi)
  }

  /// Starts and cancels the transfers that other threads have requested.
  ///
  /// - Returns: False if the thread must end.
  private func takeOrders(_ transfers: inout [UnsafeMutableRawPointer: Transfer]) -> Bool {
    let taken = orders.withLock { orders in
      defer { (orders.begun, orders.canceled) = ([], []) }
      return orders
    }
    guard !taken.isEnded else { return false }
    for (handle, transfer) in transfers where taken.canceled.contains(transfer.ticket) {
      odograph_curl_multi_remove_handle(multi, handle)
      transfers[handle] = nil
    }
    for order in taken.begun where !taken.canceled.contains(order.ticket) {
      guard let transfer = Transfer(order.request, order.ticket, order.completion) else {
        order.completion(.failure(.cannotConnectToHost))
        continue
      }
      transfers[transfer.handle] = transfer
      odograph_curl_multi_add_handle(multi, transfer.handle)
    }
    return true
  }

  private func endFinished(_ transfers: inout [UnsafeMutableRawPointer: Transfer]) {
    var waitingCount: Int32 = 0
    while let message = odograph_curl_multi_info_read(multi, &waitingCount) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else {
        continue
      }
      // The message becomes invalid with the handle.
      let code = message.pointee.data.result
      odograph_curl_multi_remove_handle(multi, handle)
      guard let transfer = transfers[handle] else { continue }
      if code == CURLE_OK, transfer.followsRedirect() {
        odograph_curl_multi_add_handle(multi, handle)
        continue
      }
      transfers[handle] = nil
      transfer.complete(code)
    }
  }
}
