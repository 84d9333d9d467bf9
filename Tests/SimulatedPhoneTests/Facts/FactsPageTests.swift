import EventKernel
import PhoneProfiles
import Testing

@testable import SimulatedPhone

/// Tests that the page of facts is up to date: all that it names exists, and all that it has to
/// name is on it.
@Suite("The page of facts")
struct FactsPageTests {
  private let page: FactsPage
  private static let testNames = Repository.testNames()
  /// The facts that the source of each parameter or reading names.
  private var citations: [String: Set<String>] { Self.citations }

  init() throws { page = try FactsPage() }

  private static let citations = citations(of: models)

  /// Models of every device, every system and every account of every reading. Each may bring
  /// figures of its own.
  private static let models: [PhoneModel] = {
    var models = DeviceProfile.all.flatMap { device in
      OperatingSystemProfile.all.map { model(device, $0) }
    }
    for (reading, accounts) in PhoneModel.readingChoices.sorted(by: { $0.key < $1.key }) {
      for account in accounts {
        models += DeviceProfile.all.map {
          model($0, OperatingSystemProfile.all[0], chosen: [reading: account])
        }
      }
    }
    return models
  }()

  private static func model(
    _ device: DeviceProfile, _ system: OperatingSystemProfile, chosen: [String: String] = [:]
  ) -> PhoneModel {
    PhoneModel(device: device, system: system, chance: SeededRandom(seed: 1), chosen: chosen)
  }

  private static func citations(of models: [PhoneModel]) -> [String: Set<String>] {
    var sources: [String: Set<String>] = [:]
    for model in models {
      for parameter in model.parameters {
        sources[parameter.name, default: []].insert(parameter.source)
      }
      for reading in model.readings { sources[reading.name, default: []].insert(reading.source) }
    }
    return sources.mapValues { $0.reduce(into: []) { $0.formUnion(FactsPage.cited(in: $1)) } }
  }

  @Test("Every fact has one row, or a reason for being left out")
  func everyFact() {
    let listed = page.rows.map(\.id) + page.leftOut
    for (kind, count) in FactsPage.behaviorCounts + FactsPage.energyCounts {
      for number in 1...count {
        let times = listed.count { $0 == "\(kind)-\(number)" }
        #expect(times == 1, "\(kind)-\(number) is listed \(times) times")
      }
    }
    let known = FactsPage.behaviorCounts + FactsPage.energyCounts
    #expect(listed.count == known.reduce(0) { $0 + $1.1 })
  }

  @Test("Each file that a row names is there and cites the fact")
  func filesCite() {
    for row in page.rows {
      for file in row.files {
        let text = Repository.source(file)
        #expect(text != nil, "\(row.id): there is no \(file)")
        #expect(
          text.map { FactsPage.cited(in: $0).contains(row.id) } ?? true,
          "\(file) does not cite \(row.id)")
      }
    }
  }

  @Test("Each parameter and reading that a row names is there and names the fact as its source")
  func parametersCite() {
    for row in page.rows {
      for name in row.parameters {
        let isThere = citations[name] != nil
        #expect(isThere, "\(row.id): no parameter or reading is called \(name)")
        let cites = citations[name]?.contains(row.id) ?? true
        #expect(cites, "the source of \(name) is not \(row.id)")
      }
    }
  }

  @Test("Each row names a rule; each fact of behaviour names tests that are there and bear its id")
  func testsExist() {
    let names = Set(Self.testNames)
    for row in page.rows {
      #expect(!(row.files + row.parameters).isEmpty, "\(row.id) names no rule")
      if row.section != FactsPage.energySection {
        #expect(!row.tests.isEmpty, "\(row.id): no test")
      }
      for test in row.tests {
        let isThere = names.contains(test)
        #expect(isThere, "\(row.id): no test is called “\(test)”")
        #expect(FactsPage.ids(of: test).contains(row.id), "“\(test)” is not named for \(row.id)")
      }
    }
  }

  @Test("Each fact that the code cites is on the page, and each parameter in the rows of its facts")
  func codeIsOnThePage() {
    let rows = Dictionary(page.rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let listed = Set(page.rows.map(\.id) + page.leftOut)
    for file in Repository.swiftFiles(under: "Sources") {
      let strangers = FactsPage.cited(in: Repository.text(file)).subtracting(listed)
      #expect(strangers.isEmpty, "\(file.lastPathComponent) cites \(strangers.sorted())")
    }
    for (name, ids) in citations.sorted(by: { $0.key < $1.key }) {
      for id in ids.sorted() {
        guard let row = rows[id] else { continue }
        let isNamed = row.parameters.contains(name)
        #expect(isNamed, "\(id)'s row lacks \(name)")
      }
    }
  }

  @Test("Each test that bears a fact's id is in that fact's row")
  func testsAreOnThePage() {
    let rows = Dictionary(page.rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for name in Self.testNames {
      for id in FactsPage.ids(of: name) {
        guard let row = rows[id], row.section != FactsPage.energySection else { continue }
        let isListed = row.tests.contains(name)
        #expect(isListed, "\(id)'s row lacks “\(name)”")
      }
    }
  }
}
