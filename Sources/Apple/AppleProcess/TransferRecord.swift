import Foundation
import PhoneAPI
import PhoneLink
import Timekeeping

/// A background task as the app's container keeps it until it has ended.
struct TransferRecord {
  enum Kind: String { case upload, download }

  var number: Int
  var kind = Kind.upload
  /// The app's request without its body; nil if the container was locked when the task began.
  var request: HTTPRequest?
  var byteCount = 0
  var description: String?
  /// The result that the app has not got yet.
  var result: Result<HTTPResponse, HTTPError>?

  init(number: Int) { self.number = number }

  init(_ task: URLSessionTask, _ request: HTTPRequest) {
    number = task.taskIdentifier
    kind = task is URLSessionDownloadTask ? .download : .upload
    self.request = request
    self.request?.body = []
    byteCount = request.body.count
    description = task.taskDescription
  }

  var urlRequest: URLRequest? {
    guard let request, let url = URL(string: request.url) else { return nil }
    var copy = URLRequest(url: url, timeoutInterval: request.timeout.seconds)
    copy.httpMethod = request.method
    for header in request.headers { copy.setValue(header.value, forHTTPHeaderField: header.name) }
    return copy
  }
}

/// A background session as the app's container keeps it.
struct StoredSession {
  /// The number of tasks that the session has ever had, so that no number comes twice.
  var taskCount = 0
  var records: [TransferRecord] = []
}

extension StoredSession {
  init(_ object: LinkObject) {
    taskCount = object["tasks"].whole.flatMap(Int.init(exactly:)) ?? 0
    records = (object["records"].list ?? []).compactMap { $0.object.flatMap(TransferRecord.init) }
  }
}

extension LinkObject {
  init(_ stored: StoredSession) {
    self.init([
      "tasks": LinkValue(stored.taskCount),
      "records": .list(stored.records.map { .object(LinkObject($0)) }),
    ])
  }

  fileprivate init(_ record: TransferRecord) {
    self.init([
      "number": LinkValue(record.number), "kind": .text(record.kind.rawValue),
      "request": record.request.map { .object(LinkObject($0)) } ?? .null,
      "bytes": LinkValue(record.byteCount), "description": LinkValue(record.description),
      "result": record.result.map { .object(LinkObject($0)) } ?? .null,
    ])
  }
}

extension TransferRecord {
  fileprivate init?(_ object: LinkObject) {
    guard let number = object["number"].whole.flatMap(Int.init(exactly:)) else { return nil }
    self.init(number: number)
    kind = object["kind"].word() ?? .upload
    request = object["request"].object?.request
    byteCount = object["bytes"].whole.flatMap(Int.init(exactly:)) ?? 0
    description = object["description"].text
    result = object["result"].object?.answer
  }
}
