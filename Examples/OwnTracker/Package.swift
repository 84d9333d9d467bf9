// swift-tools-version:6.1
import PackageDescription

/// A tracker of a developer's own, built for the simulated phone without a change to its source.
///
/// Outside of this repository, replace the dependency's path by its address and a version.
let package = Package(
  name: "own-tracker",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "odograph", path: "../..")],
  targets: [
    .executableTarget(
      name: "OwnTracker",
      dependencies: [
        .product(name: "CoreLocation", package: "odograph"),
        .product(name: "UIKit", package: "odograph"),
        .product(name: "BackgroundTasks", package: "odograph"),
      ],
      exclude: ["Info.plist"],
      plugins: [.plugin(name: "AppleNames", package: "odograph")]),
    .testTarget(
      name: "OwnTrackerTests",
      dependencies: ["OwnTracker", .product(name: "AppleSimulation", package: "odograph")]),
  ],
  swiftLanguageModes: [.v5]
)
