// swift-tools-version:6.1
import PackageDescription

/// Measures the budgets that CONTRIBUTING.md lists; see README.md.
let package = Package(
  name: "odograph-benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "odograph", path: "..")],
  targets: [
    .executableTarget(
      name: "Bench", dependencies: [.product(name: "Odograph", package: "odograph")])
  ],
  swiftLanguageModes: [.v6]
)
