/// The problems that one check has found, as sentences; keeps the first few and counts the rest.
package struct Problems: Sendable {
  private static let keptMax = 5

  package private(set) var kept: [String] = []
  package private(set) var count = 0
  private let check: String

  package init(_ check: String) { self.check = check }

  package mutating func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    guard !condition else { return }
    count += 1
    if kept.count < Self.keptMax { kept.append("\(check): \(sentence())") }
  }

  package var sentences: [String] {
    count > kept.count ? kept + ["\(check): \(count - kept.count) more"] : kept
  }
}
