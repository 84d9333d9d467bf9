import Foundation
import PhoneAPI
import PhoneLink
import Timekeeping

/// The background sessions of the app's process.
///
/// The phone carries out their transfers. The app's container keeps a record of each, so that a
/// later process makes the task again, and gets its result once it has made the session.
final class BackgroundSessions {
  static var current: BackgroundSessions {
    CurrentPhone.single { BackgroundSessions(CurrentPhone.phone) }
  }

  private let phone: any Phone
  private var sessions: [String: URLSession] = [:]
  /// The sessions for whose end the phone has woken the app.
  private var announced: Set<String> = []

  private init(_ phone: any Phone) {
    self.phone = phone
    phone.backgroundTransfers.onFinish = { [weak self] identifier, result in
      TransferIdentifier(identifier).map { self?.finished($0, result) }
    }
  }

  /// Returns the last task's number of earlier processes, and their tasks that have not ended.
  func open(_ session: URLSession, _ identifier: String) -> (Int, [TransferRecord]) {
    if sessions[identifier] != nil {
      phone.note(
        "URLSession", "A background URLSession with identifier \(identifier) already exists!")
    }
    sessions[identifier] = session
    let stored = stored(identifier)
    return (stored.taskCount, stored.records)
  }

  func close(_ session: URLSession, _ identifier: String) {
    if sessions[identifier] === session { sessions[identifier] = nil }
  }

  // MARK: Tasks

  /// Hands a task to the phone.
  func start(_ task: URLSessionTask, _ request: HTTPRequest, in identifier: String) {
    let record = TransferRecord(task, request)
    change(identifier) { stored in
      stored.taskCount = max(stored.taskCount, record.number)
      stored.records.append(record)
    }
    let configuration = task.session.configuration
    var request = request
    request.add(configuration.additionalHeaders)
    let isCellularAllowed = task.originalRequest.map(configuration.allowsCellular) ?? true
    phone.backgroundTransfers.upload(
      request, identifier: TransferIdentifier(identifier, record.number).text,
      session: identifier,
      isDiscretionary: configuration.isDiscretionary || !isCellularAllowed)
  }

  /// Stores a task's description.
  func describe(_ task: URLSessionTask) {
    guard let identifier = task.session.configuration.identifier else { return }
    change(identifier, task.taskIdentifier) { $0.description = task.taskDescription }
  }

  /// Forgets a task that has made its last callback.
  func release(_ task: URLSessionTask, of session: URLSession, _ identifier: String) {
    change(identifier) { stored in
      stored.records.removeAll { $0.number == task.taskIdentifier }
    }
    guard announced.contains(identifier) else { return }
    // Further results come at the same instant.
    _ = phone.clock.schedule(after: .milliseconds(1), repeats: false) {
      guard self.announced.remove(identifier) != nil else { return }
      session.report {
        session.delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: session)
      }
    }
  }

  func cancel(_ task: URLSessionTask, in identifier: String) {
    let transfer = TransferIdentifier(identifier, task.taskIdentifier)
    phone.backgroundTransfers.cancel(identifier: transfer.text)
  }

  // MARK: Events

  /// Notes that the phone has woken the app for the end of a session's transfers. The results come
  /// next.
  func begins(_ session: String) { announced.insert(session) }

  private func finished(
    _ transfer: TransferIdentifier, _ result: Result<HTTPResponse, HTTPError>
  ) {
    change(transfer.session, transfer.number) { $0.result = result }
    // A session that the app makes later gets the result from the record.
    sessions[transfer.session]?.task(numbered: transfer.number)?.finish(result)
  }

  // MARK: Storage

  /// The key in the app's container. `UserDefaults` does not list keys.
  private func key(_ identifier: String) -> String { "com.apple.nsurlsessiond/" + identifier }

  private func stored(_ identifier: String) -> StoredSession {
    let text = phone.container.value(forKey: key(identifier)) ?? ""
    return (try? LinkObject(line: [UInt8](text.utf8))).map { StoredSession($0) } ?? StoredSession()
  }

  private func change(_ identifier: String, _ edit: (inout StoredSession) -> Void) {
    var stored = stored(identifier)
    edit(&stored)
    let text = String(decoding: LinkObject(stored).line, as: UTF8.self)
    phone.container.set(text, forKey: key(identifier))
  }

  private func change(
    _ identifier: String, _ number: Int, _ edit: (inout TransferRecord) -> Void
  ) {
    change(identifier) { stored in
      for index in stored.records.indices where stored.records[index].number == number {
        edit(&stored.records[index])
      }
    }
  }
}

/// The phone's name of a transfer: the session's identifier and the task's number in it.
struct TransferIdentifier {
  let session: String
  let number: Int

  init(_ session: String, _ number: Int) {
    self.session = session
    self.number = number
  }

  /// Splits at the last slash: a number has none, but an app's identifier may.
  init?(_ text: String) {
    guard let slash = text.lastIndex(of: "/"), let number = Int(text[text.index(after: slash)...])
    else { return nil }
    self.init(String(text[..<slash]), number)
  }

  var text: String { "\(session)/\(number)" }
}
