import Foundation
import TestSupport
import Testing

@testable import Scenarios

@Suite("The modules of an app in Python")
struct PythonModulesTests {
  private func write(_ text: String, to name: String, in place: borrowing Workplace) throws
    -> String
  {
    let path = place.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    return try place.write(text, to: name)
  }

  @Test("A folder with more files and folders than the limit has no list of modules")
  func limit() throws {
    let place = try Workplace()
    let script = try write("#!/usr/bin/python3", to: "tracker.py", in: place)
    for name in ["a.py", "b/c.py", "b/d.txt"] { _ = try write("", to: name, in: place) }
    // tracker.py, a.py, b, c.py and d.txt are five entries.
    let modules = PythonModules(ofScript: script, entriesMax: 5)
    #expect(modules?.paths?.map { $0.dropFirst(place.url.path.count + 1) } == ["a.py", "b/c.py"])
    #expect(try #require(PythonModules(ofScript: script, entriesMax: 4)).paths == nil)
  }

  @Test("A link to a script leads to the modules beside the script, as in Python")
  func link() throws {
    let place = try Workplace()
    let script = try write("#!/usr/bin/env python3", to: "own/tracker", in: place)
    let module = try write("", to: "own/filter.py", in: place)
    _ = try write("", to: "links/other.py", in: place)
    let link = place.url.appendingPathComponent("links/tracker")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: URL(fileURLWithPath: script))
    #expect(PythonModules(ofScript: link.path)?.paths == [module])
  }

  @Test(
    "A program that is no script for Python has no modules", arguments: ["#!/bin/sh", "", "ELF"])
  func others(text: String) throws {
    let place = try Workplace()
    #expect(PythonModules(ofScript: try write(text, to: "tracker", in: place)) == nil)
    #expect(PythonModules(ofScript: place.url.path + "/none") == nil)
  }
}
