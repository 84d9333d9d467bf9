// swift-tools-version:6.1
import PackageDescription

/// A developer's own package, whose tests run its app on Odograph's simulated phone.
///
/// Outside of this repository, replace the dependency's path by its address and a version.
let package = Package(
  name: "own-app",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "odograph", path: "../..")],
  targets: [
    .target(name: "Thrifty", dependencies: [.product(name: "Odograph", package: "odograph")]),
    .testTarget(
      name: "ThriftyTests",
      dependencies: ["Thrifty", .product(name: "Odograph", package: "odograph")]),
  ],
  swiftLanguageModes: [.v6]
)
