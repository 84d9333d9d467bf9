import Foundation
import Text

/// A recording that another program converted. The user does not have the conversion, so messages
/// name a point by its number and time instead of the conversion's line.
struct ConvertedRecording {
  var bytes: Data
  /// The name of the program.
  var program: String
  /// The bytes with which every point of the conversion begins.
  var pointMark: String
  /// The location of the user's file.
  var location: SourceLocation

  /// Reads the conversion, and returns its points without lines.
  func read(
    _ body: (Data) throws(InputError) -> TraceAssembly
  ) throws(InputError) -> TraceAssembly {
    do throws(InputError) {
      var assembly = try body(bytes)
      assembly.forgetLines()
      return assembly
    } catch {
      throw located(error)
    }
  }

  /// Returns an error with the number and the time of the point instead of the line.
  private func located(_ error: InputError) -> InputError {
    var error = error
    let line = error.location.line
    error.location = location
    guard let line else { return error }
    let before = beginning(lines: line)
    let number = count(of: Data(pointMark.utf8), in: before)
    guard number > 0 else { return error }
    let text = String(decoding: before.suffix(Self.bytesToFindTime), as: UTF8.self)
    let time = text.matches(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z?/).last
    error.problem +=
      " at point \(number) of \(program)'s conversion"
      + (time.map { ", at or after \($0.output)" } ?? "")
    let remedy = "delete that point from the file, or run \(program) yourself and correct it there"
    error.accepted = [error.accepted, remedy].compactMap { $0 }.joined(separator: "; ")
    return error
  }

  private static let bytesToFindTime = 4096

  private func beginning(lines: Int) -> Data {
    var rest = bytes[...]
    for _ in 0..<lines {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return bytes }
      rest = rest[(end + 1)...]
    }
    return bytes[..<rest.startIndex]
  }

  private func count(of mark: Data, in bytes: Data) -> Int {
    var count = 0
    var rest = bytes[...]
    while let found = rest.range(of: mark) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
