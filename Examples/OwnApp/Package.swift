// swift-tools-version:6.1
import PackageDescription

/// Somebody's own package, whose tests live days on Odograph's phone. Outside of this repository the
/// dependency is its address and a version instead of a path.
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
