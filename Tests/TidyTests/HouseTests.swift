import Foundation
import Testing

/// Comparison of Docs/architecture.md with Package.swift.
@Suite("The picture of the house")
struct HouseTests {
  private let house: House
  private let page: String
  private let picture: HousePicture

  init() throws {
    house = House(
      manifest: try String(
        contentsOf: repository.appendingPathComponent("Package.swift"), encoding: .utf8))
    page = try String(
      contentsOf: repository.appendingPathComponent("Docs/architecture.md"), encoding: .utf8)
    picture = HousePicture(page: page)
  }

  @Test("It names every target, and none twice")
  func complete() {
    let named = picture.rows.flatMap { $0 }
    #expect(house.targets.count >= 20)
    #expect(Set(named).count == named.count)
    #expect(Set(house.targets) == Set(named))
  }

  @Test("Every import leads downwards in it")
  func downwards() { #expect(picture.upwardImports(in: house) == []) }

  @Test("Every import is declared, so that no order of compiling can fail")
  func declared() throws {
    let files = try SourceTree.read().files
    #expect(house.everything.filter { $0.folder.hasPrefix("Tests/") }.count >= 20)
    #expect(try house.undeclaredImports(in: files) == [])
  }

  @Test("The lists of Scripts/swiftc name modules that exist, and its order all of the program")
  func compilerLists() throws {
    let script = try String(
      contentsOf: repository.appendingPathComponent("Scripts/swiftc"), encoding: .utf8)
    let lists = Dictionary(
      uniqueKeysWithValues: script.matches(of: /\n(\w+)='\n([^']+)'/).map {
        (String($0.1), $0.2.split(whereSeparator: \.isWhitespace).map(String.init))
      })
    let packages = Set(try #require(lists["packages"]))
    let known = packages.union(house.everything.map(\.name))
    for (list, names) in lists {
      #expect(Set(names).subtracting(known) == [], "\(list)")
    }
    let order = try #require(lists["order"])
    let files = try SourceTree.read().files.filter { $0.kind == "swift" }
    let program = house.everythingUnder("OdographCommand").union(["OdographCommand"])
      .filter { name in files.contains { $0.path.hasPrefix("Sources/\(name)/") } }
    #expect(Set(order) == program.union(packages))
    #expect(order.count == Set(order).count)
  }

  @Test("An import that is not declared is found, also one with attributes")
  func undeclared() throws {
    let house = House(
      manifest: """
        targets: [
            .target(name: "A", dependencies: [.product(name: "Foreign", package: "foreign")]),
            .target(name: "B", dependencies: ["A"], path: "Sources/Apple/B"),
            .testTarget(name: "BTests", dependencies: ["B"]),
        """)
    let files = [
      SourceFile(path: "Sources/A/A.swift", text: "import Foundation\nimport Foreign\nimport B\n"),
      SourceFile(path: "Sources/Apple/B/B.swift", text: "@_exported import struct A.Thing\n"),
      SourceFile(
        path: "Tests/BTests/BTests.swift",
        text: "@_spi(Text) @testable import B\n#if os(Linux)\n  import Foreign\n#endif\n"),
    ]
    #expect(
      try house.undeclaredImports(in: files) == [
        "Sources/A/A.swift imports B, which A does not declare",
        "Tests/BTests/BTests.swift imports Foreign, which BTests does not declare",
      ])
  }

  @Test("The table below it has a row for every target")
  func table() {
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let described = rows.flatMap { row in
      row.dropFirst().prefix { $0 != "|" }.split { !$0.isLetter }.map(String.init)
    }
    #expect(Set(house.targets).subtracting(described) == [])
  }

  @Test("Every type that the page names is declared")
  func types() throws {
    let declaration = try NSRegularExpression(
      pattern: "\\b(?:struct|class|enum|protocol) ([A-Z]\\w+)")
    let sources = try SourceTree.read().files.filter { $0.path.hasPrefix("Sources/") }
    let declared = sources.flatMap { file in
      let text = file.text as NSString
      return declaration.matches(in: file.text, range: NSRange(0..<text.length))
        .map { text.substring(with: $0.range(at: 1)) }
    }
    let named = page.matches(of: /`([A-Z][A-Za-z]+)`/).map { String($0.1) }
    #expect(named.contains("LocationDaemon"))
    let known = Set(declared).union(picture.rows.flatMap { $0 }).union(["TidyTests"])
    #expect(Set(named).subtracting(known) == [])
  }

  @Test(
    "The three walls hold, imports of imports included",
    arguments: [
      ("TrackingEngine", ["World", "EventKernel", "SimulatedPhone", "Evaluation", "Receiver"]),
      ("SimulatedPhone", ["TrackingEngine", "Evaluation", "Receiver", "Scenarios"]),
      (
        "Evaluation",
        ["SimulatedPhone", "PhoneProfiles", "LivePhone", "TrackingEngine", "Receiver"]
      ),
      ("Receiver", ["TrackingEngine"]),
    ])
  func walls(_ target: String, _ hidden: [String]) {
    #expect(house.targets.contains(target))
    #expect(house.everythingUnder(target).intersection(hidden) == [])
  }

  @Test("An import that leads up, or sideways, is found")
  func found() {
    let house = House(
      manifest: """
        let package = Package(
          products: [
            .library(name: "All", targets: ["A"]),
          targets: [
            .target(name: "A", dependencies: ["B", "Foreign"]),
            .target(
              name: "B",
              dependencies: [
                .target(name: "CZ", condition: .when(platforms: [.linux])), "C",
              ],
              resources: [.embedInCode("Page")]),
            .target(name: "C", dependencies: ["A"]),
            .systemLibrary(name: "CZ", pkgConfig: "z"),
            .executableTarget(name: "Helper", dependencies: ["A"], path: "Tests/Helper"),
            .testTarget(name: "ATests", dependencies: ["A"]),
        """)
    #expect(house.targets == ["A", "B", "C", "CZ"])
    #expect(house.dependencies == ["A": ["B"], "B": ["C", "CZ"], "C": ["A"], "CZ": []])
    #expect(house.everythingUnder("A") == ["A", "B", "C", "CZ"])
    let picture = HousePicture(
      page:
        "# Page\n\n## The house\n\nText.\n\n    top   A\n    below B · C\n    low   CZ\n\n    D\n")
    #expect(picture.rows == [["A"], ["B", "C"], ["CZ"]])
    #expect(
      picture.upwardImports(in: house) == [
        "B imports C, which does not stand below it", "C imports A, which does not stand below it",
      ])
  }
}
